#!/usr/bin/env python3
"""What a person is told of the policy: a project's file that would loosen, limits, the next step after a refusal."""

import json
import os
import resource

from case import Case, main

PROJECT = """schema = 1
[egress]
allow = [
  { host = "c.example" },
  { loopback = 5432 },
]
deny = [{ host = "d.example" }]
[limits]
memory = "64GiB"
processes = 100
"""
CONNECT = "import socket\ntry:\n  socket.create_connection(('%s', %d), 5)\nexcept OSError as e:\n  print(e)\n"


class ProjectFile(Case):
    def setUp(self):
        super().setUp()
        self.write(".leadglass.toml", PROJECT)
        self.path = os.path.join(self.box.work, ".leadglass.toml")

    def test_tellsARunOnceWhatItDoesNotGrantAndHowThePersonCan(self):
        done = self.ok(self.box.run("true"))
        told = [line for line in done.stderr.splitlines() if "can only tighten" in line]
        self.assertEqual(len(told), 1, done.stderr)
        for text in (self.path, "line 4 allow c.example (ask stays)", "line 5 allow loopback:5432 (deny stays)",
                     "line 9 memory = 64 GiB (8 GiB stays)", "--allow", ".config/leadglass/profiles"):
            self.assertIn(text, told[0])
        self.assertNotIn("d.example", told[0])
        self.assertNotIn("processes", told[0])
        self.write(".leadglass.toml", 'schema = 1\n[egress]\ndeny = [{ host = "d.example" }]\n')
        self.assertNotIn("tighten", self.ok(self.box.run("true")).stderr, "nothing to say of what tightens")

    def test_isCheckedAsWhatItIs(self):
        done = self.box.leadglass("policy", "check", ".leadglass.toml")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"{self.path}: loads, as a project's own file (layer project)", done.stdout)
        for text in ("line 4, allow c.example (ask stays)", "line 5, allow loopback", "line 9, memory = 64 GiB"):
            self.assertIn("without effect: " + text, done.stdout)
        shown = self.box.json("policy", "check", ".leadglass.toml")
        self.assertEqual((shown["kind"], [one["origin"]["line"] for one in shown["without_effect"]]), ("project", [4, 5, 9]))
        self.write(".leadglass.toml", 'schema = 1\n[egress]\ndefault = "deny"\n')
        self.ok(self.box.leadglass("policy", "check", ".leadglass.toml"))


class Shown(Case):
    def test_takesProfilesByNameAndByFile(self):
        path = self.profile("")
        for profile in ("claude", "trial", path):
            with self.subTest(profile=profile):
                self.ok(self.box.leadglass("policy", "check", profile))
                self.ok(self.box.leadglass("policy", "show", profile))
        self.assertEqual(self.box.json("policy", "check", "claude")["kind"], "profile")
        done = self.box.leadglass("policy", "show", "cluade")
        self.assertEqual(done.returncode, 125)
        self.assertIn("did you mean 'claude'?", done.stderr)

    def test_namesEachFileOnceAndLimitsAsTheyAreHere(self):
        path = self.profile('[limits]\nopen_files = 60000000\nwall_clock = "90s"\n')
        shown = self.ok(self.box.leadglass("policy", "show", "trial")).stdout
        self.assertEqual(shown.count(path), 1, shown)
        self.assertRegex(shown, r"(?m)^limit memory +8 GiB  \[base:\d+\]$")
        self.assertRegex(shown, r"(?m)^limit wall_clock +90 s  \[trial:7\]$")
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        self.assertRegex(shown, rf"(?m)^limit open_files +{hard}, this machine's hard limit; the policy says 60000000  \[trial:6\]$")
        limits = self.box.json("policy", "show", "trial")
        self.assertEqual((limits["limits"]["open_files"], limits["limits_of_policy"]["open_files"]), (hard, 60000000))
        self.assertEqual(limits["limits"]["memory"], 8 << 30)
        plan = self.ok(self.box.run("true", flags=["--dry-run", "--profile", "trial"])).stdout
        self.assertRegex(plan, rf"(?m)^  open_files {hard}  \[RLIMIT_NOFILE; the policy's 60000000 is above this machine's hard limit\]$")
        plan = json.loads(self.ok(self.box.run("true", flags=["--dry-run", "--json", "--profile", "trial"])).stdout)
        self.assertEqual([one["value"] for one in plan["limits"] if one["limit"] == "open_files"], [hard])

    def test_explainsEveryFormAndNamesThemForAnythingElse(self):
        for action in (["a.test"], ["a.test:8443"], ["egress", "a.test:443"], ["host", "a.test"], ["connect", "a.test"],
                       ["egress a.test"], ["192.0.2.7:443"], ["[2001:db8::1]:443"], ["loopback:5432"]):
            with self.subTest(action=action):
                self.ok(self.box.leadglass("policy", "explain", *action))
        for action, told in ((["file", ".env"], "leadglass policy show"), (["https://a.test/x"], "is a URL"), (["a.test:0"], "port"),
                             (["run", "git", "push"], "only connections are"), ([""], "host")):
            with self.subTest(action=action):
                done = self.box.leadglass("policy", "explain", *action)
                self.assertEqual((done.returncode, done.stdout), (125, ""))
                self.assertIn(told, done.stderr)
                self.assertIn("write api.example.com, api.example.com:8443", done.stderr)

    def test_saysOfADeviceWhoNamesItAndWhatIsThere(self):
        path = self.profile('[devices]\nallow = ["/dev/no-such-device"]\n')
        for words, told in ((["/dev/no-such-device"], ["device /dev/no-such-device: allow", f"{path}:6, layer profile", "there is none",
                                                       "no run starts with this policy here"]),
                            (["/dev/other-device"], ["device /dev/other-device: deny", "no line of [devices] names it", "there is none"]),
                            (["/dev/null"], [": deny", "a run has its own"])):
            done = self.ok(self.box.leadglass("policy", "explain", "--profile", "trial", "device", *words))
            for text in told:
                self.assertIn(text, done.stdout)
            self.assertNotIn("to allow it", done.stdout)
        self.assertEqual(self.box.json("policy", "explain", "--profile", "trial", "device", "/dev/no-such-device")["origin"]["line"], 6)
        self.assertEqual([one["device"]["text"] for one in self.box.json("policy", "show", "trial")["devices"]], ["/dev/no-such-device"])
        for word in ("tpu", "/etc/passwd", "/dev/../etc/passwd", ""):
            done = self.box.leadglass("policy", "explain", "device " + word)
            self.assertEqual((done.returncode, done.stdout), (125, ""))
            self.assertIn("is no device", done.stderr)
        done = self.box.run("true", flags=["--profile", "trial"])
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn(f"device '/dev/no-such-device' ({path}:6 /dev/no-such-device): there is none", done.stderr)
        for words in (["check", path], ["show", "trial"]):
            told = self.ok(self.box.leadglass("policy", *words), "the file is as it should be").stdout
            self.assertRegex(told, r"(?m)^note:? +device '/dev/no-such-device' .*: there is none; on this machine no run starts")
        path = self.profile('[devices]\nallow = ["gpu",\n  "/dev/mem/.."]\n')
        done = self.box.run("true", flags=["--profile", "trial"])
        self.assertEqual(done.returncode, 125)
        self.assertIn(f"{path}:7:3: 'devices.allow': '/dev/mem/..' is no device", done.stderr)


