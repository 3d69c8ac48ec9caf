// Globs over project paths.
#include <QTest>
#include <random>

#include "core/policy/path_pattern.h"

using namespace leadglass::policy;

class TestPathPattern : public QObject {
    Q_OBJECT
private slots:
    void matchesWholePaths_data() {
        QTest::addColumn<QString>("glob");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("expected");
        const auto row = [](const char* glob, const char* path, bool expected) {
            QTest::addRow("%s on %s", glob, path) << glob << path << expected;
        };
        row("**/.env", ".env", true);
        row("**/.env", "a/b/.env", true);
        row("**/.env", "a/b/.envx", false);
        row("**/.env", "a/.env/b", false);
        row("**/.env", "a//.env/", true);
        row("**/.env", "/", false);
        row("**/*", "a/b", true);
        row("**/**", "a", true);
        row("**/.env.*", "a/.env.local", true);
        row("**/.env.*", ".env", false);
        row(".git/hooks/**", ".git/hooks", true);
        row(".git/hooks/**", ".git/hooks/pre-commit", true);
        row(".git/hooks/**", ".git/hooks/a/b", true);
        row(".git/hooks/**", ".git/hooksx", false);
        row(".git/hooks/**", "a/.git/hooks/x", false);
        row(".git/config", ".git/config", true);
        row(".git/config", ".git/config/x", false);
        row("a/*/c", "a/b/c", true);
        row("a/*/c", "a/b/b/c", false);
        row("a/**/c", "a/c", true);
        row("a/**/c", "a/b/b/c", true);
        row("*.pem", "x.pem", true);
        row("*.pem", "a/x.pem", false);
        row("?", "a", true);
        row("?", "ab", false);
        row("a*b*c", "axxbyyc", true);
        row("a*b*c", "axxbyy", false);
        row("**", "a/b", true);
        row("**/a/**/b", "x/a/y/a/b", true);
        row(".GIT/config", ".git/config", false);
        row("a//b", "a/b", true);
        row("a", "", false);
        row("**/.env.!(example|dist)", "a/.env.local", true);
        row("**/.env.!(example|dist)", ".env.example.local", true);
        row("**/.env.!(example|dist)", ".env.", true);
        row("**/.env.!(example|dist)", ".env", false);
        row("**/.env.!(example|dist)", "a/.env.example", false);
        row("**/.env.!(example|dist)", ".env.dist", false);
        row("**/.env.!(example|dist)", ".env.Dist", true);
        row("?x!(a)/b", "yxc/b", true);
        row("?x!(a)/b", "yxa/b", false);
    }
    void matchesWholePaths() {
        QFETCH(QString, glob);
        QFETCH(QString, path);
        QFETCH(bool, expected);
        QCOMPARE(matchesPath(glob.toStdString(), path.toStdString()), expected);
    }

    void knowsWhereAnExclusionMeansSomething() {
        for (const char* good : {"a", "a!b", "**/.env.!(example|dist)", "a/!(b)/c", "x.!(a)"}) {
            QVERIFY2(isPathPattern(good), good);
        }
        for (const char* bad : {"a!()", "*!(a)", "a!(b)c", "a!(b", "a!(*)", "a!(b!(c))", "a/b!(c/d)"}) {
            QVERIFY2(!isPathPattern(bad), bad);
        }
    }
    void ignoresCaseWhereAsked() {
        QVERIFY(matchesPathAnyCase("**/.env.!(example)", ".ENV.Local"));
        QVERIFY(!matchesPathAnyCase("**/.env.!(example)", ".ENV.example"));
        QVERIFY(matchesPathAnyCase(".git/hooks/**", ".GIT/Hooks/x"));
        QVERIFY(matchesPathAnyCase(".GIT/CONFIG", ".git/config"));
        QVERIFY(!matchesPathAnyCase(".git/config", ".git/confic"));
    }

    void staysFastOnHostilePatterns() {
        const std::string glob = "**/" + QByteArray("a*").repeated(60).toStdString() + "b";
        const std::string path = QByteArray("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/").repeated(30).toStdString() + "c";
        QBENCHMARK_ONCE { QVERIFY(!matchesPath(glob, path)); }
    }

    // mayMatchBelow may say yes needlessly, never no wrongly: over generated globs and paths.
    void neverPrunesAMatch() {
        std::mt19937 random(7);
        const auto word = [&](bool glob) {
            const char* plain[] = {"a", "b", "ab", "A"};
            const char* wild[] = {"*", "**", "a*", "?", "**"};
            return std::string(glob && random() % 2 == 0 ? wild[random() % 5] : plain[random() % 4]);
        };
        int matched = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string glob;
            for (unsigned n = random() % 4 + 1; n > 0; --n) {
                glob += (glob.empty() ? "" : "/") + word(true);
            }
            std::string path;
            std::vector<std::string> parents{""};
            for (unsigned n = random() % 4 + 1; n > 0; --n) {
                path += (path.empty() ? "" : "/") + word(false);
                parents.push_back(path);
            }
            parents.pop_back();
            if (matchesPathAnyCase(glob, path)) {
                ++matched;
                for (const std::string& parent : parents) {
                    QVERIFY2(mayMatchBelow(glob, parent), (glob + " below " + parent).c_str());
                }
            }
        }
        QVERIFY(matched > 1000);
    }

    void prunesWhatCannotMatch() {
        QVERIFY(!mayMatchBelow(".git/hooks/**", "src"));
        QVERIFY(!mayMatchBelow("*.pem", "src"));
        QVERIFY(mayMatchBelow("**/.env", "src"));
        QVERIFY(mayMatchBelow(".git/hooks/**", ".git"));
    }
};

QTEST_APPLESS_MAIN(TestPathPattern)
#include "test_path_pattern.moc"
