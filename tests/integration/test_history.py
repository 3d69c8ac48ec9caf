#!/usr/bin/env python3
"""The audit history in trouble: gone, replaced, full, locked, not to be written, not to be read. A run fails closed and
says what to do; reading works where it can; doctor finds what a run would refuse."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import unittest

from case import Case, main
from box import write


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
        anchors = os.path.join(self.box.home, ".local/state/leadglass/anchors")
        self.assertIn(anchors, self.verify(1))


HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA locking_mode = EXCLUSIVE")
db.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""
READS = (("audit", "list"), ("audit", "show", "1"), ("audit", "verify"), ("runs", "list"))


FULL = """
set -e
mount -t tmpfs -o size=1m,mode=0700 none "$1"
cp -a "$2/." "$1"
dd if=/dev/zero of="$1/ballast" bs=64k 2>/dev/null || true
shift 2
exec "$@"
"""
READ_ONLY = """
set -e
mount --bind "$2" "$1"
mount -o remount,bind,ro "$1"
shift 2
exec "$@"
"""


@unittest.skipIf(os.getuid() == 0, "rights do not stop root")
class Rights(Trouble):
    """Nothing can be written: no run, doctor says so before, everything is still readable."""

    def refused(self, words, fix):
        for command in (("run", "--", "true"), ("doctor",)):
            done = self.box.leadglass(*command)
            text = done.stdout + done.stderr
            self.assertEqual(done.returncode, 1 if command[0] == "doctor" else 125, text)
            for part in (words, fix):
                self.assertIn(part, text)
        for command in READS:
            done = self.ok(self.box.leadglass(*command))
            self.assertTrue(done.stdout or command[0] == "runs", command)

    def test_ofTheFile(self):
        os.chmod(self.db, 0o400)
        self.refused("audit.db' cannot be written", "chmod u+rw")
        self.assertEqual([n for n in os.listdir(self.data) if n.startswith("audit.db-")], [], "reading left companions")
        os.chmod(self.db, 0o600)
        self.ok(self.sh("true"))

    def test_ofTheDirectory(self):
        os.chmod(self.data, 0o500)
        self.refused("cannot be written", "chmod u+rwx")


class Mounts(Trouble):
    """The same of a file system, mounted in a namespace of the test."""

    def inside(self, script, *words):
        place = os.path.join(self.box.home, "mounted/leadglass")
        os.makedirs(place, mode=0o700, exist_ok=True)
        # In there root's bwrap belongs to nobody that is known: a copy of the person's own comes first.
        tools = os.path.join(self.box.folder, "own")
        os.makedirs(tools, exist_ok=True)
        shutil.copy2(shutil.which("bwrap"), tools)
        environment = {**self.box.environment, "XDG_DATA_HOME": os.path.dirname(place),
                       "PATH": tools + ":" + self.box.path()}
        return subprocess.run(["unshare", "-Urm", "--map-current-user", "--keep-caps", "sh", "-c", script, "sh", place,
                               self.data, self.box.program, *words], env=environment, cwd=self.box.work, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)

    def refused(self, script, words):
        for command, status in ((("run", "--", "true"), 125), (("doctor",), 1)):
            done = self.inside(script, *command)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertIn(words, done.stdout + done.stderr)
        for command in READS:
            self.ok(self.inside(script, *command))

    def test_aFullDisk(self):
        self.refused(FULL, "space")

    def test_aReadOnlyFileSystem(self):
        self.refused(READ_ONLY, "Read-only file system")


class Unfit(Trouble):
    """What is there is no history of this version: nothing is changed, no run, one line that says what to do."""

    def refused(self, words, fix, verify):
        with open(self.db, "rb") as file:
            before = file.read()
        for command in (("run", "--", "true"), ("audit", "list"), ("audit", "show", "1")):
            done = self.box.leadglass(*command)
            self.assertEqual(done.returncode, 125, command)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(words, done.stderr)
            self.assertIn(fix, done.stderr)
        self.assertIn(words, self.box.leadglass("doctor").stdout)
        self.assertEqual(self.box.leadglass("doctor").returncode, 1)
        self.assertEqual(self.box.leadglass("audit", "verify").returncode, verify)
        self.ok(self.box.leadglass("runs", "list"))
        with open(self.db, "rb") as file:
            self.assertEqual(before, file.read())

    def test_isAnotherFile(self):
        with open(self.db, "wb") as file:
            file.write(b"this was a shopping list\n" * 100)
        self.refused("not a database", "set-aside", 1)

    def test_isOfANewerVersion(self):
        db = sqlite3.connect(self.db)
        db.execute("PRAGMA user_version = 99")
        db.close()
        self.refused("has schema 99", "use the newer Leadglass", 125)

    def test_isHeldByAnotherProgram(self):
        # In a process of its own: closing the file here would drop the lock (fcntl(2)).
        holder = subprocess.Popen([sys.executable, "-c", HOLD, self.db], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.assertEqual(holder.stdout.readline(), b"held\n")
            self.refused("locked", "another program holds it", 125)
        finally:
            holder.communicate()
        self.ok(self.sh("true"))

    def test_isEmptyAndTheOneBeforeIsMissed(self):
        with open(self.db, "wb"):
            pass
        self.assertEqual(self.box.json("audit", "list"), [])
        self.verify(2)
        self.ok(self.sh("true"))
        self.verify(2)

    def test_hasAForeignLogThatIsNotBelieved(self):
        rows = len(self.box.json("audit", "list"))
        with open(self.db + "-wal", "wb") as file:
            file.write(os.urandom(5000))
        os.chmod(self.db + "-wal", 0o600)
        self.assertEqual(len(self.box.json("audit", "list")), rows)
        self.ok(self.sh("true"))
        self.verify(0)


class Doctor(Trouble):
    def checks(self, **extra):
        done = self.box.leadglass("doctor", "--json", extra=extra)
        return done.returncode, {check["id"]: check for check in json.loads(done.stdout)}

    def test_goesOnWithBrokenSettingsAndNamesTheLine(self):
        write(os.path.join(self.box.home, ".config/leadglass/config.toml"), "profile = 'default'\nnonsense = 1\n", 0o600)
        os.chmod(os.path.join(self.box.home, ".config/leadglass"), 0o700)
        status, checks = self.checks()
        self.assertEqual((status, checks["settings"]["status"]), (1, "missing"))
        self.assertRegex(checks["settings"]["evidence"], r"config\.toml:2")
        self.assertEqual(checks["audit"]["status"], "ok")

    def test_checksTheProfileOfTheSettings(self):
        status, checks = self.checks(LEADGLASS_PROFILE="strict")
        self.assertIn("strict", checks["policy"]["evidence"])
        status, checks = self.checks(LEADGLASS_PROFILE="nosuch")
        self.assertEqual((status, checks["policy"]["status"]), (1, "missing"))
        self.assertRegex(checks["policy"]["evidence"], "your settings name a profile.*no profile 'nosuch'")

    def test_everyCheckHasIdEvidenceAndWhereItFailsAFix(self):
        for path in (self.box.path(), "/nowhere"):
            for check in self.checks(PATH=path)[1].values():
                self.assertEqual(sorted(check), ["evidence", "fix", "id", "status"])
                self.assertTrue(check["id"] and check["evidence"])
                self.assertTrue(check["fix"] or check["status"] != "missing", check)

    def test_findsABwrapThatIsSetuid(self):
        tools = os.path.join(self.box.folder, "setuid")
        os.mkdir(tools)
        shutil.copy2(shutil.which("bwrap"), tools)
        os.chmod(os.path.join(tools, "bwrap"), 0o4755)
        status, checks = self.checks(PATH=tools)
        self.assertEqual((status, checks["bwrap"]["status"]), (1, "missing"))
        self.assertIn("setuid", checks["bwrap"]["evidence"])

    def test_findsARuntimeDirectoryThatCannotBeWritten(self):
        place = os.path.join(self.box.folder, "sealed")
        os.mkdir(place, 0o500)
        extra = {"XDG_RUNTIME_DIR": place}
        if os.getuid() != 0:
            self.assertEqual(self.box.run("true", extra=extra).returncode, 125)
            status, checks = self.checks(**extra)
            self.assertEqual((status, checks["runtime"]["status"]), (1, "missing"))
        self.assertEqual(self.checks()[1]["runtime"]["status"], "ok")

    def test_withoutUserNamespacesNamesThemAndNothingElse(self):
        done = subprocess.run(
            ["unshare", "-Ur", "--keep-caps", "sh", "-c",
             'echo 0 > /proc/sys/user/max_user_namespaces; exec "$0" doctor --json', self.box.program],
            env=self.box.environment, capture_output=True, text=True, timeout=60)
        checks = {check["id"]: check for check in json.loads(done.stdout)}
        self.assertEqual((done.returncode, checks["userns"]["status"]), (1, "missing"))
        self.assertIn("user.max_user_namespaces", checks["userns"]["fix"])
        for name in ("overlay", "nft"):
            self.assertIn("userns", checks[name]["fix"])


if __name__ == "__main__":
    main()
