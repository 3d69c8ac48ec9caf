#include "core/egress/git_push.h"

#include <algorithm>

#include "core/base/escape.h"

namespace leadglass::egress {
namespace {

constexpr std::size_t kLength = 4;

int hexValue(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

bool isObject(std::string_view text) { // SHA-1 or SHA-256
    return (text.size() == 40 || text.size() == 64) && std::all_of(text.begin(), text.end(), [](char c) { return hexValue(c) >= 0; });
}
bool isZero(std::string_view text) { return text.find_first_not_of('0') == std::string_view::npos; }

} // namespace

bool isRefName(std::string_view name) {
    constexpr std::string_view kStart = "refs/";
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (!name.starts_with(kStart) || name.size() > kMaxRefName || name.ends_with('/') || name.ends_with('.') || has("..") || has("//") ||
        has("@{") || has("/.") || has(".lock/") || name.ends_with(".lock") || !isValidUtf8(name)) {
        return false;
    }
    return name.size() > kStart.size() && std::all_of(name.begin(), name.end(), [](char c) {
        return static_cast<unsigned char>(c) > 0x20 && c != 0x7f && std::string_view("~^:?*[\\").find(c) == std::string_view::npos;
    });
}

std::size_t PushCommands::feed(std::span<const std::uint8_t> bytes) {
    std::size_t used = 0;
    while (m_state == State::More && used < bytes.size()) {
        if (m_taken >= kMaxPushHead) {
            bad("push_too_large");
            break;
        }
        m_line += static_cast<char>(bytes[used++]);
        ++m_taken;
        if (m_line.size() < kLength) {
            continue;
        }
        std::size_t length = 0;
        for (std::size_t i = 0; i < kLength; ++i) {
            const int digit = hexValue(m_line[i]);
            if (digit < 0) {
                bad("push_malformed");
                return used;
            }
            length = length * 16 + static_cast<std::size_t>(digit);
        }
        if (length == 0) {
            m_state = State::Done;
        } else if (length <= kLength) { // delimiters of protocol 2, and an empty line, which no command is
            bad("push_malformed");
        } else if (m_line.size() == length) {
            line(std::string_view(m_line).substr(kLength));
            m_line.clear();
        }
    }
    return used;
}

void PushCommands::bad(const char* fault) {
    m_state = State::Bad;
    m_fault = fault;
    m_refs.clear();
}

void PushCommands::line(std::string_view text) {
    // Capabilities stand behind the first command, after a NUL.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        if (!m_refs.empty() || text.find('\0', nul + 1) != std::string_view::npos) {
            return bad("push_malformed");
        }
        text = text.substr(0, nul);
    } else if (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    if (text == "push-cert") {
        return bad("push_signed");
    }
    constexpr std::string_view kShallow = "shallow ";
    if (text.starts_with(kShallow)) {
        if (!m_refs.empty() || !isObject(text.substr(kShallow.size()))) {
            bad("push_malformed");
        }
        return;
    }
    command(text);
}

void PushCommands::command(std::string_view text) {
    const std::size_t first = text.find(' ');
    const std::size_t second = first == std::string_view::npos ? first : text.find(' ', first + 1);
    if (second == std::string_view::npos) {
        return bad("push_malformed");
    }
    const std::string_view before = text.substr(0, first);
    const std::string_view after = text.substr(first + 1, second - first - 1);
    const std::string_view ref = text.substr(second + 1);
    const auto same = [&](const wire::RefUpdate& one) { return one.ref == ref; };
    if (!isObject(before) || !isObject(after) || before.size() != after.size() || !isRefName(ref) || std::any_of(m_refs.begin(), m_refs.end(), same)) {
        return bad("push_malformed");
    }
    if (m_refs.size() >= wire::kMaxRefs) {
        return bad("push_too_large");
    }
    // Of a ref that is not there and shall not be there a server makes nothing or an error: a deletion.
    m_refs.push_back({std::string(ref), isZero(before) && !isZero(after), isZero(after)});
}

} // namespace leadglass::egress
