#include "app/gallery/group_shots.h"

#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QSpinBox>
#include <QTableView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "app/approval/answer_button.h"
#include "app/approval/approval_card.h"
#include "app/approval/approval_window.h"
#include "app/approval/group_card.h"
#include "app/approval/keep_rule.h"
#include "app/gallery/made_runs.h"
#include "app/gallery/settle.h"
#include "app/home/home_page.h"

namespace leadglass::app::gallery {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
const char* const kHosts[] = {"packages.example.com",  "cdn.example.org",  "img.example.org",    "fonts.example.org",  "api.github.com",
                              "objects.example.net", "telemetry.vendor.example", "xn--exmple-cua.org", "static.example.com", "mirror.example.edu",
                              "203.0.113.7",         "files.example.net", "auth.example.com",   "sentry.example.io"};

api::PendingQuestion about(int number, bool quiet) {
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch() * 1'000'000;
    api::PendingQuestion q;
    q.run = "01k1f0examplerun0000";
    q.id = q.run + "." + std::to_string(number + 1);
    q.group = q.run + ".1";
    q.quiet = quiet;
    q.digest = "0000";
    q.project = "/home/anna/src/shop";
    q.profile = "claude";
    q.host = kHosts[number];
    q.port = number == 10 ? 8080 : 443;
    q.protocol = number == 10 ? "http" : "tls";
    q.object = q.host + ":" + std::to_string(q.port) + ":" + q.protocol;
    q.members = {number % 3 == 0 ? "npm install" : "node (/usr/bin/node)"};
    q.why = "no rule allows it (/usr/share/leadglass/policies/base.toml:44, layer base)";
    q.reason = "default";
    q.origin = policy::Origin{policy::Layer::Base, "/usr/share/leadglass/policies/base.toml", 44, 0};
    q.scopes = {api::AnswerScope::Once, api::AnswerScope::Minutes, api::AnswerScope::Run, api::AnswerScope::Project, api::AnswerScope::Always};
    if (q.host.ends_with("example.org")) {
        q.patterns = {"*.example.org"};
    }
    q.waiting = 1 + static_cast<std::uint32_t>(number % 2);
    q.attempts = q.waiting;
    q.raised = now;
    q.expires = now + 38 * kSecond;
    q.state = "pending";
    return q;
}

api::QuestionContext known(const api::PendingQuestion& q) {
    using api::Risk;
    using api::RiskReason;
    if (q.host == "203.0.113.7") {
        return {"", Risk::Dangerous, {RiskReason::Address, RiskReason::FirstTime, RiskReason::OddPort, RiskReason::Unencrypted}};
    }
    if (q.host.starts_with("xn--")) {
        return {"xn--exmple-cua.org", Risk::Dangerous, {RiskReason::Lookalike, RiskReason::FirstTime}};
    }
    return q.host.ends_with("example.org") || q.host.starts_with("packages") ? api::QuestionContext{"example.org", Risk::Routine, {}}
                                                                              : api::QuestionContext{"", Risk::Unusual, {RiskReason::FirstTime}};
}

class Burst final : public api::ApprovalService {
public:
    Burst(int count, bool quiet, bool away) : m_count(count), m_quiet(quiet), m_away(away) {}
    Result<std::vector<api::PendingQuestion>> list() override { return std::vector<api::PendingQuestion>(); }
    Status answer(const api::QuestionAnswer&) override { return makeError(Code::Conflict, "this is the gallery: nothing is asked here"); }
    Result<api::QuestionContext> context(const api::PendingQuestion& q) override { return known(q); }
    Result<std::vector<api::QuestionContext>> contexts(const std::vector<api::PendingQuestion>& questions) override {
        std::vector<api::QuestionContext> out;
        for (const auto& q : questions) {
            out.push_back(known(q));
        }
        return out;
    }
    Result<api::AnswerPreview> preview(const api::PendingQuestion& q, api::AnswerScope, const std::string&) override {
        return api::AnswerPreview{"host = \"" + q.host + "\", port = " + std::to_string(q.port) + ", protocol = \"" + q.protocol + "\"", 1000, 37, 2};
    }
    Result<api::Missed> missed(std::int64_t) override {
        api::Missed out;
        for (int i = 0; m_away && i < 5; ++i) {
            api::MissedRequest request;
            request.run = i < 3 ? "01k1f0examplerun0000" : "01k1f0examplerun0001";
            request.rule = {"claude", "/home/anna/src/shop", kHosts[i], 443, "tls", std::string("host = \"") + kHosts[i] + "\", port = 443, protocol = \"tls\""};
            request.times = static_cast<std::uint32_t>(1 + i * 2);
            request.last = QDateTime::currentMSecsSinceEpoch() * 1'000'000 - i * 900 * kSecond;
            request.hadApprover = i % 2 == 0;
            out.requests.push_back(request);
        }
        return out;
    }
    Result<api::Hindsight> hindsight(const std::string&) override {
        api::Hindsight out;
        if (m_away) {
            out.run = "01k1f0examplerun0002";
            out.questions = 3;
            out.suggestions.push_back({{"claude", "/home/anna/src/shop", "*.example.org", 443, "tls", "host = \"*.example.org\", port = 443, protocol = \"tls\""}, 2});
        }
        return out;
    }
    Status keep(const api::ProjectRule&) override { return makeError(Code::Refused, "this is the gallery: nothing is kept here"); }
    Status watch(bool, const std::function<bool(const api::QuestionChange&)>& onChange, std::stop_token stop) override {
        for (int i = 0; i < m_count; ++i) {
            if (!onChange({api::QuestionChange::Kind::Raised, about(i, m_quiet)})) {
                return {};
            }
        }
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; });
        return {};
    }

