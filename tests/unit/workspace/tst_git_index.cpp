// Indexes that git itself writes are read; whatever git would stumble over is not.
#include <openssl/sha.h>

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <functional>
#include <sstream>

#include "core/workspace/git_index.h"

using namespace leadglass::workspace;

namespace {

std::string signedBytes(std::string body) {
    unsigned char digest[SHA_DIGEST_LENGTH];
    SHA1(reinterpret_cast<const unsigned char*>(body.data()), body.size(), digest);
    return body.append(reinterpret_cast<const char*>(digest), sizeof digest);
}

std::string big(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8), static_cast<char>(value)};
}

// One entry of version 2, with what a test wants to be wrong.
std::string entry(const std::string& path, std::uint32_t mode = 0100644, unsigned flags = 0) {
    std::string out(24, 's');
    out += big(mode) + std::string(12, 's') + std::string(20, 'h');
    flags |= static_cast<unsigned>(std::min(path.size(), std::size_t{0xFFF}));
    out += {static_cast<char>(flags >> 8), static_cast<char>(flags)};
    out += path;
    return out.append(8 - out.size() % 8, '\0');
}

std::string index(const std::vector<std::string>& entries, const std::string& extensions = {}, std::uint32_t version = 2) {
    std::string out = "DIRC" + big(version) + big(static_cast<std::uint32_t>(entries.size()));
    for (const auto& each : entries) {
        out += each;
    }
    return signedBytes(out + extensions);
}

std::string extension(const std::string& name, const std::string& body) { return name + big(static_cast<std::uint32_t>(body.size())) + body; }

} // namespace

class TestGitIndex : public QObject {
    Q_OBJECT

