#include "core/policy/registry_files.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/toml_reader.h"

namespace leadglass::policy {
namespace {

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\r')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    return text;
}

std::string_view unquote(std::string_view text) {
    const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                        text.back() == text.front();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

template <class Each> void eachLine(std::string_view text, Each each) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        each(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
}

template <class Each> void eachWord(std::string_view text, std::string_view between, Each each) {
    while (!text.empty()) {
        const std::size_t start = text.find_first_not_of(between);
        if (start == std::string_view::npos) {
            return;
        }
        text.remove_prefix(start);
        const std::size_t end = text.find_first_of(between);
        each(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end);
    }
}

void add(std::vector<std::string>& out, std::string_view url) {
    const std::string text(unquote(trim(url)));
    if (text.find("://") != std::string::npos && std::find(out.begin(), out.end(), text) == out.end()) {
        out.push_back(text);
    }
}

struct Pair {
    std::string_view key;
    std::string_view value;
};
Pair keyValue(std::string_view line) {
    line = trim(line);
    if (line.empty() || line.front() == '#' || line.front() == ';') {
        return {};
    }
    const std::size_t equals = line.find('=');
    return equals == std::string_view::npos ? Pair{}
                                            : Pair{trim(line.substr(0, equals)), trim(line.substr(equals + 1))};
}

} // namespace

std::vector<std::string> urlsOfNpmrc(std::string_view text) {
    std::vector<std::string> out;
    eachLine(text, [&](std::string_view line) {
        const auto [key, value] = keyValue(line);
        if (key == "registry" || (key.starts_with('@') && key.ends_with(":registry"))) {
            add(out, value);
        }
    });
    return out;
}

std::vector<std::string> urlsOfPipConf(std::string_view text) {
    std::vector<std::string> out;
    std::string_view current;
    eachLine(text, [&](std::string_view line) {
        const bool continued = !line.empty() && (line.front() == ' ' || line.front() == '\t');
        if (const auto [key, value] = keyValue(line); !continued && !key.empty()) {
            current = key;
            line = value;
        } else if (!continued) {
            current = {};
        }
        if (current == "index-url" || current == "extra-index-url" || current == "index_url" ||
            current == "extra_index_url") {
            eachWord(line, " \t\r,", [&](std::string_view word) { add(out, word); });
        }
    });
    return out;
}

Result<std::vector<std::string>> urlsOfCargoConfig(std::string_view text, const std::string& file) {
    std::vector<std::string> out;
    const toml::table table = LG_TRY(parseToml(text, file));
    const auto each = [&](const char* section, const char* key) {
        const toml::table* entries = table[section].as_table();
        if (entries == nullptr) {
            return;
        }
        for (const auto& [name, node] : *entries) {
            const auto* entry = node.as_table();
            const auto* value = entry != nullptr ? entry->get_as<std::string>(key) : nullptr;
            if (value != nullptr) {
                std::string_view url = value->get();
                if (url.starts_with("sparse+")) {
                    url.remove_prefix(7);
                }
                add(out, url);
            }
        }
    };
    each("registries", "index");
    each("source", "registry");
    return out;
}

std::vector<std::string> urlsOfGoProxy(std::string_view value) {
    std::vector<std::string> out;
    eachWord(unquote(trim(value)), ",| ", [&](std::string_view word) { add(out, word); });
    return out;
}

std::vector<std::string> urlsOfGoEnv(std::string_view text) {
    std::vector<std::string> out;
    eachLine(text, [&](std::string_view line) {
        if (const auto [key, value] = keyValue(line); key == "GOPROXY") {
            out = urlsOfGoProxy(value);
        }
    });
    return out;
}

std::vector<std::string> urlsOfMavenSettings(std::string_view text) {
    std::vector<std::string> out;
    constexpr std::string_view kOpen = "<url>";
    constexpr std::string_view kClose = "</url>";
    std::string plain;
    for (std::string_view rest = text; !rest.empty();) { // comments may hold examples
        const std::size_t start = rest.find("<!--");
        plain += rest.substr(0, start);
        const std::size_t end = start == std::string_view::npos ? start : rest.find("-->", start);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 3);
    }
    std::string_view rest = plain;
    for (std::size_t at = rest.find(kOpen); at != std::string_view::npos; at = rest.find(kOpen)) {
        rest.remove_prefix(at + kOpen.size());
        const std::size_t end = rest.find(kClose);
        if (end == std::string_view::npos) {
            break;
        }
        std::string_view url = rest.substr(0, end);
        while (!url.empty() && url.front() == '\n') {
            url.remove_prefix(1);
        }
        while (!url.empty() && url.back() == '\n') {
            url.remove_suffix(1);
        }
        add(out, url);
    }
    return out;
}

std::vector<std::string> urlsOfAptSources(std::string_view text) {
    std::vector<std::string> out;
    bool uris = false;
    eachLine(text, [&](std::string_view line) {
        const bool continued = !line.empty() && (line.front() == ' ' || line.front() == '\t');
        const std::string_view entry = trim(line);
        if (entry.starts_with('#')) {
            return;
        }
        if (entry.starts_with("deb ") || entry.starts_with("deb-src ") || entry.starts_with("deb\t")) {
            eachWord(entry, " \t", [&](std::string_view word) {
                if (word.starts_with("http://") || word.starts_with("https://")) {
                    add(out, word);
                }
            });
            return;
        }
        if (!continued) {
            uris = entry.starts_with("URIs:");
        }
        if (uris) {
            eachWord(entry, " \t", [&](std::string_view word) { add(out, word); });
        }
    });
    return out;
}

Result<std::string> ruleTextOfUrl(std::string_view url) {
    const auto wrong = [&](const char* why) {
        return makeError(Code::Invalid, "'" + forScreen(url.substr(0, url.find('@')), 200) + "' " + why);
    };
    const bool http = url.starts_with("http://");
    if (!http && !url.starts_with("https://")) {
        return wrong("is neither https:// nor http://");
    }
    url.remove_prefix(http ? 7 : 8);
    url = url.substr(0, url.find_first_of("/?#"));
    if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) {
        url.remove_prefix(at + 1); // a password of the person: not a part of the host, never shown
    }
    const HostPort parts = LG_TRY(splitHostPort(url));
    std::string host;
    if (const auto address = parseAddress(parts.host)) {
        host = address->v6 ? "[" + toText(*address) + "]" : toText(*address);
    } else {
        host = LG_TRY(canonicalHost(parts.host));
    }
    if (http) {
        return host + ":" + std::to_string(parts.port != 0 ? parts.port : 80) + "/http";
    }
    const bool usual = parts.port == 0 || parts.port == 443;
    if (usual && host.find_first_of("[") == std::string::npos && !parseAddress(host)) {
        return host;
    }
    return host + ":" + std::to_string(usual ? 443 : parts.port) + "/tls";
}

} // namespace leadglass::policy
