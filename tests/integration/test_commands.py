#!/usr/bin/env python3
"""The commands around a run: what they print for programs, a dry run, changes applied at the end, limits."""

import fcntl
import json
import os
import re
import subprocess

from case import Case, main, processes, start, wait_until
from screen import Screen

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z"


class Json(Case):
    def test_ofEveryListIsOneDocumentWithStableKeys(self):
        self.ok(self.sh("echo new > new.txt; echo more >> README.md; mkdir .vscode; echo '{}' > .vscode/tasks.json"))
        run = self.box.json("runs")[0]
        for key in ("id", "state", "project", "profile", "workspace", "command", "started", "ended", "exit_status"):
            self.assertIn(key, run)
        self.assertEqual(run["state"], "ended")
        self.assertRegex(run["started"], f"^{TIME}$")
        self.assertEqual(self.box.json("runs", "show", run["id"][:16]), run)
        changes = {c["path"]["text"]: c for c in self.box.json("review", "last")}
        self.assertEqual(changes["new.txt"]["kind"], "added")
        self.assertEqual(changes["new.txt"]["risks"], [])
        self.assertEqual(changes["README.md"]["size"], len("# App\nmore\n"))
        self.assertTrue(changes[".vscode/tasks.json"]["risks"])
        applied = self.box.json("apply", "last")
        self.assertEqual({p["text"] for p in applied["applied"]}, {"new.txt", "README.md"})
        self.assertIn(".vscode/tasks.json", {item["path"]["text"] for item in applied["left"]})
        undone = self.box.json("undo", "last")
        self.assertEqual({p["text"] for p in undone["undone"]}, {"new.txt", "README.md"})
        self.assertEqual(self.box.json("discard", run["id"]), {"id": run["id"], "discarded": True, "applied_stays": False})
        self.assertEqual(self.box.json("runs", "list"), [])

    def test_ofAuditDoctorAgentsAndPolicyParse(self):
        self.ok(self.box.run("true"))
        rows = self.box.json("audit", "list")
        self.assertEqual([row["kind"] for row in rows if row["kind"].startswith("run_")], ["run_end", "run_start"])
        self.assertRegex(rows[0]["time"], f"^{TIME}$")
        self.assertEqual(self.box.json("audit", "show", str(rows[0]["id"]))["hash"], rows[0]["hash"])
        plan = [row for row in rows if row["kind"] == "plan"][0]
        self.assertIn("mounts", plan["detail"], "the history holds the plan itself")
        verified = self.box.json("audit", "verify")
        self.assertEqual((verified["intact"], verified["rows"]), (True, len(rows)))
        self.assertIn("userns", {check["id"] for check in self.box.json("doctor")})
        self.assertEqual(self.box.json("agents"), [])
        self.assertEqual(self.box.json("approvals"), [])
        self.assertIn("egress", self.box.json("policy", "show"))
        explained = self.box.json("policy", "explain", "169.254.169.254:80")
        self.assertEqual(explained["verdict"], "deny")

    def test_ofALiveRunAndItsEnd(self):
        run = start(self.box, "sh", "-c", f"echo ready; sleep {self.mark}")
        self.assertEqual(run.stdout.readline(), "ready\n")
        live = self.box.json("runs")[0]
        self.assertEqual((live["state"], live["ended"]), ("running", None))
        self.assertEqual(self.box.leadglass("discard", "last").returncode, 125)
        self.assertEqual(self.box.json("runs", "stop", "last"), {"id": live["id"], "stopping": True})
        _, told = run.communicate(timeout=20)
        self.assertEqual(run.returncode, 143)
        self.assertEqual(told.count("'leadglass runs stop' ends this run"), 1, told)
        self.assertFalse(processes(self.mark))


