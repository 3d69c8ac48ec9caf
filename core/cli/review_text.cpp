#include "core/cli/review_text.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/cli/runs_text.h"

namespace leadglass::cli {
namespace {

char letterOf(const std::string& kind) {
    return kind == "added"          ? 'A'
           : kind == "deleted" || kind == "removed" ? 'D'
           : kind == "unmerged"     ? 'U'
           : kind == "renamed"      ? 'R'
           : kind == "type_changed" ? 'T'
                                    : 'M';
}

std::string octal(std::uint32_t mode) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%04o", mode);
    return text.data();
}

// A branch's name whole, a commit's short.
std::string refValue(const std::string& value) {
    return value.starts_with("ref: ") ? forScreen(value.substr(5), 200)
                                      : forScreen(value.substr(0, 12));
}

void printCommit(const api::CommitItem& commit) {
    constexpr std::size_t kFilesShown = 20;
    print("commit " + commit.id.substr(0, 12) + "  " + forScreen(commit.author, 100) + "  " +
          forScreen(commit.subject, 200) + "\n");
    const std::size_t shown = std::min(kFilesShown, commit.files.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& file = commit.files[i];
        print(std::string("       ") + letterOf(file.kind) + "  " + forScreen(file.path, 4096) +
              (file.risk.empty() ? "" : "  (risky: " + onceForScreen(file.risk.text()) + ")") + "\n");
    }
    if (const std::uint64_t more = commit.files.size() - shown + commit.moreFiles; more > 0) {
        print("       ... and " + counted(more, "more file") + "\n");
    }
    if (!commit.filesKnown) {
        print("       not all of it can be read: there may be more files\n");
    }
}

void printStaged(const api::Review& review) {
    constexpr std::size_t kStagedShown = 20;
    const std::size_t shown = std::min(kStagedShown, review.staged.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& one = review.staged[i];
        print(std::string("staged  ") + letterOf(one.kind) + " " + forScreen(one.path, 4096) +
              (one.shown ? "" : "  (content that is not shown)") + "\n");
    }
    if (const std::uint64_t more = review.staged.size() - shown + review.moreStaged; more > 0) {
        print("staged  ... and " + counted(more, "more file") + "\n");
    }
}

// "a/.git/" of "a/.git/HEAD", from `at` on; empty: there is no such part.
std::string_view gitBelow(std::string_view path, std::size_t at = 0) {
    for (; (at = path.find(".git/", at)) != std::string_view::npos; ++at) {
        if (at == 0 || path[at - 1] == '/') {
            return path.substr(0, at + 5);
        }
    }
    return {};
}

std::set<std::string> textsOf(const std::vector<Why>& list) {
    std::set<std::string> out;
    std::ranges::transform(list, std::inserter(out, out.end()), &Why::text);
    return out;
}

// A repository that the run made (git init, clone), and the risks that are those of each file in one, as its HEAD
// has them. What is more than part of one, in conflict or refused stays a line of its own.
struct NewRepository {
    std::set<std::string> risks;
    std::uint64_t files = 0;
};
using NewRepositories = std::map<std::string, NewRepository, std::less<>>; // by "sub/.git/"

// What git itself puts into one, and nothing runs: not its configuration, a hook, a link, what names other places.
bool isUsual(std::string_view rest, const api::ChangeItem& c) {
    constexpr std::string_view kNames[] = {"HEAD", "ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG", "description", "index", "packed-refs",
                                           "branches", "hooks", "info", "info/exclude", "logs", "objects", "refs"};
    constexpr std::string_view kBelow[] = {"logs/", "objects/", "refs/"};
    const bool sample = rest.starts_with("hooks/") && rest.ends_with(".sample");
    const bool known = sample || std::ranges::find(kNames, rest) != std::end(kNames) ||
                       std::ranges::any_of(kBelow, [&](std::string_view below) { return rest.starts_with(below); });
    return known && rest != "objects/info/alternates" &&
           (c.typeAfter == "directory" || (c.typeAfter == "file" && (sample || (c.modeAfter & 0111) == 0)));
}

// ".git/modules/NAME/" of what git keeps of a submodule as a matter of course; empty: not such a file.
std::string_view submoduleOf(std::string_view path, const api::ChangeItem& c) {
    constexpr std::string_view kModules = ".git/modules/";
    if (!path.starts_with(kModules)) {
        return {};
    }
    // A name may have slashes: the shortest that leaves what is usual.
    for (std::size_t at = path.find('/', kModules.size() + 1); at != std::string_view::npos; at = path.find('/', at + 1)) {
        if (isUsual(path.substr(at + 1), c)) {
            return path.substr(0, at + 1);
        }
    }
    return {};
}

constexpr std::size_t kFolded = 4; // fewer are told one by one
constexpr std::string_view kByteCode = "__pycache__/";

bool isByteCode(std::string_view path) {
    const std::size_t at = path.find(kByteCode);
    return at != std::string_view::npos && (at == 0 || path[at - 1] == '/');
}

// What any Python leaves beside what it runs, and no person reads: one line is of all of them.
std::vector<const api::ChangeItem*> byteCode(const std::vector<api::ChangeItem>& changes) {
    std::vector<const api::ChangeItem*> found;
    for (const auto& c : changes) {
        if (isByteCode(c.path) && c.path.ends_with(".pyc") && c.kind == "added" && c.risks.size() == 1 && c.conflict.empty() && c.refused.empty() && !c.decided && c.renamedFrom.empty()) {
            found.push_back(&c);
        }
    }
    if (found.size() < kFolded) {
        found.clear();
    }
    return found;
}

void printByteCode(const std::vector<const api::ChangeItem*>& files) {
    if (!files.empty()) {
        print("A  " + forScreen(files.front()->path, 4096) + " and " + std::to_string(files.size() - 1) + " more files in " + std::string(kByteCode) +
              " (--json lists them)\n     risky: " + onceForScreen(files.front()->risks.front().text()) + "\n");
    }
}

bool isPlainlyAdded(const api::ChangeItem& c) {
    return c.kind == "added" && c.conflict.empty() && c.refused.empty() && !c.decided && c.renamedFrom.empty();
}

// The repository that tells of this change, which is then no line of its own.
NewRepository* toldBy(NewRepositories& repositories, const api::ChangeItem& c) {
    if (repositories.empty() || !isPlainlyAdded(c)) {
        return nullptr;
    }
    for (auto below = gitBelow(c.path); !below.empty(); below = gitBelow(c.path, below.size())) {
        const auto found = repositories.find(below);
        if (found != repositories.end()) {
            const auto& risks = found->second.risks;
            const bool usual = isUsual(std::string_view(c.path).substr(below.size()), c) &&
                               std::ranges::all_of(c.risks, [&](const auto& risk) { return risks.contains(risk.text()); });
            return usual ? &found->second : nullptr;
        }
    }
    return nullptr;
}

NewRepositories newRepositories(const std::vector<api::ChangeItem>& changes) {
    NewRepositories found;
    for (const auto& c : changes) { // by path: a directory comes before what is in it
        if (c.typeAfter == "directory" && isPlainlyAdded(c) && (c.path == ".git" || c.path.ends_with("/.git"))) {
            found.emplace(c.path + "/", NewRepository{textsOf(c.risks), 0});
        }
        if (const auto at = c.path.ends_with("/HEAD") ? found.find(c.path.substr(0, c.path.size() - 4)) : found.end(); at != found.end()) {
            at->second.risks.merge(textsOf(c.risks));
        }
    }
    for (const auto& c : changes) {
        if (auto* repository = toldBy(found, c)) {
            repository->files += c.typeAfter == "directory" ? 0U : 1U;
        }
    }
    return found;
}

void printRepository(const std::string& below, const NewRepository& repository) {
    print("A  " + forScreen(below, 4096) + "  a new git repository, " + counted(repository.files, "file") + "\n");
    for (const auto& risk : repository.risks) {
        print("     risky: " + onceForScreen(risk) + "\n");
    }
}

} // namespace

