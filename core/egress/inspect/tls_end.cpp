#include "core/egress/inspect/tls_end.h"

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/clock.h"
#include "core/base/digest.h"

namespace leadglass::egress {
namespace {

constexpr std::size_t kMaxDetail = 255;

const char* reasonOfVerify(long result) {
    switch (result) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return "wrong_name";
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID: return "expired";
    case X509_V_ERR_CERT_REVOKED: return "revoked";
    default: return "untrusted";
    }
}

} // namespace

// ---- the socket below --------------------------------------------------------------------------

int TlsEnd::readSocket(BIO* bio, char* into, int size) {
    auto* self = static_cast<TlsEnd*>(::BIO_get_data(bio));
    ::BIO_clear_retry_flags(bio);
    if (self->m_used < self->m_first.size()) {
        const std::size_t n = std::min(static_cast<std::size_t>(size), self->m_first.size() - self->m_used);
        std::memcpy(into, self->m_first.data() + self->m_used, n);
        self->m_used += n;
        if (self->m_used == self->m_first.size()) {
            self->m_first = {};
            self->m_used = 0;
        }
        return static_cast<int>(n);
    }
    if (self->drained()) {
        ::BIO_set_retry_read(bio);
        return -1;
    }
    for (;;) {
        const ssize_t n = ::recv(self->m_socket, into, static_cast<std::size_t>(size), MSG_DONTWAIT);
        if (n >= 0) {
            self->m_ended = n == 0;
            if (n < size) {
                self->wasShort();
            }
            return static_cast<int>(n);
        }
        if (errno == EAGAIN) {
            ::BIO_set_retry_read(bio);
            return -1;
        }
        if (errno != EINTR) {
            return -1;
        }
    }
}

int TlsEnd::writeSocket(BIO* bio, const char* bytes, int size) {
    auto* self = static_cast<TlsEnd*>(::BIO_get_data(bio));
    ::BIO_clear_retry_flags(bio);
    for (;;) {
        const int flags = MSG_NOSIGNAL | MSG_DONTWAIT | (self->m_more ? MSG_MORE : 0);
        const ssize_t n = ::send(self->m_socket, bytes, static_cast<std::size_t>(size), flags);
        if (n >= 0) {
            self->m_said = true;
            return static_cast<int>(n);
        }
        if (errno == EAGAIN) {
            ::BIO_set_retry_write(bio);
            return -1;
        }
        if (errno != EINTR) {
            return -1;
        }
    }
}

