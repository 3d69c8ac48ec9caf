// The real program between a client and a server, with the test as its supervisor.
#include <QtTest>

#include <array>
#include <thread>

#include "tests/unit/egress/harness.h"
#include "tests/unit/egress/hello_bytes.h"

using namespace leadglass;
using namespace leadglass::test;
using wire::FlowProtocol;
using wire::Refusal;

class EgressProcessTest : public QObject {
    Q_OBJECT
private slots:
    void endsWhenTheSupervisorDoes() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        e.control.reset();
        const int status = e.wait();
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
    }

    void endsOnAMalformedMessage() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        const std::array<std::uint8_t, 3> junk{99, 1, 2};
        QVERIFY(sys::sendMessage(e.control.get(), junk).ok());
        const int status = e.wait();
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 78);
    }

    void relaysAnOpaqueFlowAndCountsIt() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.captured);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        QCOMPARE(open->entry, wire::Entry::Captured);
        QCOMPARE(open->target.port, e.captured);
        QCOMPARE(open->client.port, portOf(c.get()));
        Upstream up;
        e.allow(open->flow, FlowProtocol::Tcp, "db.test", up);
        QVERIFY(sendText(up.server.get(), "hello first")); // the server may speak first
        QCOMPARE(readUntil(c.get(), "first"), std::string("hello first"));
        QVERIFY(sendText(c.get(), "ping"));
        QCOMPARE(readUntil(up.server.get(), "ping"), std::string("ping"));
        // Half-close: the other direction goes on.
        ::shutdown(c.get(), SHUT_WR);
        QCOMPARE(endOf(up.server.get()), 0);
        QVERIFY(sendText(up.server.get(), "late"));
        QCOMPARE(readUntil(c.get(), "late"), std::string("late"));
        up.server.reset();
        QCOMPARE(endOf(c.get()), 0);
        auto closed = e.next<wire::FlowClosed>();
        QVERIFY(closed);
        QCOMPARE(closed->bytesOut, 4U);
        QCOMPARE(closed->bytesIn, 15U);
    }

    void carriesManyBytesUnchanged() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.captured);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Tcp, "big.test", up);
        constexpr std::size_t kSize = 64U << 20;
        QCryptographicHash sent(QCryptographicHash::Sha256);
        std::thread server([&] {
            std::string block(1 << 16, '\0');
            std::uint32_t x = 1;
            for (std::size_t done = 0; done < kSize; done += block.size()) {
                for (char& b : block) {
                    x = x * 1664525U + 1013904223U;
                    b = static_cast<char>(x >> 24);
                }
                sent.addData(QByteArrayView(block.data(), static_cast<qsizetype>(block.size())));
                std::string_view rest = block;
                while (!rest.empty()) {
                    const ssize_t n =
                        ::send(up.server.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
                    if (n <= 0) {
                        return;
                    }
                    rest.remove_prefix(static_cast<std::size_t>(n));
                }
            }
            up.server.reset();
        });
        QCryptographicHash got(QCryptographicHash::Sha256);
        std::size_t total = 0;
        std::vector<char> chunk(1 << 16);
        for (ssize_t n = 0; (n = ::recv(c.get(), chunk.data(), chunk.size(), 0)) > 0;) {
            got.addData(QByteArrayView(chunk.data(), n));
            total += static_cast<std::size_t>(n);
        }
        server.join();
        QCOMPARE(total, kSize);
        QCOMPARE(got.result(), sent.result());
    }

    void tlsNameMustBeTheName_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("pieces");
        QTest::addColumn<bool>("sniAny");
        QTest::addColumn<int>("refusal"); // 0: passes
        const auto b = [](const std::string& s) {
            return QByteArray(s.data(), static_cast<qsizetype>(s.size()));
        };
        QTest::newRow("equal") << b(hello("api.test")) << 1 << false << 0;
        QTest::newRow("equal but for case and dot") << b(hello("API.test.")) << 1 << false << 0;
        QTest::newRow("in three segments") << b(hello("api.test")) << 3 << false << 0;
        QTest::newRow("in records of one byte") << b(hello("api.test", 1)) << 5 << false << 0;
        QTest::newRow("another name")
            << b(hello("other.test")) << 1 << false << int(Refusal::Inconsistent);
        QTest::newRow("another, split")
            << b(hello("other.test", 7)) << 3 << false << int(Refusal::Inconsistent);
        QTest::newRow("no name") << b(hello("")) << 1 << false << int(Refusal::Inconsistent);
        QTest::newRow("no name, sni any") << b(hello("")) << 1 << true << 0;
        QTest::newRow("ssh on 443")
            << QByteArray("SSH-2.0-x\r\n") << 1 << false << int(Refusal::BadProtocol);
        QTest::newRow("http on 443")
            << QByteArray("GET / HTTP/1.1\r\n\r\n") << 1 << false << int(Refusal::BadProtocol);
    }

    void tlsNameMustBeTheName() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, pieces);
        QFETCH(bool, sniAny);
        QFETCH(int, refusal);
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.tls);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Tls, "api.test", up, sniAny);
        const std::string all = bytes.toStdString();
        const std::size_t step = all.size() / static_cast<std::size_t>(pieces) + 1;
        for (std::size_t i = 0; i < all.size(); i += step) {
            QVERIFY(sendText(c.get(), all.substr(i, step)));
            QTest::qSleep(10);
        }
        if (refusal == 0) {
            QCOMPARE(readUntil(up.server.get(), "", all.size()), all);
            return;
        }
        auto refused = e.next<wire::FlowRefused>();
        QVERIFY(refused);
        QCOMPARE(int(refused->refusal), refusal);
        QVERIFY(e.next<wire::FlowClosed>());
        if (refusal == int(Refusal::Inconsistent)) {
            QCOMPARE(readUntil(c.get(), "", 7), std::string("\x15\x03\x03\x00\x02\x02\x70", 7));
        } else {
            QCOMPARE(endOf(c.get()), ECONNRESET);
        }
        QVERIFY(readUntil(up.server.get(), "", 1).empty()); // not one byte left
    }

    void refusesInTheFormTheClientReads() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd tls = dial(e.tls);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        e.deny(open->flow, Refusal::PolicyDenied);
        QVERIFY(sendText(tls.get(), hello("denied.test")));
        QCOMPARE(readUntil(tls.get(), "", 7), std::string("\x15\x03\x03\x00\x02\x02\x31", 7));
        QVERIFY(e.next<wire::FlowClosed>());

        UniqueFd http = dial(e.http);
        open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        e.deny(open->flow, Refusal::PolicyDenied);
        QVERIFY(sendText(http.get(), "GET / HTTP/1.1\r\nHost: denied.test\r\n\r\n"));
        const std::string answer = readUntil(http.get(), "");
        QVERIFY(answer.starts_with("HTTP/1.1 403 "));
        QVERIFY(answer.find("Leadglass-Decision: d-7\r\n") != answer.npos);
        QVERIFY(answer.find("\"error\":\"refused by Leadglass\"") != answer.npos);
        QVERIFY(e.next<wire::FlowClosed>());

        UniqueFd other = dial(e.captured);
        open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        e.deny(open->flow, Refusal::PolicyDenied);
        QCOMPARE(endOf(other.get()), ECONNRESET);
    }

    void loopbackNamesItsPort() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.loopback);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        QCOMPARE(open->entry, wire::Entry::Loopback);
        QCOMPARE(open->port, 5432);
    }

    void dropsSlowClientsButNotStreams() {
        Egress e(1);
        QVERIFY(e.next<wire::Ready>());
        UniqueFd slow = dial(e.proxy);
        QVERIFY(sendText(slow.get(), "CONNECT x"));
        UniqueFd c = dial(e.captured);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Tcp, "s.test", up);
        QCOMPARE(endOf(slow.get()), ECONNRESET);
        QTest::qSleep(1500);
        QVERIFY(sendText(up.server.get(), "still"));
        QCOMPARE(readUntil(c.get(), "still"), std::string("still"));
    }

    void anEndThatCameBeforeTheTunnelIsPassedOn() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.captured);
        QVERIFY(sendText(c.get(), "all of it"));
        ::shutdown(c.get(), SHUT_WR);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        QTest::qWait(100); // the edge of data and end comes while nobody reads
        Upstream up;
        e.allow(open->flow, FlowProtocol::Tcp, "s.test", up);
        QCOMPARE(readUntil(up.server.get(), "all of it"), std::string("all of it"));
        QCOMPARE(endOf(up.server.get()), 0);
        QVERIFY(sendText(up.server.get(), "answer"));
        QCOMPARE(readUntil(c.get(), "answer"), std::string("answer"));
    }

    void aClientOfSshThatSaysNothingIsNotWaitedFor() {
        Egress e(1);
        QVERIFY(e.next<wire::Ready>());
        UniqueFd c = dial(e.captured);
        auto open = e.next<wire::FlowOpen>();
        QVERIFY(open);
        Upstream up;
        e.allow(open->flow, FlowProtocol::Ssh, "s.test", up);
        QVERIFY(sendText(up.server.get(), "SSH-2.0-server\r\n"));
        QCOMPARE(readUntil(c.get(), "\n"), std::string("SSH-2.0-server\r\n"));
        QVERIFY(e.next<wire::FlowRefused>());
        QCOMPARE(endOf(c.get()), ECONNRESET);
    }

    void aFloodIsRefusedAtOnceAndNamesAreStillAnswered() {
        Egress e(30, 40);
        QVERIFY(e.next<wire::Ready>());
        std::vector<UniqueFd> held;
        for (int i = 0; i < 40; ++i) {
            held.push_back(dial(e.captured));
            QVERIFY(e.next<wire::FlowOpen>());
        }
        UniqueFd more = dial(e.captured);
        QCOMPARE(endOf(more.get()), ECONNRESET);
        const auto crowded = e.next<wire::Crowded>();
        QVERIFY2(crowded, "the supervisor is told, for the row");
        QCOMPARE(crowded->count, 1U);
        UniqueFd s(::socket(AF_INET, SOCK_DGRAM, 0));
        const sockaddr_in to = at(e.dns);
        QCOMPARE(::connect(s.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
        QVERIFY(sendText(s.get(), std::string_view("\0\1\1\0\0\1\0\0\0\0\0\0\1x\0\0\1\0\1", 19)));
        QVERIFY(e.next<wire::DnsQuery>());
        // One goes, one may come.
        const linger now{1, 0};
        ::setsockopt(held.back().get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        held.pop_back();
        QVERIFY(e.next<wire::FlowClosed>());
        UniqueFd next = dial(e.captured);
        QVERIFY(e.next<wire::FlowOpen>());
    }

    void hundredsOfFlowsAtOnce() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        std::vector<UniqueFd> clients;
        std::vector<Upstream> servers(150);
        for (auto& up : servers) {
            clients.push_back(dial(e.captured));
            auto open = e.next<wire::FlowOpen>();
            QVERIFY(open);
            e.allow(open->flow, FlowProtocol::Tcp, "x.test", up);
        }
        for (std::size_t i = 0; i < servers.size(); ++i) {
            QVERIFY(sendText(clients[i].get(), std::to_string(i) + "\n"));
        }
        for (std::size_t i = 0; i < servers.size(); ++i) {
            QCOMPARE(readUntil(servers[i].server.get(), "\n"), std::to_string(i) + "\n");
        }
    }

    void aBurstOfNamesWaitsForASupervisorThatIsBehind() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd s(::socket(AF_INET, SOCK_DGRAM, 0));
        const sockaddr_in to = at(e.dns);
        QCOMPARE(::connect(s.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
        constexpr int kNames = 900; // more than the control socket and the queue of flows hold
        for (int i = 0; i < kNames; ++i) {
            QVERIFY(sendText(s.get(), std::string_view("\0\1\1\0\0\1\0\0\0\0\0\0\1x\0\0\1\0\1", 19)));
            if (i % 20 == 0) {
                QTest::qWait(5); // what the kernel drops is not what is tested here
            }
        }
        for (int i = 0; i < kNames; ++i) {
            QVERIFY(e.next<wire::DnsQuery>());
        }
        char byte = 0;
        QVERIFY2(::recv(s.get(), &byte, 1, MSG_DONTWAIT) < 0, "nothing failed at once");
    }

    void answersNames() {
        Egress e;
        QVERIFY(e.next<wire::Ready>());
        UniqueFd s(::socket(AF_INET, SOCK_DGRAM, 0));
        const timeval patience{5, 0};
        ::setsockopt(s.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in to = at(e.dns);
        to.sin_addr.s_addr =
            htonl(0x7f000035); // 127.0.0.53: connected, so only its answers are seen
        QCOMPARE(::connect(s.get(), reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
        const std::string head("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
        const std::string name(
            "\x03"
            "Api\x04test\x00",
            10);
        QVERIFY(sendText(s.get(), head + name + std::string("\x00\x01\x00\x01", 4)));
        auto query = e.next<wire::DnsQuery>();
        QVERIFY(query);
        QCOMPARE(query->name, std::string("api.test"));
        QCOMPARE(query->v6, false);
        wire::DnsVerdict v;
        v.query = query->query;
        v.kind = wire::DnsVerdict::Kind::Address;
        v.v4 = {198, 18, 0, 7};
        e.send(v);
        std::array<char, 512> buffer{};
        ssize_t n = ::recv(s.get(), buffer.data(), buffer.size(), 0);
        QVERIFY(n > 4);
        QCOMPARE(std::string(buffer.data() + n - 4, 4), std::string("\xc6\x12\x00\x07", 4));
        // Another type is judged by its name too, and has an empty answer at best.
        QVERIFY(sendText(s.get(), head + name + std::string("\x00\x10\x00\x01", 4)));
        query = e.next<wire::DnsQuery>();
        QVERIFY(query);
        QCOMPARE(query->name, std::string("api.test"));
        v.query = query->query;
        e.send(v);
        n = ::recv(s.get(), buffer.data(), buffer.size(), 0);
        QVERIFY(n > 12);
        QCOMPARE(buffer[3] & 0x0f, 0);
        QCOMPARE(buffer[7], char{0});
        QVERIFY(sendText(s.get(), head + name + std::string("\x00\x1c\x00\x01", 4)));
        query = e.next<wire::DnsQuery>();
        QVERIFY(query);
        QVERIFY(query->v6);
        v = {};
        v.query = query->query;
        v.kind = wire::DnsVerdict::Kind::NoName;
        e.send(v);
        n = ::recv(s.get(), buffer.data(), buffer.size(), 0);
        QVERIFY(n > 12);
        QCOMPARE(buffer[3] & 0x0f, 3);
    }
};

// Before QTest starts its watchdog: a process with threads cannot make a user namespace.
int main(int argc, char** argv) {
    enterOwnNetwork();
    EgressProcessTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "egress_process_test.moc"
