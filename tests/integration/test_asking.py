#!/usr/bin/env python3
"""Questions: what the person sees and types, on the run's terminal and from a second one; in the lab."""

import os
import re
import stat
import subprocess
import time

from case import Case, main, start, wait_until
from screen import Screen

ANSWER = "canary-sink-answer"
FETCH = "curl -sS -m 30 http://{}/; echo \" st=$?\""
CODE = r"type (?:\x1b\[1m)?([a-z]{4})(?:\x1b\[m)? to allow once"
TOO_EARLY = 0.9    # keys in the first 800 ms do not count


class Asking(Case):
    def screen(self, script, *flags, extra=None, rows=24, columns=80):
        words = [self.box.program, "run", *flags, "--", "sh", "-c", script]
        screen = Screen(words, self.box.work, {**self.box.environment, "TERM": "xterm-256color", **(extra or {})}, rows,
                        columns)
        self.addCleanup(screen.close)
        return screen

    def asked(self, screen):
        code = screen.expect(CODE).group(1).decode()
        screen.read_for(TOO_EARLY)
        return code

    def type(self, screen, word):
        """Letter by letter: the next when the one before was shown, so that no two are read at once and taken for a paste."""
        screen.expect("denies: ")
        for letter in word:
            screen.send(letter)
            screen.expect(f"{letter}|not the code")
            screen.read_for(0.06)

    def pending(self):
        self.assertTrue(wait_until(lambda: any(q["state"] == "pending" for q in self.box.json("approvals", "list")), 30))
        return [q for q in self.box.json("approvals", "list") if q["state"] == "pending"]

    def answer(self, question, verdict, *flags):
        return self.box.leadglass("answer", question["id"], question["digest"], verdict, *flags)

    def outcomes(self):
        return [row["outcome"] for row in self.box.audit() if row["kind"] == "answer"]

    def hold(self, seconds):
        return self.profile(f'[approvals]\nhold = "{seconds}s"\n')


