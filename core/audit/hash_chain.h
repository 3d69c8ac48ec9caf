// The hash that ties each row to all rows before it. Tamper-evident, not tamper-proof: whoever can
// write the file can recompute the whole chain; anchors kept elsewhere find that.
//
// Encoding (schema 1), hashed with SHA-256 (FIPS 180-4):
//   previous hash (32 bytes), id (i64), time (i64), then kind name, run, verdict, outcome, reason,
//   subject, rule, origin, policy, inputs, process, detail, each as length (u32) and bytes.
// From schema 2 on the history's id is a link of its own between two rows (identity.h).
// Integers are little-endian. Every field has its own length, so no two rows encode alike.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/audit/event.h"
#include "core/base/digest.h"

namespace leadglass::audit {

using Hash = Sha256Hash;

// What the first row follows: SHA-256 of "leadglass audit history, schema 1".
const Hash& genesis();

std::string toHex(const Hash& hash);
std::optional<Hash> fromHex(std::string_view hex);  // 64 lower-case digits

// The fields of one row as stored; views borrow.
struct RowFields {
    std::int64_t id = 0;
    std::int64_t time = 0;
    std::array<std::string_view, 12> text;  // in the order of the encoding
};
RowFields fieldsOf(std::int64_t id, const Event& event);

// One object per thread; keeps a buffer between rows.
class Chain {
public:
    Hash next(const Hash& previous, const RowFields& row);

private:
    Sha256 m_digest;
    std::string m_buffer;
};

}  // namespace leadglass::audit
