// What core tells of changes, and why a person is asked, in the words of the app.
#include <QtTest>

#include <algorithm>
#include <string>

#include "app/approval/question_words.h"
#include "app/review/why_words.h"
#include "core/api/review_service.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

// Every text of this context in another language, as far as it is asked for.
class Shouting : public QTranslator {
public:
    QString translate(const char* context, const char* source, const char*, int) const override {
        return QLatin1String(context) == QLatin1String("Why") ? QString::fromUtf8(source).toUpper().replace(QLatin1String("%N"), QLatin1String("%n")) : QString();
    }
    bool isEmpty() const override { return false; }
};

std::string placesIn(std::string_view words) {
    std::string out;
    for (const char* place : {"%1", "%2", "%3", "%n"}) {
        out += words.find(place) == std::string_view::npos ? "" : place;
    }
    return out;
}

} // namespace

class TestWhyWords : public QObject {
    Q_OBJECT
private slots:
    void everyCodeOfCoreHasWordsHere() {
        for (const auto& phrase : kWhyPhrases) {
            if (phrase.code == kWhyError.code()) {
                continue; // is what the error says
            }
            const char* source = words::sourceOfWhy(phrase.code);
            QVERIFY2(source != nullptr && *source != '\0', std::string(phrase.code).c_str());
            QVERIFY2(placesIn(source) == placesIn(phrase.words), std::string(phrase.code).c_str());
        }
        QVERIFY(words::sourceOfWhy("of_a_later_version") == nullptr);
    }

    void allOfItIsInThePersonsLanguage() {
        Shouting language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        const QString told = words::why(Why("commits_hold_more", {"a/Makefile"}, Why("build_script"), 2));
        QVERIFY(QCoreApplication::removeTranslator(&language));
        QCOMPARE(told, QStringLiteral(u"ITS COMMITS HOLD \u2066a/Makefile\u2069: BUILD SCRIPT (AND 2 MORE RISKY)"));
    }

    void hostileNamesAreOneLineAndStayNames() {
        const QString told = words::why(Why("commits_hold", {"%2 \x1b[2J\n\xe2\x80\xae<b>%1"}, Why("lock_file_host", {"%1%n"})));
        QCOMPARE(told, QStringLiteral(u"its commits hold \u2066%2 \\x1b[2J\\n\\u{202e}<b>%1\u2069: the lock file names a new host: \u2066%1%n\u2069"));
        QVERIFY(words::why(Why("git_tag_elsewhere", {std::string(5000, 'n')})).size() < 700);
    }

    void anErrorIsEscapedOnce() {
        QCOMPARE(words::why(Why("unreadable", {}, Why(makeError(Code::Io, "cannot open 'a\\x1b'")))), QStringLiteral("cannot be read: cannot open 'a\\x1b'"));
        QVERIFY(!words::why(Why(makeError(Code::Io, "a\x1b\nb"))).contains(QRegularExpression(QStringLiteral("[\\x1b\\n]"))));
    }

    void whatCannotBeComparedIsTold() {
        QVERIFY(words::noDifference(api::kBinaryDiffers).contains("binary"));
        QVERIFY(words::noDifference(api::kTooLargeToShow).contains("too large"));
        QCOMPARE(words::noDifference(std::string(api::kCannotBeShown) + "the run changed it after it was reviewed: review the run again\n"),
                 QStringLiteral("It cannot be shown: the run changed it after it was reviewed: look again."));
        QCOMPARE(words::noDifference("of a later version\x1b\nb"), QStringLiteral("of a later version\\x1b"));
    }

    void aCardSaysWhyItAsksAndWhere() {
        api::PendingQuestion question;
        question.why = "as core says it\x1b";
        QCOMPARE(words::asksBecause(question), QStringLiteral("as core says it\\x1b")); // of a run of a version before
        question.reason = "default";
        QCOMPARE(words::asksBecause(question), QStringLiteral("no rule allows it"));
        question.origin = policy::Origin{policy::Layer::Profile, "/etc/p\x1b.toml", 7, 1};
        QCOMPARE(words::asksBecause(question), QStringLiteral(u"no rule allows it (\u2066/etc/p\\x1b.toml:7\u2069, profile)"));
        question.reason = "rule";
        question.rule = "ask %1";
        QCOMPARE(words::asksBecause(question), QStringLiteral(u"a rule asks (\u2066/etc/p\\x1b.toml:7\u2069, profile, rule \u2066ask %1\u2069)"));
        question.origin = policy::Origin{policy::Layer::Run, "--deny", 0, 0};
        question.rule.clear();
        QCOMPARE(words::asksBecause(question), QStringLiteral(u"a rule asks (\u2066--deny\u2069, this run)"));
    }
};

QTEST_MAIN(TestWhyWords)
#include "tst_why_words.moc"
