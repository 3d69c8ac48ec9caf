// A placeholder becomes its value in one place, and a refusal in any other.
#include <QTest>

#include "core/secrets/broker.h"
#include "core/secrets/sigv4.h"
#include "tests/unit/secrets/secret_fixture.h"

using namespace leadglass;
using secrets::Answer;
using secrets::Binding;
using secrets::Broker;
using secrets::Place;
using secrets::Request;

namespace {

Place place(const std::string& host, const std::string& header, Place::Format format = Place::Format::Raw, const std::string& text = {}) {
    Place out;
    out.host = host;
    out.header = header;
    out.format = format;
    out.text = text;
    return out;
}

struct Fixture : test::SecretFixture {
    Fixture() : broker(*loop, *stores) { write("count", ""); }

    // Prints VALUE-N, N being how often it was asked.
    std::string counting(const std::string& value, const std::string& more = {}) {
        const std::string path = temp.path().toStdString() + "/count";
        return "command:sh -c 'echo x >> " + path + "; " + more + " echo " + value + "-$(wc -l < " + path + ")'";
    }
    void add(const std::string& name, const std::string& source, std::vector<Place> places, std::uint64_t maxUses = 0, Nanos ttl = 0) {
        Binding binding;
        binding.name = name;
        binding.source = *secrets::parseSource(source);
        binding.places = std::move(places);
        binding.maxUses = maxUses;
        binding.ttl = ttl;
        if (const auto done = broker.add(std::move(binding)); !done) {
            qFatal("%s", done.error().text().c_str());
        }
    }
    const std::string& placeholder(const std::string& name) { return broker.placeholder(name)->value; }
    Answer ask(const Request& request) {
        std::optional<Answer> got;
        broker.ask(request, [&](Answer answer) { got = std::move(answer); });
        if (got || !until([&] { return got.has_value(); })) {
            qFatal("called at once, or never");
        }
        return std::move(*got);
    }
    std::string valueOf(const Answer& answer, const std::string& header) {
        for (const auto& edit : answer.edits) {
            if (edit.header == header) {
                return std::string(edit.value.reveal());
            }
        }
        return answer.allow ? "none" : answer.reason;
    }

    Broker broker;
};

Request to(const std::string& host, std::vector<std::pair<std::string, std::string>> headers = {}) {
    Request out;
    out.host = host;
    out.method = "POST";
    out.target = "/v1/messages?beta=true";
    out.headers = std::move(headers);
    return out;
}

std::string basic(const std::string& plain) { return "Basic " + QByteArray::fromStdString(plain).toBase64().toStdString(); }

bool redacts(const Answer& answer, const std::string& text) {
    return secrets::holdsAny(text, answer.redact);
}

} // namespace

class TestBroker : public QObject {
    Q_OBJECT

private slots:
    void putsTheValueIntoItsHeaderForItsHost() {
        Fixture f;
        f.add("a", "command:echo canary-value", {place("api.example.com", "x-api-key"), place("*.example.org", "authorization", Place::Format::Template, "Bearer {}")});
        const auto first = f.ask(to("api.example.com", {{"accept", "*/*"}, {"x-api-key", f.placeholder("a")}}));
        QVERIFY(first.allow);
        QCOMPARE(f.valueOf(first, "x-api-key"), std::string("canary-value"));
        QCOMPARE(first.edits.size(), std::size_t{1});
        QVERIFY(first.edits[0].secret && !first.edits[0].remove);
        QCOMPARE(first.uses.size(), std::size_t{1});
        QCOMPARE(first.uses[0].name + " " + first.uses[0].host + " " + first.uses[0].path + " " + first.uses[0].header, std::string("a api.example.com /v1/messages x-api-key"));
        QCOMPARE(first.uses[0].count, std::uint64_t{1});
        for (const char* scheme : {"Bearer ", "bearer ", "BEARER  "}) {
            QCOMPARE(f.valueOf(f.ask(to("deep.api.example.org", {{"authorization", scheme + f.placeholder("a")}})), "authorization"), std::string("Bearer canary-value"));
        }
        QCOMPARE(f.started, 1); // cached
        QVERIFY(redacts(first, "x canary-value y") && redacts(first, basic("me:canary-value")) && redacts(first, "?k=canary%2dvalue"));
        QVERIFY(!redacts(first, "canary value"));
    }

