#!/usr/bin/env python3
"""Commits made inside a linked worktree or a submodule: reviewed, applied and taken back with the files, and nothing else of the
repository that others share is touched unasked."""

import json
import os
import pathlib
import random
import subprocess

from case import HERE, Case, main, without_objects

CASES = os.path.join(HERE, "../cases")
COMMIT = "git -c user.name=a -c user.email=a@example.test commit -qm inside"
KILLS = int(os.environ.get("LEADGLASS_POINTS", "4"))


class Commits(Case):
    def setUp(self):
        super().setUp()
        self.root = os.path.join(self.box.root, "projects/r")
        # status writes no index: an undo would find it changed.
        self.environment = {"HOME": self.box.home, "PATH": "/usr/bin:/bin", "GIT_OPTIONAL_LOCKS": "0"}
        subprocess.run(["sh", os.path.join(CASES, "FS-05/make.sh"), self.root], check=True, env=self.environment,
                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.common = os.path.join(self.root, "main/.git")
        self.main = self.git("branch", "--show-current", cwd="main").strip()

    def git(self, *words, cwd="wt-abs", check=True):
        done = subprocess.run(["git", "-c", "protocol.file.allow=always", "-c", "user.name=t", "-c", "user.email=t@example.test", *words],
                              cwd=os.path.join(self.root, cwd), env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False)
        if check:
            self.assertEqual(done.returncode, 0, f"git {' '.join(words)}: {done.stderr}")
        return done.stdout

    def inside(self, script, folder="wt-abs", *flags):
        return self.box.run("sh", "-c", script, flags=flags, cwd=os.path.join(self.root, folder))

    def leadglass(self, *words, folder="wt-abs"):
        return self.box.leadglass(*words, cwd=os.path.join(self.root, folder))

    def changes(self, folder="wt-abs"):
        done = self.ok(self.leadglass("review", "last", "--json", folder=folder))
        return {change["path"]["text"]: change for change in json.loads(done.stdout)}

    def subjects(self, change):
        return [commit["subject"]["text"] for commit in change["commits"]]

    def whole(self, *folders):
        for folder in folders:
            self.assertEqual(self.git("fsck", "--full", "--strict", "--no-dangling", cwd=folder), "", folder)

    def put(self, name, text):
        path = pathlib.Path(self.root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


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


HOSTILE = r"""
cd ../main/.git
git -C ../../wt-abs rev-parse HEAD > refs/heads/rel
printf '#!/bin/sh\ntouch /tmp/pwned\n' > hooks/post-checkout; chmod +x hooks/post-checkout
printf '[core]\n\tfsmonitor = touch /tmp/pwned\n' >> config
printf '[core]\n\tfsmonitor = touch /tmp/pwned\n' > worktrees/wt-abs/config.worktree
mkdir -p info; printf '* filter=x\n' > info/attributes
mkdir -p objects/info; echo /tmp/objects > objects/info/alternates
echo 'ref: refs/heads/rel' > HEAD
echo 'ref: refs/heads/abs' > worktrees/wt-rel/HEAD
echo /tmp > worktrees/wt-abs/gitdir
echo ../../../evil > worktrees/wt-abs/commondir
mkdir -p worktrees/evil; cp worktrees/wt-abs/* worktrees/evil 2>/dev/null
mkdir -p modules/x; echo x > modules/x/config
ln -s /etc refs/heads/out
ln -s /tmp objects/zz
echo '$(touch /tmp/pwned)' > 'refs/heads/$(x)'
"""


class Hostile(Commits):
    def test_nothingButCommitsIsAppliedUnasked(self):
        before = self.box.host_state()
        script = f"echo a > f && git add f && {COMMIT}; " + HOSTILE + "true"
        self.ok(self.inside(script))
        self.assertEqual(self.box.host_state(), before)
        changes = self.changes()
        held = {path for path, change in changes.items() if change["risks"] or change["refused"] or change["conflict"]}
        for path in ("hooks/post-checkout", "config", "worktrees/wt-abs/config.worktree", "info/attributes", "objects/info/alternates", "HEAD",
                     "worktrees/wt-rel/HEAD", "worktrees/wt-abs/gitdir", "worktrees/wt-abs/commondir", "refs/heads/rel",
                     "modules/x/config", "refs/heads/out", "refs/heads/$(x)"):
            self.assertIn(".git/" + path, held)
        self.assertIn("another worktree has checked out", changes[".git/refs/heads/rel"]["risks"][0])
        self.leadglass("apply", "last")
        now = self.box.host_state()
        allowed = ("refs/heads/abs", "logs/refs/heads/abs", "worktrees/wt-abs/", "objects/", "logs")
        for path in set(before) | set(now):
            if path.startswith("projects/r/main/.git/") and before.get(path) != now.get(path):
                rest = path[len("projects/r/main/.git/"):]
                self.assertTrue(rest.startswith(allowed), rest)
        for path in ("HEAD", "config", "worktrees/wt-rel/HEAD", "worktrees/wt-abs/gitdir", "worktrees/wt-abs/commondir", "refs/heads/rel"):
            key = "projects/r/main/.git/" + path
            self.assertEqual(now[key], before[key], path)
        for path in ("config.worktree",):
            self.assertNotIn("projects/r/main/.git/worktrees/wt-abs/" + path, now)
        self.assertFalse(os.path.islink(os.path.join(self.common, "objects")))
        self.assertFalse(os.path.exists(os.path.join(self.common, "objects/info/alternates")))
        for folder in ("main", "wt-rel"):
            self.assertEqual(self.git("log", "--format=%s", cwd=folder), "first\n")
            self.assertEqual(self.git("status", "-s", cwd=folder), "")
        self.whole("main", "wt-rel")

    def test_alternatesAndLinksAmongTheObjectsAreHeld(self):
        self.ok(self.inside("cd ../main/.git/objects; mkdir -p info; echo /tmp/o > info/alternates; mkdir -p ab; ln -s /etc/passwd ab/" + "0" * 38))
        changes = self.changes()
        for path in (".git/objects/info/alternates", ".git/objects/ab/" + "0" * 38):
            self.assertNotEqual(changes[path]["risks"], [], path)
        self.leadglass("apply", "last")
        self.assertEqual([p for p in self.box.host_state() if "alternates" in p or p.endswith("0" * 38)], [])

    def test_aBranchWhoseObjectsAreElsewhereIsHeld(self):
        for script in ("mv objects /tmp/o; ln -s /tmp/o objects", "mkdir /tmp/x; echo /tmp/x > objects/info/alternates; mv objects/?? /tmp/x"):
            self.ok(self.inside(f"echo a > f && git add f && {COMMIT}; cd ../main/.git; mkdir -p objects/info; " + script), script)
            self.assertIn("not there", " ".join(self.changes()[".git/refs/heads/abs"]["risks"]), script)
            self.leadglass("apply", "last")
            self.assertFalse(os.path.islink(os.path.join(self.common, "objects")))
            self.assertEqual(self.git("log", "--format=%s"), "first\n", script)
            self.whole("main", "wt-rel")
            self.leadglass("undo", "last")
            self.ok(self.leadglass("discard", "last"))

    def test_packedRefsThatMoveAnotherWorktreesBranchAreHeld(self):
        self.git("pack-refs", "--all", cwd="main")
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}; new=$(git rev-parse HEAD); cd ../main/.git; "
                            "sed \"s,.* refs/heads/rel,$new refs/heads/rel,\" packed-refs > p && cat p > packed-refs && rm p"))
        self.assertIn("another worktree has checked out", self.changes()[".git/packed-refs"]["risks"][0])
        self.leadglass("apply", "last")
        self.assertEqual(self.git("log", "--format=%s", cwd="wt-rel"), "first\n")
        self.assertEqual(self.git("log", "--format=%s"), "inside\nfirst\n")

    def test_theFileThatLeadsToTheRepositoryStays(self):
        pointer = pathlib.Path(self.root, "wt-abs/.git").read_text(encoding="utf-8")
        for script in ("echo 'gitdir: /tmp' > .git", "rm .git; git init -q .; git config core.fsmonitor x", "rm .git; ln -s /tmp .git"):
            self.ok(self.inside(script), script)
            self.assertIn("leads to git's own directory", self.changes()[".git"]["refused"], script)
            self.leadglass("apply", "last", "--include-risky")
            self.assertEqual(pathlib.Path(self.root, "wt-abs/.git").read_text(encoding="utf-8"), pointer, script)
            self.assertTrue(os.path.isfile(os.path.join(self.root, "wt-abs/.git")))
            self.ok(self.leadglass("discard", "last"))

    def test_nothingBesidesTheRepositoryIsThere(self):
        self.put("main/secret", "secret\n")
        done = self.ok(self.inside("ls -A ../main ..; cat ../main/secret 2>&1; true"))
        self.assertNotIn("secret\nsecret", done.stdout)
        self.assertEqual(done.stdout.split()[:3], ["..:", "main", "wt-abs"])


