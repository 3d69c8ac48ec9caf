#include "core/workspace/git_host_history.h"

#include <dirent.h>

#include <algorithm>

#include "core/workspace/git_refs.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kDeepest = 64;

} // namespace

HostHistory::HostHistory(const Trees& trees, const std::vector<RefChange>& moved)
    : m_project(trees.project), m_worktree(trees.worktree.empty() ? ".git" : trees.worktree), m_objects({trees.project}) {
    for (const auto& ref : moved) {
        add(ref.before);
    }
}

void HostHistory::add(const std::string& id) {
    if (isGitId(id) && m_refs < kMaxHostRefs && m_seen.insert(id).second) {
        ++m_refs;
        m_open.push_back(id);
    }
}

void HostHistory::openBelow(const std::string& directory) {
    std::vector<std::string> waiting{directory};
    while (!waiting.empty() && m_refs < kMaxHostRefs) {
        const std::string path = std::move(waiting.back());
        waiting.pop_back();
        const auto dir = openDirBeneath(m_project, path);
        const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
        for (std::size_t i = 0; entries && i < entries->size(); ++i) {
            const auto& entry = (*entries)[i];
            std::string name = joined(path, entry.name);
            if (entry.type != DT_DIR) {
                add(refValue(m_project, name));
            }
            if (entry.type != DT_REG && static_cast<std::size_t>(std::ranges::count(name, '/')) < kDeepest) {
                waiting.push_back(std::move(name));
            }
        }
    }
}

void HostHistory::openAll() {
    m_all = true;
    for (const char* name : {"/HEAD", "/ORIG_HEAD", "/MERGE_HEAD", "/CHERRY_PICK_HEAD", "/REVERT_HEAD"}) {
        add(refValue(m_project, m_worktree + name));
    }
    for (const auto& [name, id] : packedRefs(m_project)) {
        if (m_refs == kMaxHostRefs) {
            break;
        }
        // What lies beneath a file of its own is what git once packed, or what a run would have had there.
        const auto own = lookAt(m_project, ".git/" + name);
        if (own && own->type == NodeType::None) {
            add(id);
        }
    }
    openBelow(".git/refs");
}

bool HostHistory::leadsTo(const std::string& commit) {
    if (m_seen.contains(commit)) {
        return true;
    }
    if (!m_objects.read(commit, kMaxCommitObject)) {
        return false; // most of a run's: no need to look at all of the host's
    }
    if (!m_all) {
        openAll();
    }
    while (!m_open.empty() && m_commits < kMaxHostCommits && !m_seen.contains(commit)) {
        const std::string id = std::move(m_open.front());
        m_open.pop_front();
        ++m_commits;
        const auto object = m_objects.read(id, kMaxCommitObject);
        if (!object) {
            continue;
        }
        if (object->type == GitType::Tag) {
            if (std::string of = taggedBy(object->data); !of.empty() && m_seen.insert(of).second) {
                m_open.push_back(std::move(of));
            }
            continue;
        }
        const auto parsed = object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
        for (std::size_t i = 0; parsed && i < parsed->parents.size(); ++i) {
            if (m_seen.insert(parsed->parents[i]).second) {
                m_open.push_back(parsed->parents[i]);
            }
        }
    }
    return m_seen.contains(commit);
}

} // namespace leadglass::workspace
