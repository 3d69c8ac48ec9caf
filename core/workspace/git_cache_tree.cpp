#include "core/workspace/git_cache_tree.h"

#include "core/workspace/git_inflate.h"

namespace leadglass::workspace {
namespace {

struct Open {
    std::string path;
    std::string content; // of the tree object
    std::size_t count = 0;
    bool stale = false; // no tree can be made of it
};

void addItem(std::string& content, std::uint32_t mode, std::string_view name, std::string_view id) {
    for (int shift = mode >= 0100000 ? 15 : 12; shift >= 0; shift -= 3) {
        content += static_cast<char>('0' + ((mode >> static_cast<unsigned>(shift)) & 7U));
    }
    content += ' ';
    content += name;
    content += '\0';
    content += id;
}

} // namespace

bool treesFit(const std::vector<IndexEntry>& entries, const CachedTrees& trees, std::size_t idSize) {
    if (trees.empty()) {
        return true;
    }
    std::vector<Open> open{{}};
    std::size_t found = 0;
    bool fit = true;
    const auto close = [&] {
        const Open& done = open.back();
        GitHash hash(idSize);
        hash.update("tree " + std::to_string(done.content.size()) + '\0');
        hash.update(done.content);
        const std::string id = hash.finish();
        if (const auto cached = trees.find(done.path); cached != trees.end()) {
            ++found;
            fit = fit && !done.stale && cached->second.count == done.count && cached->second.id == id;
        }
        if (open.size() > 1) {
            Open& above = open[open.size() - 2];
            const std::string_view name = std::string_view(done.path).substr(above.path.size());
            addItem(above.content, 0040000, name.substr(0, name.size() - 1), id);
            above.count += done.count;
            above.stale = above.stale || done.stale;
        }
        open.pop_back();
    };
    for (const auto& entry : entries) {
        while (!entry.path.starts_with(open.back().path)) {
            close();
        }
        for (;;) {
            const std::size_t from = open.back().path.size();
            const std::size_t slash = entry.path.find('/', from);
            if (slash == std::string::npos || slash + 1 == entry.path.size()) {
                break;
            }
            open.push_back({entry.path.substr(0, slash + 1), {}, 0, false});
        }
        Open& here = open.back();
        ++here.count;
        here.stale = here.stale || entry.stage != 0 || entry.intentToAdd;
        std::string_view name = std::string_view(entry.path).substr(here.path.size());
        name = name.ends_with('/') ? name.substr(0, name.size() - 1) : name; // a directory that is not checked out
        addItem(here.content, entry.mode, name, entry.id);
    }
    while (!open.empty()) {
        close();
    }
    return fit && found == trees.size(); // one of a directory that is none is not ours to understand
}

} // namespace leadglass::workspace
