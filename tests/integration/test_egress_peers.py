#!/usr/bin/env python3
"""Peers that are slow, silent, hostile or rude, on both sides of egress; what is refused is refused at once."""

import os
import signal
import subprocess

from case import main, start, wait_until
from in_lab import ANSWER, NO_PROXY, InLab

ALLOW = ["--ask", "deny", "--allow", "allowed.test:80"]
HEAD = """import os, socket, struct, sys, threading, time
def connect(host, port, seconds=30):
    return socket.create_connection((host, port), seconds)
def rest(s):
    got = b""
    try:
        while True:
            more = s.recv(65536)
            if not more: return got, "end"
            got += more
    except OSError as problem:
        return got, type(problem).__name__
"""


class InsideScript(InLab):
    def inside(self, script, *flags, timeout=120):
        self.write("script.py", HEAD + script)
        return self.ok(self.box.run("/usr/bin/python3", "script.py", flags=["--ask", "deny", *flags], timeout=timeout)).stdout


class RefusedAtOnce(InsideScript):
    def test_datagramsAreRefusedInMilliseconds(self):
        """A client of QUIC falls back as soon as it hears the refusal."""
        out = self.inside("""worst = 0
for family, address in ((socket.AF_INET, "203.0.113.9"), (socket.AF_INET6, "2001:db8::9")):
    for port in (443, 53000, 123, 9000):
        times = []
        for _ in range(5):
            s = socket.socket(family, socket.SOCK_DGRAM); s.settimeout(10); began = time.monotonic()
            try:
                s.connect((address, port)); s.send(b"x" * 1200); s.recv(10); print("answered", address, port)
            except ConnectionRefusedError: times.append(time.monotonic() - began)
            except OSError as problem: print(address, port, problem)
        worst = max(worst, min(times, default=99))
print(worst * 1000)""")
        self.assertEqual(len(out.splitlines()), 1, out)
        self.assertLess(float(out), 200, "it took a time-out")
        self.assertEqual(self.seen("udp"), [])

    def test_aNameToWhichQuicIsTriedIsReachedOverTcp(self):
        """The address that the resolver inside gave refuses datagrams too."""
        out = self.inside("""address = socket.getaddrinfo("allowed.test", 80, socket.AF_INET)[0][4][0]
began = time.monotonic(); u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.settimeout(10); u.connect((address, 443)); u.send(b"x" * 1200)
try: u.recv(10); print("answered")
except ConnectionRefusedError: print("refused")
s = connect("allowed.test", 80); s.sendall(b"GET / HTTP/1.1\\r\\nHost: allowed.test\\r\\nConnection: close\\r\\n\\r\\n")
print(rest(s)[0].decode())""", "--allow", "allowed.test:80")
        self.assertEqual(out.splitlines()[0], "refused")
        self.assertIn(ANSWER, out)


class Families(InsideScript):
    def test_oneSilentFamilyCostsNoSeconds(self):
        for name in ("silent6.test", "silent4.test"):
            out = self.inside(f"""times = []
for _ in range(3):
    began = time.monotonic(); s = connect("{name}", 80)
    s.sendall(b"GET / HTTP/1.1\\r\\nHost: {name}\\r\\nConnection: close\\r\\n\\r\\n")
    assert b"{ANSWER}" in rest(s)[0]; times.append(time.monotonic() - began)
print(min(times))""", "--allow", f"{name}:80")
            self.assertLess(float(out), 4.5, name)

    def test_aHostWhoseFamiliesAreBothSilentIsOneErrorInTime(self):
        done = self.sh("curl -sS -m 60 http://silent.test/ -o /dev/null -w '%{http_code} %{time_total}'", "--ask", "deny",
                       "--allow", "silent.test:80")
        code, seconds = done.stdout.split()
        self.assertEqual(code, "502", done.stdout + done.stderr)
        self.assertLess(float(seconds), 40)
        self.assertIn("silent.test:80 is allowed but cannot be reached", done.stderr)


