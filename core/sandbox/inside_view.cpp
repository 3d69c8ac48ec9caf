#include "core/sandbox/inside_view.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "core/base/sys.h"
#include "core/sandbox/path_text.h"

namespace leadglass::sandbox {
namespace {

constexpr int kMaxLinks = 40; // path_resolution(7)

// What the walk found at one component.
struct Step {
    enum class Kind { Missing, Plain, Link } kind = Kind::Missing;
    std::string linkText;
};

Step lookAtHost(const std::string& path) {
    struct stat s {};
    if (::lstat(path.c_str(), &s) != 0) {
        return {};
    }
    if (S_ISLNK(s.st_mode)) {
        return {Step::Kind::Link, sys::readlinkAt(AT_FDCWD, path)};
    }
    return {Step::Kind::Plain, {}};
}

Step lookInside(const std::vector<Mount>& mounts, const std::string& path) {
    const Mount* mount = mountAt(mounts, path);
    if (mount != nullptr && mount->target == path) {
        if (mount->kind == Mount::Kind::Symlink) {
            return {Step::Kind::Link, mount->content};
        }
        return {Step::Kind::Plain, {}};
    }
    for (const auto& other : mounts) { // a directory made to hold a deeper mount
        if (isAtOrBelow(other.target, path)) {
            return {Step::Kind::Plain, {}};
        }
    }
    if (auto host = hostPathOf(mounts, path)) {
        return lookAtHost(*host);
    }
    return {};
}

void pushAll(std::deque<std::string>& left, const std::string& text) {
    auto parts = components(text);
    left.insert(left.begin(), parts.begin(), parts.end());
}

} // namespace

const Mount* mountAt(const std::vector<Mount>& mounts, const std::string& path) {
    const Mount* best = nullptr;
    for (const auto& mount : mounts) {
        if (isAtOrBelow(path, mount.target) &&
            (best == nullptr || mount.target.size() >= best->target.size())) {
            best = &mount;
        }
    }
    return best;
}

std::optional<std::string> hostPathOf(const std::vector<Mount>& mounts, const std::string& path) {
    const Mount* mount = mountAt(mounts, path);
    if (mount == nullptr ||
        (mount->kind != Mount::Kind::Bind && mount->kind != Mount::Kind::Overlay)) {
        return std::nullopt;
    }
    if (mount->isProject) {
        return path; // a copy of what the host has at that path
    }
    return mount->source + path.substr(mount->target.size());
}

std::optional<std::string> resolveInside(const std::vector<Mount>& mounts, const std::string& path) {
    if (path.empty() || path.front() != '/') {
        return std::nullopt;
    }
    std::deque<std::string> left;
    pushAll(left, path);
    std::string at;
    int links = 0;
    while (!left.empty()) {
        const std::string part = left.front();
        left.pop_front();
        if (part == "..") {
            at = at.empty() ? at : at.substr(0, at.rfind('/'));
            continue;
        }
        const std::string next = at + "/" + part;
        const Step step = lookInside(mounts, next);
        if (step.kind == Step::Kind::Missing) {
            return std::nullopt;
        }
        if (step.kind == Step::Kind::Plain) {
            at = next;
            continue;
        }
        if (++links > kMaxLinks) {
            return std::nullopt;
        }
        if (step.linkText.starts_with('/')) {
            at.clear();
        }
        pushAll(left, step.linkText);
    }
    return at.empty() ? "/" : at;
}

void orderMounts(std::vector<Mount>& mounts) {
    std::vector<Mount> unique;
    for (auto& mount : mounts) {
        auto same = std::find_if(unique.begin(), unique.end(),
                                 [&](const Mount& m) { return m.target == mount.target; });
        if (same != unique.end()) {
            unique.erase(same);
        }
        unique.push_back(std::move(mount));
    }
    std::vector<std::pair<std::vector<std::string>, std::size_t>> order;
    order.reserve(unique.size());
    for (std::size_t i = 0; i < unique.size(); ++i) {
        order.emplace_back(components(unique[i].target), i);
    }
    std::sort(order.begin(), order.end());
    mounts.clear();
    mounts.reserve(unique.size());
    for (const auto& [parts, index] : order) {
        mounts.push_back(std::move(unique[index]));
    }
}

std::vector<Mount> linksFor(const std::vector<Mount>& mounts, const std::string& spelled) {
    std::vector<Mount> links;
    std::deque<std::string> left;
    pushAll(left, spelled);
    std::string at;
    int followed = 0;
    while (!left.empty() && followed <= kMaxLinks) {
        const std::string part = left.front();
        left.pop_front();
        if (part == "..") {
            at = at.empty() ? at : at.substr(0, at.rfind('/'));
            continue;
        }
        const std::string next = at + "/" + part;
        const Step step = lookAtHost(next);
        if (step.kind != Step::Kind::Link) {
            at = next;
            continue;
        }
        ++followed;
        const Mount* mount = mountAt(mounts, next);
        const bool shown = mount != nullptr && (mount->target == next || hostPathOf(mounts, next));
        if (!shown) {
            Mount link;
            link.kind = Mount::Kind::Symlink;
            link.target = next;
            link.content = step.linkText;
            link.why = "spelling of a path through a link";
            links.push_back(std::move(link));
        }
        if (step.linkText.starts_with('/')) {
            at.clear();
        }
        pushAll(left, step.linkText);
    }
    return links;
}

bool leadsThroughLinkIn(const std::string& spelled, const std::string& top) {
    std::deque<std::string> left;
    pushAll(left, spelled);
    std::string at;
    int followed = 0;
    while (!left.empty()) {
        const std::string part = left.front();
        left.pop_front();
        if (part == "..") {
            at = at.empty() ? at : at.substr(0, at.rfind('/'));
            continue;
        }
        const std::string next = at + "/" + part;
        const Step step = lookAtHost(next);
        if (step.kind != Step::Kind::Link) {
            at = next;
            continue;
        }
        if (isAtOrBelow(next, top) || ++followed > kMaxLinks) {
            return true;
        }
        if (step.linkText.starts_with('/')) {
            at.clear();
        }
        pushAll(left, step.linkText);
    }
    return false;
}

} // namespace leadglass::sandbox
