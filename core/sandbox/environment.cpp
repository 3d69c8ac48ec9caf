#include "core/sandbox/environment.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "core/base/escape.h"
#include "core/sandbox/path_text.h"

namespace leadglass::sandbox {
namespace {

constexpr std::size_t kMaxValue = 128 * 1024; // MAX_ARG_STRLEN, execve(2)

// They load code into every program, or belong to another process's inside.
constexpr std::array kNever = {"LD_*", "GLIBC_TUNABLES", "GCONV_PATH", "LOCPATH", "BASH_FUNC_*",
                               "LEADGLASS_*", "MALLOC_TRACE", "RES_OPTIONS", "HOSTALIASES",
                               "LOCALDOMAIN", "NLSPATH", "_"};
// Passed only where a person or a policy names them in full.
constexpr std::array kExact = {
    "NODE_OPTIONS", "NODE_PATH", "GIT_*", "BASH_ENV", "ENV", "PYTHON*", "PERL5*", "PERLLIB", "RUBY*",
    "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "PROMPT_COMMAND", "PS4", "SHELLOPTS",
    "BASHOPTS", "IFS", "CDPATH", "GLOBIGNORE", "ZDOTDIR", "EDITOR", "VISUAL", "PAGER", "BROWSER",
    "SSH_*", "GPG_*", "DBUS_*", "XDG_*", "DISPLAY", "WAYLAND_*", "XAUTHORITY", "PULSE_*", "PIPEWIRE_*",
    "VSCODE_*", "TMUX*", "STY", "KUBECONFIG", "DOCKER_*", "PODMAN_*", "CONTAINER_*", "AWS_*",
    "AZURE_*", "GOOGLE_*", "GCP_*", "CLOUDSDK_*", "*_TOKEN", "*_TOKENS", "*_KEY", "*_KEYS",
    "*_SECRET", "*_SECRETS", "*_PASSWORD", "*_PASSWD", "*_PWD", "*_CREDENTIALS", "*_APIKEY",
    "*_URL", "*_URI", "*_DSN", "PG*", "MYSQL_*", "NOTIFY_SOCKET", "LISTEN_*", "INVOCATION_ID",
    "*_PROXY", "*_proxy"};

constexpr std::array kSecret = {"*_TOKEN", "*_KEY", "*_KEYS", "*_KEY_ID", "*SECRET*", "*PASS*", "*_PWD",
                                "*CREDENTIAL*", "*APIKEY*", "*_DSN", "AWS_*", "AZURE_*",
                                "*_AUTH", "*COOKIE*", "DATABASE_*", "*_WEBHOOK*"};

template <std::size_t N>
bool matchesAny(const std::array<const char*, N>& globs, const std::string& name) {
    return std::any_of(globs.begin(), globs.end(),
                       [&](const char* glob) { return ::fnmatch(glob, name.c_str(), 0) == 0; });
}

bool isName(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    }) && std::isdigit(static_cast<unsigned char>(name.front())) == 0;
}

using Outer = std::map<std::string, std::string>;

// Malformed entries (no '=', odd names such as exported functions) never get in. Of a name that
// is there twice the first counts, as for getenv(3).
Outer readOuter(const std::vector<std::string>& entries) {
    Outer outer;
    for (const auto& entry : entries) {
        const std::size_t equals = entry.find('=');
        if (equals != std::string::npos && isName(entry.substr(0, equals))) {
            outer.emplace(entry.substr(0, equals), entry.substr(equals + 1));
        }
    }
    return outer;
}

// Why a value cannot pass by a glob; empty: it can.
std::string unfit(const std::string& value) {
    if (value.find('\0') != std::string::npos) {
        return "it holds a NUL byte";
    }
    if (value.size() > kMaxValue) {
        return "it is longer than a program can be given";
    }
    return {};
}
bool isOneLineOfText(const std::string& value) {
    return isValidUtf8(value) && value.find_first_of("\n\r") == std::string::npos;
}

class Builder {
public:
    explicit Builder(Environment& out) : m_out(out) {}

    void put(const std::string& name, std::string value, std::string why, bool secret = false) {
        m_variables[name] = Variable{name, std::move(value), secret, std::move(why)};
    }
    [[nodiscard]] bool has(const std::string& name) const { return m_variables.contains(name); }
    [[nodiscard]] std::string valueOf(const std::string& name) const {
        const auto found = m_variables.find(name);
        return found == m_variables.end() ? std::string() : found->second.value;
    }
    void finish() {
        for (auto& [name, variable] : m_variables) {
            m_out.variables.push_back(std::move(variable));
        }
    }

private:
    Environment& m_out;
    std::map<std::string, Variable> m_variables;
};

Status passByPolicy(Builder& builder, Environment& out, const Outer& outer,
                    const std::vector<policy::Variable>& pass) {
    for (const auto& rule : pass) {
        const std::string origin = policy::describe(rule.origin);
        const bool glob = rule.name.find('*') != std::string::npos;
        if (!glob && nameRule(rule.name) == NameRule::Never) {
            return makeError(Code::Refused,
                             origin + ": the variable " + forScreen(rule.name) +
                                 " never passes into a run",
                             "it would load code into every program; set it inside, in a script");
        }
        if (rule.origin.layer == policy::Layer::Run && !outer.contains(rule.name)) {
            out.notices.push_back(origin + " " + forScreen(rule.name) + ": there is no such variable here, so nothing passes");
        }
        for (const auto& [name, value] : outer) {
            if (::fnmatch(rule.name.c_str(), name.c_str(), FNM_NOESCAPE) != 0 ||
                (glob && (nameRule(name) != NameRule::Plain || looksSecret(name) ||
                          !isOneLineOfText(value)))) {
                continue;
            }
            if (const std::string why = unfit(value); !why.empty()) {
                out.notices.push_back("variable " + forScreen(name) + " is left out: " + why);
                continue;
            }
            const bool secret = looksSecret(name) || value.find('@') != std::string::npos;
            builder.put(name, value, origin, secret);
            if (secret) {
                out.ambientCredentials.push_back(name);
            }
        }
    }
    return {};
}

