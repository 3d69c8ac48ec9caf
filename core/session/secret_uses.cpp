#include "core/session/secret_uses.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/audit/reader.h"
#include "core/base/clock.h"
#include "core/policy/merge.h"
#include "core/policy/profile_names.h"
#include "core/policy/registries.h"

namespace leadglass::session {
namespace {

constexpr std::chrono::milliseconds kLockTimeout{500};
constexpr int kRows = 2000;
constexpr std::uint16_t kHttps = 443;

bool isSource(const Places& places, const std::string& folder, const policy::SecretSource& source, const api::KeptSecret& kept) {
    if (kept.store == api::SecretStore::Keyring) {
        return source.kind == policy::SecretSource::Kind::Keyring && (source.text == kept.name || source.text == "leadglass/" + kept.name);
    }
    const std::string path = source.text.starts_with("~/") ? places.home + source.text.substr(1) : source.text;
    return source.kind == policy::SecretSource::Kind::File && (path == kept.name || path == folder + "/" + kept.name);
}

void addPlaces(const std::string& profile, const policy::Secret& secret, api::KeptSecret& kept) {
    for (const auto& inject : secret.inject) {
        const std::vector<std::uint16_t> usual{kHttps};
        for (const std::uint16_t port : inject.ports.empty() ? usual : inject.ports) {
            kept.bound.push_back({profile, (inject.host.below ? "*." : "") + inject.host.name, port, inject.header, inject.origin.file, inject.origin.line});
        }
    }
}

// By the names that policies have for them.
std::map<std::string, std::string> lastUses(const Places& places) {
    std::map<std::string, std::string> out;
    auto reader = audit::Reader::open(places.data + "/audit.db", kLockTimeout);
    if (!reader) {
        return out;
    }
    audit::Query query;
    query.kind = audit::Kind::Credential;
    query.verdict = "allow"; // has an index
    query.limit = kRows;
    const auto rows = (*reader)->query(query);
    for (std::size_t i = 0; rows && i < rows->size(); ++i) {
        const audit::Event& event = (*rows)[i].event;
        if (event.reason == "injected") {
            out.emplace(event.subject, rfc3339(event.time)); // the newest comes first
        }
    }
    return out;
}

} // namespace

void addBounds(const Places& places, const std::string& folder, std::vector<api::KeptSecret>& secrets) {
    if (secrets.empty()) {
        return;
    }
    const auto registries = [&](const std::string& registry) { return policy::registryHosts(places, registry); };
    const auto uses = lastUses(places);
    for (const auto& profile : policy::profileNames(places)) {
        policy::LoadRequest request;
        request.profile = profile.name;
        const auto loaded = policy::loadPolicy(places, request, registries);
        if (!loaded) {
            continue;
        }
        for (const auto& secret : loaded->merged.secrets) {
            for (auto& kept : secrets) {
                const auto comesFrom = [&](const policy::SecretSource& source) { return isSource(places, folder, source, kept); };
                if (std::none_of(secret.sources.begin(), secret.sources.end(), comesFrom)) {
                    continue;
                }
                addPlaces(profile.name, secret, kept);
                if (const auto used = uses.find(secret.name); used != uses.end()) {
                    kept.lastUse = std::max(kept.lastUse, used->second); // RFC 3339 in UTC: sorts by time
                }
            }
        }
    }
}

} // namespace leadglass::session
