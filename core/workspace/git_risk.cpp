#include "core/workspace/git_risk.h"

#include <algorithm>

#include "core/base/sys.h"
#include "core/workspace/git_index_file.h"
#include "core/workspace/git_view.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kMaxRefs = 16 << 20;
constexpr std::string_view kPacked = ".git/packed-refs";
constexpr WhyCode kNothing = "git_no_commit";
constexpr WhyCode kReplaces = "git_replaces";

// The whole content of the run's version; what cannot be read is never as judged.
std::string readJudged(const Trees& trees, Change& change) {
    auto fd = openFileBeneath(trees.upper, change.path);
    auto text = fd ? sys::readAll(fd->get(), kMaxRefs) : Result<std::string>(fd.error());
    change.judged = contentName(text ? *text : std::string());
    return text ? std::move(*text) : std::string();
}

// What the last line of a log says the ref became: "OLD NEW NAME <MAIL> TIME ZONE\tMESSAGE" (gitrepository-layout(5)).
std::string newestOf(std::string text) {
    while (text.ends_with('\n')) {
        text.pop_back();
    }
    const std::string line = text.substr(text.rfind('\n') + 1);
    const std::size_t first = std::min(line.find(' '), line.size() - 1) + 1;
    return line.substr(first, line.find(' ', first) - first);
}

// Those of git's own making; another would be in the way of a file that git makes or looks for.
bool isDirectoryOfGits(const std::string& path) {
    const std::string_view rest = std::string_view(path).substr(std::min(path.size(), std::size_t{5}));
    const bool objects = rest == "objects" || rest == "objects/pack" || rest == "objects/info" ||
                         (rest.starts_with("objects/") && rest.size() == 10);
    return objects || rest == "refs" || rest.starts_with("refs/") || rest == "logs" || (rest.starts_with("logs/") && rest != "logs/HEAD");
}

// A clone that fetches what it lacks: a pack without its mark is taken for a damaged one.
bool isPartial(Root project) {
    constexpr std::string_view kMark = ".promisor";
    auto dir = openDirBeneath(project, ".git/objects/pack");
    const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
    return entries && std::ranges::any_of(*entries, [&](const DirEntry& entry) { return entry.name.ends_with(kMark); });
}

bool isReplacement(std::string_view name) { return name == "refs/replace" || name.starts_with("refs/replace/"); }

} // namespace

GitRisk::GitRisk(const Trees& trees, ChangeList& list)
    : m_trees(trees), m_objects({trees.upper, trees.project}) {
    const auto alternates = lookAt(trees.project, ".git/objects/info/alternates");
    m_allObjects = alternates && alternates->type == NodeType::None;
    const auto own = lookAt(trees.project, ".git");
    m_newRepository = !isElsewhere() && (!own || own->type != NodeType::Directory);
    if (std::ranges::any_of(list.changes, [](const Change& change) { return gitPart(change.path) == GitPart::Ref; })) {
        m_packedBefore = packedRefs(trees.project);
        m_packedAfter = packedRefsOfRun(trees);
    }
    if (std::ranges::any_of(list.changes, [](const Change& change) { return isGits(change.path); })) {
        m_elsewhere = branchesElsewhere(trees);
    }
    m_partial = isPartial(trees.project);
    std::erase_if(list.changes, [this](const Change& change) { return madeAgain(change); });
    if (!m_newRepository) {
        m_check.emplace(trees, list);
    }
    m_removed = std::ranges::any_of(list.changes, [this](const Change& change) { return endsRepository(change); });
}

bool GitRisk::madeAgain(const Change& change) {
    const std::string path = ordinary(change);
    const GitPart part = gitPart(path);
    if (part == GitPart::Scratch) {
        return true;
    }
    // Objects are added only: one that the run packed away or wrote again stays as the host has it.
    if (part == GitPart::Object && (change.before.type != NodeType::None || (path.ends_with(".promisor") && !m_partial))) {
        return true;
    }
    // gc tidies the logs of every worktree; those of others stay as they are.
    if (change.kind == ChangeKind::Changed && path.find("/logs/") != std::string::npos &&
        (part == GitPart::Log ? movesElsewhere(change, path)
                              : !m_trees.worktree.empty() && isOfOtherWorktree(path) && path.ends_with("/logs/HEAD"))) {
        return true;
    }
    if (!isElsewhere() || change.kind != ChangeKind::Deleted) {
        return false;
    }
    // Others share this repository. A ref that was packed stays loose, too: should its packed half be left, in
    // conflict with what they did meanwhile, nothing of it is lost. Directories without refs are git's to tidy.
    if (part == GitPart::Ref && change.before.type == NodeType::File && path.starts_with(".git/refs/")) {
        const auto packed = m_packedAfter.find(path.substr(5));
        return packed != m_packedAfter.end() && packed->second == refValue(m_trees.project, change.path);
    }
    return change.before.type == NodeType::Directory && path.find('/', 5) != std::string::npos &&
           (part == GitPart::Ref || part == GitPart::Log);
}

