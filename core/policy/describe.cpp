#include "core/policy/describe.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/request.h"

namespace leadglass::policy {
namespace {

std::string joined(const std::vector<std::string>& list) {
    std::string out;
    for (const std::string& one : list) {
        out += (out.empty() ? "" : ",") + forScreen(one, 200);
    }
    return out;
}

std::string joined(const std::vector<NamedGlob>& list) {
    std::string out;
    for (const NamedGlob& one : list) {
        out += (out.empty() ? "" : ",") + forScreen(one.name, 100) + "=" + forScreen(one.glob, 200);
    }
    return out;
}

std::string describeGit(const GitCondition& git) {
    std::string out = std::string("git ") + (git.fetch && git.push ? "fetch and push" : git.push ? "push" : "fetch") + " " +
                      (git.repository.empty() ? "all of " + forScreen(git.organisation, 200) : forScreen(git.repository, 200));
    out += git.branches.empty() ? "" : " branches " + joined(git.branches);
    out += git.tags.empty() ? "" : " tags " + joined(git.tags);
    if (git.push) {
        out += git.create ? "" : ", none new";
        out += git.remove ? ", deletions too" : "";
    }
    return out + (git.lfs ? ", large files too" : "");
}

} // namespace

std::string describeConditions(const Conditions& when) {
    std::string out;
    const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " ") + text; };
    if (when.onlyRead) {
        add("only reads where inspected");
    } else if (!when.methods.empty()) {
        add(joined(when.methods));
    }
    if (!when.paths.empty()) {
        add("paths " + joined(when.paths));
    }
    if (!when.query.empty() || when.queryOnly) {
        add("query " + joined(when.query) + (when.queryOnly ? (when.query.empty() ? "none" : " and nothing else") : ""));
    }
    if (!when.headers.empty()) {
        add("headers " + joined(when.headers));
    }
    for (const GitCondition& git : when.git) {
        add(describeGit(git));
    }
    return out;
}

std::string describeTarget(const EgressRequest& request) {
    if (request.loopbackPort != 0) {
        return "loopback:" + std::to_string(request.loopbackPort);
    }
    std::string host = request.literal ? toText(*request.literal) : forScreen(request.host);
    if (request.literal && request.literal->v6) {
        host = "[" + host + "]";
    }
    return host + ":" + std::to_string(request.port);
}

std::string describeRule(const EgressRule& rule) {
    std::string out;
    switch (rule.kind) {
    case EgressRule::Kind::Loopback: return "loopback:" + std::to_string(rule.loopbackPort);
    case EgressRule::Kind::Address:
        out = toText(rule.range.base) + "/" + std::to_string(rule.range.prefix);
        break;
    case EgressRule::Kind::Registry:
        if (rule.host.name.empty()) { // not expanded: what it stands for depends on the machine
            return "registry " + rule.registry;
        }
        [[fallthrough]];
    case EgressRule::Kind::Host: out = (rule.host.below ? "*." : "") + rule.host.name; break;
    }
    std::string ports;
    for (const std::uint16_t port : rule.ports) {
        ports += (ports.empty() ? "" : ",") + std::to_string(port);
    }
    out += ports.empty() ? "" : ":" + ports;
    constexpr const char* kProtocols[] = {"", " tls", " http", " ssh", " tcp"};
    out += kProtocols[static_cast<int>(rule.protocol)];
    out += rule.sni == SniMode::Any ? " sni=any" : "";
    out += rule.allowPrivate ? " private" : "";
    out += rule.viaProxy ? " via_proxy" : ""; // what it resolves to is not looked at then
    out += rule.registry.empty() ? "" : " (registry " + rule.registry + ")";
    const std::string when = describeConditions(rule.when);
    out += when.empty() ? "" : " " + when;
    out += rule.when.empty() && rule.inspect.value_or(false) ? " inspected" : rule.inspect.value_or(true) ? "" : " never inspected";
    return out;
}

std::string describeRequest(const EgressRequest& connection, const HttpRequest& request) {
    const std::string target = describeTarget(connection);
    const bool usual = connection.port == 443 && !connection.literal;
    const std::string scheme = connection.port == 80 ? "http://" : "https://";
    const std::string host = usual || connection.port == 80 ? target.substr(0, target.rfind(':')) : target;
    if (request.pushed && !request.refs.empty()) {
        std::string refs;
        for (std::size_t i = 0; i < request.refs.size() && i < 4; ++i) {
            const PushedRef& ref = request.refs[i];
            refs += (refs.empty() ? "" : ", ") + forScreen(ref.ref, 200) + (ref.remove ? " (deletes it)" : ref.create ? " (new)" : "");
        }
        refs += request.refs.size() > 4 ? " and " + std::to_string(request.refs.size() - 4) + " more" : "";
        std::string path = request.target.substr(0, request.target.find('?'));
        constexpr std::string_view kEnd = "/git-receive-pack";
        path = path.ends_with(kEnd) ? path.substr(0, path.size() - kEnd.size()) : path;
        return "push " + refs + " " + scheme + host + forScreen(path, 600);
    }
    return forScreen(request.method, 40) + " " + scheme + host + (request.target.starts_with('/') ? "" : " ") + forScreen(request.target, 600);
}

} // namespace leadglass::policy
