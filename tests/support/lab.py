#!/usr/bin/env python3
"""lab.py [--dir DIR] -- COMMAND [ARG]...: runs a command in a network where everything answers.

The command gets network, mount and pid namespaces of its own (and, for an ordinary user, a user
namespace that maps that user to itself, without any capability). Its only way out is a veth pair to a
second namespace, the lab's internet, where *every* address answers: 203.0.113.0/24 and 2001:db8::/32 for
the names below .test, and also the metadata, private and link-local ones, so that a refusal means
something. Nothing leaves the machine: the pair ends there, and the machine's own links are in neither.

Before the command starts, a positive control connects to every address of FORBIDDEN from outside any
sandbox. DIR (default: a temporary one) then holds net.jsonl (every contact; the controls end with a
line "control-done"), ca.pem, and forbidden.txt. The command finds it in LEADGLASS_LAB, its name server
in /etc/resolv.conf. Exit status: the command's; 77 where namespaces cannot be made (1 if
LEADGLASS_REQUIRE names userns).
"""

import argparse
import ctypes
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile

import origin
import require

FORBIDDEN = (
    "169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "192.0.0.192", "169.254.7.7",
    "10.0.0.5", "172.16.3.4", "192.168.1.1", "100.64.0.9",
    "fd00:ec2::254", "fd20:ce::254", "fd12:3456::1", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1",
)
OUTSIDE4, INSIDE4 = "192.0.2.1", "192.0.2.2"
OUTSIDE6, INSIDE6 = "2001:db8:ffff::1", "2001:db8:ffff::2"

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x20000, 0x10000000, 0x20000000, 0x40000000
PR_SET_PDEATHSIG, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, PR_CAP_AMBIENT_CLEAR_ALL = 1, 47, 2, 4
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
libc = ctypes.CDLL(None, use_errno=True)


def check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def enter_namespaces():
    uid, gid = os.getuid(), os.getgid()
    flags = CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID
    if uid != 0:
        check(libc.unshare(CLONE_NEWUSER), "unshare(user)")
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as handle:
                handle.write(text)
        keep_capabilities()
    check(libc.unshare(flags), "unshare(net, mount, pid)")
    check(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "making mounts private")


def keep_capabilities():
    """What this user namespace gave us, also for the `ip` that we start: inheritable, then ambient."""
    header = struct.pack("Ii", 0x20080522, 0)
    data = ctypes.create_string_buffer(24)
    check(libc.capget(header, data), "capget")
    e0, p0, _, e1, p1, _ = struct.unpack("6I", data.raw)
    check(libc.capset(header, struct.pack("6I", e0, p0, p0, e1, p1, p1)), "capset")
    for number in range(64):
        if (p0 | p1 << 32) >> number & 1:
            check(libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, number, 0, 0), "prctl(ambient)")


def drop_capabilities():
    """Between fork and exec of the command: it starts as any program of that user does."""
    libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    if os.getuid() != 0:
        header = struct.pack("Ii", 0x20080522, 0)
        check(libc.capset(header, bytes(24)), "capset")


def run(*words, **options):
    return subprocess.run(words, check=True, stdin=subprocess.DEVNULL, **options)


def certificates(folder):
    """A test CA and one certificate for the lab's names."""
    def openssl(*words):
        run("openssl", *words, cwd=folder, capture_output=True)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl("req", "-x509", *key, "-days", "2", "-subj", "/CN=Lab CA", "-keyout", "ca.key", "-out", "ca.pem",
            "-addext", "basicConstraints=critical,CA:TRUE")
    openssl("req", *key, "-subj", "/CN=lab", "-keyout", "leaf.key", "-out", "leaf.csr")
    with open(os.path.join(folder, "leaf.ext"), "w", encoding="ascii") as handle:
        handle.write("subjectAltName=" + ",".join("DNS:" + n for n in origin.CERTIFICATE_NAMES))
    openssl("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "2", "-out", "leaf.pem",
            "-extfile", "leaf.ext")


def ip(*commands):
    for command in commands:
        run("ip", *command.split())


