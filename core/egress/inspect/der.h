// The few forms of DER (X.690) that a certificate of ours has. Pure; writes only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace leadglass::egress::der {

// Tag, length, content. Content is shorter than 16 MiB.
std::string element(std::uint8_t tag, std::string_view content);
std::string sequence(std::string_view content);
std::string oid(std::string_view content);      // already encoded
std::string positive(std::string_view bytes);   // INTEGER of a big-endian number that is not empty
std::string bits(std::string_view bytes, std::uint8_t unused = 0);
std::string octets(std::string_view bytes);
// One attribute: a name that consists of a common name (2.5.4.3).
std::string commonName(std::string_view text);
// UTCTime until 2049, GeneralizedTime after (RFC 5280 4.1.2.5). `seconds`: since the epoch, UTC.
std::string time(std::int64_t seconds);
// Extension (RFC 5280 4.1); `value` is the DER of what it holds.
std::string extension(std::string_view encodedOid, bool critical, std::string_view value);

} // namespace leadglass::egress::der
