#include <algorithm>
#include <cctype>

#include "core/base/digest.h"
#include "core/secrets/sigv4.h"

namespace leadglass::secrets {
namespace {

constexpr std::string_view kUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";

int hexValue(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char low = static_cast<char>(c | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hexValue(text[i + 1]) : -1;
        const int low = high >= 0 ? hexValue(text[i + 2]) : -1;
        out += low >= 0 ? static_cast<char>(high << 4 | low) : text[i];
        i += low >= 0 ? 2 : 0;
    }
    return out;
}

std::string encoded(std::string_view text, bool keepSlash) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (kUnreserved.find(c) != std::string_view::npos || (keepSlash && c == '/')) {
            out += c;
        } else {
            out += '%';
            out += kDigits[byte >> 4];
            out += kDigits[byte & 15];
        }
    }
    return out;
}

// RFC 3986 6.2.2.3, and slashes in a row are one.
std::string normalised(std::string_view path) {
    std::vector<std::string_view> parts;
    const bool folder = path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
    while (!path.empty()) {
        const auto slash = path.find('/');
        const auto part = path.substr(0, slash);
        path = slash == std::string_view::npos ? "" : path.substr(slash + 1);
        if (part == ".." && !parts.empty()) {
            parts.pop_back();
        } else if (!part.empty() && part != "." && part != "..") {
            parts.push_back(part);
        }
    }
    std::string out;
    for (const auto part : parts) {
        out += "/" + std::string(part);
    }
    return out + (folder || out.empty() ? "/" : "");
}

std::string canonicalPath(std::string_view path, const std::string& service) {
    // S3 takes a key as it is; every other service normalises, and encodes what was encoded already.
    return service == "s3" ? encoded(decoded(path), true) : encoded(normalised(path), true);
}

std::string canonicalQuery(std::string_view query) {
    std::vector<std::pair<std::string, std::string>> pairs;
    while (!query.empty()) {
        const auto amp = query.find('&');
        const auto part = query.substr(0, amp);
        query = amp == std::string_view::npos ? "" : query.substr(amp + 1);
        if (part.empty()) {
            continue;
        }
        const auto equals = part.find('=');
        const auto value = equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
        pairs.emplace_back(encoded(decoded(part.substr(0, equals)), false), encoded(decoded(value), false));
    }
    std::sort(pairs.begin(), pairs.end());
    std::string out;
    for (const auto& [name, value] : pairs) {
        out += (out.empty() ? "" : "&") + name + "=" + value;
    }
    return out;
}

std::string trimmedOnce(std::string_view value) {
    std::string out;
    out.reserve(value.size());
    for (const char c : value) {
        const bool blank = c == ' ' || c == '\t';
        if (!blank) {
            out += c;
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    while (out.ends_with(' ')) {
        out.pop_back();
    }
    return out;
}

Result<std::string> valuesOf(const Request& request, const std::string& name) {
    std::string out;
    bool found = false;
    for (const auto& [header, value] : request.headers) {
        if (header == name) {
            out = found ? out + "," + trimmedOnce(value) : trimmedOnce(value);
            found = true;
        }
    }
    if (!found && name == "host") { // HTTP/2 has it as :authority
        return request.host + (request.port == 443 ? "" : ":" + std::to_string(request.port));
    }
    if (!found) {
        return makeError(Code::Invalid, "the client signed the header '" + name.substr(0, 60) + "', which the request does not have");
    }
    return out;
}

Result<std::string> payloadHash(const Request& request) {
    bool hasBody = request.method != "GET" && request.method != "HEAD" && request.method != "DELETE" && request.method != "OPTIONS";
    for (const auto& [header, value] : request.headers) {
        if (header == "x-amz-content-sha256") {
            if (value.starts_with("STREAMING-AWS4-")) {
                return makeError(Code::Unsupported, "the client signs each chunk of its body, and these signatures cannot be made anew without the body",
                                 "turn chunked signing off: for the AWS CLI and SDKs payload_signing_enabled = false over HTTPS, or smaller parts");
            }
            const bool hash = value.size() == 64 && value.find_first_not_of("0123456789abcdef") == std::string::npos;
            if (!hash && value != "UNSIGNED-PAYLOAD" && value != "STREAMING-UNSIGNED-PAYLOAD-TRAILER") {
                return makeError(Code::Invalid, "x-amz-content-sha256 is neither a hash nor UNSIGNED-PAYLOAD");
            }
            return value;
        }
        hasBody = hasBody || header == "transfer-encoding" || (header == "content-length" && value != "0");
    }
    if (!request.bodySha256.empty()) {
        return request.bodySha256;
    }
    if (hasBody) {
        return makeError(Code::NotFound, "the client does not say the hash of its body (x-amz-content-sha256), and it was not read before the request was judged");
    }
    return sha256Hex("");
}

} // namespace

Result<std::string> canonicalRequest(const Request& request, const AwsAuthorization& how) {
    const auto question = request.target.find('?');
    // A session token is among the values: no copy of it stays behind, neither here nor where the text would have grown.
    std::size_t size = 4096 + request.target.size() * 9;
    for (const auto& [header, value] : request.headers) {
        size += header.size() * 2 + value.size() + 2;
    }
    std::string out;
    out.reserve(size);
    out += request.method + "\n" + canonicalPath(std::string_view(request.target).substr(0, question), how.service) + "\n" +
                      (question == std::string::npos ? "" : canonicalQuery(std::string_view(request.target).substr(question + 1))) + "\n";
    std::string names;
    for (const auto& name : how.signedHeaders) {
        std::string value = LG_TRY(valuesOf(request, name));
        out += name;
        out += ':';
        out += value;
        out += '\n';
        wipe(value);
        names += (names.empty() ? "" : ";") + name;
    }
    const std::string hash = LG_TRY(payloadHash(request));
    out += '\n';
    out += names;
    out += '\n';
    out += hash;
    return out;
}

} // namespace leadglass::secrets
