// Trust: objects that an agent wrote, or that an earlier apply took over.
// Privilege: none beyond reading below the trees given; git is never run.
// Input: .git/objects of each tree: loose objects, packs with an index of version 2, deltas at most
//        kMaxDeltas deep.
// Fails: nullopt where an object is not there, is larger than asked for, is damaged, or is not what its
//        id says.
//
// git's objects, by id (gitrepository-layout(5), gitformat-pack(5)).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/unique_fd.h"
#include "core/workspace/git_pack_format.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {

constexpr int kMaxDeltas = 300;
constexpr std::size_t kMaxPacks = 256; // of one tree: more are not looked into
// Bytes that one GitObjects unpacks and puts together, steps between included: beyond, nothing is found any more.
constexpr std::size_t kMaxWork = 1UL << 30;

struct GitObject {
    GitType type = GitType::Blob;
    std::string data;
};

bool isGitId(std::string_view text); // 40 or 64 lower-case hexadecimal digits
std::string hexOfId(std::string_view raw);
// "blob 12\0": what an id is the hash of, before the content.
std::string gitHead(GitType type, std::uint64_t size);
std::string gitId(GitType type, std::string_view content, std::size_t idSize); // raw; idSize: 20 or 32
// zlib, at most `max` bytes unpacked.
std::optional<std::string> inflateGit(std::string_view packed, std::size_t max);
// "TYPE SIZE\0DATA", unpacked.
std::optional<GitObject> parseLooseObject(std::string_view unpacked);

class GitObjects {
public:
    // Directories that hold .git; borrowed. Of `unseen` paths (".git/objects/...") it knows nothing.
    explicit GitObjects(std::vector<Root> roots, std::set<std::string> unseen = {})
        : m_roots(std::move(roots)), m_unseen(std::move(unseen)) {}

    std::optional<GitObject> read(const std::string& id, std::size_t max);

private:
    struct Pack {
        UniqueFd index;
        UniqueFd pack;
    };
    std::optional<GitObject> fromLoose(const std::string& id, std::size_t max);
    std::optional<GitObject> fromPacks(const std::string& rawId, std::size_t max);
    std::optional<GitObject> fromPack(const Pack& pack, std::uint64_t offset, std::size_t idSize, std::size_t max);
    void openPacks();
    bool takes(std::size_t bytes); // off m_work; false: it is used up

    std::vector<Root> m_roots;
    std::set<std::string> m_unseen;
    std::size_t m_work = kMaxWork;
    std::vector<Pack> m_packs;
    bool m_packsOpen = false;
};

} // namespace leadglass::workspace
