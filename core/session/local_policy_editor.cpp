#include "core/session/local_policy_editor.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/describe.h"
#include "core/policy/explain.h"
#include "core/policy/merge.h"
#include "core/policy/parser.h"
#include "core/policy/policy_edit.h"
#include "core/policy/policy_file.h"
#include "core/policy/profile_names.h"
#include "core/policy/project_layer.h"
#include "core/policy/registries.h"
#include "core/session/answer_preview.h"
#include "core/workspace/diff.h"

namespace leadglass::session {
namespace {

using policy::PolicyEdit;
using policy::PolicyLine;

api::EditableFile editable(const policy::PolicyFile& file) {
    api::EditableFile out{file.path, {}, file.builtIn, file.digest, file.locked, {}, {}};
    auto items = policy::policyItems(file.content, file.path, file.layer);
    if (items) {
        out.items = std::move(*items);
    } else {
        out.fault = items.error();
    }
    if (file.layer != policy::Layer::Project) {
        const std::string name = file.path.substr(file.path.rfind('/') + 1);
        out.profile = name.ends_with(".toml") ? name.substr(0, name.size() - 5) : name;
    }
    return out;
}

bool sameLine(const PolicyLine& a, const PolicyLine& b) { return a.title == b.title && a.what == b.what; }

// Those of `some` that are not in `others`, each as often as it is there.
std::vector<PolicyLine> without(const std::vector<PolicyLine>& some, std::vector<PolicyLine> others) {
    std::vector<PolicyLine> out;
    for (const PolicyLine& line : some) {
        const auto found = std::find_if(others.begin(), others.end(), [&](const PolicyLine& other) { return sameLine(line, other); });
        if (found != others.end()) {
            others.erase(found);
        } else if (line.title != "note") {
            out.push_back(line);
        }
    }
    return out;
}

Result<policy::PolicyFile> unchanged(const Places& places, const std::string& path, const std::string& digest) {
    auto file = LG_TRY(policy::readPolicyFile(places, path));
    if (file.locked) {
        return *file.locked;
    }
    if (file.digest != digest) {
        return makeError(Code::Conflict, "'" + forScreen(path, 300) + "' was changed since it was read", "look at it again, and repeat what is still right");
    }
    return file;
}

struct Planned {
    policy::PolicyFile file;
    std::string content;
    std::optional<policy::EffectivePolicy> before; // nothing: it does not load, and this may be what mends it
    policy::EffectivePolicy after;
};

// Rules only: whether a limit tightens depends on the profile, and is a note.
std::vector<policy::Ignored> newlyIgnored(const std::vector<policy::Ignored>& before, const std::vector<policy::Ignored>& after) {
    std::vector<policy::Ignored> out;
    std::copy_if(after.begin(), after.end(), std::back_inserter(out), [&](const policy::Ignored& line) {
        const bool rule = line.what.starts_with("allow ") || line.what.starts_with("ask ");
        return rule && std::none_of(before.begin(), before.end(), [&](const policy::Ignored& known) { return known.what == line.what; });
    });
    return out;
}

// All that must be right before anything is written.
Result<Planned> plan(const Places& places, const std::string& path, const std::string& digest, const std::vector<PolicyEdit>& edits) {
    const policy::RegistryHosts registries = [&](const std::string& registry) { return policy::registryHosts(places, registry); };
    Planned out;
    out.file = LG_TRY(unchanged(places, path, digest));
    out.content = LG_TRY(policy::editPolicy(out.file.content, out.file.path, out.file.layer, edits));
    if (auto before = policy::checkPolicyText(places, out.file, out.file.content, registries)) {
        out.before = std::move(*before);
    }
    out.after = LG_TRY(policy::checkPolicyText(places, out.file, out.content, registries));
    if (out.before && out.file.layer == policy::Layer::Project) {
        for (const auto& line : newlyIgnored(out.before->ignored, out.after.ignored)) {
            return makeError(Code::Refused, "this would have no effect: a project's own file can only tighten (" + line.what + ", " + line.why + ")",
                             "what you want to allow goes into a profile of yours");
        }
    }
    return out;
}

// The rule that an edit writes, as the parser reads it.
std::optional<policy::EgressRule> ruleOf(const PolicyEdit& edit) {
    const bool writes = edit.kind == PolicyEdit::Kind::Add || edit.kind == PolicyEdit::Kind::Change;
    if (!writes || !edit.key.starts_with("egress.")) {
        return std::nullopt;
    }
    const auto profile = policy::parseProfile("schema = 1\nname = \"x\"\n[egress]\n" + edit.key.substr(7) + " = [" + policy::ruleLine(edit.rule) + "]\n", "rule",
                                              policy::Layer::Profile);
    if (!profile) {
        return std::nullopt;
    }
    for (const auto* list : {&profile->allow, &profile->ask, &profile->deny}) {
        if (!list->empty() && list->front().kind != policy::EgressRule::Kind::Registry) {
            return list->front();
        }
    }
    return std::nullopt;
}

} // namespace

Result<std::vector<std::string>> LocalPolicyEditor::profiles() {
    std::vector<std::string> out;
    for (const auto& name : policy::profileNames(m_places)) {
        if (name.name != "base") {
            out.push_back(name.name);
        }
    }
    return out;
}

Result<std::vector<api::EditableFile>> LocalPolicyEditor::files(const api::PolicyQuery& query) {
    std::vector<api::EditableFile> out;
    if (!query.project.empty()) {
        const std::string folder = LG_TRY(sys::realPath(query.project));
        const std::string own = folder + (folder.ends_with('/') ? "" : "/") + policy::kProjectFile;
        struct stat s {};
        if (::lstat(own.c_str(), &s) == 0) {
            const auto file = policy::readPolicyFile(m_places, own);
            out.push_back(file ? editable(*file) : api::EditableFile{own, {}, false, {}, file.error(), {}, file.error()});
        }
    }
    std::string next = query.profile.empty() ? "default" : query.profile;
    const auto first = LG_TRY(policy::readPolicyFile(m_places, next));
    out.push_back(editable(first));
    // A file with a fault has no chain: it alone is shown then, with what is wrong.
    const auto chain = policy::checkPolicyFile(m_places, next, {});
    for (std::size_t i = chain ? chain->sources.size() : 0; i > 0; --i) {
        const std::string& path = chain->sources[i - 1];
        const bool known = std::any_of(out.begin(), out.end(), [&](const auto& file) { return file.path == path; });
        if (!known) {
            out.push_back(editable(LG_TRY(policy::readPolicyFile(m_places, path))));
        }
    }
    return out;
}

Result<api::EditPreview> LocalPolicyEditor::preview(const std::string& path, const std::string& digest, const std::vector<PolicyEdit>& edits) {
    const Planned planned = LG_TRY(plan(m_places, path, digest, edits));
    api::EditPreview out;
    out.diff = workspace::unifiedDiff(planned.file.content, planned.content);
    if (planned.before) {
        const auto before = policy::policyLines(*planned.before);
        const auto after = policy::policyLines(planned.after);
        out.begins = without(after, before);
        out.ends = without(before, after);
        const auto& known = planned.before->notices;
        std::copy_if(planned.after.notices.begin(), planned.after.notices.end(), std::back_inserter(out.notices),
                     [&](const std::string& notice) { return std::find(known.begin(), known.end(), notice) == known.end(); });
    }
    for (const auto& edit : edits) {
        if (const auto rule = ruleOf(edit)) {
            const auto seen = matchedLately(*rule, edit.key == "egress.deny", m_places);
            out.looksBack = true;
            out.looked = seen.looked;
            out.matched = seen.matched;
            out.denied = seen.denied;
        }
    }
    return out;
}

Result<api::EditableFile> LocalPolicyEditor::write(const std::string& path, const std::string& digest, const std::vector<PolicyEdit>& edits) {
    const Planned planned = LG_TRY(plan(m_places, path, digest, edits));
    LG_TRY(policy::writePolicyFile(planned.file, planned.content));
    return editable(LG_TRY(policy::readPolicyFile(m_places, path)));
}

Result<std::string> LocalPolicyEditor::makeOwn(const std::string& name, const std::string& parent) {
    return policy::makeOwnProfile(m_places, name, parent);
}

Result<std::string> LocalPolicyEditor::makeProject(const std::string& project) { return policy::makeProjectFile(LG_TRY(sys::realPath(project))); }

} // namespace leadglass::session
