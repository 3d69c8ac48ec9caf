#!/usr/bin/env python3
"""What a run leaves for its person to trip over: nothing of it is applied unasked, and what is asked for comes without its rights.

Files that are missing at the start and configure an agent, an editor or git (CVE-2026-25725, openai/codex#37081,
yoloai copy-mode-git-rce); set-user-id, pipes, sockets, devices and attributes (brood-box, gbash#828); links out of
the project that a later run or apply would follow (CVE-2026-25724).
"""

import os
import stat
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../integration"))

from case import Case, main  # noqa: E402

# Made where there was nothing: whatever starts one of these does so because somebody else opens the project.
CONFIGURES = (".claude/settings.json", ".claude/commands/x.md", ".mcp.json", ".vscode/tasks.json", ".vscode/settings.json",
              ".gemini/settings.json", ".cursor/rules/x.mdc", ".cursorrules", ".codex/config.toml", ".github/workflows/x.yml", ".envrc",
              ".idea/workspace.xml", "AGENTS.md", "CLAUDE.md", ".husky/pre-commit", ".gitattributes", ".gitmodules", ".git/hooks/pre-commit",
              ".git/config.worktree", "sub/.git/hooks/post-checkout", "sub/.git/config", "sub/.envrc", "Makefile", ".bazelrc", ".npmrc",
              ".pre-commit-config.yaml", ".devcontainer/devcontainer.json", ".zed/tasks.json", "deep/er/.vscode/tasks.json")
PLANT = "\n".join(f"mkdir -p \"$(dirname '{name}')\"; echo 'touch /tmp/PWNED' > '{name}'; chmod 755 '{name}'" for name in CONFIGURES)
SPECIAL = r"""
cp /bin/sh shell; chmod 6755 shell; cp /bin/true sticky; chmod 1777 sticky; mkdir -p dir; chmod 2777 dir; echo x > dir/f
mkfifo pipe; /usr/bin/python3 - <<'END'
import errno, os, socket, stat
socket.socket(socket.AF_UNIX).bind("socket")
for name, mode, device in (("disk", stat.S_IFBLK, os.makedev(8, 0)), ("mem", stat.S_IFCHR, os.makedev(1, 1)), ("null", stat.S_IFCHR, os.makedev(1, 3))):
    try: os.mknod(name, mode | 0o666, device); print("made", name)
    except OSError as problem: print(name, errno.errorcode[problem.errno])
for name in ("user.note", "user.overlay.opaque", "user.overlay.redirect", "user.overlay.whiteout", "security.capability", "trusted.overlay.opaque",
             "security.selinux", "system.posix_acl_access"):
    try: os.setxattr("plain", name, b"y"); print("set", name)
    except OSError as problem: print(name, errno.errorcode[problem.errno])
END
ln -s ~/.ssh/id_ed25519 key; ln -s ../../.. up; ln -s /etc/passwd abs; ln -s .git/hooks hooks; ln /bin/ls hard 2>/dev/null; true
"""


class Smuggling(Case):
    def setUp(self):
        super().setUp()
        self.write("plain", "plain\n")
        self.before = self.box.host_state()

    def changed(self):
        now = self.box.host_state()
        return {p.removeprefix("projects/app/") for p in set(now) | set(self.before) if now.get(p) != self.before.get(p)}

    def test_whatWouldRunIsHeldBackWhereThereWasNothingBefore(self):
        self.ok(self.sh(PLANT))
        self.assertEqual(self.changed(), set(), "before apply nothing is here")
        done = self.box.leadglass("apply", "last")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        planted = {name for name in CONFIGURES if os.path.lexists(os.path.join(self.box.work, name))}
        self.assertEqual(planted, set(), "applied unasked")
        for words in (["status"], ["log", "-1"], ["diff"], ["stash", "list"]):
            self.box.git(*words)
        self.assertFalse(os.path.exists("/tmp/PWNED"))
        listed = {change["path"]["text"] for change in self.box.json("review", "last")["changes"] if change["risks"]} \
            if isinstance(self.box.json("review", "last"), dict) else None
        if listed is not None:
            self.assertLessEqual({n for n in CONFIGURES if not n.startswith(".git/")} - {n for n in listed}, set())

    def test_theKernelRefusesDevicesAndOverlayMarksAndApplyTheRest(self):
        done = self.ok(self.sh(SPECIAL))
        said = dict(line.split(" ", 1)[::-1] if line.startswith(("made", "set")) else line.split(" ", 1) for line in done.stdout.splitlines())
        for name in ("disk", "mem", "null"):
            self.assertEqual(said[name], "EPERM", done.stdout)
        for name in ("security.capability", "trusted.overlay.opaque"):
            self.assertIn(said[name], ("EPERM", "EINVAL", "ENOTSUP", "EOPNOTSUPP"), done.stdout)
        self.box.leadglass("apply", "last", "--include-risky", "--on-conflict", "theirs")
        for here, names, leaves in os.walk(self.box.work):
            for name in names + leaves:
                path = os.path.join(here, name)
                about = os.lstat(path)
                self.assertIn(stat.S_IFMT(about.st_mode), (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK), path)
                if not stat.S_ISLNK(about.st_mode) and ".git" not in path:
                    self.assertEqual(about.st_mode & 0o6000, 0, f"{path} has the rights of another user: {oct(about.st_mode)}")
                    self.assertEqual([x for x in os.listxattr(path) if "overlay" in x or x.startswith(("security.cap", "trusted."))], [])

    def test_aLinkThatWasAppliedIsFollowedByNoLaterRunOrApply(self):
        self.ok(self.sh("ln -s ~/.ssh stolen; mkdir d; echo one > d/file"))
        self.ok(self.box.leadglass("apply", "last", "--include-risky"))
        done = self.sh("cat stolen/id_ed25519; ls stolen/; echo over > stolen/new; rm -r d; ln -s ~/.ssh d; true")
        self.assertNotIn("canary", done.stdout)
        self.box.leadglass("apply", "last", "--include-risky")
        self.ok(self.sh("rm d; mkdir d; echo two > d/file"))
        self.box.leadglass("apply", "last", "--include-risky")
        self.assertEqual(os.listdir(os.path.join(self.box.home, ".ssh")), ["id_ed25519"])


if __name__ == "__main__":
    main()