class Submodule(Commits):
    def setUp(self):
        super().setUp()
        self.git("init", "-q", "super", cwd=".")
        self.git("submodule", "add", "-q", os.path.join(self.root, "main"), "sub", cwd="super")
        self.git("commit", "-qm", "with sub", cwd="super")

    def test_aCommitIsReviewedAndApplied(self):
        branch = self.git("branch", "--show-current", cwd="super/sub").strip()
        done = self.ok(self.inside(f"echo a > f && git add f && {COMMIT} && git log --format=%s", "super/sub"))
        self.assertEqual(done.stdout, "inside\nfirst\n")
        changes = self.changes("super/sub")
        self.assertEqual(self.subjects(changes[f".git/refs/heads/{branch}"]), ["inside"])
        self.assertEqual([p for p, c in changes.items() if c["risks"] or c["conflict"] or c["refused"]], [])
        self.ok(self.leadglass("apply", "last", folder="super/sub"))
        self.assertEqual(self.git("log", "--format=%s", cwd="super/sub"), "inside\nfirst\n")
        self.assertEqual(self.git("status", "-s", cwd="super/sub"), "")
        self.assertEqual(self.git("status", "-s", cwd="super"), " M sub\n")
        self.whole("super/sub", "super")
        self.ok(self.leadglass("undo", "last", folder="super/sub"))
        self.assertEqual(self.git("status", "-s", cwd="super"), "")

    def test_hooksAndConfigurationAreHeld(self):
        self.ok(self.inside("d=$(git rev-parse --git-dir); echo x > $d/hooks/pre-commit; git config core.fsmonitor x; "
                            "git config core.worktree /tmp", "super/sub"))
        changes = self.changes("super/sub")
        for path in (".git/hooks/pre-commit", ".git/config"):
            self.assertNotEqual(changes[path]["risks"], [])
        self.assertEqual(self.leadglass("apply", "last", folder="super/sub").returncode, 1)
        self.assertNotIn("fsmonitor", self.git("config", "-l", cwd="super/sub"))


