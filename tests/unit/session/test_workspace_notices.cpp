// What a person is told of their project before the command starts.
#include <QtTest/QtTest>

#include "core/session/workspace_notices.h"

using namespace leadglass::session;

class TestWorkspaceNotices : public QObject {
    Q_OBJECT
private slots:
    void mountsBelowAProjectAreFoundWhateverTheirNames() {
        const std::string lines = "21 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                  "30 21 0:30 / /home/u/p rw shared:1 - tmpfs tmpfs rw\n"
                                  "31 21 0:31 / /home/u/p/mnt rw - tmpfs tmpfs rw\n"
                                  "32 21 0:32 / /home/u/p/a\\040b\\134c\\012d rw - tmpfs tmpfs rw\n"
                                  "33 21 0:33 / /home/u/project rw - tmpfs tmpfs rw\n"
                                  "34 21 0:34 / /home/u/p2/mnt rw - tmpfs tmpfs rw";
        QCOMPARE(mountsBelow(lines, "/home/u/p"),
                 (std::vector<std::string>{"/home/u/p/mnt", "/home/u/p/a b\\c\nd"}));
        QVERIFY(mountsBelow(lines, "/home/u/p/mnt").empty());
        QVERIFY(mountsBelow("", "/p").empty());
        QVERIFY(mountsBelow("1 2\n\n   \n1 2 3 4 \\", "/p").empty());
    }

    void longListsAreCutAndCounted() {
        QCOMPARE(hiddenNotice({".env"}), std::string("hidden from the command: .env"));
        QCOMPARE(hiddenNotice({"a", "b", "c", "d", "e"}),
                 std::string("hidden from the command: a, b, c and 2 more (all of them: --dry-run)"));
        QVERIFY(foreignNotice({"a", "b"}, 2).find(" more") == std::string::npos);
        QVERIFY(foreignNotice({"a", "b", "c", "d"}, 50).find("a, b, c and 47 more") != std::string::npos);
    }

    void namesOfFilesCannotWriteToTheScreen() {
        QVERIFY(hiddenNotice({"\x1b[2J"}).find('\x1b') == std::string::npos);
        QVERIFY(foreignNotice({"a\nb"}, 1).find('\n') == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestWorkspaceNotices)
#include "test_workspace_notices.moc"