// Without these there is no repository: git would look for one in the directories above.
bool GitRisk::endsRepository(const Change& change) const {
    const std::string path = ordinary(change);
    if (path == ".git") {
        return !isElsewhere() && change.after.type != NodeType::Directory;
    }
    return path == ".git/refs" ? change.after.type != NodeType::Directory
                               : path == ".git/HEAD" && change.after.type != NodeType::File;
}

bool GitRisk::movesElsewhere(const Change& change, const std::string& path) {
    if (path == kPacked) {
        return std::ranges::any_of(m_elsewhere, [this](const std::string& name) {
            const auto before = m_packedBefore.find(name);
            const auto after = m_packedAfter.find(name);
            const bool was = before != m_packedBefore.end();
            const bool is = after != m_packedAfter.end();
            if (was == is && (!is || before->second == after->second)) {
                return false;
            }
            // What only packs a ref says what its loose file says.
            return !is || after->second != refValue(m_trees.project, ".git/" + name);
        });
    }
    const bool log = path.starts_with(".git/logs/");
    const std::string name = path.substr(std::min(path.size(), std::size_t{log ? 10U : 5U}));
    return std::ranges::any_of(m_elsewhere, [&](const std::string& one) {
        return name == one || (change.after.type != NodeType::Directory && one.starts_with(name + "/"));
    });
}

