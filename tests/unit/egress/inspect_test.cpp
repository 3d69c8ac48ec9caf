// The real leadglass-inspect between a TLS client and a TLS server: one HTTP/1.1 request after the other.
#include <QtTest>

#include "tests/unit/egress/inspect_run.h"

using namespace leadglass;
using namespace leadglass::test;
using wire::FlowProtocol;
using wire::Refusal;

namespace {

constexpr auto kGet = "GET /a?b=c HTTP/1.1\r\nHost: api.test\r\nX-Thing: 1\r\n\r\n";

} // namespace

class InspectTest : public QObject {
    Q_OBJECT
private slots:
    void asksAboutARequestBeforeAnythingOfItLeaves() {
        Run run;
        QVERIFY(run.authority != nullptr);
        const Identity identity = makeIdentity("api.test", &run.root);
        Inspected c(run, identity);
        QVERIFY2(c.ok, c.why.c_str());
        QCOMPARE(c.client.protocol(), std::string("http/1.1"));
        QVERIFY(c.client.send(kGet));
        auto open = run->next<wire::RequestOpen>();
        QVERIFY(open);
        QCOMPARE(open->flow, c.flow);
        QCOMPARE(open->method, std::string("GET"));
        QCOMPARE(open->target, std::string("/a?b=c"));
        QCOMPARE(open->host, std::string("api.test"));
        QCOMPARE(open->headers.size(), std::size_t{2});
        QCOMPARE(open->headers[1].name, std::string("x-thing"));
        pollfd quiet{c.up.server.get(), POLLIN, 0};
        QCOMPARE(::poll(&quiet, 1, 100), 0); // not a byte before the verdict
        run.answer(open->request, true, {{"x-added", "yes", false, false}, {"x-thing", "", true, false}});
        const std::string head = c.server.readUntil("\r\n\r\n");
        QVERIFY(head.starts_with("GET /a?b=c HTTP/1.1\r\nHost: api.test\r\n"));
        QVERIFY(head.find("x-added: yes\r\n") != head.npos);
        QVERIFY(head.find("X-Thing") == head.npos);
        QVERIFY(c.server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
        QVERIFY(c.client.readUntil("ok").ends_with("\r\n\r\nok"));
        auto done = run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->request, open->request);
        QCOMPARE(int(done->status), 200);
        QCOMPARE(done->bytesIn, std::uint64_t{2});
        QVERIFY(done->failure.empty());
    }

    void bothVersionsOfTlsOnEitherSide_data() {
        QTest::addColumn<int>("client");
        QTest::addColumn<int>("server");
        QTest::newRow("1.2 to 1.2") << TLS1_2_VERSION << TLS1_2_VERSION;
        QTest::newRow("1.2 to 1.3") << TLS1_2_VERSION << TLS1_3_VERSION;
        QTest::newRow("1.3 to 1.2") << TLS1_3_VERSION << TLS1_2_VERSION;
    }
    void bothVersionsOfTlsOnEitherSide() {
        QFETCH(int, client);
        QFETCH(int, server);
        Run run;
        const Identity identity = makeIdentity("*.any.test", &run.root);
        Inspected c(run, identity, "x.any.test", {}, "", client, server);
        QVERIFY2(c.ok, c.why.c_str());
        QCOMPARE(c.client.protocol(), std::string()); // a client without ALPN
        QVERIFY(c.client.send("GET / HTTP/1.1\r\nHost: x.any.test\r\n\r\n"));
        auto open = run->next<wire::RequestOpen>();
        QVERIFY(open);
        run.answer(open->request, true);
        QVERIFY(!c.server.readUntil("\r\n\r\n").empty());
        // A body that ends with the connection: the end is told as one.
        QVERIFY(c.server.send("HTTP/1.1 200 OK\r\n\r\nall of it"));
        c.server.close();
        ::shutdown(c.up.server.get(), SHUT_WR);
        QVERIFY(c.client.readUntil("").ends_with("all of it"));
        QVERIFY(c.client.endedInPeace());
    }

