// Trust: a file that an agent writes, on this machine or inside a run.
// Privilege: none; pure. Copies nothing out of the text but what was asked for, into SecretBytes.
// Input: JSON (RFC 8259), at most kMaxValue bytes, nested at most kMaxJsonDepth deep; a pointer (RFC 6901) through objects.
// Fails: what is no such JSON, or has not exactly one value there, has none.
//
// One value out of a file that an agent keeps its sign-in in.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/base/secret_bytes.h"

namespace leadglass::secrets {

constexpr std::size_t kMaxJsonDepth = 16;

// The value there, as it is written. A name that is in an object twice has no value.
std::optional<std::string_view> jsonAt(std::string_view json, std::string_view pointer);
// Is it sure that there is none? Not where the text is no such JSON, or a name on the way is there twice or is escaped.
bool jsonHasNone(std::string_view json, std::string_view pointer);
// The string there, of printable ASCII, as credentials are. NotFound: there is none.
Result<SecretBytes> jsonString(std::string_view json, std::string_view pointer);
// "/a/b": names of objects, no empty one, at most 8.
bool isJsonPointer(std::string_view text);

} // namespace leadglass::secrets
