#!/usr/bin/env python3
"""Published breakages of other sandboxes' egress, as claims about ours (tests/cases names them)."""

import hashlib
import os
import pathlib
import shutil

from case import HERE, main
from in_lab import ANSWER, NO_PROXY, InLab, bracket

CASES = pathlib.Path(HERE, "../cases")
TRY = """import os, re, socket, ssl, struct, sys
context = ssl.create_default_context(); context.check_hostname = False; context.verify_mode = ssl.CERT_NONE
proxy = int(os.environ["HTTP_PROXY"].rsplit(":", 1)[1])
def tunnel(authority):
    s = socket.create_connection(("127.0.0.1", proxy), 10)
    s.sendall(f"CONNECT {authority} HTTP/1.1\\r\\nHost: {authority}\\r\\n\\r\\n".encode())
    head = b""
    while b"\\r\\n\\r\\n" not in head:
        more = s.recv(4096)
        if not more: break
        head += more
    code = head[9:12].decode()
    if code != "200": raise PermissionError(code)
    return s
def socks(host, port):
    s = socket.create_connection(("127.0.0.1", proxy), 10)
    s.sendall(b"\\x05\\x01\\x00"); s.recv(2)
    s.sendall(b"\\x05\\x01\\x00\\x03" + bytes([len(host)]) + host.encode() + struct.pack("!H", port))
    answer = s.recv(64)
    if answer[1:2] != b"\\0": raise PermissionError(answer[1])
    return s
def captured(host, port):
    try: return socket.create_connection((host, port), 10)
    except (UnicodeError, ValueError) as problem: raise PermissionError(str(problem))
def tls(s, name):
    with context.wrap_socket(s, server_hostname=name) as t: return "reached"
def absolute(authority):
    s = socket.create_connection(("127.0.0.1", proxy), 10)
    s.sendall(f"GET http://{authority}/ HTTP/1.1\\r\\nHost: {authority}\\r\\nConnection: close\\r\\n\\r\\n".encode())
    head = s.recv(4096)
    return "reached" if b" 200 " in head.split(b"\\r\\n")[0] else head[9:12].decode()
for line in sys.stdin.read().splitlines():
    host, _, port = line.rpartition(":"); plain = re.sub("[^a-z.0-9-]", "", host.rpartition("@")[2]).rstrip(".")
    for entry, act in (("connect", lambda: tls(tunnel(line), plain)), ("socks", lambda: tls(socks(host, int(port)), plain)),
                       ("captured", lambda: tls(captured(host, int(port)), plain)), ("absolute", lambda: absolute(line))):
        try: said = act()
        except (OSError, ValueError) as problem: said = str(problem) or type(problem).__name__
        print(line, entry, said.replace(" ", "_"), sep="\\t")
"""


class Names(InLab):
    """EM-01, EM-03, EM-06: what a rule covers, in every spelling, on every way in."""

    def rows(self, rule, authorities):
        flags = []
        for word in rule.split():
            verdict, _, target = word.rpartition("deny:") if word.startswith("deny:") else ("", "", word.removeprefix("allow:"))
            target = "*.example.test" if target == "*" else target
            flags += ["--deny" if word.startswith("deny:") else "--allow", target]
        self.write("try.py", TRY)
        done = self.ok(self.box.run("/usr/bin/python3", "try.py", flags=["--ask", "deny", *flags], stdin=None,
                                    input="\n".join(authorities)))
        return [line.split("\t") for line in done.stdout.splitlines()]

    def test_theLiveProxyAgreesWithTheMatrix(self):
        wanted = {}
        for line in (CASES / "EM-01/matrix.tsv").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                rule, authority, expect = line.split("\t")[:3]
                wanted.setdefault(rule, {})[authority] = expect
        self.assertGreater(sum(map(len, wanted.values())), 13)
        for rule, authorities in wanted.items():
            names_before = len(self.seen("dns"))
            for authority, entry, said in self.rows(rule, authorities):
                expect = authorities[authority]
                with self.subTest(rule=rule, authority=authority, entry=entry, said=said):
                    if entry == "absolute":       # the same name, and a port that no rule opens for plain HTTP
                        self.assertNotEqual(said, "reached")
                        if expect == "reject":
                            self.assertEqual(said, "400")
                    elif expect == "allow":
                        self.assertEqual(said, "reached")
                    elif expect in ("deny", "reject"):
                        self.assertNotEqual(said, "reached")
                    if expect == "reject" and entry == "connect":
                        self.assertEqual(said, "400")
                    if expect == "allow-or-deny" and entry != "absolute":      # README: below, at any depth
                        self.assertEqual(said, "reached")
            asked = {e["name"] for e in self.seen("dns")[names_before:]}
            allowed = {a.rpartition(":")[0].rstrip(".") for a, e in authorities.items() if e.startswith("allow")}
            self.assertLessEqual(asked, allowed, "only what is allowed is asked upstream, without its final dot")

    def test_theHistoryHasOneSpellingOfAName(self):
        self.rows("example.test", ["EXAMPLE.test.:443", "example.test:443"])
        subjects = {r["subject"] for r in self.box.audit() if r["kind"] == "egress" and r["verdict"] == "allow"}
        self.assertEqual(subjects, {"example.test:443"})
        self.assertEqual({e["name"] for e in self.seen("tls")}, {"example.test"})


