// What inspect_load measures against: a server with TLS 1.3 and a certificate for each name that it is asked for, as
// a proxy mints none twice for one certificate. A thread for each connection.
//   GET /short 1,000 bytes; GET /long kLong; POST takes what comes and says so; GET /events kEvents of them, kEventPause
//   apart, each with the nanosecond of the steady clock at which it went
#pragma once

#include <unistd.h>

#include <chrono>
#include <charconv>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "tests/bench/load_socket.h"
#include "tests/unit/egress/tls_peers.h"

namespace leadglass::bench {

constexpr std::size_t kShort = 1000;
constexpr std::size_t kLong = std::size_t{256} << 20;
constexpr int kEvents = 100;
constexpr auto kEventPause = std::chrono::milliseconds(5);

inline std::int64_t steadyNow() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

class Server {
public:
    // `hosts` "h0.api.test" and so on, besides "api.test".
    Server(const test::Identity& root, int hosts) : m_listener(tcp(0, true)), m_context(SSL_CTX_new(TLS_server_method())) {
        m_identities.emplace("api.test", test::makeIdentity("api.test", &root));
        for (int i = 0; i < hosts; ++i) {
            const std::string name = hostName(i);
            m_identities.emplace(name, test::makeIdentity(name, &root));
        }
        SSL_CTX_set_min_proto_version(m_context.get(), TLS1_3_VERSION);
        SSL_CTX_set_tlsext_servername_callback(m_context.get(), chooseIdentity);
        SSL_CTX_set_tlsext_servername_arg(m_context.get(), this);
        SSL_CTX_set_alpn_select_cb(m_context.get(), chooseHttp1, nullptr);
        const unsigned char id = 1;
        SSL_CTX_set_session_id_context(m_context.get(), &id, 1);
    }
    static std::string hostName(int i) { return "h" + std::to_string(i) + ".api.test"; }
    std::uint16_t port() const { return portOf(m_listener.get()); }
    void start() const {
        std::thread([this] {
            for (;;) {
                UniqueFd client(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
                if (client) {
                    noDelay(client.get());
                    std::thread(&Server::serve, this, std::move(client)).detach();
                }
            }
        }).detach();
    }

private:
    static int chooseIdentity(SSL* tls, int*, void* self) {
        const auto& all = static_cast<const Server*>(self)->m_identities;
        const char* name = SSL_get_servername(tls, TLSEXT_NAMETYPE_host_name);
        const auto found = all.find(name == nullptr ? "api.test" : name);
        if (found == all.end()) {
            return SSL_TLSEXT_ERR_ALERT_FATAL;
        }
        SSL_use_certificate(tls, found->second.certificate.get());
        SSL_use_PrivateKey(tls, found->second.key.get());
        return SSL_TLSEXT_ERR_OK;
    }
    static int chooseHttp1(SSL*, const unsigned char** out, unsigned char* size, const unsigned char* in, unsigned n, void*) {
        for (unsigned i = 0; i < n; i += in[i] + 1U) {
            if (std::string_view(reinterpret_cast<const char*>(in + i + 1), in[i]) == "http/1.1") {
                *out = in + i + 1;
                *size = in[i];
                return SSL_TLSEXT_ERR_OK;
            }
        }
        return SSL_TLSEXT_ERR_NOACK;
    }

    void serve(UniqueFd client) const {
        test::TlsPeer peer;
        peer.tls.reset(SSL_new(m_context.get()));
        SSL_set_fd(peer.tls.get(), client.get());
        if (SSL_accept(peer.tls.get()) != 1) {
            return;
        }
        std::string in;
        std::string chunk(1 << 18, '\0');
        for (bool fine = true; fine;) {
            std::size_t end = 0;
            while ((end = in.find("\r\n\r\n")) == in.npos) {
                const int n = SSL_read(peer.tls.get(), chunk.data(), static_cast<int>(chunk.size()));
                if (n <= 0) {
                    return;
                }
                in.append(chunk.data(), static_cast<std::size_t>(n));
            }
            const std::string head = in.substr(0, end);
            in.erase(0, end + 4);
            fine = head.starts_with("POST") ? take(peer, in, chunk) : answer(peer, head);
        }
    }
    // The body is of kLong bytes: nothing else is sent here.
    static bool take(test::TlsPeer& peer, std::string& in, std::string& chunk) {
        std::size_t left = kLong - in.size();
        for (in.clear(); left > 0;) {
            const int n = SSL_read(peer.tls.get(), chunk.data(), static_cast<int>(chunk.size()));
            if (n <= 0) {
                return false;
            }
            left -= static_cast<std::size_t>(n);
        }
        return peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kShort) + "\r\n\r\n" + std::string(kShort, 'x'));
    }
    static bool answer(test::TlsPeer& peer, const std::string& head) {
        if (head.starts_with("GET /events")) {
            return sendEvents(peer);
        }
        std::size_t left = head.starts_with("GET /long") ? kLong : kShort;
        if (left == kShort) { // as one record
            return peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kShort) + "\r\n\r\n" + std::string(kShort, 'x'));
        }
        const std::string body(1 << 18, 'x');
        bool fine = peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(left) + "\r\n\r\n");
        for (; fine && left > 0; left -= std::min(left, body.size())) {
            fine = peer.send(std::string_view(body).substr(0, left));
        }
        return fine;
    }
    static bool sendEvents(test::TlsPeer& peer) {
        bool fine = peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; fine && i < kEvents; ++i) {
            std::this_thread::sleep_for(kEventPause);
            const std::string event = "data: " + std::to_string(steadyNow()) + "\n\n";
            std::array<char, 20> size{};
            const auto end = std::to_chars(size.begin(), size.end(), event.size(), 16).ptr;
            fine = peer.send(std::string(size.begin(), end) + "\r\n" + event + "\r\n");
        }
        return fine && peer.send("0\r\n\r\n");
    }

    UniqueFd m_listener;
    test::Owned<SSL_CTX> m_context;
    std::map<std::string, test::Identity, std::less<>> m_identities;
};

} // namespace leadglass::bench
