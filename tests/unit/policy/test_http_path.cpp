// A request's path in one form, and globs on it: what can be read in two ways is no path.
#include <QTest>
#include <random>

#include "core/policy/http_path.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {
QString pathOf(const char* target) { return QString::fromStdString(normaliseTarget(target, "a.example").path); }
} // namespace

class TestHttpPath : public QObject {
    Q_OBJECT
private slots:
    void bringsEverySpellingToOne_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("sent");
        QTest::addColumn<bool>("restructured");
        const auto row = [](const char* target, const char* path, const char* sent, bool restructured = false) {
            QTest::newRow(target) << target << path << sent << restructured;
        };
        row("/", "/", "/");
        row("/a/b", "/a/b", "/a/b");
        row("/a/b/", "/a/b/", "/a/b/");
        row("/%61/%7Eb", "/a/~b", "/a/~b");
        row("/a%c3%a9", "/aé", "/a%C3%A9");
        row("/a\xc3\xa9", "/aé", "/a%C3%A9");
        row("/%40scope/x", "/@scope/x", "/%40scope/x");
        row("/@scope/x", "/@scope/x", "/@scope/x");
        row("/my%20docs", "/my docs", "/my%20docs");
        row("/a/./b/../c", "/a/c", "/a/c", true);
        row("/a/b/..", "/a/", "/a/", true);
        row("/a/%2e%2E/c", "/c", "/c", true);
        row("/../../etc", "/etc", "/etc", true);
        row("//a///b", "/a/b", "/a/b", true);
        row("/a//", "/a/", "/a/", true);
        row("/a?x=%2F..//", "/a", "/a?x=%2F..//");
        row("http://A.example:80/a", "/a", "/a");
        row("https://a.example", "/", "/");
        row("https://a.example?q", "/", "/?q");
    }
    void bringsEverySpellingToOne() {
        QFETCH(QString, target);
        QFETCH(QString, path);
        QFETCH(QString, sent);
        QFETCH(bool, restructured);
        const NormalTarget normal = normaliseTarget(target.toStdString(), "a.example");
        QCOMPARE(QString::fromStdString(normal.path), path);
        QCOMPARE(QString::fromStdString(normal.sent), sent);
        QCOMPARE(normal.restructured, restructured);
    }

    void refusesWhatCanBeReadInTwoWays() {
        for (const char* target : {"", "*", "a/b", "/a%2fb", "/a%2Fb", "/a\\b", "/a%5cb", "/a;x=1", "/a%3Bx", "/a%00", "/a%0d", "/a%7f", "/a\tb", "/a b",
                                   "/%252e", "/a%25", "/%", "/%4", "/%zz", "/%ff", "/%c0%ae", "/%c3", "/a#b", "/a?x#y", "/a?x y", "ftp://a.example/",
                                   "https://b.example/", "https://u@a.example/", "https:///a", "a.example:443", "//", "/%25%32%66"}) {
            const bool slashes = std::string_view(target) == "//";
            QVERIFY2(slashes ? pathOf(target) == "/" : pathOf(target).isEmpty(), target);
        }
        QVERIFY(pathOf((std::string("/") + std::string(kMaxTarget, 'a')).c_str()).isEmpty());
        QVERIFY(pathOf("/\xed\xa0\x80").isEmpty()); // a surrogate is no UTF-8
    }

    void theNormalFormIsItsOwn() {
        std::mt19937 random(7);
        const char* parts[] = {"/", "a", "B", "%61", "%2e", "%2E", ".", "..", "//", "%c3%a9", "%40", "@", "+", "%2b", "%20", "?", "=", "&", "%41", "~", "\xc3\xa9", ":"};
        int kept = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string target = "/";
            for (auto n = random() % 9; n > 0; --n) {
                target += parts[random() % std::size(parts)];
            }
            const NormalTarget once = normaliseTarget(target, "a.example");
            if (!once.ok()) {
                continue;
            }
            ++kept;
            const NormalTarget twice = normaliseTarget(once.sent, "a.example");
            QCOMPARE(twice.sent, once.sent);
            QCOMPARE(twice.path, once.path);
            QVERIFY2(!twice.restructured && twice.exact, target.c_str());
            QVERIFY2(once.path.find("//") == std::string::npos && once.path.find("/../") == std::string::npos && !once.path.ends_with("/.."), target.c_str());
        }
        QVERIFY(kept > 10000);
    }

    void matchesWithinAndOverSegments() {
        const auto fits = [](const char* glob, const char* path, bool wide = false) { return matchesRequestPath(glob, path, wide); };
        QVERIFY(fits("/acme/*", "/acme/tool") && !fits("/acme/*", "/acme/tool/x") && !fits("/acme/*", "/acme/") && !fits("/acme/*", "/acme"));
        QVERIFY(fits("/acme/**", "/acme/tool/x") && fits("/acme/**", "/acme/") && !fits("/acme/**", "/acme") && !fits("/acme/**", "/acmeX/y"));
        QVERIFY(fits("/**/refs", "/refs") && fits("/**/refs", "/a/b/refs") && !fits("/**/refs", "/a/refs/b"));
        QVERIFY(fits("/a/**/b*/c", "/a/x/bb/y/b1/c") && !fits("/a/**/b*/c", "/a/x/b1/d"));
        QVERIFY(fits("/v*/x", "/v1/x") && !fits("/v*/x", "/v1/y/x") && fits("/", "/") && fits("/**", "/") && fits("/a*c*e", "/abcde"));
        QVERIFY(!fits("/Acme", "/acme") && fits("/Acme", "/acme", true));
        QVERIFY(!fits("/acme", "/acme/") && fits("/acme", "/acme/", true) && fits("/acme/**", "/acme", true) && !fits("/acme/**", "/acme2", true));
        const std::string many(2000, 'a'); // no exponential walk
        QVERIFY(!fits("/**/a*a*a*a*a*a*b/**/c", ("/" + many + "/" + many).c_str()));
        QVERIFY(matchesText("a*c", "abc", false) && matchesText("*", "", false) && !matchesText("a", "A", false) && matchesText("a", "A", true));
    }

    void takesGlobsInEitherSpellingAndNamesWhatIsWrong() {
        QCOMPARE(*parsePathGlob("/%40scope/my%20docs/**"), std::string("/@scope/my docs/**"));
        for (const char* bad : {"", "acme", "/a//b", "/a/../b", "/a?x", "/a;b", "/a**", "/**a", "/***", "/a%2fb", "/a%2Ab", "/a\\b"}) {
            const auto glob = parsePathGlob(bad);
            QVERIFY2(!glob && !glob.error().what.empty(), bad);
        }
    }
};

QTEST_APPLESS_MAIN(TestHttpPath)
#include "test_http_path.moc"
