#!/usr/bin/env python3
"""Two people on one machine, made by root: neither sees the other's sockets, runs, processes or rows, and what one
puts in the other's place before is refused."""

import os
import shutil
import stat
import subprocess
import sys
import unittest

from case import Box, processes, wait_until

LONG = 60
FIRST = 61101   # nobody's: no passwd entry is needed, and none is made


class Person:
    def __init__(self, uid):
        self.uid = uid
        self.box = Box(os.environ["LEADGLASS_BUILD"])
        del self.box.environment["XDG_RUNTIME_DIR"]     # so that /tmp/leadglass-UID is used
        self.runtime = f"/tmp/leadglass-{uid}"
        for here, names, leaves in os.walk(self.box.folder):
            for name in [here, *(os.path.join(here, n) for n in names + leaves)]:
                os.chown(name, uid, uid, follow_symlinks=False)
        os.chmod(self.box.folder, 0o755)    # the other one may look at what is not closed by Leadglass itself

    def words(self, *command):
        return ["setpriv", f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups", *command]

    def do(self, *words, stdin=subprocess.DEVNULL):
        return subprocess.run(self.words(self.box.program, *words), cwd=self.box.work, env=self.box.environment, stdin=stdin,
                              capture_output=True, text=True, timeout=LONG * 2, check=False)

    def run(self, script):
        return self.do("run", "--ask", "deny", "--", "sh", "-c", script)

    def shell(self, script):
        return subprocess.run(self.words("sh", "-c", script), cwd="/", env=self.box.environment, capture_output=True, text=True,
                              timeout=LONG, check=False, stdin=subprocess.DEVNULL)

    def remove(self):
        clear(self.runtime)
        self.box.remove()


def clear(path):
    if os.path.lexists(path):
        shutil.rmtree(path) if stat.S_ISDIR(os.lstat(path).st_mode) else os.unlink(path)


class TwoPeople(unittest.TestCase):
    def setUp(self):
        self.one, self.two = Person(FIRST), Person(FIRST + 1)
        for person in (self.one, self.two):
            self.addCleanup(person.remove)

    def ok(self, done):
        self.assertEqual(done.returncode, 0, done.stdout[-1000:] + done.stderr[-2000:])
        return done

    def test_seeNothingOfEachOther(self):
        mark = f"7{os.getpid()}"
        live = subprocess.Popen(self.one.words(self.one.box.program, "run", "--ask", "deny", "--", "sh", "-c",
                                               f"echo up; sleep {mark}"), cwd=self.one.box.work, env=self.one.box.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.assertEqual(live.stdout.readline(), "up\n")
            run = os.listdir(self.one.runtime + "/runs")[0]
            self.assertIn(run, self.ok(self.one.do("runs", "list")).stdout, "the control: it is live")
            # Runs, rows and the control socket, by Leadglass and by hand.
            self.assertNotIn(run, self.ok(self.two.do("runs", "list")).stdout)
            self.assertNotIn(run, self.two.do("audit", "list").stdout)
            for words in (("runs", "stop", run), ("review", run), ("apply", run), ("discard", run), ("audit", "show", "1")):
                done = self.two.do(*words)
                self.assertNotEqual(done.returncode, 0, words)
                self.assertNotIn(mark, done.stdout + done.stderr)
            data = self.one.box.home + "/.local/share/leadglass"
            for place in (self.one.runtime, f"{self.one.runtime}/runs/{run}", data, f"{data}/audit.db", f"{data}/runs/{run}"):
                self.assertTrue(os.path.exists(place), place)
                done = self.two.shell(f"ls '{place}' && cat '{place}'")
                self.assertNotEqual(done.returncode, 0, place)
                self.assertIn("Permission denied", done.stderr)
            done = self.two.shell(f"exec /usr/bin/python3 -c 'import socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); "
                                  f"s.connect(\"{self.one.runtime}/runs/{run}/control.sock\")'")
            self.assertIn("PermissionError", done.stderr)
            # Processes, from inside and through /proc and signals from outside.
            inside = self.ok(self.two.run("cat /proc/[0-9]*/cmdline | tr '\\0' ' '; ls /tmp /run 2>/dev/null"))
            self.assertNotIn(mark, inside.stdout)
            self.assertNotIn("leadglass-6", inside.stdout)
            sleeper = processes(mark)[-1]
            for look in ("cat {}/environ", "ls {}/root/", "ls {}/fd/", "readlink {}/ns/net", "cat {}/maps"):
                self.assertNotEqual(self.two.shell(look.format(f"/proc/{sleeper}")).returncode, 0, look)
            self.ok(self.one.shell(f"cat /proc/{sleeper}/environ"))     # the control
            self.assertNotEqual(self.two.shell(f"kill -9 {sleeper} {live.pid}").returncode, 0)
            self.assertIsNone(live.poll())
            # Totals are a person's own.
            self.two.box.environment["LEADGLASS_TOTAL_RUNS"] = "1"
            self.ok(self.two.run("true"))
            self.one.box.environment["LEADGLASS_TOTAL_RUNS"] = "1"
            self.assertEqual(self.one.run("true").returncode, 125)
        finally:
            self.one.do("runs", "stop", os.listdir(self.one.runtime + "/runs")[0])
            live.communicate(timeout=LONG)
        self.assertTrue(wait_until(lambda: not processes(mark), LONG))

    def hostile(self):
        """name -> what the other person puts where this one's runtime directory would be."""
        place, other = self.two.runtime, self.one
        os.makedirs(self.one.box.home + "/trap", exist_ok=True)
        os.chown(self.one.box.home + "/trap", other.uid, other.uid)
        yield "a directory", lambda: other.shell(f"mkdir {place}")
        yield "an open directory", lambda: other.shell(f"mkdir {place} && chmod 777 {place} && mkdir -m 777 {place}/runs")
        yield "a link to a directory of theirs", lambda: other.shell(f"ln -s {other.box.home}/trap {place}")
        yield "a link to what is this one's own", lambda: other.shell(f"ln -s {self.two.box.home} {place}")
        yield "a link to nowhere", lambda: other.shell(f"ln -s /nowhere {place}")
        yield "a file", lambda: other.shell(f"touch {place}")
        yield "a pipe", lambda: other.shell(f"mkfifo {place}")
        # Not the other's: one's own, but open.
        yield "one's own, writable by all", lambda: self.two.shell(f"mkdir -m 777 {place}; chmod 777 {place}")

    def test_whatAnotherPutInOnesPlaceIsRefusedAndNotTouched(self):
        for name, put in self.hostile():
            with self.subTest(what=name):
                clear(self.two.runtime)
                self.ok(put())
                before = os.lstat(self.two.runtime)
                listed = sorted(os.listdir(self.two.runtime)) if os.path.isdir(self.two.runtime) else []
                done = self.two.run("echo ran")
                self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)
                self.assertIn(self.two.runtime, done.stderr)
                self.assertRegex(done.stderr, r"^leadglass: .+ \(.*XDG_RUNTIME_DIR.*\)\n$")
                after = os.lstat(self.two.runtime)
                self.assertEqual((before.st_mode, before.st_uid, before.st_ino), (after.st_mode, after.st_uid, after.st_ino))
                self.assertEqual(listed, sorted(os.listdir(self.two.runtime)) if os.path.isdir(self.two.runtime) else [])
                runs = self.two.box.home + "/.local/share/leadglass/runs"
                self.assertEqual(os.listdir(runs) if os.path.isdir(runs) else [], [], "nothing is left")
        clear(self.two.runtime)
        self.ok(self.two.run("true"))

    def test_aMarkInTheDirectoryOfAnotherIsNoneOfOnes(self):
        # Where the parent is another's, too: XDG_RUNTIME_DIR of somebody else.
        self.two.box.environment["XDG_RUNTIME_DIR"] = self.one.box.folder + "/runtime"
        done = self.ok(self.two.run("echo ran"))    # not ours: falls back to /tmp/leadglass-UID, which is
        self.assertEqual(done.stdout, "ran\n")
        self.assertEqual(os.listdir(self.one.box.folder + "/runtime"), [])
        self.assertTrue(os.path.isdir(self.two.runtime))


if __name__ == "__main__":
    if os.getuid() != 0:
        sys.exit("this test is started by root (ctest -L root)")
    if "LEADGLASS_BUILD" not in os.environ:
        sys.exit("LEADGLASS_BUILD must name the build folder")
    unittest.main(verbosity=2)
