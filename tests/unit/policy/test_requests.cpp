// One request against the rules: methods, paths, query, headers, git; what cannot be told is refused; nothing widens.
#include <QTest>
#include <random>

#include "core/policy/action.h"
#include "core/policy/evaluator.h"
#include "core/policy/explain.h"
#include "core/policy/needs.h"
#include "core/policy/parser.h"

using namespace leadglass;
using namespace leadglass::policy;

namespace {

Profile profileOf(const std::string& egress, Layer layer = Layer::Profile) {
    auto profile = parseProfile("schema = 1\nname = \"t\"\n[egress]\n" + egress, "t.toml", layer);
    if (!profile) {
        qFatal("%s", profile.error().text().c_str());
    }
    int n = 0;
    for (auto* list : {&profile->allow, &profile->ask, &profile->deny}) {
        for (EgressRule& rule : *list) {
            rule.id = "rule" + std::to_string(++n);
        }
    }
    return *profile;
}
EffectivePolicy policyOf(const std::string& egress) {
    EffectivePolicy out;
    out.merged = profileOf(egress);
    out.version = "t";
    return out;
}
Decision judged(const EffectivePolicy& policy, const std::string& action, std::vector<HttpHeader> headers = {}) {
    auto parsed = parseActionOrRequest(action);
    if (!parsed) {
        qFatal("%s", parsed.error().text().c_str());
    }
    parsed->request->headers = std::move(headers);
    return evaluateRequest(policy, parsed->to, *parsed->request, {});
}
Verdict says(const EffectivePolicy& policy, const std::string& action) { return judged(policy, action).verdict; }
EgressRequest to(const char* host, std::uint16_t port = 443) {
    EgressRequest out;
    out.host = host;
    out.port = port;
    return out;
}

// Rules and requests from a seed; every kind of condition comes up.
struct Generated {
    std::mt19937 random;
    explicit Generated(unsigned seed) : random(seed) {}
    unsigned pick(unsigned below) { return static_cast<unsigned>(random() % below); }
    EgressRule rule(bool denial) {
        EgressRule out;
        const char* hosts[] = {"a.example", "b.example", "x.a.example"};
        out.host = {hosts[pick(3)], pick(4) == 0};
        out.id = std::to_string(random());
        if (pick(3) == 0) {
            return out;
        }
        if (pick(2) == 0) {
            out.when.methods = {pick(2) == 0 ? "GET" : "POST"};
        }
        const char* globs[] = {"/acme/**", "/acme/*", "/**", "/acme/tool/info/refs", "/other/**"};
        if (pick(2) == 0) {
            out.when.paths = {globs[pick(5)]};
        }
        if (pick(5) == 0) {
            out.when.query = {{"k", pick(2) == 0 ? "*" : "v"}};
            out.when.queryOnly = pick(2) == 0;
        }
        if (pick(6) == 0) {
            out.when.headers = {{"accept", "text/*"}};
        }
        if (pick(4) == 0) {
            out.when = {};
            GitCondition git;
            (pick(2) == 0 ? git.repository : git.organisation) = git.repository.empty() && pick(2) == 0 ? "acme" : "acme";
            git.repository = git.organisation.empty() ? "acme/tool" : "";
            git.fetch = pick(2) == 0;
            git.push = !git.fetch || pick(2) == 0;
            git.branches = pick(2) == 0 ? std::vector<std::string>{"agent/*"} : std::vector<std::string>{};
            git.remove = denial;
            out.when.git.push_back(git);
        }
        return out;
    }
    Profile profile() {
        Profile out;
        const unsigned word = pick(3);
        if (word != 0) {
            out.egressDefault = word == 1 ? Verdict::Ask : Verdict::Deny;
        }
        for (unsigned n = pick(6); n > 0; --n) {
            const unsigned list = pick(4);
            (list == 0 ? out.deny : list == 1 ? out.ask : out.allow).push_back(rule(list == 0));
        }
        return out;
    }
    HttpRequest request(const std::string& host) {
        const char* methods[] = {"GET", "POST", "HEAD", "PUT", "get"};
        const char* targets[] = {"/acme/tool", "/acme/tool/info/refs?service=git-upload-pack", "/acme/tool.git/info/refs?service=git-receive-pack",
                                 "/acme/tool/git-receive-pack", "/acme/tool/git-upload-pack", "/other/x?k=v", "/x?k=v&k=w", "/acme/../other", "/acme%2ftool",
                                 "//acme/tool", "/Acme/tool", "/%61cme/tool", "/acme/tool/", "/x?_method=PUT", "*"};
        HttpRequest out;
        out.host = host;
        out.method = methods[pick(5)];
        out.target = targets[pick(std::size(targets))];
        out.rewritable = pick(2) == 0;
        if (pick(3) == 0) {
            out.headers = {{"accept", pick(2) == 0 ? "text/html" : "image/png"}};
        }
        if (pick(8) == 0) {
            out.headers.push_back({"x-http-method-override", "DELETE"});
        }
        if (out.target.ends_with("git-receive-pack")) {
            out.pushed = pick(4) != 0;
            const char* refs[] = {"refs/heads/agent/x", "refs/heads/main", "refs/tags/v1"};
            for (unsigned n = pick(3); out.pushed && n > 0; --n) {
                out.refs.push_back({refs[pick(3)], pick(3) == 0, pick(4) == 0});
            }
        }
        return out;
    }
};

} // namespace

