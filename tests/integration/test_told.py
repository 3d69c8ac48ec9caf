#!/usr/bin/env python3
"""What is not as somebody new expects it is told where they meet it: another shell, a rename, an old undo, a script elsewhere."""

import os
import re
import subprocess

from case import Case, main, start, wait_until
from screen import Screen

CONNECT = "import socket\ntry:\n    socket.create_connection(('asked.test', 443), 30)\nexcept OSError:\n    pass\n"
RENAME = "import os, sys\ntry:\n    os.rename('docs', 'docs2')\nexcept OSError as error:\n    sys.exit(error.errno)\n"
EXDEV = 18


class AnotherShell(Case):
    """Of the same person, with another XDG_RUNTIME_DIR: after su -, in cron, in an old tmux."""

    def setUp(self):
        super().setUp()
        self.other = {"XDG_RUNTIME_DIR": os.path.join(self.box.folder, "other-runtime")}
        os.mkdir(self.other["XDG_RUNTIME_DIR"], 0o700)

    def live(self, script, *flags):
        run = start(self.box, "sh", "-c", f"echo up; {script}", flags=["--ask", "app", *flags], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        self.assertEqual(run.stdout.readline(), "up\n", run.stderr.read() if run.poll() is not None else "")
        return run

    def there(self, *words):
        return self.box.leadglass(*words, extra=self.other)

    def test_hasItsQuestionsCommandsAndEnd(self):
        self.write("connect.py", CONNECT)
        run = self.live("python3 connect.py; read line", "--profile", self.profile('[approvals]\nhold = "60s"\n'))
        self.assertTrue(wait_until(lambda: "asked.test:443" in self.there("approvals").stdout, 30), self.there("approvals").stderr)
        self.assertNotIn("warning", self.there("approvals").stderr)
        question = self.box.pending()[0]
        self.ok(self.there("answer", question["id"], question["digest"], "deny"))
        self.assertEqual(self.box.pending(), [])
        self.assertEqual(self.ok(self.there("exec", "last", "--", "echo", "inside")).stdout, "inside\n")
        self.ok(self.there("runs", "stop", "last"))
        self.assertEqual(run.wait(60), 143)

    def test_seesARunComeThatItWatchesFor(self):
        watching = subprocess.Popen([self.box.program, "approvals", "watch"], cwd=self.box.work, stdin=subprocess.DEVNULL, text=True,
                                    env={**self.box.environment, **self.other}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lambda: (watching.kill(), watching.communicate()))
        self.write("connect.py", CONNECT)
        self.live("python3 connect.py; read line", "--profile", self.profile('[approvals]\nhold = "60s"\n'))
        self.assertIn("asked.test:443", watching.stdout.readline())

    def test_namesBothPlacesWhereItHearsNothing(self):
        self.live("read line")
        runtime = self.box.environment["XDG_RUNTIME_DIR"]
        os.rename(runtime, runtime + ".away")
        self.addCleanup(os.rename, runtime + ".away", runtime)
        places = (self.other["XDG_RUNTIME_DIR"] + "/leadglass", runtime + "/leadglass", "XDG_RUNTIME_DIR")
        told = self.there("approvals")
        for part in places:
            self.assertIn(part, told.stderr)
        self.assertNotIn("no question waits", told.stderr)
        for words in (("exec", "last", "--", "true"), ("runs", "stop", "last")):
            done = self.there(*words)
            self.assertEqual(done.returncode, 125, words)
            for part in places:
                self.assertIn(part, done.stderr, words)

    def test_goesNowhereThatOthersCanWriteTo(self):
        self.live("read line")
        runtime = os.path.join(self.box.environment["XDG_RUNTIME_DIR"], "leadglass")
        os.chmod(runtime, 0o777)
        self.addCleanup(os.chmod, runtime, 0o700)
        done = self.there("exec", "last", "--", "true")
        self.assertEqual(done.returncode, 125)
        self.assertIn("is not yours alone", done.stderr)


class Renames(Case):
    """Of a directory that was there before. A kernel that allows them some day is to be noticed: then README and doctor change."""

    def test_failInAnOverlayForWhoDoesNotCopyAndDoctorSaysSo(self):
        self.write("docs/a.txt", "a\n")
        self.write("rename.py", RENAME)
        self.assertEqual(self.box.run("python3", "rename.py").returncode, EXDEV)
        doctor = {check["id"]: check for check in self.box.json("doctor")}
        self.assertEqual(doctor["rename"]["status"], "weaker", doctor["rename"])
        self.assertRegex(doctor["rename"]["evidence"], "EXDEV.*git mv")
        self.assertIn("--workspace copy", doctor["rename"]["fix"])
        self.ok(self.box.run("mv", "docs", "docs2"))
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("docs2/a.txt"), "a\n")

    def test_workInACopyAndOfWhatTheRunMade(self):
        self.write("docs/a.txt", "a\n")
        self.write("rename.py", RENAME)
        self.ok(self.box.run("python3", "rename.py", flags=["--workspace", "copy"]))
        self.ok(self.sh("mv docs away; mkdir docs; python3 rename.py"))


