// The Activity page over a long history: until its first rows are painted, and from one place to another. Not a test: run it
// on a quiet machine, with QT_QPA_PLATFORM=offscreen. The rows are made where FOLDER has none yet.
//   activity_bench FOLDER [ROWS [brief]]: brief: without searches
#include <sys/resource.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "app/activity/activity_page.h"
#include "tests/app/made_history.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kJumps = 200;

double rssMiB() {
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toDouble() * 4096 / 1048576 : 0;
}

double cpuSeconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

bool make(const std::string& file, int rows) {
    auto writer = audit::Writer::open(file, std::chrono::seconds(30));
    if (!writer) {
        std::fprintf(stderr, "%s\n", writer.error().text().c_str());
        return false;
    }
    std::vector<audit::Event> events;
    for (int number = 1; number <= rows; ++number) {
        events.push_back(real::MadeHistory::event(number));
        if (events.size() == audit::kMaxBatch || number == rows) {
            if (!(*writer)->append(events)) {
                return false;
            }
            events.clear();
        }
    }
    return true;
}

template <class Is> bool waitFor(Is is) {
    QElapsedTimer timer;
    timer.start();
    QTimer beat; // with a longest time it would not wait for events, but go round and round
    beat.start(50);
    while (!is() && timer.elapsed() < 60'000) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
    return is();
}

// Each row that is seen is there, and is painted.
void paintAll(ActivityPage& page) {
    auto& table = page.table();
    const int top = qMax(0, table.rowAt(0));
    const int bottom = table.rowAt(table.viewport()->height() - 1);
    static_cast<void>(page.grab()); // asks for what is not there
    waitFor([&] {
        for (int row = top; row <= bottom; ++row) {
            if (page.model().lineAt(row) == nullptr) {
                return false;
            }
        }
        return page.model().rowCount() > 0;
    });
    static_cast<void>(page.grab());
}

void tell(const char* what, std::vector<double>& milliseconds) {
    std::sort(milliseconds.begin(), milliseconds.end());
    std::printf("%-28s p50 %7.2f ms   p95 %7.2f ms\n", what, milliseconds[milliseconds.size() / 2], milliseconds[milliseconds.size() * 95 / 100]);
}

} // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: activity_bench FOLDER [ROWS]\n");
        return 2;
    }
    const int rows = argc > 2 ? std::atoi(argv[2]) : 1'000'000;
    Places places;
    places.data = std::string(argv[1]) + "/data";
    places.state = std::string(argv[1]) + "/state";
    if (!QFile::exists(QString::fromStdString(places.data + "/audit.db")) && !make(places.data + "/audit.db", rows)) {
        return 1;
    }
    Services services;
    services.activity = [places] { return session::makeLocalActivityService(places); };
    std::printf("%-28s %.1f MiB\n", "memory before", rssMiB());

    QElapsedTimer timer;
    timer.start();
    ActivityPage page(services);
    page.resize(1200, 800);
    page.show();
    waitFor([&] { return page.model().rowCount() > 0; });
    paintAll(page);
    std::printf("%-28s %.1f ms, %d rows, %.1f MiB\n", "open, first rows painted", static_cast<double>(timer.nsecsElapsed()) / 1e6, page.model().rowCount(), rssMiB());

    std::vector<double> jumps;
    for (int i = 0; i < kJumps; ++i) {
        timer.restart();
        page.table().verticalScrollBar()->setValue(QRandomGenerator::global()->bounded(page.table().verticalScrollBar()->maximum()));
        paintAll(page);
        jumps.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    tell("jump, painted", jumps);
    std::printf("%-28s %.1f MiB\n", "memory after the jumps", rssMiB());

    page.table().scrollToTop();
    double cpu = cpuSeconds();
    timer.restart();
    waitFor([&] { return timer.elapsed() > 5000; });
    std::printf("%-28s %.2f %% of a core\n", "idle, page seen", (cpuSeconds() - cpu) / 5 * 100);

    if (argc > 3) {
        return 0;
    }
    std::vector<double> searches;
    for (int i = 0; i < 50; ++i) {
        timer.restart();
        page.search(i % 2 == 0 ? QStringLiteral("verdict:deny") : QStringLiteral("run:01k0madeup%1 verdict:allow").arg(i * 7));
        waitFor([&] { return !page.model().isSearching(); });
        searches.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    tell("search without the index", searches);
    cpu = cpuSeconds();
    timer.restart();
    page.search(QStringLiteral("nosuchword"));
    waitFor([&] { return !page.model().isSearching() && page.model().rowCount() == 0; });
    std::printf("%-28s %.1f ms\n", "first words, newest rows", static_cast<double>(timer.nsecsElapsed()) / 1e6);
    while (page.model().hasMore() && timer.elapsed() < 600'000) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    }
    std::printf("%-28s %.1f s (%.1f s of a core)%s\n", "index of all of it", static_cast<double>(timer.elapsed()) / 1e3, cpuSeconds() - cpu, page.model().hasMore() ? ", not finished" : "");
    searches.clear();
    for (int i = 0; i < 100; ++i) {
        timer.restart();
        page.search(QStringLiteral("host:host%1.example.org").arg(QRandomGenerator::global()->bounded(rows / 100)));
        waitFor([&] { return !page.model().isSearching(); });
        searches.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    tell("search with the index", searches);
    std::printf("%-28s %.1f MiB\n", "memory at the end", rssMiB());
    return 0;
}
