#!/usr/bin/env python3
"""Runs after their end, as people meet them: the list, what is decided, what a killed one leaves, what git finds."""

import os
import re
import shutil
import subprocess
import unittest

from case import Case, main, start, without_objects
from screen import Screen


FOUND = 1   # left something


class Texts(Case):
    def test_theListFitsATerminalAndHasAHeader(self):
        self.ok(self.sh("echo a > a.txt; echo 'run me' > .envrc; : a-command-line-that-is-longer-than-the-terminal-is-wide"))
        self.box.leadglass("apply", "last")
        screen = Screen([self.box.program, "runs", "list"], self.box.work,
                        {**self.box.environment, "TERM": "xterm-256color"}, columns=90)
        self.addCleanup(screen.close)
        screen.expect(r"RUN +STATE +STARTED +PROJECT +COMMAND\s+\w{20}  partly applied  [-\d: ]{16}  ")
        for line in screen.output.decode().splitlines():
            self.assertLessEqual(len(line), 90, line)

    def test_aPipeGetsWholePathsAndNoHeader(self):
        self.ok(self.sh("echo a > a.txt"))
        self.assertRegex(self.ok(self.box.leadglass("runs")).stdout, rf"\A\w{{20}}  ended .*{re.escape(self.box.work)} .*a.txt\n\Z")

    def test_tabsInDiffsAreTabs(self):
        self.ok(self.sh(r"printf '\tall:\033[2J\tx\n' > notes.txt"))
        self.assertIn("\n+\tall:<1b>[2J\tx\n", self.ok(self.box.leadglass("review", "last", "--diff", "notes.txt")).stdout)

    def test_nothingIsEscapedTwice(self):
        self.ok(self.sh(r"""printf 'printf("a\\n"); // \033' > code.c; mkdir "$(printf 'd\033')"; printf x > "$(printf 'd\033/f')"; chmod 0 "$(printf 'd\033/f')" """))
        text = self.ok(self.box.leadglass("review", "last", "--diff")).stdout
        self.assertIn('\n+printf("a\\n"); // <1b>\n\\ No newline at end of file\n', text)
        self.assertIn("d\\x1b/f", text)
        self.assertNotIn("\\\\", text)
        self.assertIn("workspace: cannot be 'a\\x1b'", self.sh("true", "--workspace", "a\x1b").stderr)
        for text, said in (("\x01key = 1\n", "from '\\u0001' on"), ("a\\b = 1\n", "from '\\' on")):
            self.write("x.toml", text)
            self.assertIn(said, self.box.leadglass("policy", "check", "x.toml").stdout + self.box.leadglass("policy", "check", "x.toml").stderr)

    def test_diffTakesOnePathOrNone(self):
        self.ok(self.sh("echo a > a.txt; echo b > b.txt"))
        for words in (["last", "--diff", "a.txt"], ["--diff", "a.txt", "last"], ["--diff=a.txt", "last"], ["last", "--diff=a.txt"]):
            shown = self.ok(self.box.leadglass("review", *words), words).stdout
            self.assertTrue("+a\n" in shown and "+b\n" not in shown, shown)
        for words in (["last", "--diff"], ["--diff", "last"]):
            self.assertIn("+a\n", self.ok(self.box.leadglass("review", *words), words).stdout)
            self.assertEqual(["diff" in change for change in self.box.json("review", *words)], [True, True])
        for words, told in ((["last", "--diff", "a.txt", "b.txt"], "'b.txt' is one argument too many"),
                            (["last", "--diff", ""], "--diff has an empty value"), (["--diff"], "RUN is required")):
            done = self.box.leadglass("review", *words)
            self.assertEqual(done.returncode, 125)
            self.assertIn(told, done.stderr)

    def test_lastNamesWhatItTookWhereTheNewestIsNotKept(self):
        self.ok(self.sh("echo a > a.txt"))
        run = self.box.json("runs")[0]["id"]
        self.assertNotIn("'last' is", self.ok(self.box.leadglass("review", "last")).stderr)
        done = self.ok(self.sh("true"))
        self.assertRegex(done.stderr, r"; nothing was changed in the project, so it is not kept\n\Z")
        gone = done.stderr.split("run ")[1].split()[0]
        for words in (["review", "last"], ["apply", "last"], ["discard", "last"]):
            told = self.ok(self.box.leadglass(*words)).stderr
            self.assertRegex(told, rf"\Aleadglass: 'last' is run {run}, started \d+ (s|min) ago: run {gone}, which was started .* is not kept\n")

    def test_oneIsNotPlural(self):
        self.ok(self.sh("echo a > a.txt"))
        self.assertIn("1 path applied in", self.ok(self.box.leadglass("apply", "last")).stderr)
        self.assertIn("1 path undone in", self.ok(self.box.leadglass("undo", "last")).stderr)

    def test_helpSaysWhatLastIs(self):
        for command, words in (("review", "else of all"), ("apply", "newest of this project"), ("discard", "newest of this project"),
                               ("undo", "with something applied"), ("runs show", "else of all"), ("runs stop", "newest of this project")):
            shown = self.ok(self.box.leadglass(*command.split(), "--help")).stdout
            self.assertIn(words, " ".join(shown.split()), command)


