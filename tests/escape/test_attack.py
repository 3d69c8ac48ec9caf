#!/usr/bin/env python3
"""`leadglass doctor --attack`: every technique is contained, for a person and for root, without a trace."""

import glob
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../integration"))

from case import Case, main  # noqa: E402

# What works outside for everybody: a refusal inside is the sandbox's doing.
CONTROLS = {"net-host-port", "net-race", "net-datagram", "ipc-bus", "ipc-agents", "ipc-containers", "ipc-desktop", "ipc-abstract",
            "ipc-project", "ipc-shown", "ipc-memory", "ipc-environment", "files-home", "files-proc-root", "files-links", "files-hidden",
            "files-ours"}


class Attack(Case):
    def attack(self, *flags, **options):
        return self.box.leadglass("doctor", "--attack", *flags, **options)

    def test_everyTechniqueIsContained(self):
        done = self.ok(self.attack("--json"))
        rows = {row["id"]: row for row in json.loads(done.stdout)}
        self.assertGreaterEqual(len(rows), 48)
        for row in rows.values():
            with self.subTest(technique=row["id"]):
                self.assertEqual(row["verdict"], "contained", row)
                self.assertTrue(row["source"] and row["wall"] and row["inside"] and row["host"], row)
        for technique in CONTROLS:
            if technique == "net-race" and len(os.sched_getaffinity(0)) < 2:
                continue  # on one processor nothing changes between the kernel's two looks, outside neither
            with self.subTest(control=technique):
                self.assertEqual(rows[technique]["control"], "worked", rows[technique])
        for technique in ("ipc-bus", "ipc-agents", "ipc-containers", "ipc-desktop", "ipc-abstract", "ipc-project", "ipc-shown",
                          "net-host-port", "net-datagram"):
            self.assertRegex(rows[technique]["host"], r"^0 contacts \(control: [1-9]", rows[technique])
        for technique in ("names-empty", "names-dots", "names-userinfo", "names-numbers", "names-mapped", "names-metadata", "net-direct"):
            self.assertRegex(rows[technique]["host"], r"refusals in the history", rows[technique])

    def test_everyTechniqueIsContainedHoweverTheProjectIsWritten(self):
        for mode in ("copy", "readonly"):
            with self.subTest(mode=mode):
                rows = json.loads(self.ok(self.attack("--json", "--workspace", mode)).stdout)
                self.assertEqual({row["verdict"] for row in rows}, {"contained"}, rows)
        for words in (("--workspace", "copy"), ("--attack", "--workspace", "direct")):
            done = self.box.leadglass("doctor", *words)
            self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)

    def test_aPolicyThatAllowsWhatItShouldNotIsFound(self):
        policy = os.path.join(self.box.folder, "installed/share/leadglass/policies/offline.toml")
        with open(policy, "w", encoding="utf-8") as handle:
            handle.write('schema = 1\nname = "offline"\nversion = "1"\nextends = "base"\n[egress]\ndefault = "deny"\n'
                         'allow = [{ host = "*.attack.invalid", port = 80 }]\n')
        done = self.attack("--json")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual([row["id"] for row in json.loads(done.stdout) if row["verdict"] != "contained"], ["names-empty"])

    def test_leavesNothingBehind(self):
        before = self.box.host_state()
        self.ok(self.attack())
        self.assertEqual(self.box.host_state(), before)
        self.assertEqual(self.box.audit(), [])
        self.assertEqual(glob.glob(os.path.join(self.box.environment["TMPDIR"], "*")), [])

    def test_isATableForPeople(self):
        done = self.ok(self.attack())
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0].split(), ["technique", "verdict", "evidence"])
        self.assertRegex(lines[-1], r"^(\d+) of \1 techniques contained\.$")

    def test_saysWhatIsMissingWhereNoRunCanStart(self):
        with open(os.path.join(self.box.folder, "installed/share/leadglass/policies/default.toml"), "a", encoding="utf-8") as handle:
            handle.write("no policy\n")
        done = self.attack()
        self.assertEqual(done.returncode, 125, done.stdout)
        self.assertEqual(done.stdout, "")
        self.assertIn("default.toml", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(glob.glob(os.path.join(self.box.environment["TMPDIR"], "*")), [])

    def test_aWallThatIsMissingIsFound(self):
        # As an installation whose probe cannot answer would be: nothing is called contained on its word.
        probe = os.path.join(os.path.dirname(self.box.program), "leadglass-probe")
        with open(probe, "wb") as handle:
            handle.write(b"#!/bin/sh\nprintf 'net-direct\\tworked\\t1\\tx\\nnet-dns\\trefused\\t1\\tx\\n'\n"
                         b"[ $1 != inside ] || echo > $2/project/own\n[ \"$1\" != wait ] || exec cat\n")
        done = self.attack("--json")
        self.assertEqual(done.returncode, 1, done.stderr)
        verdicts = {row["id"]: row["verdict"] for row in json.loads(done.stdout)}
        self.assertEqual(verdicts.pop("net-direct"), "open")
        self.assertEqual(verdicts.pop("net-dns"), "contained")
        self.assertEqual(set(verdicts.values()), {"not_tried"})


if __name__ == "__main__":
    main()
