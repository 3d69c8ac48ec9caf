// What says ask survives the wire in parts; a run of a version before tells its sentence alone.
#include <QtTest>

#include "core/wire/run_control.h"

using namespace leadglass::wire;

namespace {

std::string sent() {
    QuestionEvent event;
    event.question.id = "r1.1";
    event.question.why = "a rule asks (/etc/p.toml:7, layer profile, rule x)";
    event.question.scopes = {Scope::Once};
    event.question.by = {"rule", "profile", "/etc/p.toml", "x", 7};
    const auto frame = encode(ToClient(event));
    return frame.ok() ? frame->substr(4) : std::string();
}

std::string without(std::string text, const std::string& part, const std::string& instead = {}) {
    const auto at = text.find(part);
    return at == std::string::npos ? std::string() : text.replace(at, part.size(), instead);
}

} // namespace

class TestAskedBy : public QObject {
    Q_OBJECT
private slots:
    void survivesTheWire() {
        const auto got = decodeToClient(sent());
        QVERIFY(got.ok());
        QVERIFY((std::get<QuestionEvent>(*got).question.by == AskedBy{"rule", "profile", "/etc/p.toml", "x", 7}));
    }

    void aRunOfAVersionBeforeTellsItsSentence() {
        const auto got = decodeToClient(without(without(without(sent(), "\"reason\":\"rule\","), "\"layer\":\"profile\","), "\"file\":\"/etc/p.toml\","));
        QVERIFY(got.ok());
        const auto& question = std::get<QuestionEvent>(*got).question;
        QVERIFY(question.by == AskedBy{} && question.why.starts_with("a rule asks"));
    }

    void refusesWhatIsNotOfThatForm() {
        QVERIFY(!decodeToClient(without(sent(), "\"line\":7", "\"line\":-7")).ok());
        QVERIFY(!decodeToClient(without(sent(), "\"line\":7", "\"line\":\"7\"")).ok());
        QVERIFY(!decodeToClient(without(sent(), "\"layer\":\"profile\",")).ok());
        QVERIFY(!decodeToClient(without(sent(), "\"reason\":\"rule\"", "\"reason\":\"" + std::string(65, 'r') + "\"")).ok());
    }
};

QTEST_APPLESS_MAIN(TestAskedBy)
#include "tst_asked_by.moc"
