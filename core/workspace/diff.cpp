#include "core/workspace/diff.h"

#include "core/workspace/hunks.h"

namespace leadglass::workspace {

bool isBinary(std::string_view text) {
    return text.substr(0, 8000).find('\0') != std::string_view::npos;
}

std::string unifiedDiff(std::string_view before, std::string_view after) { return diffText(hunksOf(before, after), Names::Left); }

} // namespace leadglass::workspace