    // Two halves of an answer have no value in them that could be found; together they have.
    void whatHasAValueAsksForNoPartOfAnAnswer() {
        Fixture f;
        f.add("a", "command:echo canary-value", {place("api.example.com", "x-api-key")});
        const auto answer = f.ask(to("api.example.com", {{"x-api-key", f.placeholder("a")}, {"range", "bytes=0-9"}, {"if-range", "\"e\""}}));
        QVERIFY(answer.allow);
        for (const char* header : {"range", "if-range"}) {
            QVERIFY2(std::any_of(answer.edits.begin(), answer.edits.end(), [&](const auto& edit) { return edit.header == header && edit.remove && !edit.secret; }), header);
        }
        QCOMPARE(f.ask(to("api.example.com", {{"range", "bytes=0-9"}})).edits.size(), std::size_t{0});
    }

    // A server may keep what it was brought, and show it to a request that brings nothing.
    void whatWasPutInIsKnownForEveryLaterRequestOfItsHosts() {
        Fixture f;
        f.add("a", f.counting("canary-value"), {place("api.example.com", "x-api-key"), place("*.example.org", "x-api-key")});
        f.add("b", "command:echo other-value", {place("b.example.com", "x-api-key")});
        const auto holds = [&](const std::string& host, const std::string& text, std::uint64_t since = 0) {
            const auto given = f.broker.given(host, since);
            return std::any_of(given.forms.begin(), given.forms.end(), [&](const auto* forms) { return secrets::holdsAny(text, *forms); });
        };
        QVERIFY(f.broker.given("api.example.com").bound && f.broker.given("api.example.com").forms.empty());
        QVERIFY(!f.broker.given("example.org").bound);
        const auto first = f.ask(to("api.example.com", {{"x-api-key", f.placeholder("a")}}));
        QVERIFY(first.allow);
        const auto newest = f.broker.given("api.example.com").newest;
        QVERIFY(holds("api.example.com", basic("me:canary-value-1")) && holds("deep.example.org", "canary-value-1"));
        QVERIFY(!holds("b.example.com", "canary-value-1") && !holds("example.org", "canary-value-1"));
        f.broker.rejected(first.uses[0]);
        QVERIFY(holds("api.example.com", "canary-value-1")); // held no more, known all the same
        QVERIFY(f.ask(to("api.example.com", {{"x-api-key", f.placeholder("a")}})).allow);
        QVERIFY(holds("api.example.com", "canary-value-1") && holds("api.example.com", "canary-value-2"));
        QVERIFY(!holds("api.example.com", "canary-value-1", newest) && holds("api.example.com", "canary-value-2", newest));
    }

    void aRequestWithoutACredentialGetsNoPartOfWhatMayHoldOne() {
        Fixture f;
        f.add("a", "command:echo canary-value", {place("api.example.com", "x-api-key")});
        const auto edits = f.broker.besides(to("api.example.com", {{"range", "bytes=0-9"}})).edits;
        QCOMPARE(edits.size(), std::size_t{1});
        QVERIFY(edits[0].header == "range" && edits[0].remove);
        QVERIFY(f.broker.besides(to("other.example.com", {{"range", "bytes=0-9"}})).edits.empty());
    }

    void ofManyValuesTheLatestAreKnown() {
        Fixture f;
        f.add("a", f.counting("canary-value"), {place("api.example.com", "x-api-key")}, 0, 200'000'000);
        for (std::size_t i = 0; i < Broker::kMaxGiven + 3; ++i) {
            QVERIFY(f.ask(to("api.example.com", {{"x-api-key", f.placeholder("a")}})).allow);
            QVERIFY(f.until([&] { return !f.broker.states().at(0).held; }));
        }
        const auto given = f.broker.given("api.example.com");
        QCOMPARE(given.forms.size(), Broker::kMaxGiven);
        QVERIFY(secrets::holdsAny("canary-value-" + std::to_string(Broker::kMaxGiven + 3), *given.forms.back()));
    }

