#!/usr/bin/env python3
"""A full disk at every write: what is done is whole or not done, one line says why, no allow without its row, and once there
is room all of it works again. On file systems of the test's own: tmpfs, or what LEADGLASS_DISK names (an empty directory)."""

import ctypes
import glob
import os
import subprocess
import time

from case import CLONE_NEWNS, CLONE_NEWUSER, main, start, wait_until
from in_lab import ANSWER, InLab
from lab import MS_BIND, MS_PRIVATE, MS_REC, check, libc

PAGE = 4096
STEP = int(os.environ.get("LEADGLASS_DISK_STEP", "8")) * PAGE


def enter():
    """Mounts of this process's own, and for an ordinary user the right to make them; what it starts has no such right."""
    uid, gid = os.getuid(), os.getgid()
    if uid != 0:
        check(libc.unshare(CLONE_NEWUSER), "unshare(user)")
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as handle:
                handle.write(text)
    check(libc.unshare(CLONE_NEWNS), "unshare(mount)")
    check(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "making mounts private")


class Full(InLab):
    def setUp(self):
        super().setUp()
        self.data = os.path.join(self.box.home, ".local/share/leadglass")
        self.state = os.path.join(self.box.home, ".local/state/leadglass")
        self.config = os.path.join(self.box.home, ".config/leadglass")

    def disk(self, place, mib=8):
        """A small file system of its own at `place`, which is empty or not there."""
        os.makedirs(place, mode=0o700, exist_ok=True)
        if "LEADGLASS_DISK" in os.environ:
            own = os.path.join(os.environ["LEADGLASS_DISK"], f"{os.getpid()}-{time.monotonic_ns()}")
            os.mkdir(own, 0o700)
            check(libc.mount(own.encode(), place.encode(), None, MS_BIND, None), "binding a disk")
        else:
            options = f"size={mib}m,mode=0700".encode()
            check(libc.mount(b"none", place.encode(), b"tmpfs", 0, ctypes.c_char_p(options)), "mounting a tmpfs")
        self.addCleanup(libc.umount2, place.encode(), 2)
        return place

    def fill(self, place, free=0):
        """Leaves `free` bytes there, to whoever is not root."""
        self.empty(place)
        with open(os.path.join(place, "ballast"), "wb") as handle:
            for size in (1 << 20, 64 << 10, PAGE, os.statvfs(place).f_frsize):    # small ext4 has blocks smaller than a page
                while True:
                    room = os.statvfs(place)
                    if room.f_bavail * room.f_frsize - free < size:
                        break
                    try:
                        os.posix_fallocate(handle.fileno(), os.fstat(handle.fileno()).st_size, size)
                    except OSError:
                        break

    def empty(self, place):
        if os.path.exists(os.path.join(place, "ballast")):
            os.remove(os.path.join(place, "ballast"))

    def clean(self, status_of_verify=0):
        """Nothing is half-written."""
        done = self.box.leadglass("audit", "verify")
        self.assertEqual(done.returncode, status_of_verify, done.stdout + done.stderr)
        runs = self.box.json("runs")
        for run in runs:
            self.assertNotEqual(run["state"], "damaged", run)
        kept = os.path.join(self.data, "runs")
        self.assertLessEqual(set(os.listdir(kept) if os.path.isdir(kept) else []), {run["id"] for run in runs})
        self.assertEqual([n for n in glob.glob(os.path.join(self.data, "**/*"), recursive=True) if n.endswith((".tmp", ".new"))], [])

    def refused(self, done, status=125):
        """One line of Leadglass's that says that space is missing."""
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        lines = [line for line in done.stderr.splitlines() if "space" in line]
        self.assertEqual(len(lines), 1, done.stderr)