class Ends(InsideScript):
    def test_eitherSideMayCloseItsHalfAndGoOnReading(self):
        out = self.inside("""data = os.urandom(3 << 20)
s = connect("allowed.test", 9000)
def send():
    s.sendall(data); s.shutdown(socket.SHUT_WR)
threading.Thread(target=send).start()
got, how = rest(s)
print(got == data, how)""", "--allow", "allowed.test:9000/tcp")
        self.assertEqual(out.split(), ["True", "end"])
        self.assertTrue(wait_until(lambda: self.seen("data"), 10), "the server saw the end and said so")

    def test_aResetFromTheServerIsNeverAnOrderlyEnd(self):
        out = self.inside("""for entry in ("captured", "connect"):
    if entry == "captured": s = connect("allowed.test", 8080)
    else:
        s = connect("127.0.0.1", int(os.environ["HTTP_PROXY"].rsplit(":", 1)[1]))
        s.sendall(b"CONNECT allowed.test:8080 HTTP/1.1\\r\\nHost: allowed.test:8080\\r\\n\\r\\n"); s.recv(4096)
    s.sendall(b"GET /cut HTTP/1.1\\r\\nHost: allowed.test:8080\\r\\n\\r\\n")
    print(rest(s)[1])""", "--allow", "allowed.test:8080/tcp")
        self.assertEqual(out.split(), ["ConnectionResetError"] * 2)
        out = self.inside("""s = connect("allowed.test", 80)
s.sendall(b"GET /cut HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n")
print(rest(s)[1])""", "--allow", "allowed.test:80")
        self.assertEqual(out.split(), ["ConnectionResetError"], "half a body must not look whole")

    def test_aResetFromTheClientReachesTheServer(self):
        self.inside("""s = connect("allowed.test", 9000); s.sendall(b"hold"); s.recv(4)
s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)); s.close()""", "--allow", "allowed.test:9000/tcp")
        self.assertTrue(wait_until(lambda: [e for e in self.seen("problem") if "reset" in e["problem"]], 10), self.seen("problem"))

    def test_aStreamThatRestsIsKept(self):
        """Longer than every limit there is on a beginning; keepalive is on where the network is."""
        self.write("rest.py", HEAD + """s = [connect("allowed.test", 9000) for _ in range(20)]
for one in s: one.sendall(b"hold"); one.recv(4)
h = connect("allowed.test", 80); h.sendall(b"GET / HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n"); h.recv(4096)
print("resting", flush=True); sys.stdin.readline()
for one in s: one.sendall(b"more"); assert one.recv(4) == b"more"
h.sendall(b"GET / HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n"); assert b"200 OK" in h.recv(4096)
print("kept")""")
        run = start(self.box, "/usr/bin/python3", "rest.py", flags=[*ALLOW, "--allow", "allowed.test:9000/tcp"], stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "resting\n")
        shown = subprocess.run(["ss", "-Htno", "state", "established", "dport = :9000"], capture_output=True, text=True).stdout
        self.assertEqual(shown.count("timer:(keepalive"), 20, shown)
        wait_until(lambda: False, 12)
        out, err = run.communicate("go\n", timeout=60)
        self.assertEqual(out, "kept\n", err)


