// Both far ends of an inspected connection, by OpenSSL with blocking sockets: a server in a thread of its own, and a
// client. Certificates of the test's own authority.
#pragma once

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/base/unique_fd.h"

namespace leadglass::test {

struct TestFree {
    void operator()(X509* p) const { X509_free(p); }
    void operator()(EVP_PKEY* p) const { EVP_PKEY_free(p); }
    void operator()(SSL_CTX* p) const { SSL_CTX_free(p); }
    void operator()(SSL* p) const { SSL_free(p); }
    void operator()(X509_STORE* p) const { X509_STORE_free(p); }
    void operator()(X509_STORE_CTX* p) const { X509_STORE_CTX_free(p); }
};
template <class T> using Owned = std::unique_ptr<T, TestFree>;

struct Identity {
    Owned<X509> certificate;
    Owned<EVP_PKEY> key;
};

// `issuer` null: signs itself. `days`: from now; negative: has expired. `named`: in the alternative names, too.
inline Identity makeIdentity(const std::string& name, const Identity* issuer, int days = 30, bool named = true) {
    Identity out;
    out.key.reset(EVP_EC_gen("P-256"));
    out.certificate.reset(X509_new());
    X509* x = out.certificate.get();
    X509_set_version(x, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x), rand() + 1L);
    X509_gmtime_adj(X509_getm_notBefore(x), -60L * 24 * 3600);
    X509_gmtime_adj(X509_getm_notAfter(x), days * 24L * 3600);
    X509_NAME* subject = X509_get_subject_name(x);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(name.c_str()), -1,
                               -1, 0);
    X509_set_issuer_name(x, issuer == nullptr ? subject : X509_get_subject_name(issuer->certificate.get()));
    X509_set_pubkey(x, out.key.get());
    const auto add = [&](int nid, const std::string& value) {
        X509V3_CTX context;
        X509V3_set_ctx_nodb(&context);
        X509V3_set_ctx(&context, issuer == nullptr ? x : issuer->certificate.get(), x, nullptr, nullptr, 0);
        X509_EXTENSION* e = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
        X509_add_ext(x, e, -1);
        X509_EXTENSION_free(e);
    };
    if (issuer == nullptr && name.find('.') == name.npos) {
        add(NID_basic_constraints, "critical,CA:TRUE");
    } else if (named) {
        add(NID_subject_alt_name, "DNS:" + name);
    }
    X509_sign(x, issuer == nullptr ? out.key.get() : issuer->key.get(), EVP_sha256());
    return out;
}

inline std::string pemOf(X509* certificate) {
    BIO* bio = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(bio, certificate);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(bio, &bytes);
    std::string out(bytes, static_cast<std::size_t>(size));
    BIO_free(bio);
    return out;
}

inline std::string pemOf(EVP_PKEY* key) {
    BIO* bio = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(bio, &bytes);
    std::string out(bytes, static_cast<std::size_t>(size));
    BIO_free(bio);
    return out;
}

inline Owned<X509> parseDer(const std::vector<std::uint8_t>& der) {
    const unsigned char* at = der.data();
    return Owned<X509>(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
}

// One end of TLS on a blocking socket.
class TlsPeer {
public:
    Owned<SSL_CTX> context;
    Owned<SSL> tls;
    int socket = -1;

    bool send(std::string_view text) { return SSL_write(tls.get(), text.data(), static_cast<int>(text.size())) == static_cast<int>(text.size()); }
    // Until `marker` is there, `size` bytes are, or the end.
    std::string readUntil(std::string_view marker, std::size_t size = SIZE_MAX) {
        std::string out;
        char chunk[16384];
        while (out.size() < size && (marker.empty() || out.find(marker) == out.npos)) {
            const int n = SSL_read(tls.get(), chunk, static_cast<int>(std::min(sizeof chunk, size - out.size())));
            if (n <= 0) {
                break;
            }
            out.append(chunk, static_cast<std::size_t>(n));
        }
        return out;
    }
    // After a read came to its end: the peer said that this was all.
    bool endedInPeace() const { return (SSL_get_shutdown(tls.get()) & SSL_RECEIVED_SHUTDOWN) != 0; }
    void close() { SSL_shutdown(tls.get()); }
    std::string protocol() const {
        const unsigned char* name = nullptr;
        unsigned size = 0;
        SSL_get0_alpn_selected(tls.get(), &name, &size);
        return name == nullptr ? "" : std::string(reinterpret_cast<const char*>(name), size);
    }
};

inline std::string wireOf(const std::vector<std::string>& protocols) {
    std::string out;
    for (const auto& p : protocols) {
        out += static_cast<char>(p.size()) + p;
    }
    return out;
}

// Shakes hands as a client of `host` that trusts `root`. False: refused; `why` says by what.
inline bool shakeAsClient(TlsPeer& peer, int socket, const std::string& host, X509* root,
                          const std::vector<std::string>& protocols, int maxVersion = TLS1_3_VERSION,
                          std::string* why = nullptr) {
    peer.context.reset(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_set_max_proto_version(peer.context.get(), maxVersion);
    X509_STORE_add_cert(SSL_CTX_get_cert_store(peer.context.get()), root);
    SSL_CTX_set_verify(peer.context.get(), SSL_VERIFY_PEER, nullptr);
    peer.tls.reset(SSL_new(peer.context.get()));
    peer.socket = socket;
    SSL_set_fd(peer.tls.get(), socket);
    SSL_set_tlsext_host_name(peer.tls.get(), host.c_str());
    SSL_set1_host(peer.tls.get(), host.c_str());
    const std::string offer = wireOf(protocols);
    if (!offer.empty()) {
        SSL_set_alpn_protos(peer.tls.get(), reinterpret_cast<const unsigned char*>(offer.data()), static_cast<unsigned>(offer.size()));
    }
    ERR_clear_error();
    const bool ok = SSL_connect(peer.tls.get()) == 1;
    if (!ok && why != nullptr) {
        const char* text = ERR_reason_error_string(ERR_peek_last_error());
        *why = text == nullptr ? "closed" : text;
    }
    return ok;
}

inline bool shakeAsServer(TlsPeer& peer, int socket, const Identity& identity, const std::string& protocol,
                          int maxVersion = TLS1_3_VERSION) {
    peer.context.reset(SSL_CTX_new(TLS_server_method()));
    SSL_CTX_set_max_proto_version(peer.context.get(), maxVersion);
    SSL_CTX_use_certificate(peer.context.get(), identity.certificate.get());
    SSL_CTX_use_PrivateKey(peer.context.get(), identity.key.get());
    static thread_local std::string chosen;
    chosen = protocol;
    SSL_CTX_set_alpn_select_cb(
        peer.context.get(),
        [](SSL*, const unsigned char** out, unsigned char* size, const unsigned char* in, unsigned n, void*) {
            for (unsigned i = 0; i < n; i += in[i] + 1U) {
                if (std::string(reinterpret_cast<const char*>(in + i + 1), in[i]) == chosen) {
                    *out = in + i + 1;
                    *size = in[i];
                    return SSL_TLSEXT_ERR_OK;
                }
            }
            return SSL_TLSEXT_ERR_NOACK;
        },
        nullptr);
    peer.tls.reset(SSL_new(peer.context.get()));
    peer.socket = socket;
    SSL_set_fd(peer.tls.get(), socket);
    ERR_clear_error();
    return SSL_accept(peer.tls.get()) == 1;
}

} // namespace leadglass::test
