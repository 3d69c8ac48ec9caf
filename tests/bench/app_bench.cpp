// What the app costs a person: until it is painted, until a question is seen, and while events come in. Not a test: run it on a
// quiet machine, as an ordinary user with a home of its own, with QT_QPA_PLATFORM=offscreen. See tests/bench/app_bench.py.
//   app_bench paint BEGAN       BEGAN: CLOCK_MONOTONIC nanoseconds before the program was started
//   app_bench prompt PROGRAM    PROGRAM: `leadglass`; asks ten times
//   app_bench live SECONDS      the Activity page while 1,000 events a second are written into this home's history
//   app_bench write SECONDS     what writes them
#include <sys/resource.h>

#include <QApplication>
#include <QDBusConnection>
#include <QElapsedTimer>
#include <QFile>
#include <QPaintEvent>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

#include "app/activity/activity_page.h"
#include "app/approval/approval_card.h"
#include "app/desktop/desk.h"
#include "app/widgets/language.h"
#include "core/base/clock.h"
#include "core/session/local_approval_service.h"
#include "core/session/local_doctor_service.h"
#include "core/session/local_review_service.h"
#include "core/session/local_run_detail_service.h"
#include "core/session/local_run_watch.h"
#include "tests/app/made_history.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr double kMilli = 1e6;
constexpr int kAsked = 10;
constexpr int kRate = 1000;   // events a second
constexpr int kBatches = 50;  // a second: a run commits what came together

double memoryMiB() {
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toDouble() * 4096 / 1048576 : 0;
}

double cpuSeconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// As app/main.cpp has them.
Services servicesOf(const Places& places) {
    Services out;
    out.activity = [places] { return session::makeLocalActivityService(places); };
    out.audit = [places] { return std::make_unique<session::LocalAuditService>(places); };
    out.approvals = [places] { return session::makeLocalApprovalService(places); };
    out.doctor = [places] { return std::make_unique<session::LocalDoctorService>(places); };
    out.policy = [places] { return std::make_unique<session::LocalPolicyService>(places); };
    out.review = [places] { return session::makeLocalReviewService(places); };
    out.runDetail = [places] { return session::makeLocalRunDetailService(places); };
    out.runWatch = [places] { return session::makeLocalRunWatch(places); };
    out.searches = places.config + "/searches.json";
    return out;
}

// Calls `seen` when the widget has been painted.
class Painted : public QObject {
public:
    Painted(QWidget& widget, std::function<void()> seen) : m_seen(std::move(seen)) { widget.installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint) {
            QTimer::singleShot(0, this, m_seen); // when it is through
        }
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> m_seen;
};

int paint(const Places& places, qint64 began) {
    Desk desk(servicesOf(places), QDBusConnection::sessionBus());
    double took = 0;
    const Painted painted(desk.window(), [&] {
        if (took == 0) {
            took = static_cast<double>(systemClock().awake() - began) / kMilli;
            QApplication::quit();
        }
    });
    desk.start(false);
    QApplication::exec();
    std::printf("first paint %.1f ms, %.1f MiB\n", took, memoryMiB());
    return 0;
}

int prompt(const Places& places, const QString& program) {
    const auto services = servicesOf(places);
    QuestionFeed feed(services.approvals);
    ApprovalWindow window(feed, services);
    std::vector<double> taken;
    api::QuestionAnswer no; // to the question that is not seen yet
    std::int64_t raised = 0;
    QObject::connect(&feed, &QuestionFeed::raised, &window, [&](const api::PendingQuestion& question) {
        no.id = question.id;
        no.digest = question.digest;
        raised = question.raised;
    });
    const Painted painted(window.view().card(), [&] {
        if (!no.id.empty() && window.isVisible() && window.view().card().question().id == no.id) {
            taken.push_back(static_cast<double>(systemClock().wall() - raised) / kMilli);
            (void)services.approvals()->answer(no); // so that the window goes, and the next one brings it up again
            no = {};
        }
    });
    feed.start();
    QString script;
    for (int i = 0; i < kAsked; ++i) {
        script += QStringLiteral("curl -sS -o /dev/null --max-time 20 https://asked%1.example/; ").arg(i);
    }
    QProcess run;
    run.setStandardErrorFile(QProcess::nullDevice());
    QObject::connect(&run, &QProcess::finished, qApp, &QCoreApplication::quit);
    run.start(program, {QStringLiteral("run"), QStringLiteral("--ask"), QStringLiteral("app"), QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"), script + QStringLiteral("true")});
    QApplication::exec();
    if (taken.empty()) {
        std::fprintf(stderr, "no question was shown\n");
        return 1;
    }
    const double first = taken.front();
    std::sort(taken.begin(), taken.end());
    std::printf("prompt of %zu: first %.1f ms, p50 %.1f ms, worst %.1f ms\n", taken.size(), first, taken[taken.size() / 2], taken.back());
    return 0;
}

int write(const Places& places, int seconds) {
    auto writer = audit::Writer::open(places.data + "/audit.db", std::chrono::seconds(30));
    if (!writer) {
        std::fprintf(stderr, "%s\n", writer.error().text().c_str());
        return 1;
    }
    std::int64_t number = 0;
    const auto began = std::chrono::steady_clock::now();
    for (int batch = 0; batch < seconds * kBatches; ++batch) {
        std::vector<audit::Event> events;
        for (int i = 0; i < kRate / kBatches; ++i) {
            events.push_back(real::MadeHistory::event(++number));
            events.back().time = systemClock().wall();
        }
        if (!(*writer)->append(events)) {
            return 1;
        }
        std::this_thread::sleep_until(began + std::chrono::milliseconds(1000) * (batch + 1) / kBatches);
    }
    return 0;
}

int live(const Places& places, int seconds) {
    ActivityPage page(servicesOf(places));
    page.resize(1200, 800);
    page.show();
    const auto ready = [&] { return page.model().rowCount() > 0 && !page.isCounting(); };
    QElapsedTimer timer;
    timer.start();
    while (!ready() && timer.elapsed() < 60'000) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    }
    std::printf("time line of %d rows %lld ms\n", page.model().rowCount(), static_cast<long long>(timer.elapsed()));
    const int before = page.model().rowCount();
    QProcess writer;
    writer.setProcessChannelMode(QProcess::ForwardedChannels);
    writer.start(QCoreApplication::applicationFilePath(), {QStringLiteral("write"), QString::number(seconds + 2)});
    timer.restart();
    while (timer.elapsed() < 1000) { // until it is at it
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    }
    const int then = page.model().rowCount();
    const double cpu = cpuSeconds();
    timer.restart();
    QTimer::singleShot(seconds * 1000, qApp, &QCoreApplication::quit);
    QApplication::exec();
    const double took = static_cast<double>(timer.elapsed()) / 1000;
    std::printf("live %.1f %% of a core at %.0f events/s, %.1f MiB\n", (cpuSeconds() - cpu) / took * 100, (page.model().rowCount() - then) / took, memoryMiB());
    writer.waitForFinished(30'000);
    return page.model().rowCount() > before ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    speak(QLocale::system());
    const QStringList words = QCoreApplication::arguments();
    const auto places = findPlaces();
    if (!places || words.size() < 3) {
        std::fprintf(stderr, "usage: app_bench paint|prompt|live|write ARGUMENT\n");
        return 2;
    }
    if (words[1] == QLatin1String("paint")) {
        return paint(*places, words[2].toLongLong());
    }
    if (words[1] == QLatin1String("prompt")) {
        return prompt(*places, words[2]);
    }
    return words[1] == QLatin1String("write") ? write(*places, words[2].toInt()) : live(*places, words[2].toInt());
}
