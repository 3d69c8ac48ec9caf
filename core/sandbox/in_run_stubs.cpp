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
constexpr std::array kBrowsers = {"xdg-open", "open", "sensible-browser", "x-www-browser", "gnome-www-browser", "www-browser",
                                  "gnome-open", "gvfs-open", "exo-open", "kde-open", "kde-open5"};

std::string script(const std::string& name, const std::string& why) {
    return "#!/bin/sh\necho 'leadglass: " + name + ": " + why + "' >&2\nexit 126\n";
}

} // namespace

std::vector<Mount> inRunStubs() {
    std::vector<Mount> mounts;
    for (const auto& stub : kStubs) {
        mounts.push_back(dataMount(std::string(kStubDirectory) + "/" + stub.name, script(stub.name, stub.why), 0555, "says why it cannot work inside"));
    }
    for (const char* name : kBrowsers) {
        mounts.push_back(symlinkMount(std::string(kStubDirectory) + "/" + name, kOpenerInside, "asks you to open a page in your browser"));
    }
    return mounts;
}

} // namespace leadglass::sandbox
