#!/usr/bin/env python3
"""How the project is written: the workspace modes."""

import os
import shlex
import shutil
import subprocess

from case import Case, main, start


class ReadOnly(Case):
    def test_everyWriteFailsAsOnAReadOnlyFileSystem(self):
        self.write("sub/old.txt", "old\n")
        before = self.box.host_state()
        for attempt in ("echo x > new.txt", "echo x >> README.md", "rm README.md", "mkdir d", "mv sub other",
                        "ln -s README.md link", "ln README.md hard", "chmod 600 README.md", "touch README.md",
                        "mkfifo pipe", "git -c user.name=a -c user.email=a@example.test commit -q --allow-empty -m x"):
            done = self.sh(attempt, "--workspace", "readonly")
            self.assertNotEqual(done.returncode, 0, attempt)
            self.assertIn("Read-only file system", done.stderr, attempt)
        self.assertEqual(self.box.host_state(), before)

    def test_theRestOfTheProjectIsReadAndHiddenFilesAreNot(self):
        self.write(".env", "SECRET=1\n")
        self.write("sub/.env.local", "SECRET=2\n")
        done = self.ok(self.sh("cat README.md sub/.env.local .env; find . -name '.env*'; git log --format=%s",
                               "--workspace", "readonly"))
        self.assertEqual(done.stdout, "# App\nstart\n")

    def test_nothingIsLeftToReview(self):
        self.ok(self.sh("echo x > new.txt; true", "--workspace", "readonly"))
        self.assertEqual(self.box.json("runs", "list"), [])
        self.ok(self.sh("true", "--workspace", "readonly", "--keep"))
        self.assertEqual(self.box.json("review", "last"), [])
        self.assertEqual(self.box.json("runs", "list")[0]["workspace"], "readonly")

    def test_aProfileMaySayIt(self):
        profile = self.profile('[workspace]\nmode = "readonly"\n')
        done = self.sh("echo x > new.txt", "--profile", profile)
        self.assertIn("Read-only file system", done.stderr)
        self.ok(self.sh("echo x > new.txt", "--profile", profile, "--workspace", "overlay"), "the flag is the stronger")
        shown = self.ok(self.box.leadglass("policy", "show", "--profile", profile)).stdout
        self.assertIn("readonly: the project can be read, and nothing in it written", shown)


class WithoutAttributes(Case):
    """Leadglass's data where the file system keeps no user attributes, as a tmpfs before Linux 6.6."""

    KINDS = ("ramfs", *(["tmpfs"] if tuple(map(int, os.uname().release.split(".")[:2])) < (6, 6) else []))

    def there(self, kind, script, *flags):
        # The data directory is covered in a mount namespace, and the person is themselves again in one more.
        data = os.path.join(self.box.home, ".local/share/leadglass")
        os.makedirs(data, mode=0o700, exist_ok=True)
        # In that namespace root's bwrap belongs to nobody that is known there: a copy comes first.
        tools = os.path.join(self.box.folder, "tools")
        os.makedirs(tools, exist_ok=True)
        shutil.copy2(shutil.which("bwrap", path=self.box.environment["PATH"]), tools)
        words = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                 f'mount -t {kind} -o mode=700 none "$1" && shift && exec unshare --user --map-user="$1" --map-group="$2" sh -c "$3"',
                 "sh", data, str(os.getuid()), str(os.getgid()),
                 " && ".join(" ".join([self.box.program, *words]) for words in
                             [["run", *flags, "--", "sh", "-c", shlex.quote(script)], *([["apply", "last"]] if flags else [])])]
        return subprocess.run(words, cwd=self.box.work, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                              env={**self.box.environment, "PATH": tools + ":" + self.box.environment["PATH"]})

    def test_anOverlayIsRefusedBeforeAnythingRuns(self):
        self.write("d/old.txt", "old\n")
        before = self.box.host_state()
        for kind in self.KINDS:
            done = self.there(kind, "echo ran > ran.txt; echo ran")
            self.assertEqual((done.returncode, done.stdout), (125, ""), kind + done.stderr)
            self.assertIn("has no user attributes", done.stderr)
            self.assertIn("--workspace copy", done.stderr)
            self.assertEqual(self.box.host_state(), before)

    def test_aCopyNeedsNone(self):
        for kind in self.KINDS:
            self.write("d/old.txt", "old\n")
            self.ok(self.there(kind, f"rm -r d && mkdir d && echo new > d/{kind}.txt", "--workspace", "copy"))
            self.assertEqual(os.listdir(os.path.join(self.box.work, "d")), [kind + ".txt"])
            shutil.rmtree(os.path.join(self.box.work, "d"))


