// Which credentials a request means, and whether each of them may be there.
#include <algorithm>
#include <cctype>

#include "core/base/escape.h"
#include "core/secrets/broker_impl.h"
#include "core/secrets/sigv4.h"

namespace leadglass::secrets {
namespace {

bool sameWithoutCase(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\t')) {
        text.remove_prefix(1);
    }
    while (text.ends_with(' ') || text.ends_with('\t')) {
        text.remove_suffix(1);
    }
    return text;
}

// "Bearer {}": the scheme in any case, one or more blanks after it, what is before and after "{}" otherwise as written.
bool isTemplate(std::string_view value, std::string_view text, std::string_view placeholder) {
    const auto hole = text.find("{}");
    std::string_view before = text.substr(0, hole);
    const std::string_view after = text.substr(hole + 2);
    const auto blank = before.find(' ');
    if (blank != std::string_view::npos && sameWithoutCase(value.substr(0, blank), before.substr(0, blank))) {
        value.remove_prefix(blank);
        before.remove_prefix(blank);
        while (before.starts_with(' ')) {
            before.remove_prefix(1);
        }
        while (value.starts_with(' ')) {
            value.remove_prefix(1);
        }
    }
    return value.size() == before.size() + placeholder.size() + after.size() && value.starts_with(before) &&
           value.substr(before.size(), placeholder.size()) == placeholder && value.ends_with(after);
}

// "Basic BASE64(USER:PLACEHOLDER)".
bool isBasic(std::string_view value, const std::string& wantedUser, std::string_view placeholder, std::string& user) {
    constexpr std::string_view kScheme = "basic ";
    if (value.size() < kScheme.size() || !sameWithoutCase(value.substr(0, kScheme.size()), kScheme)) {
        return false;
    }
    const auto plain = unbase64(trimmed(value.substr(kScheme.size())));
    if (!plain) {
        return false;
    }
    const auto text = plain->reveal();
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || text.substr(colon + 1) != placeholder || (!wantedUser.empty() && text.substr(0, colon) != wantedUser)) {
        return false;
    }
    user = text.substr(0, colon);
    return std::none_of(user.begin(), user.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

bool fits(const Place& place, std::string_view value, const Broker::Placeholder& placeholder, std::string& user) {
    value = trimmed(value);
    switch (place.format) {
    case Place::Format::Raw: return value == placeholder.value;
    case Place::Format::Template: return isTemplate(value, place.text, placeholder.value);
    case Place::Format::Basic: return isBasic(value, place.user, placeholder.value, user);
    case Place::Format::AwsV4: break;
    }
    const auto parsed = parseAwsAuthorization(value);
    return parsed && parsed->keyId == placeholder.keyId;
}

std::size_t timesThere(const Request& request, const std::string& header) {
    return static_cast<std::size_t>(std::count_if(request.headers.begin(), request.headers.end(), [&](const auto& each) { return each.first == header; }));
}

} // namespace

bool Broker::Impl::holds(std::string_view text, std::size_t& secret) const {
    for (std::size_t i = 0; i < secrets.size(); ++i) {
        if (holdsAny(text, secrets[i].needles)) {
            secret = i;
            return true;
        }
    }
    return false;
}

Answer Broker::Impl::judge(const Request& request, std::vector<Need>& needs) const {
    const auto elsewhere = [&](std::size_t i, const std::string& where) {
        return refusal("placeholder_elsewhere", secrets[i].binding.name,
                       "the placeholder of '" + secrets[i].binding.name + "' is in " + where + ", where no policy lets the credential go");
    };
    std::size_t hit = 0;
    if (holds(request.target, hit) || holds(request.host, hit) || holds(request.method, hit)) {
        return elsewhere(hit, "the address of a request to " + forScreen(request.host, 100));
    }
    std::set<std::string> filled; // headers that get a value
    for (const auto& [header, value] : request.headers) {
        if (holds(header, hit)) {
            return elsewhere(hit, "the name of a header");
        }
        for (std::size_t i = 0; i < secrets.size(); ++i) {
            const auto& secret = secrets[i];
            if (!holdsAny(value, secret.needles)) {
                continue;
            }
            const auto& places = secret.binding.places;
            std::string user;
            const auto place = std::find_if(places.begin(), places.end(), [&](const Place& each) {
                return each.header == header && covers(each, request.host, request.port) && fits(each, value, secret.placeholder, user);
            });
            // The session token goes with a signature; it is replaced together with it.
            const bool token = header == "x-amz-security-token" && trimmed(value) == secret.placeholder.sessionToken &&
                               std::any_of(places.begin(), places.end(), [&](const Place& each) {
                                   return each.format == Place::Format::AwsV4 && covers(each, request.host, request.port);
                               });
            if (token && timesThere(request, header) == 1) {
                continue;
            }
            if (place == places.end() || timesThere(request, header) != 1 || !filled.insert(header).second) {
                return elsewhere(i, "the header '" + forScreen(header, 60) + "' of a request to " + forScreen(request.host, 100));
            }
            if (!request.verifiedTls) {
                return refusal("placeholder_insecure", secret.binding.name,
                               "the credential '" + secret.binding.name + "' goes over verified TLS only, and this request to " + forScreen(request.host, 100) + " is plain");
            }
            needs.push_back({i, static_cast<std::size_t>(place - places.begin()), user});
        }
    }
    for (std::size_t i = 0; i < secrets.size(); ++i) {
        const auto& binding = secrets[i].binding;
        for (std::size_t at = 0; at < binding.places.size(); ++at) {
            const Place& place = binding.places[at];
            if (!covers(place, request.host, request.port) || filled.count(place.header) != 0) {
                continue;
            }
            if (timesThere(request, place.header) != 0) {
                if (!place.others) {
                    return refusal("other_credential", binding.name,
                                   "a request to " + forScreen(request.host, 100) + " has a value of its own in '" + place.header + "', where policy lets only '" + binding.name + "' be");
                }
            } else if (place.always && request.verifiedTls && place.format != Place::Format::AwsV4) {
                filled.insert(place.header);
                needs.push_back({i, at, place.user});
            }
        }
    }
    return {};
}

} // namespace leadglass::secrets