class OtherLayouts(Commits):
    def test_aBareRepositoryBesideItsWorktrees(self):
        os.mkdir(os.path.join(self.root, "bare"))
        self.git("clone", "-q", "--bare", "../main", ".bare", cwd="bare")
        self.put("bare/.git", "gitdir: ./.bare\n")
        self.git("worktree", "add", "-q", "side", cwd="bare")
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}", "bare/side"))
        self.assertEqual([p for p, c in self.changes("bare/side").items() if c["risks"]], [])
        self.ok(self.leadglass("apply", "last", folder="bare/side"))
        self.assertEqual(self.git("log", "--format=%s", cwd="bare/side"), "inside\nfirst\n")
        self.whole("bare/side")

    def test_aWorktreeInsideItsRepositoryIsReadOnlyAndSaysWhy(self):
        self.git("clone", "-q", "--bare", "main", "all.git", cwd=".")
        self.git("worktree", "add", "-q", "side", cwd="all.git")
        done = self.inside(f"git log --format=%s; echo a > f; git add f && {COMMIT}", "all.git/side")
        self.assertIn("Read-only file system", done.stderr)
        self.assertIn("the project lies in it", done.stderr)

    def test_aSeparateGitDirectoryWorksOnceItNamesTheProject(self):
        self.git("init", "-q", "--separate-git-dir", os.path.join(self.root, "apart.git"), "apart", cwd=".")
        self.git("commit", "-q", "--allow-empty", "-m", "first", cwd="apart")
        place = os.path.join(self.root, "apart")
        done = self.ok(self.inside("git log 2>&1; true", "apart"))
        self.assertIn(f"git config core.worktree {place}", done.stderr)
        self.git("config", "core.worktree", place, cwd="apart")
        self.ok(self.inside(f"echo a > f && git add f && {COMMIT}", "apart"))
        self.ok(self.leadglass("apply", "last", folder="apart"))
        self.assertEqual(self.git("log", "--format=%s", cwd="apart"), "inside\nfirst\n")
        self.whole("apart")


if __name__ == "__main__":
    main()
