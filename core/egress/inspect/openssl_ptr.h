// Owners of what OpenSSL hands out.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>

namespace leadglass::egress {

template <auto kFree> struct OpenSslFree {
    template <class T> void operator()(T* p) const { kFree(p); }
};
using BioPtr = std::unique_ptr<BIO, OpenSslFree<BIO_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, OpenSslFree<EVP_PKEY_free>>;
using KeyContextPtr = std::unique_ptr<EVP_PKEY_CTX, OpenSslFree<EVP_PKEY_CTX_free>>;
using CertificatePtr = std::unique_ptr<X509, OpenSslFree<X509_free>>;
using StorePtr = std::unique_ptr<X509_STORE, OpenSslFree<X509_STORE_free>>;
using TlsContextPtr = std::unique_ptr<SSL_CTX, OpenSslFree<SSL_CTX_free>>;
using TlsPtr = std::unique_ptr<SSL, OpenSslFree<SSL_free>>;
using TlsSessionPtr = std::unique_ptr<SSL_SESSION, OpenSslFree<SSL_SESSION_free>>;

} // namespace leadglass::egress
