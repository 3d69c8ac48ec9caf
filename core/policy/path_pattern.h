// Globs over project-relative paths: '*' and '?' within a component, '**' over components.
#pragma once

#include <string_view>

namespace leadglass::policy {

// `path` is relative, '/'-separated bytes, no leading slash. "**/x" also matches "x";
// "d/**" matches everything below d and d itself.
bool matchesPath(std::string_view glob, std::string_view path);
// As matchesPath, but ignoring ASCII case (".GIT/hooks", ".Git/Hooks" on case-folding hosts).
bool matchesPathAnyCase(std::string_view glob, std::string_view path);
// Could something below directory `path` match? (prunes walks; may say yes needlessly, never no wrongly)
bool mayMatchBelow(std::string_view glob, std::string_view path);

} // namespace leadglass::policy
