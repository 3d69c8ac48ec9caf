#include "core/workspace/manifest_json.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

using nlohmann::json;

constexpr std::array kStates{RunState::Running, RunState::Ended, RunState::Applied,
                             RunState::PartlyApplied, RunState::Discarded};

json encodeList(const std::vector<std::string>& list) {
    json out = json::array();
    for (const auto& item : list) {
        out.push_back(encodeName(item));
    }
    return out;
}

Error damaged(const std::string& field) {
    return makeError(Code::Corrupt, "run manifest: field '" + field + "' is missing or not fit",
                     "the run cannot be applied; 'leadglass discard' removes it");
}

// Reads fields one by one and remembers the first that is wrong.
class Fields {
public:
    explicit Fields(const json& object) : m_object(object) {}

    void text(const char* name, std::string& out) {
        const auto found = m_object.find(name);
        if (found == m_object.end() || !found->is_string()) {
            return fail(name);
        }
        take(name, *found, out);
    }
    // Absent from manifests of versions before.
    void addedText(const char* name, std::string& out) {
        if (m_object.contains(name)) {
            text(name, out);
        }
    }
    void list(const char* name, std::vector<std::string>& out, bool paths) {
        const auto found = m_object.find(name);
        if (found == m_object.end() || !found->is_array()) {
            return fail(name);
        }
        for (const auto& item : *found) {
            std::string value;
            if (!item.is_string()) {
                return fail(name);
            }
            take(name, item, value);
            if (paths && !isPlainRelative(value)) {
                return fail(name);
            }
            out.push_back(std::move(value));
        }
    }
    template <class T> void number(const char* name, T& out) {
        const auto found = m_object.find(name);
        if (found == m_object.end() || !found->is_number_integer()) {
            return fail(name);
        }
        out = found->get<T>();
    }
    template <class T> void addedNumber(const char* name, T& out) {
        if (m_object.contains(name)) {
            number(name, out);
        }
    }
    void boolean(const char* name, bool& out) {
        const auto found = m_object.find(name);
        if (found == m_object.end() || !found->is_boolean()) {
            return fail(name);
        }
        out = found->get<bool>();
    }
    void addedBoolean(const char* name, bool& out) {
        if (m_object.contains(name)) {
            boolean(name, out);
        }
    }
    void fail(const char* name) {
        if (m_wrong.empty()) {
            m_wrong = name;
        }
    }
    [[nodiscard]] const std::string& wrong() const { return m_wrong; }

private:
    void take(const char* name, const json& value, std::string& out) {
        auto decoded = decodeName(value.get_ref<const std::string&>());
        if (!decoded) {
            return fail(name);
        }
        out = std::move(decoded).value();
    }
    const json& m_object;
    std::string m_wrong;
};

} // namespace

const char* runStateName(RunState state) {
    switch (state) {
    case RunState::Running: return "running";
    case RunState::Ended: return "ended";
    case RunState::Applied: return "applied";
    case RunState::PartlyApplied: return "partly_applied";
    case RunState::Discarded: return "discarded";
    }
    return "ended";
}

std::string manifestToJson(const RunManifest& m) {
    json out{{"schema", m.schema},
             {"id", m.id},
             {"project", encodeName(m.project)},
             {"project_dev", m.projectDev},
             {"project_ino", m.projectIno},
             {"mode", encodeName(m.mode)},
             {"profile", encodeName(m.profile)},
             {"policy_version", encodeName(m.policyVersion)},
             {"command", encodeList(m.command)},
             {"start_wall", m.startWall},
             {"start_since_boot", m.startSinceBoot},
             {"start_mark_sec", m.startMarkSec},
             {"start_mark_nsec", m.startMarkNsec},
             {"boot_id", encodeName(m.bootId)},
             {"supervisor_pid", m.supervisorPid},
             {"supervisor_start", m.supervisorStart},
             {"hidden", encodeList(m.hidden)},
             {"hide_globs", encodeList(m.hideGlobs)},
             {"protect_globs", encodeList(m.protectGlobs)},
             {"keep", m.keep},
             {"state", runStateName(m.state)},
             {"synced", m.synced},
             {"end_wall", m.endWall},
             {"exit_status", m.exitStatus},
             {"audit_count", m.auditCount},
             {"audit_head", encodeName(m.auditHead)},
             {"audit_history", encodeName(m.auditHistory)}};
    if (!m.git.directory.empty()) {
        out["git_directory"] = encodeName(m.git.directory);
        out["git_dev"] = m.git.dev;
        out["git_ino"] = m.git.ino;
        out["git_worktree"] = encodeName(m.git.worktree);
        out["git_worktree_ino"] = m.git.worktreeIno;
    }
    if (m.scansSecrets) {
        out["scans_secrets"] = true;
    }
    if (!m.canaries.empty()) {
        out["canaries"] = encodeList(m.canaries);
    }
    return out.dump(1) + "\n";
}

