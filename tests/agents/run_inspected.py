#!/usr/bin/env python3
"""run_inspected.py AGENT --build DIR: a real agent that has only a placeholder for the key of its model.

The model (model_behind_tls.py) speaks TLS in the lab's internet and answers only who has the real key. The run looks into the
connection and puts the key in: the agent comes to the end of its scenario without ever having had it.
"""

import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))

import agent_setup  # noqa: E402
import require  # noqa: E402
from box import Box  # noqa: E402
from install_agents import node_directory, program  # noqa: E402
from model_behind_tls import KEY  # noqa: E402

URL = "https://api.model.test:4471"
PLACES = {  # by agent: the secret's name (one of the agent's own profile is replaced), the variable of its key, the header it sends it in
    "claude": ("anthropic", "ANTHROPIC_API_KEY", 'header = "x-api-key"'),
    "codex": ("scripted", "SCRIPTED_KEY", 'header = "authorization", format = "Bearer {}"'),
    "gemini": ("gemini", "GEMINI_API_KEY", 'header = "x-goog-api-key"'),
    "opencode": ("scripted", "SCRIPTED_KEY", 'header = "authorization", format = "Bearer {}"'),
}
LIMIT = int(os.environ.get("LEADGLASS_AGENT_TIMEOUT", "240"))


def must(condition, message):
    if not condition:
        sys.exit(f"FAIL: {message}")


def profile(box, agent):
    name, variable, place = PLACES[agent]
    path = os.path.join(box.home, ".config/leadglass/profiles/trial.toml")
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    os.chmod(os.path.dirname(os.path.dirname(path)), 0o700)
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(f"""schema = 1
name = "trial"
version = "1"
extends = "{agent}"
[egress]
default = "deny"
allow = [{{ host = "api.model.test", port = [4471], protocol = "tls", paths = ["/v1/**", "/v1beta/**", "/"] }}]
[[secret]]
name = "{name}"
source = "env:REAL_MODEL_KEY"
inject = [{{ host = "api.model.test", port = [4471], {place} }}]
env = "{variable}"
""")
    os.chmod(path, 0o600)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agent", choices=sorted(PLACES))
    parser.add_argument("--build", required=True)
    options = parser.parse_args()
    if not program(options.agent):
        require.missing("agents", f"{options.agent} is not installed; run tests/agents/install_agents.py")
    if "LEADGLASS_LAB" not in os.environ:
        os.environ["LEADGLASS_LAB_SERVERS"] = os.path.join(HERE, "model_behind_tls.py")
        lab = os.path.join(HERE, "../support/lab.py")
        os.execv(sys.executable, [sys.executable, "-B", lab, "--", sys.executable, "-B", *sys.argv])
    lab = os.environ["LEADGLASS_LAB"]
    box = Box(os.path.abspath(options.build))
    environment, words = agent_setup.SETUPS[options.agent](box.home, URL, "Say hello from a shell.")
    variable = PLACES[options.agent][1]
    environment.pop(variable, None)
    for path in [os.path.join(box.home, ".config/opencode/opencode.json")] if options.agent == "opencode" else []:
        with open(path, encoding="utf-8") as handle:
            text = handle.read().replace(agent_setup.KEY, "{env:" + variable + "}")
        with open(path, "w", encoding="utf-8") as handle:
            handle.write(text)
    if node_directory():
        box.environment["PATH"] = node_directory() + ":" + box.environment["PATH"]
    box.environment.update(SSL_CERT_FILE=os.path.join(lab, "ca.pem"), REAL_MODEL_KEY=KEY)
    flags = ["--ask", "deny", "--profile", profile(box, options.agent)]
    for name in environment:
        flags += ["--pass", name]
    try:
        done = box.run(program(options.agent), *words, flags=flags, extra=environment, timeout=LIMIT)
    except subprocess.TimeoutExpired as problem:
        sys.exit(f"FAIL: not finished after {LIMIT} s: {(problem.stdout or b'')[-1500:]!r} {(problem.stderr or b'')[-1500:]!r}")
    with open(os.path.join(lab, "model.jsonl"), encoding="utf-8") as handle:
        asked = [json.loads(line) for line in handle]
    print(f"{options.agent}: exit {done.returncode}, {len(asked)} requests")
    said = any("Smoke test finished." in (e.get("reply") or {}).get("text", "") for e in asked if e["kind"] == "main")
    must(said, f"it did not come to the end: {[(e['kind'], e.get('path')) for e in asked]}\n{done.stdout[-1500:]}\n{done.stderr[-2500:]}")
    must(all(e.get("tls", True) for e in asked), "a request came without TLS")
    rows = box.audit()
    must(KEY not in json.dumps(rows) and KEY not in done.stdout + done.stderr, "the real key is in the history or in what was printed")
    uses = [r for r in rows if r["kind"] == "credential" and r["reason"] == "injected"]
    must(uses, "no use of the key is in the history")
    requests = [r["subject"] for r in rows if r["kind"] == "request" and r["verdict"] == "allow"]
    must(any(s.startswith("POST https://api.model.test:4471/v1") for s in requests), f"requests: {requests}")
    box.remove()


if __name__ == "__main__":
    main()
