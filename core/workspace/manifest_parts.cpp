#include "core/workspace/manifest_parts.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "core/base/json_depth.h"

namespace leadglass::workspace {
namespace {

// Those parts of package.json that npm, yarn and pnpm run, and what others put into it.
constexpr std::array kPackageKeys{"scripts", "bin", "workspaces", "packageManager", "husky", "gypfile",
                                  "simple-git-hooks", "lint-staged", "pnpm", "config", "tasks", "babel",
                                  "eslintConfig", "prettier", "stylelint", "postcss", "jest", "mocha", "ava",
                                  "xo", "commitlint", "release", "hooks", "pre-commit", "autoload", "plugins", "extra", "repositories"};

std::string jsonParts(const std::string& text) {
    const auto object = isTooDeepJson(text) ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
    if (!object.is_object()) {
        return text; // its reader may know how to read it (deno.json takes comments): every change counts
    }
    std::string out;
    for (const char* key : kPackageKeys) {
        if (object.contains(key)) {
            out += key + object[key].dump(-1, ' ', false,
                                          nlohmann::json::error_handler_t::replace);
        }
    }
    return out;
}

// Tables that name dependencies and describe the package. In a TOML array no line can be such a
// header: its words are bare.
constexpr std::array<std::string_view, 4> kPythonTables{"[project]", "[project.urls]", "[project.optional-dependencies]",
                                                        "[dependency-groups]"};
constexpr std::array<std::string_view, 4> kCargoTables{"[dependencies]", "[dev-dependencies]", "[features]",
                                                       "[workspace.dependencies]"};
constexpr std::array<std::string_view, 12> kCargoPackage{
    "name ", "version ", "edition ", "rust-version ", "description ", "license ", "repository ", "homepage ",
    "documentation ", "readme ", "publish ", "authors "};

std::string tomlParts(const std::string& text, std::span<const std::string_view> harmless, bool cargo) {
    if (text.find("\"\"\"") != std::string::npos || text.find("'''") != std::string::npos) {
        return text; // a line need not be what it looks like
    }
    std::string out;
    bool skip = false;
    bool package = false;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        std::string_view line = std::string_view(text).substr(from, end - from);
        from = end + 1;
        const std::size_t first = line.find_first_not_of(" \t");
        const std::size_t last = line.find_last_not_of(" \t\r");
        if (first == std::string_view::npos || last == std::string_view::npos || last < first) {
            continue;
        }
        line = line.substr(first, last - first + 1);
        if (line.starts_with('[')) {
            skip = std::ranges::find(harmless, line) != harmless.end();
            package = cargo && line == "[package]";
        }
        const bool described = package && line.find('=') != std::string_view::npos &&
                               std::ranges::any_of(kCargoPackage, [&](std::string_view key) {
                                   return line.starts_with(key) && !line.ends_with('[');
                               });
        if (!skip && !described && !line.starts_with('#')) {
            out.append(line).append(1, '\n');
        }
    }
    return out;
}

bool isTypeScripts(std::string_view name) {
    return (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json");
}

// What a language service or ts-node loads; JSON with comments.
std::string typeScriptParts(const std::string& text) {
    const auto object = isTooDeepJson(text) ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false, true);
    if (!object.is_object()) { // one with a comma at an end, say: most of them name nothing that runs
        const bool mayRun = std::ranges::any_of(std::array{"plugins", "extends", "ts-node", "vueCompilerOptions", "\\u"},
                                                [&](const char* word) { return text.find(word) != std::string::npos; });
        return mayRun ? text : std::string();
    }
    std::string out;
    const auto add = [&](const nlohmann::json& in, const char* key) {
        if (in.is_object() && in.contains(key)) {
            out += key + in[key].dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        }
    };
    for (const char* key : {"ts-node", "vueCompilerOptions"}) {
        add(object, key);
    }
    const auto base = object.find("extends"); // one that is called so is judged itself
    if (base != object.end() && !(base->is_string() && base->get_ref<const std::string&>().find("tsconfig") != std::string::npos)) {
        add(object, "extends");
    }
    if (object.contains("compilerOptions")) {
        add(object["compilerOptions"], "plugins");
    }
    return out;
}

} // namespace

bool isManifest(std::string_view name) {
    return isTypeScripts(name) || name == "package.json" || name == "composer.json" || name == "deno.json" ||
           name == "pyproject.toml" || name == "cargo.toml";
}

std::string partsThatRun(std::string_view name, const std::string& text) {
    if (name == "pyproject.toml") {
        return tomlParts(text, kPythonTables, false);
    }
    if (isTypeScripts(name)) {
        return typeScriptParts(text);
    }
    return name == "cargo.toml" ? tomlParts(text, kCargoTables, true) : jsonParts(text);
}

} // namespace leadglass::workspace