    void basicKeepsTheUserThatTheClientNamed() {
        Fixture f;
        f.add("git", "command:echo canary-value", {place("git.example.com", "authorization", Place::Format::Basic)});
        const auto answer = f.ask(to("git.example.com", {{"authorization", basic("x-access-token:" + f.placeholder("git"))}}));
        QCOMPARE(f.valueOf(answer, "authorization"), basic("x-access-token:canary-value"));
        QVERIFY(redacts(answer, basic("x-access-token:canary-value")));
        Fixture g;
        auto named = place("git.example.com", "authorization", Place::Format::Basic);
        named.user = "bot";
        g.add("git", "command:echo canary-value", {named});
        QCOMPARE(g.valueOf(g.ask(to("git.example.com", {{"authorization", basic("bot:" + g.placeholder("git"))}})), "authorization"), basic("bot:canary-value"));
        QCOMPARE(g.ask(to("git.example.com", {{"authorization", basic("eve:" + g.placeholder("git"))}})).reason, std::string("placeholder_elsewhere"));
    }

    void aPlaceholderAnywhereElseIsRefused() {
        Fixture f;
        f.add("a", "command:echo canary-value", {place("api.example.com", "x-api-key")});
        f.add("b", "command:echo other", {place("b.example.com", "authorization", Place::Format::Template, "Bearer {}")});
        const std::string a = f.placeholder("a");
        const std::string b = f.placeholder("b");
        std::vector<Request> wrong{
            to("api.example.com", {{"x-other", a}}),
            to("other.example.com", {{"x-api-key", a}}),
            to("x.api.example.com", {{"x-api-key", a}}),
            to("api.example.com", {{"x-api-key", "Bearer " + a}}),
            to("api.example.com", {{"x-api-key", a + "x"}}),
            to("api.example.com", {{"x-api-key", a}, {"x-copy", "https://evil.example/?k=" + a}}),
            to("api.example.com", {{"x-api-key", a}, {"x-api-key", a}}),
            to("api.example.com", {{"x-api-key", a}, {"x-api-key", "mine"}}),
            to("api.example.com", {{"x-api-key", b}}),
            to("b.example.com", {{"authorization", b}}),
            to("b.example.com", {{"authorization", "Token " + b}}),
            to("b.example.com", {{"authorization", basic("me:" + b)}}),
            to("b.example.com", {{"authorization", "Bearer " + a}}),
            to("api.example.com", {{"x-" + a, "1"}}),
            to("api.example.com", {{"cookie", "k=" + QByteArray::fromStdString(a).toBase64().toStdString()}}),
        };
        wrong.push_back(to("api.example.com"));
        wrong.back().target = "/?key=" + a;
        wrong.push_back(to("api.example.com"));
        wrong.back().target = "/?key=" + QByteArray::fromStdString(a).toPercentEncoding("", QByteArray::fromStdString(a)).toStdString();
        wrong.push_back(to("api.example.com", {{"x-api-key", a}}));
        wrong.back().port = 8443;
        for (std::size_t i = 0; i < wrong.size(); ++i) {
            QVERIFY2(f.broker.concerns(wrong[i]), qPrintable(QString::number(i)));
            const auto answer = f.ask(wrong[i]);
            QVERIFY2(!answer.allow && answer.reason == "placeholder_elsewhere" && answer.edits.empty() && answer.uses.empty(), qPrintable(QString::number(i)));
            QVERIFY(answer.detail.find(a) == std::string::npos && answer.detail.find("canary") == std::string::npos);
            QVERIFY(!answer.name.empty());
        }
        QCOMPARE(f.started, 0); // no store is asked for what is refused
    }

    void requestsWithoutPlaceholderAreNoneOfItsBusiness() {
        Fixture f;
        f.add("a", "command:echo canary-value", {place("api.example.com", "x-api-key")});
        for (const auto& request : {to("api.example.com"), to("api.example.com", {{"x-api-key", "mine"}}), to("other.example", {{"authorization", "Bearer x"}})}) {
            QVERIFY(!f.broker.concerns(request));
            const auto answer = f.ask(request);
            QVERIFY(answer.allow && answer.edits.empty() && answer.uses.empty() && answer.redact.size() == 0);
        }
        QCOMPARE(f.started, 0);
    }