class Scratch(Case):
    def test_anEmptyDirectoryInTheProjectsPlaceThatGoesWithTheRun(self):
        before = self.box.host_state()
        done = self.ok(self.sh("pwd; ls -A; mkdir -p a/b; echo x > a/b/c; cat a/b/c", "--workspace", "scratch"))
        self.assertEqual(done.stdout, f"{self.box.work}\nx\n")
        self.assertEqual(self.box.host_state(), before)
        self.assertEqual(self.box.json("runs", "list"), [])

    def test_aStartInADirectoryBelowTheProject(self):
        self.write("sub/file.txt", "x\n")
        os.symlink("sub", os.path.join(self.box.work, "link"))
        for folder in ("sub", "link"):
            done = self.ok(self.box.run("sh", "-c", "pwd; ls -A", flags=["--workspace", "scratch", "--project", self.box.work],
                                        cwd=os.path.join(self.box.work, folder)))
            self.assertEqual(done.stdout, self.box.work + "\n", folder)

    def test_itsSizeIsTheDiskLimit(self):
        done = self.sh("dd if=/dev/zero of=a bs=1M count=20 2>&1; dd if=/dev/zero of=b bs=1M count=20", "--workspace", "scratch",
                       "--limit", "disk=32MiB")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("No space left on device", done.stderr)


