// Verdicts a second and their 99th percentile, with the record of each built, beside the same policy asked
// without an index; and names as the resolver asks for them. Not a test: run it on a quiet machine.
//   policy_bench [HOSTS=10000] [RULES=1000] [DECISIONS=200000]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "core/audit/event.h"
#include "core/policy/evaluator.h"
#include "core/policy/host_name.h"
#include "core/policy/request.h"
#include "core/session/name_book.h"

using namespace leadglass;
using namespace leadglass::policy;
using Steady = std::chrono::steady_clock;

namespace {

std::string hostName(int i) {
    return "h" + std::to_string(i % 977) + ".team" + std::to_string(i) + ".example";
}

// Half of the hosts are "*.", a tenth of the rules are denials.
EffectivePolicy policyOf(int hosts, int rules) {
    EffectivePolicy policy;
    policy.version = "bench@1+sha256:0123456789ab";
    policy.merged.egressDefault = Verdict::Deny;
    const auto add = [&](int i, Verdict verdict) {
        EgressRule rule;
        rule.host = parseHostPattern((i % 2 == 0 ? "" : "*.") + hostName(i)).value();
        rule.origin = {Layer::Profile, "bench.toml", i, 1};
        rule.id = "bench:" + std::to_string(i);
        addRule(policy, rule, verdict);
    };
    for (int i = 0; i < hosts; ++i) {
        add(i, Verdict::Allow);
    }
    for (int i = 0; i < rules; ++i) {
        add(hosts + i, i % 10 == 0 ? Verdict::Deny : Verdict::Ask);
    }
    return policy;
}

// So many rules, ten of each host, each with methods and a path of its own; every tenth is a denial, one of ten asks.
EffectivePolicy conditionsOf(int rules) {
    EffectivePolicy policy;
    policy.version = "bench@1+sha256:0123456789ab";
    policy.merged.egressDefault = Verdict::Deny;
    for (int i = 0; i < rules; ++i) {
        EgressRule rule;
        rule.host = parseHostPattern("api" + std::to_string(i / 10) + ".example").value();
        rule.origin = {Layer::Profile, "bench.toml", i, 1};
        rule.id = "bench:" + std::to_string(i);
        rule.when.methods = i % 3 == 0 ? std::vector<std::string>{"POST", "PUT"} : std::vector<std::string>{"GET"};
        rule.when.paths = {"/v1/orgs/org" + std::to_string(i) + "/**", "/v1/*/items/" + std::to_string(i)};
        if (i % 5 == 0) {
            rule.when.query = {{"page", "*"}};
        }
        addRule(policy, rule, i % 10 == 0 ? Verdict::Deny : i % 10 == 5 ? Verdict::Ask : Verdict::Allow);
    }
    return policy;
}

struct Figures {
    double perSecond = 0;
    double p99Micros = 0;
};

template <typename One>
Figures measure(int count, One one) {
    std::vector<double> each;
    each.reserve(static_cast<std::size_t>(count));
    const auto begin = Steady::now();
    for (int i = 0; i < count; ++i) {
        const auto from = Steady::now();
        one(i);
        each.push_back(std::chrono::duration<double, std::micro>(Steady::now() - from).count());
    }
    const double took = std::chrono::duration<double>(Steady::now() - begin).count();
    const auto at = each.begin() + static_cast<std::ptrdiff_t>(each.size() * 99 / 100);
    std::nth_element(each.begin(), at, each.end());
    return {count / took, *at};
}

void print(const char* what, const Figures& figures) {
    std::printf("%-34s %10.0f /s   p99 %7.2f us\n", what, figures.perSecond, figures.p99Micros);
}

} // namespace

int main(int argc, char** argv) {
    const int hosts = argc > 1 ? std::atoi(argv[1]) : 10'000;
    const int rules = argc > 2 ? std::atoi(argv[2]) : 1'000;
    const int decisions = argc > 3 ? std::atoi(argv[3]) : 200'000;
    const EffectivePolicy policy = policyOf(hosts, rules);
    const Evaluator evaluator(policy);

    std::mt19937 random(7);
    std::vector<EgressRequest> requests;
    for (int i = 0; i < 4096; ++i) {
        EgressRequest request;
        const int which = static_cast<int>(random() % static_cast<unsigned>(hosts + rules + hosts / 4));
        request.host = (which % 2 == 0 ? "" : "www.") + hostName(which);
        request.port = 443;
        requests.push_back(request);
    }
    std::uint64_t allowed = 0;
    std::size_t bytes = 0;
    const auto record = [&](const EgressRequest& request, const Decision& decision) {
        audit::Event event;
        event.kind = audit::Kind::Egress;
        event.verdict = decision.verdict == Verdict::Allow ? "allow" : "deny";
        event.reason = decision.reason;
        event.subject = request.host + ":" + std::to_string(request.port);
        event.rule = decision.ruleId;
        event.origin = decision.origin ? decision.origin->file + ":" + std::to_string(decision.origin->line) : "";
        event.policy = decision.policyVersion;
        event.inputs = decision.inputsHash;
        bytes += event.subject.size() + event.inputs.size();
        allowed += decision.verdict == Verdict::Allow ? 1 : 0;
    };
    const auto at = [&](int i) -> const EgressRequest& {
        return requests[static_cast<std::size_t>(i) % requests.size()];
    };
    const Figures indexed = measure(decisions, [&](int i) { record(at(i), evaluator.egress(at(i), {})); });
    const Figures whole = measure(decisions / 200, [&](int i) { record(at(i), evaluateEgress(policy, at(i), {})); });
    session::NameBook book(systemClock());
    const Figures names = measure(decisions, [&](int i) {
        const Decision decision = evaluator.name(at(i).host);
        allowed += decision.verdict == Verdict::Allow && book.addressesOf(at(i).host) ? 1 : 0;
    });
    constexpr int kConditions = 200;
    const EffectivePolicy conditions = conditionsOf(kConditions);
    const Evaluator conditional(conditions);
    std::vector<EgressRequest> connections;
    std::vector<HttpRequest> heads;
    for (int i = 0; i < 4096; ++i) {
        const int which = static_cast<int>(random() % kConditions);
        EgressRequest connection;
        connection.host = "api" + std::to_string(which / 10) + ".example";
        connection.port = 443;
        connections.push_back(connection);
        HttpRequest head;
        head.method = i % 3 == 0 ? "POST" : "GET";
        head.target = i % 4 == 0 ? "/v1/orgs/org" + std::to_string(which) + "/repos/a%20b/./contents/src/main.c?page=2&per_page=100"
                                 : "/v1/x/items/" + std::to_string(which) + "?page=1";
        head.host = connection.host;
        head.version = 20;
        for (const char* name : {"accept", "user-agent", "authorization", "content-type", "x-request-id", "accept-language"}) {
            head.headers.push_back({name, "a value of some forty bytes, as they are"});
        }
        heads.push_back(std::move(head));
    }
    const Figures requested = measure(decisions, [&](int i) {
        const auto which = static_cast<std::size_t>(i) % heads.size();
        record(connections[which], conditional.request(connections[which], heads[which], {}));
    });
    std::printf("%d hosts and %d rules (%llu allowed, %zu bytes)\n", hosts, rules,
                static_cast<unsigned long long>(allowed), bytes);
    print("decision with its record", indexed);
    print("the same without an index", whole);
    print("name verdict with its address", names);
    print("request, 200 rules with paths", requested);
    return 0;
}
