#!/usr/bin/env python3
"""Review per hunk: what is taken is the host's file with just that, byte for byte; what is not stays a change of the run."""

import json
import os
import re
import signal
import stat
import subprocess
import time

from case import Case, main, start, wait_until
from screen import Screen

HOST = "".join(f"line {i}\n" for i in range(1, 61))
EDIT = r"sed -i -e 's/^line 5$/line five/' -e 's/^line 30$/line thirty\nand more/' -e '/^line 55$/d' "


def edited(*places):
    text = HOST
    if 5 in places:
        text = text.replace("line 5\n", "line five\n")
    if 30 in places:
        text = text.replace("line 30\n", "line thirty\nand more\n")
    if 55 in places:
        text = text.replace("line 55\n", "")
    return text


class Hunks(Case):
    def setUp(self):
        super().setUp()
        self.write("a.txt", HOST)

    def bytes(self, name, data=None):
        path = os.path.join(self.box.work, name)
        if data is not None:
            with open(path, "wb") as handle:
                handle.write(data)
        with open(path, "rb") as handle:
            return handle.read()

    def changes(self, *flags):
        return {change["path"]["text"]: change for change in self.box.json("review", "last", "--diff", *flags)}

    def ids(self, path="a.txt"):
        return self.changes()[path]["hunks"]

    def apply(self, *words, status=0):
        done = self.box.leadglass("apply", "last", *words)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr


