#!/usr/bin/env python3
"""Mode "direct": the command works in the project itself, and what it did can be taken back."""

import os
import signal
import socket
import stat
import subprocess

from case import Case, main, start, without_objects

FLAGS = ("--workspace", "direct")


class Direct(Case):
    def direct(self, script, *flags, **options):
        return self.sh(script, *FLAGS, *flags, **options)

    def runs_left(self):
        folder = os.path.join(self.box.home, ".local/share/leadglass/runs")
        return os.listdir(folder) if os.path.exists(folder) else []

    def refused(self, *words, flags=()):
        before = self.box.host_state()
        done = self.direct("echo started; echo x > new", *flags)
        self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(self.box.host_state(), before)
        self.assertEqual(self.runs_left(), [])

    def changed(self, *words):
        return {change["path"]["text"]: change for change in self.box.json("review", "last", *words)}


class Lands(Direct):
    def test_whatIsWrittenIsThereAtOnceAndUndoPutsItBack(self):
        for name, text in (("keep.txt", "keep\n"), ("edit.txt", "old\n"), ("gone/a.txt", "a\n"), ("gone/b/c.txt", "c\n"),
                           ("type", "file\n"), ("swap/x", "x\n"), ("moved-from", "same content\n"), ("touched", "same\n"), ("shut/in", "in\n")):
            self.write(name, text)
        os.symlink("keep.txt", os.path.join(self.box.work, "link"))
        before = self.box.host_state()
        done = self.ok(self.direct("echo new > new.txt; echo more >> edit.txt; rm -r gone; rm type; mkdir type; echo in > type/in;"
                                   "rm -r swap; echo file > swap; ln -sfn edit.txt link; chmod 755 keep.txt; mkdir -p a/b; touch touched;"
                                   "echo deep > a/b/c; mv moved-from moved-to; chmod 0 shut; git commit -q --allow-empty -m agents;"
                                   "printf x > \"$(printf 'bad\\377name')\"; chmod 0 ."))
        self.assertIn("works in the project itself", done.stderr)
        self.assertIn("to take them back: leadglass undo", done.stderr)
        self.assertEqual((self.read("new.txt"), self.read("edit.txt"), self.read("type/in"), self.read("swap"), self.read("a/b/c")),
                         ("new\n", "old\nmore\n", "in\n", "file\n", "deep\n"))
        self.assertEqual(self.box.git("log", "--format=%s").split(), ["agents", "start"])
        changes = self.changed()
        self.assertEqual({path: change["kind"] for path, change in changes.items() if not path.startswith(".git/")}, {
            "a": "added", "a/b": "added", "a/b/c": "added", "edit.txt": "changed", "gone": "deleted", "gone/a.txt": "deleted",
            "gone/b": "deleted", "gone/b/c.txt": "deleted", "keep.txt": "mode_changed", "link": "changed", "moved-from": "deleted",
            "moved-to": "added", "new.txt": "added", "shut": "mode_changed", "swap": "type_changed", "swap/x": "deleted", "type": "type_changed",
            "type/in": "added", "bad\\xffname": "added"})
        self.assertEqual({change["applied"] for change in changes.values()}, {True})
        self.assertIn("+more", self.ok(self.box.leadglass("review", "last", "--diff", "edit.txt")).stdout)
        self.assertIn("in the project already", self.ok(self.box.leadglass("review", "last")).stdout)
        self.assertEqual(self.box.json("runs", "list")[0]["state"], "applied")
        self.ok(self.box.leadglass("undo", "last"))
        index = "projects/app/.git/index"    # git writes it anew with other times and the same entries: no change
        after = without_objects(self.box.host_state())
        self.assertEqual({**after, index: before[index]}, without_objects(before))
        self.assertEqual(self.box.git("status", "--porcelain", "--untracked-files=no"), "")
        self.assertEqual(self.box.json("review", "last"), [])
        self.ok(self.box.leadglass("discard", "last"))
        self.assertEqual(self.runs_left(), [])

    def test_refsAndCommitsAreReviewedAsInAnOverlay(self):
        commit = "git -c user.name=a -c user.email=a@example.test commit -qm"
        for pack in ("true", "git gc -q --prune=now", "git pack-refs --all"):
            self.ok(self.direct(f"date +%N > one; git add one; {commit} agents; git branch side; {pack}"), pack)
            text = self.ok(self.box.leadglass("review", "last")).stdout
            self.assertRegex(text, r"ref  refs/heads/main  [0-9a-f]{12} -> [0-9a-f]{12}\n", pack)
            self.assertRegex(text, r"ref  refs/heads/side  new -> [0-9a-f]{12}\n", pack)
            self.assertRegex(text, r"commit [0-9a-f]{12}  a <a@example.test>  agents\n +A  one\n", pack)
            self.assertEqual(text.count("\ncommit "), 1, text)
            named = [commit["subject"]["text"] for change in self.changed().values() for commit in change.get("commits", [])]
            self.assertEqual(set(named), {"agents"}, pack)
            self.box.git("commit", "-q", "--allow-empty", "-m", "mine " + pack)
            self.assertNotIn("mine", self.ok(self.box.leadglass("review", "last")).stdout)
            self.box.git("reset", "-q", "--hard", "HEAD~2")
            self.box.git("branch", "-D", "side")
            self.ok(self.box.leadglass("discard", "last"))

    def test_noSnapshotAndNoRunStayWhereNothingChanged(self):
        self.ok(self.direct("touch README.md; git status; true"))
        self.assertEqual(self.runs_left(), [])

    def test_noSnapshotStaysBesideTheVersionsThatUndoNeeds(self):
        self.write("big", "x" * 100000)
        self.ok(self.direct("echo y > small"))
        run = os.path.join(self.box.home, ".local/share/leadglass/runs", self.runs_left()[0])
        self.assertFalse([name for name in os.listdir(run) if name.startswith("snapshot")])

    def test_undoLeavesWhatTheHostHasChangedSince(self):
        self.write("both.txt", "base\n")
        self.write("agent.txt", "base\n")
        self.ok(self.direct("echo agent > both.txt; echo agent > agent.txt"))
        self.write("both.txt", "host\n")
        done = self.box.leadglass("undo", "last")
        self.assertEqual(done.returncode, 1)
        self.assertIn("both.txt", done.stderr)
        self.assertEqual((self.read("both.txt"), self.read("agent.txt")), ("host\n", "base\n"))

    def test_aKilledRunCanStillBeReviewedAndUndone(self):
        self.write("old.txt", "old\n")
        before = self.box.host_state()
        run = start(self.box, "sh", "-c", "echo new > new.txt; rm old.txt; mkdir shut; echo x > shut/x; chmod 0 shut; echo x > .envrc;"
                    "echo ready; sleep 600", flags=FLAGS)
        self.assertEqual(run.stdout.readline(), "ready\n")
        for words in (("review", "last"), ("apply", "last"), ("undo", "last"), ("discard", "last")):
            early = self.box.leadglass(*words)
            self.assertEqual(early.returncode, 125, words)
            self.assertRegex(early.stderr, "works in the project itself|is still running|nothing is applied", words)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        changes = self.changed()
        self.assertEqual({path: change["applied"] for path, change in changes.items()},
                         {"new.txt": True, "old.txt": True, "shut": True, "shut/x": True, ".envrc": False})
        self.assertFalse(os.path.exists(os.path.join(self.box.work, ".envrc")))
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.box.host_state(), before)

    def test_whatBecameOfAKilledRunIsToldAsItIs(self):
        for undo, state, words in ((False, "applied", "what it changed is in the project"), (True, "undone", "what it changed was undone")):
            run = start(self.box, "sh", "-c", "echo new > new.txt; echo ready; sleep 600", flags=FLAGS)
            self.assertEqual(run.stdout.readline(), "ready\n")
            run.send_signal(signal.SIGKILL)
            run.communicate()
            if undo:
                self.ok(self.box.leadglass("undo", "last"))
            told = self.ok(self.sh("true")).stderr
            self.assertIn("did not end by itself: its supervisor was killed or crashed; " + words, told)
            self.assertNotIn("waits", told)
            for _ in range(2):
                self.assertEqual([run["state"] for run in self.box.json("runs")], [state])
            self.assertIn(f"({state})", self.ok(self.box.leadglass("review", "last")).stdout)
            if not undo:
                self.ok(self.box.leadglass("undo", "last"))
            self.ok(self.box.leadglass("discard", "last"))

    def test_aRunThatEndedAndWasUndoneIsToldAsUndone(self):
        self.ok(self.direct("echo new > new.txt"))
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual([run["state"] for run in self.box.json("runs")], ["undone"])

    def test_setIdBitsDoNotStay(self):
        self.ok(self.direct("printf x > tool; chmod 6755 tool"))
        self.assertEqual(stat.S_IMODE(os.stat(os.path.join(self.box.work, "tool")).st_mode), 0o755)

    def test_aPipeThatStaysIsTold(self):
        done = self.ok(self.direct("mkfifo pipe"))
        self.assertIn("no undo takes it back: pipe", done.stderr)

    def test_theDiskLimitCountsWhatTheProjectGrowsBy(self):
        self.write("old", "x" * (3 << 20))
        done = self.direct("dd if=/dev/urandom of=a bs=1M count=40 2>&1; sleep 600", "--limit", "disk=20MiB")
        self.assertEqual(done.returncode, 124, done.stderr)
        self.ok(self.box.leadglass("undo", "last"))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "a")))


