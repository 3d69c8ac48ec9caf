#include "app/gallery/secret_shots.h"

#include <QApplication>
#include <QFile>
#include <QKeyEvent>
#include <QMessageBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <cstdio>
#include <memory>

#include "app/activity/activity_page.h"
#include "app/gallery/fixtures.h"
#include "app/gallery/made_runs.h"
#include "app/gallery/secret_fixtures.h"
#include "app/gallery/settle.h"
#include "app/main_window.h"
#include "app/secrets/secret_edit.h"
#include "app/secrets/secrets_page.h"
#include "app/secrets/set_secret_dialog.h"

namespace leadglass::app::gallery {
namespace {

bool shoot(QWidget& window, const QString& file) {
    if (window.grab().save(file)) {
        return true;
    }
    std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
    return false;
}

bool shootScene(const SecretScene& scene, const QDir& into) {
    Services services;
    addSecrets(services, scene.state);
    SecretsPage page(services);
    page.resize(page.fontMetrics().averageCharWidth() * 130, page.fontMetrics().height() * 26);
    page.show();
    settle(300);
    const QString name = into.filePath(QString::fromStdString(scene.name));
    if (page.tree().topLevelItemCount() > 0) {
        page.tree().setCurrentItem(page.tree().topLevelItem(0));
        page.test();
        settle(300);
    }
    if (!shoot(page, name + QStringLiteral(".png"))) {
        return false;
    }
    if (scene.state != SecretScene::State::Some) {
        return true;
    }
    auto* dialog = page.set(false);
    dialog->name().setText(QStringLiteral("example"));
    settle(200);
    bool fine = shoot(*dialog, name + QStringLiteral("-set.png"));
    QApplication::sendEvent(&dialog->value(), std::make_unique<QKeyEvent>(QEvent::KeyPress, Qt::Key_X, Qt::NoModifier, QStringLiteral("x")).get());
    dialog->keep(); // fails here
    settle(300);
    fine = fine && shoot(*dialog, name + QStringLiteral("-set-failed.png"));
    dialog->reject();
    page.remove();
    settle(200);
    auto* sure = page.findChild<QMessageBox*>();
    fine = fine && sure != nullptr && shoot(*sure, name + QStringLiteral("-remove.png"));
    if (sure != nullptr) {
        sure->reject();
    }
    return fine;
}

bool shootAlert(const QDir& into) {
    const QTemporaryDir state;
    QFile mark(state.filePath(QStringLiteral("app-alerts.json")));
    if (!mark.open(QIODevice::WriteOnly) || mark.write("{\"seen\": 4}") < 0) {
        return false;
    }
    mark.close();
    auto services = servicesOf(approvalScenes()[0]);
    addRuns(services, true);
    addSecrets(services, SecretScene::State::Some);
    addSightings(services);
    services.state = state.path().toStdString();
    QuestionFeed questions(services.approvals);
    RunFeed runs(services);
    MainWindow window(questions, runs, services);
    runs.start();
    window.alerts().start();
    window.show();
    settle(500);
    bool fine = shoot(window, into.filePath(QStringLiteral("alert-home.png")));
    window.showAlerts();
    settle(500);
    window.activity()->table().setCurrentIndex(window.activity()->model().index(0, 0));
    settle(300);
    return fine && shoot(window, into.filePath(QStringLiteral("alert-activity.png")));
}

} // namespace

bool shootSecrets(const QDir& into) {
    for (const auto& scene : secretScenes()) {
        if (!shootScene(scene, into)) {
            return false;
        }
    }
    return shootAlert(into);
}

} // namespace leadglass::app::gallery
