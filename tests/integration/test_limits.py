#!/usr/bin/env python3
"""Hogs of every kind: the run ends with 124, or the call inside fails, a row says which limit it was and what
enforced it, and the host goes on. Started by an ordinary user, and once more by root."""

import json
import os
import resource
import signal
import subprocess
import time

from case import Case, main, processes, start, wait_until

PYTHON = "/usr/bin/python3"
LONG = 60   # seconds that nothing here takes, on any machine
MIB = 1 << 20


class Hog(Case):
    def rows(self, limit):
        return [row for row in self.box.json("audit", "list", "--kind", "limit") if row["reason"] == limit]

    def ends(self, limit, script, *limits, flags=()):
        """The run is ended by this limit, with words and one row; its standard error."""
        given = [word for one in limits for word in ("--limit", one)]
        done = self.box.run(PYTHON, "-c", script, flags=[*given, *flags], timeout=120)
        self.assertEqual(done.returncode, 124, done.stdout[-500:] + done.stderr[-2000:])
        self.assertIn(f"leadglass: the run was ended: limit {limit} (", done.stderr)
        row = self.rows(limit)[0]
        self.assertEqual((row["verdict"], row["detail"]["ends_the_run"]), ("deny", True), row)
        self.assertEqual(row["detail"]["by"], "watchdog")
        self.assertIn(row["subject"], done.stderr)
        return done.stderr

    def refused(self, limit, script, *limits):
        """The call fails inside, and the row is there while the run still lives; what it said."""
        given = [word for one in limits for word in ("--limit", one)]
        run = start(self.box, PYTHON, "-c", script + "\nprint('held', flush=True)\nimport sys; sys.stdin.read()",
                    flags=given, stdin=subprocess.PIPE)
        try:
            lines = []
            while "held\n" not in lines:
                line = run.stdout.readline()
                self.assertTrue(line, run.stderr.read() if run.poll() is not None else "")
                lines.append(line)
            self.assertTrue(wait_until(lambda: self.rows(limit), LONG, 0.2), "no row of the limit")
        finally:
            _, err = run.communicate(input="", timeout=LONG)
        self.assertEqual(run.returncode, 0, err)
        rows = self.rows(limit)
        self.assertEqual([(row["verdict"], row["detail"]["ends_the_run"]) for row in rows], [("deny", False)], rows)
        self.assertIn(f"leadglass: limit {limit} reached: ", err)
        return "".join(lines[:-1]), rows[0]


