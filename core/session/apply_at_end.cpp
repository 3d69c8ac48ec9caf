#include "core/session/apply_at_end.h"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <set>
#include <string_view>

#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/session/local_review_service.h"
#include "core/workspace/shown_changes.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kShown = 40;
constexpr std::size_t kNameShown = 200;
constexpr std::size_t kMaxAnswer = 64;

bool isClean(const api::ChangeItem& change) {
    return change.risks.empty() && change.conflict.empty() && change.refused.empty();
}

// Leaves those that are one for a person.
void countAsShown(std::vector<api::ChangeItem>& changes) {
    const auto alone = workspace::shownAlone(changes, [](const api::ChangeItem& c) { return c.kind == "added" && c.typeAfter == "directory" && isClean(c); });
    std::vector<api::ChangeItem> out;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (alone[i]) {
            out.push_back(std::move(changes[i]));
        }
    }
    changes = std::move(out);
}

std::string lineOf(const api::ChangeItem& change) {
    std::string kind = change.kind;
    std::ranges::replace(kind, '_', ' ');
    std::string line = "  " + kind + " " + forScreen(change.path, kNameShown);
    if (!change.refused.empty()) {
        return line + " (cannot be applied: " + onceForScreen(change.refused.text()) + ")";
    }
    if (!change.conflict.empty()) {
        return line + " (left, conflict: " + onceForScreen(change.conflict.text()) + ")";
    }
    return change.risks.empty() ? line : line + " (left, risky: " + onceForScreen(change.risks.front().text()) + ")";
}

// One line of the terminal, which is in its ordinary line mode.
std::string readAnswer() {
    std::string line;
    for (char c = 0; line.size() < kMaxAnswer;) {
        const ssize_t got = ::read(STDIN_FILENO, &c, 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0 || c == '\n') {
            break;
        }
        line += c;
    }
    return line;
}

bool askPerson(const api::Review& review, std::size_t clean) {
    std::fprintf(stderr, "leadglass: the run changed:\n");
    std::size_t shown = 0;
    for (const auto& change : review.changes) {
        if (shown++ == kShown) {
            std::fprintf(stderr, "  ... and %zu more: leadglass review %s\n",
                         review.changes.size() - kShown, review.run.id.c_str());
            break;
        }
        std::fprintf(stderr, "%s\n", lineOf(change).c_str());
    }
    // What was typed to the command must not answer.
    ::tcflush(STDIN_FILENO, TCIFLUSH);
    std::fprintf(stderr, "leadglass: apply %zu of %zu to the project? [y/N] ", clean,
                 review.changes.size());
    const std::string answer = readAnswer();
    return answer == "y" || answer == "Y" || answer == "yes";
}

} // namespace

AppliedAtEnd applyAtEnd(const Places& places, const std::string& run, api::ApplyAtEnd how,
                        audit::Writer& history) {
    AppliedAtEnd out;
    if (how == api::ApplyAtEnd::Ask &&
        (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1)) {
        out.problem = "--apply ask: no terminal to ask on, so nothing was applied";
        return out;
    }
    auto service = makeLocalReviewService(places, &history);
    // The review freezes what is shown here; apply refuses anything else.
    auto review = service->review(run);
    if (!review) {
        out.problem = "nothing was applied: " + review.error().text();
        return out;
    }
    countAsShown(review->changes);
    std::size_t clean = 0;
    for (const auto& change : review->changes) {
        clean += isClean(change) ? 1 : 0;
    }
    out.tried = true;
    out.left = review->changes.size();
    if (clean == 0 || (how == api::ApplyAtEnd::Ask && !askPerson(*review, clean))) {
        return out;
    }
    api::ApplyRequest request;
    request.run = run;
    auto result = service->apply(request);
    if (!result) {
        out.problem = "not all was applied: " + result.error().text();
        return out;
    }
    std::set<std::string_view> counted;
    for (const auto& change : review->changes) {
        counted.insert(change.path);
    }
    out.applied = static_cast<std::size_t>(std::ranges::count_if(result->applied, [&](const auto& path) { return counted.contains(path); }));
    out.left = static_cast<std::size_t>(std::ranges::count_if(result->left, [&](const auto& left) { return counted.contains(left.path); }));
    return out;
}

} // namespace leadglass::session
