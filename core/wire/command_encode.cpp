#include "core/wire/command_encode.h"

#include "core/base/bytes.h"

namespace leadglass::wire {
namespace {

void putText(ByteWriter& out, const std::string& text) {
    out.str(text);
    out.u8(0);
}

} // namespace

Result<std::vector<std::uint8_t>> encodeCommandRequest(CommandKind kind, const std::array<bool, 3>& terminal,
                                                       const std::string& term,
                                                       const std::vector<std::string>& words) {
    ByteWriter out;
    out.u32(kCommandMagic);
    out.u32(kCommandVersion);
    const std::size_t totalAt = out.bytes().size();
    out.u32(0);
    out.u8(static_cast<std::uint8_t>(kind));
    out.u8(static_cast<std::uint8_t>((terminal[0] ? 1U : 0U) | (terminal[1] ? 2U : 0U) | (terminal[2] ? 4U : 0U)));
    putText(out, term);
    out.u32(static_cast<std::uint32_t>(words.size()));
    for (const auto& word : words) {
        putText(out, word);
    }
    auto bytes = out.take();
    for (std::size_t i = 0; i < 4; ++i) {
        bytes[totalAt + i] = static_cast<std::uint8_t>(bytes.size() >> (8 * i));
    }
    CommandRequest check;
    if (!parseCommandRequest(bytes.data(), bytes.size(), check)) {
        return makeError(Code::Invalid, "this command cannot be passed on: it is empty, too long, or holds a NUL");
    }
    return bytes;
}

} // namespace leadglass::wire
