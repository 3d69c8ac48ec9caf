// Trust: anchors come from a file that other programs of the same person may have edited.
// Privilege: none; pure.
// Input: anchors of any number, and the rows of one history in order.
// Fails: never; an anchor that does not fit is a finding, of another history, or counted.
//
// Which anchors speak of this history, and do they hold? An anchor with an id speaks of the history
// with that id. One without (older than ids) speaks of this history where it fits, and where it was
// kept beside it (`place`); otherwise nobody can say of which it was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/identity.h"
#include "core/audit/writer.h"

namespace leadglass::audit {

struct OtherHistory {
    std::string id;            // empty: of before ids
    std::string place;         // its file when it was last anchored; may be empty
    std::string when;          // of the newest anchor
    std::string keptAt;        // found whole under this name beside the history's own
    std::int64_t anchors = 0;
    std::int64_t rows = 0;     // the most that was anchored
    bool gone = false;         // it was kept in this file and is not there any more
};

class AnchorCheck {
public:
    // `place`: the history's file, fit for a screen. `isOlderThanIds`: some of its rows are.
    AnchorCheck(std::vector<Anchor> anchors, std::string id, std::string place,
                bool isOlderThanIds);

    // Before the first row: rows 1 to `upto` were pruned, and `last` is the hash of the last of them.
    std::optional<std::string> startAfter(std::int64_t upto, const Hash& last);
    // For each row, ids ascending: the finding, if an anchor says otherwise.
    std::optional<std::string> atRow(std::int64_t id, const Hash& stored);
    // After the last row.
    std::optional<std::string> atEnd(std::int64_t last);

    [[nodiscard]] std::int64_t matched() const { return m_matched; }
    [[nodiscard]] std::int64_t missing() const { return m_missing; }
    [[nodiscard]] std::int64_t unnamed() const { return m_unnamed; }
    [[nodiscard]] std::int64_t pruned() const { return m_pruned; } // of rows that are not there to compare
    [[nodiscard]] const std::vector<OtherHistory>& others() const { return m_others; }

private:
    // Does an anchor that does not fit speak of this history? Counts it where it belongs.
    bool isMissing(const Anchor& anchor);
    void addOther(const Anchor& anchor);

    std::vector<Anchor> m_own;  // by count; also those without an id
    std::vector<OtherHistory> m_others;
    std::string m_place;
    bool m_isOlderThanIds;
    std::size_t m_next = 0;
    std::int64_t m_matched = 0;
    std::int64_t m_missing = 0;
    std::int64_t m_unnamed = 0;
    std::int64_t m_pruned = 0;
};

}  // namespace leadglass::audit
