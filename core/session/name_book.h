// Which address inside stands for which name, for the life of one run.
//
// Owned by the supervisor, so it survives a restart of the egress process. An address is given to a
// name once and never used again for another. At most kMaxNames names a run and kNamesPerSecond new
// ones (burst kBurst); beyond that no address is given (the caller answers SERVFAIL).
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/clock.h"
#include "core/policy/types.h"

namespace leadglass::session {

class NameBook {
public:
    static constexpr std::size_t kMaxNames = 16384;
    static constexpr double kNamesPerSecond = 100;
    static constexpr double kBurst = 500;

    explicit NameBook(const Clock& clock);

    struct Addresses {
        policy::Address v4; // in policy::bookRangeV4()
        policy::Address v6; // in policy::bookRangeV6()
    };
    // The addresses of a canonical name, new or known; nothing when full or too fast.
    std::optional<Addresses> addressesOf(const std::string& canonicalName);
    // The name an address of the book stands for; empty for any other address.
    [[nodiscard]] std::string nameOf(const policy::Address& address) const;
    [[nodiscard]] std::size_t size() const { return m_names.size(); }

private:
    [[nodiscard]] static Addresses at(std::size_t index);

    const Clock& m_clock;
    std::vector<std::string> m_names; // index 0 is the address ending in 1
    std::unordered_map<std::string, std::size_t> m_index;
    double m_tokens = kBurst;
    Nanos m_lastRefill = 0;
};

} // namespace leadglass::session
