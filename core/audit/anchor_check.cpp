#include "core/audit/anchor_check.h"

#include <algorithm>

namespace leadglass::audit {

AnchorCheck::AnchorCheck(std::vector<Anchor> anchors, std::string id, std::string place,
                         bool isOlderThanIds)
    : m_place(std::move(place)), m_isOlderThanIds(isOlderThanIds) {
    for (Anchor& anchor : anchors) {
        if (anchor.count < 1) {
            continue;
        }
        if (anchor.history.empty() || anchor.history == id) {
            m_own.push_back(std::move(anchor));
        } else {
            addOther(anchor);
        }
    }
    std::stable_sort(m_own.begin(), m_own.end(),
                     [](const Anchor& a, const Anchor& b) { return a.count < b.count; });
}

void AnchorCheck::addOther(const Anchor& anchor) {
    auto other = std::find_if(m_others.begin(), m_others.end(),
                              [&](const OtherHistory& o) { return o.id == anchor.history; });
    if (other == m_others.end()) {
        m_others.push_back({});
        other = m_others.end() - 1;
        other->id = anchor.history;
    }
    ++other->anchors;
    other->rows = std::max(other->rows, anchor.count);
    // A data directory may have been moved: where the history was last counts.
    if (anchor.when >= other->when) {
        other->when = anchor.when;
        other->place = anchor.place;
        other->gone = !m_place.empty() && anchor.place == m_place;
    }
}

bool AnchorCheck::isMissing(const Anchor& anchor) {
    if (!anchor.history.empty() || (anchor.place == m_place && m_isOlderThanIds)) {
        ++m_missing;
        return true;
    }
    if (anchor.place == m_place) {
        addOther(anchor);
    } else {
        ++m_unnamed;
    }
    return false;
}

std::optional<std::string> AnchorCheck::startAfter(std::int64_t upto, const Hash& last) {
    for (; m_next < m_own.size() && m_own[m_next].count < upto; ++m_next) {
        ++m_pruned;
    }
    return atRow(upto, last);
}

std::optional<std::string> AnchorCheck::atRow(std::int64_t id, const Hash& stored) {
    std::optional<std::string> finding;
    for (; m_next < m_own.size() && m_own[m_next].count <= id; ++m_next) {
        const Anchor& anchor = m_own[m_next];
        if (anchor.count == id && anchor.head == toHex(stored)) {
            ++m_matched;
        } else if (isMissing(anchor) && anchor.count == id) {
            // An anchored row that is missing was already found by its number.
            finding = "row " + std::to_string(id) +
                      " is not the row that was anchored: the history up to it was changed and "
                      "its chain recomputed";
        }
    }
    return finding;
}

std::optional<std::string> AnchorCheck::atEnd(std::int64_t last) {
    std::int64_t expected = 0;
    for (; m_next < m_own.size(); ++m_next) {
        if (isMissing(m_own[m_next])) {
            expected = std::max(expected, m_own[m_next].count);
        }
    }
    if (expected == 0) {
        return std::nullopt;
    }
    return "shorter than anchored: expected at least " + std::to_string(expected) +
           " rows, the last one is " + std::to_string(last);
}

} // namespace leadglass::audit
