// Trust: what it reads was made up inside a run.
// Privilege: none that matters: no file, socket or program is reached once it reads (filter.cpp), and it has no secret.
// Input: standard input: key blob, data, signature blob, each a u32 (little-endian) and bytes; kMaxInput together.
// Fails: any status but 0 means that nothing is proven.
//
// leadglass-hostkey: has that host key signed this? 0: yes. Started by the supervisor for each session that a client of the
// ssh-agent inside binds; it keeps the arithmetic, and what parses for it, out of the process that holds the policy.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

#include "core/base/bytes.h"
#include "helper/hostkey/verify.h"

int main() {
    using namespace leadglass;
    constexpr std::size_t kMaxInput = 48 * 1024;
    constexpr int kGood = 0;
    constexpr int kBad = 1;
    constexpr int kBroken = 2;
    const rlimit seconds{2, 2};
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::setrlimit(RLIMIT_CPU, &seconds);
    // No file of settings, no module from elsewhere; what is loaded lazily is loaded while that can be done.
    if (OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr) != 1 || EVP_MD_fetch(nullptr, "SHA256", nullptr) == nullptr || !hostkey::closeIn()) {
        return kBroken;
    }
    std::vector<std::uint8_t> input(kMaxInput + 1);
    std::size_t size = 0;
    while (size < input.size()) {
        const ssize_t got = ::read(STDIN_FILENO, input.data() + size, input.size() - size);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        size += static_cast<std::size_t>(got);
    }
    ByteReader r(std::span<const std::uint8_t>(input.data(), size));
    const std::string_view key = r.strView(kMaxInput);
    const std::string_view data = r.strView(kMaxInput);
    const std::string_view signature = r.strView(kMaxInput);
    if (!r.done() || size > kMaxInput) {
        return kBroken;
    }
    ::_exit(hostkey::isSignedBy(key, data, signature) ? kGood : kBad); // what a library does at an exit is not among what is allowed here
}
