// The effective policy for people: each file named once, each line with "[file:line]".
#include <algorithm>
#include <map>

#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/policy/describe.h"
#include "core/policy/explain.h"
#include "core/policy/limit_values.h"
#include "core/policy/needs.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kWidth = 22; // of "egress allow" and its like

class Page {
public:
    Page(const EffectivePolicy& policy, const std::vector<std::pair<std::string, std::string>>& builtIn)
        : m_policy(policy), m_builtIn(builtIn) {
        for (const std::string& source : policy.sources) {
            nameFile(source);
        }
    }

    std::string text() {
        std::string out = padded("policy") + m_policy.version + "\n";
        for (const std::string& source : m_policy.sources) {
            out += padded("from") + m_names[source] + ": " + forScreen(source, 1024) + "\n";
        }
        for (const PolicyLine& one : lines()) {
            out += padded(one.title) + one.what;
            out += one.lockedBy == LockedBy::Program ? "  [built in]\n"
                   : one.origin && !one.origin->file.empty() ? "  [" + shortOrigin(*one.origin) + "]\n"
                                                             : "\n";
        }
        return out;
    }

    std::vector<PolicyLine> lines() {
        const Profile& merged = m_policy.merged;
        const WorkspaceMode mode = merged.workspaceMode.value_or(WorkspaceMode::Overlay);
        line("workspace", std::string(workspaceModeName(mode)) + ": " + workspaceModeMeaning(mode),
             &merged.workspaceModeOrigin);
        egress("egress", merged);
        for (const Profile& layer : m_policy.restrictions) {
            egress("only as far as", layer);
        }
        files(merged);
        environment(merged);
        limits(merged);
        secrets(merged);
        for (const Device& device : merged.devices) {
            line("device", forScreen(device.what) + " (and the bugs of its driver)", &device.origin);
        }
        for (const SshRule& rule : merged.ssh) {
            line("ssh", describeSsh(rule) + "  [" + forScreen(rule.origin, 300) + "]");
        }
        for (const NotEnforced& key : notEnforcedBy(m_policy)) {
            line("not enforced", key.key + " (no run starts)", &key.origin);
        }
        for (const Ignored& one : m_policy.ignored) {
            line("without effect", one.what + " (" + one.why + ")", &one.origin);
        }
        for (const std::string& notice : m_policy.notices) {
            // What is without effect stands above, line by line.
            if (m_policy.ignored.empty() || m_policy.restrictions.empty() || !notice.starts_with(forScreen(m_policy.restrictions.front().file, 300))) {
                line("note", onceForScreen(notice, 1024));
            }
        }
        return std::move(m_lines);
    }

private:
    // "base", "claude", ".leadglass"; a second file of that name gets a number.
    void nameFile(const std::string& file) {
        std::string stem = file.substr(file.rfind('/') + 1);
        stem = forScreen(stem.ends_with(".toml") ? stem.substr(0, stem.size() - 5) : stem, 80);
        std::string name = stem;
        for (int n = 2; std::any_of(m_names.begin(), m_names.end(), [&](const auto& one) { return one.second == name; }); ++n) {
            name = stem + "-" + std::to_string(n);
        }
        m_names.emplace(file, name);
    }

    std::string shortOrigin(const Origin& origin) const {
        const auto found = m_names.find(origin.file);
        const std::string file = found != m_names.end() ? found->second : forScreen(origin.file, 300);
        return file + (origin.line > 0 ? ":" + std::to_string(origin.line) : "");
    }

    static std::string padded(const std::string& title) { return title + std::string(title.size() < kWidth ? kWidth - title.size() : 1, ' '); }

    void line(const std::string& title, const std::string& what, const Origin* origin = nullptr) {
        m_lines.push_back({title, what, origin != nullptr ? std::optional(*origin) : std::nullopt, LockedBy::Nobody});
        m_lines.back().lockedBy = origin != nullptr ? lockOf(title, *origin) : LockedBy::Nobody;
    }

    // Denials, hidden and protected names only ever come to those of `base`; a project's file and a bundle stand apart.
    static LockedBy lockOf(const std::string& title, const Origin& origin) {
        const bool adds = title == "egress deny" || title == "files hide" || title == "workspace protect";
        return origin.layer == Layer::Bundle                ? LockedBy::Bundle
               : origin.layer == Layer::Project             ? LockedBy::Project
               : origin.layer == Layer::Base && adds        ? LockedBy::Base
                                                            : LockedBy::Nobody;
    }

    // What a rule without a port means is not left to be known.
    static std::string withPort(EgressRule rule, const std::string& word) {
        if (!rule.ports.empty() || rule.kind == EgressRule::Kind::Loopback) {
            return describeRule(rule);
        }
        if (word == " deny") {
            return describeRule(rule) + ", every port";
        }
        rule.ports = {443};
        return describeRule(rule);
    }

    void egress(const std::string& title, const Profile& profile) {
        for (const auto& [word, rules] : {std::pair{" deny", &profile.deny}, std::pair{" allow", &profile.allow},
                                          std::pair{" ask", &profile.ask}}) {
            for (const EgressRule& rule : *rules) {
                line(title + word, withPort(rule, word), &rule.origin);
            }
        }
        if (profile.egressDefault) {
            line(title + " default", std::string(verdictName(*profile.egressDefault)) + " everything else",
                 &profile.egressDefaultOrigin);
        }
    }

    void paths(const char* title, const std::vector<NamedPath>& list) {
        for (const NamedPath& path : list) {
            line(title, forScreen(path.path), &path.origin);
        }
    }

