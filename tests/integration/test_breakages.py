#!/usr/bin/env python3
"""Reported breakages of other sandboxes (tests/cases names their inputs): environment, tools, owners, patterns."""

import json
import os
import pathlib
import shutil
import subprocess

from case import HERE, Case, main
from box import write

CASES = pathlib.Path(HERE, "../cases")
# What a shell on a developer's machine holds. Each value has the word "canary-var".
VARIABLES = """AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_PROFILE AWS_SHARED_CREDENTIALS_FILE GITHUB_TOKEN GH_TOKEN
GITLAB_TOKEN NPM_TOKEN PYPI_TOKEN CARGO_REGISTRY_TOKEN OPENAI_API_KEY ANTHROPIC_API_KEY GEMINI_API_KEY HF_TOKEN SLACK_BOT_TOKEN
DATABASE_URL REDIS_URL MYSQL_PWD PGPASSWORD PGPASSFILE PGSERVICEFILE SSH_AUTH_SOCK SSH_ASKPASS GPG_AGENT_INFO GIT_ASKPASS
GIT_SSH_COMMAND KUBECONFIG DOCKER_HOST DOCKER_CONFIG DBUS_SESSION_BUS_ADDRESS XAUTHORITY DISPLAY WAYLAND_DISPLAY VSCODE_IPC_HOOK_CLI
TMUX NODE_OPTIONS LD_PRELOAD LD_LIBRARY_PATH PYTHONSTARTUP BASH_ENV PROMPT_COMMAND AZURE_CLIENT_SECRET VAULT_TOKEN SOPS_AGE_KEY
COMPANY_THING GOOGLE_APPLICATION_CREDENTIALS""".split()
OURS = set("""PATH HOME USER LOGNAME SHELL PWD OLDPWD SHLVL _ TERM COLORTERM LANG LANGUAGE TZ TMPDIR XDG_RUNTIME_DIR LEADGLASS_RUN BROWSER
GIT_CONFIG_SYSTEM GIT_TERMINAL_PROMPT HTTP_PROXY http_proxy HTTPS_PROXY https_proxy ALL_PROXY all_proxy NO_PROXY no_proxy""".split())


class Environment(Case):
    """CE-01"""

    def setUp(self):
        super().setUp()
        self.outer = {name: f"canary-var-{name}" for name in VARIABLES if not name.startswith("LD_")}
        self.outer.update(LD_PRELOAD="/canary-var.so", LD_LIBRARY_PATH="/canary-var", TWO_LINES="canary-var\nLC_ALL=canary-var",
                          NO_TEXT="canary-var\udcff", LC_TIME="C.UTF-8")

    def test_onlyWhatIsListedArrives(self):
        self.assertGreater(len(self.outer), 40)
        script = "env -0; cat /proc/*/environ /proc/*/cmdline 2>/dev/null; printf '\\0'; grep -rsh 'canary[-]var' /run /tmp /etc ~ 2>/dev/null"
        done = self.box.run("sh", "-c", script, extra=self.outer)
        named = {entry.partition("=")[0] for entry in done.stdout.split("\0") if "=" in entry}
        self.assertIn("PATH", named)
        self.assertIn("LC_TIME", named)
        unknown = {name for name in named if name in self.outer or name in ("TWO_LINES", "NO_TEXT")} - {"LC_TIME"}
        self.assertEqual(unknown, set())
        entries = {e.partition("=")[0] for e in done.stdout.split("\0") if "=" in e and not e.startswith(("-", "/"))}
        self.assertEqual({e for e in entries if e.isidentifier() and e not in OURS and not e.startswith(("LC_", "XDG_", "npm_"))} -
                         {v["name"] for v in self.plan()["environment"]}, set())
        self.assertNotIn("canary-var", done.stdout)

    def plan(self):
        return json.loads(self.ok(self.box.leadglass("run", "--dry-run", "--json", "--", "true", extra=self.outer)).stdout)

    def test_whatIsPassedByNameIsInNoFileAndNoCommandLine(self):
        value = "canary-var-that-only-the-command-may-see"
        run = subprocess.Popen(
            [self.box.program, "run", "--pass", "MY_SERVICE_TOKEN", "--", "sh", "-c", "echo $MY_SERVICE_TOKEN; read line"],
            cwd=self.box.work, env={**self.box.environment, "MY_SERVICE_TOKEN": value}, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), value + "\n")
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                self.assertNotIn(value.encode(), pathlib.Path("/proc", pid, "cmdline").read_bytes())
            except OSError:
                pass
        run.communicate("\n", timeout=60)
        for place in (self.box.home, self.box.environment["XDG_RUNTIME_DIR"], self.box.environment["TMPDIR"]):
            for here, _, leaves in os.walk(place):
                for leaf in leaves:
                    path = pathlib.Path(here, leaf)
                    if path.is_file():
                        self.assertNotIn(value.encode(), path.read_bytes(), path)
        rows = [row for row in self.box.audit() if row["kind"] == "credential"]
        self.assertEqual([row["subject"] for row in rows], ["MY_SERVICE_TOKEN"], "it is recorded, by its name")