class TestRequests : public QObject {
    Q_OBJECT
private slots:
    void opensAConnectionWhereAConditionIs() {
        const auto policy = policyOf("default = \"deny\"\nallow = [{ host = \"a.example\", methods = [\"GET\"] }, { host = \"b.example\" }, { host = \"c.example\", inspect = true },\n"
                                     " { host = \"d.example\" }]\ndeny = [{ host = \"d.example\", paths = [\"/x\"] }]\n");
        for (const auto& [host, opened] : {std::pair{"a.example", true}, {"b.example", false}, {"c.example", true}, {"d.example", true}}) {
            const Decision decision = evaluateEgress(policy, to(host), {});
            QCOMPARE(decision.verdict, Verdict::Allow);
            QVERIFY2(decision.inspect == opened, host);
        }
        QVERIFY(!evaluateEgress(policy, to("a.example", 80), {}).inspect);
        QCOMPARE(evaluateEgress(policy, to("a.example", 80), {}).verdict, Verdict::Deny);
        QVERIFY(needs(policy).inspection && needs(policy).hosts == std::vector<std::string>({"a.example", "c.example", "d.example"}));
        QCOMPARE(notEnforcedBy(policy, {}).size(), std::size_t{3});
        QVERIFY(notEnforcedBy(policy, {true, false, false, false}).empty());
    }

    void matchesMethodsAsSent() {
        const auto policy = policyOf("default = \"ask\"\nallow = [{ host = \"a.example\", methods = [\"GET\", \"PURGE\"] }]\n");
        QCOMPARE(says(policy, "GET https://a.example/x"), Verdict::Allow);
        QCOMPARE(says(policy, "HEAD https://a.example/x"), Verdict::Allow);
        QCOMPARE(says(policy, "PURGE https://a.example/x"), Verdict::Allow);
        QCOMPARE(says(policy, "POST https://a.example/x"), Verdict::Ask);
        HttpRequest small{"get", "/x", "a.example", 11, {}, false, {}, false};
        QCOMPARE(evaluateRequest(policy, to("a.example"), small, {}).verdict, Verdict::Ask);
        const auto denial = policyOf("default = \"ask\"\nallow = [{ host = \"a.example\" }]\ndeny = [{ host = \"a.example\", methods = [\"GET\"] }]\n");
        QCOMPARE(evaluateRequest(denial, to("a.example"), small, {}).verdict, Verdict::Deny);
        QCOMPARE(says(denial, "HEAD https://a.example/x"), Verdict::Deny);
        QCOMPARE(says(denial, "POST https://a.example/x"), Verdict::Allow);
    }

    void refusesASecondMethodWhereTheMethodCounts() {
        const auto policy = policyOf("default = \"deny\"\nallow = [{ host = \"a.example\", methods = [\"POST\"] }, { host = \"b.example\" }]\n");
        for (const char* header : {"x-http-method-override", "x-http-method", "x-method-override", "x_http_method_override", "x-http_method"}) {
            QCOMPARE(judged(policy, "POST https://a.example/", {{header, "DELETE"}}).reason, std::string("method_override"));
            QCOMPARE(judged(policy, "POST https://b.example/", {{header, "DELETE"}}).verdict, Verdict::Allow);
        }
        QCOMPARE(judged(policy, "POST https://a.example/?a=1&_method=DELETE").reason, std::string("method_override"));
        QCOMPARE(judged(policy, "POST https://a.example/?%5fMethod=DELETE").reason, std::string("method_override"));
    }

