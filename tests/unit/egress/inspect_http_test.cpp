// The real leadglass-inspect on HTTP/1.1, without TLS around it: what is asked, what is passed on, and how each
// request ends.
#include <QtTest>

#include "tests/unit/egress/inspect_run.h"

using namespace leadglass;
using namespace leadglass::test;
using wire::FlowProtocol;
using wire::Refusal;

namespace {

struct Plain {
    Run run;
    UniqueFd client;
    Upstream up;
    std::uint64_t flow = 0;

    explicit Plain(std::uint32_t handshakeSeconds = 3, wire::ScanAction scan = wire::ScanAction::Off, bool canary = false,
                   std::uint64_t maxBody = 0)
        : run(handshakeSeconds, scan, canary, maxBody) {
        client = dial(run->http);
        auto open = run->next<wire::FlowOpen>();
        if (open) {
            flow = open->flow;
            run->allow(flow, FlowProtocol::Http, "api.test", up, false, true);
        }
    }
    bool say(const std::string& text) { return sendText(client.get(), text); }
    std::optional<wire::RequestOpen> asked() { return run->next<wire::RequestOpen>(); }
    // A request, allowed and seen by the server.
    std::uint64_t pass(const std::string& head, std::vector<wire::HeaderEdit> edits = {}) {
        say(head);
        auto open = asked();
        if (!open) {
            return 0;
        }
        run.answer(open->request, true, std::move(edits));
        seen = readUntil(up.server.get(), "\r\n\r\n");
        return open->request;
    }
    std::string seen; // by the server
    bool serverSays(const std::string& text) { return sendText(up.server.get(), text); }
    [[nodiscard]] bool quiet(int fd, int forMs = 60) const {
        pollfd p{fd, POLLIN, 0};
        return ::poll(&p, 1, forMs) == 0;
    }
};

// The body of an answer, out of its chunks where it has any: where they are cut is the proxy's affair.
std::string bodyOf(const std::string& answer) {
    const auto head = answer.find("\r\n\r\n");
    if (head == answer.npos) {
        return {};
    }
    std::string rest = answer.substr(head + 4);
    if (answer.find("Transfer-Encoding: chunked") > head) {
        return rest;
    }
    std::string body;
    for (std::size_t at = 0;;) {
        const auto line = rest.find("\r\n", at);
        const std::size_t size = line == rest.npos ? 0 : std::stoul(rest.substr(at, line - at), nullptr, 16);
        if (size == 0 || line + 2 + size + 2 > rest.size()) {
            return body;
        }
        body += rest.substr(line + 2, size);
        at = line + 2 + size + 2;
    }
}

constexpr auto kGet = "GET / HTTP/1.1\r\nHost: api.test\r\n\r\n";
const std::string kSecret = "s3cr3t-token-0123456789";

wire::HeaderEdit credential() {
    return {"authorization", "Bearer " + kSecret, false, true};
}

} // namespace

