#include "core/cli/apply_hunks.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <set>
#include <utility>

#include "core/base/escape.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/cli/review_text.h"

namespace leadglass::cli {
namespace {

constexpr const char* kHunkKeys =
    "  y - take this hunk\n  n - do not take it\n  q - take neither this nor any that is left to ask about; what was taken is applied\n"
    "  a - take this and the rest of this file\n  d - take neither this nor the rest of this file\n"
    "  j - decide later, go on to the next\n  k - go back to the one before\n  s - split it into smaller hunks\n  ? - this help\n";
constexpr const char* kWholeKeys =
    "  y - take it\n  n - do not take it\n  q - take neither this nor any that is left to ask about; what was taken is applied\n  ? - this help\n";

bool isAtOrBelow(const std::string& path, const std::string& top) {
    return path == top || (path.size() > top.size() && path.starts_with(top) && path[top.size()] == '/');
}

// One key of `keys`. Code::NotFound: there is nobody any more.
Result<char> answerTo(const std::string& question, std::string_view keys, const char* help) {
    for (;;) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s ", question.c_str());
        std::string line;
        if (!std::getline(std::cin, line)) {
            return makeError(Code::NotFound, "standard input ended before all was answered", "nothing was applied; start again");
        }
        if (line.size() == 1 && keys.find(line.front()) != std::string_view::npos) {
            return line.front();
        }
        std::fputs(help, stderr);
    }
}

class Questions {
public:
    Questions(api::ReviewService& service, const api::Review& review, bool includeRisky) : m_service(service), m_review(review), m_includeRisky(includeRisky) {
        for (const auto& change : review.changes) {
            m_byPath.emplace(change.path, &change);
            for (auto up = change.path.rfind('/'); up != std::string::npos && up > 0; up = change.path.rfind('/', up - 1)) {
                m_holding.insert(change.path.substr(0, up));
            }
        }
    }

    Status ask(const std::vector<std::string>& paths) {
        std::vector<const api::ChangeItem*> history;
        for (const auto& change : m_review.changes) {
            const bool named = paths.empty() || std::ranges::any_of(paths, [&](const auto& top) { return isAtOrBelow(change.path, top); });
            if (!named || comesWithAnother(change) || (change.decided && paths.empty())) {
                continue;
            }
            if (!change.refused.empty() || (!change.risks.empty() && !m_includeRisky)) {
                printChange(change);
                print(change.refused.empty() ? "     not asked about: --include-risky does\n" : "");
            } else if (change.history && change.risks.empty() && change.conflict.empty()) {
                history.push_back(&change);
            } else {
                LG_TRY(one(change));
            }
            if (m_quit) {
                return {};
            }
        }
        return history.empty() ? Status() : all(history);
    }

    std::optional<api::ApplyRequest> request() const {
        if (m_paths.empty() && m_hunks.empty()) {
            return std::nullopt;
        }
        api::ApplyRequest out;
        out.run = m_review.run.id;
        out.paths = m_paths;
        out.hunks = m_hunks;
        out.exactly = true;
        out.includeRisky = m_includeRisky;
        std::map<std::string, std::string> host;
        for (const auto& change : m_review.changes) {
            out.seen[change.path] = change.version;
            host[change.path] = change.hostVersion;
        }
        // The host's file may have changed once more since: then it is not what was decided about.
        out.onConflict = [host = std::move(host)](const api::ChangeItem& change) {
            const auto found = host.find(change.path);
            return found != host.end() && found->second == change.hostVersion ? api::ConflictChoice::Theirs : api::ConflictChoice::Skip;
        };
        return out;
    }

private:
    // A directory with what is in it, an old name with the new one.
    bool comesWithAnother(const api::ChangeItem& change) const {
        return m_byPath.contains(change.renamedTo) || (change.kind == "added" && change.typeAfter == "directory" && m_holding.contains(change.path));
    }

