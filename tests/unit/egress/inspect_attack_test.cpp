// What a hostile client can do to leadglass-inspect: many connections, handshakes that are never ended, renegotiation,
// bytes that are no TLS. Memory stays bounded and others are served meanwhile.
#include <QtTest>

#include <sys/resource.h>

#include "tests/unit/egress/inspect_run.h"

using namespace leadglass;
using namespace leadglass::test;
using wire::FlowProtocol;

namespace {

long residentKb(pid_t pid) {
    const auto status = sys::readFile("/proc/" + std::to_string(pid) + "/status", 1 << 16);
    const std::size_t at = status.ok() ? status->find("VmRSS:") : std::string::npos;
    return at == std::string::npos ? -1 : std::strtol(status->c_str() + at + 6, nullptr, 10);
}

// The bytes of a ClientHello for `host`.
std::string helloFor(const std::string& host, int maxVersion = TLS1_3_VERSION) {
    Owned<SSL_CTX> context(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_set_max_proto_version(context.get(), maxVersion);
    Owned<SSL> tls(SSL_new(context.get()));
    SSL_set_tlsext_host_name(tls.get(), host.c_str());
    BIO* out = BIO_new(BIO_s_mem());
    SSL_set_bio(tls.get(), BIO_new(BIO_s_mem()), out);
    SSL_connect(tls.get());
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(out, &bytes);
    return {bytes, static_cast<std::size_t>(size)};
}

} // namespace

class InspectAttackTest : public QObject {
    Q_OBJECT
private slots:
    void aThousandHalfOpenHandshakesAreBoundedAndDropped() {
        Run run(4);
        const Identity identity = makeIdentity("api.test", &run.root);
        const long before = residentKb(run->pid);
        const std::string hello = helloFor("api.test");
        const std::size_t count = m_many;
        std::vector<UniqueFd> clients;
        std::vector<Upstream> ups(count);
        for (std::size_t i = 0; i < count; ++i) {
            clients.push_back(dial(run->tls));
            auto open = run->next<wire::FlowOpen>();
            QVERIFY(open);
            run->allow(open->flow, FlowProtocol::Tls, "api.test", ups[i], false, true);
            QVERIFY(sendText(clients.back().get(), hello)); // and no server answers
        }
        QTest::qSleep(200);
        const long grown = residentKb(run->pid) - before;
        QVERIFY2(grown < static_cast<long>(count) * 128, std::to_string(grown).c_str()); // kB
        std::size_t failed = 0;
        std::size_t closed = 0;
        while (closed < count) {
            auto message = sys::receiveMessage(run->control.get());
            QVERIFY(message);
            auto decoded = wire::decodeFromEgress(message->bytes);
            QVERIFY(decoded);
            failed += std::holds_alternative<wire::TlsFailed>(*decoded) ? 1U : 0U;
            closed += std::holds_alternative<wire::FlowClosed>(*decoded) ? 1U : 0U;
        }
        QCOMPARE(failed, count);
        Inspected c(run, identity); // served as before
        QVERIFY2(c.ok, c.why.c_str());
    }

    void manyWholeConnectionsAtOnce() {
        Run run(30);
        const Identity identity = makeIdentity("api.test", &run.root);
        const long before = residentKb(run->pid);
        std::vector<std::unique_ptr<Inspected>> all;
        for (int i = 0; i < 200; ++i) {
            all.push_back(std::make_unique<Inspected>(run, identity));
            QVERIFY2(all.back()->ok, all.back()->why.c_str());
        }
        const long each = (residentKb(run->pid) - before) / 200;
#if defined(__SANITIZE_ADDRESS__)
        constexpr long kMost = 2048; // a sanitizer keeps what was freed for a while
#else
        constexpr long kMost = 256;
#endif
        QVERIFY2(each < kMost, std::to_string(each).c_str()); // kB of a connection at rest
        for (const auto& c : all) {
            QVERIFY(c->client.send("GET / HTTP/1.1\r\nHost: api.test\r\n\r\n"));
            auto open = run->next<wire::RequestOpen>();
            QVERIFY(open);
            QCOMPARE(open->flow, c->flow);
        }
    }

    void renegotiationIsRefused() {
        Run run;
        const Identity identity = makeIdentity("api.test", &run.root);
        Inspected c(run, identity, "api.test", {}, "", TLS1_2_VERSION, TLS1_2_VERSION);
        QVERIFY2(c.ok, c.why.c_str());
        SSL_renegotiate(c.client.tls.get());
        const bool again = SSL_do_handshake(c.client.tls.get()) == 1 && c.client.send("GET / HTTP/1.1\r\nHost: api.test\r\n\r\n");
        char byte = 0;
        const int n = SSL_read(c.client.tls.get(), &byte, 1);
        QVERIFY(!again || n <= 0);
        pollfd quiet{c.up.server.get(), POLLIN, 0};
        QVERIFY(::poll(&quiet, 1, 0) == 0 || c.server.readUntil("").empty());
    }

