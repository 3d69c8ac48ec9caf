#!/usr/bin/env python3
"""The audit history in trouble: gone, replaced, full, locked, not to be written, not to be read. A run fails closed and
says what to do; reading works where it can; doctor finds what a run would refuse."""

import os
import shutil
import sqlite3
import unittest

from case import Case, main


class Trouble(Case):
    def setUp(self):
        super().setUp()
        self.data = os.path.join(self.box.home, ".local/share/leadglass")
        self.db = os.path.join(self.data, "audit.db")
        self.state = os.path.join(self.box.home, ".local/state/leadglass")
        self.ok(self.sh("true"))

    def tearDown(self):
        if os.path.isdir(self.data):
            os.chmod(self.data, 0o700)
        super().tearDown()

    def verify(self, status, **extra):
        done = self.box.leadglass("audit", "verify", extra=extra)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout


class Whose(Trouble):
    def test_aDeletedHistoryIsMissedAlsoAfterANewOneBegan(self):
        name = self.box.json("audit", "verify")["history"]
        os.remove(self.db)
        self.assertRegex(self.verify(2), f"missing: the history {name} .*there is none here now")
        self.ok(self.sh("true"))
        self.assertRegex(self.verify(2), f"missing: the history {name} .*the one that is here began at 20")

    def test_aHistoryMovedAsideIsFoundThere(self):
        shutil.move(self.db, self.db + ".old")
        self.ok(self.sh("true"))
        self.assertIn("audit.db.old, whole", self.verify(0))
        shutil.move(self.db + ".old", self.db)
        # What was written meanwhile is the one that is missing now.
        self.verify(2)

    def test_aSecondDataHomeIsNotMissed(self):
        other = os.path.join(self.box.home, "elsewhere")
        os.mkdir(other, 0o700)
        self.ok(self.box.run("true", extra={"XDG_DATA_HOME": other}))
        for extra in ({}, {"XDG_DATA_HOME": other}):
            self.assertRegex(self.verify(0, **extra), "others +history [0-9a-f]{16}: 1 anchor")

    def test_truncationAndRecomputationAreDamage(self):
        with sqlite3.connect(self.db) as db:
            db.execute("DELETE FROM events WHERE id = (SELECT max(id) FROM events)")
        db.close()
        self.assertIn("shorter than anchored", self.verify(1))


if __name__ == "__main__":
    main()
