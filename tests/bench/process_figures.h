// What a process and those that it started have taken: of proxies, some keep helpers for their certificates.
#pragma once

#include <sys/types.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace leadglass::bench {

inline std::vector<pid_t> familyOf(pid_t pid) {
    std::vector<pid_t> out{pid};
    for (std::size_t at = 0; at < out.size(); ++at) {
        const std::string name = std::to_string(out[at]);
        std::ifstream children("/proc/" + name + "/task/" + name + "/children");
        for (pid_t child = 0; children >> child;) {
            out.push_back(child);
        }
    }
    return out;
}

inline double statusMiB(pid_t pid, const std::string& field) {
    double found = 0;
    for (const pid_t one : familyOf(pid)) {
        std::ifstream status("/proc/" + std::to_string(one) + "/status");
        for (std::string line; std::getline(status, line);) {
            if (line.starts_with(field + ":")) {
                found += std::stod(line.substr(field.size() + 1)) / 1024;
            }
        }
    }
    return found;
}

inline double peakMiB(pid_t pid) {
    return statusMiB(pid, "VmHWM");
}

// Of threads that have ended, too: 14 and 15 of stat, in ticks of 10 ms.
inline double cpuSeconds(pid_t pid) {
    double found = 0;
    for (const pid_t one : familyOf(pid)) {
        std::ifstream stat("/proc/" + std::to_string(one) + "/stat");
        std::string text;
        std::getline(stat, text);
        std::istringstream rest(text.substr(std::min(text.size(), text.rfind(')') + 1)));
        std::string word;
        double ticks = 0;
        for (int field = 3; field <= 15 && rest >> word; ++field) {
            ticks += field >= 14 ? std::stod(word) : 0;
        }
        found += ticks / 100;
    }
    return found;
}

} // namespace leadglass::bench
