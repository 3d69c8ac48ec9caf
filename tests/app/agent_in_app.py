#!/usr/bin/env python3
"""agent_in_app.py AGENT PROGRAM --build DIR: a real agent, all of it in the app: started, asked about, reviewed, applied.

PROGRAM (tst_agent_in_app) is the hand on the mouse: it runs in the lab with a display, as the person of a Box, and finds
what it needs in its environment. Here is what must be so afterwards. Its pictures are left in DIR/pictures.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ("../support", "../agents"):
    sys.path.insert(0, os.path.join(HERE, folder))

import agent_setup  # noqa: E402
import require  # noqa: E402
from box import Box, write  # noqa: E402
from install_agents import AGENTS, node_directory, program  # noqa: E402
from lab import contacts  # noqa: E402

PORT = 18080
LIMIT = 240


def must(condition, message):
    if not condition:
        raise AssertionError(message)


class Model:
    """The scripted model; its log is what the agent told it."""

    def __init__(self, box, scenario):
        self.log = os.path.join(box.folder, "model.jsonl")
        ready = os.path.join(box.folder, "ready")
        self.server = subprocess.Popen(
            [sys.executable, "-B", os.path.join(HERE, "../agents/scripted_model.py"), scenario, "--log", self.log, "--workdir", box.work,
             "--listen", f"127.0.0.1:{PORT}", "--ready-file", ready], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(100):
            if os.path.exists(ready):
                return
            time.sleep(0.1)
        raise AssertionError("the scripted model did not start")

    def told(self):
        with open(self.log, encoding="utf-8") as handle:
            return json.dumps([json.loads(line).get("tool_results") for line in handle], ensure_ascii=False)


def profile_of(agent, names):
    """As a person would write it who has such a server: what the shipped profile has, and that."""
    passed = json.dumps(sorted(names))
    return (f'schema = 1\nname = "mine"\nversion = "1"\nextends = "{agent}"\n\n[environment]\npass = {passed}\n\n'
            f"[egress]\nallow = [{{ loopback = {PORT} }}]\n")


def play(options, box):
    scenario = os.path.join(HERE, "../agents/scenarios/asked.json")
    with open(scenario, encoding="utf-8") as handle:
        prompt = json.load(handle)["prompt"]
    environment, words = agent_setup.SETUPS[options.agent](box.home, f"http://127.0.0.1:{PORT}", prompt)
    write(os.path.join(box.home, ".config/leadglass/profiles/mine.toml"), profile_of(options.agent, environment))
    pictures = os.path.join(os.path.abspath(options.build), "pictures")
    own = os.path.join(box.folder, "pictures")
    os.makedirs(own)
    path = box.environment["PATH"]
    if node_directory():
        path = node_directory() + ":" + path
    model = Model(box, scenario)
    try:
        done = subprocess.run(
            [sys.executable, "-B", os.path.join(HERE, "../support/in_display.py"), os.path.abspath(options.program)], stdin=subprocess.DEVNULL, timeout=LIMIT,
            cwd=box.work, check=False, env={
                **box.environment, **environment, "PATH": path, "TERM": "xterm-256color", "SHELL": "/bin/sh",
                "LEADGLASS_REQUIRE": os.environ.get("LEADGLASS_REQUIRE", ""),
                "LEADGLASS_E2E_BIN": os.path.dirname(box.program), "LEADGLASS_E2E_WORK": box.work, "LEADGLASS_E2E_PICTURES": own,
                "LEADGLASS_E2E_COMMAND": json.dumps([program(options.agent), *words])})
        for name in os.listdir(own):
            try:
                os.makedirs(pictures, exist_ok=True)
                shutil.copy(os.path.join(own, name), pictures)
            except OSError as problem:  # another user's build folder
                print(f"picture {name} is not kept: {problem}")
        if done.returncode != 0:
            return done.returncode
        told = model.told()
        must("fetched-it" in told, f"the agent was not let through after the answer: {told[-1500:]}")
        for name in ("hello.py", "list.txt"):
            must(os.path.exists(os.path.join(box.work, name)), f"{name} was not applied")
        seen = [row for row in contacts(os.environ["LEADGLASS_LAB"]) if row.get("name") == "asked.test" or row.get("host") == "asked.test"]
        must(seen, "nothing arrived at the host that was allowed")
        rows = box.audit()
        kinds = {row["kind"] for row in rows}
        must({"run_start", "run_end", "apply"} <= kinds, f"the history has {sorted(kinds)}")
        must(any("asked.test" in row["subject"] and row["outcome"] == "allowed_by_user" for row in rows), "no row says that the person allowed it")
        must(box.leadglass("audit", "verify").returncode == 0, "the history is not intact")
    finally:
        model.server.kill()
        model.server.wait()
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agent", choices=AGENTS)
    parser.add_argument("program")
    parser.add_argument("--build", required=True)
    options = parser.parse_args()
    if not program(options.agent):
        require.missing("agents", f"{options.agent} is not installed; run tests/agents/install_agents.py")
    if "LEADGLASS_LAB" not in os.environ:
        lab = os.path.join(HERE, "../support/lab.py")
        os.execv(sys.executable, [sys.executable, "-B", lab, "--", sys.executable, "-B", *sys.argv])
    box = Box(os.path.abspath(options.build))
    try:
        return play(options, box)
    except AssertionError as problem:
        print(f"FAIL: {options.agent} in the app: {problem}")
        return 1
    finally:
        box.remove()


if __name__ == "__main__":
    sys.exit(main())