class Protected(Direct):
    def test_protectedPathsCannotBeChangedOrMovedAway(self):
        self.write(".vscode/tasks.json", "{}\n")
        self.write("deep/er/.git/config", "[core]\n")
        self.write(".mcp.json", "{}\n")
        before = self.box.host_state()
        attempts = ("echo x > .git/hooks/post-checkout", "echo x >> .git/config", "rm .git/config", "mv .git other", "rm -r .vscode",
                        "mv .vscode v", "echo x > .vscode/new.json", "echo x > .mcp.json", "mv .mcp.json m", "mv deep d", "mv deep/er deep/d",
                        "echo x > deep/er/.git/config", "chmod 777 .git/config", "ln .git/config c", "git config core.pager x",
                        "echo x > t; mv t .mcp.json", "mkdir n; mv -T n .vscode", "umount .vscode", "mount --bind . .vscode",
                        "python3 -c 'import os; os.rename(\".git/hooks\", \"h\")'", "touch .git/info/attributes")
        done = self.ok(self.direct("\n".join(f"({attempt}) 2>/dev/null && echo done: {i}" for i, attempt in enumerate(attempts)) + "\nrm -rf t n; true"))
        self.assertEqual([attempts[int(line.split()[-1])] for line in done.stdout.splitlines()], [])
        self.assertEqual(self.box.host_state(), before)

    def test_noPlaceholderAppearsForWhatIsNotThere(self):                 # FS-01
        before = self.box.host_state()
        run = start(self.box, "sh", "-c", "git --no-optional-locks status --porcelain; echo ready; read line", flags=FLAGS, stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.assertEqual(self.box.host_state(), before, "while the run lasts")
        run.communicate("\n")
        self.assertEqual(self.box.host_state(), before, "after the run")

    def test_newProtectedNamesAreMovedOutAndWaitForReview(self):
        before = self.box.host_state()
        done = self.ok(self.direct("echo a > .envrc; mkdir .VSCode; echo b > .VSCode/tasks.json; git init -q sub; echo c > .Mcp.json;"
                                   "mkdir .claude; ln -s /etc/passwd .claude/settings.json; mkdir bare; echo 'ref: x' > bare/HEAD;"
                                   "mkdir -p .GIT/hooks; echo d > .GIT/hooks/pre-commit; echo fine > fine.txt; echo e > .git/commondir"))
        self.assertIn("moved out of the project", done.stderr)
        work = self.box.work
        here = {os.path.relpath(os.path.join(folder, name), work) for folder, names, leaves in os.walk(work) for name in names + leaves}
        self.assertEqual({path for path in here if not path.startswith(".git")}, {"README.md", "sub", "bare", "fine.txt"})
        self.assertFalse(os.path.exists(os.path.join(work, ".git/commondir")))
        waits = {path: change for path, change in self.changed().items() if not change["applied"]}
        for path in (".envrc", ".VSCode/tasks.json", "sub/.git/config", ".Mcp.json", ".claude/settings.json", "bare/HEAD", ".GIT/hooks/pre-commit",
                     ".git/commondir"):
            self.assertTrue(waits[path]["risks"], path)
            self.assertFalse(waits[path]["conflict"], path)
        self.assertEqual(self.box.leadglass("apply", "last").returncode, 1)
        self.assertFalse(os.path.exists(os.path.join(work, ".envrc")))
        self.ok(self.box.leadglass("apply", "last", ".envrc", "--include-risky"))
        self.assertEqual(self.read(".envrc"), "a\n")
        self.ok(self.box.leadglass("undo", "last"))
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.box.host_state(), before)

    def test_aPinThatTheHostLiftedGivesNothingAway(self):
        run = start(self.box, "sh", "-c", "echo ready; read line; echo hooked >> .git/config; echo done", flags=FLAGS, stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), "ready\n")
        path = os.path.join(self.box.work, ".git/config")
        with open(path, encoding="utf-8") as handle:
            config = handle.read()
        with open(path + ".new", "w", encoding="utf-8") as handle:
            handle.write(config + "[host]\n")
        os.rename(path + ".new", path)    # as `git config` does: it takes the mount in the run away with it
        run.communicate("\n")
        with open(path, encoding="utf-8") as handle:
            self.assertEqual(handle.read(), config)
        change = self.changed()[".git/config"]
        self.assertFalse(change["applied"])
        self.assertTrue(change["risks"])
        self.ok(self.box.leadglass("apply", "last", ".git/config", "--include-risky"))
        with open(path, encoding="utf-8") as handle:
            self.assertIn("[host]", handle.read())