class Copy(Case):
    FLAGS = ("--workspace", "copy")

    def test_changesAreReviewedAndAppliedAsFromAnOverlay(self):
        for name, text in (("keep.txt", "keep\n"), ("edit.txt", "old\n"), ("gone/a.txt", "a\n"), ("gone/b/c.txt", "c\n"),
                           ("type", "file\n"), ("swap/x", "x\n"), ("run.sh", "#!/bin/sh\n"), ("touched", "same\n")):
            self.write(name, text)
        os.symlink("keep.txt", os.path.join(self.box.work, "link"))
        before = self.box.host_state()
        self.ok(self.sh("echo new > new.txt; echo more >> edit.txt; rm -r gone; rm type; mkdir type; echo in > type/in;"
                        "rm -r swap; echo file > swap; ln -sfn edit.txt link; chmod 755 keep.txt; mkdir -p a/b; touch touched;"
                        "echo deep > a/b/c; mv run.sh moved.sh", *self.FLAGS))
        self.assertEqual(self.box.host_state(), before)
        kinds = {change["path"]["text"]: change["kind"] for change in self.box.json("review", "last")}
        self.assertEqual(kinds, {
            "a": "added", "a/b": "added", "a/b/c": "added", "edit.txt": "changed", "gone": "deleted", "gone/a.txt": "deleted",
            "gone/b": "deleted", "gone/b/c.txt": "deleted", "keep.txt": "mode_changed", "link": "changed", "moved.sh": "renamed",
            "new.txt": "added", "run.sh": "deleted", "swap": "type_changed", "swap/x": "deleted", "type": "type_changed",
            "type/in": "added"})
        self.ok(self.box.leadglass("apply", "last", "--include-risky"))
        self.assertEqual((self.read("edit.txt"), self.read("type/in"), self.read("swap"), self.read("a/b/c")),
                         ("old\nmore\n", "in\n", "file\n", "deep\n"))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "gone")))
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.box.host_state(), before)

    def test_hiddenFilesAreAbsentAndSurviveWhatIsApplied(self):
        self.write("sub/.env", "SECRET=1\n")
        self.write("sub/seen.txt", "seen\n")
        self.write(".env", "SECRET=2\n")
        done = self.ok(self.sh("find . -name '.env*'; rm -r sub; echo x > .env", *self.FLAGS))
        self.assertEqual(done.stdout, "")
        self.box.leadglass("apply", "last", "--include-risky", "--on-conflict", "theirs")
        self.assertEqual((self.read("sub/.env"), self.read(".env")), ("SECRET=1\n", "SECRET=2\n"))
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "sub/seen.txt")))

    def test_whatTheHostChangesMeanwhileIsAConflictAndWhatOnlyItChangesIsNone(self):
        for name in ("both.txt", "host.txt", "agent.txt"):
            self.write(name, "base\n")
        run = start(self.box, "sh", "-c", "echo ready; read line; echo agent > both.txt; echo agent > agent.txt; echo a > new.txt",
                    flags=self.FLAGS, stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), "ready\n")
        early = self.box.leadglass("review", "last")
        self.assertEqual(early.returncode, 125)
        self.assertIn("can be told when it has ended", early.stderr)
        for name in ("both.txt", "host.txt", "new.txt", ".env"):
            self.write(name, "host\n")
        self.assertNotIn(".env", run.communicate("\n")[1])
        found = {change["path"]["text"]: bool(change["conflict"]) for change in self.box.json("review", "last")}
        self.assertEqual(found, {"both.txt": True, "agent.txt": False, "new.txt": True})
        self.assertEqual(self.box.leadglass("apply", "last").returncode, 1)
        self.assertEqual((self.read("both.txt"), self.read("host.txt"), self.read("agent.txt")), ("host\n", "host\n", "agent\n"))

    def test_aRunWithoutChangesLeavesNothing(self):
        self.ok(self.sh("touch README.md; git status", *self.FLAGS))
        self.assertEqual(self.box.json("runs", "list"), [])
        self.assertEqual(os.listdir(os.path.join(self.box.home, ".local/share/leadglass/runs")), [])

    def test_aCommitIsTakenOver(self):
        self.ok(self.sh("echo x > f; git add f; git -c user.name=a -c user.email=a@example.test commit -qm agents", *self.FLAGS))
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.box.git("log", "--format=%s").split(), ["agents", "start"])
        self.assertEqual(self.box.git("status", "--porcelain"), "")

    def test_aKilledRunIsCollectedByTheNextLook(self):
        self.write("old.txt", "old\n")
        run = start(self.box, "sh", "-c", "echo new > new.txt; rm old.txt; mkdir shut; echo x > shut/x; chmod 0 shut; echo ready; sleep 600",
                    flags=self.FLAGS)
        self.assertEqual(run.stdout.readline(), "ready\n")
        run.kill()
        run.communicate()
        changed = [change["path"]["text"] for change in self.box.json("review", "last")]
        self.assertEqual(changed[:2], ["new.txt", "old.txt"])
        self.ok(self.box.leadglass("discard", "last"))
        self.assertEqual(os.listdir(os.path.join(self.box.home, ".local/share/leadglass/runs")), [])

    def test_overTheBudgetNothingStarts(self):
        with open(os.path.join(self.box.work, "big"), "wb") as handle:
            handle.write(os.urandom(40 << 20))
        done = self.sh("echo started", *self.FLAGS, "--limit", "disk=32MiB")
        if done.returncode == 0:    # the file system shares the blocks
            self.skipTest("copies cost nothing here")
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertIn("a copy of the project needs more than 32 MiB", done.stderr)
        self.assertIn("--limit disk=SIZE", done.stderr)
        self.assertEqual(os.listdir(os.path.join(self.box.home, ".local/share/leadglass/runs")), [])

    def test_holesStayHoles(self):
        path = os.path.join(self.box.work, "sparse")
        with open(path, "wb") as handle:
            handle.truncate(1 << 30)
            handle.seek(1 << 29)
            handle.write(b"middle")
        done = self.ok(self.sh("stat -c '%s' sparse; test $(du -k sparse | cut -f1) -lt 1024; dd if=sparse bs=1 skip=536870912 count=6",
                               *self.FLAGS, "--limit", "disk=64MiB", "--limit", "file_size=2GiB"))
        self.assertEqual(done.stdout, "1073741824\nmiddle")

    def test_specialAndUnreadableFilesAreLeftOutAndSaid(self):
        os.mkfifo(os.path.join(self.box.work, "pipe"))
        self.write("shut.txt", "x\n")
        os.chmod(os.path.join(self.box.work, "shut.txt"), 0)
        done = self.ok(self.sh("ls; echo x > new", *self.FLAGS))
        self.assertIn("not in the copy: pipe, shut.txt (", done.stderr)
        self.assertEqual([change["path"]["text"] for change in self.box.json("review", "last")], ["new"])


