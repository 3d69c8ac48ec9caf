#!/usr/bin/env python3
"""Several runs of one person share a total: one too many does not start, and over a total the largest alone ends. And
what outlives its command, or the thread that started it."""

import os
import signal
import subprocess
import threading
import time

from case import Case, main, processes, start, wait_until

PYTHON = "/usr/bin/python3"
LONG = 60
HOLD = "\nprint('held', flush=True)\nimport sys; sys.stdin.read()"


class Several(Case):
    def setUp(self):
        super().setUp()
        self.live = []
        self.addCleanup(self.end_all)

    def end_all(self):
        for run in self.live:
            run.kill()
            run.communicate()

    def settings(self, text):
        folder = os.path.join(self.box.home, ".config/leadglass")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(os.path.join(folder, "config.toml"), "w", encoding="utf-8") as handle:
            handle.write(text)

    def begin(self, script, *flags):
        run = start(self.box, PYTHON, "-c", script + HOLD, flags=["--ask", "deny", *flags], stdin=subprocess.PIPE)
        self.live.append(run)
        return run

    def held(self, run):
        self.assertEqual(run.stdout.readline(), "held\n", run.stderr.read() if run.poll() is not None else "")

    def finish(self, run):
        self.live.remove(run)
        _, err = run.communicate(input="", timeout=LONG)
        return run.returncode, err


class Totals(Several):
    def test_oneRunTooManyDoesNotStartUntilAnotherEnds(self):
        self.settings("total_runs = 2\n")
        one, two = self.begin(""), self.begin("")
        self.held(one)
        self.held(two)
        for _ in range(2):
            done = self.sh("echo ran")
            self.assertEqual((done.returncode, done.stdout), (125, ""))
            self.assertIn("leadglass: 2 runs of yours are live, and the setting total_runs allows no more than 2 at a time", done.stderr)
            self.assertIn("leadglass runs stop RUN", done.stderr)
        self.assertEqual(len(self.box.json("runs")), 2, "what did not start is no run")
        self.ok(self.box.run("true", flags=["--dry-run"]))
        self.assertEqual(self.finish(one)[0], 0)
        self.assertEqual(self.sh("echo ran").stdout, "ran\n")
        two.kill()      # what was killed does not count
        self.finish(two)
        third = self.begin("")
        self.held(third)
        self.assertEqual(self.sh("echo ran").stdout, "ran\n")
        self.assertEqual(self.finish(third)[0], 0)

    def test_overTheTotalOfMemoryTheLargestAloneEnds(self):
        self.settings('total_memory = "600MiB"\n')
        small = [self.begin("held = b'x' * (120 << 20)") for _ in range(2)]
        for run in small:
            self.held(run)
        large = self.begin("import time\nheld = []\nwhile True: held.append(b'x' * (10 << 20)); time.sleep(0.05)")
        self.live.remove(large)
        _, err = large.communicate(timeout=LONG * 2)
        self.assertEqual(large.returncode, 124, err)
        self.assertRegex(err, r"the run was ended: limit total_memory \([\d.]+ (MiB|GiB) in 3 runs of yours, this one [\d.]+ (MiB|GiB), limit 600 MiB\)")
        rows = [row for row in self.box.json("audit", "list", "--kind", "limit") if row["reason"] == "total_memory"]
        self.assertEqual([row["detail"] for row in rows], [{"by": "watchdog", "ends_the_run": True}])
        for run in small:
            self.assertEqual(self.finish(run)[0], 0)

    def test_overTheTotalOfProcessesTheLargestAloneEnds(self):
        self.settings("total_processes = 60\n")
        small = self.begin("import os, signal\nfor _ in range(15):\n  if os.fork() == 0: signal.pause()")
        self.held(small)
        large = self.begin("import os, signal\nfor _ in range(80):\n  if os.fork() == 0: signal.pause()")
        self.live.remove(large)
        large.wait(timeout=LONG)    # its input stays open: else it ends by itself, maybe before the watchdog looks
        _, err = large.communicate()
        self.assertEqual(large.returncode, 124, err)
        self.assertRegex(err, r"limit total_processes \(\d+ tasks in 2 runs of yours, this one \d+, limit 60\)")
        self.assertEqual(self.finish(small)[0], 0)

    def test_aRunAloneHasItsOwnLimitsOnly(self):
        self.settings('total_memory = "20MiB"\ntotal_processes = 2\n')
        self.ok(self.box.run(PYTHON, "-c", "import time\nheld = b'x' * (60 << 20)\ntime.sleep(2)"))

    def test_thePlanNamesThem(self):
        self.settings('total_runs = 3\ntotal_memory = "2GiB"\n')
        plan = self.ok(self.box.run("true", flags=["--dry-run"])).stdout
        self.assertRegex(plan, r"(?m)^  total_memory 2 GiB  \[watchdog over all live runs of yours: the largest ends\]$")
        self.assertRegex(plan, r"(?m)^  total_runs 3  \[no further one starts\]$")


class Outliving(Several):
    def test_whatWasLeftInTheBackgroundEndsWithTheCommandAndSaysNothingLater(self):
        script = (f"trap '' TERM HUP INT; sleep {self.mark} & setsid sh -c 'sleep 2; echo late; touch late' & nohup sleep {self.mark} & "
                  f"(sh -c 'trap \"\" TERM HUP; (sleep {self.mark}; echo later) &' &) ; setsid setsid sleep {self.mark} & exit 0")
        begun = time.monotonic()
        done = subprocess.run(f"'{self.box.program}' run -- sh -c \"$SCRIPT\" | cat", shell=True, cwd=self.box.work, text=True,
                              env={**self.box.environment, "SCRIPT": script}, capture_output=True, timeout=LONG, check=False,
                              stdin=subprocess.DEVNULL)
        self.assertLess(time.monotonic() - begun, LONG)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual(processes(self.mark), [])
        self.assertFalse([run for run in self.box.json("runs") if run["state"] == "running"])

    def test_aRunOutlivesTheThreadThatStartedIt(self):
        made = []
        thread = threading.Thread(target=lambda: made.append(self.begin("import os")))
        thread.start()
        thread.join()       # the thread is gone: a parent death signal of the start would come now
        run = made[0]
        self.held(run)
        self.assertTrue(wait_until(lambda: run.poll() is None, 1))
        self.assertEqual(self.finish(run)[0], 0)

    def test_aKilledSupervisorLeavesNoProcessOfItsRun(self):
        run = self.begin(f"import os, signal, time\nfor s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)\n"
                         f"for _ in range(5):\n  if os.fork() == 0:\n    os.setsid(); os.execvp('sleep', ['sleep', '{self.mark}'])\n"
                         f"time.sleep(0)")
        self.held(run)
        self.assertTrue(wait_until(lambda: len(processes(self.mark)) >= 5, LONG))
        os.kill(run.pid, signal.SIGKILL)
        self.assertTrue(wait_until(lambda: not processes(self.mark), LONG))


if __name__ == "__main__":
    main()
