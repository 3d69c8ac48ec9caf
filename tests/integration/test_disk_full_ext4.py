#!/usr/bin/env python3
"""test_disk_full.py on an ext4 of its own: blocks, a journal and delayed allocation, which a tmpfs does not have. Started by
root, who makes the file system; the test itself runs as an ordinary user (LEADGLASS_TEST_USER, else lgtest)."""

import os
import pwd
import subprocess
import sys
import tempfile

import case
from lab import CLONE_NEWNS, MS_PRIVATE, MS_REC, check, libc


def main():
    if os.getuid() != 0:
        sys.exit("this test is started by root (ctest -L root)")
    user = pwd.getpwnam(os.environ.get("LEADGLASS_TEST_USER", "lgtest"))
    with tempfile.TemporaryDirectory(prefix="leadglass-ext4.") as folder:
        os.chmod(folder, 0o755)
        image, place = os.path.join(folder, "image"), os.path.join(folder, "disk")
        os.mkdir(place)
        with open(image, "wb") as handle:
            handle.truncate(48 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-m", "0", image], check=True, env={**os.environ, "PATH": "/usr/sbin:/sbin:/usr/bin:/bin"})
        check(libc.unshare(CLONE_NEWNS), "unshare(mount)")      # it goes with this process
        check(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "making mounts private")
        subprocess.run(["mount", "-o", "loop", image, place], check=True)
        os.chown(place, user.pw_uid, user.pw_gid)
        os.chmod(place, 0o700)
        words = ["setpriv", "--reuid", user.pw_name, "--regid", str(user.pw_gid), "--init-groups", sys.executable, "-B",
                 os.path.join(case.HERE, "test_disk_full.py"), *sys.argv[1:]]
        kept = ("LEADGLASS_BUILD", "LEADGLASS_REQUIRE", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "LEADGLASS_DISK_STEP")
        environment = {"PATH": "/usr/bin:/bin:/usr/sbin", "HOME": user.pw_dir, "LANG": "C.UTF-8", "LEADGLASS_DISK": place,
                       **{name: os.environ[name] for name in kept if name in os.environ}}
        status = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL).returncode
        subprocess.run(["umount", place], check=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
