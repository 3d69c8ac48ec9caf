#!/usr/bin/env python3
"""What a person is told of the policy: a project's file that would loosen, limits, the next step after a refusal."""

import json
import os
import re
import resource
import stat

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
CONNECT = "import socket\ntry:\n  socket.create_connection(('%s', %d), 5).recv(1)\nexcept OSError as e:\n  print(e)\n"


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
        for action, told in ((["file", ".env"], "leadglass policy show"), (["a.test:0"], "port"),
                             (["run", "git", "push"], "only connections are"), ([""], "host")):
            with self.subTest(action=action):
                done = self.box.leadglass("policy", "explain", *action)
                self.assertEqual((done.returncode, done.stdout), (125, ""))
                self.assertIn(told, done.stderr)
                self.assertIn("write api.example.com, api.example.com:8443", done.stderr)

    def test_explainsARequestByItsMethodAndAsksForIt(self):
        self.ok(self.box.leadglass("policy", "explain", "GET https://a.test/x"))
        done = self.box.leadglass("policy", "explain", "https://a.test/x")
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn("without a method", done.stderr)
        self.assertIn("write GET https://a.test/x", done.stderr)

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


class Checked(Case):
    """`policy check` finds what no run could start with, and says where."""

    def check(self, text, *words):
        path = self.profile(text)
        done = self.box.leadglass("policy", "check", path, *words)
        return path, done

    def test_whatNoRunCanStartWithIsAFaultWithItsLine(self):
        disks = [entry.path for entry in os.scandir("/dev") if stat.S_ISBLK(entry.stat(follow_symlinks=False).st_mode)][:1]
        own = os.path.join(self.box.home, ".local/share/leadglass")
        os.makedirs(own, mode=0o700)
        for text, told in (('[files]\nread = ["/usr/share", "~/.ssh"]\n', ":6: files.read '~/.ssh' would show "),
                           ('[files]\nread = ["~/.local/share/leadglass"]\n', ":6: files.read '~/.local/share/leadglass' would show " + own),
                           (f'[files]\nread = ["{self.box.home}"]\n', f":6: files.read '{self.box.home}' would show {self.box.home}, which no run may see"),
                           ('[files]\nread = ["/dev/null"]\n', ":6: files.read: '/dev/null' is neither a directory nor a regular file"),
                           ('[environment]\nset = { LD_PRELOAD = "/x.so" }\n', ":6: the variable LD_PRELOAD cannot be set"),
                           ('[egress]\nallow = [{ loopback = 980 }]\n', ":6: port 980 of the host's loopback cannot be granted"),
                           ('[limits]\nprocesses = 1\n', ":6) is too small for Leadglass's own parts to start"),
                           ('[devices]\nallow = ["/dev/null"]\n', ":6 /dev/null): a run has its own under that name"),
                           *((f'[devices]\nallow = ["{disk}"]\n', f":6 {disk}) is not shown to a run: it is a disk") for disk in disks)):
            with self.subTest(text=text):
                path, done = self.check(text)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(path + told, done.stderr)
                self.assertIn("loads, but no run can start with it", done.stdout)
                started = self.box.run("true", flags=["--profile", path])
                if "'~/.ssh'" not in told or os.path.exists(os.path.join(self.box.home, ".ssh")):
                    self.assertEqual(started.returncode, 125, "and none does")
                    self.assertIn(told, started.stderr)
                self.assertIn("no run starts with this policy: ", self.ok(self.box.leadglass("policy", "show", path)).stdout)
        self.assertEqual(len(json.loads(self.check('[files]\nread = ["~/.ssh", "~/.aws"]\n', "--json")[1].stdout)["faults"]), 2)
        self.ok(self.check('[files]\nread = ["/usr/share", "~/not-there"]\n')[1])

    def test_allOfHomeAndAllOfTheMachineAreRefusedForWhatTheyAre(self):
        for word, told in (("/", "is all of this machine"), ("//", "is all of this machine"), ("~", "is all of your home"), ("~/", "is all of your home")):
            path, done = self.check(f'[files]\nread = ["{word}"]\n')
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"{path}:6:9: 'files.read': '{word}' {told}", done.stderr)

    def test_aLineThatAnotherBeatsIsNamedWithIt(self):
        path, done = self.check('[egress]\nallow = [{ host = "a.test" }]\ndeny = [{ host = "a.test" }]\n')
        self.assertEqual(done.returncode, 1, "it says what does not hold")
        self.assertIn("without effect: line 6, allow a.test (line 7, deny a.test, is stronger)\n", done.stdout)
        self.assertIn("[trial:6]", self.ok(self.box.leadglass("policy", "show", path)).stdout)

    def test_allFaultsOfAFileAreToldAtOnceAndAsOneByARun(self):
        path, done = self.check('[egress]\ndefault = "allow"\n[limits]\nmemory = "20"\nproceses = 3\n')
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        lines = done.stderr.splitlines()
        self.assertEqual([line.split(":")[2] for line in lines], ["6", "9", "8"], done.stderr)
        self.assertIn("did you mean 'processes'?", lines[1])
        self.assertEqual(len(self.box.run("true", flags=["--profile", path]).stderr.splitlines()), 1)

    def test_aProfileThatExtendsItselfIsToldSoWithItsLine(self):
        path = self.profile("", extends="trial")
        for words in (["policy", "check", "trial"], ["policy", "check", path], ["run", "--profile", "trial", "--", "true"]):
            done = self.box.leadglass(*words)
            self.assertEqual(done.returncode, 125 if words[0] == "run" else 1)
            self.assertIn(f"{path}:4:11: 'extends' names this profile itself, and there is no other 'trial'", done.stderr)

    def test_allThatIsHiddenIsShownWithItsOrigin(self):
        shown = self.ok(self.box.leadglass("policy", "show")).stdout
        for line in (r"files hide +\*\*/\.env  \[base:\d+\]", r"files hide +\*\*/\*\.pem, \*\*/\*\.key, .*\*\*/id_\*, where a private key is in it  \[built in\]",
                     r"files mask +.*\bid_rsa\b.*  \[built in\]", r"files never +~/\.ssh, .*  \[built in\]"):
            self.assertRegex(shown, "(?m)^" + line + "$")
        key = "-----BEGIN OPENSSH PRIVATE KEY-----\nx\n-----END OPENSSH PRIVATE KEY-----\n"
        for name in ("a.pem", "a.key", "a.ppk", "id_rsa"):
            self.write(name, key)
        self.write("other", key)
        shown = set(self.ok(self.box.run("ls")).stdout.split())
        self.assertEqual(shown & {"a.pem", "a.key", "a.ppk", "id_rsa", "other"}, {"other"}, "what is listed is what is absent")

    def test_aBareWordThatIsALimitOrADeviceIsToldWhereToLook(self):
        for word, told in (("memory", "explain limit memory"), ("open_files", "explain limit open_files"), ("kvm", "explain device kvm"),
                           ("gpu", "explain device gpu")):
            done = self.box.leadglass("policy", "explain", word)
            self.assertIn("leadglass policy " + told, done.stdout + done.stderr)
            self.ok(self.box.leadglass("policy", *told.split()))
        self.assertNotIn("hint", self.ok(self.box.leadglass("policy", "explain", "a.test")).stdout)

    def test_aPortOfThisMachineIsExplainedAndItsWayOutIsTaken(self):
        for port in (5432, 8123):
            shown = self.ok(self.box.leadglass("policy", "explain", f"loopback:{port}")).stdout
            self.assertIn("this machine itself, never allowed without a loopback rule", shown)
            self.assertIn("connection refused", shown)
            rule = re.search(r"\{ loopback = .*? \}", shown).group()
            path, done = self.check(f"[egress]\nallow = [{rule}]\n")
            self.ok(done)
            self.assertIn(": allow\n", self.ok(self.box.leadglass("policy", "explain", "--profile", path, f"loopback:{port}")).stdout)
        self.assertNotIn("--allow", shown, "no flag grants a port that is often a proxy")
        refused = self.box.run("true", flags=["--allow", "loopback:8123"])
        self.assertEqual(refused.returncode, 125)
        self.assertIn(f"allow = [{rule}] in [egress]", refused.stderr)


