#!/usr/bin/env python3
"""Answers that are kept: listed with their last use, taken back; what becomes of a path; how far a policy reaches."""

import os
import time

from case import Case, main

NOW = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
GRANT = '[[grant]]\nprofile = "{profile}"\n{project}verdict = "{verdict}"\nhost = "{host}"\norigin = "answer in run x"\ndate = "{date}"\nlast_use = "{used}"\n'


class Grants(Case):
    def keep(self, *grants):
        path = os.path.join(self.box.home, ".config/leadglass/grants.toml")
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "w", encoding="utf-8") as handle:
            handle.write("schema = 1\n" + "".join(grants))
        os.chmod(path, 0o600)
        return path

    def one(self, host, used="", date="2020-01-01T00:00:00Z", project="", verdict="allow"):
        return GRANT.format(profile="default", project=f'project = "{project}"\n' if project else "", verdict=verdict, host=host, date=date, used=used)

    def setUp(self):
        super().setUp()
        self.path = self.keep(self.one("old.example.org"), self.one("new.example.org", used=NOW),
                              self.one("gone.example.org", used=NOW, project="/no/such/project", verdict="deny"))

    def test_eachIsListedWithItsLastUseAndWhatMayGo(self):
        grants = {one["rule"]: one for one in self.box.json("policy", "grants")}
        self.assertEqual([grants[rule]["unused"] for rule in ("old.example.org", "new.example.org")], [True, False])
        self.assertIsNone(grants["old.example.org"]["last_use"])
        self.assertGreater(grants["old.example.org"]["idle_days"], 2000)
        self.assertEqual((grants["new.example.org"]["idle_days"], grants["new.example.org"]["line"]), (0, 9))
        self.assertTrue(grants["gone.example.org"]["project_gone"])
        unused = self.ok(self.box.leadglass("policy", "grants", "--unused")).stdout
        self.assertIn("old.example.org", unused)
        self.assertIn("never used", unused)
        self.assertIn("/no/such/project (gone)", unused)
        self.assertNotIn("new.example.org", unused)

    def test_whatIsTakenBackIsAskedAgain(self):
        self.assertIn("allow", self.ok(self.box.leadglass("policy", "explain", "new.example.org")).stdout.splitlines()[0])
        found = next(one["id"] for one in self.box.json("policy", "grants") if one["rule"] == "new.example.org")
        done = self.ok(self.box.leadglass("policy", "revoke", found))
        self.assertIn("runs that are live keep it", done.stderr)
        self.assertIn("ask", self.ok(self.box.leadglass("policy", "explain", "new.example.org")).stdout.splitlines()[0])
        self.assertEqual(len(self.box.json("policy", "grants")), 2, "the others stay")
        self.assertRegex(found, "^[0-9a-f]{32}$")
        again = self.box.leadglass("policy", "revoke", found)
        self.assertEqual(again.returncode, 125)
        self.assertIn("leadglass policy grants", again.stderr)
        rest = [one["id"] for one in self.box.json("policy", "grants")]
        mistyped = self.box.leadglass("policy", "revoke", "00000000", *rest)
        self.assertEqual(mistyped.returncode, 125)
        self.assertIn("'00000000'", mistyped.stderr)
        self.assertEqual(self.box.json("policy", "grants"), [], "what is named rightly is taken back all the same")

    def test_anIdOfAnEarlierVersionIsTakenAndAPersonsCommentsStay(self):
        path = self.keep("# mine, about the first\n", self.one("old.example.org"), "# mine, about the second\n", self.one("new.example.org", used=NOW))
        found = next(one["id"] for one in self.box.json("policy", "grants") if one["rule"] == "new.example.org")
        short = self.box.leadglass("policy", "revoke", found[:7])
        self.assertEqual(short.returncode, 125)
        self.ok(self.box.leadglass("policy", "revoke", found[:8]))
        with open(path, encoding="utf-8") as handle:
            self.assertEqual(handle.read(), "schema = 1\n# mine, about the first\n" + self.one("old.example.org") + "# mine, about the second\n")

    def test_allThatAreUnusedGoAtOnceAndNoOther(self):
        self.ok(self.box.leadglass("policy", "revoke", "--unused"))
        self.assertEqual([one["rule"] for one in self.box.json("policy", "grants")], ["new.example.org"])
        self.assertIn("no kept answer is unused", self.ok(self.box.leadglass("policy", "revoke", "--unused")).stderr)
        self.assertEqual(self.box.leadglass("policy", "revoke").returncode, 125)

    def test_aFileWithAnErrorIsLeftAsItIs(self):
        text = "schema = 1\n[[grant]]\nprofile = 3\n"
        path = self.keep(text[11:])
        done = self.box.leadglass("policy", "grants")
        self.assertEqual(done.returncode, 125)
        self.assertIn("grants.toml:3:", done.stderr)
        self.assertEqual(self.box.leadglass("policy", "revoke", "00000000").returncode, 125)
        with open(path, encoding="utf-8") as handle:
            self.assertEqual(handle.read(), text)

    def test_ofAPathItSaysWhatBecomesOfItInside(self):
        self.write("src/main.c", "int x;\n")
        os.makedirs(os.path.join(self.box.home, ".ssh"), exist_ok=True)
        for words, told in ((["read", "src/main.c"], ": allow\n"), (["write", "src/main.c"], "yours changes when you apply it"), (["read", ".env"], "hidden"),
                            (["write", ".git/hooks/x"], "held back in review"), (["read", "~/.ssh/id_rsa"], "keys and logins"), (["read", "/usr/bin/env"], ": allow\n"),
                            (["write", "/usr/bin/env"], ": deny\n"), (["read", "~/notes"], 'read = ["~/notes"]'), (["read", "/tmp/x"], "private /tmp")):
            with self.subTest(words=words):
                self.assertIn(told, self.ok(self.box.leadglass("policy", "explain", *words)).stdout)

    def test_ofWhatIsNotThereTheLinkThatLeadsToItCounts(self):
        secrets = os.path.join(self.box.home, ".ssh")
        os.makedirs(secrets, exist_ok=True)
        os.symlink(secrets, os.path.join(self.box.work, "keys"))
        for words in (["write", "keys/new"], ["read", "keys/new"], ["write", "keys/deep/er/new"]):
            with self.subTest(words=words):
                self.assertIn("keys and logins", self.ok(self.box.leadglass("policy", "explain", *words)).stdout)
        self.assertIn("beside the project", self.ok(self.box.leadglass("policy", "explain", "write", "new/deep/er")).stdout)

    def test_whatIsAskedForIsNamedWhereItIsMissingOrNone(self):
        for words, told in ((["read"], "'read' of what?"), (["write"], "'write' of what?"), (["device"], "'device' of what?"),
                            (["read", "a" * 5000], "more than 4096")):
            with self.subTest(told=told):
                done = self.box.leadglass("policy", "explain", *words)
                self.assertEqual(done.returncode, 125)
                self.assertIn(told, done.stderr)
        self.write(".leadglass.toml", "#" * (1 << 21))
        for words in (["reach"], ["explain", "read", "a"], ["show"]):
            done = self.box.leadglass("policy", *words, "--project", "/no/such/place")
            self.assertEqual(done.returncode, 125)
            self.assertIn("/no/such", done.stderr)
            self.assertIn("--project", done.stderr)
            done = self.box.leadglass("policy", *words)
            self.assertEqual(done.returncode, 125)
            self.assertIn(".leadglass.toml'", done.stderr)

    def test_whatIsSaidOfAPathIsSoInARun(self):
        self.write("src/main.c", "int x;\n")
        self.write(".env", "A=1\n")
        outside = os.path.join(self.box.home, "notes")
        with open(outside, "w", encoding="utf-8") as handle:
            handle.write("mine\n")
        for path in ("src/main.c", ".env", outside, "/usr/bin/env", "/etc/shadow"):
            with self.subTest(path=path):
                said = self.ok(self.box.leadglass("policy", "explain", "read", path)).stdout.splitlines()[0]
                seen = self.ok(self.box.run("sh", "-c", f'if head -c 1 "{path}" >/dev/null 2>&1; then echo seen; else echo not; fi')).stdout.strip()
                self.assertEqual(said.endswith(": allow"), seen == "seen", said)

    def test_theReachNamesWritesReadsAndConnections(self):
        path = self.profile('[files]\nread = ["/opt", "/no/such/place"]\n[egress]\ndefault = "deny"\nallow = [{ host = "*.example.org" }, { loopback = 5432 }]\n')
        reach = self.box.json("policy", "reach", "trial")
        self.assertEqual(reach["workspace"], "overlay")
        named = {line["what"]: line for line in reach["reads"]}
        self.assertFalse(named["/no/such/place"]["here"])
        self.assertEqual(named["/no/such/place"]["origin"], f"{path}:6")
        self.assertIn("/usr", named)
        self.assertEqual([line["kind"] for line in reach["connects"]], ["every host below", "port of this machine", "everything else is refused"])
        self.write(".leadglass.toml", 'schema = 1\n[egress]\ndefault = "ask"\ndeny = [{ host = "*.example.org" }]\n')
        self.assertNotIn("every host below", [line["kind"] for line in self.box.json("policy", "reach", "trial")["connects"]], "the project refuses it")


if __name__ == "__main__":
    main()
