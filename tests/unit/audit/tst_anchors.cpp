// Anchors outside the history: the local file and the system's journal.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QFile>
#include <QTest>
#include <array>

#include "core/audit/anchor_file.h"
#include "core/audit/journal_anchor.h"
#include "core/base/unique_fd.h"
#include "history_fixture.h"

using namespace leadglass;
using namespace leadglass::audit;
using leadglass::test::History;

namespace {

const std::string kHead(64, 'a');

void addText(const std::string& path, const QByteArray& text) {
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::Append));
    QCOMPARE(file.write(text), text.size());
}

}  // namespace

class TestAnchors : public QObject {
    Q_OBJECT

private slots:
    void whatWasAppendedIsReadBackInOrder() {
        QTemporaryDir dir;
        const std::string state = dir.filePath("state").toStdString();
        QVERIFY(test::must(readAnchors(state), "none").anchors.empty());
        for (int i = 1; i <= 3; ++i) {
            QVERIFY(appendAnchor(state, {i * 10, kHead}, 1'800'000'000'000'000'000));
        }
        const KnownAnchors known = test::must(readAnchors(state), "read");
        QCOMPARE(known.anchors.size(), std::size_t{3});
        QCOMPARE(known.anchors[2].count, 30);
        QCOMPARE(known.anchors[2].head, kHead);
        QCOMPARE(known.badLines, 0);
        struct stat s {};
        QCOMPARE(::stat((state + "/anchors").c_str(), &s), 0);
        QCOMPARE(s.st_mode & 0777U, 0600U);
    }

    void foreignLinesAreCountedNotBelieved() {
        QTemporaryDir dir;
        const std::string state = dir.filePath("state").toStdString();
        QVERIFY(appendAnchor(state, {5, kHead}, 0));
        addText(state + "/anchors", "junk\n2026 -4 " + QByteArray(64, 'a') +
                                        "\n2026 99999999999999999999 " + QByteArray(64, 'a') +
                                        "\n2026 7 short\n\n2026 8 " + QByteArray(64, 'b') +
                                        "\nx 9 cut");
        const KnownAnchors known = test::must(readAnchors(state), "read");
        QCOMPARE(known.anchors.size(), std::size_t{2});
        QCOMPARE(known.anchors[1].count, 8);
        QCOMPARE(known.badLines, 5);
    }

    void onlyTheNewestPartOfAHugeFileIsRead() {
        QTemporaryDir dir;
        const std::string state = dir.filePath("state").toStdString();
        QVERIFY(appendAnchor(state, {5, kHead}, 0));
        addText(state + "/anchors", QByteArray(static_cast<int>(kMaxAnchorBytes), 'z') + "\n");
        QVERIFY(appendAnchor(state, {6, kHead}, 0));
        const KnownAnchors known = test::must(readAnchors(state), "read");
        QCOMPARE(known.anchors.size(), std::size_t{1});
        QCOMPARE(known.anchors[0].count, 6);
    }

    void aLinkOrAForeignModeIsRefused() {
        QTemporaryDir dir;
        const std::string state = dir.filePath("state").toStdString();
        const std::string victim = dir.filePath("victim").toStdString();
        QVERIFY(appendAnchor(state, {5, kHead}, 0));
        QCOMPARE(::chmod((state + "/anchors").c_str(), 0644), 0);
        QVERIFY(!appendAnchor(state, {6, kHead}, 0));
        QVERIFY(!readAnchors(state));
        QCOMPARE(::rename((state + "/anchors").c_str(), victim.c_str()), 0);
        QCOMPARE(::symlink(victim.c_str(), (state + "/anchors").c_str()), 0);
        QVERIFY(!appendAnchor(state, {6, kHead}, 0));
        QVERIFY(!readAnchors(state));
        QVERIFY(!QFile(QString::fromStdString(victim)).size() == 0);
    }

    void theJournalGetsOneRecordWithTheHead() {
        QTemporaryDir dir;
        const std::string path = dir.filePath("socket").toStdString();
        const UniqueFd server(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, path.size());
        QCOMPARE(::bind(server.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        QVERIFY(sendJournalAnchor({42, kHead}, "run\nLEADGLASS_AUDIT_COUNT=1", path));
        std::array<char, 4096> buffer{};
        const ssize_t size = ::recv(server.get(), buffer.data(), buffer.size(), 0);
        QVERIFY(size > 0);
        const QByteArray text(buffer.data(), static_cast<int>(size));
        const auto lines = text.split('\n');
        QVERIFY(lines.contains("LEADGLASS_AUDIT_HEAD=" + QByteArray::fromStdString(kHead)));
        QVERIFY(lines.contains("LEADGLASS_AUDIT_COUNT=42"));
        QVERIFY(!lines.contains("LEADGLASS_AUDIT_COUNT=1"));  // no field was smuggled in
        QVERIFY(lines.front().startsWith("MESSAGE="));
        QVERIFY(text.endsWith('\n'));
    }

    void noJournalIsSaidAndAFullOneDoesNotBlock() {
        const auto none = sendJournalAnchor({1, kHead}, "r", "/nonexistent/socket");
        QVERIFY(!none && none.error().code == Code::NotFound);
        QTemporaryDir dir;
        const std::string path = dir.filePath("socket").toStdString();
        const UniqueFd server(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, path.size());
        QCOMPARE(::bind(server.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        bool refused = false;
        for (int i = 0; i < 100'000 && !refused; ++i) {
            refused = !sendJournalAnchor({1, kHead}, "r", path).ok();
        }
        QVERIFY(refused);
    }
};

QTEST_APPLESS_MAIN(TestAnchors)
#include "tst_anchors.moc"
