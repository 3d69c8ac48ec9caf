#include "core/policy/client_default.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::policy {
namespace {

constexpr Nanos kPatience = 10'000'000'000;
constexpr std::size_t kMaxAnswer = 2048;

// None below the folder that this was started in: most often a project, whose runs may have put it there.
std::string findProgram(const std::string& name, const std::string& home) {
    const auto here = sys::realPath(".");
    const std::string project = here && *here != "/" && *here != home ? *here + "/" : std::string();
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "";
    while (!rest.empty()) {
        const std::size_t colon = rest.find(':');
        const std::string_view folder = rest.substr(0, colon);
        rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
        // "." and its like would run a program of whatever folder this was started in.
        const std::string file = std::string(folder) + "/" + name;
        struct stat s {};
        if (folder.starts_with('/') && ::stat(file.c_str(), &s) == 0 && S_ISREG(s.st_mode) &&
            ::access(file.c_str(), X_OK) == 0) {
            const auto real = sys::realPath(file);
            if (!real || (!project.empty() && real->starts_with(project))) {
                continue;
            }
            return file;
        }
    }
    return {};
}

// Reads until end of file, at most kMaxAnswer, at most kPatience.
Result<std::string> readAnswer(int fd) {
    const Nanos end = systemClock().awake() + kPatience;
    std::string out;
    while (out.size() < kMaxAnswer) {
        const Nanos left = end - systemClock().awake();
        pollfd wait{fd, POLLIN, 0};
        const int ready = left > 0 ? ::poll(&wait, 1, static_cast<int>(left / 1'000'000) + 1) : 0;
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready <= 0) {
            return makeError(Code::Busy, "no answer in ten seconds");
        }
        std::array<char, 512> buffer;
        const ssize_t size = ::read(fd, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size <= 0) {
            return out;
        }
        out.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return makeError(Code::Invalid, "the answer is too long");
}

Result<std::string> ask(const Places& places, const std::string& program,
                        const std::vector<std::string>& command) {
    std::string folder = "/tmp/leadglass-ask-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) {
        return ioError("cannot make an empty folder", errno);
    }
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        ::rmdir(folder.c_str());
        return ioError("cannot make a pipe", errno);
    }
    UniqueFd reader(ends[0]);
    UniqueFd writer(ends[1]);
    std::vector<std::string> text{"HOME=" + places.home, "LANG=C", "NO_COLOR=1",
                                  "NO_UPDATE_NOTIFIER=1", "GOTOOLCHAIN=local"};
    if (const char* path = std::getenv("PATH")) {
        text.push_back(std::string("PATH=") + path);
    }
    std::vector<char*> environment;
    for (std::string& line : text) {
        environment.push_back(line.data());
    }
    environment.push_back(nullptr);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, writer.get(), 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); // so that all of it can be ended
    pid_t child = -1;
    const int fault = ::posix_spawn(&child, program.c_str(), &actions, &attributes, arguments.data(),
                                    environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    writer.reset();
    if (fault != 0) {
        ::rmdir(folder.c_str());
        return ioError("cannot start '" + forScreen(program) + "'", fault);
    }
    auto answer = readAnswer(reader.get());
    ::kill(-child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    ::rmdir(folder.c_str());
    return answer;
}

std::string kept(const Places& places, const std::string& key) {
    const auto fd = openTrustedFile(places.state + "/registries");
    const auto text = fd ? sys::readAll(fd->get(), 65536) : Result<std::string>(fd.error());
    if (!text) {
        return {};
    }
    const std::string start = key + " ";
    std::size_t at = text->rfind("\n" + start);
    at = at != std::string::npos ? at + 1 : (text->starts_with(start) ? 0 : std::string::npos);
    if (at == std::string::npos) {
        return {};
    }
    const std::size_t from = at + start.size();
    return text->substr(from, text->find('\n', from) - from);
}

void keep(const Places& places, const std::string& key, const std::string& answer) {
    const auto folder = openOwnDirectory(places.state);
    if (!folder) {
        return; // asked again next time; nothing depends on it
    }
    const auto fd = sys::openAt(folder->get(), "registries",
                                O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);
    if (fd) {
        static_cast<void>(sys::writeAll(fd->get(), key + " " + answer + "\n").ok());
    }
}

} // namespace

Result<std::string> keptClientDefault(const Places& places, const std::string& key) {
    std::string known = kept(places, key);
    return known.empty() ? Result<std::string>(makeError(Code::NotFound, key + " was not asked yet")) : known;
}

Result<std::string> clientDefault(const Places& places, const std::string& key,
                                  const std::vector<std::string>& command) {
    if (std::string known = kept(places, key); !known.empty()) {
        return known;
    }
    const std::string program = findProgram(command.front(), places.home);
    if (program.empty()) {
        return makeError(Code::NotFound, command.front() + " is not installed");
    }
    auto answer = ask(places, program, command);
    if (!answer) {
        answer.error().what = command.front() + ": " + answer.error().what;
        return answer;
    }
    const std::string line = answer->substr(0, answer->find_first_of("\r\n"));
    if (line.empty() || line.find("://") == std::string::npos || forScreen(line) != line) {
        return makeError(Code::Invalid, command.front() + " named no registry");
    }
    keep(places, key, line);
    return line;
}

} // namespace leadglass::policy
