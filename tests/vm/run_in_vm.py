#!/usr/bin/env python3
"""Runs tests of a build once more on Debian 12's own kernel, in a virtual machine by software emulation.

run_in_vm.py --build FOLDER [--list] [--keep FOLDER] [--kernel ARGUMENTS] [NAME-PATTERN...]

--kernel adds to the kernel's command line: with lsm=capability it has no Landlock.

What runs is what ctest knows: the label `escape`, and the tests of overlays, modes, files and starts (SELECTED). Each
runs as ctest would run it, as an ordinary user or as root. Progress and what failed go to standard output. Exit status: 0 if all passed, 1 if not, 77 where the machine
lacks what this takes (1 if LEADGLASS_REQUIRE names vm).
"""

import argparse
import fnmatch
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.realpath(os.path.join(HERE, "../.."))
sys.path.insert(0, os.path.join(HERE, "../support"))

import debian_root  # noqa: E402
import require  # noqa: E402

SELECTED = ("tst_capability_probe", "test_control_server", "test_exit_status", "test_modes", "test_direct", "test_files", "test_odd_trees",
            "test_git_places", "test_kill", "test_root", "tst_copy_mode", "tst_overlay_review")
SLOWER = 8              # a deadline here is this many times the one of ctest
DEADLINE = 3 * 3600     # of the whole
SILENCE = 3600          # the guest tells of nothing, not even of a test's end
SKIPPED = 77
MEMORY = "3072M"
# In the emulation the string instructions that these two features speed up are the slow ones.
PROCESSOR = "max,-erms,-fsrm"
TREE_SIZE = "3G"


class Broken(Exception):
    """The virtual machine did not do its part."""


def say(text):
    print(text, flush=True)


def known_tests(build):
    done = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    for test in json.loads(done.stdout)["tests"]:
        about = {row["name"]: row["value"] for row in test.get("properties", [])}
        yield test["name"], test.get("command"), about


def plan_of(build, patterns):
    """The tests that run inside, as guest_tests.py takes them."""
    tests, not_built = [], []
    for name, command, about in known_tests(build):
        labels = about.get("LABELS", [])
        if "escape" not in labels and name not in SELECTED:
            continue
        if patterns and not any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
            continue
        if not command or not os.path.exists(command[0]):
            not_built.append(name)
            continue
        environment = dict(word.split("=", 1) for word in about.get("ENVIRONMENT", []))
        environment |= {"LEADGLASS_REQUIRE": "userns,overlay,nft", "LEADGLASS_SLOWER": str(SLOWER)}
        tests.append({"name": name, "command": command, "folder": about["WORKING_DIRECTORY"], "root": "root" in labels,
                      "environment": environment, "seconds": about.get("TIMEOUT", 300) * SLOWER})
    # What takes longest comes last, after all the walls.
    tests.sort(key=lambda test: SELECTED.index(test["name"]) if test["name"] in SELECTED else -1)
    if not_built:
        raise Broken("not built: " + ", ".join(not_built))
    return tests


def programs_of(build):
    found = [os.path.join(build, "bin", name) for name in os.listdir(os.path.join(build, "bin"))]
    tests = os.path.join(build, "tests")
    found += [os.path.join(tests, name) for name in os.listdir(tests)]
    return [path for path in found if os.path.isfile(path) and os.access(path, os.X_OK)]


def disk_of_build(build, tests, disk):
    """What the tests need of the checkout and of the build, at the same places below the checkout."""
    inside = os.path.relpath(build, SOURCE)
    if inside.startswith(".."):
        raise Broken(f"the build folder {build} is not below {SOURCE}")
    with tempfile.TemporaryDirectory(prefix="leadglass-vm-tree.") as tree:
        for name in ("tests", "policies", "packaging"):
            shutil.copytree(os.path.join(SOURCE, name), os.path.join(tree, name),
                            ignore=shutil.ignore_patterns("corpus", "__pycache__"), symlinks=True)
        target = os.path.join(tree, inside)
        for name in ("bin", "share"):
            shutil.copytree(os.path.join(build, name), os.path.join(target, name), symlinks=True)
        os.makedirs(os.path.join(target, "tests"))
        for program in programs_of(build):
            copied = os.path.join(target, os.path.relpath(program, build))
            if not os.path.exists(copied):
                shutil.copy2(program, copied)
            # Each test copies the programs for its throwaway person: without what only a debugger reads.
            debian_root.run(["strip", "--strip-debug", copied])
        for test in tests:
            os.makedirs(os.path.join(tree, os.path.relpath(test["folder"], SOURCE)), exist_ok=True)
        guest = os.path.join(tree, "guest")
        os.mkdir(guest)
        for name in ("guest_init.sh", "guest_tests.py"):
            shutil.copy2(os.path.join(HERE, name), guest)
        with open(os.path.join(guest, "plan.json"), "w", encoding="utf-8") as handle:
            json.dump({"tests": tests}, handle)
        debian_root.run(["chown", "-R", "0:0", tree])
        debian_root.run(["chmod", "-R", "a+rX,go-w", tree])
        debian_root.disk_of(tree, disk, TREE_SIZE)


