#include "app/approval/deny_menu.h"

#include <QMenu>

#include <algorithm>

#include "app/approval/question_words.h"

namespace leadglass::app {

DenyMenu::DenyMenu(GuardFilter& guard, QWidget* parent) : QToolButton(parent), m_guard(guard), m_menu(new QMenu(this)) {
    setArrowType(Qt::DownArrow);
    setAccessibleName(tr("Other ways to deny"));
    setToolTip(accessibleName());
    // Not as the button's own menu, which would put a second arrow on it.
    connect(this, &QToolButton::clicked, this, [this] { m_menu->popup(mapToGlobal(QPoint(0, height()))); });
}

void DenyMenu::add(const QString& words, api::AnswerScope scope, bool stop) {
    connect(m_menu->addAction(words), &QAction::triggered, this, [this, scope, stop] {
        if (m_guard.invoked(AnswerKind::Deny)) {
            emit given(scope, stop);
        }
    });
}

void DenyMenu::offer(const std::vector<api::AnswerScope>& scopes) {
    m_menu->close(); // it was for another question
    if (scopes == m_offered && !m_menu->isEmpty()) { // what a screen reader is on stays
        return;
    }
    m_offered = scopes;
    m_menu->clear();
    for (const auto scope : {api::AnswerScope::Run, api::AnswerScope::Project, api::AnswerScope::Always}) {
        if (std::find(scopes.begin(), scopes.end(), scope) != scopes.end()) {
            add(words::deny(scope), scope, false);
        }
    }
    m_menu->addSeparator();
    add(tr("Deny once and stop the run"), api::AnswerScope::Once, true);
}

} // namespace leadglass::app
