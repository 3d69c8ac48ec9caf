#include "core/policy/request_match.h"

#include <algorithm>
#include <array>

namespace leadglass::policy {
namespace {

constexpr std::size_t kMaxQueryKeys = 512;

bool sameWord(std::string_view a, std::string_view b) {
    const auto low = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return low(x) == low(y); });
}

// Of two names of headers: servers that hand them on as variables (CGI, WSGI) make one of '-' and '_'.
bool sameField(std::string_view a, std::string_view b) {
    const auto dashed = [](std::string_view name) {
        std::string out(name);
        std::replace(out.begin(), out.end(), '_', '-');
        return out;
    };
    return a.size() == b.size() && sameWord(dashed(a), dashed(b));
}

bool isOverrideHeader(std::string_view name) {
    constexpr std::array<std::string_view, 4> kNames{"x-http-method-override", "x-http-method", "x-method-override", "x-original-method"};
    return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view one) { return sameField(one, name); });
}
bool isOverrideKey(std::string_view key) { return sameWord(key, "_method") || sameWord(key, "$httpmethod") || isOverrideHeader(key); }

// Requests that say two paths: servers behind a proxy take these headers for the real one.
bool isPathHeader(std::string_view name) { return sameField(name, "x-original-url") || sameField(name, "x-rewrite-url"); }

// "a=1&b=2"; false: it can be read in two ways.
bool readQuery(std::string_view text, std::vector<std::pair<std::string, std::string>>& out) {
    if (text.find(';') != std::string_view::npos) {
        return false; // some servers end a pair there
    }
    while (!text.empty()) {
        const std::size_t end = text.find('&');
        const std::string_view pair = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (pair.empty()) {
            continue;
        }
        const std::size_t equal = pair.find('=');
        std::string key;
        std::string value;
        if (out.size() >= kMaxQueryKeys || !percentDecoded(pair.substr(0, equal), true, key) ||
            (equal != std::string_view::npos && !percentDecoded(pair.substr(equal + 1), true, value))) {
            return false;
        }
        out.emplace_back(std::move(key), std::move(value));
    }
    return true;
}

// Values of one name against its glob: an allow needs all to fit, a denial one; none at all fits nobody.
template <class List, class NameOf, class ValueOf>
bool valuesFit(const List& list, const NamedGlob& wanted, bool wide, NameOf nameOf, ValueOf valueOf) {
    bool any = false;
    for (const auto& one : list) {
        if (!nameOf(one, wanted.name)) {
            continue;
        }
        const bool fits = matchesText(wanted.glob, valueOf(one), wide);
        if (wide && fits) {
            return true;
        }
        if (!wide && !fits) {
            return false;
        }
        any = any || fits;
    }
    return any;
}

bool queryFits(const Conditions& when, const RequestFacts& facts, bool wide) {
    for (const NamedGlob& wanted : when.query) {
        if (!valuesFit(facts.query, wanted, wide, [](const auto& one, const std::string& name) { return one.first == name; },
                       [](const auto& one) -> const std::string& { return one.second; })) {
            return false;
        }
    }
    return !when.queryOnly || std::all_of(facts.query.begin(), facts.query.end(), [&](const auto& one) {
        return std::any_of(when.query.begin(), when.query.end(), [&](const NamedGlob& wanted) { return wanted.name == one.first; });
    });
}

bool headersFit(const Conditions& when, const RequestFacts& facts, bool wide) {
    return std::all_of(when.headers.begin(), when.headers.end(), [&](const NamedGlob& wanted) {
        return valuesFit(facts.request.headers, wanted, wide, [](const HttpHeader& one, const std::string& name) { return sameField(one.name, name); },
                         [](const HttpHeader& one) -> const std::string& { return one.value; });
    });
}

} // namespace

RequestFacts::RequestFacts(const HttpRequest& asked) : request(asked), target(normaliseTarget(asked.target, asked.host)) {
    queryClear = target.ok() && readQuery(target.query, query);
    const auto headerSays = [&](bool (*says)(std::string_view)) {
        return std::any_of(asked.headers.begin(), asked.headers.end(), [&](const HttpHeader& one) { return says(one.name); });
    };
    overridden = headerSays(isOverrideHeader) || std::any_of(query.begin(), query.end(), [](const auto& one) { return isOverrideKey(one.first); });
    if (headerSays(isPathHeader)) {
        readdressed = true;
        target = {};
    }
}

const char* saidElsewhere(const HttpRequest& request) {
    const RequestFacts facts(request);
    return facts.overridden ? "method_override" : facts.readdressed ? "ambiguous_path" : "";
}

bool hasMethod(const std::vector<std::string>& methods, std::string_view method, bool wide) {
    return std::any_of(methods.begin(), methods.end(), [&](const std::string& one) {
        return one == method || (one == "GET" && method == "HEAD") ||
               (wide && (sameWord(one, method) || (one == "GET" && sameWord(method, "HEAD"))));
    });
}

Fitness fitOf(const Conditions& when, const RequestFacts& facts, const PushedRef* ref, bool wide) {
    Fitness out;
    const auto unsure = [&](const char* reason) {
        if (out.fit == Fit::Yes) {
            out = {Fit::Unsure, reason, ""};
        }
    };
    const auto no = [](const char* key) { return Fitness{Fit::No, "", key}; };
    if (!when.methods.empty()) {
        if (facts.overridden) {
            unsure("method_override");
        } else if (!hasMethod(when.methods, facts.request.method, wide)) {
            return no(when.onlyRead ? "read_only" : "methods");
        }
    }
    if (!when.headers.empty() && !headersFit(when, facts, wide)) {
        return no("headers");
    }
    if (!when.query.empty() || when.queryOnly) {
        if (!facts.queryClear) {
            unsure("ambiguous_query");
        } else if (!queryFits(when, facts, wide)) {
            return no("query");
        }
    }
    if (!when.paths.empty()) {
        if (!facts.pathClear()) {
            unsure("ambiguous_path");
        } else if (std::none_of(when.paths.begin(), when.paths.end(),
                                [&](const std::string& glob) { return matchesRequestPath(glob, facts.target.path, wide); })) {
            return no("paths");
        }
    }
    for (const GitCondition& git : when.git) {
        const Fitness one = fitOfGit(git, facts, ref, wide);
        if (one.fit == Fit::No) {
            return one;
        }
        if (one.fit == Fit::Unsure) {
            unsure(one.reason);
        }
    }
    return out;
}

} // namespace leadglass::policy
