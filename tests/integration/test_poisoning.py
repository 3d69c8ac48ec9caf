#!/usr/bin/env python3
"""What a run leaves in its home and state does not run, is not followed, and does not go unseen."""

import os
import pathlib
import subprocess

from case import HERE, Case, main, start


class Poisoned(Case):
    def setUp(self):
        super().setUp()
        home = pathlib.Path(self.box.home)
        (home / ".claude").mkdir()
        (home / ".claude/settings.json").write_text('{"theme": "dark"}\n', encoding="utf-8")
        (home / ".claude.json").write_text('{"numStartups": 3}\n', encoding="utf-8")
        self.before = self.box.host_state()

    def claude(self, script):
        return self.sh(script, "--profile", "claude")

    def test_settingsThatCanExecuteDoNotReachTheNextRun(self):
        self.claude("""mkdir -p ~/.claude/plugins/evil ~/.claude/commands ~/.claude/skills ~/.claude/shell-snapshots
            echo '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"touch ~/POISON"}]}]}}' > ~/.claude/settings.json
            echo '{"hooks":{"poison":1}}' > ~/.claude/settings.local.json
            echo '{"mcpServers":{"evil":{"command":"poison-server"}}}' > ~/.claude.json
            echo 'touch ~/POISON' > ~/.claude/shell-snapshots/snapshot.sh
            echo poison > ~/.claude/plugins/evil/plugin.json; echo poison > ~/.claude/skills/SKILL.md
            echo 'alias ls=poison' >> ~/.bashrc; echo poison >> ~/.profile; mkdir -p ~/.config/git
            printf '[core]\\n\\tpager = poison\\n' >> ~/.gitconfig; printf '[core]\\n\\tpager = poison\\n' > ~/.config/git/config""")
        done = self.claude("grep -rls -e poison -e POISON ~ 2>/dev/null; git config --get core.pager")
        self.assertEqual(done.stdout, "", "the next run finds what the last one planted")
        self.assertEqual(self.box.host_state(), self.before)

    def test_twoLiveRunsDoNotSeeWhatTheOtherPlants(self):
        names = ("settings.json", "settings.local.json", "CLAUDE.md", "hooks/h", "plugins/p", "agents/a.md",
                 "shell-snapshots/s.sh")
        look = "cd ~/.claude && for n in " + " ".join(names) + "; do grep -s EVIL $n; done; cat talk; cat settings.local.json"
        plant = ("cd ~/.claude && for n in " + " ".join(names) + "; do echo EVIL > new.tmp; mv -f new.tmp $n; rm -rf $n; "
                 "echo EVIL > $n; done 2> /dev/null; mv ~/.claude/hooks ~/.claude/aside; mkdir ~/.claude/hooks; echo talk > talk; "
                 "cat settings.local.json")
        for first, second in ((plant, look), (look, plant)):
            with self.subTest(first=first):
                runs = [start(self.box, "sh", flags=["--profile", "claude"], stdin=subprocess.PIPE) for _ in range(2)]
                for run in runs:
                    self.addCleanup(run.communicate)
                    self.addCleanup(run.kill)
                    self.assertEqual(self.say(run, "echo there"), "there\n")    # both live before anything is done
                said = [self.say(runs[0], first), self.say(runs[1], second), self.say(runs[0], first)]
                looked = [s for s, script in zip(said, (first, second, first)) if script == look]
                planted = [s for s, script in zip(said, (first, second, first)) if script == plant]
                self.assertEqual(set(planted), {"EVIL\n"}, "an agent can write settings of its own, in its own run")
                for text in looked:
                    self.assertNotIn("EVIL", text)
                self.assertEqual(looked[-1], "talk\n{}\n")
                for run in runs:
                    run.communicate("exit\n", timeout=30)

    def say(self, run, line):
        run.stdin.write(line + "; echo END\n")
        run.stdin.flush()
        said = ""
        while not said.endswith("END\n"):
            more = run.stdout.readline()
            self.assertTrue(more, f"the run ended: {said}")
            said += more
        return said[:-4]

    def test_stateThatIsNotExecutableIsKept(self):
        self.claude("mkdir -p ~/.claude/projects/x && echo talk > ~/.claude/projects/x/talk.jsonl")
        done = self.claude("cat ~/.claude/projects/x/talk.jsonl")
        self.assertEqual(done.stdout, "talk\n", done.stderr)
        self.assertEqual(self.box.host_state(), self.before)

    def test_linksInStateAreNotFollowed(self):
        home = self.box.home
        self.claude(f"""ln -s {home}/.ssh ~/.claude/projects-link; rm -rf ~/.claude/projects; ln -s {home}/.ssh ~/.claude/projects
            rm -f ~/.claude.json; ln -s {home}/.aws/credentials ~/.claude.json""")
        done = self.claude("cat ~/.claude/projects-link/id_ed25519 ~/.claude/projects/id_ed25519 ~/.claude.json; true")
        self.assertNotIn("canary", done.stdout)
        self.assertEqual(self.box.host_state(), self.before)

    def test_anotherProfileDoesNotSeeTheState(self):
        self.claude("mkdir -p ~/.claude/projects && echo mine > ~/.claude/projects/mark")
        done = self.sh("cat ~/.claude/projects/mark; ls -A ~/.claude", "--profile", "codex")
        self.assertEqual(done.stdout, "")

    def test_aLinkInTheProjectLeadsNowhereOnTheHost(self):
        secret = os.path.join(self.box.home, ".ssh/id_ed25519")
        self.ok(self.sh(f"ln -s {secret} notes.txt; ln -s {self.box.neighbour} dir; echo x > real.txt"))
        self.ok(self.box.leadglass("review", "last"))
        shown = self.box.leadglass("review", "last", "--diff")
        self.assertNotIn("canary-ssh-key", shown.stdout)
        self.box.leadglass("apply", "last")
        self.assertFalse(os.path.lexists(os.path.join(self.box.work, "notes.txt")), "a link that leaves the tree went back unseen")
        self.ok(self.sh("echo stolen > dir/keep.txt; true"))
        self.assertEqual(pathlib.Path(self.box.neighbour, "keep.txt").read_text(encoding="utf-8"), "keep\n")


