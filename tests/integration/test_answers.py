#!/usr/bin/env python3
"""Answers: those that hold for a time, bursts of many questions, and how often a run may interrupt; in the lab."""

import concurrent.futures
import os
import re
import subprocess
import time

import test_asking
import test_clock
from case import main, start, wait_until
from in_lab import ANSWER, InLab

GET = test_clock.GET
YEAR = test_clock.YEAR


class ForATime(test_clock.Clocks):
    def setUp(self):
        super().setUp()
        self.run_ = self.live("--ask", "app", "--profile", self.profile('[approvals]\nhold = "20s"\n'))

    def asked(self):
        """A request that is asked about: its question."""
        self.run_.stdin.write(GET.format("ask.test") + "; echo END\n")
        self.run_.stdin.flush()
        return self.pending()

    def heard(self):
        said = ""
        while not said.endswith("END\n"):
            said += self.run_.stdout.readline()
        return said

    def grants(self):
        return os.path.exists(os.path.join(self.box.home, ".config/leadglass/grants.toml"))

    def test_itEndsByTheClockSinceBootWhateverTheWallClockSays(self):
        self.ok(self.answer(self.asked(), "allow", "--for", "15m", "--note", "only for the release"))
        self.assertIn(ANSWER, self.heard())
        for wall in (-YEAR, YEAR):
            self.shift(wall, 0)
            self.assertIn(ANSWER, self.say(self.run_, GET.format("ask.test")), "the wall clock does not matter")
        self.shift(0, 14 * 60)
        self.assertIn(ANSWER, self.say(self.run_, GET.format("ask.test")))
        self.shift(0, 15 * 60 + 1)
        again = self.asked()
        self.ok(self.answer(again, "deny"))
        self.assertNotIn(ANSWER, self.heard())
        rows = [r["detail"] for r in self.box.audit() if r["kind"] == "answer"][::-1]
        self.assertEqual((rows[0]["scope"], rows[0]["seconds"], rows[0]["note"]), ("minutes", 900, "only for the release"))
        self.assertRegex(rows[0]["until"], r"^\d{4}-\d\d-\d\dT")
        self.assertNotIn("until", rows[1])

    def test_aDenialForATimeEndsToo(self):
        self.ok(self.answer(self.asked(), "deny", "--for", "60s"))
        self.assertNotIn(ANSWER, self.heard())
        self.assertNotIn(ANSWER, self.say(self.run_, GET.format("ask.test")))
        self.assertEqual(self.box.pending(), [], "it is decided")
        self.shift(0, 61)
        self.ok(self.answer(self.asked(), "allow"))
        self.assertIn(ANSWER, self.heard())

    def test_itEndsWithItsRunAndIsKeptNowhere(self):
        self.ok(self.answer(self.asked(), "allow", "--for", "24h"))
        self.assertIn(ANSWER, self.heard())
        self.run_.communicate("exit 0\n", timeout=60)
        self.assertNotIn(ANSWER, self.sh(GET.format("ask.test"), "--ask", "deny").stdout)
        self.assertFalse(self.grants())

    def test_aTimeThatIsNoneIsSaidToBeNone(self):
        question = self.asked()
        for time_ in ("59s", "25h", "0", "x", "-5m", "1d", "99999999999h"):
            done = self.answer(question, "allow", "--for=" + time_)
            self.assertNotEqual(done.returncode, 0, time_)
            self.assertIn("one minute to 24 hours", done.stderr, time_)
        done = self.answer(question, "allow", "--for", "5m", "--scope", "run")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--scope", done.stderr)
        done = self.answer(question, "allow", "--scope", "run", "--note", "x" * 501)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("longer than 500 bytes", done.stderr)
        self.assertEqual([q["id"] for q in self.box.pending()], [question["id"]], "none of it answered anything")
        self.ok(self.answer(question, "allow", "--for", "5"))
        self.assertIn(ANSWER, self.heard())


