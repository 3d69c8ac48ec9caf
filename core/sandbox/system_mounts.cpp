#include "core/sandbox/system_mounts.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <string_view>

#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/path_text.h"

namespace leadglass::sandbox {
namespace {

constexpr std::array kRootEntries = {"bin", "sbin", "lib", "lib32", "lib64", "libx32"};

// Merged /usr has links here, older layouts directories; both look inside as on the host.
Status addAsOnHost(std::vector<Mount>& mounts, const std::string& root, const std::string& name) {
    const std::string host = joinPath(root, name);
    struct stat s {};
    if (::lstat(host.c_str(), &s) != 0) {
        return {};
    }
    if (S_ISLNK(s.st_mode)) {
        mounts.push_back(symlinkMount("/" + name, sys::readlinkAt(AT_FDCWD, host), "system"));
    } else if (S_ISDIR(s.st_mode)) {
        mounts.push_back(LG_TRY(bindRealPath(host, "/" + name, false, "system")));
    }
    return {};
}

} // namespace

Result<std::vector<Mount>> systemDirectories(const std::string& root) {
    std::vector<Mount> mounts;
    mounts.push_back(LG_TRY(bindRealPath(joinPath(root, "usr"), "/usr", false, "system")));
    for (const char* name : kRootEntries) {
        LG_TRY(addAsOnHost(mounts, root, name));
    }
    // Services that are installed whole keep their sockets there. The rest of /usr is packages' alone and
    // stays a plain mount: through an overlay each file is opened twice.
    for (const char* name : {"usr/local", "opt", "nix/store"}) {
        struct stat s {};
        const std::string host = joinPath(root, name);
        const bool isLink = ::lstat(host.c_str(), &s) == 0 && S_ISLNK(s.st_mode);
        if (isLink && std::string_view(name) == "usr/local") {
            continue; // it is seen through /usr, and leads to where it may
        }
        if (::stat(host.c_str(), &s) == 0 && S_ISDIR(s.st_mode)) {
            auto mount = bindRealPath(host, std::string("/") + name, false, "system");
            if (mount) {
                mount->sealed = true;
                mounts.push_back(std::move(mount).value());
            }
        }
    }
    return mounts;
}

std::vector<Mount> privateDirectories(const Identities& who, const SystemSizes& sizes) {
    std::vector<Mount> mounts;
    Mount proc;
    proc.kind = Mount::Kind::Proc;
    proc.target = "/proc";
    proc.writable = true;
    proc.why = "private";
    mounts.push_back(proc);
    Mount dev = proc;
    dev.kind = Mount::Kind::Dev;
    dev.target = "/dev";
    mounts.push_back(dev);
    mounts.push_back(tmpfsMount("/dev/shm", sizes.shm, 01777, "private"));
    mounts.push_back(tmpfsMount("/tmp", sizes.tmp, 01777, "private"));
    mounts.push_back(tmpfsMount("/var", sizes.tmp, 0755, "private"));
    mounts.push_back(dirMount("/var/tmp", 01777, "private"));
    mounts.push_back(dirMount("/var/cache", 0755, "private"));
    mounts.push_back(dirMount("/var/lib", 0755, "private"));
    mounts.push_back(dirMount("/var/log", 0755, "private"));
    mounts.push_back(symlinkMount("/var/run", "/run", "private"));
    mounts.push_back(tmpfsMount("/run", 64ULL << 20, 0755, "private"));
    mounts.push_back(dirMount("/run/lock", 01777, "private"));
    mounts.push_back(dirMount("/run/user/" + std::to_string(who.uid), 0700, "private"));
    return mounts;
}

} // namespace leadglass::sandbox
