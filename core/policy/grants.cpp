#include "core/policy/grants.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>

#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/sys.h"
#include "core/policy/grants_text.h"
#include "core/policy/host_name.h"
#include "core/policy/parser.h"
#include "core/policy/parser_sections.h"
#include "core/policy/toml_reader.h"

namespace leadglass::policy {
namespace {

constexpr const char* kName = "grants.toml";

// A grant's rule is read as the profile's rules are: one grammar, one set of checks.
EgressRule readRule(Section& s, Reading& reading, const toml::table& table, bool denial) {
    toml::table rule;
    for (const char* key : {"host", "registry", "port", "protocol", "loopback"}) {
        if (const toml::node* node = table.get(key)) {
            rule.insert(key, *node);
        }
    }
    toml::table egress;
    egress.insert(denial ? "deny" : "allow", toml::array{std::move(rule)});
    toml::table root;
    root.insert("egress", std::move(egress));
    Reading inner{reading.file, Layer::Grant, std::nullopt};
    Section section(inner, root, "", {"egress"});
    Profile out;
    readEgress(section, out);
    const auto& list = denial ? out.deny : out.allow;
    if (inner.fault || list.size() != 1) {
        std::string why = inner.fault ? inner.fault->what : "it has no rule";
        const std::size_t at = why.find(": ");
        reading.fail(s.where(), inner.fault && at != std::string::npos ? why.substr(at + 2) : why);
        return {};
    }
    EgressRule found = list.front();
    if (!found.registry.empty() && (!found.ports.empty() || found.protocol != Protocol::Default)) {
        reading.fail(s.where(), "a [[grant]] of a registry has no port and no protocol: the client's configuration names them");
    }
    found.origin = reading.origin(s.where());
    return found;
}

Result<std::vector<Grant>> parseGrants(std::string_view text, const std::string& file) {
    const toml::table table = LG_TRY(parseToml(text, file));
    Reading reading{file, Layer::Grant, std::nullopt};
    Section root(reading, table, "", {"schema", "grant"});
    if (root.integer("schema").value_or(0) != 1) {
        reading.fail(root.where(), "'schema' must be 1");
    }
    std::vector<Grant> out;
    for (const toml::table* entry : root.tables("grant")) {
        Section s(reading, *entry, "grant",
                  {"profile", "project", "verdict", "host", "registry", "port", "protocol", "loopback",
                   "origin", "date", "last_use"});
        const auto value = [&](const char* key) {
            const auto found = s.text(key);
            return found ? found->value : std::string();
        };
        Grant grant;
        grant.profile = value("profile");
        grant.project = value("project");
        const std::string verdict = value("verdict");
        grant.verdict = verdict == "deny" ? Verdict::Deny : Verdict::Allow;
        if (grant.profile.empty() || (verdict != "allow" && verdict != "deny")) {
            reading.fail(s.where(), "a [[grant]] needs profile and verdict (allow or deny)");
        }
        grant.rule = readRule(s, reading, *entry, grant.verdict == Verdict::Deny);
        grant.origin = value("origin");
        grant.date = value("date");
        grant.lastUse = value("last_use");
        if (reading.fault) {
            return *reading.fault;
        }
        out.push_back(std::move(grant));
    }
    if (reading.fault) {
        return *reading.fault;
    }
    return out;
}

std::string pathOf(const Places& places) { return places.config + "/" + kName; }

struct Kept {
    std::string text; // empty: there is no file
    std::vector<Grant> grants;
};

Result<Kept> readKept(const Places& places) {
    const std::string path = pathOf(places);
    auto fd = sys::open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
    if (!fd) {
        if (fd.error().sysErrno == ENOENT || fd.error().sysErrno == ENOTDIR) {
            return Kept{};
        }
        return unreadable(std::move(fd).error());
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, "'" + forScreen(path) + "' is not a regular file", "move it away");
    }
    if (const auto fault = notAlone(s, 077, path)) {
        return makeError(Code::Refused, "'" + forScreen(path) + "' is not yours alone: " + fault->why, fault->fix);
    }
    auto text = sys::readAll(fd->get(), kMaxPolicyBytes);
    auto grants = text ? parseGrants(*text, path) : Result<std::vector<Grant>>(text.error());
    if (grants) {
        return Kept{std::move(*text), std::move(*grants)};
    }
    Error error = std::move(grants).error();
    if (!text) {
        error.what = "'" + forScreen(path) + "': " + error.what;
    }
    if (error.fix.empty()) {
        error.fix = "correct it, or move it away: what it allowed is asked again";
    }
    return error;
}

Status checkSavable(const Grant& grant) {
    const auto refuse = [](const std::string& why) {
        return makeError(Code::Refused, "this answer cannot be kept: " + why,
                         "answer for this run, or write a rule into a profile");
    };
    const EgressRule& rule = grant.rule;
    if (grant.verdict == Verdict::Ask || grant.profile.empty()) {
        return refuse("it needs a profile, and allow or deny");
    }
    if (rule.kind == EgressRule::Kind::Address) {
        return refuse("an address means somebody else tomorrow");
    }
    if (rule.kind == EgressRule::Kind::Registry && (!rule.host.name.empty() || !rule.ports.empty() || rule.protocol != Protocol::Default)) {
        return refuse("a registry is kept whole");
    }
    if (rule.kind == EgressRule::Kind::Host && registrableDomain(rule.host.name).empty()) {
        return refuse("'" + rule.host.name + "' lies above the names that one owner registers");
    }
    if (rule.allowPrivate || rule.unsafe || rule.viaProxy || rule.sni == SniMode::Any) {
        return refuse("private, unsafe, via_proxy and sni = any belong into a profile");
    }
    if (!isValidUtf8(grant.project) || !isValidUtf8(grant.origin) || grant.origin.size() > 200) {
        return refuse("the project's path is not UTF-8, or its origin is too long");
    }
    const std::string fault = faultOfRule(rule, grant.verdict == Verdict::Deny);
    return fault.empty() ? Status() : Status(refuse(fault));
}

Status change(const Places& places, const std::function<bool(std::vector<Grant>&)>& edit) {
    const UniqueFd dir = LG_TRY(openOwnDirectory(places.config));
    if (::flock(dir.get(), LOCK_EX) != 0) { // released with the descriptor
        return ioError("cannot lock '" + forScreen(places.config) + "'", errno);
    }
    auto [text, grants] = LG_TRY(readKept(places));
    const std::vector<Grant> before = grants;
    if (!edit(grants)) {
        return {};
    }
    // A person's own lines stay, where what comes out is read as what is meant.
    auto changed = changedGrants(text, before, grants);
    const auto read = changed ? parseGrants(*changed, pathOf(places)) : Result<std::vector<Grant>>(std::vector<Grant>());
    const bool same = changed && read && grantsText(*read) == grantsText(grants);
    return sys::replaceFileAt(dir.get(), kName, same ? *changed : grantsText(grants), 0600);
}

bool coversRule(const EgressRule& wide, const EgressRule& narrow, bool denial) {
    // A host that a registry rule came to stand for is the same answer, also where it is an address.
    if (!wide.registry.empty() || !narrow.registry.empty()) {
        return wide.registry == narrow.registry;
    }
    if (wide.kind != narrow.kind) {
        return false;
    }
    if (wide.kind == EgressRule::Kind::Loopback) {
        return wide.loopbackPort == narrow.loopbackPort;
    }
    const bool sameName = wide.host.name == narrow.host.name && wide.host.below == narrow.host.below;
    const bool wider = wide.host.below && matches(wide.host, narrow.host.name);
    if ((!sameName && !wider) || wide.protocol != narrow.protocol) {
        return false;
    }
    if (wide.ports.empty() && denial) {
        return true;
    }
    const std::vector<std::uint16_t> https{443};
    const auto& all = wide.ports.empty() ? https : wide.ports;
    if (narrow.ports.empty() && denial) {
        return false;
    }
    const auto& some = narrow.ports.empty() ? https : narrow.ports;
    return std::all_of(some.begin(), some.end(), [&](std::uint16_t port) {
        return std::find(all.begin(), all.end(), port) != all.end();
    });
}

} // namespace

