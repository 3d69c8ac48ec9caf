#!/usr/bin/env python3
"""What people type by mistake: each is refused with one line that names the word and the way out."""

import os
import re
import shutil
import subprocess

from case import HERE, Case, main

# words -> what the one line on standard error must hold
UNKNOWN = {
    (): ["no command given", "leadglass run -- COMMAND"],
    ("--",): ["no command given"],
    ("bogus",): ["'bogus' is no command of 'leadglass'", "leadglass run -- bogus"],
    ("codex", "--help"): ["'codex' is no command", "leadglass run -- codex"],
    ("rnu", "--", "true"): ["did you mean 'run'?"],
    ("help",): ["leadglass --help"],
    ("--bogus",): ["'--bogus' is no option of 'leadglass'"],
    ("policy",): ["one of: check, show, explain, grants, revoke, reach"],
    ("policy", "chekc"): ["'chekc' is no command of 'leadglass policy'", "did you mean 'check'?"],
    ("runs", "lst"): ["did you mean 'list'?"],
    ("runs", "show", "a", "b"): ["'b' is one argument too many for 'leadglass runs show'"],
    ("runs", "show"): ["RUN is required", "'leadglass runs show --help'"],
    ("run", "--bogus"): ["'--bogus' is no option of 'leadglass run'", "leadglass run -- COMMAND --bogus"],
    ("run", "-x", "ls"): ["'-x' is no option of 'leadglass run'", "leadglass run -- COMMAND -x"],
    ("run", "--porject=.", "true"): ["did you mean '--project'?"],
    ("run", "-v", "true"): ["write it before 'run'"],
    ("run", "--keep=yes", "true"): ["--keep takes no value"],
    ("run", "--json", "true"): ["--json without --dry-run", "--events FILE"],
    ("run", "--bo\x1b]0;gus"): [r"'--bo\x1b]0;gus' is no option"],
    ("policy", "check", "./no.toml"): ["'./no.toml'", "No such file or directory (give a file that is there, or a profile by its name)"],
    ("run", "--profile", "./no.toml", "true"): ["'./no.toml'", "(give a file that is there, or a profile by its name)"],
    ("audit", "show", "abc"): ["ID: cannot be 'abc'; use a whole number from 1 on"],
    ("apply", "last", "-x/--"): ["is no option of 'leadglass apply'", "leadglass apply RUN -- -x/--"],
    ("audit", "show", "-1"): ["'-1' is no option"],
    ("audit", "list", "--limit", "0"): ["--limit: cannot be '0'; use a whole number from 1 to 10000"],
    ("audit", "list", "--before", "1e3"): ["--before: cannot be '1e3'"],
    ("answer", "a", "b", "maybe"): ["VERDICT: cannot be 'maybe'; use allow, deny"],
    ("answer", "a", "b", "allow", "--scope", "ever"): ["--scope: cannot be 'ever'; use once, run, project, always"],
    ("answer",): ["ID is required"],
    ("answer", "leadglass answer x.1 ABC maybe"): ["VERDICT: cannot be 'maybe'"],
    ("answer", "leadglass", "answer", "'X.Y'.", '"ABC"', "Allow."): ["no live run 'x'"],
    ("answer", "approve", "ABCD", "allow"): ["an id is RUN.NUMBER", "leadglass answer ID DIGEST allow"],
    ("audit", "prune", "--older-than", "1m"): ["'1m' could be minutes or months", "for example 30d", "600s"],
    ("apply", "last", "--on-conflict", "mine"): ["--on-conflict: cannot be 'mine'; use ask, skip, theirs, ours"],
}
ONCE = ("--project", "--profile", "--workspace", "--tier", "--ask", "--apply", "--events")
VALUED = (*ONCE, "--allow", "--deny", "--pass", "--publish", "--limit")
GARBAGE = {
    "--project": ["cannot open the project", "give an existing directory"],
    "--profile": ["no profile '?!'"],
    "--workspace": ["--workspace: cannot be '?!'; use overlay, copy, direct, readonly, scratch"],
    "--tier": ["--tier: cannot be '?!'; use namespace"],
    "--ask": ["--ask: cannot be '?!'; use auto, app, terminal, deny"],
    "--apply": ["--apply: cannot be '?!'; use never, clean, ask"],
    "--events": ["--events 'fd:?!'"],
    "--allow": ["--allow '?!'", "no host name", "for example --allow api.example.com"],
    "--deny": ["--deny '?!'", "no host name"],
    "--pass": ["--pass '?!': no variable name"],
    "--publish": ["--publish '?!' is no port", "from 1 to 65535"],
    "--limit": ["--limit '?!' is not KEY=VALUE", "memory=4GiB"],
}
HOSTS = {
    "http://x.test/y": "a rule names a host, not a URL (write --allow x.test:80)",
    "https://me@x.test/y?z": "(write --allow x.test)",
    "https://x.test:8443": "(write --allow x.test:8443/tls)",
    "x.test/path": "cannot be narrowed to a path (write --allow x.test)",
    "x.test:80/path/more": "cannot be narrowed to a path (write --allow x.test:80)",
    "*": "would match every host (name the hosts; names below one are *.example.org)",
    "*.com": "unrelated owners",
    "1.2.3.4:99999": "the port must be 1 to 65535 (write --allow 1.2.3.4:443)",
    "1.2.3.4": "an address rule needs a port (write --allow 1.2.3.4:443)",
    "2001:db8::1": "(write --allow [2001:db8::1]:443)",
    "x.test:": "(write --allow x.test:443)",
    "x.test:8443": "port 8443 has no protocol of its own (write --allow x.test:8443/tls, or /http, /ssh, /tcp",
    "x.test:22/shh": "'shh' is no protocol (write --allow x.test:22/ssh)",
    "localhost:3000": "this machine itself (write --allow loopback:3000",
    "127.0.0.1:3000/tcp": "this machine itself (write --allow loopback:3000",
    "a.test,b.test": "give --allow for each",
    "registry:nmp": "(write --allow registry:npm)",
}


