#!/usr/bin/env python3
"""What the host's git has in its index meanwhile: only what differs by content is a conflict, and HEAD, its branch and the index
move together, so that no `git status` shows the run's commits as undone."""

import os
import subprocess

from case import Case, main, start

COMMIT = "git commit -qam inside"
FOUND = 1


class Index(Case):
    def setUp(self):
        super().setUp()
        for name in ("f", "g", "h"):
            self.write(name, "base\n")
        self.box.git("add", "-A")
        self.box.git("commit", "-qm", "files")
        self.box.git("status")
        self.write("loose", "base\n")       # git knows nothing of it

    def meanwhile(self, script, *host, flags=()):
        """A run that has done `script` when each of `host` is run in the project, outside; then it ends."""
        run = start(self.box, "sh", "-c", f"{script}; echo ready; read line", flags=flags, stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "ready\n", run)
        for line in host:
            subprocess.run(["sh", "-ec", line], cwd=self.box.work, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           env={"HOME": self.box.home, "PATH": "/usr/bin:/bin"})
        errors = run.communicate("go\n", timeout=120)[1]
        self.assertEqual(run.returncode, 0, errors)

    def changes(self):
        return {change["path"]["text"]: change for change in self.box.json("review", "last")}

    def conflicts(self):
        return sorted(path for path, change in self.changes().items() if change["conflict"])

    def apply(self, *words, status=0):
        done = self.box.leadglass("apply", "last", *words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr

    def subject(self):
        return self.box.git("log", "-1", "--format=%s").strip()

    def test_aStatusOutsideThatOnlyRefreshesIsNoConflict(self):
        for mode in ("overlay", "copy"):
            self.meanwhile(f"date +%N > f; {COMMIT}", "touch g; git status; git update-index --refresh", flags=("--workspace", mode))
            self.assertEqual(self.conflicts(), [], mode)
            self.apply()
            self.assertEqual((self.subject(), self.box.git("status", "-s", "-uno")), ("inside", ""), mode)
            self.ok(self.box.leadglass("undo", "last"))
            self.assertEqual((self.subject(), self.box.git("status", "-s", "-uno")), ("files", ""), mode)
            self.apply()    # as before
            self.assertEqual((self.subject(), self.box.git("status", "-s", "-uno")), ("inside", ""), mode)
            self.box.git("reset", "-q", "--hard", "HEAD~1")
            self.ok(self.box.leadglass("discard", "last"))

    def test_whatWasStagedOutsideHoldsTheBranchToo(self):
        self.meanwhile(f"echo run > f; {COMMIT}", "echo host > g; git add g")
        held = [".git/index", ".git/logs/HEAD", ".git/logs/refs/heads/main", ".git/refs/heads/main"]
        self.assertEqual(self.conflicts(), held)
        self.assertIn("goes together with .git/index", self.changes()[".git/refs/heads/main"]["conflict"])
        self.assertIn("goes together with .git/index", self.ok(self.box.leadglass("review", "last")).stdout)
        self.apply(status=FOUND)
        self.assertEqual(self.subject(), "files")
        self.assertEqual(self.box.git("status", "-s", "-uno"), " M f\nM  g\n", "the commit is not shown as undone")
        self.apply("--on-conflict", "theirs")
        self.assertEqual((self.subject(), self.box.git("status", "-s", "-uno")), ("inside", " M g\n"))
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual((self.subject(), self.box.git("status", "-s", "-uno")), ("files", " M f\nM  g\n"))
        self.apply("--on-conflict", "ours")
        self.assertEqual((self.subject(), self.box.git("status", "-s", "-uno")), ("files", " M f\nM  g\n"))
        self.assertEqual(self.box.json("runs")[0]["state"], "applied")

    def test_namingOneOfThemTakesOrHoldsAll(self):
        self.meanwhile(f"echo run > f; {COMMIT}", "echo host > g; git add g")
        for path in (".git/refs/heads/main", ".git/index", ".git/logs"):
            self.apply(path, status=FOUND)
            self.assertEqual((self.subject(), self.box.git("status", "-s", "-uno")), ("files", "M  g\n"), path)
        self.apply(".git/refs/heads/main", "--on-conflict", "theirs")
        self.assertEqual(self.subject(), "inside")
        self.assertEqual(self.box.git("diff", "--cached", "--name-only"), "")

    def test_aBranchThatOnlyNamesAnotherHoldsThatOneToo(self):
        self.box.git("branch", "-m", "real")
        self.box.git("symbolic-ref", "refs/heads/alias", "refs/heads/real")
        self.box.git("symbolic-ref", "refs/heads/main", "refs/heads/alias")
        self.box.git("symbolic-ref", "HEAD", "refs/heads/main")
        for flags in ((), ("--workspace", "copy")):
            self.meanwhile(f"echo run > f; {COMMIT}", "echo host > g; git add g", flags=flags)
            self.assertIn("goes together with .git/index", self.changes()[".git/refs/heads/real"]["conflict"])
            self.apply(status=FOUND)
            self.assertEqual((self.subject(), self.box.git("diff", "--cached", "--name-only")), ("files", "g\n"))
            self.apply("--on-conflict", "theirs")
            self.assertEqual((self.subject(), self.box.git("diff", "--cached", "--name-only")), ("inside", ""))
            self.box.git("reset", "-q", "--hard", "HEAD~1")
            self.ok(self.box.leadglass("discard", "last"))
        # One that the run makes so, and a loop, which leads nowhere and ends nothing here.
        self.meanwhile(f"git checkout -q -b other; git symbolic-ref refs/heads/via refs/heads/other; git symbolic-ref HEAD refs/heads/via; "
                       f"echo run > f; {COMMIT}", "echo host > g; git add g")
        self.assertIn("goes together with .git/index", self.changes()[".git/refs/heads/other"]["conflict"])
        self.box.git("reset", "-q", "--hard")
        self.ok(self.box.leadglass("discard", "last"))
        self.meanwhile("git symbolic-ref refs/heads/a refs/heads/b; git symbolic-ref refs/heads/b refs/heads/a; "
                       "echo 'ref: refs/heads/a' > .git/HEAD", "echo host > g; git add g")
        self.assertIn(".git/HEAD", self.changes())

    def test_aCommitOutsideHoldsTheIndexToo(self):
        self.meanwhile(f"echo run > f; {COMMIT}", "git commit -q --allow-empty -m outside")
        self.assertIn(".git/index", self.conflicts())
        self.apply(status=FOUND)
        self.assertEqual((self.subject(), self.box.git("status", "-s", "-uno")), ("outside", " M f\n"))

    def test_theCommitsThatABranchNoLongerLeadsToAreNamed(self):
        self.meanwhile(f"echo run > f; {COMMIT}", "for n in 1 2 3 4 5 6 7; do git commit -q --allow-empty -m \"$(printf 'mine\\033[2J') $n\"; done")
        mine = self.box.git("rev-parse", "HEAD").strip()
        text = self.ok(self.box.leadglass("review", "last")).stdout
        self.assertIn(f"     drops commit {mine[:12]}  mine\\x1b[2J 7\n", text)
        self.assertIn("     drops 2 more commits\n", text)
        self.assertEqual(text.count(" drops "), 6)
        self.assertEqual(self.changes()[".git/refs/heads/main"]["drops"][0]["commits"][0]["id"], mine)
        self.assertNotIn("no longer on", self.apply(status=FOUND))
        told = self.apply("--on-conflict", "theirs")
        self.assertIn(f"no longer on refs/heads/main: commit {mine[:12]}  mine\\x1b[2J 7", told)
        self.assertNotIn("\x1b", told)
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.box.git("rev-parse", "HEAD").strip(), mine)
        self.ok(self.box.leadglass("discard", "last"))
        for script, drops in (("git reset -q --hard HEAD~6", 5), ("git commit -q --allow-empty --amend -m other", 1), ("echo more > f; " + COMMIT, 0)):
            for flags in ((), ("--workspace", "direct")):    # what the run itself took off the branch
                self.ok(self.sh(script, *flags))
                self.assertEqual(self.ok(self.box.leadglass("review", "last")).stdout.count("drops commit"), drops, script)
                self.box.leadglass("undo", "last")
                self.box.git("reset", "-q", "--hard", mine)
                self.ok(self.box.leadglass("discard", "last"))

    def test_anIndexThatIsRiskyOrUnusableHoldsTheBranchToo(self):
        for script, words, extra in (("git update-index --assume-unchanged g", "risky", "--include-risky"),
                                     ("printf x > .git/index", "cannot be applied", "--on-conflict=theirs")):
            self.meanwhile(f"echo run > f; {COMMIT}; {script}")
            branch = self.changes()[".git/refs/heads/main"]
            self.assertIn(f"which {'is ' if words == 'risky' else ''}{words}", branch["conflict"] + "".join(branch["risks"]))
            self.apply(status=FOUND)
            self.assertEqual(self.subject(), "files")
            self.assertEqual(self.box.git("diff", "--cached", "--name-only"), "")
            self.apply(extra, status=0 if words == "risky" else FOUND)
            self.assertEqual(self.subject(), "inside")
            self.ok(self.box.leadglass("undo", "last"))
            self.ok(self.box.leadglass("undo", "last"))
            self.ok(self.box.leadglass("discard", "last"))
            self.box.git("reset", "-q", "--hard")

    def test_whatTheRunStagedAfterTheReviewHoldsTheBranchToo(self):
        run = start(self.box, "sh", "-c", f"echo run > f; {COMMIT}; echo ready; read line; echo more > g; git add g; echo ready; read line",
                    stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.ok(self.box.leadglass("review", "last"))
        run.stdin.write("go\n")
        run.stdin.flush()
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.apply(status=FOUND)
        self.assertEqual((self.subject(), self.box.git("diff", "--cached", "--name-only")), ("files", ""))
        run.communicate("go\n", timeout=120)

    def test_whatWasStagedOutsideStaysWhereTheRunOnlyLooked(self):
        self.meanwhile("touch g; git status -s > /dev/null; echo run > f", "echo host > h; git add h")
        self.assertEqual(sorted(self.changes()), ["f"])
        self.apply()
        self.assertEqual(self.box.git("status", "-s", "-uno"), " M f\nM  h\n")

    def test_aTimeAloneIsNoConflict(self):
        self.write("dirty", "x\n")
        self.meanwhile("for f in f g h loose README.md; do echo run >> $f; done",
                       "touch f loose; git checkout -q -b other; echo other > g; git commit -qam other; git checkout -q main; "
                       "echo BASE > h; chmod +x README.md")
        self.assertEqual([path for path in self.conflicts() if not path.startswith(".git")], ["README.md", "h"])
        self.apply(status=FOUND)
        self.assertEqual([self.read(name) for name in ("f", "g", "h", "loose")], ["base\nrun\n", "base\nrun\n", "BASE\n", "base\nrun\n"])

    def test_aFileThatWasTakenBackToTheCommittedTextIsOne(self):
        self.write("f", "mine\n")       # not committed: the run builds on it
        self.meanwhile("sed -i s/mine/ours/ f", "git checkout -q f")
        self.assertEqual([path for path in self.conflicts() if not path.startswith(".git")], ["f"])

    def test_aRunLooksAtFewFilesOfAHugeProject(self):
        for number in range(600):
            self.write(f"many/{number}", "x\n")
        self.meanwhile("for n in $(seq 0 599); do echo y > many/$n; done", "touch many/*")
        self.assertLess(len(self.conflicts()), 600)
        self.assertGreater(len(self.conflicts()), 0)
        self.ok(self.box.leadglass("discard", "last"))
        for number in range(900):    # the index is too large to look at each file, and is told apart by content all the same
            self.write(f"{'long-' * 20}/{number}", "x\n")
        self.box.git("add", "-A")
        self.box.git("commit", "-qm", "many")
        self.meanwhile("echo z > many/1; git commit -q -m inside many/1", "touch f g; git status")
        self.assertEqual(self.conflicts(), [])
        self.assertEqual([name for name in os.listdir(self.box.work) if name.startswith("base")], [])


if __name__ == "__main__":
    main()
