#include "core/session/run_secrets.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/escape.h"
#include "core/policy/describe.h"
#include "core/policy/needs.h"
#include "core/secrets/placeholder.h"
#include "core/secrets/source.h"
#include "core/session/secret_process.h"
#include "core/session/secret_source.h"
#include "core/session/sign_in_file.h"

namespace leadglass::session {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

std::string describeSecret(const policy::Secret& secret) {
    return "the credential '" + forScreen(secret.name, 80) + "' (" + policy::describe(secret.origin) + ")";
}

std::optional<secrets::Shape> toShape(const std::optional<policy::SecretShape>& shape) {
    if (!shape) {
        return std::nullopt;
    }
    using From = policy::SecretShape::Alphabet;
    using To = secrets::Shape::Alphabet;
    secrets::Shape out;
    out.prefix = shape->prefix;
    out.length = shape->length;
    out.alphabet = shape->alphabet == From::Hex ? To::LowerHex : shape->alphabet == From::Base64Url ? To::Base64Url : To::Base62;
    return out;
}

std::vector<secrets::Place> toPlaces(const policy::SecretInject& inject, bool aws) {
    using Format = secrets::Place::Format;
    secrets::Place place;
    place.host = (inject.host.below ? "*." : "") + inject.host.name;
    place.header = inject.header;
    place.format = aws ? Format::AwsV4 : inject.basic ? Format::Basic : inject.format == "{}" ? Format::Raw : Format::Template;
    place.text = inject.format;
    place.user = inject.user;
    constexpr std::uint16_t kTls = 443;
    std::vector<secrets::Place> places;
    for (const auto port : inject.ports.empty() ? std::vector<std::uint16_t>{kTls} : inject.ports) {
        place.port = port;
        places.push_back(place);
    }
    return places;
}

// Whether a source has a value now.
class Probe {
public:
    Probe(EventLoop& loop, secrets::Stores& stores, bool dryRun) : m_loop(loop), m_stores(stores), m_dryRun(dryRun) {}

    Status has(const secrets::Source& source) {
        using Kind = secrets::Source::Kind;
        // A dry run asks no person and starts no program.
        if (m_dryRun && source.kind != Kind::Environment && source.kind != Kind::File) {
            return {};
        }
        std::optional<Status> got;
        m_stores.find(source, [&](Result<secrets::Found> found) { got = found ? Status() : Status(found.error()); });
        while (!got) {
            LG_TRY(m_loop.turn(-1)); // each source has a limit of its own
        }
        return *got;
    }

private:
    EventLoop& m_loop;
    secrets::Stores& m_stores;
    bool m_dryRun;
};

std::vector<std::string> variablesOf(const policy::EffectivePolicy& policy) {
    std::vector<std::string> names;
    for (const auto& secret : policy.merged.secrets) {
        for (const auto& source : secret.sources) {
            if (source.kind == policy::SecretSource::Kind::Env) {
                names.push_back(source.text);
            }
        }
        for (const auto& [key, value] : secret.mint) { // what is minted from may be a source, too
            constexpr std::string_view kEnvironment = "env:";
            if (value.starts_with(kEnvironment)) {
                names.push_back(value.substr(kEnvironment.size()));
            }
        }
    }
    return names;
}

Status refuseUnknown(const policy::EffectivePolicy& policy, const std::vector<std::string>& needed) {
    for (const auto& name : needed) {
        const auto& secrets = policy.merged.secrets;
        if (std::any_of(secrets.begin(), secrets.end(), [&](const policy::Secret& secret) { return secret.name == name; })) {
            continue;
        }
        std::string known;
        for (const auto& secret : secrets) {
            known += (known.empty() ? "" : ", ") + forScreen(secret.name, 80);
        }
        return makeError(Code::Invalid, "--secret " + forScreen(name, 80) + ": profile " + forScreen(policy.merged.name, 80) + " has no such [[secret]]" +
                                            (known.empty() ? "" : "; it has " + known),
                         "name one of the profile's, or add it there");
    }
    return {};
}

std::string hostsOf(const policy::Secret& secret) {
    std::string hosts;
    for (const auto& inject : secret.inject) {
        hosts += (hosts.empty() ? "" : ", ") + std::string(inject.host.below ? "*." : "") + inject.host.name;
    }
    return forScreen(hosts, 200);
}

// Names of those of a shipped profile that have no value, by its file and their hosts: an agent takes any one of several.
using Without = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

void addOneOfSeveral(const Without& without, const policy::EffectivePolicy& policy, std::vector<std::string>& notices) {
    for (const auto& [place, names] : without) {
        const auto& [file, hosts] = place;
        const auto& left = policy.merged.secrets;
        if (std::any_of(left.begin(), left.end(), [&](const auto& secret) { return secret.origin.file == file || hostsOf(secret) == hosts; })) {
            continue;
        }
        notices.push_back("no credential is kept for " + hosts + ": 'leadglass secret set " + forScreen(names.front(), 80) + "' keeps one" +
                          (names.size() > 1 ? "; 'leadglass policy show' names the others that would do" : ""));
    }
}

} // namespace

// SDKs look at the variables of a key first, so there are none beside this.
Status RunSecrets::offer(const secrets::Broker::Placeholder& placeholder, const std::string& why, bool dryRun) {
    if (m_endpoint) {
        return makeError(Code::Invalid, "two credentials have 'endpoint': " + why, "one run has one such endpoint");
    }
    m_endpoint = {LG_TRY(secrets::makePlaceholder({})), placeholder.keyId, placeholder.value, placeholder.sessionToken};
    const std::string port = std::to_string(sandbox::NetPlan().proxyPort);
    m_variables.push_back({"AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://127.0.0.1:" + port + wire::kCredentialsPath, false, why});
    m_variables.push_back({"AWS_CONTAINER_AUTHORIZATION_TOKEN", dryRun ? "(a placeholder)" : m_endpoint->token, false, why});
    return {};
}

