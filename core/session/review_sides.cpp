#include "core/session/review_sides.h"

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/base_text.h"
#include "core/workspace/diff.h"
#include "core/workspace/hunks.h"

namespace leadglass::session {

using namespace workspace;

namespace {

std::string linkText(const std::string& target) { return "link to " + target + "\n"; }

} // namespace

bool hasHunks(const Trees& trees, const std::string& path) {
    const auto isFile = [&](Root root) {
        const auto node = lookAt(root, path);
        return node && node->type == NodeType::File;
    };
    return !path.starts_with(".git/") && isFile(trees.project) && isFile(trees.upper);
}

Result<std::optional<std::string>> side(Root root, const std::string& path) {
    const auto node = LG_TRY(lookAt(root, path));
    if (node.type == NodeType::Symlink) {
        return std::optional(linkText(LG_TRY(readLinkBeneath(root, path))));
    }
    if (node.type != NodeType::File) {
        return std::optional(std::string());
    }
    if (node.size > kMaxDiffBytes) {
        return std::optional<std::string>();
    }
    auto fd = LG_TRY(openFileBeneath(root, path));
    return std::optional(LG_TRY(sys::readAll(fd.get(), kMaxDiffBytes)));
}

Result<std::optional<std::string>> sideOf(const KeptVersion& kept) {
    return kept.type == NodeType::Symlink ? Result<std::optional<std::string>>(std::optional(linkText(kept.target)))
           : kept.type == NodeType::File  ? side(kept.directory.get(), kept.name)
                                          : Result<std::optional<std::string>>(std::optional(std::string()));
}

bool isSide(const api::ChangeItem& reviewed, const api::FileSide& side, std::uint64_t maxBytes) {
    const char* const file = nodeTypeName(NodeType::File);
    if (reviewed.version.empty() || reviewed.typeAfter != file) {
        return side.bytes.empty() || isVersion(reviewed, side.bytes);
    }
    // Emptied or taken away is another version, too; of one that was not read nothing is shown.
    return side.type == file && (side.size > maxBytes || isVersion(reviewed, side.bytes));
}

bool isVersion(const api::ChangeItem& reviewed, const std::string& text) {
    if (reviewed.version.empty()) {
        return true; // it is in the project already: nothing is written by what is seen
    }
    const std::string digest = reviewed.version.substr(reviewed.version.rfind(' ') + 1);
    if (reviewed.typeAfter == nodeTypeName(NodeType::File)) {
        return digest.empty() || contentName(text) == digest; // empty: refused, and never written
    }
    if (reviewed.typeAfter == nodeTypeName(NodeType::Symlink)) {
        return digest.empty() || (text == linkText(reviewed.linkTarget) && contentName(reviewed.linkTarget) == digest);
    }
    return text.empty();
}

Result<api::BaseDiff> baseDiffOf(const RunDir& run, const Trees& trees, const api::ChangeItem& change) {
    const std::string& path = change.path;
    const auto base = LG_TRY(baseText(run, trees, path));
    api::BaseDiff out;
    out.why = base.why;
    if (!base.text) {
        return out;
    }
    const auto host = LG_TRY(side(trees.project, path));
    const auto now = LG_TRY(side(trees.upper, path));
    if (now && !isVersion(change, *now)) {
        out.why = Why("base_other_version");
        return out;
    }
    if (!host || !now || isBinary(*base.text) || isBinary(*host) || isBinary(*now)) {
        out.why = Why("base_no_text");
        return out;
    }
    out.host = unifiedDiff(*base.text, *host);
    out.run = unifiedDiff(*base.text, *now);
    return out;
}

Result<std::vector<api::HunkItem>> splitHunk(const Trees& trees, const api::ChangeItem& change, const std::string& name) {
    const auto before = LG_TRY(side(trees.project, change.path));
    const auto after = LG_TRY(side(trees.upper, change.path));
    if (after && !isVersion(change, *after)) {
        return makeError(Code::Conflict, kOtherVersion);
    }
    std::vector<api::HunkItem> out;
    if (before && after && hasHunks(trees, change.path) && !isBinary(*before) && !isBinary(*after)) {
        const auto hunks = hunksOf(*before, *after);
        const auto pieces = piecesOf(hunks, *before, *after);
        for (std::size_t i = 0; i < pieces.all.size(); ++i) {
            if (hunks[pieces.of[i]].id == name) {
                out.push_back({pieces.all[i].id, diffText({pieces.all[i]}, Names::Shown)});
            }
        }
    }
    if (out.empty()) {
        return makeError(Code::NotFound, "hunk " + forScreen(name, 80) + " is not in its difference any more", "look at it again");
    }
    return out;
}

Result<api::FileSide> fileSide(Root root, const std::string& path, std::uint64_t maxBytes) {
    const auto node = LG_TRY(lookAt(root, path));
    api::FileSide out{nodeTypeName(node.type), node.size, {}};
    if (node.type == NodeType::File && node.size <= maxBytes) {
        auto fd = LG_TRY(openFileBeneath(root, path));
        out.bytes = LG_TRY(sys::readAll(fd.get(), maxBytes));
    }
    return out;
}

} // namespace leadglass::session
