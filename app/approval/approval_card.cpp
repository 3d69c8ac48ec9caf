#include "app/approval/approval_card.h"

#include <QButtonGroup>
#include <QDateTime>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollBar>
#include <QStyle>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "app/approval/announce.h"
#include "app/approval/answer_button.h"
#include "app/approval/chords.h"
#include "app/approval/deny_menu.h"
#include "app/approval/guard_note.h"
#include "app/approval/host_label.h"
#include "app/approval/lifetime_box.h"
#include "app/approval/question_words.h"
#include "app/widgets/icons.h"
#include "app/widgets/page_scroll.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr std::size_t kOnRadio = 48, kProcess = 240, kMember = 80, kHosts = 8192; // bytes

QString rest(const api::PendingQuestion& question) { return question.port == 0 ? QString() : QStringLiteral(" : %1").arg(question.port); }

QString hostText(const api::PendingQuestion& question) {
    const QString host = shownOnce(question.host, 300);
    return host.contains(QLatin1Char(':')) ? QLatin1Char('[') + host + QLatin1Char(']') : host;
}

// The program that asked first, and those that the same answer lets through.
QString programs(const api::PendingQuestion& question) {
    const auto& members = question.members;
    const bool unknown = question.process.empty() && !members.empty();
    const QString first = shownOnce(unknown ? members.front() : question.process, kProcess);
    QStringList others;
    for (auto each = members.begin() + (members.empty() ? 0 : 1); each != members.end(); ++each) {
        others.append(shownOnce(*each, kMember));
    }
    //: Programs that ask for the same host as the first one. %1: their names, with commas between
    return others.isEmpty() ? first : first + QLatin1Char('\n') + ApprovalCard::tr("and for others: %1").arg(others.join(QLatin1String(", ")));
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
    connect(m_guard, &GuardFilter::focusChanged, this, &ApprovalCard::retell);
    isNotification(*this);
    clear();
}

int ApprovalCard::cutOff() const { return m_scroll->verticalScrollBar()->maximum(); }

void ApprovalCard::clear() {
    if (m_question.id.empty() && !isEnabled()) {
        return;
    }
    m_question = {};
    m_context = {};
    setAccessibleName({});
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
        m_told->forget();
        m_note->clear();
        m_typedHost->clear();
    }
    if (changed) {
        offer();
        m_guard->show(isDangerous());
    }
    retell();
    if (other) {
        announce(*this, words::announcement(m_question, m_context.risk, m_host->text()));
    }
}

void ApprovalCard::setContext(const api::QuestionContext& context) {
    m_context = context;
    m_known = true;
    m_guard->show(isDangerous()); // what is read has changed
    retell();
}

void ApprovalCard::setPreview(const api::AnswerPreview& preview) {
    QString rule = preview.rule.empty() ? tr("none is kept") : leftToRight(shown(preview.rule));
    if (const auto* registry = this->registry()) {
        //: Which hosts a rule for a package registry means. %1: "npm.example.org, pkg.example.org:8443/tls"
        rule += QLatin1Char('\n') + tr("on this machine: %1").arg(leftToRight(shown(words::hosts(*registry), kHosts)));
    }
    m_ruleText->setText(rule);
    m_preview->setText(words::isHostKey(m_question) ? QString() : words::wouldMatch(preview)); // no connection fits a key
}

void ApprovalCard::setTrouble(const QString& text) {
    m_trouble->setText(text);
    m_trouble->show();
}

