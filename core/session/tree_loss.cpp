#include "core/session/tree_loss.h"

#include <dirent.h>

#include <string>
#include <unordered_set>
#include <vector>

namespace leadglass::session {

using namespace workspace;

namespace {

constexpr std::size_t kFewest = 10;
constexpr std::size_t kMost = 200'000;

struct Place {
    std::string path;
    bool gone;
};

} // namespace

Result<bool> losesMost(Root project, const ChangeList& list) {
    std::unordered_set<std::string_view> gone;
    std::vector<Place> places; // directories to look into
    std::size_t lost = 0;
    for (const auto& change : list.changes) {
        const bool moved = !change.renamedTo.empty();
        const bool deleted = change.kind == ChangeKind::Deleted ||
                             (change.kind == ChangeKind::TypeChanged && change.before.type == NodeType::Directory);
        if (!deleted || change.history || moved) {
            continue;
        }
        gone.insert(change.path);
        if (change.before.type == NodeType::Directory) {
            places.push_back({change.path, true});
        } else {
            ++lost;
        }
    }
    if (gone.empty()) {
        return false;
    }
    // First all that is lost, so that counting what stays can end early.
    places.insert(places.begin(), {std::string(), false});
    std::size_t stays = 0;
    std::size_t looked = 0;
    while (!places.empty() && looked < kMost) {
        const Place place = std::move(places.back());
        places.pop_back();
        const auto directory = openDirBeneath(project, place.path);
        const auto entries = directory ? listDirectory(directory->get()) : Result<std::vector<DirEntry>>(directory.error());
        if (!entries) {
            continue; // gone or unreadable by now
        }
        for (const auto& entry : *entries) {
            ++looked;
            const std::string path = place.path.empty() ? entry.name : place.path + "/" + entry.name;
            if (path == ".git" || (!place.gone && gone.contains(path))) {
                continue; // counted already, or a place of its own
            }
            if (entry.type == DT_DIR) {
                places.push_back({path, place.gone});
            } else {
                ++(place.gone ? lost : stays);
            }
        }
        if (!place.gone && stays > lost) {
            return false;
        }
    }
    return lost >= kFewest && lost > stays && places.empty();
}

} // namespace leadglass::session
