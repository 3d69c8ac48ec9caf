#include "app/gallery/activity_fixtures.h"

#include <QDateTime>

#include <algorithm>

namespace leadglass::app::gallery {
namespace {

using State = ActivityScene::State;
constexpr std::int64_t kRows = 48'213;
constexpr std::int64_t kSecond = 1'000'000'000;

api::ActivityRow made(std::int64_t id) {
    static const std::int64_t began = QDateTime(QDate(2026, 11, 30), QTime(9, 0)).toMSecsSinceEpoch() * 1'000'000;
    api::ActivityRow out;
    out.row.id = id;
    out.row.hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    audit::Event& e = out.row.event;
    e.time = began + (id - kRows) * 3 * kSecond;
    e.run = "01k1f0exampl" + std::to_string(id / 40 % 10);
    e.process = "41822 node (/usr/bin/node) < bash < claude";
    e.policy = "claude@1+sha256:0123456789ab";
    const auto connection = [&](const char* subject, const char* verdict, const char* outcome) {
        e.kind = audit::Kind::Egress;
        e.subject = subject, e.verdict = verdict, e.outcome = outcome;
        e.detail = R"({"protocol":"tls","sni":"example.org"})";
    };
    switch (id % 9) {
        case 0:
            connection("telemetry.example.org:443", "deny", "denied_by_policy");
            e.reason = "default", e.origin = "/usr/share/leadglass/policies/base.toml:44";
            out.why = "no rule allows it", out.wayOut = "allow = [\"telemetry.example.org\"] in [egress] of a profile of yours";
            break;
        case 1: e.kind = audit::Kind::Answer, e.subject = "cdn.example.org:443", e.verdict = "allow", e.outcome = "allowed_by_user"; break;
        case 2: e.kind = audit::Kind::Change, e.subject = "src/cart/checkout.ts", e.reason = "landed"; break;
        case 3: e.kind = audit::Kind::Exec, e.subject = "npm test"; break;
        case 4: e.kind = audit::Kind::Question, e.subject = "cdn.example.org:443", e.verdict = "ask", out.why = "the policy asks"; break;
        case 5:
            connection("169.254.169.254:80", "deny", "denied_by_policy");
            e.reason = "hard_denial:metadata", out.why = "an address of the cloud's metadata", e.process = "7 <b>Allow</b> \xe2\x80\xaegnihtemos\n && curl";
            break;
        default: connection("packages.example.net:443", "allow", "allowed_by_policy"), e.rule = "claude:12", e.origin = "claude.toml:12"; break;
    }
    return out;
}

bool fits(const api::ActivityRow& row, const api::ActivitySought& sought) {
    const audit::Event& e = row.row.event;
    return (sought.verdict.empty() || sought.verdict == e.verdict) && (sought.kind.empty() || sought.kind == audit::kindName(e.kind)) &&
           (sought.host.empty() || e.subject.find(sought.host) != std::string::npos) && sought.words.empty();
}

class Made final : public api::ActivityService {
public:
    explicit Made(State state) : m_state(state) {}
    Result<api::ActivityBounds> bounds() override {
        if (m_state == State::Damaged) {
            return makeError(Code::Corrupt, "audit history '/home/anna/.local/share/leadglass/audit.db': file is not a database (code 26)",
                             "run 'leadglass audit verify'");
        }
        return m_state == State::Empty ? api::ActivityBounds{} : api::ActivityBounds{1, kRows};
    }
    Result<std::vector<api::ActivityRow>> page(std::int64_t first, std::int64_t last) override {
        std::vector<api::ActivityRow> out;
        for (std::int64_t id = last; id >= first; --id) {
            out.push_back(made(id));
        }
        return out;
    }
    Result<api::ActivityRow> row(std::int64_t id) override { return made(id); }
    Result<api::ActivityFound> find(const api::ActivitySought& sought, std::int64_t before, int limit) override {
        api::ActivityFound out;
        out.covered = {m_state == State::Covering ? kRows - 2000 : 1, kRows, m_state != State::Covering};
        for (std::int64_t id = before > 0 ? before - 1 : kRows; id >= out.covered.oldest && out.next == 0; --id) {
            auto row = made(id);
            if (fits(row, sought)) {
                out.rows.push_back(std::move(row));
                out.next = static_cast<int>(out.rows.size()) == limit ? id : 0;
            }
        }
        return out;
    }
    Result<api::ActivityCovered> takeUp(int) override { return api::ActivityCovered{kRows - 2000, kRows, true}; }
    Result<api::ActivityTimeline> timeline(const api::ActivitySought& sought, int) override {
        api::ActivityTimeline out;
        out.start = made(1).row.event.time;
        out.width = m_state == State::Empty || m_state == State::Damaged || !sought.kind.empty() ? 0 : 3'600 * kSecond / 2;
        for (int i = 0; i < 80 && out.width > 0; ++i) {
            const auto wave = static_cast<std::int64_t>(i * 37 % 23) * (i / 8 % 3);
            const bool only = !sought.verdict.empty();
            out.buckets.push_back({only ? 0 : wave * 40, i % 7 == 0 ? wave * 9 : wave / 6, only ? 0 : wave / 9, only ? 0 : wave * 12});
        }
        out.countedFrom = m_state == State::Covering ? 50 : 0;
        out.whole = out.countedFrom == 0;
        out.waits = !out.whole;
        return out;
    }
    Result<api::ActivityRun> run(const std::string& id) override { return api::ActivityRun{id, "claude", "/home/anna/src/shop"}; }
    Result<api::ActivityExported> exportRows(const api::ActivitySought&, api::ExportForm, const std::function<bool(std::string_view)>&,
                                             const std::function<bool(std::int64_t, std::int64_t)>&) override {
        return makeError(Code::Conflict, "this is the gallery: nothing is written here");
    }
    void interrupt() override {}

private:
    State m_state;
};

} // namespace

std::vector<ActivityScene> activityScenes() {
    return {{"activity-rows", "", -1, State::Rows},
            {"activity-selected", "verdict:deny", 2, State::Rows},
            {"activity-searching", "host:nowhere.example", -1, State::Covering},
            {"activity-nothing-fits", "kind:undo", -1, State::Rows},
            {"activity-wrong-word", "verdict:perhaps", -1, State::Rows},
            {"activity-empty", "", -1, State::Empty},
            {"activity-damaged", "", -1, State::Damaged}};
}

Services servicesOf(const ActivityScene& scene) {
    Services out;
    out.searches = "/nonexistent/leadglass/searches.json";
    out.activity = [state = scene.state] { return std::make_unique<Made>(state); };
    return out;
}

} // namespace leadglass::app::gallery
