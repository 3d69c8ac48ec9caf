#!/usr/bin/env python3
"""The clocks jump under a run: the wall clock by a day and a year to both sides, the clocks since boot ahead (a suspend that is
counted), and all of a run stands still for a while. What is decided follows none of it; the history stays in order."""

import os
import signal
import subprocess
import time

from case import HERE, main, start, wait_until
from in_lab import ANSWER, InLab
from test_kill import descendants

DAY, YEAR = 86400, 365 * 86400
JUMPS = (-YEAR, -DAY, DAY, YEAR)
GET = "curl -sS -m 50 --noproxy '*' http://{}/ 2>&1"


class Clocks(InLab):
    def setUp(self):
        super().setUp()
        library = os.path.join(self.box.folder, "shifted_clock.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, os.path.join(HERE, "../support/shifted_clock.c")], check=True)
        self.clock = os.path.join(self.box.folder, "clock")
        self.shift()
        self.box.environment.update(LD_PRELOAD=library, LEADGLASS_TEST_CLOCK=self.clock,
                                    ASAN_OPTIONS=self.box.environment.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0")

    def shift(self, wall=0, since_boot=0):
        with open(self.clock + ".new", "w", encoding="ascii") as handle:
            handle.write(f"{wall} {since_boot}\n")
        os.rename(self.clock + ".new", self.clock)

    def live(self, *flags):
        """A shell inside that runs what it is sent."""
        run = start(self.box, "sh", flags=flags, stdin=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        return run

    def say(self, run, line):
        run.stdin.write(line + "; echo END\n")
        run.stdin.flush()
        said = ""
        while not said.endswith("END\n"):
            more = run.stdout.readline()
            self.assertTrue(more, f"the run ended: {said}")
            said += more
        return said[:-4]

    def pending(self):
        self.assertTrue(wait_until(lambda: self.box.pending(), 30))
        return self.box.pending()[0]

    def answer(self, question, *words):
        return self.box.leadglass("answer", question["id"], question["digest"], *words)


class Wall(Clocks):
    def test_rulesRowsAndLimitsDoNotFollowTheWallClock(self):
        run = self.live("--ask", "deny", "--allow", "allowed.test:80", "--limit", "wall_clock=1h")
        for jump in (0, *JUMPS, 0):
            self.shift(jump)
            self.assertIn(ANSWER, self.say(run, GET.format("allowed.test")), jump)
            self.assertNotIn(ANSWER, self.say(run, GET.format("denied.test")), jump)
        out, err = run.communicate("exit 6\n", timeout=60)
        self.assertEqual(run.returncode, 6, out + err)
        rows = self.box.audit()
        ids = [row["id"] for row in rows]
        self.assertEqual(ids, list(range(ids[0], 0, -1)), "listed in the order in which they were written")
        times = [row["time"] for row in rows]
        self.assertNotEqual(times, sorted(times, reverse=True), "and bear the times that were")
        self.ok(self.box.leadglass("audit", "verify"))
        now = len(self.box.json("audit", "list", "--since", "12h", "--kind", "egress"))
        self.assertEqual(now, 2 * 4, "of now and of a time to come")
        self.shift(-YEAR)
        self.assertEqual(len(self.box.json("audit", "list", "--since", "12h", "--kind", "egress")), 2 * 6)

    def test_aQuestionIsHeldAsLongAsItWasSaidAndItsEndIsShownByTheClockOfNow(self):
        for jump in JUMPS:
            with self.subTest(jump=jump):
                self.shift()
                run = start(self.box, "sh", "-c", GET.format("ask.test"), flags=["--ask", "app"])
                self.addCleanup(run.kill)
                self.pending()
                self.shift(jump)
                question = self.pending()
                self.assertRegex(self.box.leadglass("approvals").stdout, r"\b([1-9]|[1-4][0-9]) s left")
                self.ok(self.answer(question, "allow"))
                self.assertIn(ANSWER, run.communicate(timeout=60)[0])

    def test_grantsThatWereKeptHoldWhateverTheDate(self):
        run = start(self.box, "sh", "-c", GET.format("ask.test"), flags=["--ask", "app"])
        self.addCleanup(run.kill)
        self.ok(self.answer(self.pending(), "allow", "--scope", "project"))
        self.assertIn(ANSWER, run.communicate(timeout=60)[0])
        for jump in JUMPS:
            self.shift(jump)
            self.assertIn(ANSWER, self.sh(GET.format("ask.test"), "--ask", "deny").stdout, jump)
            self.assertNotIn(ANSWER, self.sh(GET.format("other.test"), "--ask", "deny").stdout, jump)

    def test_theNewestRunIsTheOneThatWasStartedLast(self):
        for number, jump in enumerate((0, *JUMPS, 0)):
            self.shift(jump)
            self.ok(self.sh(f"echo {number} > newest"))
            newest = self.box.json("runs")[0]
            self.assertIn(f"echo {number}", " ".join(word["text"] for word in newest["command"]))
            self.assertIn(f"+{number}", self.ok(self.box.leadglass("review", "last", "--diff")).stdout)

    def test_whatCannotBeProvedUnchangedByTimeIsAConflict(self):
        self.shift(2 * 3600)
        self.ok(self.sh("echo theirs > README.md; echo new > new.txt"))
        changes = {c["path"]["text"]: c["conflict"] for c in self.box.json("review", "last")}
        self.assertEqual(changes, {"README.md": "", "new.txt": ""}, changes)
        self.shift(3600)        # set back by an hour, and still after the start as the file system tells it
        changes = {c["path"]["text"]: c["conflict"] for c in self.box.json("review", "last")}
        self.assertIn("cannot be proved unchanged", changes["README.md"])
        self.assertEqual(changes["new.txt"], "")
        done = self.box.leadglass("apply", "last", "--on-conflict", "skip")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(self.read("README.md"), "# App\n")
        self.assertEqual(self.read("new.txt"), "new\n")
        self.shift(9 * 3600)    # ahead is no reason for doubt
        self.assertIn("", [c["conflict"] for c in self.box.json("review", "last")])


class SinceBoot(Clocks):
    def test_whenTheyJumpAheadWhatWaitsIsRefusedAndNothingIsAllowed(self):
        run = start(self.box, "sh", "-c", GET.format("ask.test"), flags=["--ask", "app"])
        self.addCleanup(run.kill)
        question = self.pending()
        self.shift(DAY, DAY)
        out, err = run.communicate(timeout=90)
        self.assertNotIn(ANSWER, out + err)
        self.assertEqual([e for e in self.seen("tcp")], [])
        self.assertNotEqual(self.answer(question, "allow").returncode, 0, "its run is over")
        self.assertTrue({"expired_unanswered", "no_approver"} & {row["outcome"] for row in self.box.audit()})
        self.ok(self.box.leadglass("audit", "verify"))

    def test_aLateAnswerIsGoodForAMinuteAndNotForLonger(self):
        run = self.live("--ask", "app", "--profile", self.profile('[approvals]\nhold = "5s"\n'))
        self.assertNotIn(ANSWER, self.say(run, GET.format("ask.test")))
        question = self.box.json("approvals", "list")[0]
        self.ok(self.answer(question, "allow"))
        self.shift(0, 3600)
        run.stdin.write(GET.format("ask.test") + "; echo END\n")
        run.stdin.flush()
        again = self.pending()
        self.assertEqual(again["state"], "pending", "it is asked anew")
        self.ok(self.answer(again, "deny"))
        self.assertNotIn(ANSWER, run.stdout.readline())

    def test_theLimitOfTimeCountsThem(self):
        run = self.live("--ask", "deny", "--limit", "wall_clock=1h")
        self.say(run, "true")
        self.shift(0, 3500)
        self.say(run, "true")
        self.shift(0, 3700)
        run.wait(timeout=60)        # its input stays open
        self.assertEqual(run.returncode, 124, run.stderr.read())


class StandingStill(Clocks):
    def test_aRunThatStoodStillGoesOnWithItsQuestionAndItsStreams(self):
        """As in a suspend: every process stops, and time passes."""
        run = self.live("--ask", "app", "--allow", "allowed.test:80")
        self.assertIn(ANSWER, self.say(run, GET.format("allowed.test")))
        run.stdin.write(GET.format("ask.test") + "; echo END\n")
        run.stdin.flush()
        question = self.pending()
        family = descendants(run.pid)
        for pid in family:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(2)
        self.assertEqual([e for e in self.seen("http") if e["host"] == "ask.test"], [])
        for pid in reversed(sorted(family)):
            os.kill(pid, signal.SIGCONT)
        self.assertEqual(self.pending()["id"], question["id"])
        self.ok(self.answer(question, "allow"))
        self.assertIn(ANSWER, run.stdout.readline())
        while run.stdout.readline() != "END\n":
            pass
        self.assertIn(ANSWER, self.say(run, GET.format("allowed.test")))
        out, err = run.communicate("exit 0\n", timeout=60)
        self.assertEqual(run.returncode, 0, out + err)
        self.ok(self.box.leadglass("audit", "verify"))


if __name__ == "__main__":
    main(lab=True)
