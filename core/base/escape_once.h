// Trust: text that was put together from parts, some of them escaped already, some perhaps not.
// Privilege: none; pure.
// Input: any bytes, any length.
// Fails: never; what is not fit is written as a visible escape.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace leadglass {

// forScreen() (escape.h) of a sentence that may hold escapes: where nothing but backslashes would change, it stays as
// it is, so that "\x1b" does not become "\\x1b". The result is fit for a screen as that of forScreen() is; only
// that a backslash was one in a name can then not be told. For whole names and contents use forScreen().
std::string onceForScreen(std::string_view sentence, std::size_t maxBytes = 512);

} // namespace leadglass
