#!/usr/bin/env python3
"""Completion on TAB in bash, zsh and fish themselves, with names that a run chose to harm whoever completes them."""

import json
import os
import re
import shutil
import subprocess
import unittest

from case import SLOWER, Case, main, start, wait_until
from box import OWN_PLACES, digest
from screen import Screen

# What a person types first -> the file's whole name. Each would do something if a shell read it.
HOSTILE = {
    "sp": b"sp ace", "do": b"do$(touch PWNED)", "ba": b"ba`touch PWNED`", "sc": b"sc;touch PWNED", "qu": b"qu'o\"te",
    "gl": b"gl*[a]?", "hi": b"hi!1", "bs": b"bs\\x\\", "br": b"br{a,b}", "re": b"re>PWNED", "am": b"am&touch PWNED",
    "co": b"co:lon=x", "./-": b"-rf", "./~": b"~root", "la": b"la\xe9tin", "nl": b"nl\nline", "tb": b"tb\tname",
    "es": b"es\x1b]0;x\x07", "bi": "bi\u202edi".encode(), "um": "um\u00e4".encode(),
}
UNFIT = {"nl", "tb", "es", "bi"}    # fish is not offered these: no form of it passes its own line protocol, or a reader
SCREEN = {"TERM": "xterm", "COLUMNS": "200"}
SHOW = "leadglass() { printf 'ARGS:'; printf '%s\\0' \"$@\" | od -An -v -tx1 | tr -d ' \\n'; printf ':END\\n'; }"


def typed(name):
    """As the command gets it: './' before a name is the same file."""
    return (b"./" if name[:1] in b"-~" else b"") + name


