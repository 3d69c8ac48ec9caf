#include "core/sandbox/secret_paths.h"

#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/path_text.h"

namespace leadglass::sandbox {
namespace {

constexpr std::array kCredentialNames = {
    ".netrc", ".git-credentials", ".npmrc", "npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc",
    ".pgpass", ".my.cnf", ".vault-token", ".credentials.json", "credentials", "credentials.toml",
    "credentials.json", "credentials.db", "credentials.tfrc.json", "access_tokens.db",
    "auth.json", "oauth_creds.json", ".env", ".env.*", "id_rsa", "id_dsa", "id_ecdsa",
    "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", ".bash_history", ".zsh_history",
    ".python_history", ".ssh", ".aws", ".azure", ".kube", ".gnupg", ".password-store",
    "keyrings"};
constexpr int kMaskDepth = 3;
constexpr int kMaskEntries = 20000;

// realpath of the longest part that exists, the rest as text: a store behind a link counts too.
std::string canonicalIfThere(const std::string& path) {
    auto real = sys::realPath(path);
    return real ? real.value() : cleanPath(path);
}

} // namespace

const std::vector<std::string>& secretHomePaths() {
    static const std::vector<std::string> kPaths = {
        ".ssh", ".aws", ".azure", ".kube", ".docker", ".gnupg", ".password-store", ".netrc",
        ".git-credentials", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc", ".pgpass", ".my.cnf",
        ".vault-token", ".terraformrc", ".terraform.d", ".condarc", ".boto", ".s3cfg",
        ".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials", ".m2/settings.xml",
        ".m2/settings-security.xml", ".gradle/gradle.properties", ".composer/auth.json",
        ".nuget/NuGet/NuGet.Config", ".subversion/auth", ".pip/pip.conf", ".config/pip/pip.conf",
        ".config/gcloud", ".config/gh", ".config/hub", ".config/glab-cli", ".config/git/credentials",
        ".config/containers", ".config/op", ".config/1Password", ".config/Bitwarden",
        ".config/rclone", ".config/doctl", ".config/heroku", ".config/sops", ".config/age",
        ".config/composer/auth.json", ".config/NuGet", ".config/pnpm/rc", ".config/systemd",
        ".config/environment.d", ".config/google-chrome", ".config/chromium",
        ".config/BraveSoftware", ".config/microsoft-edge", ".config/vivaldi", ".config/opera",
        ".config/Slack", ".config/discord", ".config/Signal", ".config/github-copilot",
        ".mozilla", ".thunderbird", ".librewolf", "snap/firefox", ".var/app",
        ".local/share/keyrings", ".local/share/kwalletd", ".local/share/containers",
        ".local/share/fish/fish_history", ".local/share/opencode/auth.json",
        ".bash_history", ".zsh_history", ".histfile", ".python_history", ".node_repl_history",
        ".psql_history", ".mysql_history", ".sqlite_history", ".rediscli_history", ".lesshst",
        ".viminfo", ".claude/.credentials.json", ".claude.json", ".codex/auth.json",
        ".gemini/oauth_creds.json", ".qwen/oauth_creds.json", ".pi/agent/auth.json",
        ".copilot/config.json", ".config/anthropic", ".Xauthority", ".ICEauthority",
        ".pulse-cookie", ".config/pulse/cookie", ".dbus", ".gvfs", ".cache/keyring"};
    return kPaths;
}

std::optional<std::string> exposedSecret(const Places& places, const std::string& canonical) {
    const std::string home = canonicalIfThere(places.home);
    if (isAtOrBelow(home, canonical)) {
        return home;
    }
    for (const auto& own : {places.data, places.config, places.state, places.runtime}) {
        if (own.empty()) {
            continue;
        }
        const std::string real = canonicalIfThere(own);
        struct stat s {};
        const bool there = ::stat(own.c_str(), &s) == 0;
        if (isAtOrBelow(canonical, real) || (there && isAtOrBelow(real, canonical))) {
            return real;
        }
    }
    for (const auto& relative : secretHomePaths()) {
        const std::string spelled = joinPath(home, relative);
        for (const std::string& secret : {spelled, canonicalIfThere(spelled)}) {
            struct stat s {};
            const bool there = ::lstat(secret.c_str(), &s) == 0;
            if (isAtOrBelow(canonical, secret) || (there && isAtOrBelow(secret, canonical))) {
                return secret;
            }
        }
    }
    return std::nullopt;
}

std::vector<std::string> credentialNames() { return {kCredentialNames.begin(), kCredentialNames.end()}; }

bool isCredentialName(const std::string& name) {
    return std::any_of(kCredentialNames.begin(), kCredentialNames.end(), [&](const char* glob) {
        return ::fnmatch(glob, name.c_str(), 0) == 0;
    });
}

std::vector<Mount> maskCredentials(const Mount& bind) {
    namespace fs = std::filesystem;
    std::vector<Mount> masks;
    if (!S_ISDIR(bind.type)) {
        return masks;
    }
    std::error_code error;
    int looked = 0;
    fs::recursive_directory_iterator at(bind.source, fs::directory_options::skip_permission_denied,
                                        error);
    const fs::recursive_directory_iterator end;
    for (; !error && at != end && looked < kMaskEntries; at.increment(error), ++looked) {
        const std::string name = at->path().filename().string();
        const auto status = at->symlink_status(error);
        if (at.depth() + 1 >= kMaskDepth || name == "node_modules" || name == "site-packages") {
            at.disable_recursion_pending(); // library code: names there mean something else
        }
        if (error || !isCredentialName(name)) {
            continue;
        }
        const std::string target = bind.target + at->path().string().substr(bind.source.size());
        if (fs::is_directory(status)) {
            at.disable_recursion_pending();
            Mount mask = tmpfsMount(target, 4096, 0555, "credentials masked");
            mask.writable = false;
            masks.push_back(std::move(mask));
        } else if (fs::is_regular_file(status)) {
            masks.push_back(dataMount(target, "", 0444, "credentials masked"));
        }
    }
    return masks;
}

} // namespace leadglass::sandbox
