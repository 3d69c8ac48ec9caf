#include "core/workspace/tree_io.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/content_hash.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {

const char* nodeTypeName(NodeType type) {
    switch (type) {
    case NodeType::None: return "none";
    case NodeType::File: return "file";
    case NodeType::Directory: return "directory";
    case NodeType::Symlink: return "symlink";
    case NodeType::Special: return "special";
    }
    return "none";
}

Node nodeOf(const struct stat& s) {
    Node node;
    node.type = S_ISREG(s.st_mode)   ? NodeType::File
                : S_ISDIR(s.st_mode) ? NodeType::Directory
                : S_ISLNK(s.st_mode) ? NodeType::Symlink
                                     : NodeType::Special;
    node.mode = s.st_mode & 07777;
    node.dev = s.st_dev;
    node.ino = s.st_ino;
    node.size = static_cast<std::uint64_t>(s.st_size);
    node.mtimeSec = s.st_mtim.tv_sec;
    node.mtimeNsec = s.st_mtim.tv_nsec;
    node.ctimeSec = s.st_ctim.tv_sec;
    node.ctimeNsec = s.st_ctim.tv_nsec;
    return node;
}

bool isWhiteout(const struct stat& s) {
    return S_ISCHR(s.st_mode) && major(s.st_rdev) == 0 && minor(s.st_rdev) == 0;
}

Root::Place Root::of(const std::string& path) const {
    constexpr std::string_view kGit = ".git/";
    return git >= 0 && path.starts_with(kGit) ? Place{git, path.substr(kGit.size())} : Place{fd, path};
}

Root::Place Root::ofDirectory(const std::string& path) const {
    if (git >= 0 && path == ".git") {
        return {git, "."};
    }
    return path.empty() ? Place{fd, "."} : of(path);
}

bool Root::sync() const { return ::syncfs(fd) == 0 && (git < 0 || ::syncfs(git) == 0); }

Result<Node> lookAt(Root root, const std::string& path) {
    const auto place = root.of(path);
    auto fd = sys::openBeneath(place.fd, place.path, O_PATH | O_NOFOLLOW, 0, sys::Crossing::NoMounts);
    if (!fd) {
        const int why = fd.error().sysErrno;
        if (why == ENOENT || why == ENOTDIR || why == ELOOP) {
            return Node{};
        }
        return std::move(fd).error();
    }
    return nodeOf(LG_TRY(sys::stat(fd->get())));
}

Result<UniqueFd> openFileBeneath(Root root, const std::string& path) {
    const auto place = root.of(path);
    auto fd = LG_TRY(sys::openBeneath(place.fd, place.path,
                                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0,
                                      sys::Crossing::NoMounts));
    const auto s = LG_TRY(sys::stat(fd.get()));
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Conflict, "'" + forScreen(path) + "' is not a regular file any more");
    }
    return fd;
}

Result<UniqueFd> openDirBeneath(Root root, const std::string& path) {
    const auto place = root.ofDirectory(path);
    return sys::openBeneath(place.fd, place.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0,
                            sys::Crossing::NoMounts);
}

Status canBeRead(Root root, const std::string& path, NodeType type) {
    if (type == NodeType::File) {
        (void)LG_TRY(openFileBeneath(root, path));
    } else if (type == NodeType::Directory) {
        (void)LG_TRY(openDirBeneath(root, path));
    }
    return {};
}

Result<std::string> readLinkBeneath(Root root, const std::string& path) {
    const auto place = root.of(path);
    auto fd = LG_TRY(
        sys::openBeneath(place.fd, place.path, O_PATH | O_NOFOLLOW, 0, sys::Crossing::NoMounts));
    std::array<char, PATH_MAX> buffer;
    const ssize_t size = ::readlinkat(fd.get(), "", buffer.data(), buffer.size());
    if (size < 0) {
        return ioError("cannot read link '" + forScreen(path) + "'", errno);
    }
    return std::string(buffer.data(), static_cast<std::size_t>(size));
}

std::string contentName(std::string_view bytes) {
    ContentHash hash(bytes.size());
    hash.update(0, bytes);
    return hash.finish();
}

Result<std::string> contentDigest(Root root, const std::string& path, NodeType type) {
    if (type == NodeType::Symlink) {
        return contentName(LG_TRY(readLinkBeneath(root, path)));
    }
    if (type != NodeType::File) {
        return std::string();
    }
    auto fd = LG_TRY(openFileBeneath(root, path));
    return LG_TRY(readContent(fd.get(), [](std::uint64_t, std::string_view) { return Status(); })).digest;
}

Result<bool> sameContent(Root rootA, const std::string& a, Root rootB, const std::string& b) {
    auto first = LG_TRY(openFileBeneath(rootA, a));
    auto second = LG_TRY(openFileBeneath(rootB, b));
    return haveSameContent(first.get(), second.get());
}

// Not by readdir(3), which asks the kernel three things more for each directory: walks of whole projects come by here.
Result<std::vector<DirEntry>> listDirectory(int dirFd) {
    const auto own = LG_TRY(sys::openAt(dirFd, ".", O_RDONLY | O_DIRECTORY));
    std::vector<DirEntry> entries;
    alignas(dirent64) std::array<char, 32768> buffer;
    for (;;) {
        const ssize_t size = ::getdents64(own.get(), buffer.data(), buffer.size());
        if (size < 0) {
            return ioError("cannot list a directory", errno);
        }
        if (size == 0) {
            return entries;
        }
        for (ssize_t at = 0; at < size;) {
            const auto* entry = reinterpret_cast<const dirent64*>(buffer.data() + at);
            const std::string_view name = entry->d_name;
            if (name != "." && name != "..") {
                entries.push_back({std::string(name), entry->d_type});
            }
            at += entry->d_reclen;
        }
    }
}

} // namespace leadglass::workspace
