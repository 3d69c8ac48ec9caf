// How long an answer holds: once, for some minutes, for the run, or for good. Begins with the shortest that is offered.
#pragma once

#include <QWidget>

#include <vector>

#include "core/api/approval_service.h"

class QComboBox;
class QSpinBox;

namespace leadglass::app {

class PlainLabel;

class LifetimeBox : public QWidget {
    Q_OBJECT
public:
    explicit LifetimeBox(QWidget* parent = nullptr);

    // What may be chosen. Begins anew, and says nothing of it. `hostKey`: in the words for an answer about one.
    void offer(const std::vector<api::AnswerScope>& scopes, bool hostKey = false);
    [[nodiscard]] api::AnswerScope scope() const;
    // api::QuestionAnswer::seconds.
    [[nodiscard]] std::uint32_t seconds() const;

signals:
    void changed();

private:
    void choose();
    void retell();

    std::vector<api::AnswerScope> m_offered;
    QComboBox* m_choice;
    QSpinBox* m_minutes;
    PlainLabel* m_ends;
};

} // namespace leadglass::app
