#include "core/workspace/prepare_upper.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/hidden_set.h"
#include "core/workspace/names.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {
namespace {

constexpr std::uint64_t kMaxKeySize = 16 * 1024;
constexpr int kMaxDepth = 512;

constexpr std::array<std::string_view, 3> kKeyEndings{".pem", ".key", ".ppk"};
constexpr std::string_view kKeyStart = "id_"; // ssh-keygen(1): id_ed25519, beside id_ed25519.pub

bool mayBeKey(std::string_view name) {
    const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
    return std::any_of(kKeyEndings.begin(), kKeyEndings.end(), ends) || (name.starts_with(kKeyStart) && !name.ends_with(".pub"));
}

bool holdsPrivateKey(int dirFd, const std::string& name) {
    const auto fd = openFileBeneath(dirFd, name);
    if (!fd) {
        return false; // not a file, or not readable: the run, with the same user, cannot either
    }
    const auto s = sys::stat(fd->get());
    if (!s || static_cast<std::uint64_t>(s->st_size) > kMaxKeySize) {
        return false;
    }
    const auto text = sys::readAll(fd->get(), kMaxKeySize);
    if (!text) {
        return true; // grew or failed while we read: hide it
    }
    const std::size_t begin = text->find("-----BEGIN ");
    return (begin != std::string::npos &&
            text->find("PRIVATE KEY-----", begin) != std::string::npos) ||
           text->starts_with("PuTTY-User-Key-File");
}

constexpr int kOnlyLook = -1;

class Walk {
public:
    // `upperFd` kOnlyLook: what is to be hidden is found and listed, no more.
    Walk(int projectFd, int upperFd, const PathMatcher& hides, PreparedUpper& out)
        : m_projectFd(projectFd), m_upperFd(upperFd), m_hides(hides), m_out(out) {}

    Status directory(int dirFd, const std::string& path, int depth) {
        auto entries = LG_TRY(listDirectory(dirFd));
        std::string child = path.empty() ? path : path + "/";
        const std::size_t stem = child.size();
        for (const auto& entry : entries) {
            child.resize(stem);
            child += entry.name;
            ++m_out.filesSeen;
            if (m_hides(child)) {
                LG_TRY(hide(child));
                continue;
            }
            unsigned char type = entry.type;
            if (type == DT_UNKNOWN) {
                const auto s = sys::statAt(dirFd, entry.name);
                type = s && S_ISDIR(s->st_mode) ? DT_DIR : DT_REG;
            }
            if (type == DT_REG && mayBeKey(entry.name) && holdsPrivateKey(dirFd, entry.name)) {
                m_out.keysFound.push_back(child);
                LG_TRY(hide(child));
            }
            if (type != DT_DIR || child == ".git/objects" || depth >= kMaxDepth) {
                continue;
            }
            auto below = sys::openBeneath(dirFd, entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
                                          0, sys::Crossing::NoMounts);
            if (!below) {
                const int why = below.error().sysErrno;
                if (why == EACCES || why == ENOENT || why == EXDEV || why == ELOOP) {
                    continue; // unreadable to the run as well, gone, or a mount of its own
                }
                return std::move(below).error();
            }
            const auto s = LG_TRY(sys::stat(below->get()));
            noteOwner(s, child);
            LG_TRY(directory(below->get(), child, depth + 1));
        }
        return {};
    }

    // One id of each kind is mapped into the run: the person's, or for real root the project owner's.
    void knowOwner(const struct stat& project) {
        const bool root = ::geteuid() == 0;
        m_uid = root ? project.st_uid : ::geteuid();
        m_gid = root ? project.st_gid : ::getegid();
    }

private:
    void noteOwner(const struct stat& s, const std::string& path) {
        if (s.st_uid == m_uid && s.st_gid == m_gid) {
            return;
        }
        ++m_out.foreignCount;
        if (m_out.foreignOwned.size() < 20) {
            m_out.foreignOwned.push_back(path);
        }
    }

    Status hide(const std::string& path) {
        if (m_upperFd == kOnlyLook) {
            m_out.hidden.push_back(path);
            return {};
        }
        const std::string parent = parentOf(path);
        if (!parent.empty()) {
            LG_TRY(mirrorDirectory(parent));
        }
        auto dir = LG_TRY(openDirBeneath(m_upperFd, parent));
        if (::mknodat(dir.get(), baseOf(path).c_str(), S_IFCHR | 0600, 0) != 0) {
            return ioError("cannot hide '" + forScreen(path) + "' from the run", errno,
                           "the run was not started");
        }
        m_out.hidden.push_back(path);
        return {};
    }

