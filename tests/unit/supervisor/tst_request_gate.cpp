// Requests on connections that are looked into: judged, recorded, asked about; what a hijacked process may say of them.
#include <QTemporaryDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <map>

#include "core/audit/reader.h"
#include "core/policy/parser.h"
#include "core/session/request_gate.h"
#include "core/session/secret_process.h"

using namespace leadglass;
using namespace leadglass::session;

namespace {

constexpr Nanos kSecond = 1'000'000'000;

policy::EgressRule ruleFor(const char* host, std::vector<std::string> methods, std::vector<std::string> paths = {}) {
    policy::EgressRule rule = policy::parseEgressFlag(host, "--allow", 1).value();
    rule.when.methods = std::move(methods);
    rule.when.paths = std::move(paths);
    return rule;
}

// The gatekeeper and its egress process, played; everything else is real.
struct Bench final : RequestHost {
    QTemporaryDir dir;
    std::unique_ptr<EventLoop> loop = EventLoop::create().value();
    std::unique_ptr<policy::Evaluator> policy;
    std::unique_ptr<AuditTrail> trail;
    std::unique_ptr<ApprovalQueue> queue;
    std::unique_ptr<secrets::Stores> stores;
    std::unique_ptr<secrets::Broker> broker;
    std::unique_ptr<RequestGate> gate;
    std::vector<wire::RequestWatch> watches;
    std::vector<std::string> order;
    std::map<std::uint64_t, OpenedFlow> flows;
    std::vector<wire::RequestVerdict> sent;
    std::vector<std::string> told;
    std::map<std::string, int> refusals;

    std::string path() { return dir.path().toStdString() + "/audit.db"; }

