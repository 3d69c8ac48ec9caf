#include "app/home/home_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>

#include <algorithm>

#include "app/home/missed_panel.h"
#include "app/runs/run_model.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {

using Worst = api::DoctorCheck::Status;

HomePage::HomePage(RunFeed& runs, QuestionFeed& questions, const Services& services, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_questions(questions), m_model(new RunModel(runs, questions, this)),
      m_missed(new MissedPanel(runs, questions, services)) {
    m_shape = new QLabel;
    m_sentence = new PlainLabel;
    QFont large = m_sentence->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    m_sentence->setFont(large);
    auto* state = new QHBoxLayout;
    state->addWidget(m_shape);
    state->addWidget(m_sentence, 1, Qt::AlignVCenter);
    auto* launch = new QPushButton(tr("New run…"));
    m_answers = new QPushButton;
    m_doctor = new QPushButton(tr("See what is missing"));
    auto* buttons = new QHBoxLayout;
    m_welcome = new QPushButton(tr("First steps…"));
    for (auto* button : {m_answers, m_doctor, launch, m_welcome}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    connect(launch, &QPushButton::clicked, this, &HomePage::launchWanted);
    connect(m_welcome, &QPushButton::clicked, this, &HomePage::welcomeWanted);
    connect(m_answers, &QPushButton::clicked, this, &HomePage::answersWanted);
    connect(m_doctor, &QPushButton::clicked, this, &HomePage::doctorWanted);
    auto* heading = new QLabel(tr("Runs"));
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    m_list = listOf(*m_model, tr("Runs"));
    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) {
        if (const auto* run = m_model->at(index)) {
            emit runWanted(run->id);
        }
    });
    m_none = new PlainLabel(tr("None is live, and none waits for you. What an agent does in a run is seen, decided and kept here; your files change when you say so."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(state);
    layout->addLayout(buttons);
    layout->addWidget(m_missed);
    connect(m_missed, &MissedPanel::againWanted, this, &HomePage::againWanted);
    layout->addSpacing(fontMetrics().height());
    layout->addWidget(heading);
    layout->addWidget(m_none);
    layout->addWidget(m_list, 1);
    layout->addStretch();
    connect(&runs, &RunFeed::changed, this, &HomePage::retell);
    for (const auto signal : {&QuestionFeed::raised, &QuestionFeed::changed, &QuestionFeed::closed}) {
        connect(&questions, signal, this, &HomePage::retell);
    }
    retell();
}

void HomePage::setDoctor(Worst worst) {
    m_worst = worst;
    retell();
}

void HomePage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        retell(); // the shape is drawn in the colour of the text
    }
    QWidget::changeEvent(event);
}

void HomePage::offerWelcome() {
    m_welcomes = true;
    retell();
}

void HomePage::retell() {
    const auto& all = m_questions.questions();
    const int waiting = static_cast<int>(std::count_if(all.begin(), all.end(), [](const auto& q) { return q.state == "pending"; }));
    const int live = m_runs.live();
    QString shape = QStringLiteral("tray-idle"), text = tr("No run is live.");
    if (m_worst == Worst::Missing) {
        shape = QStringLiteral("tray-problem");
        text = tr("No run can start on this machine yet.");
    } else if (waiting > 0) {
        shape = QStringLiteral("tray-waiting");
        text = tr("%n request(s) wait(s) for you.", nullptr, waiting);
    } else if (live > 0) {
        shape = QStringLiteral("tray-running");
        text = tr("%n run(s) at work, and nothing waits for you.", nullptr, live);
    }
    const int size = fontMetrics().height() * 2;
    m_shape->setPixmap(waiting > 0 ? icon(shape, waiting).pixmap(QSize(size, size), devicePixelRatioF())
                                   : icon(shape).pixmap(QSize(size, size), devicePixelRatioF()));
    m_sentence->setText(text);
    m_answers->setText(tr("Answer %n request(s)", nullptr, waiting));
    m_answers->setVisible(waiting > 0);
    m_doctor->setVisible(m_worst == Worst::Missing);
    m_welcome->setVisible(m_welcomes && m_model->rowCount() == 0);
    m_list->setVisible(m_model->rowCount() > 0);
    m_none->setVisible(m_model->rowCount() == 0);
}

} // namespace leadglass::app
