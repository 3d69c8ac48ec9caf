// LocalAuditService::prune
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/audit/anchor_file.h"
#include "core/audit/journal_anchor.h"
#include "core/audit/prune.h"
#include "core/audit/verify.h"
#include "core/audit/writer.h"
#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/policy/parser_values.h"
#include "core/session/local_audit_service.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/journal.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {
namespace {

constexpr std::chrono::milliseconds kLock{5000};
constexpr std::chrono::milliseconds kShortLock{500}; // while runs are live, which then wait as well
constexpr std::uint64_t kQuick = 16ULL << 20; // bytes that are copied within some tenths of a second
constexpr Nanos kSecond = 1'000'000'000;

struct Wanted {
    audit::PruneRequest rows;
    std::vector<workspace::RunManifest> done; // runs of before that, with nothing left to decide
    bool anyLives = false;
    std::uint64_t waiting = 0; // old ones whose changes are not decided
};

Result<audit::PruneRequest> limitsOf(api::PruneRequest request) {
    if (request.olderThan.empty() && request.keepSize.empty()) {
        request.olderThan = api::kPruneAge;
        request.keepSize = api::kPruneSize;
    }
    audit::PruneRequest out;
    if (!request.olderThan.empty()) {
        if (request.olderThan.ends_with('m') && policy::parseDuration(request.olderThan)) {
            return makeError(Code::Invalid, "--older-than: '" + forScreen(request.olderThan, 60) + "' could be minutes or months",
                             "for months write days, for example 30d; for minutes seconds, for example 600s");
        }
        const auto seconds = policy::parseDuration(request.olderThan);
        constexpr std::uint64_t kMost = 100ULL * 365 * 86400;
        if (!seconds || *seconds > kMost) {
            return makeError(Code::Invalid, "--older-than: not an age: '" + forScreen(request.olderThan, 60) + "'",
                             "for example 90d, or 12h");
        }
        out.before = systemClock().wall() - static_cast<Nanos>(*seconds) * kSecond;
    }
    if (!request.keepSize.empty()) {
        out.keepBytes = policy::parseSize(request.keepSize);
        if (!out.keepBytes) {
            const bool bare = request.keepSize.find_first_not_of("0123456789") == std::string::npos;
            return makeError(Code::Invalid, "--keep-size: not a size: '" + forScreen(request.keepSize, 60) + "'" + (bare ? " has no unit" : ""),
                             "for example 512MiB, or 1GiB");
        }
    }
    return out;
}

Result<Wanted> wantedOf(const Places& places, const api::PruneRequest& request) {
    Wanted wanted;
    wanted.rows = LG_TRY(limitsOf(request));
    const auto ids = workspace::listRunIds(places);
    for (std::size_t i = 0; ids && i < ids->size(); ++i) {
        const auto dir = workspace::findRun(places, (*ids)[i]);
        auto manifest = dir ? workspace::readManifest(*dir) : Result<workspace::RunManifest>(dir.error());
        if (!manifest) {
            continue; // damaged: for 'leadglass discard' only
        }
        const auto state = workspace::shownState(*manifest);
        const bool old = wanted.rows.before && std::max(manifest->endWall, manifest->startWall) < *wanted.rows.before;
        if (state == workspace::ShownState::Running) {
            wanted.anyLives = true;
            wanted.rows.keepRuns.push_back(manifest->id);
        } else if (old && (state == workspace::ShownState::Applied || state == workspace::ShownState::Discarded)) {
            wanted.done.push_back(*std::move(manifest));
        } else if (old) {
            ++wanted.waiting;
        }
    }
    return wanted;
}

std::string whoAsks() {
    const passwd* user = ::getpwuid(::getuid());
    return (user != nullptr ? std::string(user->pw_name) : "uid " + std::to_string(::getuid())) + ", leadglass audit prune";
}

std::uint64_t bytesOf(const std::string& path) {
    std::uint64_t bytes = 0;
    for (const char* suffix : {"", "-wal"}) {
        struct stat s {};
        if (::lstat((path + suffix).c_str(), &s) == 0) {
            bytes += static_cast<std::uint64_t>(s.st_size);
        }
    }
    return bytes;
}

audit::Event rowOf(audit::Kind kind, std::string reason, std::string subject) {
    audit::Event event;
    event.kind = kind;
    event.time = systemClock().wall();
    event.reason = std::move(reason);
    event.subject = std::move(subject);
    event.process = whoAsks();
    return event;
}

// The changes of these runs are in the project; what goes is the way back.
void removeRuns(const Places& places, audit::Writer& writer, const std::vector<workspace::RunManifest>& done,
                api::PruneResult& out) {
    for (const auto& manifest : done) {
        const auto dir = workspace::findRun(places, manifest.id);
        const auto lock = dir ? workspace::lockRun(dir->fd.get()) : Result<UniqueFd>(dir.error());
        auto event = rowOf(audit::Kind::Discard, "discarded", manifest.project);
        event.run = manifest.id;
        Status removed = lock ? Status() : Status(lock.error());
        if (removed) {
            auto row = writer.append(std::span(&event, 1));
            removed = row ? workspace::removeRun(*dir) : Status(row.error());
        }
        if (removed) {
            out.runs.push_back(manifest.id);
        } else {
            out.notes.push_back("run " + manifest.id + " stays: " + removed.error().text());
        }
    }
}

Status removeRows(const std::string& path, const Places& places, audit::Writer& writer, const Wanted& wanted,
                  const audit::PrunePlan& plan, api::PruneResult& out) {
    auto event = rowOf(audit::Kind::Discard, "prune_started", std::to_string(plan.rows) + " rows");
    event.detail = nlohmann::json{{"upto", plan.upto},
                                  {"first_time", rfc3339(plan.firstTime)},
                                  {"last_time", rfc3339(plan.lastTime)}}
                       .dump();
    (void)LG_TRY(writer.append(std::span(&event, 1)));
    LG_TRY(audit::pruneRows(path, plan.upto, whoAsks(), kLock));
    out.rows = plan.rows;
    // Nobody may have to wait long for it whose rows decide what a run may do.
    const std::uint64_t stays = plan.all == 0 ? 0 : plan.bytes / static_cast<std::uint64_t>(plan.all) * static_cast<std::uint64_t>(out.left);
    if (wanted.anyLives && stays > kQuick) {
        const Status done = audit::shortenLog(path, kShortLock);
        out.notes.push_back("the file keeps its size while runs are live; its free room is used for new rows" +
                            (done ? std::string() : "; " + done.error().text()));
    } else if (const Status done = audit::compact(path, wanted.anyLives ? kShortLock : kLock); !done) {
        out.notes.push_back("the file does not shrink yet: " + done.error().text());
    }
    const auto anchor = LG_TRY(writer.anchor());
    if (Status kept = audit::appendAnchor(places.state, anchor, systemClock().wall()); !kept) {
        out.notes.push_back("no anchor of it was kept: " + kept.error().text());
    }
    (void)audit::sendJournalAnchor(anchor, ""); // where there is no journal, the anchor file is all there is
    return {};
}

} // namespace

