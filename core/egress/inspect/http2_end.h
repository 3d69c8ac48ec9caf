// The HTTP/2 relay as a Relay.
#pragma once

#include "core/egress/inspect/h2_relay.h"
#include "core/egress/inspect/relay.h"

namespace leadglass::egress {

class Http2Relay final : public Relay {
public:
    Http2Relay(ExchangeOwner& owner, H2Relay::Setup setup) : m_relay(owner, std::move(setup)) {}

    [[nodiscard]] bool wantsClient() const override { return m_relay.wantsClient(); }
    [[nodiscard]] bool wantsUpstream() const override { return m_relay.wantsUpstream(); }
    void fromClient(std::span<const std::uint8_t> bytes) override { m_relay.fromClient(bytes); }
    void fromUpstream(std::span<const std::uint8_t> bytes) override { m_relay.fromUpstream(bytes); }
    void clientEnded() override { m_relay.clientEnded(); }
    void upstreamEnded(bool) override { m_relay.upstreamEnded(); } // streams tell whether they were cut
    void upstreamRefuses() override { m_relay.upstreamEnded(); }
    std::span<const std::uint8_t> toClient() override { return m_relay.toClient(); }
    std::span<const std::uint8_t> toUpstream() override { return m_relay.toUpstream(); }
    void sentToClient(std::size_t bytes) override { m_relay.sentToClient(bytes); }
    void sentToUpstream(std::size_t bytes) override { m_relay.sentToUpstream(bytes); }
    void verdict(std::uint64_t exchange, const wire::RequestVerdict& verdict) override {
        m_asked = true;
        m_relay.verdict(exchange, verdict);
    }
    void seeks(std::uint64_t exchange) override { m_relay.seeks(exchange); }
    void runEnded() override { m_relay.runEnded(); }
    void tick() override { m_relay.tick(std::chrono::steady_clock::now()); }
    State state() override { return m_relay.done() ? State::Done : State::Going; }
    [[nodiscard]] bool pending() const override { return !m_asked && m_relay.exchanges() == 0; }
    std::vector<std::uint8_t> takeToUpstream() override { return {}; }
    std::vector<std::uint8_t> takeToClient() override { return {}; }

private:
    H2Relay m_relay;
    bool m_asked = false;
};

} // namespace leadglass::egress
