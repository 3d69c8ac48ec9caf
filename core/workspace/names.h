// Loss-free text for names that are bytes: the way back from lossless() (core/base/escape.h).
//
// lossless() leaves no backslash in text that it did not escape, so the text alone says which it
// is: no flag has to be kept beside it.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace leadglass::workspace {

std::string encodeName(std::string_view bytes);
// Code::Corrupt: a backslash that does not begin \xHH.
Result<std::string> decodeName(std::string_view text);

// Relative, no empty, "." or ".." component, no NUL, at most 4096 bytes: fit to be opened beneath.
bool isPlainRelative(std::string_view path);

// "a/b/c" -> "a/b" and "c"; "c" -> "" and "c".
std::string parentOf(std::string_view path);
std::string baseOf(std::string_view path);
std::string joined(std::string_view directory, std::string_view name);

} // namespace leadglass::workspace
