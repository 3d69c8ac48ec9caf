#!/usr/bin/env python3
"""Two live runs of one person in one project: neither reaches a server, socket, memory or process of the other."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../integration"))

from case import Case, main, start  # noqa: E402

PLACES = ("/tmp/peer.sock", "/dev/shm/peer.sock", "/run/peer.sock", "/var/tmp/peer.sock", "peer.sock",
          os.path.join("{home}", "peer.sock"), "\0leadglass-peer-{mark}")

# Serves on everything until its input ends; says what it got.
SERVE = """
import ctypes, os, select, socket, sys
mark, places = sys.argv[1], sys.argv[2:]
servers = []
for place in places:
    s = socket.socket(socket.AF_UNIX)
    try:
        s.bind(place.replace("@", "\\0"))
    except OSError:
        continue
    s.listen(8)
    servers.append(s)
for address in ("127.0.0.1", "0.0.0.0"):
    for port in (int(mark) % 20000 + 20000,):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind((address, port))
        except OSError:
            continue
        s.listen(8)
        servers.append(s)
libc = ctypes.CDLL(None)
assert libc.shmget(int(mark), 4096, 0o1666) >= 0
open("/tmp/peer-file-" + mark, "w").write("x")
print("ready", len(servers), os.getpid(), flush=True)
while True:
    for s in select.select([sys.stdin, *servers], [], [])[0]:
        if s is sys.stdin:
            sys.exit(0)
        s.accept()
        print("contact", flush=True)
"""
TRY = """
import ctypes, os, socket, sys, urllib.parse
mark, places = sys.argv[1], sys.argv[2:]
port = int(mark) % 20000 + 20000
def tried(name, act):
    try:
        act()
        print("reached", name)
    except OSError as e:
        print("refused", name, e)
def unix(place):
    socket.socket(socket.AF_UNIX).connect(place.replace("@", "\\0"))
def tunnel(host):
    proxy = urllib.parse.urlsplit(os.environ["HTTPS_PROXY"])
    with socket.create_connection((proxy.hostname, proxy.port), 5) as c:
        c.sendall(f"CONNECT {host}:{port} HTTP/1.1\\r\\nHost: {host}:{port}\\r\\n\\r\\n".encode())
        answer = c.recv(200)
        if b" 200" not in answer.split(b"\\r\\n")[0]:
            raise OSError(answer.split(b"\\r\\n")[0])
for place in places:
    tried(place, lambda: unix(place))
for address in ("127.0.0.1", "127.0.0.2"):
    tried(address, lambda: socket.create_connection((address, port), 5))
for host in ("127.0.0.1", "localhost", "0.0.0.0"):
    tried("tunnel " + host, lambda: tunnel(host))
if ctypes.CDLL(None).shmget(int(mark), 0, 0) >= 0:
    print("reached shared memory")
tried("file", lambda: open("/tmp/peer-file-" + mark))
def command(pid):
    with open(f"/proc/{pid}/comm") as comm:
        return comm.read().strip()
# Of another run its python would be seen as well.
seen = [p for p in os.listdir("/proc") if p.isdigit() and int(p) != os.getpid() and command(p) != "init"]
print("reached processes" if seen else "refused processes", seen)
"""


class TwoRuns(Case):
    def test_doNotReachEachOther(self):
        places = [place.format(home=self.box.home, mark=self.mark).replace("\0", "@") for place in PLACES]
        one = start(self.box, "/usr/bin/python3", "-c", SERVE, self.mark, *places, flags=["--ask", "deny"],
                    stdin=subprocess.PIPE)
        try:
            ready = one.stdout.readline().split()
            self.assertEqual(ready[0], "ready", ready)
            self.assertGreaterEqual(int(ready[1]), 7, "the control: it serves on most of them")
            done = self.ok(self.box.run("/usr/bin/python3", "-c", TRY, self.mark, *places, flags=["--ask", "deny"]))
        finally:
            out, _ = one.communicate(input="", timeout=60)
        self.assertNotIn("reached", done.stdout)
        self.assertEqual(sum(line.startswith("refused") for line in done.stdout.splitlines()), len(places) + 7, done.stdout)
        self.assertNotIn("contact", out)

    def test_controlTheSameIsReachedWithinOneRun(self):
        # The control that the servers above can be reached from where they are.
        places = [place.format(home=self.box.home, mark=self.mark).replace("\0", "@") for place in PLACES]
        script = (f"/usr/bin/python3 -c '{SERVE}' {self.mark} {' '.join(places)} > out < pipe & exec 3> pipe; "
                  f"until grep -q ready out; do sleep 0.05; done; /usr/bin/python3 -c '{TRY}' {self.mark} {' '.join(places)}")
        done = self.ok(self.sh("mkfifo pipe; " + script, "--ask", "deny"))
        self.assertGreaterEqual(sum(line.startswith("reached") for line in done.stdout.splitlines()), 8, done.stdout)


if __name__ == "__main__":
    main()
