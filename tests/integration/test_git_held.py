#!/usr/bin/env python3
"""What is held back in the work tree does not come through a commit: a ref that leads to it is held, too."""

import os
import stat

from case import Case, main
from git_case import COMMIT, Commits, WithSubmodule

FOUND = 1


class Held(Case):
    def setUp(self):
        super().setUp()
        for name in ("f", "g"):
            self.write(name, "base\n")
        self.write("package.json", '{"version": "1"}\n')
        self.box.git("add", "-A")
        self.box.git("commit", "-qm", "files")

    def review(self):
        return self.ok(self.box.leadglass("review", "last")).stdout

    def change(self, path):
        return next(c for c in self.box.json("review", "last") if c["path"]["text"] == path)

    def apply(self, *words, status=0):
        done = self.box.leadglass("apply", "last", *words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr

    def last(self, ref="HEAD"):
        return self.box.git("log", "-1", "--format=%s", ref).strip()

    def test_aRiskyFileHoldsTheBranchUntilThePersonHasIt(self):
        self.ok(self.sh("echo evil > .envrc; echo run > f; git add -A; git commit -qm inside; echo on > f; git commit -qam on"))
        text = self.review()
        self.assertIn("risky: its commits hold .envrc: runs when you enter the directory\n", text)
        self.assertIn("       A  .envrc  (risky: runs when you enter the directory)\n       M  f\n", text)
        files = self.change(".git/refs/heads/main")["commits"][1]["files"]
        self.assertEqual([(f["path"]["text"], f.get("risk")) for f in files], [(".envrc", "runs when you enter the directory"), ("f", None)])
        for _ in "twice":   # its objects are here after the first
            self.assertIn("left .git/refs/heads/main: risky: its commits hold .envrc", self.apply(status=FOUND))
            self.assertEqual((self.last(), self.box.git("status", "-s")), ("files", " M f\n"))
            self.assertIn("(risky: runs when you enter", self.review())
        self.apply("--include-risky", ".envrc")
        self.apply()
        self.assertEqual((self.last(), self.box.git("status", "-s"), self.read(".envrc")), ("on", "", "evil\n"))

    def test_aLaterRunCannotNameWhatAnEarlierApplyLeft(self):
        id_ = self.ok(self.sh("echo evil > .envrc; git add -A; git commit -qm inside; git rev-parse HEAD")).stdout.strip()
        self.apply(status=FOUND)
        self.ok(self.box.leadglass("discard", "last"))
        self.ok(self.sh(f"git reset -q --hard {id_}"))
        self.assertIn("its commits hold .envrc", "".join(self.change(".git/refs/heads/main")["risks"]))
        self.apply(status=FOUND)
        self.assertEqual(self.last(), "files")

    def test_everyKindOfRefIsLookedAt(self):
        made = "git checkout -q -b x; echo evil > .envrc; git add -A; git commit -qm inside; git checkout -q main; "
        for more, path in (("", ".git/refs/heads/x"), ("git tag -a v1 -m v1 x", ".git/refs/tags/v1"),
                           ("git pack-refs --all; git gc -q --prune=now", ".git/packed-refs"),
                           ("git branch -q -D x; echo evil > .envrc; git stash -q -u", ".git/refs/stash"),
                           ("git checkout -q --detach x", ".git/HEAD")):
            self.ok(self.sh(made + more))
            self.assertIn("its commits hold .envrc", "".join(self.change(path)["risks"]), path)
            self.apply(status=FOUND)
            self.assertEqual(self.box.git("log", "--all", "-1", "--format=%s"), "files\n", path)
            self.ok(self.box.leadglass("discard", "last"))

    def test_whatIsRiskyIsJudgedAsInTheWorkTree(self):
        for script, why in (("echo x > run.sh; chmod +x run.sh", "run.sh: executable"), ("ln -s /etc/passwd l", "l: link leaves the project"),
                            ("echo '{\"version\": \"1\", \"scripts\": {\"test\": \"evil\"}}' > package.json", "package.json: package scripts"),
                            ("mkdir -p a/__pycache__; echo x > a/__pycache__/m.cpython-311.pyc", "a/__pycache__/m.cpython-311.pyc: Python runs it"),
                            ("printf '%s' 'key = \"AKIA' 'ABCDEFGHIJKLMNOP\"' > k", "k: looks like it holds a secret"),
                            ("mkdir a; for n in $(seq 300); do echo $n > a/$n; done; echo x > z.mk", "z.mk: build")):
            # Undone by the next commit: whoever checks the first one out has it.
            self.ok(self.sh(f"{script}; git add -A; git commit -qm inside" + ("" if "AKIA" in script else "; git revert --no-edit HEAD > /dev/null")))
            self.assertIn("its commits hold " + why, self.review())
            self.apply(status=FOUND)
            self.assertEqual(self.last(), "files", script)
            self.ok(self.box.leadglass("discard", "last"))

    def test_whatIsOrdinaryOrTheHostsOwnIsNotHeld(self):
        self.box.git("checkout", "-q", "-b", "mine")
        self.write("Makefile", "all:\n")
        self.box.git("add", "-A")
        self.box.git("commit", "-qm", "mine")
        self.box.git("checkout", "-q", "main")
        self.ok(self.sh("echo run > f; echo '{\"version\": \"2\"}' > package.json; git commit -qam inside; "
                        "git merge -q --no-edit mine > /dev/null; git gc -q --prune=now"))
        self.assertEqual(self.change(".git/refs/heads/main")["risks"], [])
        self.apply("--include-risky", "Makefile")
        self.apply()
        self.assertEqual((self.last("main^1"), self.box.git("status", "-s")), ("inside", ""))


class Hidden(Case):
    def setUp(self):
        super().setUp()
        self.write("f", "base\n")
        self.write(".env.test", "SECRET=1\n")
        self.write("server.key", "-----BEGIN PRIVATE KEY-----\n")
        self.write(".env.example", "SECRET=\n")
        self.box.git("add", "-A", "-f")
        self.box.git("commit", "-qm", "files")

    def test_aCommitThatDeletesThemIsHeld(self):
        self.ok(self.sh("echo run > f; git commit -qam inside"))
        text = self.ok(self.box.leadglass("review", "last")).stdout
        self.assertIn("risky: its commits delete files that were hidden from the command: .env.test (and 1 more of them)\n", text)
        self.assertIn("       D  server.key  (risky: deletes a file that was hidden from the command)\n", text)
        done = self.box.leadglass("apply", "last")
        self.assertEqual(done.returncode, FOUND)
        self.assertEqual((self.box.git("ls-files"), self.box.git("status", "-s")), (".env.example\n.env.test\nREADME.md\nf\nserver.key\n", " M f\n"))

    def test_whatIsStagedWithoutThemIsHeld(self):
        self.ok(self.sh("echo run > f; git add -A"))
        self.assertIn("risky: the index takes 2 files that were hidden from the command for deleted: .env.test\n",
                      self.ok(self.box.leadglass("review", "last")).stdout)
        self.assertEqual(self.box.leadglass("apply", "last").returncode, FOUND)
        self.assertEqual(self.box.git("status", "-s"), " M f\n")

    def test_aRunSaysWhichOfThemCanBeReadAllTheSame(self):
        os.link(os.path.join(self.box.work, "server.key"), os.path.join(self.box.work, "other"))
        done = self.ok(self.sh("cat .env.test 2>/dev/null; cat .env.example; git show HEAD:.env.test"))
        self.assertEqual(done.stdout, "SECRET=\nSECRET=1\n", "a template is no secret; and what is committed is in .git")
        self.assertIn("git tracks what is hidden: .env.test, server.key: what is committed of it can be read in .git", done.stderr)
        self.assertIn("hidden by this name only: server.key (", done.stderr)
        self.box.git("rm", "-q", "--cached", ".env.test", "server.key")
        os.unlink(os.path.join(self.box.work, "other"))
        told = self.ok(self.sh("true")).stderr
        self.assertIn("hidden from the command: .env.test, server.key", told)
        self.assertNotIn("git tracks", told)
        self.assertNotIn("by this name only", told)


class Rights(Case):
    def test_byteCodeIsOneLine(self):
        self.ok(self.sh("mkdir -p a/__pycache__ __pycache__; for n in 1 2 3 4; do echo x > a/__pycache__/$n.pyc; echo x > __pycache__/$n.pyc; done"))
        text = self.ok(self.box.leadglass("review", "last")).stdout
        self.assertIn("A  __pycache__/1.pyc and 7 more files in __pycache__/ (--json lists them)\n     risky: Python runs it in place", text)
        self.assertEqual(text.count(".pyc"), 1)
        done = self.box.leadglass("apply", "last")
        self.assertIn("left 8 paths below __pycache__/: risky: Python runs it", done.stderr)
        self.assertEqual(done.returncode, 1, "nothing was applied")
        self.ok(self.sh("echo 1 > new.py; mkdir -p a/__pycache__; echo x > a/__pycache__/new.pyc"))
        done = self.ok(self.box.leadglass("apply", "last"), "what is left is made again by Python")
        self.assertRegex(done.stderr, r"\d paths? applied")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "a/__pycache__/new.pyc")))
        self.assertEqual(self.box.leadglass("apply", "last", "a/__pycache__/new.pyc").returncode, 1, "asked for by name")

    def test_aChangeOfRightsIsShown(self):
        self.write("d/s.txt", "x\n")
        os.chmod(os.path.join(self.box.work, "d/s.txt"), 0o644)
        os.chmod(os.path.join(self.box.work, "d"), 0o755)
        self.ok(self.sh("chmod 400 d/s.txt; chmod 750 d"))
        for words in ((), ("--diff",)):
            text = self.ok(self.box.leadglass("review", "last", *words)).stdout
            self.assertIn("M  d/\n     mode 0755 -> 0750\n", text)
            self.assertIn("M  d/s.txt\n     mode 0644 -> 0400\n", text)
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(stat.S_IMODE(os.stat(os.path.join(self.box.work, "d/s.txt")).st_mode), 0o400)


class Submodule(WithSubmodule):
    def test_theParentWaitsForACommitThatIsNotInTheSubmodule(self):
        head = self.git("rev-parse", "HEAD", cwd="super")
        self.ok(self.inside(f"cd sub; echo x > f; git add -A; {COMMIT}; cd ..; git add sub; {COMMIT}", "super"))
        self.assertRegex(self.ok(self.leadglass("review", "last", folder="super")).stdout,
                         "its commits hold sub: the submodule's commit [0-9a-f]{12} is not in its repository here, .git/modules/sub ")
        self.assertEqual(self.leadglass("apply", "last", folder="super").returncode, FOUND)
        self.assertEqual((self.git("rev-parse", "HEAD", cwd="super"), self.git("status", "-s", cwd="super")), (head, " ? sub\n"))
        self.ok(self.leadglass("apply", "last", "--include-risky", ".git/modules", folder="super"))
        self.ok(self.leadglass("apply", "last", folder="super"))
        self.assertEqual(self.git("status", "-s", cwd="super"), "")


if __name__ == "__main__":
    main()
