// Trust: names in it come from a run, from files, from git's objects.
// Privilege: none; pure.
// Input: any bytes, any length.
// Fails: never; what is not fit for a screen is written as a visible escape.
//
// Why something is as it is, for a person: a code (why_codes.h), the names and the number that go with it, and what it is
// about in turn, as "its commits hold Makefile: build script" is about a build script.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/why_codes.h"

namespace leadglass {

struct WhyPart {
    WhyCode code;
    std::vector<std::string> names = {}; // bytes as they are: whoever shows them makes them fit
    std::uint64_t count = 0;
    bool operator==(const WhyPart&) const = default;
};

class Why {
public:
    Why() = default; // nothing is said
    explicit Why(WhyCode code, std::vector<std::string> names = {}, std::uint64_t count = 0);
    Why(WhyCode code, std::vector<std::string> names, const Why& about, std::uint64_t count = 0);
    // The code whose words it is; else the words themselves.
    explicit Why(const Error& error);

    [[nodiscard]] bool empty() const { return m_parts.empty(); }
    void clear() { m_parts.clear(); }
    [[nodiscard]] const std::vector<WhyPart>& parts() const { return m_parts; } // each is about the next one
    // In English, in one line, its names escaped. What it says of an error is as the error has it.
    [[nodiscard]] std::string text() const;
    bool operator==(const Why&) const = default;

private:
    std::vector<WhyPart> m_parts;
};

inline constexpr WhyCode kWhyError = "error";

// `words` with its places filled: %1, %2 ... by `names` and then by `about`, %n by `count`. What is put in is not looked
// through again.
std::string filled(std::string_view words, const std::vector<std::string>& names, const std::string& about, std::uint64_t count);

} // namespace leadglass
