#include "core/secrets/mint_tool.h"

#include <algorithm>

#include "core/base/escape_once.h"

namespace leadglass::secrets {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kMargin = 3 * kSecond; // for the helper's own words

Result<MintAnswer> answerOf(Result<ToolResult> result) {
    if (!result) {
        return std::move(result).error();
    }
    auto answer = decodeMintAnswer(result->output.reveal());
    if (result->status != 0 || !answer) {
        return makeError(Code::Io, std::string(kMintProgram) + " failed: " + endWords(result->status) + (result->words.empty() ? "" : ": " + result->words));
    }
    if (answer->state == MintAnswer::State::Failed) {
        return makeError(Code::Io, "no credential was minted: " + onceForScreen(answer->problem, 400));
    }
    return answer;
}

} // namespace

std::unique_ptr<ToolRun> askMint(EventLoop& loop, const MintPlace& place, MintRequest request, Nanos limit, MintDone done) {
    request.seconds = static_cast<std::uint32_t>(std::max<Nanos>(1, (limit - kMargin) / kSecond));
    ToolSpec spec;
    spec.what = kMintProgram;
    spec.program = place.program;
    spec.environment = place.environment;
    spec.limit = limit;
    spec.maxOutput = SecretBytes::kMax - 1;
    if (auto input = encode(request)) {
        spec.input = std::move(*input);
    } // else it gets nothing, and says so
    return std::make_unique<ToolRun>(loop, place.start, std::move(spec), [done = std::move(done)](Result<ToolResult> result) { done(answerOf(std::move(result))); });
}

Result<Found> foundOf(MintAnswer answer) {
    constexpr std::uint64_t kMost = 9'000'000'000; // seconds: of any clock
    Found out;
    out.expires = static_cast<Nanos>(std::min(answer.expires, kMost)) * kSecond;
    for (const auto& [name, to] : {std::pair{"value", &out.value}, std::pair{"key-id", &out.keyId}, std::pair{"session-token", &out.sessionToken}}) {
        if (auto part = answer.secrets.extract(name)) {
            if (part.mapped().size() > kMaxValue) {
                return makeError(Code::Invalid, "the credential that was minted is longer than 16 KiB");
            }
            *to = std::move(part.mapped());
        }
    }
    if (out.value.empty()) {
        return makeError(Code::NotFound, "the answer has no credential in it");
    }
    return out;
}

} // namespace leadglass::secrets
