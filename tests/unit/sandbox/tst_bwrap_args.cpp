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
            const auto made = sandbox::mountOrder(plan);
            QVERIFY(made.ok());
            QVERIFY(made->bwrap.empty());
            for (const std::size_t i : made->launch) {
                QVERIFY(plan.mounts[i].target.size() > last);
                last = plan.mounts[i].target.size();
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }

    void ofTwoMountsAtOnePlaceTheLaterWins() {
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Bind, "/a"), mount(Mount::Kind::Data, "/a")};
        QCOMPARE(sandbox::mountOrder(plan)->launch, (std::vector<std::size_t>{0, 1}));
    }

    void onlyProcAndDevAndWhatLiesBelowAreBwraps() {
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Bind, "/device"),    mount(Mount::Kind::Dev, "/dev"),
                       mount(Mount::Kind::Tmpfs, "/dev/shm"),  mount(Mount::Kind::Proc, "/proc"),
                       mount(Mount::Kind::Symlink, "/procs"),  mount(Mount::Kind::Dir, "/x/dev"),
                       mount(Mount::Kind::Symlink, "/dev/log")};
        const auto order = sandbox::mountOrder(plan);
        QVERIFY(order.ok());
        QCOMPARE(order->bwrap, (std::vector<std::size_t>{1, 3, 2, 6}));
        QCOMPARE(order->launch, (std::vector<std::size_t>{0, 4, 5}));
    }

    void nothingOfTheHostLiesBelowDev() {
        for (const auto kind : {Mount::Kind::Bind, Mount::Kind::Overlay, Mount::Kind::Home, Mount::Kind::Data}) {
            sandbox::Plan plan;
            plan.mounts = {mount(Mount::Kind::Dev, "/dev"), mount(kind, "/dev/x")};
            QVERIFY(joined(plan).startsWith("error: mount 1 at '/dev/x'"));
        }
    }

    void everyKindBelowDevHasItsOption_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("expected");
        using K = Mount::Kind;
        const auto row = [](const char* name, K kind, const char* expected) {
            QTest::newRow(name) << static_cast<int>(kind) << QString(expected);
        };
        row("tmpfs", K::Tmpfs, " --perms 0755 --size 1048576 --tmpfs /dev/x ");
        row("symlink", K::Symlink, " --symlink content /dev/x ");
        row("dir", K::Dir, " --perms 0755 --dir /dev/x ");
        row("proc", K::Proc, " --proc /dev/x ");
        row("device", K::Device, " --dev-bind /tmp/device-1 /dev/x ");
        row("dev", K::Dev, " --dev /dev/x --perms 1777 --size 268435456 --tmpfs /dev/x/shm ");
    }
    void everyKindBelowDevHasItsOption() {
        QFETCH(int, kind);
        QFETCH(QString, expected);
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Dev, "/dev"), mount(static_cast<Mount::Kind>(kind), "/dev/x")};
        const QString text = joined(plan);
        QVERIFY2(text.contains(expected), qPrintable(text));
    }

    void theTreeOfLaunchIsBoundAsOneAndNothingElse() {
        sandbox::Plan plan;
        using K = Mount::Kind;
        for (const auto kind : {K::Bind, K::Overlay, K::Home, K::Data, K::Tmpfs, K::Symlink, K::Dir}) {
            plan.mounts.push_back(mount(kind, "/x" + std::to_string(plan.mounts.size())));
        }
        const QString text = joined(plan);
        QVERIFY2(text.contains(" --bind /tmp/root / "), qPrintable(text));
        QCOMPARE(text.count("bind"), 1);
        QVERIFY2(!text.contains("/x"), qPrintable(text));
    }

    void alwaysUnsharesDropsAndFilters() {
        const QString text = joined({});
        for (const char* word : {"--unshare-all", "--unshare-user", "--disable-userns", "--as-pid-1",
                                 "--die-with-parent", "--new-session", "--cap-drop ALL", "--clearenv",
                                 "--seccomp 6"}) {
            QVERIFY2(text.contains(word), word);
        }
        QVERIFY2(text.indexOf("--remount-ro /") > text.indexOf("--bind /tmp/root /"), qPrintable(text));
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

    void aDeviceIsOpenedByLaunchAndShownByBwrapBehindDev() {
        sandbox::Plan plan;
        plan.mounts = {mount(Mount::Kind::Device, "/dev/dri/renderD128"), mount(Mount::Kind::Dev, "/dev")};
        const auto order = sandbox::mountOrder(plan);
        QCOMPARE(order->launch, (std::vector<std::size_t>{0}));
        QCOMPARE(order->bwrap, (std::vector<std::size_t>{1, 0}));
        for (const char* outside : {"/dev", "/device", "/etc/null"}) {
            plan.mounts[0].target = outside;
            QVERIFY(joined(plan).startsWith("error: mount 0"));
        }
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
