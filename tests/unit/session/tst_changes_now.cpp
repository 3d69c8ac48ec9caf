// What a live run changed so far, by a walk of its upper (core/session/changes_now.h).
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/sys.h"
#include "core/session/changes_now.h"
#include "tests/support/require.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kSecond = 1'000'000'000;

struct Place {
    QTemporaryDir top;
    workspace::RunManifest manifest;
    Place() {
        QDir(top.path()).mkpath("upper/deep/er");
        QDir(top.path()).mkpath("project/deep");
    }
    void write(const QString& name, const QByteArray& text = "x") const {
        QFile file(top.path() + "/" + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    [[nodiscard]] ChangesNow look(Nanos budget = 10 * kSecond) const {
        const auto upper = sys::open((top.path() + "/upper").toStdString(), O_RDONLY | O_DIRECTORY);
        const auto project = sys::open((top.path() + "/project").toStdString(), O_RDONLY | O_DIRECTORY);
        return changesNow(upper->get(), project->get(), manifest, budget);
    }
};

QStringList told(const ChangesNow& now) {
    QStringList out;
    for (const auto& each : now.last) {
        out.append(QString::fromStdString(each.kind + " " + each.path));
    }
    out.sort();
    return out;
}

} // namespace

class TestChangesNow : public QObject {
    Q_OBJECT
private slots:
    void tellsNewChangedAndDeleted() {
        Place place;
        place.write("project/old");
        place.write("project/gone");
        place.write("upper/old", "longer");
        place.write("upper/deep/er/new");
        if (::mknod((place.top.path() + "/upper/gone").toUtf8().constData(), S_IFCHR, ::makedev(0, 0)) != 0) {
            test::missing("overlay", "no whiteout can be made here");
        }
        const auto now = place.look();
        QCOMPARE(told(now), (QStringList{"added deep/er/new", "changed old", "deleted gone"}));
        QCOMPARE(now.count, 3U);
        QVERIFY(now.whole);
    }

    void whatWasHiddenIsNotDeleted() {
        Place place;
        place.write("project/.env");
        place.manifest.hidden = {".env"};
        if (::mknod((place.top.path() + "/upper/.env").toUtf8().constData(), S_IFCHR, ::makedev(0, 0)) != 0) {
            test::missing("overlay", "no whiteout can be made here");
        }
        QCOMPARE(place.look().count, 0U);
    }

    void theLastChangedComesFirst() {
        Place place;
        place.write("upper/first");
        place.write("upper/second");
        const timespec times[2] = {{2'000'000'000, 0}, {2'000'000'000, 0}};
        QCOMPARE(::utimensat(AT_FDCWD, (place.top.path() + "/upper/first").toUtf8().constData(), times, 0), 0);
        QCOMPARE(QString::fromStdString(place.look().last.at(0).path), QString("first"));
    }

    void manyAreCountedAndFewTold() {
        Place place;
        for (int i = 0; i < 3000; ++i) {
            place.write("upper/f" + QString::number(i));
        }
        const auto now = place.look();
        QCOMPARE(now.count, 3000U);
        QCOMPARE(now.last.size(), api::kMostChangedNow);
        QVERIFY(now.whole);
        QVERIFY(!place.look(0).whole); // no time at all: it says so
    }

