#include "core/workspace/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/sys.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

using nlohmann::json;

constexpr int kSchema = 1;
constexpr std::size_t kMaxFile = 512UL << 20;
constexpr std::size_t kMaxHunkName = 32;

Error damaged(const char* name) {
    return makeError(Code::Corrupt, std::string("journal of this run: '") + name + "' is damaged");
}

json nodeToJson(const Node& n) {
    return {static_cast<int>(n.type), n.mode, n.dev, n.ino, n.size, n.mtimeSec, n.mtimeNsec,
            n.ctimeSec, n.ctimeNsec};
}

bool nodeFromJson(const json& row, Node& n) {
    if (!row.is_array() || row.size() != 9 ||
        !std::ranges::all_of(row, [](const json& v) { return v.is_number_integer(); }) ||
        row[0].get<std::int64_t>() < 0 || row[0].get<std::int64_t>() > 4) {
        return false;
    }
    n.type = static_cast<NodeType>(row[0].get<int>());
    n.mode = row[1].get<std::uint32_t>() & 07777;
    n.dev = row[2].get<std::uint64_t>();
    n.ino = row[3].get<std::uint64_t>();
    n.size = row[4].get<std::uint64_t>();
    n.mtimeSec = row[5].get<std::int64_t>();
    n.mtimeNsec = row[6].get<std::int64_t>();
    n.ctimeSec = row[7].get<std::int64_t>();
    n.ctimeNsec = row[8].get<std::int64_t>();
    return true;
}

