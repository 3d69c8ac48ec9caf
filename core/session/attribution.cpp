#include "core/session/attribution.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "core/base/escape.h"
#include "core/base/proc_stat.h"
#include "core/base/sys.h"
#include "core/session/run_processes.h"

namespace leadglass::session {
namespace {

constexpr int kMaxParents = 6; // shown
constexpr int kMaxDepth = 64;
constexpr int kPidBits = 22; // PID_MAX_LIMIT, proc(5)
constexpr std::size_t kMaxText = 600;
constexpr int kEntriesBetweenLooks = 256;

struct DirCloser {
    void operator()(DIR* dir) const { ::closedir(dir); }
};
using Dir = std::unique_ptr<DIR, DirCloser>;

enum class Holding { Yes, No, OutOfTime };

Holding holds(pid_t pid, unsigned long inode, Nanos deadline) {
    const std::string wanted = "socket:[" + std::to_string(inode) + "]";
    const std::string path = procPath(pid, "fd");
    const Dir dir(::opendir(path.c_str()));
    if (!dir) {
        return Holding::No;
    }
    int seen = 0;
    while (const dirent* entry = ::readdir(dir.get())) {
        if (entry->d_name[0] != '.' &&
            sys::readlinkAt(::dirfd(dir.get()), entry->d_name) == wanted) {
            return Holding::Yes;
        }
        if (++seen % kEntriesBetweenLooks == 0 && systemClock().awake() > deadline) {
            return Holding::OutOfTime;
        }
    }
    return Holding::No;
}

// PID 1 of a pid namespace: the last number of NSpid (proc(5)). Its name is the inside's to choose.
bool isFirstOfNamespace(pid_t pid) {
    auto status = sys::readFile(procPath(pid, "status"), 8192);
    const std::size_t at = status ? status->find("\nNSpid:") : std::string::npos;
    if (at == std::string::npos) {
        return false;
    }
    const std::string_view line(status->c_str() + at + 1);
    return line.substr(0, line.find('\n')).ends_with("\t1");
}

void copyAddress(const wire::Endpoint& from, __be32* to) {
    std::memcpy(to, from.bytes.data(), from.v6 ? 16 : 4);
}

} // namespace

Attribution::Attribution(UniqueFd diag, pid_t runProcess)
    : m_diag(std::move(diag)), m_runProcess(runProcess) {
    const timeval limit{0, 50'000};
    ::setsockopt(m_diag.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

std::optional<unsigned long> Attribution::inodeOf(const wire::Endpoint& client,
                                                  const wire::Endpoint& local) {
    if (!m_diag) {
        return std::nullopt;
    }
    struct {
        nlmsghdr head;
        inet_diag_req_v2 body;
    } request{};
    request.head.nlmsg_len = sizeof request;
    request.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.head.nlmsg_flags = NLM_F_REQUEST;
    request.head.nlmsg_seq = ++m_sequence;
    request.body.sdiag_family = client.v6 ? AF_INET6 : AF_INET;
    request.body.sdiag_protocol = IPPROTO_TCP;
    request.body.idiag_states = ~0U;
    request.body.id.idiag_sport = htons(client.port);
    request.body.id.idiag_dport = htons(local.port);
    copyAddress(client, request.body.id.idiag_src);
    copyAddress(local, request.body.id.idiag_dst);
    request.body.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    request.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    if (::send(m_diag.get(), &request, sizeof request, MSG_NOSIGNAL) < 0) {
        return std::nullopt;
    }
    alignas(nlmsghdr) std::array<char, 8192> answer{};
    const ssize_t size = ::recv(m_diag.get(), answer.data(), answer.size(), 0);
    const auto* head = reinterpret_cast<const nlmsghdr*>(answer.data());
    if (size < static_cast<ssize_t>(sizeof(nlmsghdr) + sizeof(nlmsgerr)) ||
        head->nlmsg_seq != m_sequence) {
        return std::nullopt;
    }
    if (head->nlmsg_type == NLMSG_ERROR) {
        nlmsgerr error{};
        std::memcpy(&error, answer.data() + NLMSG_HDRLEN, sizeof error);
        return error.error == -ENOENT ? std::optional<unsigned long>(0) : std::nullopt;
    }
    if (head->nlmsg_type != SOCK_DIAG_BY_FAMILY ||
        size < static_cast<ssize_t>(sizeof(nlmsghdr) + sizeof(inet_diag_msg))) {
        return std::nullopt;
    }
    inet_diag_msg found{};
    std::memcpy(&found, answer.data() + NLMSG_HDRLEN, sizeof found);
    return found.idiag_inode;
}

// An exact question (as inodeOf) finds only what is connected to the very address that the datagram came to.
unsigned long Attribution::datagramInode(std::uint8_t family, std::uint16_t port) {
    struct {
        nlmsghdr head;
        inet_diag_req_v2 body;
    } request{};
    request.head.nlmsg_len = sizeof request;
    request.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    request.head.nlmsg_seq = ++m_sequence;
    request.body.sdiag_family = family;
    request.body.sdiag_protocol = IPPROTO_UDP;
    request.body.idiag_states = ~0U;
    request.body.id.idiag_sport = htons(port);
    if (!m_diag || ::send(m_diag.get(), &request, sizeof request, MSG_NOSIGNAL) < 0) {
        return 0;
    }
    unsigned long found = 0;
    std::size_t looked = 0;
    alignas(nlmsghdr) std::array<char, 16384> answer{};
    while (looked < kMostLooked) {
        const ssize_t size = ::recv(m_diag.get(), answer.data(), answer.size(), 0);
        if (size <= 0) {
            break;
        }
        auto left = static_cast<std::size_t>(size);
        std::size_t at = 0;
        while (left - at >= sizeof(nlmsghdr)) {
            nlmsghdr head{};
            std::memcpy(&head, answer.data() + at, sizeof head);
            if (head.nlmsg_len < sizeof head || head.nlmsg_len > left - at) {
                return found;
            }
            if (head.nlmsg_seq == m_sequence && head.nlmsg_type != SOCK_DIAG_BY_FAMILY) {
                return found; // the end, or an error
            }
            inet_diag_msg one{};
            if (head.nlmsg_seq == m_sequence && head.nlmsg_len >= NLMSG_HDRLEN + sizeof one) {
                std::memcpy(&one, answer.data() + at + NLMSG_HDRLEN, sizeof one);
                found = found == 0 && ntohs(one.id.idiag_sport) == port ? one.idiag_inode : found;
                ++looked;
            }
            at += std::min<std::size_t>(NLMSG_ALIGN(head.nlmsg_len), left - at);
        }
    }
    return found;
}

Attribution::Client Attribution::askerOf(const wire::Endpoint& client) {
    unsigned long inode = client.port == 0 ? 0 : datagramInode(client.v6 ? AF_INET6 : AF_INET, client.port);
    if (inode == 0 && client.port != 0 && !client.v6) {
        inode = datagramInode(AF_INET6, client.port); // a socket of both kinds
    }
    if (inode == 0) {
        return {};
    }
    m_lastHolder = holderOf(inode);
    return ofProcess(m_lastHolder);
}

pid_t Attribution::holderOf(unsigned long inode) {
    const Nanos start = systemClock().awake();
    m_credit = std::min(kCredit, m_credit + (start - m_counted) / kShare);
    m_counted = start;
    if (m_credit <= 0) {
        return -1;
    }
    const Nanos deadline = start + m_credit;
    pid_t found = -1;
    if (m_lastHolder > 0 && holds(m_lastHolder, inode, deadline) == Holding::Yes) {
        found = m_lastHolder;
    } else {
        for (const pid_t pid : runProcesses(m_runProcess)) {
            const Holding holding = holds(pid, inode, deadline);
            if (holding == Holding::Yes) {
                found = pid;
            }
            if (holding != Holding::No || systemClock().awake() > deadline) {
                break;
            }
        }
    }
    const Nanos end = systemClock().awake();
    m_credit -= end - start;
    m_counted = end;
    return found;
}

bool Attribution::hasLeft(const wire::Endpoint& client, const wire::Endpoint& local) {
    return inodeOf(client, local) == std::optional<unsigned long>(0);
}

Attribution::Client Attribution::clientOf(const wire::Endpoint& client,
                                          const wire::Endpoint& local) {
    const unsigned long inode = inodeOf(client, local).value_or(0);
    if (inode == 0) {
        return {};
    }
    m_lastHolder = holderOf(inode);
    return ofProcess(m_lastHolder);
}

Attribution::Client Attribution::ofProcess(pid_t pid) const {
    Client found;
    std::uint64_t root = 0;  // the topmost seen
    std::uint64_t below = 0; // the one under it
    std::uint64_t start = UINT64_MAX;
    for (int depth = 0; pid > 0 && depth < kMaxDepth; ++depth) {
        const auto stat = procStat(static_cast<std::uint64_t>(pid));
        // A parent is older than its child, or its number is another's by now.
        if (!stat || stat->start > start) {
            break;
        }
        if (depth > 0 && isFirstOfNamespace(pid)) {
            found.tree = below != 0 ? below : root; // from init on it is Leadglass itself
            break;
        }
        if (depth == 0) {
            found.text = std::to_string(pid) + " " + stat->name;
            const std::string exe = sys::readlinkAt(AT_FDCWD, procPath(pid, "exe"));
            if (!exe.empty()) {
                found.text += " (" + exe + ")";
            }
        } else if (depth < kMaxParents) {
            found.text += " < " + stat->name;
        }
        start = stat->start;
        below = root;
        root = start << kPidBits | static_cast<std::uint64_t>(pid);
        if (pid == m_runProcess) {
            break;
        }
        pid = static_cast<pid_t>(stat->parent);
    }
    found.text = forScreen(found.text, kMaxText);
    return found;
}

} // namespace leadglass::session
