#!/usr/bin/env python3
"""Places that a profile names inside other places of it: the deepest decides, and each is there."""

import itertools
import os
import pathlib

from case import Case, main


class NestedPlaces(Case):                                 # FS-07
    def test_theDeepestRuleDecidesInWhateverOrderTheyAreWritten(self):
        for name in ("memory/m", "other/o", "other/deep/d"):
            path = os.path.join(self.box.home, ".agent", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            pathlib.Path(path).write_text(name + "\n", encoding="utf-8")
        told = set()
        for order in itertools.permutations(('"~/.agent"', '"~/.agent/other/deep"', '"~/.agent/other"')):
            keys = [f'read = [{", ".join(order)}]', 'state = [".agent/memory"]']
            for lines in (keys, keys[::-1]):
                profile = self.profile("[files]\n" + "\n".join(lines) + "\n")
                done = self.sh("touch ~/.agent/memory/a && echo written; touch ~/.agent/b || echo refused; touch ~/.agent/other/deep/c || echo refused;"
                               "cat ~/.agent/other/deep/d", "--profile", profile)
                told.add((done.returncode, done.stdout))
        self.assertEqual(told, {(0, "written\nrefused\nrefused\nother/deep/d\n")})
        self.assertFalse(os.path.exists(os.path.join(self.box.home, ".agent/memory/a")))

    def at(self, name, text="", mode=0o644):
        path = os.path.join(self.box.home, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        pathlib.Path(path).write_text(text, encoding="utf-8")
        os.chmod(path, mode)
        return path

    def test_whatIsReadInTheAgentsStateIsThereInEveryOrder(self):
        for name in ("docs/d", "docs/deep/e", "a/b/c", "one.txt"):
            self.at(".agent/" + name, name + "\n")
        told = set()
        for order in itertools.permutations(('"~/.agent/docs"', '"~/.agent/docs/deep"', '"~/.agent/one.txt"')):
            keys = [f'read = [{", ".join(order)}, "~/.agent/a/b"]', 'state = [".agent/"]']
            if order[0] > order[1]:
                keys.reverse()
            profile = self.profile("[files]\n" + "\n".join(keys) + "\n")
            done = self.sh("cd ~/.agent; cat docs/d docs/deep/e one.txt a/b/c; for at in docs/x docs/deep/x a/b/x one.txt; do "
                           "echo x 2>/dev/null >$at && echo wrote $at; done; mv a moved 2>/dev/null && echo moved; mv docs moved 2>/dev/null && echo moved;"
                           "rm -f one.txt 2>/dev/null && echo removed; echo mine >own && cat own", "--profile", profile)
            told.add((done.returncode, done.stdout))
        self.assertEqual(told, {(0, "docs/d\ndocs/deep/e\none.txt\na/b/c\nmine\n")})
        self.assertFalse(os.path.exists(os.path.join(self.box.home, ".agent/own")))
        self.assertEqual(pathlib.Path(self.box.home, ".agent/one.txt").read_text(encoding="utf-8"), "one.txt\n")

    def test_whatAnEarlierRunLeftAtSuchAPlaceIsNotFollowed(self):
        self.at(".agent/docs/d", "docs\n")
        self.at(".agent/one.txt", "one\n")
        other = self.at("other/file", "other\n")
        self.ok(self.sh(f"cd ~/.agent; ln -s {os.path.dirname(other)} docs; mkdir one.txt; echo kept >own",
                        "--profile", self.profile('[files]\nstate = [".agent/"]\n')))
        done = self.ok(self.sh("cat ~/.agent/docs/d ~/.agent/one.txt ~/.agent/own",
                               "--profile", self.profile('[files]\nstate = [".agent/"]\nread = ["~/.agent/docs", "~/.agent/one.txt"]\n')))
        self.assertEqual(done.stdout, "docs\none\nkept\n")
        self.assertIn("it was removed, not followed", done.stderr)
        self.assertEqual(os.listdir(os.path.dirname(other)), ["file"])

    def test_aToolInTheAgentsStateRunsFromThere(self):
        tool = self.at(".agent/local/tool", "#!/bin/sh\necho tool; touch ~/.agent/local/x || echo refused; touch ~/.agent/y\n", 0o755)
        profile = self.profile('[files]\nstate = [".agent/"]\n')
        for word in (tool, "tool"):
            done = self.ok(self.box.run(word, flags=["--profile", profile], extra={"PATH": os.path.dirname(tool) + ":" + self.box.path()}))
            self.assertEqual(done.stdout, "tool\nrefused\n", done.stderr)

    def test_aLinkInTheAgentsStateIsToldAndWhatItLeadsToIsThere(self):
        data = os.path.dirname(self.at("data/d", "data\n"))
        os.makedirs(os.path.join(self.box.home, ".agent"))
        os.symlink(data, os.path.join(self.box.home, ".agent/link"))
        done = self.ok(self.sh("ls ~/.agent; cat ~/data/d", "--profile", self.profile('[files]\nstate = [".agent/"]\nread = ["~/.agent/link"]\n')))
        self.assertEqual(done.stdout, "data\n")
        self.assertIn(f"not there inside: {self.box.home}/.agent/link, a link in the state of profile trial", done.stderr)

    def test_whatIsHiddenInTheProjectStaysSoWhereAPartOfItIsRead(self):
        self.write("sub/ok", "ok\n")
        self.write("sub/a.secret", "canary-a\n")
        self.write("sub/deep/keys.secret/b", "canary-b\n")
        hide = '[files]\nhide = ["**/*.secret"]\nread = ["%s"]\n'
        for mode in ("overlay", "copy", "readonly"):
            for place in ("sub", "sub/deep", ""):
                with self.subTest(mode=mode, place=place):
                    profile = self.profile(hide % os.path.join(self.box.work, place).rstrip("/"))
                    done = self.sh("cat sub/ok; cat sub/a.secret sub/deep/keys.secret/b; grep -r canary .; echo end", "--workspace", mode,
                                   "--profile", profile)
                    self.assertEqual((done.returncode, done.stdout), (0, "ok\nend\n"), done.stderr)
            for place in ("sub/a.secret", "sub/deep/keys.secret"):
                done = self.sh("true", "--workspace", mode, "--profile", self.profile(hide % os.path.join(self.box.work, place)))
                self.assertEqual(done.returncode, 125)
                self.assertRegex(done.stderr, r"trial.toml:7: '.*" + place + "' is to be shown, and the policy hides it")
        done = self.sh("true", "--workspace", "scratch", "--profile", self.profile(hide % os.path.join(self.box.work, "sub")))
        self.assertEqual(done.returncode, 125)
        self.assertIn("lies in the project, of which this workspace mode shows nothing", done.stderr)

    def test_aPlaceThatIsNotThereIsNamedBeforeTheRun(self):
        self.at(".agent/file")
        done = self.sh("true", "--profile", self.profile('[files]\nread = ["~/.agent"]\nstate = [".agent/memory"]\n'))
        self.assertEqual(done.returncode, 125)
        self.assertIn(f"'{self.box.home}/.agent/memory' (state of profile trial) has no place", done.stderr)
        self.assertIn("or show less than", done.stderr)
        self.assertEqual(os.listdir(os.path.join(self.box.home, ".agent")), ["file"])


if __name__ == "__main__":
    main()
