// Trust: as database.h: the row may have been edited.
// Privilege: none beyond the open database.
// Input: the row of the table `history`.
// Fails: a missing or malformed row: Code::Corrupt.
//
// Which history this is: a random id, given when the file is made (or migrated to schema 2), and
// hashed into the chain, so that it cannot be changed without recomputing every row after it.
//
// Between row `bound` and the one after it lies a link that is hashed like a row but not stored:
// number -1 - bound, time `began`, kind "history", subject `id`. No real row has such a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/audit/database.h"
#include "core/audit/hash_chain.h"
#include "core/base/result.h"

namespace leadglass::audit {

struct Identity {
    std::string id;                     // 16 lower-case hex digits
    std::int64_t began = 0;             // wall nanoseconds
    std::optional<std::int64_t> bound;  // none: nothing was appended yet
};

bool isHistoryId(std::string_view text);

// Nothing where the file is of schema 1, which had no ids.
Result<std::optional<Identity>> readIdentity(Database& db);

// What the row after `bound` follows, given the hash of row `bound`.
Hash linkAfter(Chain& chain, const Hash& previous, const Identity& identity, std::int64_t bound);

}  // namespace leadglass::audit
