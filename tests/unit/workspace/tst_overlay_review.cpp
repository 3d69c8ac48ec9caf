// The whole way of a run's changes over real overlay mounts: list, review, apply, undo.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <fstream>
#include <algorithm>
#include <random>

#include "core/base/sys.h"
#include "core/workspace/git_view.h"
#include "core/workspace/staged_batch.h"
#include "overlay_fixture.h"

using namespace leadglass;
using namespace leadglass::workspace;
using leadglass::test::find;
using leadglass::test::OverlayFixture;

namespace {

const std::string kCases = std::string(LEADGLASS_TEST_DATA) + "/../../cases/";

// Same names, types, modes, contents and links, times aside.
bool sameTree(const std::string& a, const std::string& b) {
    const std::string list = "(cd '%' && find . -mindepth 1 -printf '%P %y %m %l\\0' | sort -z; find . -type f -print0 | "
                             "sort -z | xargs -0 -r sha256sum)";
    const auto of = [&](const std::string& dir) {
        std::string command = list;
        command.replace(command.find('%'), 1, dir);
        std::string out;
        FILE* pipe = ::popen(command.c_str(), "r");
        for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
            out += static_cast<char>(c);
        }
        ::pclose(pipe);
        return out;
    };
    const std::string one = of(a), two = of(b);
    if (one != two) {
        std::string shown = one + "\n--- and\n" + two;
        std::replace(shown.begin(), shown.end(), '\0', '\n');
        qInfo("%s", shown.c_str());
    }
    return one == two;
}

} // namespace

class TestOverlayReview : public QObject {
    Q_OBJECT
private slots:
    // OV-01
    void appliesOpaqueDirectoriesAndTypeChanges() {
        OverlayFixture f;
        f.write("d/oldfile", "old\n");
        f.write("f.txt", "f\n");
        f.write("keep/a/b", "b\n");
        f.write("t/x", "x\n");
        f.begin();
        const std::string seen = f.root + "/seen";
        QCOMPARE(f.agent("sh " + kCases + "OV-01/inside.sh", seen), 0);
        const auto list = f.review();
        QVERIFY(find(list, "d/oldfile") && find(list, "d/oldfile")->kind == ChangeKind::Deleted);
        QVERIFY(find(list, "d/newfile") && find(list, "d/newfile")->kind == ChangeKind::Added);
        QVERIFY(find(list, "f.txt") && find(list, "f.txt")->kind == ChangeKind::TypeChanged);
        QVERIFY(find(list, "t") && find(list, "t")->kind == ChangeKind::TypeChanged);
        QVERIFY(find(list, "keep/a/b") && find(list, "keep/a/b")->kind == ChangeKind::Changed);
        QCOMPARE(f.sh("cp -a . ../before"), 0);
        f.apply();
        QCOMPARE(f.left.size(), std::size_t{0});
        QVERIFY(sameTree(f.project, seen));
        QCOMPARE(f.list().changes.size(), std::size_t{0});
        QCOMPARE(f.undo().left.size(), std::size_t{0});
        QVERIFY(sameTree(f.project, f.root + "/before"));
        // What undo wrote is not mistaken for somebody's edit.
        f.review();
        f.apply();
        QCOMPARE(f.left.size(), std::size_t{0});
        QVERIFY(sameTree(f.project, seen));
    }

    // OV-03
    void leavesWhatTheHostChangedMeanwhile() {
        OverlayFixture f;
        f.write("both.txt", "base\n");
        f.write("host_edits.txt", "base\n");
        f.begin();
        QCOMPARE(f.agent("sh " + kCases + "OV-03/inside.sh 0"), 0);
        f.write("both.txt", "host\n");
        f.write("host_edits.txt", "host\n");
        f.write("new_both.txt", "host\n");
        const auto list = f.review();
        for (const char* path : {"both.txt", "host_edits.txt", "new_both.txt"}) {
            QVERIFY2(find(list, path) && !find(list, path)->conflict.empty(), path);
        }
        f.apply();
        QCOMPARE(f.left.size(), std::size_t{3});
        QCOMPARE(f.read("both.txt"), std::string("host\n"));
        QCOMPARE(f.read("host_edits.txt"), std::string("host\n"));
        QCOMPARE(f.read("new_both.txt"), std::string("host\n"));
        QCOMPARE(f.read("only_agent.txt"), std::string("agent\n"));
        f.apply(false, true);
        QCOMPARE(f.left.size(), std::size_t{0});
        QCOMPARE(f.read("both.txt"), std::string("agent\n"));
        QVERIFY(!f.exists("host_edits.txt"));
    }

