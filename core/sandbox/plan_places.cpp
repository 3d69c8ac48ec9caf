// Mounts that lie in other mounts of the plan: each needs a place there.
#include <sys/stat.h>

#include <algorithm>

#include "core/base/escape.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_parts.h"

namespace leadglass::sandbox {
namespace {

constexpr std::size_t kShown = 300; // characters of a path

bool isBelow(const std::string& path, const std::string& top) { return path != top && isAtOrBelow(path, top); }

// The mount that has the place of `target`; links hold nothing.
const Mount* holderOf(const std::vector<Mount>& mounts, const std::string& target) {
    const Mount* best = nullptr;
    for (const auto& mount : mounts) {
        if (mount.kind != Mount::Kind::Symlink && isBelow(target, mount.target) &&
            (best == nullptr || mount.target.size() > best->target.size())) {
            best = &mount;
        }
    }
    return best;
}

bool isOfHost(const Mount* holder) {
    return holder != nullptr && (holder->kind == Mount::Kind::Bind || holder->kind == Mount::Kind::Overlay);
}

} // namespace

void leaveLinksOut(Plan& plan, const std::vector<Mount>& state) {
    std::erase_if(plan.mounts, [&](const Mount& link) {
        const Mount* in = holderOf(state, link.target);
        const Mount* other = holderOf(plan.mounts, link.target);
        const bool deeper = other != nullptr && in != nullptr && other->target.size() > in->target.size();
        if (link.kind != Mount::Kind::Symlink || !isOfHost(in) || deeper) {
            return false;
        }
        plan.notices.push_back("not there inside: " + forScreen(link.target, kShown) + ", a link in the " + in->why + "; what it leads to is at " +
                               forScreen(link.content, kShown));
        return true;
    });
}

Status checkPlaces(const std::vector<Mount>& mounts) {
    for (const auto& mount : mounts) {
        const Mount* holder = holderOf(mounts, mount.target);
        if (!isOfHost(holder) || mount.optional) {
            continue;
        }
        const std::string place = holder->source + mount.target.substr(holder->target.size());
        struct stat s {};
        if (::lstat(place.c_str(), &s) == 0) {
            continue;
        }
        return makeError(Code::Refused,
                         "'" + forScreen(mount.target, kShown) + "' (" + forScreen(mount.why, kShown) + ") has no place: it lies in '" +
                             forScreen(holder->target, kShown) + "' (" + forScreen(holder->why, kShown) +
                             "), which is shown as it is and has nothing of that name",
                         "make '" + forScreen(mount.target, kShown) + "', or show less than '" + forScreen(holder->target, kShown) + "'");
    }
    return {};
}

} // namespace leadglass::sandbox
