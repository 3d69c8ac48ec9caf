#include "app/approval/approval_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "app/approval/approval_card.h"
#include "app/approval/question_model.h"
#include "app/bridge/off_thread.h"
#include "app/widgets/empty_state.h"

namespace leadglass::app {

ApprovalView::ApprovalView(QuestionFeed& feed, const Services& services, QWidget* parent)
    : QWidget(parent), m_feed(feed), m_makes(services.approvals), m_model(new QuestionModel(feed, this)) {
    m_list = listOf(*m_model, tr("Questions that wait"));
    m_list->setMinimumWidth(m_list->fontMetrics().averageCharWidth() * 22);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    m_card = new ApprovalCard;
    m_steps = new QWidget;
    auto* steps = new QHBoxLayout(m_steps);
    steps->setContentsMargins(0, 0, 0, 0);
    m_position = new QLabel;
    steps->addStretch(1);
    steps->addWidget(m_position);
    for (const int by : {-1, 1}) {
        auto* button = new QToolButton;
        button->setArrowType(by < 0 ? Qt::LeftArrow : Qt::RightArrow);
        button->setAutoRaise(true);
        button->setAccessibleName(by < 0 ? tr("Previous question") : tr("Next question"));
        button->setToolTip(button->accessibleName());
        connect(button, &QToolButton::clicked, this, [this, by] { step(by); });
        steps->addWidget(button);
    }
    auto* right = new QVBoxLayout;
    auto* top = new QHBoxLayout;
    top->addWidget(makeSilencer());
    top->addWidget(m_steps, 1);
    right->addLayout(top);
    right->addWidget(m_card, 1);
    auto* both = new QWidget;
    auto* split = new QHBoxLayout(both);
    split->addWidget(m_list, 2);
    split->addLayout(right, 5);
    m_stack = new QStackedWidget;
    m_stack->addWidget(new EmptyState(tr("No question waits for an answer."),
                                      tr("When an agent wants to reach something that its policy does not name, it is asked here.")));
    m_stack->addWidget(both);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (const auto* question = m_model->at(index); question != nullptr && question->id != m_current) {
            showQuestion(question->id);
        }
    });
    connect(&feed, &QuestionFeed::raised, this, &ApprovalView::pick);
    connect(&feed, &QuestionFeed::changed, this, &ApprovalView::pick);
    connect(&feed, &QuestionFeed::closed, this, &ApprovalView::pick);
    connect(m_card, &ApprovalCard::answered, this, &ApprovalView::answer);
    connect(m_card, &ApprovalCard::previewWanted, this, [this](api::AnswerScope scope, const std::string& pattern) {
        offThread(
            m_card, [makes = m_makes, question = m_card->question(), scope, pattern] { return makes()->preview(question, scope, pattern); },
            [this, id = m_card->question().id, scope, pattern](const Result<api::AnswerPreview>& preview) {
                const auto now = m_card->answer(true);
                if (preview && id == m_card->question().id && now.scope == scope && now.pattern == pattern) {
                    m_card->setPreview(*preview);
                }
            });
    });
    pick();
}

QWidget* ApprovalView::makeSilencer() {
    auto* button = new QToolButton;
    //: A menu of the card: for how long there are no notices about this host.
    button->setText(tr("No notices"));
    button->setToolTip(tr("Hold back notices about this host. It is asked and decided all the same, on the page Approvals."));
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    const std::pair<QString, SilenceFor> choices[] = {
        {tr("for an hour"), SilenceFor::Hour}, {tr("in this run"), SilenceFor::Run}, {tr("for a day"), SilenceFor::Day}};
    for (const auto& [text, how] : choices) {
        menu->addAction(text, this, [this, how = how] {
            if (!m_card->question().id.empty()) {
                emit silenceWanted(m_card->question(), how);
            }
        });
    }
    button->setMenu(menu);
    return button;
}

int ApprovalView::waiting() const {
    const auto& all = m_feed.questions();
    return static_cast<int>(std::count_if(all.begin(), all.end(), [](const auto& q) { return q.state == "pending"; }));
}

void ApprovalView::pick() {
    if (m_feed.find(m_current) == nullptr) {
        const auto* first = m_model->at(m_model->index(0));
        m_current = first == nullptr ? std::string() : first->id;
        if (first != nullptr) {
            look();
        }
    }
    const auto* question = m_feed.find(m_current);
    if (question == nullptr) {
        m_card->clear();
        m_stack->setCurrentIndex(0);
        emit positionChanged(0, 0);
        emit emptied();
        return;
    }
    m_card->setQuestion(*question);
    const auto index = m_model->indexOf(m_current);
    m_list->setCurrentIndex(index);
    const int count = m_model->rowCount();
    m_list->setVisible(count > 1);
    m_steps->setVisible(count > 1);
    //: Place of a question in the queue: 1 of 5
    m_position->setText(tr("%1 of %2").arg(index.row() + 1).arg(count));
    m_stack->setCurrentIndex(1);
    emit positionChanged(index.row() + 1, count);
}

void ApprovalView::look() {
    const auto* question = m_feed.find(m_current);
    offThread(
        m_card, [makes = m_makes, question = *question] { return makes()->context(question); },
        [this, id = m_current](const Result<api::QuestionContext>& context) {
            if (context && id == m_card->question().id) {
                m_card->setContext(*context);
            }
        });
}

void ApprovalView::showQuestion(const std::string& id) {
    if (id != m_current && m_feed.find(id) != nullptr) {
        m_current = id;
        look();
    }
    pick();
}

void ApprovalView::step(int by) {
    const int count = m_model->rowCount();
    const auto index = m_model->index((m_model->indexOf(m_current).row() + by + count) % std::max(count, 1));
    if (const auto* question = m_model->at(index)) {
        showQuestion(question->id);
    }
}

void ApprovalView::answer(const api::QuestionAnswer& answer) {
    offThread(
        this, [makes = m_makes, answer] { return makes()->answer(answer); },
        [this, id = answer.id](const Status& answered) {
            if (!answered && id == m_card->question().id) {
                m_card->setTrouble(QString::fromStdString(answered.error().text()));
            }
        });
}

} // namespace leadglass::app
