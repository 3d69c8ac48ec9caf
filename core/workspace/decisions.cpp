#include "core/workspace/decisions.h"

#include <fcntl.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/sys.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

using nlohmann::json;

constexpr int kSchema = 1;
constexpr std::size_t kMaxFile = 64UL << 20;
constexpr const char* kFile = "decided.json";

// Without the device: its number may be another after a restart. A directory's size and times
// change with its entries.
std::string identityOf(const Node& node) {
    std::string out = nodeTypeName(node.type);
    if (node.type == NodeType::None) {
        return out;
    }
    out += " " + std::to_string(node.mode) + " " + std::to_string(node.ino);
    if (node.type == NodeType::Directory) {
        return out;
    }
    out += " " + std::to_string(node.size);
    for (const std::int64_t part :
         {node.mtimeSec, node.mtimeNsec, node.ctimeSec, node.ctimeNsec}) {
        out += " " + std::to_string(part);
    }
    return out;
}

} // namespace

Decisions Decisions::fromJson(std::string_view text) {
    const json object = json::parse(text, nullptr, false);
    Decisions out;
    if (!object.is_object() || object.value("schema", json()) != kSchema ||
        !object.contains("decided") || !object["decided"].is_array()) {
        return out;
    }
    for (const auto& row : object["decided"]) {
        if (!row.is_array() || row.size() != 4 ||
            !std::ranges::all_of(row, [](const json& v) { return v.is_string(); })) {
            return {};
        }
        auto path = decodeName(row[0].get_ref<const std::string&>());
        if (!path || !isPlainRelative(*path)) {
            return {};
        }
        out.m_byPath[std::move(path).value()] = {row[1].get<std::string>(),
                                                 row[2].get<std::string>(),
                                                 row[3].get<std::string>()};
    }
    return out;
}

std::string Decisions::toJson() const {
    json rows = json::array();
    for (const auto& [path, entry] : m_byPath) {
        rows.push_back({encodeName(path), entry.host, entry.run, entry.session});
    }
    return json{{"schema", kSchema}, {"decided", std::move(rows)}}.dump(
               -1, ' ', false, json::error_handler_t::replace) + "\n";
}

Decisions Decisions::read(int runFd) {
    const auto fd = sys::openBeneath(runFd, kFile, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const auto text = fd ? sys::readAll(fd->get(), kMaxFile) : Result<std::string>(fd.error());
    return text ? fromJson(*text) : Decisions();
}

Status Decisions::write(int runFd) const { return sys::replaceFileAt(runFd, kFile, toJson(), 0600); }

bool Decisions::covers(const Change& change) const {
    const auto found = m_byPath.find(change.path);
    return found != m_byPath.end() && !change.conflict.empty() && change.refused.empty() &&
           found->second.host == identityOf(change.before) &&
           found->second.run == identityOf(change.after);
}

bool Decisions::coverAll(const ChangeList& list) const {
    std::set<std::string> holding; // directories with changes below them: those count
    for (const auto& change : list.changes) {
        for (std::string up = parentOf(change.path); !up.empty() && holding.insert(up).second;) {
            up = parentOf(up);
        }
    }
    return std::ranges::all_of(list.changes, [&](const Change& change) {
        return covers(change) || (change.kind == ChangeKind::Added && holding.contains(change.path));
    });
}

void Decisions::add(const Change& change, const std::string& session) {
    m_byPath[change.path] = {identityOf(change.before), identityOf(change.after), session};
}

std::size_t Decisions::reopen(const std::string& session) {
    // Names of sessions are numbers with at least four digits.
    const auto later = [&](const std::string& one) {
        return one.size() != session.size() ? one.size() > session.size() : one >= session;
    };
    return std::erase_if(m_byPath, [&](const auto& item) { return later(item.second.session); });
}

} // namespace leadglass::workspace
