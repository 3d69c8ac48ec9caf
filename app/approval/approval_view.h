// The queue and the card of one question: what the approval window and the page of the main window both show.
#pragma once

#include <QTimer>
#include <QWidget>

#include "app/bridge/question_feed.h"
#include "app/bridge/services.h"
#include "app/settings/settings.h"

class QLabel;
class QListView;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace leadglass::app {

class ApprovalCard;
class GroupCard;
class QuestionModel;

class ApprovalView : public QWidget {
    Q_OBJECT
public:
    // `feed`: borrowed.
    ApprovalView(QuestionFeed& feed, const Services& services, QWidget* parent = nullptr);

    void showQuestion(const std::string& id); // not there any more: the first
    [[nodiscard]] ApprovalCard& card() { return *m_card; }
    [[nodiscard]] GroupCard& group() { return *m_group; }
    [[nodiscard]] bool showsGroup() const;
    // To what is read of the card that is shown, where no key answers.
    void focusCard();
    // Pixels of the card that there is no room for: they are scrolled to.
    [[nodiscard]] int cutOff() const;
    // Questions that wait for an answer.
    [[nodiscard]] int waiting() const;

    // While it is locked no card is shown, and so none can be answered.
    void setLocked(bool locked);

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
    void showGroup(const api::PendingQuestion& question);
    void lookAtGroup();
    void answer(const api::QuestionAnswer& answer);
    void answerAll(const std::vector<api::QuestionAnswer>& answers);
    void connectCards(const Services& services);

    QuestionFeed& m_feed;
    Maker<api::ApprovalService> m_makes;
    QuestionModel* m_model;
    QStackedWidget* m_stack;
    QListView* m_list;
    QWidget* m_steps;
    QLabel* m_position;
    QPushButton* m_back;
    QStackedWidget* m_cards;
    ApprovalCard* m_card;
    GroupCard* m_group;
    QTimer m_picks; // a burst of changes is looked at once
    std::string m_current;
    std::string m_currentGroup;
    std::string m_alone; // of a burst, and yet shown alone
    bool m_looking = false; // what is known of the rows of a burst is being found out
    bool m_locked = false;
};

} // namespace leadglass::app
