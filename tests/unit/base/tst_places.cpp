// Directories and files that are ours alone.
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "core/base/places.h"

using namespace leadglass;

class PlacesTest : public QObject {
    Q_OBJECT
private slots:
    void createsPrivateDirectories() {
        QTemporaryDir dir;
        const std::string path = dir.path().toStdString() + "/a/b";
        QVERIFY(openOwnDirectory(path));
        struct stat s {};
        QCOMPARE(::stat(path.c_str(), &s), 0);
        QCOMPARE(s.st_mode & 0777, mode_t{0700});
    }
    void refusesADirectoryThatOthersCanWrite() {
        QTemporaryDir dir;
        QCOMPARE(::chmod(dir.path().toUtf8().constData(), 0770), 0);
        const auto opened = openOwnDirectory(dir.path().toStdString());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, Code::Refused);
    }
    void refusesADirectoryThatIsALink() {
        QTemporaryDir dir;
        const std::string link = dir.path().toStdString() + "/link";
        QCOMPARE(::symlink("/usr", link.c_str()), 0);
        QVERIFY(!openOwnDirectory(link));
    }
    void refusesADirectoryOfAnotherUser() {
        QTemporaryDir dir;
        if (::geteuid() == 0) {
            QCOMPARE(::chown(dir.path().toUtf8().constData(), 1, 1), 0);
            QVERIFY(!openOwnDirectory(dir.path().toStdString()));
        } else {
            QVERIFY(!openOwnDirectory("/usr"));
        }
    }
    void refusesFilesThatOthersCanWriteOrThatAreNone() {
        QTemporaryDir dir;
        const std::string file = dir.path().toStdString() + "/f";
        QFile f(QString::fromStdString(file));
        QVERIFY(f.open(QIODevice::WriteOnly));
        f.close();
        QCOMPARE(::chmod(file.c_str(), 0600), 0);
        QVERIFY(openTrustedFile(file));
        QCOMPARE(::chmod(file.c_str(), 0620), 0);
        QVERIFY(!openTrustedFile(file));
        const std::string fifo = dir.path().toStdString() + "/fifo";
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        QVERIFY(!openTrustedFile(fifo)); // and does not hang
    }
};

QTEST_APPLESS_MAIN(PlacesTest)
#include "tst_places.moc"
