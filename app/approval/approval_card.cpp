#include "app/approval/approval_card.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDateTime>
#include <QEvent>
#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>
#include <QScrollBar>
#include <QStyle>
#include <QTimer>
#include <QVBoxLayout>

#include "app/approval/answer_button.h"
#include "app/approval/chords.h"
#include "app/approval/host_label.h"
#include "app/approval/question_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/page_scroll.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr std::size_t kOnRadio = 48, kProcess = 240; // bytes

QString rest(const api::PendingQuestion& question) { return QStringLiteral(" : %1").arg(question.port); }

QString hostText(const api::PendingQuestion& question) {
    const QString host = shown(question.host, 300);
    return host.contains(QLatin1Char(':')) ? QLatin1Char('[') + host + QLatin1Char(']') : host;
}

} // namespace

ApprovalCard::ApprovalCard(QWidget* parent) : QWidget(parent), m_guard(new GuardFilter(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    buildStrip(*layout);
    auto* text = new QWidget;
    auto* inside = new QVBoxLayout(text);
    inside->setContentsMargins(0, 0, 0, 0);
    buildWhat(*inside);
    buildReach(*inside);
    inside->addStretch(1);
    m_scroll = new PageScroll(text);
    layout->addWidget(m_scroll, 1); // what is decided about scrolls; risk and answers stay in sight
    buildButtons(*layout);
    m_tick = new QTimer(this);
    m_tick->setInterval(1000);
    connect(m_tick, &QTimer::timeout, this, &ApprovalCard::tick);
    connect(m_guard, &GuardFilter::chord, this, [this](AnswerKind kind) { give(kind, true); });
    connect(m_guard, &GuardFilter::armedChanged, this, &ApprovalCard::retell);
    clear();
}

void ApprovalCard::buildStrip(QVBoxLayout& layout) {
    m_strip = new QFrame;
    m_strip->setFrameShape(QFrame::StyledPanel);
    auto* strip = new QHBoxLayout(m_strip);
    m_icon = new QLabel;
    m_risk = new QLabel;
    QFont bold = m_risk->font();
    bold.setBold(true);
    m_risk->setFont(bold);
    m_reasons = new PlainLabel;
    strip->addWidget(m_icon);
    strip->addWidget(m_risk);
    strip->addWidget(m_reasons, 1, Qt::AlignVCenter);
    layout.addWidget(m_strip);
}

void ApprovalCard::buildWhat(QVBoxLayout& layout) {
    m_wants = new PlainLabel;
    layout.addWidget(m_wants);
    m_host = new HostLabel;
    layout.addWidget(m_host);

    auto* why = new QFormLayout;
    why->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_because = new PlainLabel;
    m_rule = new PlainLabel;
    m_attempts = new PlainLabel;
    //: Which program asks, and who started it.
    why->addRow(tr("Program:"), m_because);
    //: Which line of a policy says that a person is asked.
    why->addRow(tr("Asked by:"), m_rule);
    why->addRow(tr("Attempts:"), m_attempts);
    layout.addLayout(why);
}

void ApprovalCard::buildReach(QVBoxLayout& layout) {
    m_patterns = new QWidget;
    auto* radios = new QVBoxLayout(m_patterns);
    radios->setContentsMargins(0, 0, 0, 0);
    m_patternGroup = new QButtonGroup(this);
    connect(m_patternGroup, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on) {
            reachChanged();
        }
    });
    m_lifetime = new QComboBox;
    connect(m_lifetime, &QComboBox::currentIndexChanged, this, &ApprovalCard::reachChanged);
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    //: What an answer is about: only this host, or those like it.
    form->addRow(tr("Answer for:"), m_patterns);
    //: How long an answer holds.
    form->addRow(tr("Holds:"), m_lifetime);
    m_ruleText = new PlainLabel;
    m_preview = new PlainLabel;
    //: The line of a policy that the answer stands for.
    form->addRow(tr("Rule:"), m_ruleText);
    form->addRow(QString(), m_preview);
    layout.addLayout(form);
}