class OpenAtTheEnd(test_clock.Clocks):
    ECHO = """import socket, sys
s = None
for line in sys.stdin:
    if line == "new\\n":
        s = socket.create_connection(("allowed.test", 9000), 60)
    s.sendall(line.encode())
    print(s.recv(100).decode(), end="", flush=True)
"""

    def test_aConnectionThatIsOpenAtTheEndStaysOpenAndANewOneIsAskedFor(self):
        self.write("echo.py", self.ECHO)
        profile = self.profile('[egress]\nask = [{ host = "allowed.test", port = 9000, protocol = "tcp" }]\n')
        run = start(self.box, "/usr/bin/python3", "echo.py", flags=["--ask", "app", "--profile", profile], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))

        def write(line):
            run.stdin.write(line + "\n")
            run.stdin.flush()

        write("new")
        self.ok(self.answer(self.pending(), "allow", "--for", "1m"))
        self.assertEqual(run.stdout.readline(), "new\n")
        self.shift(0, 61)
        write("still open")
        self.assertEqual(run.stdout.readline(), "still open\n")
        write("new")
        self.assertEqual(self.pending()["host"], "allowed.test", "and is asked for")


class Bursts(InLab):
    MANY = """import socket, sys, threading
def one(name):
    try:
        s = socket.create_connection((name, 80), 120)
        s.sendall(b"GET / HTTP/1.1\\r\\nHost: " + name.encode() + b"\\r\\nConnection: close\\r\\n\\r\\n")
        got[name] = b"canary-sink-answer" in s.makefile("rb").read()
    except OSError:
        got[name] = False
got = {}
names = [f"h{i}.ask.test" for i in range(int(sys.argv[1]))]
threads = [threading.Thread(target=one, args=(name,)) for name in names]
[t.start() for t in threads]; [t.join() for t in threads]
print(" ".join(sorted(name for name in names if got[name])))
"""

    def burst(self, count, hold=60):
        self.write("many.py", self.MANY)
        profile = self.profile(f'[approvals]\nhold = "{hold}s"\n')
        run = start(self.box, "/usr/bin/python3", "many.py", str(count), flags=["--ask", "app", "--profile", profile])
        self.addCleanup(run.kill)
        self.assertTrue(wait_until(lambda: len(self.box.pending()) == count, 60), len(self.box.pending()))
        return run, self.box.pending()

    def answer(self, question, *words):
        return self.box.leadglass("answer", question["id"], question["digest"], *words)

    def test_fiveHundredHostsAtOnceAreOneBurstAndEachIsAnsweredForItself(self):
        run, questions = self.burst(500)
        self.assertLessEqual(len({q["group"] for q in questions}), 2, "on a slow machine two, never many")
        self.assertEqual(len({q["digest"] for q in questions}), 500)
        self.assertFalse(any(q["quiet"] for q in questions))
        words = self.ok(self.box.leadglass("approvals")).stdout
        self.assertRegex(words, r"(?m)^\d+ requests at once$")
        self.assertEqual(len(re.findall(r"(?m)^    leadglass answer \S+ [0-9a-f]{64} allow$", words)), 500)
        self.assertLessEqual(words.count("because"), 2, "what they have in common is said once")
        wanted = next(q for q in questions if q["host"] == "h7.ask.test")
        self.ok(self.answer(wanted, "allow"))
        rest = next(q for q in questions if q["host"] == "h8.ask.test")
        self.ok(self.answer(rest, "deny", "--scope", "run", "--host", "*.ask.test"))
        out, _ = run.communicate(timeout=120)
        self.assertEqual(out, "h7.ask.test\n")
        outcomes = [r["outcome"] for r in self.box.audit() if r["kind"] == "answer"]
        self.assertEqual(outcomes.count("allowed_by_user"), 1)
        self.assertEqual(outcomes.count("superseded_by_rule"), 498, "a broad answer closes the narrower ones")

    def test_twoWhoAnswerABurstAtOnceNeverBothCount(self):
        run, questions = self.burst(12)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            both = [(q, pool.submit(self.answer, q, "allow"), pool.submit(self.answer, q, "deny")) for q in questions]
            done = [(q, allow.result(), deny.result()) for q, allow, deny in both]
        allowed = []
        for question, allow, deny in done:
            self.assertEqual(sorted(d.returncode == 0 for d in (allow, deny)), [False, True], question["host"])
            self.assertIn("closed already", (allow if allow.returncode else deny).stderr)
            if allow.returncode == 0:
                allowed.append(question["host"])
        out, _ = run.communicate(timeout=120)
        self.assertEqual(out.split(), sorted(allowed))
        self.assertEqual(len([r for r in self.box.audit() if r["kind"] == "answer"]), 12)

    def test_anAppThatIsKilledWithABurstOnItsScreenAllowsNothingAndKeepsNothing(self):
        app = os.path.join(os.path.dirname(self.box.program), "leadglass-app")
        if not os.path.exists(app):
            self.skipTest("the app is not built")
        shown = subprocess.Popen([app], env={**self.box.environment, "QT_QPA_PLATFORM": "offscreen"}, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        self.addCleanup(shown.kill)
        run, questions = self.burst(6, hold=5)
        time.sleep(1)    # it shows them
        self.assertIsNone(shown.poll())
        shown.kill()
        shown.wait()
        out, err = run.communicate(timeout=120)
        self.assertEqual(out.strip(), "")
        self.assertEqual([e for e in self.seen("http")], [])
        outcomes = [r["outcome"] for r in self.box.audit() if r["kind"] == "answer"]
        self.assertEqual(set(outcomes), {"expired_unanswered"}, err)
        self.assertEqual(len(outcomes), len(questions))
        self.assertFalse(os.path.exists(os.path.join(self.box.home, ".config/leadglass/grants.toml")))


class OnTheTerminal(test_asking.Asking):
    def test_ofABurstTheTerminalAsksEightAndSaysThatMoreWait(self):
        script = "for i in 1 2 3 4 5 6 7 8 9 10 11; do curl -sS -m 100 http://h$i.ask.test/ & done; wait"
        profile = self.profile('[approvals]\nhold = "90s"\n')
        screen = self.screen(script, "--ask", "terminal", "--profile", profile)
        for left in range(10, 2, -1):
            self.asked(screen)
            self.assertTrue(wait_until(lambda: len(self.box.pending()) == left + 1, 30))
            screen.send("\r")
            screen.expect("denied\r\n")
        screen.read_for(2)
        self.assertEqual(screen.output.count(b"to allow once"), 8)
        self.assertIn(b"and for all 10 that wait: leadglass approvals", screen.output)
        for question in self.box.pending():    # and what is not asked there is answered from elsewhere
            self.ok(self.answer(question, "deny"))
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.outcomes(), ["denied_by_user"] * 11)


