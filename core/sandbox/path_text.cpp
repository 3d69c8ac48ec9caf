#include "core/sandbox/path_text.h"

namespace leadglass::sandbox {

bool isAtOrBelow(std::string_view path, std::string_view dir) {
    if (dir == "/") {
        return !path.empty() && path.front() == '/';
    }
    return path.starts_with(dir) && (path.size() == dir.size() || path[dir.size()] == '/');
}

std::string joinPath(std::string_view dir, std::string_view relative) {
    std::string out(dir);
    if (relative.empty()) {
        return out;
    }
    if (out.empty() || out.back() != '/') {
        out += '/';
    }
    out += relative;
    return out;
}

std::string parentOf(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos || slash == 0) {
        return "/";
    }
    return std::string(path.substr(0, slash));
}

std::string baseName(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::vector<std::string> components(std::string_view path) {
    std::vector<std::string> parts;
    for (auto& part : splitList(path, '/')) {
        if (!part.empty() && part != ".") {
            parts.push_back(std::move(part));
        }
    }
    return parts;
}

std::string cleanPath(std::string_view path) {
    std::vector<std::string> kept;
    for (auto& part : components(path)) {
        if (part == "..") {
            if (!kept.empty()) {
                kept.pop_back();
            }
        } else {
            kept.push_back(std::move(part));
        }
    }
    std::string out;
    for (const auto& part : kept) {
        out += '/';
        out += part;
    }
    return out.empty() ? "/" : out;
}

std::string expandHome(std::string_view path, std::string_view home) {
    if (path == "~") {
        return std::string(home);
    }
    return path.starts_with("~/") ? joinPath(home, path.substr(2)) : std::string(path);
}

std::vector<std::string> splitList(std::string_view text, char separator) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    while (start <= text.size()) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        parts.emplace_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

} // namespace leadglass::sandbox
