#!/usr/bin/env python3
"""Commits made inside a linked worktree: reviewed, applied and taken back with the files, and nothing else of the
repository that others share is touched unasked."""

import os
import random
import subprocess

from case import main, without_objects
from git_case import COMMIT, Commits

KILLS = int(os.environ.get("LEADGLASS_POINTS", "4"))


class LinkedWorktree(Commits):
    def test_aCommitIsReviewedAppliedAndUndoneWithItsFiles(self):
        before = self.box.host_state()
        done = self.ok(self.inside(f"echo a > f && git add f && {COMMIT} && git log --format=%s && git status -s"))
        self.assertEqual(done.stdout, "inside\nfirst\n")
        self.assertIn("commits wait for review", done.stderr)
        self.assertEqual(self.box.host_state(), before, "something changed before it was applied")
        text = self.ok(self.leadglass("review", "last")).stdout
        self.assertRegex(text, r"commit [0-9a-f]{12}  a <a@example.test>  inside\n +A  f\n")
        self.assertNotIn("risky", text)
        self.assertNotIn("conflict", text)
        branch = self.changes()[".git/refs/heads/abs"]
        self.assertEqual(self.subjects(branch), ["inside"])
        elsewhere = {folder: self.git("rev-parse", "HEAD", cwd=folder) for folder in ("main", "wt-rel")}
        self.ok(self.leadglass("apply", "last"))
        self.assertEqual(self.git("log", "--format=%s"), "inside\nfirst\n")
        self.assertEqual(self.git("status", "-s"), "")
        self.assertEqual({folder: self.git("rev-parse", "HEAD", cwd=folder) for folder in elsewhere}, elsewhere)
        for folder in elsewhere:
            self.assertEqual(self.git("status", "-s", cwd=folder), "")
        self.whole("main", "wt-abs", "wt-rel")
        self.ok(self.leadglass("undo", "last"))
        self.assertEqual(without_objects(self.box.host_state()), without_objects(before))
        self.whole("main", "wt-abs", "wt-rel")
        self.ok(self.leadglass("discard", "last"))
        self.assertEqual(without_objects(self.box.host_state()), without_objects(before))
        self.ok(self.inside("git status; git log; git diff"))   # reads only
        self.assertEqual(os.listdir(os.path.join(self.box.home, ".local/share/leadglass/runs")), [])

    def test_anUndoTakesNothingAwayThatWasBuiltOnItMeanwhile(self):
        for later in ("git commit -q --allow-empty -m mine", "git branch kept", "git tag kept"):
            with self.subTest(later):
                self.ok(self.inside(f"date +%N > f && git add f && {COMMIT}"))
                self.ok(self.leadglass("apply", "last"))
                subprocess.run(["sh", "-c", "git config user.name t; git config user.email t@example.test; " + later], check=True,
                               cwd=os.path.join(self.root, "wt-abs"), env=self.environment)
                self.leadglass("undo", "last")
                self.whole("main", "wt-abs")
                self.git("log", "--all", "--format=%s")
                self.leadglass("discard", "last")
                self.whole("main", "wt-abs")
                subprocess.run(["sh", "-c", "git reset -q --hard; git branch -qD kept; git tag -d kept"], check=False,
                               cwd=os.path.join(self.root, "wt-abs"), env=self.environment, capture_output=True)

    def test_aStatusAfterApplyDoesNotKeepTheIndexFromBeingPutBack(self):
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}"))
        self.ok(self.leadglass("apply", "last"))
        os.utime(os.path.join(self.root, "wt-abs/f"), (1, 1))
        subprocess.run(["git", "status", "-s"], check=True, cwd=os.path.join(self.root, "wt-abs"),
                       env={**self.environment, "GIT_OPTIONAL_LOCKS": "1"}, stdout=subprocess.DEVNULL)
        done = self.ok(self.leadglass("undo", "last"))
        self.assertNotIn("left", done.stderr)
        self.assertEqual(self.git("status", "-s"), "")
        self.whole("main", "wt-abs")

    def test_aDiffOfTheReviewShowsRefsAndCommitsToo(self):
        self.ok(self.inside(f"git branch side; echo evil > f; git add f; {COMMIT}; git rm -q f; {COMMIT}"))
        text = self.ok(self.leadglass("review", "last", "--diff")).stdout
        self.assertIn("ref  refs/heads/side  new", text)
        self.assertEqual(text.count("commit "), 2)
        self.assertIn(" of .git (objects, refs, index)", text)

    def test_branchesStashesAndPackedObjectsAreTakenOver(self):
        self.ok(self.inside("for i in 1 2 3; do echo $i > f$i; git add -A; " + COMMIT + "; done; git branch side HEAD~1; "
                            "echo s > f1; git -c user.name=a -c user.email=a@example.test stash -q; git gc -q; git status -s"))
        done = self.leadglass("apply", "last")
        self.ok(done)
        self.assertEqual(self.git("log", "--format=%s", "abs"), "inside\n" * 3 + "first\n")
        self.assertEqual(self.git("log", "--format=%s", "side"), "inside\n" * 2 + "first\n")
        self.assertEqual(len(self.git("stash", "list").splitlines()), 1)
        self.assertEqual(sorted(self.git("branch", "--format=%(refname:short)").split()), sorted(["abs", self.main, "rel", "side"]))
        self.assertEqual(self.git("status", "-s"), "")
        self.whole("main", "wt-abs", "wt-rel")

    def test_aDetachedHeadIsOne(self):
        self.ok(self.inside(f"git checkout -q --detach && echo a > f && git add f && {COMMIT}"))
        head = self.changes()[".git/worktrees/wt-abs/HEAD"]
        self.assertEqual(self.subjects(head), ["inside"])
        self.assertEqual(head["risks"], [])
        self.ok(self.leadglass("apply", "last"))
        self.assertEqual(self.git("log", "--format=%s", "HEAD"), "inside\nfirst\n")
        self.assertEqual(self.git("log", "--format=%s", "abs"), "first\n")

    def test_whatWasCommittedOutsideMeanwhileIsAConflictAndStays(self):
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}"))
        self.git("commit", "-q", "--allow-empty", "-m", "outside")
        changes = self.changes()
        for path in (".git/refs/heads/abs", ".git/logs/refs/heads/abs", ".git/worktrees/wt-abs/logs/HEAD"):
            self.assertIn("changed on the host", changes[path]["conflict"], path)
        self.assertEqual(self.leadglass("apply", "last").returncode, 1)
        self.assertEqual(self.git("log", "--format=%s"), "outside\nfirst\n")
        self.whole("main", "wt-abs")
        self.ok(self.leadglass("apply", "last", "--on-conflict", "theirs"))
        self.assertEqual(self.git("log", "--format=%s"), "inside\nfirst\n")

    def test_aBranchThatWasMovedAndPackedOutsideIsAConflict(self):
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}"))
        self.git("pack-refs", "--all", cwd="main")
        self.assertEqual(self.changes()[".git/refs/heads/abs"]["conflict"], "")     # packed, and as it was
        self.git("commit", "-q", "--allow-empty", "-m", "outside")
        self.git("pack-refs", "--all", cwd="main")
        self.assertIn("does not follow", self.changes()[".git/refs/heads/abs"]["conflict"])
        self.assertEqual(self.leadglass("apply", "last").returncode, 1)
        self.assertEqual(self.git("log", "--format=%s"), "outside\nfirst\n")

    def test_whatOtherWorktreesDidMeanwhileStays(self):
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}"))
        for folder in ("main", "wt-rel"):
            self.git("commit", "-q", "--allow-empty", "-m", "of " + folder, cwd=folder)
        self.git("branch", "later", cwd="main")
        self.git("pack-refs", "--all", cwd="main")
        self.leadglass("apply", "last")
        self.assertEqual(self.git("log", "--format=%s", "abs"), "inside\nfirst\n")
        for folder in ("main", "wt-rel"):
            self.assertEqual(self.git("log", "--format=%s", cwd=folder), f"of {folder}\nfirst\n")
            self.assertEqual(self.git("status", "-s", cwd=folder), "")
        self.assertEqual(self.git("log", "--format=%s", "later"), "of main\nfirst\n")
        self.whole("main", "wt-abs", "wt-rel")

    def test_noRefIsLostWhereBothSidesPackedThem(self):
        self.ok(self.inside(f"git branch gone; echo a > f && git add f && {COMMIT} && git gc -q"))
        self.git("branch", "later", cwd="main")
        self.git("pack-refs", "--all", cwd="main")
        changes = self.changes()
        self.assertIn("changed on the host", changes[".git/packed-refs"]["conflict"])
        self.assertEqual(self.leadglass("apply", "last").returncode, 1)
        self.assertEqual(sorted(self.git("branch", "--format=%(refname:short)").split()), sorted(["abs", "later", self.main, "rel"]))
        self.whole("main", "wt-abs", "wt-rel")

    def test_killedInTheMiddleBothHalvesAreFinishedOrTakenBack(self):
        choice = random.Random(KILLS)
        self.ok(self.inside("mkdir d; for i in $(seq 300); do echo $i > d/$i; done; git add -A; " + COMMIT + "; echo more >> d/1"))
        state_now = lambda: without_objects(self.box.host_state())
        before = state_now()
        self.ok(self.leadglass("apply", "last"))
        after = state_now()
        self.ok(self.leadglass("undo", "last"))
        self.assertEqual(state_now(), before)
        halves = 0
        for point in range(KILLS):
            word = "undo" if point % 2 else "apply"
            if word == "undo":
                self.ok(self.leadglass("apply", "last"))
            process = subprocess.Popen([self.box.program, word, "last"], cwd=os.path.join(self.root, "wt-abs"), env=self.box.environment,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Objects are there before files, and refs after them; backwards where it is taken back.
            while os.path.exists(os.path.join(self.root, "wt-abs/d/1")) != (word == "apply") and process.poll() is None:
                pass
            process.kill()
            process.wait()
            state = state_now()
            halves += state not in (before, after)
            back = choice.random() < 0.5
            if state != before or not back:
                self.leadglass("undo" if back else "apply", "last")
            self.assertEqual(state_now(), before if back else after, (point, word, back))
            self.whole("main", "wt-abs")
            if not back:
                self.ok(self.leadglass("undo", "last"))
            self.assertEqual(state_now(), before, point)
        print(f"{halves} of {KILLS} were half done", flush=True)

    def test_aRepositoryThatMovedAwayIsSaidAndNothingIsApplied(self):
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}"))
        os.rename(os.path.join(self.root, "main"), os.path.join(self.root, "moved"))
        for command in ("review", "apply"):
            done = self.leadglass(command, "last")
            self.assertEqual(done.returncode, 125, done.stdout)
            self.assertIn("git's own directory of the project must be where it was", done.stderr)
        os.rename(os.path.join(self.root, "moved"), os.path.join(self.root, "main"))
        self.ok(self.leadglass("apply", "last"))
        self.assertEqual(self.git("log", "--format=%s"), "inside\nfirst\n")

    def test_anotherWorktreeOfTheSameNameGetsNothing(self):
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}"))
        own = os.path.join(self.common, "worktrees/wt-abs")
        os.rename(own, own + ".old")
        subprocess.run(["cp", "-a", own + ".old", own], check=True)
        done = self.leadglass("apply", "last")
        self.assertEqual(done.returncode, 125, done.stdout)
        self.assertIn("is not the git directory of this worktree that the run began with", done.stderr)

    def test_theLimitOfTheDiskCountsWhatGitWrites(self):
        done = self.inside("cd ../main/.git && head -c 60000000 /dev/urandom > objects/tmp_obj_x && sleep 60", "wt-abs", "--limit", "disk=16MiB")
        self.assertEqual(done.returncode, 124, done.stderr)

    def test_otherModesAreReadOnlyThereAndSayWhy(self):
        for mode in ("copy", "readonly"):
            done = self.inside(f"echo a > f; git add f && {COMMIT}", "wt-abs", "--workspace", mode)
            self.assertIn("Read-only file system", done.stderr, mode)
            self.assertIn(f"workspace mode {mode}; overlay can have it writable", done.stderr)


if __name__ == "__main__":
    main()
