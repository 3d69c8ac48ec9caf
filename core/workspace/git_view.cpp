#include "core/workspace/git_view.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <functional>
#include <map>
#include <set>

#include "core/workspace/git_host_history.h"
#include "core/workspace/git_objects.h"
#include "core/workspace/git_packed.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_refs.h"

namespace leadglass::workspace {
// A loose ref beats a packed one; git packs and unpacks them without changing what they say.
std::vector<RefChange> refChanges(const Trees& trees, const ChangeList& list) {
    const Change* packed = nullptr;
    std::map<std::string, const Change*> loose;
    for (const auto& change : list.changes) {
        const std::string path = asOrdinary(change.path, trees.worktree);
        if (path == ".git/packed-refs") {
            packed = &change;
        } else if (gitPart(path) == GitPart::Ref &&
                   (change.after.type == NodeType::File || change.before.type == NodeType::File)) {
            loose.emplace(path.substr(5), &change);
        }
    }
    if (packed == nullptr && loose.empty()) {
        return {};
    }
    const Refs before = packedRefs(trees.project);
    // What is looked at must be what was judged, and so what is applied: a run that goes on may say one thing here, another there.
    const auto isAsJudged = [](const Change& change, const std::string& text) {
        return change.judged.empty() || change.judged == contentName(text);
    };
    std::vector<RefChange> out;
    Refs after = packed == nullptr ? before : Refs();
    if (packed != nullptr && packed->after.type == NodeType::File) {
        const std::string text = packedText(trees.upper);
        after = parsePackedRefs(text);
        if (!isAsJudged(*packed, text)) {
            out.push_back({"packed-refs", {}, {}, packed->path, {}, false, {}, 0});
        }
    }
    std::set<std::string> names;
    for (const auto& [name, change] : loose) {
        names.insert(name);
    }
    if (packed != nullptr) {
        std::vector<Refs::value_type> differing;
        std::ranges::set_symmetric_difference(before, after, std::back_inserter(differing));
        for (auto& [name, value] : differing) {
            names.insert(name);
        }
    }
    for (const auto& name : names) {
        const auto own = loose.find(name);
        const std::string path = own == loose.end() ? ".git/" + name : own->second->path;
        RefChange ref{name, refValue(trees.project, path), {}, own == loose.end() ? packed->path : path, {}, true, {}, 0};
        if (own == loose.end()) {
            ref.after = ref.before;
        } else if (own->second->after.type == NodeType::File) {
            std::string text = refText(trees.upper, path);
            ref.steady = isAsJudged(*own->second, text);
            ref.after = refValueOf(std::move(text), path);
        }
        const auto orPacked = [&](std::string& value, const Refs& refs) {
            const auto found = refs.find(name);
            if (value.empty() && found != refs.end()) {
                value = found->second;
            }
        };
        orPacked(ref.before, before);
        orPacked(ref.after, after);
        const auto under = after.find(name);
        const auto was = before.find(name);
        if (packed != nullptr && under != after.end() && under->second != ref.after && under->second != ref.before &&
            (was == before.end() || was->second != under->second)) {
            ref.beneath = under->second;
        }
        if (ref.before != ref.after || !ref.beneath.empty() || !ref.steady) {
            out.push_back(std::move(ref));
        }
    }
    return out;
}

namespace {

std::optional<Commit> commitOf(GitObjects& objects, const std::string& id) {
    const auto object = objects.read(id, kMaxCommitObject);
    return object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
}

} // namespace

std::string taggedBy(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    return line.starts_with("object ") && isGitId(line.substr(7)) ? std::string(line.substr(7)) : std::string();
}

std::optional<Commit> parseCommitText(std::string_view text) {
    Commit commit;
    // git reads the tree from the first line and the parents from those that follow it, and lets any header pass after these.
    enum class Next { Tree, Parents, Others } next = Next::Tree;
    while (true) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (line.empty()) {
            break;
        }
        if (line.starts_with("tree ")) {
            if (next != Next::Tree || !isGitId(line.substr(5))) {
                return std::nullopt;
            }
            commit.tree = line.substr(5);
            next = Next::Parents;
        } else if (line.starts_with("parent ")) {
            if (next != Next::Parents || !isGitId(line.substr(7)) || commit.parents.size() >= 64) {
                return std::nullopt;
            }
            commit.parents.emplace_back(line.substr(7));
        } else if (line.starts_with("author ")) {
            if (next != Next::Parents || !commit.author.empty()) {
                return std::nullopt;
            }
            next = Next::Others;
            const std::size_t mail = line.rfind("> ");
            if (mail == std::string_view::npos) {
                return std::nullopt;
            }
            commit.author = line.substr(7, mail + 1 - 7);
            const std::string_view when = line.substr(mail + 2);
            (void)std::from_chars(when.data(), when.data() + when.size(), commit.time);
        } else if (next != Next::Others) {
            return std::nullopt;
        }
    }
    if (next != Next::Others || commit.author.empty()) {
        return std::nullopt;
    }
    commit.subject = text.substr(0, std::min(text.find('\n'), std::size_t{400}));
    return commit;
}