    struct Repository {
        QTemporaryDir dir;
        explicit Repository(const std::string& options = "") { sh("git init -q -b master " + options + " . && git config user.name t && git config user.email t@example.test"); }
        void sh(const std::string& script) const {
            QCOMPARE(std::system(("cd '" + dir.path().toStdString() + "' && HOME=/nonexistent sh -ec '" + script + "'").c_str()), 0);
        }
        [[nodiscard]] std::string bytes() const {
            std::ifstream in(dir.path().toStdString() + "/.git/index", std::ios::binary);
            std::ostringstream out;
            out << in.rdbuf();
            return out.str();
        }
        [[nodiscard]] GitIndex read() const {
            const auto parsed = parseGitIndex(bytes());
            if (!parsed) {
                qFatal("%s", parsed.error().text().c_str());
            }
            return *parsed;
        }
    };

private slots:
    void readsWhatGitWrites_data() {
        QTest::addColumn<QByteArray>("options");
        QTest::addColumn<int>("version");
        for (const char* options : {"", "--object-format=sha256"}) {
            for (const int version : {2, 4}) {
                QTest::newRow(qPrintable(QString("%1 %2").arg(options).arg(version))) << QByteArray(options) << version;
            }
        }
    }
    void readsWhatGitWrites() {
        QFETCH(QByteArray, options);
        QFETCH(int, version);
        const Repository r(options.toStdString());
        r.sh("mkdir -p a/b; for i in 1 2 3; do echo $i > a/b/f$i; echo $i > g$i; done; ln -s g1 l; chmod +x g2; echo n > " + std::string(5, 'n') + "; git add -A;"
             "git update-index --index-version " + std::to_string(version) + "; git commit -qm one; git update-index --skip-worktree g1; git update-index --assume-unchanged g2; touch new; git add -N new");
        const GitIndex got = r.read();
        QCOMPARE(got.version, version == 4 ? 4U : 3U); // extended flags need 3
        QStringList paths;
        for (const auto& each : got.entries) {
            paths << QString::fromStdString(each.path);
        }
        QCOMPARE(paths.join(' '), QString("a/b/f1 a/b/f2 a/b/f3 g1 g2 g3 l new nnnnn"));
        QVERIFY(got.entries[3].skipWorktree && got.entries[4].assumeUnchanged && got.entries[7].intentToAdd);
        QCOMPARE(got.entries[4].mode, 0100755U);
        QCOMPARE(got.entries[6].mode, 0120000U);
        QCOMPARE(got.entries[0].id.size(), options.isEmpty() ? std::size_t{20} : std::size_t{32});
    }
    void readsConflictsAndTablesOfBlocks() {
        const Repository r;
        r.sh("echo 1 > f; git add f; git commit -qm 1; git branch o; echo 2 > f; git commit -qam 2; git checkout -q o; echo 3 > f; git commit -qam 3; git merge master || true");
        QCOMPARE(r.read().entries.size(), std::size_t{3});
        // From 20,000 entries on git writes offsets of blocks, which it reads in threads.
        r.sh("git reset -q --hard; git config index.threads 4; h=$(git rev-parse HEAD:f);"
             "seq -f \"100644 $h\t%07g\" 1 45000 | git update-index --index-info");
        QVERIFY(r.bytes().find("IEOT") != std::string::npos && r.bytes().find("EOIE") != std::string::npos);
        QCOMPARE(r.read().entries.size(), std::size_t{45001});
        r.sh("git update-index --index-version 4");
        QCOMPARE(r.read().entries.size(), std::size_t{45001});
    }
    void seesNoChangeInARefresh() {
        const Repository r;
        r.sh("echo 1 > f; git add f; git commit -qm 1");
        const std::string before = r.bytes();
        const GitIndex entries = r.read();
        r.sh("sleep 0.02; cp f g; mv g f; git status >/dev/null");
        QVERIFY(r.bytes() != before);
        QVERIFY(r.read().entries == entries.entries);
        r.sh("echo 2 > f; git add f");
        QVERIFY(r.read().entries != entries.entries);
    }
    void countsFilesThatGitWouldNoLongerLookAt() {
        const Repository r;
        r.sh("for i in 1 2 3; do echo $i > f$i; done; git add -A; git update-index --assume-unchanged f1");
        const GitIndex before = r.read();
        r.sh("git update-index --skip-worktree f3");
        QCOMPARE(newlyIgnored(before, r.read()), std::size_t{1});
        QCOMPARE(newlyIgnored(r.read(), r.read()), std::size_t{0});
        QCOMPARE(newlyIgnored(GitIndex{}, r.read()), std::size_t{2});
    }
    void refusesEveryCutAndEveryChangedByte() {
        const Repository r;
        r.sh("mkdir d; for i in 1 2 3; do echo $i > d/f$i; done; git add -A; git commit -qm 1");
        const std::string good = r.bytes();
        for (std::size_t at = 0; at < good.size(); ++at) {
            QVERIFY2(!parseGitIndex(good.substr(0, at)).ok(), qPrintable(QString("cut at %1").arg(at)));
            std::string bad = good;
            bad[at] = static_cast<char>(bad[at] ^ 0x41);
            QVERIFY2(!parseGitIndex(bad).ok(), qPrintable(QString("byte %1").arg(at)));
        }
    }
    void refusesWhatGitWouldStumbleOver_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) { QTest::newRow(name) << QByteArray::fromStdString(bytes); };
        row("more entries than bytes", signedBytes("DIRC" + big(2) + big(0x7fffffff) + entry("a")));
        row("version 1", index({entry("a")}, {}, 1));
        row("version 5", index({entry("a")}, {}, 5));
        row("no order", index({entry("b"), entry("a")}));
        row("twice", index({entry("a"), entry("a")}));
        row("merged and not", index({entry("a"), entry("a", 0100644, 0x1000)}));
        row("stages backwards", index({entry("a", 0100644, 0x2000), entry("a", 0100644, 0x1000)}));
        row("a device", index({entry("a", 0060644)}));
        row("extended flags in version 2", index({entry("a", 0100644, 0x4000)}));
        for (const char* path : {"../a", "/a", "a//b", "a/../b", ".git/config", "a/.GIT/config", "a/git~1/hooks", ".g\xe2\x80\x8cit/config", ".git. /x", "a\\.git\\config", ".git:x", "."}) {
            row(path, index({entry(path)}));
        }
        row("a link for .gitmodules", index({entry(".gitmodules", 0120000)}));
        row("bytes after", index({entry("a")}, "xyz"));
        row("extension too long", index({entry("a")}, "TREE" + big(1000)));
        row("needed and unknown", index({entry("a")}, extension("evil", "x")));
        row("split", index({entry("a")}, extension("link", std::string(20, '\0'))));
        row("trees cut off", index({entry("a")}, extension("TREE", std::string("\0", 1) + "1 5\n" + std::string(20, 'h'))));
        row("trees without number", index({entry("a")}, extension("TREE", std::string("\0", 1) + "x 0\n")));
        std::string deep;
        for (int i = 0; i < 5000; ++i) {
            deep += std::string("d\0", 2) + "-1 1\n";
        }
        row("trees too deep", index({entry("a")}, extension("TREE", deep + std::string("d\0", 2) + "-1 0\n")));
        row("blocks beyond the entries", index({entry("a")}, extension("IEOT", big(1) + big(4096) + big(1))));
        row("blocks of more than there are", index({entry("a")}, extension("IEOT", big(1) + big(12) + big(70000))));
        row("end misstated", index({entry("a")}, extension("EOIE", big(13) + std::string(20, 'h'))));
    }
    void refusesWhatGitWouldStumbleOver() {
        QFETCH(QByteArray, bytes);
        QVERIFY(parseGitIndex(index({entry("a"), entry("b")})).ok());
        const auto parsed = parseGitIndex(bytes.toStdString());
        QVERIFY(!parsed.ok());
        QVERIFY(!QByteArray::fromStdString(parsed.error().text()).contains("checksum"));
    }
    void tellsOfCachesThatGitBelieves() {
        QVERIFY(!parseGitIndex(index({entry("a")}))->hasCaches);
        QVERIFY(parseGitIndex(index({entry("a")}, extension("UNTR", "x")))->hasCaches);
        QVERIFY(parseGitIndex(index({entry("a")}, extension("FSMN", "x")))->hasCaches);
    }

    // Version 4 says a path by what it shares with the one before: a small index could fill the memory.
    void pathsTakeAboutAsMuchAsTheIndex() {
        const auto manyPaths = [](std::size_t length) {
            std::vector<std::string> entries;
            for (int i = 0; i < 2000; ++i) {
                const std::string number = std::to_string(100'000 + i);
                std::string one = entry(std::string(length, 'a')).substr(0, 62);
                one += entries.empty() ? std::string(1, '\0') + std::string(length - 6, 'a') : std::string(1, '\6');
                entries.push_back(one + number + '\0');
            }
            return index(entries, {}, 4);
        };
        const auto parsed = parseGitIndex(manyPaths(400));
        QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().text().c_str());
        QCOMPARE(parsed->entries.back().path, std::string(394, 'a') + "101999");
        const auto refused = parseGitIndex(manyPaths(4000));
        QVERIFY(!refused.ok());
        QVERIFY2(refused.error().what.find("its paths are far longer") != std::string::npos, refused.error().what.c_str());
    }
};

QTEST_APPLESS_MAIN(TestGitIndex)
#include "tst_git_index.moc"
