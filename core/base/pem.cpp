#include "core/base/pem.h"

#include "core/base/base64.h"

namespace leadglass {
namespace {

constexpr std::string_view kBegin = "-----BEGIN CERTIFICATE-----";
constexpr std::string_view kEnd = "-----END CERTIFICATE-----";
constexpr std::size_t kLine = 64;

} // namespace

std::vector<std::string_view> pemBlocks(std::string_view text) {
    std::vector<std::string_view> blocks;
    std::size_t at = 0;
    while ((at = text.find(kBegin, at)) != std::string_view::npos) {
        const std::size_t end = text.find(kEnd, at);
        if (end == std::string_view::npos) {
            break;
        }
        if (const std::size_t again = text.find(kBegin, at + kBegin.size()); again < end) {
            at = again; // the first has no end of its own
            continue;
        }
        const std::size_t size = end + kEnd.size() - at;
        if (size <= kMaxPemCertificate) {
            blocks.push_back(text.substr(at, size));
        }
        at += size;
    }
    return blocks;
}

std::string derOf(std::string_view block) {
    if (block.size() < kBegin.size() + kEnd.size()) {
        return {};
    }
    const std::string_view body = block.substr(kBegin.size(), block.size() - kBegin.size() - kEnd.size());
    return base64Decoded(body);
}

std::string pemOf(std::string_view der) {
    const std::string digits = base64Encoded(der);
    std::string text(kBegin);
    text += '\n';
    for (std::size_t at = 0; at < digits.size(); at += kLine) {
        text += digits.substr(at, kLine);
        text += '\n';
    }
    text += kEnd;
    text += '\n';
    return text;
}

} // namespace leadglass
