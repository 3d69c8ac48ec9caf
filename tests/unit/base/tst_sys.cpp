// System calls with their guards, on a real directory.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "core/base/sys.h"

using namespace leadglass;

class SysTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_dir = std::make_unique<QTemporaryDir>();
        m_path = m_dir->path().toStdString();
        m_fd = sys::open(m_path, O_RDONLY | O_DIRECTORY).value();
    }

    void opensNothingThroughALinkOrAboveTheDirectory() {
        QCOMPARE(::symlinkat("/etc", m_fd.get(), "link"), 0);
        QVERIFY(!sys::openBeneath(m_fd.get(), "link", O_RDONLY));
        QVERIFY(!sys::openBeneath(m_fd.get(), "link/passwd", O_RDONLY));
        QVERIFY(!sys::openBeneath(m_fd.get(), "../", O_RDONLY));
        QVERIFY(!sys::openBeneath(m_fd.get(), "/etc/passwd", O_RDONLY));
        QVERIFY(!sys::openNoLinks(m_path + "/link/passwd", O_RDONLY));
        QVERIFY(!sys::openNoLinks("relative", O_RDONLY));
    }
    void refusesAPathWithANulByte() {
        QVERIFY(!sys::openBeneath(m_fd.get(), std::string("a\0b", 3), O_RDONLY));
    }
    void replacesAFileWhole() {
        QVERIFY(sys::replaceFileAt(m_fd.get(), "f", "one", 0600));
        QVERIFY(sys::replaceFileAt(m_fd.get(), "f", "two", 0600));
        QCOMPARE(sys::readFile(m_path + "/f", 100).value(), std::string("two"));
        QCOMPARE(m_dir->path().isEmpty(), false);
        QCOMPARE(QDir(m_dir->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList{"f"});
    }
    void givesAFileExactlyTheModeAsked() {
        const mode_t mask = ::umask(077);
        const Status made = sys::replaceFileAt(m_fd.get(), "shown", "x", 0644);
        ::umask(mask);
        QVERIFY(made);
        struct stat s {};
        QCOMPARE(::fstatat(m_fd.get(), "shown", &s, 0), 0);
        QCOMPARE(s.st_mode & 07777, 0644U);
    }
    void refusesAFileThatIsTooLarge() {
        QVERIFY(sys::replaceFileAt(m_fd.get(), "f", std::string(1000, 'x'), 0600));
        const auto content = sys::readFile(m_path + "/f", 999);
        QVERIFY(!content);
        QVERIFY(content.error().what.find("/f") != std::string::npos);
    }
    void removesATreeWithoutFollowingLinksOrStoppingAtModes() {
        QTemporaryDir outside;
        QFile keep(outside.filePath("keep"));
        QVERIFY(keep.open(QIODevice::WriteOnly));
        QVERIFY(sys::makeDirs(m_path + "/t/a/b", 0700));
        QVERIFY(sys::replaceFileAt(m_fd.get(), "x", "1", 0600));
        QCOMPARE(::symlinkat(outside.path().toUtf8().constData(), m_fd.get(), "t/a/link"), 0);
        QCOMPARE(::fchmodat(m_fd.get(), "t/a/b", 0, 0), 0);
        QCOMPARE(::fchmodat(m_fd.get(), "t/a", 0500, 0), 0);
        QVERIFY(sys::removeTree(m_fd.get(), "t"));
        QVERIFY(QFile::exists(outside.filePath("keep")));
        QVERIFY(!QFile::exists(m_dir->filePath("t")));
        QVERIFY(sys::removeTree(m_fd.get(), "t")); // nothing there: nothing to do
    }
    void aSealedMemfdCannotBeChanged() {
        const std::vector<std::uint8_t> content{1, 2, 3};
        auto fd = sys::sealedMemfd("test", content).value();
        QCOMPARE(::write(fd.get(), "x", 1), ssize_t{-1});
        QCOMPARE(::ftruncate(fd.get(), 0), -1);
        QCOMPARE(::fcntl(fd.get(), F_GET_SEALS) & F_SEAL_SEAL, F_SEAL_SEAL);
    }
    void passesDescriptorsAndTellsTheEnd() {
        auto pair = sys::seqpacketPair().value();
        const std::vector<std::uint8_t> bytes{9};
        const std::vector<int> fds{m_fd.get(), m_fd.get()};
        QVERIFY(sys::sendMessage(pair.ours.get(), bytes, fds));
        auto message = sys::receiveMessage(pair.theirs.get()).value();
        QCOMPARE(message.bytes, bytes);
        QCOMPARE(message.fds.size(), std::size_t{2});
        QCOMPARE(::fcntl(message.fds[0].get(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
        pair.ours.reset();
        QCOMPARE(sys::receiveMessage(pair.theirs.get()).error().code, Code::Closed);
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    std::string m_path;
    UniqueFd m_fd;
};

QTEST_APPLESS_MAIN(SysTest)
#include "tst_sys.moc"
