#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>
#include <vector>

#include "core/secrets/forms.h"
#include "helper/mint/answers.h"

namespace leadglass::mint {
namespace {

template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* each) const { Free(each); }
};
template <class T, auto Free>
using Held = std::unique_ptr<T, Freed<Free>>;

// RFC 7515 2: base64url without padding.
Result<std::string> url64(std::string_view bytes) {
    const auto digits = LG_TRY(secrets::base64(bytes));
    std::string out(digits.reveal());
    while (out.ends_with('=')) {
        out.pop_back();
    }
    for (char& c : out) {
        c = c == '+' ? '-' : c == '/' ? '_' : c;
    }
    return out;
}

int noPassword(char*, int, int, void*) { return 0; } // else OpenSSL would ask on a terminal

} // namespace

Result<std::string> appToken(const std::string& id, std::string_view pem, std::uint64_t now) {
    const Held<BIO, BIO_free_all> text(::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    const Held<EVP_PKEY, EVP_PKEY_free> key(text ? ::PEM_read_bio_PrivateKey(text.get(), nullptr, &noPassword, nullptr) : nullptr);
    if (!key || ::EVP_PKEY_base_id(key.get()) != EVP_PKEY_RSA || ::EVP_PKEY_bits(key.get()) < 2048) {
        return makeError(Code::Invalid, "the app's key is no RSA private key of 2048 bits or more, in PEM, without a password");
    }
    // A minute back, as the clock of the server may be behind.
    const std::string claims = R"({"iat":)" + std::to_string(now - 60) + R"(,"exp":)" + std::to_string(now + 540) + R"(,"iss":")" + id + "\"}";
    std::string out = LG_TRY(url64(R"({"alg":"RS256","typ":"JWT"})"));
    out += "." + LG_TRY(url64(claims));
    const Held<EVP_MD_CTX, EVP_MD_CTX_free> state(::EVP_MD_CTX_new());
    std::size_t size = static_cast<std::size_t>(::EVP_PKEY_size(key.get()));
    std::vector<unsigned char> signature(size);
    if (!state || ::EVP_DigestSignInit(state.get(), nullptr, ::EVP_sha256(), nullptr, key.get()) != 1 ||
        ::EVP_DigestSign(state.get(), signature.data(), &size, reinterpret_cast<const unsigned char*>(out.data()), out.size()) != 1) {
        return makeError(Code::Io, "the app's key cannot sign");
    }
    return out + "." + LG_TRY(url64({reinterpret_cast<const char*>(signature.data()), size}));
}

} // namespace leadglass::mint