    // A run closes its directories as it likes, and puts them as far down.
    void whatCannotBeLookedIntoIsNotAllThatThereIs() {
        Place place;
        place.write("upper/deep/er/unseen");
        place.write("upper/seen");
        const QByteArray closed = (place.top.path() + "/upper/deep/er").toUtf8();
        if (::geteuid() != 0) {
            QCOMPARE(::chmod(closed.constData(), 0), 0);
            const auto now = place.look();
            QCOMPARE(::chmod(closed.constData(), 0700), 0);
            QCOMPARE(told(now), QStringList{"added seen"});
            QVERIFY(!now.whole);
        }
        UniqueFd at = std::move(sys::open((place.top.path() + "/upper").toStdString(), O_RDONLY | O_DIRECTORY)).value();
        const std::string name(250, 'n');
        for (int i = 0; i < 20; ++i) { // more than a path can hold
            QCOMPARE(::mkdirat(at.get(), name.c_str(), 0700), 0);
            at.reset(::openat(at.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        }
        QVERIFY(UniqueFd(::openat(at.get(), "unseen", O_CREAT | O_WRONLY | O_CLOEXEC, 0600)));
        const auto now = place.look();
        QCOMPARE(now.count, 2U);
        QVERIFY(!now.whole);
        const auto upper = sys::open((place.top.path() + "/upper").toStdString(), O_RDONLY | O_DIRECTORY);
        QVERIFY(sys::removeTree(upper->get(), name).ok()); // QTemporaryDir cannot
    }

    // Of mode "copy" and "direct": beside what the list of the beginning says.
    void whatIsNotAsTheRunBeganIsTold() {
        Place place;
        for (const char* name : {"project/same", "project/written", "project/gone", "project/deep/moved", "project/touched"}) {
            place.write(name);
        }
        std::vector<workspace::CopiedEntry> began{{"deep", {}}};
        began[0].node.type = workspace::NodeType::Directory;
        const auto tree = sys::open((place.top.path() + "/project").toStdString(), O_RDONLY | O_DIRECTORY);
        for (const char* name : {"same", "written", "gone", "deep/moved", "touched"}) {
            const auto node = workspace::lookAt(tree->get(), name);
            QVERIFY(node.ok());
            began.push_back({name, *node});
        }
        QCOMPARE(changesSince(tree->get(), began, 10 * kSecond).count, 0U);
        QTest::qSleep(20); // another time than before
        place.write("project/written", "y");
        place.write("project/new");
        QVERIFY(QFile::remove(place.top.path() + "/project/gone"));
        QVERIFY(QFile::rename(place.top.path() + "/project/deep/moved", place.top.path() + "/project/deep/here"));
        QCOMPARE(::chmod((place.top.path() + "/project/touched").toUtf8().constData(), 0700), 0);
        QCOMPARE(::mkfifo((place.top.path() + "/project/pipe").toUtf8().constData(), 0600), 0);
        const auto now = changesSince(tree->get(), began, 10 * kSecond);
        QCOMPARE(told(now), (QStringList{"added deep/here", "added new", "changed touched", "changed written", "deleted deep/moved", "deleted gone"}));
        QCOMPARE(now.count, 6U);
        QVERIFY(now.whole);
        for (const auto& each : now.last) {
            QVERIFY2(each.time > 0, each.path.c_str());
        }
    }

    void aWalkThatWasCutSaysOfNothingThatItIsGone() {
        Place place;
        std::vector<workspace::CopiedEntry> began;
        const auto tree = sys::open((place.top.path() + "/project").toStdString(), O_RDONLY | O_DIRECTORY);
        for (int i = 0; i < 300; ++i) {
            const QString name = "f" + QString::number(i);
            place.write("project/" + name);
            began.push_back({name.toStdString(), *workspace::lookAt(tree->get(), name.toStdString())});
        }
        QVERIFY(QFile::remove(place.top.path() + "/project/f7"));
        const auto cut = changesSince(tree->get(), began, -1);
        QVERIFY(!cut.whole);
        QCOMPARE(cut.count, 0U);
        QCOMPARE(told(changesSince(tree->get(), began, 10 * kSecond)), QStringList{"deleted f7"});
    }

    void followsNoLink() {
        Place place;
        place.write("project/outside");
        QVERIFY(QFile::link(place.top.path() + "/project", place.top.path() + "/upper/link"));
        QCOMPARE(told(place.look()), QStringList{"added link"});
    }
};

QTEST_GUILESS_MAIN(TestChangesNow)
#include "tst_changes_now.moc"
