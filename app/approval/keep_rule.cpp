#include "app/approval/keep_rule.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "app/approval/answer_button.h"
#include "app/approval/chords.h"
#include "app/approval/guard_note.h"
#include "app/approval/question_words.h"
#include "app/bridge/off_thread.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {

KeepRule::KeepRule(const Services& services, const QString& button, QWidget* parent)
    : QWidget(parent), m_makes(services.approvals), m_name(button), m_guard(new GuardFilter(this)), m_text(new PlainLabel), m_waits(new PlainLabel),
      m_told(new GuardNote(*m_guard)) {
    m_button = new AnswerButton(AnswerKind::Allow, *m_guard);
    auto* told = new QVBoxLayout; // its first line is level with the button, however many there are
    told->addSpacing(qMax(0, (m_button->sizeHint().height() - m_told->fontMetrics().height()) / 2));
    told->addWidget(m_told);
    auto* row = new QHBoxLayout;
    row->addWidget(m_button, 0, Qt::AlignTop);
    row->addLayout(told, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row); // the button first: what the first press tells comes below it, and moves nothing under the hand
    layout->addWidget(m_text);
    layout->addWidget(m_waits);
    m_text->setObjectName(QStringLiteral("rule"));
    connect(m_button, &AnswerButton::given, this, &KeepRule::press);
    connect(m_guard, &GuardFilter::armedChanged, this, &KeepRule::retell);
    clear();
}

void KeepRule::setRule(const api::ProjectRule& rule) {
    if (!rule.text.empty() && rule.text == m_rule.text && rule.project == m_rule.project && rule.profile == m_rule.profile) {
        return; // looked at anew, and still the same: the step that was taken stays
    }
    m_rule = rule;
    m_shows = false;
    m_keeping = false;
    m_text->setText(rule.text.empty() ? tr("An address, or a host of this machine, cannot be allowed for good.") : QString());
    m_text->keepRoomFor(rule.text.empty() ? QStringList() : QStringList(whatIsKept()));
    m_text->show();
    m_told->forget();
    m_guard->show(false);
    retell();
}

void KeepRule::clear() {
    m_rule = {};
    m_shows = false;
    m_text->hide();
    m_guard->hide();
    retell();
}

QString KeepRule::whatIsKept() const {
    //: %1: a rule as a policy has it; %2: the project's folder; %3: profile of the agent
    return tr("Allows %1 in %2 for %3, in every run from now on.")
        .arg(leftToRight(shown(m_rule.text)), shownPath(m_rule.project), shown(m_rule.profile, 64));
}

void KeepRule::press() {
    if (m_rule.text.empty() || m_keeping) {
        return;
    }
    m_guard->answered();
    if (!m_shows) {
        m_shows = true;
        m_text->setText(whatIsKept());
        m_guard->show(false);
        retell();
        return;
    }
    m_keeping = true;
    retell();
    offThread(
        this, [makes = m_makes, rule = m_rule] { return makes()->keep(rule); },
        [this, rule = m_rule](const Status& kept) {
            if (rule.text != m_rule.text) {
                return; // another one is looked at by now
            }
            m_keeping = false;
            m_shows = false;
            if (kept) {
                clear();
                emit this->kept(rule);
                return;
            }
            m_text->setText(QString::fromStdString(kept.error().text()));
            m_guard->show(false);
            retell();
        },
        urgentThreads());
}

void KeepRule::retell() {
    //: The second press of a button that keeps a rule.
    m_button->setText(m_shows ? tr("Press again: keep this rule") : m_name);
    m_button->setOffered(!m_rule.text.empty() && !m_keeping);
    m_button->setAccessibleDescription(m_shows ? m_text->text() : QString());
    // Its place is kept: to change one's size is to be disturbed (guard_filter.h), and what is disturbed waits anew.
    m_waits->setVisible(chords().arms && !m_rule.text.empty());
    m_waits->keepRoomFor({words::waitsForChord()});
    m_waits->setText(m_keeping || m_guard->armed() ? QString() : words::waitsForChord());
}

} // namespace leadglass::app