class Completion(Case):
    def setUp(self):
        super().setUp()
        self.box.environment["PATH"] = os.path.dirname(self.box.program) + ":" + self.box.environment["PATH"]
        self.scripts = os.path.join(os.path.dirname(os.path.dirname(self.box.program)), "share")

    def hostile_run(self):
        """A run that left these names; its id."""
        script = "import os, sys\n" + "".join(f"open({name!r}, 'w').write('x')\n" for name in HOSTILE.values())
        script += "os.makedirs('folder/deep'); open('folder/deep/file', 'w'); os.remove('README.md')\n"
        self.ok(self.box.run("/usr/bin/python3", "-c", script))
        return self.box.json("runs")[0]["id"]

    def ask(self, line, shell="zsh"):
        """What leadglass itself offers for this line: (mode, {word: about})."""
        words = ("63", "\"'><=;|&(:") if shell == "bash" else ()
        done = self.ok(self.box.leadglass("complete", shell, *words, line))
        self.assertEqual(done.stderr, "")
        lines = done.stdout.splitlines()
        return lines[0].split()[0], dict(each.partition("\t")[::2] for each in lines[1:])

    def nothing_ran(self):
        for here, _, leaves in os.walk(self.box.root):
            self.assertNotIn("PWNED", leaves, here)

    def shell(self, name, *words):
        if not shutil.which(name):
            raise unittest.SkipTest(f"no {name} here")
        screen = Screen([name, *words], self.box.work, {**self.box.environment, **SCREEN}, columns=200)
        self.addCleanup(screen.close)
        return screen

    def arguments(self, screen, keys):
        """What the command would get for a line with these keys in it: a shell takes them one by one, however early they come."""
        screen.send(keys + "\r")
        found = screen.expect("ARGS:([0-9a-f]*):END", 60 * SLOWER).group(1)
        return bytes.fromhex(found.decode()).split(b"\0")[:-1]

    def each_completes(self, screen, run, without=()):
        for keys, wanted in (("leadglass rev\tlast", [b"review", b"last"]),
                             ("leadglass review last --di\t", [b"review", b"last", b"--diff"]),
                             ("leadglass run --workspace dir\tx", [b"run", b"--workspace", b"direct", b"x"]),
                             ("leadglass run --workspace=dir\tx", [b"run", b"--workspace=direct", b"x"]),
                             ("leadglass run --project .gi\tho\tx", [b"run", b"--project", b".git/hooks/x"]),
                             ("leadglass run --keep -- sha512su\t.gi\tHE\t", [b"run", b"--keep", b"--", b"sha512sum", b".git/HEAD"]),
                             (f"leadglass apply {run[:15]}\t", [b"apply", run.encode()])):
            self.assertEqual(self.arguments(screen, keys), wanted, keys)
        for prefix, name in HOSTILE.items():
            if prefix not in without:
                with self.subTest(name=name):
                    keys = f"leadglass apply last {prefix}\t"
                    self.assertEqual(self.arguments(screen, keys), [b"apply", b"last", typed(name)], screen.output[-600:])
        self.nothing_ran()

    def test_inBash(self):
        run = self.hostile_run()
        screen = self.shell("bash", "--norc", "--noprofile", "-i")
        script = os.path.join(self.scripts, "bash-completion/completions/leadglass")
        screen.send(f"bind 'set enable-bracketed-paste off'; PS1='ready> '; {SHOW}; source '{script}'; echo LOAD''ED\r")
        screen.expect("LOADED", 60 * SLOWER)
        self.each_completes(screen, run)
        for keys, name in (('"sp\t', b"sp ace"), ("'do\t", b"do$(touch PWNED)"), ("$'la\t", b"la\xe9tin"), ('"qu\t', b"qu'o\"te")):
            self.assertEqual(self.arguments(screen, f"leadglass apply last {keys}"), [b"apply", b"last", name], keys)
        self.assertEqual(self.arguments(screen, "leadglass apply last fol\tde\tfi\t"), [b"apply", b"last", b"folder/deep/file"])
        self.assertEqual(self.arguments(screen, "leadglass run --events=.gi\tHE\tx"), [b"run", b"--events=.git/HEAD", b"x"])
        self.nothing_ran()

    def test_inZsh(self):
        run = self.hostile_run()
        screen = self.shell("zsh", "-f", "-i")
        folder = os.path.join(self.scripts, "zsh/site-functions")
        screen.send(f"PS1='ready> '; fpath=('{folder}' $fpath); autoload -U compinit; compinit -u -D; {SHOW}; echo LOAD''ED\r")
        screen.expect("LOADED", 60 * SLOWER)
        self.each_completes(screen, run)

    def test_inFish(self):
        if not shutil.which("fish"):
            self.skipTest("no fish here")
        run = self.hostile_run()
        script = os.path.join(self.scripts, "fish/vendor_completions.d/leadglass.fish")
        lines = {"leadglass rev": b"review", "leadglass review last --di": b"--diff", "leadglass run --workspace dir": b"direct",
                 "leadglass run --workspace=dir": b"--workspace=direct", f"leadglass apply {run[:15]}": run.encode(),
                 "leadglass run --project .gi": b".git/", "leadglass run --project=.gi": b"--project=.git/",
                 "leadglass run --events .git/HE": b".git/HEAD", "leadglass run --keep -- sha512su": b"sha512sum",
                 "leadglass run sha512sum .git/HE": b".git/HEAD", "leadglass apply last fol": b"folder/"}
        lines |= {f"leadglass apply last {prefix}": typed(name) for prefix, name in HOSTILE.items() if prefix not in UNFIT}
        # --escape: as it would be inserted. eval is what Enter does.
        asking = "".join(f"for each in (complete --escape -C {json.dumps(line)} | string replace -r '\\t.*' ''); "
                         "eval printf '%s\\\\\\\\0' $each; end; printf '\\n\\0'\n" for line in lines)
        done = subprocess.run(["fish", "--no-config", "-c", f"source '{script}'\n{asking}"], cwd=self.box.work, check=False,
                              env={**self.box.environment, **SCREEN}, capture_output=True, timeout=120 * SLOWER)
        found = done.stdout.split(b"\n\0")[:-1]
        self.assertEqual(len(found), len(lines), done)
        for line, words in zip(lines, found):
            self.assertEqual(words, lines[line] + b"\0", (line, done.stderr[-500:]))
        self.nothing_ran()

    def test_offersOptionsThatAreNotGivenAndValuesOfEachKind(self):
        self.assertEqual(self.ask("leadglass ")[0], "words")
        top = self.ask("leadglass ")[1]
        self.assertEqual(top["review"], "Show what a run changed")
        self.assertNotIn("complete", top)
        self.assertNotIn("leadglass complete ", self.box.leadglass("--help").stdout)
        for name in ("set-aside", "verify"):
            self.assertIn(name, self.ask("leadglass audit ")[1])
        options = self.ask("leadglass run --keep --allow x -")[1]
        self.assertNotIn("--keep", options)
        self.assertIn("--allow", options, "it may be repeated")
        profile = self.profile("", name="mine")
        self.assertTrue(os.path.exists(profile))
        subprocess.run([self.box.program, "secret", "set", "mine", "--store", "file"], input="value", text=True, env=self.box.environment, cwd=self.box.work,
                       check=True, capture_output=True, timeout=60)
        for line, mode, wanted in (
                ("secret test ", "words", {"mine": "in the configuration"}), ("secret remove mi", "words", ["mine"]), ("secret set ", "words", []),
                ("secret set x --store ", "words", ["keyring", "file"]), ("secret ", "words", ["list", "set", "remove", "test"]),
                ("run --profile ", "files", {"mine": "profile, yours", "claude": "profile, built in"}),
                ("run --ask ", "words", ["auto", "deny"]), ("run --apply=", "words", ["--apply=clean"]),
                ("run --limit mem", "words", ["memory="]), ("run --pass GITHUB", "words", ["GITHUB_TOKEN"]),
                ("audit list --kind eg", "words", ["egress", "egress_end"]), ("audit list --verdict ", "words", ["allow", "ask"]),
                ("answer x y allow --scope ", "words", ["always"]), ("answer x y ", "words", ["allow", "deny"]),
                ("run --project ", "directories", []), ("run --events ", "files", []), ("policy check ", "files", ["default"]),
                ("policy explain limit wa", "words", ["wall_clock"]), ("policy explain re", "words", ["read"]), ("policy explain read ", "files", []),
                ("policy re", "words", ["revoke", "reach"]), ("run -- ", "command", []), ("run ls --", "command", []),
                ("--log-level ", "words", ["debug"]), ("completion ", "words", ["bash", "fish", "zsh"]),
                ("review last > ", "files", []), ("bogus ", "words", [])):
            with self.subTest(line=line):
                got, words = self.ask("leadglass " + line)
                self.assertEqual(got, mode)
                self.assertLessEqual(set(wanted), set(words))
                for word in wanted if isinstance(wanted, dict) else ():
                    self.assertEqual(words[word], wanted[word])

    def test_offersRunsNewestFirstAndOnlyLiveOnesWhereOneMustBe(self):
        self.write(".env", "secret")
        self.write("page", "x\n")
        self.ok(self.sh("echo y >> page; echo a > a; rm README.md; chmod +x .; touch .gitignore; echo > -dash"))
        self.ok(self.sh("echo b > b"))
        kept = [run["id"] for run in self.box.json("runs")]
        live = start(self.box, "sh", "-c", f"curl -s http://ask.test/; sleep {self.mark}", flags=["--ask", "app"])
        self.addCleanup(live.kill)
        self.assertTrue(wait_until(self.box.pending, 60))
        question = self.box.pending()[0]
        mode, words = self.ask("leadglass review ")
        self.assertEqual((mode, list(words)), ("words", ["last", question["run"], *kept]))
        self.assertRegex(words[kept[0]], r"^ended, .*/projects/app$")
        for line in ("exec ", "paste ", "runs stop "):
            self.assertEqual(list(self.ask("leadglass " + line)[1]), ["last", question["run"]])
        self.assertEqual(self.ask("leadglass answer ")[1], {question["id"]: "connect to ask.test:80 (http)"})
        self.assertEqual(list(self.ask(f"leadglass answer {question['id']} ")[1]), [question["digest"]])
        self.assertEqual(self.ask("leadglass apply " + kept[0] + " ")[1], {"b": "added"})
        self.assertEqual(self.ask("leadglass review " + kept[1] + " --diff ")[1],
                         {"./-dash": "added", ".gitignore": "added", "README.md": "deleted", "a": "added", "page": "changed"}, "and no hidden file")
        self.assertEqual(self.ask("leadglass apply " + kept[1] + " --hunks ")[1], {"page:": "changed"})
        self.assertIn("A  -dash\n@@", self.ok(self.box.leadglass("review", kept[1], "--diff", "./-dash")).stdout)
        self.ok(self.box.leadglass("runs", "stop", question["run"]))
        live.communicate(timeout=60 * SLOWER)
        os.remove(os.path.join(self.box.work, ".env"))    # direct mode could not keep it hidden
        self.ok(self.sh("mkdir -p new/er; echo c > new/er/c", "--workspace", "direct"))
        self.assertEqual(self.ask("leadglass review last --diff ")[1], {"new/": "added"})
        self.assertEqual(self.ask("leadglass review last --diff new/er/")[1], {"new/er/c": "added"})
        self.assertEqual(self.ask("leadglass apply last ")[1], {}, "it is there already")

    def test_writesNothingAndSaysNothingWhateverIsBroken(self):
        def ask_all(shells):
            for line in ("leadglass", "leadglass review ", "leadglass apply last ", "leadglass exec ", "leadglass answer ",
                         "leadglass run --profile ", "leadglass run -- ", "leadglass review last --diff ../"):
                for shell in shells:
                    self.ask(line, shell)
        before = digest(self.box.home)
        ask_all(["zsh"])
        self.assertEqual(digest(self.box.home), before, "not even a directory of its own")
        run = self.hostile_run()
        mine = [os.path.join(self.box.home, place) for place in OWN_PLACES]
        before = [digest(place) for place in mine]
        ask_all(["bash", "fish"])
        for line in ("", "leadglass apply last /", "leadglass apply '", "leadglass run --limit=\\", "x" * 100_000):
            self.ask(line, "bash")
        self.assertEqual([digest(place) for place in mine], before)
        with open(os.path.join(self.box.home, ".local/share/leadglass/runs", run, "manifest.json"), "w", encoding="utf-8") as handle:
            handle.write("{")
        self.assertEqual(self.ask("leadglass review ")[1][run], "damaged")
        self.assertEqual(self.ask("leadglass apply last ")[1], {})
        for words in ([], ["tcsh", "x"], ["bash", "x"], ["fish"]):
            done = self.box.leadglass("complete", *words)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_theScriptIsPrintedAsItIsInstalled(self):
        for shell, place in (("bash", "bash-completion/completions/leadglass"), ("zsh", "zsh/site-functions/_leadglass"),
                             ("fish", "fish/vendor_completions.d/leadglass.fish")):
            with open(os.path.join(self.scripts, place), encoding="utf-8") as handle:
                self.assertEqual(self.ok(self.box.leadglass("completion", shell)).stdout, handle.read())
            self.assertRegex(self.box.leadglass("completion", "--help").stdout, rf"(?m)^  {shell} +.*\bleadglass completion {shell}\b")


if __name__ == "__main__":
    main()
