#include "core/policy/policy_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <ctime>
#include <memory>

#include "core/base/digest.h"
#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/sys.h"
#include "core/policy/parser.h"
#include "core/policy/parser_values.h"
#include "core/policy/profile_store.h"
#include "core/policy/project_layer.h"

namespace leadglass::policy {
namespace {

constexpr int kLockTries = 40; // of 50 ms

std::string quoted(const std::string& path) { return "'" + forScreen(path, 300) + "'"; }

std::string folderOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}
std::string nameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::optional<Error> lockOf(const struct stat& s, const std::string& path, Layer layer) {
    const auto refused = [&](const std::string& why, const std::string& fix) { return std::optional(makeError(Code::Refused, quoted(path) + " " + why, fix)); };
    if (!S_ISREG(s.st_mode)) {
        return refused("is not a regular file", "put one in its place");
    }
    if (s.st_uid != ::geteuid()) {
        return refused("belongs to someone else", "make a profile of your own that extends it, or ask them");
    }
    if (layer != Layer::Project && (s.st_mode & 022) != 0) {
        return refused("can be changed by other users", "chmod go-w " + quoted(path));
    }
    if (s.st_nlink > 1) {
        return refused("has another name (a hard link), which would keep the old text", "change it with a text editor");
    }
    return std::nullopt;
}

// The folder's lock: two that write at once do so one after the other.
Status lock(int folder, const std::string& path) {
    for (int i = 0; i < kLockTries; ++i) {
        if (::flock(folder, LOCK_EX | LOCK_NB) == 0) {
            return {};
        }
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return ioError("cannot lock " + quoted(path), errno);
        }
        const timespec pause{0, 50'000'000};
        ::nanosleep(&pause, nullptr);
    }
    return makeError(Code::Busy, "another program holds the lock of " + quoted(path), "try again");
}

