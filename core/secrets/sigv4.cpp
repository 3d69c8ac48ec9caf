#include "core/secrets/sigv4.h"

#include <nettle/hmac.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "core/base/digest.h"
#include "core/secrets/secret_writer.h"

namespace leadglass::secrets {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kTail = "aws4_request";
constexpr std::size_t kMaxSigned = 100;
constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kSkew = 900 * kSecond; // as AWS takes it

using Mac = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;

Mac hmac(std::string_view key, std::string_view text) {
    hmac_sha256_ctx state;
    Mac out{};
    nettle_hmac_sha256_set_key(&state, key.size(), reinterpret_cast<const std::uint8_t*>(key.data()));
    nettle_hmac_sha256_update(&state, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
    nettle_hmac_sha256_digest(&state, out.size(), out.data());
    wipe(&state, sizeof state);
    return out;
}

std::string_view viewOf(const Mac& mac) { return {reinterpret_cast<const char*>(mac.data()), mac.size()}; }

Error bad(const char* what) { return makeError(Code::Invalid, what); }

bool isWord(std::string_view text, std::size_t most) {
    return !text.empty() && text.size() <= most &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_'; });
}

// KEY=VALUE out of the comma list; each once.
Result<std::string_view> fieldOf(std::string_view list, std::string_view key) {
    std::string_view found;
    while (!list.empty()) {
        const auto comma = list.find(',');
        std::string_view part = list.substr(0, comma);
        list = comma == std::string_view::npos ? "" : list.substr(comma + 1);
        while (part.starts_with(' ')) {
            part.remove_prefix(1);
        }
        while (part.ends_with(' ')) {
            part.remove_suffix(1);
        }
        const auto equals = part.find('=');
        if (part.substr(0, equals) == key && equals != std::string_view::npos) {
            if (!found.empty()) {
                return bad("a field of an AWS signature is there twice");
            }
            found = part.substr(equals + 1);
        }
    }
    return found.empty() ? Result<std::string_view>(bad("an AWS signature lacks a field")) : found;
}

std::string namesOf(const AwsAuthorization& how) {
    std::string out;
    for (const auto& name : how.signedHeaders) {
        out += (out.empty() ? "" : ";") + name;
    }
    return out;
}

std::string scopeOf(const AwsAuthorization& how) { return how.date + "/" + how.region + "/" + how.service + "/" + std::string(kTail); }

const std::string* headerOf(const Request& request, std::string_view name) {
    const auto found = std::find_if(request.headers.begin(), request.headers.end(), [&](const auto& each) { return each.first == name; });
    return found == request.headers.end() ? nullptr : &found->second;
}

Result<Nanos> timeOf(const std::string& amzDate) {
    std::tm parts{};
    const char* end = ::strptime(amzDate.c_str(), "%Y%m%dT%H%M%SZ", &parts);
    if (amzDate.size() != 16 || end == nullptr || *end != '\0') {
        return bad("x-amz-date is no time");
    }
    return static_cast<Nanos>(::timegm(&parts)) * kSecond;
}

Result<SecretBytes> authorizationOf(const AwsAuthorization& how, std::string_view keyId, std::string_view signature) {
    auto w = LG_TRY(SecretWriter::make(2048 + keyId.size()));
    for (const std::string_view part : {kAlgorithm, std::string_view(" Credential="), keyId, std::string_view("/")}) {
        w.raw(part);
    }
    w.raw(scopeOf(how) + ", SignedHeaders=" + namesOf(how) + ", Signature=");
    w.raw(signature);
    return w.take();
}

} // namespace

Result<AwsAuthorization> parseAwsAuthorization(std::string_view header) {
    if (!header.starts_with(kAlgorithm) || header.size() > 8192 || header.substr(kAlgorithm.size()).find_first_not_of(' ') != 1) {
        return bad("this is no AWS signature, version 4");
    }
    header.remove_prefix(kAlgorithm.size() + 1);
    AwsAuthorization out;
    std::string_view credential = LG_TRY(fieldOf(header, "Credential"));
    std::array<std::string*, 4> parts{&out.keyId, &out.date, &out.region, &out.service};
    for (auto* part : parts) {
        const auto slash = credential.find('/');
        if (slash == std::string_view::npos || !isWord(credential.substr(0, slash), 128)) {
            return bad("the scope of an AWS signature is malformed");
        }
        *part = credential.substr(0, slash);
        credential.remove_prefix(slash + 1);
    }
    std::string_view names = LG_TRY(fieldOf(header, "SignedHeaders"));
    while (!names.empty()) {
        const auto semicolon = names.find(';');
        const std::string name(names.substr(0, semicolon));
        names = semicolon == std::string_view::npos ? "" : names.substr(semicolon + 1);
        const bool lower = std::none_of(name.begin(), name.end(), [](unsigned char c) { return c >= 'A' && c <= 'Z'; });
        if (!isWord(name, 128) || !lower || out.signedHeaders.size() >= kMaxSigned || (!out.signedHeaders.empty() && out.signedHeaders.back() >= name)) {
            return bad("the signed headers of an AWS signature are malformed");
        }
        out.signedHeaders.push_back(name);
    }
    out.signature = LG_TRY(fieldOf(header, "Signature"));
    if (credential != kTail || out.date.size() != 8 || out.signature.size() != 64 ||
        out.signature.find_first_not_of("0123456789abcdef") != std::string::npos ||
        !std::binary_search(out.signedHeaders.begin(), out.signedHeaders.end(), std::string("host"))) {
        return bad("an AWS signature is malformed, or does not sign the host");
    }
    return out;
}

Result<SecretBytes> awsSignature(const std::string& canonical, const AwsAuthorization& scope, std::string_view amzDate, std::string_view secretKey) {
    const std::string text = std::string(kAlgorithm) + "\n" + std::string(amzDate) + "\n" + scopeOf(scope) + "\n" + sha256Hex(canonical);
    auto start = LG_TRY(SecretWriter::make(4 + secretKey.size()));
    start.raw("AWS4");
    start.raw(secretKey);
    const auto first = LG_TRY(start.take());
    Mac key = hmac(first.reveal(), scope.date);
    for (const std::string_view step : {std::string_view(scope.region), std::string_view(scope.service), kTail, std::string_view(text)}) {
        key = hmac(viewOf(key), step);
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    auto out = LG_TRY(SecretBytes::ofSize(key.size() * 2));
    for (std::size_t i = 0; i < key.size(); ++i) {
        out.writable()[2 * i] = static_cast<std::uint8_t>(kDigits[key[i] >> 4]);
        out.writable()[2 * i + 1] = static_cast<std::uint8_t>(kDigits[key[i] & 15]);
    }
    wipe(key.data(), key.size());
    return out;
}

Result<std::vector<Edit>> signAgain(const Request& request, std::string_view placeholderKey, const Found& found, Nanos wall) {
    const auto* header = headerOf(request, "authorization");
    const auto* amzDate = headerOf(request, "x-amz-date");
    if (header == nullptr || amzDate == nullptr) {
        return bad("the request has no x-amz-date");
    }
    auto how = LG_TRY(parseAwsAuthorization(*header));
    const Nanos signedAt = LG_TRY(timeOf(*amzDate));
    if (std::max(signedAt, wall) - std::min(signedAt, wall) > kSkew || amzDate->substr(0, 8) != how.date) {
        return bad("the request was signed for another time than now");
    }
    if (!std::binary_search(how.signedHeaders.begin(), how.signedHeaders.end(), std::string("x-amz-date"))) {
        return bad("the client did not sign x-amz-date");
    }
    if (found.keyId.empty()) {
        return makeError(Code::Conflict, "it is no AWS credential: it has no access key id");
    }
    const auto signedText = LG_TRY(canonicalRequest(request, how));
    const auto theirs = LG_TRY(awsSignature(signedText, how, *amzDate, placeholderKey));
    if (!theirs.equals(how.signature)) {
        return bad("the signature does not fit the request: it was changed after the client signed it, or signed with something else");
    }
    constexpr const char* kToken = "x-amz-security-token";
    Request changed = request;
    std::erase_if(changed.headers, [&](const auto& each) { return each.first == kToken; });
    std::erase(how.signedHeaders, kToken);
    std::vector<Edit> out;
    Edit token;
    token.header = kToken;
    if (found.sessionToken.empty()) {
        token.remove = true;
    } else {
        token.value = LG_TRY(SecretBytes::copyOf(found.sessionToken.reveal()));
        changed.headers.emplace_back(kToken, found.sessionToken.reveal());
        how.signedHeaders.insert(std::upper_bound(how.signedHeaders.begin(), how.signedHeaders.end(), kToken), kToken);
    }
    auto canonical = canonicalRequest(changed, how);
    if (!found.sessionToken.empty()) {
        wipe(changed.headers.back().second);
    }
    if (!canonical) {
        return std::move(canonical).error();
    }
    const auto ours = awsSignature(*canonical, how, *amzDate, found.value.reveal());
    wipe(*canonical);
    if (!ours) {
        return ours.error();
    }
    Edit edit;
    edit.header = "authorization";
    edit.value = LG_TRY(authorizationOf(how, found.keyId.reveal(), ours->reveal()));
    out.push_back(std::move(edit));
    if (!token.remove || headerOf(request, kToken) != nullptr) {
        out.push_back(std::move(token));
    }
    return out;
}

std::string awsReason(const Error& error) {
    switch (error.code) {
    case Code::Unsupported: return "aws_chunked_signature";
    case Code::NotFound: return "aws_body_unknown";
    case Code::Invalid: return "aws_bad_signature";
    default: return "secret_unavailable";
    }
}

std::string awsDate(Nanos wall) {
    const std::time_t seconds = wall / kSecond;
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 20> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts)};
}

