#include "app/approval/group_card.h"

#include <QDateTime>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

#include "app/approval/announce.h"
#include "app/approval/answer_button.h"
#include "app/approval/chords.h"
#include "app/approval/guard_note.h"
#include "app/approval/question_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

// Whose a host is stands at its end: where it is too long, its beginning gives way, which anybody may choose.
class HostDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideLeft;
    }
};

} // namespace

GroupCard::GroupCard(QWidget* parent)
    : QWidget(parent), m_model(new GroupModel([this] { return m_still.isValid() && m_still.elapsed() >= AnswerGuard::kArms; }, this)),
      m_guard(new GuardFilter(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* strip = new QHBoxLayout;
    m_icon = new QLabel;
    m_heading = new PlainLabel;
    QFont bold = m_heading->font();
    bold.setBold(true);
    m_heading->setFont(bold);
    strip->addWidget(m_icon);
    strip->addWidget(m_heading, 1, Qt::AlignVCenter);
    layout->addLayout(strip);
    m_wants = new PlainLabel;
    m_wants->setFocusPolicy(Qt::StrongFocus);
    layout->addWidget(m_wants);
    buildTable(*layout);
    buildButtons(*layout);
    setFocusProxy(m_wants);
    m_tick = new QTimer(this);
    m_tick->setInterval(1000);
    connect(m_tick, &QTimer::timeout, this, &GroupCard::tick);
    connect(m_guard, &GuardFilter::chord, this, [this](AnswerKind kind) { give(kind, true); });
    connect(m_guard, &GuardFilter::armedChanged, this, &GroupCard::retell);
    connect(m_model, &GroupModel::ticksChanged, this, [this] {
        arm();
        retell();
    });
    isNotification(*this);
    clear();
}

void GroupCard::buildTable(QVBoxLayout& layout) {
    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Hosts that are asked for"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setItemDelegateForColumn(GroupModel::Host, new HostDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() * 3 / 2);
    auto* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    const int letter = m_table->fontMetrics().averageCharWidth();
    header->resizeSection(GroupModel::Host, letter * 34);
    header->setSectionResizeMode(GroupModel::Risk, QHeaderView::ResizeToContents); // one of three words, in any language
    header->resizeSection(GroupModel::Attempts, letter * 11);
    header->setSectionResizeMode(GroupModel::Why, QHeaderView::Stretch);
    m_table->setMinimumWidth(letter * 64); // the last column gives way; each cell says all of it when pointed at
    m_table->setMinimumHeight(m_table->fontMetrics().height() * 12);
    layout.addWidget(m_table, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_ruleText->clear();
        m_preview->clear();
        if (current() != nullptr) {
            emit previewWanted();
        }
    });
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_rule = new PlainLabel;
    m_ruleText = new PlainLabel;
    m_preview = new PlainLabel;
    m_suggestion = new PlainLabel;
    //: Why a person is asked: "no rule allows it (base.toml:44)".
    form->addRow(tr("Why it asks:"), m_rule);
    //: The line of a policy that Allow would stand for, of the row of the table that is selected.
    form->addRow(tr("Rule of this row:"), m_ruleText);
    form->addRow(QString(), m_preview);
    layout.addLayout(form);
    layout.addWidget(m_suggestion);
}

void GroupCard::buildButtons(QVBoxLayout& layout) {
    m_hold = new PlainLabel;
    layout.addWidget(m_hold);
    m_trouble = new PlainLabel;
    m_trouble->hide();
    layout.addWidget(m_trouble);
    m_told = new GuardNote(*m_guard);
    layout.addWidget(m_told);
    auto* alone = new QPushButton(tr("Show this row alone"));
    alone->setAutoDefault(false);
    alone->setToolTip(tr("With every answer that can be given to it, longer and wider ones, too."));
    connect(alone, &QPushButton::clicked, this, [this] {
        if (const auto* question = current()) {
            emit aloneWanted(question->id);
        }
    });
    auto* more = new QHBoxLayout;
    more->addWidget(alone);
    more->addStretch(1);
    layout.addLayout(more);
    m_deny = new AnswerButton(AnswerKind::Deny, *m_guard);
    m_allow = new AnswerButton(AnswerKind::Allow, *m_guard);
    auto* buttons = new QHBoxLayout;
    for (auto* button : {m_deny, m_allow}) { // of equal size, whatever stands on them
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
        button->setMinimumWidth(button->fontMetrics().averageCharWidth() * 30);
        buttons->addWidget(button, 1);
    }
    layout.addLayout(buttons);
    connect(m_deny, &AnswerButton::given, this, [this] { give(AnswerKind::Deny, false); });
    connect(m_allow, &AnswerButton::given, this, [this] { give(AnswerKind::Allow, false); });
}

