#!/usr/bin/env python3
"""Runs the probe of the-agent-sandbox-taxonomy inside a run, in the lab, and prints its every finding.

run_sandbox_probe.py PROBE (the built program). LEADGLASS_BUILD names the build folder. Exit status 1 if the probe
reached something that a run must not give away: what MUST_NOT names, a contact in the lab, or a change on the host.

The scores are the probe's own. It takes a completed connect(2) for a reached host; here every TCP connection is
captured and completes inside, and what the lab saw is what counts. Limits, audit and the egress policy are outside
of its view.
"""

import json
import os
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
SUPPORT = HERE.parent / "support"
sys.path.insert(0, str(SUPPORT))

from box import CANARIES, Box  # noqa: E402
from lab import contacts  # noqa: E402

# Findings of the probe that are a hole where it calls them "allowed".
MUST_NOT = re.compile(r"escape_|syscall_|read_sensitive|read_system|read_dotenv|docker_socket|metadata_|https_outbound|dns_resolution|raw_socket"
                      r"|env_secret|cred_file|protected_|write_root|running_as_root|persistence_(cron|systemd)")


def findings(report):
    for layer in ("L1", "L2", "L3", "L4", "L5", "L6", "L7"):
        for test in report[layer]["tests"] or []:
            yield layer, test["name"], test["result"], test["detail"]


def inside_lab(probe):
    lab = os.environ["LEADGLASS_LAB"]
    box = Box(os.environ["LEADGLASS_BUILD"])
    try:
        shutil.copy2(probe, os.path.join(box.work, "ast-probe"))
        os.chmod(os.path.join(box.work, "ast-probe"), 0o755)
        host, before = box.host_state(), len(contacts(lab))
        done = box.run("./ast-probe", "--quiet", "--product", "leadglass", flags=["--ask", "deny"], timeout=600)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            sys.exit(f"sandbox probe: no report; exit {done.returncode}: {done.stderr[-2000:]}")
        holes = []
        for layer, name, result, detail in findings(report):
            hole = result == "allowed" and MUST_NOT.search(name)
            print(f"{layer} {result:12} {name}: {detail}{'   <-- HOLE' if hole else ''}")
            holes += [name] if hole else []
        for layer in ("L1", "L2", "L3", "L4", "L5", "L6", "L7"):
            print(f"{layer} strength {report[layer]['assessed_strength']}: {report[layer]['detected_mechanism']}; {report[layer]['notes']}")
        for threat in report["threats"]:
            print(f"{threat['threat']}: {threat['rating']} ({threat['detail']})")
        print("fingerprint", report["fingerprint"])
        seen = [row for row in contacts(lab)[before:] if row["what"] != "problem"]
        holes += [f"the lab saw {row}" for row in seen]
        holes += ["the host's files changed"] if box.host_state() != host else []
        holes += [f"the report holds {word}" for word in CANARIES if word in done.stdout]
    finally:
        box.remove()
    for hole in holes:
        print("hole:", hole, file=sys.stderr)
    return 1 if holes else 0


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: run_sandbox_probe.py PROBE")
    if "LEADGLASS_LAB" in os.environ:
        return inside_lab(sys.argv[1])
    os.execv(sys.executable, [sys.executable, "-B", str(SUPPORT / "lab.py"), "--", sys.executable, "-B", *sys.argv])


if __name__ == "__main__":
    sys.exit(main())
