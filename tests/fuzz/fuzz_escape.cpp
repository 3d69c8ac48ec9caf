// Anything hostile on its way to a screen, a log, JSON or an audit row: one line of valid UTF-8 that moves no
// cursor and turns no text, bounded; nothing is lost where nothing may be.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/audit/event.h"
#include "core/audit/stored_text.h"
#include "core/base/escape.h"

using namespace leadglass;

namespace {

void check(bool right) {
    if (!right) {
        std::abort();
    }
}

bool isPlain(std::string_view text) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            return false;
        }
    }
    // C1, zero width and bidi formatting, separators, the byte order mark.
    for (const char* deceiving : {"\xc2\x9b", "\xc2\x85", "\xe2\x80\x8b", "\xe2\x80\xae", "\xe2\x80\xa8", "\xe2\x81\xa6", "\xef\xbb\xbf"}) {
        if (text.find(deceiving) != text.npos) {
            return false;
        }
    }
    return isValidUtf8(text);
}

// "\xHH" and "\\" back into bytes.
std::string unescaped(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && text.compare(i, 2, "\\x") == 0 && i + 3 < text.size()) {
            out += static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16));
            i += 3;
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view in(reinterpret_cast<const char*>(data), size);
    for (const std::size_t most : {std::size_t{12}, std::size_t{40}, std::size_t{512}}) {
        const std::string shown = forScreen(in, most);
        check(isPlain(shown) && shown.size() <= most);
    }
    const LosslessText whole = lossless(in);
    check(isValidUtf8(whole.text));
    check(whole.escaped ? unescaped(whole.text) == in : whole.text == in);
    audit::Event event;
    event.subject = event.process = event.reason = event.rule = event.outcome = in;
    const audit::Event stored = audit::storable(event);
    for (const std::string* field : {&stored.subject, &stored.process, &stored.reason, &stored.rule, &stored.outcome}) {
        check(isPlain(*field));
    }
    const std::string json = audit::storableJson(nlohmann::json{{"a", in}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    check(isPlain(json) && nlohmann::json::parse(json, nullptr, false).is_object());
    (void)audit::storableJson(in);
    return 0;
}
