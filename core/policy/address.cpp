#include "core/policy/address.h"

#include <ifaddrs.h>
#include <net/if.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace leadglass::policy {
namespace {

struct Known {
    AddressRange range;
    AddressClass kind;
    const char* reason;
};

AddressRange range(const char* text) { return parseRange(text).value(); }

// First match wins. Metadata first: it lies inside wider ranges and is named apart in the audit.
const std::vector<Known>& table() {
    using enum AddressClass;
    static const std::vector<Known> known = {
        {range("169.254.169.254"), HardDenied, "metadata"}, // AWS, GCP, Azure, OpenStack, Oracle
        {range("169.254.170.2"), HardDenied, "metadata"},   // AWS ECS task credentials
        {range("169.254.170.23"), HardDenied, "metadata"},  // AWS EKS pod identity
        {range("168.63.129.16"), HardDenied, "metadata"},   // Azure wire server
        {range("100.100.100.200"), HardDenied, "metadata"}, // Alibaba
        {range("192.0.0.192"), HardDenied, "metadata"},     // Oracle classic
        {range("fd00:ec2::254"), HardDenied, "metadata"},   // AWS IPv6
        {range("fd00:ec2::23"), HardDenied, "metadata"},    // AWS EKS IPv6
        {range("fd20:ce::254"), HardDenied, "metadata"},    // GCP IPv6
        {range("0.0.0.0/8"), HardDenied, "unspecified"},    // Linux dials 0.0.0.0 as loopback
        {range("127.0.0.0/8"), HardDenied, "loopback"},
        {range("169.254.0.0/16"), HardDenied, "link_local"},
        {range("224.0.0.0/4"), HardDenied, "multicast"},
        {range("240.0.0.0/4"), HardDenied, "reserved"},
        {range("192.0.0.0/24"), HardDenied, "reserved"},    // RFC 6890
        {bookRangeV4(), HardDenied, "book_range"},
        {bookRangeV6(), HardDenied, "book_range"},
        {range("::"), HardDenied, "unspecified"},
        {range("::1"), HardDenied, "loopback"},
        {range("fe80::/10"), HardDenied, "link_local"},
        {range("ff00::/8"), HardDenied, "multicast"},
        {range("100::/64"), HardDenied, "reserved"},        // RFC 6666
        {range("10.0.0.0/8"), Private, "private"},
        {range("172.16.0.0/12"), Private, "private"},
        {range("192.168.0.0/16"), Private, "private"},
        {range("100.64.0.0/10"), Private, "private"},       // RFC 6598
        {range("fc00::/7"), Private, "private"},
        {range("fec0::/10"), Private, "private"},           // RFC 3879, still routed in places
        {range("64:ff9b:1::/48"), Private, "private"},      // RFC 8215, local-use translation
    };
    return known;
}

int strictness(AddressClass kind) {
    return kind == AddressClass::HardDenied ? 2 : kind == AddressClass::Private ? 1 : 0;
}

Address v4At(const Address& from, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    Address out;
    out.bytes[0] = from.bytes[a];
    out.bytes[1] = from.bytes[b];
    out.bytes[2] = from.bytes[c];
    out.bytes[3] = from.bytes[d];
    return out;
}

Classified judgeOne(const Address& address, const std::vector<Address>& own) {
    for (const Known& known : table()) {
        if (known.kind == AddressClass::HardDenied && inRange(address, known.range)) {
            return {known.kind, known.reason};
        }
    }
    if (std::find(own.begin(), own.end(), address) != own.end()) {
        return {AddressClass::HardDenied, "own_address"};
    }
    for (const Known& known : table()) {
        if (inRange(address, known.range)) {
            return {known.kind, known.reason};
        }
    }
    return {AddressClass::Public, {}};
}

} // namespace

bool inRange(const Address& address, const AddressRange& r) {
    if (address.v6 != r.base.v6) {
        return false;
    }
    const auto whole = static_cast<std::size_t>(r.prefix / 8);
    if (std::memcmp(address.bytes.data(), r.base.bytes.data(), whole) != 0) {
        return false;
    }
    const int rest = r.prefix % 8;
    if (rest == 0) {
        return true;
    }
    const auto mask = static_cast<std::uint8_t>(0xff00 >> rest);
    return (address.bytes[whole] & mask) == (r.base.bytes[whole] & mask);
}

