// However a text is cut, every byte of every occurrence is masked (of long ones from the fifth on),
// no other, and never more is held back than the longest value less one. Input: number of values,
// their lengths and bytes, then pieces of a length byte and the text.
#include <algorithm>
#include <string>
#include <vector>

#include "core/egress/inspect/redactor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view left(reinterpret_cast<const char*>(data), size);
    const auto take = [&](std::size_t n) {
        const auto part = left.substr(0, std::min(n, left.size()));
        left.remove_prefix(part.size());
        return std::string(part);
    };
    const auto number = [&]() -> std::size_t {
        const std::string one = take(1);
        return one.empty() ? 0 : static_cast<unsigned char>(one[0]);
    };
    leadglass::egress::Redactor redactor;
    std::vector<std::string> values;
    std::size_t longest = 0;
    for (std::size_t i = number() % 6; i > 0; --i) {
        const std::string value = take(number());
        if (redactor.look(value)) {
            values.push_back(value);
            longest = std::max(longest, value.size());
        }
    }
    std::string text;
    std::vector<std::uint8_t> out;
    while (!left.empty()) {
        const std::string piece = take(number());
        text += piece;
        redactor.feed({reinterpret_cast<const std::uint8_t*>(piece.data()), piece.size()}, out);
        if (redactor.heldBack() >= std::max<std::size_t>(longest, 1)) __builtin_trap();
    }
    redactor.finish(out);
    std::string may = text;
    std::string must = text;
    for (const std::string& v : values) {
        const std::size_t free =
            v.size() > leadglass::egress::Redactor::kShort ? leadglass::egress::Redactor::kFree : 0;
        for (std::size_t at = text.find(v); at != std::string::npos; at = text.find(v, at + 1)) {
            may.replace(at, v.size(), v.size(), '*');
            must.replace(at + free, v.size() - free, v.size() - free, '*');
        }
    }
    if (out.size() != text.size()) __builtin_trap();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char got = static_cast<char>(out[i]);
        if (got != may[i] && (must[i] == '*' || got != text[i])) __builtin_trap();
    }
    return 0;
}
