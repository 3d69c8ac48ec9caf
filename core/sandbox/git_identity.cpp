#include "core/sandbox/git_identity.h"

#include <algorithm>
#include <cctype>

#include "core/base/escape.h"
#include "core/base/places.h"
#include "core/base/sys.h"
#include "core/sandbox/path_text.h"

namespace leadglass::sandbox {
namespace {

constexpr std::size_t kMaxBytes = 256 * 1024;
constexpr std::size_t kMaxValue = 512;
constexpr int kMaxFiles = 16;
constexpr int kMaxDepth = 4;

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
        return {};
    }
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// A value with quotes, escapes and comments (git-config(1), "Syntax").
std::string valueOf(std::string_view raw) {
    std::string out;
    std::size_t keep = 0; // blanks after this length are trailing ones
    bool quoted = false;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        if (c == '"') {
            quoted = !quoted;
            keep = out.size();
        } else if (c == '\\' && i + 1 < raw.size()) {
            const char next = raw[++i];
            out += next == 'n' ? '\n' : next == 't' ? '\t' : next;
            keep = out.size();
        } else if (!quoted && (c == '#' || c == ';')) {
            break;
        } else {
            out += c;
            if (quoted || (c != ' ' && c != '\t' && c != '\r')) {
                keep = out.size();
            }
        }
    }
    return out.substr(0, keep);
}

// Does includeIf's condition hold for `project`? Only gitdir: and gitdir/i: are known.
bool holds(const std::string& condition, const std::string& home, std::string project) {
    std::string pattern;
    if (condition.starts_with("gitdir:")) {
        pattern = condition.substr(7);
    } else if (condition.starts_with("gitdir/i:")) {
        pattern = lower(condition.substr(9));
        project = lower(project);
    } else {
        return false;
    }
    pattern = expandHome(pattern, home);
    if (pattern.ends_with("/**")) {
        pattern.resize(pattern.size() - 2);
    }
    return pattern.starts_with('/') && pattern.ends_with('/') &&
           pattern.find_first_of("*?[") == std::string::npos && (project + "/").starts_with(pattern);
}

struct Section {
    std::string name;       // lower case
    std::string subsection; // as written
};

Section sectionOf(std::string_view line) {
    const std::size_t end = line.rfind(']');
    const std::string_view inside = line.substr(1, end == std::string_view::npos ? 0 : end - 1);
    const std::size_t quote = inside.find('"');
    Section section;
    section.name = lower(trimmed(inside.substr(0, quote)));
    if (quote != std::string_view::npos) {
        section.subsection = valueOf(inside.substr(quote));
    }
    return section;
}

// One line of text that fits a quoted value; anything else would be a way into the file.
bool usable(const std::string& value) {
    return !value.empty() && value.size() <= kMaxValue && isValidUtf8(value) &&
           std::none_of(value.begin(), value.end(),
                        [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

std::string quoted(const std::string& value) {
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + '"';
}

struct Reading {
    const std::string& home;
    const std::string& project;
    GitIdentity identity;
    int files = 0;
};

void readInto(Reading& reading, const std::string& path, int depth) {
    if (depth > kMaxDepth || ++reading.files > kMaxFiles) {
        return;
    }
    auto fd = openTrustedFile(path);
    if (!fd) {
        return;
    }
    auto text = sys::readAll(fd.value().get(), kMaxBytes);
    if (!text) {
        return;
    }
    // Includes are applied after the file that names them: nearly git's order, and enough here.
    const GitConfigParts parts = parseGitConfig(text.value(), reading.home, reading.project);
    if (!parts.identity.name.empty()) {
        reading.identity.name = parts.identity.name;
    }
    if (!parts.identity.email.empty()) {
        reading.identity.email = parts.identity.email;
    }
    for (const auto& include : parts.includes) {
        const std::string full = expandHome(include, reading.home);
        readInto(reading, full.starts_with('/') ? full : joinPath(parentOf(path), full), depth + 1);
    }
}

} // namespace

GitConfigParts parseGitConfig(std::string_view text, const std::string& home,
                              const std::string& project) {
    GitConfigParts parts;
    Section section;
    for (const auto& rawLine : splitList(text, '\n')) {
        std::string line = trimmed(rawLine);
        if (line.empty() || line[0] == '#' || line[0] == ';') {
            continue;
        }
        if (line[0] == '[') {
            section = sectionOf(line);
            continue;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos) {
            continue;
        }
        const std::string key = lower(trimmed(line.substr(0, equals)));
        const std::string value = valueOf(trimmed(line.substr(equals + 1)));
        if (section.name == "user" && section.subsection.empty() && usable(value)) {
            if (key == "name") {
                parts.identity.name = value;
            } else if (key == "email") {
                parts.identity.email = value;
            }
        } else if (section.name == "core" && section.subsection.empty() && key == "worktree") {
            parts.coreWorktree = value;
        } else if (key == "path" && !value.empty() &&
                   (section.name == "include" ||
                    (section.name == "includeif" && holds(section.subsection, home, project)))) {
            parts.includes.push_back(value);
        }
    }
    return parts;
}

GitIdentity readGitIdentity(const std::string& home, const std::string& xdgConfig,
                            const std::string& project) {
    Reading reading{home, project, {}, 0};
    readInto(reading, joinPath(xdgConfig, "git/config"), 0);
    readInto(reading, joinPath(home, ".gitconfig"), 0);
    return reading.identity;
}

std::string gitConfigText(const GitIdentity& identity, const std::vector<std::string>& safe) {
    std::string text;
    if (usable(identity.name) || usable(identity.email)) {
        text += "[user]\n";
    }
    if (usable(identity.name)) {
        text += "\tname = " + quoted(identity.name) + "\n";
    }
    if (usable(identity.email)) {
        text += "\temail = " + quoted(identity.email) + "\n";
    }
    text += "[credential]\n\thelper =\n";
    for (const auto& directory : safe) {
        if (directory.find_first_of("\n\r") == std::string::npos) {
            text += "[safe]\n\tdirectory = " + quoted(directory) + "\n";
        }
    }
    return text;
}

} // namespace leadglass::sandbox
