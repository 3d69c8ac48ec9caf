#include "core/workspace/partial.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/diff.h"
#include "core/workspace/host_steps.h"
#include "core/workspace/hunks.h"
#include "core/workspace/put.h"

namespace leadglass::workspace {
namespace {

constexpr std::uint32_t kPermissions = 0777;

Result<std::string> textOf(Root root, const std::string& path) {
    auto fd = LG_TRY(openFileBeneath(root, path));
    auto bytes = LG_TRY(sys::readAll(fd.get(), kMaxDiffBytes));
    if (isBinary(bytes)) {
        return makeError(Code::Unsupported, "it is no text, and has no hunks", "take it as a whole");
    }
    return bytes;
}

Status write(const Trees& trees, const Change& change, const Session& session, const std::string& name, std::string_view bytes) {
    auto from = LG_TRY(openFileBeneath(trees.project, change.path));
    ::unlinkat(session.fd.get(), name.c_str(), 0);
    auto to = LG_TRY(sys::openBeneath(session.fd.get(), name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
    LG_TRY(sys::writeAll(to.get(), bytes));
    copyUserAttributes(from.get(), to.get()); // it is the host's file still
    return {};
}

// Cuts off what is too much to name; how many that are.
std::uint64_t beyond(std::vector<std::string>& names) {
    const std::size_t kept = std::min(names.size(), PartNames::kMostNamed);
    const std::size_t more = names.size() - kept;
    names.resize(kept);
    return more;
}

} // namespace

Why whyWhole(const Change& change) {
    if (change.history) {
        return Why("whole_git");
    }
    switch (change.kind) {
    case ChangeKind::Added: return Why("whole_new");
    case ChangeKind::Deleted: return Why("whole_deleted");
    case ChangeKind::Renamed: return Why("whole_renamed");
    case ChangeKind::TypeChanged: return Why("whole_other_type");
    case ChangeKind::ModeChanged: return Why("whole_mode");
    case ChangeKind::Changed: break;
    }
    if (change.before.type != NodeType::File || change.after.type != NodeType::File) {
        return Why("whole_no_file");
    }
    return std::max(change.before.size, change.after.size) > kMaxDiffBytes ? Why("whole_large") : Why();
}

Result<std::optional<Built>> buildPart(const Trees& trees, const Change& change, const FrozenEntry& reviewed,
                                       const std::vector<std::string>& hunks, const Session& session, std::size_t number) {
    if (const Why why = whyWhole(change); !why.empty()) {
        return makeError(Code::Unsupported, why.text() + ", and has no hunks", "take it as a whole");
    }
    const std::string after = LG_TRY(textOf(trees.upper, change.path));
    if (contentName(after) != reviewed.digest) {
        return makeError(Code::Conflict, "the run changed it after it was reviewed", "review the run again");
    }
    const std::string before = LG_TRY(textOf(trees.project, change.path));
    if (!(LG_TRY(lookAt(trees.project, change.path)) == change.before)) {
        return makeError(Code::Conflict, kHostChanged);
    }
    const auto all = hunksOf(before, after);
    const Pieces pieces = piecesOf(all, before, after);
    const auto [taken, unknown] = takenBy(hunks, all, pieces);
    if (!unknown.empty()) {
        return makeError(Code::Conflict, "hunk " + forScreen(unknown, 80) + " is not in its difference any more", "look at it again");
    }
    const bool whole = std::ranges::find(taken, false) == taken.end();
    if (whole && (change.before.mode & kPermissions) == (change.after.mode & kPermissions)) {
        return std::optional<Built>();
    }
    const std::string made = withHunks(before, after, pieces.all, taken);
    Built built{"built-" + std::to_string(number), contentName(made), {}};
    built.names.taken = namesOf(all, pieces, taken, true);
    built.names.left = namesOf(all, pieces, taken, false);
    built.names.moreTaken = beyond(built.names.taken);
    built.names.moreLeft = beyond(built.names.left);
    LG_TRY(write(trees, change, session, built.name, made));
    return std::optional(std::move(built));
}

} // namespace leadglass::workspace