void ApprovalCard::buildButtons(QVBoxLayout& layout) {
    m_hold = new PlainLabel;
    layout.addWidget(m_hold);
    m_trouble = new PlainLabel;
    m_trouble->hide();
    layout.addWidget(m_trouble);
    m_deny = new AnswerButton(AnswerKind::Deny, *m_guard);
    m_allow = new AnswerButton(AnswerKind::Allow, *m_guard);
    for (auto* button : {m_deny, m_allow}) { // of equal size, whatever stands on them
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        button->setMinimumWidth(button->fontMetrics().averageCharWidth() * 24);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_deny, 1);
    buttons->addWidget(m_allow, 1);
    layout.addLayout(buttons);
    connect(m_deny, &AnswerButton::given, this, [this] { give(AnswerKind::Deny, false); });
    connect(m_allow, &AnswerButton::given, this, [this] { give(AnswerKind::Allow, false); });
    m_wants->setFocusPolicy(Qt::StrongFocus);
    //: Of the sentence that says who wants what, for a screen reader.
    m_wants->setAccessibleName(tr("Request"));
    setFocusProxy(m_wants);
}

int ApprovalCard::cutOff() const { return m_scroll->verticalScrollBar()->maximum(); }

void ApprovalCard::clear() {
    m_question = {};
    m_context = {};
    m_guard->hide();
    m_tick->stop();
    setEnabled(false);
}

void ApprovalCard::setQuestion(const api::PendingQuestion& question) {
    const bool other = question.id != m_question.id;
    const bool changed = other || question.digest != m_question.digest;
    m_question = question;
    setEnabled(true);
    if (other) {
        m_context = {};
        m_context.risk = api::Risk::Unusual;
        m_known = false;
        m_trouble->hide();
    }
    if (changed) {
        offer();
        m_guard->show(isDangerous());
    }
    retell();
}

void ApprovalCard::setContext(const api::QuestionContext& context) {
    m_context = context;
    m_known = true;
    m_guard->show(isDangerous()); // what is read has changed
    retell();
}

void ApprovalCard::setPreview(const api::AnswerPreview& preview) {
    m_ruleText->setText(preview.rule.empty() ? tr("none is kept") : leftToRight(shown(preview.rule)));
    m_preview->setText(words::wouldMatch(preview));
}

void ApprovalCard::setTrouble(const QString& text) {
    m_trouble->setText(text);
    m_trouble->show();
}

void ApprovalCard::offer() {
    const QSignalBlocker quietGroup(m_patternGroup);
    const QSignalBlocker quietLifetime(m_lifetime);
    for (auto* old : m_patternGroup->buttons()) {
        m_patternGroup->removeButton(old);
        delete old;
    }
    const auto add = [this](const QString& text, int id) {
        auto* radio = new QRadioButton(text);
        m_patterns->layout()->addWidget(radio);
        m_patternGroup->addButton(radio, id);
        radio->setChecked(id == 0);
    };
    add(tr("this host and port"), 0);
    for (std::size_t i = 0; i < m_question.patterns.size(); ++i) { // in full in the line of the rule, when chosen
        const std::string text = m_question.patterns[i] + ":" + std::to_string(m_question.port);
        add(leftToRight(shownOnButton(text, kOnRadio)), static_cast<int>(i) + 1);
    }
    m_lifetime->clear();
    for (const auto each : m_question.scopes) {
        m_lifetime->addItem(words::lifetime(each), static_cast<int>(each));
    }
    m_lifetime->setCurrentIndex(0);
    reachChanged();
}

void ApprovalCard::reachChanged() {
    m_confirms = false;
    m_ruleText->clear();
    m_preview->clear();
    if (!m_question.id.empty()) {
        m_guard->show(isDangerous());
        emit previewWanted(scope(), pattern());
    }
    retell();
}

api::AnswerScope ApprovalCard::scope() const { return static_cast<api::AnswerScope>(m_lifetime->currentData().toInt()); }