    // OV-04
    void keepsNamesThatAreNotText() {
        OverlayFixture f;
        f.begin();
        const std::string seen = f.root + "/seen";
        QCOMPARE(f.agent("python3 " + kCases + "OV-04/names.py new >/dev/null", seen), 0);
        const auto list = f.review();
        int files = 0;
        for (const auto& change : list.changes) {
            files += change.after.type == NodeType::File ? 1 : 0;
        }
        QCOMPARE(files, 20);
        const std::string json = frozenToJson(f.frozen);
        const auto back = frozenFromJson(json);
        QVERIFY(back.ok());
        QVERIFY(*back == f.frozen);
        f.apply();
        QVERIFY(sameTree(f.project, seen));
    }

    // OV-05
    void marksWhatGitWouldRunAndLeavesIt() {
        OverlayFixture f;
        f.write("tracked.txt", "one\n");
        QCOMPARE(f.sh("git init -q . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one"), 0);
        f.begin();
        QCOMPARE(f.agent("sh " + kCases + "OV-05/poison.sh"), 0);
        const auto list = f.review();
        for (const char* path : {".git/config", ".git/hooks/pre-commit", ".h/pre-commit", ".gitattributes"}) {
            QVERIFY2(find(list, path) && !find(list, path)->risks.empty(), path);
        }
        const std::string config = f.read(".git/config");
        f.apply();
        QCOMPARE(f.read(".git/config"), config);
        QVERIFY(!f.exists(".git/hooks/pre-commit"));
        QVERIFY(!f.exists(".gitattributes"));
        QVERIFY(!f.exists(".h"));
        QCOMPARE(f.read("tracked.txt"), std::string("one\nchanged\n"));
    }

    void takesOverCommitsSoThatStatusIsClean() {
        OverlayFixture f;
        f.write("a.txt", "one\n");
        QCOMPARE(f.sh("git init -q . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one"), 0);
        f.begin();
        QCOMPARE(f.agent("echo two >> a.txt; echo new > b.txt; git add -A;"
                         "git -c user.name=t -c user.email=t@example.test commit -qm 'Add greeting'"), 0);
        f.review();
        f.apply();
        QVERIFY2(f.left.empty(), f.left.empty() ? "" : (f.left[0].path + ": " + f.left[0].why.text()).c_str());
        QCOMPARE(f.sh("git log --oneline | grep -q 'Add greeting' && test -z \"$(git status --porcelain)\" && git fsck >/dev/null 2>&1"), 0);
    }

    void seesNoChangeWhereGitStatusRefreshedTheIndex() {
        OverlayFixture f;
        f.write("a.txt", "one\n");
        QCOMPARE(f.sh("git init -q . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one && sleep 0.02 && touch a.txt"), 0);
        const std::string before = f.read(".git/index");
        f.begin();
        QCOMPARE(f.agent("git status --porcelain"), 0);
        QVERIFY2(::access((f.run.path + "/upper/.git/index").c_str(), F_OK) == 0, "git did not write the index: the test shows nothing");
        QCOMPARE(f.review().changes.size(), std::size_t{0});
        QCOMPARE(f.agent("echo two > b.txt; git add b.txt"), 0);
        const auto list = f.review();
        QVERIFY(find(list, ".git/index") && find(list, ".git/index")->risks.empty());
        f.apply();
        QVERIFY(f.left.empty());
        QVERIFY(f.read(".git/index") != before);
        QCOMPARE(f.sh("test \"$(git status --porcelain)\" = 'A  b.txt'"), 0);
    }

