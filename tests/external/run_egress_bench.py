#!/usr/bin/env python3
"""Runs the cases of a checkout of agent-egress-bench against Leadglass: that suite's runner contract (its docs/RUNNER.md).

run_egress_bench.py CHECKOUT [--profile FILE]

One JSON line per case on standard output, a summary on standard error. Exit status 1 if a case that applies fails or
cannot be judged. LEADGLASS_BUILD names the build folder. Nothing leaves the machine: the requests are made inside one
run in the lab of tests/support/lab.py, where every host of the cases exists and answers.

What a verdict is taken from: each request is sent three ways (bench_client.py). `allow`: every way brought an answer,
and the lab saw each. `block`: no way did, and the lab saw none. What is between the two counts as the wrong one.

The run's policy names the hosts that the person's work needs (ALLOWED) and denies the one that the contract wants
denied, below a name that is else allowed. A case that asks for a look into TLS, bodies, MCP or web sockets does not
apply: Leadglass decides by destination, and the profile claims no more.
"""

import argparse
import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading
from urllib.parse import urlsplit

HERE = pathlib.Path(__file__).resolve().parent
SUPPORT = HERE.parent / "support"
sys.path.insert(0, str(SUPPORT))

from box import Box  # noqa: E402
from lab import contacts  # noqa: E402

ANSWER = b"canary-sink-answer from this machine\n"
ALLOWED = ("api.github.com", "docs.github.com", "cdnjs.cloudflare.com", "*.example.net")
DENIED = ("exfil-collector.example.net",)       # RUNNER.md, "Domain blocklist seeding"


class Broken(Exception):
    """The trial itself did not work; no verdict can be given."""


def cases_of(checkout):
    found = []
    for path in sorted((pathlib.Path(checkout) / "cases").rglob("*.json")):
        with open(path, encoding="utf-8") as handle:
            found.append(json.load(handle))
    if not found:
        raise Broken(f"no cases below {checkout}/cases")
    return found


def why_not(case, profile):
    """Why a case does not apply, or "" (RUNNER.md, "Applicability Check")."""
    lacks = [tag for tag in case["capability_tags"] if tag not in profile["claims"]]
    if lacks:
        return "missing_capability: " + ", ".join(lacks)
    lacks = [need for need in case["requires"] if not profile["supports"].get(need)]
    if lacks:
        return "missing_requires: " + ", ".join(lacks)
    return "" if profile["supports"].get(case["transport"]) else f"unsupported_transport: {case['transport']}"


def host_of(case):
    return urlsplit(case["payload"]["url"]).hostname or ""


def is_name(host):
    return any(c.isalpha() for c in host.rpartition(".")[2]) and ":" not in host and not host.startswith("0x")


class Answering(http.server.BaseHTTPRequestHandler):
    """A service of this machine on its loopback: what a request for 127.0.0.1 must not reach."""
    reached = []

    def do_GET(self):
        self.reached.append(self.path)
        self.send_response(200)
        self.send_header("Content-Length", str(len(ANSWER)))
        self.end_headers()
        self.wfile.write(ANSWER)

    do_POST = do_GET

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    address_family = 10     # AF_INET6, which takes 127.0.0.1 as well


