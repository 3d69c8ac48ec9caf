// The signature of a hostile AWS client: its header, and the request that it is of.
#include <algorithm>

#include "core/secrets/sigv4.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Lines: method, target, authorization, then NAME:VALUE.
    std::string_view rest(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 16384));
    const auto line = [&rest] {
        const auto end = rest.find('\n');
        const auto out = rest.substr(0, end);
        rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
        return std::string(out);
    };
    secrets::Request request;
    request.host = "b.s3.amazonaws.com";
    request.method = line();
    request.target = line();
    request.headers.emplace_back("authorization", line());
    while (!rest.empty() && request.headers.size() < 64) {
        const auto each = line();
        const auto colon = each.find(':');
        request.headers.emplace_back(each.substr(0, colon), colon == std::string::npos ? "" : each.substr(colon + 1));
    }
    const auto parsed = secrets::parseAwsAuthorization(request.headers[0].second);
    if (parsed) {
        if (!std::is_sorted(parsed->signedHeaders.begin(), parsed->signedHeaders.end()) || parsed->signature.size() != 64) {
            __builtin_trap();
        }
        (void)secrets::canonicalRequest(request, *parsed);
    }
    secrets::Found found;
    found.value = *SecretBytes::copyOf("real");
    found.keyId = *SecretBytes::copyOf("AKID");
    // Nobody here knows the placeholder: nothing can be signed anew.
    if (secrets::signAgain(request, "a placeholder that no input knows", found, 1'440'938'160'000'000'000)) {
        __builtin_trap();
    }
    return 0;
}
