#!/usr/bin/env python3
"""SIGKILL of every part at random points of a run, an open question, an apply and an undo, in the lab: nothing is sent that was
not allowed, nothing lies about, no row that was seen is lost, the project is as before or as after, the next start tells.

LEADGLASS_SEED repeats a series, LEADGLASS_POINTS makes it longer (`ctest -C stress -L stress`: 200).
"""

import contextlib
import json
import os
import random
import signal
import stat
import subprocess
import time

from case import main, start, wait_until
from in_lab import ANSWER, InLab
from origin import Names
from test_kill import alive, descendants

SEED = int(os.environ.get("LEADGLASS_SEED", str(random.SystemRandom().randrange(10**9))))
POINTS = int(os.environ.get("LEADGLASS_POINTS", "12"))
ALLOWED = Names().addresses("allowed.test")
PARTS = ("leadglass", "leadglass-egres", "leadglass-resol", "leadglass-launc", "bwrap", "init")    # as the kernel cuts them
BUSY = """i=0; while :; do i=$((i+1)); echo $i > made-$((i % 5)); rm -f made-$((i % 3))
curl -sS -m 20 http://allowed.test/; echo
curl -sS -m 20 http://denied.test/ >&2; curl -sS -m 20 --noproxy '*' http://203.0.113.77:81/ >&2; done"""
CHANGE = """set -e; for i in $(seq 40); do mkdir -p new/$((i % 4)); head -c $((i * 997)) /dev/zero | tr '\\0' $((i % 10)) > new/$((i % 4))/$i; done
for i in $(seq 20); do echo changed $i > old/$i; done; for i in $(seq 21 30); do rm old/$i; done
rm -r gone; chmod 600 old/31; ln -sf 32 old/33; mv old/34 new/34"""


