// Trust: supervisor <-> leadglass-mint, which reads what servers of the network answer.
// Privilege: none; encoding only. Requests and answers hold credentials: both are SecretBytes.
// Input: one request, one answer, each at most SecretBytes::kMax bytes; texts are bounded below.
// Fails: what is not exact is refused; nothing is guessed.
//
// What is said over the standard input and output of leadglass-mint.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/base/result.h"
#include "core/base/secret_bytes.h"

namespace leadglass::secrets {

constexpr const char* kMintProgram = "leadglass-mint";
constexpr std::size_t kMaxMintParts = 16;
constexpr std::size_t kMaxMintText = 8192;

struct MintRequest {
    enum class Op : std::uint8_t {
        Json = 1,    // no network: {"token": ..., "expires": ...} of a command, and az's and aws's own forms
        Aws,         // AssumeRole
        GithubApp,   // an installation's token
        OAuthRefresh,
        DeviceStart, // RFC 8628 3.1
        DevicePoll   // RFC 8628 3.4, once
    };
    Op op = Op::Json;
    std::uint32_t seconds = 20;                  // for all of it
    std::map<std::string, std::string> settings; // as in mint.h; nothing secret
    std::map<std::string, SecretBytes> secrets;  // by name
};

struct MintAnswer {
    enum class State : std::uint8_t { Done = 0, Pending, SlowDown, Failed };
    State state = State::Failed;
    std::string problem;        // Failed: one sentence, may hold words of the server: escape it
    std::uint64_t expires = 0;  // seconds since the epoch; 0: not said
    std::map<std::string, SecretBytes> secrets; // "value"; "key-id" and "session-token"; "refresh"; "device-code"
    std::map<std::string, std::string> texts;   // DeviceStart: "user-code", "uri", "interval", "seconds"
};

Result<SecretBytes> encode(const MintRequest& request);
Result<SecretBytes> encode(const MintAnswer& answer);
Result<MintRequest> decodeMintRequest(std::string_view bytes);
Result<MintAnswer> decodeMintAnswer(std::string_view bytes);

} // namespace leadglass::secrets
