#include "core/session/known_hosts.h"

#include <fnmatch.h>
#include <nettle/hmac.h>

#include <algorithm>

#include "core/base/base64.h"
#include "core/base/digest.h"
#include "core/base/sys.h"
#include "core/wire/ssh_agent_message.h"

namespace leadglass::session {
namespace {

constexpr std::string_view kHashed = "|1|"; // HMAC-SHA1, the only one there is
constexpr std::string_view kBlank = " \t";

std::string_view takeWord(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
    const auto word = line.substr(0, line.find_first_of(kBlank));
    line.remove_prefix(word.size());
    return word;
}

bool matchesHashed(std::string_view hashed, const std::string& name) {
    hashed.remove_prefix(kHashed.size());
    const std::size_t bar = hashed.find('|');
    if (bar == std::string_view::npos) {
        return false;
    }
    const std::string salt = base64Decoded(hashed.substr(0, bar));
    const std::string wanted = base64Decoded(hashed.substr(bar + 1));
    hmac_sha1_ctx state{};
    nettle_hmac_sha1_set_key(&state, salt.size(), reinterpret_cast<const std::uint8_t*>(salt.data()));
    nettle_hmac_sha1_update(&state, name.size(), reinterpret_cast<const std::uint8_t*>(name.data()));
    std::string got(SHA1_DIGEST_SIZE, '\0');
    nettle_hmac_sha1_digest(&state, got.size(), reinterpret_cast<std::uint8_t*>(got.data()));
    return !salt.empty() && got == wanted;
}

// A list of patterns; one with '!' that matches refuses the whole line (sshd(8)).
bool matchesNames(std::string_view names, const std::string& name) {
    if (names.starts_with(kHashed)) {
        return matchesHashed(names, name);
    }
    bool found = false;
    while (!names.empty()) {
        std::string pattern(names.substr(0, names.find(',')));
        names.remove_prefix(std::min(pattern.size() + 1, names.size()));
        const bool negated = pattern.starts_with('!');
        pattern.erase(0, negated ? 1 : 0);
        // '[' is no set here, but how a port is written.
        std::string literal;
        for (const char c : pattern) {
            literal += c == '[' || c == ']' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        }
        if (!pattern.empty() && ::fnmatch(literal.c_str(), name.c_str(), FNM_CASEFOLD) == 0) {
            if (negated) {
                return false;
            }
            found = true;
        }
    }
    return found;
}

} // namespace

KnownHosts KnownHosts::ofPerson(const std::string& home) {
    KnownHosts out;
    for (const std::string& path : {home + "/.ssh/known_hosts", home + "/.ssh/known_hosts2", std::string("/etc/ssh/ssh_known_hosts"),
                                    std::string("/etc/ssh/ssh_known_hosts2")}) {
        if (auto text = sys::readFile(path, kMaxFile)) {
            out.add(*text);
        }
    }
    return out;
}

void KnownHosts::add(std::string_view text) {
    while (!text.empty() && m_lines.size() < kMaxLines) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        std::string_view names = takeWord(line);
        std::string_view marker;
        if (names.starts_with('@')) {
            marker = names;
            names = takeWord(line);
        }
        if (names.empty() || names.starts_with('#')) {
            continue;
        }
        const std::string_view type = takeWord(line);
        std::string blob = base64Decoded(takeWord(line));
        if (blob.empty() || wire::keyType(blob) != type) {
            continue;
        }
        if (marker == "@revoked") {
            m_revoked.push_back(std::move(blob));
        } else if (marker.empty()) {
            m_lines.push_back({std::string(names), std::move(blob)});
        }
    }
}

bool KnownHosts::isRevoked(std::string_view blob) const {
    return std::find(m_revoked.begin(), m_revoked.end(), blob) != m_revoked.end();
}

std::vector<std::string> KnownHosts::keysOf(const std::string& host, std::uint16_t port) const {
    const std::string name = knownHostsName(host, port);
    std::vector<std::string> keys;
    for (const auto& line : m_lines) {
        if (matchesNames(line.names, name) && !isRevoked(line.blob) && std::find(keys.begin(), keys.end(), line.blob) == keys.end()) {
            keys.push_back(line.blob);
        }
    }
    return keys;
}

std::string KnownHosts::linesFor(const std::string& host, std::uint16_t port) const {
    std::string text;
    for (const auto& blob : keysOf(host, port)) {
        text += knownHostsName(host, port) + " " + wire::keyType(blob) + " " + base64Encoded(blob) + "\n";
    }
    return text;
}

std::string knownHostsName(const std::string& host, std::uint16_t port) {
    constexpr std::uint16_t kUsual = 22;
    return port == kUsual ? host : "[" + host + "]:" + std::to_string(port);
}

std::string keyFingerprint(std::string_view blob) {
    Sha256 digest;
    digest.update(blob);
    const Sha256Hash hash = digest.finish();
    std::string text = base64Encoded({reinterpret_cast<const char*>(hash.data()), hash.size()});
    while (text.ends_with('=')) {
        text.pop_back();
    }
    return "SHA256:" + text;
}

} // namespace leadglass::session
