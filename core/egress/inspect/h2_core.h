// What H2Relay does: streams of the client's connection paired with streams of the upstream's.
// Included by h2_*.cpp only.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/egress/inspect/h2_body.h"
#include "core/egress/inspect/h2_head.h"
#include "core/egress/inspect/h2_relay.h"
#include "core/egress/inspect/h2_session.h"

namespace leadglass::egress {

struct H2Stream {
    // Local: answered by us; nothing more goes upstream.
    enum class Phase : std::uint8_t { Head, Prefix, Waiting, Upstream, Local };

    static inline std::size_t ofAll = 0; // that live now, of all connections

    H2Stream(std::uint64_t number, std::int32_t id) : exchange(number), clientId(id) { ++ofAll; }
    ~H2Stream() { --ofAll; }
    H2Stream(const H2Stream&) = delete;
    H2Stream& operator=(const H2Stream&) = delete;

    std::uint64_t exchange;
    std::int32_t clientId;
    std::int32_t upstreamId = -1; // -1: none, or closed
    Phase phase = Phase::Head;
    H2Head request;
    H2Head block;  // trailers of the request while they come
    H2Head answer; // head or trailers of the response while they come
    H2Body toUpstream{kH2ClientWindow};
    H2Body toClient{kH2UpstreamWindow};
    std::unique_ptr<PushReader> push;
    std::unique_ptr<BodyScan> answerScan; // until the response has a head
    wire::RequestDone done;
    bool told = false;        // opened() was called
    bool wantsPlain = false;  // a response with an encoding is refused
    bool unread = false;      // it has one, and passes while nothing is to be found
    bool answered = false;    // a final head has gone to the client
    bool clientEnded = false; // the request is whole
    bool said = false;        // the response is whole, and written
    int interims = 0;
    std::uint64_t takenAtTick = 0;
    std::optional<std::chrono::steady_clock::time_point> stalled;
};

class H2Core {
public:
    H2Core(ExchangeOwner& owner, H2Relay::Setup setup);
    ~H2Core() { s_widened -= m_widened; }
    H2Core(const H2Core&) = delete;
    H2Core& operator=(const H2Core&) = delete;

    void received(bool client, std::span<const std::uint8_t> bytes);
    void clientEnded();
    void upstreamEnded();
    void verdict(std::uint64_t exchange, const wire::RequestVerdict& verdict);
    void seeks(std::uint64_t exchange);
    void runEnded();
    void tick(std::chrono::steady_clock::time_point now);
    // Tells the owner what happened, and looks whether a side has broken off. At the end of each of
    // the above.
    void settle();
    // Fills both outputs. What is written on one side may be followed by something on the other.
    void write();

    H2Session& client() { return m_client; }
    H2Session& upstream() { return m_upstream; }
    [[nodiscard]] std::string_view failure() const { return m_failure; }
    [[nodiscard]] std::size_t exchanges() const { return m_streams.size(); }
    [[nodiscard]] std::size_t buffered() const;

private:
    class ClientSide final : public H2Sink {
    public:
        explicit ClientSide(H2Core& core) : m_core(core) {}
        void beginHead(std::int32_t id, bool opensStream) override;
        void field(std::int32_t id, std::string_view name, std::string_view value,
                   bool sensitive) override;
        void endHead(std::int32_t id, bool endsStream) override;
        void data(std::int32_t id, std::span<const std::uint8_t> bytes) override;
        void endData(std::int32_t id) override;
        void closed(std::int32_t id, std::uint32_t code) override;
        void saidAll(std::int32_t id) override;
        void goingAway() override {}
        H2Piece body(std::int32_t id, std::span<std::uint8_t> room) override;

    private:
        H2Core& m_core;
    };
    class UpstreamSide final : public H2Sink {
    public:
        explicit UpstreamSide(H2Core& core) : m_core(core) {}
        void beginHead(std::int32_t id, bool opensStream) override;
        void field(std::int32_t id, std::string_view name, std::string_view value,
                   bool sensitive) override;
        void endHead(std::int32_t id, bool endsStream) override;
        void data(std::int32_t id, std::span<const std::uint8_t> bytes) override;
        void endData(std::int32_t id) override;
        void closed(std::int32_t id, std::uint32_t code) override;
        void saidAll(std::int32_t) override {}
        void goingAway() override { m_core.m_client.goAway(); }
        H2Piece body(std::int32_t id, std::span<std::uint8_t> room) override;

    private:
        H2Core& m_core;
    };
    struct Event {
        enum class Kind : std::uint8_t { Opened, Refused, Finished } kind = Kind::Opened;
        std::uint64_t exchange = 0;
        wire::RequestOpen open;
        wire::RequestDone done;
        std::uint16_t status = 0;
        std::string failure;
    };
    // For what a client reads when it is not the server that answers.
    struct Answer {
        std::uint16_t status = 502;
        std::string_view reason = {};
        std::string_view retry = "do not retry";
        std::string_view decision = {};
    };

    H2Stream* ofClient(std::int32_t id);
    H2Stream* ofUpstream(std::int32_t id);
    void requestHead(H2Stream& s, bool whole);
    void requestPart(H2Stream& s, std::span<const std::uint8_t> bytes);
    void requestEnd(H2Stream& s);
    void ask(H2Stream& s, std::vector<wire::RefUpdate> refs);
    void refuse(H2Stream& s, const H2Refusal& refusal);
    void forward(H2Stream& s, const wire::RequestVerdict& verdict);
    void responseHead(H2Stream& s, bool whole);
    void responseTrailers(H2Stream& s);
    void answer(H2Stream& s,
                const Answer& answer); // in place of the upstream's, while it has not answered
    // The exchange cannot go on: an answer of ours where there is none yet, else the stream is cut.
    void breakOff(H2Stream& s, std::string_view failure, const Answer& answer);
    void blocked(H2Stream& s); // the scan of its request has ended it
    void cancelUpstream(H2Stream& s, std::uint32_t code);
    void loseUpstream(std::string_view failure);
    void endAll(std::string_view failure);
    void finish(H2Stream& s); // and forgets it
    void room(H2Body& body, H2Session& sender, std::int32_t id);

    ExchangeOwner& m_owner;
    H2Relay::Setup m_setup;
    ClientSide m_clientSide{*this};
    UpstreamSide m_upstreamSide{*this};
    H2Session m_client{H2Session::Role::ToClient, m_clientSide};
    H2Session m_upstream{H2Session::Role::ToUpstream, m_upstreamSide};
    std::unordered_map<std::int32_t, std::unique_ptr<H2Stream>> m_streams; // by the client's id
    std::unordered_map<std::int32_t, H2Stream*> m_byUpstream;
    std::unordered_map<std::uint64_t, H2Stream*> m_byExchange;
    std::deque<Event> m_events;
    std::string m_failure;
    std::uint64_t m_next = 1;
    std::int64_t m_widened = 0; // bytes of windows beyond those at the beginning, all streams
    static inline std::int64_t s_widened = 0; // and all connections
    bool m_upstreamGone = false;
    bool m_over = false;
    bool m_settling = false;
};

} // namespace leadglass::egress
