// One question, and the person's answer to it. Shown without taking the focus; Return, Space, letters and digits never
// answer (answer_guard.h). What it shows of a run is plain text.
#pragma once

#include <QWidget>

#include "app/approval/guard_filter.h"
#include "core/api/approval_service.h"

class QButtonGroup;
class QFrame;
class QLabel;
class QLineEdit;
class QRadioButton;
class QTimer;
class QVBoxLayout;

namespace leadglass::app {

class AnswerButton;
class DenyMenu;
class GuardNote;
class HostLabel;
class LifetimeBox;
class PageScroll;
class PlainLabel;

class ApprovalCard : public QWidget {
    Q_OBJECT
public:
    explicit ApprovalCard(QWidget* parent = nullptr);

    // Another question, or the same one as it is now. What an answer would grant has changed where the digest has: the
    // choice is then reset to the narrowest, and Allow waits anew.
    void setQuestion(const api::PendingQuestion& question);
    void clear();
    // What is known besides; until then the card says so, and Allow waits as for a dangerous one.
    void setContext(const api::QuestionContext& context);
    void setPreview(const api::AnswerPreview& preview);
    // The person allows without reading (reflex_watch.h): it is said, and what is dangerous takes the host's name, typed.
    void setReflex(bool reflex);
    // From when Allow could be given to the last answer, in milliseconds.
    [[nodiscard]] qint64 took() const { return m_took; }
    // "already answered in a terminal"; shown until the next question.
    void setTrouble(const QString& text);

    [[nodiscard]] const api::PendingQuestion& question() const { return m_question; }
    [[nodiscard]] api::QuestionAnswer answer(bool allow) const;
    // Pixels of the text that there is no room for: they are scrolled to.
    [[nodiscard]] int cutOff() const;
    [[nodiscard]] bool hasContext() const { return m_known; }
    [[nodiscard]] bool armed() const { return m_guard->armed(); }

signals:
    void answered(const leadglass::api::QuestionAnswer& answer);
    // It is denied, and then the run is ended.
    void stopWanted(const leadglass::api::QuestionAnswer& answer);
    // What an answer of this reach would mean is to be found out.
    void previewWanted(leadglass::api::AnswerScope scope, const std::string& pattern);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildStrip(QVBoxLayout& layout);
    void buildWhat(QVBoxLayout& layout);
    void buildReach(QVBoxLayout& layout);
    void buildButtons(QVBoxLayout& layout);
    void offer();
    void reachChanged();
    void retell();
    void tick();
    void give(AnswerKind kind, bool byChord);
    void denyWider(api::AnswerScope scope, bool stop);
    [[nodiscard]] bool isWide() const;
    [[nodiscard]] bool needsHost() const { return m_reflex && isDangerous(); }
    [[nodiscard]] bool hostTyped() const;
    [[nodiscard]] bool isDangerous() const { return !m_known || m_context.risk == api::Risk::Dangerous; }
    [[nodiscard]] api::AnswerScope scope() const;
    [[nodiscard]] std::string pattern() const;
    [[nodiscard]] std::string patternFor(api::AnswerScope scope) const;
    [[nodiscard]] const api::OfferedRegistry* registry() const; // the chosen one, if one is

    api::PendingQuestion m_question;
    api::QuestionContext m_context;
    bool m_known = false; // the context
    GuardFilter* m_guard;
    PageScroll* m_scroll;
    QFrame* m_strip;
    QLabel* m_icon;
    QLabel* m_risk;
    PlainLabel* m_reasons;
    PlainLabel* m_wants;
    HostLabel* m_host;
    PlainLabel* m_request; // only where one request is asked about
    QWidget* m_requestRow; // its label
    PlainLabel* m_because;
    PlainLabel* m_rule;
    PlainLabel* m_profile;
    PlainLabel* m_attempts;
    QWidget* m_patterns;
    QButtonGroup* m_patternGroup;
    LifetimeBox* m_lifetime;
    PlainLabel* m_preview;
    PlainLabel* m_ruleText;
    QLineEdit* m_note;
    PlainLabel* m_reflexWords;
    QLineEdit* m_typedHost;
    PlainLabel* m_hold;
    PlainLabel* m_trouble;
    GuardNote* m_told; // of a press that did not count
    AnswerButton* m_deny;
    DenyMenu* m_otherDenials;
    AnswerButton* m_allow;
    bool m_reflex = false;
    qint64 m_took = 0;
    bool m_confirms = false; // a wide answer was chosen and pressed once: it is given by the second press
    QTimer* m_tick; // once a second, only while the card is on a screen and a hold runs
};

} // namespace leadglass::app
