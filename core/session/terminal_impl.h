// The state of a Terminal. Included by terminal.cpp and terminal_relay.cpp only.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/session/outer_terminal.h"
#include "core/session/terminal.h"

namespace leadglass::session {

// Fencing: output stopped, input dropped, waiting for the reply. Seized: a question is shown.
enum class State { Idle, Running, Fencing, Seized, Finishing, Done };

struct Terminal::Impl {
    Impl(EventLoop& l, const Options& o, OuterTerminal t, Callback hang)
        : loop(l), options(o), outer(std::move(t)), onHangup(std::move(hang)) {}

    static constexpr std::size_t kMaxOut = 64 * 1024;

    // From the loop, unless this is gone by then.
    void later(Callback call);
    void unwatch();
    void takeForeground();
    bool setInner(int fd); // the command's terminal as the person's is
    void update();
    bool readMaster(std::size_t most);
    void put(std::string_view trustedText);
    void writeOuter();
    void writeInner();
    void keep(std::string_view keys); // those typed before the command is there
    void onMaster(std::uint32_t events);
    void onOut(std::uint32_t events);
    void onIn(std::uint32_t events);
    void hangup();
    void fence(VtReset reset, Callback next);
    void armFence();
    void fenced();
    void drain();

    EventLoop& loop;
    Options options;
    OuterTerminal outer;
    Callback onHangup;
    UniqueFd master;
    termios inner{}; // what the command's terminal was set to by us
    VtFilter filter;
    DeviceReports reports;
    std::string toOuter;  // whole sequences only
    std::string toInner;
    std::string resetNow = vtResetSequence(VtModes{}, VtReset::ForGood);
    State state = State::Idle;
    bool held = true;         // the command is not there yet
    bool watching = false;
    bool innerClosed = true;  // there is none, or all that the command printed was read
    bool parked = false;      // the command's side hung up; not watched until it can be read
    bool outerGone = false;
    bool modesOff = false;
    bool escaped = false;     // a sequence or shift was shown: only then is there something to undo
    bool fencing = false;
    unsigned outstanding = 0; // device queries that the terminal has not answered
    unsigned fenceLeft = 0;
    Nanos fenceStart = 0;
    std::size_t drainLeft = static_cast<std::size_t>(-1);
    Callback afterFence;
    Callback stopLater;
    InputCallback onKeys;
    Callback done;
    std::shared_ptr<int> alive = std::make_shared<int>(0);
    EventLoop::TimerId fenceTimer = 0;
    EventLoop::TimerId redrawTimer = 0;
    EventLoop::TimerId recheckTimer = 0;
};

} // namespace leadglass::session
