// Trust: a program inside a run (requests), the person's own agent (answers).
// Privilege: none; pure.
// Input: the ssh-agent protocol (draft-miller-ssh-agent), one message at a time, kMaxAgentMessage each.
// Fails: what is not exactly one well-formed message of a kind that is served is none; nothing is guessed.
//
// What of the protocol a run is served: its keys listed, something signed, a session bound, a host key asked about. All integers are
// big-endian (RFC 4251 section 5); a view points into the bytes that were parsed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace leadglass::wire {

constexpr std::size_t kMaxAgentMessage = 256 * 1024; // as OpenSSH's agent
constexpr std::size_t kMaxAgentKeys = 256;
constexpr std::size_t kMaxKeyBlob = 16 * 1024;
constexpr std::size_t kMaxSignedData = 64 * 1024;
constexpr std::size_t kMaxHostName = 300; // "[name]:port"

enum class AgentType : std::uint8_t {
    Failure = 5, Success = 6, RequestIdentities = 11, IdentitiesAnswer = 12, SignRequest = 13, SignResponse = 14,
    Extension = 27
};

// ---- what a client asks --------------------------------------------------------------------------

struct AgentList {};
struct AgentSign {
    std::string key;  // public key blob
    std::string data; // what is to be signed
    std::uint32_t flags = 0;
};
struct AgentBind { // session-bind@openssh.com (OpenSSH PROTOCOL.agent section 1)
    std::string hostKey;
    std::string session;
    std::string signature;
    bool forwarding = false;
};
struct AgentHostKey { // known-host@leadglass: may that key be taken for that host's? Success: yes
    std::string name; // as in known_hosts: "host", "[host]:port"
    std::string key;  // base64, as there
};
struct AgentOther { // not served
    std::uint8_t type = 0;
    std::string extension; // its name, at most 64 bytes; empty: no extension, or a longer name
};
using AgentRequest = std::variant<AgentList, AgentSign, AgentBind, AgentHostKey, AgentOther>;
// The bytes behind the length. Nothing: malformed, which ends the connection.
std::optional<AgentRequest> parseAgentRequest(std::string_view message);

// ---- what is to be signed ------------------------------------------------------------------------

struct UserAuth { // RFC 4252 section 7; with hostbound, PROTOCOL of OpenSSH section 1.1
    std::string session;
    std::string user;
    std::string algorithm;
    std::string key;
    std::string hostKey; // of publickey-hostbound-v00@openssh.com; else empty
};
struct SshSig { // PROTOCOL.sshsig of OpenSSH, section 2
    std::string space; // "git"
    std::string hash;  // "sha256", "sha512"
    std::string digest;
};
// Nothing: neither, so it is signed for nobody. A blob is never both.
std::optional<UserAuth> parseUserAuth(std::string_view data);
std::optional<SshSig> parseSshSig(std::string_view data);

// The name a blob begins with: "ssh-ed25519". Empty: none.
std::string keyType(std::string_view blob);
// Is this signature algorithm one of that type of key?
bool algorithmFits(std::string_view type, std::string_view algorithm);

// ---- the person's agent --------------------------------------------------------------------------

struct AgentKey {
    std::string blob;
    std::string comment;
    bool operator==(const AgentKey&) const = default;
};
std::optional<std::vector<AgentKey>> parseIdentities(std::string_view message);
// The signature of a SIGN_RESPONSE; nothing: a failure, or malformed.
std::optional<std::string> parseSignature(std::string_view message);

// Whole frames, length included.
std::string agentFailure();
std::string agentSuccess();
std::string agentIdentities(const std::vector<AgentKey>& keys);
std::string agentSignature(std::string_view signature);
std::string agentListRequest();
std::string agentSignRequest(const AgentSign& request);
std::string agentBindRequest(const AgentBind& bind);
std::string agentHostKeyRequest(const AgentHostKey& request);

// Cuts a stream into messages; holds at most one message and its length.
class AgentFrames {
public:
    // False: a message is empty or too long, and the stream is lost.
    bool feed(std::string_view bytes);
    // The next whole message, without its length.
    std::optional<std::string> next();
    [[nodiscard]] std::size_t buffered() const { return m_buffer.size(); }

private:
    std::string m_buffer;
};

} // namespace leadglass::wire
