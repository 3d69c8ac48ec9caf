"""A Debian 12 disk for the tests in a virtual machine: its own kernel, and the packages that Leadglass and its tests run with.

Made by mmdebstrap from the sources that apt is configured with here, kept in a folder, and made anew only when what
goes into it changes. Needs root.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = os.path.join(HERE, "../../packaging/debian-packages.txt")
CODENAME = "bookworm"
SECTIONS = ("run", "test")          # of debian-packages.txt
ALWAYS = ("linux-image-amd64", "kmod", "python3", "git", "ca-certificates", "zstd")
DISK = "2G"
PERSON = 'chroot "$1" useradd --create-home --shell /bin/bash lgtest'
# An initrd with what a virtual machine's disk needs, not with every driver: it is unpacked by software emulation.
SMALL_INITRD = """mkdir -p "$1/etc/initramfs-tools/conf.d"
echo MODULES=list > "$1/etc/initramfs-tools/conf.d/leadglass"
printf '%s\\n' virtio_pci virtio_blk ext4 > "$1/etc/initramfs-tools/modules" """
INIT = "/sbin/leadglass-vm-init"
# What PID 1 does itself; the rest comes with the disk of the build.
STUB = """#!/bin/sh
mountpoint -q /proc || mount -t proc -o nosuid,nodev,noexec proc /proc
mountpoint -q /dev || mount -t devtmpfs -o nosuid devtmpfs /dev
mount -t ext4 -o nosuid,nodev /dev/vdb /mnt
exec /bin/sh /mnt/guest/guest_init.sh
"""


class Missing(Exception):
    """What this machine lacks to make the disk."""


def sources():
    """The lines of a sources.list: the places of Debian 12 that apt uses on this machine."""
    done = subprocess.run(["apt-get", "indextargets", "--format", "$(CREATED_BY) $(CODENAME) $(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)"],
                          capture_output=True, text=True, check=True)
    lines = set()
    for line in done.stdout.splitlines():
        kind, codename, origin, place, release, component = line.split(" ", 5)
        if kind == "Packages" and origin == "Debian" and codename.split("-")[0] == CODENAME and "backports" not in codename:
            lines.add(f"deb {place} {release} {component}")
    if not any(f" {CODENAME} " in line for line in lines):
        raise Missing(f"apt is not configured with a source of Debian {CODENAME}")
    return sorted(lines)


def listed_packages():
    found, section = [], ""
    with open(PACKAGES, encoding="utf-8") as handle:
        for line in handle:
            head = re.match(r"# --- (\w+)", line)
            section = head.group(1) if head else section
            if section in SECTIONS and line.strip() and not line.startswith("#"):
                found.append(line.split()[0])
    return found


def library_packages(programs):
    """The packages that own the shared libraries of these programs."""
    libraries = set()
    for program in programs:
        done = subprocess.run(["ldd", program], capture_output=True, text=True, check=False)
        for name in re.findall(r"=> (/\S+)", done.stdout):
            libraries.update({name, os.path.realpath(name)})
    if not libraries:
        return []
    done = subprocess.run(["dpkg-query", "-S", *sorted(libraries)], capture_output=True, text=True, check=False)
    return sorted({line.split(":")[0] for line in done.stdout.splitlines()})


def digest_of(packages, places):
    with open(__file__, "rb") as handle:
        return hashlib.sha256(handle.read() + "\n".join(packages + places).encode()).hexdigest()


def make(folder, programs, say):
    """Makes root.ext4, vmlinuz and initrd.img in `folder`, unless they are there for the same packages."""
    for tool, package in (("mmdebstrap", "mmdebstrap"), ("mke2fs", "e2fsprogs")):
        if not shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin:/sbin"):
            raise Missing(f"{tool} is not here: install {package}")
    if os.getuid() != 0:
        raise Missing("the disk of the virtual machine is made by root")
    packages = sorted({*ALWAYS, *listed_packages(), *library_packages(programs)})
    places = sources()
    made_of = digest_of(packages, places)
    stamp = os.path.join(folder, "made-of")
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(stamp):
        with open(stamp, encoding="ascii") as handle:
            if handle.read() == made_of:
                return
        os.unlink(stamp)
    say(f"making a Debian {CODENAME} disk of {len(packages)} packages")
    with tempfile.TemporaryDirectory(prefix="leadglass-vm-root.") as scratch:
        root = os.path.join(scratch, "root")
        listed = os.path.join(scratch, "sources.list")
        with open(listed, "w", encoding="utf-8") as handle:
            handle.write("\n".join(places) + "\n")
        # What apt is told about proxies, mirrors' certificates and the like holds for this one, too.
        config = os.path.join(scratch, "apt.conf")
        with open(config, "w", encoding="utf-8") as handle:
            subprocess.run(["apt-config", "dump", "Acquire"], stdout=handle, check=True)
        run(["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--include=" + ",".join(packages),
             "--aptopt=" + config, "--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*",
             "--dpkgopt=path-exclude=/usr/share/locale/*", "--dpkgopt=force-confold", "--essential-hook=" + SMALL_INITRD, "--customize-hook=" + PERSON,
             CODENAME, root, listed])
        os.chmod(root, 0o755)
        for name, text, mode in ((INIT, STUB, 0o755), ("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n", 0o644),
                                 ("/etc/resolv.conf", "nameserver 127.0.0.1\n", 0o644)):
            with open(root + name, "w", encoding="ascii") as handle:
                handle.write(text)
            os.chmod(root + name, mode)
        boot = os.path.join(root, "boot")
        kernel = max(name for name in os.listdir(boot) if name.startswith("vmlinuz-"))
        shutil.copyfile(os.path.join(boot, kernel), os.path.join(folder, "vmlinuz"))
        shutil.copyfile(os.path.join(boot, kernel.replace("vmlinuz", "initrd.img")), os.path.join(folder, "initrd.img"))
        disk_of(root, os.path.join(folder, "root.ext4"), DISK)
    with open(stamp, "w", encoding="ascii") as handle:
        handle.write(made_of)


def disk_of(tree, disk, size):
    """An ext4 file system with the content of a folder, as a file."""
    if os.path.exists(disk):
        os.unlink(disk)
    run(["mke2fs", "-q", "-t", "ext4", "-m", "0", "-E", "lazy_itable_init=1", "-d", tree, disk, size])


def run(command):
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    done = subprocess.run(["nice", "-n", "19", *command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"})
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
