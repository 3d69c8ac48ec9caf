#include "core/session/known_hosts_trust.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "core/base/base64.h"
#include "core/base/sys.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/session/child.h"
#include "core/session/known_hosts.h"
#include "core/wire/ssh_agent_message.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxKeys = 16;

std::string outputOf(int reading, const Child& child) {
    const auto end = std::chrono::steady_clock::now() + kScanTime;
    std::string out;
    while (out.size() < kMaxScan) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd p{reading, POLLIN, 0};
        const int ready = left.count() > 0 ? ::poll(&p, 1, static_cast<int>(left.count())) : 0;
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        std::array<char, 4096> buffer{};
        const ssize_t got = ready > 0 ? ::read(reading, buffer.data(), buffer.size()) : 0;
        if (got <= 0) {
            break;
        }
        out.append(buffer.data(), static_cast<std::size_t>(got));
    }
    child.kill(SIGKILL);
    return out;
}

Error changed(const std::string& name, const std::string& type, const std::vector<std::string>& known, const std::string& now) {
    std::string before;
    for (const auto& blob : known) {
        if (wire::keyType(blob) == type) {
            before += (before.empty() ? "" : ", ") + keyFingerprint(blob);
        }
    }
    return makeError(Code::Refused, "the host key of " + name + " has changed: you accepted " + type + " " + before + ", now it is " + now,
                     "somebody may be in the middle; if its owner says that it is new, remove the old one: ssh-keygen -R '" + name + "'");
}

} // namespace

Result<std::vector<HostKey>> judgeScan(const std::string& home, const std::string& host, std::uint16_t port, const std::string& scanned) {
    const std::string name = knownHostsName(host, port);
    const KnownHosts person = KnownHosts::ofPerson(home);
    const auto known = person.keysOf(host, port);
    KnownHosts offered;
    offered.add(scanned);
    std::vector<HostKey> keys;
    for (auto& blob : offered.keysOf(host, port)) {
        HostKey key{wire::keyType(blob), blob, keyFingerprint(blob), std::find(known.begin(), known.end(), blob) != known.end()};
        if (person.isRevoked(blob)) {
            return makeError(Code::Refused, "the host key " + key.fingerprint + " of " + name + " is revoked by you");
        }
        const bool other = std::any_of(known.begin(), known.end(), [&](const auto& one) { return wire::keyType(one) == key.type; });
        if (!key.known && other) {
            return changed(name, key.type, known, key.fingerprint);
        }
        if (keys.size() < kMaxKeys) {
            keys.push_back(std::move(key));
        }
    }
    if (keys.empty()) {
        return makeError(Code::NotFound, name + " gave no host key", "is that its name and port, and is it reachable from here?");
    }
    return keys;
}

std::vector<std::string> keyScanWords(const std::string& host, std::uint16_t port) { return {"-T", "10", "-p", std::to_string(port), "--", host}; }

Result<std::vector<HostKey>> scanHost(const Places& places, const std::string& host, std::uint16_t port) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return ioError("cannot ask for the host key", errno);
    }
    const UniqueFd reading(ends[0]);
    UniqueFd writing(ends[1]);
    const auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = kKeyScan;
    spec.arguments = keyScanWords(host, port);
    spec.descriptors = {null.get(), writing.get(), null.get()};
    if (::access(kKeyScan, X_OK) != 0) {
        return makeError(Code::Unsupported, std::string(kKeyScan) + " is not there", "install openssh-client");
    }
    const auto child = LG_TRY(Child::start(spec));
    writing.reset();
    return judgeScan(places.home, host, port, outputOf(reading.get(), child));
}

Result<SshHost> parseSshHost(const std::string& text) {
    const auto split = LG_TRY(policy::splitHostPort(text));
    SshHost out;
    out.port = split.port != 0 ? split.port : out.port;
    const auto literal = policy::parseAddress(split.host);
    out.host = literal ? policy::toText(*literal) : LG_TRY(policy::canonicalHost(split.host));
    return out;
}

Status acceptHostKey(const std::string& home, const SshHost& host, const HostKey& key) {
    const std::string folder = home + "/.ssh";
    LG_TRY(sys::makeDirs(folder, 0700));
    constexpr mode_t kMode = 0600;
    const auto file = LG_TRY(sys::open(folder + "/known_hosts", O_RDWR | O_APPEND | O_CREAT, kMode));
    const std::string text = LG_TRY(sys::readAll(file.get(), KnownHosts::kMaxFile));
    const std::string line = (text.empty() || text.ends_with('\n') ? "" : "\n") + knownHostsName(host.host, host.port) + " " + key.type + " " +
                             base64Encoded(key.blob) + "\n";
    return sys::writeAll(file.get(), line);
}

} // namespace leadglass::session
