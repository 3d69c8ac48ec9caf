#include "core/egress/inspect/h2_relay.h"

#include "core/egress/inspect/h2_core.h"

namespace leadglass::egress {

H2Relay::H2Relay(ExchangeOwner& owner, Setup setup)
    : m_core(std::make_unique<H2Core>(owner, std::move(setup))) {}
H2Relay::~H2Relay() = default;

bool H2Relay::wantsClient() const {
    return m_core->client().wantsInput() && !m_core->client().clogged() &&
           !m_core->upstream().clogged();
}
bool H2Relay::wantsUpstream() const {
    return m_core->upstream().wantsInput() && !m_core->client().clogged() &&
           !m_core->upstream().clogged();
}
void H2Relay::fromClient(std::span<const std::uint8_t> bytes) {
    m_core->received(true, bytes);
}
void H2Relay::fromUpstream(std::span<const std::uint8_t> bytes) {
    m_core->received(false, bytes);
}
void H2Relay::clientEnded() {
    m_core->clientEnded();
}
void H2Relay::upstreamEnded() {
    m_core->upstreamEnded();
}
std::span<const std::uint8_t> H2Relay::toClient() {
    m_core->write();
    return m_core->client().output();
}
std::span<const std::uint8_t> H2Relay::toUpstream() {
    m_core->write();
    return m_core->upstream().output();
}
void H2Relay::sentToClient(std::size_t bytes) {
    m_core->client().sent(bytes);
}
void H2Relay::sentToUpstream(std::size_t bytes) {
    m_core->upstream().sent(bytes);
}
void H2Relay::verdict(std::uint64_t exchange, const wire::RequestVerdict& verdict) {
    m_core->verdict(exchange, verdict);
}
void H2Relay::seeks(std::uint64_t exchange) {
    m_core->seeks(exchange);
}
void H2Relay::runEnded() {
    m_core->runEnded();
}
void H2Relay::tick(std::chrono::steady_clock::time_point now) {
    m_core->tick(now);
}
bool H2Relay::done() {
    m_core->write();
    return m_core->client().over();
}
std::string_view H2Relay::failure() const {
    return m_core->failure();
}
std::size_t H2Relay::exchanges() const {
    return m_core->exchanges();
}
std::size_t H2Relay::buffered() const {
    return m_core->buffered();
}

} // namespace leadglass::egress