Status RunSecrets::add(const policy::Secret& secret, const secrets::Source& source, const Places& places, bool dryRun) {
    const bool aws = source.kind == secrets::Source::Kind::Aws;
    secrets::Binding binding;
    binding.name = secret.name;
    binding.source = source;
    for (const auto& inject : secret.inject) {
        for (auto& place : toPlaces(inject, aws)) {
            binding.places.push_back(std::move(place));
        }
    }
    binding.shape = toShape(secret.shape);
    if (secret.ttlSeconds) {
        binding.ttl = static_cast<Nanos>(std::min<std::uint64_t>(*secret.ttlSeconds, 365ULL * 24 * 3600)) * kSecond;
    }
    binding.maxUses = secret.uses.value_or(0);
    LG_TRY(m_broker->add(std::move(binding)));
    const auto* placeholder = m_broker->placeholder(secret.name);
    if (placeholder == nullptr) {
        return makeError(Code::Io, "no placeholder for " + describeSecret(secret));
    }
    const std::string why = "placeholder of " + secret.name + ", from " + secrets::kindWords(source.kind);
    const auto shown = [&](const std::string& value) { return dryRun ? std::string("(a placeholder)") : value; };
    if (!secret.env.empty()) {
        m_variables.push_back({secret.env, shown(placeholder->value), false, why});
    }
    if (aws && secret.endpoint) {
        LG_TRY(offer(*placeholder, why, dryRun));
    } else if (aws) {
        m_variables.push_back({"AWS_ACCESS_KEY_ID", shown(placeholder->keyId), false, why});
        m_variables.push_back({"AWS_SESSION_TOKEN", shown(placeholder->sessionToken), false, why});
    }
    if (!secret.file.empty()) {
        m_files.push_back({secret.file, secret.json.empty() ? placeholder->value + "\n" : LG_TRY(signInFile(secret, source, placeholder->value, places)), why});
    }
    return {};
}

// A sign-in in the agent's state that cannot be read outside, by what an agent wrote beside it, is not to be read inside either.
bool RunSecrets::hide(const policy::Secret& secret, const Request& request, const Places& places) {
    const bool holds = !secret.file.empty() && std::any_of(secret.sources.begin(), secret.sources.end(), [&](const policy::SecretSource& from) {
        const auto source = from.ofState ? sourceOf(from, secret, request.state) : Result<secrets::Source>(makeError(Code::NotFound, {}));
        return source && mayHoldSignIn(*source, places);
    });
    if (holds) {
        m_files.push_back({secret.file, secret.json.empty() ? "\n" : "{}\n", "in place of a sign-in of the agent's that cannot be read outside"});
    }
    return holds;
}

Result<std::unique_ptr<RunSecrets>> RunSecrets::choose(EventLoop& loop, const Places& places, policy::EffectivePolicy& policy,
                                                       const Request& request, std::vector<std::string>& notices) {
    LG_TRY(refuseUnknown(policy, request.needed));
    if (policy.merged.secrets.empty()) {
        return std::unique_ptr<RunSecrets>();
    }
    secrets::Stores::Setup setup{places.programs, places.home, places.config + "/secrets", secrets::helperEnvironment(), {},
                                 [](const secrets::ProcessSpec& spec) { return startSecretProcess(spec); }, request.project};
    setup.variables = LG_TRY(secrets::EnvironmentStore::take(variablesOf(policy)));
    std::unique_ptr<RunSecrets> out(new RunSecrets);
    out->m_stores = std::make_unique<secrets::Stores>(loop, std::move(setup));
    out->m_broker = std::make_unique<secrets::Broker>(loop, *out->m_stores);
    Probe probe(loop, *out->m_stores, request.dryRun);
    const auto all = policy.merged.secrets; // those without a value go while they are looked at
    bool any = false;
    Without without;
    for (const auto& secret : all) {
        std::string why;
        bool added = false;
        for (const auto& from : secret.sources) {
            auto source = sourceOf(from, secret, request.state);
            Status there = source ? unseenInside(*source, policy, places, request.project) : Status(source.error());
            there = there ? probe.has(*source) : there;
            if (there) {
                LG_TRY(out->add(secret, *source, places, request.dryRun));
                added = true;
                break;
            }
            why += (why.empty() ? "" : "; ") + there.error().text();
        }
        if (added) {
            any = true;
            continue;
        }
        if (std::find(request.needed.begin(), request.needed.end(), secret.name) != request.needed.end()) {
            return makeError(Code::Refused, "--secret " + forScreen(secret.name, 80) + ": " + describeSecret(secret) + " has no value: " + why,
                             "'leadglass secret set " + forScreen(secret.name, 80) + "', or start without --secret");
        }
        policy::dropSecret(policy, secret.name);
        if (out->hide(secret, request, places)) {
            notices.push_back(describeSecret(secret) + " cannot be used, and is kept out of the run: " + why + " (signing in anew makes a new one: leadglass run --login AGENT)");
        } else if (!secret.origin.file.starts_with(places.policies + "/")) {
            notices.push_back(describeSecret(secret) + " has no value, so nothing is put in for " + hostsOf(secret) + ": " + why);
        } else {
            without[{secret.origin.file, hostsOf(secret)}].push_back(secret.name);
        }
    }
    addOneOfSeveral(without, policy, notices);
    if (!any && out->m_files.empty()) {
        out.reset();
    }
    return out;
}

} // namespace leadglass::session