class DryRun(Case):
    def test_showsThePlanAndLeavesNothingBehind(self):
        seed = os.path.join(self.box.home, ".claude/.credentials.json")
        os.makedirs(os.path.dirname(seed))
        with open(seed, "w", encoding="utf-8") as handle:
            handle.write('{"claudeAiOauth": {"accessToken": "canary-oauth"}}')
        os.chmod(seed, 0o600)
        before = self.box.host_state()
        extra = {"ANTHROPIC_API_KEY": "canary-anthropic"}
        shown = self.ok(self.sh("touch ran.txt", "--dry-run", "--profile", "claude", extra=extra))
        self.assertRegex(shown.stdout, r"ANTHROPIC_API_KEY=\(a placeholder\)")
        self.assertRegex(shown.stdout, r"/\.claude/\.credentials\.json +\[placeholder of claude-sign-in, from a file\]")
        self.assertNotIn("canary-", shown.stdout + shown.stderr)
        self.assertNotIn("GITHUB_TOKEN", shown.stdout)
        text = self.ok(self.sh("touch ran.txt", "--dry-run", "--json", "--profile", "claude", extra=extra)).stdout
        plan = json.loads(text)
        self.assertNotIn("ANTHROPIC_API_KEY", plan["ambient_credentials"])
        self.assertNotIn("canary-", text)
        self.assertEqual(plan["project"], self.box.work)
        data = os.path.join(self.box.home, ".local/share/leadglass")
        self.assertTrue(any(mount.get("source", "").startswith(data + "/state/claude/") for mount in plan["mounts"]))
        self.assertEqual(self.box.host_state(), before)
        left = [os.path.join(here, name) for place in (data, self.box.environment["XDG_RUNTIME_DIR"])
                for here, _, names in os.walk(place) for name in names]
        self.assertEqual(left, [])
        self.assertEqual(os.listdir(data + "/runs"), [])
        self.assertFalse(os.path.exists(data + "/state"))


class AtTheEnd(Case):
    CHANGES = "echo new > new.txt; echo more >> README.md; echo 'run me' > .envrc"

    def screen(self, *flags):
        words = [self.box.program, "run", "--ask", "deny", *flags, "--", "sh", "-c", self.CHANGES]
        screen = Screen(words, self.box.work, {**self.box.environment, "TERM": "xterm-256color"})
        self.addCleanup(screen.close)
        return screen

    def test_cleanAppliesWhatIsNeitherRiskyNorInConflict(self):
        done = self.ok(self.sh(self.CHANGES, "--apply", "clean"))
        self.assertEqual(self.read("new.txt"), "new\n")
        self.assertEqual(self.read("README.md"), "# App\nmore\n")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, ".envrc")))
        self.assertRegex(done.stderr, r"2 changes applied.*leadglass undo ")
        self.assertRegex(done.stderr, r"1 change waits.*leadglass review ")
        self.assertEqual(self.box.json("runs")[0]["state"], "partly_applied")
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.read("README.md"), "# App\n")

    def test_cleanLeavesWhatTheHostChangedMeanwhile(self):
        script = "echo inside >> README.md; echo new > new.txt; echo ready; read line"
        run = start(self.box, "sh", "-c", script, flags=["--apply", "clean"], stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.write("README.md", "# App, by the host\n")
        _, told = run.communicate("go\n", timeout=20)
        self.assertEqual(run.returncode, 0, told)
        self.assertEqual(self.read("README.md"), "# App, by the host\n")
        self.assertEqual(self.read("new.txt"), "new\n")
        self.assertRegex(told, "1 change waits, risky or in conflict")

    def test_askWithoutATerminalAppliesNothingAndSaysSo(self):
        done = self.ok(self.sh(self.CHANGES, "--apply", "ask"))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "new.txt")))
        self.assertIn("no terminal to ask on", done.stderr)
        self.assertIn("3 changes wait (1 risky)", done.stderr)

    def test_askOnTheTerminalAppliesAfterYes(self):
        screen = self.screen("--apply", "ask")
        screen.expect(r"new\.txt.*apply 2 of 3 to the project\? \[y/N\]")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "new.txt")))
        screen.send("y\n")
        self.assertEqual(screen.wait(), 0, screen.output)
        self.assertEqual(self.read("new.txt"), "new\n")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, ".envrc")))

    def test_askOnTheTerminalAppliesNothingAfterAnythingElse(self):
        for answer in ("\n", "n\n", "\x04", "yess\n"):
            with self.subTest(answer=answer):
                screen = self.screen("--apply", "ask")
                screen.expect(r"\[y/N\]")
                screen.send(answer)
                self.assertEqual(screen.wait(), 0, screen.output)
                self.assertFalse(os.path.exists(os.path.join(self.box.work, "new.txt")))

    def test_askIsNotAnsweredByWhatTheCommandLeftUnread(self):
        screen = self.screen("--apply", "ask")
        screen.send("y\ny\ny\n")
        screen.expect(r"\[y/N\]")
        screen.settle()
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "new.txt")))
        screen.send("n\n")
        self.assertEqual(screen.wait(), 0, screen.output)

    def test_keepKeepsARunWithoutChangesAndStillTellsThem(self):
        self.ok(self.box.run("true", flags=["--keep"]))
        self.assertEqual(len(self.box.json("runs")), 1)
        done = self.ok(self.sh("echo new > new.txt", "--keep"))
        self.assertRegex(done.stderr, r"1 change waits: leadglass review \w+")


