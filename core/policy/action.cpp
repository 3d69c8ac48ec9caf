#include "core/policy/action.h"

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/evaluator.h"
#include "core/policy/host_name.h"

namespace leadglass::policy {
namespace {

constexpr const char* kForms = "write api.example.com, api.example.com:8443, 192.0.2.7:443, [2001:db8::1]:443 or loopback:5432, "
                               "with 'egress' before it or not; GET https://api.example.com/path, or push refs/heads/x https://git.example.com/acme/tool; "
                               "or limit memory, or device kvm";

Result<EgressRequest> parseTarget(std::string_view text) {
    EgressRequest out;
    const std::size_t colons = text.starts_with('[') ? 0 : text.find(':') != text.rfind(':') ? 2 : 1;
    if (colons == 2) { // an IPv6 address without brackets has no room for a port
        out.literal = parseAddress(text);
        if (out.literal) {
            out.port = 443;
            return out;
        }
    }
    const HostPort parts = LG_TRY(splitHostPort(text));
    if (parts.host == "loopback" && parts.port != 0) {
        out.loopbackPort = parts.port;
        return out;
    }
    out.port = parts.port != 0 ? parts.port : 443;
    out.literal = parseAddressInAnySpelling(parts.host);
    if (!out.literal) {
        out.host = LG_TRY(canonicalHost(parts.host));
    }
    return out;
}

std::string_view takeWord(std::string_view& text) {
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    return word;
}

// "https://host:8443/path" as a connection and a target.
Result<Action> parseUrl(std::string_view url) {
    const bool plain = url.starts_with("http://");
    std::string_view rest = url.substr(plain ? 7 : 8);
    const std::size_t end = rest.find_first_of("/?#");
    const std::string_view authority = rest.substr(0, end);
    if (authority.find('@') != std::string_view::npos) {
        return makeError(Code::Invalid, "a URL with a user in it is refused: no such thing is sent", "leave USER@ out");
    }
    Action out;
    auto to = parseTarget(authority);
    if (!to) {
        to.error().fix = kForms;
        return to.error();
    }
    out.to = *to;
    if (plain && LG_TRY(splitHostPort(authority)).port == 0) {
        out.to.port = 80;
    }
    std::string target(end == std::string_view::npos ? "" : rest.substr(end, rest.find('#') == std::string_view::npos ? rest.npos : rest.find('#') - end));
    HttpRequest request;
    request.target = target.starts_with('/') ? target : "/" + target;
    request.host = out.to.host.empty() ? std::string(authority) : out.to.host;
    request.rewritable = true;
    out.request = std::move(request);
    return out;
}

bool isMethod(std::string_view word) { return !word.empty() && word.size() <= 32 && word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ-") == word.npos; }
bool isUrl(std::string_view text) { return text.starts_with("https://") || text.starts_with("http://"); }

Result<Action> parseGit(std::string_view verb, std::string_view ref, std::string_view url) {
    Action out = LG_TRY(parseUrl(url));
    HttpRequest& request = *out.request;
    if (request.target.find('?') != std::string::npos || request.target.size() < 2) {
        return makeError(Code::Invalid, "'" + forScreen(url, 200) + "' is no repository's URL", kForms);
    }
    while (request.target.ends_with('/')) {
        request.target.pop_back();
    }
    request.method = "POST";
    request.target += verb == "fetch" ? "/git-upload-pack" : "/git-receive-pack";
    if (verb != "fetch") {
        request.pushed = true;
        request.refs = {{(ref.starts_with("refs/") ? "" : "refs/heads/") + std::string(ref), verb == "create", verb == "delete"}};
    }
    return out;
}

} // namespace

Result<EgressRequest> parseAction(std::string_view text) {
    const std::size_t blank = text.find(' ');
    if (blank != std::string_view::npos) {
        const std::string_view word = text.substr(0, blank);
        if (word != "egress" && word != "host" && word != "connect") {
            return makeError(Code::Invalid, "'" + forScreen(word, 80) + "' is no kind of action that is decided: only connections are",
                             std::string(kForms) + "; a file: read PATH or write PATH; all that holds: leadglass policy show");
        }
        text.remove_prefix(blank + 1);
    }
    if (text.find("://") != std::string_view::npos) {
        return makeError(Code::Invalid, "'" + forScreen(text, 200) + "' is a URL; what is decided is a host and a port, or one request", kForms);
    }
    auto out = parseTarget(text);
    if (!out) {
        out.error().fix = kForms;
    }
    return out;
}

Result<Action> parseActionOrRequest(std::string_view text) {
    std::string_view rest = text;
    const std::string_view word = takeWord(rest);
    const bool pushes = word == "push" || word == "create" || word == "delete";
    if (pushes || word == "fetch") {
        const std::string_view ref = pushes ? takeWord(rest) : std::string_view();
        if (!isUrl(rest) || (pushes && ref.empty())) {
            return makeError(Code::Invalid, "'" + forScreen(text, 200) + "' names no repository's URL" + (pushes ? " behind a branch" : ""), kForms);
        }
        return parseGit(word, ref, rest);
    }
    if (isMethod(word) && isUrl(rest)) {
        Action out = LG_TRY(parseUrl(rest));
        out.request->method = word;
        return out;
    }
    if (isUrl(word) && rest.empty()) {
        return makeError(Code::Invalid, "'" + forScreen(text, 200) + "' is a URL without a method", "write GET " + forScreen(text, 200));
    }
    return Action{LG_TRY(parseAction(text)), std::nullopt};
}

Decision evaluateAction(const EffectivePolicy& policy, const Action& action, const std::vector<Address>& ownAddresses) {
    return action.request ? evaluateRequest(policy, action.to, *action.request, ownAddresses) : evaluateEgress(policy, action.to, ownAddresses);
}

} // namespace leadglass::policy
