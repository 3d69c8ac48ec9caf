#include "core/session/changes_now.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "core/base/sys.h"
#include "core/workspace/hidden_set.h"
#include "core/workspace/tree_io.h"

namespace leadglass::session {
namespace {

using namespace workspace;

constexpr int kEntriesBetweenLooks = 64; // at the clock
constexpr std::int64_t kSecond = 1'000'000'000;

struct Place {
    std::string path; // "" is the top
    std::size_t depth = 0;
};

// What a file says of itself: "added", "changed", "deleted"; null: it is as it was.
using Judge = std::function<const char*(const std::string& path, const struct stat& s)>;

class Walk {
public:
    Walk(int tree, Judge judge, Nanos until) : m_tree(tree), m_judge(std::move(judge)), m_until(until) {}

    // False: it was cut, or something could not be looked into.
    bool run() {
        std::vector<Place> left{{"", 0}};
        while (!left.empty() && !m_outOfTime) {
            const Place at = std::move(left.back());
            left.pop_back();
            directory(at, left);
        }
        return m_out.whole;
    }
    ChangesNow take() {
        const auto newer = [](const auto& a, const auto& b) { return a.time > b.time; };
        std::stable_sort(m_out.last.begin(), m_out.last.end(), newer);
        m_out.last.resize(std::min(m_out.last.size(), api::kMostChangedNow));
        return std::move(m_out);
    }
    void add(api::ChangedNow change) {
        ++m_out.count;
        m_out.last.push_back(std::move(change));
        if (m_out.last.size() >= 8 * api::kMostChangedNow) { // the newest stay
            std::nth_element(m_out.last.begin(), m_out.last.begin() + api::kMostChangedNow, m_out.last.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
            m_out.last.resize(api::kMostChangedNow);
        }
    }
    bool isLate() {
        if (++m_seen >= kMostEntriesNow || (m_seen % kEntriesBetweenLooks == 0 && systemClock().awake() > m_until)) {
            m_outOfTime = true;
            m_out.whole = false;
        }
        return m_outOfTime;
    }

private:
    void directory(const Place& at, std::vector<Place>& left) {
        const auto dir = sys::openBeneath(m_tree, at.path.empty() ? "." : at.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0, sys::Crossing::NoMounts);
        const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
        if (!entries) {
            m_out.whole = m_out.whole && entries.error().sysErrno == ENOENT; // gone meanwhile; else closed to us, or too far down
            return;
        }
        for (const auto& entry : *entries) {
            if (isLate()) {
                return;
            }
            const auto s = sys::statAt(dir->get(), entry.name);
            if (s) {
                oneEntry(at, entry.name, *s, left);
            }
        }
    }

    void oneEntry(const Place& at, const std::string& name, const struct stat& s, std::vector<Place>& left) {
        const std::string path = at.path.empty() ? name : at.path + "/" + name;
        if (S_ISDIR(s.st_mode)) {
            // What is in it is told, not that it is there.
            if (at.depth + 1 < kDeepestNow) {
                left.push_back({path, at.depth + 1});
            } else {
                m_out.whole = false;
            }
            return;
        }
        const char* kind = m_judge(path, s);
        if (kind != nullptr) {
            const bool gone = kind == std::string_view("deleted");
            add({path, kind, gone ? 0 : static_cast<std::uint64_t>(s.st_size), static_cast<std::int64_t>(s.st_mtim.tv_sec) * kSecond + s.st_mtim.tv_nsec});
        }
    }

    int m_tree;
    Judge m_judge;
    Nanos m_until;
    std::size_t m_seen = 0;
    bool m_outOfTime = false;
    ChangesNow m_out;
};

// Of what is not there any more its directory tells when, or the nearest one that is left.
std::int64_t timeOfLoss(int tree, std::string path) {
    while (!path.empty()) {
        const std::size_t slash = path.rfind('/');
        path.resize(slash == std::string::npos ? 0 : slash);
        const auto s = path.empty() ? sys::stat(tree) : sys::statAt(tree, path);
        if (s) {
            return static_cast<std::int64_t>(s->st_mtim.tv_sec) * kSecond + s->st_mtim.tv_nsec;
        }
    }
    return 0;
}

bool isAsBefore(const Node& was, const Node& now) {
    return was.type == now.type && was.ino == now.ino && was.size == now.size && was.mode == now.mode && was.ctimeSec == now.ctimeSec && was.ctimeNsec == now.ctimeNsec;
}

} // namespace

ChangesNow changesNow(int upper, int project, const RunManifest& manifest, Nanos budget) {
    const HiddenSet hidden(manifest.hidden);
    Walk walk(upper, [&](const std::string& path, const struct stat& s) -> const char* {
        const bool gone = isWhiteout(s);
        const auto before = lookAt(project, path);
        const bool was = before && before->type != NodeType::None;
        return gone && (!was || hidden.hides(path)) ? nullptr : gone ? "deleted" : was ? "changed" : "added";
    }, systemClock().awake() + budget);
    walk.run();
    return walk.take();
}

ChangesNow changesSince(int tree, const std::vector<CopiedEntry>& began, Nanos budget) {
    std::unordered_map<std::string_view, std::size_t> known;
    for (std::size_t i = 0; i < began.size(); ++i) {
        known.emplace(began[i].path, i);
    }
    std::vector<bool> there(began.size());
    Walk walk(tree, [&](const std::string& path, const struct stat& s) -> const char* {
        const auto was = known.find(path);
        if (was == known.end()) {
            return S_ISREG(s.st_mode) || S_ISLNK(s.st_mode) ? "added" : nullptr; // no review tells of sockets and pipes
        }
        there[was->second] = true;
        return isAsBefore(began[was->second].node, nodeOf(s)) ? nullptr : "changed";
    }, systemClock().awake() + budget);
    if (walk.run()) { // else what was not seen may be there
        for (std::size_t i = 0; i < began.size() && !walk.isLate(); ++i) {
            if (!there[i] && began[i].node.type != NodeType::Directory) {
                walk.add({began[i].path, "deleted", 0, timeOfLoss(tree, began[i].path)});
            }
        }
    }
    return walk.take();
}

} // namespace leadglass::session
