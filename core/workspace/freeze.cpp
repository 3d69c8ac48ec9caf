#include "core/workspace/freeze.h"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "core/base/sys.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

using nlohmann::json;

constexpr int kSchema = 1;
constexpr std::size_t kMaxReview = 256UL << 20;
constexpr std::array kTypes{NodeType::None, NodeType::File, NodeType::Directory, NodeType::Symlink,
                            NodeType::Special};

Error damaged() {
    return makeError(Code::Corrupt, "review.json of this run is damaged",
                     "run 'leadglass review' again");
}

} // namespace

Result<Frozen> freeze(Root upper, const ChangeList& list) {
    Frozen frozen;
    frozen.reserve(list.changes.size());
    for (const auto& change : list.changes) {
        FrozenEntry entry{change.after.type, change.after.mode, {}};
        if (change.refused.empty()) {
            auto digest = contentDigest(upper, change.path, change.after.type);
            if (!digest) {
                continue; // gone or unreadable by now: not reviewed, so never applied
            }
            entry.digest = std::move(digest).value();
        }
        frozen.emplace(change.path, std::move(entry));
    }
    return frozen;
}

std::string frozenToJson(const Frozen& frozen) {
    json entries = json::array();
    for (const auto& [path, entry] : frozen) {
        entries.push_back({encodeName(path), nodeTypeName(entry.type), entry.mode, entry.digest});
    }
    return json{{"schema", kSchema}, {"entries", std::move(entries)}}.dump() + "\n";
}

Result<Frozen> frozenFromJson(std::string_view text) {
    const json object = json::parse(text, nullptr, false);
    if (!object.is_object() || !object.contains("schema") || !object.contains("entries") ||
        object["schema"] != kSchema || !object["entries"].is_array()) {
        return damaged();
    }
    Frozen frozen;
    for (const auto& row : object["entries"]) {
        if (!row.is_array() || row.size() != 4 || !row[0].is_string() || !row[1].is_string() ||
            !row[2].is_number_unsigned() || !row[3].is_string()) {
            return damaged();
        }
        auto path = decodeName(row[0].get_ref<const std::string&>());
        const auto mode = row[2].get<std::uint64_t>();
        if (!path || !isPlainRelative(*path) || mode > 07777) {
            return damaged();
        }
        FrozenEntry entry;
        entry.mode = static_cast<std::uint32_t>(mode);
        entry.digest = row[3].get<std::string>();
        bool known = false;
        for (const NodeType type : kTypes) {
            if (row[1] == nodeTypeName(type)) {
                entry.type = type;
                known = true;
            }
        }
        if (!known) {
            return damaged();
        }
        frozen.emplace(std::move(path).value(), std::move(entry));
    }
    return frozen;
}

namespace {

constexpr const char* kReview = "review.json";
constexpr const char* kApplied = "applied.json";

Result<std::optional<Frozen>> readFrom(int runFd, const char* name) {
    auto fd = sys::openBeneath(runFd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (!fd) {
        if (fd.error().sysErrno == ENOENT) {
            return std::optional<Frozen>();
        }
        return std::move(fd).error();
    }
    const auto text = LG_TRY(sys::readAll(fd->get(), kMaxReview));
    return std::optional<Frozen>(LG_TRY(frozenFromJson(text)));
}

} // namespace

Status writeFrozen(int runFd, const Frozen& frozen) {
    return sys::replaceFileAt(runFd, kReview, frozenToJson(frozen), 0600);
}

Result<std::optional<Frozen>> readFrozen(int runFd) { return readFrom(runFd, kReview); }

Status noteApplied(int runFd, const Frozen& reviewed, const std::vector<std::string>& applied) {
    auto before = readFrom(runFd, kApplied);
    Frozen all = before && *before ? std::move(**before) : Frozen();
    for (const auto& path : applied) {
        if (const auto found = reviewed.find(path); found != reviewed.end()) {
            all[path] = found->second;
        }
    }
    return sys::replaceFileAt(runFd, kApplied, frozenToJson(all), 0600);
}

void keepEarlier(int runFd, const ChangeList& shown, Frozen& frozen) {
    std::unordered_set<std::string_view> seen;
    for (const auto& change : shown.changes) {
        seen.insert(change.path);
    }
    for (const char* name : {kReview, kApplied}) {
        // Damaged: then it vouches for nothing.
        const auto earlier = readFrom(runFd, name);
        if (!earlier || !*earlier) {
            continue;
        }
        for (const auto& [path, entry] : **earlier) {
            if (!seen.contains(path)) {
                frozen.emplace(path, entry);
            }
        }
    }
}

} // namespace leadglass::workspace
