#include "core/session/completion_facts.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/limit_values.h"
#include "core/policy/profile_names.h"
#include "core/session/landed_changes.h"
#include "core/session/last_run.h"
#include "core/session/local_grant_service.h"
#include "core/session/local_policy_service.h"
#include "core/session/review_items.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/tree_io.h"

namespace leadglass::session {
namespace {

using namespace workspace;

constexpr std::uint64_t kMostCompared = 1024 * 1024; // bytes of one file; a larger one counts as changed

// The same as on the host, so that a review would not list it?
bool isSame(const Trees& trees, const std::string& path, const Node& after, const Node& before) {
    if (after.type != before.type || (after.type != NodeType::Symlink && after.mode != before.mode)) {
        return false;
    }
    if (after.type == NodeType::Symlink) {
        const auto now = readLinkBeneath(trees.upper, path);
        const auto then = readLinkBeneath(trees.project, path);
        return now && then && *now == *then;
    }
    if (after.type != NodeType::File || after.size != before.size || after.size > kMostCompared) {
        return false;
    }
    const auto same = sameContent(trees.upper, path, trees.project, path);
    return same && *same;
}

void addLevel(const Trees& trees, const RunManifest& manifest, const std::string& folder, const std::string& leaf,
              std::map<std::string, std::string>& found) {
    const auto opened = openDirBeneath(trees.upper, folder);
    const auto entries = opened ? listDirectory(opened->get()) : Result<std::vector<DirEntry>>(opened.error());
    for (std::size_t i = 0; entries && i < entries->size() && found.size() < kMostOffered; ++i) {
        const std::string& name = (*entries)[i].name;
        struct stat s {};
        if (!name.starts_with(leaf) || ::fstatat(opened->get(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        const std::string path = folder.empty() ? name : folder + "/" + name;
        const auto before = lookAt(trees.project, path);
        if (!before) {
            continue;
        }
        const bool there = before->type != NodeType::None;
        const Node after = nodeOf(s);
        if (isWhiteout(s)) {
            if (there && std::ranges::find(manifest.hidden, path) == manifest.hidden.end()) {
                found.emplace(path, "deleted");
            }
        } else if (after.type == NodeType::Directory) {
            const auto inside = openDirBeneath(trees.upper, path);
            const auto below = inside ? listDirectory(inside->get()) : Result<std::vector<DirEntry>>(inside.error());
            if (!there || !below || !below->empty()) { // a mere parent has something below it
                found.emplace(path + "/", there ? "" : "added");
            }
        } else if (!isSame(trees, path, after, *before)) {
            found.emplace(path, there ? "changed" : "added");
        }
    }
}

void addLanded(const RunDir& dir, int project, const std::string& typed, std::map<std::string, std::string>& found) {
    const auto landed = landedChanges(dir, project);
    for (std::size_t i = 0; landed && i < landed->size() && found.size() < kMostOffered; ++i) {
        const auto& change = (*landed)[i];
        if (!change.path.starts_with(typed)) {
            continue;
        }
        const std::size_t slash = change.path.find('/', typed.size());
        const bool below = slash != std::string::npos;
        const char* end = change.typeAfter == "directory" ? "/" : "";
        found.emplace(below ? change.path.substr(0, slash + 1) : change.path + end, below ? "" : change.kind);
    }
}

} // namespace

std::vector<KnownRun> knownRuns(const Places& places, const std::string& typed, bool live) {
    std::vector<KnownRun> out;
    const auto ids = listRunIds(places);
    for (std::size_t i = 0; ids && i < ids->size() && out.size() < kMostOffered; ++i) {
        const std::string& id = (*ids)[i];
        if (!id.starts_with(typed)) {
            continue;
        }
        RunDir dir{id, places.data + "/runs/" + id, {}};
        auto fd = sys::open(dir.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (!fd) {
            continue;
        }
        dir.fd = std::move(*fd);
        const auto manifest = readManifest(dir);
        if (live && (!manifest || shownState(*manifest) != ShownState::Running)) {
            continue;
        }
        out.push_back(manifest ? KnownRun{id, infoOf(dir, *manifest).state, manifest->project} : KnownRun{id, "damaged", ""});
    }
    return out;
}

std::vector<KnownProfile> knownProfiles(const Places& places) {
    std::vector<KnownProfile> out;
    for (auto& profile : policy::profileNames(places)) {
        const char* whose = profile.folder == policy::ProfileFolder::Person ? "yours"
                            : profile.folder == policy::ProfileFolder::Site ? "of this site"
                                                                            : "built in";
        out.push_back({std::move(profile.name), whose});
    }
    return out;
}

std::vector<KnownChange> knownChanges(const Places& places, const std::string& run, const std::string& typed, bool landed) {
    std::vector<KnownChange> out;
    const auto id = lastOnDisk(places, run, LastFor::Look, "leadglass review");
    const auto dir = id ? findRun(places, *id) : Result<RunDir>(id.error());
    const auto manifest = dir ? readManifest(*dir) : Result<RunManifest>(dir.error());
    const auto trees = manifest ? openTrees(*dir, *manifest) : Result<OpenTrees>(manifest.error());
    if (!trees) {
        return out;
    }
    const std::size_t slash = typed.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : typed.substr(0, slash);
    std::map<std::string, std::string> found;
    if (typed.empty() || typed.front() != '/') {
        addLevel(trees->view(), *manifest, folder, typed.substr(slash == std::string::npos ? 0 : slash + 1), found);
    }
    if (landed && manifest->mode == "direct") {
        addLanded(*dir, trees->view().project.fd, typed, found);
    }
    for (auto& [path, kind] : found) {
        out.push_back({path, kind});
    }
    return out;
}

std::vector<std::string> knownLimits() { return {policy::kLimitKeys.begin(), policy::kLimitKeys.end()}; }

std::vector<KnownGrant> knownGrants(const Places& places) {
    std::vector<KnownGrant> out;
    const auto grants = LocalGrantService(places).list();
    for (std::size_t i = 0; grants && i < grants->size() && i < kMostOffered; ++i) {
        const auto& grant = (*grants)[i];
        out.push_back({grant.id, std::string(policy::verdictName(grant.verdict)) + " " + grant.rule + ", " + forScreen(grant.profile, 80)});
    }
    return out;
}

std::vector<KnownAgent> knownAgents(const Places& places) {
    std::vector<KnownAgent> out;
    const auto agents = LocalPolicyService(places).agents();
    for (std::size_t i = 0; agents && i < agents->size() && out.size() < kMostOffered; ++i) {
        out.push_back({(*agents)[i].command, (*agents)[i].profile});
    }
    return out;
}

} // namespace leadglass::session