std::optional<Commit> parseLooseCommit(std::string_view packed) {
    constexpr std::size_t kHead = 64;
    const auto unpacked = inflateGit(packed, kMaxCommitObject + kHead);
    const auto object = unpacked ? parseLooseObject(*unpacked) : std::nullopt;
    return object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
}

namespace {

// Fills `commits` and `whole` from `refs`.
void walk(History& history, GitObjects objects, const std::function<bool(const std::string& commit)>& isHosts) {
    struct Found {
        std::string id;
        std::string ref;
    };
    std::deque<Found> open;
    for (const auto& ref : history.refs) {
        if (isGitId(ref.after)) {
            open.push_back({ref.after, ref.name});
        }
    }
    std::size_t budget = kMaxTrees;
    std::set<std::string> seen;
    while (!open.empty() && history.commits.size() < kMaxCommitsShown) {
        const Found next = std::move(open.front());
        open.pop_front();
        if (!seen.insert(next.id).second) {
            continue;
        }
        const auto object = objects.read(next.id, kMaxCommitObject);
        if (object && object->type == GitType::Tag) {
            open.push_back({taggedBy(object->data), next.ref});
            continue;
        }
        auto commit = object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
        if (!commit) { // none, or one that is not shown
            history.whole = history.whole && object && object->type != GitType::Commit;
            continue;
        }
        if (isHosts(next.id)) {
            continue;
        }
        commit->id = next.id;
        commit->ref = next.ref;
        const auto parent = commit->parents.empty() ? std::nullopt : commitOf(objects, commit->parents.front());
        if (parent || commit->parents.empty()) {
            commit->changed = filesBetween(objects, parent ? parent->tree : std::string(), commit->tree, budget);
        } else {
            commit->changed.known = false;
        }
        for (const auto& id : commit->parents) {
            open.push_back({id, next.ref});
        }
        history.commits.push_back(std::move(*commit));
    }
    history.whole = history.whole && open.empty();
}

std::set<std::string> reachable(GitObjects& objects, std::deque<std::string> from, const std::string& until = {});

// What `before` leads to and `after` does not.
void findDropped(GitObjects& objects, RefChange& ref) {
    if (!isGitId(ref.before)) {
        return;
    }
    const auto kept = reachable(objects, {ref.after}, ref.before);
    std::deque<std::string> open{ref.before};
    std::set<std::string> seen;
    while (!open.empty() && seen.size() < kMaxDropped) {
        const std::string id = std::move(open.front());
        open.pop_front();
        if (kept.contains(id) || !seen.insert(id).second) {
            continue;
        }
        auto commit = commitOf(objects, id);
        if (!commit) {
            continue;
        }
        open.insert(open.end(), commit->parents.begin(), commit->parents.end());
        if (ref.dropped.size() < kMaxDroppedShown) {
            commit->id = id;
            ref.dropped.push_back(std::move(*commit));
        } else {
            ++ref.moreDropped;
        }
    }
}

void countObject(History& history, const std::string& path) {
    history.packs += path.ends_with(".pack") ? 1 : 0;
    history.looseObjects += path.starts_with(".git/objects/pack/") ? 0 : 1;
}

// What `from` lead to, as far as it can be told, or as far as `until`: gc may have packed the host's own with the
// run's.
std::set<std::string> reachable(GitObjects& objects, std::deque<std::string> from, const std::string& until) {
    std::set<std::string> seen;
    while (!from.empty() && seen.size() < kMaxFollowed) {
        const std::string id = std::move(from.front());
        from.pop_front();
        if (!isGitId(id) || !seen.insert(id).second) {
            continue;
        }
        if (id == until) {
            break;
        }
        if (const auto commit = commitOf(objects, id)) {
            from.insert(from.end(), commit->parents.begin(), commit->parents.end());
        }
    }
    return seen;
}

} // namespace