def internet(folder, ready, go):
    """The process that is the lab's internet. It gets its end of the pair once it says it is there."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    check(libc.unshare(CLONE_NEWNET), "unshare(net)")
    os.write(ready, b"n")
    os.read(go, 1)
    # All addresses are local here, in the table where sources are looked up too; the way back is narrower.
    ip("link set lo up", f"addr add {OUTSIDE4}/24 dev far", f"-6 addr add {OUTSIDE6}/64 dev far nodad", "link set far up",
       "route add local 0.0.0.0/0 dev lo table local", f"route add {INSIDE4} dev far table local",
       "-6 route add local ::/0 dev lo table local", f"-6 route add {INSIDE6} dev far table local",
       "-6 route add fe80::/10 dev far table local",
       f"route add blackhole {origin.SILENT4} table local", f"-6 route add blackhole {origin.SILENT6} table local")
    origin.serve(folder, os.path.join(folder, "net.jsonl"))
    more = os.environ.get("LEADGLASS_LAB_SERVERS")      # a script of ours; it says when it listens
    if more:
        servers = subprocess.Popen([sys.executable, "-B", more, folder], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
        if servers.stdout.readline() != b"ready\n":
            raise OSError(f"{more} did not start")
    os.write(ready, b"s")
    while True:
        signal.pause()


def start_internet(folder):
    ready, tell_ready = os.pipe()
    go, tell_go = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            internet(folder, tell_ready, go)
        except BaseException as problem:          # nothing may run on as the parent
            print(f"lab: the internet side failed: {problem}", file=sys.stderr)
        finally:
            os._exit(status)
    os.close(tell_ready)
    os.close(go)

    def wait_for(letter):
        if os.read(ready, 1) != letter:
            sys.exit("lab: its internet did not start")

    wait_for(b"n")
    ip("link set lo up", f"link add near type veth peer name far netns {child}",
       f"addr add {INSIDE4}/24 dev near", f"-6 addr add {INSIDE6}/64 dev near nodad", "link set near up")
    os.write(tell_go, b"g")
    wait_for(b"s")
    ip(f"route add default via {OUTSIDE4}", f"-6 route add default via {OUTSIDE6}")


def name_server(folder):
    target = os.path.realpath("/etc/resolv.conf")
    if not os.path.exists(target):
        sys.exit("lab: /etc/resolv.conf leads nowhere; make it a file so that the lab can cover it")
    own = os.path.join(folder, "resolv.conf")
    with open(own, "w", encoding="ascii") as handle:
        handle.write(f"nameserver {OUTSIDE4}\noptions timeout:1 attempts:1\n")
    check(libc.mount(own.encode(), target.encode(), None, MS_BIND, None), "binding resolv.conf")


def positive_control(folder):
    """Every forbidden address answers from here, where no sandbox is."""
    with open(os.path.join(folder, "forbidden.txt"), "w", encoding="ascii") as handle:
        handle.write("\n".join(FORBIDDEN) + "\n")
    for address in FORBIDDEN + ("203.0.113.9", "2001:db8::9"):
        try:
            with socket.create_connection((address, 80), timeout=5) as connection:
                connection.sendall(b"GET /control HTTP/1.1\r\nHost: control\r\nConnection: close\r\n\r\n")
                answer = connection.makefile("rb").read()
        except OSError as problem:
            answer = str(problem).encode()
        if b"canary-sink-answer" not in answer:
            sys.exit(f"lab: the positive control failed: {address} does not answer ({answer[:80]!r})")
    if socket.getaddrinfo("allowed.test", 80, socket.AF_INET)[0][4][0] != f"203.0.113.{origin.number_of('allowed.test')}":
        sys.exit("lab: the positive control failed: names are not answered by the lab")
    origin.Log(os.path.join(folder, "net.jsonl")).add("control-done")


def contacts(folder):
    """What was contacted since the positive control, as a list of dicts."""
    with open(os.path.join(folder, "net.jsonl"), encoding="utf-8") as handle:
        rows = [json.loads(line) for line in handle]
    marks = [i for i, row in enumerate(rows) if row["what"] == "control-done"]
    return rows[marks[-1] + 1:] if marks else rows


def inside(folder, command):
    """PID 1 of the lab: sets it up, runs the command, ends with its status; everything else ends with it."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    check(libc.mount(b"proc", b"/proc", b"proc", 14, None), "mounting /proc")     # nosuid, nodev, noexec
    with open("/proc/sys/net/ipv4/ip_unprivileged_port_start", "w", encoding="ascii") as handle:
        handle.write("0")       # tests put servers on port 80 of this host
    name_server(folder)
    start_internet(folder)
    positive_control(folder)
    environment = {**os.environ, "LEADGLASS_LAB": folder}
    child = os.fork()
    if child == 0:
        try:
            drop_capabilities()
            os.execvpe(command[0], command, environment)
        except OSError as problem:
            print(f"lab: {command[0]}: {problem}", file=sys.stderr)
        os._exit(127)
    while True:
        pid, status = os.wait()
        if pid == child:
            return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--dir", help="where net.jsonl and the certificates go")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        parser.error("a command is needed")
    folder = os.path.realpath(options.dir or tempfile.mkdtemp(prefix="leadglass-lab."))
    os.makedirs(folder, exist_ok=True)
    certificates(folder)
    try:
        enter_namespaces()
    except OSError as problem:
        require.missing("userns", str(problem))
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = inside(folder, command)
        except SystemExit as problem:
            print(problem.code, file=sys.stderr)
        except OSError as problem:
            print(f"lab: {problem}", file=sys.stderr)
        finally:
            os._exit(status)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: os.kill(child, signal.SIGKILL))
    _, status = os.waitpid(child, 0)
    if not options.dir:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


if __name__ == "__main__":
    main()
