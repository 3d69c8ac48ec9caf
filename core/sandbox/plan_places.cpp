// Mounts that lie in other mounts of the plan: each needs a place there.
#include <sys/stat.h>

#include <algorithm>

#include "core/base/escape.h"
#include "core/sandbox/bind_source.h"
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

Status hideInReads(Plan& plan, const std::string& project, const std::vector<std::string>& hidden) {
    constexpr std::uint64_t kMaskBytes = 4096;
    std::vector<Mount> masks;
    for (const auto& mount : plan.mounts) {
        if (mount.kind != Mount::Kind::Bind || mount.isProject || !isAtOrBelow(mount.target, project)) {
            continue;
        }
        for (const auto& name : hidden) {
            const std::string path = joinPath(project, name);
            if (isAtOrBelow(mount.target, path)) {
                return makeError(Code::Refused,
                                 forScreen(mount.why, kShown) + ": '" + forScreen(mount.target, kShown) +
                                     "' is to be shown, and the policy hides it (files.hide, or it holds a private key)",
                                 "take it out of files.read");
            }
            struct stat s {};
            if (!isBelow(path, mount.target) || ::lstat(path.c_str(), &s) != 0) {
                continue;
            }
            masks.push_back(S_ISDIR(s.st_mode) ? tmpfsMount(path, kMaskBytes, 0555, "hidden") : dataMount(path, "", 0444, "hidden"));
            masks.back().writable = false;
        }
    }
    plan.mounts.insert(plan.mounts.end(), masks.begin(), masks.end());
    return {};
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
