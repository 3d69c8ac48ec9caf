#!/usr/bin/env python3
"""`leadglass doctor`: each check is seen to pass here, and to fail where something stands in for what it looks for."""

import contextlib
import ctypes
import json
import os
import pty
import shutil
import sqlite3
import subprocess
import tempfile

from case import Case, main
from stand_in import NO_FILTERS, NO_LANDLOCK, NO_NETFILTER, in_own_namespaces, mount, without

PARTS = ("kernel", "userns", "bwrap", "overlay", "rename", "nft", "landlock", "seccomp", "limits", "terminal", "disk", "programs", "settings",
         "runtime", "policy", "agents", "audit", "notifications", "tray")
BUS = """<busconfig><type>session</type><listen>unix:path={}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""


class Doctor(Case):
    def checks(self, *before, extra=None, **options):
        done = subprocess.run([*before, self.box.program, "doctor", "--json"], cwd=self.box.work, text=True, capture_output=True,
                              env={**self.box.environment, **(extra or {})}, timeout=120, stdin=subprocess.DEVNULL, check=False, **options)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual(done.returncode, int(any(c["status"] == "missing" for c in found)))
        for check in found:
            self.assertTrue(check["evidence"], check)
            self.assertTrue(check["fix"] or check["status"] != "missing", f"no way out: {check}")
            self.assertNotIn("\n", check["evidence"] + check["fix"])
        return {check["id"]: check for check in found}

    def one(self, name, status, evidence, fix, *before, **options):
        check = self.checks(*before, **options)[name]
        self.assertEqual(check["status"], status, check)
        self.assertRegex(check["evidence"], evidence)
        self.assertRegex(check["fix"], fix)

    def test_everyPartIsThereAndPassesHere(self):
        found = self.checks()
        self.assertLessEqual(set(PARTS), set(found))
        for name in ("kernel", "userns", "bwrap", "overlay", "nft", "seccomp", "programs", "settings", "runtime", "policy", "agents",
                     "audit", "disk", "notifications", "tray", "devices"):
            self.assertEqual(found[name]["status"], "ok", found[name])
        self.assertRegex(found["devices"]["evidence"], r"gpu: (none|/dev/.*); kvm: (none|/dev/kvm.*)$")
        self.assertRegex(found["bwrap"]["evidence"], r"bubblewrap \d+\.\d+.*, not setuid")
        for line in self.ok(self.box.leadglass("doctor")).stdout.splitlines():
            self.assertLess(len(line), 600)

    def test_kernelThatIsTooOld(self):
        if shutil.which("setarch"):
            self.one("kernel", "missing", r"Linux 2\.6\.", r"Linux 5\.\d+ or newer", "setarch", os.uname().machine, "--uname-2.6")

    def test_userNamespacesThatCannotBeMade(self):
        def none():
            with open("/proc/sys/user/max_user_namespaces", "w", encoding="ascii") as handle:
                handle.write("0")
        self.one("userns", "missing", "No space left on device; user.max_user_namespaces is 0", "sysctl user.max_user_namespaces=",
                 preexec_fn=in_own_namespaces(none))
        self.one("userns", "missing", "cannot be made or used", "seccomp=unconfined", preexec_fn=without(("unshare", 1)))
        found = self.checks(preexec_fn=without(("unshare", 1)))
        for name in ("overlay", "nft"):
            self.assertEqual(found[name]["fix"], "first what 'userns' needs", found[name])
        done = subprocess.run([self.box.program, "run", "--", "true"], cwd=self.box.work, env=self.box.environment, text=True,
                              capture_output=True, timeout=120, preexec_fn=without(("unshare", 1)), check=False)
        self.assertEqual(done.returncode, 125, "and no run starts")

    def test_bubblewrapThatIsUnfit(self):
        tools = os.path.join(self.box.folder, "old")
        os.makedirs(tools)
        program = os.path.join(tools, "bwrap")
        for text, mode, evidence, fix in (("echo bubblewrap 0.4.1", 0o755, "0.4.1', older than 0.8.0", "install bubblewrap 0.8.0"),
                                          ("exit 1", 0o755, "--version' failed", "install"),
                                          ("echo bubblewrap 0.11.0", 0o777, "can be changed by other users", "install"),
                                          ("echo bubblewrap 0.11.0", 0o4755, "is setuid", "chmod u-s")):
            with open(program, "w", encoding="ascii") as handle:
                handle.write("#!/bin/sh\n" + text + "\n")
            os.chmod(program, mode)
            with self.subTest(evidence=evidence):
                self.one("bwrap", "missing", evidence, fix, extra={"PATH": tools + ":/usr/bin:/bin"})
        os.chmod(program, 0o755)
        for version, fault in (("0.11.1", "CVE-2026-41163.*CVE-2026-87766"), ("0.11.2", "CVE-2026-87766"), ("0.12.0", "not setuid$")):
            with open(program, "w", encoding="ascii") as handle:
                handle.write(f"#!/bin/sh\necho bubblewrap {version}\n")
            self.one("bwrap", "ok", fault, "^$", extra={"PATH": tools + ":/usr/bin:/bin"})

    def test_dataDirectoryThatCarriesNoOverlay(self):
        data = os.path.join(self.box.home, ".local/share/leadglass")
        os.makedirs(data, mode=0o700, exist_ok=True)

        def bare():
            mount("ramfs", data, "mode=700")
        self.one("overlay", "missing", "an overlay in '.*leadglass' fails: ", "ext4, xfs.*--workspace copy",
                 preexec_fn=in_own_namespaces(bare))

    def test_diskThatIsFull(self):
        data = os.path.join(self.box.home, ".local/share/leadglass")
        os.makedirs(data, mode=0o700, exist_ok=True)
        for size, status in (("16m", "missing"), ("200m", "weaker")):
            self.one("disk", status, r"\d+ MiB free at", "free space", preexec_fn=in_own_namespaces(
                lambda size=size: mount("tmpfs", data, f"mode=700,size={size}")))

    def test_kernelsThatLackAPart(self):
        for name, call, status, evidence, fix in (
                ("landlock", NO_LANDLOCK, "weaker", "no Landlock", "lsm=landlock"),
                ("nft", NO_NETFILTER, "weaker", "nf_tables redirect is not to be had", "modprobe nf_tables"),
                ("seccomp", NO_FILTERS, "missing", "takes no system call filter", "CONFIG_SECCOMP_FILTER")):
            with self.subTest(part=name):
                self.one(name, status, evidence, fix, preexec_fn=without(call))

    def test_aTerminalToAskOn(self):
        self.one("terminal", "weaker", "no terminal here", "leadglass approvals")
        outer, inner = pty.openpty()
        try:
            done = subprocess.run([self.box.program, "doctor", "--json"], cwd=self.box.work, stdin=inner, stderr=inner, text=True,
                                  stdout=subprocess.PIPE, env={**self.box.environment, "TERM": "xterm"}, timeout=120, check=False)
        finally:
            os.close(outer)
            os.close(inner)
        self.assertEqual([c["status"] for c in json.loads(done.stdout) if c["id"] == "terminal"], ["ok"])

    def test_installationThatLacksAProgramThatEachRunNeeds(self):
        for name in ("leadglass-init", "leadglass-egress"):
            with self.subTest(program=name), self.without(name):
                self.one("programs", "missing", name + "' is not there$", "install")
                self.assertEqual(self.starts(), 125, "and no run starts")

    def test_installationThatLacksAProgramThatRunsStartWithout(self):
        for name, lost in (("leadglass-probe", "doctor --attack"), ("leadglass-resolve", "no name of a host")):
            with self.subTest(program=name), self.without(name):
                self.one("programs", "weaker", f"{name}' is not there: runs start.*{lost}", "install")
                self.assertEqual(self.starts(), 0, "and runs start")

    # leadglass-scope is asked for where runs get a systemd scope, which differs from machine to machine.
    def test_installationThatLacksTheProgramForScopes(self):
        with self.without("leadglass-scope"):
            status = "missing" if self.starts() == 125 else "weaker"
            self.one("programs", status, "leadglass-scope' is not there", "install")

    def starts(self):
        return subprocess.run([self.box.program, "run", "--", "true"], cwd=self.box.work, env=self.box.environment, text=True,
                              capture_output=True, timeout=120, check=False).returncode

    @contextlib.contextmanager
    def without(self, name):
        path = os.path.join(os.path.dirname(self.box.program), name)
        os.rename(path, path + ".away")
        try:
            yield
        finally:
            os.rename(path + ".away", path)

    def test_filesOfThePersonThatAreWrong(self):
        config = os.path.join(self.box.home, ".config/leadglass")
        os.makedirs(config, mode=0o700, exist_ok=True)
        path = os.path.join(config, "config.toml")
        with open(path, "w", encoding="ascii") as handle:
            handle.write('ask = "nobody"\n')
        os.chmod(path, 0o600)
        self.one("settings", "missing", r"config\.toml:1:", "auto|deny")
        with open(path, "w", encoding="ascii") as handle:
            handle.write('profile = "trial"\n')
        self.profile("[egress]\nalow = []\n")
        self.one("policy", "missing", r"trial\.toml:6:1: unknown key 'alow'", "did you mean 'allow'")

    def test_runtimeDirectoryOfSomebodyElse(self):
        place = tempfile.mkdtemp(dir=self.box.folder)
        os.mkdir(place + "/leadglass")
        os.chmod(place + "/leadglass", 0o777)
        self.one("runtime", "missing", "leadglass", "0700|chmod", extra={"XDG_RUNTIME_DIR": place})

    def test_historyThatIsDamaged(self):
        self.ok(self.sh("true"))
        path = os.path.join(self.box.home, ".local/share/leadglass/audit.db")
        with open(path, "r+b") as handle:
            handle.write(b"no database at all")
        self.one("audit", "missing", "audit|database", "move|verify|leadglass")

    def test_historyWhosePagesAreDamagedLetsNoRunStart(self):
        self.ok(self.sh("true"))
        path = os.path.join(self.box.home, ".local/share/leadglass/audit.db")
        with open(path, "r+b") as handle:
            handle.seek(4096)
            handle.write(b"\xa5" * (os.path.getsize(path) - 4096))
        self.one("audit", "missing", "audit|database|malformed|row", "verify|set-aside")
        self.assertEqual(self.sh("true").returncode, 125, "as it says")

    def test_historyThatMissesARowIsWeakerSinceRunsStart(self):
        self.ok(self.sh("true"))
        with sqlite3.connect(os.path.join(self.box.home, ".local/share/leadglass/audit.db")) as db:
            db.execute("DELETE FROM events WHERE id = 2")
        db.close()
        self.one("audit", "weaker", "runs start, and write on", "audit set-aside")
        self.assertIn("A run can start here.", self.ok(self.box.leadglass("doctor")).stdout)
        self.ok(self.sh("true"), "as it says")

    def test_agentsAreNamedWithTheirVersion(self):
        tools = os.path.join(self.box.folder, "agents")
        os.makedirs(tools)
        with open(tools + "/codex", "w", encoding="ascii") as handle:
            handle.write("#!/bin/sh\necho codex 1.2.3\n")
        os.chmod(tools + "/codex", 0o755)
        self.one("agents", "ok", "codex", "^$", extra={"PATH": tools + ":" + self.box.environment["PATH"]})
        self.one("agents", "ok", "no agent with a profile is on PATH", "^$", extra={"PATH": "/usr/bin:/bin"})

    def test_servicesOfTheDesktopArePresentOrNotAndNeverNeeded(self):
        for name in ("notifications", "tray"):
            self.one(name, "ok", "no session bus here", "^$")
        if not shutil.which("dbus-daemon"):
            self.skipTest("dbus-daemon is not here")
        address = os.path.join(self.box.folder, "bus")
        with open(self.box.folder + "/bus.conf", "w", encoding="ascii") as handle:
            handle.write(BUS.format(address))
        daemon = subprocess.Popen(["dbus-daemon", "--config-file", self.box.folder + "/bus.conf", "--nofork", "--print-address"],
                                  stdout=subprocess.PIPE, text=True)
        self.addCleanup(daemon.stdout.close)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.kill)
        self.assertTrue(daemon.stdout.readline())
        extra = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=" + address}
        found = self.checks(extra=extra)
        self.assertRegex(found["notifications"]["evidence"], "no notification service .optional.")
        self.assertRegex(found["tray"]["evidence"], "no tray .optional.")
        bus, library = ctypes.c_void_p(), ctypes.CDLL("libsystemd.so.0")
        os.environ.update(extra)
        try:
            self.assertGreaterEqual(library.sd_bus_open_user(ctypes.byref(bus)), 0)
        finally:
            del os.environ["DBUS_SESSION_BUS_ADDRESS"]
        for name in (b"org.freedesktop.Notifications", b"org.kde.StatusNotifierWatcher"):
            self.assertGreaterEqual(library.sd_bus_request_name(bus, name, ctypes.c_uint64(0)), 0)
        found = self.checks(extra=extra)
        self.assertRegex(found["notifications"]["evidence"], "notifications can be shown")
        self.assertRegex(found["tray"]["evidence"], "there is a tray")
        library.sd_bus_unref(bus)
        daemon.kill()
        daemon.wait()
        self.one("tray", "ok", "cannot be reached .optional.", "^$", extra=extra)


if __name__ == "__main__":
    main()
