#include "core/secrets/keyring.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/secrets/source.h"

namespace leadglass::secrets {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kMargin = 3 * kSecond; // for the helper's own words
constexpr const char* kElsewhere = "or keep it in a file: leadglass secret set --store file NAME";

Result<KeyringAnswer> answerOf(Result<ToolResult> result, const std::string& what) {
    if (!result) {
        return std::move(result).error();
    }
    auto answer = decodeKeyringAnswer(result->output.reveal());
    if (result->status != 0 || !answer) {
        return makeError(Code::Io, std::string(kKeyringProgram) + " failed: " + endWords(result->status) + (result->words.empty() ? "" : ": " + result->words));
    }
    if (answer->state != KeyringState::Done) {
        return keyringError(*answer, what);
    }
    return answer;
}

} // namespace

Error keyringError(const KeyringAnswer& answer, const std::string& what) {
    const std::string tail = answer.detail.empty() ? "" : ": " + forScreen(answer.detail, kMaxDetail);
    switch (answer.state) {
    case KeyringState::NoBus:
        return makeError(Code::Unsupported, "no session bus can be reached, so there is no keyring" + tail,
                         std::string("log in to a desktop session, set DBUS_SESSION_BUS_ADDRESS, ") + kElsewhere);
    case KeyringState::NoService:
        return makeError(Code::Unsupported, "no program offers a keyring (Secret Service) on the session bus" + tail,
                         std::string("install and start gnome-keyring, or enable the Secret Service in KeePassXC, ") + kElsewhere);
    case KeyringState::NoCollection:
        return makeError(Code::NotFound, "the keyring has no default collection" + tail,
                         std::string("make one in 'Passwords and Keys', or expose a database in KeePassXC's settings, ") + kElsewhere);
    case KeyringState::Locked:
        return makeError(Code::Refused, "the keyring is locked, and it stayed so" + tail, "unlock it, and try again");
    case KeyringState::Unanswered:
        return makeError(Code::Busy, "the keyring asked for its password, and nobody answered in time", "unlock it, and try again");
    case KeyringState::NotFound:
        return makeError(Code::NotFound, what.empty() ? "the keyring has none" : "the keyring does not have " + what, "leadglass secret set NAME puts one there");
    case KeyringState::Several:
        return makeError(Code::Conflict, "the keyring has more than one item for " + what, "name more of its attributes");
    case KeyringState::TooLong:
        return makeError(Code::Invalid, "the keyring's item for " + what + " is empty, or longer than 16 KiB");
    case KeyringState::Done:
    case KeyringState::Failed: break;
    }
    return makeError(Code::Io, "the keyring failed" + tail);
}

std::unique_ptr<ToolRun> askKeyring(EventLoop& loop, const KeyringPlace& place, KeyringRequest request, Nanos limit, KeyringDone done) {
    std::string what = request.name.empty() ? "" : "the credential '" + forScreen(request.name, kMaxName) + "'";
    if (!request.attributes.empty()) {
        for (const auto& [key, value] : request.attributes) {
            what += (what.empty() ? "an item with " : ", ") + forScreen(key, 40) + "=" + forScreen(value, 80);
        }
    }
    request.seconds = request.seconds == 0 ? 0 : static_cast<std::uint32_t>(std::max<Nanos>(1, (limit - kMargin) / kSecond));
    ToolSpec spec;
    spec.what = kKeyringProgram;
    spec.program = place.program;
    spec.environment = place.environment;
    spec.limit = limit;
    spec.maxOutput = SecretBytes::kMax - 1;
    if (auto input = encode(request)) {
        spec.input = std::move(*input);
    } // else it gets nothing, and says so
    return std::make_unique<ToolRun>(loop, place.start, std::move(spec), [done = std::move(done), what](Result<ToolResult> result) { done(answerOf(std::move(result), what)); });
}

} // namespace leadglass::secrets
