#include "core/policy/beaten.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"
#include "core/policy/host_name.h"

namespace leadglass::policy {
namespace {

using Kind = EgressRule::Kind;

// Does `strong` cover every target of `weak`?
bool coversTarget(const EgressRule& strong, const EgressRule& weak) {
    if (strong.kind == Kind::Loopback || weak.kind == Kind::Loopback) {
        return strong.kind == weak.kind && strong.loopbackPort == weak.loopbackPort;
    }
    if (strong.kind == Kind::Address || weak.kind == Kind::Address) {
        return strong.kind == weak.kind && strong.range.prefix <= weak.range.prefix &&
               inRange(weak.range.base, strong.range);
    }
    if (strong.host.name.empty() || weak.host.name.empty()) {
        return false;
    }
    return weak.host.below ? strong.host.below && (strong.host.name == weak.host.name || matches(strong.host, weak.host.name))
                           : matches(strong.host, weak.host.name);
}

// A denial without a port is of every port, an allow of 443 (evaluator.cpp).
bool coversPort(const EgressRule& strong, std::uint16_t port, Verdict says) {
    if (strong.kind == Kind::Loopback || (strong.ports.empty() && says == Verdict::Deny)) {
        return true;
    }
    return strong.ports.empty() ? port == 443 : std::find(strong.ports.begin(), strong.ports.end(), port) != strong.ports.end();
}

// The first of those rules that together leave `weak` nothing; null: something is left.
const EgressRule* beating(const std::vector<EgressRule>& strong, Verdict says, const EgressRule& weak) {
    const EgressRule* first = nullptr;
    for (const std::uint16_t port : weak.ports.empty() ? std::vector<std::uint16_t>{443} : weak.ports) {
        const auto found = std::find_if(strong.begin(), strong.end(), [&](const EgressRule& one) {
            const bool always = one.when.empty() || one.when == weak.when;
            return always && coversPort(one, port, says) && coversTarget(one, weak);
        });
        if (found == strong.end()) {
            return nullptr;
        }
        first = first == nullptr ? &*found : first;
    }
    return first;
}

} // namespace

void noteBeaten(EffectivePolicy& policy, const std::string& file) {
    const Profile& merged = policy.merged;
    const auto look = [&](const std::vector<EgressRule>& weak, Verdict said, const std::vector<EgressRule>& strong, Verdict says) {
        for (const EgressRule& rule : weak) {
            const EgressRule* by = rule.origin.file == file ? beating(strong, says, rule) : nullptr;
            const auto told = [&](const Ignored& one) {
                return one.origin.line == rule.origin.line && one.origin.column == rule.origin.column;
            };
            if (by == nullptr || std::any_of(policy.ignored.begin(), policy.ignored.end(), told)) {
                continue;
            }
            const std::string where =
                by->origin.file == file ? "line " + std::to_string(by->origin.line) : forScreen(describe(by->origin), 1024);
            policy.ignored.push_back({rule.origin, std::string(verdictName(said)) + " " + describeRule(rule),
                                      where + ", " + verdictName(says) + " " + describeRule(*by) + ", is stronger"});
        }
    };
    look(merged.allow, Verdict::Allow, merged.deny, Verdict::Deny);
    look(merged.ask, Verdict::Ask, merged.deny, Verdict::Deny);
    look(merged.ask, Verdict::Ask, merged.allow, Verdict::Allow);
    std::stable_sort(policy.ignored.begin(), policy.ignored.end(),
                     [](const Ignored& a, const Ignored& b) { return a.origin.line < b.origin.line; });
}

} // namespace leadglass::policy