    void files(const Profile& merged) {
        paths("files read", merged.files.read);
        paths("files state", merged.files.state);
        paths("files seed", merged.files.seed);
        paths("files config", merged.files.config);
        paths("files ephemeral", merged.files.ephemeral);
        for (const JsonDrop& drop : merged.files.drop) {
            for (const std::string& key : drop.keys) {
                line("files drop", forScreen(drop.file) + " " + forScreen(key), &drop.origin);
            }
        }
        for (const PathGlob& glob : merged.files.hide) {
            line("files hide", forScreen(glob.text), &glob.origin);
        }
        for (const auto& [title, what] : m_builtIn) {
            line(title, what);
            m_lines.back().lockedBy = LockedBy::Program;
        }
        for (const PathGlob& glob : merged.protect) {
            line("workspace protect", forScreen(glob.text), &glob.origin);
        }
    }

    static std::string sourceText(const SecretSource& source) {
        constexpr const char* kWords[] = {"keyring ", "variable ", "file ", "command ", "minted by "};
        const std::string kind = source.ofState ? "the agent's state ~/" : kWords[static_cast<int>(source.kind)];
        return kind + forScreen(source.text, 200) + (source.pointer.empty() ? "" : "#" + forScreen(source.pointer, 200));
    }

    void secrets(const Profile& merged) {
        for (const Secret& secret : merged.secrets) {
            std::string from;
            for (const SecretSource& source : secret.sources) {
                from += (from.empty() ? "" : ", else ") + sourceText(source);
            }
            line("secret " + secret.name, "from " + from, &secret.origin);
            for (const SecretInject& one : secret.inject) {
                std::string what = "into " + one.header + " of " + (one.host.below ? "*." : "") + one.host.name;
                for (const std::uint16_t port : one.ports) {
                    what += (port == one.ports.front() ? ":" : ",") + std::to_string(port);
                }
                Conditions when;
                when.methods = one.methods;
                when.paths = one.paths;
                const std::string narrowed = describeConditions(when);
                what += (narrowed.empty() ? "" : " " + narrowed) + (one.rule.empty() ? "" : " by rule " + forScreen(one.rule, 80));
                line("secret " + secret.name, what, &one.origin);
            }
            if (!secret.env.empty() || !secret.file.empty()) {
                line("secret " + secret.name, "inside: a placeholder in " + secret.env + (secret.env.empty() || secret.file.empty() ? "" : " and ") +
                                                   (secret.file.empty() ? "" : "~/" + forScreen(secret.file, 200)), &secret.origin);
            }
            if (secret.endpoint) {
                line("secret " + secret.name, "inside: placeholders from AWS_CONTAINER_CREDENTIALS_FULL_URI", &secret.origin);
            }
        }
        const auto origin = [&](const char* key) {
            const auto found = merged.output.origins.find(key);
            return found != merged.output.origins.end() ? &found->second : nullptr;
        };
        if (merged.output.secrets) {
            line("output secrets", scanModeName(*merged.output.secrets), origin("secrets"));
        }
        if (merged.output.canaries) {
            line("output canaries", *merged.output.canaries ? "yes: planted in the run's own home and one variable; any that leaves is stopped" : "no", origin("canaries"));
        }
        if (merged.output.maxBytes) {
            line("output max_bytes", std::to_string(*merged.output.maxBytes) + " bytes in the body of one request", origin("max_bytes"));
        }
        for (const Unseen& unseen : unseenByScan(m_policy)) {
            line("output not seen", describeRule(*unseen.rule) + ": " + unseen.why, &unseen.rule->origin);
        }
    }

    void environment(const Profile& merged) {
        for (const Variable& variable : merged.pass) {
            line("environment pass", variable.name, &variable.origin);
        }
        for (const Variable& variable : merged.set) {
            line("environment set", variable.name + "=" + forScreen(variable.value), &variable.origin);
        }
        for (const std::string& name : merged.agent.keyVariables) {
            line("ambient credential", name);
        }
    }

    template <class T>
    void limit(const char* key, const std::optional<T>& value, const std::optional<T>& here = {}) {
        if (!value) {
            return;
        }
        const auto found = m_policy.merged.limitOrigins.find(key);
        const Origin* origin = found != m_policy.merged.limitOrigins.end() ? &found->second : nullptr;
        const std::string wanted = limitText(key, static_cast<double>(*value));
        const std::string title = std::string("limit ") + key;
        if (here && *here < *value) {
            line(title, limitText(key, static_cast<double>(*here)) + ", this machine's hard limit; the policy says " + wanted, origin);
        } else {
            line(title, wanted, origin);
        }
    }

    void limits(const Profile& merged) {
        const Limits& said = merged.limits;
        const Limits here = asHere(said);
        limit("cpu", said.cpu);
        limit("memory", said.memory);
        limit("processes", said.processes, here.processes);
        limit("disk", said.disk);
        limit("open_files", said.openFiles, here.openFiles);
        limit("file_size", said.fileSize, here.fileSize);
        limit("tmp", said.tmp);
        limit("cpu_time", said.cpuSeconds);
        limit("wall_clock", said.wallClockSeconds);
        limit("hold", merged.holdSeconds);
    }

    const EffectivePolicy& m_policy;
    const std::vector<std::pair<std::string, std::string>>& m_builtIn;
    std::map<std::string, std::string> m_names;
    std::vector<PolicyLine> m_lines;
};

} // namespace

std::string show(const EffectivePolicy& policy, const std::vector<std::pair<std::string, std::string>>& builtIn) {
    return Page(policy, builtIn).text();
}

std::vector<PolicyLine> policyLines(const EffectivePolicy& policy, const std::vector<std::pair<std::string, std::string>>& builtIn) {
    return Page(policy, builtIn).lines();
}

} // namespace leadglass::policy
