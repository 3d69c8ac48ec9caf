#include "core/egress/inspect/tls_contexts.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "core/egress/inspect/tls_end.h"

namespace leadglass::egress {
namespace {

// Two records and what is around them: what a fast peer sends is taken with fewer system calls.
constexpr std::size_t kReadAhead = 33 * 1024;
// In the order of browsers: AES with the shorter key first, which takes 8 % off what a GiB costs.
constexpr const char* kCiphers = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";

bool common(SSL_CTX* context) {
    ::SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                       SSL_OP_PRIORITIZE_CHACHA);
    ::SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                    SSL_MODE_RELEASE_BUFFERS);
    ::SSL_CTX_set_read_ahead(context, 1);
    ::SSL_CTX_set_default_read_buffer_len(context, kReadAhead);
    return ::SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           ::SSL_CTX_set_ciphersuites(context, kCiphers) == 1 &&
           ::SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384") == 1;
}

int selectProtocol(SSL* tls, const unsigned char** out, unsigned char* size, const unsigned char* offered,
                   unsigned int offeredSize, void*) {
    const auto* end = static_cast<const TlsEnd*>(SSL_get_app_data(tls));
    const std::string& wanted = end->wantedProtocol();
    for (unsigned int i = 0; !wanted.empty() && i < offeredSize; i += 1U + offered[i]) {
        if (offered[i] == wanted.size() && std::equal(wanted.begin(), wanted.end(), offered + i + 1)) {
            *out = offered + i + 1;
            *size = offered[i];
            return SSL_TLSEXT_ERR_OK;
        }
    }
    return SSL_TLSEXT_ERR_NOACK;
}

} // namespace

bool loadTls() {
    ::tzset(); // gmtime_r(3), with which OpenSSL looks at dates, reads the time zone the first time
    if (::OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_LOAD_SSL_STRINGS |
                               OPENSSL_INIT_LOAD_CRYPTO_STRINGS | OPENSSL_INIT_NO_ATEXIT,
                           nullptr) != 1) {
        return false;
    }
    std::array<unsigned char, 16> seed;
    return ::RAND_bytes(seed.data(), static_cast<int>(seed.size())) == 1 &&
           ::RAND_priv_bytes(seed.data(), static_cast<int>(seed.size())) == 1 && makeClientSide() != nullptr;
}

TlsContextPtr makeClientSide() {
    TlsContextPtr context(::SSL_CTX_new(::TLS_server_method()));
    if (!context || !common(context.get())) {
        return nullptr;
    }
    ::SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    ::SSL_CTX_set_num_tickets(context.get(), 1);
    ::SSL_CTX_set_alpn_select_cb(context.get(), selectProtocol, nullptr);
    return context;
}

Result<TlsContextPtr> makeUpstreamSide(std::string_view roots) {
    TlsContextPtr context(::SSL_CTX_new(::TLS_client_method()));
    StorePtr store(::X509_STORE_new());
    const BioPtr text(::BIO_new_mem_buf(roots.data(), static_cast<int>(roots.size())));
    if (!context || !store || !text || !common(context.get())) {
        return makeError(Code::Io, "cannot make TLS settings for servers");
    }
    std::size_t count = 0;
    while (const CertificatePtr root{::PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr)}) {
        count += ::X509_STORE_add_cert(store.get(), root.get()) == 1 ? 1U : 0U;
    }
    ::ERR_clear_error(); // the end of the text is one
    if (count == 0) {
        return makeError(Code::Invalid, "egress protocol: no root certificate to verify servers against");
    }
    ::SSL_CTX_set_cert_store(context.get(), store.release());
    ::SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    ::SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    ::SSL_CTX_sess_set_new_cb(context.get(), TlsEnd::sessionCame);
    return context;
}

} // namespace leadglass::egress
