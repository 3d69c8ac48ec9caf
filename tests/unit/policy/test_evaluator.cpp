// Verdicts: deny beats allow, allow beats ask, ask beats the default; restrictions only tighten.
#include <QTest>
#include <array>
#include <random>

#include "core/policy/address.h"
#include "core/policy/evaluator.h"
#include "core/policy/host_name.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {

EgressRule host(const char* pattern, std::vector<std::uint16_t> ports = {}) {
    EgressRule rule;
    rule.host = *parseHostPattern(pattern);
    rule.ports = std::move(ports);
    rule.origin = {Layer::Profile, "t.toml", 7, 1};
    rule.id = std::string("rule ") + pattern;
    return rule;
}
EgressRule address(const char* range, std::vector<std::uint16_t> ports) {
    EgressRule rule;
    rule.kind = EgressRule::Kind::Address;
    rule.range = *parseRange(range);
    rule.ports = std::move(ports);
    rule.id = range;
    return rule;
}
EgressRule loopback(std::uint16_t port) {
    EgressRule rule;
    rule.kind = EgressRule::Kind::Loopback;
    rule.loopbackPort = port;
    rule.id = "loopback";
    return rule;
}
EgressRequest to(const char* name, std::uint16_t port = 443) {
    EgressRequest request;
    request.host = name;
    request.port = port;
    return request;
}
EgressRequest toAddress(const char* text, std::uint16_t port = 443) {
    EgressRequest request;
    request.literal = parseAddress(text);
    request.port = port;
    return request;
}
EgressRequest toLoopback(std::uint16_t port) {
    EgressRequest request;
    request.loopbackPort = port;
    return request;
}
EffectivePolicy asking() {
    EffectivePolicy policy;
    policy.merged.egressDefault = Verdict::Ask;
    policy.version = "t+sha256:0";
    return policy;
}

// Policies and what is asked of them, from a seed.
struct Generated {
    std::mt19937 random;
    explicit Generated(unsigned seed) : random(seed) {}
    EgressRule rule() {
        const char* patterns[] = {"a.example", "b.example", "x.a.example", "*.a.example", "*.b.example"};
        const char* ranges[] = {"203.0.113.7", "203.0.113.0/24", "10.0.0.0/8", "2001:db8::/32"};
        if (random() % 4 == 0) {
            return address(ranges[random() % 4], random() % 2 == 0 ? std::vector<std::uint16_t>{443}
                                                                  : std::vector<std::uint16_t>{80, 443});
        }
        if (random() % 8 == 0) {
            return loopback(static_cast<std::uint16_t>(5000 + random() % 3));
        }
        EgressRule r = host(patterns[random() % 5]);
        if (random() % 2 == 0) {
            r.ports = {static_cast<std::uint16_t>(random() % 2 == 0 ? 443 : 22)};
            r.protocol = random() % 2 == 0 ? Protocol::Tcp : Protocol::Default;
        }
        r.allowPrivate = random() % 4 == 0;
        r.sni = random() % 4 == 0 ? SniMode::Any : SniMode::Match;
        return r;
    }
    Profile profile() {
        Profile p;
        if (random() % 3 != 0) {
            p.egressDefault = random() % 2 == 0 ? Verdict::Ask : Verdict::Deny;
        }
        for (unsigned n = random() % 4; n > 0; --n) {
            (random() % 3 == 0 ? p.deny : random() % 2 == 0 ? p.ask : p.allow).push_back(rule());
        }
        return p;
    }
    static std::vector<EgressRequest> requests() {
        return {
            to("a.example"), to("a.example", 22), to("x.a.example"), to("b.example", 80), to("c.example"),
            toAddress("203.0.113.7"), toAddress("10.1.1.1"), toAddress("::ffff:203.0.113.7"),
            toAddress("2001:db8::5", 80), toLoopback(5000), toLoopback(5002), to("metadata")};
    }
};

} // namespace

class TestEvaluator : public QObject {
    Q_OBJECT
private slots:
    void deniesWhereNothingIsSaid() {
        const Decision d = evaluateEgress({}, to("a.example"), {});
        QCOMPARE(d.verdict, Verdict::Deny);
        QCOMPARE(d.reason, std::string("default"));
    }

