#include "core/wire/ssh_agent_message.h"

#include <algorithm>
#include <array>

namespace leadglass::wire {
namespace {

constexpr std::string_view kBind = "session-bind@openssh.com";
constexpr std::string_view kHostKey = "known-host@leadglass";
constexpr std::string_view kService = "ssh-connection";
constexpr std::string_view kPublicKey = "publickey";
constexpr std::string_view kHostBound = "publickey-hostbound-v00@openssh.com";
constexpr std::string_view kSshSig = "SSHSIG";
constexpr std::uint8_t kUserAuthRequest = 50; // RFC 4252
constexpr std::size_t kMaxWord = 256;
constexpr std::size_t kMaxSession = 64; // the longest hash of a key exchange
constexpr std::size_t kMaxSignature = 4096;
constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kMaxExtensionTold = 64;

std::uint32_t number(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char c : bytes.substr(0, kLengthBytes)) {
        value = value << 8U | static_cast<std::uint8_t>(c);
    }
    return value;
}

class Reader {
public:
    explicit Reader(std::string_view bytes) : m_left(bytes) {}
    std::uint8_t u8() {
        const auto part = raw(1);
        return part.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(part.front());
    }
    std::uint32_t u32() { return number(raw(kLengthBytes)); }
    std::string_view raw(std::size_t size) {
        if (m_bad || size > m_left.size()) {
            m_bad = true;
            return {};
        }
        const auto out = m_left.substr(0, size);
        m_left.remove_prefix(size);
        return out;
    }
    std::string str(std::size_t max) {
        const std::size_t size = u32();
        if (size > max) {
            m_bad = true;
        }
        return std::string(raw(size));
    }
    [[nodiscard]] bool bad() const { return m_bad; }
    [[nodiscard]] bool done() const { return !m_bad && m_left.empty(); }

private:
    std::string_view m_left;
    bool m_bad = false;
};

void put(std::string& to, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        to += static_cast<char>(value >> static_cast<unsigned>(shift));
    }
}
void put(std::string& to, std::string_view text) {
    put(to, static_cast<std::uint32_t>(text.size()));
    to += text;
}
std::string frame(AgentType type, std::string_view body = {}) {
    std::string out;
    put(out, static_cast<std::uint32_t>(body.size() + 1));
    out += static_cast<char>(type);
    out += body;
    return out;
}

// Words of the protocol: printable ASCII without blanks (RFC 4250 section 4.6.1).
bool isWord(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

std::optional<AgentRequest> readExtension(Reader& r) {
    const std::string name = r.str(kMaxAgentMessage);
    if (r.bad()) {
        return std::nullopt;
    }
    if (name == kHostKey) {
        AgentHostKey ask;
        ask.name = r.str(kMaxHostName);
        ask.key = r.str(kMaxKeyBlob * 4 / 3 + 4);
        return r.done() && isWord(ask.name) && isWord(ask.key) ? std::optional<AgentRequest>(std::move(ask)) : std::nullopt;
    }
    if (name != kBind) { // what follows its name is its own affair
        return AgentOther{static_cast<std::uint8_t>(AgentType::Extension), name.size() <= kMaxExtensionTold ? name : std::string()};
    }
    AgentBind bind;
    bind.hostKey = r.str(kMaxKeyBlob);
    bind.session = r.str(kMaxSession);
    bind.signature = r.str(kMaxSignature);
    const std::uint8_t forwarding = r.u8();
    bind.forwarding = forwarding != 0;
    if (!r.done() || forwarding > 1 || bind.session.empty() || bind.hostKey.empty() || bind.signature.empty()) {
        return std::nullopt;
    }
    return bind;
}

} // namespace

std::optional<AgentRequest> parseAgentRequest(std::string_view message) {
    Reader r(message);
    const std::uint8_t type = r.u8();
    if (r.bad()) {
        return std::nullopt;
    }
    switch (static_cast<AgentType>(type)) {
    case AgentType::RequestIdentities: return r.done() ? std::optional<AgentRequest>(AgentList{}) : std::nullopt;
    case AgentType::SignRequest: {
        AgentSign sign;
        sign.key = r.str(kMaxKeyBlob);
        sign.data = r.str(kMaxSignedData);
        sign.flags = r.u32();
        return r.done() ? std::optional<AgentRequest>(std::move(sign)) : std::nullopt;
    }
    case AgentType::Extension: return readExtension(r);
    default: return AgentOther{type, {}};
    }
}

std::optional<UserAuth> parseUserAuth(std::string_view data) {
    Reader r(data);
    UserAuth out;
    out.session = r.str(kMaxSession);
    const bool isRequest = r.u8() == kUserAuthRequest;
    out.user = r.str(kMaxWord);
    const std::string service = r.str(kMaxWord);
    const std::string method = r.str(kMaxWord);
    const bool hasSignature = r.u8() == 1;
    out.algorithm = r.str(kMaxWord);
    out.key = r.str(kMaxKeyBlob);
    if (method == kHostBound) {
        out.hostKey = r.str(kMaxKeyBlob);
        if (out.hostKey.empty()) {
            return std::nullopt;
        }
    }
    if (!r.done() || !isRequest || !hasSignature || out.session.empty() || out.user.empty() || service != kService ||
        (method != kPublicKey && method != kHostBound) || !isWord(out.algorithm) || out.key.empty()) {
        return std::nullopt;
    }
    return out;
}