    Status one(const api::ChangeItem& change) {
        printChange(change);
        const std::string diff = LG_TRY(m_service.diff(m_review.run.id, change));
        const auto hunks = hunksIn(diff);
        if (change.whole.empty() && !hunks.empty() && !hunks.front().id.empty()) {
            return choose(change, hunks);
        }
        printDiff(diff);
        const char key = LG_TRY(answerTo("take this change [y,n,q,?]?", "ynq", kWholeKeys));
        m_quit = key == 'q';
        if (key == 'y') {
            m_paths.push_back(change.path);
        }
        return {};
    }

    Status choose(const api::ChangeItem& change, std::vector<HunkText> hunks) {
        if (change.modeBefore != change.modeAfter) {
            print("     its permissions change only if all of its hunks are taken\n");
        }
        enum class Decided : char { Not, Taken, Left };
        std::vector<Decided> decided(hunks.size(), Decided::Not);
        const auto next = [&](std::size_t from) { // that is not decided
            return static_cast<std::size_t>(std::find(decided.begin() + static_cast<std::ptrdiff_t>(std::min(from, decided.size())), decided.end(), Decided::Not) - decided.begin());
        };
        for (std::size_t at = 0; at < hunks.size();) {
            printDiff(hunks[at].text);
            const bool splits = canBeSplit(hunks[at].text);
            const std::string place = "(" + std::to_string(at + 1) + "/" + std::to_string(hunks.size()) + ")";
            const char key = LG_TRY(answerTo(place + " take this hunk [y,n,q,a,d,j,k," + (splits ? "s," : "") + "?]?", "ynqadjks", kHunkKeys));
            if (key == 's') {
                const std::size_t made = splits ? LG_TRY(split(change, hunks, at)) : 1;
                print(made > 1 ? "     split into " + std::to_string(made) + " hunks\n" : "     it cannot be split: no unchanged line stands between its changes\n");
                decided.insert(decided.begin() + static_cast<std::ptrdiff_t>(at), made - 1, Decided::Not);
                decided[at] = made > 1 ? Decided::Not : decided[at];
                continue;
            }
            if (key == 'y' || key == 'n') {
                decided[at] = key == 'y' ? Decided::Taken : Decided::Left;
                at = next(at + 1);
                continue;
            }
            if (key == 'j' || key == 'k') {
                at = key == 'j' ? at + 1 : at - (at > 0 ? 1 : 0);
                continue;
            }
            const Decided rest = key == 'a' ? Decided::Taken : Decided::Left;
            for (std::size_t each = at; each < hunks.size(); ++each) {
                decided[each] = each == at || decided[each] == Decided::Not ? rest : decided[each];
            }
            m_quit = key == 'q';
            break;
        }
        std::vector<std::string> taken;
        for (std::size_t i = 0; i < hunks.size(); ++i) {
            if (decided[i] == Decided::Taken) {
                taken.push_back(hunks[i].id);
            }
        }
        if (taken.size() == hunks.size()) {
            m_paths.push_back(change.path);
        } else if (!taken.empty()) {
            m_hunks[change.path] = std::move(taken);
        }
        return {};
    }

