#include "core/base/sys.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "core/base/escape.h"

namespace leadglass::sys {
namespace {

std::string quoted(const std::string& path) { return "'" + forScreen(path) + "'"; }

// A relative path fails with a plain ENOENT where the directory it starts from was deleted.
Status haveDirectoryFor(const std::string& path) {
    return path.starts_with('/') ? Status() : haveWorkingDirectory();
}

Result<UniqueFd> open2(int dirFd, const std::string& path, int flags, mode_t mode,
                       std::uint64_t resolve) {
    if (path.find('\0') != std::string::npos) {
        return makeError(Code::Invalid, "cannot open a path that holds a NUL byte");
    }
    open_how how{};
    how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
    how.mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? mode : 0;
    how.resolve = resolve;
    for (int attempt = 0;; ++attempt) {
        const long fd = ::syscall(SYS_openat2, dirFd, path.c_str(), &how, sizeof how);
        if (fd >= 0) {
            return UniqueFd(static_cast<int>(fd));
        }
        // openat2(2): EAGAIN when a rename raced with the check of RESOLVE_BENEATH.
        if ((errno != EAGAIN && errno != EINTR) || attempt > 100) {
            const int fault = errno;
            LG_TRY(dirFd == AT_FDCWD ? haveDirectoryFor(path) : Status());
            return ioError("cannot open " + quoted(path), fault);
        }
    }
}

} // namespace

Result<UniqueFd> open(const std::string& path, int flags, mode_t mode) {
    return openAt(AT_FDCWD, path, flags, mode);
}

Result<UniqueFd> openAt(int dirFd, const std::string& path, int flags, mode_t mode) {
    return open2(dirFd, path, flags, mode, 0);
}

Result<UniqueFd> openBeneath(int dirFd, const std::string& path, int flags, mode_t mode,
                             Crossing crossing) {
    std::uint64_t resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    if (crossing == Crossing::NoMounts) {
        resolve |= RESOLVE_NO_XDEV;
    }
    return open2(dirFd, path, flags, mode, resolve);
}

Result<UniqueFd> openNoLinks(const std::string& absolutePath, int flags) {
    if (absolutePath.empty() || absolutePath.front() != '/') {
        return makeError(Code::Invalid, "path is not absolute: " + quoted(absolutePath));
    }
    return open2(AT_FDCWD, absolutePath, flags, 0, RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}

Result<UniqueFd> dup(int fd) {
    const int copy = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (copy < 0) {
        return ioError("cannot duplicate a descriptor", errno);
    }
    return UniqueFd(copy);
}

Result<struct stat> stat(int fd) {
    struct stat s {};
    if (::fstat(fd, &s) != 0) {
        return ioError("cannot stat a descriptor", errno);
    }
    return s;
}

Result<struct stat> statAt(int dirFd, const std::string& path) {
    struct stat s {};
    if (::fstatat(dirFd, path.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
        return ioError("cannot stat " + quoted(path), errno);
    }
    return s;
}

Result<std::string> readAll(int fd, std::size_t maxBytes) {
    // As much as a file says that it has, and the byte after which it ends; else a page, and then as much again.
    constexpr std::size_t kFirst = 4096;
    constexpr std::size_t kMost = 1024 * 1024;
    std::string out;
    struct stat s {};
    if (::fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0) {
        out.resize(std::min(static_cast<std::size_t>(s.st_size), std::min(kMost, maxBytes)) + 1);
    }
    std::size_t used = 0;
    for (;;) {
        if (used == out.size()) {
            out.resize(used + std::clamp(used, kFirst, kMost));
        }
        const ssize_t size = ::read(fd, out.data() + used, out.size() - used);
        if (size < 0) {
            if (errno == EINTR) {
                continue;
            }
            return ioError("cannot read a file", errno);
        }
        if (size == 0) {
            out.resize(used);
            return out;
        }
        used += static_cast<std::size_t>(size);
        if (used > maxBytes) {
            return makeError(Code::Invalid,
                             "file is larger than " + std::to_string(maxBytes) + " bytes");
        }
    }
}

Result<std::string> readFile(const std::string& path, std::size_t maxBytes) {
    auto fd = LG_TRY(sys::open(path, O_RDONLY | O_NOCTTY));
    auto content = readAll(fd.get(), maxBytes);
    if (!content) {
        content.error().what = quoted(path) + ": " + content.error().what;
    }
    return content;
}

Status writeAll(int fd, std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t size = ::write(fd, bytes.data(), bytes.size());
        if (size < 0) {
            if (errno == EINTR) {
                continue;
            }
            return ioError("cannot write", errno);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(size));
    }
    return {};
}

Status writeAll(int fd, std::string_view text) {
    return writeAll(fd, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

Status replaceFileAt(int dirFd, const std::string& name, std::string_view content, mode_t mode, Sync sync) {
    const std::string temporary = "." + name + ".new." + std::to_string(::getpid());
    ::unlinkat(dirFd, temporary.c_str(), 0);
    auto fd = LG_TRY(openBeneath(dirFd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode));
    Status written = writeAll(fd.get(), content);
    if (written && ::fchmod(fd.get(), mode) != 0) {
        written = ioError("cannot set the mode of " + quoted(name), errno);
    }
    if (written && sync == Sync::Done && ::fsync(fd.get()) != 0) {
        written = ioError("cannot sync " + quoted(name), errno);
    }
    if (written && ::renameat(dirFd, temporary.c_str(), dirFd, name.c_str()) != 0) {
        written = ioError("cannot replace " + quoted(name), errno);
    }
    if (!written) {
        ::unlinkat(dirFd, temporary.c_str(), 0);
    }
    return written;
}

Status makeDirs(const std::string& path, mode_t mode) {
    if (sys::open(path, O_PATH | O_DIRECTORY)) { // there, as nearly always
        return {};
    }
    for (std::size_t at = 1; at <= path.size(); ++at) {
        if (at != path.size() && path[at] != '/') {
            continue;
        }
        const std::string part = path.substr(0, at);
        if (::mkdir(part.c_str(), mode) != 0 && errno != EEXIST) {
            return ioError("cannot create directory " + quoted(part), errno);
        }
    }
    auto fd = LG_TRY(sys::open(path, O_PATH | O_DIRECTORY));
    return {};
}

Status removeTree(int dirFd, const std::string& name) {
    struct stat s {};
    if (::fstatat(dirFd, name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno == ENOENT ? Status() : Status(ioError("cannot stat " + quoted(name), errno));
    }
    if (!S_ISDIR(s.st_mode)) {
        if (::unlinkat(dirFd, name.c_str(), 0) != 0 && errno != ENOENT) {
            return ioError("cannot remove " + quoted(name), errno);
        }
        return {};
    }
    if ((s.st_mode & S_IRWXU) != S_IRWXU &&
        ::fchmodat(dirFd, name.c_str(), s.st_mode | S_IRWXU, 0) != 0) {
        return ioError("cannot make " + quoted(name) + " accessible", errno);
    }
    {
        auto fd = LG_TRY(openBeneath(dirFd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0,
                                     Crossing::NoMounts));
        std::unique_ptr<DIR, int (*)(DIR*)> dir(::fdopendir(fd.get()), ::closedir);
        if (!dir) {
            return ioError("cannot list " + quoted(name), errno);
        }
        const int owned = fd.release();
        std::vector<std::string> names;
        while (const dirent* entry = ::readdir(dir.get())) {
            const std::string_view n = entry->d_name;
            if (n != "." && n != "..") {
                names.emplace_back(n);
            }
        }
        for (const auto& child : names) {
            LG_TRY(removeTree(owned, child));
        }
    }
    if (::unlinkat(dirFd, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) {
        return ioError("cannot remove directory " + quoted(name), errno);
    }
    return {};
}

std::string readlinkAt(int dirFd, const std::string& path) {
    std::array<char, PATH_MAX> buffer;
    const ssize_t size = ::readlinkat(dirFd, path.c_str(), buffer.data(), buffer.size());
    return size < 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(size));
}

Result<std::string> realPath(const std::string& path) {
    // realpath(3) asks for each component whether it is a link; most of what is asked for is not there.
    const UniqueFd fd(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!fd) {
        const int fault = errno;
        LG_TRY(haveDirectoryFor(path));
        return ioError("cannot resolve " + quoted(path), fault);
    }
    std::string real = readlinkAt(AT_FDCWD, "/proc/self/fd/" + std::to_string(fd.get()));
    struct stat opened {};
    struct stat named {};
    // Not where it was deleted meanwhile, or lies outside of our root.
    const bool same = !real.empty() && real.front() == '/' && ::fstat(fd.get(), &opened) == 0 &&
                      ::lstat(real.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
                      opened.st_ino == named.st_ino;
    if (same) {
        return real;
    }
    const std::unique_ptr<char, void (*)(void*)> walked(::realpath(path.c_str(), nullptr), ::free);
    if (!walked) {
        const int fault = errno;
        LG_TRY(haveDirectoryFor(path));
        return ioError("cannot resolve " + quoted(path), fault);
    }
    return std::string(walked.get());
}

Status haveWorkingDirectory() {
    std::array<char, PATH_MAX> buffer;
    if (::getcwd(buffer.data(), buffer.size()) != nullptr || errno != ENOENT) {
        return {};
    }
    return makeError(Code::NotFound, "the current directory was deleted",
                     "cd to a directory that is there, or give an absolute path");
}

Result<UniqueFd> sealedMemfd(const char* name, std::span<const std::uint8_t> content) {
    UniqueFd fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!fd) {
        return ioError("cannot create a memfd", errno);
    }
    LG_TRY(writeAll(fd.get(), content));
    constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
    if (::fcntl(fd.get(), F_ADD_SEALS, kSeals) != 0 || ::lseek(fd.get(), 0, SEEK_SET) != 0) {
        return ioError("cannot seal a memfd", errno);
    }
    return fd;
}

Status setNonBlocking(int fd, bool on) {
    const int flags = ::fcntl(fd, F_GETFL);
    const int wanted = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
    if (flags < 0 || ::fcntl(fd, F_SETFL, wanted) != 0) {
        return ioError("cannot change a descriptor's blocking mode", errno);
    }
    return {};
}

} // namespace leadglass::sys
