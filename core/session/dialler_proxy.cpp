// A dial by a proxy of the person's environment: to the proxy, the handshake, then as any other.
#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>

#include "core/session/dial.h"

namespace leadglass::session {

// The proxy is the person's own: it may be private or on this machine.
void Dialler::askTheProxy(const std::shared_ptr<Dial>& dial, const UpstreamProxy& proxy) {
    dial->proxy = &proxy;
    if (proxy.literal) {
        dial->candidates = {*proxy.literal};
        ready(dial);
        return;
    }
    dial->lookup = m_lookups.lookUp(proxy.host, [this, dial](Lookups::Answer answer) {
        if (dial->finished) {
            return;
        }
        if (!answer.problem.empty()) {
            proxyFailed(dial, answer.problem);
            return;
        }
        dial->candidates = interleave(answer.addresses);
        ready(dial);
    });
}

void Dialler::proxyFailed(const std::shared_ptr<Dial>& dial, const std::string& why) {
    finish(dial, {{}, {}, {}, "unreachable", "by the proxy " + describe(*dial->proxy) + ": " + why});
}

void Dialler::beginHandshake(const std::shared_ptr<Dial>& dial, UniqueFd socket) {
    stopAttempts(*dial);
    dial->atProxy = std::move(socket);
    dial->handshake =
        std::make_unique<ProxyHandshake>(*dial->proxy, dial->request.host, dial->request.port);
    // Edge-triggered: an answer that is not whole stays in the kernel's buffer.
    const int fd = dial->atProxy.get();
    const std::string first = dial->handshake->begin();
    if (::send(fd, first.data(), first.size(), MSG_NOSIGNAL | MSG_DONTWAIT) !=
            static_cast<ssize_t>(first.size()) ||
        !m_loop.add(fd, EPOLLIN | EPOLLRDHUP | EPOLLET, [this, dial](std::uint32_t e) { onProxy(dial, e); })) {
        dial->atProxy.reset();
        proxyFailed(dial, "it takes nothing");
    }
}

void Dialler::onProxy(const std::shared_ptr<Dial>& dial, std::uint32_t epollEvents) {
    std::vector<std::uint8_t> bytes(ProxyHandshake::kMaxHead);
    while (!dial->finished) {
        const int fd = dial->atProxy.get();
        const ssize_t n = ::recv(fd, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_PEEK);
        if (n < 0 && errno == EAGAIN) {
            return;
        }
        auto step = n > 0 ? dial->handshake->take(std::span(bytes).first(static_cast<std::size_t>(n)))
                          : ProxyHandshake::Step{};
        // Taken only now: what follows the answer is the server's, and the client's to read.
        if (step.consumed > 0 && ::recv(fd, bytes.data(), step.consumed, MSG_DONTWAIT) < 0) {
            step = {};
        }
        switch (step.state) {
        case ProxyHandshake::Step::State::NeedMore:
            if (n <= 0 || (epollEvents & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) {
                proxyFailed(dial, "it ended the connection");
            }
            return;
        case ProxyHandshake::Step::State::Failed: proxyFailed(dial, step.why); return;
        case ProxyHandshake::Step::State::Send:
            if (::send(fd, step.send.data(), step.send.size(), MSG_NOSIGNAL | MSG_DONTWAIT) !=
                static_cast<ssize_t>(step.send.size())) {
                proxyFailed(dial, "it takes nothing");
            }
            break;
        case ProxyHandshake::Step::State::Done: {
            m_loop.remove(fd);
            Dialled result;
            result.socket = std::move(dial->atProxy);
            result.address = describe(*dial->proxy);
            finish(dial, std::move(result));
            return;
        }
        }
    }
}

} // namespace leadglass::session