class Memory(Hog):
    HOLD = "\nimport time\ntime.sleep(600)"

    def test_ofEveryKindEndsTheRun(self):
        kinds = {
            "private, in several processes": "import os\nfor _ in range(4):\n  if os.fork() == 0: break\nheld = b'x' * (80 << 20)",
            "shared mapping": "import mmap\nm = mmap.mmap(-1, 300 << 20)\nm.write(b'x' * (50 << 20))\n"
                              "for _ in range(5): m.write(b'x' * (50 << 20))",
            "memory file, never mapped": "import os\nfd = os.memfd_create('x')\nfor _ in range(300): os.write(fd, b'x' * (1 << 20))",
            "memory file, mapped and closed": "import os, mmap\nfd = os.memfd_create('x')\nos.ftruncate(fd, 300 << 20)\n"
                                              "m = mmap.mmap(fd, 300 << 20)\nos.close(fd)\nfor _ in range(300): m.write(b'x' * (1 << 20))",
            "private, where the first thread has ended":
                "import ctypes, os, threading, time\nfor _ in range(4):\n  if os.fork() == 0:\n"
                "    threading.Thread(target=lambda: (b'x' * (80 << 20), time.sleep(600))).start()\n    ctypes.CDLL(None).pthread_exit(None)",
            "memory file, where the first thread has ended":
                "import ctypes, os, threading, time\nfd = os.memfd_create('x')\n"
                "def fill():\n  for _ in range(300): os.write(fd, b'x' * (1 << 20))\n  time.sleep(600)\n"
                "if os.fork() == 0:\n  threading.Thread(target=fill).start()\n  ctypes.CDLL(None).pthread_exit(None)\nos.close(fd)",
            "memory file of one that hides it":
                "import ctypes, os\nctypes.CDLL(None).prctl(4, 0, 0, 0, 0)\nfd = os.memfd_create('x')\n"
                "for _ in range(300): os.write(fd, b'x' * (1 << 20))",
            "/tmp": "f = open('/tmp/x', 'wb')\nfor _ in range(300): f.write(b'x' * (1 << 20))\nf.flush()",
            "/dev/shm, mapped twice": "import os, mmap\nf = open('/dev/shm/x', 'w+b')\nf.truncate(300 << 20)\nos.fork()\n"
                                      "m = mmap.mmap(f.fileno(), 300 << 20)\nfor _ in range(300): m.write(b'x' * (1 << 20))",
            "the private home": "import os\nf = open(os.environ['HOME'] + '/x', 'wb')\nfor _ in range(300): f.write(b'x' * (1 << 20))\nf.flush()",
            "System V, detached": "import ctypes\nc = ctypes.CDLL(None)\nc.shmat.restype = ctypes.c_void_p\nc.shmdt.argtypes = [ctypes.c_void_p]\n"
                                  "for _ in range(6):\n  a = c.shmat(c.shmget(0, 50 << 20, 0o1600), None, 0)\n"
                                  "  ctypes.memset(ctypes.c_void_p(a), 1, 50 << 20)\n  c.shmdt(a)",
        }
        flags = ["--limit", "memory=256MiB", "--limit", "tmp=2GiB", "--limit", "disk=2GiB"]
        runs = {kind: start(self.box, PYTHON, "-c", script + self.HOLD, flags=flags) for kind, script in kinds.items()}
        for kind, run in runs.items():
            out, said = run.communicate(timeout=LONG * 2)
            with self.subTest(kind=kind):
                self.assertEqual(run.returncode, 124, out + said)
                self.assertRegex(said, r"limit memory \([\d.]+ (MiB|GiB) in \d+ tasks.*, limit 256 MiB\)")
        rows = self.rows("memory")
        self.assertEqual([row["detail"] for row in rows], [{"by": "watchdog", "ends_the_run": True}] * len(kinds))

    def test_pagesThatAreSharedCountOnce(self):
        # 180 MiB shared by eight, and a memory file that two of them map: far below the limit.
        script = ("import mmap, os, time\nheld = bytearray(b'x') * (120 << 20)\nfd = os.memfd_create('x')\nos.ftruncate(fd, 60 << 20)\n"
                  "m = mmap.mmap(fd, 60 << 20)\nfor _ in range(60): m.write(b'x' * (1 << 20))\n"
                  "for _ in range(3): os.fork()\nsum(held[::4096]); sum(m[::4096])\ntime.sleep(3)")
        self.ok(self.box.run(PYTHON, "-c", script, flags=["--limit", "memory=512MiB"]))
        self.assertEqual(self.rows("memory"), [])


    def test_theNameOfAFileForgesNoMapping(self):
        """A line of smaps that is longer than what reads it goes on as the head of a mapping that counts elsewhere."""
        script = """import mmap, os, time
tmp = os.stat("/tmp").st_dev
left = 8191 - 73 - len(os.getcwd()) - 1      # one read of a line; where a path begins in it; a line end is four bytes there
while left > 1001: os.mkdir("\\n" * 250); os.chdir("\\n" * 250); left -= 1001
while left > 200: os.mkdir("a" * 150); os.chdir("a" * 150); left -= 151
f = open("b" * left + f"0-1 rw-p 0 {os.major(tmp):x}:{os.minor(tmp):x} 5 z", "w+b")
f.truncate(80 << 20)
for _ in range(3): os.fork()
m = mmap.mmap(f.fileno(), 80 << 20, flags=mmap.MAP_PRIVATE)
for i in range(0, 80 << 20, 4096): m[i] = 1
time.sleep(600)
"""
        self.assertIn("limit 256 MiB", self.ends("memory", script, "memory=256MiB", "disk=2GiB"))


