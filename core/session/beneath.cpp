#include "core/session/beneath.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::session::beneath {
namespace {

constexpr int kMaxDepth = 24;
constexpr int kDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

std::vector<std::string> parts(const std::string& path) {
    std::vector<std::string> out;
    std::size_t start = 0;
    while (start < path.size()) {
        const std::size_t end = std::min(path.find('/', start), path.size());
        if (end > start) {
            out.push_back(path.substr(start, end - start));
        }
        start = end + 1;
    }
    return out;
}

// The directory that holds the last part, opened without links. Nothing: it is not there.
Result<std::optional<UniqueFd>> openParent(int root, const std::vector<std::string>& names) {
    UniqueFd at = LG_TRY(sys::dup(root));
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
        auto next = sys::openBeneath(at.get(), names[i], kDirectory);
        if (!next) {
            const int error = next.error().sysErrno;
            if (error == ENOENT || error == ENOTDIR || error == ELOOP) {
                return std::optional<UniqueFd>();
            }
            return std::move(next).error();
        }
        at = std::move(next).value();
    }
    return std::optional<UniqueFd>(std::move(at));
}

Result<UniqueFd> enter(int at, const std::string& name, const std::string& path,
                       std::vector<std::string>& replaced) {
    if (::mkdirat(at, name.c_str(), 0700) != 0 && errno != EEXIST) {
        return ioError("cannot create '" + forScreen(path) + "'", errno);
    }
    auto fd = sys::openBeneath(at, name, kDirectory);
    if (fd) {
        return fd;
    }
    const int error = fd.error().sysErrno;
    if (error != ENOTDIR && error != ELOOP) {
        return fd;
    }
    LG_TRY(sys::removeTree(at, name));
    replaced.push_back(path);
    if (::mkdirat(at, name.c_str(), 0700) != 0) {
        return ioError("cannot create '" + forScreen(path) + "'", errno);
    }
    return sys::openBeneath(at, name, kDirectory);
}

Result<std::vector<std::string>> namesIn(int directory) {
    auto fd = LG_TRY(sys::openAt(directory, ".", kDirectory));
    std::unique_ptr<DIR, int (*)(DIR*)> dir(::fdopendir(fd.get()), ::closedir);
    if (!dir) {
        return ioError("cannot list a directory", errno);
    }
    (void)fd.release(); // closedir(3) closes it
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(dir.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") {
            names.emplace_back(name);
        }
    }
    return names;
}

std::string joined(const std::vector<std::string>& names, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += (i == 0 ? "" : "/") + names[i];
    }
    return out;
}

Status copyFile(int from, const std::string& name, const struct stat& s, int to,
                CopyBudget& budget, Access access, const std::string& what) {
    const auto size = static_cast<std::uint64_t>(s.st_size);
    if (size > kMaxFileBytes || size > budget.bytes) {
        budget.skipped.push_back(what + " (too large)");
        return {};
    }
    auto fd = sys::openBeneath(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    auto content = fd ? sys::readAll(fd.value().get(), kMaxFileBytes)
                      : Result<std::string>(std::move(fd).error());
    if (!content) {
        budget.skipped.push_back(what + " (" + content.error().text() + ")");
        return {};
    }
    budget.bytes -= std::min<std::uint64_t>(budget.bytes, content.value().size());
    const mode_t execute = (s.st_mode & S_IXUSR) != 0 ? 0111 : 0;
    const mode_t mode = access == Access::Private ? (0600 | (execute & 0100)) : (0644 | execute);
    // What is readable by the agent is this run's copy of configuration.
    const auto sync = access == Access::Private ? sys::Sync::Done : sys::Sync::Left;
    return sys::replaceFileAt(to, name, content.value(), mode, sync);
}

} // namespace

