#!/usr/bin/env python3
"""`audit set-aside`: a damaged history is kept as it is, the new one names it, and its loss is told."""

import glob
import hashlib
import os
import sqlite3
import subprocess

from case import Case, main, start


def sha256(path):
    with open(path, "rb") as handle:
        return hashlib.sha256(handle.read()).hexdigest()


class SetAside(Case):
    def setUp(self):
        super().setUp()
        self.db = os.path.join(self.box.home, ".local/share/leadglass/audit.db")
        for _ in range(2):
            self.ok(self.sh("true"))

    def aside(self, *words):
        return self.box.leadglass("audit", "set-aside", *words)

    def verify(self):
        done = self.box.leadglass("audit", "verify")
        return done.returncode, done.stdout + done.stderr

    def no_database(self):
        with open(self.db, "r+b") as handle:
            handle.write(b"no database at all")

    def no_pages(self):
        size = os.path.getsize(self.db)
        with open(self.db, "r+b") as handle:
            for at in range(4096, size, 4096):
                handle.seek(at)
                handle.write(b"\xa5" * 4096)

    def edited(self):
        with sqlite3.connect(self.db) as db:
            db.execute("UPDATE events SET subject = 'other' WHERE id = 2")
        db.close()

    def foreign(self):
        os.remove(self.db)
        with sqlite3.connect(self.db) as db:
            db.execute("CREATE TABLE t (x)")
        db.close()
        os.chmod(self.db, 0o600)

    def kept_and_named(self, damage):
        damage()
        was = sha256(self.db)
        self.assertEqual(self.verify()[0], 1)
        refused = self.sh("true")
        if refused.returncode != 0:
            self.assertEqual(refused.returncode, 125)
            self.assertIn("set-aside", refused.stderr)
        done = self.box.json("audit", "set-aside")
        self.assertEqual([done["notes"], done["row"]], [[], 1])
        kept = done["files"][0]
        self.assertRegex(kept["path"], r"audit\.db\.damaged-[0-9]{8}T[0-9]{6}Z(-[0-9]+)?$")
        self.assertEqual(kept["sha256"], sha256(kept["path"]))
        if refused.returncode != 0:
            self.assertEqual(kept["sha256"], was)
        self.assertEqual(os.stat(self.db).st_mode & 0o777, 0o600)
        self.ok(self.sh("true"))
        status, said = self.verify()
        self.assertEqual(status, 0, said)
        first = self.box.json("audit", "show", "1")
        self.assertEqual((first["kind"], first["reason"], first["subject"]), ("fault", "history_set_aside", kept["path"]))
        self.assertEqual(first["detail"]["files"][0]["sha256"], kept["sha256"])
        self.assertGreater(len(first["detail"]["found"]), 0)
        self.assertNotEqual(self.aside().returncode, 0, "the new one is intact")

    def test_whatIsWrongWithTheFileIsNamedAloneAndItsWayOutLeadsOn(self):
        self.no_database()
        other = self.db + ".other"
        os.chmod(self.db, 0o644)
        for words in (("audit", "verify"), ("audit", "set-aside"), ("run", "--", "true")):
            said = self.box.leadglass(*words).stderr
            self.assertIn(f"is not yours alone: others have rights on it (mode 0644) (chmod 0600 '{self.db}')", said)
            for word in ("chown", "belongs", "hard link"):
                self.assertNotIn(word, said)
        os.chmod(self.db, 0o600)
        os.link(self.db, other)
        said = self.aside().stderr
        self.assertIn("it has 2 names (hard links)", said)
        self.assertNotIn("chmod", said)
        os.remove(other)
        self.ok(self.aside())
        self.ok(self.sh("true"))
        os.truncate(self.db, 0)
        for suffix in ("-wal", "-shm"):
            if os.path.exists(self.db + suffix):
                os.remove(self.db + suffix)
        self.assertIn("no row is in the history, so there is nothing to keep", self.aside().stderr)
        self.ok(self.sh("true"))

    def test_aFileThatIsNoDatabaseIsKeptAndNamed(self):
        self.kept_and_named(self.no_database)

    def test_oneWithoutItsPagesIsKeptAndNamed(self):
        self.kept_and_named(self.no_pages)

    def test_aDatabaseOfAnotherProgramIsKeptAndNamed(self):
        self.kept_and_named(self.foreign)

    def test_anEditedOneIsKeptAndNamedAndSoIsTheOneBefore(self):
        self.kept_and_named(self.edited)
        self.kept_and_named(self.edited)
        others = self.box.json("audit", "verify")["other_histories"]
        self.assertEqual([other["set_aside"] for other in others], [True, True])
        os.remove(min(glob.glob(self.db + ".damaged-*")))
        self.assertEqual(self.verify()[0], 2)

    def test_aSecondOneWithinASecondHasANameOfItsOwn(self):
        kept = set()
        for _ in range(4):      # some of them within one second, on any machine that is not very slow
            self.no_database()
            done = self.box.json("audit", "set-aside")
            kept.add(done["files"][0]["path"])
        self.assertEqual([len(kept), len(glob.glob(self.db + ".damaged-*"))], [4, 4], kept)

    def test_oneIsFoundAgainInADirectoryWhoseNameIsNoText(self):
        data = os.fsencode(self.box.folder) + b"/data-\xff\xfe"
        os.mkdir(data)
        self.box.environment = {os.fsencode(k): os.fsencode(v) for k, v in self.box.environment.items()}
        self.box.environment[b"XDG_DATA_HOME"] = data
        self.ok(self.sh("true"))
        self.db = os.path.join(data, b"leadglass/audit.db")
        self.no_database()
        self.ok(self.aside())
        status, said = self.verify()
        self.assertEqual(status, 0, said)
        self.assertIn("set aside because it was damaged", said)
        for path in glob.glob(glob.escape(self.db) + b".damaged-*"):
            os.remove(path)
        self.assertEqual(self.verify()[0], 2)

    def test_whatWasKeptIsMissedWhenItGoesOrChanges(self):
        self.no_database()
        kept = self.box.json("audit", "set-aside")["files"][0]["path"]
        status, said = self.verify()
        self.assertEqual(status, 0, said)
        self.assertIn("set aside because it was damaged", said)
        with open(kept, "ab") as handle:
            handle.write(b"x")
        self.assertEqual(self.verify()[0], 2, "it is not what was set aside")
        os.truncate(kept, os.path.getsize(kept) - 1)
        self.assertEqual(self.verify()[0], 0)
        os.remove(kept)
        status, said = self.verify()
        self.assertEqual(status, 2, said)

    def test_anIntactOneStaysWhereItIs(self):
        done = self.aside()
        self.assertEqual(done.returncode, 125)
        self.assertIn("intact; nothing was set aside", done.stderr)
        self.assertEqual(glob.glob(self.db + ".damaged*"), [])

    def test_noneIsThereToSetAside(self):
        for path in glob.glob(self.db + "*"):
            os.remove(path)
        done = self.aside()
        self.assertEqual(done.returncode, 125)
        self.assertIn("there is no history here", done.stderr)
        self.assertFalse(os.path.exists(self.db))

    def test_notWhileARunWritesIntoIt(self):
        run = start(self.box, "/bin/sh", "-c", "echo ready; read line", stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline().strip(), "ready")
        try:
            self.edited()
            done = self.aside()
            self.assertEqual(done.returncode, 125)
            self.assertIn("writes into the history", done.stderr)
            self.assertEqual(glob.glob(self.db + ".damaged*"), [])
        finally:
            run.communicate("\n")


if __name__ == "__main__":
    main()
