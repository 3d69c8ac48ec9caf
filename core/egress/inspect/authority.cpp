#include "core/egress/inspect/authority.h"

#include <openssl/ec.h>
#include <openssl/rand.h>

#include <array>

#include "core/base/digest.h"
#include "core/egress/inspect/der.h"

namespace leadglass::egress {
namespace {

constexpr std::int64_t kHour = 3600;
constexpr std::int64_t kDay = 24 * kHour;
constexpr Nanos kSecond = 1'000'000'000;
constexpr std::string_view kName = "Leadglass run";

// Object identifiers as encoded (RFC 5280, RFC 5758).
constexpr std::string_view kEcdsaSha256("\x2a\x86\x48\xce\x3d\x04\x03\x02", 8);
constexpr std::string_view kSubjectKey("\x55\x1d\x0e", 3);
constexpr std::string_view kKeyUsage("\x55\x1d\x0f", 3);
constexpr std::string_view kAlternativeName("\x55\x1d\x11", 3);
constexpr std::string_view kBasicConstraints("\x55\x1d\x13", 3);
constexpr std::string_view kNameConstraints("\x55\x1d\x1e", 3);
constexpr std::string_view kAuthorityKey("\x55\x1d\x23", 3);
constexpr std::string_view kExtendedUsage("\x55\x1d\x25", 3);
constexpr std::string_view kServerUse("\x2b\x06\x01\x05\x05\x07\x03\x01", 8);

Error failed(const char* what) {
    return makeError(Code::Io, std::string("cannot ") + what + " for the run's certificates");
}

std::string version3() {
    return der::element(0xa0, std::string("\x02\x01\x02", 3));
}

std::string algorithm() {
    return der::sequence(der::oid(kEcdsaSha256));
}

Result<std::string> serial() {
    std::array<unsigned char, 16> bytes;
    if (::RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
        return failed("find a serial number");
    }
    bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7fU) | 0x40U); // positive, and of one length
    return der::positive({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Result<std::string> publicKey(EVP_PKEY* key) {
    unsigned char* bytes = nullptr;
    const int size = ::i2d_PUBKEY(key, &bytes);
    if (size <= 0) {
        return failed("write a public key");
    }
    std::string out(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    ::OPENSSL_free(bytes);
    return out;
}

std::string keyId(std::string_view publicKeyInfo) {
    return sha256Bytes(publicKeyInfo).substr(0, 20);
}

std::string validity(std::int64_t now, std::int64_t days) {
    return der::sequence(der::time(now - kHour) + der::time(now + days * kDay));
}

std::string nameConstraints(const std::vector<std::string>& hosts) {
    std::string permitted;
    for (const auto& host : hosts) {
        // A leading dot: at least one label more (not in RFC 5280, but read so by what verifies certificates).
        const std::string_view base = host.starts_with("*.") ? std::string_view(host).substr(1) : host;
        permitted += der::sequence(der::element(0x82, base));
    }
    std::string excluded = der::sequence(der::element(0x87, std::string(8, '\0'))) +
                           der::sequence(der::element(0x87, std::string(32, '\0')));
    if (hosts.empty()) {
        excluded += der::sequence(der::element(0x82, "")); // none permitted would be all permitted
    }
    return der::sequence((permitted.empty() ? std::string() : der::element(0xa0, permitted)) +
                         der::element(0xa1, excluded));
}

// What a client takes for a host name, and a certificate can say (RFC 5280: IA5).
bool isName(std::string_view host) {
    if (host.empty() || host.size() > 253 || host.front() == '.' || host.back() == '.') {
        return false;
    }
    for (char c : host) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
        if (!plain) {
            return false;
        }
    }
    return true;
}

} // namespace

Result<Authority> Authority::make(const std::vector<std::string>& hosts, Nanos now) {
    Authority out;
    out.m_key.reset(::EVP_EC_gen("P-256"));
    if (!out.m_key) {
        return failed("make a key");
    }
    out.m_issuer = der::commonName(kName);
    LG_TRY(out.prepare());
    const std::string key = LG_TRY(publicKey(out.m_key.get()));
    const std::string extensions =
        der::extension(kBasicConstraints, true, der::sequence(std::string("\x01\x01\xff\x02\x01\x00", 6))) +
        der::extension(kKeyUsage, true, der::bits("\x04", 2)) + // keyCertSign
        der::extension(kSubjectKey, false, der::octets(keyId(key))) +
        der::extension(kNameConstraints, true, nameConstraints(hosts));
    const std::string number = LG_TRY(serial());
    out.m_certificate = LG_TRY(out.sign(der::sequence(version3() + number + algorithm() + out.m_issuer +
                                                      validity(now / kSecond, 8) + out.m_issuer + key +
                                                      der::element(0xa3, der::sequence(extensions)))));
    return out;
}

Result<Authority> Authority::take(std::span<const std::uint8_t> certificate, std::span<const std::uint8_t> key) {
    Authority out;
    const unsigned char* at = key.data();
    out.m_key.reset(::d2i_AutoPrivateKey(nullptr, &at, static_cast<long>(key.size())));
    at = certificate.data();
    const CertificatePtr parsed(::d2i_X509(nullptr, &at, static_cast<long>(certificate.size())));
    if (!out.m_key || !parsed || ::X509_check_private_key(parsed.get(), out.m_key.get()) != 1) {
        return makeError(Code::Invalid, "egress protocol: the authority's key is not its certificate's");
    }
    unsigned char* name = nullptr;
    const int size = ::i2d_X509_NAME(::X509_get_subject_name(parsed.get()), &name);
    if (size <= 0) {
        return failed("read the authority's name");
    }
    out.m_issuer.assign(reinterpret_cast<const char*>(name), static_cast<std::size_t>(size));
    ::OPENSSL_free(name);
    out.m_certificate.assign(certificate.begin(), certificate.end());
    LG_TRY(out.prepare());
    return out;
}

Status Authority::prepare() {
    m_leafKey.reset(::EVP_EC_gen("P-256"));
    m_signer.reset(::EVP_PKEY_CTX_new(m_key.get(), nullptr));
    if (!m_leafKey || !m_signer || ::EVP_PKEY_sign_init(m_signer.get()) != 1 ||
        ::EVP_PKEY_CTX_set_signature_md(m_signer.get(), ::EVP_sha256()) != 1) {
        return failed("make a key");
    }
    const std::string authorityKey = LG_TRY(publicKey(m_key.get()));
    const std::string leafKey = LG_TRY(publicKey(m_leafKey.get()));
    m_subject = der::commonName("Leadglass inspected server") + leafKey;
    m_extensions = der::extension(kBasicConstraints, true, der::sequence("")) +
                   der::extension(kKeyUsage, true, der::bits("\x80", 7)) + // digitalSignature
                   der::extension(kExtendedUsage, false, der::sequence(der::oid(kServerUse))) +
                   der::extension(kSubjectKey, false, der::octets(keyId(leafKey))) +
                   der::extension(kAuthorityKey, false, der::sequence(der::element(0x80, keyId(authorityKey))));
    return {};
}

Result<std::string> Authority::sign(std::string_view toBeSigned) {
    Sha256 hash;
    hash.update(toBeSigned);
    const Sha256Hash digest = hash.finish();
    std::array<unsigned char, 80> signature;
    std::size_t size = signature.size();
    if (::EVP_PKEY_sign(m_signer.get(), signature.data(), &size, digest.data(), digest.size()) != 1) {
        return failed("sign");
    }
    return der::sequence(std::string(toBeSigned) + algorithm() +
                         der::bits({reinterpret_cast<const char*>(signature.data()), size}));
}

Result<std::string> Authority::mint(std::string_view host, Nanos now) {
    if (!isName(host)) {
        return makeError(Code::Invalid, "not a name that a certificate can be for");
    }
    const std::string names = der::extension(kAlternativeName, false, der::sequence(der::element(0x82, host)));
    const std::string number = LG_TRY(serial());
    return sign(der::sequence(version3() + number + algorithm() + m_issuer + validity(now / kSecond, 7) +
                              m_subject + der::element(0xa3, der::sequence(m_extensions + names))));
}

Result<std::vector<std::uint8_t>> Authority::exportKey() const {
    // PKCS 8 without encryption: the supervisor keeps it in locked memory.
    PKCS8_PRIV_KEY_INFO* info = ::EVP_PKEY2PKCS8(m_key.get());
    unsigned char* bytes = nullptr;
    const int size = info == nullptr ? -1 : ::i2d_PKCS8_PRIV_KEY_INFO(info, &bytes);
    ::PKCS8_PRIV_KEY_INFO_free(info);
    if (size <= 0) {
        return failed("hand over the key");
    }
    std::vector<std::uint8_t> out(bytes, bytes + size);
    ::OPENSSL_clear_free(bytes, static_cast<std::size_t>(size));
    return out;
}

} // namespace leadglass::egress