    void alwaysAddsItAndOthersMayBeRefused() {
        Fixture f;
        auto always = place("api.example.com", "x-api-key");
        always.always = true;
        always.others = false;
        f.add("a", "command:echo canary-value", {always});
        QVERIFY(f.broker.concerns(to("api.example.com")));
        QCOMPARE(f.valueOf(f.ask(to("api.example.com")), "x-api-key"), std::string("canary-value"));
        QCOMPARE(f.ask(to("api.example.com", {{"x-api-key", "of-another-account"}})).reason, std::string("other_credential"));
        QVERIFY(f.ask(to("b.example.com")).edits.empty());
        auto plain = to("api.example.com");
        plain.verifiedTls = false;
        QVERIFY(f.ask(plain).edits.empty());
    }

    void plainHttpGetsNoValue() {
        Fixture f;
        f.add("a", "command:echo canary-value", {place("api.example.com", "x-api-key")});
        auto plain = to("api.example.com", {{"x-api-key", f.placeholder("a")}});
        plain.verifiedTls = false;
        QCOMPARE(f.ask(plain).reason, std::string("placeholder_insecure"));
        QCOMPARE(f.started, 0);
    }

    void manyAtOnceFetchOnce() {
        Fixture f;
        f.add("a", f.counting("v", "sleep 0.3;"), {place("api.example.com", "x-api-key")});
        std::vector<Answer> got;
        for (int i = 0; i < 50; ++i) {
            f.broker.ask(to("api.example.com", {{"x-api-key", f.placeholder("a")}}), [&](Answer answer) { got.push_back(std::move(answer)); });
        }
        QVERIFY(f.until([&] { return got.size() == 50; }));
        for (std::size_t i = 0; i < got.size(); ++i) {
            QCOMPARE(f.valueOf(got[i], "x-api-key"), std::string("v-1"));
            QCOMPARE(got[i].uses[0].count, std::uint64_t{i + 1});
        }
        QCOMPARE(f.started, 1);
    }

    void tooManyThatWaitAreRefused() {
        Fixture f;
        f.add("a", f.counting("v", "sleep 1;"), {place("api.example.com", "x-api-key")});
        std::size_t refused = 0;
        std::size_t served = 0;
        for (std::size_t i = 0; i < Broker::kMaxWaiting + 10; ++i) {
            f.broker.ask(to("api.example.com", {{"x-api-key", f.placeholder("a")}}), [&](const Answer& answer) { ++(answer.allow ? served : refused); });
        }
        QVERIFY(f.until([&] { return refused + served == Broker::kMaxWaiting + 10; }));
        QCOMPARE(served, Broker::kMaxWaiting);
    }

    void isFetchedAnewAfterItsTimeAndAfterARejection() {
        Fixture f;
        f.add("a", f.counting("v"), {place("api.example.com", "x-api-key")}, 0, 400'000'000);
        const auto request = to("api.example.com", {{"x-api-key", f.placeholder("a")}});
        const auto first = f.ask(request);
        QCOMPARE(f.valueOf(first, "x-api-key"), std::string("v-1"));
        QVERIFY(f.broker.states()[0].held);
        QVERIFY(f.until([&] { return !f.broker.states()[0].held; }));
        QCOMPARE(f.valueOf(f.ask(request), "x-api-key"), std::string("v-2"));
        Fixture g;
        g.add("a", g.counting("v"), {place("api.example.com", "x-api-key")});
        const auto again = to("api.example.com", {{"x-api-key", g.placeholder("a")}});
        const auto old = g.ask(again);
        g.broker.rejected(old.uses[0]);
        const auto fresh = g.ask(again);
        QCOMPARE(g.valueOf(fresh, "x-api-key"), std::string("v-2"));
        g.broker.rejected(old.uses[0]); // of a value that is gone already
        g.broker.rejected(fresh.uses[0]); // too soon after the last one
        QCOMPARE(g.valueOf(g.ask(again), "x-api-key"), std::string("v-2"));
        QCOMPARE(g.started, 2);
    }

