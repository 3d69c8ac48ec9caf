#include "core/audit/stored_text.h"

#include <array>
#include <cstdint>
#include <cstdio>

#include "core/base/escape.h"

namespace leadglass::audit {
namespace {

// Bytes of the valid character at the front, or 0.
std::size_t characterSize(std::string_view s) {
    for (std::size_t size = 1; size <= 4 && size <= s.size(); ++size) {
        if (isValidUtf8(s.substr(0, size))) {
            return size;
        }
    }
    return 0;
}

std::uint32_t pointOf(std::string_view c) {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(c[i]));
    };
    switch (c.size()) {
        case 1: return byte(0);
        case 2: return (byte(0) & 0x1fU) << 6U | (byte(1) & 0x3fU);
        case 3: return (byte(0) & 0x0fU) << 12U | (byte(1) & 0x3fU) << 6U | (byte(2) & 0x3fU);
        default:
            return (byte(0) & 0x07U) << 18U | (byte(1) & 0x3fU) << 12U | (byte(2) & 0x3fU) << 6U |
                   (byte(3) & 0x3fU);
    }
}

void appendEscape(std::string& out, std::uint32_t unit) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "\\u%04x", unit & 0xffffU);
    out += text.data();
}

// RFC 8259, 7: outside the basic plane, as a surrogate pair.
void appendPoint(std::string& out, std::uint32_t point) {
    if (point < 0x10000) {
        appendEscape(out, point);
        return;
    }
    appendEscape(out, 0xd800U + ((point - 0x10000U) >> 10U));
    appendEscape(out, 0xdc00U + ((point - 0x10000U) & 0x3ffU));
}

bool printableAscii(char c) {
    return c >= 0x20 && c < 0x7f;
}

}  // namespace

std::string storableJson(std::string_view json) {
    std::string out;
    for (std::size_t at = 0; at < json.size() && out.size() <= kMaxDetailBytes;) {
        if (printableAscii(json[at])) {
            out += json[at++];
            continue;
        }
        const std::size_t size = characterSize(json.substr(at));
        if (size == 0) {
            out += "\uFFFD";
            ++at;
            continue;
        }
        const std::string_view character = json.substr(at, size);
        if (forScreen(character) == character) {
            out += character;
        } else {
            appendPoint(out, pointOf(character));
        }
        at += size;
    }
    if (out.size() > kMaxDetailBytes) {
        return "{\"omitted_bytes\":" + std::to_string(json.size()) + "}";
    }
    return out;
}

Event storable(const Event& event) {
    Event e;
    e.kind = event.kind;
    e.time = event.time;
    e.run = forScreen(event.run, kMaxFieldBytes);
    e.verdict = forScreen(event.verdict, kMaxFieldBytes);
    e.outcome = forScreen(event.outcome, kMaxFieldBytes);
    e.reason = forScreen(event.reason, kMaxFieldBytes);
    e.subject = forScreen(event.subject, kMaxFieldBytes);
    e.rule = forScreen(event.rule, kMaxFieldBytes);
    e.origin = forScreen(event.origin, kMaxFieldBytes);
    e.policy = forScreen(event.policy, kMaxFieldBytes);
    e.inputs = forScreen(event.inputs, kMaxFieldBytes);
    e.process = forScreen(event.process, kMaxProcessBytes);
    e.detail = storableJson(event.detail);
    return e;
}

}  // namespace leadglass::audit