std::vector<RefChange> changedRefs(const Trees& trees, const ChangeList& list) {
    auto refs = refChanges(trees, list);
    std::erase_if(refs, [](const RefChange& ref) { return ref.before == ref.after; });
    GitObjects objects({trees.upper, trees.project});
    for (auto& ref : refs) {
        findDropped(objects, ref);
    }
    return refs;
}

History readHistory(const Trees& trees, const ChangeList& list) {
    History history;
    for (const auto& change : list.changes) {
        if (gitPart(change.path) == GitPart::Object && change.after.type == NodeType::File) {
            countObject(history, change.path);
        }
    }
    history.refs = changedRefs(trees, list);
    HostHistory host(trees, history.refs);
    walk(history, GitObjects({trees.upper, trees.project}), [&](const std::string& id) { return host.leadsTo(id); });
    return history;
}

History readLanded(const std::vector<LandedGit>& landed, Root project) {
    History history;
    std::set<std::string> added;
    std::map<std::string, const LandedGit*> files;
    Refs before = packedRefs(project);
    const Refs after = before;
    std::set<std::string> names;
    std::set<std::string> moved;
    for (const auto& one : landed) {
        if (one.moved) {
            moved.insert(one.path.substr(5));
            continue;
        }
        const GitPart part = gitPart(one.path);
        if (part == GitPart::Object && one.there) {
            countObject(history, one.path);
            added.insert(one.path);
        } else if (one.path == ".git/packed-refs") {
            before = one.kept.fd < 0 ? Refs() : packedRefs(one.kept, one.name);
        } else if (part == GitPart::Ref) {
            files.emplace(one.path.substr(5), &one);
            names.insert(one.path.substr(5));
        }
    }
    std::vector<Refs::value_type> differing;
    std::ranges::set_symmetric_difference(before, after, std::back_inserter(differing));
    for (auto& [name, value] : differing) {
        names.insert(name);
    }
    std::deque<std::string> hosts;
    const auto orPacked = [](std::string value, const Refs& refs, const std::string& name) {
        const auto found = refs.find(name);
        return value.empty() && found != refs.end() ? found->second : value;
    };
    for (const auto& name : names) {
        if (moved.contains(name)) {
            continue;
        }
        const auto own = files.find(name);
        const std::string now = refValue(project, ".git/" + name);
        const std::string was = own == files.end()              ? now
                                : own->second->kept.fd < 0 ? std::string()
                                                           : refValue(own->second->kept, own->second->name);
        RefChange ref{name, orPacked(was, before, name), orPacked(now, after, name), ".git/" + name, {}, true, {}, 0};
        hosts.push_back(ref.before);
        if (ref.before != ref.after) {
            history.refs.push_back(std::move(ref));
        }
    }
    GitObjects all({project});
    GitObjects others({project}, added);
    for (auto& ref : history.refs) {
        findDropped(all, ref);
    }
    const auto known = reachable(all, std::move(hosts)); // wherever they lie now: git packs the host's own anew, too
    walk(history, std::move(all), [&](const std::string& id) { return known.contains(id) || commitOf(others, id); });
    return history;
}

} // namespace leadglass::workspace
