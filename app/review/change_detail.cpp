#include "app/review/change_detail.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

#include "app/review/change_words.h"
#include "app/review/why_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {

ChangeDetail::ChangeDetail(QWidget* parent)
    : QWidget(parent), m_path(new PlainLabel), m_words(new PlainLabel), m_riskRow(new QWidget), m_risks(new PlainLabel),
      m_choices(new QWidget), m_conflict(new PlainLabel), m_group(new QButtonGroup(this)) {
    QFont bold = font();
    bold.setBold(true);
    m_path->setFont(bold);
    auto* risk = new QHBoxLayout(m_riskRow);
    risk->setContentsMargins(0, 0, 0, 0);
    auto* mark = new QLabel;
    mark->setPixmap(icon(QStringLiteral("risk-dangerous")).pixmap(fontMetrics().height()));
    risk->addWidget(mark, 0, Qt::AlignTop);
    risk->addWidget(m_risks, 1);
    auto* choices = new QVBoxLayout(m_choices);
    choices->setContentsMargins(0, 0, 0, 0);
    choices->addWidget(m_conflict);
    using api::ConflictChoice;
    for (const auto& [choice, text] : {std::pair(ConflictChoice::Skip, tr("Decide later")),
                                       std::pair(ConflictChoice::Theirs, tr("Take the run's version; yours is kept for undo")),
                                       std::pair(ConflictChoice::Ours, tr("Keep yours; the run's version is settled"))}) {
        auto* button = new QRadioButton(text);
        m_group->addButton(button, static_cast<int>(choice));
        choices->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    for (auto* part : {static_cast<QWidget*>(m_path), static_cast<QWidget*>(m_words), m_riskRow, m_choices}) {
        layout->addWidget(part);
    }
    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) { emit chosen(static_cast<ConflictChoice>(id)); });
    clear();
}

void ChangeDetail::showChange(const api::ChangeItem& change, const std::vector<Why>& risks, const api::ChangeItem* half, bool needsChoice,
                        api::ConflictChoice choice) {
    setVisible(true);
    m_path->setText(leftToRight(shown(change.path, 4096)));
    QStringList words = words::sentences(change);
    if (!change.refused.empty()) {
        //: %1: why a change can never be written to the project
        words << tr("It cannot be applied: %1.").arg(words::why(change.refused));
    }
    if (change.decided) {
        words << tr("You decided that your version stays.");
    }
    m_words->setText(words.join(QLatin1Char('\n')));
    m_words->setVisible(!words.isEmpty());
    QStringList why;
    for (const auto& each : risks) {
        why << words::why(each);
    }
    m_risks->setText(why.join(QLatin1Char('\n')));
    m_riskRow->setVisible(!why.isEmpty());
    m_choices->setVisible(needsChoice);
    if (needsChoice) {
        const auto& conflict = change.conflict.empty() && half != nullptr ? half->conflict : change.conflict;
        //: %1: why the file in the project is not the one that the run began with
        m_conflict->setText(tr("In conflict: %1.").arg(words::why(conflict)));
        m_group->button(static_cast<int>(choice))->setChecked(true);
    }
}

void ChangeDetail::clear() { setVisible(false); }

} // namespace leadglass::app