    // A resumed handshake verifies nothing: it is for the name that was verified, and for no other.
    void aSessionIsResumedForTheVerifiedNameOnly() {
        for (const int version : {TLS1_3_VERSION, TLS1_2_VERSION}) {
            Run run;
            const Identity identity = makeIdentity("api.test", &run.root);
            const Owned<SSL_CTX> server(SSL_CTX_new(TLS_server_method())); // resumes whatever it is asked to
            SSL_CTX_set_max_proto_version(server.get(), version);
            SSL_CTX_use_certificate(server.get(), identity.certificate.get());
            SSL_CTX_use_PrivateKey(server.get(), identity.key.get());
            const auto visit = [&](const std::string& host, bool& resumed) {
                UniqueFd socket = dial(run->tls);
                auto open = run->next<wire::FlowOpen>();
                if (!open) {
                    return false;
                }
                Upstream up;
                run->allow(open->flow, FlowProtocol::Tls, host, up, false, true);
                TlsPeer far;
                far.tls.reset(SSL_new(server.get()));
                SSL_set_fd(far.tls.get(), up.server.get());
                std::thread accepts([&] { SSL_accept(far.tls.get()); });
                TlsPeer near;
                const bool shaken = shakeAsClient(near, socket.get(), host, run.authority.get(), {"http/1.1"});
                accepts.join();
                resumed = SSL_session_reused(far.tls.get()) == 1;
                if (!shaken || !near.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")) {
                    return false;
                }
                auto asked = run->next<wire::RequestOpen>();
                if (!asked) {
                    return false;
                }
                run.answer(asked->request, true);
                const bool told = !far.readUntil("\r\n\r\n").empty() && far.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") &&
                                  near.readUntil("ok").ends_with("ok") && run->next<wire::RequestDone>().has_value();
                socket.reset();
                up.server.reset();
                return told && run->next<wire::FlowClosed>().has_value();
            };
            bool resumed = true;
            QVERIFY(visit("api.test", resumed));
            QVERIFY(!resumed);
            for (int i = 0; i < 5; ++i) {
                QVERIFY(visit("api.test", resumed));
                QVERIFY2(resumed, qPrintable(QString("%1 %2").arg(version, 0, 16).arg(i)));
            }
            QVERIFY2(!visit("a.any.test", resumed), "its certificate is of api.test");
            QVERIFY(!resumed);
            auto failed = run->next<wire::TlsFailed>();
            QVERIFY(failed && failed->upstream);
            QCOMPARE(failed->reason, std::string("wrong_name"));
        }
    }

    void versionsThatAreTooOldAreRefused() {
        Run run;
        const Identity identity = makeIdentity("api.test", &run.root);
        UniqueFd c = dial(run->tls);
        auto open = run->next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        run->allow(open->flow, FlowProtocol::Tls, "api.test", up, false, true);
        TlsPeer server;
        std::thread far([&] { shakeAsServer(server, up.server.get(), identity, "http/1.1"); });
        TlsPeer client;
        client.context.reset(SSL_CTX_new(TLS_client_method()));
        SSL_CTX_set_security_level(client.context.get(), 0);
        SSL_CTX_set_min_proto_version(client.context.get(), TLS1_1_VERSION);
        SSL_CTX_set_max_proto_version(client.context.get(), TLS1_1_VERSION);
        client.tls.reset(SSL_new(client.context.get()));
        SSL_set_fd(client.tls.get(), c.get());
        SSL_set_tlsext_host_name(client.tls.get(), "api.test");
        QVERIFY(SSL_connect(client.tls.get()) != 1);
        far.join();
        auto failed = run->next<wire::TlsFailed>();
        QVERIFY(failed);
        QVERIFY(!failed->upstream);
    }

    void garbageInsideTlsEndsBothSides() {
        Run run;
        const Identity identity = makeIdentity("api.test", &run.root);
        Inspected c(run, identity);
        QVERIFY2(c.ok, c.why.c_str());
        QVERIFY(sendText(c.socket.get(), "\x17\x03\x03\x00\x20 thirty-two bytes that are no record "));
        QVERIFY(run->next<wire::FlowClosed>());
        QVERIFY(c.server.readUntil("").empty());
        QVERIFY(!c.server.endedInPeace()); // cut, not ended
    }

    void smugglingInsideTlsIsNotAskedAbout() {
        Run run;
        const Identity identity = makeIdentity("api.test", &run.root);
        Inspected c(run, identity);
        QVERIFY2(c.ok, c.why.c_str());
        QVERIFY(c.client.send("POST / HTTP/1.1\r\nHost: api.test\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n"
                              "0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: other.test\r\n\r\n"));
        QVERIFY(c.client.readUntil("").starts_with("HTTP/1.1 400 "));
        QVERIFY(run->next<wire::FlowRefused>());
        QVERIFY(c.server.readUntil("").empty());
    }

public:
    std::size_t m_many = 1000;
};

// Before QTest starts its watchdog: a process with threads cannot make a user namespace.
int main(int argc, char** argv) {
    enterOwnNetwork();
    std::signal(SIGPIPE, SIG_IGN);
    InspectAttackTest test;
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    // Three descriptors each here, six there.
    test.m_many = std::min<std::size_t>(1000, files.rlim_max > 1024 ? files.rlim_max / 8 : 64);
    return QTest::qExec(&test, argc, argv);
}
#include "inspect_attack_test.moc"
