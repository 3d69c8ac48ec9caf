#include "core/egress/http_session.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace leadglass::egress {
namespace {
constexpr std::size_t kBuffer = 128 * 1024;
constexpr int kRounds = 64; // of one step, so that one stream cannot hold the thread
} // namespace

void HttpSession::Buffer::drop(std::size_t n) {
    start += n;
    if (start == bytes.size()) {
        bytes.clear();
        start = 0;
    } else if (start > kBuffer) {
        bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(start));
        start = 0;
    }
}

void HttpSession::Buffer::append(std::span<const std::uint8_t> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

std::vector<std::uint8_t> HttpSession::Buffer::take() {
    std::vector<std::uint8_t> out(view().begin(), view().end());
    bytes.clear();
    start = 0;
    return out;
}

HttpSession::HttpSession(HttpOwner& owner, int client, int upstream,
                         std::vector<std::uint8_t> first)
    : m_owner(owner), m_client(client), m_upstream(upstream) {
    m_fromClient.bytes = std::move(first);
}

HttpSession::Io HttpSession::receive(int fd, Buffer& into, std::size_t room) {
    std::array<std::uint8_t, 32 * 1024> chunk;
    for (;;) {
        const ssize_t n = ::recv(fd, chunk.data(), std::min(room, chunk.size()), MSG_DONTWAIT);
        if (n > 0) {
            into.append(std::span(chunk).first(static_cast<std::size_t>(n)));
            return Io::Progress;
        }
        if (n == 0) {
            return Io::End;
        }
        if (errno != EINTR) {
            return errno == EAGAIN ? Io::Idle : Io::Error;
        }
    }
}

HttpSession::Io HttpSession::flush(int fd, Buffer& from, std::uint64_t* count) {
    const ssize_t n = ::send(fd, from.view().data(), from.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0) {
        return errno == EAGAIN || errno == EINTR ? Io::Idle : Io::Error;
    }
    if (count != nullptr) {
        *count += static_cast<std::uint64_t>(n);
    }
    from.drop(static_cast<std::size_t>(n));
    return Io::Progress;
}

void HttpSession::endAfterOne() { m_onlyOne = true; }

bool HttpSession::headPending() const {
    return m_phase == Phase::Head && (!m_anyRequest || m_fromClient.size() > 0) && m_responseDone;
}

std::vector<std::uint8_t> HttpSession::takeToUpstream() {
    m_toUpstream.append(m_fromClient.view());
    m_fromClient.take();
    return m_toUpstream.take();
}

std::vector<std::uint8_t> HttpSession::takeUnread() {
    return m_fromClient.take();
}

std::vector<std::uint8_t> HttpSession::takeToClient() {
    m_toClient.append(m_fromUpstream.view());
    m_fromUpstream.take();
    auto out = m_toClient.take();
    m_bytesIn -= std::min<std::uint64_t>(m_bytesIn, out.size()); // the tunnel counts them
    return out;
}

void HttpSession::resume(int upstream) {
    m_upstream = upstream;
    m_upstreamEnded = false;
    m_shutUpstream = false;
    m_bytesOut = 0;
    m_bytesIn = 0;
    m_phase = Phase::Head;
}

void HttpSession::dropUpstream() {
    m_upstream = -1;
    m_toUpstream.take();
    m_fromUpstream.take();
    m_responseScanned = 0;
}

void HttpSession::refuse(std::string answer) {
    m_toClient.append(
        std::span(reinterpret_cast<const std::uint8_t*>(answer.data()), answer.size()));
    m_toUpstream.take();
    m_phase = Phase::Refusing;
}

void HttpSession::startExchange(const RequestHead& head, const std::string& target) {
    const std::string text = writeRequestHead(head, target);
    m_toUpstream.append(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    m_method = head.method;
    m_askedUpgrade = asksForUpgrade(head);
    m_requestBody = BodyFramer(head.body);
    m_responseDone = false;
    m_inResponseBody = false;
    m_phase = Phase::Body;
}

bool HttpSession::parseRequests() {
    if (m_phase == Phase::Body) {
        const auto room = m_toUpstream.size() < kBuffer ? kBuffer - m_toUpstream.size() : 0;
        const auto part = m_fromClient.view().first(std::min(room, m_fromClient.size()));
        const std::size_t used = m_requestBody.consume(part);
        if (m_requestBody.state() == BodyFramer::State::Bad) {
            m_broken = true; // half of a body has gone: nothing that could be answered in order
            return false;
        }
        m_toUpstream.append(part.first(used));
        m_fromClient.drop(used);
        const bool whole = m_requestBody.state() == BodyFramer::State::Done;
        if (whole && m_responseDone && !m_untilClose && !m_onlyOne) {
            m_phase = Phase::Head;
            m_scanned = 0;
            return true;
        }
        return used > 0;
    }
    if (m_phase != Phase::Head || m_untilClose || m_fromClient.size() == 0) {
        return false;
    }
    const std::size_t end = findHeadEnd(m_fromClient.view(), m_scanned);
    if (end == 0 || end > kMaxHead) {
        m_scanned = m_fromClient.size();
        if (m_fromClient.size() > kMaxHead) {
            m_owner.badRequest(431, "the request head is larger than 64 KiB");
            return true;
        }
        return false;
    }
    ParsedRequest parsed = parseRequestHead(m_fromClient.view().first(end));
    m_scanned = 0;
    if (!parsed.ok) {
        m_owner.badRequest(parsed.status, parsed.why);
        return true;
    }
    const HttpOwner::Judgement judgement = m_owner.judge(parsed.head);
    switch (judgement.kind) {
    case HttpOwner::Judgement::Kind::Wait: m_phase = Phase::Waiting; return false;
    case HttpOwner::Judgement::Kind::Refused: return true;
    case HttpOwner::Judgement::Kind::Forward: break;
    }
    m_fromClient.drop(end);
    m_anyRequest = true;
    startExchange(parsed.head, judgement.target);
    return true;
}

bool HttpSession::parseResponses() {
    if (m_fromUpstream.size() == 0 || m_toClient.size() >= kBuffer) {
        return false;
    }
    if (m_responseDone && !m_untilClose) {
        m_untilClose = true; // bytes that answer nothing: pass them on, trust the framing no more
    }
    if (m_untilClose || m_inResponseBody) {
        const std::size_t used =
            m_untilClose ? m_fromUpstream.size() : m_responseBody.consume(m_fromUpstream.view());
        m_toClient.append(m_fromUpstream.view().first(used));
        m_fromUpstream.drop(used);
        if (!m_untilClose && m_responseBody.state() != BodyFramer::State::More) {
            m_untilClose = m_responseBody.state() == BodyFramer::State::Bad;
            m_inResponseBody = m_untilClose;
            m_responseDone = !m_untilClose;
        }
        return true;
    }
    const std::size_t end = findHeadEnd(m_fromUpstream.view(), m_responseScanned);
    m_responseScanned = m_fromUpstream.size();
    if (end == 0) {
        // No head, or none that ever ends: the client sees for itself what it got.
        m_untilClose = m_fromUpstream.size() > kMaxHead || m_upstreamEnded;
        return m_untilClose;
    }
    m_responseScanned = 0;
    const ResponseHead head = parseResponseHead(m_fromUpstream.view().first(end), m_method);
    m_toClient.append(m_fromUpstream.view().first(end));
    m_fromUpstream.drop(end);
    if (head.status == 101 && m_askedUpgrade) {
        m_broken = m_onlyOne;
        m_opaque = true;
        return false;
    }
    if (head.status >= 100 && head.status < 200 && head.status != 101) {
        return true; // interim; the final one follows
    }
    if (m_onlyOne) {
        m_leadsTo = head.location;
    }
    m_responseBody = BodyFramer(head.body);
    m_untilClose = head.body.kind == BodyKind::UntilClose;
    m_responseDone = !m_untilClose && m_responseBody.state() == BodyFramer::State::Done;
    m_inResponseBody = !m_responseDone;
    return true;
}

bool HttpSession::readSides() {
    bool moved = false;
    // After a request that asks for an upgrade the client's bytes wait: their meaning is not known.
    const bool wantClient = !m_clientEnded && m_fromClient.size() < kBuffer;
    if (wantClient && m_phase != Phase::Refusing) {
        const Io io = receive(m_client, m_fromClient, kBuffer - m_fromClient.size());
        m_broken = m_broken || io == Io::Error;
        m_clientEnded = io == Io::End;
        moved = moved || io == Io::Progress || io == Io::End;
    }
    if (m_upstream >= 0 && !m_upstreamEnded && m_fromUpstream.size() < kBuffer) {
        const std::size_t before = m_fromUpstream.size();
        const Io io = receive(m_upstream, m_fromUpstream, kBuffer - before);
        m_bytesIn += m_fromUpstream.size() - before;
        m_broken = m_broken || io == Io::Error;
        m_upstreamEnded = io == Io::End;
        moved = moved || io == Io::Progress || io == Io::End;
    }
    return moved;
}

bool HttpSession::writeSides() {
    bool moved = false;
    if (m_upstream >= 0 && m_toUpstream.size() > 0) {
        const Io io = flush(m_upstream, m_toUpstream, &m_bytesOut);
        // A server may answer and close while a body is still coming: its answer counts.
        if (io == Io::Error) {
            m_toUpstream.take();
            m_untilClose = true;
        }
        moved = moved || io == Io::Progress;
    }
    if (m_toClient.size() > 0) {
        const Io io = flush(m_client, m_toClient, nullptr);
        m_broken = m_broken || io == Io::Error;
        moved = moved || io == Io::Progress;
    }
    if (m_clientEnded && !m_shutUpstream && m_upstream >= 0 && m_toUpstream.size() == 0 &&
        m_fromClient.size() == 0) {
        ::shutdown(m_upstream, SHUT_WR);
        m_shutUpstream = true;
    }
    return moved;
}

HttpSession::Outcome HttpSession::step() {
    for (int round = 0; round < kRounds; ++round) {
        bool moved = readSides();
        while (!m_broken && parseRequests()) {
            moved = true;
            if (m_phase == Phase::Refusing) {
                break;
            }
        }
        while (!m_broken && m_phase != Phase::Refusing && !m_opaque && parseResponses()) {
            moved = true;
        }
        if (m_broken) {
            return Outcome::Broken;
        }
        if (m_opaque) {
            return Outcome::Opaque;
        }
        moved = writeSides() || moved;
        if (m_broken) {
            return Outcome::Broken;
        }
        if (m_phase == Phase::Refusing && m_toClient.size() == 0) {
            return Outcome::Closed;
        }
        const bool upstreamOver =
            m_upstreamEnded && m_fromUpstream.size() == 0 && m_toClient.size() == 0;
        const bool wasOne = m_onlyOne && m_anyRequest && m_responseDone && m_toClient.size() == 0;
        const bool clientOver = m_clientEnded && m_phase == Phase::Head && m_responseDone &&
                                m_toClient.size() == 0 && m_toUpstream.size() == 0;
        if (upstreamOver || clientOver || wasOne) {
            return Outcome::Closed;
        }
        if (!moved) {
            return Outcome::Going;
        }
    }
    return Outcome::Again;
}

} // namespace leadglass::egress
