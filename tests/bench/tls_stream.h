// One end of a connection with TLS 1.3, for load: the certificate is made at the start, and nobody checks it.
#pragma once

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/unique_fd.h"

namespace leadglass::bench {

struct Free {
    void operator()(SSL* tls) const { SSL_free(tls); }
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
using Context = std::unique_ptr<SSL_CTX, Free>;

inline Context contextOf(bool server) {
    Context context(SSL_CTX_new(server ? TLS_server_method() : TLS_client_method()));
    SSL_CTX_set_min_proto_version(context.get(), TLS1_3_VERSION);
    SSL_CTX_set_mode(context.get(), SSL_MODE_AUTO_RETRY);
    if (server) {
        EVP_PKEY* key = EVP_EC_gen("P-256");
        X509* certificate = X509_new();
        X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
        X509_gmtime_adj(X509_getm_notAfter(certificate), 86400);
        X509_set_pubkey(certificate, key);
        X509_sign(certificate, key, EVP_sha256());
        SSL_CTX_use_certificate(context.get(), certificate);
        SSL_CTX_use_PrivateKey(context.get(), key);
        X509_free(certificate);
        EVP_PKEY_free(key);
    }
    return context;
}

// One end of a connection, TLS already spoken.
class Stream {
public:
    Stream(UniqueFd fd, SSL_CTX* context, bool server) : m_fd(std::move(fd)), m_tls(SSL_new(context)) {
        SSL_set_fd(m_tls.get(), m_fd.get());
        SSL_set_tlsext_host_name(m_tls.get(), "localhost");
        m_open = (server ? SSL_accept(m_tls.get()) : SSL_connect(m_tls.get())) == 1;
    }
    [[nodiscard]] bool transfer(void* bytes, std::size_t room, std::size_t size, bool out) {
        for (std::size_t done = 0; m_open && done < size;) {
            const int part = static_cast<int>(std::min(room, size - done));
            const int n = out ? SSL_write(m_tls.get(), bytes, part) : SSL_read(m_tls.get(), bytes, part);
            m_open = n > 0;
            done += m_open ? static_cast<std::size_t>(n) : 0;
        }
        return m_open;
    }
    // A request is eight bytes, the size of the answer.
    [[nodiscard]] bool request(std::uint64_t size, std::vector<char>& buffer) {
        return transfer(&size, sizeof size, sizeof size, true) && transfer(buffer.data(), buffer.size(), size, false);
    }

private:
    UniqueFd m_fd;
    std::unique_ptr<SSL, Free> m_tls;
    bool m_open = false;
};

} // namespace leadglass::bench