class CommandLine(Case):
    def refused(self, words, *told):
        done = self.box.leadglass(*words)
        self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr[-2000:])
        self.assertRegex(done.stderr, r"\Aleadglass: [^\n]{1,1300}\n\Z")
        for text in told:
            self.assertIn(text, done.stderr)
        return done

    def test_namesWhatItDoesNotKnowAndTheWayOut(self):
        for words, told in UNKNOWN.items():
            with self.subTest(words=words):
                self.refused(words, *told)
        self.assertEqual(self.box.json("runs"), [])
        self.assertEqual(self.box.json("audit", "list"), [], "nothing of it started")

    def test_helpOfEveryCommandIsInWordsForPeopleAndItsOwn(self):
        def pages(*path):
            page = self.ok(self.box.leadglass(*path, "--help")).stdout
            yield " ".join(path), page
            commands = re.search(r"^Commands:\n((?:  .*\n)+)", page, re.M)
            for name in re.findall(r"^  ([a-z-]+)", commands.group(1), re.M) if commands else []:
                yield from pages(*path, name)
        found = dict(pages())
        self.assertIn("audit verify", found)
        self.assertIn("leadglass run -- codex", found[""])
        for path, page in found.items():
            with self.subTest(command=path):
                self.assertNotRegex(page, r"REQUIRED|SUBCOMMAND|\bINT\b|TEXT:|\{|and exit|Positionals|\n\n\n|\n\n\Z")
                for example in re.findall(r"^  leadglass ((?:[a-z]+ ?)+)", page, re.M) if path else []:
                    self.assertTrue((example + " ").startswith(path + " "), f"an example of another command: {example}")

    def test_refusesAnOptionThatIsEmptyRepeatedGarbageOrHuge(self):
        for option in VALUED:
            with self.subTest(option=option):
                self.refused(["run", option, "", "--", "true"], f"{option} has an empty value")
                self.refused(["run", f"{option}=", "--", "true"], f"{option} has an empty value")
                self.refused(["run", option, "--keep", "--", "true"], f"{option} needs a value, '--keep' follows", f"{option}=VALUE")
                self.refused(["run", option], f"{option} needs a value")
                garbage = "fd:?!" if option == "--events" else "?!"
                self.refused(["run", option, garbage, "--", "true"], *GARBAGE[option])
                self.refused(["run", option, "A" * 100_000, "--", "true"])
        for option in ONCE:
            with self.subTest(option=option):
                self.refused(["run", option, "a", option, "b", "--", "true"], f"{option} is given twice")
        self.refused(["run", "--limit", "tmp=1GiB", "--limit", "tmp=2GiB", "true"], "--limit tmp is given twice")

    def test_suggestsTheRuleThatWasMeant(self):
        for text, told in HOSTS.items():
            with self.subTest(text=text):
                self.refused(["run", "--allow", text, "--", "true"], f"--allow '{text}': ", told)

    def test_givesTheCommandItsWordsAsTheyAre(self):
        words = ["[a,b]", "[]", "{}", "%%", "", "[[x]]", "\x01[y]", "a b", "--json", "--"]
        for start in (["run", "--ask=deny", "--"], ["run"]):
            with self.subTest(start=start):
                done = self.ok(self.box.leadglass(*start, "/usr/bin/printf", "%s|", *words))
                self.assertEqual(done.stdout, "|".join(words) + "|")
        done = self.box.leadglass("run", "--", "{}")
        self.assertEqual(done.returncode, 127, "'{}' is a command that is not there, not no command")

    def test_saysThatACommandIsGivenInWords(self):
        for words in (["ls -la"], ["--", "ls -la"]):
            done = self.box.leadglass("run", *words)
            self.assertEqual(done.returncode, 127, done.stderr)
            self.assertIn("command not found: 'ls -la' (its words are given one by one: leadglass run -- ls -la; "
                          "or for a shell: leadglass run -- sh -c 'ls -la')", done.stderr)
        self.assertIn("install it, or give its path", self.box.run("no-such-program").stderr)

    def test_saysOnceThatAVariableToPassIsNotSet(self):
        done = self.ok(self.sh("echo \"$SET\"", "--pass", "UNSET", "--pass", "SET", extra={"SET": "yes"}))
        self.assertEqual(done.stdout, "yes\n")
        self.assertEqual(done.stderr.count("leadglass: --pass "), 1, done.stderr)
        self.assertIn("leadglass: --pass UNSET: there is no such variable here", done.stderr)
        profile = self.profile('[environment]\npass = ["UNSET"]\n')
        self.assertNotIn("UNSET", self.ok(self.sh("true", "--profile", profile)).stderr, "a profile is for many machines")

    def test_saysHowAPathOfTheProjectIsWrittenAndWhatIsAppliedAlready(self):
        self.ok(self.sh("mkdir dir; echo a > dir/a; echo b > b"))
        for path, told in ((os.path.join(self.box.work, "dir/a"), "(relative to it: dir/a)"), ("/etc/passwd", "relative to the project"),
                           ("../b", "without '..'"), ("a", f"paths are relative to the project {self.box.work}; 'leadglass review ")):
            with self.subTest(path=path):
                self.refused(["apply", "last", path], told)
        self.ok(self.box.leadglass("apply", "last", "dir/a"))
        for path in ("dir/a", "dir"):
            self.refused(["apply", "last", path], f"'{path}' is applied already", "'leadglass undo ")
        self.ok(self.box.leadglass("undo", "last"))
        self.ok(self.box.leadglass("apply", "last", "dir/a"))

    def test_theFirstRunSaysBeforeItBuildsThatThereIsNoHome(self):
        there = os.path.join(self.box.folder, "checkout/packaging")     # with nothing in it that could build
        os.makedirs(there)
        script = shutil.copy2(os.path.join(HERE, "../../packaging/first-run.sh"), there)
        for home in (os.path.join(self.box.folder, "none"), script, "", None):
            with self.subTest(home=home):
                environment = {k: v for k, v in self.box.environment.items() if k != "HOME"} | ({} if home is None else {"HOME": home})
                done = subprocess.run([script, "--", "true"], env=environment, cwd=self.box.work, text=True, capture_output=True, timeout=60,
                                      stdin=subprocess.DEVNULL, check=False)
                self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)
                self.assertIn(f"first-run: your home directory '{home or ''}' is not there or cannot be written", done.stderr)

    def test_saysThatTheCurrentDirectoryWasDeleted(self):
        self.ok(self.sh("echo new > new.txt"))
        program, profile = self.box.program, self.profile("")
        gone = os.path.join(self.box.folder, "gone")
        script = 'mkdir "$1"; cd "$1"; rmdir "$1"; shift; exec "$@"'

        def there(*words):
            return subprocess.run(["sh", "-c", script, "sh", gone, program, *words], env=self.box.environment, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True, cwd=self.box.folder, timeout=60)
        for words in (["run", "true"], ["run", "--project", "app", "true"], ["run", "--dry-run", "true"], ["policy", "show"],
                      ["policy", "explain", "a.test"], ["policy", "check", "./x.toml"],
                      ["run", "--project", self.box.work, "--profile", "./x.toml", "true"],
                      ["run", "--project", self.box.work, "--events", "rows", "true"]):
            with self.subTest(words=words):
                done = there(*words)
                self.assertEqual((done.returncode, done.stdout), (125, ""), done.stderr)
                self.assertRegex(done.stderr, r"\Aleadglass: [^\n]*the current directory was deleted \([^\n]+\)\n\Z")
        for words in (["run", "--project", self.box.work, "true"], ["policy", "show", "--project", self.box.work],
                      ["policy", "check", profile], ["runs"], ["review", "last"], ["audit", "verify"], ["approvals"], ["agents"],
                      ["doctor"]):
            with self.subTest(words=words):
                self.ok(there(*words))
        run = self.box.json("runs")[0]["id"]
        for command in ("apply", "undo", "discard"):   # no directory, so no project that 'last' could be of
            with self.subTest(command=command):
                self.assertEqual(there(command, "last").returncode, 125)
                self.ok(there(command, run))

    def test_aStartWaitsForNoLibraryThatItMayNotNeed(self):
        linked = subprocess.run(["objdump", "-p", self.box.program], check=True, capture_output=True, text=True).stdout
        needed = {name.split(".so")[0] for name in re.findall(r"NEEDED +(\S+)", linked)}
        if not needed & {"libasan", "libtsan"}:
            self.assertLessEqual(needed, {"libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64"})
        broken = os.path.join(self.box.folder, "broken")
        os.makedirs(broken)
        with open(os.path.join(broken, "libsqlite3.so.0"), "w", encoding="utf-8") as stand_in:
            stand_in.write("no library\n")
        extra = {"LD_LIBRARY_PATH": broken}
        told = self.box.run("true", extra=extra)
        self.assertEqual(told.returncode, 125, told.stderr)
        self.assertRegex(told.stderr, r"(?m)^leadglass: a library that is needed cannot be loaded: .*libsqlite3.*install it again")
        self.assertEqual(self.box.leadglass("--version", extra=extra).returncode, 0, "what needs none of it goes on")
        self.assertEqual(self.box.run("true").returncode, 0)

    def test_takesFilesWithBracketsAsTheyAre(self):
        self.ok(self.sh("echo page > '[slug]'; echo list > '[a,b]'; echo more > a"))
        self.ok(self.box.leadglass("apply", "last", "[slug]", "[a,b]"))
        self.assertEqual((self.read("[slug]"), self.read("[a,b]")), ("page\n", "list\n"))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "a")))


if __name__ == "__main__":
    main()
