#!/usr/bin/env python3
"""leadglass paste: the host's clipboard into a file of a live run, by the person only."""

import os
import shutil
import stat
import subprocess
import tempfile
import unittest

from case import Case, main, start, wait_until

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40


class Paste(Case):
    def setUp(self):
        super().setUp()
        self.tools = os.path.join(self.box.folder, "clipboard")
        os.makedirs(self.tools)
        self.run_ = start(self.box, "sh", "-c", "echo up; read line", flags=["--ask", "deny"], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (self.run_.kill(), self.run_.communicate()))
        self.assertEqual(self.run_.stdout.readline(), "up\n")

    def tool(self, script, name="xclip"):
        """A stand-in that comes first on PATH."""
        path = os.path.join(self.tools, name)
        with open(path, "w", encoding="utf-8") as handle:
            handle.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o755)

    def paste(self, *words, **extra):
        return self.box.leadglass("paste", "last", *words,
                                  extra={"PATH": self.tools + ":" + self.box.environment["PATH"], "DISPLAY": ":77", **extra})

    def inside(self, *command):
        return subprocess.run([self.box.program, "exec", "last", "--", *command], cwd=self.box.work, timeout=120,
                              env=self.box.environment, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout

    def refused(self, said, *words, **extra):
        done = self.paste(*words, **extra)
        self.assertEqual((done.returncode, len(done.stderr.splitlines()), done.stdout), (125, 1, ""), done.stderr)
        self.assertIn(said, done.stderr)
        self.assertEqual(self.inside("sh", "-c", "ls /tmp/paste 2>/dev/null; true"), b"")

    def test_aProgramInTheProjectIsNotStarted(self):
        """An activated environment of the project's own is on PATH, and what a run writes there must not run out here."""
        self.tools = os.path.join(self.box.work, ".venv", "bin")
        os.makedirs(self.tools)
        started = os.path.join(self.box.folder, "started")
        self.tool(f"touch {started}; echo UTF8_STRING")
        self.refused("no program that reads the clipboard is on your PATH", PATH=self.tools)
        self.assertFalse(os.path.exists(started))

    def display(self):
        """A display of our own, ended with the test; its name."""
        read, write = os.pipe()
        # Without a lock and without access control by file: the number is the server's own choice.
        server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "64x64x8", "-nolisten", "tcp"],
                                  pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: (server.kill(), server.wait()))
        os.close(write)
        with os.fdopen(read) as handle:
            return ":" + handle.readline().strip()

    def copy(self, display, content, *target):
        owner = subprocess.Popen(["xclip", "-quiet", "-selection", "clipboard", *target], stdin=subprocess.PIPE,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"DISPLAY": display})
        self.addCleanup(lambda: (owner.kill(), owner.wait()))
        owner.stdin.write(content)
        owner.stdin.close()
        ask = ["xclip", "-selection", "clipboard", "-o", "-t", "TARGETS"]
        wanted = target[1] if target else "UTF8_STRING"
        self.assertTrue(wait_until(lambda: wanted.encode() in subprocess.run(
            ask, env={"DISPLAY": display}, capture_output=True, check=False, timeout=60).stdout, 60))

    @unittest.skipUnless(shutil.which("Xvfb") and shutil.which("xclip"), "needs xvfb and xclip")
    def test_textAndAnImageOfARealClipboardArrive(self):
        display = self.display()
        text = "grüße,\nzwei Zeilen\n".encode() * 3000
        self.copy(display, text)
        done = self.ok(self.box.leadglass("paste", "last", extra={"DISPLAY": display}))
        path = done.stdout.strip()
        self.assertRegex(path, r"^/tmp/paste/paste-\d+-\d+\.txt$")
        self.assertEqual(self.inside("cat", path), text)
        self.assertEqual(self.inside("stat", "-c", "%a %u", path), f"600 {os.getuid()}\n".encode())
        self.copy(display, PNG, "-t", "image/png")
        done = self.ok(self.box.leadglass("paste", "last", extra={"DISPLAY": display}))
        path = done.stdout.strip()
        self.assertTrue(path.endswith(".png"))
        self.assertEqual(self.inside("cat", path), PNG)
        rows = [row for row in self.box.audit() if row["kind"] == "paste"]
        self.assertEqual(sorted(row["detail"]["bytes"] for row in rows), sorted([len(text), len(PNG)]))
        self.assertNotIn("Zeilen", self.box.leadglass("audit", "list", "--json", "--limit", "1000").stdout)

    def test_whatTheClipboardGivesIsChecked(self):
        self.tool('case "$*" in *TARGETS*) echo image/png;; *) echo "no image";; esac')
        self.refused("is not image/png")
        self.tool('case "$*" in *TARGETS*) echo UTF8_STRING;; *) printf "\\377\\376";; esac')
        self.refused("is not UTF8_STRING")
        self.tool('case "$*" in *TARGETS*) echo text/html;; esac')
        self.refused("neither text nor an image")
        self.tool('case "$*" in *TARGETS*) echo UTF8_STRING;; esac')
        self.refused("is empty")
        self.tool("exit 1")
        self.refused("is empty, or xclip cannot read it")
        self.tool('case "$*" in *TARGETS*) echo UTF8_STRING;; *) exec yes;; esac')
        self.refused("more than 32 MiB")
        self.tool('case "$*" in *TARGETS*) exec yes;; esac')
        self.refused("more types than can be")

    def test_aProgramThatHangsIsGivenUp(self):
        self.tool(f"exec sleep {self.mark}")
        self.refused("did not end within 10 s")

    def test_noDisplayAndNoProgramAreSaid(self):
        self.refused("no clipboard here", DISPLAY="")
        self.refused("no program that reads the clipboard", PATH=self.tools)

    def test_textComesBeforeAnImageUnlessAskedFor(self):
        self.tool('case "$*" in *TARGETS*) printf "TARGETS\\nimage/png\\nUTF8_STRING\\n";; '
                  '*png*) printf "\\211PNG\\r\\n\\032\\n.";; *) printf words;; esac')
        self.assertTrue(self.ok(self.paste()).stdout.endswith(".txt\n"))
        self.assertTrue(self.ok(self.paste("--image")).stdout.endswith(".png\n"))

    def test_itGoesWhereTheRunCouldWriteAndNowhereElse(self):
        self.tool('case "$*" in *TARGETS*) echo UTF8_STRING;; *) printf words;; esac')
        outside = tempfile.mkdtemp(prefix="paste-outside.", dir=self.box.root)
        for place in ("/etc", outside, "/tmp/elsewhere"):
            self.inside("sh", "-c", f"rm -rf /tmp/paste; mkdir -p /tmp/elsewhere; ln -s {place} /tmp/paste")
            done = self.paste()
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (125, 1), done.stderr)
            self.assertIn("/tmp/paste", done.stderr)
        self.assertEqual(self.inside("ls", "/tmp/elsewhere"), b"")
        self.assertEqual(os.listdir(outside), [])
        self.inside("rm", "/tmp/paste")
        self.ok(self.paste())
        self.assertEqual(stat.S_IMODE(int(self.inside("stat", "-c", "%f", "/tmp/paste"), 16)), 0o700)

    def test_theToolSeesOnlyWhatLeadsToTheDisplay(self):
        self.tool(f'env >"{self.tools}/seen"; ls /proc/self/fd >"{self.tools}/fds"; '
                  'case "$*" in *TARGETS*) echo UTF8_STRING;; *) printf words;; esac')
        self.ok(self.paste())
        with open(os.path.join(self.tools, "seen"), encoding="utf-8") as handle:
            names = {line.split("=")[0] for line in handle}
        self.assertLessEqual(names, {"PATH", "HOME", "LANG", "DISPLAY", "XDG_RUNTIME_DIR", "PWD", "SHLVL", "_", "OLDPWD"})


if __name__ == "__main__":
    main()
