#!/usr/bin/env python3
"""Started by real root: the agent is not root, has no capability, and cannot read root's files."""

import os
import subprocess
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

    def test_aMountBelowTheProjectIsToldBeforeTheRun(self):
        os.makedirs(os.path.join(self.box.work, "m n/inner"))
        for mode, status in (("overlay", 125), ("readonly", 125), ("direct", 125), ("copy", 0)):
            done = subprocess.run(
                ["unshare", "--mount", "sh", "-c", "mount -t tmpfs none 'm n/inner' && exec \"$0\" run --workspace $1 -- true",
                 self.box.program, mode], cwd=self.box.work, env=self.box.environment, text=True, capture_output=True,
                timeout=60, check=False)
            self.assertEqual(done.returncode, status, done.stderr)
            if status != 0:
                self.assertIn(f"mounted below the project: {self.box.work}/m n/inner", done.stderr)
                self.assertIn("--workspace copy", done.stderr)

    def test_directoriesOfOthersAreToldAtTheStart(self):
        self.assertNotIn("of another user", self.ok(self.sh("true")).stderr)
        os.makedirs(os.path.join(self.box.work, "team"))
        os.chown(os.path.join(self.box.work, "team"), 0, 4242)
        done = self.sh("touch team/x || echo refused")
        self.assertEqual(done.stdout, "refused\n", done.stderr)
        self.assertIn("which the command can read but not change: team (", done.stderr)


if __name__ == "__main__":
    if os.getuid() != 0:
        sys.exit("this test is started by root (ctest -L root)")
    main()
