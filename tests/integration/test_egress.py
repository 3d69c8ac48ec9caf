#!/usr/bin/env python3
"""What a run can reach, in the lab where every forbidden address answers from outside the box."""

import http.server
import json
import subprocess
import threading

from case import main, start, wait_until
from in_lab import ANSWER, NO_PROXY, InLab, bracket
from lab import FORBIDDEN, INSIDE4, INSIDE6

import origin

METADATA = ("169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "0xa9.254.0251.254", "169.254.43518",
            "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::1]",
            "[::169.254.169.254]", "[fd00:ec2::254]", "[fd20:ce::254]", "168.63.129.16", "100.100.100.200", "192.0.0.192",
            "metadata.google.internal", "metadata", "169.254.169.254.nip.test")


class Egress(InLab):
    def test_anAllowedNameIsReachedByEveryEntry(self):
        rows = self.reach(["http://allowed.test", "connect://allowed.test:80", "socks://allowed.test:80", "proxy://allowed.test:80"],
                          "--allow", "allowed.test:80")
        for target, row in rows.items():
            self.assertIn(ANSWER, row["got"], row)
        self.assertEqual({e["host"] for e in self.seen("http")}, {"allowed.test", "allowed.test:80"})

    def test_withoutProxyVariablesItIsReachedOverBothFamilies(self):
        script = ("env -u ALL_PROXY -u all_proxy -u HTTP_PROXY -u http_proxy -u HTTPS_PROXY -u https_proxy "
                  "sh -c 'curl -4 -sS http://allowed.test/; curl -6 -sS http://allowed.test/'")
        done = self.ok(self.sh(script, "--ask", "deny", "--allow", "allowed.test:80"))
        self.assertEqual(done.stdout.count(ANSWER), 2, done.stdout + done.stderr)

    def test_aHostThatHasIpv6OnlyIsReached(self):
        done = self.ok(self.sh(f"{NO_PROXY} curl -sS http://only6.test/; curl -sS http://only6.test/", "--ask", "deny",
                               "--allow", "only6.test:80"))
        self.assertEqual(done.stdout.count(ANSWER + " 2001:db8::66"), 2, done.stdout + done.stderr)

    def test_namesAreAnsweredOverIpv6AsOverIpv4(self):
        self.write("ask6.py", """import ipaddress, socket, struct, sys
def ask(server, family, name, kind):
    s = socket.socket(family, socket.SOCK_DGRAM)
    s.settimeout(5)
    s.connect((server, 53))
    labels = b"".join(bytes([len(l)]) + l.encode() for l in name.split("."))
    s.send(struct.pack("!6H", 7, 0x100, 1, 0, 0, 0) + labels + b"\\0" + struct.pack("!2H", kind, 1))
    answer = s.recv(4096)
    code, count = answer[3] & 15, struct.unpack("!H", answer[6:8])[0]
    return code, count, str(ipaddress.ip_address(answer[-(16 if kind == 28 else 4):])) if count else ""
for name in ("only6.test", "denied.test", "localhost"):
    for kind in (1, 28):
        print(name, kind, ask("127.0.0.1", socket.AF_INET, name, kind) == ask("::1", socket.AF_INET6, name, kind),
              *ask("2001:4860:4860::8888", socket.AF_INET6, name, kind))""")
        done = self.ok(self.box.run("/usr/bin/python3", "ask6.py", flags=["--ask", "deny", "--allow", "only6.test:80"]))
        rows = {tuple(line.split()[:2]): line.split()[2:] for line in done.stdout.splitlines()}
        self.assertEqual({row[0] for row in rows.values()}, {"True"}, done.stdout)
        for kind, book in (("1", "198.18."), ("28", "fd")):
            self.assertEqual(rows["only6.test", kind][1:3], ["0", "1"], done.stdout)
            self.assertTrue(rows["only6.test", kind][3].startswith(book), done.stdout)
        self.assertEqual(rows["localhost", "28"][3], "::1")
        self.assertEqual({e["name"] for e in self.seen("dns")}, set(), "no question leaves before a connection")

    def test_aNameWithoutAVerdictIsRefusedAndNeverAskedUpstream(self):
        rows = self.reach(["http://denied.test", "connect://denied.test:80", "socks://denied.test:80", "dns://denied.test",
                           "http://secret-data-as-a-name.denied.test", "http://allowed.test"], "--allow", "allowed.test:80")
        self.assertIn(ANSWER, rows.pop("http://allowed.test")["got"])
        self.refused(rows)
        self.assertIn("403", rows["connect://denied.test:80"]["got"])
        self.assertIn("socks code 2", rows["socks://denied.test:80"]["got"])
        names = {e["name"] for e in self.seen("dns")}
        self.assertEqual({n for n in names if "denied" in n}, set())
        self.assertTrue(any("allowed.test" == n for n in names), "the positive control: an allowed name is asked")

    def test_metadataInEverySpellingIsRefused(self):
        rows = self.reach([f"http://{spelling}" for spelling in METADATA] +
                          [f"{kind}://{bracket(a)}:80" for kind in ("connect", "socks", "socksaddr", "proxy", "tcp")
                           for a in FORBIDDEN] +
                          [f"{kind}://{spelling}:80" for kind in ("connect", "proxy", "socks") for spelling in METADATA
                           if kind != "socks" or "[" not in spelling])
        self.refused(rows, 1)
        self.nothing_left()
        denied = [r["subject"] for r in self.box.audit() if r["kind"] == "egress" and r["verdict"] == "deny"]
        self.assertTrue(any("169.254.169.254" in subject for subject in denied), denied)

    def test_metadataIsRefusedWhereARuleWouldAllowIt(self):
        for rule in ("169.254.169.254:80", "metadata.google.internal:80", "169.254.0.0/16:80"):
            with self.subTest(rule=rule):
                done = self.sh("/usr/bin/python3 reach.py http://169.254.169.254 http://metadata.google.internal",
                               "--ask", "deny", "--allow", rule)
                self.assertNotIn(ANSWER, done.stdout)
        self.nothing_left()

    def test_privateAndLinkLocalAddressesAreRefused(self):
        self.refused(self.reach([f"http://{bracket(a)}" for a in FORBIDDEN] + ["http://203.0.113.9", "http://[2001:db8::9]"]))
        self.nothing_left()

    def test_namesThatResolveToForbiddenAddressesAreRefused(self):
        class Own(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                hits.append(self.path)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(ANSWER.encode())

            def log_message(self, *_):
                pass

        hits = []
        for address in ("0.0.0.0", "::"):
            family = type("Server", (http.server.ThreadingHTTPServer,),
                          {"address_family": 10 if ":" in address else 2, "allow_reuse_address": True})
            if ":" in address:
                family.server_bind = lambda s: (s.socket.setsockopt(41, 26, 1), http.server.HTTPServer.server_bind(s))
            server = family((address, 80), Own)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            self.addCleanup(server.server_close)
            self.addCleanup(server.shutdown)
        names = [n for n in origin.REBIND if n not in ("flip.rebind.test", "mixed.rebind.test")]
        flags = [word for name in names for word in ("--allow", f"{name}:80")]
        self.refused(self.reach([f"http://{n}" for n in names], *flags))
        self.assertEqual(hits, [], "the host's own server was reached")
        self.nothing_left()
        self.refused(self.reach([f"http://{a}" for a in (INSIDE4, f"[{INSIDE6}]", "127.0.0.1", "[::1]", "0.0.0.0")]))
        self.assertEqual(hits, [])

    def test_aNameThatFlipsItsAddressIsCheckedAtEachConnection(self):
        first, again = "http://flip.rebind.test", "http://flip.rebind.test:80"
        rows = self.reach([first, again, "http://mixed.rebind.test"],
                          "--allow", "flip.rebind.test:80", "--allow", "mixed.rebind.test:80")
        self.assertIn(ANSWER + " 203.0.113.10", rows[first]["got"])
        self.assertNotIn(ANSWER, rows[again]["got"])
        self.assertEqual([e for e in self.seen("tcp") if e["address"].startswith("169.254")], [])

    def test_onlyTheAllowedPortIsOpen(self):
        rows = self.reach(["http://allowed.test", "http://allowed.test:8080", "tcp://allowed.test:22", "connect://allowed.test:25",
                           "socks://allowed.test:9000"], "--allow", "allowed.test:80")
        self.assertIn(ANSWER, rows.pop("http://allowed.test")["got"])
        self.refused(rows)
        self.assertEqual({e["port"] for e in self.seen("tcp")}, {80})

    def test_anotherHostBehindAnAllowedNameIsRefused(self):
        script = """curl -sS -o /dev/null -w '%{http_code}\\n' -H 'Host: other.test' http://allowed.test/
            curl -sS -o /dev/null -w '%{http_code}\\n' --resolve other.test:80:$(getent ahostsv4 allowed.test | awk 'NR==1{print $1}') http://other.test/"""
        done = self.sh(script, "--ask", "deny", "--allow", "allowed.test:80")
        self.assertEqual(done.stdout.splitlines()[0], "421", done.stdout + done.stderr)
        self.assertEqual([e["host"] for e in self.seen("http")], [])

    def test_anotherServerNameInTlsIsRefused(self):
        script = """curl -sS --noproxy '*' --cacert ca.pem https://allowed.test/
            for extra in '-servername other.test' '-noservername'; do
              echo | timeout 10 openssl s_client -connect allowed.test:443 $extra -CAfile ca.pem 2>&1 | grep -c 'BEGIN CERTIFICATE'
            done"""
        done = self.sh(script, "--ask", "deny", "--allow", "allowed.test")
        lines = done.stdout.splitlines()
        self.assertIn(ANSWER, lines[0], done.stderr)
        self.assertEqual(lines[1:], ["0", "0"], done.stdout)
        self.assertEqual({e["name"] for e in self.seen("tls")}, {"allowed.test"})

    def test_datagramsAndForeignNameServersAreRefused(self):
        self.refused(self.reach(["udp://203.0.113.9:9000", "udp://203.0.113.9:443", "udp://[2001:db8::9]:9000",
                                 "dns://steal.test@203.0.113.53", "dns://steal.test@192.0.2.1",
                                 "dns://steal.test@2001:db8::53"], "--allow", "allowed.test:80"))
        self.assertEqual(self.seen("udp", "dns"), [])

    def test_loopbackIsTheRunsOwnUnlessGranted(self):
        class Hello(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"host-loopback")

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 18123), Hello)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        targets = ["http://127.0.0.1:18123", "http://localhost:18123"]
        for row in self.reach(targets).values():
            self.assertNotIn("host-loopback", row["got"])
        for row in self.reach(targets, "--allow", "loopback:18123").values():
            self.assertIn("host-loopback", row["got"], row)
        own = self.ok(self.sh("/usr/bin/python3 -m http.server 8000 --bind 127.0.0.1 >/dev/null 2>&1 & sleep 1; "
                              "curl -sS --noproxy '*' http://127.0.0.1:8000/ | head -c 20", "--ask", "deny"))
        self.assertIn("<!DOCTYPE", own.stdout)

    def test_everyRefusalIsARowWithItsProcess(self):
        self.reach(["http://denied.test"])
        rows = [r for r in self.box.audit() if r["kind"] == "egress" and "denied.test" in r["subject"]]
        self.assertTrue(rows, self.box.audit())
        self.assertEqual(rows[0]["verdict"], "deny")
        self.assertIn("python3", json.dumps(rows[0]))

    def test_nobodyThereIsARefusalAndRecordedSo(self):
        profile = self.profile('[egress]\ndefault = "ask"\n')
        row = self.reach(["http://asked.test"], "--profile", profile)["http://asked.test"]
        self.assertNotIn(ANSWER, row["got"])
        outcomes = [r["outcome"] for r in self.box.audit() if "asked.test" in r["subject"]]
        self.assertIn("no_approver", outcomes)