    explicit Bench(policy::Verdict otherwise = policy::Verdict::Deny) {
        policy::EffectivePolicy made;
        made.merged.egressDefault = otherwise;
        made.version = "test@1";
        made.merged.allow.push_back(ruleFor("a.test", {"GET"}, {"/ok/**"}));
        made.merged.ask.push_back(ruleFor("a.test", {"POST"}));
        policy = std::make_unique<policy::Evaluator>(std::move(made));
        trail = std::make_unique<AuditTrail>(*loop, audit::Writer::open(path(), std::chrono::milliseconds(100)).value(), "run1");
        gate = std::make_unique<RequestGate>(*this, *trail);
        ApprovalQueue::Options options;
        options.run = "run1";
        options.hold = 2 * kSecond;
        queue = std::make_unique<ApprovalQueue>(*loop, systemClock(), options, [this](const Resolution& r) {
            for (const auto token : r.flows) gate->resolved(token, r, true);
            return Status();
        });
        queue->approverCame();
        gate->setQueue(*queue);
        open(1);
    }
    void open(std::uint64_t number, const char* host = "a.test") {
        OpenedFlow flow;
        flow.token = number;
        flow.connection.host = host;
        flow.connection.port = 443;
        flow.decision.protocol = policy::Protocol::Tls;
        flow.decision.inspect = true;
        flow.object = std::string(host) + ":443";
        flow.client.text = "7 agent (/usr/bin/agent)";
        flow.client.tree = 7;
        flows[number] = flow;
    }
    const OpenedFlow* openedFlow(std::uint64_t flow) override {
        const auto found = flows.find(flow);
        return found == flows.end() ? nullptr : &found->second;
    }
    policy::Evaluator& rules() override { return *policy; }
    void send(const wire::ToEgress& message) override {
        if (const auto* watch = std::get_if<wire::RequestWatch>(&message)) {
            watches.push_back(*watch);
            order.push_back("watch " + std::to_string(watch->request));
        } else {
            sent.push_back(std::get<wire::RequestVerdict>(message));
            order.push_back("verdict " + std::to_string(sent.back().request));
        }
    }
    bool watchesFor(std::uint64_t request, const std::string& text) const {
        return std::any_of(watches.begin(), watches.end(), [&](const auto& watch) {
            return watch.request == request && std::find(watch.texts.begin(), watch.texts.end(), text) != watch.texts.end();
        });
    }
    // A credential whose value is "canary-value", in the header x-api-key of a.test, and where else `more` says.
    void addSecret(const std::vector<policy::SecretInject>& more = {}) {
        auto made = policy->policy();
        policy::Secret secret;
        secret.name = "key";
        policy::SecretInject inject;
        inject.host.name = "a.test";
        inject.header = "x-api-key";
        secret.inject = {inject};
        secret.inject.insert(secret.inject.end(), more.begin(), more.end());
        made.merged.secrets.push_back(secret);
        policy = std::make_unique<policy::Evaluator>(std::move(made));
        secrets::Stores::Setup setup;
        setup.programs = LEADGLASS_BIN_DIR;
        setup.home = setup.folder = dir.path().toStdString();
        setup.environment = {"PATH=/usr/bin:/bin"};
        setup.start = [](const secrets::ProcessSpec& spec) { return startSecretProcess(spec); };
        stores = std::make_unique<secrets::Stores>(*loop, std::move(setup));
        broker = std::make_unique<secrets::Broker>(*loop, *stores);
        secrets::Binding binding;
        binding.name = "key";
        binding.source = *secrets::parseSource("command:echo canary-value");
        secrets::Place place;
        place.host = "a.test";
        place.header = "x-api-key";
        binding.places = {place};
        for (const auto& each : more) {
            place.host = each.host.name;
            place.header = each.header;
            place.format = each.basic ? secrets::Place::Format::Basic : secrets::Place::Format::Template;
            place.text = each.format;
            place.user = each.user;
            binding.places.push_back(place);
        }
        if (!broker->add(std::move(binding))) qFatal("add");
        gate->setBroker(broker.get());
    }
    wire::RequestOpen withKey(std::uint64_t number, const char* target = "/ok/key") {
        auto open = request(number, "GET", target);
        open.headers.push_back({"x-api-key", broker->placeholder("key")->value});
        return open;
    }
    void tell(const std::string& line) override { told.push_back(line); }
    void used(const policy::Decision&) override {}
    void refused(const std::string& object, const std::string&, const policy::EgressRequest&, const policy::Decision&) override {
        ++refusals[object];
    }
    wire::RequestOpen request(std::uint64_t number, const char* method, const char* target, std::uint64_t flow = 1, const char* host = "a.test") {
        wire::RequestOpen open;
        open.flow = flow;
        open.request = number;
        open.method = method;
        open.target = target;
        open.host = host;
        return open;
    }
    const wire::RequestVerdict& verdictOf(std::uint64_t number) {
        static const wire::RequestVerdict none;
        const Nanos end = systemClock().awake() + 5 * kSecond;
        while (systemClock().awake() < end) {
            for (const auto& verdict : sent) {
                if (verdict.request == number) return verdict;
            }
            (void)loop->turn(20'000'000);
        }
        return none;
    }
    std::vector<audit::Event> rows(audit::Kind kind) {
        (void)trail->flush();
        auto reader = audit::Reader::open(path(), std::chrono::milliseconds(1000)).value();
        audit::Query query;
        query.limit = 1'000'000;
        query.kind = kind;
        std::vector<audit::Event> out;
        const auto found = reader->query(query).value();
        for (const auto& row : found) out.push_back(row.event);
        return out;
    }
};

} // namespace

