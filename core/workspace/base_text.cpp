#include "core/workspace/base_text.h"

#include <algorithm>

#include "core/base/digest.h"
#include "core/base/sys.h"
#include "core/workspace/diff.h"
#include "core/workspace/git_objects.h"
#include "core/workspace/journal.h"
#include "core/workspace/run_base.h"

namespace leadglass::workspace {
namespace {

std::optional<std::string> fileAt(Root root, const std::string& path) {
    auto fd = openFileBeneath(root, path);
    auto bytes = fd ? sys::readAll(fd->get(), kMaxDiffBytes) : Result<std::string>(fd.error());
    return bytes ? std::optional(std::move(bytes).value()) : std::nullopt;
}

// Of the first apply that replaced it, where that was what the run began with.
Result<std::optional<std::string>> replaced(const RunDir& run, const std::string& path) {
    for (const auto& session : LG_TRY(listSessions(run.fd.get()))) {
        if (!session.planned) {
            continue;
        }
        const auto ops = LG_TRY(readPlan(session));
        for (std::size_t i = 0; i < ops.size(); ++i) {
            if (ops[i].path != path || !ops[i].base || ops[i].before.type != NodeType::File) {
                continue;
            }
            auto kept = fileAt(session.fd.get(), keptName(i));
            if (kept && contentName(*kept) == ops[i].beforeDigest) {
                return kept;
            }
        }
    }
    return std::optional<std::string>();
}

bool isIt(const std::string& bytes, const BaseFile& base) {
    return bytes.size() == base.size && (base.id.starts_with('s') ? "s" + sha256Hex(bytes) == base.id
                                                                  : hexOfId(gitId(GitType::Blob, bytes, base.id.size() / 2)) == base.id);
}

} // namespace

Result<BaseText> baseText(const RunDir& run, const Trees& trees, const std::string& path) {
    BaseText out;
    out.text = LG_TRY(replaced(run, path));
    if (out.text) {
        return out;
    }
    const RunBase base = readBase(run);
    const auto found = base.files.find(path);
    if (found == base.files.end()) {
        out.why = Why("base_unknown");
        return out;
    }
    if (auto now = fileAt(trees.upper, path); now && isIt(*now, found->second)) {
        out.text = std::move(now);
        return out;
    }
    if (isGitId(found->second.id)) {
        auto object = GitObjects({trees.project}).read(found->second.id, kMaxDiffBytes);
        if (object && object->type == GitType::Blob && isIt(object->data, found->second)) {
            out.text = std::move(object->data);
            return out;
        }
    }
    out.why = Why("base_not_kept", {}, found->second.size);
    return out;
}

} // namespace leadglass::workspace
