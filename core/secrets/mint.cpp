#include "core/secrets/mint.h"

#include <algorithm>
#include <cctype>

#include "core/base/escape.h"

namespace leadglass::secrets {
namespace {

using Op = MintRequest::Op;

struct Known {
    const char* key;
    enum class Is : std::uint8_t { Needed, Optional, NeededSource, OptionalSource } is;
};

const std::vector<Known>& knownOf(Source::Kind kind) {
    using Is = Known::Is;
    static const std::vector<Known> kAws{{"role", Is::Needed},        {"region", Is::Needed},       {"credentials", Is::NeededSource}, {"actions", Is::Optional}, {"resources", Is::Optional},
                                         {"session", Is::Optional},   {"external-id", Is::Optional}, {"seconds", Is::Optional},         {"endpoint", Is::Optional}, {"ca", Is::Optional}};
    static const std::vector<Known> kGithub{{"app", Is::Needed},         {"installation", Is::Needed}, {"key", Is::NeededSource}, {"repositories", Is::Optional},
                                            {"permissions", Is::Optional}, {"api", Is::Optional},      {"ca", Is::Optional}};
    static const std::vector<Known> kOAuth{{"token-url", Is::Needed}, {"client-id", Is::Needed}, {"refresh", Is::NeededSource}, {"client-secret", Is::OptionalSource},
                                           {"scope", Is::Optional},   {"ca", Is::Optional}};
    static const std::vector<Known> kGcp{{"account", Is::Optional}, {"impersonate", Is::Optional}, {"scopes", Is::Optional}};
    static const std::vector<Known> kAzure{{"resource", Is::Optional}, {"scope", Is::Optional}, {"tenant", Is::Optional}, {"subscription", Is::Optional}};
    switch (kind) {
    case Source::Kind::Aws: return kAws;
    case Source::Kind::GithubApp: return kGithub;
    case Source::Kind::OAuth: return kOAuth;
    case Source::Kind::Gcp: return kGcp;
    default: return kAzure;
    }
}

bool isDigits(const std::string& text) { return !text.empty() && text.size() <= 20 && text.find_first_not_of("0123456789") == std::string::npos; }

// What goes into an address, an argument or a signature is of these letters only.
bool isPlain(const std::string& text, const char* more) {
    return text.size() <= 1024 && std::all_of(text.begin(), text.end(), [&](unsigned char c) { return std::isalnum(c) != 0 || std::string_view(more).find(static_cast<char>(c)) != std::string_view::npos; });
}

Status checkValue(const std::string& key, const std::string& value) {
    bool fine = true;
    if (key == "app" || key == "installation" || key == "seconds") {
        fine = isDigits(value);
    } else if (key == "endpoint" || key == "api" || key == "token-url" || key == "device-url") {
        fine = value.starts_with("https://") && value.find_first_of(" \t\"<>\\^`{|}@#?") == std::string::npos;
    } else if (key == "region" || key == "session") {
        fine = isPlain(value, "-_.=,");
    } else if (key == "repositories" || key == "permissions") {
        fine = isPlain(value, "-_.,:/");
    } else if (key == "account" || key == "impersonate" || key == "tenant" || key == "subscription") {
        fine = isPlain(value, "-_.@") && value[0] != '-';
    } else if (key == "resource" || key == "scopes") {
        fine = isPlain(value, "-_.:/,");
    }
    return fine ? Status() : Status(makeError(Code::Invalid, "'" + forScreen(value, 120) + "' cannot be '" + key + "' of a credential that is minted"));
}

std::string keysOf(const std::vector<Known>& known) {
    std::string out;
    for (const auto& each : known) {
        const bool needed = each.is == Known::Is::Needed || each.is == Known::Is::NeededSource;
        out += (out.empty() ? "" : ", ") + std::string(each.key) + (needed ? "" : " (optional)");
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

std::string jsonList(const std::string& text) {
    std::string out;
    for (const auto& each : listOf(text)) {
        std::string safe = each;
        std::erase_if(safe, [](unsigned char c) { return c == '"' || c == '\\' || c < 0x20; });
        out += (out.empty() ? "\"" : ",\"") + safe + "\"";
    }
    return "[" + out + "]";
}

void addFlag(std::vector<std::string>& command, const MintPlan& plan, const char* key, const char* flag) {
    if (const auto found = plan.settings.find(key); found != plan.settings.end()) {
        command.push_back(std::string(flag) + "=" + found->second);
    }
}

void planCommand(MintPlan& plan, Source::Kind kind) {
    auto& command = plan.command;
    if (kind == Source::Kind::Gcp) {
        command = {"gcloud", "auth", "print-access-token", "--quiet"};
        addFlag(command, plan, "impersonate", "--impersonate-service-account");
        addFlag(command, plan, "account", "--account");
        addFlag(command, plan, "scopes", "--scopes");
        return;
    }
    command = {"az", "account", "get-access-token", "--output=json"};
    addFlag(command, plan, "resource", "--resource");
    addFlag(command, plan, "scope", "--scope");
    addFlag(command, plan, "tenant", "--tenant");
    addFlag(command, plan, "subscription", "--subscription");
}

} // namespace

std::string awsSessionPolicy(const std::string& actions, const std::string& resources) {
    return R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":)" + jsonList(actions) + R"(,"Resource":)" + jsonList(resources) + "}]}";
}

Result<MintPlan> mintPlan(const Source& source) {
    const auto& known = knownOf(source.kind);
    MintPlan out;
    for (const auto& [key, value] : source.attributes) {
        const auto found = std::find_if(known.begin(), known.end(), [&](const Known& each) { return key == each.key; });
        if (found == known.end()) {
            return makeError(Code::Invalid, "'" + forScreen(key, 60) + "' is no setting of " + kindWords(source.kind), "it has " + keysOf(known));
        }
        LG_TRY(checkValue(key, value));
        if (found->is == Known::Is::NeededSource || found->is == Known::Is::OptionalSource) {
            auto from = LG_TRY(parseSource(value));
            if (isMinted(from.kind)) {
                return makeError(Code::Invalid, "'" + key + "' of " + kindWords(source.kind) + " is itself minted", "name where it is kept: keyring:, file:, env: or command:");
            }
            out.from.emplace_back(key, std::move(from));
        } else {
            out.settings.emplace(key, value);
        }
    }
    for (const auto& each : known) {
        if ((each.is == Known::Is::Needed || each.is == Known::Is::NeededSource) && source.attributes.count(each.key) == 0) {
            return makeError(Code::Invalid, kindWords(source.kind) + " needs '" + each.key + "'", "it has " + keysOf(known));
        }
    }
    if (out.settings.count("actions") != out.settings.count("resources")) {
        return makeError(Code::Invalid, "AWS STS needs 'actions' and 'resources' together", "resources=* are all of them");
    }
    switch (source.kind) {
    case Source::Kind::Aws: out.op = Op::Aws; break;
    case Source::Kind::GithubApp: out.op = Op::GithubApp; break;
    case Source::Kind::OAuth: out.op = Op::OAuthRefresh; break;
    default: planCommand(out, source.kind); break;
    }
    return out;
}

Status checkDeviceSettings(const std::map<std::string, std::string>& settings) {
    using Is = Known::Is;
    static const std::vector<Known> kDevice{{"device-url", Is::Needed}, {"token-url", Is::Needed}, {"client-id", Is::Needed}, {"scope", Is::Optional}, {"ca", Is::Optional}};
    for (const auto& [key, value] : settings) {
        if (std::none_of(kDevice.begin(), kDevice.end(), [&, &name = key](const Known& each) { return name == each.key; })) {
            return makeError(Code::Invalid, "'" + forScreen(key, 60) + "' is no setting of a sign-in", "it has " + keysOf(kDevice));
        }
        LG_TRY(checkValue(key, value));
    }
    for (const auto& each : kDevice) {
        if (each.is == Is::Needed && settings.count(each.key) == 0) {
            return makeError(Code::Invalid, std::string("a sign-in needs '") + each.key + "'", "it has " + keysOf(kDevice));
        }
    }
    return {};
}

std::vector<std::string> staysWide(const Source& source) {
    std::vector<std::string> out;
    const auto has = [&](const char* key) { return source.attributes.count(key) != 0; };
    switch (source.kind) {
    case Source::Kind::Aws:
        if (!has("actions")) {
            out.emplace_back("the AWS credential can do all that its role can: 'actions' and 'resources' narrow it");
        }
        out.emplace_back("the AWS credential is good until it expires, also where a rule is taken back before");
        break;
    case Source::Kind::GithubApp:
        if (!has("repositories")) {
            out.emplace_back("the GitHub token reaches every repository of the installation: 'repositories' narrows it");
        }
        if (!has("permissions")) {
            out.emplace_back("the GitHub token has every permission of the app: 'permissions' narrows it");
        }
        out.emplace_back("the GitHub token is not bound to branches: branch rules of the policy are what holds there");
        break;
    case Source::Kind::OAuth:
        if (!has("scope")) {
            out.emplace_back("the OAuth token has every scope that the person agreed to: 'scope' narrows it");
        }
        break;
    case Source::Kind::Gcp:
        out.emplace_back(has("impersonate") ? "the Google token can do all that its service account can, in every project of it" :
                                              "the Google token can do all that the person's account can: 'impersonate' narrows it to a service account");
        break;
    case Source::Kind::Azure:
        out.emplace_back("the Azure token can do all that the account's roles can on its resource: a role assignment narrows it, az cannot");
        break;
    default: out.emplace_back("the credential is not minted: it can do all that it could anywhere, until it is taken back"); break;
    }
    return out;
}

} // namespace leadglass::secrets
