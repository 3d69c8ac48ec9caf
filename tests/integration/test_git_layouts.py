#!/usr/bin/env python3
"""Commits made in submodules, beside a bare repository and with git's directory apart: reviewed and applied with the files."""

import os

from case import main
from git_case import COMMIT, Commits, WithSubmodule


class Submodule(WithSubmodule):
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

    def test_aCommitMadeFromTheParentIsOneLineAndHeld(self):
        head = self.git("rev-parse", "HEAD", cwd="super/sub")
        self.ok(self.inside(f"cd sub; for n in 1 2 3; do echo $n > f$n; git add -A; {COMMIT}; done; d=$(git rev-parse --git-dir); "
                            "echo x > $d/hooks/pre-commit; git config core.fsmonitor x; ln -s /tmp $d/objects/zz", "super"))
        text = self.ok(self.leadglass("review", "last", folder="super")).stdout
        told = [line for line in text.splitlines() if ".git/modules" in line]
        self.assertRegex(told[0], "^M  .git/modules/sub/  commits and the like in a submodule, [0-9]+ files$")
        self.assertEqual(sorted(line.split()[1] for line in told[1:]), [f".git/modules/sub/{name}" for name in
                                                                        ("config", "hooks/pre-commit", "objects/zz")], text)
        self.assertEqual(text.count("a submodule's repository can configure programs"), 1)
        self.assertEqual(self.ok(self.leadglass("review", "last", "--diff", folder="super")).stdout.count(".git/modules"), 4)
        self.assertTrue(all(change["risks"] for path, change in self.changes("super").items() if path.startswith(".git/modules/")))
        done = self.leadglass("apply", "last", folder="super")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "left [0-9]+ paths below .git/modules/sub/: risky")
        self.assertEqual(self.git("rev-parse", "HEAD", cwd="super/sub"), head)



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
