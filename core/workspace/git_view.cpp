#include "core/workspace/git_view.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <set>

#include "core/base/sys.h"
#include "core/workspace/git_paths.h"

namespace leadglass::workspace {
namespace {

std::optional<std::string> inflateBounded(std::string_view packed) {
    std::string out(kMaxCommitObject, '\0');
    z_stream stream{};
    if (::inflateInit(&stream) != Z_OK) {
        return std::nullopt;
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = ::inflate(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    ::inflateEnd(&stream);
    return result == Z_STREAM_END ? std::optional(std::move(out)) : std::nullopt;
}

bool isHash(std::string_view text) {
    return (text.size() == 40 || text.size() == 64) &&
           std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

std::string smallFile(int rootFd, const std::string& path, std::size_t max) {
    auto fd = openFileBeneath(rootFd, path);
    if (!fd) {
        return {};
    }
    auto text = sys::readAll(fd->get(), max);
    return text ? std::move(text).value() : std::string();
}

constexpr std::size_t kMaxPacked = 16 << 20;

using Refs = std::map<std::string, std::string>;
Refs packedRefs(int rootFd) {
    const std::string text = smallFile(rootFd, ".git/packed-refs", kMaxPacked);
    Refs refs;
    if (!isRefContent(".git/packed-refs", text)) {
        return refs;
    }
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        const std::size_t space = line.find(' ');
        if (space != std::string_view::npos && !line.starts_with('#')) {
            refs.emplace(line.substr(space + 1), line.substr(0, space));
        }
        at = end + 1;
    }
    return refs;
}

std::string refValue(int rootFd, const std::string& path) {
    std::string text = smallFile(rootFd, path, 4096);
    if (!isRefContent(path, text)) {
        return {};
    }
    text.pop_back();
    return text;
}

// What each ref that the run's changes touch says before and after them. A loose ref beats a packed
// one; git packs and unpacks them without changing what they say.
std::vector<RefChange> changedRefs(const Trees& trees, const ChangeList& list) {
    const Change* packed = nullptr;
    std::map<std::string, const Change*> loose;
    for (const auto& change : list.changes) {
        if (change.path == ".git/packed-refs") {
            packed = &change;
        } else if (gitPart(change.path) == GitPart::Ref &&
                   (change.after.type == NodeType::File || change.before.type == NodeType::File)) {
            loose.emplace(change.path.substr(5), &change);
        }
    }
    if (packed == nullptr && loose.empty()) {
        return {};
    }
    const Refs before = packedRefs(trees.projectFd);
    const Refs after = packed == nullptr                      ? before
                       : packed->after.type == NodeType::File ? packedRefs(trees.upperFd)
                                                              : Refs();
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
    std::vector<RefChange> out;
    for (const auto& name : names) {
        RefChange ref{name, refValue(trees.projectFd, ".git/" + name), {}};
        const auto own = loose.find(name);
        if (own == loose.end()) {
            ref.after = ref.before;
        } else if (own->second->after.type == NodeType::File) {
            ref.after = refValue(trees.upperFd, ".git/" + name);
        }
        const auto orPacked = [&](std::string& value, const Refs& refs) {
            const auto found = refs.find(name);
            if (value.empty() && found != refs.end()) {
                value = found->second;
            }
        };
        orPacked(ref.before, before);
        orPacked(ref.after, after);
        if (ref.before != ref.after) {
            out.push_back(std::move(ref));
        }
    }
    return out;
}

} // namespace

std::optional<Commit> parseCommitText(std::string_view text) {
    Commit commit;
    bool tree = false;
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
            tree = isHash(line.substr(5));
        } else if (line.starts_with("parent ")) {
            if (!isHash(line.substr(7)) || commit.parents.size() >= 64) {
                return std::nullopt;
            }
            commit.parents.emplace_back(line.substr(7));
        } else if (line.starts_with("author ")) {
            const std::size_t mail = line.rfind("> ");
            if (mail == std::string_view::npos) {
                return std::nullopt;
            }
            commit.author = line.substr(7, mail + 1 - 7);
            const std::string_view when = line.substr(mail + 2);
            (void)std::from_chars(when.data(), when.data() + when.size(), commit.time);
        }
    }
    if (!tree || commit.author.empty()) {
        return std::nullopt;
    }
    commit.subject = text.substr(0, std::min(text.find('\n'), std::size_t{400}));
    return commit;
}

std::optional<Commit> parseLooseCommit(std::string_view packed) {
    const auto object = inflateBounded(packed);
    if (!object || !object->starts_with("commit ")) {
        return std::nullopt;
    }
    const std::size_t end = object->find('\0');
    if (end == std::string::npos || end > 32) {
        return std::nullopt;
    }
    std::size_t size = 0;
    const auto parsed = std::from_chars(object->data() + 7, object->data() + end, size);
    if (parsed.ptr != object->data() + end || size != object->size() - end - 1) {
        return std::nullopt;
    }
    return parseCommitText(std::string_view(*object).substr(end + 1));
}

History readHistory(const Trees& trees, const ChangeList& list) {
    History history;
    for (const auto& change : list.changes) {
        if (gitPart(change.path) == GitPart::Object && change.after.type == NodeType::File) {
            history.packs += change.path.ends_with(".pack") ? 1 : 0;
            history.looseObjects += change.path.starts_with(".git/objects/pack/") ? 0 : 1;
        }
    }
    history.refs = changedRefs(trees, list);
    std::deque<std::string> open;
    for (const auto& ref : history.refs) {
        if (isHash(ref.after)) {
            open.push_back(ref.after);
        }
    }
    std::set<std::string> seen;
    while (!open.empty() && history.commits.size() < kMaxCommitsShown) {
        const std::string id = std::move(open.front());
        open.pop_front();
        if (!seen.insert(id).second) {
            continue;
        }
        const std::string path = ".git/objects/" + id.substr(0, 2) + "/" + id.substr(2);
        auto commit = parseLooseCommit(smallFile(trees.upperFd, path, kMaxCommitObject));
        if (!commit) {
            continue; // the host's own, or packed
        }
        commit->id = id;
        open.insert(open.end(), commit->parents.begin(), commit->parents.end());
        history.commits.push_back(std::move(*commit));
    }
    return history;
}

} // namespace leadglass::workspace
