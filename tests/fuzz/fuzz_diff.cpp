// Two texts of an agent: the difference, applied to the one, is the other; any of its hunks can be taken, and the rest
// are then found as they were. The first NUL parts them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/diff.h"
#include "core/workspace/hunks.h"

using namespace leadglass::workspace;

namespace {

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.emplace_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

void check(bool right) {
    if (!right) {
        std::abort();
    }
}

// patch(1), strictly: every line of context must be there.
std::string patched(std::string_view before, const std::string& diff) {
    const auto old = linesOf(before);
    std::string out;
    std::size_t at = 0;
    for (const std::string& line : linesOf(diff)) {
        if (line.starts_with("@@ -")) {
            const std::size_t comma = line.find_first_of(", ", 4);
            const std::size_t from = std::stoul(line.substr(4, comma - 4));
            const bool none = line.substr(comma, 3) == ",0 ";
            for (const std::size_t to = none ? from : from - 1; at < to; ++at) {
                out += old.at(at);
            }
        } else if (line.starts_with("\\ No newline")) {
            if (!out.empty() && out.back() == '\n') {
                out.pop_back(); // of the line before, where it is of the new text
            }
        } else if (line.front() == '+') {
            out += line.substr(1);
        } else {
            check(at < old.size());
            const std::string text = line.substr(1);
            check(old[at] == text || old[at] + "\n" == text);
            out += line.front() == ' ' ? old[at] : "";
            ++at;
        }
    }
    for (; at < old.size(); ++at) {
        out += old[at];
    }
    return out;
}

void checkHunks(std::string_view before, std::string_view after) {
    const auto hunks = hunksOf(before, after);
    std::vector<bool> all(hunks.size(), true);
    check(withHunks(before, after, hunks, all) == after);
    std::vector<bool> some(hunks.size());
    std::vector<std::string> rest;
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        some[i] = hunks[i].id.back() % 2 == 0;
        if (!some[i]) {
            rest.push_back(hunks[i].body);
        }
    }
    const std::string partly = withHunks(before, after, hunks, some);
    check(std::ranges::equal(hunksOf(partly, after), rest, {}, &Hunk::body));
    const auto pieces = piecesOf(hunks, before, after);
    check(pieces.all.size() >= hunks.size() && pieces.of.size() == pieces.all.size());
    const std::vector<bool> every(pieces.all.size(), true);
    check(withHunks(before, after, pieces.all, every) == after);
    std::vector<bool> odd(pieces.all.size());
    for (std::size_t i = 0; i < pieces.all.size(); ++i) {
        odd[i] = pieces.all[i].id.back() % 2 == 1;
    }
    const auto taken = takenBy(namesOf(hunks, pieces, odd, true), hunks, pieces);
    check(taken.unknown.empty() && taken.pieces == odd);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view in(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 20000));
    const std::size_t end = std::min(in.find('\0'), in.size());
    const std::string_view before = in.substr(0, end);
    const std::string_view after = in.substr(std::min(end + 1, in.size()));
    (void)isBinary(in);
    const std::string diff = unifiedDiff(before, after);
    check(diff.empty() == (before == after));
    // Where neither lacks its last newline the difference says all there is.
    if (before.ends_with('\n') && after.ends_with('\n')) {
        check(patched(before, diff) == after);
    }
    checkHunks(before, after);
    return 0;
}
