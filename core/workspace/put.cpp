#include "core/workspace/put.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/content_hash.h"

namespace leadglass::workspace {
namespace {

// Pages without content become holes.
Status writeSparse(int to, std::string_view bytes, off_t at) {
    while (!bytes.empty()) {
        const std::string_view page = bytes.substr(0, kHashPage);
        if (!isZero(page)) {
            const ssize_t written = ::pwrite(to, page.data(), page.size(), at);
            if (written != static_cast<ssize_t>(page.size())) {
                return ioError("cannot write a file", written < 0 ? errno : ENOSPC);
            }
        }
        at += static_cast<off_t>(page.size());
        bytes.remove_prefix(page.size());
    }
    return ::ftruncate(to, at) == 0 ? Status() : Status(ioError("cannot size a file", errno));
}

// `to` is empty. A file with holes keeps them: its size may be far beyond what the disk has.
Result<std::string> copyBytes(int from, int to) {
    const auto read = LG_TRY(readContent(from, [to](std::uint64_t at, std::string_view bytes) {
        return writeSparse(to, bytes, static_cast<off_t>(at)); // each where it was: the file may change while it is read
    }));
    if (::ftruncate(to, static_cast<off_t>(read.size)) != 0) {
        return ioError("cannot size a file", errno);
    }
    return read.digest;
}

Error changedSinceReview() {
    return makeError(Code::Conflict, "the run changed it after it was reviewed",
                     "review the run again");
}

Result<std::uint64_t> stageFile(const PutSource& source, int dirFd, const std::string& temporary) {
    auto from = LG_TRY(openFileBeneath(source.root, source.path));
    const auto s = LG_TRY(sys::stat(from.get()));
    auto to = LG_TRY(sys::openBeneath(dirFd, temporary,
                                      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
    if (LG_TRY(copyBytes(from.get(), to.get())) != source.digest) {
        return changedSinceReview();
    }
    copyUserAttributes(from.get(), to.get());
    const timespec times[2] = {s.st_atim, s.st_mtim};
    // Mode after the content: nobody else can read a half-written private file.
    if (::fchmod(to.get(), source.mode & 0777) != 0 || ::futimens(to.get(), times) != 0) {
        return ioError("cannot finish a temporary file", errno);
    }
    return static_cast<std::uint64_t>(s.st_size);
}

Result<std::uint64_t> stageLink(const PutSource& source, int dirFd, const std::string& temporary) {
    std::string target = source.linkTarget;
    if (target.empty()) {
        target = LG_TRY(readLinkBeneath(source.root, source.path));
    }
    if (contentName(target) != source.digest) {
        return changedSinceReview();
    }
    if (::symlinkat(target.c_str(), dirFd, temporary.c_str()) != 0) {
        return ioError("cannot make a link", errno);
    }
    return target.size();
}

} // namespace

void copyUserAttributes(int from, int to) {
    if (::flistxattr(from, nullptr, 0) <= 0) {
        return; // nearly every file
    }
    std::string names(65536, '\0');
    const ssize_t size = ::flistxattr(from, names.data(), names.size());
    std::string value(65536, '\0');
    for (ssize_t at = 0; at < size;) {
        const std::string name = names.c_str() + at;
        at += static_cast<ssize_t>(name.size()) + 1;
        if (!name.starts_with("user.") || name.starts_with("user.overlay.")) {
            continue;
        }
        const ssize_t length = ::fgetxattr(from, name.c_str(), value.data(), value.size());
        if (length >= 0) {
            ::fsetxattr(to, name.c_str(), value.data(), static_cast<std::size_t>(length), 0);
        }
    }
}

Result<std::uint64_t> stage(const PutSource& source, int dirFd, const std::string& temporary) {
    ::unlinkat(dirFd, temporary.c_str(), 0); // of an apply that a crash ended
    auto staged = source.type == NodeType::Symlink ? stageLink(source, dirFd, temporary)
                                                   : stageFile(source, dirFd, temporary);
    if (!staged) {
        ::unlinkat(dirFd, temporary.c_str(), 0);
    }
    return staged;
}

Status commitStaged(int dirFd, const std::string& temporary, const std::string& name,
                    const Node& before) {
    Node now;
    struct stat s {};
    if (::fstatat(dirFd, name.c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0) {
        now = nodeOf(s);
    }
    Status result;
    if (!(now == before)) {
        result = makeError(Code::Conflict, "the host changed it meanwhile");
    } else {
        const unsigned flags = before.type == NodeType::None ? RENAME_NOREPLACE : 0;
        if (::syscall(SYS_renameat2, dirFd, temporary.c_str(), dirFd, name.c_str(), flags) != 0) {
            result = errno == EEXIST ? makeError(Code::Conflict, "the host has made it meanwhile")
                                     : ioError("cannot put '" + forScreen(name) + "' in place",
                                               errno);
        }
    }
    if (!result) {
        ::unlinkat(dirFd, temporary.c_str(), 0);
    }
    return result;
}

Result<std::string> keepCopy(Root root, const std::string& path, int dirFd,
                             const std::string& name) {
    auto from = LG_TRY(openFileBeneath(root, path));
    const auto s = LG_TRY(sys::stat(from.get()));
    ::unlinkat(dirFd, name.c_str(), 0);
    auto to = LG_TRY(
        sys::openBeneath(dirFd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
    auto digest = LG_TRY(copyBytes(from.get(), to.get()));
    copyUserAttributes(from.get(), to.get());
    const timespec times[2] = {s.st_atim, s.st_mtim};
    if (::futimens(to.get(), times) != 0) {
        return ioError("cannot keep a copy of '" + forScreen(path) + "'", errno);
    }
    return digest;
}

} // namespace leadglass::workspace