bool coversGrant(const Grant& wide, const Grant& narrow) {
    return wide.profile == narrow.profile && wide.verdict == narrow.verdict &&
           (wide.project.empty() || wide.project == narrow.project) &&
           coversRule(wide.rule, narrow.rule, wide.verdict == Verdict::Deny);
}

Result<std::vector<Grant>> loadGrants(const Places& places, const std::string& profile,
                                      const std::string& project) {
    auto grants = LG_TRY(readKept(places)).grants;
    std::erase_if(grants, [&](const Grant& grant) {
        return grant.profile != profile || (!grant.project.empty() && grant.project != project);
    });
    return grants;
}

Result<std::vector<Grant>> loadAllGrants(const Places& places) { return LG_TRY(readKept(places)).grants; }

Result<bool> removeGrant(const Places& places, const Grant& grant) {
    bool found = false;
    LG_TRY(change(places, [&](std::vector<Grant>& grants) {
        found = std::erase_if(grants, [&](const Grant& known) { return coversGrant(known, grant) && coversGrant(grant, known); }) > 0;
        return found;
    }));
    return found;
}

Status appendGrant(const Places& places, const Grant& grant) {
    LG_TRY(checkSavable(grant));
    return change(places, [&](std::vector<Grant>& grants) {
        for (Grant& known : grants) {
            if (coversGrant(known, grant)) {
                known.lastUse = grant.date;
                return true;
            }
        }
        std::erase_if(grants, [&](const Grant& known) { return coversGrant(grant, known); });
        grants.push_back(grant);
        return true;
    });
}

Status markGrantsUsed(const Places& places, const std::vector<Grant>& used, const std::string& now) {
    return change(places, [&](std::vector<Grant>& grants) {
        bool changed = false;
        for (Grant& known : grants) {
            for (const Grant& grant : used) {
                if (coversGrant(known, grant) && coversGrant(grant, known)) {
                    known.lastUse = now;
                    changed = true;
                }
            }
        }
        return changed;
    });
}

} // namespace leadglass::policy
