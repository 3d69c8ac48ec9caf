#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QFormLayout>
#include <QShortcut>

#include "app/approval/chords.h"
#include "app/settings/chord_edit.h"
#include "app/settings/groups.h"
#include "app/terminal/terminal_view.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {
namespace {

// Something else in the app that this chord does.
bool isTaken(QKeyCombination chord) {
    if (chord == TerminalView::kCopies || chord == TerminalView::kPastes) {
        return true; // no shortcuts: they are those of a terminal alone
    }
    const QKeySequence sequence(chord);
    const auto windows = QApplication::topLevelWidgets();
    for (const auto* window : windows) {
        const auto shortcuts = window->findChildren<QShortcut*>();
        const auto actions = window->findChildren<QAction*>();
        if (std::any_of(shortcuts.begin(), shortcuts.end(), [&](const auto* each) { return each->key() == sequence; }) ||
            std::any_of(actions.begin(), actions.end(), [&](const auto* each) { return each->shortcuts().contains(sequence); })) {
            return true;
        }
    }
    return false;
}

QString sum(const ChordEdit& edit) { return edit.keySequence().toString(QKeySequence::PortableText); }

} // namespace

AnswersGroup::AnswersGroup(Settings& settings, QWidget* parent) : QGroupBox(tr("Answers by keyboard"), parent), m_settings(settings) {
    auto* form = new QFormLayout(this);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    const auto chord = [&](const QString& name, bool allow) {
        auto* edit = new ChordEdit(QString(name).remove(QLatin1Char('&')).remove(QLatin1Char(':')));
        form->addRow(name, edit);
        connect(edit, &QKeySequenceEdit::editingFinished, this, [this, allow] { take(allow); });
        return edit;
    };
    m_deny = chord(tr("&Deny once:"), false);
    m_allow = chord(tr("A&llow once:"), true);
    m_trouble = new PlainLabel;
    m_trouble->hide();
    form->addRow(m_trouble);
    m_arms = new QCheckBox(tr("Allow waits for its &chord, not for a time"));
    m_arms->setToolTip(tr("The first press makes Allow available, the second one answers."));
    form->addRow(m_arms);
    form->addRow(new PlainLabel(tr("For those who read slowly, or have the screen read to them: Allow stays off until you press its keys. The first 0.8 "
                                   "seconds (2 where it looks dangerous) answer nothing in either case.")));
    connect(m_arms, &QCheckBox::toggled, this, [this](bool on) { m_settings.change([on](Choices& choices) { choices.armsByChord = on; }); });
    connect(&settings, &Settings::changed, this, &AnswersGroup::retell);
    retell();
}

QString AnswersGroup::trouble() const { return m_trouble->isHidden() ? QString() : m_trouble->text(); }

void AnswersGroup::retell() {
    m_deny->setKeySequence(QKeySequence(m_settings.choices().deny, QKeySequence::PortableText));
    m_allow->setKeySequence(QKeySequence(m_settings.choices().allow, QKeySequence::PortableText));
    m_arms->setChecked(m_settings.choices().armsByChord);
}

void AnswersGroup::take(bool allow) {
    const auto& now = m_settings.choices();
    const QString wish = sum(allow ? *m_allow : *m_deny), old = allow ? now.allow : now.deny, other = allow ? now.deny : now.allow;
    if (wish == old) {
        return;
    }
    const auto chord = chordOf(wish);
    QString why;
    if (!chord) {
        why = tr("Take a letter or F1 to F12 together with two of Ctrl, Shift, Alt and Meta: nothing that is typed into text may answer.");
    } else if (wish == other) {
        why = tr("That is the chord of the other answer.");
    } else if (isTaken(*chord)) {
        why = tr("That chord does something else in Leadglass.");
    }
    m_trouble->setText(why);
    m_trouble->setVisible(!why.isEmpty());
    if (!why.isEmpty()) {
        retell();
        return;
    }
    m_settings.change([&](Choices& choices) { (allow ? choices.allow : choices.deny) = wish; });
}

} // namespace leadglass::app