Type typeOf(int root, const std::string& path) {
    const auto names = parts(path);
    auto parent = openParent(root, names);
    if (!parent || !parent.value() || names.empty()) {
        return Type::Missing;
    }
    struct stat s {};
    if (::fstatat(parent.value()->get(), names.back().c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
        return Type::Missing;
    }
    return S_ISDIR(s.st_mode) ? Type::Directory : S_ISREG(s.st_mode) ? Type::Regular : Type::Other;
}

Result<UniqueFd> ensureDirectory(int root, const std::string& path,
                                 std::vector<std::string>& replaced) {
    UniqueFd at = LG_TRY(sys::dup(root));
    const auto names = parts(path);
    for (std::size_t i = 0; i < names.size(); ++i) {
        at = LG_TRY(enter(at.get(), names[i], joined(names, i + 1), replaced));
    }
    return at;
}

Status makePlain(int root, const std::string& path, std::vector<std::string>& replaced) {
    const auto names = parts(path);
    UniqueFd at = LG_TRY(sys::dup(root));
    for (std::size_t i = 0; i < names.size(); ++i) {
        struct stat s {};
        const std::string& name = names[i];
        const bool last = i + 1 == names.size();
        if (::fstatat(at.get(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
            return errno == ENOENT ? Status() : Status(ioError("cannot look at '" + forScreen(path) + "'", errno));
        }
        if (last ? !S_ISREG(s.st_mode) || s.st_nlink != 1 : !S_ISDIR(s.st_mode)) {
            replaced.push_back(joined(names, i + 1));
            return sys::removeTree(at.get(), name);
        }
        if (!last) {
            at = LG_TRY(sys::openBeneath(at.get(), name, kDirectory));
            continue;
        }
        constexpr mode_t kRights = 07777, kOwn = 0600;
        if ((s.st_mode & kRights & ~kOwn) != 0) {
            const auto fd = LG_TRY(sys::openBeneath(at.get(), name, O_PATH | O_NOFOLLOW));
            const std::string place = "/proc/self/fd/" + std::to_string(fd.get()); // fchmod(2) takes no O_PATH
            if (::chmod(place.c_str(), kOwn) != 0) {
                return ioError("cannot set the mode of '" + forScreen(path) + "'", errno);
            }
        }
    }
    return {};
}

Status ensureEmptyFile(int root, const std::string& path, std::vector<std::string>& replaced) {
    const auto names = parts(path);
    auto parent = LG_TRY(ensureDirectory(root, joined(names, names.size() - 1), replaced));
    const std::string& name = names.back();
    struct stat s {};
    if (::fstatat(parent.get(), name.c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(s.st_mode)) {
        LG_TRY(sys::removeTree(parent.get(), name));
        replaced.push_back(path);
    }
    auto fd = LG_TRY(sys::openBeneath(
        parent.get(), name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0600));
    return {};
}

Status writeFile(int root, const std::string& path, std::string_view content, mode_t mode,
                 std::vector<std::string>& replaced) {
    const auto names = parts(path);
    auto parent = LG_TRY(ensureDirectory(root, joined(names, names.size() - 1), replaced));
    struct stat s {};
    if (::fstatat(parent.get(), names.back().c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0 &&
        !S_ISREG(s.st_mode)) {
        LG_TRY(sys::removeTree(parent.get(), names.back()));
        replaced.push_back(path);
    }
    return sys::replaceFileAt(parent.get(), names.back(), content, mode);
}

Result<std::optional<std::string>> readFile(int root, const std::string& path) {
    const auto names = parts(path);
    auto parent = LG_TRY(openParent(root, names));
    if (!parent) {
        return std::optional<std::string>();
    }
    auto fd = sys::openBeneath(parent->get(), names.back(),
                               O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (!fd) {
        if (fd.error().sysErrno == ENOENT) {
            return std::optional<std::string>();
        }
        return std::move(fd).error();
    }
    const auto s = LG_TRY(sys::stat(fd.value().get()));
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, "'" + forScreen(path) + "' is not a regular file");
    }
    return std::optional<std::string>(LG_TRY(sys::readAll(fd.value().get(), kMaxFileBytes)));
}

Status remove(int root, const std::string& path) {
    const auto names = parts(path);
    auto parent = LG_TRY(openParent(root, names));
    if (!parent || names.empty()) {
        return {};
    }
    return sys::removeTree(parent->get(), names.back());
}

Status emptyDirectory(int directory) {
    for (const auto& name : LG_TRY(namesIn(directory))) {
        LG_TRY(sys::removeTree(directory, name));
    }
    return {};
}

Status copyTree(int from, int to, CopyBudget& budget, Access access, const std::string& what,
                int depth) {
    if (depth > kMaxDepth) {
        budget.skipped.push_back(what + " (too deep)");
        return {};
    }
    for (const auto& name : LG_TRY(namesIn(from))) {
        const std::string path = what + "/" + name;
        if (--budget.entries < 0) {
            budget.skipped.push_back(what + " (too many files)");
            return {};
        }
        struct stat s {};
        if (::fstatat(from, name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
            continue; // gone meanwhile
        }
        if (S_ISREG(s.st_mode)) {
            LG_TRY(copyFile(from, name, s, to, budget, access, path));
        } else if (S_ISDIR(s.st_mode)) {
            auto source = sys::openBeneath(from, name, kDirectory);
            if (!source) {
                budget.skipped.push_back(path + " (" + source.error().text() + ")");
                continue;
            }
            std::vector<std::string> replaced;
            auto made = LG_TRY(ensureDirectory(to, name, replaced));
            LG_TRY(copyTree(source.value().get(), made.get(), budget, access, path, depth + 1));
            if (access == Access::Readable && ::fchmod(made.get(), 0755) != 0) {
                return ioError("cannot set the mode of '" + forScreen(path) + "'", errno);
            }
        } else {
            budget.skipped.push_back(path + (S_ISLNK(s.st_mode) ? " (a link)" : " (a special file)"));
        }
    }
    return {};
}

Status chownTree(int directory, uid_t uid, gid_t gid, int depth) {
    if (depth > 4 * kMaxDepth) {
        return makeError(Code::Refused, "the state of this profile is nested too deeply",
                         "remove it from Leadglass's state directory");
    }
    if (::fchown(directory, uid, gid) != 0) {
        return ioError("cannot give the state to the agent's user", errno);
    }
    for (const auto& name : LG_TRY(namesIn(directory))) {
        struct stat s {};
        if (::fstatat(directory, name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        if (S_ISDIR(s.st_mode)) {
            auto below = LG_TRY(sys::openBeneath(directory, name, kDirectory, 0,
                                                 sys::Crossing::NoMounts));
            LG_TRY(chownTree(below.get(), uid, gid, depth + 1));
        } else if ((s.st_uid != uid || s.st_gid != gid) &&
                   ::fchownat(directory, name.c_str(), uid, gid, AT_SYMLINK_NOFOLLOW) != 0) {
            return ioError("cannot give '" + forScreen(name) + "' to the agent's user", errno);
        }
    }
    return {};
}

} // namespace leadglass::session::beneath
