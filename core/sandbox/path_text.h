// Absolute paths as text: prefix tests and joining, component by component. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadglass::sandbox {

// Is `path` equal to `dir` or below it? Both absolute, without "." and "..".
bool isAtOrBelow(std::string_view path, std::string_view dir);
std::string joinPath(std::string_view dir, std::string_view relative);
std::string parentOf(std::string_view path); // "/" for "/x" and "/"
std::string baseName(std::string_view path);
std::vector<std::string> components(std::string_view path);
// "." and "//" removed, ".." applied as text (for paths that are not followed yet).
std::string cleanPath(std::string_view path);
// "~/x" and "~" with `home` put in; everything else unchanged.
std::string expandHome(std::string_view path, std::string_view home);
std::vector<std::string> splitList(std::string_view text, char separator);

} // namespace leadglass::sandbox
