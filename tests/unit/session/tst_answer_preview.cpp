// What a person is told of a host before answering, from the history (core/session/answer_preview.h).
#include <QTemporaryDir>
#include <QTest>

#include <array>

#include "core/audit/writer.h"
#include "core/policy/parser.h"
#include "core/session/answer_preview.h"
#include "core/session/answer_rule.h"

using namespace leadglass;
using namespace leadglass::session;
using api::Risk;
using api::RiskReason;

namespace {

struct History {
    QTemporaryDir top;
    Places places;
    std::unique_ptr<audit::Writer> writer;

    History() {
        places.data = top.path().toStdString();
        writer = std::move(audit::Writer::open(places.data + "/audit.db", std::chrono::seconds(10))).value();
    }
    void add(const std::string& subject, const std::string& verdict, const std::string& outcome) {
        audit::Event e;
        e.kind = audit::Kind::Egress;
        e.run = "01k0example";
        e.subject = subject;
        e.verdict = verdict;
        e.outcome = outcome;
        QVERIFY(writer->append(std::array{e}).ok());
    }
    void letThrough(int hosts) {
        for (int i = 0; i < hosts; ++i) {
            add("known" + std::to_string(i) + ".example:443", "allow", "allowed_by_policy");
        }
    }
    [[nodiscard]] api::QuestionContext of(const std::string& host, std::uint16_t port = 443, const std::string& protocol = "tls") const {
        api::PendingQuestion question;
        question.host = host;
        question.port = port;
        question.protocol = protocol;
        return contextsOf({question}, places).front();
    }
};

using Reasons = std::vector<RiskReason>;

} // namespace

class TestAnswerPreview : public QObject {
    Q_OBJECT

private slots:
    void aRuleIsSpelledAsAPolicyTakesIt() {
        for (const auto& [name, rule] : {std::pair("a.example.org", R"(host = "a.example.org", port = 443, protocol = "tls")"), std::pair("192.0.2.7", R"(address = "192.0.2.7", port = 443, protocol = "tls")"),
                                         std::pair("2001:db8::1", R"(address = "2001:db8::1", port = 443, protocol = "tls")"), std::pair(kOwnLoopback, "loopback = 443")}) {
            QCOMPARE(ruleText(name, 443, "tls"), std::string(rule));
            const std::string text = "schema = 1\nname = \"x\"\n[egress]\nallow = [{ " + std::string(rule) + " }]\n";
            QVERIFY2(policy::parseProfile(text, "x.toml", policy::Layer::Profile).ok(), rule);
        }
    }

    void aNewHostIsUnusualOnlyWhereOthersAreKnown() {
        History history;
        QCOMPARE(history.of("new.example").risk, Risk::Routine); // all are new: a mark on each would mark none
        QVERIFY(history.of("new.example").reasons == Reasons{RiskReason::FirstTime}); // it is said all the same
        history.letThrough(4);
        history.letThrough(4); // the same ones
        QCOMPARE(history.of("new.example").risk, Risk::Routine);
        history.letThrough(5);
        QCOMPARE(history.of("new.example").risk, Risk::Unusual);
        QCOMPARE(history.of("known0.example").risk, Risk::Routine);
        QVERIFY(history.of("known0.example").reasons.empty());
    }

    void whatIsStrangeByItselfIsSoInAnEmptyHistory() {
        const History history;
        QCOMPARE(history.of("new.example", 8443).risk, Risk::Unusual);
        QCOMPARE(history.of("new.example", 80, "http").risk, Risk::Unusual);
        QCOMPARE(history.of("203.0.113.7").risk, Risk::Dangerous);
        QCOMPARE(history.of("xn--exmple-cua.org").risk, Risk::Dangerous);
    }

    void thatNobodyAnsweredIsNoRefusal() {
        History history;
        history.add("asked.example:443", "deny", "expired_unanswered");
        history.add("alone.example:443", "deny", "no_approver");
        QVERIFY(history.of("asked.example").reasons == Reasons{RiskReason::Unanswered});
        QVERIFY(history.of("alone.example").reasons == Reasons{RiskReason::Unanswered});
        QCOMPARE(history.of("asked.example").risk, Risk::Routine);
        history.letThrough(5);
        QCOMPARE(history.of("asked.example").risk, Risk::Unusual); // to have asked before makes nothing known
        history.add("asked.example:443", "deny", "denied_by_user");
        QVERIFY(history.of("asked.example").reasons == Reasons{RiskReason::Refused});
        QCOMPARE(history.of("asked.example").risk, Risk::Unusual);
        history.add("asked.example:443", "allow", "allowed_by_user");
        QVERIFY(history.of("asked.example").reasons.empty());
    }

    void aRefusalIsUnusualInAnEmptyHistory() {
        History history;
        history.add("no.example:443", "deny", "denied_by_policy");
        QVERIFY(history.of("no.example").reasons == Reasons{RiskReason::Refused});
        QCOMPARE(history.of("no.example").risk, Risk::Unusual);
    }
};

QTEST_APPLESS_MAIN(TestAnswerPreview)
#include "tst_answer_preview.moc"