class Budget(InLab):
    def test_aRunThatAsksOftenGoesOnQuietlyAndCanStillBeAnswered(self):
        script = "for i in 1 2 3 4 5 6 7 8 9 10; do curl -sS -m 100 --noproxy '*' http://h$i.ask.test/ & sleep 1; done; wait"
        run = start(self.box, "sh", "-c", script, flags=["--ask", "app", "--profile", self.profile('[approvals]\nhold = "60s"\n')])
        self.addCleanup(run.kill)
        self.assertTrue(wait_until(lambda: len(self.box.pending()) == 10, 60))
        questions = sorted(self.box.pending(), key=lambda q: int(q["id"].rsplit(".", 1)[1]))
        self.assertEqual([q["quiet"] for q in questions], [False] * 8 + [True] * 2)
        self.assertEqual(questions[9]["group"], questions[8]["id"])
        self.ok(self.box.leadglass("answer", questions[9]["id"], questions[9]["digest"], "allow"))
        broad = [questions[0]["id"], questions[0]["digest"], "deny", "--scope", "run", "--host", "*.ask.test"]
        self.ok(self.box.leadglass("answer", *broad))
        out, _ = run.communicate(timeout=60)
        self.assertEqual(out.count(ANSWER), 1)


if __name__ == "__main__":
    main(lab=True)