Result<json> readJson(int dirFd, const std::string& name) {
    auto fd = LG_TRY(sys::openBeneath(dirFd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    const auto text = LG_TRY(sys::readAll(fd.get(), kMaxFile));
    json value = json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        return damaged(name.c_str());
    }
    return value;
}

bool exists(int dirFd, const char* name) { return sys::statAt(dirFd, name).ok(); }

Result<UniqueFd> journalDir(int runFd) {
    if (::mkdirat(runFd, "journal", 0700) != 0 && errno != EEXIST) {
        return ioError("cannot create the journal of this run", errno);
    }
    return sys::openBeneath(runFd, "journal", O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

Result<Session> openSession(int journalFd, const std::string& name) {
    Session s;
    s.name = name;
    s.fd = LG_TRY(sys::openBeneath(journalFd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
    s.planned = exists(s.fd.get(), "plan.json");
    s.done = exists(s.fd.get(), "done.json");
    s.undoBegun = exists(s.fd.get(), "undo.json");
    s.undone = exists(s.fd.get(), "undone.json");
    s.partly = exists(s.fd.get(), "rest.json");
    return s;
}

std::vector<std::string> sessionNames(int journalFd) {
    std::vector<std::string> names;
    if (auto entries = listDirectory(journalFd)) {
        for (const auto& entry : *entries) {
            if (entry.name.size() >= 4 && std::ranges::all_of(entry.name, [](char c) {
                    return c >= '0' && c <= '9';
                })) {
                names.push_back(entry.name);
            }
        }
    }
    std::ranges::sort(names);
    return names;
}

bool isBuiltName(std::string_view name) {
    constexpr std::string_view kStart = "built-";
    return name.size() > kStart.size() && name.size() < 32 && name.starts_with(kStart) &&
           name.find_first_not_of("0123456789", kStart.size()) == std::string_view::npos;
}

// For the history only: one that an earlier version wrote, or that is damaged here, names none.
PartNames partFromJson(const json& row) {
    PartNames out;
    const auto names = [&](const char* key, std::vector<std::string>& into) {
        const auto found = row.find(key);
        for (std::size_t i = 0; found != row.end() && found->is_array() && i < std::min(found->size(), PartNames::kMostNamed); ++i) {
            if (const json& name = (*found)[i]; name.is_string() && name.get_ref<const std::string&>().size() <= kMaxHunkName) {
                into.push_back(name.get<std::string>());
            }
        }
    };
    const auto number = [&](const char* key) {
        const auto found = row.find(key);
        return found != row.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
    };
    names("taken", out.taken);
    names("left", out.left);
    out.moreTaken = number("more_taken");
    out.moreLeft = number("more_left");
    return out;
}

} // namespace

std::string planToJson(const std::vector<Op>& ops) {
    json rows = json::array();
    for (const auto& op : ops) {
        rows.push_back({{"kind", static_cast<int>(op.kind)},
                        {"path", encodeName(op.path)},
                        {"before", nodeToJson(op.before)},
                        {"before_digest", op.beforeDigest},
                        {"before_target", encodeName(op.beforeTarget)},
                        {"after_type", static_cast<int>(op.afterType)},
                        {"after_mode", op.afterMode},
                        {"after_digest", op.afterDigest},
                        {"base", op.base}});
        if (!op.built.empty()) { // no earlier version knows what to do with one, and applies nothing of it
            rows.back()["built"] = op.built;
            rows.back()["open"] = op.open;
            rows.back()["taken"] = op.part.taken;
            rows.back()["left"] = op.part.left;
            rows.back()["more_taken"] = op.part.moreTaken;
            rows.back()["more_left"] = op.part.moreLeft;
        }
    }
    return json{{"schema", kSchema}, {"ops", std::move(rows)}}.dump() + "\n";
}

Result<std::vector<Op>> planFromJson(std::string_view text) {
    const json object = json::parse(text, nullptr, false);
    if (!object.is_object() || object.value("schema", json()) != kSchema ||
        !object.contains("ops") || !object["ops"].is_array()) {
        return damaged("plan.json");
    }
    std::vector<Op> ops;
    const auto small = [](const json& v, std::int64_t max) {
        return v.is_number_integer() && v.get<std::int64_t>() >= 0 && v.get<std::int64_t>() <= max;
    };
    for (const auto& row : object["ops"]) {
        Op op;
        if (!row.is_object() || !small(row.value("kind", json()), 4) ||
            !small(row.value("after_type", json()), 4) ||
            !small(row.value("after_mode", json()), 0777) ||
            !nodeFromJson(row.value("before", json()), op.before)) {
            return damaged("plan.json");
        }
        for (const char* name : {"path", "before_digest", "before_target", "after_digest"}) {
            if (!row.value(name, json()).is_string()) {
                return damaged("plan.json");
            }
        }
        auto path = decodeName(row["path"].get_ref<const std::string&>());
        auto target = decodeName(row["before_target"].get_ref<const std::string&>());
        if (!path || !target || !isPlainRelative(*path)) {
            return damaged("plan.json");
        }
        op.kind = static_cast<Op::Kind>(row["kind"].get<int>());
        op.path = std::move(path).value();
        op.beforeTarget = std::move(target).value();
        op.beforeDigest = row["before_digest"].get<std::string>();
        op.afterDigest = row["after_digest"].get<std::string>();
        op.afterType = static_cast<NodeType>(row["after_type"].get<int>());
        op.afterMode = row["after_mode"].get<std::uint32_t>();
        op.base = row.value("base", json()) == true; // earlier versions did not write it
        if (const json built = row.value("built", json()); !built.is_null()) {
            if (!built.is_string() || !isBuiltName(built.get_ref<const std::string&>()) || op.kind != Op::Kind::Put ||
                op.afterType != NodeType::File) {
                return damaged("plan.json");
            }
            op.built = built.get<std::string>();
            op.open = row.value("open", json()) == true;
            op.part = partFromJson(row);
        }
        ops.push_back(std::move(op));
    }
    return ops;
}

Result<std::vector<Session>> listSessions(int runFd) {
    std::vector<Session> sessions;
    auto journal = sys::openBeneath(runFd, "journal", O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (!journal) {
        if (journal.error().sysErrno == ENOENT) {
            return sessions;
        }
        return std::move(journal).error();
    }
    for (const auto& name : sessionNames(journal->get())) {
        sessions.push_back(LG_TRY(openSession(journal->get(), name)));
    }
    return sessions;
}

Result<Session> newSession(int runFd) {
    auto journal = LG_TRY(journalDir(runFd));
    const auto names = sessionNames(journal.get());
    const int number = names.empty() ? 1 : std::atoi(names.back().c_str()) + 1;
    std::array<char, 16> name{};
    std::snprintf(name.data(), name.size(), "%04d", number);
    if (::mkdirat(journal.get(), name.data(), 0700) != 0) {
        return ioError("cannot create a journal entry", errno);
    }
    return openSession(journal.get(), name.data());
}

Status removeSession(int runFd, const std::string& name) {
    auto journal = LG_TRY(journalDir(runFd));
    return sys::removeTree(journal.get(), name);
}

Status writePlan(const Session& session, const std::vector<Op>& ops) {
    return sys::replaceFileAt(session.fd.get(), "plan.json", planToJson(ops), 0600);
}

Result<std::vector<Op>> readPlan(const Session& session) {
    auto fd = LG_TRY(sys::openBeneath(session.fd.get(), "plan.json", O_RDONLY | O_NOFOLLOW));
    const auto text = LG_TRY(sys::readAll(fd.get(), kMaxFile));
    return planFromJson(text);
}

Status writeDone(const Session& session, const std::vector<std::size_t>& ops) {
    return sys::replaceFileAt(session.fd.get(), "done.json", json(ops).dump() + "\n", 0600);
}

Result<std::vector<std::size_t>> readDone(const Session& session) {
    const json value = LG_TRY(readJson(session.fd.get(), "done.json"));
    std::vector<std::size_t> ops;
    for (const auto& item : value) {
        if (!item.is_number_unsigned()) {
            return damaged("done.json");
        }
        ops.push_back(item.get<std::size_t>());
    }
    return ops;
}

Status writeMark(const Session& session, const char* name) {
    LG_TRY(sys::replaceFileAt(session.fd.get(), name, "{}\n", 0600));
    return ::fsync(session.fd.get()) == 0 ? Status() // the name, too
                                          : Status(ioError("cannot sync the journal", errno));
}

Status removeMark(const Session& session, const char* name) {
    if (::unlinkat(session.fd.get(), name, 0) != 0 && errno != ENOENT) {
        return ioError("cannot remove a mark of the journal", errno);
    }
    return ::fsync(session.fd.get()) == 0 ? Status() : Status(ioError("cannot sync the journal", errno));
}

std::string keptName(std::size_t op) { return "kept-" + std::to_string(op); }

std::string temporaryName(const std::string& runId, std::size_t op) {
    return ".leadglass-apply." + runId + "." + std::to_string(op);
}

Result<std::vector<OwnWrite>> readOwnWrites(int runFd) {
    std::vector<OwnWrite> writes;
    auto value = readJson(runFd, "journal/ours.json");
    if (!value) {
        if (value.error().sysErrno == ENOENT) {
            return writes;
        }
        return std::move(value).error();
    }
    for (const auto& row : *value) {
        if (!row.is_array() || row.size() != 5 || !row[0].is_string() ||
            !std::all_of(row.begin() + 1, row.end(),
                         [](const json& v) { return v.is_number_integer(); })) {
            return damaged("ours.json");
        }
        OwnWrite write;
        write.path = LG_TRY(decodeName(row[0].get_ref<const std::string&>()));
        write.dev = row[1].get<std::uint64_t>();
        write.ino = row[2].get<std::uint64_t>();
        write.ctimeSec = row[3].get<std::int64_t>();
        write.ctimeNsec = row[4].get<std::int64_t>();
        writes.push_back(std::move(write));
    }
    return writes;
}

Status addOwnWrites(int runFd, const std::vector<OwnWrite>& writes) {
    std::map<std::string, OwnWrite> all;
    for (auto& write : LG_TRY(readOwnWrites(runFd))) {
        all[write.path] = write;
    }
    for (const auto& write : writes) {
        all[write.path] = write;
    }
    json rows = json::array();
    for (const auto& [path, w] : all) {
        rows.push_back({encodeName(path), w.dev, w.ino, w.ctimeSec, w.ctimeNsec});
    }
    auto journal = LG_TRY(journalDir(runFd));
    return sys::replaceFileAt(journal.get(), "ours.json", rows.dump() + "\n", 0600);
}

Result<UniqueFd> lockRun(int runFd) {
    auto fd = LG_TRY(sys::openAt(runFd, ".", O_RDONLY | O_DIRECTORY));
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) {
            return makeError(Code::Busy, "another apply, undo or discard of this run is at work",
                             "wait for it to end");
        }
        return ioError("cannot lock the run", errno);
    }
    return fd;
}

} // namespace leadglass::workspace