std::optional<SshSig> parseSshSig(std::string_view data) {
    Reader r(data);
    if (r.raw(kSshSig.size()) != kSshSig) {
        return std::nullopt;
    }
    SshSig out;
    out.space = r.str(kMaxWord);
    const std::string reserved = r.str(0);
    out.hash = r.str(kMaxWord);
    out.digest = r.str(kMaxSession);
    constexpr std::size_t k256 = 32;
    constexpr std::size_t k512 = 64;
    const bool whole = (out.hash == "sha256" && out.digest.size() == k256) || (out.hash == "sha512" && out.digest.size() == k512);
    return r.done() && isWord(out.space) && whole ? std::optional(std::move(out)) : std::nullopt;
}

std::string keyType(std::string_view blob) {
    Reader r(blob);
    std::string name = r.str(kMaxWord);
    return !r.bad() && isWord(name) ? name : std::string();
}

bool algorithmFits(std::string_view type, std::string_view algorithm) {
    static constexpr std::array<std::string_view, 2> kRsa{"rsa-sha2-256", "rsa-sha2-512"}; // never SHA-1
    if (type == "ssh-rsa") {
        return std::find(kRsa.begin(), kRsa.end(), algorithm) != kRsa.end();
    }
    return type == algorithm;
}

std::optional<std::vector<AgentKey>> parseIdentities(std::string_view message) {
    Reader r(message);
    const bool isAnswer = r.u8() == static_cast<std::uint8_t>(AgentType::IdentitiesAnswer);
    const std::uint32_t count = r.u32();
    if (r.bad() || !isAnswer || count > kMaxAgentKeys) {
        return std::nullopt;
    }
    std::vector<AgentKey> keys;
    for (std::uint32_t i = 0; i < count && !r.bad(); ++i) {
        AgentKey key;
        key.blob = r.str(kMaxKeyBlob);
        key.comment = r.str(kMaxKeyBlob);
        keys.push_back(std::move(key));
    }
    return r.done() ? std::optional(std::move(keys)) : std::nullopt;
}

std::optional<std::string> parseSignature(std::string_view message) {
    Reader r(message);
    if (r.u8() != static_cast<std::uint8_t>(AgentType::SignResponse)) {
        return std::nullopt;
    }
    std::string signature = r.str(kMaxSignature);
    return r.done() && !signature.empty() ? std::optional(std::move(signature)) : std::nullopt;
}

std::string agentFailure() { return frame(AgentType::Failure); }
std::string agentSuccess() { return frame(AgentType::Success); }

std::string agentIdentities(const std::vector<AgentKey>& keys) {
    std::string body;
    put(body, static_cast<std::uint32_t>(keys.size()));
    for (const auto& key : keys) {
        put(body, key.blob);
        put(body, key.comment);
    }
    return frame(AgentType::IdentitiesAnswer, body);
}

std::string agentSignature(std::string_view signature) {
    std::string body;
    put(body, signature);
    return frame(AgentType::SignResponse, body);
}

std::string agentListRequest() { return frame(AgentType::RequestIdentities); }

std::string agentSignRequest(const AgentSign& request) {
    std::string body;
    put(body, request.key);
    put(body, request.data);
    put(body, request.flags);
    return frame(AgentType::SignRequest, body);
}

std::string agentBindRequest(const AgentBind& bind) {
    std::string body;
    put(body, kBind);
    put(body, bind.hostKey);
    put(body, bind.session);
    put(body, bind.signature);
    body += bind.forwarding ? '\1' : '\0';
    return frame(AgentType::Extension, body);
}

std::string agentHostKeyRequest(const AgentHostKey& request) {
    std::string body;
    put(body, kHostKey);
    put(body, request.name);
    put(body, request.key);
    return frame(AgentType::Extension, body);
}

bool AgentFrames::feed(std::string_view bytes) {
    m_buffer += bytes;
    if (m_buffer.size() < kLengthBytes) {
        return true;
    }
    const std::uint32_t length = number(m_buffer);
    return length != 0 && length <= kMaxAgentMessage && m_buffer.size() <= 2 * kMaxAgentMessage;
}

std::optional<std::string> AgentFrames::next() {
    if (m_buffer.size() < kLengthBytes) {
        return std::nullopt;
    }
    const std::size_t length = number(m_buffer);
    if (length == 0 || length > kMaxAgentMessage || m_buffer.size() - kLengthBytes < length) {
        return std::nullopt;
    }
    std::string message = m_buffer.substr(kLengthBytes, length);
    m_buffer.erase(0, kLengthBytes + length);
    return message;
}

} // namespace leadglass::wire
