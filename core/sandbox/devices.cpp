#include "core/sandbox/devices.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string_view>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_parts.h"

namespace leadglass::sandbox {
namespace {

constexpr unsigned kMem = 1;
constexpr unsigned kMisc = 10;
constexpr unsigned kDrm = 226;
constexpr unsigned kRenderFirst = 128; // below: card nodes
constexpr unsigned kRenderLast = 191;  // above, on newer kernels: of both kinds, as they come
constexpr unsigned kNvidia = 195;
constexpr unsigned kNvidiaModeset = 254;
constexpr unsigned kKvmMinor = 232;
constexpr std::size_t kMaxMajors = 64 * 1024;
constexpr std::size_t kMaxGpus = 64;
constexpr std::size_t kShown = 200; // characters of a path

// Why, for those that people may think of. Whatever is not here is refused as well.
struct Refused {
    unsigned first;
    unsigned last;
    const char* why;
};
constexpr std::array kRefused{
    Refused{kMem, kMem, "memory, ports or the log of the machine"},
    Refused{2, 5, "a terminal of this machine"},
    Refused{7, 7, "the contents of a console"},
    Refused{kMisc, kMisc, "one of many that make devices, networks, file systems or snapshots"},
    Refused{13, 13, "keyboards and mice"},
    Refused{21, 21, "raw commands to a disk"},
    Refused{29, 29, "the contents of a screen"},
    Refused{81, 81, "a camera"},
    Refused{116, 116, "sound: a microphone"},
    Refused{136, 143, "a terminal of this machine"},
    Refused{189, 189, "raw access to USB"},
    Refused{kNvidia, kNvidia, "what sets the screen"},
    Refused{kDrm, kDrm, "not known as a render node; a card node sees and sets the screen"}};

// Names of the /dev that each run has of its own (bwrap(1), --dev): some are links, which a mount would follow.
constexpr std::array<std::string_view, 15> kOwnNames{"console", "core", "fd", "full", "null", "ptmx", "pts", "random",
                                                     "shm", "stderr", "stdin", "stdout", "tty", "urandom", "zero"};

// "Character devices:\n  1 mem\n ...\nBlock devices:\n": the name of a major number.
std::string majorName(const std::string& majors, unsigned number) {
    std::istringstream lines(majors);
    std::string line;
    while (std::getline(lines, line) && !line.starts_with("Block")) {
        std::istringstream words(line);
        unsigned found = 0;
        std::string name;
        if (words >> found >> name && found == number) {
            return name;
        }
    }
    return {};
}

bool isHarmless(unsigned number, unsigned minor, const std::string& name) {
    constexpr std::array<unsigned, 5> kPlainMem{3, 5, 7, 8, 9}; // null, zero, full, random, urandom
    switch (number) {
    case kMem: return std::find(kPlainMem.begin(), kPlainMem.end(), minor) != kPlainMem.end();
    case kMisc: return minor == kKvmMinor;
    case kDrm: return minor >= kRenderFirst && minor <= kRenderLast;
    case kNvidia: return minor != kNvidiaModeset; // cards, and nvidiactl
    default: return name == "nvidia-uvm" || name == "kfd";
    }
}

std::vector<std::string> charactersIn(const char* directory, const char* prefix) {
    std::vector<std::string> paths;
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::opendir(directory), ::closedir);
    while (const dirent* entry = list ? ::readdir(list.get()) : nullptr) {
        const std::string name = static_cast<const char*>(entry->d_name);
        const std::string path = std::string(directory) + "/" + name;
        struct stat s {};
        if (name.starts_with(prefix) && ::lstat(path.c_str(), &s) == 0 && S_ISCHR(s.st_mode)) {
            paths.push_back(path);
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::vector<std::string> gpuPaths() {
    auto paths = charactersIn("/dev/dri", "renderD");
    for (const auto& more : {charactersIn("/dev", "nvidia"), charactersIn("/dev", "kfd")}) {
        std::copy_if(more.begin(), more.end(), std::back_inserter(paths),
                     [](const std::string& path) { return path != "/dev/nvidia-modeset"; }); // sets the screen
    }
    return paths;
}

// Would owner and mode let the command in? The kernel has the last word (access lists).
bool mayOpen(const PlanRequest& request, const std::string& path) {
    constexpr mode_t kBoth = 06;
    struct stat s {};
    if (::lstat(path.c_str(), &s) != 0) {
        return false;
    }
    if (!request.root) {
        return ::access(path.c_str(), R_OK | W_OK) == 0;
    }
    // Root overrides modes, what runs inside does not: nobody else's id, or root's without its powers.
    const bool own = request.root->unsafeRoot && s.st_uid == 0;
    const bool group = request.root->unsafeRoot && s.st_gid == 0;
    return ((s.st_mode >> (own ? 6U : group ? 3U : 0U)) & kBoth) == kBoth;
}

Error notOpen(const std::string& path, const std::string& why, const PlanRequest& request) {
    return makeError(Code::Refused,
                     "device '" + forScreen(path, kShown) + "' (" + why + "): the command's user may not open it",
                     request.root ? "start Leadglass as a user who may: started by root, the command is somebody else inside"
                                  : "become a member of its group (often 'render' or 'kvm') and log in again, or take the line out");
}

} // namespace

std::string whyRefused(mode_t mode, dev_t number, const std::string& majors) {
    if (S_ISBLK(mode)) {
        return "a disk: the files on it lie open past every rule";
    }
    if (!S_ISCHR(mode)) {
        return "no device";
    }
    const std::string name = majorName(majors, major(number));
    if (isHarmless(major(number), minor(number), name)) {
        return {};
    }
    for (const Refused& known : kRefused) {
        if (major(number) >= known.first && major(number) <= known.last) {
            return known.why;
        }
    }
    return "of the class '" + forScreen(name.empty() ? "?" : name, 60) + "', which is not known to be harmless";
}

Result<Mount> deviceMount(const std::string& path, const std::string& why) {
    const std::string said = "device '" + forScreen(path, kShown) + "' (" + why + ")";
    const auto parts = components(path);
    if (parts.size() < 2 || parts[0] != "dev" || cleanPath(path) != path ||
        std::find(kOwnNames.begin(), kOwnNames.end(), parts[1]) != kOwnNames.end()) {
        return makeError(Code::Refused, said + ": a run has its own under that name", "take the line out");
    }
    const auto fd = sys::openNoLinks(path, O_PATH | O_NOFOLLOW);
    if (!fd && (fd.error().sysErrno == ENOENT || fd.error().sysErrno == ENOTDIR)) {
        return makeError(Code::NotFound, said + ": there is none", "take the line out, or load its driver");
    }
    if (!fd) {
        const bool link = fd.error().sysErrno == ELOOP;
        return makeError(Code::Refused, said + (link ? ": it is a link, or lies behind one" : ": " + fd.error().text()),
                         "name the device itself");
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    const auto majors = sys::readFile("/proc/devices", kMaxMajors);
    const std::string refused = whyRefused(s.st_mode, s.st_rdev, majors ? *majors : std::string());
    if (!refused.empty()) {
        return makeError(Code::Refused, said + " is not shown to a run: it is " + refused,
                         "take the line out; what can be shown: \"gpu\", \"kvm\"");
    }
    Mount mount;
    mount.kind = Mount::Kind::Device;
    mount.source = path;
    mount.target = path;
    mount.writable = true;
    mount.dev = s.st_dev;
    mount.ino = s.st_ino;
    mount.type = s.st_mode & S_IFMT;
    mount.rdev = s.st_rdev;
    mount.why = why;
    return mount;
}

std::vector<std::string> devicePaths(const std::string& what) {
    return what == "gpu" ? gpuPaths() : std::vector<std::string>{what == "kvm" ? "/dev/kvm" : what};
}

Result<std::vector<Mount>> planDevices(const policy::EffectivePolicy& policy, const PlanRequest& request) {
    std::vector<Mount> mounts;
    for (const auto& device : policy.merged.devices) {
        const std::string why = forScreen(policy::describe(device.origin), 300) + " " + forScreen(device.what, kShown);
        const auto paths = devicePaths(device.what);
        if (paths.empty()) {
            return makeError(Code::NotFound, "device 'gpu' (" + why + "): there is no GPU here",
                             "take the line out; 'leadglass doctor' tells what there is");
        }
        if (paths.size() > kMaxGpus) {
            return makeError(Code::Refused, "device 'gpu' (" + why + "): more than 64 of them", "name those that are needed");
        }
        for (const auto& path : paths) {
            auto mount = LG_TRY(deviceMount(path, why));
            if (!mayOpen(request, path)) {
                return notOpen(path, why, request);
            }
            const auto same = [&](const Mount& one) { return one.target == path; };
            if (std::none_of(mounts.begin(), mounts.end(), same)) {
                mounts.push_back(std::move(mount));
            }
        }
    }
    return mounts;
}

std::string devicesHere() {
    std::string line;
    for (const char* what : {"gpu", "kvm"}) {
        std::string found;
        for (const auto& path : devicePaths(what)) {
            if (deviceMount(path, what)) {
                found += (found.empty() ? "" : ", ") + forScreen(path, kShown);
                found += ::access(path.c_str(), R_OK | W_OK) == 0 ? "" : " (not open to you)";
            }
        }
        line += std::string(line.empty() ? "" : "; ") + what + ": " + (found.empty() ? "none" : found);
    }
    return line;
}

} // namespace leadglass::sandbox