bool sameFile(const struct stat& a, const struct stat& b) {
    return a.st_ino == b.st_ino && a.st_dev == b.st_dev && a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
           a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

Error changedMeanwhile(const std::string& path) {
    return makeError(Code::Conflict, quoted(path) + " was changed since it was read; nothing was written", "look at it again, and repeat what is still right");
}

// What a writer of `name` that was killed before its rename has left there: .NAME.new.PID of a process that is gone.
void removeLeftovers(int folder, const std::string& name) {
    UniqueFd again(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)); // a position of its own
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(again ? ::fdopendir(again.get()) : nullptr, &::closedir);
    if (!entries) {
        return;
    }
    static_cast<void>(again.release()); // closedir() closes it
    const std::string start = "." + name + ".new.";
    while (const dirent* entry = ::readdir(entries.get())) {
        const std::string_view is(entry->d_name);
        pid_t writer = 0;
        const char* end = is.data() + is.size();
        if (!is.starts_with(start) || std::from_chars(is.data() + start.size(), end, writer).ptr != end || writer <= 0) {
            continue;
        }
        struct stat s {};
        const bool isOurs = ::fstatat(folder, entry->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(s.st_mode) && s.st_uid == ::geteuid();
        if (isOurs && ::kill(writer, 0) != 0 && errno == ESRCH) {
            ::unlinkat(folder, entry->d_name, 0);
        }
    }
}

Status replace(int folder, const PolicyFile& file, const struct stat& old, const std::string& content) {
    const std::string name = nameOf(file.real);
    removeLeftovers(folder, name);
    const std::string temporary = "." + name + ".new." + std::to_string(::getpid());
    ::unlinkat(folder, temporary.c_str(), 0);
    const UniqueFd fd = LG_TRY(sys::openBeneath(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
    const auto whole = [&]() -> Status {
        LG_TRY(sys::writeAll(fd.get(), content));
        const auto made = LG_TRY(sys::stat(fd.get()));
        if (made.st_gid != old.st_gid && ::fchown(fd.get(), static_cast<uid_t>(-1), old.st_gid) != 0) {
            return ioError("cannot give the new text of " + quoted(file.real) + " to its group", errno, "change it with a text editor");
        }
        if (::fchmod(fd.get(), old.st_mode & 07777) != 0 || ::fsync(fd.get()) != 0) {
            return ioError("cannot write " + quoted(file.real), errno);
        }
        const auto now = sys::statAt(folder, name); // an editor of texts takes no lock
        if (!now || !sameFile(*now, old)) {
            return changedMeanwhile(file.real);
        }
        return ::renameat(folder, temporary.c_str(), folder, name.c_str()) == 0 ? Status() : Status(ioError("cannot replace " + quoted(file.real), errno));
    };
    Status out = whole();
    if (!out) {
        ::unlinkat(folder, temporary.c_str(), 0);
    } else if (::fsync(folder) != 0) {
        return ioError("cannot sync " + quoted(folderOf(file.real)), errno);
    }
    return out;
}

// An agent can put a link there, at any moment: what it leads to is none of the project's. So nothing is asked by name twice.
Result<ProfileFile> projectText(const std::string& path) {
    const std::string folder = LG_TRY(sys::realPath(path.find('/') == std::string::npos ? "." : folderOf(path)));
    const std::string real = folder + (folder.ends_with('/') ? "" : "/") + kProjectFile;
    const UniqueFd dir = LG_TRY(sys::open(folder, O_RDONLY | O_DIRECTORY));
    const auto fd = sys::openBeneath(dir.get(), kProjectFile, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
    if (!fd && fd.error().sysErrno == ENOENT) {
        return fd.error();
    }
    const auto s = fd ? sys::stat(fd->get()) : Result<struct stat>(fd.error());
    if (!s || !S_ISREG(s->st_mode)) {
        return makeError(Code::Refused, quoted(path) + " must be a plain file", "put one in its place, or take it away");
    }
    auto text = sys::readAll(fd->get(), kMaxPolicyBytes);
    if (!text) {
        text.error().what = quoted(path) + ": " + text.error().what;
        return text.error();
    }
    return ProfileFile{path, real, std::move(*text)};
}

} // namespace

Result<PolicyFile> readPolicyFile(const Places& places, const std::string& nameOrFile) {
    struct stat s {};
    const bool ofProject = nameOf(nameOrFile) == kProjectFile;
    auto found = ofProject ? projectText(nameOrFile) : profileText(places, nameOrFile);
    if (!found) {
        adviseWhereMissing(found.error());
        return found.error();
    }
    PolicyFile out;
    // A profile may extend the one of its own name: the loader tells them apart by the path it finds them at.
    const bool asFound = nameOrFile.starts_with(places.config + "/profiles/") || nameOrFile.starts_with(places.site + "/profiles/");
    out.path = asFound ? nameOrFile : std::move(found->path);
    out.content = std::move(found->content);
    out.real = ofProject ? out.path : LG_TRY(sys::realPath(out.path));
    out.digest = sha256Hex(out.content);
    const auto builtIn = sys::realPath(places.policies);
    out.builtIn = builtIn.ok() && folderOf(out.real) == *builtIn;
    out.layer = nameOf(out.path) == kProjectFile                      ? Layer::Project
                : out.builtIn && nameOf(out.real) == "base.toml" ? Layer::Base
                                                                 : Layer::Profile;
    if (out.builtIn) {
        out.locked = makeError(Code::Refused, quoted(out.path) + " is built in, and stays as it is", "make a profile of your own that extends it");
    } else if (::lstat(out.real.c_str(), &s) != 0) {
        out.locked = ioError("cannot look at " + quoted(out.real), errno);
    } else {
        out.locked = lockOf(s, out.real, out.layer);
    }
    if (!out.locked && ::faccessat(AT_FDCWD, folderOf(out.real).c_str(), W_OK, AT_EACCESS) != 0) {
        out.locked = ioError("cannot write in the folder of " + quoted(out.real), errno, "give yourself the right to write there");
    }
    return out;
}

Status writePolicyFile(const PolicyFile& asRead, const std::string& content) {
    if (asRead.locked) {
        return *asRead.locked;
    }
    if (content.size() > kMaxPolicyBytes) {
        return makeError(Code::Invalid, quoted(asRead.real) + " would be larger than 1 MiB", "put what many share into a profile that others extend");
    }
    const UniqueFd folder = LG_TRY(sys::open(folderOf(asRead.real), O_RDONLY | O_DIRECTORY));
    LG_TRY(lock(folder.get(), folderOf(asRead.real)));
    const auto fd = sys::openBeneath(folder.get(), nameOf(asRead.real), O_RDONLY | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
    if (!fd) {
        return fd.error().sysErrno == ENOENT || fd.error().sysErrno == ELOOP ? changedMeanwhile(asRead.real) : fd.error();
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    if (const auto locked = lockOf(s, asRead.real, asRead.layer)) {
        return *locked;
    }
    const auto now = sys::readAll(fd->get(), kMaxPolicyBytes);
    if (!now || sha256Hex(*now) != asRead.digest) {
        return changedMeanwhile(asRead.real);
    }
    return replace(folder.get(), asRead, s, content);
}

Result<std::string> makeProjectFile(const std::string& project) {
    const UniqueFd folder = LG_TRY(sys::open(project, O_RDONLY | O_DIRECTORY));
    const std::string path = project + (project.ends_with('/') ? "" : "/") + kProjectFile;
    auto fd = sys::openBeneath(folder.get(), kProjectFile, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0644);
    if (!fd) {
        return fd.error().sysErrno == EEXIST ? makeError(Code::Conflict, "there is a " + quoted(path) + " already", "change that one") : fd.error();
    }
    LG_TRY(sys::writeAll(fd->get(), "# What runs here may not do, besides what your profile says. It can only tighten.\nschema = 1\n"));
    return ::fsync(fd->get()) == 0 ? Result<std::string>(path) : ioError("cannot sync " + quoted(path), errno);
}

Result<std::string> makeOwnProfile(const Places& places, const std::string& name, const std::string& parent) {
    if (!isProfileName(name) || name == "base") {
        return makeError(Code::Invalid, "'" + forScreen(name, 80) + "' cannot be the name of a profile of your own",
                         "use lower-case letters, digits, '-', '_' and '.'; 'base' is the floor under every profile");
    }
    const std::string folder = places.config + "/profiles";
    LG_TRY(openOwnDirectory(places.config));
    const UniqueFd dir = LG_TRY(openOwnDirectory(folder));
    const std::string path = folder + "/" + name + ".toml";
    struct stat s {};
    if (::fstatat(dir.get(), (name + ".toml").c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0) {
        return makeError(Code::Conflict, "you have a profile '" + name + "': " + quoted(path), "change that one, or choose another name");
    }
    const std::string text = "# What " + parent + " says, and what stands here besides.\nschema  = 1\nname    = \"" + name +
                             "\"\nversion = \"1\"\nextends = \"" + parent + "\"\n";
    PolicyFile file;
    file.path = path;
    LG_TRY(checkPolicyText(places, file, text, {}));
    removeLeftovers(dir.get(), name + ".toml");
    LG_TRY(sys::replaceFileAt(dir.get(), name + ".toml", text, 0600));
    return path;
}

} // namespace leadglass::policy
