#!/usr/bin/env python3
"""Agents where their installers put them below HOME: found, told apart by version, and started."""

import os
import pathlib

from case import Case, main

AGENT = "#!/bin/sh\necho \"ran $0\"\n"


class Installed(Case):
    def agent(self, place, name, link=None):
        """Puts a program at HOME/place (and a link to it); PATH gets the directory that `name` is in."""
        path = pathlib.Path(self.box.home, place)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(AGENT, encoding="utf-8")
        path.chmod(0o755)
        shown = pathlib.Path(self.box.home, link or place)
        if link:
            shown.parent.mkdir(parents=True, exist_ok=True)
            shown.symlink_to(path)
        self.assertEqual(shown.name, name)
        self.box.environment["PATH"] = str(shown.parent) + ":" + self.box.environment["PATH"]
        return str(shown)

    def check(self, command, path, version):
        found = {a["command"]: a for a in self.box.json("agents")}
        self.assertEqual(found[command]["path"]["text"], path)
        self.assertEqual(found[command]["version"], version)
        self.assertEqual(found[command]["profile"], command)
        done = self.ok(self.box.run(command))
        self.assertIn("ran ", done.stdout)
        self.assertIn(f"profile {command} ", self.ok(self.box.run(command, flags=["--dry-run"])).stdout)

    def test_byItsOwnInstallerInVersions(self):
        path = self.agent(".local/share/claude/versions/2.1.197", "claude", link=".local/bin/claude")
        self.check("claude", path, "2.1.197")

    def test_byItsOwnInstallerInADirectoryOfItsOwn(self):
        self.check("opencode", self.agent(".opencode/bin/opencode", "opencode"), "")

    def test_byNpmBelowNvm(self):
        package = ".nvm/versions/node/v20.9.0/lib/node_modules/@openai/codex"
        path = self.agent(package + "/bin/codex.js", "codex", link=".nvm/versions/node/v20.9.0/bin/codex")
        pathlib.Path(self.box.home, package, "package.json").write_text('{"version": "0.171.0"}', encoding="utf-8")
        self.check("codex", path, "0.171.0")

    def test_byNpmInAPrefixOfThePerson(self):
        path = self.agent(".npm-global/lib/node_modules/pi/dist/cli.js", "pi", link=".npm-global/bin/pi")
        self.check("pi", path, "")

    def test_byMise(self):
        path = self.agent(".local/share/mise/installs/gemini/0.61.0/bin/gemini", "gemini")
        self.check("gemini", path, "0.61.0")

    def test_byPipxWithItsVirtualEnvironment(self):
        path = self.agent(".local/share/pipx/venvs/aider-chat/bin/aider", "aider", link=".local/bin/aider")
        self.check("aider", path, "")

    def test_whereNoRunMaySeeItIsToldAndNotStarted(self):
        self.agent(".ssh/claude", "claude")
        done = self.box.run("claude")
        self.assertEqual(done.returncode, 125, done.stderr)
        self.assertIn("lies in a place that no run may see", done.stderr)
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    main()
