// Trust: a client inside the run, or a server on the network, whichever is at the other end of the socket.
// Privilege: one socket, borrowed; towards the client the run's leaf certificate.
// Input: TLS records; OpenSSL parses them, the buffers are its own (at most two records and what it reads ahead).
// Fails: closed: no byte flows before the handshake is whole and, towards a server, its certificate is verified
//        against the given roots and the host's name.
//
// One end of TLS over a socket that does not block. TLS 1.2 and 1.3; no renegotiation; each direction ends on its
// own (close_notify).
#pragma once

#include <string>
#include <vector>

#include "core/egress/inspect/openssl_ptr.h"
#include "core/egress/inspect/session_cache.h"
#include "core/egress/inspect/transport.h"

namespace leadglass::egress {

class TlsEnd final : public Transport {
public:
    struct Failure {
        std::string reason; // as in wire::TlsFailed
        std::string detail; // hostile text
    };

    // Who we are to a client. A session that it takes up again is of the same host.
    struct Identity {
        X509* leaf = nullptr;
        EVP_PKEY* key = nullptr;
        std::string host;
    };
    // Towards a client: `first` was read from it before. `protocol`: the one that it gets where it offers it; empty: none.
    static std::unique_ptr<TlsEnd> serve(SSL_CTX* context, const Identity& identity, int socket, std::vector<std::uint8_t> first,
                                         std::string protocol);
    // Towards a server that must be `host`. `protocols`: what is offered (ALPN); none: no offer. `sessions`: of servers
    // that `context` verified; borrowed, outlives it; null: none is resumed.
    static std::unique_ptr<TlsEnd> connect(SSL_CTX* context, int socket, const std::string& host,
                                           const std::vector<std::string>& protocols, SessionCache* sessions = nullptr);
    static int sessionCame(SSL* tls, SSL_SESSION* session); // for SSL_CTX_sess_set_new_cb(3) of `context`

    Io handshake() override;
    Io read(std::span<std::uint8_t> into, std::size_t& size) override;
    Io write(std::span<const std::uint8_t> bytes, std::size_t& size) override;
    Io shutdown() override;

    [[nodiscard]] std::string protocol() const; // that was agreed; empty: none
    [[nodiscard]] const std::string& wantedProtocol() const { return m_wanted; }
    [[nodiscard]] const Failure& failure() const { return m_failure; } // after Error of handshake()
    [[nodiscard]] bool said() const { return m_said; } // bytes of ours have left

    TlsEnd(const TlsEnd&) = delete;
    TlsEnd& operator=(const TlsEnd&) = delete;
    ~TlsEnd() override;

private:
    TlsEnd(int socket, std::vector<std::uint8_t> first) : m_socket(socket), m_first(std::move(first)) {}
    bool attach(SSL_CTX* context);
    Io judge(int result, bool reading);
    void noteFailure(unsigned long error);

    static const BIO_METHOD* method();
    static int readSocket(BIO* bio, char* into, int size);
    static int writeSocket(BIO* bio, const char* bytes, int size);
    static long control(BIO* bio, int command, long number, void* pointer);

    int m_socket;
    std::vector<std::uint8_t> m_first;
    std::size_t m_used = 0;
    std::string m_wanted;
    std::string m_host;
    SessionCache* m_sessions = nullptr;
    Nanos m_verifiedUntil = 0; // of the session that is resumed
    TlsPtr m_tls;
    Failure m_failure;
    bool m_ended = false; // the socket's end was read
    Io m_after = Io::Progress; // what comes behind the bytes that read() gave; Progress: not known
    bool m_more = false;       // is written right after this
    bool m_said = false;
    bool m_faulty = false; // what came was no TLS: its session is not resumed
};

} // namespace leadglass::egress
