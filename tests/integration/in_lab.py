"""A case in the lab of tests/support/lab.py: what a run reaches, what it cannot, and what the lab saw."""

import json
import os
import pathlib

from case import HERE, Case
from lab import contacts

ANSWER = "canary-sink-answer"
NO_PROXY = "env -u ALL_PROXY -u all_proxy -u HTTP_PROXY -u http_proxy -u HTTPS_PROXY -u https_proxy "


def bracket(address):
    return f"[{address}]" if ":" in address else address


class InLab(Case):
    def setUp(self):
        super().setUp()
        self.write("reach.py", pathlib.Path(HERE, "reach.py").read_text(encoding="utf-8"))
        self.write("ca.pem", pathlib.Path(os.environ["LEADGLASS_LAB"], "ca.pem").read_text(encoding="ascii"))
        self.seen_before = len(contacts(os.environ["LEADGLASS_LAB"]))

    def reach(self, targets, *flags):
        done = self.ok(self.box.run("/usr/bin/python3", "reach.py", *targets, flags=["--ask", "deny", *flags], timeout=300))
        rows = {row["target"]: row for row in map(json.loads, done.stdout.splitlines())}
        self.assertEqual(set(rows), set(targets))
        return rows

    def seen(self, *what):
        return [e for e in contacts(os.environ["LEADGLASS_LAB"])[self.seen_before:] if e["what"] in what]

    def names_asked(self):
        return {e["name"] for e in self.seen("dns")}

    def refused(self, rows, seconds=5):
        for target, row in rows.items():
            with self.subTest(target=target):
                self.assertNotIn(ANSWER, row["got"])
                self.assertLess(row["seconds"], seconds, "a refusal is fast")

    def nothing_left(self):
        self.assertEqual(self.seen("tcp", "udp", "http", "tls", "data"), [])

    def denials(self):
        return [r for r in self.box.audit() if r["kind"] in ("egress", "dns") and r["verdict"] == "deny"]
