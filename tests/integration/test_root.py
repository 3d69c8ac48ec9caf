#!/usr/bin/env python3
"""Started by real root: the agent is not root, has no capability, and cannot read root's files."""

import os
import sys

from case import Case, main


class Root(Case):
    def setUp(self):
        super().setUp()
        with open("/etc/leadglass-root-canary", "w", encoding="ascii") as handle:
            handle.write("canary-root-file\n")
        os.chmod("/etc/leadglass-root-canary", 0o600)
        self.addCleanup(os.unlink, "/etc/leadglass-root-canary")

    def test_agentIsSomebodyElseWithoutCapabilities(self):
        done = self.ok(self.sh("id -u; grep -E '^Cap' /proc/self/status | awk '{print $2}' | sort -u"))
        lines = done.stdout.split()
        self.assertNotEqual(lines[0], "0")
        self.assertEqual(lines[1:], ["0000000000000000"])

    def test_agentCannotReadRootsFiles(self):
        done = self.sh("cat /etc/shadow /etc/leadglass-root-canary /proc/1/environ; ls /root; true")
        self.assertNotIn("canary-root-file", done.stdout)
        self.assertNotIn("root:", done.stdout)

    def test_changesComeBackOwnedByRoot(self):
        self.ok(self.sh("echo new > new.txt; echo more >> README.md"))
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("new.txt"), "new\n")
        for name in ("new.txt", "README.md"):
            about = os.stat(os.path.join(self.box.work, name))
            self.assertEqual((about.st_uid, about.st_gid), (0, 0), name)


if __name__ == "__main__":
    if os.getuid() != 0:
        sys.exit("this test is started by root (ctest -L root)")
    main()
