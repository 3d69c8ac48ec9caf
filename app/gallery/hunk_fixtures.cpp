#include "app/gallery/hunk_fixtures.h"

#include <string>

namespace leadglass::app::gallery {
namespace {

std::string withNames(std::string diff) {
    char digit = 'a';
    for (std::size_t at = 0; (at = diff.find(" @@\n", at)) != std::string::npos; ++at) {
        diff.insert(at + 3, " " + std::string(32, digit++));
    }
    return diff;
}

} // namespace

std::vector<ReviewScene> hunkScenes(const ReviewScene& usual) {
    std::vector<ReviewScene> out;
    const auto add = [&](const char* name, const char* select) -> ReviewScene& {
        out.push_back(usual);
        out.back().name = name;
        out.back().select = select;
        out.back().diff = withNames(usual.diff);
        return out.back();
    };
    add("review-hunks", "src/cart.cpp").left = {1};
    auto& columns = add("review-hunks-columns", "src/cart.cpp");
    columns.left = {0};
    columns.sideBySide = true;
    add("review-hunks-conflict", "docs/prices.md").left = {0};
    auto& base = add("review-base", "docs/prices.md");
    base.base.host = "@@ -1,3 +1,3 @@\n # Prices\n-All in euro.\n+All in euro and crowns.\n \n";
    base.base.run = usual.diff;
    base.compare = 1;
    auto& lost = add("review-base-lost", "docs/prices.md");
    lost.base.why = Why("base_not_kept", {}, 1800);
    lost.compare = 1;
    return out;
}

} // namespace leadglass::app::gallery