std::string ApprovalCard::pattern() const {
    const int id = m_patternGroup->checkedId();
    return id > 0 ? m_question.patterns[static_cast<std::size_t>(id) - 1] : std::string();
}

api::QuestionAnswer ApprovalCard::answer(bool allow) const {
    api::QuestionAnswer answer;
    answer.id = m_question.id;
    answer.digest = m_question.digest;
    answer.allow = allow;
    if (allow) {
        answer.scope = scope();
        answer.pattern = pattern();
    }
    return answer;
}

// What outlives the run, or covers more than was asked for.
bool ApprovalCard::isWide() const { return scope() >= api::AnswerScope::Project || !pattern().empty(); }

void ApprovalCard::give(AnswerKind kind, bool byChord) {
    auto given = answer(kind == AnswerKind::Allow);
    if (byChord) { // the chord means this once, whatever is chosen
        given.scope = api::AnswerScope::Once;
        given.pattern.clear();
    } else if (kind == AnswerKind::Allow && isWide() && !m_confirms) {
        m_confirms = true;
        m_guard->answered();
        m_guard->show(isDangerous());
        retell();
        return;
    }
    m_guard->answered();
    emit answered(given);
}

void ApprovalCard::retell() {
    const bool dangerous = m_context.risk == api::Risk::Dangerous;
    const auto shape = dangerous                                  ? QStringLiteral("risk-dangerous")
                       : m_context.risk == api::Risk::Unusual ? QStringLiteral("risk-unusual")
                                                              : QStringLiteral("risk-routine");
    const int size = style()->pixelMetric(QStyle::PM_LargeIconSize, nullptr, this);
    m_icon->setPixmap(icon(shape).pixmap(QSize(size, size), devicePixelRatioF()));
    m_risk->setText(words::risk(m_context.risk));
    m_reasons->setText(m_known ? words::reasons(m_context) : tr("nothing is known about it yet"));
    m_wants->setText(words::wants(m_question));
    m_host->setHost(hostText(m_question), shown(m_context.owner, 300), rest(m_question));
    const bool unknown = m_question.process.empty() && !m_question.members.empty();
    m_because->setText(shown(unknown ? m_question.members.front() : m_question.process, kProcess));
    m_rule->setText(shown(m_question.why));
    m_attempts->setText(QString::number(m_question.attempts));
    m_deny->setText(words::deny(api::AnswerScope::Once));
    //: The second press of a button whose answer is wide. %1: "Always allow in this project"
    m_allow->setText(m_confirms ? tr("Press again: %1").arg(words::allow(scope())) : words::allow(scope()));
    m_allow->setEnabled(m_guard->armed());
    const QString allowChord = shownChord(chords().allow);
    QString when = m_guard->armed() ? tr("can be given") : tr("can be given in a moment");
    if (chords().arms && !m_guard->armed()) {
        //: Of the button Allow. %1: a chord, as Ctrl+Shift+Y
        when = tr("press %1 first").arg(allowChord);
        //: A button that waits for a chord. %1: "Allow once"; %2: the chord
        m_allow->setText(tr("%1 (first %2)").arg(m_allow->text(), allowChord));
    }
    m_allow->setAccessibleDescription(when);
    m_allow->setToolTip(allowChord);
    m_deny->setToolTip(shownChord(chords().deny));
    tick();
}

void ApprovalCard::tick() {
    if (m_question.id.empty()) {
        return;
    }
    m_hold->setText(words::hold(m_question, QDateTime::currentMSecsSinceEpoch() * 1'000'000));
    const bool runs = isVisible() && m_question.state == "pending";
    if (runs != m_tick->isActive()) {
        runs ? m_tick->start() : m_tick->stop();
    }
}

void ApprovalCard::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    tick();
}

void ApprovalCard::hideEvent(QHideEvent* event) {
    m_tick->stop();
    QWidget::hideEvent(event);
}

void ApprovalCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) {
        retell();
    }
    QWidget::changeEvent(event);
}

} // namespace leadglass::app