class Tools(Case):
    """PC-04"""

    def setUp(self):
        super().setUp()
        home = self.box.home
        node = ".nvm/versions/node/v20.1.0"
        for path, text in {
                f"{node}/bin/node": "#!/bin/sh\necho v20.1.0-here\n",
                f"{node}/lib/node_modules/npm/bin/npm-cli.js": "#!/bin/sh\necho 10.0.0-here\n",
                ".pyenv/versions/3.12.1/bin/python3": "#!/bin/sh\necho Python 3.12.1-here\n",
                ".pyenv/shims/python3": "#!/bin/sh\nexec \"$HOME/.pyenv/versions/$(cat \"$HOME/.pyenv/version\")/bin/python3\" \"$@\"\n",
                ".pyenv/version": "3.12.1\n",
                ".cargo/bin/cargo": "#!/bin/sh\necho cargo 1.80.0-here\n",
                ".local/bin/uv": "#!/bin/sh\necho uv 0.5.0-here\n",
                ".local/share/mise/installs/go/1.22/bin/go": "#!/bin/sh\necho go1.22-here\n",
                ".deno/bin/deno": "#!/bin/sh\necho deno 2.0-here\n", ".bun/bin/bun": "#!/bin/sh\necho 1.1-here\n"}.items():
            write(os.path.join(home, path), text, 0o755)
        os.symlink("../lib/node_modules/npm/bin/npm-cli.js", os.path.join(home, node, "bin/npm"))
        os.makedirs(os.path.join(home, ".local/share/mise/shims"))
        os.symlink("../installs/go/1.22/bin/go", os.path.join(home, ".local/share/mise/shims/go"))
        os.makedirs(os.path.join(home, "closed/bin"))
        os.chmod(os.path.join(home, "closed"), 0)
        first = ["closed/bin", "gone/bin", ".pyenv/shims", ".local/share/mise/shims", f"{node}/bin", ".cargo/bin", ".local/bin",
                 ".deno/bin", ".bun/bin"]
        self.path = ":".join([os.path.join(home, p) for p in first] + ["relative/bin", "/no/such/bin", self.box.environment["PATH"]])

    def test_areTheSameInsideAsOutsideAndNoEntryOfPathDangles(self):
        script = (CASES / "PC-04/tools.sh").read_text(encoding="utf-8")
        outside = subprocess.run(["sh", "-c", script], env={**self.box.environment, "PATH": self.path}, cwd=self.box.work, text=True,
                                 capture_output=True, timeout=60, check=False).stdout
        self.assertIn("dangling", outside, "outside there are some")
        done = self.ok(self.box.run("sh", "-c", script, extra={"PATH": self.path}))
        tools = [line for line in outside.splitlines() if not line.startswith("dangling")]
        self.assertGreaterEqual(len(tools), 8, outside)
        self.assertEqual(sorted(done.stdout.splitlines()), sorted(tools), done.stderr)

    def test_aHomeThatIsTheirOwnTakesTheirCaches(self):
        before = self.box.host_state()
        script = """set -e; for place in .cache/pip .npm/_cacache .cargo/registry go/pkg .config/tool .local/state/x; do
            mkdir -p ~/$place; echo x > ~/$place/file; mv ~/$place/file ~/$place/other; done
            test "$(stat -c %a ~)" = 700; echo y > ~/.bashrc; ! touch ~/.cargo/bin/new; echo fine"""
        done = self.ok(self.box.run("bash", "-c", script, extra={"PATH": self.path}))
        self.assertEqual(done.stdout, "fine\n", done.stderr)
        self.assertEqual(self.box.host_state(), before)


