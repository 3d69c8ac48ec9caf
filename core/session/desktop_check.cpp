#include "core/session/desktop_check.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/base/unique_fd.h"

namespace leadglass::session {
namespace {

struct Service {
    const char* id;
    const char* name;
    const char* there;
    const char* absent;
};
constexpr std::array kServices{
    Service{"notifications", "org.freedesktop.Notifications", "notifications can be shown",
            "no notification service (optional): a question is put on the terminal, or waits in 'leadglass approvals'"},
    Service{"tray", "org.kde.StatusNotifierWatcher", "there is a tray for an icon",
            "no tray (optional): on GNOME an extension adds one"}};
constexpr int kPatienceMs = 3000;

enum Answer : char { kNo = '0', kYes = '1', kNoLibrary = 'l', kNoBus = 'b', kSilent = 's' };
using Answers = std::array<char, kServices.size()>;

// sd-bus(3), found at run time: a machine without systemd's library needs no other package for this.
Answers askBus() {
    Answers answers;
    answers.fill(kNoLibrary);
    void* library = ::dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        library = ::dlopen("libelogind.so.0", RTLD_NOW | RTLD_LOCAL);
    }
    const auto find = [library](const char* name) { return library != nullptr ? ::dlsym(library, name) : nullptr; };
    const auto open = reinterpret_cast<int (*)(void**)>(find("sd_bus_open_user"));
    const auto call = reinterpret_cast<int (*)(void*, const char*, const char*, const char*, const char*, void*, void**,
                                               const char*, ...)>(find("sd_bus_call_method"));
    const auto read = reinterpret_cast<int (*)(void*, const char*, ...)>(find("sd_bus_message_read"));
    if (open == nullptr || call == nullptr || read == nullptr) {
        return answers;
    }
    void* bus = nullptr;
    answers.fill(kNoBus);
    if (open(&bus) < 0) {
        return answers;
    }
    for (std::size_t i = 0; i < kServices.size(); ++i) {
        void* reply = nullptr;
        int owned = 0;
        constexpr const char* kBus = "org.freedesktop.DBus";
        const bool told = call(bus, kBus, "/org/freedesktop/DBus", kBus, "NameHasOwner", nullptr, &reply, "s",
                               kServices[i].name) >= 0 &&
                          read(reply, "b", &owned) >= 0;
        answers[i] = !told ? kNoBus : owned != 0 ? kYes : kNo;
    }
    return answers;
}

// In a child: a bus that hangs, or a library that does, costs three seconds and nothing else.
Answers askInChild() {
    Answers answers;
    answers.fill(kSilent);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return answers;
    }
    const UniqueFd in(ends[0]);
    UniqueFd out(ends[1]);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const Answers found = ::getppid() == parent ? askBus() : answers;
        const ssize_t written = ::write(out.get(), found.data(), found.size());
        ::_exit(written == static_cast<ssize_t>(found.size()) ? 0 : 1);
    }
    if (child < 0) {
        return answers;
    }
    out.reset();
    pollfd wait{in.get(), POLLIN, 0};
    Answers told{};
    if (::poll(&wait, 1, kPatienceMs) == 1 &&
        ::read(in.get(), told.data(), told.size()) == static_cast<ssize_t>(told.size())) {
        answers = told;
    }
    ::kill(child, SIGKILL);
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return answers;
}

bool busIsNamed() {
    const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    return (address != nullptr && *address != 0) ||
           (runtime != nullptr && ::access((std::string(runtime) + "/bus").c_str(), F_OK) == 0);
}

std::string evidenceOf(const Service& service, char answer) {
    switch (answer) {
    case kYes: return std::string(service.there) + " (" + service.name + ")";
    case kNo: return service.absent;
    case kNoLibrary: return "not asked: neither libsystemd nor libelogind is here (optional)";
    case kNoBus: return "the session bus cannot be reached (optional)";
    default: return "the session bus did not answer within three seconds (optional)";
    }
}

} // namespace

std::vector<api::DoctorCheck> desktopChecks() {
    std::vector<api::DoctorCheck> checks;
    const bool named = busIsNamed();
    const Answers answers = named ? askInChild() : Answers{};
    for (std::size_t i = 0; i < kServices.size(); ++i) {
        checks.push_back({kServices[i].id, api::DoctorCheck::Status::Ok,
                          named ? evidenceOf(kServices[i], answers[i]) : std::string("no session bus here (optional)"), ""});
    }
    return checks;
}

} // namespace leadglass::session
