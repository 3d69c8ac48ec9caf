// Trust: an address that parseOpenUrl() took and a person has allowed.
// Privilege: starts a program of the person's, outside of any run.
// Input: the person's environment, of which only what a desktop needs is passed on.
// Fails: no program, or one that ends badly at once: said, and nothing is opened.
//
// Opens a page as the person's desktop does: xdg-open(1) of their PATH, with an argument vector, in a session of its own
// without a terminal. It outlives the run, as a browser does that it starts.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/event_loop.h"

namespace leadglass::session {

class HostBrowser {
public:
    static constexpr Nanos kPatience = 5'000'000'000; // a program that runs on for so long has opened it
    struct Setup {
        std::string program;                  // absolute; empty: none was found
        std::vector<std::string> environment; // NAME=VALUE
    };
    // `environment`: the person's, whole. A program in `project` is passed over: a run may have put it there.
    static Setup ofPerson(const std::vector<std::string>& environment, const std::string& project);

    HostBrowser(EventLoop& loop, Setup setup) : m_loop(loop), m_setup(std::move(setup)) {}
    ~HostBrowser();
    HostBrowser(const HostBrowser&) = delete;
    HostBrowser& operator=(const HostBrowser&) = delete;

    // `done` comes once, not from inside this call: an Error where it was not opened.
    void open(const std::string& url, std::function<void(Status)> done);

private:
    struct Opening {
        pid_t pid = -1;
        UniqueFd pidFd;
        EventLoop::TimerId timer = 0;
        std::function<void(Status)> done;
    };
    void ended(pid_t pid);
    void finish(pid_t pid, Status status);

    EventLoop& m_loop;
    Setup m_setup;
    std::map<pid_t, Opening> m_openings; // also those that have opened it and run on
};

} // namespace leadglass::session