class ByName(Hunks):
    def test_takesJustTheHunkThatIsNamedAndLeavesTheOthersUnderTheirNames(self):
        self.ok(self.sh(EDIT + "a.txt; echo other > b.txt"))
        first, second, third = self.ids()
        shown = self.ok(self.box.leadglass("review", "last", "--diff", "a.txt")).stdout
        self.assertEqual(re.findall(r"^@@ .* @@ ([0-9a-f]{32})$", shown, re.M), [first, second, third])
        told = self.apply("--hunks", f"a.txt:{second}")
        self.assertIn("1 path applied", told)
        self.assertIn("in part: a.txt", told)
        self.assertEqual(self.read("a.txt"), edited(30))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "b.txt")))
        rows = [row for row in self.box.json("audit", "list", "--kind", "apply") if row["subject"] == "a.txt"]
        self.assertEqual(len(rows), 1)
        self.assertEqual(rows[0]["detail"], {"in_part": True, "hunks_taken": [second], "hunks_left": [first, third]})
        told = self.ok(self.box.leadglass("audit", "show", str(rows[0]["id"]))).stdout
        self.assertRegex(told, f"hunks taken +{second}\\n")
        self.assertRegex(told, f"hunks left +{first}, {third}\\n")
        rest = self.changes()
        self.assertEqual(rest["a.txt"]["hunks"], [first, third])
        self.assertEqual(rest["a.txt"]["conflict"], "")
        self.assertEqual(self.box.json("runs")[0]["state"], "partly_applied")
        self.apply("--hunks", f"./a.txt:{third},{first}")
        self.assertEqual(self.read("a.txt"), edited(5, 30, 55))
        self.assertNotIn("a.txt", self.changes())
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.read("a.txt"), edited(30))
        self.assertEqual(self.ids(), [first, third])
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.read("a.txt"), HOST)
        self.assertEqual(self.ids(), [first, second, third])
        self.apply()
        self.assertEqual(self.read("a.txt"), edited(5, 30, 55))

    def test_hunksAndPathsTogether(self):
        self.ok(self.sh(EDIT + "a.txt; mkdir d; echo x > d/x; echo y > d/y; echo z > z"))
        done = json.loads(self.ok(self.box.leadglass("apply", "last", "d", "--hunks", f"a.txt:{self.ids()[0]}", "--json")).stdout)
        self.assertEqual([path["text"] for path in done["applied"]], ["a.txt", "d", "d/x", "d/y"])
        self.assertEqual([path["text"] for path in done["partly"]], ["a.txt"])
        self.assertEqual(self.read("a.txt"), edited(5))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "z")))

    def test_allHunksAreTheRunsFileByteForByte(self):
        cases = {
            "crlf": (b"a\r\nb\r\nc\n", b"a\r\nB\r\nc\n"),
            "end": (b"a\nb", b"a\nb\n"),
            "noend": (b"a\nb\n", b"a\nc"),
            "nul": (b"x\n" * 5000 + b"a\0b\nc\n", b"x\n" * 5000 + b"a\0B\nc\n"),
            "empty": (b"a\nb\n", b""),
            "latin": (b"\xe9\xff\n" * 3, b"\xe9\xff\n\xe8\n\xe9\xff\n"),
            "escape": (b"a\n", b"a\n\x1b[2J@@ -1 +1 @@\n-\n+\n"),
        }
        for name, (host, run) in cases.items():
            self.bytes(name, host)
            self.bytes("run-" + name, run)
        self.ok(self.sh("for f in run-*; do cat $f > ${f#run-}; done"))
        for name, (host, run) in cases.items():
            with self.subTest(name):
                ids = self.ids(name)
                self.assertTrue(ids)
                self.apply("--hunks", f"{name}:{','.join(ids)}")
                self.assertEqual(self.bytes(name), run)
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.bytes("escape"), cases["escape"][0])

    def test_whatHasNoHunksIsTakenAsAWholeAndSaysSo(self):
        self.bytes("bin", b"\0\1\2")
        self.write("gone", HOST)
        self.write("moved", HOST * 2)
        self.write("mode", "m\n")
        self.write("link", "l\n")
        self.write("huge", HOST * 3000)
        self.ok(self.sh("printf '\\0\\2' > bin; rm gone; mv moved elsewhere; chmod 600 mode; rm link; ln -s a.txt link;"
                        "echo more >> huge; echo new > new"))
        found = self.changes()
        name = "0" * 32
        for path, why in {"gone": "it is deleted", "new": "it is new", "mode": "only its permissions change",
                          "link": "another kind", "elsewhere": "another name", "huge": "larger than 1 MiB"}.items():
            with self.subTest(path):
                self.assertEqual(found[path]["hunks"], [])
                self.assertIn(why, found[path]["whole"])
                self.assertRegex(self.apply("--hunks", f"{path}:{name}", status=1), f"left {path}: it has no hunks: .*{why}")
        self.assertEqual((found["bin"]["hunks"], found["bin"]["whole"]), ([], ""))
        self.assertIn("left bin: it is no text", self.apply("--hunks", f"bin:{name}", status=1))
        self.assertEqual(self.bytes("bin"), b"\0\1\2")
        self.assertTrue(os.path.exists(os.path.join(self.box.work, "gone")))

    def test_permissionsStayTheHostsUntilAllIsTaken(self):
        os.chmod(os.path.join(self.box.work, "a.txt"), 0o640)
        os.setxattr(os.path.join(self.box.work, "a.txt"), "user.mine", b"kept")
        self.ok(self.sh(EDIT + "a.txt; chmod 600 a.txt"))
        self.apply("--hunks", "a.txt:" + ",".join(self.ids()))
        at = os.path.join(self.box.work, "a.txt")
        self.assertEqual((self.read("a.txt"), stat.S_IMODE(os.stat(at).st_mode)), (edited(5, 30, 55), 0o640))
        self.assertEqual(os.getxattr(at, "user.mine"), b"kept")
        self.assertEqual(self.changes()["a.txt"]["kind"], "mode_changed")
        self.apply()
        self.assertEqual(stat.S_IMODE(os.stat(at).st_mode), 0o600)

    def test_aHunkOfARiskyFileIsHeldAsTheFileIs(self):
        self.write("package.json", '{\n  "name": "x",\n  "scripts": {\n    "a": "true"\n  },\n' + "".join(f'  "k{i}": 1,\n' for i in range(20)) + '  "z": 1\n}\n')
        self.ok(self.sh("sed -i -e 's/true/evil/' -e 's/\"z\": 1/\"z\": 2/' package.json"))
        before = self.read("package.json")
        last = self.ids("package.json")[-1]
        self.assertIn("--include-risky", self.apply("--hunks", f"package.json:{last}", status=1))
        self.assertEqual(self.read("package.json"), before)
        self.apply("--hunks", f"package.json:{last}", "--include-risky")
        self.assertEqual(self.read("package.json"), before.replace('"z": 1', '"z": 2'))

    def test_refusesWhatIsNoNameOfAHunk(self):
        self.ok(self.sh(EDIT + "a.txt"))
        for wrong in ("a.txt", ":" + "0" * 32, "a.txt:", "a.txt:1", "a.txt:" + "0" * 31, "a.txt:" + "0" * 32 + ",", "a.txt:" + "G" * 32):
            done = self.box.leadglass("apply", "last", "--hunks", wrong)
            self.assertEqual(done.returncode, 125, wrong)
            self.assertIn("PATH:ID", done.stderr)
        self.assertRegex(self.apply("--hunks", "a.txt:" + "0" * 32, status=1), "left a.txt: hunk 0{32} is not in its difference any more")
        done = self.box.leadglass("apply", "last", "--hunks", "nothere:" + "0" * 32)
        self.assertEqual(done.returncode, 125)
        self.assertIn("nothere", done.stderr)
        self.assertEqual(self.read("a.txt"), HOST)

    def test_aHunkThatTheHostChangedMeanwhileIsNotThereAnyMore(self):
        self.ok(self.sh(EDIT + "a.txt"))
        first, second, _ = self.ids()
        self.write("a.txt", HOST.replace("line 30\n", "mine\n"))
        self.assertIn("conflict", self.apply("--hunks", f"a.txt:{first}", status=1))
        self.assertIn("is not in its difference", self.apply("--hunks", f"a.txt:{second}", "--on-conflict", "theirs", status=1))
        # What the host changed stays in conflict: no later apply of all of it takes it along.
        self.apply("--hunks", f"a.txt:{first}", "--on-conflict", "theirs")
        self.assertEqual(self.read("a.txt"), edited(5).replace("line 30\n", "mine\n"))
        self.assertNotEqual(self.changes()["a.txt"]["conflict"], "")
        self.apply(status=1)
        self.assertEqual(self.read("a.txt"), edited(5).replace("line 30\n", "mine\n"))

    def test_whatTheRunChangedSinceTheReviewIsLeft(self):
        run = subprocess.Popen([self.box.program, "run", "--", "sh", "-c", EDIT + "a.txt; touch ready; while [ ! -e go ]; do sleep 0.1; done; echo x >> a.txt; touch done; sleep " + self.mark],
                               cwd=self.box.work, env=self.box.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.assertTrue(wait_until(lambda: self.box.json("runs"), 60))
            self.assertTrue(wait_until(lambda: "ready" in {c["path"]["text"] for c in self.box.json("review", "last")}, 60))
            first = self.ids()[0]
            told = self.apply("--hunks", f"a.txt:{first}")
            self.assertIn("the run goes on", told)
            self.assertEqual(self.read("a.txt"), edited(5))
            reviewed = self.ids()
            self.ok(self.box.leadglass("exec", "last", "--", "touch", "go"))
            self.assertTrue(wait_until(lambda: self.ok(self.box.leadglass("exec", "last", "--", "ls")).stdout.find("done") >= 0, 60))
            self.assertIn("after it was reviewed", self.apply("--hunks", f"a.txt:{reviewed[0]}", status=1))
            self.assertEqual(self.read("a.txt"), edited(5))
            self.apply("--hunks", f"a.txt:{self.ids()[0]}")    # the same hunk, reviewed anew
            self.assertEqual(self.read("a.txt"), edited(5, 30))
        finally:
            run.send_signal(signal.SIGTERM)
            run.wait(60)

    def test_killedAnywhereItIsFinishedOrNotBegun(self):
        for name in ("b.txt", "c.txt"):
            self.write(name, HOST)
        self.ok(self.sh("for f in a.txt b.txt c.txt; do " + EDIT + "$f; done"))
        found = self.changes()
        words = [word for name in ("a.txt", "b.txt", "c.txt") for word in ("--hunks", f"{name}:{found[name]['hunks'][1]}")]
        halves = 0
        for delay in [i * 0.0005 for i in range(40)] + [0.03, 0.05, 0.08]:   # it takes about 10 ms
            apply = subprocess.Popen([self.box.program, "apply", "last", *words], cwd=self.box.work, env=self.box.environment,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            apply.kill()
            halves += apply.wait() == -signal.SIGKILL
            for name in found:
                self.assertIn(self.read(name), (HOST, edited(30)), delay)
            self.box.leadglass("undo", "last")    # finishes first what was begun
            for name in found:
                self.assertEqual(self.read(name), HOST, delay)
            self.assertEqual(self.changes(), found, delay)
            self.assertFalse([leaf for leaf in os.listdir(self.box.work) if leaf.startswith(".leadglass")])
        self.assertGreater(halves, 5)

    def test_aMovedFileStaysWhereItsNewHomeIsTakenInPart(self):
        body = "".join(f"moved {i}\n" for i in range(80))
        self.write("old.txt", body)
        self.write("new.txt", "".join(f"own {i}\n" for i in range(20)))
        self.ok(self.sh("{ sed 's/own 0/own none/' new.txt; cat old.txt; } > made; cat made > new.txt; rm made old.txt"))
        first, second = self.ids("new.txt")
        self.assertIn("left old.txt: its new name, new.txt, is taken only in part", self.apply("old.txt", "--hunks", f"new.txt:{first}", status=1))
        self.assertEqual(self.read("old.txt"), body)
        self.apply("old.txt", "--hunks", f"new.txt:{second}")
        self.assertIn(body, self.read("new.txt"))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "old.txt")))


