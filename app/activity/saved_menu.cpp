#include "app/activity/saved_menu.h"

#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>

#include "app/bridge/off_thread.h"
#include "app/widgets/text.h"

namespace leadglass::app {

SavedMenu::SavedMenu(const QString& file, QWidget* parent) : QToolButton(parent), m_file(file) {
    //: A button with the searches that the person saved.
    setText(tr("Saved searches"));
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::StrongFocus);
    setMenu(new QMenu(this));
    connect(menu(), &QMenu::aboutToShow, this, &SavedMenu::fill);
    reload();
}

void SavedMenu::setLine(const QString& line) { m_line = line.trimmed(); }

void SavedMenu::work(SavedSearches (*how)(const QString&, const SavedSearch&), const SavedSearch& search) {
    offThread(
        this, [how, file = m_file, search] { return how(file, search); },
        [this](const SavedSearches& now) {
            m_saved = now;
            emit changed();
        });
}

void SavedMenu::reload() {
    work([](const QString& file, const SavedSearch&) { return SavedSearches::read(file); }, {});
}

void SavedMenu::save(const QString& name) { work(&SavedSearches::add, {name.trimmed(), m_line}); }

void SavedMenu::remove(const QString& name) {
    work([](const QString& file, const SavedSearch& search) { return SavedSearches::remove(file, search.name); }, {name, {}});
}

void SavedMenu::fill() {
    menu()->clear();
    for (const auto& each : m_saved.all) {
        auto* action = menu()->addAction(shownOnButton(each.name.toStdString()));
        action->setToolTip(shown(each.line.toStdString(), 300));
        connect(action, &QAction::triggered, this, [this, line = each.line] { emit wanted(line); });
    }
    if (!m_saved.all.isEmpty()) {
        menu()->addSeparator();
    }
    auto* save = menu()->addAction(tr("Save this search…"));
    save->setEnabled(!m_line.isEmpty() && m_saved.error.isEmpty());
    connect(save, &QAction::triggered, this, &SavedMenu::askName);
    auto* removals = menu()->addMenu(tr("Remove"));
    removals->setEnabled(!m_saved.all.isEmpty());
    for (const auto& each : m_saved.all) {
        connect(removals->addAction(shownOnButton(each.name.toStdString())), &QAction::triggered, this, [this, name = each.name] { remove(name); });
    }
    reload(); // another window, or an editor, may have written it: what is found is there the next time
}

void SavedMenu::askName() {
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save this search"));
    dialog->setInputMode(QInputDialog::TextInput);
    dialog->setLabelText(tr("Its name (one that is there already is replaced):"));
    dialog->setTextValue(m_line.left(SavedSearches::kLongestName));
    if (auto* edit = dialog->findChild<QLineEdit*>()) {
        edit->setMaxLength(SavedSearches::kLongestName);
        edit->selectAll();
    }
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        if (!name.trimmed().isEmpty()) {
            save(name);
        }
    });
    dialog->open();
}

} // namespace leadglass::app
