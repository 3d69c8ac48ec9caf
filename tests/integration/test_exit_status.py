#!/usr/bin/env python3
"""The exit status is the command's; what is Leadglass's own is 125 and one line."""

import os
import shlex
import signal
import subprocess
import time
import unittest

from case import Case, main, processes, start, wait_until


class ExitStatus(Case):
    def test_isTheCommandsOwn(self):
        for wanted, command in (
                (0, ["true"]), (1, ["false"]), (42, ["sh", "-c", "exit 42"]), (255, ["sh", "-c", "exit 255"]),
                (134, ["sh", "-c", "kill -ABRT $$"]), (137, ["sh", "-c", "kill -KILL $$"]),
                (143, ["sh", "-c", "kill -TERM $$"]), (139, ["sh", "-c", "kill -SEGV $$"]),
                (127, ["no-such-program-here"])):
            with self.subTest(command=command):
                done = self.box.run(*command)
                self.assertEqual(done.returncode, wanted, done.stderr)

    def test_isA126ForWhatIsNoProgram(self):
        self.write("plain.txt", "no program\n")
        self.assertEqual(self.box.run("./plain.txt").returncode, 126)

    def test_ofSetupIs125WithOneLineAndNothingRan(self):
        for flags in (["--profile", "no-such-profile"], ["--allow", "*.com"], ["--workspace", "sideways"],
                      ["--tier", "microvm"], ["--limit", "memory=many"]):
            with self.subTest(flags=flags):
                done = self.sh("echo ran", *flags)
                self.assertEqual(done.returncode, 125, done.stderr)
                self.assertEqual(done.stdout, "")
                self.assertTrue(done.stderr.startswith("leadglass: "), done.stderr)

    def test_ofABubblewrapThatIsTooOldIs125AndNamesIt(self):
        old = os.path.join(self.box.folder, "old-bin")
        os.makedirs(old)
        program = os.path.join(old, "bwrap")
        for answer in ("if [ \"$1\" = --version ]; then echo bubblewrap 0.4.1; exit 0; fi\n"
                       "echo 'bwrap: Unknown option --disable-userns' >&2; exit 1\n", "exit 1\n"):
            with self.subTest(answer=answer):
                with open(program, "w", encoding="utf-8") as handle:
                    handle.write("#!/bin/sh\n" + answer)
                os.chmod(program, 0o755)
                done = self.box.run("true", extra={"PATH": old + ":" + self.box.environment["PATH"]})
                self.assertEqual(done.returncode, 125, done.stderr)
                self.assertIn(program, done.stderr)
                if "0.4.1" in answer:
                    self.assertIn("'bubblewrap 0.4.1', older than 0.8.0", done.stderr)

    @unittest.skipIf(os.getuid() == 0, "root is mapped to itself")
    def test_whereRootIsNotMappedItsProgramsAreKnownByTheirPlace(self):
        def alone(*words):
            return subprocess.run(["unshare", "-U", "--map-current-user", self.box.program, "run", *words], cwd=self.box.work,
                                  env=self.box.environment, capture_output=True, text=True, timeout=60,
                                  stdin=subprocess.DEVNULL)

        done = alone("--", "sh", "-c", "stat -c %u /usr/bin/env; echo ran")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1:]), (0, ["ran"]), done.stderr)
        # A file of that id elsewhere may be anybody's.
        done = alone("--profile", "/var/lib/dpkg/status", "--", "true")
        self.assertEqual(done.returncode, 125, done.stderr)
        self.assertIn("'/var/lib/dpkg/status' can be changed by other users (in this user namespace root's files look like anybody's",
                      done.stderr)

    def test_whatWasNotedOfAnotherBootIsAskedAgain(self):
        note = os.path.join(self.box.environment["XDG_RUNTIME_DIR"], "leadglass/nft-works")
        self.assertEqual(self.box.run("true").returncode, 0)
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as handle:
            boot = handle.read().strip()
        with open(note, encoding="ascii") as handle:
            self.assertEqual(handle.read(), boot)
        for wrong in ("", "another boot", "x" * 5000):
            with open(note, "w", encoding="ascii") as handle:
                handle.write(wrong)
            self.assertEqual(self.box.run("true").returncode, 0)
            with open(note, encoding="ascii") as handle:
                self.assertEqual(handle.read(), boot)

    def test_ofAWrongCommandLineIs125(self):
        self.assertEqual(self.box.leadglass("run", "--no-such-flag").returncode, 125)
        self.assertEqual(self.box.leadglass("fly").returncode, 125)

    def test_ofASignalSentToTheWrapperIsTheCommandsAnswer(self):
        for number, wanted in ((signal.SIGTERM, 7), (signal.SIGHUP, 7), (signal.SIGUSR1, 7), (signal.SIGINT, 7)):
            with self.subTest(signal=number.name):
                name = number.name.removeprefix("SIG")
                run = start(self.box, "sh", "-c", f"trap 'exit 7' {name}; echo ready; while :; do sleep 0.05; done")
                self.assertEqual(run.stdout.readline(), "ready\n")
                run.send_signal(number)
                self.assertEqual(run.wait(20), wanted)
                run.communicate()


    def test_ofASignalAtTheFirstByteOfOutputIsTheCommandsAnswerToo(self):
        # The byte can be here before the supervisor has heard that the command runs.
        for _ in range(15):
            run = start(self.box, "sh", "-c", "trap 'exit 7' INT; echo ready; while :; do sleep 0.05; done")
            self.assertEqual(run.stdout.readline(), "ready\n")
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(20), 7)
            run.communicate()