class Told(Case):
    def test_thatOnlyRootCanLetACommandBeRoot(self):
        if os.getuid() == 0:
            self.skipTest("started by root")
        done = self.box.run("true", flags=["--unsafe-root"])
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn("--unsafe-root is for a run that root starts", done.stderr)

    def test_ofALimitThatLetsNothingStart(self):
        for limit, least in (("memory=1B", "memory=16MiB"), ("processes=1", "processes=8"), ("open_files=20", "open_files=256"),
                             ("file_size=1B", "file_size=1MiB")):
            with self.subTest(limit=limit):
                done = self.box.run("true", flags=["--limit", limit])
                self.assertEqual(done.returncode, 125)
                self.assertRegex(done.stderr, r"\Aleadglass: the limit \w+ = 1?2?0?( byte)? \(--limit\) is too small for Leadglass's own parts")
                self.assertIn(f"give at least {least}", done.stderr)
                self.ok(self.box.run("true", flags=["--limit", least]))
        path = self.profile("[limits]\nprocesses = 2\n")
        self.assertIn(f"({path}:6)", self.box.run("true", flags=["--profile", "trial"]).stderr)
        for limit, told in (("wall_clock=0s", "a duration"), ("memory=-1", "a size"), ("memory=8Gb", "8GiB"), ("disk=20", "a size like 512MiB"), ("processes=0", "1 or more"),
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
