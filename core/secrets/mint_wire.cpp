#include "core/secrets/mint_wire.h"

#include "core/base/bytes.h"
#include "core/secrets/secret_writer.h"

namespace leadglass::secrets {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kMaxKey = 64;

template <class Map, class View>
void putMap(SecretWriter& w, const Map& map, View view) {
    w.u8(static_cast<std::uint8_t>(map.size()));
    for (const auto& [key, value] : map) {
        w.str(key);
        w.str(view(value));
    }
}

void put(SecretWriter& w, const std::map<std::string, std::string>& map) {
    putMap(w, map, [](const std::string& value) { return std::string_view(value); });
}
void put(SecretWriter& w, const std::map<std::string, SecretBytes>& map) {
    putMap(w, map, [](const SecretBytes& value) { return value.reveal(); });
}

// Keys in order, each once: what is accepted has one form.
template <class Value, class Make>
bool readMap(ByteReader& r, std::map<std::string, Value>& map, Make make) {
    const std::size_t count = r.u8();
    for (std::size_t i = 0; i < count && i < kMaxMintParts && !r.bad(); ++i) {
        auto key = r.str(kMaxKey);
        const auto value = r.strView(SecretBytes::kMax);
        if (r.bad() || (!map.empty() && map.rbegin()->first >= key) || !make(map, std::move(key), value)) {
            return false;
        }
    }
    return count <= kMaxMintParts && !r.bad();
}

bool readTexts(ByteReader& r, std::map<std::string, std::string>& map) {
    return readMap(r, map, [](auto& to, std::string key, std::string_view value) {
        to.emplace(std::move(key), value);
        return value.size() <= kMaxMintText;
    });
}

bool readSecrets(ByteReader& r, std::map<std::string, SecretBytes>& map) {
    return readMap(r, map, [](auto& to, std::string key, std::string_view value) {
        auto copy = SecretBytes::copyOf(value);
        if (copy) {
            to.emplace(std::move(key), std::move(*copy));
        }
        return copy.ok();
    });
}

ByteReader readerOf(std::string_view bytes) { return ByteReader({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}); }

} // namespace

Result<SecretBytes> encode(const MintRequest& request) {
    auto w = LG_TRY(SecretWriter::make());
    w.u8(kVersion);
    w.u8(static_cast<std::uint8_t>(request.op));
    w.u32(request.seconds);
    put(w, request.settings);
    put(w, request.secrets);
    return w.take();
}

Result<MintRequest> decodeMintRequest(std::string_view bytes) {
    auto r = readerOf(bytes);
    MintRequest out;
    const bool version = r.u8() == kVersion;
    const auto op = r.u8();
    out.op = static_cast<MintRequest::Op>(op);
    out.seconds = r.u32();
    if (!version || op < 1 || op > static_cast<std::uint8_t>(MintRequest::Op::DevicePoll) || !readTexts(r, out.settings) || !readSecrets(r, out.secrets) || !r.done()) {
        return makeError(Code::Invalid, "a malformed request to leadglass-mint");
    }
    return out;
}

Result<SecretBytes> encode(const MintAnswer& answer) {
    auto w = LG_TRY(SecretWriter::make());
    w.u8(kVersion);
    w.u8(static_cast<std::uint8_t>(answer.state));
    w.str(answer.problem);
    w.u64(answer.expires);
    put(w, answer.secrets);
    put(w, answer.texts);
    return w.take();
}

Result<MintAnswer> decodeMintAnswer(std::string_view bytes) {
    auto r = readerOf(bytes);
    MintAnswer out;
    const bool version = r.u8() == kVersion;
    const auto state = r.u8();
    out.state = static_cast<MintAnswer::State>(state);
    out.problem = r.str(kMaxMintText);
    out.expires = r.u64();
    if (!version || state > static_cast<std::uint8_t>(MintAnswer::State::Failed) || !readSecrets(r, out.secrets) || !readTexts(r, out.texts) || !r.done()) {
        return makeError(Code::Invalid, "a malformed answer of leadglass-mint");
    }
    return out;
}

} // namespace leadglass::secrets