class InspectHttpTest : public QObject {
    Q_OBJECT
private slots:
    void eachRequestOfAConnectionIsAskedAboutInTurn() {
        Plain c;
        QVERIFY(c.say(std::string(kGet) + "POST /two HTTP/1.1\r\nHost: api.test\r\nContent-Length: 3\r\n\r\nabc"));
        auto first = c.asked();
        QVERIFY(first);
        QVERIFY(c.quiet(c.run->control.get())); // the second waits for the first's end
        c.run.answer(first->request, true);
        QVERIFY(!readUntil(c.up.server.get(), "\r\n\r\n").empty());
        QVERIFY(c.serverSays("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"));
        QVERIFY(c.run->next<wire::RequestDone>());
        auto second = c.asked();
        QVERIFY(second);
        QVERIFY(second->request > first->request);
        QCOMPARE(second->target, std::string("/two"));
        QVERIFY(c.quiet(c.up.server.get()));
        c.run.answer(second->request, true);
        QVERIFY(readUntil(c.up.server.get(), "abc").ends_with("\r\n\r\nabc"));
        QVERIFY(c.serverSays("HTTP/1.1 204 No Content\r\n\r\n"));
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->bytesOut, std::uint64_t{3});
        QCOMPARE(int(done->status), 204);
    }

    void aDeniedRequestIsAnsweredHere() {
        Plain c;
        QVERIFY(c.say("DELETE /x HTTP/1.1\r\nHost: api.test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"));
        auto open = c.asked();
        QVERIFY(open);
        QVERIFY(c.quiet(c.client.get())); // no 100 before the verdict
        c.run.answer(open->request, false);
        const std::string answer = readUntil(c.client.get(), "");
        QVERIFY(answer.starts_with("HTTP/1.1 403 "));
        QVERIFY(answer.find("Leadglass-Decision: d-9\r\n") != answer.npos);
        QVERIFY(readUntil(c.up.server.get(), "").empty());
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->request, open->request);
        QVERIFY(c.run->next<wire::FlowClosed>());
    }

    void whatCouldBeReadInTwoWaysIsNotAskedAbout_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const QByteArray& fields, int status = 400) {
            QTest::newRow(name) << "POST / HTTP/1.1\r\n" + fields + "\r\n" << status;
        };
        const QByteArray host = "Host: api.test\r\n";
        row("length and chunks", host + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n");
        row("two lengths", host + "Content-Length: 4\r\nContent-Length: 5\r\n");
        row("length with a sign", host + "Content-Length: +4\r\n");
        row("another coding", host + "Transfer-Encoding: gzip, chunked\r\n", 501);
        row("coding with a tab", host + "Transfer-Encoding:\tchunked\r\nTransfer-Encoding: identity\r\n", 501);
        row("folded line", host + "X: a\r\n b\r\n");
        row("bare line feed", host + "X: a\nTransfer-Encoding: chunked\r\n");
        row("blank before the colon", host + "Content-Length : 4\r\n");
        row("several hosts", host + "Host: api.test\r\n");
        row("no host", "X: a\r\n");
        row("another host", "Host: other.test\r\n", 421);
        row("host with another port", "Host: api.test:81\r\n", 421);
        row("nul", host + QByteArray("X: a\0b\r\n", 8));
        QTest::newRow("tunnel inside") << QByteArray("CONNECT api.test:80 HTTP/1.1\r\n") + host + "\r\n" << 400;
        QTest::newRow("absolute, another scheme") << QByteArray("GET https://api.test/ HTTP/1.1\r\n") + host + "\r\n" << 400;
        QTest::newRow("absolute, another host") << QByteArray("GET http://other.test/ HTTP/1.1\r\n") + host + "\r\n" << 421;
        QTest::newRow("HTTP/2 preface") << QByteArray("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") << 400;
        row("huge head", host + "X: " + QByteArray(40000, 'a') + "\r\n", 431);
        row("endless head", host + "X: " + QByteArray(70000, 'a') + "\r\n", 431);
        QByteArray many = host;
        for (int i = 0; i < 140; ++i) {
            many += "x-" + QByteArray::number(i) + ": 1\r\n";
        }
        row("many fields", many, 431);
    }
    void whatCouldBeReadInTwoWaysIsNotAskedAbout() {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        Plain c;
        QVERIFY(c.say(request.toStdString()));
        const std::string answer = readUntil(c.client.get(), "");
        QVERIFY2(answer.starts_with("HTTP/1.1 " + std::to_string(status) + " "), answer.c_str());
        QVERIFY(readUntil(c.up.server.get(), "").empty());
        auto refused = c.run->next<wire::FlowRefused>(); // and no question
        QVERIFY(refused);
        QCOMPARE(refused->refusal, status == 421 ? Refusal::Inconsistent : Refusal::BadProtocol);
    }

    void aBodyThatAServerMayNotReadIsTheLastOfItsConnection_data() {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("framing");
        QTest::addColumn<bool>("last");
        QTest::newRow("GET") << QByteArray("GET") << QByteArray("Content-Length: 3\r\n\r\nabc") << true;
        QTest::newRow("GET in chunks") << QByteArray("GET") << QByteArray("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n") << true;
        QTest::newRow("DELETE") << QByteArray("DELETE") << QByteArray("Content-Length: 3\r\n\r\nabc") << true;
        QTest::newRow("GET without one") << QByteArray("GET") << QByteArray("Content-Length: 0\r\n\r\n") << false;
        QTest::newRow("POST") << QByteArray("POST") << QByteArray("Content-Length: 3\r\n\r\nabc") << false;
    }
    void aBodyThatAServerMayNotReadIsTheLastOfItsConnection() {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, framing);
        QFETCH(bool, last);
        Plain c;
        QVERIFY(c.pass(method.toStdString() + " /x HTTP/1.1\r\nHost: api.test\r\nConnection: keep-alive\r\n" + framing.toStdString()) > 0);
        const std::string head = c.seen.substr(0, c.seen.find("\r\n\r\n"));
        QCOMPARE(head.find("Connection: close") != std::string::npos, last);
        QCOMPARE(head.find("keep-alive") == std::string::npos, last);
    }

    void anAbsoluteTargetIsAskedAboutAsItGoesOn() {
        Plain c;
        QVERIFY(c.say("GET http://API.test:80/p?q HTTP/1.1\r\nHost: api.test\r\n\r\n"));
        auto open = c.asked();
        QVERIFY(open);
        QCOMPARE(open->target, std::string("/p?q"));
        c.run.answer(open->request, true);
        QVERIFY(readUntil(c.up.server.get(), "\r\n\r\n").starts_with("GET /p?q HTTP/1.1\r\n"));
    }

    void bodiesOfAnySizeInConstantMemory() {
        Plain c;
        constexpr std::size_t kSize = 48U << 20;
        QVERIFY(c.pass("PUT /big HTTP/1.1\r\nHost: api.test\r\nContent-Length: " + std::to_string(kSize) + "\r\n\r\n") > 0);
        std::thread sender([&] {
            const std::string piece(1 << 20, 'x');
            for (std::size_t sent = 0; sent < kSize; sent += piece.size()) {
                sendText(c.client.get(), piece);
            }
        });
        QTest::qSleep(200); // nobody reads: what is on its way is bounded
        const std::string status = sys::readFile("/proc/" + std::to_string(c.run->pid) + "/status", 1 << 16).value();
        const std::size_t at = status.find("VmRSS:");
        QVERIFY(at != status.npos);
        const long rss = std::strtol(status.c_str() + at + 6, nullptr, 10);
        std::size_t got = 0;
        while (got < kSize) {
            const std::size_t n = readUntil(c.up.server.get(), "", std::min<std::size_t>(1 << 20, kSize - got)).size();
            if (n == 0) {
                break;
            }
            got += n;
        }
        sender.join();
        QCOMPARE(got, kSize);
        QVERIFY2(rss < 64 * 1024, std::to_string(rss).c_str()); // kB; a debug build with its libraries
        QVERIFY(c.serverSays("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->bytesOut, std::uint64_t{kSize});
    }

    // The client still sends; the server has said all it has to say.
    void anAnswerBeforeTheRequestIsThereIsTheLastOfItsConnection_data() {
        QTest::addColumn<bool>("closes");
        QTest::addColumn<QByteArray>("expect");
        QTest::newRow("and closes") << true << QByteArray();
        QTest::newRow("and reads no more") << false << QByteArray();
        QTest::newRow("and closes, expected") << true << QByteArray("Expect: 100-continue\r\n");
        QTest::newRow("and reads no more, expected") << false << QByteArray("Expect: 100-continue\r\n");
    }
    void anAnswerBeforeTheRequestIsThereIsTheLastOfItsConnection() {
        QFETCH(bool, closes);
        QFETCH(QByteArray, expect);
        Plain c;
        constexpr std::size_t kSize = std::size_t{1} << 40U;
        QVERIFY(c.pass("POST /big HTTP/1.1\r\nHost: api.test\r\n" + expect.toStdString() + "Content-Length: " + std::to_string(kSize) + "\r\n\r\n") > 0);
        std::thread sender([&] { // reads nothing until it cannot send
            const std::string piece(1 << 20, 'x');
            while (sendText(c.client.get(), piece)) {
            }
        });
        QTest::qSleep(100); // all buffers are full
        const std::string status = sys::readFile("/proc/" + std::to_string(c.run->pid) + "/status", 1 << 16).value();
        const long rss = std::strtol(status.c_str() + status.find("VmRSS:") + 6, nullptr, 10);
        const bool answered = c.serverSays("HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\n\r\nlong");
        if (closes) {
            c.up.server.reset(); // with a reset: there is more that it did not read
        }
        auto done = c.run->next<wire::RequestDone>();
        sender.join();
        QVERIFY(answered && done);
        QCOMPARE(int(done->status), 413);
        QVERIFY2(rss < 64 * 1024, std::to_string(rss).c_str());
        const std::string got = readUntil(c.client.get(), "long");
        QVERIFY2(got.ends_with("\r\n\r\nlong"), got.c_str());
        QVERIFY(c.run->next<wire::FlowClosed>());
    }
    void whatFollowsAnEarlyAnswerIsNoRequestOfTheServers() {
        Plain c;
        QVERIFY(c.pass("POST /x HTTP/1.1\r\nHost: api.test\r\nContent-Length: 60\r\n\r\n") > 0);
        QVERIFY(c.serverSays("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno"));
        QVERIFY(readUntil(c.client.get(), "no").ends_with("no"));
        c.say("DELETE /all HTTP/1.1\r\nHost: api.test\r\nX-Fill: 0123456789abcd\r\n\r\n");
        QCOMPARE(readUntil(c.up.server.get(), ""), std::string());
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(int(done->status), 401);
        QCOMPARE(done->failure, std::string());
    }

    void eventsAndInterimAnswersPassAsTheyCome() {
        Plain c;
        QVERIFY(c.pass("POST /s HTTP/1.1\r\nHost: api.test\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", {credential()}) > 0);
        QVERIFY(c.seen.find("Expect: 100-continue") != c.seen.npos);
        QVERIFY(c.serverSays("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"));
        QVERIFY(readUntil(c.client.get(), "</a>\r\n\r\n").starts_with("HTTP/1.1 100 Continue\r\n\r\n"));
        QVERIFY(c.say("hi"));
        QCOMPARE(readUntil(c.up.server.get(), "hi"), std::string("hi"));
        QVERIFY(c.serverSays("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
        for (int i = 0; i < 5; ++i) { // each event is read before the next is sent
            QVERIFY(c.serverSays("8\r\ndata: x\n\r\n"));
            QVERIFY(!readUntil(c.client.get(), "data: x\n").empty());
        }
        QVERIFY(c.serverSays("0\r\nX-Sum: 1\r\n\r\n"));
        QVERIFY(readUntil(c.client.get(), "X-Sum: 1\r\n\r\n").ends_with("0\r\nX-Sum: 1\r\n\r\n"));
    }

    void aWebSocketPassesAfterTheVerdict() {
        Plain c;
        const auto id = c.pass("GET /ws HTTP/1.1\r\nHost: api.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nEARLY");
        QVERIFY(id > 0);
        QVERIFY(c.quiet(c.up.server.get()));
        QVERIFY(c.serverSays("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81\x01x"));
        QVERIFY(readUntil(c.client.get(), "\x81\x01x").ends_with("\r\n\r\n\x81\x01x"));
        QCOMPARE(readUntil(c.up.server.get(), "EARLY"), std::string("EARLY"));
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(int(done->status), 101);
    }

    void aCredentialThatComesBackInAWebSocketIsTakenOut() {
        Plain c;
        QVERIFY(c.pass("GET /ws HTTP/1.1\r\nHost: api.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                       "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n", {credential()}) > 0);
        QVERIFY2(c.seen.find("deflate") == c.seen.npos, "what is compressed cannot be searched");
        QVERIFY(c.serverSays("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"));
        QVERIFY(!readUntil(c.client.get(), "\r\n\r\n").empty());
        QVERIFY(c.serverSays("\x81\x19[" + kSecret.substr(0, 9)));
        QTest::qSleep(20);
        QVERIFY(c.serverSays(kSecret.substr(9) + "]."));
        const std::string got = readUntil(c.client.get(), "].");
        QVERIFY2(got.ends_with("[" + std::string(kSecret.size(), '*') + "]."), got.c_str());
        QVERIFY(c.say("up"));
        QCOMPARE(readUntil(c.up.server.get(), "up"), std::string("up"));
        c.up.server.reset();
        QVERIFY(readUntil(c.client.get(), "").empty());
        c.client.reset();
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->redacted, 1U);
        QCOMPARE(done->bytesOut, std::uint64_t{2});
    }

    void aCredentialThatComesBackIsTakenOut_data() {
        QTest::addColumn<QByteArray>("answer");
        const QByteArray s = QByteArray::fromStdString(kSecret);
        QTest::newRow("in a field") << "HTTP/1.1 200 OK\r\nX-Echo: a" + s + "b\r\nContent-Length: 2\r\n\r\nok";
        QTest::newRow("in the reason") << "HTTP/1.1 200 " + s + "\r\nContent-Length: 2\r\n\r\nok";
        QTest::newRow("in a body") << "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(s.size() + 4) + "\r\n\r\n[" + s + "]ok";
        QTest::newRow("over chunks") << "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n" + s.left(5) + "\r\n" +
                                            QByteArray::number(s.size() - 5, 16) + "\r\n" + s.mid(5) + "\r\n2\r\nok\r\n0\r\n\r\n";
        QTest::newRow("in a trailer") << "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: " + s + "\r\n\r\n";
    }
    void aCredentialThatComesBackIsTakenOut() {
        QFETCH(QByteArray, answer);
        Plain c;
        const auto id = c.pass("GET / HTTP/1.1\r\nHost: api.test\r\nAccept-Encoding: gzip\r\nAuthorization: PLACEHOLDER\r\n\r\n", {credential()});
        QVERIFY(id > 0);
        QVERIFY(c.seen.find("authorization: Bearer " + kSecret + "\r\n") != c.seen.npos);
        QVERIFY(c.seen.find("PLACEHOLDER") == c.seen.npos);
        QVERIFY(c.seen.find("gzip") == c.seen.npos);
        for (char byte : answer.toStdString()) { // in the smallest pieces
            QVERIFY(c.serverSays(std::string(1, byte)));
        }
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->redacted, 1U);
        c.up.server.reset();
        const std::string got = readUntil(c.client.get(), "");
        QVERIFY2(bodyOf(got).ends_with("ok"), got.c_str());
        QVERIFY(got.find(kSecret) == got.npos);
        QVERIFY(got.find(kSecret.substr(0, 8)) == got.npos);
        QVERIFY(got.find("*") != got.npos);
    }

    void whatMustNotLeaveIsSeen_data() {
        QTest::addColumn<int>("action");
        QTest::addColumn<bool>("chunked");
        QTest::addColumn<bool>("canary");
        for (const bool chunked : {false, true}) {
            const char* how = chunked ? " in chunks" : "";
            QTest::addRow("told%s", how) << int(wire::ScanAction::Flag) << chunked << false;
            QTest::addRow("blocked%s", how) << int(wire::ScanAction::Block) << chunked << false;
            QTest::addRow("replaced%s", how) << int(wire::ScanAction::Redact) << chunked << false;
            for (const auto action : {wire::ScanAction::Off, wire::ScanAction::Flag, wire::ScanAction::Redact, wire::ScanAction::Block}) {
                QTest::addRow("a canary is blocked, action %d%s", int(action), how) << int(action) << chunked << true;
            }
        }
    }
    void whatMustNotLeaveIsSeen() {
        QFETCH(int, action);
        QFETCH(bool, chunked);
        QFETCH(bool, canary);
        const auto scan = static_cast<wire::ScanAction>(action);
        Plain c(3, scan, true);
        const std::string held = canary ? kCanary : "AKIAZ3MSQ4T7NPXK2WLR";
        const bool blocks = canary || scan == wire::ScanAction::Block;
        const std::string body = "{\"log\": \"" + held + "\"} and more that is said after it";
        const auto id = c.pass("POST /log HTTP/1.1\r\nHost: api.test\r\n" +
                               (chunked ? std::string("Transfer-Encoding: chunked") : "Content-Length: " + std::to_string(body.size())) + "\r\n\r\n");
        QVERIFY(id > 0);
        std::string sent;
        for (char byte : body) { // over any cut
            sent += chunked ? std::string("1\r\n") + byte + "\r\n" : std::string(1, byte);
        }
        QVERIFY(c.say(sent + (chunked ? "0\r\n\r\n" : "")));
        auto seen = c.run->next<wire::Sighting>();
        QVERIFY(seen);
        QCOMPARE(seen->what, std::string(canary ? "canary:0" : "aws-access-key-id"));
        QCOMPARE(seen->request, id);
        QCOMPARE(int(seen->where), 2);
        QCOMPARE(seen->offset, std::uint64_t{9});
        QCOMPARE(seen->blocked, blocks);
        if (blocks) {
            QVERIFY(readUntil(c.client.get(), "").starts_with("HTTP/1.1 403 "));
            auto done = c.run->next<wire::RequestDone>();
            QVERIFY(done);
            QCOMPARE(done->failure, std::string("body_blocked"));
            QVERIFY2(readUntil(c.up.server.get(), "").find(held.substr(0, 9)) == std::string::npos, "not even a part of it leaves");
            return;
        }
        const std::string got = readUntil(c.up.server.get(), chunked ? "0\r\n\r\n" : "after it");
        if (scan == wire::ScanAction::Flag) {
            QVERIFY(chunked || got == body);
        } else {
            QVERIFY(chunked || got.find(std::string(8, '*')) != got.npos);
            QVERIFY(got.find(held.substr(0, 9)) == got.npos);
        }
        QVERIFY(chunked || got.size() == body.size());
    }

    void aBodyThatIsTooLargeIsStopped_data() {
        QTest::addColumn<int>("size");
        QTest::newRow("as much as may be") << 100;
        QTest::newRow("one more") << 101;
    }
    void aBodyThatIsTooLargeIsStopped() {
        QFETCH(int, size);
        Plain c(3, wire::ScanAction::Off, false, 100);
        QVERIFY(c.pass("POST /log HTTP/1.1\r\nHost: api.test\r\nTransfer-Encoding: chunked\r\n\r\n") > 0);
        std::string sent;
        for (int i = 0; i < size; ++i) {
            sent += "1\r\nx\r\n";
        }
        QVERIFY(c.say(sent + "0\r\n\r\n"));
        if (size <= 100) {
            QVERIFY(readUntil(c.up.server.get(), "0\r\n\r\n").ends_with("0\r\n\r\n"));
            return;
        }
        QVERIFY(readUntil(c.client.get(), "").starts_with("HTTP/1.1 413 "));
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->failure, std::string("body_too_large"));
        QVERIFY(!readUntil(c.up.server.get(), "").ends_with("0\r\n\r\n"));
    }

    void aCanaryInAHeadIsSeen() {
        Plain c(3, wire::ScanAction::Block, true);
        QVERIFY(c.say("GET /?q=" + kCanary + " HTTP/1.1\r\nHost: api.test\r\n\r\n"));
        auto seen = c.run->next<wire::Sighting>();
        QVERIFY(seen);
        QCOMPARE(int(seen->where), 0);
        QVERIFY(seen->blocked);
        QVERIFY(readUntil(c.client.get(), "").starts_with("HTTP/1.1 403 "));
        QVERIFY(readUntil(c.up.server.get(), "").empty());
    }

    void anEncodedAnswerToACredentialIsRefused() {
        Plain c;
        QVERIFY(c.pass(kGet, {credential()}) > 0);
        QVERIFY(c.serverSays("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nxyz"));
        QVERIFY(readUntil(c.client.get(), "").starts_with("HTTP/1.1 502 "));
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->failure, std::string("encoded_response"));
    }

    // What another request was given may be in this one's answer, also where it is known only after the verdict.
    void whatOthersWereGivenIsTakenOut_data() {
        QTest::addColumn<bool>("later");
        QTest::newRow("before the verdict") << false;
        QTest::newRow("while it is under way") << true;
    }
    void whatOthersWereGivenIsTakenOut() {
        QFETCH(bool, later);
        Plain c;
        QVERIFY(c.say("GET / HTTP/1.1\r\nHost: api.test\r\nAccept-Encoding: gzip\r\n\r\n"));
        auto open = c.asked();
        QVERIFY(open);
        c.run->send(wire::RequestWatch{open->request, later ? std::vector<std::string>{} : std::vector<std::string>{kSecret}});
        c.run.answer(open->request, true);
        QVERIFY(readUntil(c.up.server.get(), "\r\n\r\n").find("gzip") == std::string::npos);
        QVERIFY(c.serverSays("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kSecret.size() + 5) + "\r\n\r\nwell[" + kSecret.substr(0, later ? 0 : 9)));
        QVERIFY(!readUntil(c.client.get(), "well").empty());
        if (later) {
            c.run->send(wire::RequestWatch{open->request, {kSecret}});
            QTest::qSleep(50);
        }
        QVERIFY(c.serverSays(kSecret.substr(later ? 0 : 9)));
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->redacted, 1U);
        c.up.server.reset();
        const std::string got = readUntil(c.client.get(), "");
        QVERIFY2(got.find(kSecret.substr(4)) == got.npos && got.find("****") != got.npos, got.c_str());
    }

    // A plain page that comes encoded all the same is no loss while there is nothing to be found.
    void anEncodedPagePassesUntilACredentialIsOut() {
        for (const bool later : {false, true}) {
            Plain c;
            QVERIFY(c.say(kGet));
            auto open = c.asked();
            QVERIFY(open);
            c.run->send(wire::RequestWatch{open->request, {}});
            c.run.answer(open->request, true);
            QVERIFY(!readUntil(c.up.server.get(), "\r\n\r\n").empty());
            QVERIFY(c.serverSays("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 6\r\n\r\nxyz"));
            QVERIFY(readUntil(c.client.get(), "xyz").ends_with("xyz"));
            if (later) {
                c.run->send(wire::RequestWatch{open->request, {kSecret}});
            } else {
                QVERIFY(c.serverSays("abc"));
                QVERIFY(readUntil(c.client.get(), "abc").ends_with("abc"));
            }
            auto done = c.run->next<wire::RequestDone>();
            QVERIFY(done);
            QCOMPARE(done->failure, std::string(later ? "encoded_response" : ""));
        }
    }

    void bytesBehindAnAnswerAreNotTheNextOne() {
        Plain c;
        QVERIFY(c.pass(kGet, {credential()}) > 0);
        QVERIFY(c.serverSays("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nX: " + kSecret + "\r\n\r\n"));
        const std::string got = readUntil(c.client.get(), "");
        QVERIFY(got.ends_with("\r\n\r\nok"));
    }

    void everyQuestionEndsOnce_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"client resets", "server closes", "run ends", "server says nothing"}) {
            QTest::newRow(how) << how;
        }
    }
    void everyQuestionEndsOnce() {
        QFETCH(QString, how);
        Plain c;
        QVERIFY(c.say(kGet));
        auto open = c.asked();
        QVERIFY(open);
        if (how == "client resets") {
            const linger now{1, 0};
            ::setsockopt(c.client.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
            c.client.reset();
        } else if (how == "server closes") {
            c.up.server.reset();
            QTest::qSleep(50);
            c.run.answer(open->request, true);
            QVERIFY(readUntil(c.client.get(), "").starts_with("HTTP/1.1 502 "));
        } else if (how == "run ends") {
            ::shutdown(c.run->control.get(), SHUT_WR);
        } else {
            c.run.answer(open->request, true);
            QVERIFY(!readUntil(c.up.server.get(), "\r\n\r\n").empty());
            c.up.server.reset();
            QVERIFY(readUntil(c.client.get(), "").starts_with("HTTP/1.1 502 "));
        }
        auto done = c.run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->request, open->request);
        auto closed = c.run->next<wire::FlowClosed>(); // no second one in between
        QVERIFY(closed);
        QCOMPARE(closed->flow, c.flow);
    }

    void aPushIsAskedAboutWithItsRefs_data() {
        QTest::addColumn<bool>("chunked");
        QTest::newRow("length") << false;
        QTest::newRow("chunks") << true;
    }
    void aPushIsAskedAboutWithItsRefs() {
        QFETCH(bool, chunked);
        const std::string zero(40, '0');
        const std::string some(40, 'a');
        const auto line = [](const std::string& text) {
            char size[8];
            std::snprintf(size, sizeof size, "%04zx", text.size() + 4);
            return size + text;
        };
        const std::string body = line(zero + " " + some + " refs/heads/new" + std::string(1, '\0') + "report-status") +
                                 line(some + " " + zero + " refs/tags/old") + "0000PACK and so on";
        Plain c;
        std::string head = "POST /a/b.git/git-receive-pack HTTP/1.1\r\nHost: api.test\r\nExpect: 100-continue\r\n";
        head += chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
        QVERIFY(c.say(head));
        QVERIFY(!readUntil(c.client.get(), "100 Continue\r\n\r\n").empty()); // its commands are needed first
        QVERIFY(c.quiet(c.run->control.get()));
        std::string sent;
        for (char byte : body) {
            sent += chunked ? std::string("1\r\n") + byte + "\r\n" : std::string(1, byte);
        }
        sent += chunked ? "0\r\n\r\n" : "";
        QVERIFY(c.say(sent));
        auto open = c.asked();
        QVERIFY(open);
        QVERIFY(open->pushed);
        QCOMPARE(open->refs.size(), std::size_t{2});
        QCOMPARE(open->refs[0].ref, std::string("refs/heads/new"));
        QVERIFY(open->refs[0].create && !open->refs[0].remove);
        QCOMPARE(open->refs[1].ref, std::string("refs/tags/old"));
        QVERIFY(open->refs[1].remove);
        QVERIFY(c.quiet(c.up.server.get()));
        c.run.answer(open->request, true);
        const std::string all = readUntil(c.up.server.get(), "", head.size() - 22 + sent.size());
        QVERIFY(all.ends_with(sent)); // as it came
        QVERIFY(all.find("Expect") == all.npos);
    }

    void aPushThatCannotBeReadIsRefused_data() {
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("encoded") << QByteArray("Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n0000");
        QTest::newRow("no pkt-line") << QByteArray("Content-Length: 8\r\n\r\nnonsense");
        QTest::newRow("no body") << QByteArray("\r\n");
        QTest::newRow("cut") << QByteArray("Content-Length: 4\r\n\r\n0077");
    }
    void aPushThatCannotBeReadIsRefused() {
        QFETCH(QByteArray, rest);
        Plain c; // in a spelling that a server may take for the same
        QVERIFY(c.say("POST /a/b.git/git%2Dreceive-pack HTTP/1.1\r\nHost: api.test\r\n" + rest.toStdString()));
        QVERIFY(readUntil(c.client.get(), "").starts_with("HTTP/1.1 403 "));
        QVERIFY(c.run->next<wire::FlowRefused>());
        QVERIFY(readUntil(c.up.server.get(), "").empty());
    }

    void aHeadThatNeverEndsIsDropped() {
        Plain c(1);
        QVERIFY(c.say("GET / HTTP/1.1\r\nHost: api"));
        QElapsedTimer since;
        since.start();
        QVERIFY(c.run->next<wire::FlowClosed>());
        QVERIFY(since.elapsed() < 5000);
    }

    void aProxyClientIsAskedAboutEachHost() {
        Run run;
        UniqueFd c = dial(run->proxy);
        QVERIFY(sendText(c.get(), "GET http://api.test/1 HTTP/1.1\r\nHost: api.test\r\n\r\n"));
        auto flow = run->next<wire::FlowOpen>();
        QVERIFY(flow);
        Upstream one;
        run->allow(flow->flow, FlowProtocol::Http, "api.test", one, false, true);
        auto open = run->next<wire::RequestOpen>();
        QVERIFY(open);
        QCOMPARE(open->target, std::string("/1"));
        run.answer(open->request, true);
        QVERIFY(readUntil(one.server.get(), "\r\n\r\n").starts_with("GET /1 HTTP/1.1\r\n"));
        QVERIFY(sendText(one.server.get(), "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1"));
        QVERIFY(readUntil(c.get(), "\r\n\r\n1").ends_with("1"));
        QVERIFY(run->next<wire::RequestDone>());
        QVERIFY(sendText(c.get(), "GET http://x.any.test/2 HTTP/1.1\r\nHost: x.any.test\r\n\r\n"));
        QVERIFY(run->next<wire::FlowClosed>());
        auto second = run->next<wire::FlowOpen>();
        QVERIFY(second);
        QCOMPARE(second->name, std::string("x.any.test"));
        Upstream two;
        run->allow(second->flow, FlowProtocol::Http, "x.any.test", two, false, true);
        auto again = run->next<wire::RequestOpen>();
        QVERIFY(again);
        QCOMPARE(again->flow, second->flow);
        run.answer(again->request, true);
        QVERIFY(readUntil(two.server.get(), "\r\n\r\n").starts_with("GET /2 HTTP/1.1\r\n"));
    }
};

// Before QTest starts its watchdog: a process with threads cannot make a user namespace.
int main(int argc, char** argv) {
    enterOwnNetwork();
    std::signal(SIGPIPE, SIG_IGN);
    InspectHttpTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "inspect_http_test.moc"