class Refuses(Direct):
    def test_whereTheProjectHoldsHiddenFiles(self):
        self.write("sub/.env", "SECRET=1\n")
        self.refused("sub/.env", "--workspace overlay or copy")

    def test_whereAFileHasANameOutsideTheProject(self):
        self.write("inside", "x\n")
        os.link(os.path.join(self.box.work, "inside"), os.path.join(self.box.root, "outside"))
        self.refused("'inside'", "another name outside the project")

    def test_whereSomebodyListensInTheProject(self):
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(os.path.join(self.box.work, "s"))
            self.refused("'s'", "who listens there")

    def test_whereAProtectedNameIsALink(self):
        os.symlink("README.md", os.path.join(self.box.work, ".mcp.json"))
        self.refused("'.mcp.json'", "is protected, and a link")

    def test_whatNoSnapshotCanBeTakenOf(self):
        self.write("closed", "x\n")
        os.chmod(os.path.join(self.box.work, "closed"), 0)
        done = self.direct("echo started")
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertRegex(done.stderr, "'closed'.*could not be put back")
        self.assertEqual(self.runs_left(), [])

    def test_aSnapshotThatTakesTooMuch(self):
        with open(os.path.join(self.box.work, "big"), "wb") as handle:
            handle.write(os.urandom(40 << 20))
        done = self.direct("echo started", "--limit", "disk=32MiB")
        if done.returncode == 0:    # the file system shares the blocks
            self.skipTest("copies cost nothing here")
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn("a snapshot of the project needs more than 32 MiB", done.stderr)
        self.assertEqual(self.runs_left(), [])


class SetUp(Direct):
    def test_thatFailsAfterTheSnapshotLeavesNothing(self):
        os.unlink(os.path.join(os.path.dirname(self.box.program), "leadglass-launch"))
        self.refused("leadglass-launch")


class Says(Direct):
    def test_thePlanWhatItMeansAndWhatIsPinned(self):
        self.write(".vscode/tasks.json", "{}\n")
        done = self.ok(self.direct("true", "--dry-run"))
        self.assertRegex(done.stdout, "(?m)^workspace direct: changes are made in the project at once")
        self.assertRegex(done.stdout, r"(?m)^  read-only .*/\.vscode .*\[protected\]")
        self.assertRegex(done.stdout, r"(?m)^  bind .*/\.git .*held in its place")
        self.assertEqual(self.runs_left(), [])


if __name__ == "__main__":
    main()