class RequestGateTest : public QObject {
    Q_OBJECT
private slots:
    void anAllowHasItsRowBeforeItsVerdictAndAnEnd() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "GET", "/ok/x?key=value"));
        QVERIFY(bench.sent.empty()); // not before the row is written
        QVERIFY(bench.verdictOf(1).allow);
        wire::RequestDone done;
        done.request = 1;
        done.status = 200;
        done.bytesIn = 5;
        bench.gate->onMessage(done);
        const auto rows = bench.rows(audit::Kind::Request);
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].subject, std::string("GET https://a.test/ok/x?..."));
        QVERIFY2(rows[0].detail.find("value") == std::string::npos, "a query may hold a credential");
        const auto ends = bench.rows(audit::Kind::RequestEnd);
        QCOMPARE(ends.size(), std::size_t{1});
        QVERIFY(ends[0].detail.find("\"status\":200") != std::string::npos);
    }
    void whatNoRuleFitsIsDeniedWithItsRow() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "GET", "/elsewhere"));
        bench.gate->onMessage(bench.request(2, "DELETE", "/ok/x"));
        for (const std::uint64_t number : {1, 2}) {
            const auto& verdict = bench.verdictOf(number);
            QVERIFY(!verdict.allow);
            QVERIFY(!verdict.decisionId.empty());
        }
        QCOMPARE(bench.refusals.size(), std::size_t{2});
    }
    void aRequestOfNoOpenConnectionIsRefusedAndSoIsAnOldNumber() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "GET", "/ok/x", 77));
        QVERIFY(!bench.verdictOf(1).allow);
        bench.gate->onMessage(bench.request(5, "GET", "/ok/x"));
        QVERIFY(bench.verdictOf(5).allow);
        const auto before = bench.sent.size();
        bench.gate->onMessage(bench.request(5, "GET", "/ok/y"));
        bench.gate->onMessage(bench.request(4, "GET", "/ok/y"));
        QCOMPARE(bench.sent.size(), before + 2);
        QVERIFY(!bench.sent[before].allow && !bench.sent[before + 1].allow);
    }
    void aHostThatIsNotItsConnectionsIsRefusedWhateverTheProcessChecked() {
        Bench bench;
        std::uint64_t number = 0;
        for (const char* host : {"b.test", "a.test.b.test", "", "a.test@b.test", "[::1]", "a.test%00"}) {
            bench.gate->onMessage(bench.request(++number, "GET", "/ok/x", 1, host));
            QVERIFY2(!bench.verdictOf(number).allow, host);
        }
        for (const char* host : {"a.test", "A.TEST:443", "a.test."}) {
            bench.gate->onMessage(bench.request(++number, "GET", "/ok/x", 1, host));
            QVERIFY2(bench.verdictOf(number).allow, host);
        }
    }
    void equalRequestsAreOneQuestionAndOtherPathsAreOthers() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "POST", "/one"));
        bench.gate->onMessage(bench.request(2, "POST", "/one"));
        bench.gate->onMessage(bench.request(3, "POST", "/two"));
        const auto pending = bench.queue->pending();
        QCOMPARE(pending.size(), std::size_t{2});
        QCOMPARE(pending[0].object, std::string("POST https://a.test/one"));
        QCOMPARE(pending[0].method, std::string("POST"));
        QCOMPARE(pending[0].path, std::string("/one"));
        QCOMPARE(pending[0].waiting, 2U);
        QVERIFY(bench.queue->answer({pending[0].id, pending[0].digest, true, Scope::Once, {}, 0}, "test"));
        QVERIFY(bench.verdictOf(1).allow);
        QVERIFY(bench.verdictOf(2).allow);
        QCOMPARE(bench.queue->pending().size(), std::size_t{1});
    }
    // The query is not shown: a yes is to this one, and not to what reads the same.
    void requestsThatDifferInTheirQueryAreOtherQuestions() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "POST", "/pay?amount=1"));
        bench.gate->onMessage(bench.request(2, "POST", "/pay?amount=1"));
        bench.gate->onMessage(bench.request(3, "POST", "/pay?amount=1000"));
        const auto pending = bench.queue->pending();
        QCOMPARE(pending.size(), std::size_t{2});
        QCOMPARE(pending[0].object, std::string("POST https://a.test/pay?..."));
        QCOMPARE(pending[0].object, pending[1].object);
        QVERIFY(pending[0].digest != pending[1].digest);
        QCOMPARE(pending[0].waiting, 2U);
        QVERIFY(bench.queue->answer({pending[0].id, pending[0].digest, true, Scope::Once, {}, 0}, "test"));
        QVERIFY(bench.verdictOf(1).allow && bench.verdictOf(2).allow);
        const auto left = bench.queue->pending();
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0].waiting, 1U);
    }
    void aLateYesIsForItsQueryOnly() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "POST", "/pay?amount=1"));
        bench.gate->flowEnded(1); // whoever waited went away
        const auto q = bench.queue->pending().at(0);
        QVERIFY(bench.queue->answer({q.id, q.digest, true, Scope::Once, {}, 0}, "test"));
        bench.gate->onMessage(bench.request(2, "POST", "/pay?amount=1000"));
        QCOMPARE(bench.queue->pending().size(), std::size_t{1});
        bench.gate->onMessage(bench.request(3, "POST", "/pay"));
        QCOMPARE(bench.queue->pending().size(), std::size_t{2});
        bench.gate->onMessage(bench.request(4, "POST", "/pay?amount=1"));
        QVERIFY(bench.verdictOf(4).allow);
    }
    void eachQuestionIsJudgedAgainByItsOwnQuery() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "POST", "/pay?amount=1"));
        bench.gate->onMessage(bench.request(2, "POST", "/pay?amount=1000"));
        auto rule = ruleFor("a.test", {"POST"}, {"/pay"});
        rule.when.query.push_back({"amount", "1000"});
        bench.policy->add(std::move(rule), policy::Verdict::Deny);
        std::vector<std::optional<bool>> judged;
        bench.queue->reevaluate([&](const Question&, const auto& flows) {
            judged.push_back(bench.gate->judgeAgain(flows));
            return std::optional<bool>();
        });
        QCOMPARE(judged.size(), std::size_t{2});
        QVERIFY(!judged[0].has_value());
        QVERIFY(judged[1] == std::optional(false));
    }
    void aPathIsNeverAnsweredBeyondItsRun() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "POST", "/one"));
        const auto q = bench.queue->pending().at(0);
        const Status kept = bench.queue->answer({q.id, q.digest, true, Scope::Always, {}, 0}, "test");
        QVERIFY(!kept);
        QCOMPARE(kept.error().code, Code::Invalid);
        Resolution resolution;
        resolution.shown = q;
        const auto rule = RequestGate::ruleOf(resolution);
        QVERIFY(rule.has_value());
        QCOMPARE(rule->when.methods, std::vector<std::string>{"POST"});
        QCOMPARE(rule->when.paths, std::vector<std::string>{"/one"});
        resolution.pattern = "a.test";
        QVERIFY(!RequestGate::ruleOf(resolution)); // of the host
    }
    void aPathThatNoRuleCanNameIsAnsweredOnceOnly() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "POST", "/a*b"));
        const auto q = bench.queue->pending().at(0);
        QVERIFY(q.path.empty());
        QVERIFY(!bench.queue->answer({q.id, q.digest, true, Scope::Run, {}, 0}, "test"));
        QVERIFY(bench.queue->answer({q.id, q.digest, true, Scope::Once, {}, 0}, "test"));
        QVERIFY(bench.verdictOf(1).allow);
    }
    void whatIsTooLongToBeShownWholeIsNotAsked() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "POST", ("/" + std::string(600, 'a')).c_str()));
        QVERIFY(!bench.verdictOf(1).allow);
        QVERIFY(bench.queue->pending().empty());
    }
    void aRequestWhoseConnectionIsGoneWaitsForNobody() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "POST", "/one"));
        bench.gate->flowEnded(1);
        const auto q = bench.queue->pending().at(0);
        QCOMPARE(q.waiting, 0U);
        QVERIFY(bench.queue->answer({q.id, q.digest, true, Scope::Once, {}, 0}, "test"));
        QVERIFY(bench.sent.empty());
    }
    void tenThousandRequestsAreCountedAndDoNotDrownTheHistory() {
        Bench bench;
        constexpr std::uint64_t kFlood = 10'000;
        const Nanos began = systemClock().awake();
        for (std::uint64_t i = 1; i <= kFlood; ++i) {
            bench.gate->onMessage(bench.request(2 * i, "GET", "/no"));
            bench.gate->onMessage(bench.request(2 * i + 1, "GET", "/ok/x"));
            wire::RequestDone done;
            done.request = 2 * i + 1;
            done.status = 200;
            if (i % 100 == 0) QVERIFY(bench.trail->flush());
            bench.gate->onMessage(done);
        }
        bench.gate->runEnded();
        const double seconds = static_cast<double>(systemClock().awake() - began) / kSecond;
        const auto rows = bench.rows(audit::Kind::Request).size();
        QVERIFY2(static_cast<double>(rows) < RowBudget::kBurst + RowBudget::kPerSecond * seconds + RequestGate::kRowBurst +
                                                 RequestGate::kRowsPerSecond * seconds + 100,
                 std::to_string(rows).c_str());
        QCOMPARE(bench.refusals.at("GET https://a.test/no"), int{kFlood});
        int summed = 0;
        for (const auto& event : bench.rows(audit::Kind::Fault)) {
            summed += event.reason == "requests_summed_up" ? 1 : 0;
        }
        QVERIFY(summed >= 2);
    }
    void aFloodOfReadingLeavesNoOtherRequestWithoutItsRow() {
        Bench bench;
        bench.policy->add(ruleFor("a.test", {"DELETE"}, {"/ok/**"}), policy::Verdict::Allow);
        for (std::uint64_t i = 1; i <= 4 * static_cast<std::uint64_t>(RequestGate::kRowBurst); ++i) {
            bench.gate->onMessage(bench.request(i, "GET", "/ok/x"));
            wire::RequestDone done;
            done.request = i;
            if (i % 100 == 0) QVERIFY(bench.trail->flush());
            bench.gate->onMessage(done);
        }
        bench.gate->onMessage(bench.request(1'000'000, "DELETE", "/ok/all"));
        QVERIFY(bench.verdictOf(1'000'000).allow);
        const auto rows = bench.rows(audit::Kind::Request);
        QCOMPARE(std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.subject == "DELETE https://a.test/ok/all"; }), 1);
    }
    void aFloodOfRequestsWithACredentialIsCountedAndEveryUseIsInTheCount() {
        Bench bench;
        bench.addSecret();
        constexpr std::uint64_t kFlood = 5'000;
        const Nanos began = systemClock().awake();
        for (std::uint64_t i = 1; i <= kFlood; ++i) {
            bench.gate->onMessage(bench.withKey(i));
            if (i % 50 == 0) QVERIFY(bench.verdictOf(i).allow);
            wire::RequestDone done;
            done.request = i;
            if (i > 50) {
                done.request = i - 50;
                bench.gate->onMessage(done);
            }
        }
        QVERIFY(bench.verdictOf(kFlood).allow);
        bench.gate->runEnded();
        const double seconds = static_cast<double>(systemClock().awake() - began) / kSecond;
        const auto rows = bench.rows(audit::Kind::Credential);
        QVERIFY2(static_cast<double>(rows.size()) < RequestGate::kRowBurst + (RequestGate::kRowsPerSecond + 1) * seconds + 100, std::to_string(rows.size()).c_str());
        QVERIFY(bench.rows(audit::Kind::Request).size() <= rows.size());
        std::size_t uses = 0;
        std::size_t last = 0;
        for (const auto& row : rows) {
            const auto detail = QJsonDocument::fromJson(QByteArray::fromStdString(row.detail)).object();
            uses += static_cast<std::size_t>(detail["merged"].toInt(1));
            last = std::max(last, static_cast<std::size_t>(detail["count"].toInt()));
            QCOMPARE(row.subject, std::string("key"));
        }
        QCOMPARE(uses, std::size_t{kFlood});
        QCOMPARE(last, std::size_t{kFlood});
    }
    void whatMeansAnotherRequestThanItsLineIsNotAsked() {
        Bench bench;
        for (const char* header : {"x-http-method-override", "x-original-url", "x_rewrite_url"}) {
            static std::uint64_t number = 0;
            auto request = bench.request(++number, "POST", "/one");
            request.headers.push_back({header, "/admin"});
            bench.gate->onMessage(request);
            QVERIFY(!bench.verdictOf(number).allow);
        }
        QVERIFY(bench.queue->pending().empty());
        bench.gate->onMessage(bench.request(10, "POST", "/one"));
        QCOMPARE(bench.queue->pending().size(), std::size_t{1});
    }
    void aSightingIsARowThatNamesTheProcessAndIsToldOnce() {
        Bench bench;
        wire::Sighting sighting;
        sighting.flow = 1;
        sighting.what = "canary:1\x1b[2J";
        sighting.where = 2;
        sighting.blocked = true;
        bench.gate->onMessage(sighting);
        bench.gate->onMessage(sighting);
        sighting.flow = 99; // of no connection: only a hijacked process says so
        bench.gate->onMessage(sighting);
        const auto rows = bench.rows(audit::Kind::Sighting);
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].process, std::string("7 agent (/usr/bin/agent)"));
        QCOMPARE(bench.told.size(), std::size_t{1});
        QVERIFY(bench.told[0].find('\x1b') == std::string::npos);
    }
    void aSightingIsToldHoweverMuchElseFailedBefore() {
        Bench bench;
        for (std::uint64_t i = 2; i < 2 + 2 * RequestGate::kMaxTold; ++i) {
            bench.open(i, ("h" + std::to_string(i) + ".test").c_str());
            wire::TlsFailed failed;
            failed.flow = i;
            bench.gate->onMessage(failed);
        }
        QCOMPARE(bench.told.size(), RequestGate::kMaxTold);
        wire::Sighting sighting;
        sighting.flow = 1;
        sighting.what = "canary:1";
        bench.gate->onMessage(sighting);
        QVERIFY(bench.told.back().find("canary") != std::string::npos);
    }
    void aHandshakeThatFailsIsOneRowAndOneLineWithTheWayOut() {
        Bench bench;
        wire::TlsFailed failed;
        failed.flow = 1;
        failed.reason = "client_rejected";
        for (int i = 0; i < 100; ++i) bench.gate->onMessage(failed);
        QCOMPARE(bench.rows(audit::Kind::Egress).size(), std::size_t{1});
        QCOMPARE(bench.told.size(), std::size_t{1});
        QVERIFY(bench.told[0].find("inspect = false") != std::string::npos);
    }
    // Anything that a server was brought may come back later, or in what is under way already.
    void whatOneRequestWasGivenIsLookedForInAllOthersOfItsHost() {
        Bench bench;
        bench.addSecret();
        bench.policy->add(ruleFor("b.test", {"GET"}), policy::Verdict::Allow);
        bench.open(2);
        bench.open(3, "b.test");
        bench.gate->onMessage(bench.request(1, "GET", "/ok/early", 2));
        QVERIFY(bench.verdictOf(1).allow);
        QCOMPARE(bench.order, (std::vector<std::string>{"watch 1", "verdict 1"})); // asked for without encoding
        QVERIFY(bench.watches[0].texts.empty());
        bench.gate->onMessage(bench.withKey(2));
        QVERIFY(bench.verdictOf(2).allow);
        QVERIFY(bench.watchesFor(1, "canary-value"));
        const auto at = [&](const char* what) { return std::find(bench.order.begin() + 2, bench.order.end(), what) - bench.order.begin(); };
        QVERIFY(at("watch 1") < at("verdict 2"));
        bench.gate->onMessage(bench.request(3, "GET", "/ok/late", 2));
        bench.gate->onMessage(bench.request(4, "GET", "/ok/other", 3, "b.test"));
        QVERIFY(bench.verdictOf(3).allow && bench.verdictOf(4).allow);
        QVERIFY(bench.watchesFor(3, "canary-value") && !bench.watchesFor(4, "canary-value"));
        QVERIFY(at("watch 3") < at("verdict 3"));
        bench.gate->egressEnded(); // and another process begins
        bench.gate->onMessage(bench.request(1, "GET", "/ok/again"));
        bench.watches.clear();
        bench.sent.clear();
        QVERIFY(bench.verdictOf(1).allow);
        QVERIFY(bench.watchesFor(1, "canary-value"));
    }
    // Of two places in one header the policy may let one go to some paths only: the form that goes there is that one's.
    void aCredentialIsWrittenAsThePlaceThatBindsTheRequest() {
        Bench bench;
        policy::SecretInject bearer;
        bearer.host.name = "a.test";
        bearer.header = "authorization";
        bearer.format = "Bearer {}";
        bearer.paths = {"/ok/api/**"};
        policy::SecretInject basic = bearer;
        basic.format = "{}";
        basic.basic = true;
        basic.user = "admin";
        basic.paths = {"/ok/git/**"};
        bench.addSecret({bearer, basic});
        const auto& key = bench.broker->placeholder("key")->value;
        const std::string asBearer = "Bearer " + key;
        const std::string asBasic = "Basic " + QByteArray::fromStdString("admin:" + key).toBase64().toStdString();
        std::uint64_t number = 0;
        const auto passes = [&](const char* target, const std::string& value) {
            auto open = bench.request(++number, "GET", target);
            open.headers.push_back({"authorization", value});
            bench.gate->onMessage(open);
            return bench.verdictOf(number).allow;
        };
        QVERIFY(passes("/ok/api/x", asBearer));
        QVERIFY(passes("/ok/git/x", asBasic));
        QVERIFY2(!passes("/ok/api/x", asBasic), "as admin, where it goes as a token only");
        QVERIFY(!passes("/ok/git/x", asBearer));
        QVERIFY(!passes("/ok/else", asBearer) && !passes("/ok/else", asBasic));
    }
    void whatTheOldProcessAskedForIsNotAnsweredToTheNew() {
        Bench bench;
        bench.gate->onMessage(bench.request(1, "GET", "/ok/x"));
        bench.gate->egressEnded();
        bench.gate->onMessage(bench.request(1, "DELETE", "/ok/x"));
        const auto& verdict = bench.verdictOf(1);
        QVERIFY(!verdict.allow);
        for (const auto& one : bench.sent) QVERIFY(!one.allow);
    }
};

QTEST_APPLESS_MAIN(RequestGateTest)
#include "tst_request_gate.moc"
