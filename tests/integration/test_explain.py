#!/usr/bin/env python3
"""Every refusal tells the person which rule, file, line and layer it was, and what would allow it; the agent is told none of it."""

import json
import re

from case import main
from in_lab import InLab

POLICY = """[egress]
default = "deny"
allow = [
  { host = "allowed.test", port = [80, 443] },
  { host = "ten.rebind.test", port = 80 },
]
deny = [{ host = "denied.test" }]
"""
PROJECT = 'schema = 1\n[egress]\ndeny = [{ host = "allowed.test", port = 80 }]\n'
RAW = """import socket, os
def say(host, port, data):
    try:
        with socket.create_connection((host, port), 10) as s:
            s.settimeout(10); s.sendall(data); print(s.recv(4096))
    except OSError as problem: print(problem)
say("allowed.test", 80, b"GET / HTTP/1.1\\r\\nHost: other.test\\r\\n\\r\\n")
say("allowed.test", 443, b"SSH-2.0-x\\r\\n")
say("allowed.test", 25, b"EHLO x\\r\\n")
"""
# target inside -> subject, words, where (of the profile; "" none), what would allow it
REFUSALS = {
    "http://other.test": ("other.test", "no rule allows it", "layer profile", "--allow other.test"),
    "http://denied.test": ("denied.test", "a rule denies it", "trial.toml:11, layer profile, rule ", "take back the line at "),
    "proxy://denied.test:80": ("denied.test:80", "a rule denies it", "trial.toml:11, layer profile, rule ", "take back the line at "),
    "http://203.0.113.9": ("203.0.113.9:80", "a bare address needs a rule", "", "--allow 203.0.113.9:80"),
    "http://10.0.0.5": ("10.0.0.5:80", "a private address needs a rule", "", "--allow 10.0.0.5:80"),
    "http://169.254.169.254": ("169.254.169.254:80", "instance metadata, never allowed", "", "no file and no answer can allow this"),
    "http://169.254.7.7": ("169.254.7.7:80", "link-local address, never allowed", "", "no file and no answer can allow this"),
    "connect://localhost:9": ("localhost:9", "this machine itself", "", "--allow loopback:9"),
    "http://ten.rebind.test": ("ten.rebind.test:80", "a private address needs a rule", "trial.toml:9, layer profile, rule ",
                                   "private = true"),
}
UNTOLD = ("trial.toml", ".leadglass.toml", "--allow denied.test", "--allow other.test", "--allow 203", "--allow loopback", "egress.allow", "layer", "take back", "profile:", "allowed.test:443")


class Explained(InLab):
    def rows_of(self, subject):
        return [row for row in self.box.audit() if row["subject"] == subject and row["verdict"] == "deny"]

    def told(self, done, subject, words, place, way):
        lines = [line for line in done.stderr.splitlines() if line.startswith(f"leadglass: refused: {subject}: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        for text in (words, place, way, "(to allow it: "):
            self.assertIn(text, lines[0])
        if not place:
            self.assertNotIn("[", lines[0].replace("[2001", ""))
        row = self.rows_of(subject)[0]
        shown = self.ok(self.box.leadglass("audit", "show", str(row["id"]))).stdout
        for name in ("to allow it", "why"):
            self.assertRegex(shown, rf"(?m)^{name} ")
        self.assertIn(words, shown)
        self.assertIn(way, shown)
        if place:
            self.assertRegex(shown, r"(?m)^written in +\S+\.toml:\d+$")
            self.assertRegex(shown, r"(?m)^layer +(profile|project)$")

    def test_everyRefusalOfAPolicy(self):
        profile = self.profile(POLICY)
        rows = {}
        targets = list(REFUSALS)
        for some in (targets[:5], targets[5:]):        # the end of a run tells the first five
            done = self.ok(self.box.run("/usr/bin/python3", "reach.py", *some, flags=["--ask", "deny", "--profile", profile]))
            for target in some:
                with self.subTest(target=target):
                    self.told(done, *REFUSALS[target])
            for word in UNTOLD:
                self.assertNotIn(word, done.stdout, "the agent learns nothing of the policy")
            rows.update({row["target"]: row for row in map(json.loads, done.stdout.splitlines())})
        self.assertEqual(set(rows), set(targets))

    def test_whatIsSaidInsideAConnectionAndOnWhichPort(self):
        profile = self.profile(POLICY)
        self.write("raw.py", RAW)
        done = self.ok(self.box.run("/usr/bin/python3", "raw.py", flags=["--ask", "deny", "--profile", profile]))
        for word in UNTOLD:
            self.assertNotIn(word, done.stdout)
        lines = [line for line in done.stderr.splitlines() if "refused: allowed.test" in line]
        self.assertEqual(len(lines), 3, done.stderr)
        for port, words, way in ((80, "the name inside the connection is another one", "a rule for the name inside"),
                                 (443, "what is spoken is not what the rule says", 'protocol = "tcp" in the rule at'),
                                 (25, "no rule allows it", "--allow allowed.test:25/tcp")):
            with self.subTest(port=port):
                line = next(line for line in lines if f"allowed.test:{port}: " in line)
                self.assertIn(words, line)
                self.assertIn(way, line)
                self.assertRegex(line, r"\[trial\.toml:\d+, layer profile")

    def test_whatTheProjectsOwnFileRestricts(self):
        self.write(".leadglass.toml", PROJECT)
        done = self.ok(self.box.run("/usr/bin/python3", "reach.py", "http://allowed.test",
                                    flags=["--ask", "deny", "--profile", self.profile(POLICY)]))
        self.told(done, "allowed.test:80", "the project's own policy file restricts it", ".leadglass.toml:3, layer project, rule ",
                  "take back the line at ")
        self.assertNotIn(".leadglass.toml", done.stdout)

    def test_whatNobodyAnswered(self):
        done = self.ok(self.box.run("/usr/bin/python3", "reach.py", "http://ask.test", flags=["--ask", "deny"]))
        line = next(line for line in done.stderr.splitlines() if "refused: ask.test:80" in line)
        self.assertRegex(line, r"nobody is asked in this run \[\S+\.toml:\d+, layer (base|profile)\] \(to allow it: --allow ask\.test:80\)")

    def test_aFlagOfTheRunIsNamedAsThat(self):
        done = self.ok(self.box.run("/usr/bin/python3", "reach.py", "http://allowed.test", flags=["--ask", "deny", "--deny", "allowed.test"]))
        self.assertRegex(done.stderr, r"refused: allowed\.test: a rule denies it \[--deny of this run\].* \(to allow it: start it without that --deny\)")

    def test_explainAgreesWithTheRun(self):
        profile = self.profile(POLICY)
        for target, (subject, words, place, way) in REFUSALS.items():
            host = re.sub(r"^[a-z]+://", "", target)
            host = host if re.search(r":\d+$", host) else host + ":80"
            if "rebind" in host:
                continue        # what a name resolves to is not asked before a run
            with self.subTest(target=host):
                text = self.ok(self.box.leadglass("policy", "explain", host, "--profile", profile)).stdout
                self.assertIn("deny", text.splitlines()[0])
                self.assertIn(words, text)
                self.assertIn(place, text)
                self.assertRegex(text, "to allow it: .*" + re.escape(way.split(" ")[0]))


if __name__ == "__main__":
    main(lab=True)
