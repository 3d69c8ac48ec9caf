// The person's terminal: its descriptors, its settings, and putting them back.
//
// Opens the devices anew, so that O_NONBLOCK is ours alone and not the shell's too. Nothing here
// knows of the pty inside.
#pragma once

#include <sys/ioctl.h>
#include <termios.h>

#include <array>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

// Counts primary device attributes reports, CSI ? N;N... c, in what the terminal sends.
class DeviceReports {
public:
    // How many ended in `bytes`.
    unsigned count(std::string_view bytes);

private:
    int m_at = 0;
};

class OuterTerminal {
public:
    // `standard`: our 0, 1, 2, borrowed. NotFound: none is a terminal.
    static Result<OuterTerminal> open(const std::array<int, 3>& standard);

    [[nodiscard]] bool isTerminal(int standardFd) const {
        return standardFd >= 0 && standardFd <= 2 && m_is[static_cast<std::size_t>(standardFd)];
    }
    [[nodiscard]] int in() const { return m_in.get(); }
    [[nodiscard]] int out() const { return m_out.get(); }
    [[nodiscard]] const termios& saved() const { return m_saved; }
    // May a write of any size be tried? Else at most 256 bytes after EPOLLOUT (tty(4)).
    [[nodiscard]] bool nonBlocking() const { return m_nonBlocking; }
    // Keys are for the command: a terminal to read, and no pager or filter behind our output.
    [[nodiscard]] bool wantsRaw() const { return m_wantsRaw; }
    [[nodiscard]] bool reads() const { return m_reads; }

    // Our process group has the terminal (or it is nobody's).
    [[nodiscard]] bool foreground() const;
    // Somebody else reads key by key (a pager after us in a pipeline).
    [[nodiscard]] bool takenByOther() const;
    [[nodiscard]] winsize size() const;
    // What is there now is what is put back: the person may have changed it while we were stopped,
    // and a shell has its own settings while it edits a line. Nothing while raw.
    void readSettings();
    Status setRaw();
    void dropInput() const; // nothing in the background
    [[nodiscard]] bool raw() const { return m_raw; }
    // Async-signal-safe; does not stop a background process (SIGTTOU).
    void restore() noexcept;

private:
    std::array<bool, 3> m_is{};
    UniqueFd m_in;
    UniqueFd m_out;
    termios m_saved{};
    bool m_nonBlocking = true;
    bool m_wantsRaw = true;
    bool m_reads = true;
    bool m_raw = false;
};

} // namespace leadglass::session
