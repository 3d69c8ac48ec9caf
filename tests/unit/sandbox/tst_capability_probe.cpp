// Probes answer for this machine, agree with each other, and leave nothing behind.
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <cstdlib>
#include <set>

#include "core/base/sys.h"
#include "core/sandbox/capability_probe.h"
#include "core/sandbox/probe_namespace.h"
#include "tests/support/require.h"

using namespace leadglass;
using namespace leadglass::sandbox;

namespace {

const Check* find(const std::vector<Check>& checks, const std::string& id) {
    for (const Check& check : checks) {
        if (check.id == id) {
            return &check;
        }
    }
    return nullptr;
}

void putProgram(const std::string& path, const std::string& text, mode_t mode) {
    auto file = sys::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0700);
    QVERIFY(file && sys::writeAll(file->get(), text) && ::fchmod(file->get(), mode) == 0);
}

// PATH for the time of one test.
class OnlyPath {
public:
    explicit OnlyPath(const std::string& path) : m_before(std::getenv("PATH")) {
        ::setenv("PATH", path.c_str(), 1);
    }
    OnlyPath(const OnlyPath&) = delete;
    OnlyPath& operator=(const OnlyPath&) = delete;
    ~OnlyPath() { ::setenv("PATH", m_before.c_str(), 1); }

private:
    std::string m_before;
};

}  // namespace

class TestCapabilityProbe : public QObject {
    Q_OBJECT

private slots:
    void everyCheckIsThereOnceWithEvidenceAndNothingStays() {
        QTemporaryDir dir;
        Places places;
        places.data = dir.path().toStdString() + "/data, with: odd=name";
        const auto checks = probeMachine(places);
        std::set<std::string> ids;
        for (const Check& check : checks) {
            QVERIFY2(ids.insert(check.id).second, check.id.c_str());
            QVERIFY2(!check.evidence.empty(), check.id.c_str());
            QVERIFY2(check.status != CheckStatus::Missing || !check.fix.empty(), check.id.c_str());
        }
        for (const char* id : {"kernel", "userns", "bwrap", "overlay", "rename", "nft", "landlock", "seccomp",
                               "limits", "terminal", "disk"}) {
            QVERIFY2(ids.count(id) == 1, id);
        }
        QVERIFY(QDir(QString::fromStdString(places.data))
                    .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        for (const char* id : {"userns", "overlay", "nft"}) {
            if (test::required(id)) {
                QVERIFY2(find(checks, id)->status == CheckStatus::Ok,
                         find(checks, id)->evidence.c_str());
            }
        }
        QCOMPARE(find(checks, "nft")->status == CheckStatus::Ok, nftWorks());
        QCOMPARE(find(checks, "bwrap")->status == CheckStatus::Ok, findBwrap().ok());
    }

    void aDataDirectoryThatCannotBeUsedIsMissing() {
        Places places;
        places.data = "/proc/leadglass";
        const auto checks = probeMachine(places);
        QVERIFY(find(checks, "overlay")->status == CheckStatus::Missing);
    }

    // A lock of the program that asks (the app's own) would else be held by a child that outlives it for a moment.
    void theChildHoldsNoDescriptorOfItsParent() {
        QTemporaryDir dir;
        const auto lock = sys::open(dir.filePath("lock").toStdString(), O_RDWR | O_CREAT, 0600);
        QVERIFY(lock);
        const int held[] = {lock->get(), ::fcntl(lock->get(), F_DUPFD, 100)};
        const auto isHeld = [](const void* argument) {
            const int* fds = static_cast<const int*>(argument);
            return ::fcntl(fds[0], F_GETFD) < 0 || fds[0] == 3 ? (::fcntl(fds[1], F_GETFD) < 0 ? 0 : EBUSY) : EBUSY; // 3: its report
        };
        const ProbeResult result = inNamespaces(0, isHeld, held);
        ::close(held[1]);
        QVERIFY2(result.ok(), result.text().c_str());
    }

    void aFailingStepIsNamedWithItsError() {
        const auto fails = [](const void*) { return EXDEV; };
        const ProbeResult result = inNamespaces(0, fails, nullptr);
        QVERIFY(!result.ok());
        if (result.failed == ProbeResult::Step::Probe) {  // user namespaces are to be had here
            QCOMPARE(result.error, EXDEV);
            QVERIFY(result.text().find("Invalid cross-device link") != std::string::npos);
        }
        const ProbeResult dies = inNamespaces(
            0, [](const void*) -> int { ::_exit(0); }, nullptr);
        QVERIFY(!dies.ok());
    }

    void bwrapVersionsAreCompared_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<bool>("enough");
        QTest::newRow("debian 12") << QByteArray("bubblewrap 0.8.0") << true;
        QTest::newRow("newer") << QByteArray("bubblewrap 0.11.0") << true;
        QTest::newRow("one") << QByteArray("bubblewrap 1.0") << true;
        QTest::newRow("older") << QByteArray("bubblewrap 0.7.0") << false;
        QTest::newRow("another program") << QByteArray("busybox 1.36.1") << false;
        QTest::newRow("nothing") << QByteArray("") << false;
    }
    void bwrapVersionsAreCompared() {
        QFETCH(QByteArray, line);
        QFETCH(bool, enough);
        QCOMPARE(newEnoughBwrap(line.toStdString()), enough);
    }

