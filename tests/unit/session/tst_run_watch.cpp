// When the list of runs is to be looked at again (core/session/local_run_watch.h).
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <thread>

#include "core/session/local_run_watch.h"

using namespace leadglass;
using namespace leadglass::session;

class TestRunWatch : public QObject {
    Q_OBJECT
private slots:
    void aRunIsSeenHoweverLateItsManifestComes() {
        QTemporaryDir top;
        Places places;
        places.data = (top.path() + "/data").toStdString();
        places.runtime = (top.path() + "/run").toStdString();
        QDir(top.path()).mkpath("run/runs/01k0late");
        QDir(top.path()).mkpath("data/runs/01k0late"); // its directory is there before the first look
        const auto watch = makeLocalRunWatch(places);
        std::atomic<int> looks = 0;
        std::jthread thread([&](const std::stop_token& stop) {
            (void)watch->watch(
                [&] {
                    ++looks;
                    return true;
                },
                stop);
        });
        QVERIFY(QTest::qWaitFor([&] { return looks == 1; }, 10'000));
        QTest::qWait(600);
        QCOMPARE(looks.load(), 1); // nothing happened
        QFile made(top.path() + "/data/runs/01k0late/manifest.json.new");
        QVERIFY(made.open(QIODevice::WriteOnly));
        made.close();
        QVERIFY(made.rename(top.path() + "/data/runs/01k0late/manifest.json"));
        QVERIFY(QTest::qWaitFor([&] { return looks >= 2; }, 10'000));
    }
};

QTEST_GUILESS_MAIN(TestRunWatch)
#include "tst_run_watch.moc"
