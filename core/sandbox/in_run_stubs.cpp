#include "core/sandbox/in_run_stubs.h"

#include <array>

#include "core/sandbox/bind_source.h"

namespace leadglass::sandbox {
namespace {

struct Stub {
    const char* name;
    const char* why;
};
constexpr std::array kStubs = {
    Stub{"docker", "containers are not available inside a run: the Docker socket is the whole machine"},
    Stub{"podman", "containers are not available inside a run"},
    Stub{"nerdctl", "containers are not available inside a run"},
    Stub{"sudo", "there is no way to become root inside a run; install what is needed outside"},
    Stub{"doas", "there is no way to become root inside a run; install what is needed outside"},
    Stub{"su", "there is no way to become another user inside a run"},
    Stub{"pkexec", "there is no way to become root inside a run"},
    Stub{"systemctl", "services of the machine are not reachable from inside a run"},
    Stub{"systemd-run", "services of the machine are not reachable from inside a run"},
    Stub{"journalctl", "the journal of the machine is not reachable from inside a run"},
    Stub{"loginctl", "sessions of the machine are not reachable from inside a run"}};
constexpr std::array kBrowsers = {"xdg-open", "sensible-browser", "x-www-browser", "www-browser",
                                  "gnome-open", "kde-open"};

// Only letters, digits and '_' come from the policy; everything else is ours.
std::string script(const std::string& name, const std::string& why) {
    return "#!/bin/sh\necho 'leadglass: " + name + ": " + why + "' >&2\nexit 126\n";
}

} // namespace

std::vector<Mount> inRunStubs(const std::vector<std::string>& keyVariables) {
    const std::string reason = "says why it cannot work inside";
    std::vector<Mount> mounts;
    const auto add = [&](const std::string& name, const std::string& why) {
        mounts.push_back(dataMount("/.leadglass/bin/" + name, script(name, why), 0555, reason));
    };
    for (const auto& stub : kStubs) {
        add(stub.name, stub.why);
    }
    std::string names;
    for (const auto& name : keyVariables) {
        if (name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
            std::string::npos) {
            names += (names.empty() ? "" : " or ") + name;
        }
    }
    const std::string instead = names.empty() ? "there is no browser inside a run"
                                              : "no browser sign-in inside a run: set " + names +
                                                    " before leadglass run instead";
    for (const char* name : kBrowsers) {
        add(name, instead);
    }
    return mounts;
}

} // namespace leadglass::sandbox