class Disk(Hog):
    def test_whatIsWrittenBetweenTheLooksIsCountedAtTheEnd(self):
        # The first look is over and the next is not due, as a rule; what is asked for holds in any case.
        script = "sleep 0.6; head -c 20M /dev/zero > big"
        done = self.sh(script, "--limit", "disk=5MiB")
        self.assertEqual(done.returncode, 124, done.stderr)
        self.assertRegex(done.stderr, r"(?m)^leadglass: the run (was ended: limit|went over its limit) disk \(2\d MiB written, limit 5 MiB")
        rows = self.rows("disk")
        self.assertEqual(len(rows), 1, rows)
        self.assertIn(rows[0]["subject"], done.stderr)
        ended = self.box.json("audit", "list", "--kind", "run_end")[0]
        self.assertEqual((ended["reason"], ended["subject"]), ("limit", "exit status 124"))
        self.ok(self.sh(script, "--limit", "disk=64MiB"), "and below it nothing is said")
        self.assertEqual(len(self.rows("disk")), 1)

    def test_manyFilesEndTheRun(self):
        script = "import time\nfor i in range(300): open(f'f{i}', 'wb').write(b'x' * (1 << 18))\ntime.sleep(600)"
        self.assertRegex(self.ends("disk", script, "disk=32MiB"), r"limit disk \([\d.]+ (MiB|GiB) written, limit 32 MiB\)")

    def test_manyEmptyFilesEndTheRun(self):
        script = "import os, time\nfor d in range(25):\n  os.mkdir(f'{d}')\n  for i in range(1000): os.mknod(f'{d}/{i}')\ntime.sleep(600)"
        self.assertRegex(self.ends("disk", script, "disk=64MiB"), r"limit disk \(\d+ files, limit 20000 \(for 64 MiB\)\)")

    def test_aDeletedFileThatIsOpenEndsTheRun(self):
        script = ("import os, time\nf = open('x', 'wb')\nos.unlink('x')\nfor _ in range(64): f.write(b'x' * (1 << 20))\n"
                  "f.flush()\ntime.sleep(600)")
        self.assertIn("in deleted files that are open", self.ends("disk", script, "disk=32MiB"))

    def test_aTreeTooDeepToCountEndsTheRun(self):
        script = "import os, time\nfor _ in range(600):\n  os.mkdir('d'); os.chdir('d')\ntime.sleep(600)"
        self.assertIn("nested more than 256 deep", self.ends("disk", script, "disk=32MiB"))

    def test_holesAreFreeAndAFileOverItsSizeIsRefused(self):
        script = ("import os, signal, time\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nf = open('sparse', 'wb')\n"
                  "f.truncate(900 << 20)\ntime.sleep(3)\ntry: f.truncate(2 << 30)\nexcept OSError as e: print(e.strerror)")
        done = self.ok(self.box.run(PYTHON, "-c", script, flags=["--limit", "disk=32MiB", "--limit", "file_size=1GiB"]))
        self.assertEqual(done.stdout, "File too large\n")


