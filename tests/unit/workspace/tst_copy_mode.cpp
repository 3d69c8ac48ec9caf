// Mode "copy": what a hostile run leaves in its copy becomes a list of changes, or an error that keeps it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QtTest>
#include <cstdlib>
#include <filesystem>

#include "core/base/sys.h"
#include "core/workspace/collect_copy.h"
#include "core/workspace/copy_tree.h"
#include "core/workspace/finish_run.h"
#include "tests/unit/workspace/overlay_fixture.h"

using namespace leadglass;
using namespace leadglass::workspace;
using leadglass::test::find;
using leadglass::test::OverlayFixture;

namespace {

// A run in mode "copy" of the fixture's project.
void beginCopy(OverlayFixture& f, const PathMatcher& hides = {}) {
    f.begin(hides ? hides : [](std::string_view) { return false; });
    const auto project = sys::open(f.project, O_RDONLY | O_DIRECTORY);
    CopyBudget budget;
    budget.bytes = 1 << 30;
    const auto report = copyProject(f.run, project->get(), HiddenSet(f.manifest.hidden), budget);
    QVERIFY2(report.ok(), report ? "" : report.error().text().c_str());
    ::usleep(20000);
}

int agent(const OverlayFixture& f, const std::string& script) {
    return std::system(("cd '" + f.run.path + "/copy' && " + script).c_str());
}

void collect(OverlayFixture& f) {
    const Status done = collectCopy(f.run);
    QVERIFY2(done.ok(), done ? "" : done.error().text().c_str());
    QVERIFY(!copyWaits(f.run));
    QVERIFY(!std::filesystem::exists(f.run.path + "/copy"));
    f.trees = std::move(openTrees(f.run, f.manifest)).value();
}

} // namespace

class TestCopyMode : public QObject {
    Q_OBJECT

private slots:
    void treesOfAnyDepthModeAndNameAreCollected() {
        OverlayFixture f;
        f.write("shut/old", "old\n");
        f.write("plain", "plain\n");
        beginCopy(f);
        QCOMPARE(agent(f, "python3 -c \"\nimport os\n"
                          "for i in range(300): os.mkdir('d' * 60); os.chdir('d' * 60)\n"
                          "open('end', 'w').close()\n\" && mkdir closed && echo x > closed/x && chmod 0 closed shut && "
                          "mkfifo pipe && printf y > \"$(printf 'bad\\377\\nname')\" && chmod 0 ."),
                 0);
        collect(f);
        const auto list = f.list();
        QCOMPARE(find(list, std::string("bad\377\nname"))->kind, ChangeKind::Added);
        QVERIFY(!find(list, "pipe")->refused.empty());
        QCOMPARE(find(list, "shut")->kind, ChangeKind::ModeChanged);
        QCOMPARE(find(list, "closed")->kind, ChangeKind::Added);
        QVERIFY(find(list, std::string(60, 'd')) != nullptr);
        QVERIFY(find(list, "plain") == nullptr);
        QVERIFY(removeRun(f.run).ok());
    }

    // However the clock stood: what a file was when it was copied is compared, not what is newer.
    void aChangeUnderAnOlderTimeIsFound() {
        OverlayFixture f;
        f.write("a", "one\n");
        f.write("b", "two\n");
        beginCopy(f);
        QCOMPARE(agent(f, "printf 'ONE\\n' > a && touch -d '2001-01-01' a && cp -p b b2 && mv b2 b"), 0);
        collect(f);
        const auto list = f.list();
        QCOMPARE(list.changes.size(), std::size_t{1});
        QCOMPARE(list.changes.front().path, std::string("a"));
    }

    void linksAreNeverFollowed() {
        OverlayFixture f;
        f.write("dir/file", "project\n");
        std::filesystem::create_directories(f.root + "/outside");
        beginCopy(f);
        QCOMPARE(agent(f, "rm -r dir && ln -s '" + f.root + "/outside' dir"), 0);
        collect(f);
        const auto list = f.list();
        QCOMPARE(find(list, "dir")->kind, ChangeKind::TypeChanged);
        QCOMPARE(find(list, "dir/file")->kind, ChangeKind::Deleted);
        QVERIFY(std::filesystem::is_empty(f.root + "/outside"));
    }

    // A crash in the middle: what was moved is not taken for deleted by the next try.
    void anInterruptedCollectGoesOn() {
        OverlayFixture f;
        f.write("d/a", "a\n");
        f.write("d/b", "b\n");
        f.write("gone", "g\n");
        beginCopy(f);
        QCOMPARE(agent(f, "echo more >> d/a && echo more >> d/b && rm gone"), 0);
        QCOMPARE(::mkdir((f.run.path + "/upper/d").c_str(), 0755), 0);
        QCOMPARE(::rename((f.run.path + "/copy/d/a").c_str(), (f.run.path + "/upper/d/a").c_str()), 0);
        collect(f);
        const auto list = f.list();
        QCOMPARE(list.changes.size(), std::size_t{3});
        QCOMPARE(find(list, "d/a")->kind, ChangeKind::Changed);
        QCOMPARE(find(list, "d/b")->kind, ChangeKind::Changed);
        QCOMPARE(find(list, "gone")->kind, ChangeKind::Deleted);
    }

    void aRunWhoseCopyIsNotCollectedIsNeitherListedNorRemoved() {
        OverlayFixture f;
        f.write("a", "one\n");
        beginCopy(f);
        QCOMPARE(agent(f, "echo two > a"), 0);
        const auto early = openTrees(f.run, f.manifest);
        QVERIFY(!early.ok());
        QCOMPARE(early.error().code, Code::Busy);
        QVERIFY(!finishRun(f.run, f.manifest).ok());
        QCOMPARE(::truncate((f.run.path + "/copy.list").c_str(), 40), 0);
        QCOMPARE(collectCopy(f.run).error().code, Code::Corrupt);
        QVERIFY(std::filesystem::exists(f.run.path + "/copy/a"));
    }
};

QTEST_APPLESS_MAIN(TestCopyMode)
#include "tst_copy_mode.moc"
