#!/usr/bin/env python3
"""Connections that are looked into: who is believed, what is refused, what is asked, and what a killed leadglass-inspect leaves."""

import json
import os
import signal
import subprocess
import time

from case import main, start, wait_until
from inspected import DIRECT, Inspected, rule
from test_egress_faults import parts, resident

GET = "curl -sS -m 20 --http1.1 "
OK = 'methods = ["GET"], paths = ["/ok/**"]'
SECRET = "sk-real-0123456789abcdefghijklmnop"


class Believed(Inspected):
    def refused_server(self, port):
        flags = self.policy(rule("inspected.test", port, 'methods = ["GET"]'))
        done = self.sh(GET + f"https://inspected.test:{port}/ok/x 2>&1; " + DIRECT + GET + f"https://inspected.test:{port}/ok/x 2>&1", *flags)
        self.assertNotIn("inspected-answer", done.stdout)
        self.assertEqual(self.asked(), [], "no request went to a server that is not who it says")
        rows = [r for r in self.denials() if r["reason"].startswith("upstream_")]
        self.assertTrue(rows, self.denials())
        self.assertIn(f"inspected.test:{port}", done.stderr, "the person is told")
        self.assertEqual(done.stderr.count(f"inspected.test:{port} is not who it says"), 1, done.stderr)
        return rows[0]

    def test_aServerWhoseCertificateHasExpired(self):
        self.assertEqual(self.refused_server(4461)["reason"], "upstream_expired")

    def test_aServerThatNobodyVouchesFor(self):
        self.assertEqual(self.refused_server(4462)["reason"], "upstream_untrusted")

    def test_aServerWithAnotherName(self):
        self.assertEqual(self.refused_server(4463)["reason"], "upstream_wrong_name")

    def test_withoutTheRootsOfThePersonNothingIsBelieved(self):
        del self.box.environment["SSL_CERT_FILE"]         # this machine's own do not know the lab's
        flags = self.policy(rule("inspected.test", 4451, OK))
        done = self.sh(GET + "https://inspected.test:4451/ok/x 2>&1", *flags)
        self.assertNotIn("inspected-answer", done.stdout)
        self.assertEqual(self.asked(), [])

    def test_aBadVariableIsOneClearErrorAndNoRun(self):
        self.box.environment["SSL_CERT_FILE"] = "/nowhere/ca.pem"
        done = self.sh("true", *self.policy(rule("inspected.test", 4451, OK)))
        self.assertEqual(done.returncode, 125)
        self.assertIn("SSL_CERT_FILE='/nowhere/ca.pem'", done.stderr)

    def test_theAuthorityVouchesForTheHostsOfRulesAlone(self):
        script = """cat /.leadglass/trust/run-ca.pem; ls /.leadglass/trust; grep -c BEGIN /.leadglass/trust/bundle.pem; echo "$SSL_CERT_FILE"
            grep -rl 'PRIVATE KEY' /.leadglass /etc/ssl/certs 2>/dev/null; touch /.leadglass/trust/x /etc/ssl/certs/x 2>&1 | grep -c Read-only"""
        before = os.listdir("/etc/ssl/certs")
        done = self.sh(script, *self.policy(rule("inspected.test", 4451, OK)))
        pem, _, rest = done.stdout.partition("-----END CERTIFICATE-----\n")
        text = subprocess.run(["openssl", "x509", "-noout", "-text"], input=pem + "-----END CERTIFICATE-----\n", capture_output=True, text=True).stdout
        self.assertIn("CA:TRUE, pathlen:0", text)
        self.assertIn("DNS:inspected.test", text)
        self.assertIn("Name Constraints: critical", text)
        lines = rest.splitlines()
        self.assertEqual(lines[:3], ["bundle.pem", "cacerts", "run-ca.pem"])
        self.assertEqual(lines[3:], ["2", "/.leadglass/trust/bundle.pem", "2"], "the lab's CA and the run's; no key; nothing can be written")
        self.assertEqual(os.listdir("/etc/ssl/certs"), before, "the host is not touched")

    def test_aRunThatInspectsNothingHasThisMachinesOwnStores(self):
        done = self.ok(self.sh("ls /.leadglass; echo \"${NODE_OPTIONS-none} $SSL_CERT_FILE\"", "--ask", "deny", "--allow", "allowed.test"))
        lines = done.stdout.splitlines()
        self.assertNotIn("trust", lines[:-1])
        self.assertTrue(lines[-1].startswith("none"), lines)
        self.assertNotIn("/.leadglass", lines[-1])

    def test_aDryRunShowsWhatIsOpenedAndWritesNothing(self):
        flags = self.policy(rule("inspected.test", 4451, OK))
        done = self.ok(self.box.run("true", flags=[*flags, "--dry-run"]))
        self.assertIn("inspected: inspected.test", done.stdout)
        self.assertIn("/.leadglass/trust", done.stdout)
        self.assertIn("SSL_CERT_FILE=/.leadglass/trust/bundle.pem", done.stdout)
        self.assertIn(os.path.join(self.lab, "ca.pem"), done.stdout)


