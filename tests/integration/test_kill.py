#!/usr/bin/env python3
"""SIGKILL of any part of a run, at any moment: nothing lives on, nothing is lost, nothing is left lying about.

LEADGLASS_KILL_SEED repeats a series; LEADGLASS_KILL_ROUNDS makes it longer.
"""

import os
import random
import signal
import time

from case import Case, main, start, wait_until

PARTS = ("leadglass", "leadglass-egres", "leadglass-launc", "bwrap", "init")    # as the kernel cuts them
# Writes without end, in whole files: what is there after the kill must be applicable.
COMMAND = "i=0; while :; do i=$((i+1)); echo $i > file-$((i % 7)); rm -f file-$((i % 5)); sleep 0.01; done"


def descendants(pid):
    """pid -> name of what runs below, and of the process itself. The bwrap that is asked for its version does not count."""
    parents, names = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as handle:
                text = handle.read()
        except OSError:
            continue
        state, parent = text[text.rindex(")") + 2:].split()[:2]
        if state != "Z":
            names[int(entry)] = text[text.index("(") + 1:text.rindex(")")]
            parents[int(entry)] = int(parent)
    found = {pid}
    while True:
        more = {p for p, parent in parents.items() if parent in found} - found
        if not more:
            return {p: names.get(p, "") for p in found
                    if names.get(p) != "bwrap" or names.get(parents[p]) in ("leadglass-launc", "bwrap")}
        found |= more


def alive(pids):
    """Those that still run (a zombie waits only for its parent)."""
    found = []
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as handle:
                text = handle.read()
            if text[text.rindex(")") + 2] not in "ZX":
                found.append((pid, text[text.index("("):text.rindex(")") + 3]))
        except OSError:
            pass
    return found


class Kill(Case):
    def litter(self):
        place = os.path.join(self.box.environment["XDG_RUNTIME_DIR"], "leadglass/runs")
        return os.listdir(place) if os.path.isdir(place) else []

    def round(self, number, choice, surely):
        """`surely`: not before the part is there; else at any moment, and the supervisor where it is not."""
        part, wait = PARTS[number % len(PARTS)], choice.choice((0, 0.02, 0.05, 0.1, 0.2, 0.5)) * choice.random() * 2
        told = f"round {number}: {part} after {wait:.3f} s"
        run = start(self.box, "sh", "-c", f"{COMMAND} # {self.mark}")
        time.sleep(wait)
        if surely:
            self.assertTrue(wait_until(lambda: part in descendants(run.pid).values(), 60), f"{told}: it never came")
        family = descendants(run.pid)
        victim = min((pid for pid, name in family.items() if name == part), default=run.pid)
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:      # one of the short-lived helpers of the set-up
            victim = run.pid
            run.kill()
        if victim != run.pid and part == "leadglass-egres":
            # Connections fail and a new one starts; the run goes on until it is told to end.
            time.sleep(0.3)
            run.terminate()
        try:
            run.communicate(timeout=60)
        except Exception:
            run.kill()
            run.communicate()
            raise AssertionError(told + ": the run did not end") from None
        self.assertTrue(wait_until(lambda: not alive(family), 20), f"{told}: lives on: {alive(family)}")
        return told, run.returncode, part if family[victim] == part else None

    def test_atRandomLeavesNoProcessNoLitterAndAnApplicableRun(self):
        seed = int(os.environ.get("LEADGLASS_KILL_SEED", str(random.SystemRandom().randrange(10**9))))
        rounds = int(os.environ.get("LEADGLASS_KILL_ROUNDS", "40"))
        print(f"seed {seed}, {rounds} rounds", flush=True)
        choice = random.Random(seed)
        self.write("file-0", "of the host\n")
        self.write(".env", "SECRET=1\n")
        before = self.box.host_state()
        seen = set()
        for number in range(rounds):
            told, status, killed = self.round(number, choice, surely=number < len(PARTS))
            seen.add(killed)
            self.assertEqual(self.box.host_state(), before, told)
            self.assertNotEqual(status, 0, told)
            for listed in self.box.json("runs"):
                self.assertNotIn(listed["state"], ("running", "damaged", "torn"), f"{told}: {listed}")
        if rounds >= 2 * len(PARTS):
            self.assertLessEqual(set(PARTS), seen, "each part was killed at least once")
        self.ok(self.box.leadglass("audit", "verify"))
        # The next start sweeps; while it runs its own directory is there, afterwards none.
        done = self.ok(self.sh("true"))
        self.assertEqual(self.litter(), [], done.stderr)
        runs = self.box.json("runs")
        unborn = [name for name in os.listdir(os.path.join(self.box.home, ".local/share/leadglass/runs"))
                  if name not in {run["id"] for run in runs}]
        self.assertEqual(unborn, [])
        # On a machine that is slow no kill may have come after the first changes.
        run = start(self.box, "sh", "-c", f"for i in 1 2 3 4; do echo $i > file-$i; done; echo ready; sleep {self.mark}")
        self.assertEqual(run.stdout.readline(), "ready\n")
        run.kill()
        run.communicate()
        self.applied(self.box.json("runs"))

    def applied(self, runs):
        """Each can be reviewed; the first with changes is applied, the others thrown away."""
        for run in runs:
            changes = self.box.json("review", run["id"])
            self.assertFalse([c for c in changes if c["path"]["text"] == ".env"], run)
        rich = next(run for run in runs if len(self.box.json("review", run["id"])) > 2)
        self.ok(self.box.leadglass("apply", rich["id"]))
        self.assertTrue([name for name in os.listdir(self.box.work) if name.startswith("file-")])
        self.assertEqual(self.read(".env"), "SECRET=1\n")
        self.ok(self.box.leadglass("undo", rich["id"]))
        self.assertEqual(self.read("file-0"), "of the host\n")
        for run in runs:
            self.ok(self.box.leadglass("discard", run["id"]))
        self.assertEqual(self.box.json("runs"), [])
        self.ok(self.box.leadglass("audit", "verify"))

    def test_ofADryRunOrAStartLeavesNoRunBehind(self):
        for wait in (0.005, 0.01, 0.02, 0.03, 0.04, 0.06):
            run = start(self.box, "true", flags=["--dry-run"])
            time.sleep(wait)
            run.kill()
            run.communicate()
        self.ok(self.sh("true"))
        self.assertEqual(self.litter(), [])
        self.assertEqual(os.listdir(os.path.join(self.box.home, ".local/share/leadglass/runs")), [])

    def test_ofOneRunDoesNotSweepAnotherThatLives(self):
        living = start(self.box, "sh", "-c", f"echo ready; read line; echo still > here; sleep 0.2; cat here # {self.mark}",
                       stdin=-1)
        self.assertEqual(living.stdout.readline(), "ready\n")
        killed = start(self.box, "sleep", self.mark)
        self.assertTrue(wait_until(lambda: len(self.litter()) == 2, 30))
        killed.kill()
        killed.communicate()
        self.ok(self.box.run("true"))
        self.assertEqual(len(self.litter()), 1, "the killed one's is swept, the living one's stays")
        out, told = living.communicate("go\n", timeout=60)
        self.assertEqual((living.returncode, out), (0, "still\n"), told)
        self.assertEqual(self.litter(), [])


if __name__ == "__main__":
    main()
