#include <fcntl.h>
#include <fnmatch.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/secret_paths.h"
#include "core/sandbox/system_mounts.h"

namespace leadglass::sandbox {
namespace {

// Globs over names in /etc (fnmatch(3)). Nothing that can hold a password, a token or a key: no
// shadow, no pip.conf, npmrc, apt/auth.conf, environment, profile.d, cron, NetworkManager.
constexpr std::array kNames = {
    "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone",
    "locale.conf", "locale.alias", "default.locale", "os-release", "lsb-release",
    "debian_version", "redhat-release", "fedora-release", "system-release", "arch-release",
    "alpine-release", "SuSE-release", "issue", "services", "protocols", "rpc", "gai.conf",
    "host.conf", "mime.types", "mailcap", "magic", "magic.mime", "shells", "inputrc",
    "bash.bashrc", "profile", "nanorc", "vim", "terminfo", "fonts", "papersize", "java*",
    "python2*", "python3*", "perl", "ruby", "nodejs", "node", "R", "texmf", "ghc", "lynx",
    "ca-certificates", "ca-certificates.conf", "crypto-policies", "ImageMagick*", "gimp",
    "sgml", "xml", "bindresvport.blacklist", "ethertypes", "netconfig", "libnl*", "glvnd",
    "OpenCL", "vulkan", "drirc", "selinux.config", "groff", "man_db.conf", "manpath.config"};

// Below /etc, by exact path: parts of directories that also hold what must not be seen.
constexpr std::array kPaths = {
    "pki/ca-trust", "pki/java", "pki/tls/certs", "pki/tls/cert.pem", "pki/tls/openssl.cnf",
    "pki/tls/ct_log_list.cnf", "pki/nssdb.config", "maven/m2.conf", "maven/logging",
    "default/locale", "xdg/mimeapps.list", "X11/rgb.txt"};

// /etc/ssl has the private keys of services in "private".
bool wantedInSsl(const std::string& name) {
    return name == "certs" || name == "cert.pem" || name == "ca-bundle.pem" ||
           name.ends_with(".cnf");
}

// What is not everybody's on the host is not the agent's either.
bool isEverybodys(const struct stat& s) {
    const mode_t readable = S_ISDIR(s.st_mode) ? (S_IROTH | S_IXOTH) : S_IROTH;
    return (S_ISDIR(s.st_mode) || S_ISREG(s.st_mode)) && (s.st_mode & readable) == readable;
}

// A small file is shown as a copy: a mount costs a start more than its bytes, and a file that the host
// replaces by rename(2) would stay the old one inside either way. Nothing: it is not copied.
std::optional<std::string> smallCopy(const std::string& host, const struct stat& s) {
    constexpr std::size_t kMost = 64 * 1024;
    if (!S_ISREG(s.st_mode) || s.st_size > static_cast<off_t>(kMost)) {
        return std::nullopt;
    }
    auto fd = sys::openNoLinks(host, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    auto opened = fd ? sys::stat(fd->get()) : Result<struct stat>(fd.error());
    if (!opened || opened->st_dev != s.st_dev || opened->st_ino != s.st_ino || !isEverybodys(*opened)) {
        return std::nullopt;
    }
    auto content = sys::readAll(fd->get(), kMost);
    return content ? std::optional<std::string>(std::move(*content)) : std::nullopt;
}

// `etc`: the real path of the host's /etc.
Status addPiece(std::vector<Mount>& mounts, const std::string& etc, const std::string& piece) {
    const std::string host = joinPath(etc, piece);
    const std::string target = "/etc/" + piece;
    struct stat s {};
    if (::lstat(host.c_str(), &s) != 0) {
        return {};
    }
    if (S_ISLNK(s.st_mode)) {
        // A link stays a link (a time zone's name is in it); one that dangles is no error.
        mounts.push_back(symlinkMount(target, sys::readlinkAt(AT_FDCWD, host), "system"));
        return {};
    }
    if (!isEverybodys(s)) {
        return {};
    }
    if (auto content = smallCopy(host, s)) {
        mounts.push_back(dataMount(target, std::move(*content), 0444, "system"));
        return {};
    }
    // A directory between may be a link (/etc/pki, /etc/ssl); hardly any is.
    auto mount = bindMount(host, target, false, "system");
    mounts.push_back(mount ? std::move(*mount) : LG_TRY(bindRealPath(host, target, false, "system")));
    return {};
}

Result<std::string> randomMachineId() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        return ioError("cannot get random bytes", errno);
    }
    std::string id;
    for (const unsigned char byte : bytes) {
        constexpr std::string_view kHex = "0123456789abcdef";
        id += kHex[byte >> 4];
        id += kHex[byte & 15];
    }
    return id;
}

std::string passwdText(const Identities& who) {
    std::string text;
    if (who.uid != 0) {
        text += "root:x:0:0:root:/root:/bin/sh\n";
    }
    text += who.userName + ":x:" + std::to_string(who.uid) + ":" + std::to_string(who.gid) + "::" +
            who.home + ":" + who.shell + "\n";
    if (who.uid != 65534) {
        text += "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";
    }
    return text;
}

std::string groupText(const Identities& who) {
    std::string text;
    if (who.gid != 0) {
        text += "root:x:0:\n";
    }
    text += who.groupName + ":x:" + std::to_string(who.gid) + ":\n";
    if (who.gid != 65534) {
        text += "nogroup:x:65534:\n";
    }
    return text;
}

Result<std::vector<Mount>> generated(const Identities& who) {
    const std::string why = "generated for the run";
    std::vector<Mount> mounts;
    const auto add = [&](const char* name, std::string content) {
        mounts.push_back(dataMount(std::string("/etc/") + name, std::move(content), 0444, why));
    };
    add("passwd", passwdText(who));
    add("group", groupText(who));
    add("hosts", "127.0.0.1 localhost leadglass\n::1 localhost ip6-localhost ip6-loopback\n");
    add("resolv.conf", "nameserver 127.0.0.1\noptions timeout:3 attempts:2\n");
    add("nsswitch.conf", "passwd: files\ngroup: files\nshadow: files\nhosts: files dns\n"
                         "networks: files\nservices: files\nprotocols: files\nrpc: files\n"
                         "ethers: files\nnetgroup: files\n");
    add("hostname", "leadglass\n");
    add("machine-id", LG_TRY(randomMachineId()) + "\n");
    return mounts;
}

} // namespace

