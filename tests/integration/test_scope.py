#!/usr/bin/env python3
"""The systemd scope of a run, against a stand-in of the service manager on a bus of its own: what is asked for, what
an answer that is wrong, late or a lie does. Root, in mounts of its own, sees whole runs in a scope as well."""

import os
import subprocess
import tempfile

from case import Case, main

HERE = os.path.dirname(os.path.abspath(__file__))
LONG = 60
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>session</type>
<listen>unix:dir={0}</listen><auth>EXTERNAL</auth><policy context="default"><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""


class Scope(Case):
    def setUp(self):
        super().setUp()
        self.bin = os.path.dirname(self.box.program)
        self.ends = []
        folder = tempfile.mkdtemp(prefix="lgbus.", dir="/tmp")
        self.addCleanup(subprocess.run, ["rm", "-rf", folder], check=False)
        with open(os.path.join(folder, "bus.conf"), "w", encoding="ascii") as handle:
            handle.write(BUS.format(folder))
        bus = self.begin(["dbus-daemon", "--config-file", os.path.join(folder, "bus.conf"), "--print-address=1", "--nofork"], {})
        address = bus.stdout.readline().strip()
        self.assertTrue(address.startswith("unix:"), "no dbus-daemon")
        self.bus = {"DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address}

    def begin(self, command, extra):
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                                 env={**self.box.environment, **extra})
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def manager(self, mode, *rest):
        fake = self.begin([os.path.join(os.environ["LEADGLASS_BUILD"], "tests/fake_systemd"), mode, *rest], self.bus)
        self.assertEqual(fake.stdout.readline(), "ready\n")
        return fake

    def ask(self, *words, timeout=LONG):
        return subprocess.run([os.path.join(self.bin, "leadglass-scope"), *words], env={**self.box.environment, **self.bus},
                              capture_output=True, text=True, timeout=timeout, check=False)


class Protocol(Scope):
    def test_asksForOneScopeAroundOneProcessWithItsLimits(self):
        for mode in ("done", "early"):
            with self.subTest(mode=mode):
                fake = self.manager(mode)
                done = self.ask("leadglass-x.scope", "4711", "MemoryMax=1048576", "MemorySwapMax=0", "TasksMax=70", "CPUQuotaPerSecUSec=1500000")
                self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done.stderr)
                self.assertEqual(fake.stdout.readline(), "unit leadglass-x.scope fail pid 4711 CPUQuotaPerSecUSec=1500000 "
                                 "MemoryMax=1048576 MemorySwapMax=0 TasksMax=70\n")
                fake.kill()
                fake.wait()

    def test_whatIsRefusedOrFailsIsToldAndNotDone(self):
        for mode, told in (("refuse", "the service manager refuses the scope: Unit was refused"),
                           ("failed", "the service manager could not make the scope: failed")):
            with self.subTest(mode=mode):
                fake = self.manager(mode)
                done = self.ask("leadglass-x.scope", "4711")
                self.assertEqual(done.returncode, 1)
                self.assertIn(told, done.stdout)
                fake.kill()
                fake.wait()

    def test_aManagerThatGoesAwayIsAnErrorAndNoWait(self):
        fake = self.manager("mute")
        asked = subprocess.Popen([os.path.join(self.bin, "leadglass-scope"), "leadglass-x.scope", "4711"], text=True,
                                 env={**self.box.environment, **self.bus}, stdout=subprocess.PIPE)
        self.assertTrue(fake.stdout.readline().startswith("unit"))
        fake.kill()
        self.assertIn("the service manager refuses the scope", asked.communicate(timeout=LONG)[0])
        self.assertEqual(asked.returncode, 1)

    def test_noManagerAndNoBusAreErrors(self):
        self.assertEqual(self.ask("leadglass-x.scope", "4711").returncode, 1)
        self.bus = {name: "unix:path=/nowhere" for name in self.bus}
        done = self.ask("leadglass-x.scope", "4711")
        self.assertEqual((done.returncode, done.stdout.split(":")[0]), (1, "no bus"))

    def test_argumentsThatAreNoneAreRefused(self):
        for words in ([], ["u"], ["u", "0"], ["u", "x"], ["u", "-1"], ["u", "4711", "MemoryMax"], ["u", "4711", "MemoryMax=x"],
                      ["u", "4711", "ExecStart=1"], ["u", "4711", "TasksMax=-1"], ["u", "99999999999"]):
            with self.subTest(words=words):
                done = self.ask(*words)
                self.assertEqual((done.returncode, done.stdout.split(":")[0]), (1, "arguments"))


