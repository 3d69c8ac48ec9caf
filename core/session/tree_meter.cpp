#include "core/session/tree_meter.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <string_view>
#include <utility>

#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr std::uint64_t kBlock = 512; // of st_blocks (stat(2))
constexpr int kEntriesBetweenLooks = 64; // at the clock

} // namespace

void TreeMeter::enter(int parent, const char* name) {
    auto fd = sys::openBeneath(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0, sys::Crossing::NoMounts);
    if (!fd) {
        return; // gone meanwhile
    }
    if (Dir dir{::fdopendir(fd->get())}) {
        (void)fd->release();
        m_open.push_back(std::move(dir));
    }
}

TreeMeter::Total TreeMeter::finish() {
    m_open.clear();
    m_walking = false;
    return std::exchange(m_total, Total{});
}

std::optional<TreeMeter::Total> TreeMeter::step(Nanos budget, std::uint64_t enoughBytes,
                                                std::uint64_t enoughEntries) {
    const Nanos until = systemClock().awake() + budget;
    if (!std::exchange(m_walking, true)) {
        for (const int top : {m_other, m_top}) {
            if (top >= 0) {
                enter(top, ".");
            }
        }
    }
    for (int i = 1; !m_open.empty(); ++i) {
        if (i % kEntriesBetweenLooks == 0 && systemClock().awake() >= until) {
            return std::nullopt;
        }
        DIR* dir = m_open.back().get();
        const dirent* entry = ::readdir(dir);
        if (entry == nullptr) {
            m_open.pop_back();
            continue;
        }
        const std::string_view name = entry->d_name;
        struct stat s {};
        if (name == "." || name == ".." ||
            ::fstatat(::dirfd(dir), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        m_total.entries += 1;
        m_total.bytes += static_cast<std::uint64_t>(s.st_blocks) * kBlock;
        if (S_ISDIR(s.st_mode)) {
            m_total.tooDeep = m_total.tooDeep || m_open.size() >= kMaxDepth;
            if (m_open.size() < kMaxDepth) {
                enter(::dirfd(dir), entry->d_name);
            }
        }
        if (m_total.tooDeep || m_total.bytes > enoughBytes || m_total.entries > enoughEntries) {
            break;
        }
    }
    return finish();
}

} // namespace leadglass::session
