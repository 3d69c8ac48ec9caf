// What a run changed, as a tree of groups and entries, with what a person decided about each.
//
// An entry is written only if it is ticked (column 0) or, where it is in conflict, if a side was chosen. What could run
// something is ticked one by one, never by its group nor by tickAll(). What was decided stays over setReview() of the
// same run; where a change is not what was looked at any more, its "reviewed" and its choice are gone, and so is the tick
// of a risky one.
//
// Of a file some hunks can be taken and the others not: it is then ticked in part. That stays, too, since a hunk's name
// is what it says: one that is new, or says something else by now, is not taken.
#pragma once

#include <QAbstractItemModel>

#include <optional>
#include <set>
#include <unordered_map>

#include "app/review/change_groups.h"

namespace leadglass::app {

class ChangeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Apply, Reviewed, Columns };
    static constexpr int HelpRole = Qt::UserRole; // of a group: what it means, in full
    using QAbstractItemModel::QAbstractItemModel;

    // Where it deletes most of the project, no deletion is ticked.
    void setReview(api::Review review);
    void clear() { setReview({}); }
    [[nodiscard]] const api::Review& review() const { return m_review; }

    [[nodiscard]] const ChangeEntry* entry(const QModelIndex& index) const; // null: a group
    [[nodiscard]] const ChangeGroup* group(const QModelIndex& index) const; // of an entry, too
    [[nodiscard]] const api::ChangeItem* change(const QModelIndex& index) const;
    [[nodiscard]] std::vector<Why> risks(const QModelIndex& index) const; // of both names of a renamed one
    [[nodiscard]] QModelIndex indexOf(const std::string& path) const;
    // The entry `by` entries further, over the groups' borders; the last or first where there is no more. From nowhere: the first.
    [[nodiscard]] QModelIndex step(const QModelIndex& from, int by) const;

    [[nodiscard]] bool canTick(const QModelIndex& index) const;
    [[nodiscard]] bool needsChoice(const QModelIndex& index) const;
    [[nodiscard]] api::ConflictChoice choice(const QModelIndex& index) const;
    void choose(const QModelIndex& index, api::ConflictChoice choice);
    void tickAll(bool on); // the ordinary ones; what is ticked in part stays so
    // Can some of its hunks be taken without the others, if its difference has names for them?
    [[nodiscard]] bool hasHunks(const QModelIndex& index) const;
    void setHunks(const QModelIndex& index, std::vector<std::string> names); // as they are now, in order
    [[nodiscard]] std::vector<bool> taken(const QModelIndex& index) const;   // of each
    void takeHunk(const QModelIndex& index, std::size_t hunk, bool on);      // of a change in conflict: decides for it
    [[nodiscard]] bool isInPart(const QModelIndex& index) const;
    // Hunks of these were written: what is left of them is not taken.
    void noteWritten(const std::vector<std::string>& paths);
    [[nodiscard]] int ticked() const { return m_ticked; } // entries that apply() would write or settle
    [[nodiscard]] int open() const;                       // entries that wait: lost if the run is discarded

    // Of what is ticked and chosen. Precondition: ticked() > 0, since an empty list means all.
    [[nodiscard]] api::ApplyRequest request() const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void ticksChanged();

private:
    struct Mark {
        bool ticked = false;
        bool reviewed = false;
        api::ConflictChoice choice = api::ConflictChoice::Skip;
        std::vector<std::string> hunks;           // all of them, where they were read
        std::optional<std::set<std::string>> part; // only these are taken
    };
    [[nodiscard]] Mark* markOf(const QModelIndex& index);
    [[nodiscard]] const Mark* markOf(const QModelIndex& index) const;
    void setPart(const QModelIndex& index, std::set<std::string> part);
    void changed(const QModelIndex& index);
    [[nodiscard]] bool isRisky(const ChangeEntry& entry) const;
    [[nodiscard]] bool inConflict(const ChangeEntry& entry) const;
    [[nodiscard]] bool isChosen(const ChangeGroup& group, const ChangeEntry& entry) const;
    [[nodiscard]] bool ticks(const ChangeGroup& group, const ChangeEntry& entry) const; // has a box of its own
    [[nodiscard]] QString groupText(const ChangeGroup& group) const;
    [[nodiscard]] QString groupHelp(const ChangeGroup& group) const; // in full; empty: its name says it
    [[nodiscard]] QString entryText(const ChangeGroup& group, const ChangeEntry& entry) const;
    [[nodiscard]] QVariant groupData(std::size_t at, int column, int role) const;
    [[nodiscard]] QVariant groupCheck(std::size_t at) const;
    void tickGroup(std::size_t at, bool on);
    void count();

    api::Review m_review;
    std::vector<ChangeGroup> m_groups;
    std::vector<Mark> m_marks;       // by change
    std::vector<int> m_groupTicked;  // by group
    std::vector<bool> m_groupInPart; // by group: one of its entries is
    int m_ticked = 0;
};

} // namespace leadglass::app