class Consistent(Inspected):
    def setUp(self):
        super().setUp()
        self.flags = self.policy(rule("inspected.test", 4451, OK), rule("other.test", 4451, OK))

    def test_anotherHostInsideIsRefusedByEveryEntry(self):
        script = "".join(f"{how}{GET}-o /dev/null -w '%{{http_code}}\\n' -H 'Host: other.test:4451' https://inspected.test:4451/ok/x; " for how in ("", DIRECT))
        done = self.sh(script, *self.flags)
        self.assertEqual(done.stdout.split(), ["421", "421"], done.stderr)
        self.assertEqual(self.asked(), [])
        self.assertIn("name_inconsistent", {r["reason"] for r in self.denials()} | {r["reason"] for r in self.requests("deny")})

    def test_anotherNameInTheHelloIsRefused(self):
        script = DIRECT + "sh -c 'echo | timeout 5 openssl s_client -connect inspected.test:4451 -servername other.test 2>&1 | grep -c BEGIN'"
        done = self.sh(script, *self.flags)
        self.assertEqual(done.stdout.split(), ["0"])
        self.assertIn("name_inconsistent", {r["reason"] for r in self.denials()})

    def test_everyRequestOfAKeptConnectionIsJudged(self):
        script = """import http.client, os, ssl
c = http.client.HTTPSConnection("inspected.test", 4451, timeout=20)
for method, path in (("GET", "/ok/1"), ("GET", "/no"), ("POST", "/ok/2"), ("GET", "/ok/3"), ("GET", "/ok/../no"), ("GET", "/ok/4")):
    c.request(method, path, body=b"x" if method == "POST" else None)
    a = c.getresponse(); a.read(); print(a.status)"""
        self.write("kept.py", script)
        done = self.ok(self.sh(DIRECT + "/usr/bin/python3 kept.py", *self.flags))
        self.assertEqual(done.stdout.split(), ["200", "403", "403", "200", "403", "200"])
        self.assertEqual([e["path"] for e in self.asked()], ["/ok/1", "/ok/3", "/ok/4"])

    def test_aProgramThatHoldsToItsOwnCertificatesIsTold(self):
        script = "curl -sS -m 10 --cacert ca.pem --capath /tmp https://inspected.test:4451/ok/x 2>&1; " * 3
        done = self.sh(script, *self.flags)
        self.assertNotIn("inspected-answer", done.stdout)
        self.assertEqual(done.stderr.count("so its requests cannot be looked into"), 1, done.stderr)
        self.assertIn("inspect = false", done.stderr)
        rows = [r for r in self.denials() if r["reason"] == "certificate_refused"]
        self.assertEqual(len(rows), 3)
        self.assertTrue(all(r["origin"] for r in rows), "it names the rule")

    def test_aRuleCanLeaveItsHostUnopened(self):
        flags = self.policy(rule("inspected.test", 4451, OK), rule("pinned.test", 4451, "inspect = false"))
        done = self.ok(self.sh("curl -sS -m 10 --cacert ca.pem --capath /tmp https://pinned.test:4451/ok/x", *flags))
        self.assertIn("inspected-answer", done.stdout)


