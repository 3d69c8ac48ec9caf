// What a flow of the egress process means as a policy request (gatekeeper.h).
#include <algorithm>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/session/gatekeeper.h"

namespace leadglass::session {
namespace {

policy::Address toAddress(const wire::Endpoint& endpoint) {
    policy::Address a;
    a.v6 = endpoint.v6;
    a.bytes = endpoint.bytes;
    if (!a.v6) {
        std::fill(a.bytes.begin() + 4, a.bytes.end(), std::uint8_t{0});
    }
    return a;
}

bool isLoopback(const policy::Address& a) {
    if (!a.v6) {
        return a.bytes[0] == 127;
    }
    policy::Address one;
    one.v6 = true;
    one.bytes[15] = 1;
    return a == one;
}

bool loopbackGranted(const policy::EffectivePolicy& policy, std::uint16_t port) {
    return std::any_of(policy.merged.allow.begin(), policy.merged.allow.end(), [&](const auto& r) {
        return r.kind == policy::EgressRule::Kind::Loopback && r.loopbackPort == port;
    });
}

std::string withPort(const std::string& host, std::uint16_t port) {
    const bool v6 = host.find(':') != std::string::npos;
    return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

void useLiteral(Meaning& m, const policy::Address& a, const policy::EffectivePolicy& policy) {
    // The host's own loopback is reached by its name inside, for the ports that were granted.
    if (isLoopback(a) && loopbackGranted(policy, m.request.port)) {
        m.request.loopbackPort = m.request.port;
        m.object = withPort("localhost", m.request.port);
        return;
    }
    m.request.literal = a;
    m.object = withPort(policy::toText(a), m.request.port);
}

} // namespace

Meaning meaningOf(const wire::FlowOpen& open, const NameBook& book,
                  const policy::EffectivePolicy& policy) {
    Meaning m;
    if (open.entry == wire::Entry::Loopback) {
        m.request.loopbackPort = open.port;
        m.request.port = open.port;
        m.object = withPort("localhost", open.port);
        return m;
    }
    if (!open.name.empty()) {
        m.request.port = open.port;
        m.object = withPort(forScreen(open.name, 300), open.port);
        if (auto literal = policy::parseAddressInAnySpelling(open.name)) {
            const std::string name = book.nameOf(*literal);
            if (name.empty()) {
                useLiteral(m, *literal, policy);
            } else {
                m.request.host = name;
                m.object = withPort(name, open.port);
            }
            return m;
        }
        auto host = policy::canonicalHost(open.name);
        if (!host) {
            m.bad = "bad_name";
            return m;
        }
        if (*host == "localhost" && loopbackGranted(policy, open.port)) {
            m.request.loopbackPort = open.port;
            m.object = withPort("localhost", open.port);
            return m;
        }
        m.request.host = *host;
        m.object = withPort(*host, open.port);
        return m;
    }
    const policy::Address target = toAddress(open.target);
    m.request.port = open.target.port;
    const std::string name = book.nameOf(target);
    if (!name.empty()) {
        m.request.host = name;
        m.object = withPort(name, m.request.port);
        return m;
    }
    useLiteral(m, target, policy);
    return m;
}

} // namespace leadglass::session