    void saysWhatARequestMeansBesidesItsLine() {
        const auto says = [](const char* target, std::vector<HttpHeader> headers) {
            return std::string(saidElsewhere({"GET", target, "a.example", 11, std::move(headers), false, {}, false}));
        };
        QCOMPARE(says("/x?a=1", {{"accept", "*/*"}}), std::string());
        QCOMPARE(says("/x", {{"x-http-method-override", "DELETE"}}), std::string("method_override"));
        QCOMPARE(says("/x?_method=DELETE", {}), std::string("method_override"));
        QCOMPARE(says("/x", {{"x-original-url", "/admin"}}), std::string("ambiguous_path"));
        QCOMPARE(says("/x", {{"x_rewrite_url", "/admin"}}), std::string("ambiguous_path"));
    }

    void noSpellingOfADeniedPathComesThroughItsSibling() {
        const auto policy = policyOf("default = \"deny\"\nallow = [{ host = \"a.example\", paths = [\"/**\"] }]\ndeny = [{ host = \"a.example\", paths = [\"/admin/**\", \"/one\"] }]\n");
        for (const char* path : {"/admin", "/admin/", "/admin/x", "//admin/x", "/%61dmin/x", "/x/../admin/x", "/ADMIN/x", "/admin//x", "/./admin/x", "/one", "/one/", "/%6Fne",
                                 "/admin%2fx", "/admin;v=1/x", "/admin\\x", "/%2561dmin/x", "/x/%2e%2e/admin", "/x%2f..%2fadmin", "/admin/%00", "/o%6ee?q"}) {
            for (const bool rewritable : {false, true}) {
                HttpRequest request{"GET", path, "a.example", 11, {}, false, {}, rewritable};
                const Decision decision = evaluateRequest(policy, to("a.example"), request, {});
                QVERIFY2(decision.verdict == Verdict::Deny, path);
            }
        }
        QCOMPARE(says(policy, "GET https://a.example/admins"), Verdict::Allow);
        QCOMPARE(judged(policy, "GET https://a.example/x", {{"x-original-url", "/admin/x"}}).reason, std::string("ambiguous_path"));
    }

    void sendsWhatItJudged() {
        const auto policy = policyOf("default = \"deny\"\nallow = [{ host = \"a.example\", paths = [\"/a/**\"] }, { host = \"b.example\", inspect = true }]\n");
        HttpRequest request{"GET", "/x/../a//b?q=1", "a.example", 11, {}, false, {}, true};
        const Decision decision = evaluateRequest(policy, to("a.example"), request, {});
        QCOMPARE(decision.verdict, Verdict::Allow);
        QCOMPARE(decision.target, std::string("/a/b?q=1"));
        request.rewritable = false; // nobody would send it so: it is refused
        QCOMPARE(evaluateRequest(policy, to("a.example"), request, {}).reason, std::string("ambiguous_path"));
        request.host = "b.example"; // no path decides
        QCOMPARE(evaluateRequest(policy, to("b.example"), request, {}).verdict, Verdict::Allow);
        QVERIFY(evaluateRequest(policy, to("b.example"), request, {}).target.empty());
        request.host = "a.example";
        QCOMPARE(evaluateRequest(policy, to("b.example"), request, {}).reason, std::string("name_inconsistent"));
    }

    void wantsEveryValueOfAQueryAndAHeader() {
        const auto policy = policyOf("default = \"deny\"\nallow = [{ host = \"a.example\", query = { service = \"read*\" } },\n"
                                     " { host = \"b.example\", query = { k = \"v\" }, query_only = true }, { host = \"c.example\", headers = { Accept = \"text/*\" } }]\n"
                                     "deny = [{ host = \"a.example\", query = { debug = \"*\" } }]\n");
        QCOMPARE(says(policy, "GET https://a.example/?service=reader"), Verdict::Allow);
        QCOMPARE(says(policy, "GET https://a.example/?x=1&service=read"), Verdict::Allow);
        QCOMPARE(says(policy, "GET https://a.example/"), Verdict::Deny);
        QCOMPARE(says(policy, "GET https://a.example/?service=read&service=write"), Verdict::Deny);
        QCOMPARE(says(policy, "GET https://a.example/?service=read&debug=1"), Verdict::Deny);
        QCOMPARE(judged(policy, "GET https://a.example/?service=read;service=write").reason, std::string("ambiguous_query"));
        QCOMPARE(judged(policy, "GET https://a.example/?service=read%00").reason, std::string("ambiguous_query"));
        QCOMPARE(says(policy, "GET https://b.example/?k=v"), Verdict::Allow);
        QCOMPARE(says(policy, "GET https://b.example/?k=v&l=1"), Verdict::Deny);
        QCOMPARE(judged(policy, "GET https://c.example/", {{"accept", "text/html"}}).verdict, Verdict::Allow);
        QCOMPARE(judged(policy, "GET https://c.example/", {{"accept", "text/html"}, {"accept", "*/*"}}).verdict, Verdict::Deny);
    }