class Credentials(Inspected):
    def secret(self, *inject, rest="", env="MODEL_KEY"):
        places = ", ".join(inject or ('{ host = "inspected.test", port = [4451], header = "x-api-key" }',))
        return f'[[secret]]\nname = "model"\nsource = "env:REAL_KEY"\ninject = [{places}]\nenv = "{env}"\n{rest}'

    def run_(self, script, *rules, rest="", **more):
        self.box.environment["REAL_KEY"] = SECRET
        return self.sh(script, *self.policy(*(rules or (rule("inspected.test", 4451, 'paths = ["/**"]'),)), rest=self.secret(rest=rest)), **more)

    def test_theRunHasAPlaceholderAndTheServerTheValue(self):
        done = self.ok(self.run_("echo $MODEL_KEY; env | grep -c REAL_KEY; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c sk-real; "
                                 + GET + '-H "x-api-key: $MODEL_KEY" https://inspected.test:4451/echo'))
        lines = done.stdout.splitlines()
        self.assertNotIn("sk-real", done.stdout)
        self.assertEqual(lines[1:3], ["0", "0"])
        asked, = self.asked()
        self.assertEqual(asked["headers"]["x-api-key"], SECRET)
        uses = [r for r in self.box.audit() if r["kind"] == "credential" and r["reason"] == "injected"]
        self.assertEqual([(r["subject"], r["detail"]["path"]) for r in uses], [("model", "/echo")])
        self.assertNotIn(SECRET, json.dumps(self.box.audit()))

    def test_aValueThatComesBackIsMasked(self):
        done = self.ok(self.run_(GET + '-i -H "x-api-key: $MODEL_KEY" https://inspected.test:4451/leak'))
        self.assertNotIn("sk-real", done.stdout)
        self.assertIn("*" * len(SECRET), done.stdout)
        ends = [r["detail"] for r in self.box.audit() if r["kind"] == "request_end"]
        self.assertGreaterEqual(ends[0]["redacted"], 2, "head and body")

    def test_aValueThatTheServerKeepsIsMaskedForWhoeverAsksLater(self):
        kept = GET + "%s https://inspected.test:4451/kept; "
        done = self.ok(self.run_(GET + '-H "x-api-key: $MODEL_KEY" https://inspected.test:4451/keep; ' + kept % "" + kept % "--compressed"
                                 + kept % "-r 0-15" + kept % "-r 16-200"))
        self.assertNotIn("sk-real", done.stdout)
        self.assertNotIn(SECRET[8:], done.stdout)
        self.assertEqual(done.stdout.count("kept: " + "*" * len(SECRET) + "."), 4, done.stdout)

    def test_aPlaceholderAnywhereElseIsRefused(self):
        rules = [rule("inspected.test", 4451, 'paths = ["/**"]'), rule("other.test", 4451, 'paths = ["/**"]')]
        curl = GET + "-o /dev/null -w '%{http_code} ' "
        done = self.run_(curl + '-H "x-other: $MODEL_KEY" https://inspected.test:4451/a; ' + curl + '"https://inspected.test:4451/b?k=$MODEL_KEY"; '
                         + curl + '-H "x-api-key: $MODEL_KEY" https://other.test:4451/c; ' + curl + '-d "k=$MODEL_KEY" https://inspected.test:4451/d; '
                         + curl + '-H "x-api-key: $MODEL_KEY" https://inspected.test:4451/e', *rules)
        statuses = done.stdout.split()
        self.assertEqual(statuses[:3], ["403"] * 3, done.stderr)
        self.assertEqual(statuses[4], "200")
        self.assertNotIn("sk-real", json.dumps([e for e in self.asked() if e["path"] != "/e"]))
        self.assertNotIn("c", [e["path"] for e in self.asked()])

    def test_aSourceWithoutAValueIsToldAndTheRuleStays(self):
        self.box.environment.pop("REAL_KEY", None)
        flags = self.policy(rule("inspected.test", 4451, OK), rest=self.secret())
        done = self.ok(self.sh(GET + "https://inspected.test:4451/ok/x; echo ${MODEL_KEY-none}", *flags))
        self.assertIn("inspected-answer", done.stdout)
        self.assertIn("none", done.stdout.splitlines()[-1])
        self.assertIn("'model'", done.stderr)
        needed = self.sh("true", "--secret", "model", *flags)
        self.assertEqual(needed.returncode, 125)
        self.assertIn("--secret model", needed.stderr)
        unknown = self.sh("true", "--secret", "nothing", *flags)
        self.assertEqual(unknown.returncode, 125)
        self.assertIn("it has model", unknown.stderr)

    def test_usesAreLimited(self):
        curl = GET + '-o /dev/null -w "%{http_code} " -H "x-api-key: $MODEL_KEY" https://inspected.test:4451/x; '
        done = self.run_(curl * 3, rest="uses = 2\n")
        self.assertEqual(done.stdout.split(), ["200", "200", "403"], done.stderr)


