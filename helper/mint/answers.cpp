#include "helper/mint/answers.h"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/base/json_depth.h"

namespace leadglass::mint {
namespace {

using nlohmann::json;
using State = MintAnswer::State;

Error failed(const std::string& what) { return makeError(Code::Invalid, what); }

Result<json> objectOf(std::string_view text) {
    auto out = isTooDeepJson(text) ? json() : json::parse(text, nullptr, false);
    return out.is_object() ? Result<json>(std::move(out)) : failed("the answer is no JSON object");
}

std::string textOf(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t numberOf(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) {
        return 0;
    }
    if (found->is_number_unsigned()) {
        return found->get<std::uint64_t>();
    }
    if (found->is_string()) { // az has written it as a text, too
        const auto text = found->get<std::string>();
        const bool digits = !text.empty() && text.size() < 12 && text.find_first_not_of("0123456789") == std::string::npos;
        return digits ? std::stoull(text) : timeOf(text);
    }
    return 0;
}

Status put(MintAnswer& answer, const char* name, const std::string& value, bool needed = true) {
    if (value.empty() && !needed) {
        return {};
    }
    const bool printable = std::all_of(value.begin(), value.end(), [](unsigned char c) { return c > 0x20 && c < 0x7F; });
    if (value.empty() || !printable) {
        return failed(std::string("the answer has no ") + name + " that can be used");
    }
    answer.secrets.emplace(name, LG_TRY(SecretBytes::copyOf(value)));
    return {};
}

MintAnswer done() {
    MintAnswer out;
    out.state = State::Done;
    return out;
}

// What stands between <tag> and </tag>, once.
std::string tagOf(std::string_view xml, const std::string& tag) {
    const auto start = xml.find("<" + tag + ">");
    if (start == std::string_view::npos) {
        return {};
    }
    const auto rest = xml.substr(start + tag.size() + 2);
    const auto end = rest.find('<');
    return end != std::string_view::npos && rest.substr(end).starts_with("</" + tag + ">") ? std::string(rest.substr(0, end)) : std::string();
}

std::string statusWords(long status) { return " (HTTP " + std::to_string(status) + ")"; }

} // namespace

std::uint64_t timeOf(std::string_view text) {
    std::tm parts{};
    const std::string copy(text.substr(0, 40));
    const char* rest = ::strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (rest == nullptr) {
        return 0;
    }
    if (*rest == '.') {
        do {
            ++rest;
        } while (*rest >= '0' && *rest <= '9');
    }
    long offset = 0;
    if (*rest == '+' || *rest == '-') {
        const std::string_view zone(rest);
        const auto digit = [&](std::size_t i) { return zone[i] >= '0' && zone[i] <= '9' ? zone[i] - '0' : 99; };
        if (zone.size() != 6 || zone[3] != ':' || digit(1) > 2 || digit(2) > 9 || digit(4) > 5 || digit(5) > 9) {
            return 0;
        }
        offset = ((digit(1) * 10 + digit(2)) * 60L + digit(4) * 10 + digit(5)) * 60 * (zone[0] == '-' ? -1 : 1);
    } else if (std::string_view(rest) != "Z") {
        return 0;
    }
    const std::time_t seconds = ::timegm(&parts);
    return seconds <= offset ? 0 : static_cast<std::uint64_t>(seconds - offset);
}

Result<MintAnswer> commandAnswer(std::string_view text) {
    const auto object = LG_TRY(objectOf(text));
    auto out = done();
    if (object.contains("SecretAccessKey")) {
        LG_TRY(put(out, "value", textOf(object, "SecretAccessKey")));
        LG_TRY(put(out, "key-id", textOf(object, "AccessKeyId")));
        LG_TRY(put(out, "session-token", textOf(object, "SessionToken"), false));
        out.expires = numberOf(object, "Expiration");
        return out;
    }
    const bool az = object.contains("accessToken");
    LG_TRY(put(out, "value", textOf(object, az ? "accessToken" : "token")));
    out.expires = numberOf(object, az ? "expires_on" : "expires");
    const char* said = az ? "expires_on" : "expires";
    if (out.expires == 0 && object.contains(said) && !object[said].is_null()) {
        return failed("the answer's time of expiry is neither RFC 3339 nor seconds since 1970");
    }
    return out;
}

Result<MintAnswer> awsAnswer(long status, std::string_view xml) {
    if (status != 200) {
        const std::string said = tagOf(xml, "Message");
        return failed("AWS STS refused" + statusWords(status) + ": " + forScreen(tagOf(xml, "Code"), 80) + (said.empty() ? "" : ": " + forScreen(said, 300)));
    }
    auto out = done();
    LG_TRY(put(out, "value", tagOf(xml, "SecretAccessKey")));
    LG_TRY(put(out, "key-id", tagOf(xml, "AccessKeyId")));
    LG_TRY(put(out, "session-token", tagOf(xml, "SessionToken")));
    out.expires = timeOf(tagOf(xml, "Expiration"));
    return out.expires != 0 ? Result<MintAnswer>(std::move(out)) : failed("AWS STS did not say when the credential ends");
}

Result<MintAnswer> githubAnswer(long status, std::string_view text, bool narrow) {
    const auto object = objectOf(text);
    if (status != 201 || !object) {
        const std::string said = object ? forScreen(textOf(*object, "message"), 300) : "";
        return failed("GitHub refused" + statusWords(status) + (said.empty() ? "" : ": " + said));
    }
    auto out = done();
    LG_TRY(put(out, "value", textOf(*object, "token")));
    out.expires = timeOf(textOf(*object, "expires_at"));
    if (narrow && textOf(*object, "repository_selection") == "all") {
        return failed("GitHub gave a token for all repositories, and not for those that were named");
    }
    return out.expires != 0 ? Result<MintAnswer>(std::move(out)) : failed("GitHub did not say when the token ends");
}

Result<MintAnswer> oauthAnswer(long status, std::string_view text, std::uint64_t now) {
    const auto object = objectOf(text);
    const std::string error = object ? textOf(*object, "error") : "";
    if (status != 200 || !object || !error.empty()) {
        MintAnswer out;
        if (error == "authorization_pending" || error == "slow_down") {
            out.state = error == "slow_down" ? State::SlowDown : State::Pending;
            return out;
        }
        const std::string said = object ? forScreen(textOf(*object, "error_description"), 300) : "";
        const char* way = error == "invalid_grant" ? ": sign in again" : "";
        return failed("the server gave no token" + statusWords(status) + (error.empty() ? "" : ": " + forScreen(error, 80)) + (said.empty() ? "" : ": " + said) + way);
    }
    auto out = done();
    std::string kind = textOf(*object, "token_type");
    std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (kind != "bearer") {
        return failed("the server gave a token of the kind '" + forScreen(kind, 40) + "', and not a bearer token");
    }
    LG_TRY(put(out, "value", textOf(*object, "access_token")));
    LG_TRY(put(out, "refresh", textOf(*object, "refresh_token"), false));
    constexpr std::uint64_t kYear = 366ULL * 86'400;
    const auto seconds = std::min(numberOf(*object, "expires_in"), kYear);
    out.expires = seconds == 0 ? 0 : now + seconds;
    return out;
}

Result<MintAnswer> deviceAnswer(long status, std::string_view text) {
    const auto object = objectOf(text);
    if (status != 200 || !object) {
        const std::string said = object ? forScreen(textOf(*object, "error"), 80) : "";
        return failed("the server does not begin a sign-in" + statusWords(status) + (said.empty() ? "" : ": " + said));
    }
    auto out = done();
    LG_TRY(put(out, "device-code", textOf(*object, "device_code")));
    const std::string code = textOf(*object, "user_code");
    const std::string uri = textOf(*object, "verification_uri");
    const bool plain = std::all_of(uri.begin(), uri.end(), [](unsigned char c) { return c > 0x20 && c < 0x7F && c != '"' && c != '\'' && c != '`' && c != '$'; });
    if (code.empty() || code.size() > 64 || !uri.starts_with("https://") || uri.size() > 512 || !plain) {
        return failed("the server's sign-in has no code, or no address that can be opened");
    }
    out.texts = {{"user-code", code}, {"uri", uri}};
    const auto between = numberOf(*object, "interval");
    out.texts["interval"] = std::to_string(std::clamp<std::uint64_t>(between == 0 ? 5 : between, 1, 60));
    out.texts["seconds"] = std::to_string(std::clamp<std::uint64_t>(numberOf(*object, "expires_in"), 30, 1800));
    return out;
}

} // namespace leadglass::mint