Result<RunManifest> manifestFromJson(std::string_view text) {
    const json object = json::parse(text, nullptr, false);
    if (!object.is_object()) {
        return makeError(Code::Corrupt, "run manifest is not a JSON object",
                         "the run cannot be applied; 'leadglass discard' removes it");
    }
    RunManifest m;
    Fields f(object);
    f.number("schema", m.schema);
    if (f.wrong().empty() && m.schema > kManifestSchema) {
        return makeError(Code::Unsupported,
                         "run manifest has schema " + std::to_string(m.schema) +
                             ", newer than this Leadglass",
                         "use the newer Leadglass that made the run");
    }
    f.text("id", m.id);
    f.text("project", m.project);
    f.number("project_dev", m.projectDev);
    f.number("project_ino", m.projectIno);
    f.text("mode", m.mode);
    f.text("profile", m.profile);
    f.text("policy_version", m.policyVersion);
    f.list("command", m.command, false);
    f.number("start_wall", m.startWall);
    f.addedNumber("start_since_boot", m.startSinceBoot);
    f.number("start_mark_sec", m.startMarkSec);
    f.number("start_mark_nsec", m.startMarkNsec);
    f.text("boot_id", m.bootId);
    f.number("supervisor_pid", m.supervisorPid);
    f.number("supervisor_start", m.supervisorStart);
    f.addedText("git_directory", m.git.directory);
    f.addedNumber("git_dev", m.git.dev);
    f.addedNumber("git_ino", m.git.ino);
    f.addedText("git_worktree", m.git.worktree);
    f.addedNumber("git_worktree_ino", m.git.worktreeIno);
    f.list("hidden", m.hidden, true);
    f.list("hide_globs", m.hideGlobs, false);
    f.list("protect_globs", m.protectGlobs, false);
    f.addedBoolean("keep", m.keep);
    f.addedBoolean("scans_secrets", m.scansSecrets);
    if (object.contains("canaries")) {
        f.list("canaries", m.canaries, false);
    }
    std::string state;
    f.text("state", state);
    bool known = false;
    for (const RunState candidate : kStates) {
        if (state == runStateName(candidate)) {
            m.state = candidate;
            known = true;
        }
    }
    if (!known) {
        f.fail("state");
    }
    f.boolean("synced", m.synced);
    f.number("end_wall", m.endWall);
    f.number("exit_status", m.exitStatus);
    f.number("audit_count", m.auditCount);
    f.text("audit_head", m.auditHead);
    f.addedText("audit_history", m.auditHistory);
    if (f.wrong().empty() && (m.project.empty() || m.project.front() != '/')) {
        f.fail("project");
    }
    if (f.wrong().empty() && !m.git.directory.empty() &&
        (m.git.directory.front() != '/' || m.git.worktree.find('/') != std::string::npos)) {
        f.fail("git_directory");
    }
    if (f.wrong().empty() && m.schema != kManifestSchema) {
        f.fail("schema");
    }
    if (!f.wrong().empty()) {
        return damaged(f.wrong());
    }
    return m;
}

} // namespace leadglass::workspace
