// The other ways to deny, behind a small button beside "Deny once". Like every denial they need no waiting, but what is
// pressed a moment after an answer means nothing (answer_guard.h). No key presses the button but through its menu.
#pragma once

#include <QToolButton>

#include "app/approval/guard_filter.h"
#include "core/api/approval_service.h"

class QMenu;

namespace leadglass::app {

class DenyMenu : public QToolButton {
    Q_OBJECT
public:
    // `guard`: borrowed.
    explicit DenyMenu(GuardFilter& guard, QWidget* parent = nullptr);

    void offer(const std::vector<api::AnswerScope>& scopes);

signals:
    // `stop`: the run is to be ended besides.
    void given(leadglass::api::AnswerScope scope, bool stop);

private:
    void add(const QString& words, api::AnswerScope scope, bool stop);

    GuardFilter& m_guard;
    QMenu* m_menu;
    std::vector<api::AnswerScope> m_offered;
};

} // namespace leadglass::app