class Limits(Case):
    def limited(self, limit, *command, status=124):
        done = self.box.run(*command, flags=["--limit", limit], timeout=90)
        self.assertEqual(done.returncode, status, done.stderr[-2000:])
        return done

    def row(self, limit):
        rows = [row for row in self.box.json("audit", "list", "--kind", "limit") if row["reason"] == limit]
        self.assertEqual(len(rows), 1, rows)
        self.assertEqual(rows[0]["verdict"], "deny")

    def test_wallClockEndsTheRun(self):
        done = self.limited("wall_clock=2s", "sh", "-c", f"echo kept > kept.txt; sleep {self.mark}")
        self.assertRegex(done.stderr, r"leadglass: the run was ended: limit wall_clock \(2 s are over\)")
        self.row("wall_clock")
        self.assertFalse(processes(self.mark))
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("kept.txt"), "kept\n")

    def test_memoryOfAllProcessesTogetherEndsTheRun(self):
        script = ("import os,time\nfor _ in range(4):\n  if os.fork() == 0:\n    held = bytearray(os.urandom(1)) * 100_000_000\n"
                  f"    time.sleep(60)\ntime.sleep(60)  # {self.mark}")
        done = self.limited("memory=256MiB", "/usr/bin/python3", "-c", script)
        self.assertIn("limit memory", done.stderr)
        self.row("memory")

    def test_memoryOfOneProcessIsRefusedByTheKernel(self):
        done = self.limited("memory=256MiB", "/usr/bin/python3", "-c", "bytearray(400_000_000)", status=1)
        self.assertIn("MemoryError", done.stderr)

    def test_diskEndsTheRun(self):
        done = self.limited("disk=16MiB", "sh", "-c", "dd if=/dev/zero of=big bs=1M count=64 2>/dev/null; sleep 60")
        self.assertIn("limit disk", done.stderr)
        self.row("disk")

    def test_processesEndInEAGAIN(self):
        script = ("import os,time,errno\nmade = 0\ntry:\n  while made < 500:\n    if os.fork() == 0:\n      time.sleep(30)\n"
                  "    made += 1\nexcept OSError as e:\n  print(errno.errorcode[e.errno], made < 64)")
        done = self.limited("processes=64", "/usr/bin/python3", "-c", script, status=0)
        self.assertEqual(done.stdout, "EAGAIN True\n")

    def test_thatAreWrongAreNamedWithTheWayOut(self):
        for limit, told in (("memory", "KEY=VALUE"), ("memory=lots", "memory"), ("colour=3", "colour"), ("wall_clock=-1s", "wall_clock")):
            with self.subTest(limit=limit):
                done = self.limited(limit, "true", status=125)
                self.assertIn(told, done.stderr)