class TakenBack(Case):
    def test_undoLastNamesTheRunThatItTakesInPlaceOfTheNewest(self):
        self.ok(self.sh("echo one > one.txt"))
        old = self.box.json("runs")[0]["id"]
        self.ok(self.box.leadglass("apply", "last"))
        self.ok(self.sh("echo two > two.txt"))
        new = self.box.json("runs")[0]["id"]
        told = self.ok(self.box.leadglass("undo", "last")).stderr.splitlines()
        self.assertRegex(told[0], rf"'last' is run {old}, started .* ago: run {new}, which was started .* ago, has nothing applied")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "one.txt")))
        self.ok(self.box.leadglass("apply", "last"))
        self.assertNotIn("'last' is", self.ok(self.box.leadglass("undo", "last")).stderr, "the newest has")

    def test_discardSaysThatAnUndoGoesWithIt(self):
        self.ok(self.sh("echo one > one.txt; echo two > two.txt"))
        self.ok(self.box.leadglass("apply", "last", "one.txt"))
        self.assertIn("what was applied of it stays in the project, and cannot be undone", self.ok(self.box.leadglass("discard", "last")).stderr)
        self.ok(self.sh("echo three > three.txt"))
        self.assertNotIn("undone", self.ok(self.box.leadglass("discard", "last")).stderr, "nothing of it was applied")


class Conflicts(Case):
    def asked(self, *words):
        screen = Screen([self.box.program, "apply", "last", *words], self.box.work, {**self.box.environment, "TERM": "xterm"}, 60, 200)
        self.addCleanup(screen.close)
        return screen

    def two(self):
        for name in ("a.txt", "b.txt"):
            self.write(name, "before\n")
        self.ok(self.sh("echo run > a.txt; echo run > b.txt; echo new > c.txt"))
        for name in ("a.txt", "b.txt"):
            self.write(name, "host\n")

    def test_canBeLookedAtExplainedAndLeft(self):
        self.two()
        screen = self.asked()
        screen.expect(r"a\.txt: .*\[d\]iff, \[q\]uit asking, \[\?\] help")
        screen.send("x\n")
        screen.expect("d - show the difference")
        screen.expect(r"\[s\]kip")
        screen.send("d\n")
        screen.expect("-host")
        screen.expect(r"\+run")
        screen.expect(r"\[s\]kip")
        screen.send("t\n")
        screen.expect(r"b\.txt: .*\[s\]kip")
        screen.send("q\n")
        self.assertEqual(screen.wait(), 1)
        self.assertEqual((self.read("a.txt"), self.read("b.txt"), self.read("c.txt")), ("run\n", "host\n", "new\n"))

    def test_quitAsksAboutNoneThatIsLeft(self):
        self.two()
        screen = self.asked()
        screen.expect(r"a\.txt: .*\[s\]kip")
        screen.send("q\n")
        self.assertEqual(screen.wait(), 1)
        self.assertNotIn(b"b.txt: changed", screen.output.split(b"[q]uit")[-1].split(b"left")[0])
        self.assertEqual((self.read("a.txt"), self.read("b.txt"), self.read("c.txt")), ("host\n", "host\n", "new\n"))


