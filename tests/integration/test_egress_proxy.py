#!/usr/bin/env python3
"""Proxies of the person's environment: used, with their credentials, which nothing inside or on disk ever shows."""

import base64
import json
import os
import socket
import struct
import threading

from case import main
from in_lab import ANSWER, NO_PROXY, InLab

USER, PASSWORD = "pat", "canary-p@ss:word"
ENCODED = "pat:canary-p%40ss%3Aword"
ALLOW = ["--ask", "deny", "--allow", "allowed.test:80"]


class Proxy:
    """HTTP CONNECT and SOCKS 5 on one port of the host; `asked` is what it was asked for, with what credentials."""

    def __init__(self, test, answer=None):
        self.asked, self.answer = [], answer
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        test.addCleanup(self.listener.close)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.one, args=(client,), daemon=True).start()

    def one(self, client):
        with client:
            try:
                first = client.recv(1)
                if self.answer is not None:
                    client.recv(65536)
                    client.sendall(self.answer)
                elif first == b"\x05":
                    self.socks(client)
                elif first:
                    self.connect(client, first)
            except OSError:
                pass

    def connect(self, client, head):
        while b"\r\n\r\n" not in head:
            head += client.recv(4096)
        lines = head.decode().split("\r\n")
        credentials = [base64.b64decode(line.split()[-1]).decode() for line in lines if line.startswith("Proxy-Authorization: Basic ")]
        target = lines[0].split()[1]
        self.asked.append((target, *credentials))
        if credentials != [f"{USER}:{PASSWORD}"]:
            client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return
        host, _, port = target.rpartition(":")
        self.relay(client, host, int(port), b"HTTP/1.1 200 OK\r\nX-Note: canary-proxy-head\r\n\r\n")

    def socks(self, client):
        methods = client.recv(client.recv(1)[0])
        client.sendall(b"\x05\x02" if 2 in methods else b"\x05\xff")
        client.recv(1)
        user = client.recv(client.recv(1)[0])
        password = client.recv(client.recv(1)[0])
        good = (user.decode(), password.decode()) == (USER, PASSWORD)
        client.sendall(b"\x01\x00" if good else b"\x01\x01")
        if good:
            client.recv(4)
            host = client.recv(client.recv(1)[0]).decode()
            port = struct.unpack("!H", client.recv(2))[0]
            self.asked.append((f"{host}:{port}", f"{USER}:{PASSWORD}"))
            self.relay(client, host, port, b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")

    def relay(self, client, host, port, answer):
        try:
            there = socket.create_connection((host, port), 10)
        except OSError:
            client.sendall(b"HTTP/1.1 502 no\r\n\r\n")
            return
        # What the server says first comes in one packet with the proxy's answer.
        first = there.recv(4096) if port == 22 else b""
        client.sendall(answer + first)

        def pass_on(a, b):
            try:
                while data := a.recv(65536):
                    b.sendall(data)
                b.shutdown(socket.SHUT_WR)
            except OSError:
                pass

        thread = threading.Thread(target=pass_on, args=(client, there), daemon=True)
        thread.start()
        pass_on(there, client)
        thread.join()
        there.close()


class Proxies(InLab):
    def setting(self, **variables):
        self.box.environment.update(variables)

    def assertNoSecret(self, *texts):
        for text in texts:
            for secret in (PASSWORD, ENCODED, "canary-p", base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()):
                self.assertNotIn(secret, text)

    def test_everyEntryGoesByTheProxyOfItsKindAndNothingPastIt(self):
        for scheme, kind in (("http", "http"), ("socks5h", "socks5")):
            with self.subTest(scheme=scheme):
                proxy = Proxy(self)
                self.setting(http_proxy=f"{scheme}://{ENCODED}@127.0.0.1:{proxy.port}", https_proxy="", all_proxy="")
                script = f"""curl -sS http://allowed.test/; {NO_PROXY} curl -sS http://allowed.test/
                    curl -sS --cacert ca.pem https://allowed.test/; exec 3<>/dev/tcp/ssh.test/22; read -t 5 line <&3; echo "$line"; env; cat /proc/self/environ"""
                done = self.box.run("bash", "-c", script, flags=[*ALLOW, "--allow", "allowed.test:443", "--allow", "ssh.test:22/ssh"])
                self.assertEqual(done.stdout.count(ANSWER), 3, done.stdout + done.stderr)
                self.assertIn("SSH-2.0-lab", done.stdout)
                self.assertEqual(proxy.asked, [(target, f"{USER}:{PASSWORD}") for target in
                                               ("allowed.test:80", "allowed.test:80", "allowed.test:443", "ssh.test:22")])
                ends = [r["detail"]["address"] for r in self.box.audit() if r["kind"] == "egress_end"]
                self.assertIn(f"{kind}://127.0.0.1:{proxy.port} (with credentials)", ends)
                self.assertNoSecret(done.stdout, done.stderr)
                self.assertNotIn(str(proxy.port), done.stdout)

    def test_credentialsAreInNoPlanRowLogOrError(self):
        proxy = Proxy(self)
        self.setting(https_proxy=f"http://{ENCODED}@127.0.0.1:{proxy.port}", HTTP_PROXY=f"http://{ENCODED}@127.0.0.1:{proxy.port}")
        text, as_json = (self.sh("true", *ALLOW, "--dry-run", *more) for more in ((), ("--json",)))
        self.assertIn(f"by your proxy, https: http://127.0.0.1:{proxy.port} (with credentials)", text.stdout)
        self.assertEqual(len(json.loads(as_json.stdout)["egress"]["upstream_proxies"]), 2)
        run = self.ok(self.sh("curl -sS http://allowed.test/", *ALLOW))
        wrong = self.sh("curl -sS http://allowed.test/", *ALLOW, extra={"HTTP_PROXY": f"http://pat:canary-p-wrong@127.0.0.1:{proxy.port}"})
        self.assertIn("cannot be reached: by the proxy http://127.0.0.1", wrong.stderr)
        self.assertIn("it does not take the user and password (407)", wrong.stderr)
        bad = [self.sh("true", extra={"https_proxy": value}) for value in
               (f"https://{ENCODED}@proxy.test:1", f"ftp://{ENCODED}@proxy.test", f"http://{ENCODED}@", f"http://{ENCODED}%@proxy.test:1",
                f"http://{ENCODED}@proxy.test:99999", f"http://{ENCODED}@a b:1")]
        for done in bad:
            self.assertEqual(done.returncode, 125, done.stderr)
            self.assertIn("the variable https_proxy", done.stderr)
        self.assertNoSecret(*(t for done in (text, as_json, run, wrong, *bad) for t in (done.stdout, done.stderr)),
                            json.dumps(self.box.audit()))
        for here, _, leaves in os.walk(self.box.home):
            for leaf in leaves:
                with open(os.path.join(here, leaf), "rb") as handle:
                    self.assertNotIn(b"canary-p", handle.read(), leaf)

    def test_theVerdictComesBeforeTheProxyIsAsked(self):
        proxy = Proxy(self)
        self.setting(all_proxy=f"socks5://{ENCODED}@127.0.0.1:{proxy.port}")
        targets = ["http://denied.test", "connect://denied.test:80", "http://169.254.169.254", "connect://metadata.google.internal:80",
                   "http://aws.rebind.test", "http://ten.rebind.test", "http://203.0.113.9"]
        rows = self.reach(targets, "--allow", "aws.rebind.test:80", "--allow", "ten.rebind.test:80", "--allow", "203.0.113.9:80",
                          "--allow", "allowed.test:80")
        self.refused(rows)
        self.assertEqual(proxy.asked, [])
        self.nothing_left()
        told = [r["detail"]["why"] for r in self.box.audit() if r["reason"] == "not_connected"]
        self.assertIn("unreachable: an address is not asked of a proxy; name it in no_proxy to reach it directly", told)

    def test_whatNoProxyNamesIsDialledDirectlyAndNothingElse(self):
        proxy = Proxy(self)
        self.setting(http_proxy=f"http://{ENCODED}@127.0.0.1:{proxy.port}")
        hosts = ("a.direct.test", "direct.test", "notdirect.test", "dot.test", "below.dot.test", "star.test", "port.test")
        flags = [word for host in (*hosts, "203.0.113.9", "[2001:db8::9]") for word in ("--allow", f"{host}:80")]
        self.setting(no_proxy="direct.test, .below.dot.test,*.star.test port.test:8080 203.0.113.9/32,[2001:db8::9],%%,/")
        rows = self.reach([f"http://{h}" for h in (*hosts, "203.0.113.9", "[2001:db8::9]")], *flags)
        for row in rows.values():
            self.assertIn(ANSWER, row["got"], row)
        self.assertEqual({target for target, _ in proxy.asked}, {"notdirect.test:80", "dot.test:80", "port.test:80"})
        proxy.asked.clear()
        for value in ("*", "203.0.113.0/24,2001:db8::/32"):
            self.setting(no_proxy=value)
            self.assertIn(ANSWER, self.reach(["http://a.direct.test"], *flags)["http://a.direct.test"]["got"])
            self.assertEqual(proxy.asked, [], value)

    def test_aNameThatOnlyTheProxyKnowsGoesThereWhereTheRuleSaysSo(self):
        proxy = Proxy(self)
        self.setting(http_proxy=f"http://{ENCODED}@127.0.0.1:{proxy.port}")
        profile = self.profile('[egress]\ndefault = "deny"\nallow = [{ host = "inner.example", port = 80, via_proxy = true }, '
                               '{ host = "other.example", port = 80 }]\n')
        done = self.sh("curl -sS -o /dev/null -w '%{http_code}\\n' http://inner.example/ http://other.example/", "--ask", "deny", "--profile", profile)
        self.assertEqual([target for target, _ in proxy.asked], ["inner.example:80"])
        self.assertIn("inner.example:80 is allowed but cannot be reached: by the proxy", done.stderr)
        self.assertIn("via_proxy = true leaves the name to the proxy", done.stderr)

    def test_aProxyThatAnswersAnythingElseIsOneClearError(self):
        cases = {b"HTTP/1.1 403 Forbidden\r\n\r\n": "it answered 403", b"SSH-2.0-x\r\n": "no HTTP proxy", b"": "ended the connection",
                 b"HTTP/1.1 200 OK\r\n" + b"X: " + b"x" * 40000: "its answer has no end", b"HTTP/1.1 2": "ended the connection"}
        for answer, words in cases.items():
            with self.subTest(answer=answer[:20]):
                proxy = Proxy(self, answer)
                self.setting(http_proxy=f"http://127.0.0.1:{proxy.port}")
                done = self.sh("curl -sS -o /dev/null -w '%{http_code}' http://allowed.test/", *ALLOW)
                self.assertEqual(done.stdout, "502")
                self.assertRegex(done.stderr, f"by the proxy .*{words}")
        gone = socket.create_server(("127.0.0.1", 0))
        port = gone.getsockname()[1]
        gone.close()
        self.setting(http_proxy=f"http://127.0.0.1:{port}")
        done = self.sh("curl -sS -o /dev/null -w '%{http_code}' http://allowed.test/", *ALLOW)
        self.assertEqual(done.stdout, "502")
        self.assertIn(f"by the proxy http://127.0.0.1:{port}: Connection refused", done.stderr)
        self.nothing_left()


if __name__ == "__main__":
    main(lab=True)