    void letsFetchButNotPush() {
        const auto policy = policyOf("default = \"deny\"\nallow = [{ host = \"git.example\", git = { repository = \"acme/tool\" } }]\n");
        QCOMPARE(says(policy, "fetch https://git.example/acme/tool"), Verdict::Allow);
        QCOMPARE(says(policy, "fetch https://git.example/acme/tool.git"), Verdict::Allow);
        for (const char* action : {"GET https://git.example/acme/tool/info/refs?service=git-upload-pack", "GET https://git.example/acme/tool.git/info/refs?service=git-upload-pack"}) {
            QVERIFY2(says(policy, action) == Verdict::Allow, action);
        }
        for (const char* action :
             {"push refs/heads/x https://git.example/acme/tool", "GET https://git.example/acme/tool/info/refs?service=git-receive-pack",
              "GET https://git.example/acme/tool/info/refs", "GET https://git.example/acme/tool/info/refs?service=git-upload-pack&service=git-receive-pack",
              "GET https://git.example/acme/tool/info/refs?service=git-upload-pack&x=1", "GET https://git.example/acme/tool/HEAD", "GET https://git.example/acme/tool/objects/info/packs",
              "GET https://git.example/acme/tool", "POST https://git.example/acme/tool/info/lfs/objects/batch", "fetch https://git.example/acme/other",
              "fetch https://git.example/acme/tool/other", "GET https://git.example/acme/tool/git-upload-pack", "POST https://git.example/acme/tool/git-upload-pack?x",
              "fetch https://git.example/x/../acme/other", "fetch https://git.example/acme%2ftool", "fetch https://git.example/Acme/tool"}) {
            QVERIFY2(says(policy, action) == Verdict::Deny, action);
        }
    }

    void judgesAPushByEachRef() {
        const auto policy = policyOf("default = \"deny\"\nallow = [{ host = \"git.example\", git = { organisation = \"acme\", access = \"push\", branches = [\"agent/*\"], tags = [\"v*\"], create = false } },\n"
                                     " { host = \"git.example\", git = { repository = \"acme/new\", access = [\"fetch\", \"push\"], delete = true } }]\n"
                                     "deny = [{ host = \"git.example\", git = { organisation = \"acme\", access = \"push\", branches = [\"main\"] } }]\n");
        QCOMPARE(says(policy, "push refs/heads/agent/x https://git.example/acme/tool"), Verdict::Allow);
        QCOMPARE(says(policy, "push refs/tags/v1 https://git.example/acme/tool.git"), Verdict::Allow);
        QCOMPARE(says(policy, "push agent/x/y https://git.example/acme/tool"), Verdict::Deny);
        QCOMPARE(says(policy, "create agent/x https://git.example/acme/tool"), Verdict::Deny);
        QCOMPARE(says(policy, "delete agent/x https://git.example/acme/tool"), Verdict::Deny);
        QCOMPARE(says(policy, "push agent/x https://git.example/acme/sub/tool"), Verdict::Deny);
        QCOMPARE(says(policy, "fetch https://git.example/acme/tool"), Verdict::Deny);
        QCOMPARE(says(policy, "delete x https://git.example/acme/new"), Verdict::Allow);
        QCOMPARE(says(policy, "push main https://git.example/acme/new"), Verdict::Deny);
        auto action = *parseActionOrRequest("push agent/x https://git.example/acme/tool");
        action.request->refs.push_back({"refs/heads/other", false, false});
        QCOMPARE(evaluateAction(policy, action, {}).verdict, Verdict::Deny);
        const std::string text = explain(policy, action.to, *action.request, evaluateAction(policy, action, {}));
        QVERIFY2(text.find("refs/heads/other") != text.npos && text.find("add \"other\" to branches") != text.npos && text.find("t.toml:4") != text.npos && text.find("force") != text.npos, text.c_str());
        action.request->refs.clear(); // git asks whether it may push at all
        QCOMPARE(evaluateAction(policy, action, {}).verdict, Verdict::Allow);
        action.request->pushed = false; // its commands are not known
        QCOMPARE(evaluateAction(policy, action, {}).verdict, Verdict::Deny);
    }

