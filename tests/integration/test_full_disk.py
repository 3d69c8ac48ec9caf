#!/usr/bin/env python3
"""Disks that fill up, the project's or the one with the runs, at every step: nothing is lost, and what was left goes on."""

import glob
import hashlib
import os
import shutil
import subprocess
import sys

from case import Case, main

KIB = 1024
OLD = 60 * KIB
FILES = 6
# What is left free: from nothing, over each kept version, to more than all of it takes.
STEPS = (0, 12, 72, 200, 370, 450)
AGENT = (f"for i in 1 2 3 4 5 6; do head -c {OLD + 5000} /dev/urandom > f$i; done; rm -r gone; mkdir -p new/deep; head -c {OLD} /dev/urandom > new/deep/x;"
         "mv from to; rm type; mkdir type; echo in > type/in; chmod 600 mode")


def tree(folder):
    found = {}
    for here, names, leaves in os.walk(folder):
        for name in names + leaves:
            path = os.path.join(here, name)
            content = ""
            if os.path.isfile(path):
                with open(path, "rb") as handle:
                    content = hashlib.sha256(handle.read()).hexdigest()
            found[os.path.relpath(path, folder)] = (os.lstat(path).st_mode, content)
    found.pop(".ballast", None)
    return found


class Inside:
    """What a test does once its file systems are its own."""

    def __init__(self, work, home, program):
        self.work, self.home, self.program = work, home, program
        self.data = os.path.join(home, ".local/share/leadglass")

    def mount(self, place, size):
        os.makedirs(place, mode=0o700, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "none", place], check=True)

    def project(self):
        os.chdir(self.work)
        for i in range(1, FILES + 1):
            with open(f"f{i}", "wb") as handle:
                handle.write(os.urandom(OLD))
        for name in ("gone/a/b", "from", "type", "mode"):
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            with open(name, "wb") as handle:
                handle.write(os.urandom(3000))

    def leadglass(self, *words):
        return subprocess.run([self.program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              timeout=120, check=False)

    def run(self, script, *flags):
        return self.leadglass("run", "--ask", "deny", *flags, "--", "sh", "-c", script)

    def fill(self, place, free):
        """A file that leaves so many bytes free."""
        path = os.path.join(place, ".ballast")
        about = os.statvfs(place)
        left = about.f_bavail * about.f_frsize - free
        if left > 0:
            with open(path, "wb") as handle:
                os.posix_fallocate(handle.fileno(), 0, left)
        return path

    def each_step(self, place):
        """Applies and takes back with less and less room; what lies at a path is always one of the two versions."""
        before = tree(self.work)
        done = self.run(AGENT)
        assert done.returncode == 0, done.stderr
        assert self.leadglass("apply", "last", "--include-risky").returncode == 0
        after = tree(self.work)
        assert after != before
        assert self.leadglass("undo", "last").returncode == 0
        assert tree(self.work) == before
        failed = 0
        for free in STEPS:
            for verb, goal in ((("apply", "last", "--include-risky"), after), (("undo", "last"), before)):
                ballast = self.fill(place, free * KIB)
                done = self.leadglass(*verb)
                failed += done.returncode != 0
                now = tree(self.work)
                for path, what in now.items():
                    assert what in (before.get(path), after.get(path)), (free, verb, path, done.stderr)
                for path in set(before) & set(after):
                    assert path in now, (free, verb, path, done.stderr)
                contents = {what[1] for what in now.values()}
                assert (before["from"][1] in contents), (free, verb, "what was moved is nowhere", done.stderr)
                if os.path.exists(ballast):
                    os.unlink(ballast)
                again = self.leadglass(*verb)
                while verb[0] == "undo" and again.returncode == 0:    # an apply in two parts is two to take back
                    again = self.leadglass(*verb)
                assert tree(self.work) == goal, (free, verb, done.stderr, again.stderr,
                                                 {p for p in set(goal) | set(tree(self.work)) if goal.get(p) != tree(self.work).get(p)})
        assert failed > 0, "never full"
        assert not [name for name in os.listdir(self.work) if name.startswith(".leadglass")]
        assert self.leadglass("audit", "verify").returncode == 0

    def data_full(self):
        self.mount(self.data, "16m")
        self.project()
        self.each_step(self.data)

    def project_full(self):
        self.mount(self.work, "4m")
        self.project()
        self.each_step(self.work)

    def runs(self):
        return [os.path.basename(path) for path in glob.glob(self.data + "/runs/*")]

    def no_start(self):
        self.mount(self.data, "4m")
        self.project()
        before = tree(self.work)
        for flags in ((), ("--workspace", "copy"), ("--workspace", "direct")):
            for free in (0, 100, 300):
                ballast = self.fill(self.data, free * KIB)
                done = self.run("echo started; echo x > f1", *flags)
                os.unlink(ballast)
                if done.returncode == 0:
                    assert not flags or free > 0, done.stderr
                    self.leadglass("undo", "last")
                    assert self.leadglass("discard", "last").returncode == 0
                else:
                    assert (done.returncode, done.stdout) == (125, ""), (flags, free, done)
                    assert "space" in done.stderr or "full" in done.stderr, done.stderr
                assert self.runs() == [], (flags, free, done.stderr)
                assert tree(self.work) == before, (flags, free)

    def direct_end(self):
        """The disk fills up while the command runs: what it changed is told, and taken back, once there is room."""
        self.mount(self.data, "4m")
        self.project()
        before = tree(self.work)
        child = subprocess.Popen([self.program, "run", "--ask", "deny", "--workspace", "direct", "--", "sh", "-c",
                                  AGENT + "; echo x > .envrc; echo ready; read line"],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "ready\n"
        ballast = self.fill(self.data, 0)
        _, told = child.communicate("\n", timeout=120)
        os.unlink(ballast)
        after = tree(self.work)
        assert after != before
        assert self.leadglass("review", "last").returncode == 0, told
        assert not os.path.exists(".envrc")
        assert self.leadglass("undo", "last").returncode == 0
        assert tree(self.work) == before


class FullDisk(Case):
    def inside(self, what):
        # In there root's bwrap belongs to nobody that is known: a copy of the person's own comes first.
        tools = os.path.join(self.box.folder, "own")
        os.makedirs(tools, exist_ok=True)
        shutil.copy2(shutil.which("bwrap"), tools)
        self.ok(subprocess.run(
            ["unshare", "-Urm", "--map-current-user", "--keep-caps", sys.executable, "-B", os.path.abspath(__file__), "--inside", what,
             self.box.work, self.box.home, self.box.program],
            env={**self.box.environment, "PATH": tools + ":" + self.box.path()}, cwd=self.box.folder, text=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=300))

    def test_ofTheRunsWhileApplyingAndTakingBack(self):
        self.inside("data_full")

    def test_ofTheProjectWhileApplyingAndTakingBack(self):
        self.inside("project_full")

    def test_atTheStartNothingBeginsAndNothingStays(self):
        self.inside("no_start")

    def test_atTheEndOfADirectRunNothingIsForgotten(self):
        self.inside("direct_end")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        getattr(Inside(*sys.argv[3:6]), sys.argv[2])()
        sys.exit(0)
    main()