class Runs(Full):
    def test_aRunStartsWholeOrNotAtAll(self):
        for name, size in ((".claude.json", 9000), (".claude/settings.json", 9000), (".claude/skills/x/SKILL.md", 30000)):
            path = os.path.join(self.box.home, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="ascii") as handle:
                handle.write('{"a": "' + "x" * size + '"}')
        self.disk(self.data)
        began, refused = set(), 0
        for free in range(0, 1 << 20, STEP):
            self.fill(self.data, free)
            done = self.box.run("sh", "-c", "echo began; echo x > f; echo y > ~/.claude/history", flags=["--profile", "claude"])
            self.empty(self.data)
            with self.subTest(free=free):
                if "began" not in done.stdout:
                    self.refused(done)
                    refused += 1
                else:
                    self.assertEqual(done.returncode, 0, done.stderr)
                    began.add("space" in done.stderr)
                self.clean()
            for run in self.box.json("runs"):
                self.ok(self.box.leadglass("discard", run["id"]))
            if False in began:
                break
        self.assertGreater(refused, 1)
        self.assertIn(False, began, "with room it is as ever")
        self.ok(self.sh("true"))
        self.clean()

    def test_noAllowWithoutItsRowAndTheGapIsTold(self):
        self.disk(self.data)
        script = ("while read line; do curl -sS -m 30 --noproxy '*' http://allowed.test/ 2>&1; echo END; done; echo x > made; exit 7")
        run = start(self.box, "sh", "-c", script, flags=["--ask", "deny", "--allow", "allowed.test:80"], stdin=subprocess.PIPE)
        self.addCleanup(run.kill)

        def get():
            run.stdin.write("go\n")
            run.stdin.flush()
            said = ""
            while not said.endswith("END\n"):
                more = run.stdout.readline()
                self.assertTrue(more, run.poll())
                said += more
            return ANSWER in said

        self.assertTrue(get())
        self.fill(self.data)
        answers = [get() for _ in range(12)]
        self.assertIn(False, answers)
        self.assertFalse(answers[-1])
        full = self.box.leadglass("audit", "list", "--limit", "10000")
        self.ok(full, "the history is readable on a full disk")
        self.empty(self.data)
        self.assertTrue(get(), "once there is room it goes on")
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 7, out + err)
        rows = self.box.audit()
        allows = [r for r in rows if r["kind"] == "egress" and r["verdict"] == "allow"]
        self.assertGreaterEqual(len(allows), len(self.seen("http")), "nothing was sent without its row")
        gaps = [r for r in rows if r["reason"] == "history_gap"]
        self.assertTrue(gaps, [r["reason"] for r in rows])
        self.assertGreaterEqual(sum(r["detail"]["rows"] for r in gaps), answers.count(False))
        self.clean()

    def test_aRunWhoseFilesFillTheDiskEndsAsItWouldAndKeepsWhatItWrote(self):
        self.disk(self.data)
        done = self.sh("echo good > before; dd if=/dev/zero of=big bs=64k 2>/dev/null; echo st=$?; rm big; echo more > after; exit 3")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("st=1", done.stdout)
        self.clean()
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual((self.read("before"), self.read("after")), ("good\n", "more\n"))

    def test_anchorsAndLogThatCannotBeWrittenStopNoRunAndAreNotTorn(self):
        self.disk(self.state)
        self.ok(self.sh("true"))
        self.fill(self.state)
        for _ in range(40):     # over the end of a page
            self.assertEqual(self.sh("exit 4").returncode, 4)
        self.empty(self.state)
        self.ok(self.sh("true"))
        report = self.box.json("audit", "verify")
        self.assertTrue(report["intact"], report)
        with open(os.path.join(self.state, "anchors"), encoding="ascii") as handle:
            newest = handle.read().splitlines()[-1].split()
        self.assertEqual(int(newest[1]), report["rows"], "the newest is whole")

    def test_aDiskWithoutRoomForTheRuntimeDirectoryStartsNothing(self):
        self.disk(self.box.environment["XDG_RUNTIME_DIR"], mib=1)
        self.fill(self.box.environment["XDG_RUNTIME_DIR"])
        done = self.sh("echo began")
        if "began" not in done.stdout:
            self.refused(done)
        self.empty(self.box.environment["XDG_RUNTIME_DIR"])
        self.ok(self.sh("true"))
        self.clean()


