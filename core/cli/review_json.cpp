#include "core/cli/review_json.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/cli/format.h"
#include "core/cli/runs_text.h"

namespace leadglass::cli {

using nlohmann::json;

namespace {

json texts(const std::vector<Why>& list) {
    json out = json::array();
    for (const auto& each : list) {
        out.push_back(each.text());
    }
    return out;
}

} // namespace

json changeJson(const api::ChangeItem& c) {
    json out{{"path", jsonName(c.path)},       {"kind", c.kind},
             {"type_before", c.typeBefore},    {"type_after", c.typeAfter},
             {"mode_before", c.modeBefore},    {"mode_after", c.modeAfter},
             {"size", c.size},                 {"history", c.history},
             {"risks", texts(c.risks)},        {"conflict", c.conflict.text()}, {"decided", c.decided},
             {"refused", c.refused.text()},    {"runs", c.runs.text()}, {"applied", c.applied}, {"whole", c.whole.text()}};
    if (!c.linkTarget.empty()) {
        out["link_target"] = jsonName(c.linkTarget);
    }
    if (!c.renamedFrom.empty()) {
        out["renamed_from"] = jsonName(c.renamedFrom);
    }
    if (!c.renamedTo.empty()) {
        out["renamed_to"] = jsonName(c.renamedTo);
    }
    return out;
}

json commitsOf(const api::Review& review, const std::string& path) {
    json commits = json::array();
    for (const auto& commit : review.commits) {
        const std::string loose = ".git/" + commit.ref;
        const auto leads = [&](const std::string& file) { // a linked worktree has a HEAD of its own
            return file == loose || (commit.ref == "HEAD" && file.starts_with(".git/worktrees/") && file.ends_with("/HEAD"));
        };
        const bool isLoose = std::ranges::any_of(review.changes, [&](const auto& c) { return leads(c.path); }) ||
                             std::ranges::any_of(review.landed, [&](const auto& c) { return leads(c.path); });
        if (isLoose ? !leads(path) : path != ".git/packed-refs") {
            continue;
        }
        json files = json::array();
        for (const auto& file : commit.files) {
            files.push_back({{"path", jsonName(file.path)}, {"kind", file.kind}});
            if (!file.risk.empty()) {
                files.back()["risk"] = file.risk.text();
            }
        }
        commits.push_back({{"id", commit.id}, {"author", jsonName(commit.author)}, {"subject", jsonName(commit.subject)},
                           {"time", rfc3339(commit.time * 1'000'000'000)}, {"files", std::move(files)},
                           {"more_files", commit.moreFiles}, {"files_known", commit.filesKnown}});
    }
    return commits;
}

json dropsOf(const std::vector<api::RefItem>& refs, const std::string& path) {
    json out = json::array();
    for (const auto& ref : refs) {
        if (ref.dropped.empty() || (!path.empty() && ref.path != path)) {
            continue;
        }
        json commits = json::array();
        for (const auto& commit : ref.dropped) {
            commits.push_back({{"id", commit.id}, {"subject", jsonName(commit.subject)}});
        }
        out.push_back({{"ref", jsonName(ref.name)}, {"commits", std::move(commits)}, {"more", ref.moreDropped}});
    }
    return out;
}

bool isIndex(const std::string& path) {
    return path == ".git/index" || (path.starts_with(".git/worktrees/") && path.ends_with("/index"));
}

json stagedOf(const api::Review& review) {
    json entries = json::array();
    for (const auto& one : review.staged) {
        entries.push_back({{"path", jsonName(one.path)}, {"kind", one.kind}, {"shown", one.shown}});
    }
    return {{"entries", std::move(entries)}, {"more", review.moreStaged}};
}

json resultJson(const api::ApplyResult& result, const char* verb) {
    json paths = json::array();
    for (const auto& path : result.applied) {
        paths.push_back(jsonName(path));
    }
    json left = json::array();
    for (const auto& item : result.left) {
        left.push_back({{"path", jsonName(item.path)}, {"why", item.why.text()}});
    }
    const bool undone = std::string_view(verb) == "undone";
    json partly = json::array();
    for (const auto& path : result.partly) {
        partly.push_back(jsonName(path));
    }
    json out{{"id", result.run}, {verb, std::move(paths)}, {"left", std::move(left)}, {"drops", dropsOf(result.moved)},
             {undone ? "reopened" : "decided", undone ? result.reopened : result.decided}};
    if (!undone) {
        out["partly"] = std::move(partly);
    }
    return out;
}

} // namespace leadglass::cli
