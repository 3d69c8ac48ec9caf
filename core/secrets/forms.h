// The forms in which a credential travels: as it is, in base64 at each of its three alignments, percent-encoded, escaped, in hex.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/secret_bytes.h"

namespace leadglass::secrets {

// Several byte strings in one piece of locked memory.
class SecretList {
public:
    // Invalid: more than SecretBytes::kMax in all.
    Status add(std::string_view bytes); // copies; one that is there already is not added again
    [[nodiscard]] std::size_t size() const { return m_parts.size(); }
    [[nodiscard]] std::size_t bytes() const { return m_used; } // of all
    [[nodiscard]] std::string_view at(std::size_t i) const { return m_bytes.reveal().substr(m_parts[i].first, m_parts[i].second); }

private:
    SecretBytes m_bytes;
    std::size_t m_used = 0;
    std::vector<std::pair<std::size_t, std::size_t>> m_parts;
};

// base64 (RFC 4648 4) of `bytes`.
Result<SecretBytes> base64(std::string_view bytes);
// Standard or URL alphabet, with or without padding. Nothing is kept back: bits that are left over are dropped.
Result<SecretBytes> unbase64(std::string_view text);
// RFC 3986 2.1; what is no escape stays as it is.
Result<SecretBytes> percentDecoded(std::string_view text);

// All the forms of `value` that a text could have it in: raw; the base64 digits that do not depend on what stands
// before and after it, at the three alignments, in both alphabets; and, as far as kRoom (forms.cpp) goes, as servers
// write it into addresses, JSON and pages, and in hex. Of a value of fewer than
// kShortest bytes only what is at least kShortest long itself: shorter strings are in every page.
constexpr std::size_t kShortest = 8;
Status addForms(SecretList& list, std::string_view value);

// Is any form of one of `needles` (a list made by addForms()) in `text`, as it stands or percent-decoded twice?
bool holdsAny(std::string_view text, const SecretList& needles);

} // namespace leadglass::secrets
