#include "app/approval/approval_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

#include "app/approval/approval_card.h"
#include "app/approval/group_card.h"
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
    m_group = new GroupCard;
    m_cards = new QStackedWidget;
    m_cards->addWidget(m_card);
    m_cards->addWidget(m_group);
    m_steps = new QWidget;
    auto* steps = new QHBoxLayout(m_steps);
    steps->setContentsMargins(0, 0, 0, 0);
    m_position = new QLabel;
    m_back = new QPushButton(tr("Back to the table"));
    m_back->setAutoDefault(false);
    connect(m_back, &QPushButton::clicked, this, [this] {
        m_alone.clear();
        pick();
    });
    steps->addWidget(m_back);
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
    right->addWidget(m_steps);
    right->addWidget(m_cards, 1);
    right->addWidget(makeSilencer(), 0, Qt::AlignTrailing); // last: it is the least of what can be done here
    auto* both = new QWidget;
    auto* split = new QHBoxLayout(both);
    split->addWidget(m_list, 2);
    split->addLayout(right, 5);
    m_stack = new QStackedWidget;
    m_stack->addWidget(new EmptyState(tr("No question waits for an answer."),
                                      tr("When an agent wants to reach something that its policy does not name, it is asked here.")));
    m_stack->addWidget(both);
    m_stack->addWidget(new EmptyState(tr("The screen is locked."), tr("Nothing is shown or answered here until it is unlocked.")));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        const auto* question = m_model->at(index);
        const auto* now = m_feed.find(m_current);
        if (question != nullptr && (now == nullptr || m_model->cardOf(*now) != index)) {
            showQuestion(question->id);
        }
    });
    m_picks.setSingleShot(true);
    m_picks.setInterval(0);
    connect(&m_picks, &QTimer::timeout, this, &ApprovalView::pick);
    for (const auto signal : {&QuestionFeed::raised, &QuestionFeed::closed}) {
        connect(&feed, signal, this, [this] { showsGroup() && !m_feed.questions().empty() ? m_picks.start() : pick(); });
    }
    // What is not shown can wait for all that comes with it.
    connect(&feed, &QuestionFeed::changed, this, [this](const api::PendingQuestion& question) { !showsGroup() && question.id == m_current ? pick() : m_picks.start(); });
    connectCards(services);
    pick();
}

void ApprovalView::connectCards(const Services& services) {
    connect(m_card, &ApprovalCard::answered, this, &ApprovalView::answer);
    connect(m_card, &ApprovalCard::stopWanted, this, [this, reviews = services.review](const api::QuestionAnswer& answer) {
        offThread(
            this,
            [makes = m_makes, reviews, answer, run = m_card->question().run]() -> Result<std::string> {
                // Where it is answered already, the run is to end all the same.
                static_cast<void>(makes()->answer(answer));
                return reviews ? reviews()->stop(run) : makeError(Code::Unsupported, "this installation cannot stop a run");
            },
            [this](const Result<std::string>& stopped) {
                if (!stopped) {
                    m_card->setTrouble(QString::fromStdString(stopped.error().text()));
                }
            },
            urgentThreads());
    });
    connect(m_card, &ApprovalCard::previewWanted, this, [this](api::AnswerScope scope, const std::string& pattern) {
        offThread(
            m_card, [makes = m_makes, question = m_card->question(), scope, pattern] { return makes()->preview(question, scope, pattern); },
            [this, id = m_card->question().id, scope, pattern](const Result<api::AnswerPreview>& preview) {
                const auto now = m_card->answer(true);
                if (preview && id == m_card->question().id && now.scope == scope && now.pattern == pattern) {
                    m_card->setPreview(*preview);
                }
            },
            urgentThreads());
    });
    connect(m_group, &GroupCard::answered, this, &ApprovalView::answerAll);
    connect(m_group, &GroupCard::aloneWanted, this, [this](const std::string& id) {
        m_alone = id;
        showQuestion(id);
    });
    connect(m_group, &GroupCard::previewWanted, this, [this] {
        offThread(
            m_group, [makes = m_makes, question = *m_group->current()] { return makes()->preview(question, api::AnswerScope::Run, {}); },
            [this, id = m_group->current()->id](const Result<api::AnswerPreview>& preview) {
                if (preview && m_group->current() != nullptr && id == m_group->current()->id) {
                    m_group->setPreview(*preview);
                }
            },
            urgentThreads());
    });
}

