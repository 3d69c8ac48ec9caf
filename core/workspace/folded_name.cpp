#include "core/workspace/folded_name.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace leadglass::workspace {
namespace {

struct Range {
    std::uint32_t first, last;
};
// Default_Ignorable_Code_Point of Unicode 15, which casefold file systems drop, and what HFS+ drops.
constexpr std::array kIgnored{
    Range{0x00AD, 0x00AD},   Range{0x034F, 0x034F},   Range{0x061C, 0x061C},
    Range{0x115F, 0x1160},   Range{0x17B4, 0x17B5},   Range{0x180B, 0x180F},
    Range{0x200B, 0x200F},   Range{0x202A, 0x202E},   Range{0x2060, 0x206F},
    Range{0x3164, 0x3164},   Range{0xFE00, 0xFE0F},   Range{0xFEFF, 0xFEFF},
    Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFF8},   Range{0x1BCA0, 0x1BCA3},
    Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE0FFF}};

struct Folding {
    std::uint32_t from;
    const char* to;
};
// All of CaseFolding.txt (C and F) whose result is ASCII alone.
constexpr std::array kFoldings{Folding{0x00DF, "ss"},  Folding{0x017F, "s"},   Folding{0x1E9E, "ss"},
                               Folding{0x212A, "k"},   Folding{0xFB00, "ff"},  Folding{0xFB01, "fi"},
                               Folding{0xFB02, "fl"},  Folding{0xFB03, "ffi"}, Folding{0xFB04, "ffl"},
                               Folding{0xFB05, "st"},  Folding{0xFB06, "st"}};

struct Decoded {
    std::uint32_t code = 0;
    std::size_t size = 0; // 0: not UTF-8
};
Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned char lead = byte(0);
    const std::size_t size = lead >= 0xF0 && lead < 0xF5   ? 4
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                                                           : 0;
    if (size == 0 || text.size() < size) {
        return {};
    }
    std::uint32_t code = lead & (0x7FU >> size);
    for (std::size_t at = 1; at < size; ++at) {
        if ((byte(at) & 0xC0) != 0x80) {
            return {};
        }
        code = (code << 6) | (byte(at) & 0x3FU);
    }
    return {code, size};
}

void endComponent(std::string& out, std::size_t from) {
    if (const std::size_t stream = out.find(':', from); stream != std::string::npos) {
        out.resize(stream);
    }
    while (out.size() > from && (out.back() == '.' || out.back() == ' ')) {
        out.pop_back();
    }
}

} // namespace

std::string foldedName(std::string_view path) {
    std::string out;
    out.reserve(path.size());
    std::size_t component = 0;
    for (std::size_t at = 0; at < path.size();) {
        const char c = path[at];
        if (c == '/' || c == '\\') {
            endComponent(out, component);
            out += '/';
            component = out.size();
            ++at;
        } else if (static_cast<unsigned char>(c) < 0x80) {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
            ++at;
        } else if (const Decoded next = decode(path.substr(at)); next.size == 0) {
            out += c;
            ++at;
        } else {
            const auto folding = std::ranges::find(kFoldings, next.code, &Folding::from);
            if (folding != kFoldings.end()) {
                out += folding->to;
            } else if (std::ranges::none_of(kIgnored, [&](const Range& range) {
                           return next.code >= range.first && next.code <= range.last;
                       })) {
                out += path.substr(at, next.size);
            }
            at += next.size;
        }
    }
    endComponent(out, component);
    return out;
}

} // namespace leadglass::workspace
