"""A terminal for tests: a pty with a size, its output as text, and the answers a real one gives.

It answers the queries that terminals answer (DA1, DSR cursor report, window size, title), so that a
channel that should be closed would be open here.
"""

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

ANSWERS = (
    (re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"),
    (re.compile(rb"\x1b\[6n"), b"\x1b[1;1R"),
    (re.compile(rb"\x1b\[5n"), b"\x1b[0n"),
    (re.compile(rb"\x1b\[21t"), b"\x1b]lTITLE-ECHO\x1b\\"),
    (re.compile(rb"\x1b\]52;[a-z]*;\?(?:\x07|\x1b\\)"), b"\x1b]52;c;Y2xpcGJvYXJkLWNhbmFyeQ==\x1b\\"),
)


def asleep(pid):
    """Do this process and all below it wait for something? One that has printed may still be on its way to its read()."""
    states, children = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as handle:
                text = handle.read()
        except OSError:
            continue
        state, parent = text[text.rindex(")") + 2:].split()[:2]
        states[int(entry)] = state
        children.setdefault(int(parent), []).append(int(entry))
    family = [pid]
    for member in family:
        family += children.get(member, [])
    return all(states.get(member, "Z") in "SITZ" for member in family)


class Screen:
    def __init__(self, command, cwd, environment, rows=24, columns=80):
        self.output = b""
        self.answered = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(cwd)
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        self.resize(rows, columns)
        self.modes = termios.tcgetattr(self.fd)

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, text):
        os.write(self.fd, text if isinstance(text, bytes) else text.encode())

    def pump(self, seconds):
        """Reads what comes within that time; False at the end."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError as problem:
            if problem.errno != errno.EIO:
                raise
            data = b""
        if not data:
            return False
        self.output += data
        for query, answer in ANSWERS:
            for _ in query.findall(data):
                self.send(answer)
        return True

    def read_for(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.pump(max(0.0, end - time.monotonic())):
            pass

    def settle(self, seconds=0.5, most=15):
        """Reads until nothing was printed for that long, and every process below sleeps: it waits for keys then.

        Before that a resize or a key is a race with the program: a key that stops a shell between vfork and exec
        stops it for good, and `less` forgets a resize that comes between its prompt and its read().
        """
        end = time.monotonic() + most
        while time.monotonic() < end:
            before = len(self.output)
            self.read_for(seconds)
            if len(self.output) == before and (self.ended() or asleep(self.pid)):
                return

    def expect(self, pattern, seconds=30):
        """Waits for a regular expression in what was not yet matched; returns the match."""
        end = time.monotonic() + seconds
        wanted = re.compile(pattern.encode() if isinstance(pattern, str) else pattern, re.S)
        while True:
            match = wanted.search(self.output, self.answered)
            if match:
                self.answered = match.end()
                return match
            if time.monotonic() > end or not self.pump(0.1) and not wanted.search(self.output, self.answered):
                raise AssertionError(f"the terminal did not show {pattern!r}; it shows {self.output[-2000:]!r}")

    def wait(self, seconds=60):
        """The exit status (128+N for a signal)."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.pump(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        raise AssertionError(f"still running; the terminal shows {self.output[-2000:]!r}")

    def ended(self):
        """True once the program is gone; wait() still gives its status."""
        return not self.pid or os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def restored(self):
        """Are the modes those from before the program started?"""
        return termios.tcgetattr(self.fd) == self.modes

    def close(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)