class Changes(Full):
    def changed(self):
        self.ok(self.sh("set -e; for i in 1 2 3 4 5 6; do head -c 90000 /dev/zero | tr '\\0' $i > f$i; done; rm -r d; echo new > README.md"))
        return self.box.json("runs")[0]["id"]

    def setUp(self):
        super().setUp()
        self.write("d/e/f", "deep\n" * 2000)
        for i in (1, 2, 3):
            self.write(f"f{i}", f"old {i}\n" * 4000)

    def whole(self, before, after):
        for path, content in self.box.host_state().items():
            if os.path.basename(path) != "ballast" and path != "projects":
                self.assertIn(content, (before.get(path), after.get(path)), path)

    def trial(self, place):
        """Apply and undo with ever more room, until it is enough: each file is the old or the new one, and none is lost."""
        run, before = self.changed(), self.box.host_state()
        self.ok(self.box.leadglass("apply", run))
        after = self.box.host_state()
        self.ok(self.box.leadglass("undo", run))
        self.assertEqual(self.box.host_state(), before)
        failed = 0
        for free in range(0, 2 << 20, 4 * STEP):
            with self.subTest(free=free):
                self.fill(place, free)
                done = self.box.leadglass("apply", run)
                self.whole(before, after)
                self.empty(place)
                if done.returncode != 0:
                    failed += 1
                    self.assertIn("space", done.stdout + done.stderr)
                self.ok(self.box.leadglass("apply", run))
                self.assertEqual(self.box.host_state(), after)
                self.fill(place, free)
                undone = self.box.leadglass("undo", run)
                self.whole(before, after)
                self.empty(place)
                if undone.returncode != 0:
                    self.assertIn("space", undone.stdout + undone.stderr)
                for _ in range(9):
                    if self.box.host_state() == before:
                        break
                    self.ok(self.box.leadglass("undo", run))
                self.assertEqual(self.box.host_state(), before)
            if done.returncode == undone.returncode == 0:
                break
        self.assertGreater(failed, 0)
        self.assertEqual((done.returncode, undone.returncode), (0, 0), "with room it is as ever")
        self.clean()

    def test_anApplyIntoAFullProjectLeavesEachFileOldOrNew(self):
        work, held = self.box.work, self.box.work + ".held"
        os.rename(work, held)
        self.disk(work)
        subprocess.run(["cp", "-a", held + "/.", work], check=True)
        subprocess.run(["rm", "-r", held], check=True)
        self.trial(work)

    def test_anApplyWhoseJournalHasNoRoomChangesNothingOrAll(self):
        self.disk(self.data)
        self.trial(self.data)

    def test_anAnswerThatCannotBeKeptIsToldAndTheOldOnesStay(self):
        self.disk(self.config)
        kept = os.path.join(self.config, "grants.toml")

        def ask(host, verdict):
            run = start(self.box, "sh", "-c", f"curl -sS -m 50 http://{host}/", flags=["--ask", "app"])
            self.addCleanup(run.kill)
            self.assertTrue(wait_until(lambda: self.box.pending(), 30))
            question = self.box.pending()[0]
            if verdict == "full":
                self.fill(self.config)
            done = self.box.leadglass("answer", question["id"], question["digest"], "allow", "--scope", "always")
            self.empty(self.config)
            out, err = run.communicate(timeout=60)
            return done, out + err

        done, got = ask("ask.test", "room")
        self.ok(done)
        self.assertIn(ANSWER, got)
        with open(kept, encoding="utf-8") as handle:
            before = handle.read()
        self.assertIn("ask.test", before)
        seen = len(self.seen("http"))
        done, got = ask("other.test", "full")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn("space", done.stderr)
        self.assertNotIn(ANSWER, got)
        self.assertEqual(len(self.seen("http")), seen)
        with open(kept, encoding="utf-8") as handle:
            self.assertEqual(handle.read(), before)
        self.assertEqual(os.listdir(self.config), ["grants.toml"])


if __name__ == "__main__":
    if "LEADGLASS_LAB" in os.environ:
        enter()
    main(lab=True)
