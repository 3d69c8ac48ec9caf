// Trust: bytes from inside (through VtFilter) and keys from the person.
// Privilege: the person's terminal.
// Input: any bytes; buffers are bounded, the slower side stops the faster one.
// Fails: the person's terminal is put back by us alone, never by the inside.
//
// The pty of a run on a terminal, between it and the person's. The pty is made by leadglass-launch, in
// the devpts instance that the command sees (helper/launch/terminal.h), for every descriptor of the
// command for which isTerminal(). Owns its master, which nobody else holds; borrows fds 0, 1, 2.
//
// Order: open() -> attach(master) -> start() -> ... -> finish(done). The supervisor hands on signals and the
// init's reports; nothing here installs a handler. Not raw where standard output goes to a pipe
// (`leadglass run x | less`): then whole lines are forwarded, and only while no pager has taken the
// terminal.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/event_loop.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/session/vt_filter.h"

namespace leadglass::session {

class Terminal {
public:
    struct Options {
        int in = 0;
        int out = 1;
        int err = 2;
        Nanos fence = 1'000'000'000; // how long a reply to the fence is waited for
    };
    using Callback = std::function<void()>;
    using InputCallback = std::function<void(std::string_view)>;

    // Is any of the three a terminal?
    static bool wanted(const Options& options);
    static Result<std::unique_ptr<Terminal>> open(EventLoop& loop, const Options& options,
                                                  Callback onHangup);
    ~Terminal(); // restoreNow()
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    [[nodiscard]] bool isTerminal(int standardFd) const; // 0, 1, 2: of the command
    // Once. Settings and size are made the person's. Invalid: it is no master of a pty.
    Status attach(UniqueFd master);

    // Raw mode, relay. Keys are kept until commandStarted(): before it the command's terminal has no process
    // group in the foreground, and the kernel drops an interrupt key without a word. Until then such a key
    // is a signal to the calling thread, as it would have been one to us without raw mode.
    Status start();
    void commandStarted();
    void windowChanged();                      // SIGWINCH at us
    void signalled(int signal);                // SIGINT, SIGQUIT, SIGTSTP at us: passed inside as keys
    // The init reports its child stopped: terminal restored, our process group stopped (SIGTSTP);
    // when continued, raw again, and `continueInside` is called. In the background the inside goes
    // on without input until continued() finds us in the foreground.
    void commandStopped(const Callback& continueInside);
    void continued();                          // SIGCONT at us
    // The command has ended. Writes out what is in the pty (not waiting for background holders),
    // resets modes, fences, flushes input, restores; then `done`, once, from the loop.
    void finish(Callback done);
    // Modes and termios back, at once. Only async-signal-safe calls. Idempotent.
    void restoreNow() noexcept;

    // A line of ours (text only, "\n" as a new line) between whole pieces of the output; shown at once, and
    // nothing while a question is open or after the end.
    void note(std::string_view trustedText);

    // ---- for a question (terminal_asker) ---------------------------------------------------
    // Stops output, resets modes, drops input until the fence or its deadline; then `ready`, after
    // which keys go to `onInput` only. False: in the background, finishing, or already seized.
    bool seize(Callback ready, InputCallback onInput);
    void show(std::string_view trustedText);   // text and controls of ours, "\n" as a new line
    void giveBack();                           // modes of the inside on again, redraw asked for
    struct Size {
        unsigned short rows = 0;
        unsigned short columns = 0;
    };
    [[nodiscard]] Size size() const;
    [[nodiscard]] bool foreground() const;

    struct Impl;

private:
    explicit Terminal(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace leadglass::session