    void neverAppliesAnIndexThatGitCannotUse() {
        OverlayFixture f;
        f.write("a.txt", "one\n");
        QCOMPARE(f.sh("git init -q . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one"), 0);
        const std::string before = f.read(".git/index");
        for (const char* harm : {"printf x | dd of=.git/index bs=1 seek=40 conv=notrunc 2>/dev/null", ": > .git/index", "head -c 60 .git/index > i && mv i .git/index",
                                 "git update-index --split-index", "echo rubbish > .git/index"}) {
            f.begin();
            QCOMPARE(f.agent(std::string("git update-index --index-version 2 --force-write-index;") + harm), 0);
            const auto list = f.review();
            const Change* index = find(list, ".git/index");
            QVERIFY2(index != nullptr && !index->refused.empty(), harm);
            f.apply(true, true);
            QVERIFY2(f.read(".git/index") == before, harm);
            QVERIFY2(f.sh("git status --porcelain >/dev/null") == 0, harm);
        }
    }

    void holdsBackAnIndexThatHidesChanges() {
        OverlayFixture f;
        f.write("a.txt", "one\n");
        QCOMPARE(f.sh("git init -q . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one"), 0);
        f.begin();
        QCOMPARE(f.agent("git update-index --assume-unchanged a.txt; echo bad >> a.txt"), 0);
        f.review();
        f.apply();
        QCOMPARE(f.left.size(), std::size_t{1});
        QVERIFY2(f.left[0].why.text().find("no longer look at 1 file ") != std::string::npos, f.left[0].why.text().c_str());
        QCOMPARE(f.sh("test \"$(git status --porcelain)\" = ' M a.txt'"), 0);
    }

    void showsEveryRefThatSaysSomethingElse() {
        OverlayFixture f;
        f.write("a.txt", "one\n");
        QCOMPARE(f.sh("git init -q -b main . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one && git branch kept && git branch gone && git pack-refs --all"), 0);
        f.begin();
        QCOMPARE(f.agent("git branch -q -D gone; git checkout -q -b other; git pack-refs --all --no-prune; git tag v1; git pack-refs --all"), 0);
        const auto history = readHistory(f.trees.view(), f.review());
        std::string shown;
        for (const auto& ref : history.refs) {
            const auto side = [](const std::string& value) { return value.starts_with("ref: ") ? value : std::string(value.empty() ? "none" : "commit"); };
            shown += ref.name + " " + side(ref.before) + " > " + side(ref.after) + "\n";
        }
        QCOMPARE(shown, std::string("HEAD ref: refs/heads/main > ref: refs/heads/other\nrefs/heads/gone commit > none\n"
                                    "refs/heads/other none > commit\nrefs/tags/v1 none > commit\n"));
    }

    void holdsBackTheEndOfARepository() {
        for (const char* harm : {"rm -rf .git", "rm .git/HEAD", "rm -r .git/refs", "rm .git/index", "rm -rf .git; echo x > .git"}) {
            OverlayFixture f;
            f.write("a.txt", "one\n");
            QCOMPARE(f.sh("git init -q -b main . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one && git branch other"), 0);
            f.begin();
            QCOMPARE(f.agent(harm), 0);
            f.review();
            f.apply();
            QVERIFY2(!f.left.empty(), harm);
            QVERIFY2(f.sh("test -z \"$(git status --porcelain)\" && git log --oneline main other >/dev/null && git fsck >/dev/null 2>&1") == 0, harm);
        }
    }

