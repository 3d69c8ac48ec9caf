#!/usr/bin/env python3
"""Leadglass's own places go away or go bad under a live run: nothing passes without its row, the run ends as it would, what is
wrong is told once, and the next start works or says what to do."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import unittest

from case import main, start, wait_until
from in_lab import ANSWER, InLab
from test_kill import alive, descendants

HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


class Gone(InLab):
    def setUp(self):
        super().setUp()
        self.data = os.path.join(self.box.home, ".local/share/leadglass")
        self.db = os.path.join(self.data, "audit.db")
        self.runtime = self.box.environment["XDG_RUNTIME_DIR"]
        self.ok(self.sh("true"))
        self.before = self.box.host_state()

    def live(self, *flags):
        """A run that is asked for one connection a line, and ends with 5 once it is told no more."""
        script = "while read line; do curl -sS -m 30 --noproxy '*' http://$line/ 2>&1; echo END; done; echo x > made; exit 5"
        run = start(self.box, "sh", "-c", script, flags=["--ask", "deny", "--allow", "allowed.test:80", *flags],
                    stdin=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        self.assertIn(ANSWER, self.get(run))
        return run

    def get(self, run, host="allowed.test"):
        run.stdin.write(host + "\n")
        run.stdin.flush()
        said = ""
        while not said.endswith("END\n"):
            more = run.stdout.readline()
            self.assertTrue(more, f"the run ended: {said}")
            said += more
        return said

    def end(self, run, status=5):
        family = descendants(run.pid)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, status, out + err)
        self.assertTrue(wait_until(lambda: not alive(family), 30), alive(family))
        self.assertEqual(self.box.host_state(), self.before)
        return err

    def nothing_more(self, run):
        """No connection is made any more."""
        before = len(self.seen("tcp"))
        for _ in range(3):
            self.assertNotIn(ANSWER, self.get(run))
        self.assertEqual(len(self.seen("tcp")), before)


class Runtime(Gone):
    def test_withoutItsRuntimeDirectoryARunGoesOnAndItsEndIsWhole(self):
        for place in (os.path.join(self.runtime, "leadglass"), self.runtime):
            with self.subTest(place=place):
                run = self.live()
                name = next(r["id"] for r in self.box.json("runs") if r["state"] == "running")
                shutil.rmtree(place)
                self.assertIn(ANSWER, self.get(run))
                self.assertNotIn(ANSWER, self.get(run, "denied.test"))
                stop = self.box.leadglass("runs", "stop", name)
                self.assertEqual(stop.returncode, 125, stop.stdout)
                self.assertEqual(len(stop.stderr.splitlines()), 1, stop.stderr)
                self.assertEqual(self.box.pending(), [])
                self.end(run)
                os.makedirs(self.runtime, mode=0o700, exist_ok=True)
                self.ok(self.box.leadglass("apply", name))
                self.ok(self.box.leadglass("undo", name))
                self.ok(self.box.leadglass("discard", name))
        done = self.ok(self.sh("true"))
        self.assertNotIn("did not end by itself", done.stderr)
        self.ok(self.box.leadglass("audit", "verify"))
        self.assertEqual([r["kind"] for r in self.box.audit()].count("run_end"), 4)

    def test_anotherStartMeanwhileTakesNothingFromIt(self):
        run = self.live()
        shutil.rmtree(os.path.join(self.runtime, "leadglass"))
        self.ok(self.sh("true"))
        self.assertIn(ANSWER, self.get(run))
        self.end(run)
        self.assertEqual(os.listdir(os.path.join(self.runtime, "leadglass/runs")), [])


class Data(Gone):
    def wipe(self, place):
        for here, names, _ in os.walk(place):
            for name in names:
                os.chmod(os.path.join(here, name), 0o700)       # overlayfs makes one that nobody may read
        shutil.rmtree(place)

    def test_withoutTheDataDirectoryNothingIsAllowedAndTheNextStartBeginsAnew(self):
        run = self.live()
        self.wipe(self.data)
        self.nothing_more(run)
        err = self.end(run)
        self.assertIn("was removed or replaced", err)
        self.assertEqual(self.box.leadglass("audit", "verify").returncode, 2, "it is missed")
        self.ok(self.sh("true"))
        self.assertEqual(self.box.leadglass("audit", "verify").returncode, 2)
        self.assertEqual(self.box.json("runs"), [])

    def test_withoutTheRunsDirectoryTheEndSaysThatItsChangesAreGone(self):
        run = self.live()
        self.wipe(os.path.join(self.data, "runs"))
        self.assertIn(ANSWER, self.get(run), "its history is there")
        err = self.end(run)
        self.assertRegex(err, "could not be|cannot")
        self.ok(self.sh("true"))
        self.ok(self.box.leadglass("audit", "verify"))
        self.assertEqual(self.box.json("runs"), [])

    def test_aHistoryThatIsReplacedOrLosesItsLogTakesNoMoreRows(self):
        for what in ("removed", "replaced", "log"):
            with self.subTest(what=what):
                run = self.live()
                if what == "log":
                    os.remove(self.db + "-wal")
                else:
                    os.rename(self.db, self.db + ".away")
                    if what == "replaced":
                        shutil.copy(self.db + ".away", self.db)
                        os.chmod(self.db, 0o600)
                self.nothing_more(run)
                self.assertIn("was removed or replaced", self.end(run))
                if what != "log":
                    os.replace(self.db + ".away", self.db)
                for found in self.box.json("runs"):
                    self.ok(self.box.leadglass("discard", found["id"]))
                self.ok(self.sh("true"))

    def test_aHistoryWhosePagesAreOverwrittenTakesNoMoreRows(self):
        run = self.live()
        size = os.path.getsize(self.db)
        with open(self.db, "r+b") as handle:
            for at in range(0, size, 4096):
                handle.seek(at)
                handle.write(os.urandom(min(4096, size - at)))
        for _ in range(3):
            self.get(run)       # what is in its log and in its memory is whole
        err = self.end(run)
        done = self.box.leadglass("audit", "verify")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("damaged", done.stdout)
        again = self.sh("true")
        if again.returncode != 0:
            self.assertEqual(again.returncode, 125, again.stderr)
            self.assertIn("set-aside", again.stderr + err)
        self.ok(self.box.leadglass("audit", "set-aside"))
        self.ok(self.sh("true"), "a new one begins")
        self.ok(self.box.leadglass("audit", "verify"))

    @unittest.skipIf(os.getuid() == 0, "rights do not stop root")
    def test_rightsThatAreTakenAwayMeanwhileStopTheNextRunOnly(self):
        run = self.live()
        os.chmod(self.db, 0o400)
        self.assertIn(ANSWER, self.get(run), "it was opened before")
        refused = self.sh("true")
        self.assertEqual(refused.returncode, 125)
        self.assertIn("chmod u+rw", refused.stderr)
        self.end(run)
        os.chmod(self.db, 0o600)
        self.ok(self.sh("true"))
        self.ok(self.box.leadglass("audit", "verify"))

    def test_whatWaitsForALockForThirtySecondsIsWrittenAfterwards(self):
        run = self.live()
        rows = len(self.box.audit())
        holder = subprocess.Popen([sys.executable, "-c", HOLD, self.db], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(holder.kill)
        self.assertEqual(holder.stdout.readline(), b"held\n")
        before = len(self.seen("tcp"))
        self.assertNotIn(ANSWER, self.get(run))
        self.assertEqual(len(self.seen("tcp")), before)
        holder.communicate()
        self.assertIn(ANSWER, self.get(run))
        self.end(run)
        found = self.box.audit()
        self.assertGreater(len(found), rows)
        gap = next(r for r in found if r["reason"] == "history_gap")
        self.assertIn("lock", gap["detail"]["why"])
        self.ok(self.box.leadglass("audit", "verify"))


class PowerCut(Gone):
    def told(self, events):
        if not os.path.exists(events):
            return []
        with open(events, encoding="utf-8") as handle:
            return handle.read().split("\n")[:-1]

    def test_killsAmongThousandsOfCommitsLoseNoRowThatWasSeen(self):
        """Each row that --events told is in the history, whose chain is whole."""
        events = os.path.join(self.box.folder, "events")
        for _ in range(4):
            run = start(self.box, "sh", "-c", "i=0; while :; do i=$((i+1)); curl -s -m 5 http://denied$i.test/; done > /dev/null", stdout=subprocess.DEVNULL,
                        flags=["--ask", "deny", "--events", events])
            self.assertTrue(wait_until(lambda: len(self.told(events)) > 20, 60))
            seen = self.told(events)
            os.kill(run.pid, signal.SIGKILL)
            run.communicate()
            self.assertTrue(seen)
            with sqlite3.connect(f"file:{self.db}?mode=ro", uri=True) as db:
                known = {row[0].hex() for row in db.execute("SELECT hash FROM events")}
            for line in seen:
                self.assertIn(line.split('"hash":"')[1][:64], known)
            os.remove(events)
            self.ok(self.box.leadglass("audit", "verify"))
        self.ok(self.sh("true"))


if __name__ == "__main__":
    main(lab=True)