class NoScope(Case):
    def test_aLimitThatNeedsAScopeStopsTheRunWhereThereIsNone(self):
        done = self.box.run("echo", "ran", flags=["--limit", "cpu=1"])
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn("the limit cpu (--limit) needs a systemd scope: ", done.stderr)

    def test_aSiteThatRequiresAScopeGetsNoRunWithout(self):
        done = self.box.run("echo", "ran", extra={"LEADGLASS_SCOPE": "require"})
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn('the setting scope = "require" wants a systemd scope around each run: ', done.stderr)

    def test_doctorSaysWhyThereIsNoneAndWhatHoldsInstead(self):
        check = next(one for one in self.box.json("doctor") if one["id"] == "limits")
        self.assertEqual(check["status"], "weaker")
        self.assertRegex(check["evidence"], r"^no systemd scope \(.+\): memory of a whole run by the watchdog.*RLIMIT_NPROC")


class WholeRun(Scope):
    """As root, with the files that a systemd would have made in mounts of the test's own."""

    WORLD = ("set -e; mount -t tmpfs run /run; mkdir -p /run/systemd; python3 -c 'import socket; socket.socket(socket.AF_UNIX)"
             ".bind(\"/run/systemd/private\")'; mount -t cgroup2 none /sys/fs/cgroup; echo cpu memory pids > /run/controllers; "
             "mount --bind /run/controllers /sys/fs/cgroup/cgroup.controllers; "
             "\"$FAKE\" $MODE /sys/fs/cgroup > /run/asked & until grep -q ready /run/asked; do sleep 0.05; done; fake=$!; "
             "status=0; \"$@\" || status=$?; kill $fake; grep ^unit /run/asked >&2 || true; "
             "for g in /sys/fs/cgroup/leadglass-*.scope; do umount $g && rmdir $g; done; exit $status")

    def in_scope(self, mode, *command, flags=(), extra=None):
        return subprocess.run(["unshare", "--mount", "--propagation", "private", "sh", "-c", self.WORLD, "sh", self.box.program,
                               "run", *flags, "--", *command], cwd=self.box.work, text=True, capture_output=True, timeout=LONG * 2,
                              check=False, stdin=subprocess.DEVNULL,
                              env={**self.box.environment, **self.bus, **(extra or {}), "MODE": mode,
                                   "FAKE": os.path.join(os.environ["LEADGLASS_BUILD"], "tests/fake_systemd")})

    def test_theRunIsInTheScopeBeforeTheCommandRuns(self):
        done = self.ok(self.in_scope("done", "cat", "/proc/self/cgroup", flags=["--limit", "memory=1GiB", "--limit", "processes=100",
                                                                               "--limit", "cpu=1.5"]))
        self.assertRegex(done.stderr, r"unit leadglass-\w+\.scope fail pid \d+ CPUQuotaPerSecUSec=1500000 MemoryMax=1073741824 "
                                      r"MemorySwapMax=0 TasksMax=116")
        plan = next(row for row in self.box.audit() if row["kind"] == "plan")["detail"]
        for file in ("memory.max", "pids.max", "cpu.max"):
            self.assertRegex(str(plan), rf"cgroup {file} \(leadglass-\w+\.scope\)")

    def test_aScopeThatIsNotBuiltOrDoesNotHoldMeansNoRun(self):
        for mode, told in (("refuse", "could not be built: the service manager refuses the scope"),
                           ("failed", "could not be built: the service manager could not make the scope: failed"),
                           ("lies", "does not hold the limits of the run: memory.max is not what was asked for"),
                           ("never", "the service manager did not answer within 10 s")):
            with self.subTest(mode=mode):
                done = self.in_scope(mode, "echo", "ran")
                self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)
                self.assertIn(told, done.stderr)
                self.assertIn("LEADGLASS_SCOPE=off", done.stderr)
                self.assertNotIn("\x1b", done.stderr.split("unit ")[0])

    def test_offMeansNoWordToTheManager(self):
        done = self.ok(self.in_scope("done", "true", extra={"LEADGLASS_SCOPE": "off"}))
        self.assertNotIn("unit leadglass", done.stderr)


if __name__ == "__main__":
    if os.getuid() != 0:
        del WholeRun
    main()