std::vector<Address> unwrap(const Address& address) {
    static const AddressRange mapped = range("::ffff:0:0/96");
    static const AddressRange compatible = range("::/96");
    static const AddressRange translated = range("::ffff:0:0:0/96"); // RFC 2765
    static const AddressRange nat64 = range("64:ff9b::/96");         // RFC 6052
    static const AddressRange nat64Local = range("64:ff9b:1::/48");  // RFC 8215
    static const AddressRange sixToFour = range("2002::/16");        // RFC 3056
    static const AddressRange teredo = range("2001::/32");           // RFC 4380

    std::vector<Address> out{address};
    if (!address.v6) {
        return out;
    }
    const auto& b = address.bytes;
    const Address tail = v4At(address, 12, 13, 14, 15);
    if (inRange(address, compatible)) {
        const bool plain = b[12] == 0 && b[13] == 0 && b[14] == 0 && b[15] <= 1; // :: and ::1
        if (!plain) {
            out.push_back(tail);
        }
    } else if (inRange(address, mapped) || inRange(address, translated) ||
               inRange(address, nat64)) {
        out.push_back(tail);
    } else if (inRange(address, nat64Local)) {
        // The site chooses the prefix length (RFC 6052, 2.2), so every place counts. 0.0.0.0/8
        // is only the filling of another length.
        for (const Address& inner : {v4At(address, 6, 7, 9, 10), v4At(address, 7, 9, 10, 11),
                                     v4At(address, 9, 10, 11, 12), tail}) {
            if (inner.bytes[0] != 0) {
                out.push_back(inner);
            }
        }
    } else if (inRange(address, sixToFour)) {
        out.push_back(v4At(address, 2, 3, 4, 5));
    } else if (inRange(address, teredo)) {
        out.push_back(v4At(address, 4, 5, 6, 7));
        Address client = tail;
        for (std::size_t i = 0; i < 4; ++i) {
            client.bytes[i] = static_cast<std::uint8_t>(~client.bytes[i]);
        }
        out.push_back(client);
    }
    // ISATAP (RFC 5214, 6.1) is an interface identifier: any prefix can carry it.
    if ((b[8] & 0xfd) == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe) {
        out.push_back(tail);
    }
    return out;
}

Classified classify(const Address& address, const std::vector<Address>& own) {
    Classified worst{AddressClass::Public, {}};
    for (const Address& one : unwrap(address)) {
        Classified judged = judgeOne(one, own);
        if (strictness(judged.kind) > strictness(worst.kind)) {
            worst = std::move(judged);
        }
    }
    return worst;
}

Result<std::vector<Address>> ownAddresses() {
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0) {
        return ioError("cannot list this machine's addresses", errno);
    }
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> guard(list, &::freeifaddrs);
    std::vector<Address> out;
    for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
        if (entry->ifa_addr == nullptr) {
            continue;
        }
        sockaddr_storage storage{};
        if (entry->ifa_addr->sa_family == AF_INET) {
            std::memcpy(&storage, entry->ifa_addr, sizeof(sockaddr_in));
        } else if (entry->ifa_addr->sa_family == AF_INET6) {
            std::memcpy(&storage, entry->ifa_addr, sizeof(sockaddr_in6));
        } else {
            continue;
        }
        if (const auto address = fromSockaddr(storage)) {
            out.push_back(*address);
        }
    }
    return out;
}

bool isMetadataName(std::string_view name) {
    // "metadata" and "instance-data" are what GCP's and EC2's search domains complete.
    for (const std::string_view known :
         {"metadata.google.internal", "metadata.goog", "metadata", "instance-data",
          "instance-data.ec2.internal", "metadata.azure.internal", "metadata.tencentyun.com",
          "metadata.platformequinix.com"}) {
        if (name == known || (name.size() > known.size() && name.ends_with(known) &&
                              name[name.size() - known.size() - 1] == '.')) {
            return true;
        }
    }
    return false;
}

AddressRange bookRangeV4() { return range("198.18.0.0/15"); }
AddressRange bookRangeV6() { return range("fd4c:6561:6467::/48"); }

} // namespace leadglass::policy
