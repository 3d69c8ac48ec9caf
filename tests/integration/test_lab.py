#!/usr/bin/env python3
"""The lab of the egress tests: everything answers there, nothing leaves it, nothing stays behind."""

import os
import subprocess
import sys
import tempfile
import unittest

from case import HERE, can_make_namespaces, processes, wait_until

import require

LAB = os.path.join(HERE, "../support/lab.py")


class Lab(unittest.TestCase):
    def lab(self, script, folder=None):
        words = [sys.executable, "-B", LAB, *(["--dir", folder] if folder else []), "--", "bash", "-c", script]
        return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=100)

    def test_passesTheStatusOn(self):
        self.assertEqual(self.lab("exit 7").returncode, 7)
        self.assertEqual(self.lab("kill -TERM $$").returncode, 143)

    def test_givesTheCommandNoCapability(self):
        done = self.lab("id -u; grep -E 'CapEff|CapAmb' /proc/self/status")
        self.assertEqual(done.stdout.split()[0], str(os.getuid()), done.stderr)
        if os.getuid() != 0:
            self.assertEqual(done.stdout.count("0000000000000000"), 2, done.stdout)

    def test_hasOnlyItsOwnLinks(self):
        done = self.lab("ip -o link | cut -d: -f2 | cut -d@ -f1")
        self.assertEqual(sorted(done.stdout.split()), ["lo", "near"], done.stderr)

    def test_answersForNamesMetadataAndAnyAddress(self):
        done = self.lab("curl -sS http://allowed.test/; curl -sS http://169.254.169.254/; curl -sS 'http://[fd00:ec2::254]/'; "
                        "curl -sS --cacert $LEADGLASS_LAB/ca.pem https://other.test/; getent hosts unknown.example; true")
        self.assertEqual(done.stdout.count("canary-sink-answer"), 4, done.stdout + done.stderr)

    def test_countsEveryContact(self):
        with tempfile.TemporaryDirectory() as folder:
            self.lab("curl -sS -d body-canary http://allowed.test/up", folder)
            sys.path.insert(0, os.path.dirname(LAB))
            from lab import contacts
            rows = contacts(folder)
        self.assertIn("allowed.test", [r.get("name") for r in rows if r["what"] == "dns"])
        self.assertEqual([r["body"] for r in rows if r["what"] == "http"], ["body-canary"])

    def test_endsWithEverythingInIt(self):
        self.lab("setsid sleep 31422 & sleep 0.2; true")
        self.assertTrue(wait_until(lambda: not processes("31422"), 5))


if __name__ == "__main__":
    if not can_make_namespaces():
        require.missing("userns", "unshare(user, mount) fails for this user")
    unittest.main(verbosity=2)
