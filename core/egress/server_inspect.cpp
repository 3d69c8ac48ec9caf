// The server's side of inspection: the run's authority, and whose request each question and answer is.
#include "core/base/secret_bytes.h"
#include "core/base/sys.h"
#include "core/egress/server.h"

namespace leadglass::egress {
namespace {

constexpr std::size_t kMaxRoots = 8 * 1024 * 1024; // PEM

} // namespace

Status Server::onBegin(wire::Begin begin, std::vector<UniqueFd> fds) {
    if (m_ready || m_begun || fds.size() != 1 || !m_inspector) {
        return makeError(Code::Invalid, m_inspector ? "egress protocol: Begin out of order or without the roots"
                                                    : "egress protocol: Begin where nothing is inspected");
    }
    m_begun = true;
    const std::string roots = LG_TRY(sys::readAll(fds.front().get(), kMaxRoots));
    wire::Authority authority = LG_TRY(m_inspector->begin(std::move(begin), roots));
    queue(authority);
    wipe(authority.key.data(), authority.key.size());
    return {};
}

void Server::onRequestMessage(wire::ToEgress message) {
    if (auto* verdict = std::get_if<wire::RequestVerdict>(&message)) {
        onRequestVerdict(std::move(*verdict));
    } else {
        onRequestWatch(std::move(std::get<wire::RequestWatch>(message)));
    }
}

void Server::onRequestVerdict(wire::RequestVerdict verdict) {
    const auto it = m_asked.find(verdict.request);
    if (it == m_asked.end()) {
        return; // its client went away meanwhile; RequestDone has been sent
    }
    it->second->onRequestVerdict(std::move(verdict));
}

void Server::onRequestWatch(wire::RequestWatch watch) {
    if (const auto it = m_asked.find(watch.request); it != m_asked.end()) {
        it->second->onRequestWatch(std::move(watch));
        return;
    }
    for (auto& text : watch.texts) {
        wipe(text);
    }
}

std::uint64_t Server::openRequest(Flow& flow, wire::RequestOpen message) {
    message.request = m_nextRequest++;
    const wire::FromEgress whole = std::move(message);
    const auto& request = std::get<wire::RequestOpen>(whole);
    if (m_bytesQueued >= kMaxBytesQueued) {
        return 0;
    }
    std::vector<std::uint8_t> bytes = wire::encode(whole);
    if (bytes.size() > sys::kMaxMessage) {
        return 0; // a push of very many refs with long names, and a large head
    }
    m_asked.emplace(request.request, &flow);
    queueBytes(std::move(bytes));
    return request.request;
}

void Server::requestDone(wire::RequestDone message) {
    m_asked.erase(message.request);
    queueLater(message);
}

} // namespace leadglass::egress