private:
    int m_count;
    bool m_quiet;
    bool m_away;
};

bool shoot(QWidget& window, const QString& file) {
    if (window.grab().save(file)) {
        return true;
    }
    std::fprintf(stderr, "leadglass-gallery: cannot write '%s'\n", qUtf8Printable(file));
    return false;
}

Services made(int count, bool quiet, bool away) {
    Services out;
    out.approvals = [=] { return std::make_unique<Burst>(count, quiet, away); };
    return out;
}

bool shootTables(const QDir& into) {
    for (const bool quiet : {false, true}) {
        const auto services = made(14, quiet, false);
        QuestionFeed feed(services.approvals);
        ApprovalWindow window(feed, services);
        feed.start();
        settle(300);
        window.bringUp({});
        settle(1200);
        auto& table = window.view().group().table();
        if (!quiet) {
            for (const int row : {0, 1}) {
                table.model()->setData(table.model()->index(row, GroupModel::Host), Qt::Checked, Qt::CheckStateRole);
            }
            settle(1200);
        }
        if (!shoot(window, into.filePath(quiet ? QStringLiteral("group-quiet.png") : QStringLiteral("group.png")))) {
            return false;
        }
    }
    return true;
}

bool shootMinutes(const QDir& into) {
    for (const bool reflex : {false, true}) {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* made = new ApprovalCard;
        layout->addWidget(made);
        ApprovalCard& card = *made;
        const auto question = about(reflex ? 10 : 1, false);
        card.setQuestion(question);
        card.setContext(known(question));
        card.setPreview({"host = \"cdn.example.org\", port = 443, protocol = \"tls\"", 1000, 37, 2});
        card.setReflex(reflex);
        auto* lifetime = card.findChild<QComboBox*>();
        lifetime->setCurrentIndex(reflex ? 0 : 3);
        card.setPreview({"host = \"cdn.example.org\", port = 443, protocol = \"tls\"", 1000, 37, 2});
        window.resize(card.fontMetrics().averageCharWidth() * 90, card.fontMetrics().height() * 34);
        window.show();
        settle(reflex ? 300 : 1200);
        if (!shoot(window, into.filePath(reflex ? QStringLiteral("approval-reflex.png") : QStringLiteral("approval-minutes.png")))) {
            return false;
        }
    }
    return true;
}

bool shootAway(const QDir& into) {
    auto services = made(0, false, true);
    addRuns(services, true);
    QuestionFeed questions(services.approvals);
    RunFeed runs(services);
    HomePage page(runs, questions, services);
    page.resize(page.fontMetrics().averageCharWidth() * 130, page.fontMetrics().height() * 40);
    runs.start();
    page.show();
    settle(2500);
    for (auto* keep : page.findChildren<KeepRule*>()) { // the first press: the rule is shown
        if (auto* button = keep->findChild<AnswerButton*>(); keep->isVisible() && button->isEnabled()) {
            button->click();
            break;
        }
    }
    settle(1200);
    return shoot(page, into.filePath(QStringLiteral("home-away.png")));
}

} // namespace

bool shootGroups(const QDir& into) { return shootTables(into) && shootMinutes(into) && shootAway(into); }

} // namespace leadglass::app::gallery
