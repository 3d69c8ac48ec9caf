#include "core/sandbox/absent_words.h"

#include <algorithm>
#include <array>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"

namespace leadglass::sandbox {
namespace {

constexpr std::size_t kMostWords = 64;
constexpr std::size_t kLongestWord = 4095;                     // PATH_MAX without its end
constexpr std::array kOwnInside = {"/proc", "/sys", "/dev"}; // what is there is the run's own

bool isAbsent(const Plan& plan, const std::string& word) {
    const bool isPath = word.starts_with('/') || word.starts_with("../");
    if (!isPath || word.size() > kLongestWord || word.find('\n') != std::string::npos) {
        return false;
    }
    const std::string typed = word.starts_with('/') ? word : joinPath(plan.workingDir, word);
    const bool isOwn = std::any_of(kOwnInside.begin(), kOwnInside.end(), [&](const char* top) { return isAtOrBelow(typed, top); });
    return !isOwn && sys::realPath(typed) && !resolveInside(plan.mounts, typed);
}

} // namespace

std::string absentWords(const Plan& plan) {
    std::string first;
    std::size_t more = 0;
    for (std::size_t i = 1; i < std::min(plan.command.size(), kMostWords); ++i) {
        if (!isAbsent(plan, plan.command[i])) {
            continue;
        }
        more += first.empty() ? 0 : 1;
        first = first.empty() ? "'" + forScreen(plan.command[i], 300) + "'" : first;
    }
    if (first.empty()) {
        return {};
    }
    const std::string them = more == 0 ? "it" : "them";
    return first + (more == 0 ? " is" : " and " + std::to_string(more) + " more of the command's words are") +
           " there for you, but not inside the run: put " + them + " into the project, or name " + them + " under [files] read of a profile";
}

} // namespace leadglass::sandbox
