#!/usr/bin/env python3
"""The terminal of a run behaves as without the sandbox, and is no channel into the person's own."""

import os
import pathlib
import shlex
import signal
import subprocess
import termios
import time

from case import HERE, Case, main, processes, start, wait_until
from screen import Screen


def comm(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def descendants(pid):
    """All processes below one, nearest first."""
    found = [pid]
    for parent in found:
        for task in pathlib.Path(f"/proc/{parent}/task").glob("*/children"):
            found += map(int, task.read_text(encoding="ascii").split())
    return found[1:]


class Terminal(Case):
    def screen(self, *command, flags=(), outer=None):
        words = outer or [self.box.program, "run", "--ask", "deny", *flags, "--", *command]
        screen = Screen(words, self.box.work, {**self.box.environment, "TERM": "xterm-256color"})
        self.addCleanup(screen.close)
        return screen

    def test_resizeReachesTheProgramAndInputCannotBePushed(self):      # SC-03
        script = pathlib.Path(HERE, "../cases/SC-03/winch_tiocsti.py").read_text(encoding="utf-8")
        self.write("winch.py", script)
        screen = self.screen("/usr/bin/python3", "winch.py")
        screen.expect(r"start \(24, 80\) fg True")
        screen.resize(40, 132)
        screen.expect(r"winch \[\(40, 132\)")
        screen.expect("ok TIOCSTI ")
        screen.expect("ok TIOCLINUX")
        self.assertEqual(screen.wait(), 0, screen.output)

    NAMES = """
import ctypes, fcntl, os, stat, struct, termios
for fd in (0, 1, 2):
    assert os.ttyname(fd) == os.readlink(f"/proc/self/fd/{fd}") == "/dev/pts/0", os.ttyname(fd)
assert sorted(os.listdir("/dev/pts")) == ["0", "ptmx"], os.listdir("/dev/pts")
about = os.stat("/dev/pts/0")
assert os.path.samestat(about, os.fstat(0)) and stat.S_ISCHR(about.st_mode)
assert (about.st_uid, about.st_mode & 0o777) == (os.getuid(), 0o620), oct(about.st_mode)
with open("/dev/tty", "r+b", buffering=0) as tty, open(os.ttyname(0), "r+b", buffering=0) as named:
    assert os.tcgetpgrp(tty.fileno()) == os.getpgrp() and termios.tcgetattr(tty) == termios.tcgetattr(named)
    tty.write(b"by tty;")
    named.write(b"by name;")
# A master is of a new pair, never of this one.
master = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
assert struct.unpack("i", fcntl.ioctl(master, 0x80045430, b"    "))[0] == 1
try:
    fcntl.ioctl(0, 0x80045430, b"    ")
    print("LEAK: a master")
except OSError:
    pass
try:
    print("LEAK:", os.listdir("/proc/1/fd"))
except PermissionError:
    pass
print("all good")
"""

    def test_theTerminalHasItsNameInside(self):
        self.write("names.py", self.NAMES)
        screen = self.screen("/usr/bin/python3", "names.py")
        screen.expect("by tty;by name;.*all good")
        self.assertEqual(screen.wait(), 0)
        self.assertNotIn(b"LEAK", screen.output)

    def test_whatTakesATerminalByItsNameWorks(self):
        screen = self.screen("sh", "-c", "tty; test -t 0 && echo is-one; script -qec 'tty; stty size' /dev/null; "
                             "printf 'password: ' >/dev/tty; stty -echo <\"$(tty)\"; read -r word </dev/tty; "
                             "stty echo; echo; echo \"got $word\"; mesg; : <\"$(tty)\" && echo by-name")
        screen.expect("/dev/pts/0\r\nis-one\r\n/dev/pts/1\r\n24 80\r\n")
        screen.expect("password: ")
        screen.settle()
        screen.send("a secret\n")
        screen.expect("got a secret.*is [yn].*by-name")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(screen.output.count(b"a secret"), 1)

    def test_tmuxInsideHasATerminalAndOpensItsOwn(self):
        screen = self.screen("tmux", "-f", "/dev/null", "new-session", "tty; echo up; read line; echo \"got $line\"; read line")
        screen.expect("/dev/pts/1.*up")
        screen.settle()
        screen.send("words\r")
        screen.expect("got words")
        screen.send("\r")
        screen.expect(r"\[exited\]")
        self.assertEqual(screen.wait(), 0)

    def test_onlyWhatIsATerminalOutsideIsOneInside(self):
        script = "for fd in 0 1 2; do test -t $fd && { printf '%s is ' $fd; tty <&$fd; }; done; exec >/dev/null 2>&1; sleep 0.2; echo later >/dev/pts/0"
        screen = self.outer()
        screen.send(f"echo | \"$LG\" run --ask deny -- sh -c {shlex.quote(script)}\n")
        screen.expect("\n1 is /dev/pts/0\r\n2 is /dev/pts/0\r\nlater\r\n")
        screen.expect("outer> ")
        screen.send(f"\"$LG\" run --ask deny -- sh -c {shlex.quote(script)} 2>/dev/null | cat\n")
        screen.expect("\r\n0 is /dev/pts/0\r\n")
        screen.expect("outer> ")
        screen.send("exit 0\n")
        self.assertEqual(screen.wait(), 0)

    def test_controlCEndsTheProgramAndNotTheShell(self):
        screen = self.screen("bash", "--norc", "-i")
        screen.send("PS1='inner''> '\n")
        screen.expect("inner> ")
        screen.send("sleep 100\n")
        screen.settle()
        screen.send(b"\x03")
        screen.expect("inner> ")
        screen.send("echo st=$?\n")
        screen.expect("st=130")
        screen.send("exit 5\n")
        self.assertEqual(screen.wait(), 5)

    def test_controlZStopsAndFgGoesOn(self):
        screen = self.screen("bash", "--norc", "-i")
        screen.send("PS1='inner''> '\n")
        screen.expect("inner> ")
        screen.send("sh -c 'echo begun; read line; echo ended $line'\n")
        screen.expect("begun\r")
        screen.settle()
        screen.send(b"\x1a")
        screen.expect("Stopped")
        screen.send("fg\n")
        screen.settle()
        screen.send("well\n")
        screen.expect("ended well\r")
        screen.send("exit\n")
        self.assertEqual(screen.wait(), 0)

    def test_controlZStopsTheWholeRunInTheOuterShell(self):
        screen = self.screen(outer=["bash", "--norc", "-i"])
        screen.send("PS1='outer''> '\n")
        screen.expect("outer> ")
        screen.send(f"{self.box.program} run --ask deny -- sh -c 'echo begun; read line; echo ended $line'\n")
        screen.expect("begun\r")
        screen.settle()
        screen.send(b"\x1a")
        screen.expect("Stopped.*outer> ")
        screen.send("echo shell-is''-back\n")
        screen.expect("shell-is-back\r")
        screen.send("fg\n")
        screen.settle()
        screen.send("well\n")
        screen.expect("ended well\r")
        screen.expect("outer> ")
        screen.send("exit 0\n")
        self.assertEqual(screen.wait(), 0)

    def test_aFullScreenEditorWorksAndItsFileIsReviewed(self):
        screen = self.screen("vi", "-u", "NONE", "typed.txt")
        screen.expect(r"typed\.txt|New|~")
        screen.settle()
        screen.send("ityped in vi\x1b")
        screen.settle()
        screen.resize(30, 100)
        screen.settle()
        screen.send(":wq\r")
        self.assertEqual(screen.wait(), 0, screen.output)
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "typed.txt")))
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("typed.txt"), "typed in vi\n")

    def test_modesAreRestored(self):
        screen = self.screen("sh", "-c", "stty raw -echo; printf '\\033[?1049h\\033[?1000h\\033[?2004h'; exit 3")
        self.assertEqual(screen.wait(), 3)
        now = termios.tcgetattr(screen.fd)
        self.assertEqual(now[:4], screen.modes[:4])
        self.assertGreater(screen.output.rfind(b"\x1b[?1000l"), screen.output.find(b"\x1b[?1000h"))
        self.assertGreater(screen.output.rfind(b"\x1b[?2004l"), screen.output.find(b"\x1b[?2004h"))

    def test_clipboardTitleAndReportsDoNotPass(self):
        screen = self.screen("sh", "-c", "stty raw -echo min 0 time 10; printf '\\033]52;c;cHduZWQ=\\007\\033]52;c;?\\007"
                             "\\033]2;title-canary\\007\\033[21t\\033P$q\"p\\033\\\\'; answer=$(cat); stty sane; "
                             "printf 'got:%s:end\\n' \"$answer\"")
        self.assertEqual(screen.wait(), 0)
        for canary in (b"\x1b]52", b"\x1b[21t", b"\x1bP$q", b"TITLE-ECHO", b"Y2xpcGJvYXJk"):
            self.assertNotIn(canary, screen.output)
        self.assertIn(b"got::end", screen.output)

    def test_aColourIsPassedOn(self):
        screen = self.screen("printf", "\\033[31mred\\033[0m\\n")
        self.assertEqual(screen.wait(), 0)
        self.assertIn(b"\x1b[31mred", screen.output)

    def outer(self, **extra):
        """An interactive bash outside, with Leadglass as $LG and a known prompt."""
        screen = Screen(["bash", "--norc", "-i"], self.box.work,
                        {**self.box.environment, "TERM": "xterm-256color", "LG": self.box.program, **extra})
        self.addCleanup(screen.close)
        screen.send("bind 'set enable-bracketed-paste off'; PS1='outer''> '\n")
        screen.expect("outer> ")
        return screen

    def supervisor(self):
        self.assertTrue(wait_until(lambda: len(processes(self.box.program)) > 0, 30))
        return min(processes(self.box.program))

    def test_resizeArrivesWithinAThirdOfASecond(self):
        self.write("size.py", "import os, signal, sys\n"
                   "def show(*_): os.write(1, b'size %d %d;' % tuple(reversed(os.get_terminal_size())))\n"
                   "signal.signal(signal.SIGWINCH, show)\nshow()\nwhile True: signal.pause()\n")
        screen = self.screen("/usr/bin/python3", "size.py")
        screen.expect("size 24 80;")
        # Each arrives; a machine busy with something else may delay one, only a wait of ours delays all.
        took = []
        for rows, columns in ((50, 200), (10, 40), (24, 80), (51, 201), (11, 41), (25, 81)):
            before = time.monotonic()
            screen.resize(rows, columns)
            screen.expect(f"size {rows} {columns};")
            took.append(time.monotonic() - before)
        self.assertLess(min(took), 0.3, took)
        screen.send(b"\x03")
        self.assertEqual(screen.wait(), 130)

    def test_jobControlWorksInAShellInside(self):
        screen = self.screen("bash", "--norc", "-i")
        screen.send("PS1='inner''> '\n")
        screen.expect("inner> ")
        screen.send("sleep 100\n")
        screen.settle()
        screen.send(b"\x1a")
        screen.expect(r"\[1\]\+ +Stopped +sleep 100.*inner> ")
        screen.send("bg\n")
        screen.expect(r"\[1\]\+ sleep 100 &.*inner> ")
        screen.send("jobs\n")
        screen.expect(r"\[1\]\+ +Running +sleep 100.*inner> ")
        screen.send("fg\n")
        screen.expect("sleep 100\r\n")
        screen.settle()
        screen.send(b"\x03")
        screen.expect("inner> ")
        screen.send("echo st=$?; exit 9\n")
        screen.expect("st=130")
        self.assertEqual(screen.wait(), 9)

    def test_everyFullScreenProgramWorks(self):
        lines = "\n".join(f"line number {n}" for n in range(1, 400))
        self.write("long.txt", lines + "\n")
        for words in (("vim.tiny", "-u", "NONE", "made.txt"), ("busybox", "vi", "made.txt")):
            with self.subTest(program=words[0]):
                screen = self.screen(*words, flags=["--apply", "clean"])
                screen.expect(r"\x1b\[\?1049h")
                screen.settle()
                screen.send(f"i{words[0]} was here\x1b")
                screen.settle()
                screen.send(":wq\r")
                self.assertEqual(screen.wait(), 0)
                self.assertIn(f"{words[0]} was here", self.read("made.txt"))
                os.unlink(os.path.join(self.box.work, "made.txt"))
        screen = self.screen("less", "long.txt")
        screen.expect("line number 23\r")
        screen.send(" ")
        screen.expect("line number 46\r")
        screen.settle()
        screen.resize(40, 100)
        screen.expect("line number 62\r")
        screen.send("/number 300\r")
        screen.expect("300")
        screen.send("q")
        self.assertEqual(screen.wait(), 0)
        screen.expect(r"\x1b\[\?1049l")

    def test_controlZInAnEditorStopsTheWholeRunAndFgRedraws(self):
        self.write("text.txt", "needle in the text\n")
        screen = self.outer()
        screen.send("\"$LG\" run --ask deny -- vim.tiny -u NONE text.txt\n")
        screen.expect(r"\x1b\[\?1049h.*needle in the text")
        screen.settle()
        screen.send(b"\x1a")
        screen.expect(r"\x1b\[\?1049l.*Stopped.*outer> ")
        screen.send("stty -a | grep -c '[^-]icanon'; echo back\n")
        screen.expect("1\r\nback\r\n")
        screen.send("fg\n")
        screen.expect(r"\x1b\[\?1049h.*needle in the text")
        screen.settle()
        screen.send(":q\r")
        screen.expect(r"\x1b\[\?1049l.*outer> ")
        screen.send("exit 0\n")
        self.assertEqual(screen.wait(), 0)

    def test_aPasteArrivesInBrackets(self):
        screen = self.screen("sh", "-c", "stty raw -echo; printf '\\033[?2004hready;'; head -c 21 | od -An -c; stty sane; echo")
        screen.expect("ready;")
        screen.send("\x1b[200~one\ntwo\r.\x1b[201~")
        screen.expect(r"033 +\[ +2 +0 +0 +~ +o +n +e +\\n +t +w +o +\\r +\.")
        self.assertEqual(screen.wait(), 0)
        self.assertIn(b"\x1b[?2004l", screen.output)

    SWITCHED_ON = "printf '\\033[?1049h\\033[?25l\\033[?1003;1006h\\033[?2004h\\033[31mred'; stty raw -echo; echo up; sleep 100"
    UNDONE = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1003l", b"\x1b[?1006l", b"\x1b[?2004l", b"\x1b[m")

    def back(self, screen, kill):
        """Runs a program that switches everything on, ends it by `kill`, and looks at what the shell gets back."""
        screen.send("stty -g; echo mark''-1\n")
        before = screen.expect(r"([0-9a-f]+:[0-9a-f:]+)\r\nmark-1\r\n.*outer> ").group(1)
        screen.send(f"\"$LG\" run --ask deny -- sh -c {shlex.quote(self.SWITCHED_ON)}; echo status=$?\n")
        screen.expect("up")
        screen.settle()
        start = len(screen.output)
        kill()
        status = screen.expect(r"status=(\d+)\r\n.*outer> ").group(1)
        for sequence in self.UNDONE:
            self.assertIn(sequence, screen.output[start:])
        screen.send("stty -g; echo mark''-2\n")
        self.assertEqual(screen.expect(r"([0-9a-f]+:[0-9a-f:]+)\r\nmark-2\r\n.*outer> ").group(1), before)
        return int(status)

    def test_theTerminalIsPutBackHoweverTheRunEnds(self):
        screen = self.outer()

        def children(name):
            def kill():
                found = [pid for pid in descendants(self.supervisor()) if comm(pid) == name]
                self.assertTrue(found, name)
                os.kill(found[0], signal.SIGKILL)
            return kill

        def supervisor(number):
            return lambda: os.kill(self.supervisor(), number)

        for name in ("leadglass-launc", "bwrap", "init", "sleep"):
            with self.subTest(killed=name):
                self.assertEqual(self.back(screen, children(name)), 137)
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                self.assertEqual(self.back(screen, supervisor(number)), 128 + number)

    def test_inTheBackgroundItRunsAndReadsOnceInTheForeground(self):
        screen = self.outer()
        screen.send("\"$LG\" run --ask deny -- sh -c 'echo begun; read line; echo \"got $line\"' &\n")
        screen.expect("begun\r+\n")
        screen.send("echo the shell has the''-keys\n")
        screen.expect("the shell has the-keys\r\n.*outer> ")
        screen.send("fg\n")
        screen.settle()
        screen.send("hello\r")
        screen.expect("got hello\r\n.*outer> ")
        screen.send("\"$LG\" run --ask deny -- echo fine &\n")
        screen.expect("fine\r+\n.*ended")
        screen.send("wait %1; echo wai''ted=$?\n")    # one that was stopped would not end
        screen.expect("waited=0")
        screen.send("exit 0\n")
        self.assertEqual(screen.wait(), 0)

    def test_controlCReachesNoPartOfLeadglass(self):
        """Behind a pipe the person's terminal makes the signal itself, for every process it knows."""
        screen = self.outer()
        script = "trap 'echo caught' INT; echo up; sleep 10; sleep 1; curl -sS -m 5 http://denied.test; echo curl=$?"
        screen.send(f"\"$LG\" run --profile strict -- sh -c {shlex.quote(script)} 2>&1 | (trap '' INT; cat -u)\n")
        screen.expect("up\r\n")
        screen.settle()
        screen.send(b"\x03")
        screen.expect("caught\r\n.*curl=\\d+\r\n.*refused: denied.test:80: no rule allows it")
        for name in ("leadglass-egres", "leadglass-launc"):
            self.assertEqual([p for p in processes(name) if os.stat(f"/proc/{p}").st_uid == os.getuid()], [])
        screen.send("exit 0\n")
        self.assertEqual(screen.wait(), 0)

    def test_controlCDuringSetUpEndsItQuietly(self):
        screen = self.outer()
        for delay in range(8, 30):      # ms; set-up takes about 20 on an idle machine, so some come after it
            screen.send("\"$LG\" run --ask deny -- sleep 100; echo status=$?\n")
            self.assertTrue(wait_until(lambda: processes(self.box.program), 30, 0.001))
            screen.read_for(delay / 1000)
            screen.send(b"\x03")
            screen.expect("outer> ")
            screen.send(f"echo all''-over-{delay}\n")
            screen.expect(f"all-over-{delay}\r\n")
            screen.expect("outer> ")
        self.assertNotIn(b"could not", screen.output)

    def test_aFloodDoesNotHoldUpControlC(self):
        took = []
        for _ in range(3):      # a machine busy with something else may delay one
            screen = self.screen("yes", "a line of a flood")
            screen.expect("a line of a flood.*a line of a flood")
            screen.read_for(1)
            before = time.monotonic()
            screen.send(b"\x03")
            self.assertEqual(screen.wait(), 130)
            took.append(time.monotonic() - before)
            if took[-1] < 2:
                return
        self.fail(f"Ctrl-C was held up: {took}")

    def test_pipesAndFilesAroundARun(self):
        screen = self.outer()
        screen.send("\"$LG\" run --ask deny -- sh -c 'seq 1 300; tty <&1' 2>/dev/null | less\n")
        screen.expect("\r\n23\r\n")
        screen.send(" ")
        screen.expect("\r\n46\r\n")
        screen.send("G")
        screen.expect("not a tty")
        screen.send("q")
        screen.expect("outer> ")
        screen.send("\"$LG\" run --ask deny -- sh -c 'read line; echo \"got $line\"' | tr a-z A-Z\n")
        screen.settle()
        screen.send("typed by hand\n")
        screen.expect("GOT TYPED BY HAND\r\n")
        screen.expect("outer> ")
        screen.send("printf 'in\\377\\n' | \"$LG\" run --ask deny -- sh -c 'od -An -c; stty size <&1; test -t 1 && echo out-is-tty'\n")
        screen.expect(r"i +n +377 +\\n\r\n24 80\r\nout-is-tty\r\n")
        screen.expect("outer> ")
        screen.send("stty -a | grep -c '[^-]icanon'; exit 0\n")
        screen.expect("1\r\n")
        self.assertEqual(screen.wait(), 0)

    def test_filesAreCopiedByteByByte(self):
        content = bytes(range(256)) * 5000
        source, target = (os.path.join(self.box.folder, name) for name in ("source.bin", "target.bin"))
        pathlib.Path(source).write_bytes(content)
        with open(source, "rb") as stdin, open(target, "wb") as stdout:
            done = subprocess.run([self.box.program, "run", "--ask", "deny", "--", "cat"], cwd=self.box.work, stdin=stdin,
                                  stdout=stdout, env=self.box.environment, timeout=60, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(pathlib.Path(target).read_bytes(), content)

    def test_signalsToTheSupervisorArriveInside(self):
        self.write("signals.py", "import os, signal, sys\n"
                   "names = {getattr(signal, n): n for n in ('SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT')}\n"
                   "for s in names: signal.signal(s, lambda s, f: os.write(1, names[s].encode() + b'\\n'))\n"
                   "print('up', flush=True)\nfor line in sys.stdin: pass\n")
        run = start(self.box, "/usr/bin/python3", "signals.py", flags=["--ask", "deny"], stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "up\n")
        for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGQUIT"):
            run.send_signal(getattr(signal, name))
            self.assertEqual(run.stdout.readline(), name + "\n")
        run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0)

    def test_noticesDoNotTouchAFullScreen(self):
        screen = self.screen("sh", "-c", "printf '\\033[?1049h\\033[2J'; curl -sS -m 5 https://denied.test/; sleep 1; "
                             "printf '\\033[?1049l'", flags=["--profile", "strict"])
        self.assertEqual(screen.wait(), 0)
        inside = screen.output.split(b"\x1b[?1049h")[1].split(b"\x1b[?1049l")[0]
        self.assertNotIn(b"leadglass:", inside)
        self.assertIn(b"refused: denied.test", screen.output.split(b"\x1b[?1049l")[-1])

    def test_plainTextGetsNoSequencesAtAll(self):
        screen = self.screen("echo", "hello")
        self.assertEqual(screen.wait(), 0)
        self.assertNotIn(b"\x1b", screen.output)


if __name__ == "__main__":
    main()
