// One rule that can be kept for a project, in two steps: the first press shows exactly what would be kept, the second keeps
// it. The guard (answer_guard.h) holds here as on a card: this, too, is an Allow.
#pragma once

#include <QWidget>

#include "app/approval/guard_filter.h"
#include "app/bridge/services.h"

namespace leadglass::app {

class AnswerButton;
class GuardNote;
class PlainLabel;

class KeepRule : public QWidget {
    Q_OBJECT
public:
    // `button`: what the first press says, "Allow in this project".
    KeepRule(const Services& services, const QString& button, QWidget* parent = nullptr);

    // Another one begins with the first step, the same one stays where it is. One without text cannot be kept.
    void setRule(const api::ProjectRule& rule);
    void clear();
    [[nodiscard]] bool armed() const { return m_guard->armed(); }

signals:
    void kept(const leadglass::api::ProjectRule& rule);

private:
    void press();
    void retell();
    [[nodiscard]] QString whatIsKept() const;

    Maker<api::ApprovalService> m_makes;
    QString m_name;
    GuardFilter* m_guard;
    PlainLabel* m_text;
    PlainLabel* m_waits; // where a chord makes it available
    GuardNote* m_told;
    AnswerButton* m_button;
    api::ProjectRule m_rule;
    bool m_shows = false; // the rule: the next press keeps it
    bool m_keeping = false;
};

} // namespace leadglass::app
