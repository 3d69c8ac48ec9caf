#!/usr/bin/env python3
"""Projects whose git directory lies elsewhere: linked worktrees, submodules, bare layouts, forged pointers."""

import os
import pathlib
import subprocess

from case import HERE, Case, main

CASES = os.path.join(HERE, "../cases")
COMMIT = "git -c user.name=a -c user.email=a@example.test commit -qm inside"


class GitPlaces(Case):
    def setUp(self):
        super().setUp()
        self.root = os.path.join(self.box.root, "projects/r")
        self.environment = {"HOME": self.box.home, "PATH": "/usr/bin:/bin"}
        subprocess.run(["sh", os.path.join(CASES, "FS-05/make.sh"), self.root], check=True, env=self.environment,
                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def git(self, *words, cwd):
        return subprocess.run(["git", "-c", "protocol.file.allow=always", "-c", "user.name=t", "-c", "user.email=t@example.test", *words],
                              cwd=os.path.join(self.root, cwd), check=True, env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True).stdout

    def inside(self, folder, script, *flags):
        return self.box.run("sh", "-c", script, flags=flags, cwd=os.path.join(self.root, folder))

    def test_gitReadsInALinkedWorktree(self):                                  # FS-05
        # Both ends as newer versions of git write them.
        pathlib.Path(self.root, "wt-rel/.git").write_text("gitdir: ../main/.git/worktrees/wt-rel\n", encoding="utf-8")
        pathlib.Path(self.root, "main/.git/worktrees/wt-rel/gitdir").write_text("../../../../wt-rel/.git\n", encoding="utf-8")
        for folder, branch in (("wt-abs", "abs"), ("wt-rel", "rel")):
            for mode in ("overlay", "copy", "readonly"):
                done = self.ok(self.inside(folder, "git log --format=%s; git status -sb; git stash list", "--workspace", mode), folder)
                self.assertEqual(done.stdout, f"first\n## {branch}\n", (folder, mode))
                self.assertIn("the project is a linked worktree", done.stderr)
                self.assertIn("commits wait for review" if mode == "overlay" else "cannot commit inside", done.stderr)
            self.ok(self.inside(folder, f"echo a > f; git add f && {COMMIT}"))
            self.ok(self.box.leadglass("apply", "last", "f", cwd=os.path.join(self.root, folder)))
            self.assertEqual(self.git("status", "-s", cwd=folder), "?? f\n")

    def test_aPartOfARepositoryIsSaidToBeOne(self):
        part = os.path.join(self.box.work, "part/of")
        os.makedirs(part)
        done = self.ok(self.box.run("sh", "-c", "git status 2>/dev/null || echo no git", cwd=part))
        self.assertEqual(done.stdout, "no git\n")
        self.assertEqual(done.stderr.count("is only this directory of the git repository"), 1, done.stderr)
        self.assertIn(f"--project {self.box.work}\n", done.stderr)
        for flags, cwd in ((["--project", self.box.work], part), ([], self.box.neighbour)):
            told = self.ok(self.box.run("true", flags=flags, cwd=cwd)).stderr
            self.assertNotIn("git repository", told)

    def test_nothingOfTheCommonDirectoryIsWritten(self):
        before = self.box.host_state()
        for mode, wrote in (("overlay", 7), ("copy", 0), ("readonly", 0)):
            done = self.ok(self.inside("wt-abs", "cd ../main/.git && for f in config HEAD index hooks/x refs/heads/abs objects/x worktrees/wt-rel/HEAD; "
                                                 "do (echo x >> $f) 2>/dev/null && echo wrote; done; ls -A ..; true", "--workspace", mode))
            self.assertEqual(done.stdout, "wrote\n" * wrote + ".git\n", mode)
            self.assertEqual(self.box.host_state(), before, mode)

    def test_aSubmoduleReadsAsWell(self):
        self.git("submodule", "add", "-q", os.path.join(self.root, "main"), "sub", cwd="wt-abs")
        self.git("init", "-q", "super", cwd=".")
        self.git("submodule", "add", "-q", os.path.join(self.root, "main"), "sub", cwd="super")
        for folder in ("super/sub", "wt-abs/sub"):
            done = self.ok(self.inside(folder, "git log --format=%s; git status -s"), folder)
            self.assertEqual(done.stdout, "first\n")
            self.assertIn("the project is a submodule", done.stderr)

    def test_aBareLayoutWorksBothWays(self):
        os.mkdir(os.path.join(self.root, "bare"))
        self.git("clone", "-q", "--bare", "../main", ".bare", cwd="bare")
        pathlib.Path(self.root, "bare/.git").write_text("gitdir: ./.bare\n", encoding="utf-8")
        self.git("worktree", "add", "-q", "side", cwd="bare")
        self.assertEqual(self.ok(self.inside("bare", "git log --format=%s")).stdout, "first\n")
        done = self.ok(self.inside("bare/side", "git log --format=%s; git status -sb"))
        self.assertEqual(done.stdout, "first\n## side\n")

    def test_aForgedPointerWidensNothing(self):
        secret = os.path.join(self.root, "main/.git")
        self.git("init", "-q", "victim", cwd=".")
        for number, text in enumerate((f"gitdir: {secret}\n", f"gitdir: {secret}/worktrees/wt-abs\n", f"gitdir: {self.root}/victim/.git\n",
                                       f"gitdir: {self.box.home}\n", f"gitdir: {self.box.home}/.ssh\n", "gitdir: ../..\n",
                                       "gitdir: /nowhere\n", "gitdir: \n", "gitdir: a\nb\n", "x" * 5000)):
            folder = f"forged{number}"
            os.mkdir(os.path.join(self.root, folder))
            pathlib.Path(self.root, folder, ".git").write_text(text, encoding="utf-8")
            done = self.ok(self.inside(folder, "ls ..; ls -A ~/.ssh 2>/dev/null; git log; true"), text)
            self.assertEqual(done.stdout.split(), [folder], text)

    def test_aDirectoryThatOnlyNamesTheProjectIsNoRepository(self):
        for name, text in (("worktrees/x/gitdir", f"{self.root}/fake/.git\n"), ("worktrees/x/commondir", "../..\n"),
                           ("worktrees/x/HEAD", "ref: refs/heads/x\n"), ("keep.txt", "keep\n")):
            path = os.path.join(self.box.neighbour, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            pathlib.Path(path).write_text(text, encoding="utf-8")
        os.mkdir(os.path.join(self.root, "fake"))
        pathlib.Path(self.root, "fake/.git").write_text(f"gitdir: {self.box.neighbour}/worktrees/x\n", encoding="utf-8")
        done = self.ok(self.inside("fake", f"cat {self.box.neighbour}/keep.txt; true"))
        self.assertEqual(done.stdout, "")
        self.assertIn("it is no git repository", done.stderr)

    def test_aPointerThatIsNotReturnedIsSaid(self):
        os.mkdir(os.path.join(self.root, "moved"))
        pathlib.Path(self.root, "moved/.git").write_text(f"gitdir: {self.root}/main/.git/worktrees/wt-abs\n", encoding="utf-8")
        done = self.ok(self.inside("moved", "true"))
        self.assertIn("git does not work in this run", done.stderr)
        self.assertIn("does not name this project as its worktree", done.stderr)


if __name__ == "__main__":
    main()
