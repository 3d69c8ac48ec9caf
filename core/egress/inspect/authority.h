// Trust: this process; the certificate and key to take come from the supervisor.
// Privilege: holds the run's signing key; whoever has it can be any host of `hosts` to what runs inside, nothing else.
// Input: host patterns in canonical form; names to mint for are canonical names.
// Fails: an authority that cannot be made, or whose key does not fit, is an error; no leaf for a name that is none.
//
// A run's own certificate authority, "Leadglass run": P-256, name-constrained (critical) to the hosts that the run
// inspects, every IP address excluded (RFC 5280 4.2.1.10), no authority below it. Leaves are minted from parts that
// are made once: per leaf one name, one serial number, one signature.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/egress/inspect/openssl_ptr.h"

namespace leadglass::egress {

class Authority {
public:
    // `hosts`: canonical names, "*.NAME" for those below it. Valid from an hour before `now` for eight days.
    static Result<Authority> make(const std::vector<std::string>& hosts, Nanos now);
    // The same one again, in a process that takes the place of one that died.
    static Result<Authority> take(std::span<const std::uint8_t> certificate, std::span<const std::uint8_t> key);

    // DER. A leaf for exactly this name, for leafKey(), from an hour before `now` for seven days.
    Result<std::string> mint(std::string_view host, Nanos now);

    [[nodiscard]] const std::string& certificate() const { return m_certificate; } // DER
    [[nodiscard]] Result<std::vector<std::uint8_t>> exportKey() const;            // DER (PKCS 8); to be wiped
    [[nodiscard]] EVP_PKEY* leafKey() const { return m_leafKey.get(); } // one for all leaves of this process

private:
    Authority() = default;
    Status prepare(); // from the key and the certificate
    Result<std::string> sign(std::string_view toBeSigned);

    std::string m_certificate;
    KeyPtr m_key;
    KeyPtr m_leafKey;
    KeyContextPtr m_signer;
    std::string m_issuer;  // Name
    std::string m_subject; // of a leaf: Name and SubjectPublicKeyInfo
    std::string m_extensions; // of a leaf: all but its names
};

} // namespace leadglass::egress
