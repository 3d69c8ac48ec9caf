// Git's own directory, where the project is a linked worktree or a submodule.
#include <sys/stat.h>

#include <string>

#include "core/base/escape.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/git_place.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_parts.h"

namespace leadglass::sandbox {
namespace {

// The repository that the project is only a part of; empty: none. A home that is one is not meant by its projects.
std::string repositoryAbove(const std::string& project, const std::string& home) {
    struct stat s {};
    const auto isThere = [&s](const std::string& path) { return ::lstat(path.c_str(), &s) == 0; };
    if (isThere(project + "/.git")) {
        return {};
    }
    for (std::string up = parentOf(project); up.size() > 1 && up != home; up = parentOf(up)) {
        if (isThere(up + "/.git/HEAD") || (isThere(up + "/.git") && S_ISREG(s.st_mode))) {
            return up;
        }
    }
    return {};
}

} // namespace

Status planGit(const Places& places, const PlanRequest& request, Plan& plan) {
    if (plan.workspace == policy::WorkspaceMode::Scratch) {
        return {};
    }
    auto place = findGitPlace(places, request.project.canonical);
    if (!place) {
        plan.notices.push_back("git does not work in this run: " + place.error().text());
        return {};
    }
    if (!*place) {
        if (const std::string above = repositoryAbove(request.project.canonical, places.home); !above.empty()) {
            plan.notices.push_back("the project is only this directory of the git repository " + forScreen(above, 300) +
                                   ": what lies above it, also git's own directory, is not there inside, so git does not work "
                                   "in the run; to have all of it: --project " + forScreen(above, 300));
        }
        return {};
    }
    const std::string what = (*place)->worktree ? "a linked worktree" : "a submodule";
    const std::string& directory = (*place)->directory;
    const auto& wanted = request.git;
    auto mount = LG_TRY(bindMount(directory, directory, wanted.has_value(), "git's own directory of " + what));
    if (wanted && (wanted->directory != directory || wanted->dev != mount.dev || wanted->ino != mount.ino)) {
        return makeError(Code::Conflict, "git's own directory of the project was replaced while the run was being set up",
                         "start again");
    }
    mount.kind = wanted ? Mount::Kind::Overlay : Mount::Kind::Bind;
    mount.git = wanted.has_value();
    plan.mounts.push_back(std::move(mount));
    const std::string about = "the project is " + what + ": git's own directory " + forScreen(directory, 300);
    plan.notices.push_back(
        wanted ? about + " is there copy-on-write, and commits wait for review with the other changes"
               : about + " is there read-only" + (request.gitReadOnly.empty() ? "" : " (" + request.gitReadOnly + ")") +
                     ", so git reads (log, status, diff) but cannot commit inside; commit what you have applied yourself");
    return {};
}

} // namespace leadglass::sandbox