class OnTheTerminal(Asking):
    def test_theRightCodeAllowsAndTheQuestionSaysWhatItIsAbout(self):
        screen = self.screen(FETCH.format("ask.test"), "--ask", "terminal")
        code = self.asked(screen)
        shown = re.sub(rb"\x1b\[[0-9;?<>]*[a-zA-Z]", b"", screen.output).decode()
        for part in ("connect to ask.test:80 (http) ?", "curl", self.box.work, "no rule allows it", "base.toml:"):
            self.assertIn(part, shown.replace("\r\n", ""))
        self.assertNotIn("leadglass-launc", shown, "the chain ends where Leadglass begins")
        self.type(screen, code)
        screen.expect("allowed\r\n.*" + ANSWER + ".* st=0")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.outcomes(), ["allowed_by_user"])

    def test_aWrongCodeEnterAndControlCDoNotAllow(self):
        for keys in ("\r", "\x03", "d"):
            with self.subTest(keys=keys):
                screen = self.screen(FETCH.format("ask.test"), "--ask", "terminal")
                code = self.asked(screen)
                self.type(screen, code[:3] + ("a" if code[3] != "a" else "b"))
                screen.send(keys)
                screen.expect("denied\r\n.*the person denied it.* st=0")
                self.assertEqual(screen.wait(), 0)
                screen.expect("refused: ask.test:80: you denied it")
                self.assertNotIn(ANSWER.encode(), screen.output)
        self.assertEqual(self.outcomes(), ["denied_by_user"] * 3)

    def test_aPasteAndKeysTypedAheadDoNotCount(self):
        screen = self.screen(FETCH.format("ask.test"), "--ask", "terminal")
        code = screen.expect(CODE).group(1).decode()
        for letter in code:                                       # within 800 ms
            screen.send(letter)
            screen.read_for(0.03)
        screen.read_for(TOO_EARLY)
        screen.send(code)                                         # at once
        screen.expect("several keys at once do not count; type [a-z]{4} letter by letter")
        screen.send(f"\x1b[200~{code}\x1b[201~")
        screen.read_for(0.5)
        self.assertEqual(len(self.pending()), 1)
        screen.send("\r")
        screen.expect("denied\r\n")
        self.assertEqual(screen.wait(), 0)

    def test_theEnterThatFollowsACodeByHabitDeniesNothing(self):
        screen = self.screen(FETCH.format("q1.ask.test") + " & " + FETCH.format("q2.ask.test") + "; wait", "--ask", "terminal")
        self.type(screen, self.asked(screen))
        screen.expect("allowed\r\n")
        code = self.asked(screen)
        screen.expect("denies: ")
        screen.send("\r")
        screen.expect("may have been meant for the code before")
        screen.read_for(0.06)
        self.type(screen, code)
        screen.expect("allowed\r\n")
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.outcomes(), ["allowed_by_user"] * 2)

    def test_aCommandThatPrintsTheCodeDoesNotAnswer(self):
        loop = "while :; do printf '\\033[c\\033[6nabcefghjkmnprstuvwxyz\\r'; sleep 0.01; done & "
        screen = self.screen(loop + FETCH.format("ask.test"), "--ask", "terminal", "--profile", self.hold(5))
        screen.expect("connect to")
        screen.expect("not answered in time: refused")
        screen.wait()
        self.assertEqual(self.outcomes(), ["expired_unanswered"])

    def test_withoutAnAnswerItIsRefusedAfterTheHold(self):
        screen = self.screen(FETCH.format("ask.test"), "--ask", "terminal", "--profile", self.hold(5))
        before = time.monotonic()
        screen.expect("no answer in 5 s")
        screen.expect("not answered in time: refused\r\n.*nobody answered.* st=0")
        self.assertLess(time.monotonic() - before, 20)
        self.assertEqual(screen.wait(), 0)
        self.assertEqual(self.outcomes(), ["expired_unanswered"])

    def test_aFullScreenProgramIsBackAfterTheQuestion(self):
        script = ("(until [ -e asks ]; do sleep 0.1; done; curl -sS -m 60 http://ask.test/ >got.txt) & "
                  "vim.tiny -u NONE -c 'set nomodeline' typed.txt; wait")
        screen = self.screen(script, "--ask", "terminal")
        screen.expect(r"\x1b\[\?1049h")
        screen.settle()
        screen.send("isome text\x1b")
        screen.settle()
        screen.send(":w asks\r")
        code = self.asked(screen)
        self.assertIn(b"\x1b[?1049l", screen.output, "the question is on the shell's screen")
        self.type(screen, code)
        screen.expect(r"\x1b\[\?1049h.*some text")                # redrawn by the editor itself
        screen.settle()
        screen.send("A and more\x1b")
        screen.settle()
        screen.send(":wq\r")
        self.assertEqual(screen.wait(), 0)
        diff = self.box.leadglass("review", "last", "--diff").stdout
        self.assertIn("+some text and more", diff)
        self.assertIn(ANSWER, diff)

    def test_aTerminalThatIsTooSmallShowsTheCommandThatAnswers(self):
        for flags in (["--ask", "terminal"], []):
            screen = self.screen(FETCH.format("ask.test"), *flags, rows=7)
            screen.expect("too small")
            line = screen.expect(r"leadglass answer (\S+) ([0-9a-f]{64}) allow")
            done = self.box.leadglass("answer", line.group(1).decode(), line.group(2).decode(), "allow")
            self.ok(done)
            screen.expect(ANSWER)
            self.assertEqual(screen.wait(), 0)

    def test_aDumbTerminalIsNotAskedOn(self):
        for term in ("dumb", ""):
            screen = self.screen(FETCH.format("ask.test"), "--ask", "terminal", extra={"TERM": term})
            self.assertEqual(screen.wait(), 125)
            self.assertIn(b"--ask app", screen.output)

    def test_byDefaultADumbTerminalGetsTheLineThatLetsTheNextTryPass(self):
        for term in ("dumb", ""):
            screen = self.screen(f"{FETCH.format('ask.test')}; {FETCH.format('ask.test')}; read line; {FETCH.format('ask.test')}",
                                 extra={"TERM": term})
            screen.expect("refused: ask.test:80 .*: no question can be asked on this terminal")
            line = screen.expect(r"leadglass answer (\S+) ([0-9a-f]{64}) allow\r\n")
            screen.expect("nobody is there to answer.* st=0.*nobody is there to answer.* st=0")
            self.assertEqual(screen.output.count(b"leadglass answer"), 1, "once, however often it tries")
            self.ok(self.box.leadglass("answer", line.group(1).decode(), line.group(2).decode(), "allow"))
            screen.send("\n")
            screen.expect(ANSWER + ".* st=0")
            self.assertEqual(screen.wait(), 0)
            self.assertNotIn(b"\x1b[", screen.output, "nothing but text for a dumb terminal")
        self.assertIn("no_approver", self.outcomes())

    def test_withNoColorTheQuestionIsPlain(self):
        screen = self.screen(FETCH.format("ask.test"), "--ask", "terminal", extra={"NO_COLOR": "1"})
        self.asked(screen)
        self.assertNotIn(b"\x1b[7m", screen.output)
        self.assertNotIn(b"\x1b[1m", screen.output)
        screen.send("\r")
        self.assertEqual(screen.wait(), 0)


