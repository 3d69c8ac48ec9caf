// A crash leaves a page, and nothing secret in it.
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

#include "core/base/crash_report.h"
#include "core/base/sys.h"

using namespace leadglass;

namespace {
int g_pipe[2];
void lastAct(void*) { (void)!::write(g_pipe[1], "restored", 8); }
} // namespace

class CrashReportTest : public QObject {
    Q_OBJECT
private slots:
    void aFatalSignalLeavesOnePageAndTheSameEnd_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("segv") << SIGSEGV;
        QTest::newRow("abort") << SIGABRT;
    }
    void aFatalSignalLeavesOnePageAndTheSameEnd() {
        QFETCH(int, signal);
        QTemporaryDir dir;
        const std::string path = dir.path().toStdString() + "/crashes";
        QCOMPARE(::pipe(g_pipe), 0);
        const pid_t pid = ::fork();
        if (pid == 0) {
            static volatile char secret[] = "hunter2-secret";
            (void)secret[0];
            if (!crash::install(path, "test", "9.9")) ::_exit(1);
            crash::setLastAct(lastAct, nullptr);
            ::raise(signal);
            ::_exit(2);
        }
        int status = 0;
        ::waitpid(pid, &status, 0);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), signal);
        char act[8] = {};
        QCOMPARE(::read(g_pipe[0], act, sizeof act), ssize_t{8});
        const auto page =
            sys::readFile(path + "/crash-test-" + std::to_string(pid) + ".txt", 10000).value();
        QVERIFY(page.starts_with("test 9.9\n"));
        QVERIFY(page.find("signal " + std::to_string(signal)) != std::string::npos);
        QVERIFY(page.find("  0x") != std::string::npos);
        QVERIFY(page.find("hunter2") == std::string::npos);
        ::close(g_pipe[0]);
        ::close(g_pipe[1]);
    }
};

QTEST_APPLESS_MAIN(CrashReportTest)
#include "tst_crash_report.moc"
