// What a commit changed, read from objects that real git wrote, loose and packed, and from damaged ones.
#include <fcntl.h>

#include <QtTest>
#include <fstream>

#include "core/base/sys.h"
#include "core/workspace/git_commit_files.h"
#include "core/workspace/git_commit_risk.h"
#include "core/workspace/git_view.h"
#include "tests/unit/workspace/overlay_fixture.h"

using namespace leadglass;
using namespace leadglass::workspace;
using leadglass::test::OverlayFixture;

namespace {

const char* kGit = "git -c user.name=t -c user.email=t@example.test ";

std::string told(const CommitFiles& files) {
    std::string text;
    for (const auto& file : files.files) {
        text += file.kind + " " + file.path + "\n";
    }
    return text + (files.known ? "" : "unknown\n");
}

void git(OverlayFixture& f, const std::string& script) { QCOMPARE(f.sh(("g() { " + std::string(kGit) + "\"$@\"; }; " + script).c_str()), 0); }
void agentGit(OverlayFixture& f, const std::string& script) {
    QCOMPARE(f.agent(("g() { " + std::string(kGit) + "\"$@\"; }; " + script).c_str()), 0);
}

constexpr const char* kBefore =
    "git init -q -b main . && mkdir -p a/b c && for i in $(seq 200); do echo $i; done > a/b/long && echo x > a/gone && echo y > c/kept && "
    "echo z > type && echo q > swap && g add -A && g commit -qm one && g commit -q --allow-empty -m two";
constexpr const char* kChange =
    "echo more >> a/b/long; rm a/gone; mkdir -p new/deep; echo n > new/deep/file; ln -sf a type; rm swap; mkdir swap; echo in > swap/in; "
    "chmod +x c/kept; g add -A; g commit -qm three";
constexpr const char* kTold = "changed a/b/long\ndeleted a/gone\nchanged c/kept\nadded new/deep/file\ndeleted swap\nadded swap/in\ntype_changed type\n";

} // namespace

class TestCommitFiles : public QObject {
    Q_OBJECT

private slots:
    void namesEachFileOfANewCommit() {
        OverlayFixture f;
        git(f, kBefore);
        f.begin();
        agentGit(f, kChange);
        const auto history = readHistory(f.trees.view(), f.review());
        QCOMPARE(history.commits.size(), std::size_t{1});
        QCOMPARE(history.commits[0].ref, std::string("refs/heads/main"));
        QCOMPARE(told(history.commits[0].changed), std::string(kTold));
    }

    void readsWhatIsPackedAsDeltas() {
        for (const char* repack : {"git repack -adfq --depth=50 --window=50", "git -c repack.useDeltaBaseOffset=false repack -adfq --depth=50 --window=50"}) {
            OverlayFixture f;
            git(f, std::string(kBefore) + " && for n in 1 2 3 4 5 6; do echo $n >> a/b/long; for m in $(seq 40); do echo $m > a/b/f$m$n; done; g add -A; g commit -qm $n; done; " + repack);
            f.begin();
            agentGit(f, std::string(kChange) + "; " + repack); // the host's commits are packed again, and stay the host's
            const auto history = readHistory(f.trees.view(), f.review());
            QCOMPARE(history.commits.size(), std::size_t{1});
            QCOMPARE(told(history.commits[0].changed), std::string(kTold));
        }
    }

    void readsRepositoriesWithLongIds() {
        OverlayFixture f;
        std::string before = kBefore;
        before.insert(before.find("-b main"), "--object-format=sha256 ");
        git(f, before + " && git repack -adq");
        f.begin();
        agentGit(f, kChange);
        const auto history = readHistory(f.trees.view(), f.review());
        QCOMPARE(history.commits.size(), std::size_t{1});
        QCOMPARE(told(history.commits[0].changed), std::string(kTold));
    }

    void theFirstCommitAddsAllItHolds() {
        OverlayFixture f;
        git(f, "git init -q -b main .");
        f.begin();
        agentGit(f, "mkdir d; echo x > d/a; echo y > b; g add -A; g commit -qm first");
        const auto history = readHistory(f.trees.view(), f.review());
        QCOMPARE(told(history.commits.at(0).changed), std::string("added b\nadded d/a\n"));
    }