class Kernel(Hog):
    """What the kernel refuses: the call fails, and the row says so."""

    def test_aFullTmpIsENOSPCWithARow(self):
        script = ("try:\n  f = open('/tmp/x', 'wb', buffering=0)\n  while True: f.write(b'x' * (1 << 16))\n"
                  "except OSError as e: print(e.errno)")
        said, row = self.refused("tmp", script, "tmp=16MiB")
        self.assertEqual(said, "28\n")
        self.assertEqual(row["subject"], "/tmp is full (16 MiB): writes are refused (ENOSPC)")
        self.assertEqual(row["detail"]["by"], "size of the file system")

    def test_aFullDevShmIsENOSPCWithARow(self):
        script = ("try:\n  f = open('/dev/shm/x', 'wb', buffering=0)\n  while True: f.write(b'x' * (1 << 16))\n"
                  "except OSError as e: print(e.errno)")
        said, row = self.refused("tmp", script, "tmp=16MiB")
        self.assertEqual(said, "28\n")
        self.assertIn("/dev/shm is full", row["subject"])

    def test_aDescriptorTooManyIsEMFILEWithARow(self):
        script = "import os\nheld = []\ntry:\n  while True: held.append(os.dup(0))\nexcept OSError as e: print(e.errno, len(held) < 300)"
        said, row = self.refused("open_files", script, "open_files=300")
        self.assertEqual(said, "24 True\n")
        self.assertIn("limit 300: more are refused (EMFILE)", row["subject"])
        self.assertEqual(row["detail"]["by"], "RLIMIT_NOFILE")

    def test_aForkBombMeetsEAGAINAndEndsWhileTheHostGoesOn(self):
        script = ("import os, time\nwhile True:\n  try: os.fork()\n  except OSError as e:\n    assert e.errno == 11\n    time.sleep(0.2)")
        run = start(self.box, PYTHON, "-c", script, flags=["--limit", "processes=100"])
        self.assertTrue(wait_until(lambda: self.rows("processes"), LONG, 0.2))
        self.assertTrue(self.rows("processes")[0]["subject"].endswith("limit 100: more are refused (EAGAIN)"))
        self.assertEqual(self.rows("processes")[0]["detail"], {"by": "RLIMIT_NPROC", "ends_the_run": False})
        for _ in range(20):     # the person's own processes are not counted
            subprocess.run(["true"], check=True, timeout=LONG)
        _, err = run.communicate(timeout=LONG)
        self.assertEqual(run.returncode, 124, err)
        self.assertRegex(err, r"the run was ended: limit processes \(\d+ tasks, limit 100, for 10 s\)")
        self.assertEqual([row["detail"]["ends_the_run"] for row in reversed(self.rows("processes"))], [False, True])


    def test_aSmallLimitOfTasksEndsTheRunThatStaysThereToo(self):
        """Two of twenty are ours, which hold the run from outside."""
        script = ("import os, time\nwhile True:\n  try:\n    if os.fork() == 0: time.sleep(600)\n"
                  "  except OSError: time.sleep(0.01)")
        self.assertIn("limit 20, for 10 s", self.ends("processes", script, "processes=20"))
        self.assertEqual([row["detail"]["ends_the_run"] for row in reversed(self.rows("processes"))], [False, True])

    def test_aCommandThatIsEndedByAFileTooLargeSaysSo(self):
        done = self.box.run("dd", "if=/dev/zero", "of=big", "bs=1M", "count=5", flags=["--limit", "file_size=1MiB"])
        self.assertEqual(done.returncode, 128 + 25, done.stderr)
        self.assertIn("limit file_size reached: the command was ended by SIGXFSZ: a file would have grown beyond 1 MiB", done.stderr)
        self.assertEqual([row["detail"] for row in self.rows("file_size")], [{"by": "RLIMIT_FSIZE", "ends_the_run": False}])


class Times(Hog):
    def test_cpuTimeOfAllProcessesEndsTheRun(self):
        script = "import os\nos.fork()\nwhile True: pass"
        self.assertRegex(self.ends("cpu_time", script, "cpu_time=2s"), r"limit cpu_time \([2-9] s used, limit 2 s\)")

    def test_cpuTimeOfChildrenThatEndedCounts(self):
        script = "import os\nwhile True:\n  if os.fork() == 0:\n    for _ in range(3000000): pass\n    os._exit(0)\n  os.wait()"
        self.ends("cpu_time", script, "cpu_time=2s")

    def test_wallClockGoesOnWhileEverythingInsideIsStopped(self):
        err = self.ends("wall_clock", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "wall_clock=3s")
        self.assertNotIn(" 0 s", err, "what was said before the end, if a look fell into the last tenth")
        for row in self.rows("near"):
            self.assertEqual(row["subject"], "the run ends in less than a second (limit wall_clock)")

    def test_wallClockThatPassedWhileTheSupervisorWasStoppedEndsTheRunAtOnce(self):
        run = start(self.box, PYTHON, "-c", f"print('up', flush=True)\nimport time; time.sleep(600)  # {self.mark}",
                    flags=["--limit", "wall_clock=2s"])
        self.assertEqual(run.stdout.readline(), "up\n")
        os.kill(run.pid, signal.SIGSTOP)
        time.sleep(2.5)     # the limit itself
        os.kill(run.pid, signal.SIGCONT)
        _, err = run.communicate(timeout=LONG)
        self.assertEqual(run.returncode, 124, err)
        self.assertFalse(processes(self.mark))


