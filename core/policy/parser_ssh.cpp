#include <algorithm>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/parser_sections.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxKey = 512;
constexpr std::string_view kFingerprint = "SHA256:";
constexpr std::size_t kFingerprintDigits = 43; // 256 bits in base64, without padding
constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Empty: it can be a key.
std::string faultOfKey(const std::string& key) {
    if (key.empty() || key.size() > kMaxKey || forScreen(key, 4 * kMaxKey) != key) {
        return "must be a fingerprint, the path of a public key, or a comment of at most 512 printable characters";
    }
    const std::string digits = key.starts_with(kFingerprint) ? key.substr(kFingerprint.size()) : std::string();
    if (key.starts_with(kFingerprint) &&
        (digits.size() != kFingerprintDigits || digits.find_first_not_of(kBase64) != std::string::npos)) {
        return "is no SHA256 fingerprint: `ssh-add -l` shows those of your agent";
    }
    if (key.starts_with('~') && !key.starts_with("~/")) {
        return "must be an absolute path or begin with \"~/\"";
    }
    return {};
}

bool readHost(Section& s, SshRule& out) {
    const auto host = s.text("host");
    if (!host) {
        return true;
    }
    if (const auto literal = parseAddress(host->value)) {
        out.host = toText(*literal);
        return true;
    }
    auto name = canonicalHost(host->value);
    if (!name) {
        s.reading().fail(host->where, "'ssh.host': " + name.error().what, "name one host; patterns are for egress rules");
        return false;
    }
    out.host = std::move(*name);
    return true;
}

void readNumbersAndWords(Section& s, SshRule& out) {
    if (const auto port = s.integer("port")) {
        if (*port < 1 || *port > 65535) {
            s.reading().fail(s.whereOf("port"), "'ssh.port' must be 1 to 65535");
        }
        out.port = static_cast<std::uint16_t>(*port);
    }
    if (const auto user = s.text("user")) {
        if (user->value.empty() || user->value.size() > 64 || forScreen(user->value) != user->value) {
            s.reading().fail(user->where, "'ssh.user' must be 1 to 64 printable characters");
        }
        out.user = user->value;
    }
    if (const auto approve = s.text("approve")) {
        if (approve->value == "run") {
            out.approve = SshApprove::Run;
        } else if (approve->value == "never-ask") {
            out.approve = SshApprove::NeverAsk;
        } else if (approve->value != "each") {
            s.reading().fail(approve->where, "'ssh.approve' must be \"each\", \"run\" or \"never-ask\"");
        }
    }
    for (const Text& space : s.texts("sign")) {
        if (space.value != "git") {
            s.reading().fail(space.where, "'ssh.sign' knows \"git\" only: signatures of commits and tags");
        }
        out.sign.push_back(space.value);
    }
}

} // namespace

void readSsh(Section& root, Profile& out) {
    for (const toml::table* table : root.tables("ssh")) {
        Section s(root.reading(), *table, "ssh", {"host", "port", "user", "key", "approve", "sign"});
        SshRule rule;
        rule.origin = describe(s.reading().origin(table->source()));
        const auto key = s.text("key");
        if (!key) {
            s.reading().fail(table->source(), "an [[ssh]] needs a key", "name it by its fingerprint: `ssh-add -l`");
            return;
        }
        if (const std::string fault = faultOfKey(key->value); !fault.empty()) {
            s.reading().fail(key->where, "'ssh.key' " + fault);
            return;
        }
        rule.key = key->value;
        if (!readHost(s, rule)) {
            return;
        }
        readNumbersAndWords(s, rule);
        if (rule.host.empty() && (rule.sign.empty() || !rule.user.empty() || s.has("port"))) {
            s.reading().fail(table->source(), "an [[ssh]] needs a host, or 'sign' and neither user nor port");
            return;
        }
        out.ssh.push_back(std::move(rule));
    }
}

const char* sshApproveName(SshApprove approve) {
    switch (approve) {
    case SshApprove::Run: return "run";
    case SshApprove::NeverAsk: return "never-ask";
    case SshApprove::Each: break;
    }
    return "each";
}

std::string describeSsh(const SshRule& rule) {
    const std::string user = rule.user.empty() ? "any user" : forScreen(rule.user, 80);
    std::string text = "key " + forScreen(rule.key, 120);
    if (!rule.host.empty()) {
        text += " at " + rule.host + (rule.port != 22 ? ":" + std::to_string(rule.port) : "") + " as " + user;
    }
    for (const auto& space : rule.sign) {
        text += ", signatures for " + space;
    }
    switch (rule.approve) {
    case SshApprove::Each: return text + "; each is asked about";
    case SshApprove::Run: return text + "; the first of a run is asked about";
    case SshApprove::NeverAsk: break;
    }
    return text + "; nobody is asked";
}

} // namespace leadglass::policy
