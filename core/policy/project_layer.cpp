#include "core/policy/project_layer.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/describe.h"
#include "core/policy/evaluator.h"
#include "core/policy/limit_values.h"
#include "core/policy/parser.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kTold = 6; // lines named in the notice

// What a restriction adds outside egress: more hidden, more protected, less of everything.
class Tightening {
public:
    Tightening(EffectivePolicy& policy, const Profile& layer) : m_policy(policy), m_layer(layer) {}

    void apply() {
        Profile& merged = m_policy.merged;
        const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        add(merged.files.hide, m_layer.files.hide);
        add(merged.protect, m_layer.protect);
        add(merged.notEnforced, m_layer.notEnforced);
        Limits& to = merged.limits;
        const Limits& from = m_layer.limits;
        keepLess("cpu", to.cpu, from.cpu);
        keepLess("memory", to.memory, from.memory);
        keepLess("processes", to.processes, from.processes);
        keepLess("disk", to.disk, from.disk);
        keepLess("open_files", to.openFiles, from.openFiles);
        keepLess("file_size", to.fileSize, from.fileSize);
        keepLess("tmp", to.tmp, from.tmp);
        keepLess("cpu_time", to.cpuSeconds, from.cpuSeconds);
        keepLess("wall_clock", to.wallClockSeconds, from.wallClockSeconds);
        keepLess("hold", merged.holdSeconds, m_layer.holdSeconds);
    }

private:
    template <class T> void keepLess(const char* key, std::optional<T>& to, const std::optional<T>& limit) {
        if (!limit) {
            return;
        }
        const auto origin = m_layer.limitOrigins.find(key);
        const Origin from = origin != m_layer.limitOrigins.end() ? origin->second : Origin{Layer::Project, m_layer.file, 0, 0};
        const auto holds = m_policy.merged.limitOrigins.find(key);
        if (to && *limit > *to) {
            if (holds != m_policy.merged.limitOrigins.end() && holds->second.layer == Layer::Run) {
                return; // the person's own word for this run is the tighter one
            }
            const std::string what = std::string(key) + " = " + limitText(key, static_cast<double>(*limit));
            m_policy.ignored.push_back({from, what, limitText(key, static_cast<double>(*to)) + " stays"});
            return;
        }
        to = limit;
        m_policy.merged.limitOrigins[key] = from;
    }

    EffectivePolicy& m_policy;
    const Profile& m_layer;
};

EgressRequest sampleOf(const EgressRule& rule, std::uint16_t port) {
    EgressRequest request;
    request.port = port;
    switch (rule.kind) {
    case EgressRule::Kind::Loopback: request.loopbackPort = rule.loopbackPort; break;
    case EgressRule::Kind::Address: request.literal = rule.range.base; break;
    case EgressRule::Kind::Host:
    case EgressRule::Kind::Registry: request.host = (rule.host.below ? "any." : "") + rule.host.name; break;
    }
    return request;
}

// Would the verdict be another one without this rule? If not, and it is not what the rule says, the
// rule is without effect. `list` is the rule's own list in `layer`.
void judgeRule(EffectivePolicy& policy, const Profile& layer, std::vector<EgressRule> Profile::*list, std::size_t index,
               Verdict said) {
    const EgressRule& rule = (layer.*list)[index];
    EffectivePolicy without;
    without.merged = policy.merged;
    without.restrictions = {layer};
    (without.restrictions.front().*list).erase((without.restrictions.front().*list).begin() +
                                               static_cast<std::ptrdiff_t>(index));
    EffectivePolicy with;
    with.merged = policy.merged;
    with.restrictions = {layer};
    for (const std::uint16_t port : rule.ports.empty() ? std::vector<std::uint16_t>{443} : rule.ports) {
        const EgressRequest sample = sampleOf(rule, port);
        const Verdict holds = evaluateEgress(with, sample, {}).verdict;
        if (holds < said && holds == evaluateEgress(without, sample, {}).verdict) {
            policy.ignored.push_back({rule.origin, std::string(verdictName(said)) + " " + describeRule(rule),
                                      std::string(verdictName(holds)) + " stays"});
            return;
        }
    }
}

} // namespace

Result<std::string> addProject(EffectivePolicy& policy, const std::string& projectDir) {
    if (projectDir.empty()) {
        return std::string();
    }
    const std::string path = projectDir + (projectDir.ends_with('/') ? "" : "/") + kProjectFile;
    const UniqueFd dir = LG_TRY(sys::open(projectDir, O_RDONLY | O_DIRECTORY));
    const auto fd = sys::openBeneath(dir.get(), kProjectFile, O_RDONLY | O_NOCTTY | O_NONBLOCK);
    if (!fd) {
        if (fd.error().sysErrno == ENOENT) {
            return std::string();
        }
        return makeError(Code::Refused, fd.error().text() + ": '" + forScreen(path) +
                                            "' must be a plain file, not a link",
                         "put one in its place, or take it away");
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, "'" + forScreen(path) + "' must be a plain file", "put one in its place, or take it away");
    }
    auto content = sys::readAll(fd->get(), kMaxPolicyBytes);
    if (!content) {
        content.error().what = "'" + forScreen(path) + "': " + content.error().what;
        content.error().fix = "a project's own file is a short text that only tightens";
        return content;
    }
    LG_TRY(addProjectText(policy, path, *content));
    return content;
}

Status addProjectText(EffectivePolicy& policy, const std::string& path, const std::string& content) {
    Profile layer = LG_TRY(parseProfile(content, path, Layer::Project));
    Tightening(policy, layer).apply();
    policy.sources.push_back(path);
    policy.restrictions.push_back(std::move(layer));
    return {};
}

void noteWithoutEffect(EffectivePolicy& policy, const Places& places) {
    std::string file;
    for (const Profile& layer : policy.restrictions) {
        if (layer.egressDefaultOrigin.layer == Layer::Bundle) {
            continue;
        }
        file = layer.file;
        for (std::size_t i = 0; i < layer.allow.size(); ++i) {
            judgeRule(policy, layer, &Profile::allow, i, Verdict::Allow);
        }
        for (std::size_t i = 0; i < layer.ask.size(); ++i) {
            judgeRule(policy, layer, &Profile::ask, i, Verdict::Ask);
        }
    }
    if (policy.ignored.empty()) {
        return;
    }
    std::stable_sort(policy.ignored.begin(), policy.ignored.end(),
                     [](const Ignored& a, const Ignored& b) { return a.origin.line < b.origin.line; });
    std::string lines;
    for (std::size_t i = 0; i < policy.ignored.size() && i < kTold; ++i) {
        const Ignored& one = policy.ignored[i];
        lines += (i == 0 ? "" : ", ") + std::string("line ") + std::to_string(one.origin.line) + " " + one.what + " (" + one.why + ")";
    }
    if (policy.ignored.size() > kTold) {
        lines += " and " + std::to_string(policy.ignored.size() - kTold) + " more";
    }
    policy.notices.push_back(forScreen(file, 300) + " can only tighten, so it has no effect here: " + lines +
                             "; what you want of it you grant with --allow or --limit, or in a profile of yours in " +
                             forScreen(places.config, 300) + "/profiles");
}

} // namespace leadglass::policy
