// What is taken is taken as it is, is https and of a named host, and means the same when it is read again; a port that would be
// forwarded is written in it.
#include <cstdint>
#include <string>

#include "core/policy/address.h"
#include "core/session/open_url.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto page = session::parseOpenUrl(text);
    if (!page) {
        return 0;
    }
    const auto again = session::parseOpenUrl(page->url);
    const std::string authority = text.substr(8, text.find_first_of("/?#", 8) - 8);
    bool right = page->url == text && text.size() <= session::kMaxOpenUrl && text.starts_with("https://") && authority.find('@') == std::string::npos &&
                 !page->host.empty() && page->host.find('.') != std::string::npos && !policy::parseAddressInAnySpelling(page->host) && page->port != 0;
    for (const char c : text) {
        right = right && c > ' ' && c < 0x7f && c != '\\' && c != '"';
    }
    right = right && again && again->host == page->host && again->port == page->port && again->callback == page->callback;
    right = right && (page->callback == 0 || (page->callback >= session::kLeastCallbackPort && text.find("redirect_uri") != std::string::npos) ||
                      text.find('%') != std::string::npos);
    if (!right) {
        __builtin_trap();
    }
    return 0;
}
