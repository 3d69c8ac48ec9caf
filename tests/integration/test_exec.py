#!/usr/bin/env python3
"""leadglass exec: another command in a live run has the walls, the terminal and the rows of the first."""

import json
import os
import signal
import subprocess

from case import Case, main, processes, start, wait_until
from screen import Screen

# What a process is, as far as the kernel tells it.
ABOUT = r"""
import json, os, re, resource, sys
status = dict(re.findall(r"^(\w+):[ \t]*(.*)$", open("/proc/self/status").read(), re.M))
names = ("Uid", "Gid", "Groups", "Umask", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp",
         "Seccomp_filters", "SigIgn", "SigBlk", "Speculation_Store_Bypass")
print(json.dumps({
    "status": {name: status.get(name) for name in names},
    "namespaces": {name: os.readlink("/proc/self/ns/" + name) for name in sorted(os.listdir("/proc/self/ns"))},
    "limits": {name: resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith("RLIMIT_")},
    "environment": dict(os.environ), "directory": os.getcwd(), "root": os.stat("/").st_ino,
    "score": open("/proc/self/oom_score_adj").read(), "dumpable": os.stat("/proc/self/environ").st_uid == os.getuid(),
    "descriptors": sorted(n for n in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + n)),
    "pipes": [os.readlink(f"/proc/self/fd/{n}").split(":")[0] for n in range(3)],
    "pid": os.getpid()}), flush=True)
"""
# May this process look into that one? Only if its own Landlock domain is the other's, or above it.
LOOK = "import sys; print(len(open(f'/proc/{sys.argv[1]}/environ', 'rb').read()) > 0)"