    // The upper's directory is what the run sees: same mode, owner and times as the lower's.
    Status mirrorDirectory(const std::string& path) {
        if (LG_TRY(lookAt(m_upperFd, path)).type == NodeType::Directory) {
            return {};
        }
        const std::string parent = parentOf(path);
        if (!parent.empty()) {
            LG_TRY(mirrorDirectory(parent));
        }
        auto lower = LG_TRY(openDirBeneath(m_projectFd, path));
        const auto s = LG_TRY(sys::stat(lower.get()));
        auto into = LG_TRY(openDirBeneath(m_upperFd, parent));
        if (::mkdirat(into.get(), baseOf(path).c_str(), 0700) != 0) {
            return ioError("cannot prepare directory '" + forScreen(path) + "'", errno);
        }
        auto made = LG_TRY(openDirBeneath(m_upperFd, path));
        if (::fchown(made.get(), s.st_uid, s.st_gid) != 0 && errno != EPERM) {
            return ioError("cannot prepare directory '" + forScreen(path) + "'", errno);
        }
        // Whiteouts are still to be made inside, so the owner keeps access until then.
        if (::fchmod(made.get(), (s.st_mode & 0777) | S_IRWXU) != 0) {
            return ioError("cannot prepare directory '" + forScreen(path) + "'", errno);
        }
        return {};
    }

    int m_projectFd;
    int m_upperFd;
    const PathMatcher& m_hides;
    PreparedUpper& m_out;
    uid_t m_uid = 0;
    gid_t m_gid = 0;
};

} // namespace

std::vector<std::string> keyFileNames() {
    std::vector<std::string> names;
    for (const auto ending : kKeyEndings) {
        names.push_back("**/*" + std::string(ending));
    }
    names.push_back("**/" + std::string(kKeyStart) + "*");
    return names;
}

Result<PreparedUpper> prepareUpper(const RunDir& run, int projectFd, const PathMatcher& hides) {
    auto upper = LG_TRY(openDirBeneath(run.fd.get(), "upper"));
    auto root = LG_TRY(openDirBeneath(projectFd, ""));
    const auto s = LG_TRY(sys::stat(root.get()));
    // The upper's root is the project's root to the run.
    if (::fchmod(upper.get(), (s.st_mode & 0777) | S_IRWXU) != 0) {
        return ioError("cannot prepare the upper directory", errno);
    }
    PreparedUpper out;
    Walk walk(projectFd, upper.get(), hides, out);
    walk.knowOwner(s);
    LG_TRY(walk.directory(root.get(), "", 0));
    std::ranges::sort(out.hidden);
    // Now that all whiteouts are made, each directory gets its real mode and times.
    for (auto at = out.hidden.rbegin(); at != out.hidden.rend(); ++at) {
        for (std::string dir = parentOf(*at); !dir.empty(); dir = parentOf(dir)) {
            auto lower = LG_TRY(openDirBeneath(projectFd, dir));
            const auto want = LG_TRY(sys::stat(lower.get()));
            auto made = LG_TRY(openDirBeneath(upper.get(), dir));
            const timespec times[2] = {want.st_atim, want.st_mtim};
            if (::fchmod(made.get(), want.st_mode & 0777) != 0 ||
                ::futimens(made.get(), times) != 0) {
                return ioError("cannot prepare directory '" + forScreen(dir) + "'", errno);
            }
        }
    }
    return out;
}

Status requireMarks(const RunDir& run) {
    constexpr const char* kMark = "user.leadglass.probe";
    auto upper = LG_TRY(openDirBeneath(run.fd.get(), "upper"));
    if (::fsetxattr(upper.get(), kMark, "y", 1, 0) == 0) {
        return ::fremovexattr(upper.get(), kMark) == 0
                   ? Status()
                   : Status(ioError("cannot prepare the upper directory", errno));
    }
    if (errno != EOPNOTSUPP) {
        return ioError("cannot prepare the upper directory", errno);
    }
    return makeError(Code::Unsupported,
                     "no copy-on-write view can be kept in '" + forScreen(run.path) +
                         "': its file system has no user attributes (tmpfs has them from Linux 6.6)",
                     "put XDG_DATA_HOME on ext4, xfs or btrfs; or run with --workspace copy");
}

Result<std::vector<std::string>> appearedHidden(int projectFd, const PathMatcher& hides,
                                                const std::vector<std::string>& hidden) {
    PreparedUpper now;
    auto root = LG_TRY(openDirBeneath(projectFd, ""));
    LG_TRY(Walk(projectFd, kOnlyLook, hides, now).directory(root.get(), "", 0));
    const HiddenSet known(hidden);
    std::erase_if(now.hidden, [&](const std::string& path) { return known.hides(path); });
    std::ranges::sort(now.hidden);
    return std::move(now.hidden);
}

Result<StartMark> takeStartMark(const RunDir& run, int projectFd) {
    auto fd = sys::openAt(projectFd, ".", O_TMPFILE | O_WRONLY, 0600);
    if (!fd) {
        fd = sys::openAt(run.fd.get(), ".", O_TMPFILE | O_WRONLY, 0600);
    }
    if (!fd) {
        return std::move(fd).error();
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    return StartMark{s.st_ctim.tv_sec, s.st_ctim.tv_nsec};
}

} // namespace leadglass::workspace