    void letsDenyBeatAllowBeatAsk() {
        EffectivePolicy policy = asking();
        QCOMPARE(evaluateEgress(policy, to("a.example"), {}).verdict, Verdict::Ask);
        policy.merged.egressDefault = Verdict::Deny;
        addRule(policy, host("a.example"), Verdict::Ask);
        QCOMPARE(evaluateEgress(policy, to("a.example"), {}).verdict, Verdict::Ask);
        addRule(policy, host("a.example"), Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, to("a.example"), {}).verdict, Verdict::Allow);
        addRule(policy, host("a.example"), Verdict::Deny);
        const Decision d = evaluateEgress(policy, to("a.example"), {});
        QCOMPARE(d.verdict, Verdict::Deny);
        QCOMPARE(d.ruleId, std::string("rule a.example"));
        QCOMPARE(d.origin->line, 7);
    }

    void widensADenialNotAnAllow() {
        EffectivePolicy policy = asking();
        addRule(policy, host("a.example"), Verdict::Allow);
        addRule(policy, host("b.example"), Verdict::Deny);
        QCOMPARE(evaluateEgress(policy, to("a.example", 443), {}).verdict, Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, to("a.example", 80), {}).verdict, Verdict::Ask);
        QCOMPARE(evaluateEgress(policy, to("a.example", 22), {}).reason, std::string("no_protocol"));
        for (const std::uint16_t port : std::initializer_list<std::uint16_t>{443, 80, 22, 8443}) {
            QCOMPARE(evaluateEgress(policy, to("b.example", port), {}).reason, std::string("rule"));
        }
    }

    void tellsTheProtocol() {
        EffectivePolicy policy = asking();
        EgressRule ssh = host("git.example", {22});
        ssh.protocol = Protocol::Ssh;
        addRule(policy, ssh, Verdict::Allow);
        QVERIFY(evaluateEgress(policy, to("git.example", 22), {}).protocol == Protocol::Ssh);
        QVERIFY(evaluateEgress(policy, to("x.example", 443), {}).protocol == Protocol::Tls);
        QVERIFY(evaluateEgress(policy, to("x.example", 80), {}).protocol == Protocol::Http);
        addRule(policy, host("odd.example", {8443}), Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, to("odd.example", 8443), {}).verdict, Verdict::Deny);
    }

    void doesNotDependOnOrder() {
        EgressRule wide = host("*.example.org");
        EgressRule exact = host("db.example.org");
        exact.allowPrivate = true;
        for (const bool first : {true, false}) {
            EffectivePolicy policy;
            addRule(policy, first ? wide : exact, Verdict::Allow);
            addRule(policy, first ? exact : wide, Verdict::Allow);
            QVERIFY(evaluateEgress(policy, to("db.example.org"), {}).allowPrivate);
            QVERIFY(!evaluateEgress(policy, to("x.example.org"), {}).allowPrivate);
        }
    }

    void needsAnAddressRuleForLiterals() {
        EffectivePolicy policy = asking();
        QCOMPARE(evaluateEgress(policy, toAddress("203.0.113.7"), {}).reason, std::string("literal_needs_rule"));
        QCOMPARE(evaluateEgress(policy, toAddress("10.0.0.7"), {}).reason, std::string("private_needs_rule"));
        addRule(policy, address("203.0.113.0/24", {443}), Verdict::Allow);
        addRule(policy, address("10.0.0.0/16", {443}), Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, toAddress("203.0.113.7"), {}).verdict, Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, toAddress("203.0.113.7", 80), {}).verdict, Verdict::Deny);
        const Decision d = evaluateEgress(policy, toAddress("10.0.0.7"), {});
        QCOMPARE(d.verdict, Verdict::Allow);
        QCOMPARE(checkResolved(d, *parseAddress("10.0.0.7"), {}), std::string());
        QCOMPARE(evaluateEgress(policy, toAddress("10.0.0.7"), {*parseAddress("10.0.0.7")}).reason,
                 std::string("hard_denial:own_address"));
        QCOMPARE(evaluateEgress(policy, toAddress("::ffff:203.0.113.7"), {}).verdict, Verdict::Deny);
    }

    void doesNotNamePrivateRangesByAccident() {
        EffectivePolicy policy;
        addRule(policy, address("172.0.0.0/8", {443}), Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, toAddress("172.1.1.1"), {}).verdict, Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, toAddress("172.16.1.1"), {}).reason, std::string("private_needs_rule"));
    }

    void holdsAddressDenialsForNamesToo() {
        EffectivePolicy policy = asking();
        addRule(policy, host("a.example"), Verdict::Allow);
        addRule(policy, address("203.0.113.0/24", {}), Verdict::Deny);
        const Decision d = evaluateEgress(policy, to("a.example"), {});
        QCOMPARE(d.verdict, Verdict::Allow);
        QCOMPARE(checkResolved(d, *parseAddress("203.0.113.7"), {}), std::string("denied_address"));
        QCOMPARE(checkResolved(d, *parseAddress("::ffff:203.0.113.7"), {}), std::string("denied_address"));
        QCOMPARE(checkResolved(d, *parseAddress("198.51.100.7"), {}), std::string());
    }

    void opensOneLoopbackPortOnly() {
        EffectivePolicy policy = asking();
        addRule(policy, loopback(5432), Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, toLoopback(5432), {}).verdict, Verdict::Allow);
        QCOMPARE(evaluateEgress(policy, toLoopback(5433), {}).reason, std::string("hard_denial:own_address"));
        QCOMPARE(evaluateEgress(policy, toAddress("127.0.0.1", 5432), {}).reason, std::string("hard_denial:loopback"));
        QCOMPARE(evaluateEgress(policy, to("localhost", 5432), {}).reason, std::string("hard_denial:loopback"));
    }

    void refusesMalformedRequests() {
        const EffectivePolicy policy = asking();
        for (const char* name : {"", "A.example", "a.example.", "a..b", "10.0.0.1", "a b"}) {
            QCOMPARE(evaluateEgress(policy, to(name), {}).reason, std::string("bad_name"));
            QCOMPARE(evaluateName(policy, name).verdict, Verdict::Deny);
        }
        QCOMPARE(evaluateEgress(policy, to("a.example", 0), {}).reason, std::string("bad_port"));
        EgressRequest both = to("a.example");
        both.literal = parseAddress("203.0.113.7");
        QCOMPARE(evaluateEgress(policy, both, {}).reason, std::string("bad_name"));
    }

    void looksUpOnlyNamesThatCouldBeReached() {
        EffectivePolicy policy;
        policy.merged.egressDefault = Verdict::Deny;
        addRule(policy, host("a.example", {8443}), Verdict::Allow);
        addRule(policy, host("b.example"), Verdict::Deny);
        addRule(policy, host("b.example"), Verdict::Allow);
        QCOMPARE(evaluateName(policy, "a.example").verdict, Verdict::Allow);
        QCOMPARE(evaluateName(policy, "b.example").verdict, Verdict::Deny);
        QCOMPARE(evaluateName(policy, "c.example").verdict, Verdict::Deny);
        QCOMPARE(evaluateName(policy, "metadata.google.internal").reason, std::string("hard_denial:metadata"));
        policy.merged.egressDefault = Verdict::Ask;
        QCOMPARE(evaluateName(policy, "c.example").verdict, Verdict::Ask);
        policy.restrictions.emplace_back();
        policy.restrictions[0].deny.push_back(host("a.example"));
        QCOMPARE(evaluateName(policy, "a.example").reason, std::string("project_restricts"));
    }

    void letsARestrictionOnlyTighten() {
        EffectivePolicy policy = asking();
        addRule(policy, host("a.example"), Verdict::Allow);
        addRule(policy, host("d.example"), Verdict::Deny);
        Profile project;
        project.allow = {host("d.example"), host("n.example")};
        project.ask = {host("a.example")};
        policy.restrictions = {project};
        QCOMPARE(evaluateEgress(policy, to("d.example"), {}).verdict, Verdict::Deny);
        QCOMPARE(evaluateEgress(policy, to("n.example"), {}).verdict, Verdict::Ask);
        const Decision d = evaluateEgress(policy, to("a.example"), {});
        QCOMPARE(d.verdict, Verdict::Ask);
        QCOMPARE(d.reason, std::string("project_restricts"));
        policy.restrictions[0].egressDefault = Verdict::Deny;
        QCOMPARE(evaluateEgress(policy, to("o.example"), {}).verdict, Verdict::Deny);
        QCOMPARE(evaluateEgress(policy, to("n.example"), {}).verdict, Verdict::Ask);
    }

    void sealsEachDecision() {
        const EffectivePolicy policy = asking();
        const Decision one = evaluateEgress(policy, to("a.example"), {});
        QCOMPARE(one.policyVersion, policy.version);
        QCOMPARE(one.inputsHash.size(), std::size_t{64});
        QCOMPARE(evaluateEgress(policy, to("a.example"), {}).inputsHash, one.inputsHash);
        QVERIFY(evaluateEgress(policy, to("a.example", 80), {}).inputsHash != one.inputsHash);
        EffectivePolicy other = policy;
        other.version = "t+sha256:1";
        QVERIFY(evaluateEgress(other, to("a.example"), {}).inputsHash != one.inputsHash);
    }

    // Over generated policies, restrictions and requests: no restriction makes any action freer.
    void neverGetsFreerByARestriction() {
        Generated any(11);
        int changed = 0;
        for (int i = 0; i < 4000; ++i) {
            EffectivePolicy free;
            free.merged = any.profile();
            EffectivePolicy tight = free;
            tight.restrictions.push_back(any.profile());
            for (const EgressRequest& request : Generated::requests()) {
                const Decision before = evaluateEgress(free, request, {});
                const Decision after = evaluateEgress(tight, request, {});
                QVERIFY(after.verdict <= before.verdict);
                QVERIFY(!after.allowPrivate || before.allowPrivate);
                QVERIFY(after.sni == before.sni || before.sni == SniMode::Any);
                QVERIFY(evaluateName(tight, "a.example").verdict <= evaluateName(free, "a.example").verdict);
                for (const char* answer : {"203.0.113.7", "10.1.1.1"}) {
                    const bool wasRefused = !checkResolved(before, *parseAddress(answer), {}).empty();
                    QVERIFY(!wasRefused || !checkResolved(after, *parseAddress(answer), {}).empty());
                }
                changed += after.verdict != before.verdict ? 1 : 0;
            }
        }
        QVERIFY(changed > 500); // the property was put to work
    }

    // Rules found by name are the rules that a look at all of them finds, also those added later.
    void answersByIndexAsByTheWholeLists() {
        Generated any(23);
        int allowed = 0;
        for (int i = 0; i < 500; ++i) {
            EffectivePolicy whole;
            whole.version = "p@1";
            whole.merged = any.profile();
            whole.restrictions.push_back(any.profile());
            Evaluator indexed(whole);
            for (int added = 0; added < 3; ++added) {
                const EgressRule rule = any.rule();
                const Verdict verdict = std::array{Verdict::Allow, Verdict::Ask, Verdict::Deny}[any.random() % 3];
                addRule(whole, rule, verdict);
                indexed.add(rule, verdict);
                for (const EgressRequest& request : Generated::requests()) {
                    const Decision a = evaluateEgress(whole, request, {});
                    const Decision b = indexed.egress(request, {});
                    QCOMPARE(b.verdict, a.verdict);
                    QCOMPARE(b.reason, a.reason);
                    QCOMPARE(b.ruleId, a.ruleId);
                    QCOMPARE(b.inputsHash, a.inputsHash);
                    QVERIFY(b.protocol == a.protocol && b.sni == a.sni && b.allowPrivate == a.allowPrivate &&
                            b.viaProxy == a.viaProxy && b.deniedRanges.size() == a.deniedRanges.size());
                    if (!request.host.empty()) {
                        QCOMPARE(indexed.name(request.host).verdict, evaluateName(whole, request.host).verdict);
                        QCOMPARE(indexed.name(request.host).ruleId, evaluateName(whole, request.host).ruleId);
                    }
                    allowed += a.verdict == Verdict::Allow ? 1 : 0;
                }
            }
        }
        QVERIFY(allowed > 100);
    }

    // A reachable verdict needs an address for its name: the resolver never hides what is allowed.
    void resolvesWhateverAConnectionCouldReach() {
        std::mt19937 random(5);
        const char* patterns[] = {"a.example", "b.example", "*.a.example"};
        for (int i = 0; i < 3000; ++i) {
            EffectivePolicy policy;
            for (Profile* p : {&policy.merged, &policy.restrictions.emplace_back()}) {
                p->egressDefault = random() % 2 == 0 ? Verdict::Ask : Verdict::Deny;
                for (unsigned n = random() % 4; n > 0; --n) {
                    EgressRule r = host(patterns[random() % 3]);
                    if (random() % 2 == 0) {
                        r.ports = {80};
                    }
                    (random() % 3 == 0 ? p->deny : random() % 2 == 0 ? p->ask : p->allow).push_back(r);
                }
            }
            for (const char* name : {"a.example", "b.example", "x.a.example", "c.example"}) {
                for (const std::uint16_t port : std::initializer_list<std::uint16_t>{80, 443}) {
                    if (evaluateEgress(policy, to(name, port), {}).verdict != Verdict::Deny) {
                        QVERIFY(evaluateName(policy, name).verdict != Verdict::Deny);
                    }
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestEvaluator)
#include "test_evaluator.moc"
