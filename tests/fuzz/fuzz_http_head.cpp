// What is accepted is written so that it reads the same again, with one Host and one framing; a
// body ends at the same place however it is cut.
#include <algorithm>
#include <string>

#include "core/egress/http_body.h"
#include "core/egress/http_head.h"

using namespace leadglass::egress;

namespace {

void checkBody(BodyLength length, std::span<const std::uint8_t> bytes) {
    BodyFramer whole(length);
    const std::size_t used = whole.consume(bytes);
    BodyFramer split(length);
    std::size_t total = 0;
    while (total < bytes.size() && split.state() == BodyFramer::State::More) {
        total += split.consume(bytes.subspan(total, 1));
    }
    if (length.kind != BodyKind::UntilClose && (used != total || whole.state() != split.state())) {
        __builtin_trap();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::uint8_t> bytes(data, size);
    const std::size_t end = findHeadEnd(bytes, 0);
    (void)parseResponseHead(bytes.first(end), "GET");
    checkBody({BodyKind::Chunked, 0}, bytes);
    const ParsedRequest first = parseRequestHead(bytes.first(end));
    if (!first.ok) {
        return 0;
    }
    checkBody(first.head.body, bytes.subspan(end));
    AbsoluteTarget absolute;
    (void)parseAbsoluteTarget(first.head.target, absolute);
    const std::string text = writeRequestHead(first.head, first.head.target);
    const std::span<const std::uint8_t> again(reinterpret_cast<const std::uint8_t*>(text.data()),
                                              text.size());
    if (again.size() > kMaxHead) {
        return 0; // ": " may make a head a little longer than what came
    }
    const ParsedRequest second = parseRequestHead(again);
    const auto hosts =
        std::count_if(second.head.fields.begin(), second.head.fields.end(),
                      [](const HeaderField& f) { return equalsIgnoringCase(f.name, "host"); });
    if (!second.ok || hosts > 1 || findHeadEnd(again, 0) != again.size() ||
        second.head.body.kind != first.head.body.kind ||
        second.head.body.length != first.head.body.length ||
        writeRequestHead(second.head, second.head.target) != text) {
        __builtin_trap();
    }
    return 0;
}