class Everywhere(Case):
    def test_aProjectBehindALinkKeepsTheSpellingThatWasTyped(self):          # FS-04
        link = os.path.join(self.box.root, "linked")
        os.symlink("projects", link)
        for mode in ("overlay", "copy", "readonly", "scratch"):
            for typed in (self.box.work, os.path.join(link, "app")):
                done = self.ok(self.box.run("sh", "-c", "pwd -L; pwd -P; ls -d " + self.box.work, cwd=typed,
                                            extra={"PWD": typed}, flags=["--workspace", mode]), (mode, typed))
                self.assertEqual(done.stdout.split(), [typed, self.box.work, self.box.work], mode)

    def test_aProgramOfTheProjectIsFoundByItsPath(self):
        self.write("bin/tool", "#!/bin/sh\necho tool $0\n")
        path = os.path.join(self.box.work, "bin/tool")
        os.chmod(path, 0o755)
        for mode in ("overlay", "copy", "readonly"):
            for spelled in (path, "./bin/tool", "bin/tool"):
                done = self.ok(self.box.run(spelled, flags=["--workspace", mode]), (mode, spelled))
                self.assertTrue(done.stdout.startswith("tool "), done.stdout)
            done = self.ok(self.box.run("tool", flags=["--workspace", mode], extra={"PATH": os.path.dirname(path) + ":" + self.box.path()}))
            self.assertEqual(done.stdout, f"tool {path}\n")
        # Of a project that is not shown, the command that was named, and nothing beside it.
        self.write("bin/tool", "#!/bin/sh\nfind . -mindepth 1 | sort\n")
        self.write("bin/other", "#!/bin/sh\n")
        self.write("bin/.env", "SECRET=1\n")
        os.chmod(os.path.join(self.box.work, "bin/other"), 0o755)
        done = self.ok(self.box.run(path, flags=["--workspace", "scratch"], extra={"PATH": os.path.dirname(path) + ":" + self.box.path()}))
        self.assertEqual(done.stdout, "./bin\n./bin/tool\n")

    def test_noWayLeadsToAnotherRunsFilesOrToThisOnesOwn(self):              # OV-06
        for mode in ("overlay", "copy", "direct", "readonly", "scratch"):
            done = self.sh("find / -xdev \\( -name upper -o -name copy.list -o -name snapshot.list -o -path '*/runs/*/copy' -o -name manifest.json \\) 2>/dev/null; "
                           "grep -o '[^ ]*leadglass/runs[^ ]*upper' /proc/self/mountinfo; ls ~/.local/share/leadglass",
                           "--workspace", mode)
            self.assertEqual(done.stdout, "", mode)


class Says(Case):
    def test_thePlanWhichModeHoldsAndWhatItMeans(self):
        for mode, words in (("overlay", "kept aside"), ("copy", "works on a copy"), ("readonly", "nothing in it written"), ("scratch", "gone when the run ends")):
            done = self.ok(self.sh("true", "--workspace", mode, "--dry-run"))
            self.assertRegex(done.stdout, f"(?m)^workspace {mode}: .*{words}")


if __name__ == "__main__":
    main()