class Asking(InLab):
    def setUp(self):
        super().setUp()
        # Somebody who could answer is there: a hold is not in vain.
        watch = subprocess.Popen([self.box.program, "approvals", "watch"], cwd=self.box.work, env=self.box.environment,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(watch.wait)
        self.addCleanup(watch.kill)

    def pending(self):
        return [row for row in self.box.json("approvals", "list") if row["state"] == "pending"]

    def question(self):
        rows = []

        def there():
            rows[:] = self.pending()
            return bool(rows)

        self.assertTrue(wait_until(there, 15, 0.2), "no question came up")
        return rows[0]

    def ask(self, verdict, *more):
        run = start(self.box, "/usr/bin/python3", "reach.py", "http://asked.test",
                    flags=["--profile", self.profile('[egress]\ndefault = "ask"\n'), "--ask", "app"])
        row = self.question()
        self.assertIn("asked.test", json.dumps(row))
        self.assertEqual([e for e in self.seen("dns", "tcp") if e.get("name") == "asked.test"], [], "asked upstream before the answer")
        self.ok(self.box.leadglass("answer", str(row["id"]), row["digest"], verdict, *more))
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, err)
        return json.loads(out.splitlines()[-1])

    def test_anAllowFromAnotherTerminalLetsTheConnectionGoOn(self):
        self.assertIn(ANSWER, self.ask("allow", "--scope", "once")["got"])
        outcomes = [r["outcome"] for r in self.box.audit() if r["kind"] == "egress" and "asked.test" in r["subject"]]
        self.assertIn("allowed_by_user", outcomes)

    def test_aDenyRefusesIt(self):
        self.assertNotIn(ANSWER, self.ask("deny")["got"])
        self.nothing_left()
        outcomes = [r["outcome"] for r in self.box.audit() if "asked.test" in r["subject"]]
        self.assertIn("denied_by_user", outcomes)

    def test_aWrongDigestAnswersNothing(self):
        run = start(self.box, "/usr/bin/python3", "reach.py", "http://asked.test",
                    flags=["--profile", self.profile('[egress]\ndefault = "ask"\n'), "--ask", "app"])
        row = self.question()
        wrong = self.box.leadglass("answer", str(row["id"]), "0" * len(row["digest"]), "allow")
        self.assertNotEqual(wrong.returncode, 0)
        self.assertEqual(len(self.pending()), 1)
        self.ok(self.box.leadglass("answer", str(row["id"]), row["digest"], "deny"))
        run.communicate(timeout=60)


if __name__ == "__main__":
    main(lab=True)