    void saysOfCommitsThatItCannotShow() {
        const std::string large = "; head -c 1500000 /dev/zero | tr '\\0' m > .git/m";
        for (const auto& [script, whole, count] : std::vector<std::tuple<std::string, bool, std::size_t>>{
                 {kChange, true, 1},
                 {std::string(kChange) + large + "; g commit -q --allow-empty -F .git/m", false, 0}, // the one below it is not found, either
                 {std::string(kChange) + "; g tag -a -m t v1; g reset -q --hard HEAD~1", true, 1},
                 {std::string(kChange) + "; o=$(git rev-parse HEAD); rm -f .git/objects/$(echo $o | cut -c1-2)/$(echo $o | cut -c3-)", false, 0},
                 {"for i in $(seq 201); do c=$(g commit-tree -p HEAD -m $i HEAD^{tree}); git update-ref HEAD $c; done", false, kMaxCommitsShown}}) {
            OverlayFixture f;
            git(f, kBefore);
            f.begin();
            agentGit(f, script);
            const auto history = readHistory(f.trees.view(), f.review());
            QCOMPARE(history.whole, whole);
            QCOMPARE(history.commits.size(), count);
        }
    }

    void saysWhatItCannotRead() {
        OverlayFixture f;
        git(f, kBefore);
        f.begin();
        agentGit(f, std::string(kChange) + "; o=$(git rev-parse HEAD:new); rm -f .git/objects/$(echo $o | cut -c1-2)/$(echo $o | cut -c3-)");
        const auto history = readHistory(f.trees.view(), f.review());
        QVERIFY(!history.commits.at(0).changed.known);
        QVERIFY(told(history.commits[0].changed).find("deleted a/gone") != std::string::npos);
    }

    // Another tree under the id of the one that is committed would be shown, and then not be what git reads.
    void believesNoObjectThatIsNotWhatItsIdSays() {
        OverlayFixture f;
        git(f, kBefore);
        f.begin();
        agentGit(f, std::string(kChange) + "; p() { echo .git/objects/$(echo $1 | cut -c1-2)/$(echo $1 | cut -c3-); };"
                                           "rm -f $(p $(git rev-parse HEAD:new)); cp $(p $(git rev-parse HEAD:swap)) $(p $(git rev-parse HEAD:new))");
        const auto history = readHistory(f.trees.view(), f.review());
        QVERIFY(!history.commits.at(0).changed.known);
        QVERIFY(told(history.commits[0].changed).find("new/in") == std::string::npos);
    }

    void manyFilesAreCounted() {
        OverlayFixture f;
        git(f, kBefore);
        f.begin();
        agentGit(f, "for i in $(seq 300); do echo $i > f$i; done; g add -A; g commit -qm many");
        const auto changed = readHistory(f.trees.view(), f.review()).commits.at(0).changed;
        QCOMPARE(changed.files.size(), kMaxCommitFiles);
        QCOMPARE(changed.more, std::size_t{100});
    }

    // A run that goes on could show one commit to what judges it and have another applied.
    void whatIsChangedWhileItIsJudgedIsHeld() {
        OverlayFixture f;
        git(f, kBefore);
        f.begin();
        agentGit(f, "echo 1 > q; g add -A; g commit -qm three; git branch side; git pack-refs --all; git branch other");
        const auto isHeld = [&](const char* path, const std::string& after) {
            ChangeList list = f.list();
            markRisks(f.trees.view(), list, nullptr);
            if (!after.empty() && (test::find(list, path) == nullptr || f.agent(after) != 0)) {
                return false;
            }
            (void)markCommits(f.trees.view(), list, nullptr, {});
            const Change* change = test::find(list, path);
            return change == nullptr || std::ranges::any_of(change->risks, [](const auto& risk) { return risk.text().find("while it was judged") != std::string::npos; });
        };
        for (const char* path : {".git/refs/heads/other", ".git/packed-refs", ".git/logs/refs/heads/other"}) {
            QVERIFY2(!isHeld(path, ""), path);
        }
        QVERIFY(isHeld(".git/refs/heads/other", "git rev-parse HEAD~1 > .git/refs/heads/other"));
        QVERIFY(isHeld(".git/packed-refs", "sed -i '/side/d' .git/packed-refs"));
        QVERIFY(isHeld(".git/logs/refs/heads/other", "echo >> .git/logs/refs/heads/other"));
    }

    // A few small objects can stand for more files than any memory holds.
    void treesOfTreesEndSomewhere() {
        OverlayFixture f;
        git(f, kBefore);
        f.begin();
        agentGit(f, "t=$(git rev-parse HEAD:c); n=$(head -c 200 /dev/zero | tr '\\0' n);"
                    "for level in $(seq 30); do t=$(printf \"040000 tree $t\\t$n\\n\" | git mktree); done;"
                    "git update-ref refs/heads/deep $(g commit-tree $t -m deep)");
        const auto history = readHistory(f.trees.view(), f.review());
        QCOMPARE(history.commits.size(), std::size_t{1});
        QCOMPARE(told(history.commits[0].changed), std::string("unknown\n"));
    }

