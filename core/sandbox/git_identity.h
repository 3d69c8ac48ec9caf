// Trust: ~/.gitconfig is the person's own; a file it includes may lie anywhere, also in a project.
// Privilege: reads files with openTrustedFile().
// Input: git-config(1) syntax, at most 256 KiB a file, 16 files, 4 levels of include.
// Fails: what cannot be read or parsed is left out; git is never run.
//
// The person's name and e-mail for git, and nothing else of their configuration.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadglass::sandbox {

struct GitIdentity {
    std::string name;
    std::string email;
};

// user.name and user.email of one file's text, and the include.path lines met, in order; also
// those of includeIf "gitdir:..." that match `project`.
struct GitConfigParts {
    GitIdentity identity;
    std::vector<std::string> includes;
    std::string coreWorktree; // of a submodule's own configuration
};
GitConfigParts parseGitConfig(std::string_view text, const std::string& home,
                              const std::string& project);

// From $XDG_CONFIG_HOME/git/config and ~/.gitconfig, the later one stronger.
GitIdentity readGitIdentity(const std::string& home, const std::string& xdgConfig,
                            const std::string& project);

// The /etc/gitconfig of a run: identity, no credential helper, the project is trusted.
std::string gitConfigText(const GitIdentity& identity, const std::vector<std::string>& safe);

} // namespace leadglass::sandbox