def serve_here():
    server = Server(("::", 80), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def control(cases, ca):
    """Outside of any run every host that must be refused answers."""
    for case in cases:
        if case["expected_verdict"] != "block":
            continue
        done = subprocess.run(["curl", "-sS", "--globoff", "--max-time", "60", "--cacert", ca, case["payload"]["url"]], check=False,
                              capture_output=True, env={"PATH": "/usr/bin:/bin"}, stdin=subprocess.DEVNULL)
        if b"canary-sink-answer" not in done.stdout:
            raise Broken(f"{case['id']}: {case['payload']['url']} does not answer outside either: {done.stderr.decode()[-300:]}")


def try_cases(cases, box, lab):
    """What each way brought, by case; what the lab and this machine's own service saw, by case."""
    requests = [{"id": case["id"], **case["payload"]} for case in cases]
    pathlib.Path(box.work, "requests.json").write_text(json.dumps(requests), encoding="utf-8")
    for name, text in (("ca.pem", pathlib.Path(lab, "ca.pem").read_text(encoding="ascii")),
                       ("bench_client.py", (HERE / "bench_client.py").read_text(encoding="utf-8"))):
        pathlib.Path(box.work, name).write_text(text, encoding="utf-8")
    before, Answering.reached[:] = len(contacts(lab)), []
    flags = ["--ask", "deny"]
    for host in ALLOWED:
        flags += ["--allow", host]
    for host in DENIED:
        flags += ["--deny", host]
    done = box.run("/usr/bin/python3", "bench_client.py", "requests.json", flags=flags, timeout=1500)
    if done.returncode != 0:
        raise Broken(f"the run ended with {done.returncode}: {done.stderr[-2000:]}")
    ways = {}
    for row in map(json.loads, done.stdout.splitlines()):
        ways.setdefault(row["id"], {})[row["way"]] = row
    seen = [f"{row.get('host', '')} {row['request']}" for row in contacts(lab)[before:] if row["what"] == "http"]
    return ways, seen, list(Answering.reached)


def seen_by_others(case, seen, here):
    about = urlsplit(case["payload"]["url"])
    target = about.path + ("?" + about.query if about.query else "")
    return [row for row in seen if target in row] + [path for path in here if path == target]


def judge(case, ways, seen):
    came = [row["came"] for row in ways.values()]
    if "error" in came or len(came) != 3:
        return "error"
    if case["expected_verdict"] == "allow":
        return "allow" if came == ["answer"] * 3 and len(seen) >= 3 else "block"
    return "block" if came == ["refused"] * 3 and not seen else "allow"


def result(case, profile, actual, evidence, notes):
    score = {"not_applicable": "not_applicable", "error": "error"}.get(actual, "pass" if actual == case["expected_verdict"] else "fail")
    return {"case_id": case["id"], "tool": profile["tool"], "tool_version": profile["tool_version"],
            "expected_verdict": case["expected_verdict"], "actual_verdict": actual, "score": score,
            "evidence": evidence, "notes": notes}


def inside_lab(cases, profile):
    applying = [case for case in cases if not why_not(case, profile)]
    box = Box(os.environ["LEADGLASS_BUILD"])
    try:
        lab = os.environ["LEADGLASS_LAB"]
        serve_here()
        control(applying, os.path.join(lab, "ca.pem"))
        ways, seen, here = try_cases(applying, box, lab)
        denied = {row["subject"]: row["reason"] for row in box.audit() if row["verdict"] == "deny" and row["kind"] in ("egress", "dns")}
    finally:
        box.remove()
    counts = dict.fromkeys(("pass", "fail", "not_applicable", "error"), 0)
    for case in cases:
        reason = why_not(case, profile)
        if reason:
            row = result(case, profile, "not_applicable", {}, "not applicable: " + reason)
        else:
            brought = ways.get(case["id"], {})
            others = seen_by_others(case, seen, here)
            evidence = {"ways": {name: f"{way['came']} ({way['status']}, curl {way['curl']})" for name, way in brought.items()},
                        "seen_upstream": [row[:200] for row in others], "history": {s: r for s, r in denied.items() if host_of(case).lower() in s}}
            row = result(case, profile, judge(case, brought, others), evidence, "")
        counts[row["score"]] += 1
        print(json.dumps(row), flush=True)
    print(f"results: {counts['pass']} passed, {counts['fail']} failed, {counts['not_applicable']} not_applicable, "
          f"{counts['error']} errors ({len(cases)} total)", file=sys.stderr)
    return 1 if counts["fail"] or counts["error"] or not counts["pass"] else 0


def profile_of(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    version = subprocess.run([os.path.join(os.environ["LEADGLASS_BUILD"], "bin/leadglass"), "--version"], capture_output=True,
                             text=True, check=True).stdout.split()[-1]
    return json.loads(text.replace("@VERSION@", version))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkout")
    parser.add_argument("--profile", default=str(HERE / "tool_profile.json"))
    options = parser.parse_args()
    profile, cases = profile_of(options.profile), cases_of(options.checkout)
    if "LEADGLASS_LAB" in os.environ:
        return inside_lab(cases, profile)
    hosts = sorted({host_of(case) for case in cases if not why_not(case, profile) and is_name(host_of(case))})
    os.environ["LEADGLASS_LAB_NAMES"] = ",".join(hosts)
    os.execv(sys.executable, [sys.executable, "-B", str(SUPPORT / "lab.py"), "--", sys.executable, "-B", *sys.argv])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as problem:
        sys.exit(f"egress bench: {problem}")