    void aFailureIsToldAndNotRepeatedAtOnce() {
        Fixture f;
        f.add("a", "command:sh -c 'echo no luck >&2; exit 4'", {place("api.example.com", "x-api-key")});
        const auto request = to("api.example.com", {{"x-api-key", f.placeholder("a")}});
        for (int i = 0; i < 3; ++i) {
            const auto answer = f.ask(request);
            QCOMPARE(answer.reason, std::string("secret_unavailable"));
            QVERIFY2(answer.detail.find("no luck") != std::string::npos, answer.detail.c_str());
            QVERIFY(answer.edits.empty() && answer.uses.empty());
        }
        QCOMPARE(f.started, 1);
    }

    void whatNoHeaderMayHoldIsNotPutIn() {
        for (const char* script : {"printf \"a\\nb\"", "printf \"a\\rb\"", "printf \"a\\0b\"", "printf \" a\""}) {
            Fixture f;
            f.add("a", "command:sh -c '" + std::string(script) + "'", {place("api.example.com", "x-api-key")});
            QCOMPARE(f.ask(to("api.example.com", {{"x-api-key", f.placeholder("a")}})).reason, std::string("secret_unavailable"));
        }
    }

    void usesHaveALimit() {
        Fixture f;
        f.add("a", "command:echo canary-value", {place("api.example.com", "x-api-key")}, 2);
        const auto request = to("api.example.com", {{"x-api-key", f.placeholder("a")}});
        QVERIFY(f.ask(request).allow && f.ask(request).allow);
        const auto third = f.ask(request);
        QCOMPARE(third.reason, std::string("secret_limit"));
        QVERIFY(third.edits.empty() && third.redact.size() == 0);
        // At once, too: all of them have waited for the same fetch.
        Fixture g;
        g.add("a", g.counting("v", "sleep 0.2;"), {place("api.example.com", "x-api-key")}, 3);
        int allowed = 0;
        int all = 0;
        for (int i = 0; i < 10; ++i) {
            g.broker.ask(to("api.example.com", {{"x-api-key", g.placeholder("a")}}), [&](const Answer& answer) {
                allowed += answer.allow ? 1 : 0;
                ++all;
            });
        }
        QVERIFY(g.until([&] { return all == 10; }));
        QCOMPARE(allowed, 3);
    }

    void aRequestThatIsGoneIsNotAnswered() {
        Fixture f;
        f.add("a", f.counting("v", "sleep 0.2;"), {place("api.example.com", "x-api-key")});
        bool called = false;
        const auto request = to("api.example.com", {{"x-api-key", f.placeholder("a")}});
        f.broker.cancel(f.broker.ask(request, [&](const Answer&) { called = true; }));
        QCOMPARE(f.ask(request).uses[0].count, std::uint64_t{1});
        QVERIFY(!called);
        {
            Broker other(*f.loop, *f.stores);
            Binding binding;
            binding.name = "b";
            binding.source = *secrets::parseSource("command:sleep 60");
            binding.places = {place("api.example.com", "x-api-key")};
            QVERIFY(other.add(binding));
            other.ask(to("api.example.com", {{"x-api-key", other.placeholder("b")->value}}), [&](const Answer&) { called = true; });
        }
        QVERIFY(f.ask(request).allow);
        QVERIFY(!called);
    }

    void placesThatCannotBeAreRefused() {
        Fixture f;
        const auto bad = [&](const Place& wrong) {
            Binding binding;
            binding.name = "x";
            binding.places = {wrong};
            return !f.broker.add(binding);
        };
        QVERIFY(bad(place("a.example", "X-Api-Key")) && bad(place("a.example", "")) && bad(place("a.example", "host")) && bad(place("", "x")));
        QVERIFY(bad(place("a.example", "x y")) && bad(place("a.example", "authorization", Place::Format::Template, "Bearer")));
        QVERIFY(bad(place("a.example", "authorization", Place::Format::Template, "{} {}")));
        QVERIFY(f.broker.placeholder("x") == nullptr);
        f.add("x", "env:X", {});
        Binding twice;
        twice.name = "x";
        QVERIFY(!f.broker.add(twice));
    }

