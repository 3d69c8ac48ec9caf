#!/usr/bin/env python3
"""What a run may plant in the repository that its linked worktree shares with others: held, all of it."""

import os
import pathlib

from case import main
from git_case import COMMIT, Commits


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


if __name__ == "__main__":
    main()
