#include "core/wire/command_request.h"

#include <errno.h>

namespace leadglass::wire {
namespace {

bool plainByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

PlanList readArguments(PlanCursor& in) {
    PlanList list;
    list.count = in.u32();
    if (list.count == 0 || list.count > kCommandMaxArgv) {
        in.fail();
    }
    list.first = in;
    for (std::uint32_t i = 0; i < list.count && !in.bad(); ++i) {
        (void)nextArgument(in);
    }
    return list;
}

} // namespace

bool plainTerm(const char* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        if (!plainByte(bytes[i]) && bytes[i] != '+' && bytes[i] != '_') {
            return false;
        }
    }
    return size <= kCommandMaxTerm;
}

bool plainPasteName(const char* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        if (!plainByte(bytes[i])) {
            return false;
        }
    }
    return size > 0 && size <= 64 && bytes[0] != '.';
}

std::uint64_t pasteSize(const PlanText& digits) {
    std::uint64_t size = 0;
    for (std::uint32_t i = 0; i < digits.size; ++i) {
        const char c = digits.data[i];
        if (c < '0' || c > '9' || size > kPasteMaxBytes) {
            return kPasteMaxBytes + 1;
        }
        size = size * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return digits.size == 0 || size > kPasteMaxBytes ? kPasteMaxBytes + 1 : size;
}

bool parseCommandRequest(const std::uint8_t* bytes, std::size_t size, CommandRequest& out) {
    if (size > kCommandMaxBytes) {
        return false;
    }
    PlanCursor in(bytes, size);
    if (in.u32() != kCommandMagic || in.u32() != kCommandVersion || in.u32() != size) {
        return false;
    }
    const std::uint8_t kind = in.u8();
    out.kind = static_cast<CommandKind>(kind);
    out.terminals = in.u8();
    out.term = in.text(kCommandMaxTerm);
    out.argv = readArguments(in);
    if (in.bad() || in.left() != 0 || (out.terminals & ~7U) != 0 || !plainTerm(out.term.data, out.term.size)) {
        return false;
    }
    PlanCursor words = out.argv.first;
    const PlanText first = nextArgument(words);
    if (out.kind == CommandKind::Execute) {
        return first.size > 0;
    }
    return out.kind == CommandKind::Paste && out.argv.count == 2 && out.terminals == 0 &&
           plainPasteName(first.data, first.size) && pasteSize(nextArgument(words)) <= kPasteMaxBytes;
}

const char* openCommandRequest(int fd, CommandRequest& out) {
    const std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    if (const char* wrong = mapSealed(fd, kCommandMaxBytes, bytes, size)) {
        return wrong;
    }
    if (!parseCommandRequest(bytes, size, out)) {
        errno = 0;
        return "the request does not parse: another version of Leadglass wrote it, or it is damaged";
    }
    return nullptr;
}

} // namespace leadglass::wire
