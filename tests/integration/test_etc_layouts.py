#!/usr/bin/env python3
"""Roots whose /etc a person or another distribution laid out (PC-03): what works outside works inside.

Started by real root: each root is a tmpfs in a mount namespace of its own, with the machine's /usr and an /etc
made here. The runs are those of a person whom no passwd file knows, as where users come from a directory.
"""

import ctypes
import os
import shutil
import subprocess
import sys

from case import Case, main

MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH, SYS_PIVOT_ROOT = 4096, 16384, 1 << 18, 2, 155
PERSON = 60001
KEPT = ("alternatives", "ssl", "ca-certificates", "ca-certificates.conf", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "passwd",
        "group", "nsswitch.conf", "services", "protocols", "debian_version", "os-release", "hosts", "resolv.conf", "bash.bashrc")
ZONE = "/usr/share/zoneinfo/Asia/Tokyo"
BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
libc = ctypes.CDLL(None, use_errno=True)
# What a person's first commands ask for, the same outside and inside.
LOOK = r"""date -d @0 +%Z%H; readlink /etc/localtime; readlink /bin; test -x /bin/sh && echo shell
sha256sum < /etc/ssl/certs/ca-certificates.crt; openssl verify -CApath /etc/ssl/certs CERTIFICATE; locale charmap"""
# What is the run's own, however the root has it.
OWN = """echo own; getent passwd $(id -u) | cut -d: -f3; getent hosts localhost | tr -s ' '; getent group $(id -g) | cut -d: -f3
cat /etc/resolv.conf; hostname"""


def check(result, what):
    if result != 0:
        raise OSError(ctypes.get_errno(), what)


def mount(source, target, flags, kind=None):
    check(libc.mount(source.encode(), target.encode(), kind, flags, None), f"mounting {target}")


def link(target):
    def change(root, name):
        path = root + name
        if os.path.islink(path) or os.path.isfile(path):
            os.unlink(path)
        elif os.path.isdir(path):
            shutil.rmtree(path)
        if target is not None:
            os.symlink(target, path)
    return change


def copy_of(source):
    def change(root, name):
        link(None)(root, name)
        shutil.copyfile(source, root + name)
        os.chmod(root + name, 0o644)
    return change


def moved_to(place, text=None):
    """The thing itself lies at `place`, where no run sees it, and a link leads there."""
    def change(root, name):
        os.makedirs(os.path.dirname(root + place), exist_ok=True)
        if os.path.isdir(os.path.realpath(root + name)):
            shutil.copytree(root + name, root + place, symlinks=True)
        else:
            shutil.copyfile(ZONE if name == "/etc/localtime" else os.path.join(root, name.lstrip("/")), root + place)
        link(text or place)(root, name)
    return change


# name -> {path: what is done to it}
LAYOUTS = {
    "as Debian makes it": {"/etc/localtime": link(ZONE)},
    "a relative link to the zone": {"/etc/localtime": link("../usr/share/zoneinfo/Asia/Tokyo")},
    "the zone as a file": {"/etc/localtime": copy_of(ZONE)},
    "the zone by two links": {"/etc/localtime": link("localtime.own"), "/etc/localtime.own": link(ZONE)},
    "the zone below /var": {"/etc/localtime": moved_to("/var/lib/zone/localtime")},
    "the zone below /srv": {"/etc/localtime": moved_to("/srv/zone", "../srv/zone")},
    "no zone": {"/etc/localtime": link(None)},
    "a zone that dangles": {"/etc/localtime": link("/usr/share/zoneinfo/No/Where")},
    "a zone that leads in a circle": {"/etc/localtime": link("/etc/localtime")},
    "a resolver's stub that is not there": {"/etc/resolv.conf": link("/run/systemd/resolve/stub-resolv.conf")},
    "a resolver's stub by a relative link": {"/etc/resolv.conf": moved_to("/run/resolve/stub.conf", "../run/resolve/stub.conf")},
    "no resolver": {"/etc/resolv.conf": link(None)},
    "no hosts": {"/etc/hosts": link(None)},
    "hosts that dangle": {"/etc/hosts": link("/data/hosts")},
    "no name service switch, no users": {"/etc/nsswitch.conf": link(None), "/etc/passwd": link(None), "/etc/group": link(None)},
    "users by a link": {"/etc/passwd": moved_to("/var/lib/users/passwd")},
    "certificates below /var": {"/etc/ssl/certs": moved_to("/var/lib/ca-certificates/pem")},
    "certificates in Fedora's place": {"/etc/pki/tls/certs": link("../../ssl/certs")},
    "all of ssl elsewhere": {"/etc/ssl": moved_to("/srv/ssl")},
    "ssl below /opt": {"/etc/ssl": moved_to("/opt/company/ssl")},
    "no loader cache": {"/etc/ld.so.cache": link(None)},
    "links to nothing in every place": {f"/etc/{name}": link("/nowhere") for name in
                                        ("localtime", "timezone", "services", "protocols", "locale.conf", "java-17", "profile")},
    "a split /usr": {"/bin": "directory", "/sbin": "directory", "/lib": "directory", "/lib64": "directory"},
}


