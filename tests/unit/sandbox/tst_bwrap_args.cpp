// What bwrap is told, for plans made by hand.
#include <QtTest/QtTest>

#include <algorithm>

#include "core/sandbox/bwrap_args.h"

using namespace leadglass;
using sandbox::Mount;

namespace {

Mount mount(Mount::Kind kind, const std::string& target) {
    Mount m;
    m.kind = kind;
    m.target = target;
    m.source = "/host" + target;
    m.content = "content";
    m.sizeBytes = 1 << 20;
    m.why = "test";
    return m;
}

QString joined(const sandbox::Plan& plan) {
    const auto args = sandbox::bwrapArgs(plan);
    if (!args.ok()) {
        return "error: " + QString::fromStdString(args.error().text());
    }
    QString text;
    for (const auto& word : *args) {
        text += QString::fromStdString(word) + ' ';
    }
    return text;
}

} // namespace

class BwrapArgsTest : public QObject {
    Q_OBJECT
private slots:
    void deepestTargetWinsInEveryOrder() {
        std::vector<Mount> mounts{mount(Mount::Kind::Bind, "/a"), mount(Mount::Kind::Bind, "/a/b"),
                                  mount(Mount::Kind::Bind, "/a/b/c"),
                                  mount(Mount::Kind::Bind, "/a/b/c/d")};
        std::vector<std::size_t> order{0, 1, 2, 3};
        do {
            sandbox::Plan plan;
            for (const std::size_t i : order) {
                plan.mounts.push_back(mounts[i]);
            }
            std::size_t last = 0;
            for (const std::size_t i : sandbox::mountOrder(plan)) {
                QVERIFY(plan.mounts[i].target.size() > last);
                last = plan.mounts[i].target.size();
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }

    void ofTwoMountsAtOnePlaceTheLaterWins() {
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Bind, "/a"), mount(Mount::Kind::Data, "/a")};
        QCOMPARE(sandbox::mountOrder(plan), (std::vector<std::size_t>{0, 1}));
    }

    void everyKindHasItsOption_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("writable");
        QTest::addColumn<bool>("optional");
        QTest::addColumn<QString>("expected");
        using K = Mount::Kind;
        const auto row = [](const char* name, K kind, bool writable, bool optional, const char* expected) {
            QTest::newRow(name) << static_cast<int>(kind) << writable << optional << QString(expected);
        };
        row("bind", K::Bind, false, false, " --ro-bind /tmp/0 /x ");
        row("bind rw", K::Bind, true, false, " --bind /tmp/0 /x ");
        row("bind optional", K::Bind, false, true, " --ro-bind-try /tmp/0 /x ");
        row("bind rw optional", K::Bind, true, true, " --bind-try /tmp/0 /x ");
        row("overlay rw", K::Overlay, true, false, " --bind /tmp/0 /x ");
        row("overlay ro", K::Overlay, false, false, " --ro-bind /tmp/0 /x ");
        row("an overlay is never optional", K::Overlay, true, true, " --bind /tmp/0 /x ");
        row("home", K::Home, true, false, " --bind /tmp/0 /x ");
        row("data", K::Data, false, false, " --ro-bind /tmp/0 /x ");
        row("tmpfs", K::Tmpfs, true, false, " --perms 0755 --size 1048576 --tmpfs /x ");
        row("symlink", K::Symlink, false, false, " --symlink content /x ");
        row("dir", K::Dir, false, false, " --perms 0755 --dir /x ");
        row("proc", K::Proc, false, false, " --proc /x ");
        row("dev", K::Dev, false, false,
            " --dev /x --perms 1777 --size 268435456 --tmpfs /x/shm ");
    }
    void everyKindHasItsOption() {
        QFETCH(int, kind);
        QFETCH(bool, writable);
        QFETCH(bool, optional);
        QFETCH(QString, expected);
        sandbox::Plan plan;
        plan.mounts = {mount(static_cast<Mount::Kind>(kind), "/x")};
        plan.mounts[0].writable = writable;
        plan.mounts[0].optional = optional;
        const QString text = joined(plan);
        QVERIFY2(text.contains(expected), qPrintable(text));
    }

    void alwaysUnsharesDropsAndFilters() {
        const QString text = joined({});
        for (const char* word : {"--unshare-all", "--unshare-user", "--disable-userns", "--as-pid-1",
                                 "--die-with-parent", "--new-session", "--cap-drop ALL", "--clearenv",
                                 "--seccomp 6", "--ro-bind /tmp/init /.leadglass/init"}) {
            QVERIFY2(text.contains(word), word);
        }
        QVERIFY2(text.indexOf("--remount-ro /") > text.indexOf("/.leadglass/init"), qPrintable(text));
    }

    void nothingOfTheHostsPathsIsSaid() {
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Bind, "/secret-name"), mount(Mount::Kind::Overlay, "/p")};
        plan.environment = {{"TOKEN", "do-not-show", true, "test"}};
        plan.command = {"/bin/agent", "argument-text"};
        const QString text = joined(plan);
        QVERIFY(!text.contains("/host"));
        QVERIFY(!text.contains("do-not-show"));
        QVERIFY(!text.contains("argument-text"));
    }

    void ownShmIsNotMountedTwice() {
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Dev, "/dev"), mount(Mount::Kind::Tmpfs, "/dev/shm")};
        QCOMPARE(joined(plan).count("--tmpfs /dev/shm"), 1);
    }

    void onlyUnsafeRootMapsIds() {
        sandbox::Plan plan;
        QVERIFY(!joined(plan).contains("--uid"));
        plan.root = sandbox::RootPlan{false, 1234, 1234};
        QVERIFY(!joined(plan).contains("--uid"));
        plan.root = sandbox::RootPlan{true, 0, 0};
        QVERIFY(joined(plan).contains("--uid 0 --gid 0"));
    }

    void refusesTargetsThatAreNoPlace_data() {
        QTest::addColumn<QString>("target");
        for (const char* target : {"", "/", "relative", "/a/../b", "/a/./b", "/a//b", "/a/", "/..", "/."}) {
            QTest::newRow(*target != 0 ? target : "empty") << QString(target);
        }
        QTest::newRow("NUL") << QString("/a") + QChar(0) + "b";
        QTest::newRow("too long") << QString("/") + QString(5000, 'a');
    }
    void refusesTargetsThatAreNoPlace() {
        QFETCH(QString, target);
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Bind, target.toStdString())};
        QVERIFY(!sandbox::bwrapArgs(plan).ok());
    }

    void refusesATmpfsWithoutASize() {
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Tmpfs, "/t")};
        plan.mounts[0].sizeBytes = 0;
        QVERIFY(joined(plan).startsWith("error: mount 0 at '/t'"));
    }
};

QTEST_APPLESS_MAIN(BwrapArgsTest)
#include "tst_bwrap_args.moc"