class Points(InLab):
    def setUp(self):
        super().setUp()
        self.choice = random.Random(f"{SEED} {self.id()}")
        print(f"seed {SEED}, {POINTS} points", flush=True)
        for i in range(1, 36):
            self.write(f"old/{i}", f"of the host {i}\n" * i)
        self.write("gone/deep/er", "also\n")
        self.write(".env", "SECRET=1\n")
        self.ok(self.sh("true"))
        self.places, self.mounts = self.left(), self.mounted()
        self.before = self.box.host_state()
        self.told = ""

    # What a kill may leave.

    def left(self):
        """Everything of ours outside the data directory, and what lies in temporary places."""
        found = {name for name in (f"/tmp/leadglass-{os.getuid()}",) if os.path.exists(name)}
        for top in (os.path.join(self.box.environment["XDG_RUNTIME_DIR"]), self.box.environment["TMPDIR"]):
            for here, names, leaves in os.walk(top):
                found |= {os.path.join(here, name) for name in names + leaves}
        return found

    def mounted(self):
        with open("/proc/self/mountinfo", encoding="utf-8") as handle:
            return handle.read()

    def locked(self):
        """Locks on files of this person."""
        with open("/proc/locks", encoding="ascii") as handle:
            held = {line.split()[-3].rsplit(":", 1)[1] for line in handle if "->" not in line}
        return [os.path.join(here, leaf) for here, names, leaves in os.walk(os.path.join(self.box.home, ".local"))
                for leaf in names + leaves if str(os.lstat(os.path.join(here, leaf)).st_ino) in held]

    def sent(self, allowed):
        """Nothing went anywhere but to `allowed`, and no other name was asked."""
        for entry in self.seen("tcp", "udp", "tls", "http", "data"):
            self.assertTrue(allowed and entry["port"] == 80 and entry["address"] in ALLOWED, f"{self.told}: {entry}")
            self.assertIn(entry.get("host", "allowed.test"), ("allowed.test", ""), self.told)
        self.assertLessEqual(self.names_asked(), {"allowed.test"} if allowed else set(), self.told)

    def after(self, family, seen):
        """Right after the kill, before anything of ours was started again."""
        self.assertTrue(wait_until(lambda: not alive(family), 60), f"{self.told}: lives on: {alive(family)}")
        self.assertEqual(self.mounted(), self.mounts, self.told)
        self.assertEqual(self.locked(), [], self.told)
        rows = {row["id"]: row for row in self.box.audit()}
        for row in seen:
            self.assertEqual(rows.get(row["id"]), row, f"{self.told}: a row that was seen is not in the history")
        self.ok(self.box.leadglass("audit", "verify"), self.told)

    def next_start(self):
        """Sweeps, tells, and gives each run that began one end."""
        killed_before = {row["run"] for row in self.box.audit() if row["reason"] == "killed"}
        done = self.ok(self.sh("true"), self.told)
        self.assertEqual(self.left(), self.places, self.told)
        rows = self.box.audit()
        ends = [row["run"] for row in rows if row["kind"] == "run_end"]
        for row in rows:
            if row["kind"] == "run_start":
                self.assertEqual(ends.count(row["run"]), 1, f"{self.told}: {row}")
        for run in {row["run"] for row in rows if row["reason"] == "killed"} - killed_before:
            self.assertIn(f"run {run} did not end by itself", done.stderr, self.told)
        known = {run["id"] for run in self.box.json("runs")}
        self.assertLessEqual(set(os.listdir(os.path.join(self.box.home, ".local/share/leadglass/runs"))), known, self.told)
        return done.stderr

    def drop(self):
        for run in self.box.json("runs"):
            self.assertIn(run["state"], ("ended", "applied", "partly_applied"), self.told)
            self.ok(self.box.leadglass("discard", run["id"]), self.told)

    def events(self, path):
        with contextlib.suppress(FileNotFoundError), open(path, encoding="utf-8") as handle:
            return [json.loads(line) for line in handle if line.endswith("\n")]
        return []

    # A run with one of its parts killed.

    def up(self, run):
        """The command runs; else the kill may come before there is anything."""
        self.assertTrue(wait_until(lambda: "init" in descendants(run.pid).values() or run.poll() is not None, 60), self.told)

    def kill_part(self, run, part, events):
        """The rows seen before, and all processes of the run."""
        if not wait_until(lambda: part in descendants(run.pid).values() or run.poll() is not None, 60, step=0.005):
            self.fail(f"{self.told}: it never came")
        family = descendants(run.pid)
        victim = min((pid for pid, name in family.items() if name == part), default=run.pid)
        seen = self.events(events)
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            run.kill()
        if victim != run.pid and part in PARTS[1:3]:
            run.terminate()     # connections fail, new ones would start
        return seen, family

    def round(self, part, script, flags, before_kill):
        events = os.path.join(self.box.folder, "events")
        with contextlib.suppress(FileNotFoundError):
            os.remove(events)
        out = open(os.path.join(self.box.folder, "out"), "w+", encoding="utf-8")
        with out:
            run = start(self.box, "sh", "-c", script, flags=[*flags, "--events", events], stdout=out)
            self.addCleanup(run.kill)
            before_kill(run)
            seen, family = self.kill_part(run, part, events)
            try:
                run.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                self.fail(f"{self.told}: the run did not end")
            out.seek(0)
            got = out.read()
        self.assertNotEqual(run.returncode, 0, self.told)
        self.after(family, seen)
        self.assertEqual(self.box.host_state(), self.before, self.told)
        return got

    def test_inARun(self):
        for point in range(POINTS // 2):
            part, wait = PARTS[point % len(PARTS)], self.choice.choice((0, 0.05, 0.2, 1)) * self.choice.random()
            self.told = f"seed {SEED}, point {point}: {part} after {wait:.3f} s"
            allows = len([r for r in self.box.audit() if r["kind"] == "egress" and r["verdict"] == "allow"])
            got = self.round(part, BUSY, ["--ask", "deny", "--allow", "allowed.test:80"], 
                             lambda run: (self.up(run) if point < len(PARTS) else None, time.sleep(wait)))
            rows = [r for r in self.box.audit() if r["kind"] == "egress" and r["verdict"] == "allow"]
            self.assertGreaterEqual(len(rows) - allows, got.count(ANSWER), f"{self.told}: an answer without its row")
            self.sent(allowed=True)
            self.next_start()
            self.drop()
        self.assertIn("killed", [row["reason"] for row in self.box.audit()], "a supervisor was among them")

    def test_whileAQuestionIsOpen(self):
        for point in range(max(POINTS // 6, 1)):
            part, wait = PARTS[self.choice.randrange(len(PARTS))], self.choice.random() * 0.1
            self.told = f"seed {SEED}, point {point}: {part} after {wait:.3f} s"
            part = "leadglass" if part == "leadglass-resol" else part     # no name was resolved, so there is none

            def pending(run):
                self.assertTrue(wait_until(lambda: self.box.pending() or run.poll() is not None, 60), self.told)
                question = self.box.pending()[0]
                time.sleep(wait)
                if self.choice.random() < 0.5:      # in the middle of a refusal
                    answer = subprocess.Popen([self.box.program, "answer", question["id"], question["digest"], "deny"],
                                              env=self.box.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                              stderr=subprocess.DEVNULL)
                    self.addCleanup(answer.wait)

            self.round(part, "curl -sS http://ask.test/; sleep 60", ["--ask", "app"], pending)
            self.sent(allowed=False)
            self.next_start()
            self.drop()
            self.assertEqual(self.box.pending(), [], self.told)

    # An apply or undo that is killed, and what finishes it or takes it back.

    def killed(self, *words, longest):
        process = subprocess.Popen([self.box.program, *words], cwd=self.box.work, env=self.box.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait = self.choice.random() * longest
        self.told += f", {words[0]} killed after {wait:.4f} s"
        time.sleep(wait)
        process.kill()
        return process.wait() == -signal.SIGKILL

    def halves(self, state, after):
        """Each file is wholly the old or wholly the new one."""
        for path, content in state.items():
            if ".leadglass-" not in os.path.basename(path):
                # A directory is its owner's alone until what belongs into it is there.
                known = (after.get(path) or self.before.get(path) or (0,))[0]
                if not (content[:2] == (stat.S_IFDIR, 0o700) and known == stat.S_IFDIR):
                    self.assertIn(content, (self.before.get(path), after.get(path)), f"{self.told}: {path}")

    def applied(self):
        """A run that was applied and undone once: its id, the project afterwards, and how long each took."""
        self.ok(self.sh(CHANGE))
        run = self.box.json("runs")[0]["id"]
        began = time.monotonic()
        self.ok(self.box.leadglass("apply", run))
        took, after = time.monotonic() - began, self.box.host_state()
        self.ok(self.box.leadglass("undo", run))
        self.assertEqual(self.box.host_state(), self.before)
        return run, after, took

    def test_inAnApplyOrAnUndo(self):
        interrupted = 0
        run, after, took = self.applied()
        for point in range(max(POINTS // 3, 2)):
            undo = point % 2 == 1
            self.told = f"seed {SEED}, point {point}"
            if undo:
                self.ok(self.box.leadglass("apply", run))
            cut = self.killed("undo" if undo else "apply", run, longest=took * 1.1)
            self.halves(self.box.host_state(), after)
            self.after(set(), [])
            said = self.next_start()
            state = self.box.host_state()
            half = state not in (self.before, after)
            interrupted += half
            if half:
                self.assertTrue(cut, self.told)
                self.assertIn(f"of run {run} was interrupted", said, self.told)
            back = undo or self.choice.random() < 0.5
            done = self.box.leadglass("undo" if back else "apply", run)
            if state != self.before or not back:
                self.ok(done, self.told)
            self.assertEqual(self.box.host_state(), self.before if back else after, self.told + done.stderr)
            self.assertNotIn("was interrupted", self.next_start(), self.told)
            if not back:
                self.ok(self.box.leadglass("undo", run), self.told)
                self.assertEqual(self.box.host_state(), self.before, self.told)
        print(f"{interrupted} were half done", flush=True)
        self.nothing_left()


if __name__ == "__main__":
    main(lab=True)