def command_of(images, tree, folder, more):
    # A busy host starves the emulated timer for so long that the kernel would take it for broken and give up.
    append = f"console=ttyS0 quiet no_timer_check panic=-1 root=/dev/vda rw init=/sbin/leadglass-vm-init lg.tree={SOURCE} {more}".rstrip()
    return ["nice", "-n", "19", "qemu-system-x86_64", "-M", "q35", "-accel", "tcg", "-cpu", PROCESSOR, "-m", MEMORY,
            "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-kernel", os.path.join(images, "vmlinuz"), "-initrd", os.path.join(images, "initrd.img"), "-append", append,
            "-drive", f"file={images}/root.ext4,if=virtio,format=raw,snapshot=on",
            "-drive", f"file={tree},if=virtio,format=raw,snapshot=on",
            "-device", "virtio-rng-pci",
            "-serial", f"file:{folder}/console.log", "-serial", f"file:{folder}/results.log",
            "-sandbox", "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny"]


class Messages:
    """The lines that the guest has written so far, one after the other."""

    def __init__(self, path):
        self.path, self.at, self.rest = path, 0, b""

    def new(self):
        try:
            with open(self.path, "rb") as handle:
                handle.seek(self.at)
                data = handle.read()
        except FileNotFoundError:
            return
        self.at += len(data)
        lines = (self.rest + data).split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            if line.strip():
                yield json.loads(line)


def boot(images, tree, folder, count, more):
    """The virtual machine's life; what each test came to."""
    for name in ("console.log", "results.log"):        # of another time, where the folder is kept
        if os.path.exists(os.path.join(folder, name)):
            os.unlink(os.path.join(folder, name))
    messages, results, done = Messages(os.path.join(folder, "results.log")), [], False
    begun = heard = time.monotonic()
    with open(os.path.join(folder, "qemu.log"), "wb") as log:
        machine = subprocess.Popen(command_of(images, tree, folder, more), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        while True:
            ended = machine.poll() is not None
            for message in messages.new():
                heard = time.monotonic()
                if "about" in message:
                    say(f"{message['about']['kernel']}, {message['about']['lsm']}; up after {heard - begun:.0f} s")
                elif "ended" in message:
                    results.append(message)
                    say(f"{len(results):3}/{count} {verdict(message):8} {message['seconds']:8} s  {message['ended']}")
                done = done or "done" in message
            now = time.monotonic()
            if ended or done:
                break
            if now - begun > DEADLINE or now - heard > SILENCE:
                raise Broken(f"no word for {now - heard:.0f} s, {now - begun:.0f} s after the start")
            time.sleep(0.5)
    finally:
        machine.kill()
        machine.wait()
    if not done:
        raise Broken("it ended before its last test")
    say(f"the virtual machine ran for {time.monotonic() - begun:.0f} s")
    return results


def verdict(message):
    return {0: "passed", SKIPPED: "skipped"}.get(message["status"], f"FAILED {message['status']}")


def tail(path, lines=40):
    try:
        with open(path, encoding="utf-8", errors="replace") as handle:
            return "".join(handle.readlines()[-lines:])
    except OSError:
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--list", action="store_true", help="names the tests, runs nothing")
    parser.add_argument("--keep", help="where the logs and disks of this time stay")
    parser.add_argument("--kernel", default="", metavar="ARGUMENTS", help="more for the kernel's command line")
    parser.add_argument("patterns", nargs="*")
    options = parser.parse_args()
    build = os.path.realpath(options.build)
    if not shutil.which("qemu-system-x86_64"):
        require.missing("vm", "qemu-system-x86_64 is not here: install qemu-system-x86")
    tests = plan_of(build, options.patterns)
    if options.list:
        print("\n".join(test["name"] for test in tests))
        return 0
    if not tests:
        raise Broken("no test matches")
    images = os.path.join(build, "vm")
    try:
        debian_root.make(images, programs_of(build), say)
    except debian_root.Missing as problem:
        require.missing("vm", str(problem))
    folder = options.keep or tempfile.mkdtemp(prefix="leadglass-vm.")
    os.makedirs(folder, exist_ok=True)
    try:
        tree = os.path.join(folder, "tree.ext4")
        disk_of_build(build, tests, tree)
        results = boot(images, tree, folder, len(tests), options.kernel)
    except Broken:
        say(tail(os.path.join(folder, "console.log")) + tail(os.path.join(folder, "qemu.log")))
        raise
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    failed = [message for message in results if message["status"] != 0]
    for message in failed:
        say(f"\n==== {message['ended']}: {verdict(message)}\n{message['output']}")
    say(f"{len(results) - len(failed)} of {len(tests)} tests passed on this kernel")
    return 1 if failed or len(results) != len(tests) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))     # the machine ends with this, too
    try:
        sys.exit(main())
    except (Broken, RuntimeError) as problem:
        sys.exit(f"vm: {problem}")