QSize GroupCard::sizeHint() const {
    const QSize usual = QWidget::sizeHint();
    return {qMax(usual.width(), fontMetrics().averageCharWidth() * 118), usual.height()};
}

void GroupCard::clear() {
    m_model->setQuestions({});
    setAccessibleName({});
    m_guard->hide();
    m_tick->stop();
    setEnabled(false);
}

void GroupCard::setQuestions(const std::vector<api::PendingQuestion>& questions) {
    const bool other = m_model->rows().empty() || m_model->rows().front().question.group != questions.front().group;
    setEnabled(true);
    if (other) {
        m_model->setQuestions({});
        m_trouble->hide();
        m_told->forget();
    }
    if (m_model->setQuestions(questions)) {
        moved();
    }
    if (current() == nullptr && m_model->rowCount() > 0) {
        m_table->setCurrentIndex(m_model->index(0, GroupModel::Host));
    }
    retell();
    if (other) {
        //: Said by a screen reader. %1: "Many hosts at once: tick what you know."; %2: "claude in ~/src/shop wants to connect to 5 hosts:"
        announce(*this, tr("Leadglass asks. %1 %2").arg(m_heading->text(), m_wants->text()));
    }
}

void GroupCard::setContexts(const std::vector<std::string>& ids, const std::vector<api::QuestionContext>& contexts) {
    m_model->setContexts(ids, contexts);
    arm(); // what is read has changed
    retell();
}

void GroupCard::setPreview(const api::AnswerPreview& preview) {
    m_ruleText->setText(leftToRight(shown(preview.rule)));
    m_preview->setText(words::wouldMatch(preview));
}

void GroupCard::setTrouble(const QString& text) {
    m_trouble->setText(text);
    m_trouble->show();
}

const api::PendingQuestion* GroupCard::current() const {
    const auto row = static_cast<std::size_t>(m_table->currentIndex().row());
    return m_table->currentIndex().isValid() && row < m_model->rows().size() ? &m_model->rows()[row].question : nullptr;
}

std::vector<api::PendingQuestion> GroupCard::unknown() const {
    std::vector<api::PendingQuestion> out;
    for (const auto& row : m_model->rows()) {
        if (!row.context) {
            out.push_back(row.question);
        }
    }
    return out;
}

void GroupCard::moved() {
    m_still.start();
    arm();
}

void GroupCard::arm() {
    const auto& rows = m_model->rows();
    m_guard->show(std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.ticked && row.isDangerous(); }));
}

void GroupCard::give(AnswerKind kind, bool byChord) {
    const bool allow = kind == AnswerKind::Allow;
    std::vector<api::QuestionAnswer> answers;
    for (const auto& row : m_model->rows()) {
        if (row.ticked == allow) {
            api::QuestionAnswer answer;
            answer.id = row.question.id;
            answer.digest = row.question.digest;
            answer.allow = allow;
            const auto& offered = row.question.scopes;
            // The chord means this once, here as on every card.
            const bool forRun = allow && !byChord && std::find(offered.begin(), offered.end(), api::AnswerScope::Run) != offered.end();
            answer.scope = forRun ? api::AnswerScope::Run : api::AnswerScope::Once;
            answers.push_back(std::move(answer));
        }
    }
    if (answers.empty()) {
        return;
    }
    m_guard->answered();
    emit answered(answers);
}