class Asked(Inspected):
    def session(self, flags):
        run = start(self.box, "sh", flags=flags, stdin=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        return run

    def send(self, run, line):
        run.stdin.write(line + "; echo END\n")
        run.stdin.flush()

    def heard(self, run):
        said = ""
        while not said.endswith("END\n"):
            more = run.stdout.readline()
            self.assertTrue(more, f"the run ended: {said}")
            said += more
        return said[:-4]

    def pending(self):
        self.assertTrue(wait_until(lambda: self.box.pending(), 30))
        return self.box.pending()[0]

    def answer(self, question, *words):
        return self.ok(self.box.leadglass("answer", question["id"], question["digest"], *words))

    def test_aQuestionIsAboutOneMethodAndPath(self):
        ask = rule("inspected.test", 4451, 'methods = ["POST"]')
        flags = ["--ask", "app", *self.policy(rule("inspected.test", 4451, 'methods = ["GET"]'), ask=[ask], rest='[approvals]\nhold = "20s"\n')[2:]]
        run = self.session(flags)
        post = GET + "-o /dev/null -w '%{http_code}\\n' -d x https://inspected.test:4451"
        self.send(run, GET + "-o /dev/null -w '%{http_code}\\n' https://inspected.test:4451/read")
        self.assertEqual(self.heard(run).strip(), "200", "what is allowed is not asked")
        self.send(run, post + "/one")
        question = self.pending()
        self.assertEqual(question["object"], "POST https://inspected.test:4451/one")
        self.assertEqual((question["method"], question["path"]), ("POST", "/one"))
        shown = self.box.leadglass("approvals").stdout
        self.assertIn("POST https://inspected.test:4451/one", shown)
        self.answer(question, "allow")
        self.assertEqual(self.heard(run).strip(), "200")
        self.send(run, post + "/two")
        question = self.pending()
        wide = self.box.leadglass("answer", question["id"], question["digest"], "allow", "--scope", "always")
        self.assertNotEqual(wide.returncode, 0, "for good it is about a host, which must be named")
        self.assertIn("inspected.test", wide.stderr)
        self.answer(question, "allow", "--scope", "run")
        self.assertEqual(self.heard(run).strip(), "200")
        self.send(run, post + "/two")
        self.assertEqual(self.heard(run).strip(), "200", "its path is allowed for the run")
        self.send(run, post + "/three")
        question = self.pending()
        self.assertEqual(question["path"], "/three")
        self.answer(question, "deny")
        self.assertEqual(self.heard(run).strip(), "403")
        self.send(run, post + "/four")
        self.answer(self.pending(), "allow", "--scope", "run", "--host", "inspected.test")
        self.assertEqual(self.heard(run).strip(), "200")
        self.send(run, post + "/five")
        self.assertEqual(self.heard(run).strip(), "200", "the whole host is")
        self.assertEqual([e["path"] for e in self.asked() if e["method"] == "POST"], ["/one", "/two", "/two", "/four", "/five"])
        kinds = [r["kind"] for r in self.box.audit()]
        self.assertEqual(kinds.count("question"), 4)

    def test_ofWhatWaitsNothingIsSent(self):
        flags = ["--ask", "app", *self.policy(ask=[rule("inspected.test", 4451, 'methods = ["POST"]')], rest='[approvals]\nhold = "2s"\n')[2:]]
        run = self.session(flags)
        self.send(run, GET + "-o /dev/null -w '%{http_code}\\n' -d x https://inspected.test:4451/one")
        self.pending()
        self.assertEqual(self.asked(), [])
        self.assertEqual(self.heard(run).strip(), "403", "nobody answered")
        self.assertEqual(self.asked(), [])


class Faults(Asked):
    def test_aKilledProcessFailsItsRequestsAndTheNextHasTheSameAuthority(self):
        run = self.session(self.policy(rule("inspected.test", 4451, 'methods = ["GET"]')))
        self.send(run, "cat /.leadglass/trust/run-ca.pem | sha256sum; " + GET + "https://inspected.test:4451/one")
        self.assertIn("inspected-answer", self.heard(run))
        old = parts("leadglass-inspect", run.pid)
        self.assertEqual(len(old), 1)
        self.send(run, GET + "https://inspected.test:4451/slow=30 2>&1; echo \"status $?\"")
        self.assertTrue(wait_until(lambda: [e for e in self.asked() if "/slow" in e["path"]], 10))
        os.kill(old[0], signal.SIGKILL)
        self.assertNotIn("status 0", self.heard(run))
        self.assertTrue(wait_until(lambda: parts("leadglass-inspect", run.pid) not in ([], old), 10))
        self.send(run, GET + "https://inspected.test:4451/two 2>&1")
        self.assertIn("inspected-answer", self.heard(run), "the trust stores of the run know the new process's certificates")
        self.send(run, GET + "-o /dev/null -w '%{http_code}' -X POST https://inspected.test:4451/three 2>&1")
        self.assertEqual(self.heard(run), "403")
        rows = self.box.audit()
        self.assertIn("egress_ended", [r["reason"] for r in rows if r["kind"] == "request_end"])

    def test_aFloodOfRequestsDoesNotDrownTheHistory(self):
        script = """import http.client, threading
def many():
    c = http.client.HTTPSConnection("inspected.test", 4451, timeout=60)
    for i in range(500):
        c.request("GET", "/no" if i % 2 else "/ok/x"); c.getresponse().read()
threads = [threading.Thread(target=many) for _ in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]"""
        self.write("flood.py", script)
        began = time.monotonic()
        self.ok(self.sh(DIRECT + "/usr/bin/python3 flood.py", *self.policy(rule("inspected.test", 4451, OK)), timeout=300))
        took = time.monotonic() - began
        rows = self.box.audit()
        denied = [r for r in rows if r["kind"] == "request" and r["verdict"] == "deny"]
        self.assertLess(len(denied), 500 + 50 * took + 50)
        self.assertEqual(len(self.asked()), 2000)

    def test_aLargeBodyPassesInConstantMemory(self):
        size = int(os.environ.get("LEADGLASS_BODY", str(128 << 20)))
        run = self.session(self.policy(rule("inspected.test", 4451, 'methods = ["GET", "POST"]')))
        self.send(run, GET + "-o /dev/null https://inspected.test:4451/one")
        self.heard(run)
        process, = parts("leadglass-inspect", run.pid)
        before, most = resident(process), 0
        self.send(run, f"head -c {size} /dev/zero | curl -sS -m 300 --http1.1 -T - -X POST -H 'Expect:' https://inspected.test:4451/up; echo")
        while not [e for e in self.asked() if e["path"] == "/up"]:
            most = max(most, resident(process))
            time.sleep(0.05)
        self.assertIn(f'"size": {size}', self.heard(run))
        self.assertLess(most - before, (1024 if "ASAN_OPTIONS" in os.environ else 24) << 20)   # a sanitizer keeps what was freed for a while


if __name__ == "__main__":
    main(lab=True)