class FromASecondTerminal(Asking):
    def run_asking(self, script, *flags):
        run = start(self.box, "sh", "-c", script, flags=["--ask", "app", *flags])
        self.addCleanup(run.kill)
        return run

    def test_onceCoversWhatWaitsAndNothingLater(self):
        run = self.run_asking("curl -sS http://ask.test/; echo; curl -sS http://ask.test/")
        question = self.pending()[0]
        self.ok(self.answer(question, "allow"))
        self.assertTrue(wait_until(lambda: any(q["id"] != question["id"] for q in self.pending()), 30))
        self.ok(self.answer(self.pending()[0], "deny"))
        out, _ = run.communicate(timeout=60)
        self.assertEqual(out.count(ANSWER), 1, out)
        self.assertIn("the person denied it", out)

    MANY = """import socket, threading
def one(got):
    s = socket.create_connection(("ask.test", 80), 60)
    s.sendall(b"GET / HTTP/1.1\\r\\nHost: ask.test\\r\\nConnection: close\\r\\n\\r\\n")
    got.append(b"canary-sink-answer" in s.makefile("rb").read())
got = []
threads = [threading.Thread(target=one, args=(got,)) for _ in range(10)]
[t.start() for t in threads]; [t.join() for t in threads]
print(got.count(True))"""

    def test_tenConnectionsAtOnceAreOneQuestion(self):
        self.write("many.py", self.MANY)
        run = self.run_asking("/usr/bin/python3 many.py")
        self.assertTrue(wait_until(lambda: self.pending()[0]["waiting"] == 10, 20))
        self.ok(self.answer(self.pending()[0], "allow"))
        out, _ = run.communicate(timeout=60)
        self.assertEqual(out, "10\n")
        self.assertEqual(len({r["detail"]["question"] for r in self.box.audit() if r["kind"] == "answer"}), 1)

    RETRY = """import socket, sys, subprocess
def one(limit):
    try:
        s = socket.create_connection(("ask.test", 80), limit)
        s.sendall(b"GET / HTTP/1.1\\r\\nHost: ask.test\\r\\nConnection: close\\r\\n\\r\\n")
        return "yes" if b"canary-sink-answer" in s.makefile("rb").read() else "no"
    except OSError:
        return "gone"
print(one(1), flush=True)
for line in sys.stdin:
    print(one(30), flush=True)"""

    def test_onceIsForOneRetryOfTheSameProcessTree(self):
        self.write("retry.py", self.RETRY)
        run = start(self.box, "sh", "-c", "/usr/bin/python3 retry.py; true", flags=["--ask", "app"], stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "gone\n")
        self.ok(self.answer(self.pending()[0], "allow"))         # of what nobody waits for any more
        run.stdin.write("again\n")
        run.stdin.flush()
        self.assertEqual(run.stdout.readline(), "yes\n", "the retry is what was allowed")
        run.stdin.write("again\n")
        run.stdin.flush()
        self.ok(self.answer(self.pending()[0], "deny"))      # once is once
        self.assertEqual(run.stdout.readline(), "no\n")
        run.communicate(timeout=60)

    def test_whatWasRefusedAndAllowedLaterIsOneLineOfTheEnd(self):
        self.write("retry.py", self.RETRY.replace("one(1)", "one(30)"))
        run = start(self.box, "sh", "-c", "/usr/bin/python3 retry.py; curl -sS -m 10 http://other.test/; true", stdin=subprocess.PIPE,
                    flags=["--ask", "app", "--profile", self.hold(2)])
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "no\n")
        question = self.box.json("approvals")[0]
        self.assertEqual(question["state"], "expired")
        self.ok(self.answer(question, "allow"))
        run.stdin.write("again\n")
        run.stdin.flush()
        self.assertEqual(run.stdout.readline(), "yes\n")
        _, told = run.communicate(timeout=60)
        self.assertEqual(len(re.findall(r"(?m)^leadglass: refused.*ask\.test", told)), 1, told)
        self.assertRegex(told, r"refused, then allowed: ask\.test:80: first .*nobody answered")
        self.assertRegex(told, r"refused: other\.test:80: .* \[base\.toml:\d+", "without the way to the built-in profiles")

    def test_onceOfOneProcessTreeIsNotSpentByAnother(self):
        self.write("retry.py", self.RETRY)
        run = start(self.box, "sh", "-c", "/usr/bin/python3 retry.py < /dev/null; read x; curl -sS http://ask.test/",
                    flags=["--ask", "app"], stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "gone\n")
        question = self.pending()[0]
        self.ok(self.answer(question, "allow"))
        run.stdin.write("go\n")
        run.stdin.flush()
        asked = self.pending()[0]
        self.assertNotEqual(asked["id"], question["id"], "another command asks for itself")
        self.ok(self.answer(asked, "deny"))
        self.assertIn("denied", run.communicate(timeout=60)[0])

    def test_forTheRunItIsNotAskedAgainAndForgottenAfterIt(self):
        run = self.run_asking("curl -sS http://ask.test/; echo; curl -sS http://ask.test/")
        self.ok(self.answer(self.pending()[0], "allow", "--scope", "run"))
        out, _ = run.communicate(timeout=60)
        self.assertEqual(out.count(ANSWER), 2, out)
        again = self.sh("curl -sS http://ask.test/", "--ask", "deny")
        self.assertNotIn(ANSWER, again.stdout)

    def kept(self):
        path = os.path.join(self.box.home, ".config/leadglass/grants.toml")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        with open(path, encoding="utf-8") as handle:
            return handle.read()

    def test_forTheProjectIsKeptForThisProjectOnly(self):
        run = self.run_asking("curl -sS http://ask.test/")
        self.ok(self.answer(self.pending()[0], "allow", "--scope", "project"))
        self.assertIn(ANSWER, run.communicate(timeout=60)[0])
        self.assertIn("ask.test", self.kept())
        self.assertIn(self.box.work, self.kept())
        self.assertIn("ask.test", self.ok(self.box.leadglass("policy", "show", "--project", ".")).stdout)
        before = re.search("last_use = .*", self.kept()).group()
        used = self.sh("for i in 1 2 3; do curl -sS http://ask.test/; done", "--ask", "deny")
        self.assertEqual(used.stdout.count(ANSWER), 3, "the next run uses it")
        self.assertGreater(re.search("last_use = .*", self.kept()).group(), before)
        elsewhere = self.box.run("sh", "-c", "curl -sS http://ask.test/", flags=["--ask", "deny"], cwd=self.box.neighbour)
        self.assertNotIn(ANSWER, elsewhere.stdout)

    def test_aKeptAnswerHoldsForNewProcessesAndSubagentsAndForNoOtherProfile(self):
        run = self.run_asking("curl -sS http://ask.test/")
        self.ok(self.answer(self.pending()[0], "allow", "--scope", "project"))
        self.assertIn(ANSWER, run.communicate(timeout=60)[0])
        child = "import subprocess; subprocess.run(['curl', '-sS', 'http://ask.test/'])"
        script = f'curl -sS http://ask.test/; setsid sh -c "sh -c \'curl -sS http://ask.test/\'; true"; exec /usr/bin/python3 -c "{child}"'
        self.assertEqual(self.sh(script, "--ask", "deny").stdout.count(ANSWER), 3, "it is the project's, and no process's")
        other = self.sh("curl -sS http://ask.test/", "--ask", "deny", "--profile", self.profile("", name="other"))
        self.assertNotIn(ANSWER, other.stdout)

    def test_aDenialForTheProjectIsKeptAndAsksNoMore(self):
        run = self.run_asking("curl -sS http://ask.test/; curl -sS http://ask.test/")
        self.ok(self.answer(self.pending()[0], "deny", "--scope", "project"))
        self.assertNotIn(ANSWER, run.communicate(timeout=60)[0])
        self.assertEqual(self.outcomes(), ["denied_by_user"], "the rule decides the second try")
        self.assertIn('verdict = "deny"', self.kept())
        self.assertIn(self.box.work, self.kept())
        again = self.sh("curl -sS http://ask.test/", "--ask", "app")
        self.assertNotIn(ANSWER, again.stdout)
        self.assertEqual(self.outcomes(), ["denied_by_user"])

    def test_alwaysIsKeptForEveryProject(self):
        run = self.run_asking("curl -sS http://ask.test/")
        self.ok(self.answer(self.pending()[0], "allow", "--scope", "always"))
        self.assertIn(ANSWER, run.communicate(timeout=60)[0])
        self.assertNotIn(self.box.work, self.kept())
        elsewhere = self.box.run("sh", "-c", "curl -sS http://ask.test/", flags=["--ask", "deny"], cwd=self.box.neighbour)
        self.assertIn(ANSWER, elsewhere.stdout)

    def npmrc(self, text):
        with open(os.path.join(self.box.home, ".npmrc"), "w", encoding="utf-8") as handle:
            handle.write(text)

    def test_everythingOfARegistryIsKeptByItsName(self):
        self.npmrc("registry=http://ask.test/\n@ours:registry=http://mirror.test/\n")
        self.write(".npmrc", "registry=http://evil.test/\n")
        run = self.run_asking("curl -sS http://ask.test/; curl -sS http://mirror.test/")
        question = self.pending()[0]
        self.assertEqual([r for r in question["registries"] if r["name"] == "npm"], [{"name": "npm", "hosts": ["ask.test:80/http", "mirror.test:80/http"]}])
        words = self.ok(self.box.leadglass("approvals")).stdout
        self.assertIn("--host registry:npm, all of this registry: ask.test:80/http, mirror.test:80/http", words)
        self.assertNotEqual(self.answer(question, "allow", "--host", "registry:npm").returncode, 0, "never only once")
        self.assertNotEqual(self.answer(question, "allow", "--scope", "run", "--host", "registry:pip").returncode, 0, "not what was offered")
        self.ok(self.answer(question, "allow", "--scope", "project", "--host", "registry:npm"))
        self.assertEqual(run.communicate(timeout=60)[0].count(ANSWER), 2)
        self.assertIn('registry = "npm"', self.kept())
        self.assertNotIn("mirror.test", self.kept())
        self.assertIn(ANSWER, self.sh("curl -sS http://mirror.test/", "--ask", "deny").stdout)
        self.assertNotIn(ANSWER, self.sh("curl -sS http://evil.test/", "--ask", "deny").stdout, "a project's own file names no registry")
        self.npmrc("registry=http://ask.test/\n")
        self.assertNotIn(ANSWER, self.sh("curl -sS http://mirror.test/", "--ask", "deny").stdout, "it means what the client says now")
        rows = [r["detail"] for r in self.box.audit() if r["kind"] == "answer"]
        self.assertEqual((rows[0]["pattern"], rows[0]["hosts"]), ("registry:npm", ["ask.test:80/http", "mirror.test:80/http"]))

    def test_aWrongDigestOrScopeDoesNotCount(self):
        run = self.run_asking("curl -sS http://ask.test/")
        question = self.pending()[0]
        wrong = dict(question, digest="0" * 64)
        done = self.answer(wrong, "allow")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("not the one that was shown", done.stderr)
        done = self.answer(question, "allow", "--scope", "run", "--host", "*.elsewhere.test")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("not offered", done.stderr)
        self.assertNotEqual(self.answer(dict(question, id="nothing.1"), "allow").returncode, 0)
        self.ok(self.answer(question, "deny"))
        self.assertNotIn(ANSWER, run.communicate(timeout=60)[0])
        self.assertNotEqual(self.answer(question, "allow").returncode, 0, "it is closed")

    def test_theListIsReadableAndItsLinesCanBePasted(self):
        run = self.run_asking("curl -sS http://ask.test/")
        self.pending()
        text = self.ok(self.box.leadglass("approvals")).stdout
        self.assertIn("connect to ask.test:80 (http)", text)
        self.assertNotIn("|", text, "a pasted line must not be a pipe")
        line = next(l for l in text.splitlines() if l.split()[:1] == ["allow"]).split()[1:]
        self.assertEqual(line[:2], ["leadglass", "answer"])
        self.ok(self.box.leadglass(*line[1:]))
        self.assertIn(ANSWER, run.communicate(timeout=60)[0])

    def test_aWatcherMakesTheDefaultAskAndSeesTheEnd(self):
        watcher = subprocess.Popen([self.box.program, "approvals", "watch", "--json"], env=self.box.environment, text=True,
                                   stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.addCleanup(watcher.stdout.close)
        self.addCleanup(watcher.wait)
        self.addCleanup(watcher.terminate)
        # Refused at once until the watcher is there.
        run = start(self.box, "sh", "-c", f"until curl -sS http://ask.test/ | grep {ANSWER}; do sleep 0.3; done")
        self.addCleanup(run.kill)
        question = self.pending()[0]
        self.ok(self.answer(question, "allow"))
        self.assertIn(ANSWER, run.communicate(timeout=60)[0])
        lines = [watcher.stdout.readline(), watcher.stdout.readline()]
        self.assertIn('"raised"', lines[0])
        self.assertIn('"closed"', lines[1])

    def test_aRunCannotAnswerForItself(self):
        script = ("find / -name control.sock 2>/dev/null; ls -d \"$XDG_RUNTIME_DIR\"/leadglass /tmp/leadglass-[0-9]* 2>/dev/null; "
                  f"{self.box.program} approvals; {self.box.program} answer x.1 00 allow; echo end")
        done = self.sh(script, "--ask", "deny")
        self.assertIn("end", done.stdout)
        self.assertNotIn("control.sock", done.stdout)
        self.assertNotIn("leadglass", done.stdout)


class Nobody(Asking):
    def test_withoutAnyoneToAskItIsRefusedAtOnceAndRecordedSo(self):
        before = time.monotonic()
        done = self.sh("curl -sS http://ask.test/")
        self.assertLess(time.monotonic() - before, 30)    # a question is held for 45 s
        self.assertIn("nobody is there to answer", done.stdout)
        self.assertIn("no_approver", [row["outcome"] for row in self.box.audit()])

    def test_askTerminalWithoutOneStopsTheSetUp(self):
        done = self.sh("true", "--ask", "terminal")
        self.assertEqual(done.returncode, 125)
        self.assertIn("--ask app", done.stderr)


if __name__ == "__main__":
    main(lab=True)
