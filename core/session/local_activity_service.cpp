#include "core/session/local_activity_service.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/session/activity_history.h"
#include "core/session/activity_timeline.h"
#include "core/session/dressed_row.h"
#include "core/session/history_words.h"
#include "core/session/local_activity_export.h"

namespace leadglass::session {
namespace {

constexpr std::int64_t kMostOfPage = 1000;
constexpr int kSlice = 5000; // rows that an export takes into the index at a time

class LocalActivityService final : public api::ActivityService {
public:
    explicit LocalActivityService(const Places& places) : m_history(places.data) {}

    Result<api::ActivityBounds> bounds() override {
        auto found = m_history.bounds();
        if (!found && found.error().code == Code::NotFound) {
            return api::ActivityBounds{};
        }
        return found;
    }
    Result<std::vector<api::ActivityRow>> page(std::int64_t first, std::int64_t last) override;
    Result<api::ActivityRow> row(std::int64_t id) override {
        auto* history = LG_TRY(m_history.reader());
        return dressedRow(LG_TRY(history->get(id)));
    }
    Result<api::ActivityFound> find(const api::ActivitySought& sought, std::int64_t before, int limit) override;
    Result<api::ActivityCovered> takeUp(int rows) override {
        auto taken = m_history.takeUp(rows);
        if (!taken && taken.error().code == Code::NotFound) {
            return api::ActivityCovered{0, 0, true};
        }
        return taken;
    }
    Result<api::ActivityTimeline> timeline(const api::ActivitySought& sought, int milliseconds) override {
        auto exact = resolved(sought);
        if (!exact && exact.error().code == Code::NotFound) {
            return api::ActivityTimeline{}; // no history, or no such run yet
        }
        return exact ? m_timeline.go(*exact, static_cast<Nanos>(milliseconds) * 1'000'000) : Result<api::ActivityTimeline>(exact.error());
    }
    Result<api::ActivityRun> run(const std::string& id) override;
    Result<api::ActivityExported> exportRows(const api::ActivitySought& sought, api::ExportForm form,
                                             const std::function<bool(std::string_view)>& write,
                                             const std::function<bool(std::int64_t done, std::int64_t total)>& progress) override;
    void interrupt() override { m_history.interrupt(); }

private:
    Result<api::ActivitySought> resolved(const api::ActivitySought& sought);
    ActivityHistory m_history;
    ActivityTimelineOf m_timeline{m_history};
};

Result<api::ActivitySought> LocalActivityService::resolved(const api::ActivitySought& sought) {
    api::ActivitySought out = sought;
    if (!sought.run.empty()) {
        auto* history = LG_TRY(m_history.reader());
        out.run = LG_TRY(resolveRun(*history, sought.run));
    }
    return out;
}

Result<std::vector<api::ActivityRow>> LocalActivityService::page(std::int64_t first, std::int64_t last) {
    auto* history = LG_TRY(m_history.reader());
    first = std::max(first, last - kMostOfPage + 1);
    audit::Query query;
    query.before = last + 1;
    query.after = first - 1;
    query.limit = static_cast<int>(last - first + 1);
    std::vector<api::ActivityRow> out;
    auto rows = history->query(query);
    if (rows) {
        for (auto& row : *rows) {
            out.push_back(dressedRow(std::move(row)));
        }
        return out;
    }
    if (rows.error().code != Code::Corrupt) {
        return rows.error();
    }
    // One damaged row does not hide those beside it.
    for (std::int64_t id = last; id >= first; --id) {
        auto row = history->get(id);
        if (row) {
            out.push_back(dressedRow(std::move(*row)));
        }
    }
    return out;
}

Result<api::ActivityFound> LocalActivityService::find(const api::ActivitySought& sought, std::int64_t before, int limit) {
    const auto exact = LG_TRY(resolved(sought));
    auto found = LG_TRY(m_history.find(exact, before, limit));
    api::ActivityFound out;
    for (auto& row : found.rows) {
        out.rows.push_back(dressedRow(std::move(row)));
    }
    out.next = found.next;
    out.covered = found.covered;
    return out;
}

Result<api::ActivityRun> LocalActivityService::run(const std::string& id) {
    audit::Query query;
    query.run = id;
    query.kind = audit::Kind::RunStart;
    query.oldestFirst = true;
    query.limit = 1;
    auto* history = LG_TRY(m_history.reader());
    const auto rows = LG_TRY(history->query(query));
    if (id.empty() || rows.empty()) {
        return makeError(Code::NotFound, "the start of run " + forScreen(id, 60) + " is not in the history");
    }
    api::ActivityRun out;
    out.id = id;
    const auto detail = nlohmann::json::parse(rows[0].event.detail, nullptr, false);
    const auto text = [&](const char* name) {
        return detail.is_object() && detail.contains(name) && detail[name].is_string() ? detail[name].get<std::string>() : std::string();
    };
    out.profile = text("profile");
    out.project = text("project");
    return out;
}

Result<api::ActivityExported> LocalActivityService::exportRows(const api::ActivitySought& sought, api::ExportForm form,
                                                               const std::function<bool(std::string_view)>& write,
                                                               const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    const auto exact = LG_TRY(resolved(sought));
    return exportHistory(m_history, exact, form, kSlice, write, progress);
}

} // namespace

std::unique_ptr<api::ActivityService> makeLocalActivityService(const Places& places) {
    return std::make_unique<LocalActivityService>(places);
}

} // namespace leadglass::session