class Streams(Case):
    def test_arePipesWithEveryByteUnchanged(self):
        data = bytes(range(256)) * 4096
        source = os.path.join(self.box.folder, "data")
        with open(source, "wb") as handle:
            handle.write(data)
        with open(source, "rb") as handle:
            run = start(self.box, "cat", stdin=handle)
            out = run.stdout.buffer.read()
            run.stderr.read()
            self.assertEqual(run.wait(30), 0)
        self.assertEqual(out, data)

    def test_areNotTerminals(self):
        done = self.ok(self.sh("for n in 0 1 2; do test -t $n && echo $n; done; true"))
        self.assertEqual(done.stdout, "")

    def test_staySilentWhenThereIsNothingToSay(self):
        done = self.ok(self.box.run("true"))
        self.assertEqual(done.stdout, "")

    def test_whatIsHiddenIsSaidOnceAtTheStart(self):
        said = "leadglass: hidden from the command: "
        self.assertNotIn(said, self.ok(self.box.run("true")).stderr)
        for name in (".env", "a/.env", "b/.env.local"):
            self.write(name, "KEY=1\n")
        done = self.ok(self.sh("cat .env 2>&1 | grep -c 'No such'; true"))
        self.assertEqual(done.stdout, "1\n")
        self.assertEqual(done.stderr.count(said + ".env, a/.env, b/.env.local\n"), 1, done.stderr)
        self.write("c/.env", "KEY=1\n")
        self.assertIn(said + ".env, a/.env, b/.env.local and 1 more (all of them: --dry-run)\n",
                      self.ok(self.box.run("true")).stderr)

    def test_closingInputEndsTheReader(self):
        done = self.ok(self.box.leadglass("run", "--", "wc", "-c", stdin=None, input="12345"))
        self.assertEqual(done.stdout.strip(), "5")


class Background(Case):
    def test_childrenDoNotKeepAFinishedRunAlive(self):
        began = time.monotonic()
        done = self.ok(self.sh(f"sleep {self.mark} & setsid sh -c 'sleep 3; echo late; touch late' & nohup sleep {self.mark} & "
                               "trap '' TERM; exit 0"))
        self.assertLess(time.monotonic() - began, 20)
        self.assertTrue(wait_until(lambda: not processes(self.mark), 5), "children outlived the run")
        time.sleep(3)
        self.assertNotIn("late", done.stdout)
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "late")))

    def test_aPipeEndsWithTheRun(self):
        began = time.monotonic()
        run = start(self.box, "sh", "-c", f"sleep {self.mark} & echo out")
        self.assertEqual(run.stdout.read(), "out\n")
        run.communicate()
        self.assertEqual(run.wait(), 0)
        self.assertLess(time.monotonic() - began, 20)