class Words(Case):
    def test_ofACommandThatAreNotThereInsideAreNamedOnce(self):
        script = os.path.join(self.box.home, "many.sh")
        with open(script, "w", encoding="ascii") as handle:
            handle.write("echo ran\n")
        done = self.box.run("bash", script)
        self.assertEqual(done.returncode, 127)
        self.assertEqual(len(re.findall(r"many\.sh' is there for you, but not inside the run", done.stderr)), 1, done.stderr)
        told = self.box.run("cat", script, "../neighbour/keep.txt", "/etc/shadow").stderr
        self.assertEqual(told.count("of the command's words are there for you"), 1)
        self.assertIn("many.sh' and 2 more", told)

    def test_ofACommandThatAreThereOrNowhereAreNotNamed(self):
        done = self.box.run("sh", "-c", "true", "/etc/hosts", "/tmp", "/", "/proc/1/root", "/dev/null", "/nowhere/at/all", "README.md", self.box.work,
                            "../app/README.md", "--file=/root", "http://example.com/x")
        self.assertNotIn("not inside the run", self.ok(done).stderr)

    def test_thatNobodyCanUseInsideSaySoAlsoAsTheCommand(self):
        for inner in (("sudo", "id"), ("sh", "-c", "sudo id")):
            done = self.box.run(*inner)
            self.assertEqual(done.returncode, 126, done.stderr)
            self.assertIn("no way to become root inside a run", done.stderr)


class Answers(Case):
    def test_thatComeLateSayWhatTheyCountFor(self):
        self.write("connect.py", CONNECT)
        run = start(self.box, "sh", "-c", "python3 connect.py; echo over; read line", stdin=subprocess.PIPE,
                    flags=["--ask", "app", "--profile", self.profile('[approvals]\nhold = "2s"\n')])
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        self.assertEqual(run.stdout.readline(), "over\n")
        self.assertTrue(wait_until(lambda: [q["state"] for q in self.box.json("approvals")] == ["expired"], 30))
        question = self.box.json("approvals")[0]
        short = self.box.leadglass("answer", question["id"], question["digest"][:12], "allow")
        self.assertEqual(short.returncode, 125)
        self.assertIn("only the beginning of a digest", short.stderr)
        wrong = self.box.leadglass("answer", question["id"], "0" * len(question["digest"]), "allow")
        self.assertIn("it has changed, or the digest is wrong", wrong.stderr)
        told = self.ok(self.box.leadglass("answer", question["id"], question["digest"], "allow")).stderr
        self.assertRegex(told, "allowed once\n.*counts for the next try, within a minute")


class Reach(Case):
    def test_namesWhatARunReadsOfEtc(self):
        reads = self.box.json("policy", "reach")["reads"]
        etc = [line["what"] for line in reads if line["what"].startswith("/etc: ")]
        self.assertEqual(len(etc), 1)
        named = etc[0].removeprefix("/etc: ").split(", ")
        self.assertNotIn("passwd", named, "that one is made for the run")
        plan = self.box.leadglass("run", "--dry-run", "--json", "--", "true").stdout
        for name in named:
            self.assertIn(f'"/etc/{name}"', plan)


class Policies(Case):
    def test_aListThatIsOpenIsNamedByTheLineThatItBeginsIn(self):
        head = '[egress]\nallow = [\n  { host = "a.test" },  # ]\n  { host = "b.test" }'
        for rest in ('\n\n[files]\nread = ["~/x"]\n', ',\n\n[files]\nread = ["~/x"]\n', '\ndefault = "ask"\n', '\n'):
            with self.subTest(rest=rest):
                done = self.box.leadglass("policy", "check", self.profile(head + rest))
                self.assertIn("the list that begins in line 6 has no ']' before this", done.stderr)
        done = self.box.leadglass("policy", "check", self.profile('[egress]\nallow = [\n  { host = a.test },\n]\n'))
        self.assertNotIn("the list that begins", done.stderr, "one that is closed")
        self.assertIn("text is written in quotes", done.stderr)


if __name__ == "__main__":
    main()
