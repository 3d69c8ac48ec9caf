// Trust: addresses chosen by the agent, or answered by a hostile resolver.
// Privilege: none; pure, except ownAddresses().
// Input: sockaddr bytes or text.
// Fails: what cannot be classified is denied.
//
// IP addresses: text forms, and the hard denials that no policy can allow.
#pragma once

#include <netinet/in.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// Strict dotted quad or RFC 4291 text (brackets allowed around IPv6, no zone).
std::optional<Address> parseAddress(std::string_view text);
// Also inet_aton(3)'s spellings: 0xa9fea9fe, 2852039166, 0251.0376.0251.0376, 169.254.43518.
std::optional<Address> parseAddressInAnySpelling(std::string_view text);
Result<AddressRange> parseRange(std::string_view text); // "10.0.0.0/8", "2001:db8::1"
std::string toText(const Address& address);
bool inRange(const Address& address, const AddressRange& range);

std::optional<Address> fromSockaddr(const sockaddr_storage& address);
// IPv4-mapped, IPv4-compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), 6to4, Teredo, ISATAP: every
// address hidden inside, the given one first.
std::vector<Address> unwrap(const Address& address);

enum class AddressClass { Public, Private, HardDenied };
struct Classified {
    AddressClass kind = AddressClass::HardDenied;
    std::string reason; // "metadata", "link_local", "own_address", "multicast", "unspecified",
                        // "loopback", "reserved", "book_range", "private"
};
// Judges the address and everything unwrap() finds in it; the strictest wins.
// `own`: the host's own addresses (ownAddresses(), read again for each dial).
Classified classify(const Address& address, const std::vector<Address>& own);

// Every address of every interface (getifaddrs(3)).
Result<std::vector<Address>> ownAddresses();

// metadata.google.internal and its like, canonical name; also any name below them.
bool isMetadataName(std::string_view canonicalName);

// The ranges that the run's resolver hands out: 198.18.0.0/15 and our ULA fd4c:6561:6467::/48.
AddressRange bookRangeV4();
AddressRange bookRangeV6();

} // namespace leadglass::policy