Submodules::Submodules(const std::vector<api::ChangeItem>& changes) {
    for (const auto& c : changes) {
        if (const auto below = of(c); !below.empty()) {
            auto& one = m_found[std::string(below)];
            one.files += c.typeAfter == "directory" ? 0U : 1U;
            one.conflicts += c.conflict.empty() ? 0U : 1U;
        }
    }
}

std::string_view Submodules::of(const api::ChangeItem& c) {
    // A directory that goes, or a file, is judged as the plain file it was.
    api::ChangeItem plain = c;
    plain.typeAfter = c.typeAfter == "none" ? c.typeBefore : c.typeAfter;
    const bool held = !c.risks.empty() && c.refused.empty() && !c.decided && c.renamedFrom.empty() && c.renamedTo.empty();
    return held && c.kind != "type_changed" ? submoduleOf(c.path, plain) : std::string_view();
}

bool Submodules::tell(const api::ChangeItem& c) {
    const auto below = of(c);
    if (below.empty()) {
        return false;
    }
    Found& one = m_found[std::string(below)];
    if (!one.told) {
        one.told = true;
        print("M  " + forScreen(below, 4096) + "  commits and the like in a submodule, " + counted(one.files, "file") + "\n");
        if (one.conflicts > 0) {
            print("     conflict: " + counted(one.conflicts, "file") + " of them changed on the host, too\n");
        }
        print("     risky: a submodule's repository can configure programs to run; a run that is started in the submodule "
              "shows its commits one by one\n");
    }
    return true;
}

