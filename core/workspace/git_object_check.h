// Trust: objects and packs that an agent added to a repository.
// Privilege: none beyond reading the tree given; git is never run.
// Input: the changes of a run; files below .git/objects of its tree.
// Fails: closed: what was not looked through wholly is not as its name says.
//
// git writes no object whose id it has already, and believes what lies there: content that an agent planted
// under the id of a file that the person commits tomorrow would be what the person commits.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/workspace/change_list.h"
#include "core/workspace/git_pack_check.h"

namespace leadglass::workspace {

constexpr std::uint64_t kMaxObjectWork = 6UL << 30; // bytes that are unpacked for one list of changes

class GitObjectCheck {
public:
    // Looks through what `list` adds. Both are used here only.
    GitObjectCheck(const Trees& trees, const ChangeList& list);

    struct Verdict {
        GitFit fit = GitFit::Fits;
        std::string digest; // of what was looked at
    };
    // nullptr: not one of them.
    [[nodiscard]] const Verdict* of(const std::string& path) const;
    [[nodiscard]] bool allFit() const { return m_allFit; }

private:
    void checkLoose(Root root, const Change& change);
    void checkPack(Root root, const std::string& stem);

    std::map<std::string, Verdict> m_verdicts;
    std::uint64_t m_work = kMaxObjectWork;
    bool m_allFit = true;
};

// The file of a loose object; what it unpacks comes off `work`. `digest`: of the file (content_hash.h).
GitFit checkLooseObject(int fd, const std::string& id, std::uint64_t& work, std::string& digest);

} // namespace leadglass::workspace