Result<std::vector<Mount>> etcPieces(const Identities& who, const std::string& root) {
    std::vector<Mount> mounts;
    std::error_code error;
    std::vector<std::string> pieces;
    for (const auto& entry : std::filesystem::directory_iterator(joinPath(root, "etc"), error)) {
        const std::string name = entry.path().filename().string();
        if (std::any_of(kNames.begin(), kNames.end(), [&](std::string_view glob) {
                return glob.ends_with('*') ? ::fnmatch(glob.data(), name.c_str(), FNM_PERIOD) == 0 : glob == name;
            })) {
            pieces.push_back(name);
        }
    }
    for (const auto& entry :
         std::filesystem::directory_iterator(joinPath(root, "etc/ssl"), error)) {
        const std::string name = entry.path().filename().string();
        if (wantedInSsl(name)) {
            pieces.push_back("ssl/" + name);
        }
    }
    pieces.insert(pieces.end(), kPaths.begin(), kPaths.end());
    std::sort(pieces.begin(), pieces.end());
    const std::string etc = pieces.empty() ? std::string() : LG_TRY(sys::realPath(joinPath(root, "etc")));
    for (const auto& piece : pieces) {
        LG_TRY(addPiece(mounts, etc, piece));
    }
    for (auto& mount : LG_TRY(generated(who))) {
        mounts.push_back(std::move(mount));
    }
    return mounts;
}

void leadEtcLinks(std::vector<Mount>& mounts, const Places& places) {
    for (std::size_t i = 0; i < mounts.size(); ++i) {
        if (mounts[i].kind != Mount::Kind::Symlink || !mounts[i].target.starts_with("/etc/") ||
            resolveInside(mounts, mounts[i].target)) {
            continue;
        }
        const std::string target = mounts[i].target;
        const auto real = sys::realPath(target);
        struct stat s {};
        if (!real || ::stat(real->c_str(), &s) != 0 || !isEverybodys(s)) {
            continue;
        }
        if (resolveInside(mounts, *real) == *real) {
            mounts[i].content = *real; // only a link on the way is not there: the name of a time zone stays
            continue;
        }
        const auto home = sys::realPath(places.home);
        const bool elsewhere = home && !isAtOrBelow(*real, *home) && !exposedSecret(places, *real);
        const bool kernels = isAtOrBelow(*real, "/proc") || isAtOrBelow(*real, "/sys") || isAtOrBelow(*real, "/dev");
        auto shown = bindMount(*real, target, false, "system, where its link leads");
        if (elsewhere && !kernels && shown) {
            shown->sealed = shown->type == S_IFDIR;
            mounts[i] = std::move(shown).value();
        }
    }
}

} // namespace leadglass::sandbox
