// LocalAuditService::setAside, and finding again what it moved
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "core/audit/anchor_file.h"
#include "core/audit/reader.h"
#include "core/audit/writer.h"
#include "core/base/clock.h"
#include "core/base/digest.h"
#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/base/unique_fd.h"
#include "core/session/local_audit_service.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {
namespace {

constexpr std::chrono::milliseconds kLock{5000};
constexpr const char* kReason = "history_set_aside";
constexpr int kMostRows = 100; // set-asides of one history that verify looks at

Status refuseWhileRunsLive(const Places& places) {
    const auto ids = workspace::listRunIds(places);
    for (std::size_t i = 0; ids && i < ids->size(); ++i) {
        const auto dir = workspace::findRun(places, (*ids)[i]);
        const auto manifest = dir ? workspace::readManifest(*dir) : Result<workspace::RunManifest>(dir.error());
        if (manifest && workspace::shownState(*manifest) == workspace::ShownState::Running) {
            return makeError(Code::Busy, "run " + manifest->id + " writes into the history; nothing was set aside",
                             "end it first");
        }
    }
    return {};
}

Result<api::SetAsideFile> describe(const std::string& path) {
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat s {};
    if (!fd || ::fstat(fd.get(), &s) != 0 || !S_ISREG(s.st_mode)) {
        return makeError(Code::Io, "'" + forScreen(path) + "' cannot be read as a file");
    }
    api::SetAsideFile file{path, 0, {}};
    Sha256 hash;
    std::array<char, 65536> block{};
    while (true) {
        const ssize_t got = ::read(fd.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return ioError("cannot read '" + forScreen(path) + "'", errno);
        }
        if (got == 0) {
            break;
        }
        hash.update(block.data(), static_cast<std::size_t>(got));
        file.bytes += static_cast<std::uint64_t>(got);
    }
    file.sha256 = hash.finishHex();
    return file;
}

// "20261130T031500Z"
std::string stamp(Nanos wall) {
    std::string text = rfc3339(wall).substr(0, 19) + "Z";
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == '-' || c == ':'; }), text.end());
    return text;
}

// A name of its own, also for a second one within a second.
std::string nameAside(const std::string& path, Nanos wall) {
    const std::string base = path + ".damaged-" + stamp(wall);
    std::string name = base;
    const auto isTaken = [&name](const char* suffix) {
        struct stat s {};
        return ::lstat((name + suffix).c_str(), &s) == 0;
    };
    for (int n = 2; isTaken("") || isTaken("-wal") || isTaken("-shm"); ++n) {
        name = base + "-" + std::to_string(n);
    }
    return name;
}

// The main file last: until it is gone, what is left is damaged still, and nobody writes into it.
Result<std::vector<std::string>> moveAway(const std::string& path, const std::string& target) {
    std::vector<std::string> moved;
    for (const char* suffix : {"-wal", "-shm", ""}) {
        const std::string from = path + suffix;
        if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, (target + suffix).c_str(), RENAME_NOREPLACE) == 0) {
            moved.push_back(target + suffix);
        } else if (errno != ENOENT) {
            return ioError("cannot move '" + forScreen(from) + "' to '" + forScreen(target + suffix) + "'", errno);
        }
    }
    std::reverse(moved.begin(), moved.end());
    return moved;
}

// What rows of this history say of those that were set aside before: [{"histories", "files"}].
nlohmann::json linksIn(const std::string& path) {
    nlohmann::json links = nlohmann::json::array();
    auto reader = audit::Reader::open(path, kLock);
    audit::Query query;
    query.kind = audit::Kind::Fault;
    query.text = ".damaged-";
    query.limit = kMostRows;
    const auto rows = reader ? (*reader)->query(query) : Result<std::vector<audit::Row>>(reader.error());
    for (std::size_t i = 0; rows && i < rows->size(); ++i) {
        const auto& event = (*rows)[i].event;
        auto detail = nlohmann::json::parse(event.detail, nullptr, false);
        if (event.reason != kReason || !detail.is_object()) {
            continue;
        }
        if (const auto earlier = detail.find("earlier"); earlier != detail.end() && earlier->is_array()) {
            links.insert(links.end(), earlier->begin(), earlier->end());
        }
        links.push_back({{"histories", detail.contains("histories") ? detail["histories"] : nlohmann::json()},
                         {"files", detail.contains("files") ? detail["files"] : nlohmann::json()},
                         {"at", event.subject}});
    }
    return links;
}

