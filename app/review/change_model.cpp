#include "app/review/change_model.h"

#include <algorithm>

namespace leadglass::app {

using Kind = ChangeGroup::Kind;

void ChangeModel::setReview(api::Review review) {
    std::unordered_map<std::string, std::pair<const api::ChangeItem*, Mark>> earlier;
    const api::Review before = std::move(m_review);
    if (before.run.id == review.run.id) {
        for (std::size_t i = 0; i < before.changes.size(); ++i) {
            earlier[before.changes[i].path] = {&before.changes[i], m_marks[i]};
        }
    }
    beginResetModel();
    m_review = std::move(review);
    m_groups = groupsOf(m_review);
    m_marks.assign(m_review.changes.size(), {});
    std::vector<std::size_t> halves(m_review.changes.size(), ChangeEntry::kNone);
    for (const auto& g : m_groups) {
        for (const auto& e : g.entries) {
            if (e.kind == ChangeEntry::Kind::Change) {
                halves[e.index] = e.half;
            }
        }
    }
    const auto isSame = [&](const api::ChangeItem& c) {
        const auto found = earlier.find(c.path);
        const auto* seen = found == earlier.end() ? nullptr : found->second.first;
        return seen != nullptr && !c.version.empty() && seen->version == c.version && seen->hostVersion == c.hostVersion && seen->risks == c.risks &&
               seen->renamedFrom == c.renamedFrom;
    };
    for (std::size_t i = 0; i < m_marks.size(); ++i) { // of both names of a renamed one
        const auto& c = m_review.changes[i];
        const auto* half = halves[i] == ChangeEntry::kNone ? nullptr : &m_review.changes[halves[i]];
        const bool ordinary = isOrdinary(c) && (half == nullptr || isOrdinary(*half));
        const auto found = earlier.find(c.path);
        if (found == earlier.end()) {
            m_marks[i].ticked = ordinary && !(m_review.mostDeleted && c.kind == "deleted");
            continue;
        }
        const auto& [seen, mark] = found->second;
        if (isSame(c) && (half == nullptr || isSame(*half))) {
            m_marks[i] = mark;
        } else {
            m_marks[i].ticked = mark.ticked && ordinary && isOrdinary(*seen);
            if (mark.part && c.whole.empty() && c.refused.empty() && c.risks.empty() && seen->risks.empty()) {
                m_marks[i].part = mark.part;
            }
        }
    }
    count();
    endResetModel();
    emit ticksChanged();
}

const ChangeGroup* ChangeModel::group(const QModelIndex& index) const {
    if (!index.isValid()) {
        return nullptr;
    }
    return &m_groups[index.internalId() == 0 ? static_cast<std::size_t>(index.row()) : index.internalId() - 1];
}

const ChangeEntry* ChangeModel::entry(const QModelIndex& index) const {
    return index.isValid() && index.internalId() != 0 ? &group(index)->entries[static_cast<std::size_t>(index.row())] : nullptr;
}

const api::ChangeItem* ChangeModel::change(const QModelIndex& index) const {
    const auto* at = entry(index);
    return at == nullptr                             ? nullptr
           : at->kind == ChangeEntry::Kind::Change ? &m_review.changes[at->index]
           : at->kind == ChangeEntry::Kind::Landed ? &m_review.landed[at->index]
                                                   : nullptr;
}

std::vector<Why> ChangeModel::risks(const QModelIndex& index) const {
    const auto* at = entry(index);
    const auto* item = change(index);
    std::vector<Why> out = item == nullptr ? std::vector<Why>() : item->risks;
    if (at != nullptr && at->half != ChangeEntry::kNone) {
        const auto& more = m_review.changes[at->half].risks;
        std::ranges::copy_if(more, std::back_inserter(out), [&](const auto& one) { return std::ranges::find(out, one) == out.end(); });
    }
    return out;
}

QModelIndex ChangeModel::indexOf(const std::string& path) const {
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const auto& entries = m_groups[g].entries;
        for (std::size_t e = 0; e < entries.size(); ++e) {
            if (entries[e].kind == ChangeEntry::Kind::Change && m_review.changes[entries[e].index].path == path) {
                return createIndex(static_cast<int>(e), Apply, g + 1);
            }
        }
    }
    return {};
}

QModelIndex ChangeModel::step(const QModelIndex& from, int by) const {
    int g = 0;
    int e = -1;
    if (from.isValid() && entry(from) != nullptr) {
        g = static_cast<int>(from.internalId()) - 1;
        e = from.row();
    } else if (from.isValid()) {
        g = from.row();
        e = by > 0 ? -1 : 0;
    } else {
        by = 1;
    }
    const auto size = [&](int group) { return static_cast<int>(m_groups[static_cast<std::size_t>(group)].entries.size()); };
    const int groups = static_cast<int>(m_groups.size());
    if (groups == 0) {
        return {};
    }
    e += by;
    while (g < groups - 1 && e >= size(g)) {
        e -= size(g++);
    }
    while (g > 0 && e < 0) {
        e += size(--g);
    }
    return createIndex(std::clamp(e, 0, size(g) - 1), Apply, static_cast<quintptr>(g) + 1);
}