long TlsEnd::control(BIO* bio, int command, long, void*) {
    if (command == BIO_CTRL_EOF) {
        return static_cast<TlsEnd*>(::BIO_get_data(bio))->m_ended ? 1 : 0;
    }
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

const BIO_METHOD* TlsEnd::method() {
    static const BIO_METHOD* const made = [] {
        BIO_METHOD* m = ::BIO_meth_new(::BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "leadglass socket");
        if (m != nullptr) {
            ::BIO_meth_set_read(m, readSocket);
            ::BIO_meth_set_write(m, writeSocket);
            ::BIO_meth_set_ctrl(m, control);
        }
        return m;
    }();
    return made;
}

// An end without close_notify is no reason to give a session up (RFC 5246 7.2.1); to OpenSSL it is, unless told.
TlsEnd::~TlsEnd() {
    if (m_sessions != nullptr && !m_faulty && ::SSL_is_init_finished(m_tls.get()) == 1) {
        ::SSL_set_shutdown(m_tls.get(), SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    }
}

bool TlsEnd::attach(SSL_CTX* context) {
    m_tls.reset(::SSL_new(context));
    BIO* bio = method() == nullptr ? nullptr : ::BIO_new(method());
    if (!m_tls || bio == nullptr) {
        ::BIO_free(bio);
        return false;
    }
    ::BIO_set_data(bio, this);
    ::BIO_set_init(bio, 1);
    ::SSL_set_bio(m_tls.get(), bio, bio); // takes it
    SSL_set_app_data(m_tls.get(), this);
    return true;
}

// ---- both roles --------------------------------------------------------------------------------

std::unique_ptr<TlsEnd> TlsEnd::serve(SSL_CTX* context, const Identity& identity, int socket, std::vector<std::uint8_t> first,
                                      std::string protocol) {
    std::unique_ptr<TlsEnd> out(new TlsEnd(socket, std::move(first)));
    out->m_wanted = std::move(protocol);
    if (!out->attach(context)) {
        return nullptr;
    }
    SSL* tls = out->m_tls.get();
    ::SSL_set_accept_state(tls);
    Sha256 hash;
    hash.update(identity.host);
    const Sha256Hash session = hash.finish();
    const bool ok = ::SSL_use_certificate(tls, identity.leaf) == 1 && ::SSL_use_PrivateKey(tls, identity.key) == 1 &&
                    ::SSL_set_session_id_context(tls, session.data(), static_cast<unsigned>(session.size())) == 1;
    return ok ? std::move(out) : nullptr;
}

std::unique_ptr<TlsEnd> TlsEnd::connect(SSL_CTX* context, int socket, const std::string& host,
                                        const std::vector<std::string>& protocols, SessionCache* sessions) {
    std::unique_ptr<TlsEnd> out(new TlsEnd(socket, {}));
    if (host.empty() || !out->attach(context)) {
        return nullptr;
    }
    SSL* tls = out->m_tls.get();
    ::SSL_set_connect_state(tls);
    // Names are in the alternative names (RFC 9525 2): a subject says anything, and today's clients do not look at it.
    ::SSL_set_hostflags(tls, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    std::string offer;
    for (const auto& protocol : protocols) {
        offer.push_back(static_cast<char>(protocol.size()));
        offer += protocol;
    }
    const bool ok = ::SSL_set1_host(tls, host.c_str()) == 1 && SSL_set_tlsext_host_name(tls, host.c_str()) == 1 &&
                    (offer.empty() || ::SSL_set_alpn_protos(tls, reinterpret_cast<const unsigned char*>(offer.data()),
                                                            static_cast<unsigned>(offer.size())) == 0);
    if (!ok) {
        return nullptr;
    }
    if (sessions != nullptr) {
        out->m_sessions = sessions;
        out->m_host = host;
        if (const auto kept = sessions->take(host, systemClock().awake()); kept.session) {
            out->m_verifiedUntil = ::SSL_set_session(tls, kept.session.get()) == 1 ? kept.until : 0;
        }
    }
    return out;
}

// Early data is never sent, whatever it would allow: what is sent is to be judged first, and not to be replayed.
int TlsEnd::sessionCame(SSL* tls, SSL_SESSION* session) {
    // A copy: what the connection has is no longer resumed from once that was cut (SSL_free), which since TLS 1.1 is no reason
    // (RFC 4346 7.2.1), and a server that is idle often does so.
    TlsSessionPtr came(::SSL_SESSION_dup(session));
    auto* self = static_cast<TlsEnd*>(SSL_get_app_data(tls));
    if (came && self->m_sessions != nullptr && ::SSL_get_verify_result(tls) == X509_V_OK) {
        const bool resumed = ::SSL_session_reused(tls) == 1;
        self->m_sessions->keep(self->m_host, {std::move(came), resumed ? self->m_verifiedUntil : systemClock().awake() + SessionCache::kMaxAge});
    }
    return 0;
}

Transport::Io TlsEnd::judge(int result, bool reading) {
    switch (::SSL_get_error(m_tls.get(), result)) {
    case SSL_ERROR_WANT_READ:
        m_readable = m_readable && !reading; // while writing: what it waits for comes by read()
        return Io::Idle;
    case SSL_ERROR_WANT_WRITE: m_writable = false; return Io::Idle;
    case SSL_ERROR_ZERO_RETURN: return Io::End;
    case SSL_ERROR_SSL: m_faulty = m_faulty || !m_ended; [[fallthrough]]; // an end is one of these, too
    default: return reading && m_ended ? Io::Cut : Io::Error;
    }
}

Transport::Io TlsEnd::handshake() {
    if (::SSL_is_init_finished(m_tls.get()) == 1) {
        return Io::Progress;
    }
    ::ERR_clear_error();
    const int result = ::SSL_do_handshake(m_tls.get());
    if (result == 1) {
        m_readable = true; // what came with the last message of the handshake
        m_writable = true;
        return Io::Progress;
    }
    const int error = ::SSL_get_error(m_tls.get(), result);
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) {
        return Io::Idle;
    }
    noteFailure(::ERR_peek_last_error());
    return Io::Error;
}

void TlsEnd::noteFailure(unsigned long error) {
    const long verified = ::SSL_get_verify_result(m_tls.get());
    const bool alert = ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) >= SSL_AD_REASON_OFFSET;
    const bool server = ::SSL_is_server(m_tls.get()) == 1;
    if (!server && verified != X509_V_OK) {
        m_failure = {reasonOfVerify(verified), ::X509_verify_cert_error_string(verified)};
    } else {
        const char* text = error == 0 ? nullptr : ::ERR_reason_error_string(error);
        m_failure = {server && (alert || m_ended) ? "client_rejected" : "protocol",
                     text != nullptr ? text : "the connection ended in the handshake"};
    }
    m_failure.detail.resize(std::min(m_failure.detail.size(), kMaxDetail));
}

Transport::Io TlsEnd::read(std::span<std::uint8_t> into, std::size_t& size) {
    if (!m_readable) {
        return Io::Idle;
    }
    if (m_after != Io::Progress) {
        return std::exchange(m_after, Io::Progress);
    }
    // Each call gives one record: together they cost those behind less.
    Io io = Io::Progress;
    for (size = 0; io == Io::Progress && size < into.size();) {
        std::size_t more = 0;
        ::ERR_clear_error();
        const int result = ::SSL_read_ex(m_tls.get(), into.data() + size, into.size() - size, &more);
        io = result == 1 ? Io::Progress : judge(result, true);
        size += result == 1 ? more : 0;
    }
    if (size == 0) {
        return io;
    }
    m_after = io == Io::Idle ? Io::Progress : io;
    return Io::Progress;
}

Transport::Io TlsEnd::write(std::span<const std::uint8_t> bytes, std::size_t& size) {
    if (!m_writable) {
        return Io::Idle;
    }
    ::ERR_clear_error();
    m_more = bytes.size() > SSL3_RT_MAX_PLAIN_LENGTH; // it takes one record
    const int result = ::SSL_write_ex(m_tls.get(), bytes.data(), bytes.size(), &size);
    m_more = false;
    return result == 1 ? Io::Progress : judge(result, false);
}

Transport::Io TlsEnd::shutdown() {
    if (::SSL_is_init_finished(m_tls.get()) == 1) {
        ::ERR_clear_error();
        const int result = ::SSL_shutdown(m_tls.get());
        if (result < 0) {
            const Io io = judge(result, false);
            if (io == Io::Idle && !m_writable) {
                return Io::Idle;
            }
        }
    }
    return ::shutdown(m_socket, SHUT_WR) == 0 ? Io::Progress : Io::Error;
}

std::string TlsEnd::protocol() const {
    const unsigned char* name = nullptr;
    unsigned size = 0;
    ::SSL_get0_alpn_selected(m_tls.get(), &name, &size);
    return name == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(name), size);
}

} // namespace leadglass::egress
