#include "core/policy/registries.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/client_default.h"
#include "core/policy/parser_sections.h"
#include "core/policy/registry_files.h"

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxClientFile = 1024 * 1024;
using Urls = std::vector<std::string>;

// Missing, or not the person's alone: not a source. `why` gathers the second kind.
std::string readClientFile(const std::string& path, std::string& why) {
    const auto fd = openTrustedFile(path);
    if (!fd) {
        if (fd.error().sysErrno != ENOENT && fd.error().sysErrno != ENOTDIR) {
            why += (why.empty() ? "" : "; ") + fd.error().text();
        }
        return {};
    }
    const auto text = sys::readAll(fd->get(), kMaxClientFile);
    return text ? *text : std::string();
}

Error noHost(const std::string& registry, const std::string& file, const std::string& key,
             const std::string& why) {
    return makeError(Code::NotFound,
                     "no host of registry " + registry + " is known on this machine" +
                         (why.empty() ? "" : " (" + why + ")"),
                     "set " + key + " in " + file);
}

Urls aptUrls(std::string& why) {
    Urls out = urlsOfAptSources(readClientFile("/etc/apt/sources.list", why));
    const std::string folder = "/etc/apt/sources.list.d";
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(folder.c_str()), &::closedir);
    while (dir != nullptr) {
        const dirent* entry = ::readdir(dir.get());
        if (entry == nullptr) {
            break;
        }
        const std::string name = entry->d_name;
        if (name.ends_with(".list") || name.ends_with(".sources")) {
            for (const std::string& url : urlsOfAptSources(readClientFile(folder + "/" + name, why))) {
                out.push_back(url);
            }
        }
    }
    return out;
}

using Asks = Result<std::string> (*)(const Places&, const std::string& key, const std::vector<std::string>& command);

Result<std::string> askNobody(const Places& places, const std::string& key, const std::vector<std::string>&) {
    return keptClientDefault(places, key);
}

Result<Urls> urlsOf(const Places& places, const std::string& registry, Asks asks) {
    std::string why;
    Urls out;
    const auto add = [&](const Urls& urls) { out.insert(out.end(), urls.begin(), urls.end()); };
    if (registry == "npm") {
        const std::string own = readClientFile(places.home + "/.npmrc", why);
        add(urlsOfNpmrc(own));
        add(urlsOfNpmrc(readClientFile("/etc/npmrc", why)));
        // Scoped registries come besides the default one, not instead.
        const auto main = [&] {
            const auto plain = [](std::string_view text) {
                return text.starts_with("registry") || text.find("\nregistry") != std::string_view::npos;
            };
            return plain(own) || !urlsOfNpmrc(readClientFile("/etc/npmrc", why)).empty();
        };
        if (!main()) {
            const auto asked = asks(places, "npm", {"npm", "config", "get", "registry"});
            if (asked) {
                out.push_back(*asked);
            } else if (out.empty()) {
                return noHost(registry, "~/.npmrc", "registry=", asked.error().text());
            }
        }
        return out;
    }
    if (registry == "pip") {
        for (const char* file : {"/.config/pip/pip.conf", "/.pip/pip.conf"}) {
            add(urlsOfPipConf(readClientFile(places.home + file, why)));
        }
        add(urlsOfPipConf(readClientFile("/etc/pip.conf", why)));
        return out.empty() ? Result<Urls>(noHost(registry, "~/.config/pip/pip.conf", "index-url", why)) : out;
    }
    if (registry == "cargo") {
        for (const char* name : {"/.cargo/config.toml", "/.cargo/config"}) {
            const std::string text = readClientFile(places.home + name, why);
            add(LG_TRY(urlsOfCargoConfig(text, "~" + std::string(name))));
        }
        return out.empty() ? Result<Urls>(noHost(registry, "~/.cargo/config.toml", "[registries]", why)) : out;
    }
    if (registry == "go") {
        add(urlsOfGoEnv(readClientFile(places.home + "/.config/go/env", why)));
        if (out.empty()) {
            const auto asked = asks(places, "go", {"go", "env", "GOPROXY"});
            if (!asked) {
                return noHost(registry, "~/.config/go/env", "GOPROXY", asked.error().text());
            }
            add(urlsOfGoProxy(*asked));
        }
        return out;
    }
    if (registry == "maven") {
        add(urlsOfMavenSettings(readClientFile(places.home + "/.m2/settings.xml", why)));
        return out.empty() ? Result<Urls>(noHost(registry, "~/.m2/settings.xml", "a <mirror>", why)) : out;
    }
    if (registry == "apt") {
        add(aptUrls(why));
        return out.empty() ? Result<Urls>(noHost(registry, "/etc/apt/sources.list", "a deb line", why)) : out;
    }
    return makeError(Code::Invalid, "unknown registry '" + forScreen(registry, 80) + "'",
                     "known: npm, cargo, pip, apt, go, maven");
}

Result<std::vector<std::string>> hostsOf(const Places& places, const std::string& registry, Asks asks) {
    const auto urls = LG_TRY(urlsOf(places, registry, asks));
    std::vector<std::string> out;
    std::string why;
    for (const std::string& url : urls) {
        const auto text = ruleTextOfUrl(url);
        if (!text) {
            why = text.error().text();
        } else if (std::find(out.begin(), out.end(), *text) == out.end()) {
            out.push_back(*text);
        }
    }
    if (out.empty()) {
        return makeError(Code::NotFound, "no host of registry " + registry + " can be read: " + why);
    }
    return out;
}

} // namespace

Result<std::vector<std::string>> registryHosts(const Places& places, const std::string& registry) {
    return hostsOf(places, registry, clientDefault);
}

std::vector<Registry> configuredRegistries(const Places& places) {
    std::vector<Registry> out;
    for (const std::string& name : registryNames()) {
        if (auto hosts = hostsOf(places, name, askNobody)) {
            out.push_back({name, std::move(*hosts)});
        }
    }
    return out;
}

} // namespace leadglass::policy
