#include "tests/support/process_tree.h"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

namespace leadglass::test {
namespace {

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "test: %s: %s\n", what.c_str(), std::strerror(errno));
    std::abort();
}

} // namespace

void becomeSubreaper() {
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) {
        die("subreaper");
    }
}

bool allDescendantsEnd(std::chrono::milliseconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < deadline) {
        const pid_t pid = waitpid(-1, nullptr, WNOHANG);
        if (pid < 0 && errno == ECHILD) {
            return true;
        }
        if (pid == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    return false;
}

std::vector<std::pair<pid_t, std::string>> descendants(pid_t root) {
    struct Entry {
        pid_t pid;
        pid_t parent;
        std::string name;
    };
    std::vector<Entry> all;
    for (const auto& item : std::filesystem::directory_iterator("/proc")) {
        const pid_t pid = std::atoi(item.path().filename().c_str());
        std::ifstream file(item.path() / "stat");
        std::string line;
        if (pid <= 0 || !std::getline(file, line)) {
            continue;
        }
        const auto open = line.find('(');
        const auto shut = line.rfind(')');
        if (open == std::string::npos || shut == std::string::npos || shut + 4 >= line.size()) {
            continue;
        }
        all.push_back({pid, std::atoi(line.c_str() + shut + 4), line.substr(open + 1, shut - open - 1)});
    }
    std::vector<std::pair<pid_t, std::string>> found;
    std::vector<pid_t> roots{root};
    while (!roots.empty()) {
        const pid_t parent = roots.back();
        roots.pop_back();
        for (const auto& entry : all) {
            if (entry.parent == parent) {
                found.emplace_back(entry.pid, entry.name);
                roots.push_back(entry.pid);
            }
        }
    }
    return found;
}

} // namespace leadglass::test
