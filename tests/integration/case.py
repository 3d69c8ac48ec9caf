"""The base of the tests of whole runs: each test has a throwaway person with the built Leadglass.

Started by CTest with LEADGLASS_BUILD, the build folder. `main(lab=True)` moves the whole script into the
lab of tests/support/lab.py first.
"""

import ctypes
import itertools
import os
import re
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))

import require  # noqa: E402
from box import SLOWER, Box  # noqa: E402

MARKS = itertools.count(1)
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x20000


class Case(unittest.TestCase):
    def setUp(self):
        self.box = Box(os.environ["LEADGLASS_BUILD"])
        self.addCleanup(self.box.remove)
        self.mark = f"9{os.getpid()}{next(MARKS):03}"   # seconds that only this test sleeps: finds its processes

    def sh(self, script, *flags, **options):
        return self.box.run("sh", "-c", script, flags=flags, **options)

    def ok(self, done, message=""):
        self.assertEqual(done.returncode, 0, f"{message}\nstdout: {done.stdout[-3000:]}\nstderr: {done.stderr[-3000:]}")
        return done

    def profile(self, text, extends="default", name="trial"):
        """A profile file of the person; its path."""
        path = os.path.join(self.box.home, ".config/leadglass/profiles", name + ".toml")
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        os.chmod(os.path.dirname(os.path.dirname(path)), 0o700)
        with open(path, "w", encoding="utf-8") as handle:
            handle.write(f'schema = 1\nname = "{name}"\nversion = "1"\nextends = "{extends}"\n{text}')
        os.chmod(path, 0o600)
        return path

    def write(self, name, text):
        path = os.path.join(self.box.work, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as handle:
            handle.write(text)

    def read(self, name):
        with open(os.path.join(self.box.work, name), encoding="utf-8") as handle:
            return handle.read()


def without_objects(state):
    """What an undo puts back: of git's objects it takes none away, since what was done meanwhile may need them."""
    return {path: value for path, value in state.items() if not re.search(r"/objects/([0-9a-f]{2}|pack)(/|$)", path)}


def start(box, *command, flags=(), **options):
    """`leadglass run FLAGS -- COMMAND` in the background."""
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.Popen([box.program, "run", *flags, "--", *command], cwd=box.work, env=box.environment, text=True,
                            **options)


def processes(word):
    """The pids whose command line holds this word as an argument."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as handle:
                if word.encode() in handle.read().split(b"\0"):
                    found.append(int(pid))
        except OSError:
            pass
    return found


def wait_until(condition, seconds, step=0.05):
    end = time.monotonic() + seconds * SLOWER
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(step)
    return bool(condition())


def can_make_namespaces():
    child = os.fork()
    if child == 0:
        os._exit(0 if ctypes.CDLL(None).unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 else 1)
    return os.waitpid(child, 0)[1] == 0


def main(lab=False):
    if "LEADGLASS_BUILD" not in os.environ:
        sys.exit("LEADGLASS_BUILD must name the build folder")
    if not can_make_namespaces():
        require.missing("userns", "unshare(user, mount) fails for this user")
    if lab and "LEADGLASS_LAB" not in os.environ:
        script = os.path.join(HERE, "../support/lab.py")
        os.execv(sys.executable, [sys.executable, "-B", script, "--", sys.executable, "-B", *sys.argv])
    done = unittest.main(verbosity=2, exit=False).result
    sys.exit(1 if not done.wasSuccessful() else 77 if require.LACKED else 0)
