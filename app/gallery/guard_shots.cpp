#include "app/gallery/guard_shots.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QWindow>

#include <cstdio>

#include "app/approval/answer_button.h"
#include "app/approval/approval_card.h"
#include "app/approval/approval_window.h"
#include "app/doctor/doctor_page.h"
#include "app/gallery/fixtures.h"
#include "app/gallery/made_runs.h"
#include "app/gallery/settle.h"
#include "app/home/home_page.h"
#include "app/main_window.h"
#include "app/runs/runs_page.h"

namespace leadglass::app::gallery {
namespace {

constexpr int kSettles = 300; // milliseconds

bool shoot(QWidget& window, const QString& file) {
    settle(kSettles);
    if (window.grab().save(file)) {
        return true;
    }
    std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
    return false;
}

// Another window has the focus; then a press of "Deny" brings the card's to the front.
bool shootSwallowed(const QDir& into) {
    const auto services = servicesOf(approvalScenes().front());
    QuestionFeed questions(services.approvals);
    ApprovalWindow window(questions, services);
    questions.start();
    QElapsedTimer timer;
    timer.start();
    while (!(window.isVisible() && window.view().card().hasContext()) && timer.elapsed() < 5000) { // it comes up by itself
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    QWidget other;
    other.show();
    other.activateWindow();
    if (!shoot(window, into.filePath(QStringLiteral("approval-without-focus.png")))) {
        return false;
    }
    for (auto* button : window.view().card().findChildren<AnswerButton*>()) {
        const QPointF at = button->mapTo(&window, button->rect().center());
        for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            QMouseEvent event(type, at, window.mapToGlobal(at), Qt::LeftButton, type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton, {});
            QCoreApplication::sendEvent(window.windowHandle(), &event);
        }
        break;
    }
    return shoot(window, into.filePath(QStringLiteral("approval-swallowed.png")));
}

bool shootNarrow(const QDir& into) {
    auto services = servicesOf(approvalScenes().front());
    addRuns(services, true);
    QuestionFeed questions(services.approvals);
    RunFeed runs(services);
    MainWindow window(questions, runs, services);
    window.doctor().check();
    questions.start();
    runs.start();
    window.show();
    settle(kSettles);
    window.resize(window.minimumSizeHint());
    std::fprintf(stderr, "leadglass-gallery: the main window is at least %d wide\n", window.minimumSizeHint().width());
    const std::pair<const char*, QWidget*> pages[] = {{"home", &window.home()}, {"runs", &window.runs()}, {"doctor", &window.doctor()}};
    for (const auto& [name, page] : pages) {
        window.showPage(page);
        if (!shoot(window, into.filePath(QLatin1String(name) + QStringLiteral("-narrow.png")))) {
            return false;
        }
    }
    return true;
}

} // namespace

bool shootGuard(const QDir& into) { return shootSwallowed(into) && shootNarrow(into); }

} // namespace leadglass::app::gallery
