#include <algorithm>
#include <array>

#include "core/workspace/names.h"
#include "core/workspace/risk.h"

namespace leadglass::workspace {
namespace {

struct Named {
    const char* name; // folded
    const char* why;
};

// Any component of the path.
constexpr std::array kDirectories{
    Named{".hg", "version control that can run hooks"}, Named{".jj", "version control that can run hooks"},
    Named{".svn", "version control that can run hooks"}, Named{".bzr", "version control that can run hooks"},
    Named{".git", "git's own directory"},        Named{".husky", "git hooks"},
    Named{".githooks", "git hooks"},             
    Named{".vscode", "editor configuration"},    Named{".idea", "editor configuration"},
    Named{".zed", "editor configuration"},       Named{".fleet", "editor configuration"},
    Named{".nvim", "editor configuration"},      Named{".vim", "editor configuration"},
    Named{".devcontainer", "editor configuration"},
    Named{".claude", "agent configuration"},     Named{".cursor", "agent configuration"},
    Named{".codex", "agent configuration"},      Named{".gemini", "agent configuration"},
    Named{".qwen", "agent configuration"},       Named{".opencode", "agent configuration"},
    Named{".continue", "agent configuration"},   Named{".clinerules", "agent configuration"},
    Named{".cline", "agent configuration"},      Named{".roo", "agent configuration"},
    Named{".pi", "agent configuration"},         Named{".goose", "agent configuration"},
    Named{".windsurf", "agent configuration"},   Named{".agents", "agent configuration"},
    Named{".circleci", "continuous integration"}, Named{".buildkite", "continuous integration"},
    Named{".woodpecker", "continuous integration"}, Named{".gitlab", "continuous integration"},
    Named{".cargo", "build configuration"},      Named{".mvn", "build configuration"},
    Named{".yarn", "package manager plugins"},
    Named{".mise", "runs when you enter the directory"}};

// The last component.
constexpr std::array kFiles{
    // git takes any directory with HEAD, objects and refs for a repository, and its config can run things.
    Named{"head", "can make its directory a git repository"},
    Named{".gitattributes", "git attributes can run filters"}, Named{".gitmodules", "git submodules"},
    Named{".gitconfig", "git configuration"}, Named{".lfsconfig", "git configuration"},
    Named{".pre-commit-config.yaml", "git hooks"}, Named{"lefthook.yml", "git hooks"},
    Named{".mcp.json", "agent configuration"}, Named{"mcp.json", "agent configuration"},
    Named{"agents.md", "agent instructions"}, Named{"claude.md", "agent instructions"},
    Named{"claude.local.md", "agent instructions"}, Named{"gemini.md", "agent instructions"},
    Named{"qwen.md", "agent instructions"}, Named{".cursorrules", "agent instructions"},
    Named{".windsurfrules", "agent instructions"}, Named{".goosehints", "agent instructions"},
    Named{"copilot-instructions.md", "agent instructions"},
    Named{"opencode.json", "agent configuration"}, Named{"opencode.jsonc", "agent configuration"},
    Named{".aider.conf.yml", "agent configuration"},
    Named{".envrc", "runs when you enter the directory"}, Named{".autoenv", "runs when you enter the directory"},
    Named{"mise.toml", "runs when you enter the directory"}, Named{".mise.toml", "runs when you enter the directory"},
    Named{".tool-versions", "chooses programs"}, Named{".exrc", "editor configuration"},
    Named{".nvimrc", "editor configuration"}, Named{".vimrc", "editor configuration"},
    Named{".lvimrc", "editor configuration"}, Named{".nvim.lua", "editor configuration"},
    Named{".dir-locals.el", "editor configuration"}, Named{".gdbinit", "debugger configuration"},
    Named{".lldbinit", "debugger configuration"}, Named{".gitlab-ci.yml", "continuous integration"},
    Named{".travis.yml", "continuous integration"}, Named{".drone.yml", "continuous integration"},
    Named{"jenkinsfile", "continuous integration"}, Named{"azure-pipelines.yml", "continuous integration"},
    Named{"bitbucket-pipelines.yml", "continuous integration"}, Named{"appveyor.yml", "continuous integration"},
    Named{"makefile", "build script"}, Named{"gnumakefile", "build script"}, Named{"cmakelists.txt", "build script"},
    Named{"configure", "build script"}, Named{"configure.ac", "build script"}, Named{"meson.build", "build script"},
    Named{"build", "build script"}, Named{"build.bazel", "build script"}, Named{"workspace", "build script"},
    Named{"module.bazel", "build script"}, Named{"justfile", "build script"}, Named{"taskfile.yml", "build script"},
    Named{"rakefile", "build script"}, Named{"gruntfile.js", "build script"}, Named{"gulpfile.js", "build script"},
    Named{"build.rs", "build script"}, Named{"build.gradle", "build script"}, Named{"build.gradle.kts", "build script"},
    Named{"settings.gradle", "build script"}, Named{"settings.gradle.kts", "build script"},
    Named{"pom.xml", "build script"}, Named{"gradlew", "build script"}, Named{"mvnw", "build script"},
    Named{"build.xml", "build script"}, Named{"build.zig", "build script"}, Named{"binding.gyp", "build script"},
    Named{"setup.py", "build script"}, Named{"setup.cfg", "build script"}, Named{"pyproject.toml", "build script"},
    Named{"conftest.py", "runs with the tests"}, Named{"tox.ini", "build script"}, Named{"noxfile.py", "build script"},
    Named{"sitecustomize.py", "runs with every Python"}, Named{"usercustomize.py", "runs with every Python"},
    Named{"dockerfile", "build script"}, Named{"containerfile", "build script"},
    Named{"docker-compose.yml", "starts containers"}, Named{"docker-compose.yaml", "starts containers"},
    Named{"compose.yaml", "starts containers"}, Named{"compose.yml", "starts containers"},
    Named{"vagrantfile", "build script"}, Named{"procfile", "starts programs"},
    Named{".npmrc", "package manager configuration"}, Named{".yarnrc", "package manager configuration"},
    Named{".yarnrc.yml", "package manager configuration"}, Named{".pnpmfile.cjs", "package manager configuration"},
    Named{"pip.conf", "package manager configuration"}, Named{".bashrc", "shell start file"},
    Named{".profile", "shell start file"}, Named{".bash_profile", "shell start file"},
    Named{".zshrc", "shell start file"}, Named{".zshenv", "shell start file"}};

// githooks(5); a hooks directory may have any name (core.hooksPath).
constexpr std::array kHooks{"applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit",
                            "pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-commit",
                            "pre-rebase", "post-checkout", "post-merge", "pre-push", "pre-receive",
                            "update", "post-receive", "post-update", "reference-transaction",
                            "push-to-checkout", "pre-auto-gc", "post-rewrite", "post-index-change",
                            "fsmonitor-watchman", "sendemail-validate"};

// Zero-width and joining characters that HFS+ and its like ignore in names.
constexpr std::array<std::string_view, 10> kIgnored{
    "\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d", "\xe2\x80\x8e", "\xe2\x80\x8f",
    "\xe2\x80\xaa", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa0", "\xef\xbb\xbf"};

template <class Table> const char* lookUp(const Table& table, std::string_view name) {
    for (const auto& row : table) {
        if (name == row.name) {
            return row.why;
        }
    }
    return nullptr;
}

} // namespace

std::string foldedName(std::string_view path) {
    std::string out;
    for (std::size_t at = 0; at < path.size();) {
        const auto hidden = std::ranges::find_if(
            kIgnored, [&](std::string_view mark) { return path.substr(at).starts_with(mark); });
        if (hidden != kIgnored.end()) {
            at += hidden->size();
            continue;
        }
        const char c = path[at++];
        if (c == '/' || at == path.size()) {
            if (c != '/' && c != ' ' && c != '.') {
                out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
                continue;
            }
            while (!out.empty() && (out.back() == '.' || out.back() == ' ')) {
                out.pop_back();
            }
            if (c == '/') {
                out += c;
            }
            continue;
        }
        out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    return out;
}

std::string riskOfName(std::string_view path) {
    const std::string folded = foldedName(path);
    for (std::size_t from = 0; from < folded.size();) {
        const std::size_t to = std::min(folded.find('/', from), folded.size());
        const std::string_view part = std::string_view(folded).substr(from, to - from);
        if (const char* why = lookUp(kDirectories, part)) {
            return why;
        }
        // The 8.3 short name that FAT and NTFS give to .git.
        if (part == "git~1") {
            return "git's own directory";
        }
        from = to + 1;
    }
    const std::string name = baseOf(folded);
    if (const char* why = lookUp(kFiles, name)) {
        return why;
    }
    if (std::ranges::find(kHooks, std::string_view(name)) != kHooks.end()) {
        return "named like a git hook";
    }
    if (folded.starts_with(".github/workflows/") || folded.starts_with(".github/actions/") ||
        folded.find("/.github/workflows/") != std::string::npos) {
        return "continuous integration";
    }
    if (name.starts_with(".env") && name != ".env.example") {
        return "environment file";
    }
    for (const char* end : {".mk", ".cmake", ".code-workspace", ".sublime-project", ".pth", ".vcxproj",
                            ".csproj", ".desktop", ".service"}) {
        if (name.ends_with(end)) {
            return "build or start file";
        }
    }
    return {};
}

bool leavesProject(std::string_view path, std::string_view target) {
    if (target.starts_with('/')) {
        return true;
    }
    std::ptrdiff_t depth = std::ranges::count(path, '/');
    for (std::size_t from = 0; from < target.size();) {
        const std::size_t to = std::min(target.find('/', from), target.size());
        const std::string_view part = target.substr(from, to - from);
        if (part == "..") {
            if (--depth < 0) {
                return true;
            }
        } else if (!part.empty() && part != ".") {
            ++depth;
        }
        from = to + 1;
    }
    return false;
}

} // namespace leadglass::workspace