QWidget* ApprovalView::makeSilencer() {
    auto* button = new QToolButton;
    //: A menu of the card: for how long there are no notices about this host.
    button->setText(tr("No notices"));
    button->setToolTip(tr("Hold back notices about this host. It is asked and decided all the same, on the page Approvals."));
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    // Of the card that it was opened on, whatever is shown by the time that a choice is made.
    const auto about = std::make_shared<api::PendingQuestion>();
    connect(menu, &QMenu::aboutToShow, this, [this, about] {
        const auto* question = showsGroup() ? m_group->current() : &m_card->question();
        *about = question != nullptr ? *question : api::PendingQuestion();
    });
    const std::pair<QString, SilenceFor> choices[] = {
        {tr("for an hour"), SilenceFor::Hour}, {tr("in this run"), SilenceFor::Run}, {tr("for a day"), SilenceFor::Day}};
    for (const auto& [text, how] : choices) {
        menu->addAction(text, this, [this, about, how = how] {
            if (!about->id.empty()) {
                emit silenceWanted(*about, how);
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

void ApprovalView::setLocked(bool locked) {
    m_locked = locked;
    if (locked) {
        m_card->clear();
        m_group->clear();
        m_stack->setCurrentIndex(2);
    }
    pick(); // each card waits anew
    if (!locked && m_feed.find(m_current) != nullptr) {
        look(); // what was known besides is gone with the card
    }
}

void ApprovalView::pick() {
    if (m_locked) {
        return;
    }
    if (m_feed.find(m_current) == nullptr) {
        const auto* first = m_model->at(m_model->index(0));
        for (const auto& question : m_feed.questions()) { // of a burst, what is left of it
            first = question.group == m_currentGroup && m_model->isInBurst(question) ? m_feed.find(question.id) : first;
        }
        m_current = first == nullptr ? std::string() : first->id;
        m_alone.clear();
        if (first != nullptr) {
            look();
        }
    }
    const auto* question = m_feed.find(m_current);
    if (question == nullptr) {
        m_card->clear();
        m_group->clear();
        m_stack->setCurrentIndex(0);
        emit positionChanged(0, 0);
        emit emptied();
        return;
    }
    m_currentGroup = question->group;
    const bool burst = m_model->isInBurst(*question);
    if (burst && m_alone != m_current) {
        showGroup(*question);
    } else {
        m_group->clear();
        m_card->setReflex(m_feed.reflex().isReflex());
        m_card->setQuestion(*question);
        m_cards->setCurrentWidget(m_card);
    }
    m_back->setVisible(burst && m_alone == m_current);
    const auto index = m_model->cardOf(*question);
    m_list->setCurrentIndex(index);
    const int count = m_model->rowCount();
    m_list->setVisible(count > 1);
    m_steps->setVisible(count > 1 || m_back->isVisibleTo(m_steps));
    //: Place of a question in the queue: 1 of 5
    m_position->setText(tr("%1 of %2").arg(index.row() + 1).arg(count));
    m_stack->setCurrentIndex(1);
    emit positionChanged(index.row() + 1, count);
}

void ApprovalView::showGroup(const api::PendingQuestion& question) {
    m_card->clear();
    m_group->setQuestions(m_model->burstOf(question));
    m_cards->setCurrentWidget(m_group);
    lookAtGroup();
}

void ApprovalView::lookAtGroup() {
    auto questions = m_group->unknown();
    if (m_looking || questions.empty()) {
        return;
    }
    m_looking = true;
    std::vector<std::string> ids;
    for (const auto& question : questions) {
        ids.push_back(question.id);
    }
    offThread(
        this, [makes = m_makes, questions = std::move(questions)] { return makes()->contexts(questions); },
        [this, ids = std::move(ids)](const Result<std::vector<api::QuestionContext>>& contexts) {
            m_looking = false;
            if (contexts) {
                m_group->setContexts(ids, *contexts);
                lookAtGroup(); // for those that came meanwhile
            }
        },
        urgentThreads());
}

bool ApprovalView::showsGroup() const { return m_stack->currentIndex() == 1 && m_cards->currentWidget() == m_group; }

void ApprovalView::focusCard() { m_cards->currentWidget()->setFocus(Qt::OtherFocusReason); }

int ApprovalView::cutOff() const { return showsGroup() ? 0 : m_card->cutOff(); }

void ApprovalView::look() {
    const auto* question = m_feed.find(m_current);
    offThread(
        m_card, [makes = m_makes, question = *question] { return makes()->context(question); },
        [this, id = m_current](const Result<api::QuestionContext>& context) {
            if (context && id == m_card->question().id) {
                m_card->setContext(*context);
            }
        },
        urgentThreads());
}

void ApprovalView::showQuestion(const std::string& id) {
    if (m_feed.find(id) != nullptr && (id != m_current || id == m_alone)) {
        m_current = id;
        m_alone = id == m_alone ? id : std::string();
        look();
    }
    pick();
}

void ApprovalView::step(int by) {
    const int count = m_model->rowCount();
    const auto* now = m_feed.find(m_current);
    const int at = now != nullptr ? m_model->cardOf(*now).row() : 0;
    const auto index = m_model->index((at + by + count) % std::max(count, 1));
    if (const auto* question = m_model->at(index)) {
        showQuestion(question->id);
    }
}

void ApprovalView::answer(const api::QuestionAnswer& answer) {
    m_feed.reflex().add(answer.allow, m_card->took());
    offThread(
        this, [makes = m_makes, answer] { return makes()->answer(answer); },
        [this, id = answer.id](const Status& answered) {
            if (!answered && id == m_card->question().id) {
                m_card->setTrouble(QString::fromStdString(answered.error().text()));
            }
        },
        urgentThreads());
}

// One after the other, in one go: the first that fails is told, and hinders none of the others.
void ApprovalView::answerAll(const std::vector<api::QuestionAnswer>& answers) {
    offThread(
        this,
        [makes = m_makes, answers] {
            Status all;
            const auto service = makes();
            for (const auto& answer : answers) {
                Status one = service->answer(answer);
                if (!one && all) {
                    all = std::move(one);
                }
            }
            return all;
        },
        [this](const Status& answered) {
            if (!answered && showsGroup()) {
                m_group->setTrouble(QString::fromStdString(answered.error().text()));
            }
        },
        urgentThreads());
}

} // namespace leadglass::app
