// The exchanges of an inspected connection: questions, answers, and what looks at their bodies.
#include "core/base/secret_bytes.h"
#include "core/egress/inspect/connection.h"

namespace leadglass::egress {
namespace {

constexpr std::size_t kMinToken = 8;

} // namespace

void Connection::opened(std::uint64_t exchange, wire::RequestOpen open) {
    if (!m_start.target.host.empty()) { // the relay has seen to it that it is this one, however it was spelled
        open.host = m_start.target.host;
    }
    const auto told = [&](wire::Sighting sighting) { sight(exchange, std::move(sighting)); };
    if (m_shared != nullptr && m_shared->scan.wanted() && !SecretScan::headPasses(m_shared->scan, open, told)) {
        wire::RequestVerdict blocked;
        blocked.refusal = static_cast<std::uint8_t>(wire::Refusal::MustNotLeave);
        m_relay->verdict(exchange, blocked);
        return;
    }
    const std::uint64_t request = m_owner.openRequest(std::move(open));
    if (request == 0) {
        wire::RequestVerdict crowded;
        crowded.refusal = static_cast<std::uint8_t>(wire::Refusal::Overload);
        m_relay->verdict(exchange, crowded);
        return;
    }
    m_requests.emplace(exchange, request);
    m_exchanges.emplace(request, exchange);
}

void Connection::verdict(wire::RequestVerdict verdict) {
    const auto found = m_exchanges.find(verdict.request);
    if (found != m_exchanges.end() && m_relay) {
        m_relay->verdict(found->second, verdict);
    }
    for (auto& edit : verdict.edits) {
        wipe(edit.value);
    }
    for (auto& text : verdict.redact) {
        wipe(text);
    }
}

void Connection::finished(std::uint64_t exchange, wire::RequestDone done) {
    const auto found = m_requests.find(exchange);
    if (found == m_requests.end()) {
        return; // it could not even be asked about
    }
    done.request = found->second;
    m_exchanges.erase(found->second);
    m_requests.erase(found);
    m_sought.erase(exchange);
    m_owner.requestDone(std::move(done));
}

std::unique_ptr<BodyScan> Connection::scanRequest(std::uint64_t exchange) {
    if (m_shared == nullptr || !m_shared->scan.wanted()) {
        return nullptr;
    }
    return std::make_unique<SecretScan>(m_shared->scan, [this, exchange](wire::Sighting sighting) {
        sight(exchange, std::move(sighting));
    });
}

void Connection::sight(std::uint64_t exchange, wire::Sighting sighting) {
    const auto found = m_requests.find(exchange);
    sighting.request = found == m_requests.end() ? 0 : found->second;
    m_owner.sighted(std::move(sighting));
}

std::unique_ptr<BodyScan> Connection::scanResponse(std::uint64_t exchange, const wire::RequestVerdict& verdict) {
    std::shared_ptr<Sought>& sought = m_sought[exchange];
    const auto look = [&](std::string_view value) {
        if (!sought) {
            sought = std::make_shared<Sought>();
        }
        sought->add(value);
    };
    for (const auto& edit : verdict.edits) {
        if (edit.secret && !edit.remove && !edit.value.empty()) {
            look(edit.value);
            // "Bearer TOKEN": the token alone comes back more often than with its scheme.
            const std::size_t blank = edit.value.find(' ');
            if (blank != edit.value.npos && edit.value.size() - blank > kMinToken) {
                look(std::string_view(edit.value).substr(blank + 1));
            }
        }
    }
    for (const auto& text : verdict.redact) {
        if (!text.empty()) {
            look(text);
        }
    }
    if (!sought) {
        m_sought.erase(exchange);
        return nullptr;
    }
    return std::make_unique<ResponseWatch>(sought);
}

void Connection::watch(wire::RequestWatch watch) {
    const auto found = m_exchanges.find(watch.request);
    if (found != m_exchanges.end() && m_relay) {
        std::shared_ptr<Sought>& sought = m_sought[found->second];
        if (!sought) {
            sought = std::make_shared<Sought>();
        }
        for (const auto& text : watch.texts) {
            sought->add(text);
        }
        if (!watch.texts.empty()) {
            m_relay->seeks(found->second);
        }
    }
    for (auto& text : watch.texts) {
        wipe(text);
    }
}

void Connection::refused(wire::RequestOpen open, std::uint16_t, std::string_view failure) {
    if (failure == "name_inconsistent") {
        m_owner.requestRefused(wire::Refusal::Inconsistent, open.host.empty() ? "(no Host)" : open.host);
    } else {
        m_owner.requestRefused(wire::Refusal::BadProtocol, failure);
    }
}

void Connection::end() {
    if (m_relay) {
        m_relay->runEnded();
    }
    m_stage = Stage::Over;
}

} // namespace leadglass::egress
