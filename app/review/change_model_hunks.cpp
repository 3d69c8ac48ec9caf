// Of a change that is ticked in part: which of its hunks.
#include <algorithm>

#include "app/review/change_model.h"

namespace leadglass::app {

ChangeModel::Mark* ChangeModel::markOf(const QModelIndex& index) { return hasHunks(index) ? &m_marks[entry(index)->index] : nullptr; }
const ChangeModel::Mark* ChangeModel::markOf(const QModelIndex& index) const { return hasHunks(index) ? &m_marks[entry(index)->index] : nullptr; }

bool ChangeModel::hasHunks(const QModelIndex& index) const {
    const auto* at = entry(index);
    const auto* item = change(index);
    return at != nullptr && item != nullptr && at->half == ChangeEntry::kNone && item->whole.empty() && (canTick(index) || needsChoice(index));
}

bool ChangeModel::isInPart(const QModelIndex& index) const {
    const auto* mark = markOf(index);
    return mark != nullptr && mark->part.has_value() && (!needsChoice(index) || mark->choice == api::ConflictChoice::Theirs);
}

void ChangeModel::changed(const QModelIndex& index) {
    count();
    emit dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(Columns - 1));
    if (const auto up = parent(index); up.isValid()) {
        emit dataChanged(up, up);
    }
    emit ticksChanged();
}

void ChangeModel::setHunks(const QModelIndex& index, std::vector<std::string> names) {
    auto* mark = markOf(index);
    if (mark == nullptr) {
        return;
    }
    mark->hunks = std::move(names);
    if (mark->part) {
        std::set<std::string> there;
        std::ranges::copy_if(mark->hunks, std::inserter(there, there.end()), [&](const auto& name) { return mark->part->contains(name); });
        setPart(index, std::move(there));
    }
}

std::vector<bool> ChangeModel::taken(const QModelIndex& index) const {
    const auto* mark = markOf(index);
    if (mark == nullptr) {
        return {};
    }
    const bool any = needsChoice(index) ? mark->choice == api::ConflictChoice::Theirs : mark->ticked || mark->part;
    std::vector<bool> out;
    for (const auto& name : mark->hunks) {
        out.push_back(any && (!mark->part || mark->part->contains(name)));
    }
    return out;
}

void ChangeModel::takeHunk(const QModelIndex& index, std::size_t hunk, bool on) {
    const auto* mark = markOf(index);
    if (mark == nullptr || hunk >= mark->hunks.size()) {
        return;
    }
    auto now = taken(index);
    now[hunk] = on;
    std::set<std::string> part;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (now[i]) {
            part.insert(mark->hunks[i]);
        }
    }
    setPart(index, std::move(part));
}

// All of them are the whole, none is nothing.
void ChangeModel::setPart(const QModelIndex& index, std::set<std::string> part) {
    auto& mark = *markOf(index);
    const bool none = part.empty();
    const bool all = part.size() == mark.hunks.size();
    mark.ticked = !none && all && !needsChoice(index);
    if (needsChoice(index)) {
        mark.choice = none ? api::ConflictChoice::Skip : api::ConflictChoice::Theirs;
    }
    mark.part = none || all ? std::nullopt : std::optional(std::move(part));
    changed(index);
}

void ChangeModel::noteWritten(const std::vector<std::string>& paths) {
    const std::set<std::string> written(paths.begin(), paths.end());
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        if (m_marks[i].part && written.contains(m_review.changes[i].path)) {
            m_marks[i].part.reset();
            m_marks[i].ticked = false;
            m_marks[i].choice = api::ConflictChoice::Skip;
        }
    }
    count();
    emit ticksChanged();
}

} // namespace leadglass::app
