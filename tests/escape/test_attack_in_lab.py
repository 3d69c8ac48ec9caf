#!/usr/bin/env python3
"""Of `doctor --attack` nothing reaches a network, where every address and name that it tries would answer."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../integration"))

from case import main  # noqa: E402
from in_lab import InLab  # noqa: E402


class AttackInLab(InLab):
    def test_nothingIsSentNotEvenAQuestionForAName(self):
        done = self.ok(self.box.leadglass("doctor", "--attack", "--json"))
        self.assertEqual({row["verdict"] for row in json.loads(done.stdout)}, {"contained"}, done.stdout)
        self.assertEqual(self.seen("dns", "tcp", "udp", "http", "tls", "data"), [])
        # The control: what is allowed is seen here.
        self.ok(self.sh("curl -sS http://allowed.test/", "--ask", "deny", "--allow", "allowed.test:80"))
        self.assertIn("allowed.test", self.names_asked())
        self.assertTrue(self.seen("tcp"))


if __name__ == "__main__":
    main(lab=True)