void printDiff(const std::string& text) {
    const bool colour = useColour(STDOUT_FILENO);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        const char* paint = !colour               ? ""
                            : line.starts_with('+') ? "\033[32m"
                            : line.starts_with('-') ? "\033[31m"
                                                    : "";
        print(paint + lineForScreen(line, 4000) + (*paint != '\0' ? "\033[0m\n" : "\n"));
        at = end + 1;
    }
}

void printChange(const api::ChangeItem& c) {
    if (!c.renamedTo.empty()) {
        return; // told with its other half
    }
    std::string line = std::string(1, letterOf(c.kind)) + "  " + forScreen(c.path, 4096);
    if (!c.renamedFrom.empty()) {
        line += "  (was " + forScreen(c.renamedFrom, 4096) + ")";
    }
    if (c.typeAfter == "directory" || (c.typeAfter == "none" && c.typeBefore == "directory")) {
        line += "/";
    }
    if (!c.linkTarget.empty()) {
        line += "  -> " + forScreen(c.linkTarget);
    }
    print(line + "\n");
    if (!c.refused.empty()) {
        print("     cannot be applied: " + onceForScreen(c.refused.text()) + "\n");
    } else if (c.decided) {
        print("     decided for the host's version (conflict: " + onceForScreen(c.conflict.text()) + ")\n");
    } else if (!c.conflict.empty()) {
        print("     conflict: " + onceForScreen(c.conflict.text()) + "\n");
    }
    if (c.typeBefore == c.typeAfter && (c.typeAfter == "file" || c.typeAfter == "directory") && c.modeBefore != c.modeAfter) {
        print("     mode " + octal(c.modeBefore) + " -> " + octal(c.modeAfter) + "\n");
    }
    for (const auto& risk : c.risks) {
        print("     risky: " + onceForScreen(risk.text()) + "\n");
    }
    if (!c.runs.empty()) {
        print("     runs: " + onceForScreen(c.runs.text()) + "\n");
    }
}

