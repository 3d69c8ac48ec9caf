#include "core/session/local_run_detail_service.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "core/audit/reader.h"
#include "core/base/clock.h"
#include "core/base/proc_stat.h"
#include "core/base/sys.h"
#include "core/session/changes_now.h"
#include "core/session/control_client.h"
#include "core/session/dressed_row.h"
#include "core/session/local_review_service.h"
#include "core/session/process_list.h"
#include "core/session/run_rows.h"
#include "core/workspace/finish_run.h"

namespace leadglass::session {
namespace {

constexpr Nanos kMilli = 1'000'000;
constexpr Nanos kWalk = 100 * kMilli;       // at one look
constexpr Nanos kWalkPause = 2000 * kMilli; // at least, between two
constexpr Nanos kShare = 9;                 // so much longer than it took is waited for before it is done again
constexpr int kRowsAtOnce = 10'000;
constexpr std::size_t kMostOfList = 16UL << 20; // bytes, of what a run began with
constexpr int kPagesAtOnce = 3;
constexpr std::chrono::milliseconds kLockTimeout{1000};
constexpr ControlClient::Timeout kAnswer{1000};

api::LimitNow limitOf(wire::LimitUse use) {
    return {std::move(use.name), std::move(use.unit), use.limit, use.used, use.atMost, std::move(use.by), std::move(use.codes)};
}

// Done again when it is time: never more than a tenth of it.
class Pace {
public:
    explicit Pace(Nanos least) : m_least(least) {}
    template <class Work> void maybe(const Work& work) {
        const Nanos begun = systemClock().awake();
        if (begun < m_next) {
            return;
        }
        work();
        const Nanos ended = systemClock().awake();
        m_next = ended + std::max(m_least, (ended - begun) * kShare);
    }

private:
    Nanos m_least;
    Nanos m_next = 0;
};

// What is kept of one run from one look to the next.
struct Seen {
    std::string id;
    Unseen unseen;
    ProcessList processes;
    Pace processPace{0};
    ChangesNow changes;
    Pace changePace{kWalkPause};
    std::optional<std::vector<workspace::CopiedEntry>> began; // of mode "copy" and "direct"
    bool beganUnread = false; // too long, or no list: not tried again
    RunRows rows;
    bool endRead = false; // the rows of a run that has ended are all there
};

class LocalRunDetailService final : public api::RunDetailService {
public:
    explicit LocalRunDetailService(const Places& places) : m_places(places), m_review(makeLocalReviewService(places)) {}

    Result<api::RunNow> look(const std::string& run) override {
        api::RunNow out;
        out.run = LG_TRY(m_review->run(run));
        if (!m_seen || m_seen->id != out.run.id) {
            m_seen.emplace();
            m_seen->id = out.run.id;
        }
        out.at = systemClock().wall();
        out.live = out.run.state == "running";
        if (out.live) {
            live(out);
        }
        rows(out);
        changes(out);
        return out;
    }

private:
    void live(api::RunNow& out) {
        auto usage = askUsage(out.run.id);
        if (!usage) {
            out.limitsMissing = usage.error().text();
            m_seen->processes = {};
            return;
        }
        for (auto& use : usage->first.limits) {
            out.limits.push_back(limitOf(std::move(use)));
        }
        // The number could be another's by now: it is of the run only while it is a child of its supervisor.
        const auto stat = usage->first.member > 0 ? procStat(usage->first.member) : std::nullopt;
        if (!stat || static_cast<std::uint64_t>(stat->parent) != usage->second) {
            m_seen->processes = {};
            return;
        }
        m_seen->processPace.maybe([&] { m_seen->processes = listProcesses(static_cast<pid_t>(usage->first.member), m_seen->unseen); });
        out.processes = m_seen->processes.processes;
        out.moreProcesses = m_seen->processes.more;
        out.cpu = m_seen->processes.cpu;
    }

    // With the supervisor's own number.
    Result<std::pair<wire::RunUsage, std::uint64_t>> askUsage(const std::string& id) {
        auto client = LG_TRY(ControlClient::connect(m_places, id, kAnswer));
        wire::Request request;
        request.method = wire::Method::Usage;
        auto reply = client.call(request, kAnswer);
        if (!reply && reply.error().code == Code::Invalid) {
            return makeError(Code::Unsupported, "this run was started by a version of Leadglass that does not tell what it takes", "it is told of the next one");
        }
        if (!reply) {
            return reply.error();
        }
        if (!reply->usage) {
            return makeError(Code::Invalid, "the run did not tell what it takes");
        }
        return std::pair(std::move(*reply->usage), client.status().supervisorPid);
    }

