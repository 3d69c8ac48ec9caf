#include "core/session/activity_history.h"

#include <sys/stat.h>

#include <algorithm>

#include "core/audit/database.h"
#include "core/audit/identity.h"

namespace leadglass::session {
namespace {

constexpr std::chrono::milliseconds kLockTimeout{2000};

audit::Wanted wantedOf(const api::ActivitySought& sought) {
    return {sought.run, sought.agent, sought.kind, sought.verdict, sought.host, sought.words};
}

// Back to the oldest row: what came since is taken up before it is looked for.
api::ActivityCovered coveredOf(const audit::SearchIndex& index, const api::ActivityBounds& ends) {
    const auto is = index.covered();
    return {is.oldest, is.newest, ends.newest == 0 || (is.oldest > 0 && is.oldest <= ends.oldest)};
}

} // namespace

Result<audit::Reader*> ActivityHistory::reader() {
    const std::string path = m_folder + "/audit.db";
    struct stat now {};
    const bool is = ::stat(path.c_str(), &now) == 0;
    if (m_reader && is && now.st_dev == m_device && now.st_ino == m_inode) {
        return m_reader.get();
    }
    {
        const std::lock_guard lock(m_guard);
        m_index.reset();
    }
    m_reader.reset();
    m_reader = LG_TRY(audit::Reader::open(path, kLockTimeout));
    m_device = now.st_dev;
    m_inode = now.st_ino;
    ++m_opened;
    return m_reader.get();
}

Result<audit::SearchIndex*> ActivityHistory::index() {
    LG_TRY(reader());
    if (!m_index) {
        auto db = LG_TRY(audit::Database::open(m_folder + "/audit.db", audit::Database::Mode::Read, kLockTimeout));
        const auto identity = LG_TRY(audit::readIdentity(db));
        auto made = LG_TRY(audit::SearchIndex::open(m_folder + "/search.db", identity ? identity->id : "none", kLockTimeout));
        const std::lock_guard lock(m_guard);
        m_index = std::move(made);
    }
    return m_index.get();
}

Result<api::ActivityBounds> ActivityHistory::bounds() {
    auto* history = LG_TRY(reader());
    audit::Query end;
    end.limit = 1;
    const auto newest = LG_TRY(history->query(end));
    end.oldestFirst = true;
    const auto oldest = LG_TRY(history->query(end));
    return api::ActivityBounds{oldest.empty() ? 0 : oldest[0].id, newest.empty() ? 0 : newest[0].id, m_opened};
}

Result<std::int64_t> ActivityHistory::firstFrom(std::int64_t time) {
    auto* history = LG_TRY(reader());
    const auto ends = LG_TRY(bounds());
    return history->firstFrom(time, ends.oldest, ends.newest + 1);
}

Result<ActivityHistory::Ids> ActivityHistory::findDirectly(const api::ActivitySought& sought, std::int64_t lowest, std::int64_t before, int limit) {
    audit::Query query;
    query.run = sought.run;
    query.verdict = sought.verdict;
    query.before = before;
    query.after = lowest - 1;
    query.limit = limit;
    Ids out;
    auto* history = LG_TRY(reader());
    out.rows = LG_TRY(history->query(query));
    out.next = static_cast<int>(out.rows.size()) == limit ? out.rows.back().id : 0;
    out.covered.whole = true;
    return out;
}

Result<ActivityHistory::Ids> ActivityHistory::find(const api::ActivitySought& sought, std::int64_t before, int limit) {
    auto* history = LG_TRY(reader());
    limit = std::clamp(limit, 1, 1000);
    std::int64_t lowest = 1;
    if (sought.after > 0) {
        lowest = LG_TRY(firstFrom(sought.after));
    }
    if (sought.before > 0) {
        const std::int64_t end = LG_TRY(firstFrom(sought.before));
        before = before > 0 ? std::min(before, end) : end;
    }
    if (!sought.needsIndex()) {
        return findDirectly(sought, lowest, before, limit);
    }
    auto* words = LG_TRY(index());
    const auto ids = LG_TRY(words->find(wantedOf(sought), before, limit));
    Ids out;
    out.next = static_cast<int>(ids.size()) == limit ? ids.back() : 0;
    out.covered = coveredOf(*words, LG_TRY(bounds()));
    for (const std::int64_t id : ids) {
        if (id < lowest) {
            out.next = 0;
            break;
        }
        auto row = history->get(id);
        if (row) {
            out.rows.push_back(std::move(*row));
        } else if (row.error().code != Code::NotFound && row.error().code != Code::Corrupt) { // pruned meanwhile, or damaged
            return row.error();
        }
    }
    return out;
}

Result<api::ActivityCovered> ActivityHistory::takeUp(int rows) {
    auto* history = LG_TRY(reader());
    auto* words = LG_TRY(index());
    const bool all = LG_TRY(words->takeUp(*history, rows));
    const auto ends = LG_TRY(bounds());
    auto out = coveredOf(*words, ends);
    out.whole = all || (out.whole && out.newest >= ends.newest);
    return out;
}

Result<api::ActivityCovered> ActivityHistory::covered(const api::ActivitySought& sought) {
    const auto ends = LG_TRY(bounds());
    if (!sought.needsIndex()) {
        return api::ActivityCovered{ends.oldest, ends.newest, true};
    }
    auto* words = LG_TRY(index());
    return coveredOf(*words, ends);
}

Result<api::ActivityCounts> ActivityHistory::count(const api::ActivitySought& sought, std::int64_t first, std::int64_t last) {
    auto* history = LG_TRY(reader());
    api::ActivityCounts out;
    if (!sought.needsIndex()) {
        const auto all = LG_TRY(history->count(sought.run, first, last));
        out = {all.allow, all.deny, all.ask, all.other};
        if (!sought.verdict.empty()) {
            out = {sought.verdict == "allow" ? out.allow : 0, sought.verdict == "deny" ? out.deny : 0, sought.verdict == "ask" ? out.ask : 0, 0};
        }
        return out;
    }
    auto* words = LG_TRY(index());
    auto wanted = wantedOf(sought);
    const std::pair<const char*, std::int64_t*> verdicts[] = {{"allow", &out.allow}, {"deny", &out.deny}, {"ask", &out.ask}};
    if (sought.verdict.empty()) {
        out.other = LG_TRY(words->count(wanted, first, last));
        if (out.other == 0) {
            return out;
        }
    }
    for (const auto& [verdict, count] : verdicts) {
        if (sought.verdict.empty() || sought.verdict == verdict) {
            wanted.verdict = verdict;
            *count = LG_TRY(words->count(wanted, first, last));
        }
    }
    if (sought.verdict.empty()) {
        out.other -= out.allow + out.deny + out.ask;
    }
    return out;
}

void ActivityHistory::interrupt() {
    const std::lock_guard lock(m_guard);
    if (m_index) {
        m_index->interrupt();
    }
}

} // namespace leadglass::session