class Flood(Hog):
    def rss(self, pid):
        with open(f"/proc/{pid}/statm", encoding="ascii") as handle:
            return int(handle.read().split()[1]) * resource.getpagesize()

    def test_outputThatNobodyReadsTakesNoMemoryAndTheRunEnds(self):
        run = start(self.box, "sh", "-c", "yes flood", flags=["--limit", "wall_clock=3s"])
        run.stdout.read(100)
        most = 0
        while run.poll() is None and not self.rows("wall_clock"):
            most = max(most, self.rss(run.pid))
        self.assertTrue(wait_until(lambda: run.poll() is not None, LONG), "waits for a reader that is stopped")
        self.assertEqual(run.returncode, 124)
        self.assertLess(most, 200 * MIB)    # with sanitizers; without, a tenth
        self.assertIn("what nobody read of the command's output within 5 s is lost", run.communicate(timeout=LONG)[1])

    def test_errorsThatNobodyReadsDoNotStopTheWatch(self):
        # Its own line about the full /tmp would block on the same pipe; the time must end all the same.
        script = f"yes flood >&2 & dd if=/dev/zero of=/tmp/x bs=64k 2>/dev/null; sleep {self.mark}"
        run = start(self.box, "sh", "-c", script, flags=["--limit", "wall_clock=5s", "--limit", "tmp=16MiB"])
        self.assertTrue(wait_until(lambda: self.rows("wall_clock"), LONG))
        self.assertTrue(self.rows("tmp"))
        self.assertTrue(wait_until(lambda: not processes(self.mark), LONG))
        _, err = run.communicate(timeout=LONG)
        self.assertEqual(run.returncode, 124)
        self.assertIn("leadglass: limit tmp reached: /tmp is full", err)

    def test_outputThatIsReadFasterThanItComesTakesNoMemory(self):
        run = start(self.box, "yes", "flood", flags=["--limit", "wall_clock=3s"])
        most = 0
        while run.stdout.read(MIB):
            most = max(most, self.rss(run.pid)) if run.poll() is None else most
        run.communicate(timeout=LONG)
        self.assertEqual(run.returncode, 124)
        self.assertLess(most, 200 * MIB)    # with sanitizers; without, a tenth


class Told(Hog):
    def test_planAndDoctorSayWhatEnforcesEachLimit(self):
        plan = json.loads(self.ok(self.box.run("true", flags=["--dry-run", "--json", "--limit", "cpu_time=1h"])).stdout)
        by = {one["limit"]: one["enforced_by"] for one in plan["limits"]}
        self.assertEqual(set(by), {"memory", "processes", "disk", "file_size", "open_files", "tmp", "cpu_time", "wall_clock",
                                   "total_memory", "total_processes", "total_runs"})
        self.assertIn("watchdog", by["memory"])
        self.assertIn("RLIMIT_NPROC", by["processes"])

    def test_explainSaysWhereALimitComesFromAndWhatHoldsIt(self):
        path = self.profile('[limits]\nmemory = "3GiB"\n')
        said = self.ok(self.box.leadglass("policy", "explain", "--profile", path, "limit", "memory")).stdout
        self.assertRegex(said, r"^limit memory: 3 GiB  \[.*trial\.toml:\d+\]\n  enforced by: .*watchdog")
        told = self.box.json("policy", "explain", "--profile", path, "limit", "processes")
        self.assertIn("RLIMIT_NPROC", told["enforced_by"])
        self.assertIn("limit cpu_time: none", self.ok(self.box.leadglass("policy", "explain", "limit", "cpu_time")).stdout)
        done = self.box.leadglass("policy", "explain", "limit", "colour")
        self.assertEqual(done.returncode, 125)
        self.assertIn("known: memory, processes, cpu, disk", done.stderr)


class RealRoot(Hog):
    def test_isNotCountedByTheKernelSoTheWatchdogEndsAForkBomb(self):
        script = "import os, time\nfor _ in range(400):\n  if os.fork() == 0: time.sleep(600)\ntime.sleep(600)"
        said = self.ends("processes", script, "processes=100", flags=["--unsafe-root"])
        self.assertRegex(said, r"limit processes \(\d+ tasks, limit 100\)")
        plan = json.loads(self.ok(self.box.run("true", flags=["--unsafe-root", "--dry-run", "--json"])).stdout)
        by = {one["limit"]: one["enforced_by"] for one in plan["limits"]}
        self.assertIn("watchdog, which ends the run: the kernel does not count", by["processes"])


if __name__ == "__main__":
    if os.getuid() != 0:
        del RealRoot
    else:
        del Disk, Times, Flood      # the same for everyone
    main()
