// Certificates as text (RFC 7468): the parts of a file that are certificates, and nothing else of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass {

constexpr std::size_t kMaxPemCertificate = 64 * 1024; // bytes of one, as text

// The blocks "-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----", each with both lines and one newline; what
// stands between them, what has no end and what is too long is left out.
std::vector<std::string_view> pemBlocks(std::string_view text);
// The DER of one block; empty: it is no base64.
std::string derOf(std::string_view block);
std::string pemOf(std::string_view der);

} // namespace leadglass