    void letsARegistryOnlyBeReadWhereItIsSeen() {
        auto policy = policyOf("default = \"deny\"\nallow = [{ registry = \"npm\" }, { registry = \"pip\", read_only = true }, { registry = \"cargo\", read_only = false }]\n");
        const char* hosts[] = {"npm.example", "pip.example", "cargo.example"};
        for (std::size_t i = 0; i < 3; ++i) {
            policy.merged.allow[i].host = {hosts[i], false};
        }
        QVERIFY(!evaluateEgress(policy, to("npm.example"), {}).inspect && evaluateEgress(policy, to("pip.example"), {}).inspect && !evaluateEgress(policy, to("cargo.example"), {}).inspect);
        QCOMPARE(says(policy, "GET https://npm.example/@a%2fb"), Verdict::Allow);
        QCOMPARE(says(policy, "PUT https://npm.example/@a%2fb"), Verdict::Deny);
        QCOMPARE(says(policy, "POST https://pip.example/legacy/"), Verdict::Deny);
        QCOMPARE(says(policy, "PUT https://cargo.example/api/v1/crates/new"), Verdict::Allow);
    }

    void neverGetsFreerThanItsConnectionNorByARestriction() {
        Generated made(20261130);
        int counts[3] = {};
        for (int i = 0; i < 8000; ++i) {
            EffectivePolicy free;
            free.merged = made.profile();
            EffectivePolicy tight = free;
            tight.restrictions.push_back(made.profile());
            const char* hosts[] = {"a.example", "b.example", "x.a.example"};
            const EgressRequest connection = to(hosts[made.pick(3)]);
            const HttpRequest request = made.request(connection.host);
            const Decision before = evaluateRequest(free, connection, request, {});
            const Decision after = evaluateRequest(tight, connection, request, {});
            QVERIFY(after.verdict <= before.verdict);
            QVERIFY(before.verdict <= evaluateEgress(free, connection, {}).verdict);
            QVERIFY(after.verdict <= evaluateEgress(tight, connection, {}).verdict);
            const Evaluator index(tight);
            const Decision indexed = index.request(connection, request, {});
            QCOMPARE(indexed.verdict, after.verdict);
            QCOMPARE(indexed.ruleId, after.ruleId);
            QCOMPARE(index.egress(connection, {}).inspect, evaluateEgress(tight, connection, {}).inspect);
            EffectivePolicy denied = tight; // a denial more never makes it freer, an allow less neither
            denied.merged.deny.push_back(made.rule(true));
            QVERIFY(evaluateRequest(denied, connection, request, {}).verdict <= after.verdict);
            if (!request.refs.empty()) { // the strictest ref is the push
                Verdict strictest = Verdict::Allow;
                for (const PushedRef& ref : request.refs) {
                    HttpRequest one = request;
                    one.refs = {ref};
                    strictest = std::min(strictest, evaluateRequest(tight, connection, one, {}).verdict);
                }
                QCOMPARE(after.verdict, strictest);
            }
            ++counts[static_cast<int>(after.verdict)];
        }
        QVERIFY(counts[0] > 800 && counts[1] > 200 && counts[2] > 200);
    }

    void explainsWhichConditionDidNotHold() {
        const auto policy = policyOf("default = \"deny\"\nallow = [\n {  host = \"a.example\", methods = [\"GET\"], paths = [\"/acme/**\"] }]\n");
        const auto text = [&](const char* words) {
            const auto action = *parseActionOrRequest(words);
            return QString::fromStdString(explain(policy, action.to, *action.request, evaluateAction(policy, action, {})));
        };
        QVERIFY2(text("POST https://a.example/acme/x").contains("t.toml:6") && text("POST https://a.example/acme/x").contains("add \"POST\" to methods"), qPrintable(text("POST https://a.example/acme/x")));
        QVERIFY2(text("GET https://a.example/other").contains("add \"/other\" to paths"), qPrintable(text("GET https://a.example/other")));
        QVERIFY(text("GET https://a.example/acme/%2e%2e/acme/x").contains("judged as: /acme/x"));
        QVERIFY(text("GET https://b.example/").contains("fronting"));
        for (const char* bad : {"https://a.example/x", "GET a.example/x", "push https://a.example/x", "push x a.example", "GET https://u@a.example/"}) {
            QVERIFY2(!parseActionOrRequest(bad), bad);
        }
    }
};

QTEST_APPLESS_MAIN(TestRequests)
#include "test_requests.moc"
