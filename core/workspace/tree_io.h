// Trust: trees that an agent wrote (the upper) and trees that change under us (the project).
// Privilege: the person's.
// Input: names as bytes below a directory descriptor; every file is opened beneath it, no link
//        followed, no mount crossed, without blocking, and its type checked on the descriptor.
// Fails: an Error; nothing is guessed.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::workspace {

enum class NodeType { None, File, Directory, Symlink, Special };
const char* nodeTypeName(NodeType type); // none file directory symlink special

// What lies at a path: identity and shape, without content.
struct Node {
    NodeType type = NodeType::None;
    std::uint32_t mode = 0; // 07777
    std::uint64_t dev = 0;
    std::uint64_t ino = 0;
    std::uint64_t size = 0;
    std::int64_t mtimeSec = 0, mtimeNsec = 0;
    std::int64_t ctimeSec = 0, ctimeNsec = 0;
    bool operator==(const Node&) const = default;
};

// A tree by its directory, borrowed; or two of them, where git's own directory lies elsewhere: it then stands
// for ".git" in every path below that ("linked worktrees", gitrepository-layout(5)). The path ".git" itself is
// the pointer file, and, where a directory is asked for, git's.
struct Root {
    Root() = default;
    Root(int directory) : fd(directory) {} // NOLINT(google-explicit-constructor): most trees are one
    Root(int directory, int gitDirectory) : fd(directory), git(gitDirectory) {}
    int fd = -1;
    int git = -1; // -1: .git is in the tree itself, or not there

    struct Place {
        int fd = -1;
        std::string path;
    };
    [[nodiscard]] Place of(const std::string& path) const;          // of a file, link, or whatever lies there
    [[nodiscard]] Place ofDirectory(const std::string& path) const; // "" and ".git", too
    [[nodiscard]] bool sync() const;                                // syncfs(2) of both; errno is set
    bool operator==(const Root&) const = default;
};

Node nodeOf(const struct stat& s);
bool isWhiteout(const struct stat& s); // character device 0/0 (overlayfs.rst)

// NodeType::None where nothing is there, or a parent is missing or not a plain directory.
Result<Node> lookAt(Root root, const std::string& path);

Result<UniqueFd> openFileBeneath(Root root, const std::string& path); // regular files only
Result<UniqueFd> openDirBeneath(Root root, const std::string& path);  // "" is the root itself
// Can we look into the file or directory at `path`? Always true of other types.
Status canBeRead(Root root, const std::string& path, NodeType type);
Result<std::string> readLinkBeneath(Root root, const std::string& path);

// Of a file's content (content_hash.h), of a link's target; empty for directories and nothing.
std::string contentName(std::string_view bytes);
Result<std::string> contentDigest(Root root, const std::string& path, NodeType type);

// Same bytes? Both regular. Reads at most as far as the first difference.
Result<bool> sameContent(Root rootA, const std::string& a, Root rootB, const std::string& b);

struct DirEntry {
    std::string name;
    unsigned char type = 0; // DT_*, as readdir(3) told; DT_UNKNOWN where it does not
};
Result<std::vector<DirEntry>> listDirectory(int dirFd); // without . and ..; dirFd stays as it is

} // namespace leadglass::workspace
