#include "helper/mint/mint.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/digest.h"
#include "core/secrets/forms.h"
#include "core/secrets/mint.h"
#include "core/secrets/sigv4.h"
#include "helper/mint/answers.h"
#include "helper/mint/http.h"

namespace leadglass::mint {
namespace {

using secrets::MintRequest;

std::string setting(const MintRequest& request, const char* key, const std::string& otherwise = {}) {
    const auto found = request.settings.find(key);
    return found == request.settings.end() ? otherwise : found->second;
}

Result<std::string> secret(const MintRequest& request, const char* key) {
    const auto found = request.secrets.find(key);
    if (found == request.secrets.end() || found->second.empty()) {
        return makeError(Code::Invalid, std::string("the request has no ") + key);
    }
    return std::string(found->second.reveal());
}

std::string form(const std::vector<std::pair<std::string, std::string>>& fields) {
    constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (const auto& [name, value] : fields) {
        out += (out.empty() ? "" : "&") + name + "=";
        for (const char c : value) {
            const auto byte = static_cast<unsigned char>(c);
            if (kPlain.find(c) != std::string_view::npos) {
                out += c;
            } else {
                out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
            }
        }
    }
    return out;
}

std::vector<std::string> listOf(const std::string& text) {
    std::vector<std::string> out;
    for (std::string_view rest = text; !rest.empty();) {
        const auto comma = rest.find(',');
        if (comma != 0) {
            out.emplace_back(rest.substr(0, comma));
        }
        rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
    return out;
}

HttpRequest httpOf(const MintRequest& request, std::string url, std::string body) {
    HttpRequest out;
    out.url = std::move(url);
    out.body = std::move(body);
    out.ca = setting(request, "ca");
    out.seconds = static_cast<long>(std::clamp<std::uint32_t>(request.seconds, 1, 120));
    return out;
}

// ---- AWS ------------------------------------------------------------------------------------------

Result<secrets::Found> awsCredential(std::string_view text) {
    secrets::Found out;
    if (text.starts_with('{')) {
        auto parsed = LG_TRY(commandAnswer(text));
        out.value = std::move(parsed.secrets["value"]);
        out.keyId = std::move(parsed.secrets["key-id"]);
        out.sessionToken = std::move(parsed.secrets["session-token"]);
    } else {
        const auto first = text.find(':');
        const auto second = first == std::string_view::npos ? first : text.find(':', first + 1);
        if (first != std::string_view::npos) {
            out.keyId = LG_TRY(SecretBytes::copyOf(text.substr(0, first)));
            out.value = LG_TRY(SecretBytes::copyOf(text.substr(first + 1, second == std::string_view::npos ? second : second - first - 1)));
        }
        if (second != std::string_view::npos) {
            out.sessionToken = LG_TRY(SecretBytes::copyOf(text.substr(second + 1)));
        }
    }
    if (out.keyId.empty() || out.value.empty()) {
        return makeError(Code::Invalid, "'credentials' is neither KEY_ID:SECRET, KEY_ID:SECRET:TOKEN nor the JSON of 'aws configure export-credentials'");
    }
    return out;
}

Result<MintAnswer> assumeRole(const MintRequest& request, std::int64_t wall) {
    const auto kept = LG_TRY(secret(request, "credentials"));
    const auto base = LG_TRY(awsCredential(kept));
    const std::string region = setting(request, "region");
    std::string url = setting(request, "endpoint", "https://sts." + region + ".amazonaws.com/");
    const auto path = url.find('/', url.find("://") + 3);
    url += path == std::string::npos ? "/" : "";
    const auto hostStart = url.find("://") + 3;
    const std::string host = url.substr(hostStart, url.find('/', hostStart) - hostStart);
    std::vector<std::pair<std::string, std::string>> fields{{"Action", "AssumeRole"},
                                                            {"Version", "2011-06-15"},
                                                            {"RoleArn", setting(request, "role")},
                                                            {"RoleSessionName", setting(request, "session", "leadglass")},
                                                            {"DurationSeconds", setting(request, "seconds", "900")}};
    if (const std::string id = setting(request, "external-id"); !id.empty()) {
        fields.emplace_back("ExternalId", id);
    }
    if (const std::string actions = setting(request, "actions"); !actions.empty()) {
        fields.emplace_back("Policy", secrets::awsSessionPolicy(actions, setting(request, "resources")));
    }
    auto http = httpOf(request, url, form(fields));
    secrets::Request signing;
    signing.host = host;
    signing.method = "POST";
    signing.target = url.substr(url.find('/', hostStart));
    signing.bodySha256 = sha256Hex(http.body);
    const std::string date = secrets::awsDate(wall);
    signing.headers = {{"content-type", "application/x-www-form-urlencoded; charset=utf-8"}, {"host", host}, {"x-amz-date", date}};
    if (!base.sessionToken.empty()) {
        signing.headers.emplace_back("x-amz-security-token", base.sessionToken.reveal());
    }
    const auto authorization = LG_TRY(secrets::awsAuthorization(signing, base, region, "sts", date));
    for (const auto& [name, value] : signing.headers) {
        http.headers.push_back(name + ": " + value);
    }
    http.headers.push_back("authorization: " + std::string(authorization.reveal()));
    const auto answer = LG_TRY(post(http));
    return awsAnswer(answer.status, answer.body);
}

// ---- GitHub App -------------------------------------------------------------------------------------

Result<MintAnswer> installationToken(const MintRequest& request, std::uint64_t now) {
    const auto key = LG_TRY(secret(request, "key"));
    const auto token = LG_TRY(appToken(setting(request, "app"), key, now));
    auto body = nlohmann::json::object();
    for (const auto& name : listOf(setting(request, "repositories"))) {
        body["repositories"].push_back(name.substr(name.find('/') == std::string::npos ? 0 : name.find('/') + 1)); // by name, without the owner
    }
    for (const auto& each : listOf(setting(request, "permissions"))) {
        const auto colon = each.find(':');
        const std::string how = colon == std::string::npos ? "" : each.substr(colon + 1);
        if (how != "read" && how != "write" && how != "admin") {
            return makeError(Code::Invalid, "'" + each + "' is no permission: NAME:read, NAME:write or NAME:admin");
        }
        body["permissions"][each.substr(0, colon)] = how;
    }
    std::string api = setting(request, "api", "https://api.github.com");
    while (api.ends_with('/')) {
        api.pop_back();
    }
    auto http = httpOf(request, api + "/app/installations/" + setting(request, "installation") + "/access_tokens", body.dump());
    http.headers = {"Authorization: Bearer " + token, "Accept: application/vnd.github+json", "Content-Type: application/json", "X-GitHub-Api-Version: 2022-11-28"};
    const auto answer = LG_TRY(post(http));
    return githubAnswer(answer.status, answer.body, body.contains("repositories"));
}

// ---- OAuth 2 ------------------------------------------------------------------------------------------

Result<MintAnswer> oauth(const MintRequest& request, std::uint64_t now) {
    std::vector<std::pair<std::string, std::string>> fields;
    const std::string id = setting(request, "client-id");
    const std::string scope = setting(request, "scope");
    if (request.op == MintRequest::Op::OAuthRefresh) {
        fields = {{"grant_type", "refresh_token"}, {"refresh_token", LG_TRY(secret(request, "refresh"))}};
    } else if (request.op == MintRequest::Op::DevicePoll) {
        fields = {{"grant_type", "urn:ietf:params:oauth:grant-type:device_code"}, {"device_code", LG_TRY(secret(request, "device-code"))}};
    }
    fields.emplace_back("client_id", id);
    if (!scope.empty() && request.op != MintRequest::Op::DevicePoll) {
        fields.emplace_back("scope", scope);
    }
    const bool start = request.op == MintRequest::Op::DeviceStart;
    auto http = httpOf(request, setting(request, start ? "device-url" : "token-url"), form(fields));
    http.headers = {"Content-Type: application/x-www-form-urlencoded", "Accept: application/json"};
    if (const auto password = secret(request, "client-secret")) { // RFC 6749 2.3.1
        const std::string both = form({{"x", id}}).substr(2) + ":" + form({{"x", *password}}).substr(2);
        const auto digits = LG_TRY(secrets::base64(both));
        http.headers.push_back("Authorization: Basic " + std::string(digits.reveal()));
    }
    const auto answer = LG_TRY(post(http));
    return start ? deviceAnswer(answer.status, answer.body) : oauthAnswer(answer.status, answer.body, now);
}

} // namespace

Result<MintAnswer> serve(const MintRequest& request, std::int64_t wall) {
    const auto now = static_cast<std::uint64_t>(wall / 1'000'000'000);
    switch (request.op) {
    case MintRequest::Op::Json: {
        const auto output = LG_TRY(secret(request, "output"));
        return commandAnswer(output);
    }
    case MintRequest::Op::Aws: return assumeRole(request, wall);
    case MintRequest::Op::GithubApp: return installationToken(request, now);
    default: return oauth(request, now);
    }
}

} // namespace leadglass::mint