    void appliesOnlyTheContentThatWasJudged() {
        OverlayFixture f;
        f.write("package.json", "{}");
        f.write("a.txt", "one\n");
        QCOMPARE(f.sh("git init -q . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one"), 0);
        f.begin();
        QCOMPARE(f.agent("printf '{\"version\":\"2\"}' > package.json; echo 2 > b.txt; git add b.txt; git branch x"), 0);
        const auto judged = f.review();
        // A run that goes on: frozen as it then was, judged again as it looks now, written as frozen.
        for (const char* path : {"package.json", ".git/index", ".git/refs/heads/x"}) {
            QVERIFY2(!find(judged, path)->judged.empty() && find(judged, path)->risks.empty(), path);
            std::ofstream(f.run.path + "/upper/" + path) << "what nobody judged";
        }
        f.frozen = std::move(freeze(f.trees.upper.get(), judged)).value();
        const ApplyPlace place{f.run, f.trees.view()};
        const auto report = applyChanges(place, judged.changes, f.frozen);
        QVERIFY(report.ok());
        for (const char* path : {"package.json", ".git/index", ".git/refs/heads/x"}) {
            QVERIFY2(std::ranges::find(report->left, path, &LeftPath::path) != report->left.end(), path);
            QVERIFY2(f.read(path) != "what nobody judged", path);
        }
    }

    void holdsBackRefsThatAShellPromptCouldRun() {
        OverlayFixture f;
        f.write("a.txt", "one\n");
        QCOMPARE(f.sh("git init -q -b main . && git add -A && git -c user.name=t -c user.email=t@example.test commit -qm one"), 0);
        f.begin();
        QCOMPARE(f.agent("git checkout -q -b 'x$(touch${IFS}pwned)'"), 0);
        f.review();
        f.apply();
        QCOMPARE(f.sh("test \"$(git branch --format='%(refname)')\" = refs/heads/main"), 0);
        QCOMPARE(f.read(".git/HEAD"), std::string("ref: refs/heads/main\n"));
    }

    void appliesWhatThePersonStartsAndTellsOfIt() {
        OverlayFixture f;
        f.begin();
        QCOMPARE(f.agent("echo 'x = 1' > conftest.py; echo 'export default {}' > eslint.config.js; printf '[project]\\nname = \"x\"\\n' > pyproject.toml"), 0);
        const auto list = f.review();
        QCOMPARE(find(list, "conftest.py")->runs.text(), std::string("when you run the tests"));
        f.apply();
        QVERIFY(f.exists("conftest.py") && f.exists("pyproject.toml"));
        QVERIFY(!f.exists("eslint.config.js"));
    }

