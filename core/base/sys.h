// One Result wrapper per system call we use often. Each keeps the kernel's errno.
//
// Every descriptor made here is close-on-exec; inheritance is explicit (session/child).
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::sys {

Result<UniqueFd> open(const std::string& path, int flags, mode_t mode = 0);
Result<UniqueFd> openAt(int dirFd, const std::string& path, int flags, mode_t mode = 0);
// openat2(2) with RESOLVE_BENEATH | NO_SYMLINKS | NO_MAGICLINKS (and NO_XDEV if asked): no part of
// `path` may be a link or leave `dirFd`. Linux 5.6.
enum class Crossing { Mounts, NoMounts };
Result<UniqueFd> openBeneath(int dirFd, const std::string& path, int flags, mode_t mode = 0,
                             Crossing crossing = Crossing::Mounts);
// openat2(2) from / of an absolute path with NO_SYMLINKS | NO_MAGICLINKS.
Result<UniqueFd> openNoLinks(const std::string& absolutePath, int flags);
Result<UniqueFd> dup(int fd);

Result<struct stat> stat(int fd);
Result<struct stat> statAt(int dirFd, const std::string& path); // never follows the last link

// The whole of a file, at most `maxBytes` (more: Code::Invalid).
Result<std::string> readAll(int fd, std::size_t maxBytes);
Result<std::string> readFile(const std::string& path, std::size_t maxBytes);
Status writeAll(int fd, std::span<const std::uint8_t> bytes);
Status writeAll(int fd, std::string_view text);
// Sync::Left: what a crash of the machine may lose, as it is made anew, or synced by the caller later.
enum class Sync : std::uint8_t { Done, Left };
// New file beside the old (O_EXCL, exactly `mode`, whatever the umask), fsync, rename over: a reader sees old or new, whole.
Status replaceFileAt(int dirFd, const std::string& name, std::string_view content, mode_t mode, Sync sync = Sync::Done);

// mkdir -p with `mode` for each new directory. An existing last component must be a directory.
Status makeDirs(const std::string& path, mode_t mode);
// Removes a tree below `dirFd`, never following a link, never crossing a mount; directories
// without permission bits are given them first (overlay's work/work is mode 000).
Status removeTree(int dirFd, const std::string& name);

std::string readlinkAt(int dirFd, const std::string& path); // empty: not a link
// An error if the current directory was deleted: nothing relative can be found then. open() and
// realPath() of a relative path say so by themselves.
Status haveWorkingDirectory();
// Canonical absolute path (realpath(3)).
Result<std::string> realPath(const std::string& path);

// A sealed memfd (no write, grow, shrink, further seals) that holds `content`, offset 0.
Result<UniqueFd> sealedMemfd(const char* name, std::span<const std::uint8_t> content);

struct SocketPair {
    UniqueFd ours;
    UniqueFd theirs;
};
Result<SocketPair> seqpacketPair();

// One message with descriptors over a SOCK_SEQPACKET socket. At most kMaxFds.
constexpr std::size_t kMaxFds = 64;
constexpr std::size_t kMaxMessage = 64 * 1024;
Status sendMessage(int fd, std::span<const std::uint8_t> bytes, std::span<const int> fds = {});
struct Message {
    std::vector<std::uint8_t> bytes;
    std::vector<UniqueFd> fds;
};
// Code::Closed at end of file; Code::Busy if it would block; truncated messages are Code::Invalid.
Result<Message> receiveMessage(int fd);
// Overwrites what receiveMessage() has kept of messages on this thread: after one that carries a secret.
void forgetReceived();

Status setNonBlocking(int fd, bool on);

} // namespace leadglass::sys