    void aBodyThatIsCutIsNotTakenForWhole() {
        Run run;
        const Identity identity = makeIdentity("api.test", &run.root);
        Inspected c(run, identity);
        QVERIFY2(c.ok, c.why.c_str());
        QVERIFY(c.client.send(kGet));
        auto open = run->next<wire::RequestOpen>();
        QVERIFY(open);
        run.answer(open->request, true);
        QVERIFY(!c.server.readUntil("\r\n\r\n").empty());
        QVERIFY(c.server.send("HTTP/1.1 200 OK\r\n\r\nhalf of"));
        c.up.server.reset(); // without close_notify: somebody on the way could have cut it
        QVERIFY(c.client.readUntil("half of").ends_with("half of"));
        c.client.readUntil("");
        QVERIFY(!c.client.endedInPeace());
        auto done = run->next<wire::RequestDone>();
        QVERIFY(done);
        QCOMPARE(done->failure, std::string("upstream_closed"));
    }

    // Not one byte of a request goes to a server that is not verified.
    void aServerThatDoesNotHoldGetsNothing_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("reason");
        QTest::newRow("expired") << "expired" << "expired";
        QTest::newRow("signed by itself") << "self" << "untrusted";
        QTest::newRow("another root") << "root" << "untrusted";
        QTest::newRow("another name") << "name" << "wrong_name";
        QTest::newRow("wildcard over two labels") << "deep" << "wrong_name";
        QTest::newRow("named in the subject only") << "subject" << "wrong_name";
        QTest::newRow("no TLS") << "plain" << "protocol";
        QTest::newRow("gone") << "gone" << "protocol";
    }
    void aServerThatDoesNotHoldGetsNothing() {
        QFETCH(QString, kind);
        QFETCH(QString, reason);
        Run run;
        const Identity other = makeIdentity("Other root", nullptr);
        const std::string host = kind == "deep" ? "x.y.any.test" : "api.test";
        const Identity identity = kind == "expired" ? makeIdentity("api.test", &run.root, -1)
                                  : kind == "self"  ? makeIdentity("api.test", nullptr)
                                  : kind == "root"  ? makeIdentity("api.test", &other)
                                  : kind == "name"  ? makeIdentity("www.test", &run.root)
                                  : kind == "subject" ? makeIdentity("api.test", &run.root, 30, false)
                                                    : makeIdentity("*.any.test", &run.root);
        UniqueFd c = dial(run->tls);
        auto open = run->next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        run->allow(open->flow, FlowProtocol::Tls, host, up, false, true);
        TlsPeer server;
        bool served = false;
        std::thread far([&] {
            if (kind == "plain") {
                sendText(up.server.get(), "220 mail.test ESMTP\r\n");
            } else if (kind == "gone") {
                readUntil(up.server.get(), "", 5);
                up.server.reset();
            } else {
                served = shakeAsServer(server, up.server.get(), identity, "http/1.1");
            }
        });
        TlsPeer client;
        std::string why;
        const bool shaken = shakeAsClient(client, c.get(), host, run.authority.get(), {"http/1.1"}, TLS1_3_VERSION, &why);
        far.join();
        QVERIFY(!shaken);
        QVERIFY2(why.find("alert") != why.npos, why.c_str()); // told, not cut off
        auto failed = run->next<wire::TlsFailed>();
        QVERIFY(failed);
        QCOMPARE(failed->flow, open->flow);
        QVERIFY(failed->upstream);
        QCOMPARE(QString::fromStdString(failed->reason), reason);
        QVERIFY(!failed->detail.empty());
        QVERIFY(run->next<wire::FlowClosed>());
        if (served) { // TLS 1.3: its side may have ended before it heard of ours
            QVERIFY(server.readUntil("").empty());
        }
    }

    void aClientThatDoesNotTrustTheRunIsTold() {
        Run run;
        const Identity identity = makeIdentity("api.test", &run.root);
        UniqueFd c = dial(run->tls);
        auto open = run->next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        run->allow(open->flow, FlowProtocol::Tls, "api.test", up, false, true);
        TlsPeer server;
        std::thread far([&] { shakeAsServer(server, up.server.get(), identity, "http/1.1"); });
        TlsPeer client; // pinned to something else
        QVERIFY(!shakeAsClient(client, c.get(), "api.test", identity.certificate.get(), {"http/1.1"}));
        far.join();
        auto failed = run->next<wire::TlsFailed>();
        QVERIFY(failed);
        QVERIFY(!failed->upstream);
        QCOMPARE(failed->reason, std::string("client_rejected"));
        QVERIFY(run->next<wire::FlowClosed>());
    }

    void anotherServerNameIsRefusedBeforeAnyHandshake() {
        Run run;
        UniqueFd c = dial(run->tls);
        auto open = run->next<wire::FlowOpen>();
        Upstream up;
        run->allow(open->flow, FlowProtocol::Tls, "api.test", up, false, true);
        TlsPeer client;
        QVERIFY(!shakeAsClient(client, c.get(), "x.any.test", run.authority.get(), {}));
        auto refused = run->next<wire::FlowRefused>();
        QVERIFY(refused);
        QCOMPARE(refused->refusal, Refusal::Inconsistent);
        QVERIFY(readUntil(up.server.get(), "").empty());
    }

    void whoDalliesInAHandshakeIsDropped_data() {
        QTest::addColumn<bool>("server");
        QTest::newRow("client") << false;
        QTest::newRow("server") << true;
    }
    void whoDalliesInAHandshakeIsDropped() {
        QFETCH(bool, server);
        Run run(1);
        const Identity identity = makeIdentity("api.test", &run.root);
        UniqueFd c = dial(run->tls);
        auto open = run->next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        run->allow(open->flow, FlowProtocol::Tls, "api.test", up, false, true);
        TlsPeer peer;
        std::thread far([&] {
            if (!server) {
                shakeAsServer(peer, up.server.get(), identity, "http/1.1");
            }
        });
        // A ClientHello, and nothing more.
        Owned<SSL_CTX> context(SSL_CTX_new(TLS_client_method()));
        Owned<SSL> tls(SSL_new(context.get()));
        SSL_set_tlsext_host_name(tls.get(), "api.test");
        BIO* out = BIO_new(BIO_s_mem());
        SSL_set_bio(tls.get(), BIO_new(BIO_s_mem()), out);
        SSL_connect(tls.get());
        char* bytes = nullptr;
        const long size = BIO_get_mem_data(out, &bytes);
        QVERIFY(sendText(c.get(), {bytes, static_cast<std::size_t>(size)}));
        far.join();
        QElapsedTimer since;
        since.start();
        auto failed = run->next<wire::TlsFailed>();
        QVERIFY(failed);
        QCOMPARE(failed->upstream, server);
        QVERIFY(since.elapsed() < 5000);
        QVERIFY(run->next<wire::FlowClosed>());
    }

    // A run whose program cannot inspect: nothing is let through instead.
    void withoutAnInspectorTheVerdictIsRefused() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.http);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Http, "api.test", up, false, true);
        QVERIFY(e.next<wire::FlowRefused>());
        QVERIFY(readUntil(up.server.get(), "").empty());
    }

    void theSameAuthorityServesAnotherProcess() {
        Run first;
        Inspecting again = first.inspecting;
        again.begin.certificate = first.egress->authority.certificate;
        again.begin.key = first.egress->authority.key;
        first.egress.reset();
        Egress second(3, 4096, &again);
        QVERIFY(second.authority.certificate == again.begin.certificate);
        QVERIFY(second.next<wire::Ready>());
    }
};

// Before QTest starts its watchdog: a process with threads cannot make a user namespace.
int main(int argc, char** argv) {
    enterOwnNetwork();
    std::signal(SIGPIPE, SIG_IGN);
    InspectTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "inspect_test.moc"
