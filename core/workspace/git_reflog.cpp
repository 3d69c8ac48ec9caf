#include "core/workspace/git_reflog.h"

#include <algorithm>
#include <unordered_set>

#include "core/workspace/git_objects.h"
#include "core/workspace/git_paths.h"

namespace leadglass::workspace {
namespace {

// Calls `each` with every line, without its end; false: the last has none.
template <typename Each>
bool eachLine(std::string_view text, Each each) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) {
            return false;
        }
        each(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return true;
}

bool isNone(std::string_view id) { return id.find_first_not_of('0') == std::string_view::npos; }

// "OLD NEW NAME <MAIL> TIME ZONE\tMESSAGE"
bool take(std::string_view line, std::set<std::string>& ids) {
    for (int i = 0; i < 2; ++i) {
        const std::string_view id = line.substr(0, line.find(' '));
        if (!isGitId(id) || id.size() == line.size()) {
            return false;
        }
        if (!isNone(id)) {
            ids.emplace(id);
        }
        line.remove_prefix(id.size() + 1);
    }
    // `git checkout -` goes to what the message says.
    constexpr std::string_view kMoves = "checkout: moving from ";
    const std::size_t tab = line.find('\t');
    const std::string_view message = tab == std::string_view::npos ? std::string_view() : line.substr(tab + 1);
    if (!message.starts_with(kMoves)) {
        return true;
    }
    const std::string_view from = message.substr(kMoves.size(), message.substr(kMoves.size()).find(' '));
    if (isGitId(from)) {
        ids.emplace(from);
        return true;
    }
    constexpr std::string_view kHex = "0123456789abcdefABCDEF";
    // The beginning of an id is one of a commit, too; git writes it whole.
    return from.find_first_not_of(kHex) != std::string_view::npos && isRefFile(".git/refs/heads/" + std::string(from));
}

} // namespace

LogNames newLogNames(std::string_view before, std::string_view after) {
    std::unordered_set<std::string_view> known;
    (void)eachLine(before, [&](std::string_view line) { known.insert(line); });
    LogNames out;
    std::size_t count = 0;
    const bool whole = eachLine(after, [&](std::string_view line) {
        if (!known.contains(line) && ++count <= kMaxLogLines) {
            out.odd = !take(line, out.ids) || out.odd;
        }
    });
    out.odd = out.odd || !whole || count > kMaxLogLines;
    return out;
}

} // namespace leadglass::workspace