def resident(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as handle:
        return int(handle.read().split()[1]) * os.sysconf("SC_PAGESIZE")


class Hostile(InsideScript):
    def test_whatBeginsAndNeverEndsIsBoundedInTimeAndMemory(self):
        self.write("hostile.py", HEAD + """
proxy = int(os.environ["HTTP_PROXY"].rsplit(":", 1)[1])
results = {}
def trickle(s, text):
    try:
        for byte in text * 400: s.sendall(bytes([byte])); time.sleep(0.1)
        return "never ended"
    except OSError: return "ended"
def flood(s, first, more):
    try:
        s.sendall(first); began = time.monotonic()
        while time.monotonic() - began < 15: s.sendall(more)
        return "took it all"
    except OSError: return "ended"
def case(name, act):
    def run():
        began = time.monotonic()
        try: said = act()
        except OSError as problem: said = type(problem).__name__
        results[name] = (said, time.monotonic() - began)
    thread = threading.Thread(target=run); thread.start(); return thread
def answer(path):
    s = connect("allowed.test", 80); s.sendall(b"GET %s HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n" % path.encode())
    got = 0
    while got < 1 << 24:
        more = s.recv(65536)
        if not more: break
        got += len(more)
    s.close(); return f"{got} bytes"      # handed on as they come, the client's own limits count
connect2 = connect("allowed.test", 2022)
threads = [
    case("slow head, captured", lambda: trickle(connect("allowed.test", 80), b"GET / HTTP/1.1\\r\\nX: ")),
    case("slow head, proxy", lambda: trickle(connect("127.0.0.1", proxy), b"GET http://allowed.test/ HTTP/1.1\\r\\nX: ")),
    case("slow connect", lambda: trickle(connect("127.0.0.1", proxy), b"CONNECT allowed.test:80 HTTP/1.1\\r\\nX: ")),
    case("slow socks", lambda: trickle(connect("127.0.0.1", proxy), b"\\x05")),
    case("slow hello", lambda: trickle(connect("allowed.test", 443), b"\\x16\\x03\\x01\\x40\\x00")),
    case("silent tls client", lambda: rest(connect("allowed.test", 443))[1]),
    case("silent proxy client", lambda: rest(connect("127.0.0.1", proxy))[1]),
    case("endless head, captured", lambda: flood(connect("allowed.test", 80), b"GET / HTTP/1.1\\r\\n", b"X: " + b"x" * 1000 + b"\\r\\n")),
    case("endless line, proxy", lambda: flood(connect("127.0.0.1", proxy), b"GET http://allowed.test/", b"x" * 4096)),
    case("endless connect", lambda: flood(connect("127.0.0.1", proxy), b"CONNECT allowed.test:80 HTTP/1.1\\r\\n", b"X: " + b"x" * 1000 + b"\\r\\n")),
    case("endless socks", lambda: flood(connect("127.0.0.1", proxy), b"\\x05\\xff", b"\\x01" * 4096)),
    case("garbage tls", lambda: flood(connect("allowed.test", 443), b"\\x16\\x03\\x01\\x7f\\xff", os.urandom(4096))),
    case("not tls at all", lambda: flood(connect("allowed.test", 443), b"GET / HTTP/1.1\\r\\n\\r\\n", b"x" * 4096)),
    case("server: endless banner, silent client", lambda: (time.sleep(11), rest(connect2))[1][1]),
    case("server: garbage", lambda: answer("/garbage")),
    case("server: endless head", lambda: answer("/endless-head")),
]
# Meanwhile others are served: a window of nothing, a slow server, an honest client.
tiny = socket.socket(); tiny.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1); tiny.connect((socket.gethostbyname("allowed.test"), 80))
tiny.sendall(b"GET /big=100000000 HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n")
honest = []
for _ in range(20):
    began = time.monotonic(); s = connect("allowed.test", 80); s.sendall(b"GET / HTTP/1.1\\r\\nHost: allowed.test\\r\\nConnection: close\\r\\n\\r\\n")
    assert b"canary-sink-answer" in rest(s)[0]; honest.append(time.monotonic() - began); time.sleep(0.1)
s = connect("allowed.test", 80); s.sendall(b"GET /slow-head HTTP/1.1\\r\\nHost: allowed.test\\r\\nConnection: close\\r\\n\\r\\n")
assert rest(s)[0].endswith(b"slow\\n")
for thread in threads: thread.join(60)
print(len(results), sorted(honest)[10])
for name, (said, seconds) in results.items(): print(f"{name}|{said}|{seconds}")
sys.stdout.flush(); sys.stdin.readline()""")
        run = start(self.box, "/usr/bin/python3", "hostile.py", stdin=subprocess.PIPE,
                    flags=[*ALLOW, "--allow", "allowed.test:443", "--allow", "allowed.test:2022/ssh"])
        self.addCleanup(run.kill)
        first = run.stdout.readline()
        self.assertTrue(first, run.stderr.read() if run.poll() is not None else "")
        count, honest = first.split()
        self.assertEqual(count, "16")
        self.assertLess(float(honest), 3, "the others pay for it")
        from test_egress_faults import parts
        pids = [run.pid, *parts("leadglass-egress", run.pid)]
        self.assertLess(max(map(resident, pids)), (64 if "ASAN_OPTIONS" not in os.environ else 400) << 20)
        for _ in range(16):
            name, said, seconds = run.stdout.readline().rstrip().split("|")
            with self.subTest(name=name):
                self.assertNotIn("never ended", said)
                self.assertNotIn("took it all", said)
                self.assertLess(float(seconds), 55)
                if name == "server: garbage":
                    self.assertEqual(said, "65536 bytes")   # handed on, and its end as well
        run.communicate("\n", timeout=60)
        self.assertEqual({e["name"] for e in self.seen("tls")}, set())
        reasons = [r["reason"] for r in self.box.audit() if r["kind"] == "egress" and r["verdict"] == "deny"]
        self.assertIn("bad_protocol", reasons)


if __name__ == "__main__":
    main(lab=True)
