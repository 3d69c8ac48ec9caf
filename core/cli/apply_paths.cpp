#include "core/cli/apply_paths.h"

#include <algorithm>
#include <utility>

#include "core/base/escape.h"
#include "core/session/local_audit_service.h"

namespace leadglass::cli {

std::string asListed(std::string path) {
    while (path.starts_with("./")) {
        path.erase(0, 2);
    }
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    return path;
}

Status checkPath(const std::string& path, const std::string& project) {
    const std::string shown = "'" + forScreen(path, 4096) + "'";
    if (path.starts_with(project + "/")) {
        return makeError(Code::Invalid, shown + " is not written as a path of the project",
                         "relative to it: " + forScreen(path.substr(project.size() + 1), 4096));
    }
    if (path.starts_with('/') || ("/" + path + "/").find("/../") != std::string::npos) {
        return makeError(Code::Invalid, shown + " is no path of the project " + forScreen(project),
                         "write it relative to the project, without '..', as 'leadglass review' does");
    }
    return {};
}

Error whyNotChanged(Context& context, const std::vector<std::string>& paths, const api::RunInfo& run, const Error& error) {
    session::LocalAuditService history(context.places);
    for (const auto& path : paths) {
        if (error.what.find("'" + forScreen(path) + "'") == std::string::npos) {
            continue;
        }
        api::AuditQuery query;
        query.run = run.id;
        query.kind = "apply";
        query.text = path;
        const auto rows = history.list(query);
        const bool applied = rows && std::ranges::any_of(*rows, [&](const auto& row) {
            return row.event.reason == "applied" && (row.event.subject == path || row.event.subject.starts_with(path + "/"));
        });
        if (applied) {
            return makeError(Code::NotFound, "'" + forScreen(path) + "' is applied already; nothing of it waits",
                             "'leadglass undo " + run.id + "' takes it back");
        }
    }
    return makeError(Code::NotFound, error.what, "paths are relative to the project " + forScreen(run.project) +
                                                     "; 'leadglass review " + run.id + "' lists them");
}

} // namespace leadglass::cli
