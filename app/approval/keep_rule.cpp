#include "app/approval/keep_rule.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "app/approval/answer_button.h"
#include "app/approval/chords.h"
#include "app/approval/question_words.h"
#include "app/bridge/off_thread.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {

KeepRule::KeepRule(const Services& services, const QString& button, QWidget* parent)
    : QWidget(parent), m_makes(services.approvals), m_name(button), m_guard(new GuardFilter(this)), m_text(new PlainLabel), m_waits(new PlainLabel) {
    m_button = new AnswerButton(AnswerKind::Allow, *m_guard);
    auto* row = new QHBoxLayout;
    row->addWidget(m_button);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    layout->addLayout(row);
    layout->addWidget(m_waits);
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
    m_text->setVisible(rule.text.empty());
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

void KeepRule::press() {
    if (m_rule.text.empty() || m_keeping) {
        return;
    }
    m_guard->answered();
    if (!m_shows) {
        m_shows = true;
        //: %1: a rule as a policy has it; %2: the project's folder; %3: profile of the agent
        m_text->setText(tr("Allows %1 in %2 for %3, in every run from now on.")
                            .arg(leftToRight(shown(m_rule.text)), shownPath(m_rule.project), shown(m_rule.profile, 64)));
        m_text->show();
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
            m_text->show();
            m_guard->show(false);
            retell();
        },
        urgentThreads());
}

void KeepRule::retell() {
    //: The second press of a button that keeps a rule.
    m_button->setText(m_shows ? tr("Press again: keep this rule") : m_name);
    m_button->setEnabled(!m_rule.text.empty() && !m_keeping && m_guard->armed());
    m_waits->setText(words::waitsForChord());
    m_waits->setVisible(chords().arms && !m_rule.text.empty() && !m_keeping && !m_guard->armed());
}

} // namespace leadglass::app