    void aLargeTreeCountsForMore() {
        OverlayFixture f;
        git(f, "git init -q -b main .");
        f.begin();
        agentGit(f, "o=$(echo x | git hash-object -w --stdin); t=$(seq 3000 | sed \"s/.*/100644 blob $o\\t&/\" | git mktree); echo $t > files;"
                    "for level in 1 2 3 4 5 6 7 8; do t=$(seq 3000 | sed \"s/.*/040000 tree $t\\t&/\" | git mktree); done; echo $t > trees");
        GitObjects objects({f.trees.view().upper});
        const auto written = [&](const char* name) {
            return sys::readAll(sys::openBeneath(f.trees.view().upper.fd, name, O_RDONLY)->get(), 100)->substr(0, 40);
        };
        std::size_t trees = 100;
        QCOMPARE(filesBetween(objects, "", written("files"), trees).more, 3000 - kMaxCommitFiles);
        QCOMPARE(trees, 100 - 1 - 3000 / kEntriesOfTree);
        trees = 1000; // for 20 of them
        const auto changed = filesBetween(objects, "", written("trees"), trees);
        QVERIFY(!changed.known);
        QVERIFY(changed.files.size() + changed.more <= 20UL * 3000);
        QCOMPARE(trees, std::size_t{0});
    }

    void aLongPathCountsForMore() {
        OverlayFixture f;
        git(f, "git init -q -b main .");
        f.begin();
        agentGit(f, "o=$(echo x | git hash-object -w --stdin); t=$(seq 3000 | sed \"s/.*/100644 blob $o\\t&/\" | git mktree); n=$(head -c 200 /dev/zero | tr '\\0' n);"
                    "for level in $(seq 18); do t=$(printf \"040000 tree $t\\t$n\\n\" | git mktree); done; echo $t > files");
        GitObjects objects({f.trees.view().upper});
        const std::string tree = sys::readAll(sys::openBeneath(f.trees.view().upper.fd, "files", O_RDONLY)->get(), 100)->substr(0, 40);
        std::size_t trees = 1000;
        (void)filesBetween(objects, "", tree, trees);
        QCOMPARE(trees, 1000 - 19 - 3000 * (1 + 18 * 201 / kPathOfEntry) / kEntriesOfTree);
    }

    void refusesDamagedTreesHeadsAndDeltas() {
        using namespace std::string_literals;
        const std::string id(20, '\1');
        QVERIFY(parseGitTree("100644 a\0"s + id, 20).has_value());
        for (const auto& bad : {"100644 a\0short"s, "100644 \0"s + id, "100644 a/b\0"s + id, "10064x a\0"s + id, "x"s, " a\0"s + id}) {
            QVERIFY(!parseGitTree(bad, 20).has_value());
        }
        // As git does, whatever else is in a mode (canon_mode()).
        for (const auto& [written, read] : {std::pair{"40755", 0040000U}, {"1040000", 0040000U}, {"100664", 0100644U}, {"100744", 0100755U}, {"120777", 0120000U}, {"1", 0160000U}}) {
            QCOMPARE(parseGitTree(written + " a\0"s + id, 20)->front().mode, read);
        }
        const std::string head = "tree " + std::string(40, '1') + "\n";
        const std::string parent = "parent " + std::string(40, '2') + "\n";
        const std::string who = "author a <a@example.test> 1 +0000\ncommitter a <a@example.test> 1 +0000\n";
        QVERIFY(parseCommitText(head + parent + parent + who + "x y\n\nsubject\n"));
        for (const auto& bad : {head + who + parent + "\ns\n", head + who + head + "\ns\n", head + head + who + "\ns\n", parent + head + who + "\ns\n",
                                head + "x y\n" + parent + who + "\ns\n", head + who + who + "\ns\n", head + parent + "\ns\n", who + "\ns\n"}) {
            QVERIFY2(!parseCommitText(bad), bad.c_str());
        }
        QVERIFY(!parsePackEntryHead("", 20));
        QVERIFY(!parsePackEntryHead(std::string(12, '\377'), 20)); // a number without an end
        QVERIFY(!parsePackEntryHead("\x70" "short"s, 20));         // a reference without its id
        const std::string base = "0123456789";
        QCOMPARE(applyGitDelta(base, "\x0a\x05\x90\x05"s, 100), std::optional<std::string>("01234"));
        for (const auto& bad : {"\x0b\x05\x90\x05"s, "\x0a\x05\x90\x06"s, "\x0a\x05\x91\x08\x05"s, "\x0a\x05\x00"s, "\x0a\x05\x05zz"s, "\x0a"s, ""s}) {
            QVERIFY(!applyGitDelta(base, bad, 100).has_value());
        }
        QVERIFY(!applyGitDelta(base, "\x0a\xff\xff\xff\x7f"s, 100).has_value()); // more than may be
    }
};

QTEST_GUILESS_MAIN(TestCommitFiles)
#include "tst_commit_files.moc"
