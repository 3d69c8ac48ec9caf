#include "app/gallery/run_shots.h"

#include <QApplication>
#include <QTabWidget>
#include <QTreeView>

#include <cstdio>

#include "app/gallery/fixtures.h"
#include "app/gallery/made_runs.h"
#include "app/gallery/run_fixtures.h"
#include "app/gallery/settle.h"
#include "app/main_window.h"
#include "app/runs/process_model.h"
#include "app/runs/run_page.h"
#include "app/runs/runs_page.h"

namespace leadglass::app::gallery {
bool shootRuns(const QDir& into) {
    auto services = servicesOf(approvalScenes()[0]);
    addRuns(services, true);
    addRunDetail(services);
    QuestionFeed questions(services.approvals);
    RunFeed runs(services);
    MainWindow window(questions, runs, services);
    questions.start();
    runs.start();
    window.showPage(&window.runs());
    window.show();
    settle(300);
    for (const auto& scene : runScenes()) {
        window.runs().openRun(scene.run);
        auto& page = *window.runs().page();
        page.tabs().setCurrentIndex(scene.tab);
        settle(300);
        page.processView().setCurrentIndex(page.processes().indexOf(4810));
        const QString file = into.filePath(QString::fromStdString(scene.name) + QStringLiteral(".png"));
        if (!window.grab().save(file)) {
            std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
            return false;
        }
    }
    return true;
}

} // namespace leadglass::app::gallery
