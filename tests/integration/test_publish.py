#!/usr/bin/env python3
"""--publish: a port of the run on this machine's loopback, nowhere else, and not longer than the run."""

import http.client
import json
import os
import signal
import socket
import subprocess
import threading

from case import main, start, wait_until
from in_lab import InLab
from lab import INSIDE4, INSIDE6

PORT = 18180
SERVER = """import http.server, socket, sys, threading
class Hello(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        body = b"hello from the run " + self.headers.get("Host", "").encode()
        self.send_response(200); self.send_header("Content-Length", str(len(body))); self.end_headers(); self.wfile.write(body)
    def log_message(self, *_): pass
class Six(http.server.ThreadingHTTPServer): address_family = socket.AF_INET6
kind, port = sys.argv[1], int(sys.argv[2])
if kind == "http": server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Hello)
elif kind == "six": server = Six(("::1", port), Hello)
else:
    server = socket.create_server(("127.0.0.1", port))
    def one(c):
        if kind == "first": c.sendall(b"220 server speaks first\\r\\n")
        while data := c.recv(65536): c.sendall(data)
        c.shutdown(socket.SHUT_WR)
    def loop():
        while True: threading.Thread(target=one, args=(server.accept()[0],), daemon=True).start()
print("listening", flush=True)
threading.Thread(target=loop if kind in ("first", "echo") else server.serve_forever, daemon=True).start()
sys.stdin.readline()
"""