void passKeys(Builder& builder, Environment& out, const Outer& outer,
              const policy::Profile& merged) {
    for (const auto& name : merged.agent.keyVariables) {
        const auto found = outer.find(name);
        if (found == outer.end() || nameRule(name) == NameRule::Never ||
            !unfit(found->second).empty() || found->second.empty()) {
            continue;
        }
        builder.put(name, found->second, "key of profile " + merged.name, true);
        out.ambientCredentials.push_back(name);
    }
}

void putOurs(Builder& builder, const EnvironmentRequest& request, const Outer& outer) {
    const auto ours = [&](const char* name, std::string value) {
        builder.put(name, std::move(value), "leadglass");
    };
    std::string path = "/.leadglass/bin";
    for (const auto& entry : request.path) {
        path += ":" + entry;
    }
    ours("HOME", request.home);
    ours("USER", request.userName);
    ours("LOGNAME", request.userName);
    ours("SHELL", request.shell);
    ours("PATH", path);
    ours("PWD", request.workingDir);
    ours("TMPDIR", "/tmp");
    ours("XDG_RUNTIME_DIR", "/run/user/" + std::to_string(request.uid));
    ours("LEADGLASS_RUN", request.runId);
    for (const auto& variable : request.toolchain) {
        if (!builder.has(variable.name)) {
            builder.put(variable.name, variable.value, variable.why);
        }
    }
    const std::string port = std::to_string(request.proxyPort);
    for (const char* name : {"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"}) {
        ours(name, "http://127.0.0.1:" + port);
    }
    for (const char* name : {"ALL_PROXY", "all_proxy"}) {
        ours(name, "socks5h://127.0.0.1:" + port);
    }
    for (const char* name : {"NO_PROXY", "no_proxy"}) {
        ours(name, "localhost,127.0.0.1,::1");
    }
    ours("GIT_CONFIG_SYSTEM", "/etc/gitconfig");
    ours("GIT_TERMINAL_PROMPT", "0");
    ours("BROWSER", "/.leadglass/bin/xdg-open");
    if (!builder.has("TERM") && outer.contains("TERM")) {
        ours("TERM", isOneLineOfText(outer.at("TERM")) ? outer.at("TERM") : "dumb");
    }
}

// Node takes one kind of store: what a person chose for it goes, since only OpenSSL's is replaced for free.
std::string withoutNodeStore(const std::string& options) {
    std::string kept;
    for (const auto& word : splitList(options, ' ')) {
        if (!word.empty() && word != "--use-bundled-ca" && word != "--use-openssl-ca" && word != "--use-system-ca") {
            kept += (kept.empty() ? "" : " ") + word;
        }
    }
    return kept;
}

void putTrust(Builder& builder, const EnvironmentRequest& request) {
    for (const auto& variable : request.trust) {
        std::string before;
        if (variable.name == "NODE_OPTIONS") {
            before = withoutNodeStore(builder.valueOf(variable.name));
        } else if (variable.name == "JAVA_TOOL_OPTIONS") {
            before = builder.valueOf(variable.name);
        }
        builder.put(variable.name, before.empty() ? variable.value : before + " " + variable.value, variable.why);
    }
}

void noticeEditors(Environment& out, const Outer& outer) {
    const bool editor = std::any_of(outer.begin(), outer.end(), [](const auto& entry) {
        return entry.first.starts_with("VSCODE_") || entry.first == "GIT_ASKPASS";
    });
    if (editor) {
        out.notices.push_back("VSCODE_* and GIT_ASKPASS do not pass into the run: the editor's "
                              "git sign-in is not available inside");
    }
}

} // namespace

NameRule nameRule(const std::string& name) {
    if (matchesAny(kNever, name)) {
        return NameRule::Never;
    }
    return matchesAny(kExact, name) ? NameRule::ExactNameOnly : NameRule::Plain;
}

bool looksSecret(const std::string& name) { return matchesAny(kSecret, name); }

Result<Environment> buildEnvironment(const policy::Profile& merged,
                                     const EnvironmentRequest& request) {
    Environment out;
    Builder builder(out);
    const Outer outer = readOuter(request.outer);
    LG_TRY(passByPolicy(builder, out, outer, merged.pass));
    passKeys(builder, out, outer, merged);
    for (const auto& variable : merged.set) {
        if (nameRule(variable.name) == NameRule::Never || !isName(variable.name)) {
            return makeError(Code::Refused, policy::describe(variable.origin) + ": the variable " +
                                                forScreen(variable.name) +
                                                " cannot be set for a run");
        }
        builder.put(variable.name, variable.value, policy::describe(variable.origin));
    }
    putOurs(builder, request, outer);
    for (const auto& placeholder : request.placeholders) {
        builder.put(placeholder.name, placeholder.value, placeholder.why, placeholder.secret);
        std::erase(out.ambientCredentials, placeholder.name);
    }
    putTrust(builder, request);
    noticeEditors(out, outer);
    std::sort(out.ambientCredentials.begin(), out.ambientCredentials.end());
    out.ambientCredentials.erase(
        std::unique(out.ambientCredentials.begin(), out.ambientCredentials.end()),
        out.ambientCredentials.end());
    builder.finish();
    return out;
}

} // namespace leadglass::sandbox
