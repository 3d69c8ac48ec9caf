#!/usr/bin/env python3
"""The terminal of a run behaves as without the sandbox, and is no channel into the person's own."""

import os
import pathlib
import termios

from case import HERE, Case, main
from screen import Screen


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
        screen.expect(r"winch \[\(40, 132\)", 2)
        screen.expect("ok TIOCSTI ")
        screen.expect("ok TIOCLINUX")
        self.assertEqual(screen.wait(), 0, screen.output)

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
        screen.send("sh -c 'echo begun; sleep 2; echo ended'\n")
        screen.expect("begun\r")
        screen.settle()
        screen.send(b"\x1a")
        screen.expect("Stopped")
        screen.send("fg\n")
        screen.expect("ended\r")
        screen.send("exit\n")
        self.assertEqual(screen.wait(), 0)

    def test_controlZStopsTheWholeRunInTheOuterShell(self):
        screen = self.screen(outer=["bash", "--norc", "-i"])
        screen.send("PS1='outer''> '\n")
        screen.expect("outer> ")
        screen.send(f"{self.box.program} run --ask deny -- sh -c 'echo begun; sleep 3; echo ended'\n")
        screen.expect("begun\r")
        screen.settle()
        screen.send(b"\x1a")
        screen.expect("Stopped.*outer> ")
        screen.send("echo shell-is''-back\n")
        screen.expect("shell-is-back\r")
        screen.send("fg\n")
        screen.expect("ended\r")
        screen.expect("outer> ")
        screen.send("exit 0\n")
        self.assertEqual(screen.wait(), 0)

    def test_aFullScreenEditorWorksAndItsFileIsReviewed(self):
        screen = self.screen("vi", "-u", "NONE", "typed.txt")
        screen.expect(r"typed\.txt|New|~")
        screen.send("ityped in vi\x1b")
        screen.settle()
        screen.resize(30, 100)
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


if __name__ == "__main__":
    main()
