// Trust: trees that an agent has written: links, odd types and endless depth are expected.
// Privilege: the caller's; no path is followed through a link, none leaves its root descriptor.
// Input: a root descriptor and a relative path without "." and "..".
// Fails: what is in the way and of the wrong type is removed where we build, refused where we read.
//
// File work below a directory descriptor for the state store.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session::beneath {

constexpr std::size_t kMaxFileBytes = 64ULL << 20;

enum class Type { Missing, Directory, Regular, Other };
Type typeOf(int root, const std::string& path);

// Opens the directory, making what is missing (0700). A component of another type (a planted link)
// is removed first and its path is added to `replaced`.
Result<UniqueFd> ensureDirectory(int root, const std::string& path,
                                 std::vector<std::string>& replaced);
// An empty regular file at `path`; an existing regular file is emptied, anything else is replaced.
Status ensureEmptyFile(int root, const std::string& path, std::vector<std::string>& replaced);
// Parents as by ensureDirectory(); then atomically replaced.
Status writeFile(int root, const std::string& path, std::string_view content, mode_t mode,
                 std::vector<std::string>& replaced);
// Nothing if it is not there; an Error if it is no regular file, or larger than kMaxFileBytes.
Result<std::optional<std::string>> readFile(int root, const std::string& path);
// What is at `path` is gone afterwards; a path that leads through a link names nothing.
Status remove(int root, const std::string& path);
// Afterwards there is nothing at `path`, or a regular file of one name that only its owner has rights on. Anything else, also on
// the way to it, is removed, and its path is added to `replaced`.
Status makePlain(int root, const std::string& path, std::vector<std::string>& replaced);
// Everything below the directory is removed, itself stays (it may be a mount point elsewhere).
Status emptyDirectory(int directory);

// What one copy may take. `skipped` gets each source path left out, and why.
struct CopyBudget {
    std::uint64_t bytes = 256ULL << 20;
    int entries = 20000;
    std::vector<std::string> skipped;
};
enum class Access { Private, Readable }; // 0700/0600, or 0755/0644; files keep an x bit
// Directories and regular files only. `what` names the source in `skipped`.
Status copyTree(int from, int to, CopyBudget& budget, Access access, const std::string& what,
                int depth = 0);

Status chownTree(int directory, uid_t uid, gid_t gid, int depth = 0);

} // namespace leadglass::session::beneath