class Layouts(Case):
    def enter(self, layout):
        """In the child: the root of this layout becomes /, its user the person."""
        check(libc.unshare(0x20000), "unshare(mount)")
        mount("none", "/", MS_REC | MS_PRIVATE)
        root = os.path.join(self.box.folder, "root")
        os.makedirs(root, exist_ok=True)
        mount("none", root, 0, b"tmpfs")
        os.chmod(root, 0o755)
        for name in ("usr", "proc", "dev", "sys", "tmp", "etc", "var/lib", "run", "srv", "opt", "home", self.box.folder):
            os.makedirs(os.path.join(root, name.lstrip("/")), exist_ok=True)
        for name in ("/usr", "/proc", "/dev", "/sys", self.box.folder):
            mount(name, root + name, MS_BIND | MS_REC)
        os.chmod(root + "/tmp", 0o1777)
        for name in KEPT:
            if os.path.isdir("/etc/" + name):
                shutil.copytree("/etc/" + name, f"{root}/etc/{name}", symlinks=True,
                                ignore=lambda here, names: names if here.endswith("private") else [])
            elif os.path.exists("/etc/" + name):
                shutil.copyfile("/etc/" + name, f"{root}/etc/{name}")
        for name in ("bin", "sbin", "lib", "lib64"):
            if layout.get("/" + name) == "directory":
                os.makedirs(f"{root}/{name}")
                mount("/usr/" + name, f"{root}/{name}", MS_BIND)
            elif os.path.isdir("/usr/" + name):
                os.symlink("usr/" + name, f"{root}/{name}")
        for name, change in layout.items():
            if callable(change):
                os.makedirs(os.path.dirname(root + name), exist_ok=True)
                change(root, name)
        os.chdir(root)
        check(libc.syscall(SYS_PIVOT_ROOT, b".", b"."), "pivot_root")
        check(libc.umount2(b".", MNT_DETACH), "leaving the old root")
        os.chdir(self.box.work)
        os.setgroups([])
        os.setresgid(PERSON, PERSON, PERSON)
        os.setresuid(PERSON, PERSON, PERSON)

    def inside_layout(self, layout, *words):
        return subprocess.run(words, env={**self.box.environment, "LANG": "C.UTF-8"}, text=True,
                              capture_output=True, timeout=120, stdin=subprocess.DEVNULL, preexec_fn=lambda: self.enter(layout),
                              check=False)

    def setUp(self):
        super().setUp()
        certificates = [os.path.join("/etc/ssl/certs", name) for name in sorted(os.listdir("/etc/ssl/certs"))]
        self.certificate = next(path for path in map(os.path.realpath, certificates) if path.startswith("/usr/"))
        for here, names, leaves in os.walk(self.box.folder):
            for name in [here, *(os.path.join(here, leaf) for leaf in leaves)]:
                os.lchown(name, PERSON, PERSON)

    def test_showTheSameInsideAsOutside(self):
        own_seen = set()
        for name, layout in LAYOUTS.items():
            with self.subTest(root=name):
                look = LOOK.replace("CERTIFICATE", self.certificate)
                outside = self.inside_layout(layout, "sh", "-c", look)
                inside = self.inside_layout(layout, self.box.program, "run", "--ask", "deny", "--", "sh", "-c", look + "\n" + OWN)
                inside.stdout, own = inside.stdout.split("own\n")
                own_seen.add(own)
                self.assertEqual(inside.returncode, 0, inside.stderr)
                self.assertIn("shell", inside.stdout)
                self.assertIn("UTF-8", inside.stdout)
                # A link that leads to what a run does not see is shown as what it leads to.
                wanted, got = outside.stdout.splitlines(), inside.stdout.splitlines()
                if "localtime.own" in outside.stdout:
                    wanted[wanted.index("localtime.own")] = ZONE
                wanted = [line for line in wanted if line not in ("/var/lib/zone/localtime", "../srv/zone")]
                self.assertEqual(got, wanted, inside.stderr)
        self.assertEqual(len(own_seen), 1, own_seen)
        own = own_seen.pop().splitlines()
        self.assertEqual(own[0], str(PERSON), "a user that no file knows has a name")
        self.assertIn("nameserver 127.0.0.1", own)

    def test_aLinkShowsNothingThatIsNotEverybodys(self):
        """A link of /etc that leads to what others may not read, or into somebody's home, stays one that dangles."""
        def secret(path, mode):
            def change(root, name):
                os.makedirs(os.path.dirname(root + path), mode=0o755, exist_ok=True)
                with open(root + path, "w", encoding="ascii") as handle:
                    handle.write("canary-etc\n")
                os.chown(root + path, PERSON, PERSON)
                os.chmod(root + path, mode)
                link(path)(root, name)
            return change
        for place, mode in (("/srv/token", 0o640), (os.path.join(self.box.home, "mine"), 0o644),
                            (os.path.join(self.box.home, ".ssh/known"), 0o644)):
            with self.subTest(place=place):
                done = self.inside_layout({"/etc/services": secret(place, mode)}, self.box.program, "run", "--ask", "deny", "--",
                                          "sh", "-c", "cat /etc/services; true")
                self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)


if __name__ == "__main__":
    if os.getuid() != 0:
        sys.exit("this test is started by root (ctest -L root)")
    main()
