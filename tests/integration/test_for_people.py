#!/usr/bin/env python3
"""What the commands tell people: in words, aligned, and never nothing where something was asked for."""

import os
import re

from case import Case, main


class ForPeople(Case):
    def test_runsAreAlignedInWordsAndInLocalTime(self):
        self.ok(self.sh("echo new > new.txt; echo 'run me' > .envrc"))
        self.assertEqual(self.box.leadglass("apply", "last").returncode, 1)
        self.ok(self.sh("echo other > other.txt"))
        shown = self.ok(self.box.leadglass("runs", extra={"TZ": "UTC-3"})).stdout.splitlines()
        self.assertRegex(shown[0], r"^\w{20}  ended           \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  ")
        self.assertRegex(shown[1], r"^\w{20}  partly applied  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  ")
        one = self.ok(self.box.leadglass("runs", "show", "last", extra={"TZ": "UTC-3"})).stdout
        local, utc = re.search(r"^started +\S+ (\d\d):\S+ \(\S+T(\d\d):\S+Z\)$", one, re.M).groups()
        self.assertEqual(int(local), (int(utc) + 3) % 24)
        self.assertIn(local + ":", shown[0])

    def test_nothingThereIsSaidAndIsNoOutput(self):
        for words, told in ((["runs"], "no run is live"), (["approvals"], "no question waits"), (["agents"], "no agent")):
            with self.subTest(words=words):
                done = self.ok(self.box.leadglass(*words))
                self.assertEqual(done.stdout, "")
                self.assertRegex(done.stderr, rf"\Aleadglass: {told}[^\n]*\n\Z")

    def test_reasonsAreWordsAndNotCodes(self):
        for target in ("169.254.169.254:80", "10.1.2.3:443", "127.0.0.1:80", "api.example.test", "192.0.2.7:8443", "loopback:5432"):
            with self.subTest(target=target):
                shown = self.ok(self.box.leadglass("policy", "explain", target)).stdout
                self.assertRegex(shown, r"(?m)^  reason: [^_()]+$")

    def test_agentsAreAligned(self):
        folder = os.path.join(self.box.folder, "agents")
        os.mkdir(folder)
        for name in ("codex", "opencode"):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as handle:
                handle.write("#!/bin/sh\necho 1.2.3\n")
            os.chmod(path, 0o755)
        path = folder + ":" + self.box.environment["PATH"]
        shown = self.ok(self.box.leadglass("agents", extra={"PATH": path})).stdout.splitlines()
        self.assertEqual(len(shown), 2, shown)
        self.assertEqual(shown[0].index("profile "), shown[1].index("profile "), shown)
        self.assertIn("version not known", shown[0])

    def test_aRuleIsShownWithThePortsThatItIsOf(self):
        path = self.profile('[egress]\nallow = [{ host = "a.test" }, { host = "b.test", port = [80, 443] }]\ndeny = [{ host = "c.test" }]\n')
        shown = self.ok(self.box.leadglass("policy", "show", path)).stdout
        for line in ("egress allow +a.test:443 ", "egress allow +b.test:80,443 ", "egress deny +c.test, every port "):
            self.assertRegex(shown, "(?m)^" + line)

    def test_aRunAppliedPathByPathIsApplied(self):
        self.ok(self.sh("echo new > new.txt; echo 'run me' > .envrc"))
        self.ok(self.box.leadglass("apply", "last", "new.txt"))
        self.assertEqual(self.box.json("runs")[0]["state"], "partly_applied")
        self.ok(self.box.leadglass("apply", "last", "--include-risky", ".envrc"))
        self.assertEqual(self.box.json("runs")[0]["state"], "applied")
        again = self.ok(self.box.leadglass("apply", "last"))
        self.assertIn("nothing is left to apply", again.stderr)
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.box.json("runs")[0]["state"], "partly_applied")

    def test_aRepositoryThatTheRunMadeIsOneLineAndWhatCouldRunStandsBesideIt(self):
        self.ok(self.sh("mkdir new && cd new && git init -q && git -c user.name=a -c user.email=b commit -q --allow-empty -m x && "
                        "echo true > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit && ln -s /etc .git/refs/away"))
        shown = self.ok(self.box.leadglass("review", "last")).stdout
        self.assertRegex(shown, r"(?m)^A  new/\.git/  a new git repository, \d\d files\n     risky: ")
        told = re.findall(r"(?m)^A  (new/\.git/\S+)", shown)
        self.assertEqual(told, ["new/.git/config", "new/.git/hooks/pre-commit", "new/.git/refs/away"])
        self.assertGreater(len(self.box.json("review", "last")), 30, "a program still gets each")
        done = self.box.leadglass("apply", "last")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"(?m)^leadglass: left \d\d paths below new/\.git/: risky: ")
        self.assertLess(len(done.stderr.splitlines()), 8, done.stderr)

    def test_anApplyThatCannotStartIsNotRecordedAsStarted(self):
        self.ok(self.sh("echo new > new.txt"))
        self.assertEqual(self.box.leadglass("apply", "last", "no.txt").returncode, 125)
        self.assertEqual(self.box.json("audit", "list", "--kind", "apply"), [])
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(len(self.box.json("audit", "list", "--kind", "apply")), 3)

    def test_aKindIsTakenAsTheListShowsIt(self):
        self.ok(self.box.run("true"))
        for kind in ("run start", "run-start", "run_start"):
            self.assertEqual([row["kind"] for row in self.box.json("audit", "list", "--kind", kind)], ["run_start"])


if __name__ == "__main__":
    main()
