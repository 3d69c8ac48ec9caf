// What a run in mode "direct" changed in the project, read off its journal: for review, after the fact.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/api/review_service.h"
#include "core/workspace/git_view.h"
#include "core/workspace/journal.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {

// What is in the project by this run and not undone, by path; `applied` is set.
Result<std::vector<api::ChangeItem>> landedChanges(const workspace::RunDir& run, int projectFd);

// The refs and commits among them. What was moved again since, by whomever, is left out.
Result<workspace::History> landedHistory(const workspace::RunDir& run, workspace::Root project);

// Where the version before of one such path is kept. nullopt: it is none of them.
struct KeptVersion {
    workspace::NodeType type = workspace::NodeType::None;
    UniqueFd directory;
    std::string name;   // a file's, in `directory`
    std::string target; // a link's
};
Result<std::optional<KeptVersion>> keptVersion(const workspace::RunDir& run, const std::string& path);

} // namespace leadglass::session
