#include "core/sandbox/home_tools.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <optional>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/secret_paths.h"

namespace leadglass::sandbox {
namespace {

struct Manager {
    const char* path; // relative to HOME
    const char* name;
};
// What each tool manager needs to run what it has installed; its configuration, caches and
// credentials stay out. Programs look for these by HOME, so they keep their places.
constexpr std::array kManagers = {
    Manager{".nvm/versions", "nvm"}, Manager{".nvm/alias", "nvm"}, Manager{".nvm/nvm.sh", "nvm"},
    Manager{".nvm/nvm-exec", "nvm"}, Manager{".local/share/fnm", "fnm"}, Manager{".fnm", "fnm"},
    Manager{".local/share/mise/installs", "mise"}, Manager{".local/share/mise/shims", "mise"},
    Manager{".local/share/mise/plugins", "mise"}, Manager{".local/share/rtx", "mise"},
    Manager{".asdf/installs", "asdf"}, Manager{".asdf/shims", "asdf"},
    Manager{".asdf/plugins", "asdf"}, Manager{".asdf/bin", "asdf"}, Manager{".asdf/lib", "asdf"},
    Manager{".asdf/libexec", "asdf"}, Manager{".asdf/asdf.sh", "asdf"}, Manager{".asdfrc", "asdf"},
    Manager{".tool-versions", "asdf"}, Manager{".pyenv", "pyenv"}, Manager{".rbenv", "rbenv"},
    Manager{".nodenv", "nodenv"}, Manager{".goenv", "goenv"}, Manager{".jenv", "jenv"},
    Manager{".rvm/rubies", "rvm"}, Manager{".rvm/gems", "rvm"}, Manager{".rvm/bin", "rvm"},
    Manager{".cargo/bin", "cargo"}, Manager{".cargo/env", "cargo"},
    Manager{".rustup/toolchains", "rustup"}, Manager{".rustup/settings.toml", "rustup"},
    Manager{".rustup/update-hashes", "rustup"}, Manager{"go/bin", "go"}, Manager{"sdk", "go"},
    Manager{".sdkman/candidates", "sdkman"}, Manager{".sdkman/bin", "sdkman"},
    Manager{".sdkman/src", "sdkman"}, Manager{".local/share/pnpm", "pnpm"},
    Manager{".volta", "volta"}, Manager{".bun/bin", "bun"}, Manager{".bun/install/global", "bun"},
    Manager{".deno/bin", "deno"}, Manager{".local/bin", "~/.local/bin"},
    Manager{".local/lib", "~/.local/lib"}, Manager{".local/share/pipx/venvs", "pipx"},
    Manager{".local/pipx/venvs", "pipx"}, Manager{".local/share/uv/tools", "uv"},
    Manager{".local/share/uv/python", "uv"}, Manager{".npm-global/bin", "npm"},
    Manager{".npm-global/lib", "npm"}, Manager{".ghcup/bin", "ghcup"},
    Manager{".ghcup/ghc", "ghcup"}, Manager{".juliaup", "juliaup"}, Manager{".dotnet", "dotnet"},
    Manager{".local/share/coursier/bin", "coursier"}};

constexpr int kMaxLinksPerDirectory = 512;

bool isProgram(const std::string& path, bool& present) {
    struct stat s {};
    present = ::stat(path.c_str(), &s) == 0;
    return present && S_ISREG(s.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// "ls -la" as one word: as a shell would have it, or as the words that it was meant to be.
std::string asWords(const std::string& command) {
    constexpr std::size_t kShown = 200;
    return "its words are given one by one: leadglass run -- " + forScreen(command, kShown) +
           (command.find('\'') == std::string::npos ? "; or for a shell: leadglass run -- sh -c '" + forScreen(command, kShown) + "'"
                                                    : "; or for a shell, after sh -c");
}

} // namespace

HomeTools::HomeTools(const Places& places, std::string canonicalHome, std::vector<Mount>& mounts,
                     std::vector<std::string>& notices)
    : m_places(places), m_home(std::move(canonicalHome)), m_mounts(mounts), m_notices(notices) {}

bool HomeTools::visible(const std::string& canonical) const {
    const auto host = hostPathOf(m_mounts, canonical);
    return host && *host == canonical;
}

// Empty: none.
const std::string& HomeTools::project() const {
    static const std::string kNone;
    for (const auto& mount : m_mounts) {
        if (mount.isProject || mount.kind == Mount::Kind::Overlay) {
            return mount.target;
        }
    }
    return kNone;
}

bool HomeTools::projectLeads(const std::string& spelled) const {
    return !project().empty() && leadsThroughLinkIn(spelled, project());
}

void HomeTools::leaveOut(const std::string& canonical) {
    m_notices.push_back("left out: " + forScreen(canonical) +
                        ", only a file of the project names it; where it is needed, name it in "
                        "files.read of the profile");
}

bool HomeTools::addTree(const std::string& canonical, const std::string& why) {
    if (visible(canonical)) {
        return true;
    }
    struct stat s {};
    if (!project().empty() && isAtOrBelow(canonical, project()) &&
        (::lstat(canonical.c_str(), &s) != 0 || !S_ISREG(s.st_mode))) {
        return false; // the project is not shown in this mode
    }
    if (const auto secret = exposedSecret(m_places, canonical)) {
        m_notices.push_back("left out: " + forScreen(canonical) + " (" + why + "), it would show " +
                            forScreen(*secret));
        return false;
    }
    auto mount = shownMount(canonical, why);
    if (!mount) {
        return false;
    }
    auto masks = maskCredentials(mount.value());
    m_mounts.push_back(std::move(mount).value());
    m_mounts.insert(m_mounts.end(), masks.begin(), masks.end());
    return true;
}

void HomeTools::addManager(const char* relative, const char* what) {
    const std::string spelled = joinPath(m_home, relative);
    if (::access(spelled.c_str(), F_OK) != 0) { // of all these, most are not there
        return;
    }
    auto real = sys::realPath(spelled);
    if (!real) {
        return;
    }
    if (!visible(real.value()) && projectLeads(spelled)) {
        leaveOut(real.value());
        return;
    }
    // Dotfiles kept as links may lead to a place of the system; else the target is bound as it is.
    if (addTree(real.value(), std::string("toolchain: ") + what)) {
        for (auto& link : linksFor(m_mounts, spelled)) {
            m_mounts.push_back(std::move(link));
        }
    }
}

void HomeTools::addToolDirectories(const std::vector<std::string>& path) {
    m_path = path;
    for (const auto& manager : kManagers) {
        addManager(manager.path, manager.name);
    }
    for (const auto& entry : path) {
        auto real = entry.starts_with('/') ? sys::realPath(entry) : Result<std::string>(Error{});
        if (!real || !isAtOrBelow(real.value(), m_home) || real.value() == m_home) {
            continue;
        }
        if (!visible(real.value()) && projectLeads(entry)) {
            leaveOut(real.value());
            continue;
        }
        const std::string package = parentOf(real.value());
        // What a manager's list shows already is all that it needs: read-only as a whole, ~/.cargo would take no cache.
        const bool whole = !visible(real.value()) && baseName(real.value()) == "bin" && !tooBroad(package) &&
                           !exposedSecret(m_places, package);
        if (addTree(whole ? package : real.value(), "on PATH")) {
            for (auto& link : linksFor(m_mounts, entry)) {
                m_mounts.push_back(std::move(link));
            }
        }
    }
    addLinkTargets(joinPath(m_home, ".local/bin"));
}

// Programs in ~/.local/bin are often links to where an installer has put them.
void HomeTools::addLinkTargets(const std::string& directory) {
    std::error_code error;
    int seen = 0;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        if (++seen > kMaxLinksPerDirectory) {
            break;
        }
        if (entry.is_symlink(error)) {
            addProgram(entry.path().string(), 1, NamedBy::Person);
        }
    }
}

Status refuseSecretRead(const Places& places, const policy::NamedPath& read, const std::string& canonical) {
    const auto secret = exposedSecret(places, canonical);
    return !secret ? Status()
                   : Status(makeError(Code::Refused,
                                      policy::describe(read.origin) + ": files.read '" + forScreen(read.path) +
                                          "' would show " + forScreen(*secret) + ", which no run may see",
                                      "name the part that is needed"));
}

Result<Mount> readMount(const policy::NamedPath& read, const std::string& canonical) {
    auto mount = shownMount(canonical, policy::describe(read.origin));
    if (!mount) {
        mount.error().what = policy::describe(read.origin) + ": files.read: " + mount.error().what;
    }
    return mount;
}

Status HomeTools::addPolicyReads(const std::vector<policy::NamedPath>& reads) {
    for (const auto& read : reads) {
        const std::string spelled = cleanPath(expandHome(read.path, m_places.home));
        auto real = sys::realPath(spelled);
        if (!real) {
            m_notices.push_back("not there: " + forScreen(read.path) + " (files.read, " +
                                policy::describe(read.origin) + ")");
            continue;
        }
        LG_TRY(refuseSecretRead(m_places, read, real.value()));
        if (!visible(real.value()) && projectLeads(spelled)) {
            return makeError(Code::Refused,
                             policy::describe(read.origin) + ": a link in the project leads files.read '" +
                                 forScreen(read.path) + "' to " + forScreen(real.value()),
                             "name that place itself, where it is meant");
        }
        if (!visible(real.value()) && !project().empty() && isAtOrBelow(real.value(), project())) {
            return makeError(Code::Refused,
                             policy::describe(read.origin) + ": files.read '" + forScreen(read.path) +
                                 "' lies in the project, of which this workspace mode shows nothing",
                             "take it out there, or use --workspace readonly");
        }
        auto mount = LG_TRY(readMount(read, real.value()));
        auto masks = maskCredentials(mount);
        m_mounts.push_back(std::move(mount));
        m_mounts.insert(m_mounts.end(), masks.begin(), masks.end());
        for (auto& link : linksFor(m_mounts, spelled)) {
            m_mounts.push_back(std::move(link));
        }
    }
    return {};
}

Result<std::string> HomeTools::addCommand(const std::string& command,
                                          const std::vector<std::string>& path,
                                          const std::string& workingDir) {
    m_path = path;
    std::string found;
    bool blocked = false;
    if (command.find('/') != std::string::npos) {
        found = command.front() == '/' ? command : joinPath(workingDir, command);
        bool present = false;
        if (!isProgram(found, present)) {
            blocked = present;
            found.clear();
        }
    } else {
        for (const auto& entry : path) {
            bool present = false;
            const std::string candidate = joinPath(entry, command);
            if (entry.starts_with('/') && !command.empty() && isProgram(candidate, present)) {
                found = candidate;
                break;
            }
            blocked = blocked || present;
        }
    }
    if (found.empty() && blocked) {
        return makeError(Code::Invalid, std::string(kNotExecutable) + ": '" + forScreen(command) +
                                            "' is not a program that you may run");
    }
    if (found.empty()) {
        return makeError(Code::NotFound,
                         std::string(kCommandNotFound) + ": '" + forScreen(command) + "'",
                         command.find(' ') == std::string::npos ? "install it, or give its path" : asWords(command));
    }
    addProgram(found, 0, NamedBy::Person);
    for (auto& link : linksFor(m_mounts, found)) {
        m_mounts.push_back(std::move(link));
    }
    if (resolveInside(m_mounts, found)) {
        return found;
    }
    auto real = sys::realPath(found);
    if (real && resolveInside(m_mounts, real.value())) {
        return real.value();
    }
    return makeError(Code::Refused,
                     "the command '" + forScreen(found) + "' lies in a place that no run may see",
                     "install it elsewhere, or name its directory in files.read of the profile");
}

} // namespace leadglass::sandbox