class Publish(InLab):
    def serve(self, kind="http", port=PORT, flags=()):
        self.write("server.py", SERVER)
        run = start(self.box, "/usr/bin/python3", "server.py", kind, str(port), stdin=subprocess.PIPE,
                    flags=["--ask", "deny", *(flags or ("--publish", str(port)))])
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        self.assertEqual(run.stdout.readline(), "listening\n", run.stderr.read() if run.poll() is not None else "")
        return run

    def get(self, host="127.0.0.1", port=PORT, **headers):
        connection = http.client.HTTPConnection(host, port, timeout=10)
        self.addCleanup(connection.close)
        connection.request("GET", "/", headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def rows(self, kind):
        return [r for r in self.box.audit() if r["kind"] == kind and r["subject"] == f"published port {PORT}"]

    def test_aServerOfTheRunIsReachedOnLoopbackOnlyAndUntilItsEnd(self):
        run = self.serve()
        for host in ("127.0.0.1", "::1"):
            self.assertEqual(self.get(host)[0], 200)
        for address in (INSIDE4, INSIDE6, "127.0.0.2"):
            with self.assertRaises(OSError):
                socket.create_connection((address, PORT), 5)
        for host in ("localhost", f"localhost:{PORT}", f"127.0.0.1:{PORT}", f"[::1]:{PORT}", f"app.localhost:{PORT}"):
            self.assertEqual(self.get(Host=host), (200, f"hello from the run {host}"))
        _, err = run.communicate("\n", timeout=60)
        self.assertEqual(run.returncode, 0)
        self.assertIn(f"listens on port {PORT} is reached at localhost:{PORT} until the run ends", err)
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", PORT), 5)
        allowed, ends = self.rows("egress"), self.rows("egress_end")
        self.assertEqual({(r["verdict"], r["reason"]) for r in allowed}, {("allow", "published")})
        self.assertEqual(len(allowed), len(ends))
        self.assertGreaterEqual(len(ends), 7)
        # Some were still open when the run ended: what passed is known of them as well.
        self.assertTrue(all(r["detail"]["bytes_in"] > 0 for r in ends), ends)
        self.assertLessEqual({r["reason"] for r in ends}, {"", "run_ended"})
        self.assertTrue(any(r["detail"]["from"].startswith("[::1]:") for r in allowed))

    def test_aPageOfAnotherSiteCannotReachIt(self):
        """Its name may resolve to this machine: its own Host gives it away, on every request of a connection."""
        self.serve()
        for host in ("evil.test", "evil.test:18180", "127.0.0.1.evil.test", "localhost.evil.test", "localhost:1", ""):
            with self.subTest(host=host):
                status, body = self.get(Host=host)
                self.assertIn(status, (400, 421))
                self.assertNotIn("hello", body)
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
        connection.request("GET", "/")
        connection.getresponse().read()
        connection.request("GET", "/", headers={"Host": "evil.test"})
        self.assertEqual(connection.getresponse().status, 421)
        self.assertIn("name_inconsistent", {r["reason"] for r in self.rows("egress")})

    def test_aPageMayChooseItsMethod(self):
        """fetch() sends any token as the method, as it is written, but for a few of the usual ones."""
        run = self.serve("echo")
        for method in ("patch", "-x", "!", "0", "PRI", "g" * 5000):
            with self.subTest(method=method[:8]), socket.create_connection(("127.0.0.1", PORT), 10) as s:
                s.sendall(f"{method} / HTTP/1.1\r\nHost: evil.test\r\n\r\n".encode())
                self.assertRegex(s.recv(4096), rb"^HTTP/1.1 (400|421) ")
        for said in (b"*1\r\n$4\r\nPING\r\n", b"get one two\r\n", b"ruok", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
            with self.subTest(said=said), socket.create_connection(("127.0.0.1", PORT), 10) as s:
                s.sendall(said)
                got = b""
                while len(got) < len(said) and (more := s.recv(4096)):
                    got += more
                self.assertEqual(got, said)
        run.communicate("\n", timeout=60)

    def test_otherProtocolsPassWholeWhoeverSpeaksFirst(self):
        for kind, port in (("first", PORT), ("echo", PORT + 1)):
            run = self.serve(kind, port)
            data = os.urandom(3 << 20)
            with socket.create_connection(("127.0.0.1", port), 10) as s:
                if kind == "first":
                    self.assertEqual(s.recv(100), b"220 server speaks first\r\n")
                    data = b"EHLO me\r\n" + data     # begins like a request of HTTP
                else:
                    data = b"\x16" + data
                threading.Thread(target=lambda: (s.sendall(data), s.shutdown(socket.SHUT_WR)), daemon=True).start()
                got = b""
                while more := s.recv(65536):
                    got += more
            self.assertEqual(got, data)
            run.communicate("\n", timeout=60)

    def test_aServerOnIpv6OnlyIsFoundAndOneThatIsNotThereIsAReset(self):
        self.serve("six", flags=("--publish", str(PORT), "--publish", str(PORT + 1)))
        self.assertEqual(self.get()[0], 200)
        with self.assertRaises(ConnectionResetError):   # perhaps before connect() has returned
            with socket.create_connection(("127.0.0.1", PORT + 1), 10) as s:
                s.recv(1)

    def test_aPortThatIsTakenOrNoneIsOneErrorBeforeAnythingRuns(self):
        with socket.create_server(("127.0.0.1", PORT)):
            done = self.sh("touch ran", "--publish", str(PORT))
        self.assertEqual(done.returncode, 125)
        self.assertIn(f"--publish {PORT}: the port is taken on this machine", done.stderr)
        for words in (("0",), ("65536",), ("http",), ("80x",), ("-1",), ("",), ("8000", "8000")):
            done = self.sh("touch ran", *(w for word in words for w in ("--publish", word)))
            self.assertEqual(done.returncode, 125, words)
            self.assertIn("--publish", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "ran")))
        first = self.serve()
        second = self.sh("true", "--publish", str(PORT))
        self.assertEqual(second.returncode, 125)
        self.assertIn("taken", second.stderr)
        first.communicate("\n", timeout=60)

    def test_thePlanShowsItAndWithoutItNothingListens(self):
        text = self.ok(self.sh("true", "--dry-run", "--publish", str(PORT)))
        self.assertIn(f"published: port {PORT} of the run, on 127.0.0.1 and [::1] of this machine", text.stdout)
        as_json = self.ok(self.sh("true", "--dry-run", "--json", "--publish", str(PORT)))
        self.assertEqual(json.loads(as_json.stdout)["egress"]["published"], [PORT])
        with socket.create_server(("127.0.0.1", PORT)):      # a dry run takes nothing
            self.ok(self.sh("true", "--dry-run", "--publish", str(PORT)))
        self.serve(flags=("--keep",))
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", PORT), 5)

    def test_whateverDiesThePortIsFreeAgainAndNothingIsLeft(self):
        from test_egress_faults import parts
        run = self.serve()
        self.assertEqual(self.get()[0], 200)
        os.kill(parts("leadglass-egress", run.pid)[0], signal.SIGKILL)
        self.assertTrue(wait_until(lambda: self.answers(), 15), "a new egress process serves it")
        run.kill()
        run.communicate()
        self.assertTrue(wait_until(lambda: not self.listens(), 10))

    def answers(self):
        try:
            return self.get()[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", PORT), 5).close()
            return True
        except OSError:
            return False


if __name__ == "__main__":
    main(lab=True)
