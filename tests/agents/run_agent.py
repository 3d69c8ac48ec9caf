#!/usr/bin/env python3
"""run_agent.py AGENT SCENARIO --build DIR [--bare] [--keep]: one real agent, one scenario, in the lab.

The agent's model is scripted_model.py on the lab's loopback. SCENARIO:
  benign   the agent finishes; the host project is unchanged until `leadglass apply last`, then has the
           files and the commit; the audit has the run and verifies.
  hostile  no canary reaches the model, nothing is received at the sinks, the host is untouched, and
           every blocked step is a row in the audit.
  slow     much output and a child left behind: the run ends all the same.
  state    twice (Claude Code): what a run kept by rename is there in the next one, what it planted is not.
  screen   without a prompt, in a terminal: it draws, Ctrl-C ends it, and the terminal is as it was.
--bare runs the agent without Leadglass and only prints what happened: the positive control that the
hostile scenario does harm where no wall stands.
"""

import argparse
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))

import require  # noqa: E402
import agent_setup  # noqa: E402
from box import CANARIES, Box  # noqa: E402
from install_agents import AGENTS, node_directory, program  # noqa: E402
from lab import contacts  # noqa: E402
from screen import Screen  # noqa: E402

PORT = 18080
LIMIT = int(os.environ.get("LEADGLASS_AGENT_TIMEOUT", "240"))


class Failure(AssertionError):
    pass


def must(condition, message):
    if not condition:
        raise Failure(message)


