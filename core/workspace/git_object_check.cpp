#include "core/workspace/git_object_check.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/workspace/content_hash.h"
#include "core/workspace/git_inflate.h"
#include "core/workspace/git_objects.h"
#include "core/workspace/git_paths.h"

namespace leadglass::workspace {
namespace {

constexpr std::string_view kObjects = ".git/objects/";
constexpr std::string_view kPacks = ".git/objects/pack/";
constexpr std::size_t kLongestHead = 32;
constexpr std::uint64_t kEach = 1024;
constexpr std::uint64_t kMaxPromisor = 1 << 20; // names of refs, which git only shows

// "blob 12": as git writes it.
bool isHead(std::string_view head, std::uint64_t size) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"commit ", "tree ", "blob ", "tag "}, [&](std::string_view type) {
        return head.starts_with(type) && head.substr(type.size()) == std::to_string(size);
    });
}

} // namespace

GitFit checkLooseObject(int fd, const std::string& id, std::uint64_t& work, std::string& digest) {
    struct stat about {};
    if (::fstat(fd, &about) != 0 || work <= kEach) {
        return work <= kEach ? GitFit::TooMuch : GitFit::Wrong;
    }
    work -= kEach;
    GitHash hash(id.size() / 2);
    std::string head;
    std::uint64_t size = 0;
    const std::uint64_t max = work;
    ContentHash file(static_cast<std::uint64_t>(about.st_size));
    const ReadAt read = [&](std::uint64_t offset, std::size_t bytes) {
        std::string block = readFileAt(fd, offset, bytes);
        file.update(offset, block);
        return block;
    };
    const auto packed = inflateGitStream(read, 0, ~0ULL, [&](std::string_view part) {
        hash.update(part);
        size += part.size();
        head += part.substr(0, kLongestHead - std::min(kLongestHead, head.size()));
        return size <= max;
    });
    work -= std::min(work, size);
    digest = file.finish();
    if (size > max) {
        return GitFit::TooMuch;
    }
    const std::size_t end = head.find('\0');
    const bool fits = packed && *packed == static_cast<std::uint64_t>(about.st_size) && end != std::string::npos &&
                      isHead(std::string_view(head).substr(0, end), size - end - 1) && hexOfId(hash.finish()) == id;
    return fits ? GitFit::Fits : GitFit::Wrong;
}

GitObjectCheck::GitObjectCheck(const Trees& trees, const ChangeList& list) {
    std::set<std::string> packs;
    for (const Change& change : list.changes) {
        if (change.after.type != NodeType::File || !change.path.starts_with(kObjects) || gitPart(change.path) != GitPart::Object) {
            continue;
        }
        if (change.path.ends_with(".promisor")) {
            m_verdicts[change.path] = {change.after.size <= kMaxPromisor ? GitFit::Fits : GitFit::TooMuch, {}};
        } else if (change.path.starts_with(kPacks)) {
            packs.insert(change.path.substr(0, change.path.rfind('.')));
        } else {
            checkLoose(trees.upper, change);
        }
    }
    for (const std::string& stem : packs) {
        checkPack(trees.upper, stem);
    }
    m_allFit = std::ranges::all_of(m_verdicts, [](const auto& one) { return one.second.fit == GitFit::Fits; });
}

void GitObjectCheck::checkLoose(Root root, const Change& change) {
    std::string id = change.path.substr(kObjects.size());
    std::erase(id, '/');
    auto fd = openFileBeneath(root, change.path);
    Verdict verdict{GitFit::Wrong, {}};
    if (fd) {
        verdict.fit = checkLooseObject(fd->get(), id, m_work, verdict.digest);
    }
    m_verdicts[change.path] = std::move(verdict);
}

void GitObjectCheck::checkPack(Root root, const std::string& stem) {
    auto pack = openFileBeneath(root, stem + ".pack");
    auto index = openFileBeneath(root, stem + ".idx");
    if (!pack || !index) { // one without the other is none
        m_verdicts[stem + ".pack"] = m_verdicts[stem + ".idx"] = {GitFit::Wrong, {}};
        return;
    }
    constexpr std::size_t kPrefix = 5; // "pack-"
    GitPackCheck check(pack->get(), index->get(), (stem.size() - kPacks.size() - kPrefix) / 2, m_work);
    const GitFit fit = check.check();
    m_verdicts[stem + ".pack"] = {fit, check.packDigest()};
    m_verdicts[stem + ".idx"] = {fit, check.indexDigest()};
}

const GitObjectCheck::Verdict* GitObjectCheck::of(const std::string& path) const {
    const auto found = m_verdicts.find(path);
    return found == m_verdicts.end() ? nullptr : &found->second;
}

} // namespace leadglass::workspace
