// The queue and the card of one question: what the approval window and the page of the main window both show.
#pragma once

#include <QWidget>

#include "app/bridge/question_feed.h"
#include "app/bridge/services.h"
#include "app/settings/settings.h"

class QLabel;
class QListView;
class QStackedWidget;
class QToolButton;

namespace leadglass::app {

class ApprovalCard;
class QuestionModel;

class ApprovalView : public QWidget {
    Q_OBJECT
public:
    // `feed`: borrowed.
    ApprovalView(QuestionFeed& feed, const Services& services, QWidget* parent = nullptr);

    void showQuestion(const std::string& id); // not there any more: the first
    [[nodiscard]] ApprovalCard& card() { return *m_card; }
    // Questions that wait for an answer.
    [[nodiscard]] int waiting() const;

signals:
    void emptied();
    // Notices about what this question asks for are to be held back.
    void silenceWanted(const leadglass::api::PendingQuestion& question, leadglass::app::SilenceFor how);
    void positionChanged(int index, int count); // from 1; 0 of 0

private:
    [[nodiscard]] QWidget* makeSilencer();
    void pick();
    void step(int by);
    void look();
    void answer(const api::QuestionAnswer& answer);

    QuestionFeed& m_feed;
    Maker<api::ApprovalService> m_makes;
    QuestionModel* m_model;
    QStackedWidget* m_stack;
    QListView* m_list;
    QWidget* m_steps;
    QLabel* m_position;
    ApprovalCard* m_card;
    std::string m_current;
};

} // namespace leadglass::app
