#!/usr/bin/env python3
"""`audit prune`: by age and by size, what it keeps, what it says, and that the rest is proved as before."""

import os
import re
import sqlite3
import subprocess
import time

from case import Case, main, start

RICH = ("--older-than", "1s", "--keep-size", "100GiB")


class Prune(Case):
    def setUp(self):
        super().setUp()
        self.data = os.path.join(self.box.home, ".local/share/leadglass")
        self.db = os.path.join(self.data, "audit.db")

    def prune(self, *words):
        return self.box.leadglass("audit", "prune", *words)

    def grow_old(self, seconds=1.3):
        """Until all there is is older than that; when the newest row was written."""
        newest = max(os.path.getmtime(self.db + end) for end in ("", "-wal") if os.path.exists(self.db + end))
        while time.time() < newest + seconds:
            time.sleep(0.1)
        return newest

    def test_whatIsOldGoesAndVerifySaysSo(self):
        for _ in range(4):
            self.ok(self.sh("true"))
        rows = len(self.box.audit())
        newest = self.grow_old(8)
        self.ok(self.sh("true"))
        age = f"{int(time.time() - newest) - 1}s"      # a second after the newest of the old ones, by now
        dry = self.ok(self.prune("--older-than", age, "--dry-run"))
        self.assertIn("would go", dry.stderr)
        self.assertEqual(len(self.box.audit()), rows + rows // 4, "a dry run changes nothing")
        age = f"{int(time.time() - newest) - 1}s"
        done = self.ok(self.prune("--older-than", age))
        self.assertIn(f"{rows} rows went, from 20", done.stderr)
        kept = self.box.audit()
        self.assertEqual(min(row["id"] for row in kept), rows + 1)
        self.assertEqual([row["reason"] for row in kept if row["kind"] == "discard"], ["pruned", "prune_started"])
        self.assertEqual(next(row for row in kept if row["reason"] == "pruned")["detail"]["upto"], rows)
        said = self.ok(self.box.leadglass("audit", "verify")).stdout
        self.assertRegex(said, rf"pruned +rows 1 to {rows}, on 20.* by .*audit prune")
        self.assertIn("taken out but by pruning", said)
        report = self.box.json("audit", "verify")
        self.assertEqual((report["pruned_rows"], report["anchors_missing"]), (rows, 0))
        self.assertGreater(report["anchors_of_pruned_rows"], 0)
        self.assertGreater(report["anchors"], 0, "the later ones are compared, and the prune's own")
        self.ok(self.sh("true"))
        self.ok(self.box.leadglass("audit", "verify"))
        with sqlite3.connect(self.db) as db:
            db.execute("DELETE FROM events WHERE id = (SELECT min(id) FROM events)")
        db.close()
        self.assertEqual(self.box.leadglass("audit", "verify").returncode, 1)
        self.grow_old()     # else nothing is to be pruned, and nothing to refuse
        idle = self.prune("--keep-size", "1GiB")
        self.assertEqual(idle.returncode, 125, "damage is told also where nothing would go")
        self.assertIn("not intact; nothing was pruned", idle.stderr)
        refused = self.prune("--older-than", "1s")
        self.assertEqual(refused.returncode, 125)
        self.assertIn("not intact; nothing was pruned", refused.stderr)
        dry = self.prune("--older-than", "1s", "--dry-run")
        self.assertEqual(dry.returncode, 125, "it promises what would be done")
        self.assertIn("not intact; nothing would be pruned", dry.stderr)

    def test_withoutWordsOnlyWhatIsVeryOldOrLargeGoes(self):
        self.ok(self.sh("true"))
        done = self.ok(self.prune())
        self.assertIn("nothing is to be pruned", done.stderr)
        text = self.box.leadglass("audit", "prune", "--help").stdout
        self.assertIn("400d", text)
        self.assertIn("1GiB", text)

    def test_bySizeTheNewestStayAndTheFileShrinks(self):
        for _ in range(8):
            self.ok(self.sh("true"))
        result = self.box.json("audit", "prune", "--keep-size", "40KiB")
        self.assertGreater(result["rows"], 0)
        self.assertLess(result["bytes_after"], result["bytes_before"])
        self.assertEqual(result["notes"], [])
        self.ok(self.box.leadglass("audit", "verify"))

    def test_whereSomebodyReadsTheFileItSaysWhyItDoesNotShrinkYet(self):
        for _ in range(4):
            self.ok(self.sh("true"))
        reader = sqlite3.connect(self.db)
        self.addCleanup(reader.close)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        result = self.box.json("audit", "prune", "--keep-size", "20KiB")
        self.assertGreater(result["rows"], 0)
        self.assertEqual(len(result["notes"]), 1, result)
        self.assertIn("the file does not shrink yet: another program reads the history", result["notes"][0])
        reader.close()
        self.ok(self.sh("true"))
        self.assertLess(os.path.getsize(self.db), result["bytes_before"])
        self.ok(self.box.leadglass("audit", "verify"))

    def test_appliedRunsGoWithTheirRowsAndThoseThatWaitStay(self):
        self.ok(self.sh("echo 1 > applied"))
        self.ok(self.box.leadglass("apply", "last"))
        applied = self.box.json("runs")[0]["id"]
        self.ok(self.sh("echo 2 > waits"))
        waits = self.box.json("runs")[0]["id"]
        self.grow_old()
        living = start(self.box, "sh", "-c", f"echo ready; read line; echo 3 > living # {self.mark}", stdin=subprocess.PIPE)
        self.addCleanup(living.kill)
        self.assertEqual(living.stdout.readline(), "ready\n")
        live = self.box.json("runs")[0]["id"]
        done = self.ok(self.prune("--older-than", "1s"))
        self.assertIn("cannot be undone any more", done.stderr)
        self.assertIn("changes of 1 old run(s) wait", done.stderr)
        before, now = re.search(r"the file with the log beside it: (\d+) KiB before, (\d+) KiB now", done.stderr).groups()
        self.assertLess(int(now), int(before), "also beside a live run")
        self.assertEqual({run["id"] for run in self.box.json("runs")}, {waits, live})
        self.assertFalse(os.path.exists(os.path.join(self.data, "runs", applied)))
        self.assertEqual(self.read("applied"), "1\n")
        self.assertIn(live, {row["run"] for row in self.box.audit() if row["kind"] == "run_start"})
        self.grow_old()
        held = self.ok(self.prune("--older-than", "1s"))
        self.assertIn(f"rows from the start of run {live} on stay", held.stderr)
        _, err = living.communicate("go\n", timeout=60)
        self.assertEqual(living.returncode, 0, err)
        for run, name in ((waits, "waits"), (live, "living")):
            self.ok(self.box.leadglass("apply", run))
            self.assertTrue(self.read(name))
        self.ok(self.box.leadglass("audit", "verify"))

    def test_badWordsAreOneErrorAndChangeNothing(self):
        self.ok(self.sh("true"))
        for words in (("--older-than", "yesterday"), ("--older-than", "0d"), ("--keep-size", "-1"), ("--keep-size", "much"),
                      ("--keep-size", "1"), ("--keep-size", "1048576")):
            done = self.prune(*words)
            self.assertEqual(done.returncode, 125, words)
            self.assertIn(words[0], done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_withoutAHistoryThereIsNothing(self):
        self.assertIn("nothing is to be pruned", self.ok(self.prune(*RICH)).stderr)
        self.assertFalse(os.path.exists(self.db))


if __name__ == "__main__":
    main()