class Killed(Case):
    """Its supervisor ended by SIGKILL, so that nobody looked at what it left."""

    def kill(self, script, *flags):
        run = start(self.box, "sh", "-c", f"{script}\necho ready; sleep {self.mark}", flags=flags)
        self.assertEqual(run.stdout.readline(), "ready\n")
        run.kill()
        run.communicate()

    def test_beforeItChangedAnythingIsNotListed(self):
        self.kill(": > passing; rm passing")
        self.assertEqual(self.box.json("runs"), [])
        self.assertEqual(os.listdir(os.path.join(self.box.home, ".local/share/leadglass/runs")), [])

    def test_afterItChangedSomethingIsListed(self):
        self.kill("echo a > a.txt")
        self.assertEqual([run["state"] for run in self.box.json("runs")], ["ended"])
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("a.txt"), "a\n")

    def test_withKeepIsListedAlsoIfItChangedNothing(self):
        self.kill("true", "--keep")
        for _ in range(2):
            self.assertEqual([run["state"] for run in self.box.json("runs")], ["ended"])
        self.ok(self.box.leadglass("discard", "last"))
        self.assertEqual(self.box.json("runs"), [])


class Undone(Case):
    def apply(self, *words, status=0):
        done = self.box.leadglass("apply", "last", *words)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def test_whatWasReviewedStaysReviewedAfterAnUndo(self):
        for reviews in ((1, 1), (0, 1), (0, 0), (1, 0)):   # before the apply, after it
            self.ok(self.sh("echo b > b.txt; mkdir d; echo c > d/c.txt; echo x >> README.md"))
            for _ in range(reviews[0]):
                self.box.json("review", "last")
            self.apply("README.md")
            for _ in range(reviews[1]):
                self.box.json("review", "last")
            self.apply()
            for _ in range(2 * reviews[1]):
                self.assertEqual(self.box.json("review", "last"), [])
            self.ok(self.box.leadglass("undo", "last"))
            self.ok(self.box.leadglass("undo", "last"))
            self.assertEqual(self.read("README.md"), "# App\n", reviews)
            self.assertNotIn("not reviewed", self.apply(), reviews)
            self.assertEqual((self.read("README.md"), self.read("d/c.txt")), ("# App\nx\n", "c\n"), reviews)
            self.ok(self.box.leadglass("undo", "last"))
            self.ok(self.box.leadglass("discard", "last"))

    def test_oneThatWasAppliedWhileItLivedIsAppliedAtItsEnd(self):
        for more, state in (("", "applied"), ("echo n > new.txt", "partly_applied")):
            run = start(self.box, "sh", "-c", f"echo b{state} > b.txt; echo ready; read line; {more}", stdin=subprocess.PIPE)
            self.addCleanup(run.kill)
            self.assertEqual(run.stdout.readline(), "ready\n")
            self.apply()
            run.communicate("go\n", timeout=60)
            self.assertEqual(self.box.json("runs")[0]["state"], state)

    def test_whatALiveRunChangesAfterTheApplyIsToBeReviewed(self):
        run = start(self.box, "sh", "-c", "echo b > b.txt; echo ready; read line; echo evil > b.txt; echo n > new.txt; echo ready; read line",
                    stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.apply()                        # takes it for reviewed as it is
        self.box.json("review", "last")
        self.ok(self.box.leadglass("undo", "last"))
        run.stdin.write("go\n")
        run.stdin.flush()
        self.assertEqual(run.stdout.readline(), "ready\n")
        told = self.apply(status=FOUND)
        self.assertRegex(told, "left b.txt: .*reviewed")
        self.assertIn("left new.txt: not reviewed", told)
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "b.txt")))
        run.communicate("go\n", timeout=60)


