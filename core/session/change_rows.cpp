#include "core/session/change_rows.h"

#include <nlohmann/json.hpp>

#include "core/base/clock.h"

namespace leadglass::session {
namespace {

using workspace::PartNames;

std::string partDetail(const PartNames& part) {
    nlohmann::json out{{"in_part", true}, {"hunks_taken", part.taken}, {"hunks_left", part.left}};
    if (part.moreTaken > 0) {
        out["more_hunks_taken"] = part.moreTaken;
    }
    if (part.moreLeft > 0) {
        out["more_hunks_left"] = part.moreLeft;
    }
    return out.dump();
}

} // namespace

audit::Event changeRow(audit::Kind kind, const workspace::RunManifest& manifest, std::string subject, std::string reason) {
    audit::Event event;
    event.kind = kind;
    event.run = manifest.id;
    event.time = systemClock().wall();
    event.reason = std::move(reason);
    event.subject = std::move(subject);
    event.policy = manifest.policyVersion;
    return event;
}

std::vector<audit::Event> changeRows(audit::Kind kind, const workspace::RunManifest& manifest, const api::ApplyResult& result, const char* reason,
                                     const std::map<std::string, PartNames>& partly) {
    std::vector<audit::Event> rows;
    const bool undo = kind == audit::Kind::Undo;
    for (const auto& path : result.applied) {
        rows.push_back(changeRow(kind, manifest, path, undo ? "undone" : "applied"));
        if (const auto part = partly.find(path); part != partly.end()) {
            rows.back().detail = partDetail(part->second);
        }
    }
    audit::Event end = changeRow(kind, manifest, "", reason);
    end.detail = nlohmann::json{{undo ? "undone" : "applied", result.applied.size()},
                                {undo ? "reopened" : "decided", undo ? result.reopened : result.decided},
                                {"left", result.left.size()}}
                     .dump();
    rows.push_back(std::move(end));
    return rows;
}

} // namespace leadglass::session
