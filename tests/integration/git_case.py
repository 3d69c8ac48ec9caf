"""The base of the tests of commits in linked worktrees, submodules and other layouts: the repository of case FS-05."""

import json
import os
import pathlib
import subprocess

from case import HERE, Case

CASES = os.path.join(HERE, "../cases")
COMMIT = "git -c user.name=a -c user.email=a@example.test commit -qm inside"


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


class WithSubmodule(Commits):
    """A repository `super`, whose submodule `sub` is of `main`."""

    def setUp(self):
        super().setUp()
        self.git("init", "-q", "super", cwd=".")
        self.git("submodule", "add", "-q", os.path.join(self.root, "main"), "sub", cwd="super")
        self.git("commit", "-qm", "with sub", cwd="super")
