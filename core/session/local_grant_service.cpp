#include "core/session/local_grant_service.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>

#include "core/base/digest.h"
#include "core/base/escape.h"
#include "core/policy/describe.h"
#include "core/policy/grants.h"

namespace leadglass::session {
namespace {

constexpr Nanos kDay = 86'400'000'000'000;
constexpr std::size_t kIdLetters = 32;    // 128 bits: nobody makes two of one id
constexpr std::size_t kOldIdLetters = 8; // what earlier versions told; a beginning of it

// Of what it means, not of where it stands or when it was used. The parts cannot be taken for one another: no NUL is in them.
std::string idOf(const policy::Grant& grant) {
    const std::string meaning = grant.profile + '\0' + grant.project + '\0' + policy::verdictName(grant.verdict) + '\0' + policy::describeRule(grant.rule);
    return sha256Hex(meaning).substr(0, kIdLetters);
}

// "2026-11-29T16:40:30Z", as we write it; a person may have written anything else.
std::optional<Nanos> timeOf(const std::string& text) {
    std::tm parts{};
    int used = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec,
                    &used) != 6 ||
        used < 19) {
        return std::nullopt;
    }
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    const std::time_t seconds = ::timegm(&parts);
    return seconds < 0 ? std::nullopt : std::optional<Nanos>(static_cast<Nanos>(seconds) * 1'000'000'000);
}

bool isGone(const std::string& folder) {
    struct stat s {};
    return !folder.empty() && ::stat(folder.c_str(), &s) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

} // namespace

Result<std::vector<api::KeptGrant>> LocalGrantService::list() {
    std::vector<api::KeptGrant> out;
    for (const auto& grant : LG_TRY(policy::loadAllGrants(m_places))) {
        api::KeptGrant kept;
        kept.id = idOf(grant);
        kept.profile = grant.profile;
        kept.project = grant.project;
        kept.verdict = grant.verdict;
        kept.rule = forScreen(policy::describeRule(grant.rule));
        kept.origin = grant.origin;
        kept.made = grant.date;
        kept.lastUse = grant.lastUse;
        auto last = timeOf(grant.lastUse);
        last = last ? last : timeOf(grant.date);
        if (last) {
            kept.idleDays = std::max<Nanos>(m_clock.wall() - *last, 0) / kDay;
            kept.unused = kept.idleDays >= api::kUnusedDays;
        }
        kept.projectGone = isGone(grant.project);
        kept.file = grant.rule.origin.file;
        kept.line = grant.rule.origin.line;
        out.push_back(std::move(kept));
    }
    return out;
}

Status LocalGrantService::revoke(const std::string& id) {
    const auto grants = LG_TRY(policy::loadAllGrants(m_places));
    const auto isMeant = [&](const policy::Grant& grant) { return id.size() >= kOldIdLetters && idOf(grant).starts_with(id); };
    const auto found = std::find_if(grants.begin(), grants.end(), isMeant);
    const bool twice = found != grants.end() && std::any_of(found + 1, grants.end(), [&](const policy::Grant& grant) { return isMeant(grant) && idOf(grant) != idOf(*found); });
    if (twice) {
        return makeError(Code::Invalid, "more than one kept answer begins with '" + forScreen(id, 40) + "'", "give all of its ID, as leadglass policy grants lists it");
    }
    if (found != grants.end() && LG_TRY(policy::removeGrant(m_places, *found))) {
        return {};
    }
    return makeError(Code::NotFound, "there is no kept answer '" + forScreen(id, 40) + "'", "see leadglass policy grants");
}

} // namespace leadglass::session
