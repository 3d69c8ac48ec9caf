// The questions of one burst as a table: tick what is known, allow that for the run, deny the rest once. There is no way to
// allow all at once, and nothing is ticked beforehand. Each row is answered with its own id and digest.
//
// The guard (answer_guard.h) holds for the whole: whatever comes, goes, changes or is ticked arms Allow anew, and for a while
// after rows have moved a tick does not count either.
#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include <vector>

#include "app/approval/group_model.h"
#include "app/approval/guard_filter.h"

class QLabel;
class QTableView;
class QTimer;
class QVBoxLayout;

namespace leadglass::app {

class AnswerButton;
class GuardNote;
class PlainLabel;

class GroupCard : public QWidget {
    Q_OBJECT
public:
    explicit GroupCard(QWidget* parent = nullptr);

    // The questions of one burst, or of all that waits quietly; never empty.
    void setQuestions(const std::vector<api::PendingQuestion>& questions);
    void clear();
    void setContexts(const std::vector<std::string>& ids, const std::vector<api::QuestionContext>& contexts);
    void setPreview(const api::AnswerPreview& preview);
    void setTrouble(const QString& text);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] const GroupModel& model() const { return *m_model; }
    [[nodiscard]] QTableView& table() { return *m_table; }
    [[nodiscard]] bool armed() const { return m_guard->armed(); }
    // Of the row that is read; null: none.
    [[nodiscard]] const api::PendingQuestion* current() const;
    // Ids that nothing is known about yet.
    [[nodiscard]] std::vector<api::PendingQuestion> unknown() const;

signals:
    void answered(const std::vector<leadglass::api::QuestionAnswer>& answers);
    // What an Allow of the row that is read would mean is to be found out.
    void previewWanted();
    // This one is to be shown alone, with all that can be answered.
    void aloneWanted(const std::string& id);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildTable(QVBoxLayout& layout);
    void buildButtons(QVBoxLayout& layout);
    void give(AnswerKind kind, bool byChord);
    void moved();
    void arm();
    void retell();
    void tick();
    [[nodiscard]] QString suggestion() const;

    GroupModel* m_model;
    GuardFilter* m_guard;
    QElapsedTimer m_still; // since rows came, went or changed, or the card was shown
    QLabel* m_icon;
    PlainLabel* m_heading;
    PlainLabel* m_wants;
    PlainLabel* m_rule;
    QTableView* m_table;
    PlainLabel* m_ruleText;
    PlainLabel* m_preview;
    PlainLabel* m_suggestion;
    PlainLabel* m_hold;
    PlainLabel* m_trouble;
    GuardNote* m_told; // of a press that did not count
    AnswerButton* m_deny;
    AnswerButton* m_allow;
    QTimer* m_tick;
};

} // namespace leadglass::app
