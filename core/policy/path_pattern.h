// Globs over project-relative paths: '*' and '?' within a component, '**' over components. A component may end with
// "!(a|b)", after plain characters or '?': what comes there is neither "a" nor "b", which are plain names.
#pragma once

#include <string_view>

namespace leadglass::policy {

// Does every "!(" in it stand where it means something?
bool isPathPattern(std::string_view glob);

// `path` is relative, '/'-separated bytes, no leading slash. "**/x" also matches "x";
// "d/**" matches everything below d and d itself.
bool matchesPath(std::string_view glob, std::string_view path);
// As matchesPath, but ignoring ASCII case (".GIT/hooks", ".Git/Hooks" on case-folding hosts).
bool matchesPathAnyCase(std::string_view glob, std::string_view path);
// Could something below directory `path` match? (prunes walks; may say yes needlessly, never no wrongly)
bool mayMatchBelow(std::string_view glob, std::string_view path);

} // namespace leadglass::policy
