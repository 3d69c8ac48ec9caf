// The words above a diff: which file, what happens to it, why it is risky, and which side is taken where both changed it.
#pragma once

#include <QWidget>

#include "core/api/review_service.h"

class QButtonGroup;

namespace leadglass::app {

class PlainLabel;

class ChangeDetail : public QWidget {
    Q_OBJECT
public:
    explicit ChangeDetail(QWidget* parent = nullptr);

    // `half`: the other name of a renamed one, or null.
    void showChange(const api::ChangeItem& change, const std::vector<Why>& risks, const api::ChangeItem* half, bool needsChoice,
              api::ConflictChoice choice);
    void clear();

signals:
    void chosen(leadglass::api::ConflictChoice choice);

private:
    PlainLabel* m_path;
    PlainLabel* m_words;
    QWidget* m_riskRow;
    PlainLabel* m_risks;
    QWidget* m_choices;
    PlainLabel* m_conflict;
    QButtonGroup* m_group;
};

} // namespace leadglass::app
