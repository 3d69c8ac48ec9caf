// Trust: reads answers of name servers through libc's resolver and the host's NSS modules.
// Privilege: files and network of the person; no secret, an empty environment, no way to gain more.
// Input: requests of the supervisor on descriptor 3 (core/wire/resolve.h).
// Fails: ends on a malformed message or end of file; the supervisor then fails the look-ups.
//
// getaddrinfo(3) in a process of its own: it blocks, loads foreign code and parses hostile bytes,
// none of which belongs into the supervisor. It may be killed at any time.
#include <arpa/inet.h>
#include <netdb.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <thread>

#include "core/base/sys.h"
#include "core/wire/resolve.h"

namespace {

using namespace leadglass;

constexpr int kControl = 3;
constexpr int kMaxAtOnce = 64; // as core/session/lookups.h has it

wire::ResolveReply lookUp(const wire::ResolveRequest& request) {
    wire::ResolveReply reply;
    reply.id = request.id;
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_ADDRCONFIG;
    addrinfo* list = nullptr;
    // The final dot keeps the search domains of resolv.conf out: the policy named this name only.
    // NSS "files" does not know names with a final dot, so /etc/hosts is asked without one.
    const std::string absolute = request.host + ".";
    reply.error = ::getaddrinfo(absolute.c_str(), nullptr, &hints, &list);
    if (reply.error == EAI_NONAME || reply.error == EAI_NODATA) {
        reply.error = ::getaddrinfo(request.host.c_str(), nullptr, &hints, &list);
    }
    for (const addrinfo* a = reply.error == 0 ? list : nullptr; a != nullptr; a = a->ai_next) {
        wire::ResolvedAddress address;
        if (a->ai_family == AF_INET) {
            std::memcpy(address.bytes.data(),
                        &reinterpret_cast<const sockaddr_in*>(a->ai_addr)->sin_addr, 4);
        } else if (a->ai_family == AF_INET6) {
            address.v6 = true;
            std::memcpy(address.bytes.data(),
                        &reinterpret_cast<const sockaddr_in6*>(a->ai_addr)->sin6_addr, 16);
        } else {
            continue;
        }
        if (reply.answers.size() < wire::kMaxAnswers) {
            reply.answers.push_back(address);
        }
    }
    if (list != nullptr) {
        ::freeaddrinfo(list);
    }
    return reply;
}

} // namespace

int main() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_DUMPABLE, 0);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::clearenv();
    ::setenv("RES_OPTIONS", "timeout:3 attempts:2", 1);
    ::setenv("LOCALDOMAIN", "", 1); // no search list (resolv.conf(5)): the policy named this name only
    static std::atomic<int> busy{0};
    for (;;) {
        auto message = sys::receiveMessage(kControl);
        if (!message) {
            ::_exit(message.error().code == Code::Closed ? 0 : 1);
        }
        auto request = wire::decodeResolveRequest(message->bytes);
        if (!request) {
            ::_exit(1);
        }
        while (busy.load() >= kMaxAtOnce) {
            ::usleep(1000);
        }
        ++busy;
        std::thread([request = std::move(*request)] {
            const auto reply = wire::encode(lookUp(request));
            (void)sys::sendMessage(kControl, reply);
            --busy;
        }).detach();
    }
}