Result<SecretBytes> awsAuthorization(const Request& request, const Found& credential, const std::string& region, const std::string& service,
                                     std::string_view amzDate) {
    AwsAuthorization how;
    how.date = amzDate.substr(0, 8);
    how.region = region;
    how.service = service;
    for (const auto& [name, value] : request.headers) {
        how.signedHeaders.push_back(name);
    }
    if (headerOf(request, "host") == nullptr) {
        how.signedHeaders.emplace_back("host");
    }
    std::sort(how.signedHeaders.begin(), how.signedHeaders.end());
    auto canonical = LG_TRY(canonicalRequest(request, how));
    const auto signature = LG_TRY(awsSignature(canonical, how, amzDate, credential.value.reveal()));
    wipe(canonical);
    return authorizationOf(how, credential.keyId.reveal(), signature.reveal());
}

std::string awsContainerCredentials(const Broker::Placeholder& placeholder, Nanos expires) {
    return R"({"AccessKeyId":")" + placeholder.keyId + R"(","SecretAccessKey":")" + placeholder.value + R"(","Token":")" + placeholder.sessionToken +
           R"(","Expiration":")" + rfc3339(expires).substr(0, 19) + "Z\"}"; // letters and digits only: nothing to escape
}

} // namespace leadglass::secrets