    void leavesHiddenFilesWhereTheyAre_data() {
        QTest::addColumn<unsigned>("seed");
        std::random_device device;
        for (int i = 0; i < 12; ++i) {
            const unsigned seed = device();
            QTest::newRow(qPrintable(QString("seed %1").arg(seed))) << seed;
        }
    }
    void leavesHiddenFilesWhereTheyAre() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        OverlayFixture f;
        std::vector<std::string> secrets;
        std::vector<std::string> dirs{""};
        for (int i = 0; i < 8; ++i) {
            const std::string dir = dirs[random() % dirs.size()] + "d" + std::to_string(i) + "/";
            dirs.push_back(dir);
            f.write(dir + "plain", std::to_string(i));
            if (random() % 2 == 0) {
                secrets.push_back(dir + ".env");
                f.write(secrets.back(), "secret " + std::to_string(i));
            }
        }
        f.begin([](std::string_view path) { return path == ".env" || path.ends_with("/.env"); });
        QCOMPARE(f.prepared.hidden.size(), secrets.size());
        QCOMPARE(f.agent("test -z \"$(find . -name .env)\""), 0);
        std::string script;
        for (int i = 0; i < 4; ++i) {
            const std::string dir = dirs[1 + random() % (dirs.size() - 1)];
            switch (random() % 4) {
            case 0: script += "rm -rf " + dir + ";"; break;
            case 1: script += "rm -rf " + dir + "; mkdir -p " + dir + "; echo n > " + dir + "new;"; break;
            case 2: script += "rm -rf " + dir.substr(0, dir.size() - 1) + "; mkdir -p $(dirname " + dir + "); echo f > " + dir.substr(0, dir.size() - 1) + ";"; break;
            default: script += "[ ! -d " + dir + " ] || echo stolen > " + dir + ".env;"; break;
            }
        }
        script = "rm_(){ :; };" + script;
        f.agent("set +e;" + script + "true");
        f.review();
        f.apply(true, true);
        for (const auto& secret : secrets) {
            QVERIFY2(f.read(secret).starts_with("secret "), (secret + " after: " + script).c_str());
        }
    }

    void hidesPrivateKeysByContent() {
        OverlayFixture f;
        f.write("k/server.pem", "-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----\n");
        f.write("k/ca.pem", "-----BEGIN CERTIFICATE-----\nx\n");
        f.begin();
        QCOMPARE(f.agent("test ! -e k/server.pem; test -e k/ca.pem"), 0);
        QCOMPARE(f.list().changes.size(), std::size_t{0});
        const auto summary = finishRun(f.run, f.manifest);
        QVERIFY(summary.ok());
        QVERIFY(summary->removed);
        QVERIFY(::access(f.run.path.c_str(), F_OK) != 0);
    }

    void refusesWhatChangedAfterReview() {
        OverlayFixture f;
        f.write("a", "base");
        f.begin();
        QCOMPARE(f.agent("printf good > a"), 0);
        f.review();
        std::ofstream(f.run.path + "/upper/a") << "evil";
        f.apply();
        QCOMPARE(f.left.size(), std::size_t{1});
        QCOMPARE(f.read("a"), std::string("base"));
    }

    void refusesParentsThatBecameLinks() {
        OverlayFixture f;
        f.write("d/a", "base");
        f.begin();
        QCOMPARE(f.agent("printf new > d/a"), 0);
        f.review();
        QCOMPARE(f.sh("mkdir ../out && printf out > ../out/a && rm -r d && ln -s ../out d"), 0);
        f.apply(true, true);
        QCOMPARE(f.sh("test \"$(cat ../out/a)\" = out"), 0);
        QCOMPARE(f.sh("test -z \"$(ls -A ../out | grep -v '^a$')\""), 0);
    }

    void resumesAfterBeingKilledAnywhere_data() {
        QTest::addColumn<int>("microseconds");
        std::random_device device;
        for (int i = 0; i < 14; ++i) {
            const int when = static_cast<int>(device() % 40000);
            QTest::newRow(qPrintable(QString("%1 us, %2").arg(when).arg(i))) << when;
        }
    }
    void resumesAfterBeingKilledAnywhere() {
        QFETCH(int, microseconds);
        OverlayFixture f;
        for (int i = 0; i < 60; ++i) {
            f.write("d" + std::to_string(i % 6) + "/f" + std::to_string(i), "base");
        }
        f.write("t/x", "x");
        f.begin();
        const std::string seen = f.root + "/seen";
        QCOMPARE(f.agent("for f in d[0-2]/*; do echo changed >> $f; done; rm -r d3 t; echo file > t;"
                         "rm d4/*; mkdir -p n/m; for i in 1 2 3 4 5 6 7 8 9; do echo $i > n/m/$i; done", seen), 0);
        f.review();
        QCOMPARE(f.sh("cp -a . ../before"), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            f.apply();
            std::_Exit(0);
        }
        ::usleep(static_cast<useconds_t>(microseconds));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        f.apply();
        QVERIFY2(f.left.empty(), f.left.empty() ? "" : (f.left[0].path + ": " + f.left[0].why.text()).c_str());
        QVERIFY(sameTree(f.project, seen));
        const pid_t undoer = ::fork();
        if (undoer == 0) {
            f.undo();
            std::_Exit(0);
        }
        ::usleep(static_cast<useconds_t>(microseconds / 2));
        ::kill(undoer, SIGKILL);
        ::waitpid(undoer, nullptr, 0);
        if (microseconds % 2 == 0) { // either legal end can be asked for
            f.apply();
            QVERIFY2(f.left.empty(), f.left.empty() ? "" : f.left[0].path.c_str());
            QVERIFY(sameTree(f.project, seen));
        }
        const ApplyPlace place{f.run, f.trees.view()};
        QVERIFY(resumeJournal(place).ok());
        while (hasApplied(f.run)) {
            const auto report = undoLast(place);
            QVERIFY(report.ok());
            QVERIFY2(report->left.empty(), report->left.empty() ? "" : report->left[0].path.c_str());
        }
        QVERIFY(sameTree(f.project, f.root + "/before"));
    }

    void anUndoThatEndedBeforeADirectoryHadItsModeGivesItThat() {
        for (const auto& [before, after] : {std::pair("700", "755"), std::pair("750", "750")}) { // what an undo makes first; what somebody else made
            OverlayFixture f;
            f.write("d/x", "x");
            QCOMPARE(f.sh("chmod 755 d"), 0);
            f.begin();
            QCOMPARE(f.agent("rm -r d"), 0);
            f.review();
            f.apply();
            QCOMPARE(f.sh(std::string("test ! -e d && mkdir d && chmod ") + before + " d"), 0);
            f.undo();
            QVERIFY2(f.left.empty(), f.left.empty() ? "" : f.left[0].path.c_str());
            QCOMPARE(f.sh(std::string("test $(stat -c %a d) = ") + after + " && test $(cat d/x) = x"), 0);
        }
    }

    void finishesAnEndedUndoAndTakesBackNoOlderApply() {
        OverlayFixture f;
        f.write("a", "base");
        f.write("b", "base");
        f.begin();
        QCOMPARE(f.agent("printf one > a"), 0);
        f.review();
        f.apply();
        QCOMPARE(f.agent("printf two > b"), 0);
        f.review();
        f.apply();
        auto sessions = listSessions(f.run.fd.get());
        QVERIFY(sessions.ok());
        QCOMPARE(sessions->size(), std::size_t{2});
        QVERIFY(writeMark(sessions->back(), "undo.json").ok()); // as far as a killed undo got
        const auto report = f.undo();
        QCOMPARE(report.applied, std::vector<std::string>{"b"});
        QCOMPARE(f.read("a"), std::string("one"));
        QCOMPARE(f.read("b"), std::string("base"));
    }

    void leavesADirectoryThatIsMovedAwayWhileFilesAreStaged() {
        OverlayFixture f;
        f.write("d/f", "base");
        f.begin();
        QCOMPARE(f.agent("printf run > d/f; printf new > d/g"), 0);
        const ApplyPlace place{f.run, f.trees.view()};
        std::vector<std::string> told;
        StagedBatch batch(place, [&](std::size_t, Status status) {
            told.push_back(status ? "done" : status.error().text());
        });
        const auto before = lookAt(place.trees.project, "d/f");
        QVERIFY(before.ok());
        batch.put(0, "d/f", {place.trees.upper, "d/f", NodeType::File, 0644, contentName("run"), {}}, *before);
        batch.put(1, "d/g", {place.trees.upper, "d/g", NodeType::File, 0644, contentName("new"), {}}, Node{});
        QCOMPARE(f.sh("mv d ../elsewhere"), 0);
        batch.flush();
        QCOMPARE(told.size(), std::size_t{2});
        QVERIFY2(told[0].find("moved its directory") != std::string::npos, told[0].c_str());
        QCOMPARE(f.sh("test \"$(ls -A ../elsewhere)\" = f && test \"$(cat ../elsewhere/f)\" = base"), 0);
    }

    void neverAppliesSpecialFilesOrSetuid() {
        OverlayFixture f;
        f.begin();
        QCOMPARE(f.agent("mkfifo p; echo x > s; chmod 4755 s"), 0);
        f.review();
        f.apply(true, true);
        QVERIFY(!f.exists("p"));
        struct stat s {};
        QCOMPARE(::stat((f.project + "/s").c_str(), &s), 0);
        QCOMPARE(s.st_mode & 07777U, 0755U);
    }

    void discardsDeepAndUnreadableTrees() {
        OverlayFixture f;
        f.begin();
        QCOMPARE(f.agent("python3 -c \"\nimport os\nfor i in range(600):\n os.mkdir('deep'); os.chdir('deep')\n\";"
                         "mkdir -p shut/inner; chmod 000 shut"), 0);
        QVERIFY(removeRun(f.run).ok());
        QVERIFY(::access(f.run.path.c_str(), F_OK) != 0);
    }
};

QTEST_APPLESS_MAIN(TestOverlayReview)
#include "tst_overlay_review.moc"
