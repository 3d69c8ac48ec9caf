// Trust: the person's session; what owns the clipboard may be any program of it.
// Privilege: starts one of three programs of the person, found on their PATH, with the variables that lead
//            to the display and no others.
// Input: what it prints, at most kMaxClip bytes, within kClipPatience.
// Fails: nothing is taken that is late, too long, or not what its type says.
//
// The clipboard of the host: wl-paste under Wayland, xclip or xsel under X11.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "core/base/result.h"

namespace leadglass::session {

constexpr std::size_t kMaxClip = 32U << 20;
constexpr std::chrono::milliseconds kClipPatience{10'000}; // for each of the two questions

struct Clip {
    std::string extension; // "txt", "png", "jpg", "gif", "webp"
    std::string content;   // text: valid UTF-8, as it was copied
};

// `variable`: getenv(3) as a function. Text before an image, unless `image`.
Result<Clip> readClipboard(const std::function<const char*(const char*)>& variable, bool image);

} // namespace leadglass::session