class Told(Case):
    def test_ofALimitThatLetsNothingStart(self):
        for limit, least in (("memory=1", "memory=16MiB"), ("processes=1", "processes=8"), ("open_files=20", "open_files=256"),
                             ("file_size=1", "file_size=1MiB")):
            with self.subTest(limit=limit):
                done = self.box.run("true", flags=["--limit", limit])
                self.assertEqual(done.returncode, 125)
                self.assertRegex(done.stderr, r"\Aleadglass: the limit \w+ = 1?2?0?( byte)? \(--limit\) is too small for Leadglass's own parts")
                self.assertIn(f"give at least {least}", done.stderr)
                self.ok(self.box.run("true", flags=["--limit", least]))
        path = self.profile("[limits]\nprocesses = 2\n")
        self.assertIn(f"({path}:6)", self.box.run("true", flags=["--profile", "trial"]).stderr)
        for limit, told in (("wall_clock=0s", "a duration"), ("memory=-1", "a size"), ("memory=8Gb", "8GiB"), ("processes=0", "1 or more"),
                            ("processes=-1", "1 or more"), ("open_files=many", "1 or more"), ("wall_clock=1y", "a duration")):
            with self.subTest(limit=limit):
                done = self.box.run("true", flags=["--limit", limit])
                self.assertEqual(done.returncode, 125)
                self.assertIn(told, done.stderr)

    def test_ofTheNextStepAfterARefusalAndNobodyInside(self):
        for host, port, allow in (("a.example", 443, "a.example"), ("a.example", 80, "a.example:80"), ("a.example", 22, "a.example:22/ssh"),
                                  ("192.0.2.7", 443, "192.0.2.7:443")):
            with self.subTest(host=host, port=port):
                done = self.ok(self.box.run("/usr/bin/python3", "-c", CONNECT % (host, port), flags=["--ask", "deny"]))
                self.assertIn(f"(to allow it: --allow {allow})\n", done.stderr)
                self.assertIn('/.config/leadglass/profiles/default.toml, with extends = "default"\n', done.stderr)
                self.assertNotIn("--allow", done.stdout)
                flagged = self.ok(self.box.run("true", flags=["--dry-run", "--allow", allow]))
                self.assertIn("[--allow]", flagged.stdout, "what it suggests is taken")
        done = self.ok(self.box.run("/usr/bin/python3", "-c", CONNECT % ("169.254.169.254", 80)))
        self.assertIn("refused: 169.254.169.254:80", done.stderr)
        self.assertNotIn("--allow", done.stderr, "what no rule can allow")


if __name__ == "__main__":
    main()
