#include "core/session/git_setup.h"

#include <fcntl.h>

#include <algorithm>
#include <utility>

#include "core/base/sys.h"
#include "core/sandbox/git_place.h"
#include "core/sandbox/path_text.h"
#include "core/session/workspace_notices.h"
#include "core/workspace/git_scope.h"

namespace leadglass::session {
namespace {

// Why no view of `directory` can be written to; empty: one can.
std::string whyReadOnly(const PreparedRun& run, const std::string& project, const std::string& directory,
                        policy::WorkspaceMode mode) {
    if (mode != policy::WorkspaceMode::Overlay) {
        return std::string("workspace mode ") + policy::workspaceModeName(mode) + "; overlay can have it writable";
    }
    if (sandbox::isAtOrBelow(project, directory)) {
        return "the project lies in it";
    }
    for (const auto& own : {run.places.data, run.places.config, run.places.state, run.places.runtime}) {
        if (sandbox::isAtOrBelow(own, directory)) {
            return "Leadglass's own files lie in it";
        }
    }
    return refuseMountsBelow(directory) ? std::string() : "something is mounted below it";
}

} // namespace

Status prepareGit(PreparedRun& run, const sandbox::ProjectPlace& project, policy::WorkspaceMode mode,
                  workspace::StartMark& mark) {
    if (mode == policy::WorkspaceMode::Scratch) {
        return {};
    }
    const auto place = sandbox::findGitPlace(run.places, project.canonical);
    if (!place || !*place) {
        return {}; // the plan says why
    }
    const std::string& directory = (*place)->directory;
    run.gitReadOnly = whyReadOnly(run, project.canonical, directory, mode);
    if (!run.gitReadOnly.empty()) {
        return {};
    }
    const auto git = LG_TRY(sys::openNoLinks(directory, O_RDONLY | O_DIRECTORY));
    LG_TRY(workspace::makeGitScope(run.dir, git.get(), directory, (*place)->name, run.manifest));
    // A network file system has a clock of its own: nothing that either changed since counts as before.
    const auto other = LG_TRY(workspace::takeStartMark(run.dir, git.get()));
    if (std::pair(other.sec, other.nsec) < std::pair(mark.sec, mark.nsec)) {
        mark = other;
    }
    return {};
}

} // namespace leadglass::session