// A name that some of the rows have in common: one rule, given once, in place of many answers.
QString GroupCard::suggestion() const {
    std::map<std::string, int> fits;
    for (const auto& row : m_model->rows()) {
        for (const auto& pattern : row.question.patterns) {
            ++fits[pattern + ":" + std::to_string(row.question.port)];
        }
        for (const auto& registry : row.question.registries) {
            ++fits[api::registryPattern(registry)];
        }
    }
    const auto most = std::max_element(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == fits.end() || most->second < 2) {
        return {};
    }
    //: %1: a pattern of host names and a port, "*.example.org:443", or "registry:npm"
    return tr("One answer for %1 would decide %n of these: show a row of it alone to give it.", nullptr, most->second)
        .arg(leftToRight(shown(most->first, 120)));
}

void GroupCard::retell() {
    const auto& rows = m_model->rows();
    if (rows.empty()) {
        return;
    }
    const auto worst = std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return (a.context ? a.context->risk : api::Risk::Unusual) < (b.context ? b.context->risk : api::Risk::Unusual);
    });
    const auto risk = worst->context ? worst->context->risk : api::Risk::Unusual;
    const int size = style()->pixelMetric(QStyle::PM_LargeIconSize, nullptr, this);
    m_icon->setPixmap(icon(words::riskIcon(risk)).pixmap(QSize(size, size), devicePixelRatioF()));
    const auto& first = rows.front().question;
    const int count = static_cast<int>(rows.size());
    m_heading->setText(first.quiet ? tr("This run has asked often, and no longer interrupts you. What it asks since then waits here.")
                                   : tr("Many hosts at once: tick what you know."));
    const QString program = words::who(first);
    const bool one = std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return words::who(row.question) == program; });
    //: %1: the program that asks, for example "npm"; %2: the project's folder
    m_wants->setText(tr("%1 in %2 wants to connect to %n host(s):", nullptr, count)
                         //: In place of the name of a program, where several ask.
                         .arg(one ? program : tr("More than one program"), shownPathOnce(first.project)));
    m_rule->setText(words::asksBecause(first));
    const QString advice = suggestion();
    m_suggestion->setText(advice);
    m_suggestion->setVisible(!advice.isEmpty());
    const int ticked = m_model->ticked();
    m_deny->setWords(ticked == 0 ? tr("Deny all %n once", nullptr, count) : tr("Deny the other %n once", nullptr, count - ticked));
    m_deny->setOffered(ticked < count);
    m_allow->setWords(ticked == 0 ? tr("Allow what is ticked for this run") : tr("Allow the %n ticked for this run", nullptr, ticked));
    m_allow->setOffered(ticked > 0);
    m_allow->setAccessibleDescription(ticked == 0         ? tr("nothing is ticked")
                                      : m_guard->armed() ? tr("can be given")
                                      : chords().arms    ? words::waitsForChord()
                                                         : tr("can be given in a moment"));
    m_allow->setToolTip(shownChord(chords().allow));
    m_deny->setToolTip(shownChord(chords().deny));
    tick();
}

void GroupCard::tick() {
    const auto& rows = m_model->rows();
    const auto pending = [](const GroupModel::Row& row) { return row.question.state == "pending"; };
    const auto next = std::min_element(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
        return pending(a) != pending(b) ? pending(a) : a.question.expires < b.question.expires;
    });
    if (next == rows.end()) {
        return;
    }
    api::PendingQuestion shownNext = next->question;
    shownNext.waiting = 0;
    for (const auto& row : rows) {
        shownNext.waiting += row.question.waiting;
    }
    QString hold = words::hold(shownNext, QDateTime::currentMSecsSinceEpoch() * 1'000'000);
    if (chords().arms && m_model->ticked() > 0 && !m_guard->armed()) {
        hold += QLatin1Char('\n') + words::waitsForChord();
    }
    m_hold->setText(hold);
    const bool runs = isVisible() && pending(*next);
    if (runs != m_tick->isActive()) {
        runs ? m_tick->start() : m_tick->stop();
    }
}

void GroupCard::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_still.start();
    tick();
}

void GroupCard::hideEvent(QHideEvent* event) {
    m_tick->stop();
    QWidget::hideEvent(event);
}

void GroupCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::StyleChange) {
        retell();
    }
    QWidget::changeEvent(event);
}

} // namespace leadglass::app
