#!/usr/bin/env python3
"""leadglass secret: a value that is typed is not shown, and is in no argument, variable, log or message."""

import fcntl
import os
import signal
import subprocess
import termios
import time
import unittest

from case import Case, main, wait_until

CANARY = "canary-typed-by-hand"


class Secret(Case):
    def typed(self, text, signal_first=None):
        """`secret set one --store file` on a terminal of its own: (what the terminal showed, status, does it echo again)."""
        ours, theirs = os.openpty()
        asking = subprocess.Popen([self.box.program, "secret", "set", "one", "--store", "file"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=self.box.work,
                                  env=self.box.environment, start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        os.set_blocking(ours, False)
        shown = b""

        def show():
            nonlocal shown
            try:
                shown += os.read(ours, 4096)
            except BlockingIOError:
                pass
            return shown

        self.assertTrue(wait_until(lambda: b"(not shown): " in show(), 20), shown)
        self.assertFalse(termios.tcgetattr(theirs)[3] & termios.ECHO)
        for where in ("cmdline", "environ"):
            try:
                with open(f"/proc/{asking.pid}/{where}", "rb") as handle:
                    self.assertNotIn(CANARY.encode(), handle.read())
            except PermissionError:
                pass   # not dumpable: nobody may look
        if signal_first:
            os.write(ours, b"canary-")
            asking.send_signal(signal_first)
        else:
            os.write(ours, text.encode())
        status = asking.wait(timeout=30)
        time.sleep(0.1)
        show()
        return shown.decode(), status, bool(termios.tcgetattr(theirs)[3] & termios.ECHO)

    def test_whatIsTypedIsNotShownAndKept(self):
        shown, status, echoes = self.typed(CANARY + "\n")
        self.assertEqual((status, echoes, CANARY in shown), (0, True, False), shown)
        self.assertIn("kept in a file: one, 20 bytes", shown)
        with open(os.path.join(self.box.home, ".config/leadglass/secrets/one"), encoding="ascii") as handle:
            self.assertEqual(handle.read(), CANARY)

    def test_aSignalLeavesTheTerminalAsItWasAndKeepsNothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            shown, status, echoes = self.typed("", number)
            self.assertEqual((status, echoes), (-number, True), shown)
            self.assertFalse(os.path.exists(os.path.join(self.box.home, ".config/leadglass/secrets/one")))

    def test_ctrlCEndsIt(self):
        shown, status, echoes = self.typed("canary\x03")
        self.assertEqual((status, echoes), (-signal.SIGINT, True), shown)

    def test_noFileOfOursHasAValueButItsOwn(self):
        done = subprocess.run([self.box.program, "-v", "-v", "secret", "set", "one", "--store", "file"], input=CANARY + "\n", text=True, cwd=self.box.work,
                              env=self.box.environment, capture_output=True, check=True, timeout=60)
        tested = self.box.leadglass("-v", "-v", "secret", "test", "one")
        self.assertNotIn(CANARY, done.stdout + done.stderr + tested.stdout + tested.stderr)
        having = subprocess.run(["grep", "-rl", CANARY, self.box.home], capture_output=True, text=True, check=False).stdout.split()
        self.assertEqual(having, [os.path.join(self.box.home, ".config/leadglass/secrets/one")])

    def test_aPolicyNamesWhatIsKeptInAFileByItsNameAndSaysHowFarItReaches(self):
        subprocess.run([self.box.program, "secret", "set", "one", "--store", "file"], input=CANARY + "\n", text=True, cwd=self.box.work,
                       env=self.box.environment, check=True, timeout=60, capture_output=True)
        path = os.path.join(self.box.home, ".config/leadglass/profiles/mine.toml")
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "w", encoding="utf-8") as handle:
            handle.write("""schema = 1
name = "mine"
version = "1"
extends = "default"
[egress]
allow = [{ host = "api.example.com" }]
[[secret]]
name = "one"
source = "file:one"
inject = [{ host = "api.example.com", header = "authorization", format = "Bearer {}" }]
env = "ONE_KEY"
""")
        os.chmod(path, 0o600)
        explained = self.box.leadglass("policy", "explain", "GET https://api.example.com/x", "--profile", "mine")
        self.assertEqual(explained.returncode, 0, explained.stderr)
        self.assertIn("secret: one goes into authorization", explained.stdout)
        self.assertIn("credential one: the credential is not minted: it can do all that it could anywhere", explained.stdout)
        self.assertNotIn("not minted", self.box.leadglass("policy", "explain", "other.example.com", "--profile", "mine").stdout)
        done = self.box.run("sh", "-c", "echo ${#ONE_KEY}; case $ONE_KEY in canary*) echo leaked;; esac", flags=["--profile", "mine", "--secret", "one"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("leaked", done.stdout)
        self.assertGreater(int(done.stdout.split()[0]), 5)

    def test_badInputIsOneLineAndKeepsNothing(self):
        for words, given, said in ((("set", "../x"), "v", "is no name for a credential"), (("set", "one", "--store", "file"), "", "the value is empty"),
                                   (("set", "one", "--store", "file"), "x" * 17000, "longer than 16 KiB"), (("remove", "none", "--store", "file"), "", "there is no credential 'none'"),
                                   (("test", "none", "--store", "file"), "", "leadglass secret set --store file none"), (("test", "ftp:x"), "", "is no source"),
                                   (("test", "env:NOT_SET"), "", "is not set"), (("set", "one", "--store", "cloud"), "v", "cloud")):
            done = subprocess.run([self.box.program, "secret", *words], input=given, text=True, cwd=self.box.work, env=self.box.environment, capture_output=True,
                                  check=False, timeout=60)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (125, "", 1), done.stderr)
            self.assertIn(said, done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.box.home, ".config/leadglass/secrets")))


if __name__ == "__main__":
    main()