class Owners(Case):
    """PC-06"""

    def test_gitKnowsItsUserItsRepositoryAndNoKey(self):
        with open(os.path.join(self.box.home, ".gitconfig"), "a", encoding="utf-8") as handle:
            handle.write("[user]\n\tsigningkey = 0xDEADBEEF\n[core]\n\teditor = false\n[include]\n\tpath = ~/.more\n")
        write(os.path.join(self.box.home, ".more"), "[alias]\n\tpwn = !touch /tmp/pwn\n[commit]\n\ttemplate = ~/t\n")
        script = """set -e; echo new > new.txt; git add -A; git commit -qm one; git log -1 --format='%an %ae'; git status --porcelain
            git -C . stash list; git fsck 2>/dev/null; ! git pwn 2>/dev/null"""
        done = self.ok(self.sh(script))
        self.assertEqual(done.stdout, "Pat Person pat@example.test\n", done.stderr)
        self.assertNotIn("dubious", done.stderr)
        done = self.sh("git commit -S --allow-empty -qm signed; echo $?")
        self.assertRegex(done.stdout, r"^(1|128)\n", "a signature that no key makes fails")
        self.assertRegex(done.stderr, "gpg|sign")

    def test_sshAndGpgReadTheirConfiguration(self):
        for name, words in (("ssh", "ssh -G -p 2222 git.example.test | grep -x 'port 2222'"), ("gpg", "gpg --list-keys && echo listed")):
            if shutil.which(name, path="/usr/bin"):
                with self.subTest(program=name):
                    done = self.sh(words)
                    self.assertTrue(done.stdout.strip(), done.stderr)
                    self.assertNotRegex(done.stderr, "Bad owner|unsafe ownership|unsafe permissions")

    def test_systemFilesHaveAnOwnerThatIsKnown(self):
        done = self.ok(self.sh("stat -c %U /etc/passwd /usr/bin/env /etc; stat -c %U . README.md; id -un"))
        owners = done.stdout.split()
        self.assertNotIn("UNKNOWN", owners)
        self.assertEqual(set(owners[3:5]), {owners[5]}, "the project is the user's own")


# what a policy says -> what the checker says of it; nothing: it loads
PATTERNS = {
    '[egress]\nallow = [{ host = "*.a.example.org" }]': "",
    '[egress]\nallow = [{ host = "a.example.org/" }]': 'write host = "a.example.org"',
    '[egress]\nallow = [{ host = "https://a.example.org/x" }]': 'not a URL: write host = "a.example.org"',
    '[egress]\nallow = [{ host = "a.example.org " }]': 'write host = "a.example.org"',
    '[egress]\nallow = [{ host = "a.example.org:8443" }]': 'write host = "a.example.org", port = 8443',
    '[egress]\nallow = [{ host = "a..example.org" }]': "host",
    '[egress]\nallow = [{ host = "a*.example.org" }]': "whole first label",
    '[files]\nread = ["~"]': "all of your home", '[files]\nread = ["$HOME/.x"]': "absolute", '[files]\nread = ["./x"]': "absolute",
    '[files]\nread = ["../x"]': "absolute", '[files]\nread = ["/"]': "all of this machine",
    '[files]\nhide = ["~/.ssh"]': "below the project", '[files]\nhide = ["$HOME/.ssh"]': "below the project",
    '[files]\nhide = ["./x"]': "below the project", '[files]\nhide = ["../x"]': "below the project",
    '[files]\nhide = ["/etc/x"]': "below the project", '[files]\nhide = ["*"]': "whole project", '[files]\nhide = [""]': "below the project",
    '[files]\nstate = ["$HOME/.x"]': "below HOME", '[files]\nstate = ["~/.x"]': "below HOME",
    '[workspace]\nprotect = ["~/.bashrc"]': "below the project",
    '[files]\nhide = ["[a].txt", "secrets/", "**/.env", "later/x.txt"]': "",
}


class Patterns(Case):
    """PF-02"""

    def test_areRefusedOrExplainedAndNoneIsSilentlyDead(self):
        for text, told in PATTERNS.items():
            with self.subTest(policy=text):
                path = self.profile(text + "\n")
                done = self.box.leadglass("policy", "check", path)
                if told:
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertRegex(done.stdout + done.stderr, r"trial\.toml:\d+:\d+: ")
                    self.assertIn(told, done.stdout + done.stderr)
                else:
                    self.ok(done)
        self.assertIn("does not cover a.example.org itself", self.hint('[egress]\nallow = [{ host = "*.a.example.org" }]\n'))

    def hint(self, text):
        done = self.box.leadglass("policy", "check", self.profile(text))
        return done.stdout + done.stderr

    def test_holdInEveryDepthAndForWhatIsMadeLater(self):
        path = self.profile('[files]\nhide = ["[a].txt", "secrets/", "**/.env", "later/x.txt"]\n')
        for name in ("[a].txt", "a.txt", "secrets/k", "sub/.env", "sub/deep/er/.env", "sub/secrets/k"):
            self.write(name, f"content of {name}\n")
        script = r"""cat '../[a].txt' ../secrets/k .env deep/er/.env 2>/dev/null; cat ../a.txt secrets/k
            echo new > deep/.env; mkdir -p ../later; echo new > ../later/x.txt; cat deep/.env"""
        done = self.box.run("sh", "-c", script, flags=["--profile", path, "--project", self.box.work],
                            cwd=os.path.join(self.box.work, "sub"))
        self.assertEqual(done.stdout, "content of a.txt\ncontent of sub/secrets/k\nnew\n", done.stderr)
        self.box.leadglass("apply", "last")
        for name in ("sub/deep/.env", "later/x.txt"):
            self.assertFalse(os.path.exists(os.path.join(self.box.work, name)), f"{name} waits for a word of its own")
        self.assertEqual(self.read("sub/.env"), "content of sub/.env\n")


if __name__ == "__main__":
    main()
