#include "core/session/secret_source.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/describe.h"
#include "core/policy/host_name.h"
#include "core/sandbox/path_text.h"
#include "core/secrets/mint.h"

namespace leadglass::session {

Result<secrets::Source> sourceOf(const policy::SecretSource& source, const policy::Secret& secret, const std::string& state) {
    using Kind = policy::SecretSource::Kind;
    switch (source.kind) {
    case Kind::Keyring: {
        // "leadglass/NAME" is one of ours; others are found by what most programs call these attributes.
        const std::size_t slash = source.text.find('/');
        const std::string service = source.text.substr(0, slash);
        const bool ours = slash == std::string::npos || service == "leadglass";
        return secrets::parseSource(ours ? "keyring:" + source.text : "keyring:service=" + service + ",username=" + source.text.substr(slash + 1));
    }
    case Kind::Env: return secrets::parseSource("env:" + source.text);
    case Kind::File:
        return secrets::parseSource("file:" + (source.ofState ? state + "/" : std::string()) + source.text + (source.pointer.empty() ? "" : "#" + source.pointer));
    case Kind::Command: {
        secrets::Source out;
        out.kind = secrets::Source::Kind::Command;
        out.command = source.argv;
        return out;
    }
    case Kind::Mint: break;
    }
    using To = secrets::Source::Kind;
    constexpr std::array<std::pair<std::string_view, To>, 5> kMinted{
        {{"aws", To::Aws}, {"github-app", To::GithubApp}, {"oauth", To::OAuth}, {"gcp", To::Gcp}, {"azure", To::Azure}}};
    const auto* found = std::find_if(kMinted.begin(), kMinted.end(), [&](const auto& one) { return one.first == source.text; });
    if (found == kMinted.end()) {
        return makeError(Code::Invalid, "nothing mints '" + forScreen(source.text, 40) + "'");
    }
    secrets::Source out;
    out.kind = found->second;
    out.attributes = secret.mint;
    return out;
}

Status unseenInside(const secrets::Source& source, const policy::EffectivePolicy& policy, const Places& places, const std::string& project) {
    if (source.kind != secrets::Source::Kind::File || source.name.empty() || (source.name[0] != '/' && source.name[0] != '~')) {
        return {};
    }
    const auto real = sys::realPath(sandbox::expandHome(source.name, places.home));
    if (!real) {
        return {}; // the store says so
    }
    const auto lies = [&](const std::string& where, const std::string& place) {
        return makeError(Code::Refused, "the file '" + forScreen(*real, 300) + "' for a credential lies in " + where, place);
    };
    if (!project.empty() && sandbox::isAtOrBelow(*real, project)) {
        return lies("the project, where the agent is", "keep it outside of the project");
    }
    const auto shows = [&](const std::string& path) {
        const auto shown = sys::realPath(sandbox::expandHome(path, places.home));
        return shown && sandbox::isAtOrBelow(*real, *shown);
    };
    const auto& files = policy.merged.files;
    for (const auto& read : files.read) {
        if (shows(read.path)) {
            return lies("what files.read shows (" + policy::describe(read.origin) + ")", "keep it elsewhere, or name less there");
        }
    }
    for (const auto* list : {&files.seed, &files.config}) {
        for (const auto& copied : *list) {
            if (shows("~/" + copied.path)) {
                return lies("what is copied into the run (" + policy::describe(copied.origin) + ")", "keep it elsewhere, or take that line out");
            }
        }
    }
    return {};
}

std::vector<std::string> staysWideAt(const policy::EffectivePolicy& policy, const std::string& host) {
    std::vector<std::string> out;
    for (const auto& secret : policy.merged.secrets) {
        const auto goes = [&](const policy::SecretInject& inject) { return policy::matches(inject.host, host); };
        if (host.empty() || std::none_of(secret.inject.begin(), secret.inject.end(), goes)) {
            continue;
        }
        for (const auto& each : secret.sources) {
            const auto source = sourceOf(each, secret, "~");
            for (const auto& words : source ? secrets::staysWide(*source) : std::vector<std::string>()) {
                const std::string line = forScreen(secret.name, 80) + ": " + words;
                if (std::find(out.begin(), out.end(), line) == out.end()) {
                    out.push_back(line);
                }
            }
        }
    }
    return out;
}

} // namespace leadglass::session
