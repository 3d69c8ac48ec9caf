// Generated policies and requests: the evaluator agrees with a naive reading of the rules, and a
// restriction never makes an action freer.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/policy/address.h"
#include "core/policy/evaluator.h"

using namespace leadglass::policy;

namespace {

class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : m_data(data), m_left(size) {}
    unsigned pick(unsigned below) {
        if (m_left == 0) {
            return 0;
        }
        --m_left;
        return *m_data++ % below;
    }
    bool empty() const { return m_left == 0; }

private:
    const std::uint8_t* m_data;
    std::size_t m_left;
};

constexpr const char* kNames[] = {"a.example", "b.example", "x.a.example", "y.x.a.example"};
constexpr std::uint16_t kPorts[] = {443, 80, 22};

EgressRule ruleFrom(Bytes& in) {
    EgressRule rule;
    rule.host.name = kNames[in.pick(4)];
    rule.host.below = in.pick(2) == 1;
    if (in.pick(2) == 1) {
        rule.ports = {kPorts[in.pick(3)]};
        rule.protocol = Protocol::Tcp;
    }
    return rule;
}

Profile profileFrom(Bytes& in) {
    Profile out;
    const unsigned word = in.pick(3);
    if (word != 0) {
        out.egressDefault = word == 1 ? Verdict::Ask : Verdict::Deny;
    }
    for (unsigned n = in.pick(5); n > 0 && !in.empty(); --n) {
        (in.pick(3) == 0 ? out.deny : in.pick(2) == 0 ? out.ask : out.allow).push_back(ruleFrom(in));
    }
    return out;
}

bool naiveCovers(const EgressRule& rule, const std::string& name, std::uint16_t port, bool wide) {
    const std::string dotted = "." + rule.host.name;
    const bool named = rule.host.below ? name.size() > dotted.size() &&
                                             name.substr(name.size() - dotted.size()) == dotted
                                       : name == rule.host.name;
    const bool ported = rule.ports.empty() ? wide || port == 443 : rule.ports[0] == port;
    return named && ported;
}

Verdict naive(const Profile& p, const std::string& name, std::uint16_t port) {
    const auto any = [&](const std::vector<EgressRule>& rules, bool wide) {
        return std::any_of(rules.begin(), rules.end(),
                           [&](const EgressRule& r) { return naiveCovers(r, name, port, wide); });
    };
    if (any(p.deny, true)) {
        return Verdict::Deny;
    }
    if (any(p.allow, false)) {
        return Verdict::Allow;
    }
    if (any(p.ask, false)) {
        return Verdict::Ask;
    }
    const bool spoken = port == 443 || port == 80;
    return spoken ? p.egressDefault.value_or(Verdict::Deny) : Verdict::Deny;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes in(data, size);
    EffectivePolicy free;
    free.merged = profileFrom(in);
    EffectivePolicy tight = free;
    tight.restrictions.push_back(profileFrom(in));
    for (const char* name : kNames) {
        for (const std::uint16_t port : kPorts) {
            EgressRequest request;
            request.host = name;
            request.port = port;
            const Decision before = evaluateEgress(free, request, {});
            const Decision after = evaluateEgress(tight, request, {});
            if (before.verdict != naive(free.merged, name, port) || after.verdict > before.verdict) {
                std::abort();
            }
            if (before.verdict != Verdict::Deny && evaluateName(free, name).verdict == Verdict::Deny) {
                std::abort();
            }
        }
    }
    return 0;
}
