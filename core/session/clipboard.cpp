#include "core/session/clipboard.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/child.h"

namespace leadglass::session {
namespace {

using Variable = std::function<const char*(const char*)>;
using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kMaxTypes = 64 * 1024;

struct Type {
    const char* name; // as the clipboard offers it
    const char* extension;
    std::string_view begins; // what a file of that type begins with; empty: text
};
constexpr std::array<Type, 8> kTypes{{{"text/plain;charset=utf-8", "txt", {}},
                                      {"UTF8_STRING", "txt", {}},
                                      {"text/plain", "txt", {}},
                                      {"STRING", "txt", {}},
                                      {"image/png", "png", "\x89PNG\r\n\x1a\n"},
                                      {"image/jpeg", "jpg", "\xff\xd8\xff"},
                                      {"image/gif", "gif", "GIF8"},
                                      {"image/webp", "webp", "RIFF"}}};

std::string valueOf(const Variable& variable, const char* name) {
    const char* value = variable(name);
    return value != nullptr ? value : "";
}

// The first executable file of that name on the person's PATH; relative entries are passed over.
std::string onPath(const Variable& variable, const std::string& name) {
    const std::string path = valueOf(variable, "PATH");
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        const std::string full = path.substr(at, end - at) + "/" + name;
        if (full.front() == '/' && full.size() > name.size() + 1 && ::access(full.c_str(), X_OK) == 0) {
            return full;
        }
        at = end + 1;
    }
    return {};
}

class Tool {
public:
    static Result<Tool> find(const Variable& variable) {
        Tool tool;
        const bool wayland = !valueOf(variable, "WAYLAND_DISPLAY").empty();
        const bool x11 = !valueOf(variable, "DISPLAY").empty();
        if (!wayland && !x11) {
            return makeError(Code::Unsupported, "there is no clipboard here: neither WAYLAND_DISPLAY nor DISPLAY is set",
                             "start it from a terminal of your desktop");
        }
        const std::vector<std::string> names = wayland && x11 ? std::vector<std::string>{"wl-paste", "xclip", "xsel"}
                                               : wayland      ? std::vector<std::string>{"wl-paste"}
                                                              : std::vector<std::string>{"xclip", "xsel"};
        for (const auto& name : names) {
            tool.m_program = onPath(variable, name);
            tool.m_name = name;
            if (!tool.m_program.empty()) {
                break;
            }
        }
        if (tool.m_program.empty()) {
            return makeError(Code::Unsupported, "no program that reads the clipboard is on your PATH",
                             wayland ? "install wl-clipboard" : "install xclip");
        }
        for (const char* name : {"PATH", "HOME", "LANG", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"}) {
            if (const std::string value = valueOf(variable, name); !value.empty()) {
                tool.m_environment.push_back(std::string(name) + "=" + value);
            }
        }
        return tool;
    }

    // The types that it offers. xsel knows text only.
    Result<std::vector<std::string>> types() const {
        if (m_name == "xsel") {
            return std::vector<std::string>{"UTF8_STRING"};
        }
        const std::string list = LG_TRY(run(m_name == "wl-paste"
                                                ? std::vector<std::string>{"--list-types"}
                                                : std::vector<std::string>{"-selection", "clipboard", "-o", "-t", "TARGETS"},
                                            kMaxTypes));
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < list.size();) {
            const std::size_t end = std::min(list.find('\n', at), list.size());
            lines.push_back(list.substr(at, end - at));
            at = end + 1;
        }
        return lines;
    }

    Result<std::string> content(const char* type) const {
        if (m_name == "xsel") {
            return run({"--clipboard", "--output"}, kMaxClip);
        }
        return run(m_name == "wl-paste" ? std::vector<std::string>{"--no-newline", "--type", type}
                                        : std::vector<std::string>{"-selection", "clipboard", "-o", "-t", type},
                   kMaxClip);
    }

private:
    Error late() const {
        return makeError(Code::Busy, "the clipboard was not read: " + m_name + " did not end within " +
                                         std::to_string(kClipPatience.count() / 1000) + " s",
                         "copy again; the program that you copied from may hang");
    }

    Result<std::string> run(const std::vector<std::string>& arguments, std::size_t most) const {
        const auto deadline = SteadyClock::now() + kClipPatience;
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            return ioError("cannot create a pipe", errno);
        }
        const UniqueFd ours(ends[0]);
        UniqueFd theirs(ends[1]);
        const auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
        ChildSpec spec;
        spec.program = m_program;
        spec.arguments = arguments;
        spec.environment = m_environment;
        spec.descriptors = {null.get(), theirs.get(), null.get()};
        auto child = LG_TRY(Child::start(spec)); // killed where this returns early
        theirs.reset();
        std::string out;
        std::array<char, 65536> buffer;
        while (waitFor(ours.get(), deadline)) {
            const ssize_t size = ::read(ours.get(), buffer.data(), buffer.size());
            if (size == 0) {
                return ended(child, deadline, std::move(out));
            }
            if (size > 0) {
                out.append(buffer.data(), static_cast<std::size_t>(size));
            } else if (errno != EINTR) {
                return ioError("cannot read from " + m_name, errno);
            }
            if (out.size() > most) {
                return most == kMaxTypes
                           ? makeError(Code::Invalid, "the clipboard offers more types than can be", "copy again")
                           : makeError(Code::Invalid, "the clipboard holds more than " + std::to_string(most >> 20U) + " MiB",
                                       "copy less, or copy a file into the project");
            }
        }
        return late();
    }

    Result<std::string> ended(Child& child, SteadyClock::time_point deadline, std::string out) const {
        if (!waitFor(child.pidFd(), deadline)) {
            return late();
        }
        const int status = child.poll().value_or(1);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            return makeError(Code::NotFound, "the clipboard is empty, or " + m_name + " cannot read it (it ended with status " +
                                                 std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)) + ")",
                             "copy something first");
        }
        return out;
    }

    static bool waitFor(int fd, SteadyClock::time_point deadline) {
        for (;;) {
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now()).count();
            pollfd p{fd, POLLIN, 0};
            const int ready = ::poll(&p, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
            if (ready >= 0 || errno != EINTR) {
                return ready > 0;
            }
        }
    }

    std::string m_program;
    std::string m_name;
    std::vector<std::string> m_environment;
};

// Text first, or the image; nothing where neither is offered.
const Type* choose(const std::vector<std::string>& offered, bool image) {
    for (const bool text : {!image, image}) {
        for (const Type& type : kTypes) {
            if (type.begins.empty() == text && std::find(offered.begin(), offered.end(), type.name) != offered.end()) {
                return &type;
            }
        }
        if (image) {
            return nullptr;
        }
    }
    return nullptr;
}

} // namespace

Result<Clip> readClipboard(const Variable& variable, bool image) {
    const Tool tool = LG_TRY(Tool::find(variable));
    const Type* type = choose(LG_TRY(tool.types()), image);
    if (type == nullptr) {
        return makeError(Code::NotFound, image ? "there is no image in the clipboard"
                                               : "there is neither text nor an image (png, jpeg, gif, webp) in the clipboard",
                         "copy something first");
    }
    Clip clip{type->extension, LG_TRY(tool.content(type->name))};
    if (clip.content.empty()) {
        return makeError(Code::NotFound, "the clipboard is empty", "copy something first");
    }
    const bool fits = type->begins.empty() ? isValidUtf8(clip.content) : clip.content.starts_with(type->begins);
    if (!fits) {
        return makeError(Code::Invalid, std::string("what the clipboard gave is not ") + type->name + ", which it offered",
                         "copy again");
    }
    return clip;
}

} // namespace leadglass::session