class Exec(Case):
    def live(self, script="read line; exit 7", flags=()):
        """A run whose first command says "up", and ends with the line it gets."""
        run = start(self.box, "sh", "-c", f"echo up; {script}", flags=["--ask", "deny", "--keep", *flags], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        self.assertEqual(run.stdout.readline(), "up\n", run.stderr.read() if run.poll() is not None else "")
        return run

    def finish(self, run, status=7):
        run.communicate("\n", timeout=60)
        self.assertEqual(run.returncode, status)

    def exec(self, *command, **options):
        return self.box.leadglass("exec", "last", "--", *command, **options)

    def started(self, *command, **options):
        process = subprocess.Popen([self.box.program, "exec", "last", "--", *command], cwd=self.box.work, text=True,
                                   env=self.box.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, **options)
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        return process

    def rows(self, kind):
        return [row for row in self.box.audit() if row["kind"] == kind]

    def test_itHasTheWallsOfTheFirstAndNoOthers(self):
        self.write("about.py", ABOUT + "sys.stdin.readline()\n")
        self.write("further.py", ABOUT)
        self.write("look.py", LOOK)
        run = start(self.box, "/usr/bin/python3", "about.py", flags=["--ask", "deny"], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        first = json.loads(run.stdout.readline())
        further = json.loads(self.ok(self.exec("/usr/bin/python3", "further.py", stdin=subprocess.PIPE)).stdout)
        pids = first.pop("pid"), further.pop("pid")
        self.assertNotEqual(*pids)
        self.assertEqual(first, further)
        self.assertEqual(further["status"]["CapEff"].strip("0"), "")
        self.assertEqual((further["status"]["NoNewPrivs"], further["status"]["Seccomp"]), ("1", "2"))
        self.assertEqual(further["descriptors"], ["0", "1", "2"])
        self.assertEqual(further["pipes"], ["pipe"] * 3)
        self.assertEqual(self.ok(self.exec("/usr/bin/python3", "look.py", str(pids[0]))).stdout, "True\n")
        self.finish(run, 0)

    def test_bothAreInOneLandlockDomain(self):
        self.write("look.py", LOOK)
        run = self.live("read pid; /usr/bin/python3 look.py $pid; read line; exit 7")
        further = self.started("sh", "-c", "echo $$; read line")
        run.stdin.write(further.stdout.readline())
        run.stdin.flush()
        self.assertEqual(run.stdout.readline(), "True\n", "the first may look into the further one")
        self.assertEqual(self.ok(self.exec("sh", "-c", "sleep 987654 & kill -TERM $!; wait $!; echo $?")).stdout, "143\n")
        self.finish(run)

    def test_itMaySignalWhatTheFirstStarted(self):
        run = self.live("sleep 987653 & wait $!; echo ended $?; read line; exit 7")
        self.ok(self.exec("pkill", "-TERM", "-f", "^sleep 987653"))
        self.assertEqual(run.stdout.readline(), "ended 143\n")
        self.finish(run)

    def test_theProcessesOfLeadglassInsideAreOutOfReach(self):
        self.live()
        script = r"""
for p in /proc/[0-9]*; do
    [ "$(cat $p/comm 2>/dev/null)" = init ] || continue
    echo "init $(basename $p)"
    ls $p/fd >/dev/null 2>&1 && echo "LEAK fd of $p"
    cat $p/environ >/dev/null 2>&1 && echo "LEAK environ of $p"
    head -c1 $p/mem >/dev/null 2>&1 && echo "LEAK mem of $p"
    cat $p/maps 2>/dev/null | grep -q . && echo "LEAK maps of $p"
done
grep -c control.sock /proc/net/unix
find /run /tmp -type s 2>/dev/null | wc -l
kill -KILL 1; kill -STOP 1; echo still here
"""
        done = self.ok(self.exec("sh", "-c", script))
        self.assertNotIn("LEAK", done.stdout)
        self.assertGreaterEqual(done.stdout.count("init "), 3)      # PID 1, the spawner, this command's own
        self.assertIn("\n0\n0\nstill here\n", done.stdout)

    def test_aCommandThatEndsTheSpawnerLosesExecAndNothingElse(self):
        run = self.live("read line; exit 7")
        self.exec("sh", "-c", "for p in /proc/[0-9]*; do [ $(cat $p/comm) = init ] && kill -KILL $(basename $p); done; true")
        refused = self.exec("true")
        self.assertEqual(refused.returncode, 125)
        self.assertIn("takes no further command", refused.stderr)
        self.assertEqual(len(refused.stderr.splitlines()), 1)
        self.finish(run)

    def test_exitStatusesAreAsOfRun(self):
        run = self.live()
        self.write("plain.txt", "no program\n")
        for command, status, said in ((["sh", "-c", "exit 42"], 42, ""), (["sh", "-c", "kill -TERM $$"], 143, ""),
                                      (["no-such-program"], 127, "not there"), (["./plain.txt"], 126, "cannot be executed"),
                                      (["ls -la"], 127, "given one by one: leadglass exec last -- ls -la"),
                                      (["/no/such/file"], 127, "not there")):
            done = self.exec(*command)
            self.assertEqual((command, done.returncode), (command, status))
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stdout, "")
        self.finish(run)

    def test_pipesCarryAnyBytesAndEnds(self):
        run = self.live()
        data = os.urandom(3_000_000)
        done = subprocess.run([self.box.program, "exec", "last", "--", "sh", "-c", "cat; echo problem >&2"], input=data,
                              cwd=self.box.work, env=self.box.environment, capture_output=True, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b"problem\n"))
        self.assertEqual(done.stdout, data)
        words = ["", "two words", "\udcff\udc80", "-x", "[a]", "{}"]
        done = subprocess.run([self.box.program, "exec", "last", "sh", "-c", "printf '<%s>' \"$@\"", "-", *words],
                              cwd=self.box.work, env=self.box.environment, capture_output=True, timeout=120, check=False)
        self.assertEqual(done.stdout, b"".join(b"<" + os.fsencode(w) + b">" for w in words), done.stderr)
        self.finish(run)

    def test_aReaderThatGoesAwayBreaksThePipe(self):
        run = self.live()
        done = subprocess.run(["sh", "-c", '"$LG" exec last -- yes | head -1; true'], cwd=self.box.work, capture_output=True,
                              env={**self.box.environment, "LG": self.box.program}, timeout=120, check=False, text=True)
        self.assertEqual(done.stdout, "y\n")
        self.assertTrue(wait_until(lambda: self.rows("exec_end"), 30))
        self.finish(run)

    def test_itIsInTheHistory(self):
        run = self.live()
        self.exec("sh", "-c", "exit 3", "what it was")
        self.finish(run)
        (begun,), (ended,) = self.rows("exec"), self.rows("exec_end")
        self.assertEqual(begun["subject"], "sh -c exit 3 what it was")
        self.assertRegex(begun["process"], r"^pid \d+ leadglass$")
        self.assertEqual(begun["detail"], {"command": 1, "terminal": False})
        self.assertEqual((ended["subject"], ended["reason"], ended["detail"]), (begun["subject"], "ended", {"command": 1, "status": 3}))
        self.assertEqual(self.box.leadglass("audit", "verify").returncode, 0)

    def test_itEndsWithTheRun(self):
        run = self.live()
        further = self.started("sh", "-c", f"echo up; sleep {self.mark}")
        self.assertEqual(further.stdout.readline(), "up\n")
        self.finish(run)
        _, said = further.communicate(timeout=60)
        self.assertEqual(further.returncode, 137)
        self.assertIn("the run has ended", said)
        self.assertTrue(wait_until(lambda: not processes(self.mark), 30))
        self.assertEqual([row["reason"] for row in self.rows("exec_end")], ["run_ended"])

    def test_aRunThatHasEndedIsSaidOnce(self):
        run = self.live()
        id = self.box.json("runs")[0]["id"]
        self.finish(run)
        for word, said in (("last", "no run is live"), (id, "is not running"), ("nosuchrun", "nosuchrun")):
            done = self.box.leadglass("exec", word, "--", "true")
            self.assertEqual((word, done.returncode, len(done.stderr.splitlines())), (word, 125, 1), done.stderr)
            self.assertIn(said, done.stderr)
        for words in (["exec"], ["exec", "last"], ["exec", "--", "true"], ["exec", "-x", "last", "true"]):
            done = self.box.leadglass(*words)
            self.assertEqual((words, done.returncode), (words, 125), done.stderr)

    def test_whoGoesAwayHangsUp(self):
        run = self.live()
        further = self.started("sh", "-c", "trap 'echo hup >gone; exit' HUP; echo up; exec 2>/dev/null; while :; do sleep 0.1; done")
        self.assertEqual(further.stdout.readline(), "up\n")
        further.kill()
        further.communicate()
        self.assertTrue(wait_until(lambda: self.exec("cat", "gone").stdout == "hup\n", 60, step=0.5))
        self.assertTrue(wait_until(lambda: "asker_left" in [row["reason"] for row in self.rows("exec_end")], 30))
        self.finish(run)

    def test_aSignalToItReachesTheCommand(self):
        run = self.live()
        further = self.started("sh", "-c", "trap 'echo got it; exit 9' TERM; echo up; while :; do sleep 0.1; done")
        self.assertEqual(further.stdout.readline(), "up\n")
        further.terminate()
        self.assertEqual(further.communicate(timeout=60)[0], "got it\n")
        self.assertEqual(further.returncode, 9)
        self.finish(run)

    def test_sixteenAtOnceAndNotOneMore(self):
        run = self.live()
        many = [self.started("sh", "-c", "echo up; read line; exit $line") for _ in range(16)]
        for one in many:
            self.assertEqual(one.stdout.readline(), "up\n")
        refused = self.exec("true")
        self.assertEqual(refused.returncode, 125)
        self.assertIn("16 further commands", refused.stderr)
        for number, one in enumerate(many):
            one.communicate(f"{number + 1}\n", timeout=60)
            self.assertEqual(one.returncode, number + 1)
        self.ok(self.exec("true"))
        self.finish(run)

    def test_theLimitOfProcessesCountsItToo(self):
        fill = "import os, time\nfor _ in range(100):\n  try:\n    if os.fork() == 0: time.sleep(987651)\n  except OSError: break\n"
        self.write("fill.py", fill + "print('full', flush=True)\nimport sys; sys.stdin.readline()\n")
        run = start(self.box, "/usr/bin/python3", "fill.py", flags=["--ask", "deny", "--limit", "processes=30"], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        self.assertEqual(run.stdout.readline(), "full\n")
        refused = self.exec("true")
        self.assertEqual(refused.returncode, 125)
        self.assertIn("limit of processes", refused.stderr)
        self.finish(run, 0)


class ExecTerminal(Case):
    def screen(self, *words):
        screen = Screen(list(words), self.box.work, {**self.box.environment, "TERM": "xterm-256color", "LG": self.box.program})
        self.addCleanup(screen.close)
        return screen

    def setUp(self):
        super().setUp()
        self.run_ = start(self.box, "sh", "-c", "echo up; read line", flags=["--ask", "deny"], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (self.run_.kill(), self.run_.communicate()))
        self.assertEqual(self.run_.stdout.readline(), "up\n")

    def test_itHasATerminalOfItsOwnWithNameSizeAndKind(self):
        script = ("tty; stty size; echo $TERM; test -t 0 && test -t 1 && test -t 2 && echo three; ls /proc/self/fd | wc -l; "
                  "trap 'stty size; exit 4' WINCH; echo ready; while :; do sleep 0.1; done")
        screen = self.screen(self.box.program, "exec", "last", "--", "sh", "-c", script)
        screen.expect("/dev/pts/0\r\n24 80\r\nxterm-256color\r\nthree\r\n4\r\nready")
        screen.resize(40, 132)
        screen.expect("40 132\r\n")
        self.assertEqual(screen.wait(), 4)

    def test_itsOutputIsFiltered(self):
        screen = self.screen(self.box.program, "exec", "last", "--", "printf", r"a\033]52;c;cGF3bmVk\007b\033]0;title\007c\n")
        screen.expect("abc\r\n")
        self.assertEqual(screen.wait(), 0)
        self.assertNotIn(b"\x1b]52", screen.output)
        self.assertNotIn(b"title", screen.output)

    def test_controlCEndsTheProgramAndNotTheShell(self):
        screen = self.screen(self.box.program, "exec", "last", "--", "bash", "--norc", "-i")
        screen.send("PS1='inner''> '\n")
        screen.expect("inner> ")
        screen.send("sleep 100\n")
        screen.settle()
        screen.send(b"\x03")
        screen.expect("inner> ")
        screen.send("echo st=$?\n")
        screen.expect("st=130")
        screen.send("exit 5\n")
        self.assertEqual(screen.wait(), 5)

    def test_controlZStopsItInTheOuterShellAndFgGoesOn(self):
        screen = self.screen("bash", "--norc", "-i")
        screen.send("PS1='outer''> '\n")
        screen.expect("outer> ")
        screen.send("\"$LG\" exec last -- sh -c 'echo begun; read line; echo ended $line; exit 6'\n")
        screen.expect("begun\r")
        screen.settle()
        screen.send(b"\x1a")
        screen.expect("Stopped.*outer> ")
        screen.send("fg\n")
        screen.settle()
        screen.send("well\n")
        screen.expect("ended well\r")
        screen.expect("outer> ")
        screen.send("echo st=$?\n")
        screen.expect("st=6")
        screen.send("exit 0\n")
        self.assertEqual(screen.wait(), 0)

    def test_aTerminalThatIsClosedHangsUp(self):
        screen = self.screen(self.box.program, "exec", "last", "--", "bash", "--norc", "-i")
        screen.send(f"PS1='inner''> '; sleep {self.mark} & \n")
        screen.expect("inner> ")
        self.assertTrue(wait_until(lambda: processes(self.mark), 30))
        os.kill(screen.pid, signal.SIGKILL)
        self.assertTrue(wait_until(lambda: not processes(self.mark), 60), "an interactive shell hangs its jobs up")
        self.assertIsNone(self.run_.poll())


if __name__ == "__main__":
    main()
