#!/usr/bin/env python3
"""What a run staged and did not commit: the person's next `git commit` takes it, so the review shows it, and what nobody was
shown stays out of their index."""

from case import Case, main

FOUND = 1
EVIL = "id=$(echo evil | git hash-object -w --stdin)"


class Staged(Case):
    def setUp(self):
        super().setUp()
        for name in ("f", "g", "sub/h"):
            self.write(name, "base\n")
        self.box.git("add", "-A")
        self.box.git("commit", "-qm", "files")

    def index(self):
        return next(c for c in self.box.json("review", "last") if c["path"]["text"] == ".git/index")

    def staged(self):
        return [(e["kind"], e["path"]["text"], e["shown"]) for e in self.index().get("staged", {"entries": []})["entries"]]

    def apply(self, *words, status=0):
        done = self.box.leadglass("apply", "last", *words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr

    def test_contentThatTheReviewDoesNotShowStaysOutOfTheIndex(self):
        self.ok(self.sh(f"{EVIL}; git update-index --cacheinfo 100644,$id,sub/h; echo run > f; git commit -qm inside f"))
        text = self.ok(self.box.leadglass("review", "last")).stdout
        self.assertIn("\nstaged  M sub/h  (content that is not shown)\n", text)
        self.assertIn("risky: the index holds content of 1 file that the review does not show: sub/h", text)
        self.assertIn("staged  M sub/h", self.ok(self.box.leadglass("review", "last", "--diff")).stdout)
        self.assertEqual(self.staged(), [("changed", "sub/h", False)], "what was committed is not staged")
        self.apply(status=FOUND)
        self.assertEqual((self.box.git("status", "-s", "-uno"), self.box.git("log", "-1", "--format=%s")), (" M f\n", "files\n"),
                         "the branch is held with it")
        self.apply("--include-risky")
        self.assertEqual(self.box.git("status", "-s", "-uno"), "MM sub/h\n")

    def test_anEntryIsShownFirstHoweverManyOthersThereAre(self):
        self.ok(self.sh(f"mkdir a; for n in $(seq 300); do echo $n > a/$n; done; git add a; {EVIL}; "
                        "git update-index --add --cacheinfo 100644,$id,z"))
        text = self.ok(self.box.leadglass("review", "last")).stdout
        self.assertIn("staged  A z  (content that is not shown)\nstaged  A a/1\n", text)
        self.assertIn("staged  ... and 281 more files\n", text)
        self.assertEqual((len(self.staged()), self.index()["staged"]["more"]), (200, 101))

    def test_anOrdinaryAddIsToldAndNotAsked(self):
        self.ok(self.sh("echo run > f; echo new > n; ln -s f link; rm g; git add -A; git mv sub/h sub/i; echo later > p; git add -N p"))
        self.assertEqual(self.staged(), [("changed", "f", True), ("removed", "g", True), ("added", "link", True), ("added", "n", True),
                                         ("added", "p", True), ("removed", "sub/h", True), ("added", "sub/i", True)])
        text = self.ok(self.box.leadglass("review", "last")).stdout
        self.assertIn("staged  M f\nstaged  D g\nstaged  A link\n", text)
        self.apply()
        self.assertEqual(self.box.git("status", "-s", "--no-renames"),
                         "M  f\nD  g\nA  link\nA  n\n A p\nD  sub/h\nA  sub/i\n")

    def test_aPartOfAFileThatWasStagedIsAsked(self):
        self.ok(self.sh("echo one >> f; git add f; echo two >> f"))
        self.assertEqual(self.staged(), [("changed", "f", False)])
        self.apply(status=FOUND)
        self.assertEqual((self.read("f"), self.box.git("status", "-s")), ("base\none\ntwo\n", " M f\n"))

    def test_whatTheRunTookOutOfTheIndexIsTold(self):
        self.ok(self.sh("git rm -q --cached f"))
        self.assertEqual(self.staged(), [("removed", "f", True)])
        self.assertEqual(self.index()["risks"], [])
        self.apply()
        self.assertEqual(self.box.git("status", "-s"), "D  f\n?? f\n")

    def test_whatIsHeldIsNotStagedEither(self):
        for script, name in (("echo x > run.sh; chmod +x run.sh", "run.sh"), ("echo 'all:' > Makefile", "Makefile"),
                             ("git update-index --chmod=+x f", "f")):
            self.ok(self.sh(f"{script}; git add {name if name != 'f' else '-N .'}"))
            self.assertIn(name, "".join(self.index()["risks"]))
            self.apply(status=FOUND)
            self.assertEqual(self.box.git("diff", "--cached", "--name-only"), "", script)
            self.ok(self.box.leadglass("discard", "last"))

    def test_whatIsOfTheHostOrCommittedIsNotTheRuns(self):
        self.write("g", "mine\n")
        self.box.git("add", "g")
        self.ok(self.sh("git checkout -q -b other; echo run > f; git commit -qm inside f; git pack-refs --all; git gc -q --prune=now"))
        self.assertEqual((self.staged(), self.index()["risks"]), ([], []))
        self.apply()
        self.assertEqual((self.box.git("status", "-s"), self.box.git("log", "-1", "--format=%s")), ("M  g\n", "inside\n"))

    def test_aMergeThatIsNotSettledIsAsked(self):
        self.ok(self.sh("git checkout -q -b other; echo a > f; git commit -qam a; git checkout -q main; echo b > f; git commit -qam b; "
                        "git merge -q other > /dev/null; true"))
        self.assertEqual(self.staged(), [("unmerged", "f", False)])
        self.apply(status=FOUND)
        self.assertEqual(self.box.git("log", "-1", "--format=%s"), "files\n")


if __name__ == "__main__":
    main()