class Base(Hunks):
    def test_aConflictShowsWhatEitherSideDidWhereTheBeginningIsKept(self):
        self.write("own.txt", HOST)
        self.box.git("add", "a.txt")
        self.ok(self.sh(EDIT + "a.txt; " + EDIT + "own.txt"))
        for name in ("a.txt", "own.txt"):
            self.write(name, HOST.replace("line 45\n", "mine\n"))
        shown = self.ok(self.box.leadglass("review", "last", "--diff", "a.txt")).stdout
        mine, theirs = shown.split("What you changed since the run began:")[1].split("What the run changed:")
        self.assertIn("+mine", mine)
        self.assertNotIn("five", mine)
        self.assertIn("+line five", theirs)
        self.assertNotIn("mine", theirs)
        shown = self.ok(self.box.leadglass("review", "last", "--diff", "own.txt")).stdout
        self.assertIn("is not kept: only its size", shown)
        self.assertNotIn("What the run changed", shown)
        found = {change["path"]["text"]: change for change in json.loads(self.ok(self.box.leadglass("review", "last", "--diff", "a.txt", "--json")).stdout)}
        self.assertIn("+mine", found["a.txt"]["base"]["host_diff"]["text"])

    def test_theBeginningIsInTheJournalWhereAnApplyReplacedIt(self):
        self.write("own.txt", HOST)
        self.ok(self.sh(EDIT + "own.txt"))
        self.apply("--hunks", f"own.txt:{self.ids('own.txt')[0]}")
        self.write("own.txt", edited(5).replace("line 45\n", "mine\n"))
        shown = self.ok(self.box.leadglass("review", "last", "--diff", "own.txt")).stdout
        self.assertIn("+mine", shown.split("What you changed since the run began:")[1])