class Decided(Case):
    def conflict(self, script):
        """A run during which the host wrote both.txt, too."""
        self.write("both.txt", "base\n")
        run = start(self.box, "sh", "-c", f"echo agent >> both.txt; {script}\necho ready; read line", stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.write("both.txt", "host\n")
        run.communicate("go\n", timeout=60)

    def state(self):
        return self.box.json("runs")[0]["state"]

    def apply(self, *words, status=0):
        done = self.box.leadglass("apply", "last", *words)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def decided(self):
        return {change["path"]["text"]: change["decided"] for change in self.box.json("review", "last")}

    def test_forTheHostInAllConflictsTheRunIsDone(self):
        self.conflict("echo only > only.txt")
        self.assertIn("1 conflict decided for the host's version", self.apply("--on-conflict", "ours"))
        self.assertEqual((self.read("both.txt"), self.read("only.txt")), ("host\n", "only\n"))
        self.assertEqual((self.state(), self.decided()), ("applied", {"both.txt": True}))
        self.assertIn("decided for the host's version", self.ok(self.box.leadglass("review", "last")).stdout)
        self.apply()    # nothing is open, so nothing is left
        self.assertIn("left both.txt: conflict", self.apply("both.txt", status=FOUND), "named: asked again")
        self.assertIn("1 conflict is open again", self.ok(self.box.leadglass("undo", "last")).stderr)
        self.assertEqual((self.state(), self.decided()), ("ended", {"both.txt": False, "only.txt": False}))

    def test_alsoWhereNothingWasApplied(self):
        self.conflict(":")
        self.apply("--on-conflict", "ours")
        self.assertEqual(self.state(), "decided")
        self.assertEqual(self.box.json("undo", "last")["reopened"], 1)
        self.assertEqual((self.state(), self.read("both.txt")), ("ended", "host\n"))
        self.assertEqual(self.box.leadglass("undo", "last").returncode, 125)

    def test_isOpenAgainWhenTheHostChangesItOnceMore(self):
        self.conflict("echo only > only.txt")
        self.apply("--on-conflict", "ours")
        self.write("both.txt", "host\nagain\n")
        self.assertEqual(self.decided(), {"both.txt": False})
        self.assertIn("left both.txt: conflict", self.apply(status=FOUND))
        self.assertEqual(self.state(), "partly_applied")
        self.apply("both.txt", "--on-conflict", "theirs")
        self.assertEqual((self.state(), self.read("both.txt")), ("applied", "base\nagent\n"))

    def test_aPathLeftAfterNamedOnesKeepsTheRunOpen(self):
        self.ok(self.sh("echo a > a.txt; mkdir d; echo b > d/b.txt"))
        self.apply("a.txt")
        self.assertEqual(self.state(), "partly_applied")
        self.apply("d")
        self.assertEqual(self.state(), "applied")


class Commits(Case):
    AGENT = ("set -e; export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.test GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=a@example.test; "
             "echo one > one.txt; git add one.txt; git commit -qm 'Add one'; echo two >> README.md; git commit -qam 'Say two'; ")

    def setUp(self):
        super().setUp()
        for n in range(3):
            self.write(f"old{n}.txt", f"{n}\n")
            self.box.git("add", "-A")
            self.box.git("-c", "user.name=t", "-c", "user.email=t@example.test", "commit", "-qm", f"old {n}")
        self.subjects = ["old 2", "old 1", "old 0", "start"]

    def log(self):
        return self.box.git("log", "--format=%s").splitlines()

    def takenOver(self, script, *said):
        before = self.box.host_state()
        self.ok(self.sh(self.AGENT + script))
        shown = self.ok(self.box.leadglass("review", "last")).stdout
        self.assertRegex(shown, r"ref  refs/heads/main  [0-9a-f]{12} -> [0-9a-f]{12}\n")
        for words in said:
            self.assertRegex(shown, words)
        commits = [commit for change in self.box.json("review", "last") for commit in change.get("commits", [])]
        self.assertEqual([(commit["subject"]["text"], commit["files_known"], [(f["kind"], f["path"]["text"]) for f in commit["files"]]) for commit in commits],
                         [("Say two", True, [("changed", "README.md")]), ("Add one", True, [("added", "one.txt")])])
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.box.json("runs")[0]["state"], "applied")
        self.assertEqual(self.box.git("fsck", "--full", "--strict", "--no-dangling"), "")
        self.assertEqual(self.log(), ["Say two", "Add one", *self.subjects])
        self.assertEqual(self.box.git("--no-optional-locks", "status", "--porcelain"), "")
        self.assertEqual(self.read("README.md"), "# App\ntwo\n")
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.box.git("fsck", "--full", "--strict", "--no-dangling"), "")
        self.assertEqual(self.log(), self.subjects)
        self.assertEqual(without_objects(self.box.host_state()), without_objects(before))

    def test_asLooseObjectsAreShownAndTakenOver(self):
        self.takenOver("", "commit [0-9a-f]{12}  Ada <ada@example.test>  Say two", "commit [0-9a-f]{12}  Ada <ada@example.test>  Add one",
                       r"history: \d+ files of \.git")

    def test_packedByGcAreToldAndTakenOver(self):
        self.takenOver("git gc -q --prune=now", r"history: \d+ files of \.git \(objects, refs, index\), 1 pack\n",
                       "commit [0-9a-f]{12}  Ada <ada@example.test>  Say two\n +M  README.md", "commit [0-9a-f]{12}  Ada <ada@example.test>  Add one")


