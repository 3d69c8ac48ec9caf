// What an agent sees in a credential's place: of its shape, so that programs which check it go on, and worth nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace leadglass::secrets {

// What is known in public of a kind of credential. Of a value itself nothing else is ever told.
struct Shape {
    enum class Alphabet : std::uint8_t { Base62, Base64Url, LowerHex, Base32 };
    std::string prefix;                    // "sk-ant-api03-", "ghp_"; the public part
    Alphabet alphabet = Alphabet::Base62;
    std::size_t length = 0;                // in all; 0: as is usual. Longer where kRandomBits would not fit
};

constexpr std::size_t kRandomBits = 128;

// Out of a hint of the policy: "sk-ant-api03-*", "ghp_*36", "hex:40", "base64url:86". Invalid: how it is written.
Result<Shape> parseShape(std::string_view hint);
// Out of a value, only what is public: a prefix that vendors document, an alphabet, a class of length.
Shape shapeOf(std::string_view value);
// "sk-ant-..., letters and digits, 100 to 119 characters": for people.
std::string describeShape(const Shape& shape);

// Random (getrandom(2)), other each time. Io: no random bytes.
Result<std::string> makePlaceholder(const Shape& shape);

} // namespace leadglass::secrets