    // Fetched anew after four fifths of its life, while the old one is still used.
    void whatIsMintedIsRenewedBeforeItEnds() {
        Fixture f;
        const std::string count = f.temp.path().toStdString() + "/count";
        f.write("mint", "#!/bin/sh\necho x >> " + count + "\nprintf '{\"token\":\"v-%d\",\"expires\":%d}' $(wc -l < " + count + ") $(($(date +%s) + 6))\n", 0755);
        f.add("a", "command:~/mint", {place("api.example.com", "x-api-key")});
        const auto request = to("api.example.com", {{"x-api-key", f.placeholder("a")}});
        QCOMPARE(f.valueOf(f.ask(request), "x-api-key"), std::string("v-1"));
        QVERIFY(f.broker.states()[0].expires > systemClock().wall());
        const Nanos start = systemClock().awake();
        QCOMPARE(f.valueOf(f.ask(request), "x-api-key"), std::string("v-1"));
        QVERIFY(!f.until([&] { return systemClock().awake() - start > 60'000'000'000; }, 5)); // 5 of at most 6 seconds
        const auto late = f.valueOf(f.ask(request), "x-api-key");
        QVERIFY2(late == "v-1" || late == "v-2", late.c_str()); // a slow machine may be past its end
        QVERIFY(f.until([&] { return f.valueOf(f.ask(request), "x-api-key") == "v-2"; }));
        QCOMPARE(QFile(QString::fromStdString(count)).size(), qint64{4}); // two lines
    }

    void anAwsRequestIsSignedAnew() {
        Fixture f;
        f.add("aws", "command:echo '{\"Version\":1,\"AccessKeyId\":\"AKIDREAL\",\"SecretAccessKey\":\"real-secret-key\",\"SessionToken\":\"real-token\"}'",
              {place("*.amazonaws.com", "authorization", Place::Format::AwsV4)});
        const auto* placeholder = f.broker.placeholder("aws");
        secrets::Found client;
        client.keyId = *SecretBytes::copyOf(placeholder->keyId);
        client.value = *SecretBytes::copyOf(placeholder->value);
        auto request = to("b.s3.amazonaws.com");
        request.method = "GET";
        const std::string date = secrets::awsDate(systemClock().wall());
        request.headers = {{"host", request.host}, {"x-amz-content-sha256", "UNSIGNED-PAYLOAD"}, {"x-amz-date", date}, {"x-amz-security-token", placeholder->sessionToken}};
        const auto authorization = secrets::awsAuthorization(request, client, "eu-central-1", "s3", date);
        QVERIFY(authorization);
        request.headers.emplace_back("authorization", authorization->reveal());
        const auto answer = f.ask(request);
        QVERIFY2(answer.allow, answer.detail.c_str());
        QVERIFY(f.valueOf(answer, "authorization").starts_with("AWS4-HMAC-SHA256 Credential=AKIDREAL/"));
        QCOMPARE(f.valueOf(answer, "x-amz-security-token"), std::string("real-token"));
        QVERIFY(redacts(answer, "real-token") && redacts(answer, "real-secret-key"));
        request.target = "/another";
        QCOMPARE(f.ask(request).reason, std::string("aws_bad_signature"));
    }

    void anAwsPlaceholderHasThreeParts() {
        Fixture f;
        f.add("aws", "command:echo x", {place("*.amazonaws.com", "authorization", Place::Format::AwsV4)});
        const auto* placeholder = f.broker.placeholder("aws");
        QVERIFY(placeholder->keyId.starts_with("ASIA") && placeholder->value.size() == 40 && placeholder->sessionToken.size() == 120);
        QCOMPARE(f.broker.placeholders().size(), std::size_t{3});
        // A presigned address: in the query.
        auto presigned = to("b.s3.amazonaws.com");
        presigned.target = "/k?X-Amz-Credential=" + placeholder->keyId + "%2F20150830%2Fus-east-1%2Fs3%2Faws4_request";
        QCOMPARE(f.ask(presigned).reason, std::string("placeholder_elsewhere"));
        QCOMPARE(f.ask(to("evil.example", {{"x-amz-security-token", placeholder->sessionToken}})).reason, std::string("placeholder_elsewhere"));
    }
};

QTEST_GUILESS_MAIN(TestBroker)
#include "tst_broker.moc"