class Together(Case):
    def test_twoRunsOfOneProjectAndOneProfileDoNotSeeEachOther(self):
        runs = []
        for n in (1, 2):
            script = f"echo {n} > mine-{n}; echo {n} > same; echo ready; read line; ls mine-*; cat same"
            runs.append(start(self.box, "sh", "-c", script, flags=["--profile", "claude"], stdin=subprocess.PIPE))
            self.assertEqual(runs[-1].stdout.readline(), "ready\n")
        self.assertEqual([r["state"] for r in self.box.json("runs")], ["running", "running"])
        for n, run in zip((1, 2), runs):
            out, told = run.communicate("go\n", timeout=20)
            self.assertEqual((run.returncode, out), (0, f"mine-{n}\n{n}\n"), told)
        ids = [r["id"] for r in self.box.json("runs")]
        self.assertEqual(len(ids), 2)
        self.ok(self.box.leadglass("apply", ids[1]))
        self.assertEqual(self.read("same"), "1\n")
        second = self.box.leadglass("apply", ids[0])
        self.assertEqual(second.returncode, 1, "both made the same file: a conflict")
        self.assertEqual(self.read("same"), "1\n")
        self.assertEqual(self.read("mine-2"), "2\n")
        self.ok(self.box.leadglass("audit", "verify"))

    def test_manyStartsAtOnceAllRun(self):
        runs = [start(self.box, "sh", "-c", f"echo {n}") for n in range(8)]
        for n, run in enumerate(runs):
            out, told = run.communicate(timeout=60)
            self.assertEqual((run.returncode, out), (0, f"{n}\n"), told)
        self.ok(self.box.leadglass("audit", "verify"))
        self.assertEqual(self.box.json("runs"), [])


class NewToIt(Case):
    def test_theEndSaysWhatHappenedAndWhatToDo(self):
        done = self.ok(self.sh("echo a > a.txt"))
        lines = done.stderr.splitlines()
        self.assertTrue(all(line.startswith("leadglass: ") for line in lines), lines)
        self.assertRegex(done.stderr, r"1 change waits: leadglass review \w{20}")
        self.assertRegex(lines[-1], r"run \w{20} ended; history [0-9a-f]{16} at row \d+, hash [0-9a-f]{12}(; nothing was changed.*)?$")

    def test_withoutARuntimeDirectoryOfTheSessionOneIsMade(self):
        for value in ("", "/nowhere", self.box.work):
            with self.subTest(value=value):
                self.ok(self.box.run("true", extra={"XDG_RUNTIME_DIR": value}))

    def test_wordsAfterTheCommandBelongToTheCommand(self):
        done = self.ok(self.box.leadglass("run", "--ask=deny", "--limit", "wall_clock=60s", "echo", "--json", "--", "-v", "--help"))
        self.assertEqual(done.stdout, "--json -- -v --help\n")
        done = self.ok(self.box.leadglass("-v", "run", "--allow", "a.test:443", "--allow=b.test", "--", "echo", "--dry-run"))
        self.assertEqual(done.stdout, "--dry-run\n")

    def test_eventsGoToTheFileAsJsonLines(self):
        path = os.path.join(self.box.folder, "events")
        self.ok(self.box.run("true", flags=["--events", path]))
        with open(path, encoding="utf-8") as handle:
            kinds = [json.loads(line)["kind"] for line in handle]
        self.assertIn("run_end", kinds)

    def test_eventsAreTheRowsOfTheHistoryInOrderFromTheStartToTheApply(self):
        path = os.path.join(self.box.folder, "events")
        done = self.ok(self.box.run("sh", "-c", "echo new > new.txt; curl -sS http://denied.test/",
                                    flags=["--events", path, "--apply", "clean", "--ask", "deny"]))
        with open(path, encoding="utf-8") as handle:
            rows = [json.loads(line) for line in handle]
        self.assertEqual(rows, [row for row in reversed(self.box.audit()) if row["run"]])
        kinds = [row["kind"] for row in rows]
        self.assertEqual(kinds[:3], ["run_start", "policy", "plan"])
        self.assertIn("deny", [row["verdict"] for row in rows])
        self.assertEqual(kinds[-1], "apply")
        last = done.stderr.splitlines()[-1]
        self.assertIn(f" at row {rows[-1]['id']}, hash {rows[-1]['hash'][:12]}", last)
        self.assertEqual(self.box.leadglass("audit", "verify").returncode, 0)

    def test_anEventsOutputThatCannotBeWrittenStopsTheRunBeforeItStarts(self):
        fifo = os.path.join(self.box.folder, "fifo")
        os.mkfifo(fifo)
        for target in ("/dev/full", self.box.work, fifo, "fd:99", "fd:0", "fd:3", "fd:", "fd:-1", "fd:1x", "/proc/version",
                       os.path.join(self.box.folder, "no/such/file")):
            with self.subTest(target=target):
                done = self.box.run("sh", "-c", "echo ran", flags=["--events", target], timeout=20)
                self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)
                self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
                self.assertIn("--events", done.stderr)

    def test_anEventsReaderThatGoesAwayIsToldOnceAndTheRunGoesOn(self):
        reading, writing = os.pipe()
        run = start(self.box, "sh", "-c", "echo there; read x; curl -s http://denied.test/ http://other.test/ > /dev/null; echo done; exit 7",
                    flags=["--events", f"fd:{writing}", "--ask", "deny"], stdin=subprocess.PIPE, pass_fds=[writing])
        os.close(writing)
        self.assertEqual(run.stdout.readline(), "there\n")
        self.assertIn(b"run_start", os.read(reading, 65536))
        os.close(reading)
        out, err = run.communicate("go\n", timeout=60)
        self.assertEqual((run.returncode, out), (7, "done\n"), err)
        self.assertEqual(err.count("--events"), 1, err)
        self.assertEqual([r["reason"] for r in self.box.audit()].count("events_output_failed"), 1)

    def test_anEventsReaderThatNeverReadsStopsNothing(self):
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
        self.addCleanup(os.close, reading)
        run = start(self.box, "sh", "-c", "curl -s http://denied.test/ > /dev/null; echo done",
                    flags=["--events", f"fd:{writing}", "--ask", "deny"], pass_fds=[writing])
        self.assertEqual(fcntl.fcntl(writing, fcntl.F_GETFL) & os.O_NONBLOCK, 0, "the person's own descriptor is left alone")
        os.close(writing)
        out, err = run.communicate(timeout=60)
        self.assertEqual((run.returncode, out), (0, "done\n"), err)
        self.assertEqual(err.count("--events"), 1, err)


