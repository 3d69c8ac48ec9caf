// A directory that comes while it is being watched for is never missed.
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <thread>

#include "core/base/unique_fd.h"
#include "core/session/watch_nearest.h"

using namespace leadglass;
using leadglass::session::watchNearest;

namespace {

constexpr std::uint32_t kEvents = IN_CREATE | IN_ONLYDIR;

bool somethingHappened(int fd, int milliseconds) {
    pollfd one{fd, POLLIN, 0};
    return ::poll(&one, 1, milliseconds) == 1;
}

void drain(int fd) {
    alignas(inotify_event) char ignored[4096];
    while (::read(fd, ignored, sizeof ignored) > 0) {
    }
}

} // namespace

class TestWatchNearest : public QObject {
    Q_OBJECT

private slots:
    void whatComesWhileWeLookIsNotMissed() {
        QTemporaryDir base;
        for (int i = 0; i < 400; ++i) {
            const std::string place = base.path().toStdString() + "/" + std::to_string(i) + "/b/c";
            const UniqueFd notify(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
            std::thread other([&] { std::filesystem::create_directories(place); });
            QVERIFY(watchNearest(notify.get(), place, kEvents).ok());
            other.join();
            // As its callers do: after each event once more, until nothing happens.
            while (somethingHappened(notify.get(), 0)) {
                drain(notify.get());
                QVERIFY(watchNearest(notify.get(), place, kEvents).ok());
            }
            std::filesystem::create_directory(place + "/run"); // what it was all for
            QVERIFY2(somethingHappened(notify.get(), 10'000), qPrintable(QString::number(i)));
        }
    }

    void saysWhatCannotBeWatched() {
        const UniqueFd notify(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
        const auto watched = watchNearest(notify.get(), "/etc/passwd", kEvents);
        QVERIFY(!watched.ok());
        QVERIFY(watched.error().text().find("/etc/passwd") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestWatchNearest)
#include "tst_watch_nearest.moc"