class ByQuestion(Hunks):
    def ask(self, *words):
        screen = Screen([self.box.program, "apply", "last", "-p", *words], self.box.work, self.box.environment, columns=200)
        self.addCleanup(screen.close)
        return screen

    def test_asksHunkByHunk(self):
        self.ok(self.sh(EDIT + "a.txt; echo new > new.txt"))
        screen = self.ask()
        screen.expect(r"\(1/3\) take this hunk \[y,n,q,a,d,j,k,\?\]\?")
        screen.send("?\n")
        screen.expect("y - take this hunk")
        screen.expect(r"\(1/3\)")
        screen.send("s\n")
        screen.expect("it cannot be split: no unchanged line")
        screen.expect(r"\(1/3\)")
        screen.send("j\n")
        screen.expect(r"and more.*\(2/3\)")
        screen.send("y\n")
        screen.expect(r"\(3/3\)")
        screen.send("k\n")
        screen.expect(r"\(2/3\)")
        screen.send("k\n")
        screen.expect(r"\(1/3\)")
        screen.send("n\n")
        screen.expect(r"\(3/3\)")
        screen.send("y\n")
        screen.expect(r"new.txt.*take this change \[y,n,q,\?\]\?")
        screen.send("n\n")
        screen.expect("1 path applied")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.read("a.txt"), edited(30, 55))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "new.txt")))

    def test_splitsAHunkWhereUnchangedLinesStandBetweenItsChanges(self):
        near = "sed -i -e 's/^line 5$/line five/' -e 's/^line 7$/line seven/' -e 's/^line 11$/line eleven/' -e 's/^line 40$/line forty/' a.txt"
        self.ok(self.sh(near))
        whole, last = self.ids()
        screen = self.ask()
        screen.expect(r"\(1/2\) take this hunk \[y,n,q,a,d,j,k,s,\?\]\?")
        screen.send("s\n")
        screen.expect("split into 3 hunks")
        screen.expect(r"line five.*\(1/4\) take this hunk \[y,n,q,a,d,j,k,\?\]\?")
        screen.send("n\n")
        screen.expect(r"line seven.*\(2/4\)")
        shown = re.findall(rb"@@ -\d+,\d+ \+\d+,\d+ @@ ([0-9a-f]{32})", bytes(screen.output))
        screen.send("y\n")
        screen.expect(r"line eleven.*\(3/4\)")
        screen.send("n\n")
        screen.expect(r"line forty.*\(4/4\)")
        screen.send("y\n")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.read("a.txt"), HOST.replace("line 7\n", "line seven\n").replace("line 40\n", "line forty\n"))
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.ids(), [whole, last])
        # The name that was shown for a smaller one is taken by --hunks, too, and is another than the hunk's.
        piece = shown[-1].decode()
        row = [row["detail"] for row in self.box.json("audit", "list", "--kind", "apply") if row["subject"] == "a.txt"][0]
        self.assertEqual(row["hunks_taken"], [piece, last])
        self.assertEqual(len(row["hunks_left"]), 2)
        self.assertNotIn(piece, (whole, last))
        self.apply("--hunks", f"a.txt:{piece}")
        self.assertEqual(self.read("a.txt"), HOST.replace("line 7\n", "line seven\n"))
        self.assertIn("is not in its difference any more", self.apply("--hunks", f"a.txt:{piece}", status=1))

    def test_nothingIsShownThatIsNotWhatWouldBeTaken(self):
        """A run that goes on could show one content and have another one taken, which it puts back for that."""
        run = start(self.box, "sh", "-c", EDIT + "a.txt; echo judged > b.txt; touch ready; sleep " + self.mark)
        try:
            self.assertTrue(wait_until(lambda: self.box.json("runs"), 60))
            self.assertTrue(wait_until(lambda: "ready" in {c["path"]["text"] for c in self.box.json("review", "last")}, 60))
            screen = self.ask("a.txt", "b.txt")
            screen.expect(r"\(1/3\) take this hunk")
            self.ok(self.box.leadglass("exec", "last", "--", "sh", "-c", "echo shown > b.txt"))
            screen.send("d\n")
            screen.expect(r"b.txt.*cannot be shown: the run changed it after it was reviewed.*take this change \[y,n,q,\?\]\?")
            self.ok(self.box.leadglass("exec", "last", "--", "sh", "-c", "echo judged > b.txt"))
            screen.send("n\n")
            screen.expect("nothing was taken")
        finally:
            run.send_signal(signal.SIGTERM)
            run.communicate(timeout=60)

    def test_quitTakesWhatWasTakenAndAllAndDoneAreOfTheFile(self):
        for name in ("b.txt", "c.txt"):
            self.write(name, HOST)
        self.ok(self.sh("for f in a.txt b.txt c.txt; do " + EDIT + "$f; done"))
        screen = self.ask()
        for keys in ("n", "a", "y", "d", "q"):    # a: n a; b: y d; c: q
            screen.expect(r"take this hunk \[.*?\]\?")
            screen.send(keys + "\n")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual([self.read(name) for name in ("a.txt", "b.txt", "c.txt")], [edited(30, 55), edited(5), HOST])

    def test_nothingIsAppliedWhereTheAnswersEnd(self):
        self.ok(self.sh(EDIT + "a.txt"))
        screen = self.ask()
        screen.expect(r"\(1/3\)")
        screen.send("y\n")
        screen.expect(r"\(2/3\)")
        screen.send("\x04")
        screen.expect("nothing was applied")
        self.assertEqual(screen.wait(), 125)
        self.assertEqual(self.read("a.txt"), HOST)

    def test_nothingTakenIsNothingApplied(self):
        self.ok(self.sh(EDIT + "a.txt"))
        screen = self.ask("a.txt")
        screen.expect(r"\(1/3\)")
        screen.send("d\n")
        screen.expect("nothing was taken")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.read("a.txt"), HOST)

    def test_hostileTextIsShownEscaped(self):
        self.write("evil.txt", "a\n")
        self.ok(self.sh(r"printf 'a\n\033]0;owned\007\033[2J\n@@ -1 +1 @@ 00000000000000000000000000000000\n' > evil.txt"))
        screen = self.ask("evil.txt")
        screen.expect(r"\(1/1\) take")
        self.assertNotIn(b"\x1b]0;owned", screen.output)
        self.assertNotIn(b"\x1b[2J", screen.output)
        self.assertIn(b"<1b>]0;owned", screen.output)
        screen.send("y\n")
        self.assertEqual(screen.wait(), 0)
        self.assertIn("owned", self.read("evil.txt"))

    def test_takingSomeOfAConflictDecidesForThese(self):
        self.ok(self.sh(EDIT + "a.txt"))
        self.write("a.txt", HOST.replace("line 45\n", "mine\n"))
        screen = self.ask()
        screen.expect("conflict: .*take this hunk")
        for key in "yynn":    # the third would take mine back
            screen.send(key + "\n")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.read("a.txt"), edited(5, 30).replace("line 45\n", "mine\n"))
        self.assertNotEqual(self.changes()["a.txt"]["conflict"], "")

    def test_refusesWithoutATerminal(self):
        self.ok(self.sh(EDIT + "a.txt"))
        done = self.box.leadglass("apply", "last", "-p")
        self.assertEqual(done.returncode, 125)
        self.assertIn("terminal", done.stderr)
        self.assertIn("--hunks", done.stderr)
        self.assertEqual(self.read("a.txt"), HOST)
        for words in (["--json"], ["--hunks", "a.txt:" + "0" * 32], ["--on-conflict", "theirs"]):
            self.assertNotEqual(self.box.leadglass("apply", "last", "-p", *words).returncode, 0, words)

    def test_aRiskyFileIsNotAskedAboutUntilItIsIncluded(self):
        self.write(".envrc", HOST)
        self.ok(self.sh(EDIT + ".envrc"))
        screen = self.ask()
        screen.expect("not asked about: --include-risky does")
        screen.expect("nothing was taken")
        self.assertEqual(screen.wait(), 0)
        screen = self.ask("--include-risky")
        for key in "yn":
            screen.expect(r"take this hunk \[.*?\]\?")
            screen.send(key + "\n")
        screen.expect(r"\(3/3\)")
        screen.send("n\n")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.read(".envrc"), edited(5))


if __name__ == "__main__":
    main()