class BrokenSettings(Case):
    def setUp(self):
        super().setUp()
        self.ok(self.sh("echo new > new.txt"))
        self.file = os.path.join(self.box.home, ".config/leadglass/config.toml")
        os.makedirs(os.path.dirname(self.file), mode=0o700, exist_ok=True)
        with open(self.file, "w", encoding="utf-8") as handle:
            handle.write('# mine\nask = "often"\n')
        os.chmod(self.file, 0o600)

    def test_stopWhatGoesByThemAndNothingElse(self):
        where = f"{self.file}:2:7: ask cannot be 'often' (use auto, app, terminal, deny)"
        for words in (["run", "true"], ["policy", "show"], ["policy", "explain", "a.test"]):
            with self.subTest(words=words):
                done = self.box.leadglass(*words)
                self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)
                self.assertEqual(done.stderr, f"leadglass: {where}\n")
        for words in (["runs"], ["review", "last"], ["audit", "list"], ["audit", "verify"], ["approvals"], ["agents"],
                      ["policy", "check", self.profile("")], ["apply", "last"], ["undo", "last"], ["discard", "last"]):
            with self.subTest(words=words):
                done = self.ok(self.box.leadglass(*words))
                self.assertIn(f"leadglass: your settings are not used: {where}\n", done.stderr)

    def test_areAFindingOfDoctor(self):
        done = self.box.leadglass("doctor")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("your settings are not used", done.stderr)
        found = {check["id"]: check for check in self.box.json("doctor")}["settings"]
        self.assertEqual((found["status"], found["fix"]), ("missing", "use auto, app, terminal, deny"))
        self.assertIn(f"{self.file}:2:7", found["evidence"])
        os.remove(self.file)
        self.assertEqual({check["id"]: check for check in self.box.json("doctor")}["settings"]["status"], "ok")


if __name__ == "__main__":
    main()