class Consistency(InLab):
    def test_anotherServerNameInsideATunnelIsRefused(self):
        """EM-08, by CONNECT and by SOCKS; one that is allowed itself is another connection, not this one."""
        self.write("sni.py", TRY.split("for line in")[0] + """
for how in ("connect", "socks"):
    for name in ("allowed.test", "other.test", None):
        s = tunnel("allowed.test:443") if how == "connect" else socks("allowed.test", 443)
        try: print(how, name, tls(s, name))
        except OSError as problem: print(how, name, "refused")
s = tunnel("allowed.test:443")
s.sendall(b"SSH-2.0-client\\r\\n")
try: print("raw", s.recv(10))
except OSError: print("raw refused")""")
        done = self.ok(self.box.run("/usr/bin/python3", "sni.py", flags=["--ask", "deny", "--allow", "allowed.test"]))
        self.assertEqual(done.stdout.splitlines(), ["connect allowed.test reached", "connect other.test refused", "connect None refused",
                                                    "socks allowed.test reached", "socks other.test refused", "socks None refused",
                                                    "raw refused"], done.stdout)
        self.assertEqual({e["name"] for e in self.seen("tls")}, {"allowed.test"})


class Bodies(InLab):
    def test_uploadsOfEveryFramingAreWholeAndContinueIsNotWaitedFor(self):
        """EP-03 without inspection: lengths, chunks, Expect; the hash of what came is the hash of what went."""
        size = 24 << 20
        self.write("body.bin", "0123456789abcdef" * (size // 16))
        wanted = hashlib.sha256(b"0123456789abcdef" * (size // 16)).hexdigest()
        script = f"""for proxy in '' '--noproxy *'; do for how in '-H Content-Type:x' '-H Transfer-Encoding:chunked' '-H Expect:100-continue'; do
            set -f; curl -sS $proxy $how --data-binary @body.bin -w ' %{{http_code}} %{{time_starttransfer}}\\n' http://allowed.test/up; done; done"""
        done = self.ok(self.sh(script, "--ask", "deny", "--allow", "allowed.test:80"))
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual([row[:2] for row in rows], [[wanted, "200"]] * 6, done.stdout + done.stderr)


class HostServices(InLab):
    def test_aServerOfTheRunIsReachedByItsNameWithAndWithoutProxyVariables(self):
        """EP-05: what listens inside is inside; the host's loopback is not looked at."""
        script = f"""/usr/bin/python3 -u -m http.server 5173 --bind 127.0.0.1 >log 2>&1 & until grep -q Serving log; do sleep 0.1; done
            for url in http://localhost:5173/ http://127.0.0.1:5173/; do curl -sS -o /dev/null -w '%{{http_code}}\\n' $url
            {NO_PROXY} curl -sS -o /dev/null -w '%{{http_code}}\\n' $url; curl -sS --noproxy '*' -o /dev/null -w '%{{http_code}}\\n' $url; done
            kill %1"""
        done = self.box.run("bash", "-c", script, flags=["--ask", "deny"])
        self.assertEqual(done.stdout.split(), ["200"] * 6, done.stdout + done.stderr)

    def test_sshHasNoNeedOfHelpers(self):
        """EP-06: the banner comes, the person's policy is named where it does not."""
        if not shutil.which("ssh", path="/usr/bin"):
            self.skipTest("ssh is not here")
        done = self.sh("ssh -v -o BatchMode=yes -o ConnectTimeout=5 ssh.test 2>&1; date +%s%N; "
                       "ssh -o BatchMode=yes -o ConnectTimeout=5 denied.test 2>&1; date +%s%N", "--ask", "deny", "--allow", "ssh.test:22/ssh")
        self.assertIn("remote software version lab", done.stdout)
        first, second = (line for line in done.stdout.splitlines() if line.isdigit())
        self.assertLess((int(second) - int(first)) / 1e9, 4.5, done.stdout)
        self.assertRegex(done.stderr, "refused: denied.test")


class Metadata(InLab):
    def test_everyTargetIsRefusedOnEveryWayAndNobodyIsAsked(self):
        """MD-01: rules, private ranges and a default of ask change nothing."""
        targets = (CASES / "MD-01/targets.txt").read_text(encoding="ascii").split()
        ways = [f"{kind}://{target}:80" for target in targets for kind in ("http", "connect", "proxy", "tcp")]
        ways += [f"socks://{target}:80" for target in targets if "[" not in target]
        profiles = ('[egress]\ndefault = "ask"\n', '[egress]\ndefault = "deny"\nallow = [{ address = "10.0.0.0/8", port = 80, private = true }]\n')
        for index, text in enumerate(profiles):
            rows = self.reach(ways, "--profile", self.profile(text, name=f"trial{index}"))
            self.refused(rows, 1)
        self.nothing_left()
        rows = [r for r in self.box.audit() if r["kind"] in ("egress", "approval") and
                any(bracket(t.strip("[]")).lower() in r["subject"] for t in targets)]
        self.assertTrue(rows)
        self.assertEqual({r["verdict"] for r in rows}, {"deny"})
        self.assertNotIn("no_approver", {r["outcome"] for r in rows}, "a question was raised")
        self.assertEqual({r["reason"] for r in rows}, {"hard_denial:metadata"}, rows)


if __name__ == "__main__":
    main(lab=True)
