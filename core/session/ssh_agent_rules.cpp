#include "core/session/ssh_agent_rules.h"

#include <algorithm>

#include "core/base/base64.h"
#include "core/base/digest.h"
#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxPublicKey = 64 * 1024;
constexpr std::size_t kMarkDigits = 32; // an answer is about it: nobody finds two that have the same
constexpr std::uint32_t kRsaSha256 = 2; // SIGN_REQUEST flags, draft-miller-ssh-agent
constexpr std::uint32_t kRsaSha512 = 4;

bool isPath(const std::string& key) { return key.starts_with('/') || key.starts_with("~/"); }

// "TYPE BASE64 COMMENT"; empty: no such file, or no public key.
std::string publicKeyAt(const std::string& path) {
    const auto text = sys::readFile(path, kMaxPublicKey);
    if (!text) {
        return {};
    }
    const std::size_t blank = text->find(' ');
    if (blank == std::string::npos) {
        return {};
    }
    const std::size_t end = text->find_first_of(" \n", blank + 1);
    std::string blob = base64Decoded(std::string_view(*text).substr(blank + 1, end == std::string::npos ? end : end - blank - 1));
    return wire::keyType(blob) == text->substr(0, blank) ? blob : std::string();
}

std::string markOf(std::string_view bytes) { return sha256Hex(bytes).substr(0, kMarkDigits); }

// What the agent is told to sign with must be what the blob says that it is signed with.
bool flagsFit(const wire::AgentSign& request, const std::string& algorithm) {
    if (wire::keyType(request.key) != "ssh-rsa") {
        return request.flags == 0;
    }
    return request.flags == (algorithm == "rsa-sha2-512" ? kRsaSha512 : kRsaSha256);
}

// Certificates of RSA keys are signed for with SHA-1 where no flag says otherwise, and no flag fits their type's name.
bool isWeak(std::string_view type) { return type.starts_with("ssh-rsa-cert-") || type.starts_with("ssh-dss"); }

// Of several lines that match, the one that asks most.
const policy::SshRule* stricter(const policy::SshRule* so, const policy::SshRule& rule) {
    return so == nullptr || rule.approve < so->approve ? &rule : so;
}

SshSignature refused(SshSignature out, const char* reason) {
    out.rule = nullptr;
    out.reason = reason;
    return out;
}

} // namespace

SshKeyRules::SshKeyRules(std::vector<policy::SshRule> rules, KnownHosts known, const std::string& home)
    : m_rules(std::move(rules)), m_known(std::move(known)) {
    for (const auto& rule : m_rules) {
        m_blobs.emplace_back();
        if (isPath(rule.key)) {
            const std::string path = rule.key.starts_with('~') ? home + rule.key.substr(1) : rule.key;
            m_blobs.back() = publicKeyAt(path);
            if (m_blobs.back().empty()) {
                m_notices.push_back(rule.origin + ": '" + forScreen(path, 300) + "' is no public key, so that [[ssh]] names none");
            }
        }
        if (!rule.host.empty() && m_known.keysOf(rule.host, rule.port).empty()) {
            m_notices.push_back(rule.origin + ": you have not accepted a host key of " + knownHostsName(rule.host, rule.port) +
                                " yet, so a first connection asks you (or now: leadglass ssh trust " + knownHostsName(rule.host, rule.port) + ")");
        }
    }
}

bool SshKeyRules::names(std::size_t rule, const wire::AgentKey& key, const std::vector<wire::AgentKey>& all) const {
    const std::string& wanted = m_rules[rule].key;
    if (isPath(wanted)) {
        return !m_blobs[rule].empty() && m_blobs[rule] == key.blob;
    }
    if (wanted.starts_with("SHA256:")) {
        return keyFingerprint(key.blob) == wanted;
    }
    // Of two keys with one comment none is meant for certain.
    return key.comment == wanted &&
           std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.comment == wanted && one.blob != key.blob; }) == 0;
}

std::vector<wire::AgentKey> SshKeyRules::shown(const std::vector<wire::AgentKey>& all) const {
    std::vector<wire::AgentKey> out;
    for (const auto& key : all) {
        bool named = false;
        for (std::size_t i = 0; i < m_rules.size() && !named; ++i) {
            named = names(i, key, all);
        }
        if (named) {
            out.push_back(key);
        }
    }
    return out;
}

