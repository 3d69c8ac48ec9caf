#include "helper/hostkey/verify.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <array>
#include <memory>
#include <vector>

namespace leadglass::hostkey {
namespace {

struct Free {
    void operator()(EVP_PKEY* p) const { EVP_PKEY_free(p); }
    void operator()(EVP_PKEY_CTX* p) const { EVP_PKEY_CTX_free(p); }
    void operator()(EVP_MD_CTX* p) const { EVP_MD_CTX_free(p); }
    void operator()(BIGNUM* p) const { BN_free(p); }
    void operator()(ECDSA_SIG* p) const { ECDSA_SIG_free(p); }
    void operator()(OSSL_PARAM_BLD* p) const { OSSL_PARAM_BLD_free(p); }
    void operator()(OSSL_PARAM* p) const { OSSL_PARAM_free(p); }
};
template <class T> using Ptr = std::unique_ptr<T, Free>;

constexpr int kLeastRsaBits = 2048;
constexpr int kMostRsaBits = 16384;

struct Curve {
    std::string_view type;
    std::string_view name; // in the blob
    const char* group;
    const char* digest;
};
constexpr std::array kCurves = {Curve{"ecdsa-sha2-nistp256", "nistp256", "P-256", "SHA256"},
                                Curve{"ecdsa-sha2-nistp384", "nistp384", "P-384", "SHA384"},
                                Curve{"ecdsa-sha2-nistp521", "nistp521", "P-521", "SHA512"}};

const unsigned char* bytesOf(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

// Length and bytes (RFC 4251 section 5); false: there are not so many.
bool take(std::string_view& from, std::string_view& out) {
    constexpr std::size_t kLength = 4;
    if (from.size() < kLength) {
        return false;
    }
    std::size_t size = 0;
    for (std::size_t i = 0; i < kLength; ++i) {
        size = size << 8U | static_cast<unsigned char>(from[i]);
    }
    from.remove_prefix(kLength);
    if (size > from.size()) {
        return false;
    }
    out = from.substr(0, size);
    from.remove_prefix(size);
    return true;
}

// An mpint of RFC 4251; null where it is negative or too large.
Ptr<BIGNUM> numberOf(std::string_view mpint) {
    const bool negative = !mpint.empty() && (static_cast<unsigned char>(mpint.front()) & 0x80U) != 0;
    if (mpint.empty() || negative || mpint.size() > kMostRsaBits / 8 + 1) {
        return nullptr;
    }
    return Ptr<BIGNUM>(BN_bin2bn(bytesOf(mpint), static_cast<int>(mpint.size()), nullptr));
}

Ptr<EVP_PKEY> keyFrom(const char* kind, OSSL_PARAM_BLD* build) {
    const Ptr<OSSL_PARAM> params(OSSL_PARAM_BLD_to_param(build));
    const Ptr<EVP_PKEY_CTX> context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
    EVP_PKEY* made = nullptr;
    if (!params || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &made, EVP_PKEY_PUBLIC_KEY, params.get()) != 1) {
        return nullptr;
    }
    return Ptr<EVP_PKEY>(made);
}

bool verify(EVP_PKEY* key, const char* digest, std::string_view signature, std::string_view data) {
    const Ptr<EVP_MD_CTX> context(EVP_MD_CTX_new());
    return key != nullptr && context && EVP_DigestVerifyInit_ex(context.get(), nullptr, digest, nullptr, nullptr, key, nullptr) == 1 &&
           EVP_DigestVerify(context.get(), bytesOf(signature), signature.size(), bytesOf(data), data.size()) == 1;
}

bool verifyEd25519(std::string_view key, std::string_view signature, std::string_view data) {
    std::string_view point;
    constexpr std::size_t kPoint = 32;
    constexpr std::size_t kSignature = 64;
    if (!take(key, point) || !key.empty() || point.size() != kPoint || signature.size() != kSignature) {
        return false;
    }
    const Ptr<EVP_PKEY> made(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytesOf(point), point.size()));
    return verify(made.get(), nullptr, signature, data);
}

bool verifyEcdsa(const Curve& curve, std::string_view key, std::string_view signature, std::string_view data) {
    std::string_view name;
    std::string_view point;
    std::string_view r;
    std::string_view s;
    if (!take(key, name) || !take(key, point) || !key.empty() || name != curve.name || !take(signature, r) || !take(signature, s) ||
        !signature.empty()) {
        return false;
    }
    const Ptr<OSSL_PARAM_BLD> build(OSSL_PARAM_BLD_new());
    auto first = numberOf(r);
    auto second = numberOf(s);
    const Ptr<ECDSA_SIG> pair(ECDSA_SIG_new());
    if (!build || !first || !second || !pair ||
        OSSL_PARAM_BLD_push_utf8_string(build.get(), OSSL_PKEY_PARAM_GROUP_NAME, curve.group, 0) != 1 ||
        OSSL_PARAM_BLD_push_octet_string(build.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1 ||
        ECDSA_SIG_set0(pair.get(), first.get(), second.get()) != 1) {
        return false;
    }
    (void)first.release(); // the pair's now
    (void)second.release();
    unsigned char* der = nullptr;
    const int size = i2d_ECDSA_SIG(pair.get(), &der);
    if (size <= 0) {
        return false;
    }
    const std::vector<unsigned char> bytes(der, der + size);
    OPENSSL_free(der);
    return verify(keyFrom("EC", build.get()).get(), curve.digest, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, data);
}

bool verifyRsa(std::string_view algorithm, std::string_view key, std::string_view signature, std::string_view data) {
    std::string_view e;
    std::string_view n;
    if (!take(key, e) || !take(key, n) || !key.empty()) {
        return false;
    }
    const auto exponent = numberOf(e);
    const auto modulus = numberOf(n);
    const Ptr<OSSL_PARAM_BLD> build(OSSL_PARAM_BLD_new());
    if (!build || !exponent || !modulus || BN_num_bits(modulus.get()) < kLeastRsaBits || BN_num_bits(modulus.get()) > kMostRsaBits ||
        BN_num_bits(exponent.get()) > 64 || OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get()) != 1 ||
        OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get()) != 1) {
        return false;
    }
    return verify(keyFrom("RSA", build.get()).get(), algorithm == "rsa-sha2-512" ? "SHA512" : "SHA256", signature, data);
}

} // namespace

bool isSignedBy(std::string_view keyBlob, std::string_view data, std::string_view signatureBlob) {
    std::string_view type;
    std::string_view algorithm;
    std::string_view signature;
    if (!take(keyBlob, type) || !take(signatureBlob, algorithm) || !take(signatureBlob, signature) || !signatureBlob.empty() ||
        data.empty()) {
        return false;
    }
    if (type == "ssh-ed25519") {
        return algorithm == type && verifyEd25519(keyBlob, signature, data);
    }
    if (type == "ssh-rsa") {
        return (algorithm == "rsa-sha2-256" || algorithm == "rsa-sha2-512") && verifyRsa(algorithm, keyBlob, signature, data);
    }
    for (const auto& curve : kCurves) {
        if (type == curve.type) {
            return algorithm == type && verifyEcdsa(curve, keyBlob, signature, data);
        }
    }
    return false;
}

} // namespace leadglass::hostkey