void ApprovalCard::offer() {
    QStringList texts;
    const auto add = [&](const QString& text) { texts << text; };
    const QString request = tr("this request (beyond once: its method and path, with any query)");
    //: What an answer covers: all that goes to the host, or one method and path of it. The query is what follows "?" in an address.
    add(words::isSignature(m_question) ? tr("this signature") : words::isPage(m_question) ? tr("this page, this time") : words::isHostKey(m_question) ? tr("this host key") : m_question.method.empty() ? tr("this host and port") : request);
    for (std::size_t i = 0; i < m_question.patterns.size(); ++i) { // in full in the line of the rule, when chosen
        const std::string text = m_question.patterns[i] + ":" + std::to_string(m_question.port);
        add(leftToRight(shownOnButton(text, kOnRadio)));
    }
    for (std::size_t i = 0; i < m_question.registries.size(); ++i) { // the widest; its hosts in full in the line of the rule
        const auto& registry = m_question.registries[i];
        //: The widest answer: all hosts of a package registry. %1: its name, "npm"; %2: its hosts
        add(tr("everything of the registry %1: %2")
                .arg(leftToRight(shownOnButton(registry.name, kOnRadio)), leftToRight(shownOnButton(words::hosts(registry), kOnRadio))));
    }
    const QSignalBlocker quietGroup(m_patternGroup);
    const auto olds = m_patternGroup->buttons();
    // What is offered as before stays as it is: a screen reader is on one of them.
    if (!std::equal(olds.begin(), olds.end(), texts.begin(), texts.end(), [](const auto* old, const auto& text) { return old->text() == text; })) {
        for (auto* old : olds) {
            m_patternGroup->removeButton(old);
            delete old;
        }
        for (qsizetype i = 0; i < texts.size(); ++i) {
            auto* radio = new QRadioButton(texts[i]);
            m_patterns->layout()->addWidget(radio);
            m_patternGroup->addButton(radio, static_cast<int>(i));
        }
    }
    m_patternGroup->button(0)->setChecked(true);
    const bool hostKey = words::isHostKey(m_question);
    m_lifetime->offer(m_question.scopes, hostKey);
    m_otherDenials->offer(hostKey ? std::vector<api::AnswerScope>() : m_question.scopes);
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

api::AnswerScope ApprovalCard::scope() const { return m_lifetime->scope(); }

std::string ApprovalCard::pattern() const {
    if (const auto* registry = this->registry()) {
        return api::registryPattern(*registry);
    }
    const int id = m_patternGroup->checkedId();
    return id > 0 ? m_question.patterns[static_cast<std::size_t>(id) - 1] : patternFor(scope());
}

// What an answer of this reach is about where nothing wider was chosen: one path has no rule beyond the run, its host has.
std::string ApprovalCard::patternFor(api::AnswerScope scope) const {
    const bool tooNarrow = scope != api::AnswerScope::Once && (m_question.path.empty() || scope >= api::AnswerScope::Project);
    return !m_question.method.empty() && tooNarrow && !m_question.patterns.empty() ? m_question.patterns.front() : std::string();
}

const api::OfferedRegistry* ApprovalCard::registry() const {
    const int at = m_patternGroup->checkedId() - 1 - static_cast<int>(m_question.patterns.size());
    return at < 0 ? nullptr : &m_question.registries[static_cast<std::size_t>(at)];
}

api::QuestionAnswer ApprovalCard::answer(bool allow) const {
    api::QuestionAnswer answer;
    answer.id = m_question.id;
    answer.digest = m_question.digest;
    answer.allow = allow;
    answer.note = m_note->text().toStdString();
    if (allow) {
        answer.scope = scope();
        answer.seconds = m_lifetime->seconds();
        answer.pattern = pattern();
    }
    return answer;
}

// What outlives the run, or covers more than was asked for.
bool ApprovalCard::isWide() const { return scope() >= api::AnswerScope::Project || !pattern().empty(); }

bool ApprovalCard::hostTyped() const {
    const QString typed = m_typedHost->text().trimmed().toLower();
    return typed.toStdString() == m_question.host || typed == hostText(m_question);
}

void ApprovalCard::setReflex(bool reflex) {
    if (reflex != m_reflex) {
        m_reflex = reflex;
        if (!m_question.id.empty()) {
            m_guard->show(isDangerous());
        }
        retell();
    }
}

void ApprovalCard::give(AnswerKind kind, bool byChord) {
    if (kind == AnswerKind::Allow && needsHost() && !hostTyped()) {
        return;
    }
    m_took = m_guard->armedFor();
    auto given = answer(kind == AnswerKind::Allow);
    if (byChord) { // the chord means this once, whatever is chosen
        given.scope = api::AnswerScope::Once;
        given.pattern.clear();
        given.seconds = 0;
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

void ApprovalCard::denyWider(api::AnswerScope scope, bool stop) {
    auto given = answer(false);
    given.scope = scope;
    given.pattern = patternFor(scope);
    m_took = m_guard->armedFor();
    m_guard->answered();
    if (stop) {
        emit stopWanted(given);
    } else {
        emit answered(given);
    }
}

void ApprovalCard::retell() {
    const int size = style()->pixelMetric(QStyle::PM_LargeIconSize, nullptr, this);
    m_icon->setPixmap(icon(words::riskIcon(m_context.risk)).pixmap(QSize(size, size), devicePixelRatioF()));
    m_risk->setText(words::risk(m_context.risk));
    m_reasons->setText(m_known ? words::reasons(m_context) : tr("nothing is known about it yet"));
    m_wants->setText(words::wants(m_question));
    m_host->setHost(hostText(m_question), shown(m_context.owner, 300), rest(m_question));
    m_because->setText(programs(m_question));
    m_rule->setText(words::asksBecause(m_question));
    constexpr std::size_t kWhole = 512 * 1024; // a head of 64 KiB, each byte escaped: what is asked about is never cut
    const bool more = !m_question.method.empty() || words::isSignature(m_question); // than a host
    m_request->setText(more ? leftToRight(shownOnce(m_question.object, kWhole)) : QString());
    m_request->setVisible(more);
    m_requestRow->setVisible(more);
    m_profile->setText(shownOnce(m_question.profile, 64));
    m_attempts->setText(QString::number(m_question.attempts));
    m_deny->setWords(words::deny(api::AnswerScope::Once));
    const QString allow = words::isHostKey(m_question) ? words::acceptHostKey(scope()) : words::allow(scope(), m_lifetime->seconds());
    //: The second press of a button whose answer is wide. %1: "Always allow in this project"
    m_allow->setWords(m_confirms ? tr("Press again: %1").arg(allow) : allow);
    m_reflexWords->setVisible(m_reflex);
    m_typedHost->setVisible(needsHost());
    m_allow->setOffered(!needsHost() || hostTyped());
    const QString allowChord = shownChord(chords().allow);
    QString when = m_guard->armed() ? tr("can be given") : tr("can be given in a moment");
    if (chords().arms && !m_guard->armed()) {
        //: Of the button Allow. %1: a chord, as Ctrl+Shift+Y
        when = tr("press %1 first").arg(allowChord);
    }
    m_allow->setAccessibleDescription(when);
    m_deny->setAccessibleDescription(m_guard->needsFocus() ? words::swallowed(Swallowed::No) : QString());
    m_allow->setToolTip(allowChord);
    m_deny->setToolTip(shownChord(chords().deny));
    tick();
}

void ApprovalCard::tick() {
    if (m_question.id.empty()) {
        return;
    }
    QString hold = words::hold(m_question, QDateTime::currentMSecsSinceEpoch() * 1'000'000);
    if (chords().arms && !m_guard->armed()) {
        hold += QLatin1Char('\n') + words::waitsForChord();
    }
    m_hold->setText(hold);
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