class Output(Case):
    """What cannot be written is said, once, and is no success; a reader that went away is nobody's business."""

    LISTS = (["runs", "list"], ["runs", "list", "--json"], ["policy", "show"], ["doctor"], ["audit", "list"], ["--help"],
             ["run", "--help"], ["--version"], ["run", "--dry-run", "--", "true"], ["run", "--dry-run", "--json", "--", "true"])

    def shell(self, words, ending):
        """`leadglass WORDS ENDING` by a shell with pipefail: its status and what it said."""
        script = f"set -o pipefail; {shlex.join([self.box.program, *words])} {ending}"
        done = subprocess.run(["bash", "-c", script], cwd=self.box.work, env=self.box.environment, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=120, check=False)
        return done.returncode, done.stderr

    def test_aListThatCannotBeWrittenIsAnError(self):
        self.ok(self.sh("echo made > made.txt"))
        for words in self.LISTS:
            for ending, why in ((">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")):
                with self.subTest(words=words, ending=ending):
                    status, told = self.shell(words, ending)
                    self.assertEqual(status, 125, told)
                    self.assertIn(f"leadglass: standard output could not be written: {why}\n", told)
                    self.assertEqual(told.count("could not be written"), 1)

    def test_aReaderThatGoesAwayChangesNothing(self):
        self.ok(self.sh("echo made > made.txt"))
        for words in self.LISTS:
            with self.subTest(words=words):
                for ending in ("| true", "| head -1 >/dev/null"):
                    status, told = self.shell(words, ending)
                    self.assertEqual(status, 0, told)
                    self.assertEqual(told, "")

    def ended(self):
        """What the history says of the ends of runs."""
        return str([row for row in self.box.audit() if row["kind"] == "run_end"])

    def test_outputOfACommandThatCannotBeWrittenIsAnError(self):
        for ending, why in ((">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")):
            status, told = self.shell(["run", "--", "echo", "hi"], ending)
            self.assertEqual(status, 125, told)
            self.assertEqual(told.count(f"leadglass: standard output of the command could not be written: {why}\n"), 1, told)
            self.assertIn("exit status 0", self.ended(), "its own is on record")
            # One that goes on writing learns of it as of a reader that went away.
            status, told = self.shell(["run", "--", "yes"], ending)
            self.assertEqual(status, 128 + signal.SIGPIPE, told)
            status, told = self.shell(["run", "--", "sh", "-c", "trap '' PIPE; while echo hi; do :; done 2>/dev/null; exit 7"],
                                      ending)
            self.assertEqual(status, 7, told)
        status, told = self.shell(["run", "--", "sh", "-c", "echo hi >&2; exit 0"], "2>/dev/full")
        self.assertEqual(status, 125)

    def test_aReaderOfACommandThatGoesAwayIsTheCommandsBusiness(self):
        status, told = self.shell(["run", "--", "yes"], "| head -1 >/dev/null")
        self.assertEqual(status, 128 + signal.SIGPIPE, told)
        self.assertNotIn("could not be written", told)
        status, told = self.shell(["run", "--", "sh", "-c", "sleep 0.3; echo hi; exit 0"], "| true")
        self.assertEqual(status, 128 + signal.SIGPIPE, told)
        self.assertNotIn("could not be written", told)

    def test_closedDescriptorsAreNotTakenByOurFiles(self):
        for ending in ("<&- >&- 2>&-", "<&-", "2>&-", "<&- >/dev/null"):
            status, told = self.shell(["run", "--", "sh", "-c", "read word; echo said; echo told >&2; echo made > made.txt"],
                                      ending)
            self.assertIn(status, (0, 125, 128 + signal.SIGPIPE), told)
            self.ok(self.box.leadglass("audit", "verify"))


class Killed(Case):
    def test_supervisorTakesEverythingInsideAlongAndTheRunCanBeApplied(self):
        before = self.box.host_state()
        run = start(self.box, "sh", "-c", f"echo made > made.txt; sync; echo ready; sleep {self.mark}")
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.assertTrue(wait_until(lambda: processes(self.mark), 5), "the positive control does not run")
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.assertTrue(wait_until(lambda: not processes(self.mark), 5), "what was inside lived on")
        run.stdout.close()
        run.stderr.close()
        self.assertEqual(self.box.host_state(), before)
        runs = self.box.json("runs", "list")
        self.assertEqual(len(runs), 1, runs)
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("made.txt"), "made\n")
        self.ok(self.box.leadglass("audit", "verify"))


if __name__ == "__main__":
    main()
