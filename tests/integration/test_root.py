#!/usr/bin/env python3
"""Started by real root: the agent is not root, has no capability, and cannot read root's files."""

import os
import stat
import subprocess
import sys

from case import Case, main


class Root(Case):
    def setUp(self):
        super().setUp()
        with open("/etc/leadglass-root-canary", "w", encoding="ascii") as handle:
            handle.write("canary-root-file\n")
        os.chmod("/etc/leadglass-root-canary", 0o600)
        self.addCleanup(os.unlink, "/etc/leadglass-root-canary")

    def test_agentIsSomebodyElseWithoutCapabilities(self):
        done = self.ok(self.sh("id -u; grep -E '^Cap' /proc/self/status | awk '{print $2}' | sort -u"))
        lines = done.stdout.split()
        self.assertNotEqual(lines[0], "0")
        self.assertEqual(lines[1:], ["0000000000000000"])

    def test_agentCannotReadRootsFiles(self):
        done = self.sh("cat /etc/shadow /etc/leadglass-root-canary /proc/1/environ; ls /root; true")
        self.assertNotIn("canary-root-file", done.stdout)
        self.assertNotIn("root:", done.stdout)

    def test_changesComeBackOwnedByRoot(self):
        self.ok(self.sh("echo new > new.txt; echo more >> README.md"))
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("new.txt"), "new\n")
        for name in ("new.txt", "README.md"):
            about = os.stat(os.path.join(self.box.work, name))
            self.assertEqual((about.st_uid, about.st_gid), (0, 0), name)

    def test_aMountBelowTheProjectIsToldBeforeTheRun(self):
        os.makedirs(os.path.join(self.box.work, "m n/inner"))
        for mode, status in (("overlay", 125), ("readonly", 125), ("direct", 125), ("copy", 0)):
            done = subprocess.run(
                ["unshare", "--mount", "sh", "-c", "mount -t tmpfs none 'm n/inner' && exec \"$0\" run --workspace $1 -- true",
                 self.box.program, mode], cwd=self.box.work, env=self.box.environment, text=True, capture_output=True,
                timeout=60, check=False)
            self.assertEqual(done.returncode, status, done.stderr)
            if status != 0:
                self.assertIn(f"mounted below the project: {self.box.work}/m n/inner", done.stderr)
                self.assertIn("--workspace copy", done.stderr)

    def device(self, number, mode=0o666, kind=stat.S_IFCHR, path=f"/dev/leadglass-test-{os.getpid()}"):
        """A stand-in: another node of that number; there is no GPU where tests run."""
        try:
            os.mknod(path, kind | mode, os.makedev(*number))
        except PermissionError:
            self.skipTest("this root may not make devices")
        os.chmod(path, mode)
        self.addCleanup(lambda: os.path.lexists(path) and os.unlink(path))
        return path

    def test_aDeviceIsShownByItsNumberAndNoOther(self):
        path = self.device((1, 5))     # as /dev/zero
        self.profile(f'[devices]\nallow = ["{path}"]\n')
        flags = ["--profile", "trial"]
        done = self.ok(self.sh(f"head -c 4 {path} | od -An -tx1; echo x >{path} && echo written; ls /dev | grep -c leadglass-test", *flags))
        self.assertEqual(done.stdout.split(), ["00", "00", "00", "00", "written", "1"])
        self.assertIn(f"the device {path} is reachable inside", done.stderr)
        self.assertIn(f"device     {path} 1:5", self.sh("true", *flags, "--dry-run").stdout)
        self.assertIn(f"{path} (and the bugs of its driver)", self.box.leadglass("policy", "show", "--profile", "trial").stdout)
        rows = [row for row in self.box.audit() if row["subject"] == f"device {path}"]
        self.assertEqual([(row["kind"], row["verdict"]) for row in rows], [("policy", "allow")])
        self.assertIn("trial.toml:6", rows[0]["origin"])
        self.assertIn(f"device {path}: allow", self.box.leadglass("policy", "explain", "--profile", "trial", "device", path).stdout)
        self.assertIn(f'to allow it: allow = ["{path}"] in [devices]', self.box.leadglass("policy", "explain", "device", path).stdout)
        self.assertNotIn(os.path.basename(path), self.sh("ls /dev").stdout)

    def test_gpuAndKvmNameWhatIsThereAndNoScreen(self):
        """Nodes without a driver: who gets as far as the kernel's table of drivers is told ENXIO, and was kept by no wall."""
        nodes = {"dri/renderD128": (226, 128), "dri/renderD129": (226, 129), "dri/card0": (226, 0), "nvidia0": (195, 0),
                 "nvidiactl": (195, 255), "nvidia-modeset": (195, 254), "kvm": (10, 232)}
        if any(os.path.exists("/dev/" + name) for name in (*nodes, "dri")):
            self.skipTest("this machine has its own")
        self.profile('[devices]\nallow = ["gpu", "kvm"]\n')
        flags = ["--profile", "trial"]
        done = self.sh("true", *flags)
        self.assertEqual(done.returncode, 125)
        self.assertRegex(done.stderr, r"trial.toml:6 gpu\): there is no GPU here")
        os.mkdir("/dev/dri")
        self.addCleanup(os.rmdir, "/dev/dri")
        for name, number in nodes.items():
            self.device(number, path="/dev/" + name)
        script = "cd /dev; echo dri/* nv* kvm; for at in dri/renderD128 nvidia0 kvm; do (exec 3<>$at) 2>&1 | grep -o 'No such device.*'; done"
        done = self.ok(self.sh(script, *flags))
        self.assertEqual(done.stdout.splitlines()[0], "dri/renderD128 dri/renderD129 nvidia0 nvidiactl kvm", done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 4, done.stdout + done.stderr)
        rows = [row["subject"] for row in self.box.audit() if row["kind"] == "policy" and row["verdict"] == "allow"]
        self.assertEqual(sorted(rows), ["device /dev/" + name for name in ("dri/renderD128", "dri/renderD129", "kvm", "nvidia0", "nvidiactl")])
        here = [check["evidence"] for check in self.box.json("doctor") if check["id"] == "devices"]
        self.assertIn("gpu: /dev/dri/renderD128, /dev/dri/renderD129, /dev/nvidia0, /dev/nvidiactl; kvm: /dev/kvm", here[0])
        self.assertEqual(self.sh("ls -d /dev/dri /dev/nv* /dev/kvm 2>/dev/null").stdout, "")

    def test_aDangerousDeviceIsRefusedWhateverItIsCalled(self):
        for number, kind, said in (((1, 1), stat.S_IFCHR, "memory"), ((1, 11), stat.S_IFCHR, "log of the machine"),
                                   ((13, 64), stat.S_IFCHR, "keyboards"), ((10, 223), stat.S_IFCHR, "one of many"),
                                   ((4, 1), stat.S_IFCHR, "a terminal"), ((5, 0), stat.S_IFCHR, "a terminal"),
                                   ((226, 0), stat.S_IFCHR, "a card node"), ((242, 7), stat.S_IFCHR, "not known to be harmless"),
                                   ((7, 0), stat.S_IFBLK, "a disk")):
            path = self.device(number, kind=kind)
            self.profile(f'[devices]\nallow = ["{path}"]\n')
            done = self.sh("true", "--profile", "trial")
            self.assertEqual((number, done.returncode), (number, 125))
            self.assertIn(said, done.stderr)
            os.unlink(path)

    def test_aDeviceThatIsNotThereOrClosedStopsTheRun(self):
        self.profile('[devices]\nallow = ["/dev/leadglass-test-none"]\n')
        done = self.sh("true", "--profile", "trial")
        self.assertEqual(done.returncode, 125)
        self.assertRegex(done.stderr, r"trial.toml:6.*there is none")
        path = self.device((1, 5), mode=0o600)
        self.profile(f'[devices]\nallow = ["{path}"]\n')
        done = self.sh("true", "--profile", "trial")
        self.assertEqual(done.returncode, 125)
        self.assertIn("may not open it", done.stderr)

    def test_directoriesOfOthersAreToldAtTheStart(self):
        self.assertNotIn("of another user", self.ok(self.sh("true")).stderr)
        os.makedirs(os.path.join(self.box.work, "team"))
        os.chown(os.path.join(self.box.work, "team"), 0, 4242)
        done = self.sh("touch team/x || echo refused")
        self.assertEqual(done.stdout, "refused\n", done.stderr)
        self.assertIn("which the command can read but not change: team (", done.stderr)


if __name__ == "__main__":
    if os.getuid() != 0:
        sys.exit("this test is started by root (ctest -L root)")
    main()
