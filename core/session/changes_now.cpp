#include "core/session/changes_now.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

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

class Walk {
public:
    Walk(int upper, int project, const RunManifest& manifest, Nanos until)
        : m_upper(upper), m_project(project), m_hidden(manifest.hidden), m_until(until) {}

    ChangesNow all() {
        std::vector<Place> left{{"", 0}};
        while (!left.empty() && !m_outOfTime) {
            const Place at = std::move(left.back());
            left.pop_back();
            directory(at, left);
        }
        const auto newer = [](const auto& a, const auto& b) { return a.time > b.time; };
        std::stable_sort(m_out.last.begin(), m_out.last.end(), newer);
        m_out.last.resize(std::min(m_out.last.size(), api::kMostChangedNow));
        return std::move(m_out);
    }

private:
    void directory(const Place& at, std::vector<Place>& left) {
        const auto dir = sys::openBeneath(m_upper, at.path.empty() ? "." : at.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0, sys::Crossing::NoMounts);
        const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
        if (!entries) {
            m_out.whole = m_out.whole && entries.error().sysErrno == ENOENT; // gone meanwhile; else closed to us, or too far down
            return;
        }
        for (const auto& entry : *entries) {
            if (++m_seen >= kMostEntriesNow || (m_seen % kEntriesBetweenLooks == 0 && systemClock().awake() > m_until)) {
                m_outOfTime = true;
                m_out.whole = false;
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
        const bool gone = isWhiteout(s);
        const auto before = lookAt(m_project, path);
        const bool was = before && before->type != NodeType::None;
        if (S_ISDIR(s.st_mode)) {
            // What is in it is told, not that it is there.
            if (at.depth + 1 < kDeepestNow) {
                left.push_back({path, at.depth + 1});
            } else {
                m_out.whole = false;
            }
            return;
        }
        if (gone && (!was || m_hidden.hides(path))) {
            return;
        }
        api::ChangedNow change;
        change.path = path;
        change.kind = gone ? "deleted" : was ? "changed" : "added";
        change.size = gone ? 0 : static_cast<std::uint64_t>(s.st_size);
        change.time = static_cast<std::int64_t>(s.st_mtim.tv_sec) * kSecond + s.st_mtim.tv_nsec;
        ++m_out.count;
        m_out.last.push_back(std::move(change));
        if (m_out.last.size() >= 8 * api::kMostChangedNow) { // the newest stay
            std::nth_element(m_out.last.begin(), m_out.last.begin() + api::kMostChangedNow, m_out.last.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
            m_out.last.resize(api::kMostChangedNow);
        }
    }

    int m_upper;
    int m_project;
    HiddenSet m_hidden;
    Nanos m_until;
    std::size_t m_seen = 0;
    bool m_outOfTime = false;
    ChangesNow m_out;
};

} // namespace

ChangesNow changesNow(int upper, int project, const RunManifest& manifest, Nanos budget) {
    return Walk(upper, project, manifest, systemClock().awake() + budget).all();
}

} // namespace leadglass::session
