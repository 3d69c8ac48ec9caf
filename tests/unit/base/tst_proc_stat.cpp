// Names of processes are the inside's to choose; pid, parent and start are the kernel's.
#include <QtTest/QtTest>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/proc_stat.h"

using namespace leadglass;

class ProcStatTest : public QObject {
    Q_OBJECT

private slots:
    void tellsThisProcess() {
        const auto stat = procStat(static_cast<std::uint64_t>(getpid()));
        QVERIFY(stat.has_value());
        QCOMPARE(stat->parent, std::int64_t(getppid()));
        QVERIFY(stat->start != 0);
    }
    void aNameCannotPretendToBeFields_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {") R 1 (", "a) S 1", "((", "))", "a\nb", "\xff\xfe", " "}) {
            QTest::newRow(name) << QByteArray(name);
        }
    }
    void aNameCannotPretendToBeFields() {
        QFETCH(QByteArray, name);
        const pid_t child = fork();
        if (child == 0) {
            prctl(PR_SET_NAME, name.constData());
            raise(SIGSTOP);
            _exit(0);
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, WUNTRACED), child);
        const auto stat = procStat(static_cast<std::uint64_t>(child));
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        QVERIFY(stat.has_value());
        QCOMPARE(QByteArray::fromStdString(stat->name), name);
        QCOMPARE(stat->parent, std::int64_t(getpid()));
        QVERIFY(stat->start != 0);
    }
    void anotherFormIsNothing_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "1", "1 (sh", ")(", "1 (sh) S", "1 (sh) S 1 1 1 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0",
                                 "1 (sh) S x 1 1 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0 98765 1",
                                 "1 (sh) S 1 1 1 0 -1 4194560 1 2 3 4 10 20 30 -40 20 0 1 0 98765 1"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }
    void anotherFormIsNothing() {
        QFETCH(QByteArray, text);
        QVERIFY(!parseProcStat(text.toStdString()));
    }
    void aProcessThatIsNotThereIsNothing() { QVERIFY(!procStat(0)); }
};

QTEST_APPLESS_MAIN(ProcStatTest)
#include "tst_proc_stat.moc"
