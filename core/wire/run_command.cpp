#include "core/wire/run_command.h"

namespace leadglass::wire {
namespace {

constexpr std::array<const char*, 4> kKinds{"opened", "started", "stopped", "ended"};
constexpr std::array<const char*, 9> kCodes{"io",       "invalid", "not_found", "refused", "unsupported",
                                            "conflict", "corrupt", "busy",      "closed"};
constexpr std::uint64_t kMaxSignal = 64;

// A word of a command is bytes; JSON has characters only.
std::string hex(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 15U];
    }
    return out;
}

std::optional<unsigned> digit(char c) {
    if (c >= '0' && c <= '9') {
        return static_cast<unsigned>(c - '0');
    }
    return c >= 'a' && c <= 'f' ? std::optional<unsigned>(static_cast<unsigned>(c - 'a') + 10) : std::nullopt;
}

std::optional<std::string> unhex(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const auto high = digit(text[i]);
        const auto low = digit(text[i + 1]);
        if (!high || !low) {
            return std::nullopt;
        }
        out += static_cast<char>(*high * 16 + *low);
    }
    return text.size() % 2 == 0 ? std::optional(out) : std::nullopt;
}

std::vector<std::string> readWords(Fields& in) {
    std::vector<std::string> out;
    const json* words = in.find("words");
    if (words == nullptr || !words->is_array() || words->empty() || words->size() > kMaxCommandWords) {
        in.spoil();
        return out;
    }
    std::size_t total = 0;
    for (const json& word : *words) {
        auto bytes = word.is_string() ? unhex(word.get_ref<const std::string&>()) : std::nullopt;
        total += bytes ? bytes->size() + 1 : 0;
        if (!bytes || total > kMaxCommandBytes || bytes->find('\0') != std::string::npos) {
            in.spoil();
            return {};
        }
        out.push_back(std::move(*bytes));
    }
    return out;
}

} // namespace

json errorJson(const Error& error) {
    Error shown = error;
    shown.fix.clear();
    return {{"code", nameOf(kCodes, error.code)}, {"what", shown.text()}, {"fix", error.fix}};
}

Error readError(const json& object, Fields& parent) {
    Fields f(object);
    const Code code = f.word<Code>("code", kCodes);
    Error error = makeError(code, f.text("what"), f.text("fix"));
    if (f.bad()) {
        parent.spoil();
    }
    return error;
}

void putCommand(json& out, const Request& request) {
    if (request.method == Method::Exec) {
        json words = json::array();
        for (const auto& word : request.command.words) {
            words.push_back(hex(word));
        }
        out["words"] = std::move(words);
        out["terminal"] = request.command.terminal;
        out["term"] = request.command.term;
    } else if (request.method == Method::ExecSignal) {
        out["signal"] = request.signal;
    } else if (request.method == Method::Paste) {
        out["extension"] = request.paste.extension;
        out["size"] = request.paste.size;
    }
}

void readCommand(Fields& in, Request& request) {
    if (in.bad()) {
        return;
    }
    if (request.method == Method::Exec) {
        request.command.words = readWords(in);
        request.command.term = in.text("term", 64);
        const json* terminal = in.find("terminal");
        if (terminal == nullptr || !terminal->is_array() || terminal->size() != request.command.terminal.size()) {
            in.spoil();
            return;
        }
        for (std::size_t i = 0; i < terminal->size(); ++i) {
            if (!(*terminal)[i].is_boolean()) {
                in.spoil();
                return;
            }
            request.command.terminal.at(i) = (*terminal)[i].get<bool>();
        }
    } else if (request.method == Method::ExecSignal) {
        request.signal = static_cast<int>(in.number("signal", kMaxSignal));
        if (request.signal == 0) {
            in.spoil();
        }
    } else if (request.method == Method::Paste) {
        request.paste.extension = in.text("extension", 8);
        request.paste.size = in.number("size", std::numeric_limits<std::uint32_t>::max());
    }
}

json toJson(const CommandEvent& event) {
    json out{{"v", kRunControlProtocol},
             {"command", nameOf(kKinds, event.kind)},
             {"status", event.status},
             {"path", event.path},
             {"note", event.note}};
    if (event.error) {
        out["error"] = errorJson(*event.error);
    }
    return out;
}

CommandEvent readCommandEvent(Fields& in) {
    CommandEvent event;
    event.kind = in.word<CommandEvent::Kind>("command", kKinds);
    event.status = static_cast<int>(in.number("status", 255));
    event.path = in.text("path");
    event.note = in.text("note");
    if (const json* error = in.find("error")) {
        event.error = readError(*error, in);
    }
    return event;
}

} // namespace leadglass::wire