// A branch that leads nowhere would break the repository for whoever shares it. Larger objects than a commit
// are named by tags only, and are not read.
bool GitRisk::namesNothing(std::string_view text) {
    constexpr std::size_t kMaxObject = 1 << 20;
    while (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    return m_allObjects && isGitId(text) && !m_objects.read(std::string(text), kMaxObject);
}

// What git takes from packed-refs, it does not look up.
bool GitRisk::leadsTo(std::string tag, const std::string& target) {
    constexpr std::size_t kMaxObject = 1 << 20;
    constexpr int kMaxTags = 64;
    for (int tags = 0; tags < kMaxTags; ++tags) {
        const auto object = m_objects.read(tag, kMaxObject);
        if (!object || object->type != GitType::Tag) {
            return tags > 0 && tag == target;
        }
        tag = taggedBy(object->data);
    }
    return false;
}

void GitRisk::markPacked(Change& change, std::string_view text) {
    const Refs known = packedTargets(packedText(m_trees.project));
    for (const auto& [name, target] : packedTargets(text)) {
        const auto was = known.find(name);
        const bool same = was != known.end() && was->second == target && m_packedBefore[name] == m_packedAfter[name];
        if (!same && !leadsTo(m_packedAfter[name], target)) {
            change.risks.push_back(Why("git_tag_elsewhere", {name}));
            break;
        }
    }
    bool replaces = false;
    bool nothing = false;
    for (const auto& [name, id] : m_packedAfter) {
        const auto before = m_packedBefore.find(name);
        if (before == m_packedBefore.end() || before->second != id) {
            replaces = replaces || isReplacement(name);
            nothing = nothing || (!name.starts_with("refs/tags/") && namesNothing(id));
        }
    }
    if (replaces) {
        change.risks.emplace_back(kReplaces);
    }
    if (nothing) {
        change.risks.emplace_back(kNothing);
    }
}

void GitRisk::markObject(Change& change) const {
    const auto* verdict = m_check ? m_check->of(change.path) : nullptr;
    if (change.after.type != NodeType::File || gitPart(ordinary(change)) != GitPart::Object) {
        return;
    }
    change.judged = verdict != nullptr ? verdict->digest : std::string();
    if (verdict == nullptr || verdict->fit == GitFit::Wrong) {
        change.risks.emplace_back(WhyCode("git_not_object"));
    } else if (verdict->fit == GitFit::TooMuch) {
        change.risks.emplace_back(WhyCode("git_many_objects"));
    }
}

void GitRisk::markPart(Change& change) {
    const std::string path = ordinary(change);
    const GitPart part = gitPart(path);
    if (m_newRepository || !change.path.starts_with(".git/")) {
        change.risks.emplace_back(WhyCode("git_new"));
        return;
    }
    if (part == GitPart::Config) {
        change.risks.emplace_back(!m_trees.worktree.empty() && isOfOtherWorktree(path) ? WhyCode("git_other_worktree") : WhyCode("git_runs_programs"));
        return;
    }
    if (change.after.type == NodeType::Symlink || (change.kind == ChangeKind::TypeChanged)) {
        change.risks.emplace_back(WhyCode("git_other_type"));
        return;
    }
    if (change.after.type == NodeType::Directory && !isDirectoryOfGits(path)) {
        change.risks.emplace_back(WhyCode("git_directory"));
        return;
    }
    markObject(change);
    if (part == GitPart::Ref && change.after.type != NodeType::None && isReplacement(path.substr(5))) {
        change.risks.emplace_back(kReplaces);
    }
    if (m_check && !m_check->allFit() && (part == GitPart::Ref || part == GitPart::Index || part == GitPart::Log)) {
        change.risks.emplace_back(WhyCode("git_objects_held"));
    }
    std::string text;
    if (part == GitPart::Ref && change.after.type == NodeType::File) {
        text = readJudged(m_trees, change);
        if (!isRefFile(path) || !isRefContent(path, text)) {
            change.risks.emplace_back(WhyCode("git_not_ref"));
        } else if (!path.starts_with(".git/refs/tags/") && namesNothing(text)) {
            change.risks.emplace_back(kNothing);
        }
    }
    if (part == GitPart::Log && change.after.type == NodeType::File && path.starts_with(".git/logs/") &&
        namesNothing(newestOf(readJudged(m_trees, change)))) {
        change.risks.emplace_back(kNothing);
    }
    if ((part == GitPart::Ref || part == GitPart::Log) && movesElsewhere(change, path)) {
        change.risks.emplace_back(WhyCode("git_branch_elsewhere"));
    }
    if (path == kPacked) {
        markPacked(change, text);
        m_packedHeld = !change.risks.empty() || !change.conflict.empty() || !change.refused.empty();
    } else if (m_packedHeld && part == GitPart::Ref && change.kind == ChangeKind::Deleted && path.starts_with(".git/refs/") &&
               (m_packedBefore.contains(path.substr(5)) || m_packedAfter.contains(path.substr(5)))) {
        change.risks.emplace_back(WhyCode("git_packed_held"));
    }
}

// True: it says what the host's says, and any `git status` would have written it anew.
bool GitRisk::markIndex(Change& change) {
    if (change.after.type == NodeType::None) {
        change.risks.emplace_back(WhyCode("git_no_index"));
    }
    if (change.after.type != NodeType::File || !change.refused.empty()) {
        return false;
    }
    const auto after = readGitIndex(m_trees.upper, change.path, &change.judged);
    if (!after) {
        change.refused = Why("index_unreadable", {}, Why(after.error()));
        return false;
    }
    const auto before = change.before.type == NodeType::File ? readGitIndex(m_trees.project, change.path)
                                                             : Result<GitIndex>(GitIndex{});
    if (before && before->entries == after->entries && change.before.type == NodeType::File &&
        (change.before.mode & 0777) == (change.after.mode & 0777)) {
        return true;
    }
    if (const std::size_t count = newlyIgnored(before ? *before : GitIndex{}, *after); count > 0) {
        change.risks.push_back(Why("git_looks_away", {}, count));
    }
    if (after->hasCaches) {
        change.risks.emplace_back(WhyCode("git_index_caches"));
    }
    return false;
}

bool GitRisk::mark(Change& change) {
    change.history = true;
    markPart(change);
    if (m_removed && change.risks.empty()) {
        change.risks.emplace_back(WhyCode("git_removed"));
    }
    return gitPart(ordinary(change)) == GitPart::Index && change.risks.empty() && markIndex(change);
}

} // namespace leadglass::workspace