class Repository(Case):
    def test_thatIsPoisonedStartsNothingInReviewOrApply(self):      # OV-05
        self.write("tracked.txt", "tracked\n")
        self.box.git("add", "-A")
        self.box.git("-c", "user.name=t", "-c", "user.email=t@example.test", "commit", "-qm", "tracked")
        script = pathlib.Path(HERE, "../cases/OV-05/poison.sh").read_text(encoding="utf-8")
        self.ok(self.sh(script))
        for words in (["review", "last"], ["review", "last", "--diff"], ["review", "last", "--json"], ["runs", "list"]):
            self.ok(self.box.leadglass(*words))
        self.box.leadglass("apply", "last")
        self.assertEqual([n for n in os.listdir(self.box.home) if n.startswith("PWNED")], [])
        self.box.git("status", "--porcelain")
        self.assertEqual([n for n in os.listdir(self.box.home) if n.startswith("PWNED")], [], "git on the host started it")


CANARY = """[core]
    repositoryformatversion = 0
    bare = false
    worktree = %s
    fsmonitor = "touch $HOME/PWNED; false"
[remote "x"]
    url = .
    uploadpack = "touch $HOME/PWNED; false"
"""
HEAD = "ref: refs/heads/main\n"
PARTS = {"HEAD": HEAD, "objects/x": "", "refs/x": "", "config": CANARY % ".."}


def put(folder, files):
    """A shell script that writes these files below the folder."""
    lines = []
    for name, text in files.items():
        lines.append(f"mkdir -p \"$(dirname '{folder}/{name}')\"; cat > '{folder}/{name}' <<'END'\n{text}END")
    return "\n".join(lines) + "\n"


def some(*names):
    return {name: PARTS[name] for name in names}


HOOK = "#!/bin/sh\ntouch $HOME/PWNED\n"
# What the host has before, what each run does in turn, and the folder in which git would then run the canary.
EMBEDDED = {
    "a whole one": ("", [put("sub", PARTS)], "sub"),
    "inside the project's own": ("", [put(".git/logs/x", PARTS | {"config": CANARY % "../../.."})], ".git/logs/x"),
    "config for one that the host has": (put("sub", some("HEAD", "objects/x", "refs/x")), [put("sub", some("config"))], "sub"),
    "the rest of one": (put("sub", some("HEAD", "objects/x")), [put("sub", some("refs/x", "config"))], "sub"),
    "the rest of one, run by run": (put("sub", some("HEAD")), [put("sub", some(name)) for name in ("config", "refs/x", "objects/x")], "sub"),
    "its head last": ("", [put("sub", some("config")), put("sub", some("refs/x", "objects/x")), put("sub", some("HEAD"))], "sub"),
    "a directory that is shared": (put("sub", some("HEAD")) + put("data", some("objects/x", "refs/x")),
                                   [put("data", {"config": CANARY % ".."}) + put("sub", {"commondir": "../data\n"})], "sub"),
    "a pointer to one": (put("data", some("HEAD", "objects/x", "refs/x")) + "mkdir mod",
                         [put("data", {"config": CANARY % ".."}) + put("mod", {".git": "gitdir: ../data\n"})], "mod"),
    "hooks of one": (put("sub", some("HEAD", "objects/x", "refs/x") | {"config": "[core]\n    repositoryformatversion = 0\n    bare = false\n    worktree = ..\n"}),
                     [put("sub/hooks", {"post-index-change": HOOK}) + "chmod +x sub/hooks/*"], "sub"),
}


class Embedded(Case):
    def runs_canary(self):
        """Does git, in any directory of the project, run the canary?"""
        canary = os.path.join(self.box.home, "PWNED")
        for folder, _, _ in list(os.walk(self.box.work)):
            for words in ("status", "add -A", "fetch x"):
                subprocess.run(["git", *words.split()], cwd=folder, env=self.box.environment, capture_output=True, timeout=60, check=False)
                if os.path.exists(canary):
                    os.remove(canary)
                    return os.path.relpath(folder, self.box.work) + ": git " + words
        return None

    def test_repositoriesOfARunRunNothingOnTheHost(self):
        for name, (host, runs, folder) in EMBEDDED.items():
            for risky in ([], ["--include-risky"]):
                with self.subTest(name, risky=risky):
                    self.setUp()
                    subprocess.run(["sh", "-ec", host], cwd=self.box.work, env=self.box.environment, check=True)
                    self.assertIsNone(self.runs_canary(), "before any run")
                    for script in runs:
                        self.ok(self.sh("set -e\n" + script))
                        self.box.leadglass("apply", "last", *risky)
                    found = self.runs_canary()
                    if risky:       # the trap is real: git falls into it where all was taken over
                        self.assertIsNotNone(found)
                        self.assertTrue(found.startswith(folder), found)
                    else:
                        self.assertIsNone(found)


if __name__ == "__main__":
    main()
