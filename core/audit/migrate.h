// The schema of the history: created, checked, migrated forward.
//
// The number is PRAGMA user_version; PRAGMA application_id says that the file is ours. A newer
// schema, a foreign file, or objects that we did not make are refused and the file is unchanged.
// A migration is one transaction, after a backup NAME.schema-N.backup (0600) beside the file.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/audit/database.h"
#include "core/base/result.h"

namespace leadglass::audit {

constexpr std::int64_t kApplicationId = 0x4c474155;  // "LGAU"

// steps[i] takes schema i to schema i + 1.
std::span<const char* const> schemaSteps();

// SHA-256 of Database::schemaText() after all of them.
std::string_view newestSchemaDigest();

// For readers: is this a history of the present or an older schema, with nothing else in it? The
// columns of `events` are the same in all of them.
Status checkSchema(Database& db, std::span<const char* const> steps = schemaSteps());

// For the writer. Afterwards the schema is the present one and the journal is a WAL.
Status prepareSchema(Database& db, std::chrono::milliseconds lockTimeout,
                     std::span<const char* const> steps = schemaSteps());

}  // namespace leadglass::audit
