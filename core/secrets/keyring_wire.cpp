#include "core/secrets/keyring_wire.h"

#include "core/base/bytes.h"
#include "core/secrets/secret_writer.h"
#include "core/secrets/store.h"

namespace leadglass::secrets {
namespace {

constexpr std::uint8_t kVersion = 1;

std::span<const std::uint8_t> spanOf(std::string_view bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

Error malformed(const char* what) { return makeError(Code::Invalid, std::string("a malformed ") + what + " of the keyring helper"); }

} // namespace

Result<SecretBytes> encode(const KeyringRequest& request) {
    auto w = LG_TRY(SecretWriter::make());
    w.u8(kVersion);
    w.u8(static_cast<std::uint8_t>(request.op));
    w.u32(request.seconds);
    w.str(request.name);
    w.u8(static_cast<std::uint8_t>(request.attributes.size()));
    for (const auto& [key, value] : request.attributes) {
        w.str(key);
        w.str(value);
    }
    w.str(request.value.reveal());
    return w.take();
}

Result<KeyringRequest> decodeKeyringRequest(std::string_view bytes) {
    ByteReader r(spanOf(bytes));
    KeyringRequest out;
    const bool version = r.u8() == kVersion;
    const auto op = r.u8();
    out.op = static_cast<KeyringRequest::Op>(op);
    out.seconds = r.u32();
    out.name = r.str(kMaxName);
    const std::size_t count = r.u8();
    bool sorted = count <= kMaxAttributes;
    for (std::size_t i = 0; sorted && i < count && !r.bad(); ++i) {
        auto key = r.str(kMaxAttribute);
        sorted = out.attributes.empty() || out.attributes.rbegin()->first < key;
        out.attributes.emplace(std::move(key), r.str(kMaxAttribute));
    }
    const auto value = r.strView(kMaxValue);
    if (!version || op < 1 || op > 4 || !sorted || !r.done()) {
        return malformed("request");
    }
    out.value = LG_TRY(SecretBytes::copyOf(value));
    return out;
}

Result<SecretBytes> encode(const KeyringAnswer& answer) {
    auto w = LG_TRY(SecretWriter::make());
    w.u8(kVersion);
    w.u8(static_cast<std::uint8_t>(answer.state));
    w.str(answer.detail);
    w.str(answer.value.reveal());
    w.u8(answer.more ? 1 : 0);
    w.u16(static_cast<std::uint16_t>(answer.items.size()));
    for (const auto& item : answer.items) {
        w.str(item.name);
        w.u64(item.created);
        w.u64(item.modified);
        w.u8(item.locked ? 1 : 0);
    }
    return w.take();
}

Result<KeyringAnswer> decodeKeyringAnswer(std::string_view bytes) {
    ByteReader r(spanOf(bytes));
    KeyringAnswer out;
    const bool version = r.u8() == kVersion;
    const auto state = r.u8();
    out.state = static_cast<KeyringState>(state);
    out.detail = r.str(kMaxDetail);
    const auto value = r.strView(kMaxValue);
    const auto more = r.u8();
    out.more = more == 1;
    const std::size_t count = r.u16();
    bool fine = version && state <= static_cast<std::uint8_t>(KeyringState::Failed) && more <= 1 && count <= kMaxKeyringItems;
    for (std::size_t i = 0; fine && i < count && !r.bad(); ++i) {
        KeyringItem item;
        item.name = r.str(kMaxName);
        item.created = r.u64();
        item.modified = r.u64();
        const auto locked = r.u8();
        item.locked = locked == 1;
        fine = locked <= 1;
        out.items.push_back(std::move(item));
    }
    if (!fine || !r.done()) {
        return malformed("answer");
    }
    out.value = LG_TRY(SecretBytes::copyOf(value));
    return out;
}

} // namespace leadglass::secrets
