// Trust: a client inside the run on one side, a server on the network on the other; verdicts come from the supervisor.
// Privilege: two sockets, borrowed; the run's leaf certificates.
// Input: any bytes, any timing; all buffers are bounded.
// Fails: closed: where the server's certificate does not hold the client gets a TLS alert and nothing is sent; what
//        breaks the protocol ends both sides.
//
// One inspected connection. With TLS: first the server's handshake, then the client's with the very protocol that the
// server chose, so that both sides speak the same HTTP; then a relay between the two ends.
#pragma once

#include <map>
#include <memory>

#include "core/egress/inspect/leaf_cache.h"
#include "core/egress/inspect/relay.h"
#include "core/egress/inspect/response_watch.h"
#include "core/egress/inspect/secret_scan.h"
#include "core/egress/inspect/tls_end.h"
#include "core/egress/inspector.h"

namespace leadglass::egress {

// What all connections of the process share.
struct InspectShared {
    Authority authority;
    LeafCache leaves;
    TlsContextPtr upstream;
    SessionCache sessions; // of servers that `upstream` verified
    TlsContextPtr clientSide;
    ScanKit scan;

    explicit InspectShared(Authority made) : authority(std::move(made)), leaves(authority) {}
    InspectShared(const InspectShared&) = delete;
    InspectShared& operator=(const InspectShared&) = delete;
};

class Connection final : public InspectedFlow, private ExchangeOwner {
public:
    // `shared`: null for plain HTTP only.
    Connection(InspectOwner& owner, InspectStart start, InspectShared* shared);
    ~Connection() override;
    // False: cannot be begun (out of memory, a host without a name).
    bool begin();

    void clientEvent(std::uint32_t epollEvents) override;
    void upstreamEvent(std::uint32_t epollEvents) override;
    Outcome step() override;
    void verdict(wire::RequestVerdict verdict) override;
    void watch(wire::RequestWatch watch) override;
    [[nodiscard]] bool pending() const override;
    void timedOut() override;
    void tick() override;
    void end() override;
    std::vector<std::uint8_t> takeToUpstream() override;
    std::vector<std::uint8_t> takeToClient() override;
    [[nodiscard]] std::uint64_t bytesOut() const override { return m_bytesOut; }
    [[nodiscard]] std::uint64_t bytesIn() const override { return m_bytesIn; }

private:
    enum class Stage : std::uint8_t { Upstream, Client, Relay, Over };

    // ExchangeOwner
    void opened(std::uint64_t exchange, wire::RequestOpen open) override;
    void finished(std::uint64_t exchange, wire::RequestDone done) override;
    std::unique_ptr<BodyScan> scanRequest(std::uint64_t exchange) override;
    std::unique_ptr<BodyScan> scanResponse(std::uint64_t exchange, const wire::RequestVerdict& verdict) override;
    void refused(wire::RequestOpen open, std::uint16_t status, std::string_view failure) override;

    Outcome stepUpstream();
    Outcome stepClient();
    bool serveClient();
    void startRelay();
    Outcome stepRelay();
    bool readFrom(Transport& side, bool client);
    bool writeTo(Transport& side, bool client);
    Outcome passEnds();
    void tell(bool upstream, const TlsEnd::Failure& failure);
    void alert(std::uint8_t description);
    void sight(std::uint64_t exchange, wire::Sighting sighting);

    InspectOwner& m_owner;
    InspectStart m_start;
    InspectShared* m_shared;
    Stage m_stage = Stage::Relay;
    std::unique_ptr<Transport> m_client;
    std::unique_ptr<Transport> m_upstream;
    TlsEnd* m_clientTls = nullptr;
    TlsEnd* m_upstreamTls = nullptr;
    std::unique_ptr<Relay> m_relay;
    std::map<std::uint64_t, std::uint64_t> m_requests;  // of the relay's exchanges
    std::map<std::uint64_t, std::uint64_t> m_exchanges; // the other way
    std::map<std::uint64_t, std::shared_ptr<Sought>> m_sought; // of exchanges that are watched
    std::uint64_t m_bytesOut = 0;
    std::uint64_t m_bytesIn = 0;
    bool m_clientEnded = false;
    bool m_upstreamEnded = false;
    bool m_broken = false;
    bool m_upstreamDeaf = false;
    bool m_clientShut = false;
    bool m_upstreamShut = false;
};

} // namespace leadglass::egress