SshSignature SshKeyRules::judge(const wire::AgentSign& request, const std::vector<wire::AgentKey>& all,
                                const std::optional<BoundSession>& bound) const {
    SshSignature out;
    const auto key = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.blob == request.key; });
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; key != all.end() && i < m_rules.size(); ++i) {
        if (names(i, *key, all)) {
            candidates.push_back(i);
        }
    }
    if (candidates.empty()) {
        return refused(out, "key_not_in_policy");
    }
    if (isWeak(wire::keyType(request.key))) {
        return refused(out, "weak_algorithm");
    }
    if (const auto signature = wire::parseSshSig(request.data)) {
        out.signIn = false;
        out.space = signature->space;
        out.mark = markOf(signature->digest);
        const std::string type = wire::keyType(request.key);
        if (type == "ssh-rsa" ? request.flags != kRsaSha256 && request.flags != kRsaSha512 : request.flags != 0) {
            return refused(out, "weak_algorithm");
        }
        for (const std::size_t i : candidates) {
            const auto& spaces = m_rules[i].sign;
            if (std::find(spaces.begin(), spaces.end(), signature->space) != spaces.end()) {
                out.rule = stricter(out.rule, m_rules[i]);
            }
        }
        return out.rule != nullptr ? out : refused(out, "namespace");
    }
    const auto auth = wire::parseUserAuth(request.data);
    return auth ? judgeSignIn(*auth, request, candidates, bound) : refused(out, "not_a_sign_in");
}

SshSignature SshKeyRules::judgeSignIn(const wire::UserAuth& auth, const wire::AgentSign& request,
                                      const std::vector<std::size_t>& candidates, const std::optional<BoundSession>& bound) const {
    SshSignature out;
    out.user = auth.user;
    out.mark = markOf(auth.session);
    if (auth.key != request.key) {
        return refused(out, "other_key");
    }
    if (!wire::algorithmFits(wire::keyType(request.key), auth.algorithm) || !flagsFit(request, auth.algorithm)) {
        return refused(out, "weak_algorithm");
    }
    if (!bound) {
        return refused(out, "no_session_bind");
    }
    out.hostKey = keyFingerprint(bound->hostKey);
    if (auth.session != bound->session || (!auth.hostKey.empty() && auth.hostKey != bound->hostKey)) {
        return refused(out, "other_session");
    }
    if (m_known.isRevoked(bound->hostKey)) {
        return refused(out, "revoked_host_key");
    }
    bool hostKnown = false;
    for (const std::size_t i : candidates) {
        const auto& rule = m_rules[i];
        const auto keys = rule.host.empty() ? std::vector<std::string>() : m_known.keysOf(rule.host, rule.port);
        if (std::find(keys.begin(), keys.end(), bound->hostKey) == keys.end()) {
            continue;
        }
        hostKnown = true;
        if (rule.user.empty() || rule.user == auth.user) {
            out.rule = stricter(out.rule, rule);
        }
    }
    if (out.rule != nullptr) {
        out.host = out.rule->host;
        out.port = out.rule->port;
        return out;
    }
    return refused(out, hostKnown ? "user_not_in_policy" : "unknown_host_key");
}

std::optional<SshHost> SshKeyRules::hostNamed(const std::string& name) const {
    for (const auto& rule : m_rules) {
        if (!rule.host.empty() && knownHostsName(rule.host, rule.port) == name) {
            return SshHost{rule.host, rule.port};
        }
    }
    return std::nullopt;
}

std::vector<SshHost> SshKeyRules::unknownHosts(const wire::AgentSign& request, const std::vector<wire::AgentKey>& all) const {
    std::vector<SshHost> out;
    const auto auth = wire::parseUserAuth(request.data);
    const auto key = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.blob == request.key; });
    for (std::size_t i = 0; auth && key != all.end() && i < m_rules.size(); ++i) {
        const auto& rule = m_rules[i];
        const bool listed = std::any_of(out.begin(), out.end(), [&](const auto& host) { return host.host == rule.host && host.port == rule.port; });
        if (!rule.host.empty() && !listed && names(i, *key, all) && (rule.user.empty() || rule.user == auth->user) &&
            m_known.keysOf(rule.host, rule.port).empty()) {
            out.push_back({rule.host, rule.port});
        }
    }
    return out;
}

void SshKeyRules::accept(const SshHost& host, const std::string& hostKey) {
    m_known.add(knownHostsName(host.host, host.port) + " " + wire::keyType(hostKey) + " " + base64Encoded(hostKey));
}

std::string SshKeyRules::knownHostsText() const {
    std::string text;
    std::vector<std::string> done;
    for (const auto& rule : m_rules) {
        const std::string name = knownHostsName(rule.host, rule.port);
        if (!rule.host.empty() && std::find(done.begin(), done.end(), name) == done.end()) {
            done.push_back(name);
            text += m_known.linesFor(rule.host, rule.port);
        }
    }
    return text;
}

} // namespace leadglass::session
