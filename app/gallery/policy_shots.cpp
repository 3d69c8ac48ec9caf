#include "app/gallery/policy_shots.h"

#include <QApplication>
#include <QLineEdit>
#include <QTabWidget>
#include <QTreeWidget>

#include <cstdio>

#include "app/gallery/policy_fixtures.h"
#include "app/gallery/settle.h"
#include "app/policy/edit_dialog.h"
#include "app/policy/edit_tab.h"
#include "app/policy/lines_tab.h"
#include "app/policy/policy_page.h"
#include "app/policy/simulate_tab.h"

namespace leadglass::app::gallery {
namespace {

bool shoot(QWidget& window, const QString& file) {
    if (window.grab().save(file)) {
        return true;
    }
    std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
    return false;
}

bool shootDialog(EditTab& tab, EditDialog::What what, const QString& value, const QString& file) {
    auto* dialog = tab.edit(what);
    if (dialog == nullptr) {
        return true; // this scene has none
    }
    if (!value.isEmpty()) {
        dialog->value().setText(value);
    }
    settle(500);
    const bool fine = shoot(*dialog, file);
    dialog->reject();
    return fine;
}

bool shootScene(const PolicyScene& scene, const QDir& into) {
    RunFeed runs{Services{}};
    PolicyPage page(runs, servicesOf(scene));
    page.resize(page.fontMetrics().averageCharWidth() * 130, page.fontMetrics().height() * 38);
    page.show();
    page.choose(QStringLiteral("claude"), QStringLiteral("/home/anna/src/shop"));
    settle(200);
    page.lines().tree().setCurrentItem(page.lines().tree().topLevelItem(1));
    page.simulate().ask(QString(), QStringLiteral("telemetry.example.net"));
    settle(200);
    const QString name = into.filePath(QString::fromStdString(scene.name));
    for (int i = 0; i < page.tabs().count(); ++i) {
        page.tabs().setCurrentIndex(i);
        settle(100);
        if (!shoot(page, QStringLiteral("%1-%2.png").arg(name).arg(i + 1))) {
            return false;
        }
    }
    page.tabs().setCurrentWidget(page.editing());
    auto& tree = page.editing()->tree();
    if (tree.topLevelItemCount() > 0) {
        tree.setCurrentItem(tree.topLevelItem(0)->child(0));
    }
    return shootDialog(*page.editing(), EditDialog::What::Add, QStringLiteral("cdn.example.net"), name + QStringLiteral("-add.png")) &&
           shootDialog(*page.editing(), EditDialog::What::Add, QStringLiteral("*"), name + QStringLiteral("-add-wrong.png")) &&
           shootDialog(*page.editing(), EditDialog::What::Remove, {}, name + QStringLiteral("-remove.png"));
}

} // namespace

bool shootPolicies(const QDir& into) {
    for (const auto& scene : policyScenes()) {
        if (!shootScene(scene, into)) {
            return false;
        }
    }
    return true;
}

} // namespace leadglass::app::gallery