FULL = """
set -e
project=$1 program=$2
mount -t tmpfs -o size=1m,mode=0755 none "$project"
cd "$project"
head -c 400000 /dev/urandom > old
cp old "$project.kept"
"$program" run --ask deny -- sh -ec "mv old znew; $3"
"$program" apply last || true
"""
FULL_UNDO = FULL + """
cmp znew "$project.kept"
test ! -e old
head -c 500000 /dev/zero > ballast
"$program" undo last && exit 3
test ! -e old
cmp znew "$project.kept"
rm ballast
"""


class FullDisk(Case):
    """The project's file system fills up while files are written to it: what a name held is never lost with it."""

    def inside(self, script, agent):
        # In there root's bwrap belongs to nobody that is known: a copy of the person's own comes first.
        tools = os.path.join(self.box.folder, "own")
        os.makedirs(tools, exist_ok=True)
        shutil.copy2(shutil.which("bwrap"), tools)
        return self.ok(subprocess.run(
            ["unshare", "-Urm", "--map-current-user", "--keep-caps", "sh", "-c", script, "sh", self.box.work, self.box.program, agent],
            env={**self.box.environment, "PATH": tools + ":" + self.box.path()}, cwd=self.box.folder, text=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=100))

    def test_anOldNameGoesOnlyAfterTheNewOneIsWritten(self):
        # The larger file fits only where the old name was removed first, and then the new name fits no more.
        done = self.inside(FULL + 'cmp znew "$project.kept"; test ! -e old; test ! -e more',
                           "head -c 660000 /dev/urandom > more")
        self.assertRegex(done.stderr, "left more: .*space")

    def test_anOldNameStaysWhereTheNewOneCouldNotBeWritten(self):
        done = self.inside(FULL + 'cmp old "$project.kept"; test ! -e znew; test -e more',
                           "head -c 300000 /dev/urandom > more")
        self.assertRegex(done.stderr, "left znew: .*space")
        self.assertIn("left old: what it holds could not be written under its new name", done.stderr)

    def test_anUndoKeepsTheNewNameWhereTheOldOneCannotBeWritten(self):
        done = self.inside(FULL_UNDO, "true")
        self.assertRegex(done.stderr, "left old: .*space")
        self.assertIn("left znew: what it holds could not be written under its new name", done.stderr)


if __name__ == "__main__":
    main()
