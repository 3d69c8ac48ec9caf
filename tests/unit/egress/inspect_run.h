// A run that inspects, with the real leadglass-inspect, and a connection of it with both handshakes done.
#pragma once

#include <thread>

#include "tests/unit/egress/harness.h"
#include "tests/unit/egress/tls_peers.h"

namespace leadglass::test {

inline const std::string kCanary = "canary-7f3e91c2d4b8a605";

// A run that inspects api.test and what is below any.test; servers are verified against `root`.
struct Run {
    Identity root = makeIdentity("Test root", nullptr);
    Inspecting inspecting;
    std::unique_ptr<Egress> egress;
    Owned<X509> authority;

    explicit Run(std::uint32_t handshakeSeconds = 3, wire::ScanAction scan = wire::ScanAction::Off,
                 bool canary = false, std::uint64_t maxBody = 0) {
        std::signal(SIGPIPE, SIG_IGN); // Qt Test takes it for a crash
        inspecting.begin.hosts = {"api.test", "*.any.test"};
        inspecting.begin.scan = scan;
        inspecting.begin.maxBody = maxBody;
        if (canary) {
            inspecting.begin.canaries = {kCanary};
        }
        inspecting.roots = pemOf(root.certificate.get());
        egress = std::make_unique<Egress>(handshakeSeconds, 4096, &inspecting);
        authority = parseDer(egress->authority.certificate);
        if (!egress->next<wire::Ready>()) {
            authority.reset();
        }
    }
    Egress* operator->() { return egress.get(); }
    void answer(std::uint64_t request, bool allow, std::vector<wire::HeaderEdit> edits = {}) {
        wire::RequestVerdict v;
        v.request = request;
        v.allow = allow;
        v.refusal = static_cast<std::uint8_t>(allow ? wire::Refusal::None : wire::Refusal::PolicyDenied);
        v.decisionId = "d-9";
        v.edits = std::move(edits);
        egress->send(v);
    }
};

// An allowed, inspected connection to `host`, both handshakes done.
struct Inspected {
    UniqueFd socket;
    Upstream up;
    TlsPeer client;
    TlsPeer server;
    std::uint64_t flow = 0;
    bool ok = false;
    std::string why;

    Inspected(Run& run, const Identity& identity, const std::string& host = "api.test",
              const std::vector<std::string>& protocols = {"http/1.1"}, const std::string& chosen = "http/1.1",
              int clientVersion = TLS1_3_VERSION, int serverVersion = TLS1_3_VERSION) {
        socket = dial(run->tls);
        auto open = run->next<wire::FlowOpen>();
        if (!open) {
            return;
        }
        flow = open->flow;
        run->allow(flow, wire::FlowProtocol::Tls, host, up, false, true);
        bool served = false;
        std::thread far([&] { served = shakeAsServer(server, up.server.get(), identity, chosen, serverVersion); });
        const bool shaken =
            shakeAsClient(client, socket.get(), host, run.authority.get(), protocols, clientVersion, &why);
        far.join();
        ok = served && shaken;
    }
};

} // namespace leadglass::test