void printTail(const api::Review& review, std::uint64_t history) {
    for (const auto& ref : review.refs) {
        print("ref  " + forScreen(ref.name) + "  " +
              (ref.before.empty() ? "new" : refValue(ref.before)) + " -> " +
              (ref.after.empty() ? "deleted" : refValue(ref.after)) + "\n");
        for (const auto& line : droppedLines(ref)) {
            print("     drops " + line + "\n");
        }
    }
    for (const auto& commit : review.commits) {
        printCommit(commit);
    }
    printStaged(review);
    if (history > 0) {
        print("history: " + counted(history, "file") + " of .git (objects, refs, index)" +
              (review.packs > 0 ? ", " + counted(review.packs, "pack") : "") + "\n");
    }
    if (review.changes.empty()) {
        print("nothing to apply\n");
    }
}

void printReview(const api::Review& review) {
    print("run " + review.run.id + " (" + stateWords(review.run.state) + ") in " +
          forScreen(review.run.project) + "\n");
    for (const auto& note : review.notes) {
        print("note: " + onceForScreen(note.text()) + "\n");
    }
    std::uint64_t history = 0;
    auto repositories = newRepositories(review.changes);
    Submodules submodules(review.changes);
    const auto folded = byteCode(review.changes); // by path, as the changes
    auto next = folded.begin();
    for (const auto& change : review.changes) {
        if (next != folded.end() && *next == &change) {
            ++next;
            continue;
        }
        if (submodules.tell(change)) {
            continue;
        }
        const auto made = repositories.find(change.path + "/");
        if (made != repositories.end()) {
            printRepository(made->first, made->second);
        } else if (toldBy(repositories, change) != nullptr) {
            continue;
        } else if (change.history && change.risks.empty() && change.conflict.empty() &&
            change.refused.empty()) {
            ++history;
        } else {
            printChange(change);
        }
    }
    printByteCode(folded);
    if (!review.landed.empty()) {
        print("in the project already; 'leadglass undo " + review.run.id + "' takes it back:\n");
        std::uint64_t git = 0;
        for (const auto& change : review.landed) {
            if (change.history) {
                ++git;
            } else {
                printChange(change);
            }
        }
        if (git > 0) {
            print("history: " + counted(git, "file") + " of .git\n");
        }
    }
    printTail(review, history);
}

std::vector<std::string> droppedLines(const api::RefItem& ref) {
    std::vector<std::string> lines;
    for (const auto& commit : ref.dropped) {
        lines.push_back("commit " + commit.id.substr(0, 12) + "  " + forScreen(commit.subject, 200));
    }
    if (ref.moreDropped > 0) {
        lines.push_back(counted(ref.moreDropped, "more commit"));
    }
    return lines;
}

std::vector<std::string> leftLines(const std::vector<api::LeftItem>& left) {
    std::map<std::pair<std::string_view, std::string>, std::size_t> counts; // by place and reason
    const auto belowOf = [](const std::string& path) {
        api::ChangeItem file;
        file.typeAfter = "file";
        const auto below = submoduleOf(path, file);
        return isByteCode(path) ? kByteCode : below.empty() ? gitBelow(path) : below;
    };
    for (const auto& item : left) {
        ++counts[{belowOf(item.path), item.why.text()}];
    }
    std::vector<std::string> lines;
    for (const auto& item : left) {
        const auto below = belowOf(item.path);
        const std::string why = item.why.text();
        auto& count = counts[{below, why}];
        if (below.empty() || (count > 0 && count < kFolded)) {
            lines.push_back("left " + forScreen(item.path, 4096) + ": " + onceForScreen(why));
        } else if (count > 0) {
            lines.push_back("left " + counted(count, "path") + " below " + forScreen(below, 4096) + ": " + onceForScreen(why));
            count = 0; // told
        }
    }
    return lines;
}

bool isAllByteCode(const std::vector<api::LeftItem>& left) {
    return std::all_of(left.begin(), left.end(), [](const auto& item) { return isByteCode(item.path) && item.path.ends_with(".pyc"); });
}

} // namespace leadglass::cli