Result<api::PruneResult> LocalAuditService::prune(const api::PruneRequest& request) {
    const Wanted wanted = LG_TRY(wantedOf(m_places, request));
    auto planned = audit::planPrune(path(), wanted.rows, kLock);
    if (!planned && planned.error().code != Code::NotFound) {
        return std::move(planned).error();
    }
    const audit::PrunePlan plan = planned ? *planned : audit::PrunePlan{};
    api::PruneResult out;
    out.left = plan.all - plan.rows;
    out.firstTime = plan.firstTime;
    out.lastTime = plan.lastTime;
    out.bytesBefore = bytesOf(path());
    if (!plan.heldBy.empty()) {
        out.notes.push_back("rows from the start of run " + plan.heldBy + " on stay: it is running");
    }
    if (wanted.waiting > 0) {
        out.notes.push_back("changes of " + std::to_string(wanted.waiting) +
                            " old run(s) wait and stay: leadglass runs list");
    }
    const bool nothing = plan.rows == 0 && wanted.done.empty();
    // Afterwards nobody could tell any more that something had been changed. A dry run promises nothing else. And
    // where nothing would go, damage is still what whoever looks after the history has to hear.
    if (planned && !LG_TRY(verify({})).findings.empty()) {
        return makeError(Code::Refused,
                         std::string("the history is not intact; nothing ") + (request.dryRun ? "would be" : "was") + " pruned",
                         "see 'leadglass audit verify'; 'leadglass audit set-aside' keeps it as it is");
    }
    if (request.dryRun || nothing) {
        out.rows = plan.rows;
        out.bytesAfter = out.bytesBefore;
        for (const auto& manifest : wanted.done) {
            out.runs.push_back(manifest.id);
        }
        return out;
    }
    const auto writer = LG_TRY(audit::Writer::open(path(), kLock));
    if (plan.rows > 0) {
        LG_TRY(removeRows(path(), m_places, *writer, wanted, plan, out));
    }
    removeRuns(m_places, *writer, wanted.done, out);
    out.bytesAfter = bytesOf(path());
    return out;
}

} // namespace leadglass::session