class Trial:
    def __init__(self, agent, scenario, build):
        self.agent, self.scenario = agent, scenario
        self.box = Box(build)
        self.log = os.path.join(self.box.folder, "model.jsonl")
        self.scenario_file = os.path.join(HERE, "scenarios", ("smoke" if scenario == "screen" else scenario) + ".json")
        with open(self.scenario_file, encoding="utf-8") as handle:
            self.script = json.load(handle)
        self.environment, words = agent_setup.SETUPS[agent](self.box.home, f"http://127.0.0.1:{PORT}",
                                                            self.script["prompt"])
        if scenario == "screen":
            words, self.drawn = agent_setup.screen(agent, self.box.home, self.box.work)
        self.command = [program(agent), *words]
        if node_directory():
            self.box.environment["PATH"] = node_directory() + ":" + self.box.environment["PATH"]
        # As a Python project has it: what Python makes again is nobody's to commit, and is held in review.
        with open(os.path.join(self.box.work, ".gitignore"), "w", encoding="ascii") as handle:
            handle.write("__pycache__/\n")
        self.box.git("add", "-A")
        self.box.git("-c", "user.name=t", "-c", "user.email=t@example.test", "commit", "-qm", "ignore byte code")
        self.before = self.box.host_state()
        self.server = None

    def start_model(self):
        ready = os.path.join(self.box.folder, "ready")
        self.server = subprocess.Popen(
            [sys.executable, "-B", os.path.join(HERE, "scripted_model.py"),
             self.scenario_file, "--log", self.log, "--workdir", self.box.work,
             "--var", "HOME=" + self.box.home, "--listen", f"127.0.0.1:{PORT}", "--ready-file", ready],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(100):
            if os.path.exists(ready):
                return
            time.sleep(0.1)
        raise Failure("the scripted model did not start")

    def flags(self):
        flags = ["--ask", "deny", "--allow", f"loopback:{PORT}"]
        for name in self.environment:
            flags += ["--pass", name]
        return flags

    def run(self, bare):
        self.start_model()
        start = time.monotonic()
        if self.scenario == "screen":
            self.run_on_screen(bare)
            return
        try:
            if bare:
                done = subprocess.run(self.command, cwd=self.box.work, env={**self.box.environment, **self.environment},
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                      timeout=LIMIT)
            else:
                done = self.box.run(*self.command, flags=self.flags(), extra=self.environment, timeout=LIMIT)
        except subprocess.TimeoutExpired as problem:
            raise Failure(f"not finished after {LIMIT} s; standard error: {(problem.stderr or b'')[-1500:]!r}") from None
        self.done, self.took = done, time.monotonic() - start
        print(f"{self.agent} {self.scenario}: exit {done.returncode} in {self.took:.1f} s, "
              f"{sum(e['kind'] == 'main' for e in self.requests())} model requests")

    def run_on_screen(self, bare):
        start = time.monotonic()
        command = self.command if bare else [self.box.program, "run", *self.flags(), "--", *self.command]
        screen = self.screen_of_run = Screen(command, self.box.work,
                                             {**self.box.environment, **self.environment, "TERM": "xterm-256color"},
                                             rows=30, columns=100)
        try:
            screen.expect(self.drawn, LIMIT / 2)
            came = time.monotonic() - start
            screen.read_for(1.5)
            for _ in range(10):                       # some want a second one soon after the first
                screen.send(b"\x03")
                screen.read_for(0.3)
                if screen.ended():
                    break
            self.status = screen.wait(LIMIT / 2)
            self.same_modes = screen.restored()
        except AssertionError as problem:
            raise Failure(str(problem)) from None
        finally:
            screen.close()
        print(f"{self.agent} screen: drawn after {came:.1f} s, exit {self.status}")

    def requests(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as handle:
            return [json.loads(line) for line in handle]

    # ---- what must be so ------------------------------------------------------------------------

    def reached_the_end(self):
        turns = {e.get("turn") for e in self.requests() if e["kind"] == "main"}
        last = self.script["turns"][-1]["say"]
        said = any(last in e["reply"]["text"] for e in self.requests() if e["kind"] == "main")
        must(said, f"the agent did not come to the scenario's end; turns seen: {sorted(t for t in turns if t is not None)}; "
                   f"exit {self.done.returncode}\n{self.done.stdout[-1500:]}\n{self.done.stderr[-3000:]}")

    def results(self):
        """All that the agent sent to its model after the prompt, as text."""
        return json.dumps([[e.get("tool_results"), e.get("last_user")] for e in self.requests()], ensure_ascii=False)

    def host_unchanged(self, when):
        after = self.box.host_state()
        changed = [p for p in sorted(set(self.before) | set(after)) if self.before.get(p) != after.get(p)]
        must(not changed, f"{when}: the host was changed: {changed[:20]}")

    def audit_holds(self):
        rows = self.box.audit()
        kinds = {row["kind"] for row in rows}
        must({"run_start", "run_end"} <= kinds, f"audit: kinds are {sorted(kinds)}")
        verify = self.box.leadglass("audit", "verify")
        must(verify.returncode == 0, f"audit verify: exit {verify.returncode}: {verify.stdout}{verify.stderr}")
        return rows

    def nothing_leaked(self):
        text = self.results()
        must(text.count("["), "the model log is empty")
        leaked = [c for c in CANARIES if c in text]
        must(not leaked, f"canaries reached the model: {leaked}")
        with open(self.log, encoding="utf-8") as handle:
            raw = handle.read()
        leaked = [c for c in CANARIES if c in raw.replace("\\", "") and c != "canary-sink-answer"]
        must(not leaked, f"canaries are in requests to the model: {leaked}")

    def nothing_received(self):
        seen = [e for e in contacts(os.environ["LEADGLASS_LAB"])
                if e["what"] != "dns" or e["name"].endswith((".test", ".internal"))]
        must(not seen, f"the lab received: {json.dumps(seen)[:1500]}")

    def benign(self):
        self.reached_the_end()
        must(self.done.returncode == 0, f"exit status {self.done.returncode}: {self.done.stderr[-2000:]}")
        self.host_unchanged("before apply")
        self.nothing_received()
        changes = json.dumps(self.box.json("review", "last"))
        for name in ("hello.py", "test_hello.py"):
            must(name in changes, f"review does not list {name}: {changes[:1500]}")
        applied = self.box.leadglass("apply", "last")
        must(applied.returncode == 0, f"apply: exit {applied.returncode}: {applied.stdout}{applied.stderr}")
        with open(os.path.join(self.box.work, "hello.py"), encoding="utf-8") as handle:
            must("name + '!'" in handle.read(), "hello.py on the host is not the edited one")
        must(os.path.exists(os.path.join(self.box.work, "test_hello.py")), "test_hello.py is not on the host")
        must("Add greeting" in self.box.git("log", "--oneline"), "the commit is not on the host")
        must(self.box.git("status", "--porcelain") == "", f"git status: {self.box.git('status', '--porcelain')}")
        self.box.git("fsck", "--strict")
        kinds = {row["kind"] for row in self.audit_holds()}
        must("apply" in kinds, f"audit: no row for the apply, only {sorted(kinds)}")

    def hostile(self):
        self.reached_the_end()
        self.nothing_leaked()
        self.nothing_received()
        self.host_unchanged("after the run")
        rows = self.audit_holds()
        denied = [row["subject"] for row in rows if row["kind"] in ("egress", "dns") and row["verdict"] == "deny"]
        for wanted in ("exfil.canary.test", "169.254.169.254", "git.canary.test"):
            must(any(wanted in subject for subject in denied), f"audit: no refusal of {wanted}; refused: {denied}")

    def state(self):
        must(self.agent == "claude", "this scenario knows Claude Code's files only")
        self.reached_the_end()
        must("renamed" in self.results(), f"the first run could not replace ~/.claude.json: {self.results()[-1500:]}")
        must("look-begin" in self.results() and "kept-word" not in self.results(), "the first run was not the first")
        first = len(self.requests())
        self.done = self.box.run(*self.command, flags=self.flags(), extra=self.environment, timeout=LIMIT)
        seen = json.dumps([e.get("tool_results") for e in self.requests()[first:] if e.get("turn") == 1])
        must("look-end" in seen, f"the second run did not look: {self.done.stderr[-1500:]}")
        for kept in ("kept-word", "kept-file", "userID"):
            must(kept in seen, f"{kept} is not there in the next run: {seen[-3000:]}")
        must("poison" not in seen, f"the next run finds what the first one planted: {seen[-3000:]}")
        self.host_unchanged("after two runs")
        self.audit_holds()

    def slow(self):
        self.reached_the_end()
        self.host_unchanged("after the run")
        self.audit_holds()

    def screen(self):
        # 130: a Ctrl-C that came when the agent had already put the terminal back.
        must(self.status in (0, 130), f"exit status {self.status}: {self.screen_of_run.output[-2000:]!r}")
        must(self.same_modes, "the modes of the terminal are not what they were")
        text = self.screen_of_run.output
        for on, off, what in ((b"\x1b[?1049h", b"\x1b[?1049l", "alternate screen"), (b"\x1b[?25l", b"\x1b[?25h", "hidden cursor"),
                              (b"\x1b[?2004h", b"\x1b[?2004l", "bracketed paste"), (b"\x1b[?1000h", b"\x1b[?1000l", "mouse"),
                              (b"\x1b[?1004h", b"\x1b[?1004l", "focus events")):
            must(text.rfind(on) <= text.rfind(off), f"left behind on the terminal: {what}")
        self.host_unchanged("after the run")
        self.nothing_received()
        self.audit_holds()

    def tell(self):
        """For --bare: what the scenario did."""
        text = self.results()
        after = self.box.host_state()
        print("  reached the model:", [c for c in CANARIES if c in text] or "nothing")
        print("  received:", sorted({f"{e['what']} {e.get('name') or e.get('host') or e.get('address')}"
                                     for e in contacts(os.environ["LEADGLASS_LAB"])}) or "nothing")
        print("  changed:", [p for p in sorted(set(self.before) | set(after)) if self.before.get(p) != after.get(p)
                             and not p.startswith("home/.")][:12])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agent", choices=AGENTS)
    parser.add_argument("scenario", choices=("benign", "hostile", "slow", "smoke", "screen", "state"))
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--keep", action="store_true", help="leave the throwaway person and the logs there")
    options = parser.parse_args()
    if not program(options.agent):
        require.missing("agents", f"{options.agent} is not installed; run tests/agents/install_agents.py")
    if "LEADGLASS_LAB" not in os.environ:
        lab = os.path.join(HERE, "../support/lab.py")
        os.execv(sys.executable, [sys.executable, "-B", lab, "--", sys.executable, "-B", *sys.argv])
    trial = Trial(options.agent, options.scenario, os.path.abspath(options.build))
    status = 0
    try:
        trial.run(options.bare)
        if options.bare:
            trial.tell()
        else:
            getattr(trial, options.scenario)()
    except Failure as problem:
        print(f"FAIL: {options.agent} {options.scenario}: {problem}")
        status = 1
    finally:
        if trial.server:
            trial.server.kill()
    if options.keep:
        print("kept:", trial.box.folder)
    else:
        trial.box.remove()
    sys.exit(status)


if __name__ == "__main__":
    main()
