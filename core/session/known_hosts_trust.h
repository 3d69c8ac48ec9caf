// Trust: the person, who compares a fingerprint with one from elsewhere; whoever answers at that address, until then.
// Privilege: runs ssh-keyscan(1) outside any run; appends to ~/.ssh/known_hosts.
// Input: a host and port; what ssh-keyscan prints, kMaxScan bytes within kScanTime.
// Fails: where the person knows another key of that type for that host, nothing can be accepted here: both are named.
//
// Accepting a server's host key, outside: a run itself never does.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::session {

constexpr std::size_t kMaxScan = 256 * 1024;
constexpr std::chrono::seconds kScanTime{30};

struct HostKey {
    std::string type; // "ssh-ed25519"
    std::string blob;
    std::string fingerprint;
    bool known = false; // the person has accepted it before
};

// What a text of ssh-keyscan(1) says of one host: each key once, marked by what the person knows. Refused: a key has
// changed, or is revoked. NotFound: there is none.
Result<std::vector<HostKey>> judgeScan(const std::string& home, const std::string& host, std::uint16_t port, const std::string& scanned);
// What ssh-keyscan(1) is started with to ask that host; its text is on descriptor 1.
constexpr const char* kKeyScan = "/usr/bin/ssh-keyscan";
std::vector<std::string> keyScanWords(const std::string& host, std::uint16_t port);
// Asks the server, and waits for it.
Result<std::vector<HostKey>> scanHost(const Places& places, const std::string& host, std::uint16_t port);
// "HOST", "HOST:PORT", "[V6]:PORT"; canonical, port 22 where none is given.
struct SshHost {
    std::string host;
    std::uint16_t port = 22;
};
Result<SshHost> parseSshHost(const std::string& text);
// Appends one line. `home`: the person's.
Status acceptHostKey(const std::string& home, const SshHost& host, const HostKey& key);

} // namespace leadglass::session