    // How many it is afterwards. 1: it is what it was.
    Result<std::size_t> split(const api::ChangeItem& change, std::vector<HunkText>& hunks, std::size_t at) {
        auto smaller = LG_TRY(m_service.split(m_review.run.id, change, hunks[at].id));
        const auto place = hunks.erase(hunks.begin() + static_cast<std::ptrdiff_t>(at));
        std::vector<HunkText> made;
        for (auto& hunk : smaller) {
            made.push_back({std::move(hunk.name), std::move(hunk.text)});
        }
        hunks.insert(place, std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
        return made.size();
    }

    // Objects, refs and the index are no text to read, and belong together.
    Status all(const std::vector<const api::ChangeItem*>& history) {
        printTail(m_review, history.size());
        if (LG_TRY(answerTo("take the history [y,n,q,?]?", "ynq", kWholeKeys)) == 'y') {
            for (const auto* change : history) {
                m_paths.push_back(change->path);
            }
        }
        return {};
    }

    api::ReviewService& m_service;
    const api::Review& m_review;
    bool m_includeRisky;
    std::map<std::string, const api::ChangeItem*> m_byPath;
    std::set<std::string> m_holding; // directories with changes in them
    std::vector<std::string> m_paths;
    std::map<std::string, std::vector<std::string>> m_hunks;
    bool m_quit = false;
};

} // namespace

bool canBeSplit(std::string_view hunk) {
    bool edited = false;
    bool quiet = false;
    for (std::size_t at = std::min(hunk.find('\n'), hunk.size() - 1) + 1; at < hunk.size(); at = std::min(hunk.find('\n', at), hunk.size() - 1) + 1) {
        if (hunk[at] == ' ') {
            quiet = edited;
        } else if (hunk[at] == '+' || hunk[at] == '-') {
            if (quiet) {
                return true;
            }
            edited = true;
        }
    }
    return false;
}

std::vector<HunkText> hunksIn(std::string_view diff) {
    std::vector<HunkText> out;
    for (std::size_t at = 0; at < diff.size();) {
        const std::size_t end = std::min(diff.find('\n', at), diff.size() - 1) + 1;
        const std::string_view line = diff.substr(at, end - at);
        at = end;
        if (line.starts_with("@@ ")) { // every line of a text has a sign before it
            const std::size_t name = line.find(" @@ ");
            out.push_back({name == std::string_view::npos ? std::string() : std::string(line.substr(name + 4, line.find('\n') - name - 4)), {}});
        } else if (out.empty()) {
            return {};
        }
        out.back().text += line;
    }
    return out;
}

Result<std::map<std::string, std::vector<std::string>>> parseHunks(const std::vector<std::string>& values) {
    std::map<std::string, std::vector<std::string>> out;
    for (const auto& value : values) {
        const std::size_t colon = value.rfind(':');
        const auto wrong = [&](const char* why) {
            return makeError(Code::Invalid, "--hunks '" + forScreen(value, 400) + "' " + why,
                             "PATH:ID[,ID...], where ID is the name at the end of a line '@@ ... @@ ID' of 'leadglass review RUN --diff PATH'");
        };
        if (colon == std::string::npos || colon == 0) {
            return wrong("is not PATH:ID");
        }
        std::string_view rest = std::string_view(value).substr(colon + 1);
        auto& ids = out[value.substr(0, colon)];
        for (bool more = true; more;) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            const std::string_view id = rest.substr(0, end);
            // Whole names only: a number or a beginning could be another hunk's by the time it is applied.
            if (id.size() != 32 || id.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
                return wrong("has no name of a hunk: 32 digits of 0-9 and a-f");
            }
            ids.emplace_back(id);
            more = end < rest.size();
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return out;
}

Status canAsk() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::isatty(fd) != 1) {
            return makeError(Code::Unsupported, "-p asks on a terminal, and standard input, output or error is none",
                             "name what to take: --hunks PATH:ID, as 'leadglass review RUN --diff' shows it");
        }
    }
    return {};
}

Result<std::optional<api::ApplyRequest>> askForHunks(api::ReviewService& service, const api::Review& review,
                                                     const std::vector<std::string>& paths, bool includeRisky) {
    for (const auto& top : paths) {
        if (std::ranges::none_of(review.changes, [&](const auto& change) { return isAtOrBelow(change.path, top); })) {
            return makeError(Code::NotFound, "the run did not change '" + forScreen(top) + "'", "see 'leadglass review'");
        }
    }
    Questions questions(service, review, includeRisky);
    LG_TRY(questions.ask(paths));
    return questions.request();
}

} // namespace leadglass::cli
