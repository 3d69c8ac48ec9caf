// From a program's path to what it needs: the chain of links, its package, its interpreter.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/home_tools.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/secret_paths.h"

namespace leadglass::sandbox {
namespace {

constexpr int kMaxHops = 40;  // path_resolution(7)
constexpr int kMaxDepth = 4;  // a script's interpreter may be a script

// The interpreter and its first argument of "#! interp arg"; empty: no script.
std::vector<std::string> shebangOf(const std::string& file) {
    auto fd = sys::open(file, O_RDONLY | O_NOCTTY | O_NONBLOCK);
    if (!fd) {
        return {};
    }
    std::array<char, 512> buffer{};
    const ssize_t size = ::read(fd.value().get(), buffer.data(), buffer.size());
    std::string_view head(buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    if (!head.starts_with("#!")) {
        return {};
    }
    head = head.substr(2, std::min(head.find('\n'), head.size()) - 2);
    std::vector<std::string> words;
    for (auto& word : splitList(head, ' ')) {
        if (!word.empty()) {
            words.push_back(word);
        }
    }
    return words;
}

} // namespace

// Directories that hold many things: one program in them is no reason to show the rest.
bool HomeTools::tooBroad(const std::string& directory) const {
    if (isAtOrBelow(m_home, directory) || parentOf(directory) == "/" ||
        (!project().empty() && isAtOrBelow(project(), directory))) {
        return true;
    }
    for (const char* broad : {".local", ".local/share", ".local/state", ".config", ".cache", ".var",
                              "snap", "Desktop", "Documents", "Downloads"}) {
        if (directory == joinPath(m_home, broad)) {
            return true;
        }
    }
    for (const char* shared : {"/tmp", "/var/tmp", "/home", "/var/home", "/mnt", "/media", "/srv"}) {
        if (directory == shared) {
            return true;
        }
    }
    return false;
}

// The directory that holds everything the program brings along.
std::string HomeTools::packageOf(const std::string& file) const {
    if (!project().empty() && isAtOrBelow(file, project())) {
        return file; // where the project is not shown, what was named of it is shown alone
    }
    constexpr std::string_view kModules = "/node_modules/";
    if (const std::size_t at = file.find(kModules); at != std::string::npos) {
        const std::string prefix = file.substr(0, at);
        // PREFIX/lib/node_modules and PREFIX/bin go together, and node itself may be there.
        if (baseName(prefix) == "lib" && !tooBroad(parentOf(prefix)) &&
            !exposedSecret(m_places, parentOf(prefix))) {
            return parentOf(prefix);
        }
        return file.substr(0, at + kModules.size() - 1);
    }
    const std::string directory = parentOf(file);
    const std::string above = parentOf(directory);
    if (baseName(directory) == "bin" && !tooBroad(above) && !exposedSecret(m_places, above)) {
        return above; // also a Python environment: pyvenv.cfg and lib lie beside bin
    }
    return tooBroad(directory) || exposedSecret(m_places, directory) ? file : directory;
}

void HomeTools::addInterpreter(const std::string& file, int depth) {
    const auto words = shebangOf(file);
    if (words.empty()) {
        return;
    }
    const NamedBy by = !project().empty() && isAtOrBelow(file, project()) ? NamedBy::Project
                                                                           : NamedBy::Person;
    if (baseName(words[0]) != "env") {
        if (words[0].starts_with('/')) {
            addProgram(words[0], depth + 1, by);
        }
        return;
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].starts_with('-') || words[i].find('=') != std::string::npos) {
            continue; // env -S, and variables
        }
        if (words[i].find('/') != std::string::npos) {
            if (words[i].starts_with('/')) {
                addProgram(words[i], depth + 1, by);
            }
            return; // execvp(3): PATH is not searched
        }
        for (const auto& entry : m_path) {
            const std::string candidate = joinPath(entry, words[i]);
            if (entry.starts_with('/') && ::access(candidate.c_str(), X_OK) == 0) {
                addProgram(candidate, depth + 1, NamedBy::Person);
                break;
            }
        }
        return;
    }
}

void HomeTools::addRealProgram(const std::string& file, int depth, NamedBy by) {
    if (!visible(file)) {
        if (by == NamedBy::Project) {
            leaveOut(file);
            return;
        }
        addTree(packageOf(file), "program " + forScreen(baseName(file)));
    }
    addInterpreter(file, depth);
}

void HomeTools::addProgram(const std::string& path, int depth, NamedBy by) {
    if (depth > kMaxDepth) {
        return;
    }
    if (projectLeads(path)) {
        by = NamedBy::Project;
    }
    std::string at = path;
    for (int hop = 0; hop < kMaxHops; ++hop) {
        auto directory = sys::realPath(parentOf(at));
        if (!directory) {
            return;
        }
        at = joinPath(directory.value(), baseName(at));
        const std::string text = sys::readlinkAt(AT_FDCWD, at);
        if (text.empty()) {
            addRealProgram(at, depth, by);
            return;
        }
        if (!visible(at) && by == NamedBy::Project) {
            leaveOut(at);
            return;
        }
        if (!visible(at) && !at.starts_with(m_home + "/.local/bin/")) {
            const std::size_t modules = at.find("/node_modules/.bin/");
            if (modules == std::string::npos ||
                !addTree(at.substr(0, modules + 13), "program " + forScreen(baseName(at)))) {
                m_mounts.push_back(symlinkMount(at, text, "program " + forScreen(baseName(at))));
            }
        }
        at = text.starts_with('/') ? text : joinPath(directory.value(), text);
    }
}

} // namespace leadglass::sandbox