    // What cannot be read of the history leaves what was read before.
    void rows(api::RunNow& out) {
        RunRows& rows = m_seen->rows;
        if (!m_seen->endRead) {
            out.counted = readRows(rows);
            m_seen->endRead = out.counted && !out.live;
        }
        out.allowed = rows.allowed();
        out.refused = rows.refused();
        out.asked = rows.asked();
        out.hosts = rows.hosts();
        out.moreHosts = rows.moreHosts();
        for (const auto& row : rows.decisions()) {
            out.decisions.push_back(dressedRow(row));
        }
    }

    // True: there are no more now.
    bool readRows(RunRows& rows) {
        if (!m_history) {
            auto opened = audit::Reader::open(m_places.data + "/audit.db", kLockTimeout);
            if (!opened) {
                return true;
            }
            m_history = std::move(*opened);
        }
        for (int page = 0; page < kPagesAtOnce; ++page) {
            audit::Query query;
            query.run = m_seen->id;
            query.after = rows.last();
            query.oldestFirst = true;
            query.limit = kRowsAtOnce;
            const auto found = m_history->query(query);
            if (!found) {
                m_history.reset(); // another one may lie there by now
                return true;
            }
            for (const auto& row : *found) {
                rows.take(row);
            }
            if (found->size() < static_cast<std::size_t>(kRowsAtOnce)) {
                return true;
            }
        }
        return false;
    }

    void changes(api::RunNow& out) {
        using Are = api::RunNow::Changes;
        out.changesAre = out.run.mode == "overlay"  ? Are::Told
                         : out.run.mode == "copy"   ? Are::InCopy
                         : out.run.mode == "direct" ? Are::InProject
                                                    : Are::None;
        if (out.changesAre == Are::None || !out.live) {
            return;
        }
        m_seen->changePace.maybe([&] { m_seen->changes = out.changesAre == Are::Told ? walk() : walkSince(out.changesAre == Are::InCopy); });
        out.changes = m_seen->changes.last;
        out.changed = m_seen->changes.count;
        out.changesWhole = m_seen->changes.whole;
    }

    ChangesNow walk() {
        const auto dir = workspace::findRun(m_places, m_seen->id);
        const auto manifest = dir ? workspace::readManifest(*dir) : Result<workspace::RunManifest>(dir.error());
        const auto upper = manifest ? workspace::openWritten(*dir) : Result<UniqueFd>(manifest.error());
        const auto project = manifest ? workspace::openProject(*manifest) : Result<UniqueFd>(manifest.error());
        if (!upper || !project) {
            return unknown();
        }
        return changesNow(upper->get(), project->get(), *manifest, kWalk);
    }

    static ChangesNow unknown() { return {{}, 0, false}; }

    // Beside the list of what the run began with, which is read once.
    ChangesNow walkSince(bool copy) {
        const auto dir = workspace::findRun(m_places, m_seen->id);
        const auto manifest = dir ? workspace::readManifest(*dir) : Result<workspace::RunManifest>(dir.error());
        const auto tree = !manifest ? Result<UniqueFd>(manifest.error()) : copy ? workspace::openWritten(*dir) : workspace::openProject(*manifest);
        if (!tree || m_seen->beganUnread) {
            return unknown();
        }
        if (!m_seen->began) {
            auto list = sys::openBeneath(dir->fd.get(), copy ? workspace::kCopyList : workspace::kSnapshotList, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
            const auto text = list ? sys::readAll(list->get(), kMostOfList) : Result<std::string>(list.error());
            auto entries = text ? workspace::copiedListFromText(*text) : Result<std::vector<workspace::CopiedEntry>>(text.error());
            if (!entries) {
                m_seen->beganUnread = text.ok() || text.error().sysErrno != ENOENT; // it is there as soon as the run has begun
                return unknown();
            }
            m_seen->began = std::move(*entries);
        }
        return changesSince(tree->get(), *m_seen->began, kWalk);
    }

    Places m_places;
    std::unique_ptr<api::ReviewService> m_review;
    std::unique_ptr<audit::Reader> m_history;
    std::optional<Seen> m_seen;
};

} // namespace

std::unique_ptr<api::RunDetailService> makeLocalRunDetailService(const Places& places) {
    return std::make_unique<LocalRunDetailService>(places);
}

} // namespace leadglass::session
