#include "core/base/escape.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace leadglass {
namespace {

struct Decoded {
    std::uint32_t point = 0;
    std::size_t size = 0; // 0: invalid at this byte
};

Decoded decode(std::string_view s, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned char lead = byte(at);
    if (lead < 0x80) {
        return {lead, 1};
    }
    std::size_t size = 0;
    std::uint32_t point = 0;
    std::uint32_t least = 0;
    if ((lead & 0xe0) == 0xc0) {
        size = 2, point = lead & 0x1fU, least = 0x80;
    } else if ((lead & 0xf0) == 0xe0) {
        size = 3, point = lead & 0x0fU, least = 0x800;
    } else if ((lead & 0xf8) == 0xf0) {
        size = 4, point = lead & 0x07U, least = 0x10000;
    } else {
        return {};
    }
    if (at + size > s.size()) {
        return {};
    }
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(at + i) & 0xc0) != 0x80) {
            return {};
        }
        point = point << 6 | (byte(at + i) & 0x3fU);
    }
    if (point < least || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
        return {};
    }
    return {point, size};
}

bool deceives(std::uint32_t p) {
    if (p < 0x20 || (p >= 0x7f && p < 0xa0)) {
        return true;
    }
    struct Range {
        std::uint32_t first, last;
    };
    // Bidi controls, zero-width and invisible formatting, separators, variation selectors, tags,
    // private use, non-characters, look-alike blanks.
    static constexpr std::array<Range, 21> kHidden{{{0x00ad, 0x00ad},     {0x034f, 0x034f},
                                                    {0x061c, 0x061c},     {0x115f, 0x1160},
                                                    {0x17b4, 0x17b5},     {0x180b, 0x180f},
                                                    {0x200b, 0x200f},     {0x2028, 0x202e},
                                                    {0x2060, 0x206f},     {0x2800, 0x2800},
                                                    {0x3164, 0x3164},     {0xe000, 0xf8ff},
                                                    {0xfdd0, 0xfdef},     {0xfe00, 0xfe0f},
                                                    {0xfeff, 0xfeff},     {0xffa0, 0xffa0},
                                                    {0xfff0, 0xfffb},     {0xfffe, 0xffff},
                                                    {0x1d173, 0x1d17a},   {0xe0000, 0xe0fff},
                                                    {0xf0000, 0x10ffff}}};
    for (const auto& range : kHidden) {
        if (p >= range.first && p <= range.last) {
            return true;
        }
    }
    return false;
}

void appendByte(std::string& out, unsigned value) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "\\x%02x", value & 0xffU);
    out += text.data();
}

void appendPoint(std::string& out, std::uint32_t point) {
    if (point < 0x80) {
        appendByte(out, point);
        return;
    }
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "\\u{%x}", point);
    out += text.data();
}

} // namespace

std::string forScreen(std::string_view hostile, std::size_t maxBytes) {
    const auto plain = [](char c) { return c >= 0x20 && c < 0x7f && c != '\\'; };
    if (hostile.size() <= maxBytes && std::ranges::all_of(hostile, plain)) {
        return std::string(hostile); // nearly all that is recorded
    }
    std::string out;
    // Enough of both ends is kept while copying, so a huge input costs no huge copy.
    const std::size_t keep = maxBytes * 2 + 16;
    std::string cut;
    bool wasCut = false;
    if (hostile.size() > 2 * keep) {
        cut.assign(hostile.substr(0, keep));
        cut.append(hostile.substr(hostile.size() - keep));
        hostile = cut;
        wasCut = true;
    }
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < hostile.size();) {
        starts.push_back(out.size());
        const Decoded d = decode(hostile, at);
        if (d.size == 0) {
            appendByte(out, static_cast<unsigned char>(hostile[at]));
            ++at;
            continue;
        }
        if (d.point == '\n') {
            out += "\\n";
        } else if (d.point == '\t') {
            out += "\\t";
        } else if (d.point == '\r') {
            out += "\\r";
        } else if (d.point == '\\') {
            out += "\\\\";
        } else if (deceives(d.point)) {
            appendPoint(out, d.point);
        } else {
            out.append(hostile.substr(at, d.size));
        }
        at += d.size;
    }
    constexpr std::string_view kDots = "\u2026";
    if ((out.size() <= maxBytes && !wasCut) || maxBytes < 8) {
        return out;
    }
    const std::size_t room = maxBytes - kDots.size();
    const std::size_t headRoom = room / 2;
    const std::size_t tailRoom = room - headRoom;
    // Cut only where a character begins, so no half escape and no half UTF-8 stays.
    std::size_t head = 0;
    std::size_t tail = out.size();
    for (const std::size_t start : starts) {
        if (start <= headRoom) {
            head = start;
        }
        if (out.size() - start <= tailRoom && start < tail) {
            tail = start;
        }
    }
    return out.substr(0, head) + std::string(kDots) + out.substr(tail);
}

bool isValidUtf8(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const Decoded d = decode(bytes, at);
        if (d.size == 0) {
            return false;
        }
        at += d.size;
    }
    return true;
}

LosslessText lossless(std::string_view bytes) {
    bool plain = isValidUtf8(bytes);
    for (std::size_t at = 0; plain && at < bytes.size();) {
        const Decoded d = decode(bytes, at);
        plain = d.point != '\\' && !deceives(d.point);
        at += d.size;
    }
    if (plain) {
        return {std::string(bytes), false};
    }
    LosslessText out{{}, true};
    for (const char c : bytes) {
        const auto b = static_cast<unsigned char>(c);
        if (b < 0x20 || b >= 0x7f || b == '\\') {
            appendByte(out.text, b);
        } else {
            out.text += c;
        }
    }
    return out;
}

} // namespace leadglass