    void anUnfitBwrapIsRefusedByName_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<uint>("mode");
        const QByteArray good = "#!/bin/sh\necho bubblewrap 0.9.0\n";
        QTest::newRow("setuid") << good << 04755U;
        QTest::newRow("writable by others") << good << 0777U;
        QTest::newRow("old") << QByteArray("#!/bin/sh\necho bubblewrap 0.4.1\n") << 0755U;
        QTest::newRow("fails") << QByteArray("#!/bin/sh\nexit 1\n") << 0755U;
        QTest::newRow("hangs") << QByteArray("#!/bin/sh\nexec /bin/sleep 30\n") << 0755U;
        QTest::newRow("no program") << QByteArray(
                                           "\x7f"
                                           "ELF")
                                    << 0755U;
    }
    void anUnfitBwrapIsRefusedByName() {
        QFETCH(QByteArray, text);
        QFETCH(uint, mode);
        QTemporaryDir dir;
        const std::string path = dir.path().toStdString() + "/bwrap";
        putProgram(path, text.toStdString(), mode);
        const OnlyPath only(dir.path().toStdString());
        const auto found = findBwrap();
        const Status fit = found ? checkBwrapVersion(*found) : Status(found.error());
        QVERIFY(!fit);
        QVERIFY2(fit.error().what.find(path) != std::string::npos, fit.error().what.c_str());
    }

    void aGoodBwrapIsFoundByItsRealNameAndRelativeEntriesAreNot() {
        QTemporaryDir dir;
        const std::string place = dir.path().toStdString();
        putProgram(place + "/real", "#!/bin/sh\necho bubblewrap 0.9.0\n", 0755);
        QCOMPARE(::symlink("real", (place + "/bwrap").c_str()), 0);
        {
            const OnlyPath only(place);
            QCOMPARE(findBwrap().value(), sys::realPath(place + "/real").value());
            QCOMPARE(findBwrap("/elsewhere").value(), sys::realPath(place + "/real").value());
            const auto ofTheProject = findBwrap(sys::realPath(place).value());
            QVERIFY(!ofTheProject || *ofTheProject != sys::realPath(place + "/real").value());
        }
        QVERIFY(QDir::setCurrent(dir.path()));
        const OnlyPath only(".:relative");
        const auto found = findBwrap();
        QVERIFY(!found || found->find(place) == std::string::npos);
        QDir::setCurrent("/");
    }
};

QTEST_APPLESS_MAIN(TestCapabilityProbe)
#include "tst_capability_probe.moc"
