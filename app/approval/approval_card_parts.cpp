// What the card is made of: the other half of approval_card.cpp.
#include <QButtonGroup>
#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "app/approval/answer_button.h"
#include "app/approval/approval_card.h"
#include "app/approval/deny_menu.h"
#include "app/approval/guard_note.h"
#include "app/approval/host_label.h"
#include "app/approval/lifetime_box.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {

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
    m_request = new PlainLabel;
    m_because = new PlainLabel;
    m_rule = new PlainLabel;
    m_profile = new PlainLabel;
    m_attempts = new PlainLabel;
    //: What is asked about on a connection that is looked into: "GET https://host/path".
    why->addRow(tr("Request:"), m_request);
    //: Which program asks, and who started it.
    why->addRow(tr("Program:"), m_because);
    //: Why a person is asked: "no rule allows it (base.toml:44)".
    why->addRow(tr("Why it asks:"), m_rule);
    //: The set of rules that the run goes by: "claude".
    why->addRow(tr("Profile:"), m_profile);
    why->addRow(tr("Attempts:"), m_attempts);
    layout.addLayout(why);
    m_requestRow = why->labelForField(m_request);
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
    m_lifetime = new LifetimeBox;
    connect(m_lifetime, &LifetimeBox::changed, this, &ApprovalCard::reachChanged);
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
    m_note = new QLineEdit;
    m_note->setMaxLength(static_cast<int>(api::kMaxNote) / 4); // whatever the letters: a length in bytes
    m_note->setPlaceholderText(tr("kept in the history with your answer"));
    //: The person's own words, why it was answered so.
    form->addRow(tr("Note:"), m_note);
    layout.addLayout(form);
}

void ApprovalCard::buildButtons(QVBoxLayout& layout) {
    m_reflexWords = new PlainLabel(tr("Your last answers were nearly all Allow, given at once. If that is what you want, a rule asks less: "
                                      "answer for longer or for more hosts, or write it into your policy."));
    m_typedHost = new QLineEdit;
    m_typedHost->setAccessibleName(tr("The host, to allow it"));
    m_typedHost->setPlaceholderText(tr("to allow this, type the host as it is shown above"));
    connect(m_typedHost, &QLineEdit::textChanged, this, &ApprovalCard::retell);
    layout.addWidget(m_reflexWords);
    layout.addWidget(m_typedHost);
    m_hold = new PlainLabel;
    layout.addWidget(m_hold);
    m_trouble = new PlainLabel;
    m_trouble->hide();
    layout.addWidget(m_trouble);
    m_told = new GuardNote(*m_guard);
    layout.addWidget(m_told);
    m_deny = new AnswerButton(AnswerKind::Deny, *m_guard);
    m_allow = new AnswerButton(AnswerKind::Allow, *m_guard);
    for (auto* button : {m_deny, m_allow}) { // of equal size, whatever stands on them
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
        button->setMinimumWidth(button->fontMetrics().averageCharWidth() * 24);
    }
    auto* buttons = new QHBoxLayout;
    m_otherDenials = new DenyMenu(*m_guard);
    m_otherDenials->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    buttons->addWidget(m_deny, 1);
    buttons->addWidget(m_otherDenials);
    buttons->addWidget(m_allow, 1);
    layout.addLayout(buttons);
    connect(m_deny, &AnswerButton::given, this, [this] { give(AnswerKind::Deny, false); });
    connect(m_allow, &AnswerButton::given, this, [this] { give(AnswerKind::Allow, false); });
    connect(m_otherDenials, &DenyMenu::given, this, &ApprovalCard::denyWider);
    m_wants->setFocusPolicy(Qt::StrongFocus);
    //: Of the sentence that says who wants what, for a screen reader.
    m_wants->setAccessibleName(tr("Request"));
    setFocusProxy(m_wants);
}

} // namespace leadglass::app
