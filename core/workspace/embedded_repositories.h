// Trust: names that an agent chose, and a project that changes under us.
// Privilege: none beyond the person's; reads names only.
// Input: the changes of a run and the project's directories around them.
// Fails: closed: a directory that cannot be read counts as having what would make it a repository.
//
// Directories that git takes for a repository without a .git: HEAD, and either objects and refs or
// a commondir file (gitrepository-layout(5), is_git_directory()). git reads config from them and
// runs what that names. Judged over what the host has and all the run would add together, whatever
// of that is applied in the end: no choice of paths, and no order of runs, makes one unmarked.
#pragma once

#include <memory>
#include <string>

#include "core/workspace/change_list.h"

namespace leadglass::workspace {

class EmbeddedRepositories {
public:
    // Both must outlive this.
    EmbeddedRepositories(const Trees& trees, const ChangeList& list);
    ~EmbeddedRepositories();
    EmbeddedRepositories(const EmbeddedRepositories&) = delete;
    EmbeddedRepositories& operator=(const EmbeddedRepositories&) = delete;

    // Is `path` something that git reads or runs in such a directory? The project's own .git does
    // not count; one inside it does.
    bool isPartOfOne(const std::string& path);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace leadglass::workspace
