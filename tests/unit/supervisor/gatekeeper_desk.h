// A run's deciding half, whole and real, for the tests of it; only the egress process is played.
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "core/audit/reader.h"
#include "core/policy/parser.h"
#include "core/session/gatekeeper.h"

namespace leadglass::session {

constexpr Nanos kSecond = 1'000'000'000;

struct Listening {
    UniqueFd fd;
    std::uint16_t port = 0;
    Listening() {
        fd.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), size) == 0 &&
            ::listen(fd.get(), 8) == 0 &&
            ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0) {
            port = ntohs(address.sin_port);
        }
    }
};

// A run's deciding half, whole and real; only the egress process is played by the test.
struct Desk {
    QTemporaryDir dir;
    std::unique_ptr<EventLoop> loop = EventLoop::create().value();
    std::unique_ptr<policy::Evaluator> policy;
    NameBook book{systemClock()};
    Dialler dialler{*loop, LEADGLASS_BIN_DIR "/leadglass-resolve"};
    Attribution attribution;
    std::unique_ptr<AuditTrail> trail;
    std::unique_ptr<ApprovalQueue> queue;
    std::unique_ptr<Gatekeeper> gatekeeper;
    std::vector<wire::ToEgress> sent;
    std::vector<int> passed; // duplicated, closed by the test's end
    std::vector<policy::EgressRule> kept;
    std::vector<policy::Verdict> keptAs;

    std::string path() { return dir.path().toStdString() + "/audit.db"; }

    explicit Desk(policy::Verdict otherwise = policy::Verdict::Deny) {
        policy::EffectivePolicy made;
        made.merged.egressDefault = otherwise;
        made.version = "test@1";
        policy = std::make_unique<policy::Evaluator>(std::move(made));
        auto writer = audit::Writer::open(path(), std::chrono::milliseconds(100)).value();
        trail = std::make_unique<AuditTrail>(*loop, std::move(writer), "run1");
        gatekeeper = std::make_unique<Gatekeeper>(
            *loop, Gatekeeper::Parts{*policy, book, dialler, *trail, attribution},
            [this](const wire::ToEgress& message, int fd) {
                sent.push_back(message);
                if (fd >= 0) passed.push_back(::dup(fd));
            },
            [this](const policy::EgressRule& rule, policy::Verdict verdict, Scope) {
                kept.push_back(rule);
                keptAs.push_back(verdict);
                return Status();
            });
        ApprovalQueue::Options options;
        options.run = "run1";
        options.hold = 2 * kSecond;
        queue = std::make_unique<ApprovalQueue>(
            *loop, systemClock(), options,
            [this](const Resolution& r) { return gatekeeper->onResolved(r); });
        gatekeeper->setQueue(*queue);
    }
    ~Desk() {
        for (const int fd : passed) ::close(fd);
    }
    void allow(const std::string& flag) {
        policy->add(policy::parseEgressFlag(flag, "--allow", 1).value(), policy::Verdict::Allow);
    }
    void turnUntil(const std::function<bool()>& done) {
        const Nanos end = systemClock().awake() + 5 * kSecond;
        while (!done() && systemClock().awake() < end) {
            QVERIFY(loop->turn(50'000'000));
        }
    }
    wire::FlowVerdict verdictOf(std::uint64_t flow) {
        const auto find = [&]() -> const wire::FlowVerdict* {
            for (const auto& m : sent) {
                const auto* v = std::get_if<wire::FlowVerdict>(&m);
                if (v != nullptr && v->flow == flow) return v;
            }
            return nullptr;
        };
        turnUntil([&] { return find() != nullptr; });
        return find() != nullptr ? *find() : wire::FlowVerdict{};
    }
    void turnFor(Nanos time) {
        const Nanos end = systemClock().awake() + time;
        while (systemClock().awake() < end) {
            QVERIFY(loop->turn(20'000'000));
        }
    }
    int countRows(audit::Kind kind, const char* reason) {
        int count = 0;
        for (const auto& row : rows()) {
            count += row.event.kind == kind && row.event.reason == reason ? 1 : 0;
        }
        return count;
    }
    std::vector<audit::Row> rows() {
        (void)trail->flush();
        auto reader = audit::Reader::open(path(), std::chrono::milliseconds(1000)).value();
        audit::Query query;
        query.limit = 1'000'000;
        auto found = reader->query(query).value();
        std::reverse(found.begin(), found.end()); // oldest first
        return found;
    }
};

inline wire::FlowOpen connectTo(std::uint64_t flow, const char* name, std::uint16_t port) {
    wire::FlowOpen open;
    open.flow = flow;
    open.entry = wire::Entry::Connect;
    open.name = name;
    open.port = port;
    return open;
}

inline wire::FlowOpen loopbackTo(std::uint64_t flow, std::uint16_t port) {
    wire::FlowOpen open;
    open.flow = flow;
    open.entry = wire::Entry::Loopback;
    open.port = port;
    return open;
}

} // namespace leadglass::session