bool ChangeModel::isRisky(const ChangeEntry& e) const {
    return !m_review.changes[e.index].risks.empty() || (e.half != ChangeEntry::kNone && !m_review.changes[e.half].risks.empty());
}

bool ChangeModel::inConflict(const ChangeEntry& e) const {
    return !m_review.changes[e.index].conflict.empty() || (e.half != ChangeEntry::kNone && !m_review.changes[e.half].conflict.empty());
}

bool ChangeModel::ticks(const ChangeGroup& g, const ChangeEntry& e) const {
    return e.kind == ChangeEntry::Kind::Change && g.kind != Kind::Refused && !inConflict(e);
}

bool ChangeModel::isChosen(const ChangeGroup& g, const ChangeEntry& e) const {
    if (e.kind != ChangeEntry::Kind::Change || g.kind == Kind::Refused) {
        return false;
    }
    const auto& mark = m_marks[e.index];
    return inConflict(e) ? mark.choice != api::ConflictChoice::Skip : mark.ticked || mark.part.has_value();
}

bool ChangeModel::canTick(const QModelIndex& index) const {
    const auto* at = entry(index);
    return at != nullptr && ticks(*group(index), *at);
}

bool ChangeModel::needsChoice(const QModelIndex& index) const {
    const auto* at = entry(index);
    return at != nullptr && at->kind == ChangeEntry::Kind::Change && group(index)->kind != Kind::Refused && inConflict(*at);
}

api::ConflictChoice ChangeModel::choice(const QModelIndex& index) const {
    return needsChoice(index) ? m_marks[entry(index)->index].choice : api::ConflictChoice::Skip;
}

void ChangeModel::choose(const QModelIndex& index, api::ConflictChoice choice) {
    if (!needsChoice(index) || m_marks[entry(index)->index].choice == choice) {
        return;
    }
    m_marks[entry(index)->index].choice = choice;
    m_marks[entry(index)->index].part.reset();
    changed(index);
}

void ChangeModel::tickAll(bool on) {
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        tickGroup(g, on);
    }
    count();
    if (!m_groups.empty()) {
        emit dataChanged(index(0, 0), index(static_cast<int>(m_groups.size()) - 1, Columns - 1));
    }
    emit ticksChanged();
}

void ChangeModel::tickGroup(std::size_t at, bool on) {
    const auto& g = m_groups[at];
    for (const auto& e : g.entries) {
        if (ticks(g, e) && (!on || (!isRisky(e) && !m_marks[e.index].part))) {
            m_marks[e.index].ticked = on;
            m_marks[e.index].part.reset();
        }
    }
    if (!g.entries.empty()) {
        emit dataChanged(createIndex(0, 0, at + 1), createIndex(static_cast<int>(g.entries.size()) - 1, Columns - 1, at + 1));
    }
}

void ChangeModel::count() {
    m_groupTicked.assign(m_groups.size(), 0);
    m_groupInPart.assign(m_groups.size(), false);
    m_ticked = 0;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (const auto& e : m_groups[g].entries) {
            m_groupTicked[g] += isChosen(m_groups[g], e) ? 1 : 0;
            m_groupInPart[g] = m_groupInPart[g] || (e.kind == ChangeEntry::Kind::Change && m_marks[e.index].part);
        }
        m_ticked += m_groupTicked[g];
    }
}

int ChangeModel::open() const {
    int out = 0;
    for (const auto& g : m_groups) {
        const bool waits = g.kind != Kind::Commits && g.kind != Kind::Refs && g.kind != Kind::Staged && g.kind != Kind::Decided && g.kind != Kind::Landed;
        out += waits ? static_cast<int>(g.entries.size()) : 0;
    }
    return out;
}

api::ApplyRequest ChangeModel::request() const {
    api::ApplyRequest out;
    out.run = m_review.run.id;
    out.exactly = true;
    std::unordered_map<std::string, std::pair<api::ConflictChoice, std::string>> choices;
    for (const auto& c : m_review.changes) {
        out.seen[c.path] = c.version;
    }
    for (const auto& g : m_groups) {
        for (const auto& e : g.entries) {
            if (!isChosen(g, e)) {
                continue;
            }
            out.includeRisky = out.includeRisky || isRisky(e);
            if (const auto& mark = m_marks[e.index]; mark.part && (!inConflict(e) || mark.choice == api::ConflictChoice::Theirs)) {
                const auto& c = m_review.changes[e.index];
                out.hunks[c.path].assign(mark.part->begin(), mark.part->end());
                choices[c.path] = {mark.choice, c.hostVersion};
                continue;
            }
            for (const auto at : {e.index, e.half}) {
                if (at != ChangeEntry::kNone) {
                    const auto& c = m_review.changes[at];
                    out.paths.push_back(c.path);
                    choices[c.path] = {m_marks[e.index].choice, c.hostVersion};
                }
            }
        }
    }
    // The host's file may have changed once more since: then it is not what was decided about.
    out.onConflict = [choices = std::move(choices)](const api::ChangeItem& c) {
        const auto found = choices.find(c.path);
        return found != choices.end() && found->second.second == c.hostVersion ? found->second.first : api::ConflictChoice::Skip;
    };
    return out;
}

} // namespace leadglass::app
