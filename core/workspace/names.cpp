#include "core/workspace/names.h"

#include "core/base/escape.h"

namespace leadglass::workspace {
namespace {

int hexDigit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

} // namespace

std::string encodeName(std::string_view bytes) { return lossless(bytes).text; }

Result<std::string> decodeName(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\') {
            out += text[at];
            continue;
        }
        const bool whole = at + 3 < text.size() && text[at + 1] == 'x';
        const int high = whole ? hexDigit(text[at + 2]) : -1;
        const int low = whole ? hexDigit(text[at + 3]) : -1;
        if (high < 0 || low < 0) {
            return makeError(Code::Corrupt, "a stored name has a broken escape: " +
                                                forScreen(text, 80));
        }
        out += static_cast<char>(high * 16 + low);
        at += 3;
    }
    return out;
}

bool isPlainRelative(std::string_view path) {
    if (path.empty() || path.size() > 4096 || path.find('\0') != std::string_view::npos) {
        return false;
    }
    for (std::size_t from = 0; from <= path.size();) {
        std::size_t to = path.find('/', from);
        if (to == std::string_view::npos) {
            to = path.size();
        }
        const std::string_view part = path.substr(from, to - from);
        if (part.empty() || part == "." || part == "..") {
            return false;
        }
        from = to + 1;
    }
    return true;
}

std::string parentOf(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

std::string baseOf(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string joined(std::string_view directory, std::string_view name) {
    if (directory.empty()) {
        return std::string(name);
    }
    std::string out;
    out.reserve(directory.size() + 1 + name.size());
    out.append(directory).append(1, '/').append(name);
    return out;
}

} // namespace leadglass::workspace
