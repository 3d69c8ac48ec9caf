// Trust: the person's own list of host keys; its names and keys came from servers once.
// Privilege: reads ~/.ssh/known_hosts, known_hosts2 and /etc/ssh/ssh_known_hosts.
// Input: files as sshd(8) describes them, kMaxFile each; hashed names included.
// Fails: a line that is not understood names no key. A revoked key is nobody's, for any host.
//
// Which host keys the person has accepted, and the part of them that a run is shown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass::session {

class KnownHosts {
public:
    static constexpr std::size_t kMaxFile = 8U << 20;
    static constexpr std::size_t kMaxLines = 100'000;

    // Of that home and of this machine; what cannot be read holds nothing.
    static KnownHosts ofPerson(const std::string& home);
    void add(std::string_view text); // of one file

    // Key blobs accepted for that name and port. Certificates' authorities are none.
    [[nodiscard]] std::vector<std::string> keysOf(const std::string& host, std::uint16_t port) const;
    [[nodiscard]] bool isRevoked(std::string_view blob) const;
    // Lines for a file that holds that host alone, its name in clear; empty: the person knows no key of it.
    [[nodiscard]] std::string linesFor(const std::string& host, std::uint16_t port) const;

private:
    struct Line {
        std::string names; // as they stand there
        std::string blob;
    };
    std::vector<Line> m_lines;
    std::vector<std::string> m_revoked;
};

// "host", or "[host]:port" where the port is not 22.
std::string knownHostsName(const std::string& host, std::uint16_t port);
// "SHA256:" and 43 digits, as ssh-keygen(1) prints it.
std::string keyFingerprint(std::string_view blob);

} // namespace leadglass::session