// Where the file does not tell any more which history it is: the one that was anchored last in it.
std::string lastAnchored(const Places& places, const std::string& place) {
    std::string id;
    if (const auto known = audit::readAnchors(places.state)) {
        for (const auto& anchor : known->anchors) {
            id = anchor.place == place && !anchor.history.empty() ? anchor.history : id;
        }
    }
    return id;
}

nlohmann::json detailOf(const api::AuditReport& report, const std::string& id, const nlohmann::json& earlier,
                        const std::vector<api::SetAsideFile>& files) {
    nlohmann::json kept = nlohmann::json::array();
    for (const auto& file : files) {
        kept.push_back({{"path", lossless(file.path).text}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    }
    nlohmann::json histories = nlohmann::json::array();
    if (!id.empty()) {
        histories.push_back(id);
    }
    return {{"histories", histories},
            {"files", kept},
            {"earlier", earlier},
            {"rows", report.rows},
            {"head", report.head},
            {"first_bad_row", report.firstBadRow},
            {"found", report.findings.empty() ? "" : report.findings.front().what}};
}

// Rows may have been edited: no type is taken for granted.
std::string textOf(const nlohmann::json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// Beside the history first: its directory may have been moved, and a row has bytes that are no text only in words.
bool isAsItWas(const nlohmann::json& files, const std::string& history) {
    return files.is_array() && !files.empty() && std::all_of(files.begin(), files.end(), [&](const nlohmann::json& said) {
               if (!said.is_object()) {
                   return false;
               }
               const std::string path = textOf(said, "path");
               const std::string beside = history.substr(0, history.rfind('/')) + "/" + path.substr(path.rfind('/') + 1);
               for (const std::string& place : {beside, path}) {
                   if (const auto file = describe(place); file && file->sha256 == textOf(said, "sha256")) {
                       return true;
                   }
               }
               return false;
           });
}

} // namespace

Result<api::SetAsideResult> LocalAuditService::setAside() {
    LG_TRY(refuseWhileRunsLive(m_places));
    if (struct stat s {}; ::lstat(path().c_str(), &s) != 0 && errno == ENOENT) {
        return makeError(Code::NotFound, "there is no history here: '" + forScreen(path()) + "'");
    }
    auto verified = verify({});
    if (!verified && verified.error().code != Code::Corrupt) {
        return std::move(verified).error();
    }
    api::AuditReport report = verified ? *std::move(verified) : api::AuditReport{};
    if (!verified) {
        report.findings.push_back({0, verified.error().text()});
    }
    if (report.findings.empty() && report.rows == 0) {
        return makeError(Code::Refused, "no row is in the history, so there is nothing to keep; nothing was set aside",
                         "the next run begins a new one in its place; 'leadglass audit verify' tells what was kept here before");
    }
    if (report.findings.empty()) {
        return makeError(Code::Refused, "the history is intact; nothing was set aside",
                         "'leadglass audit prune' makes it smaller");
    }
    const std::string id = report.history.empty() ? lastAnchored(m_places, shownPath()) : report.history;
    const nlohmann::json earlier = linksIn(path());
    api::SetAsideResult out;
    const Nanos now = systemClock().wall();
    const auto moved = LG_TRY(moveAway(path(), nameAside(path(), now)));
    for (const auto& file : moved) {
        auto described = describe(file);
        if (described) {
            out.files.push_back(*std::move(described));
        } else {
            out.notes.push_back(described.error().text());
        }
    }
    const auto writer = LG_TRY(audit::Writer::open(path(), kLock));
    audit::Event event;
    event.kind = audit::Kind::Fault;
    event.time = now;
    event.reason = kReason;
    event.subject = moved.front();
    event.detail = detailOf(report, id, earlier, out.files).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    out.row = LG_TRY(writer->append(std::span(&event, 1))).front();
    const auto anchor = LG_TRY(writer->anchor());
    if (Status kept = audit::appendAnchor(m_places.state, anchor, now); !kept) {
        out.notes.push_back("no anchor of it was kept: " + kept.error().text());
    }
    return out;
}

void LocalAuditService::findSetAside(api::AuditReport& report) const {
    for (const auto& link : linksIn(path())) {
        if (!link.is_object() || !link.contains("histories") || !link.contains("files")) {
            continue;
        }
        const auto& ids = link["histories"];
        for (auto& other : report.others) {
            const bool named = ids.is_array() && std::find(ids.begin(), ids.end(), nlohmann::json(other.id)) != ids.end();
            if (other.gone && named && isAsItWas(link["files"], path())) {
                other.gone = false;
                other.setAside = true;
                other.keptAt = forScreen(textOf(link, "at"));
            }
        }
    }
    report.isGone = std::any_of(report.others.begin(), report.others.end(), [](const auto& other) { return other.gone; });
}

} // namespace leadglass::session
