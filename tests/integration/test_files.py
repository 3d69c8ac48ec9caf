#!/usr/bin/env python3
"""What a run sees and changes of the person's files; review, apply, undo, discard."""

import json
import os
import pathlib
import subprocess

from case import HERE, Case, main, start
from box import CANARIES

CASES = os.path.join(HERE, "../cases")


class Sees(Case):
    def test_nothingOfThePersonsCredentials(self):
        done = self.sh("cat ~/.aws/credentials ~/.ssh/id_ed25519 ~/.netrc ~/.git-credentials ~/.config/gh/hosts.yml; "
                       "env; grep -rs canary- ~ /run /tmp /var /proc/1/environ; git config --list; ls -la ~")
        for canary in CANARIES:
            self.assertNotIn(canary, done.stdout)
        # An empty value clears the list of helpers (git-config(1)); anything else would name one.
        helpers = [line for line in done.stdout.splitlines() if line.startswith("credential.") and "helper" in line]
        self.assertEqual([line for line in helpers if line != "credential.helper="], [])
        self.assertIn("user.name=Pat Person", done.stdout)
        self.assertIn("user.email=pat@example.test", done.stdout)

    def test_nothingOfLeadglassOrOtherProjects(self):
        self.ok(self.box.run("true", flags=["--keep"]))
        done = self.sh("ls ../neighbour ~/.local/share/leadglass; find / -xdev -name audit.db -o -name control.sock "
                       "-o -path '*/runs/*/upper' 2>/dev/null")
        self.assertEqual(done.stdout, "")

    def test_noHiddenFileAndNoPlaceholderForOne(self):
        self.write(".env", "SECRET=1\n")
        self.write("sub/.env.local", "SECRET=2\n")
        done = self.ok(self.sh("find . -name '.env*'; cat .env sub/.env.local; rm -r sub; true"))
        self.assertEqual(done.stdout, "")
        self.box.leadglass("apply", "last")
        self.assertEqual(self.read("sub/.env.local"), "SECRET=2\n")
        self.assertEqual(self.read(".env"), "SECRET=1\n")

    def test_aHiddenFileThatTheHostMakesLaterIsTold(self):
        self.write(".env", "SECRET=1\n")
        run = start(self.box, "sh", "-c", "echo ready; read line; cat key.pem sub/.env.local .env", stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.write("sub/.env.local", "SECRET=2\n")
        self.write("key.pem", "-----BEGIN PRIVATE KEY-----\n")
        self.write("plain.txt", "x\n")
        _, told = run.communicate("go\n", timeout=60)
        for path in ("sub/.env.local", "key.pem"):
            self.assertIn(f"{path} came into the project during the run, which could read it", told)
        self.assertEqual(told.count("came into the project"), 2, told)
        rows = [r["subject"] for r in self.box.audit() if r["reason"] == "hidden_file_appeared"]
        self.assertEqual(sorted(rows), ["key.pem", "sub/.env.local"])
        self.assertNotIn("came into", self.ok(self.sh("true")).stderr, "hidden from the next run's start on")

    def test_hiddenFilesSurviveTheWorstThatCanBeApplied(self):
        for name in (".env", "sub/.env", "sub/deep/.env.local", "only/.env"):
            self.write(name, f"SECRET={name}\n")
        self.write("sub/seen.txt", "seen\n")
        self.ok(self.sh("rm -rf sub only .env; echo x > sub; mkdir only; echo SECRET=planted > only/.env; mv README.md .env; true"))
        self.box.leadglass("apply", "last", "--include-risky", "--on-conflict", "theirs")
        for name in (".env", "sub/.env", "sub/deep/.env.local", "only/.env"):
            self.assertEqual(self.read(name), f"SECRET={name}\n")

    def test_aHomeThatAProgramMayRewriteByRename(self):
        done = self.ok(self.sh("echo '{}' > ~/.tool.json.tmp && mv ~/.tool.json.tmp ~/.tool.json && cat ~/.tool.json"))
        self.assertEqual(done.stdout, "{}\n")
        self.assertFalse(os.path.exists(os.path.join(self.box.home, ".tool.json")))

    def test_aDeniedFileByNoOtherName(self):            # FS-09
        readonly = os.path.join(self.box.home, "readonly.txt")
        pathlib.Path(readonly).write_text("read only\n", encoding="utf-8")
        profile = self.profile('[files]\nread = ["~/readonly.txt"]\n')
        script = pathlib.Path(CASES, "FS-09/probe.py").read_text(encoding="utf-8")
        self.write("probe.py", script)
        denied = os.path.join(self.box.home, ".ssh/id_ed25519")
        self.ok(self.box.run("/usr/bin/python3", "probe.py", denied, readonly, ".", flags=["--profile", profile]))
        self.assertEqual(pathlib.Path(readonly).read_text(encoding="utf-8"), "read only\n")

    def test_sharedMemoryAndSemaphores(self):            # SC-01
        self.write("mp.py", pathlib.Path(CASES, "SC-01/mp.py").read_text(encoding="utf-8"))
        done = self.ok(self.box.run("/usr/bin/python3", "mp.py"))
        self.assertIn("ok shm 64MiB", done.stdout)


class Places(Case):
    def test_noPlaceholdersAppearOnTheHost(self):         # FS-01
        before = self.box.host_state()
        run = start(self.box, "sh", "-c", "git status --porcelain; echo ready; read line")
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.assertEqual(self.box.host_state(), before, "while the run lasts")
        run.communicate()
        self.assertEqual(self.box.host_state(), before, "after the run")
        self.assertEqual(self.box.git("status", "--porcelain"), "")

    def test_behindALinkWorkInBothSpellings(self):        # FS-04
        real = os.path.join(self.box.folder, "var/home/u/p")
        os.makedirs(real)
        linked = os.path.join(self.box.folder, "home")
        os.symlink("var/home", linked)
        for spelling in (real, os.path.join(linked, "u/p")):
            for project in (real, os.path.join(linked, "u/p")):
                with self.subTest(cwd=spelling, project=project):
                    done = self.ok(self.box.run("sh", "-c", "pwd -L; pwd -P; echo ok > f; cat f",
                                                flags=["--project", project], cwd=spelling, extra={"PWD": spelling}))
                    lines = done.stdout.splitlines()
                    self.assertEqual(lines[0], spelling)
                    self.assertEqual(lines[2], "ok")
                    self.ok(self.box.leadglass("discard", "last", cwd=spelling))

    def test_atDeepPathsWork(self):                       # FS-10
        deep = os.path.join(self.box.folder, "1" * 80, "2" * 80)
        project = os.path.join(deep, "p" * 80)
        runtime = os.path.join(deep, "r" * 60)
        for folder, mode in ((project, 0o755), (runtime, 0o700)):
            os.makedirs(folder)
            os.chmod(folder, mode)
        for extra in ({"HOME": deep, "XDG_RUNTIME_DIR": runtime, "TMPDIR": deep}, {"HOME": deep, "XDG_RUNTIME_DIR": ""}):
            with self.subTest(extra=extra):
                done = self.ok(self.box.run(
                    "/usr/bin/python3", "-c", "import socket,os;s=socket.socket(socket.AF_UNIX);"
                    "s.bind(os.environ.get('TMPDIR','/tmp')+'/s');print('bound')", cwd=project, extra=extra))
                self.assertEqual(done.stdout, "bound\n")

    def test_insideHomeShowTheProjectAndNothingElseOfHome(self):
        project = os.path.join(self.box.home, "code/app")
        os.makedirs(project + "/src")
        pathlib.Path(project, "main.c").write_text("int x;\n", encoding="utf-8")
        pathlib.Path(self.box.home, "code/other.txt").write_text("canary-other\n", encoding="utf-8")
        done = self.ok(self.box.run("sh", "-c", "pwd; ls -A ~ ~/code ..; cat ../main.c ~/code/other.txt ~/.bashrc; echo y >> ../main.c",
                                    cwd=project + "/src", flags=["--project", project]))
        self.assertEqual(done.stdout.splitlines()[0], project + "/src")
        self.assertIn("int x;", done.stdout)
        self.assertNotIn("canary", done.stdout)
        self.assertNotIn("other.txt", done.stdout)
        self.assertNotIn("# bashrc", done.stdout)
        self.ok(self.box.leadglass("apply", "last", cwd=project + "/src"))
        self.assertEqual(pathlib.Path(project, "main.c").read_text(encoding="utf-8"), "int x;\ny\n")

    def test_thatCannotBeAProjectAreRefused(self):
        for place in (self.box.home, os.path.dirname(self.box.home), "/", "/tmp", "/usr", "/etc",
                      os.path.join(self.box.home, ".local/share/leadglass")):
            os.makedirs(place, exist_ok=True)
            with self.subTest(place=place):
                done = self.box.run("true", flags=["--project", place])
                self.assertEqual(done.returncode, 125, done.stderr)
                self.assertTrue(done.stderr.startswith("leadglass: "), done.stderr)


class Changes(Case):
    def setUp(self):
        super().setUp()
        self.write("both.txt", "base\n")
        self.write("gone.txt", "old\n")
        self.write("d/oldfile", "old\n")
        self.before = self.box.host_state()

    def listed(self):
        return json.dumps(self.box.json("review", "last"))

    def test_areOnTheHostOnlyAfterApplyAndUndoPutsBack(self):
        self.ok(self.sh("echo new > new.txt; rm gone.txt; rm -r d; mkdir d; echo n > d/newfile; echo changed >> both.txt"))
        self.assertEqual(self.box.host_state(), self.before)
        text = self.listed()
        for name in ("new.txt", "gone.txt", "d/newfile", "d/oldfile", "both.txt"):
            self.assertIn(name, text)
        self.assertEqual(self.box.host_state(), self.before, "review changed the host")
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("new.txt"), "new\n")
        self.assertEqual(self.read("both.txt"), "base\nchanged\n")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "gone.txt")))
        self.assertEqual(os.listdir(os.path.join(self.box.work, "d")), ["newfile"])
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.box.host_state(), self.before)
        self.ok(self.box.leadglass("audit", "verify"))

    def test_whatAnUndoHadToLeaveTheNextOnePutsBack(self):
        self.write("kept.txt", "base\n")
        self.write("edited.txt", "base\n")
        self.ok(self.sh("rm kept.txt; echo run > edited.txt; echo run > early.txt"))
        self.ok(self.box.leadglass("apply", "last", "early.txt"))
        self.ok(self.box.leadglass("apply", "last"))
        self.write("kept.txt", "the person's\n")
        left = self.box.leadglass("undo", "last")
        self.assertEqual(left.returncode, 1)
        self.assertIn("left kept.txt: changed since it was applied", left.stderr)
        self.assertEqual(self.read("edited.txt"), "base\n")
        self.assertEqual(self.read("kept.txt"), "the person's\n")
        again = self.box.leadglass("undo", "last")          # still in the way, but not of the older apply
        self.assertEqual(again.returncode, 1)
        self.assertIn("left kept.txt", again.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "early.txt")))
        os.remove(os.path.join(self.box.work, "kept.txt"))
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.read("kept.txt"), "base\n")
        self.assertIn("nothing", self.box.leadglass("undo", "last").stderr)

    def test_oneFileCanBeAppliedAlone(self):
        self.ok(self.sh("echo a > a.txt; echo b > b.txt"))
        self.ok(self.box.leadglass("apply", "last", "a.txt"))
        self.assertEqual(self.read("a.txt"), "a\n")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "b.txt")))

    def test_lastIsOfThisProjectAndNeverChangesAnother(self):
        self.ok(self.sh("echo mine > mine.txt"))
        other = self.box.neighbour
        self.ok(self.box.run("sh", "-c", "echo theirs > theirs.txt", cwd=other))
        newest = self.box.json("runs")[0]["id"]
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(self.read("mine.txt"), "mine\n")
        self.assertFalse(os.path.exists(os.path.join(other, "theirs.txt")))
        self.ok(self.box.leadglass("undo", "last"))
        refused = self.box.leadglass("runs", "stop", "last", cwd=self.box.home)
        self.assertEqual(refused.returncode, 125)
        self.assertIn("no run is live (see 'leadglass runs')", refused.stderr, "one that has ended is not named to be stopped")
        for words in (["apply"], ["discard"]):
            refused = self.box.leadglass(*words, "last", cwd=self.box.home)
            self.assertEqual(refused.returncode, 125, refused.stderr)
            self.assertIn(f"leadglass {' '.join(words)} {newest}", refused.stderr)
            self.assertIn(other, refused.stderr)
        shown = self.ok(self.box.leadglass("review", "last", cwd=self.box.home))
        self.assertIn(newest, shown.stdout)

    def test_discardRemovesAllOfThem(self):
        self.ok(self.sh("mkdir -m 0 closed; mkdir open; echo x > open/f; chmod 0 open"))
        self.ok(self.box.leadglass("discard", "last"))
        self.assertEqual(self.box.json("runs", "list"), [])
        self.assertEqual(self.box.host_state(), self.before)
        runs = os.path.join(self.box.home, ".local/share/leadglass/runs")
        self.assertEqual(os.listdir(runs) if os.path.exists(runs) else [], [])

    def test_aRunWithoutAnyLeavesNothing(self):
        self.ok(self.box.run("true"))
        self.assertEqual(self.box.json("runs", "list"), [])

    def test_whatTheHostChangedTooIsAConflictAndNotWritten(self):
        run = start(self.box, "sh", "-c", "echo agent >> both.txt; echo agent > new_both.txt; echo only > only.txt; "
                                          "echo ready; read line", stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), "ready\n")
        self.write("both.txt", "host\n")
        self.write("new_both.txt", "host\n")
        run.communicate("\n")
        applied = self.box.leadglass("apply", "last")
        self.assertEqual(applied.returncode, 1, applied.stderr)
        self.assertEqual(applied.stderr.count("--on-conflict theirs"), 1, applied.stderr)  # what decides it, once
        self.assertEqual(self.read("both.txt"), "host\n")
        self.assertEqual(self.read("new_both.txt"), "host\n")
        self.assertEqual(self.read("only.txt"), "only\n")
        self.ok(self.box.leadglass("apply", "last", "both.txt", "--on-conflict", "theirs"))
        self.assertEqual(self.read("both.txt"), "base\nagent\n")

    def test_aConflictIsStillOneAfterTakingTheRunsVersionBack(self):
        self.write("both.txt", "base\n")
        self.ok(self.sh("echo agent >> both.txt"))
        self.write("both.txt", "base\nhost\n")
        self.ok(self.box.leadglass("apply", "last", "--on-conflict", "theirs"))
        self.assertEqual(self.read("both.txt"), "base\nagent\n")
        self.ok(self.box.leadglass("undo", "last"))
        again = self.box.leadglass("apply", "last")
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertEqual(self.read("both.txt"), "base\nhost\n")

    def test_whatWasTheBaseIsTheBaseAgainAfterAnUndo(self):
        self.write("one.txt", "base\n")
        self.ok(self.sh("echo agent >> one.txt"))
        for _ in range(2):
            self.ok(self.box.leadglass("apply", "last"))
            self.assertEqual(self.read("one.txt"), "base\nagent\n")
            self.ok(self.box.leadglass("undo", "last"))
            self.assertEqual(self.read("one.txt"), "base\n")

    def test_anApplyCanBeTakenBackAndRepeatedAnyNumberOfTimes(self):
        self.write("edit.txt", "old\n")
        os.chmod(os.path.join(self.box.work, "README.md"), 0o644)
        before = self.box.host_state()
        self.ok(self.sh("echo new > edit.txt; chmod 600 README.md"))
        for _ in range(3):
            self.ok(self.box.leadglass("apply", "last"))
            self.assertEqual(self.read("edit.txt"), "new\n")
            self.ok(self.box.leadglass("undo", "last"))
            self.assertEqual(self.box.host_state(), before)

    def test_aFileRenamedToWhatIsHeldBackKeepsItsOldName(self):
        self.write("plain.txt", "what must not be lost\n")
        self.ok(self.sh("mv plain.txt Makefile"))
        applied = self.box.leadglass("apply", "last")
        self.assertEqual(applied.returncode, 1, applied.stderr)
        self.assertEqual(self.read("plain.txt"), "what must not be lost\n")
        self.ok(self.box.leadglass("apply", "last", "--include-risky"))
        self.assertEqual(self.read("Makefile"), "what must not be lost\n")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "plain.txt")))

    def test_theCommandHasThePersonsUmask(self):
        before = os.umask(0o027)
        try:
            self.ok(self.sh("umask > mask.txt; mkdir made; touch made/file"))
        finally:
            os.umask(before)
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual(int(self.read("mask.txt"), 8), 0o027)
        self.assertEqual(os.stat(os.path.join(self.box.work, "made")).st_mode & 0o777, 0o750)
        self.assertEqual(os.stat(os.path.join(self.box.work, "made/file")).st_mode & 0o777, 0o640)

    def test_whatCouldRunOnTheHostIsHeldBack(self):
        self.ok(self.sh("printf '#!/bin/sh\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; "
                        "git config core.fsmonitor 'touch pwned'; mkdir -p .vscode; echo '{}' > .vscode/tasks.json; "
                        "echo 'export X=1' > .envrc; echo safe > safe.txt"))
        self.box.leadglass("apply", "last")
        self.assertEqual(self.read("safe.txt"), "safe\n")
        for name in (".git/hooks/pre-commit", ".vscode/tasks.json", ".envrc"):
            self.assertFalse(os.path.exists(os.path.join(self.box.work, name)), name)
        self.assertNotIn("fsmonitor", self.read(".git/config"))

    def test_namesOfEveryKindSurvive(self):               # OV-04
        script = pathlib.Path(CASES, "OV-04/names.py").read_text(encoding="utf-8")
        self.write("names.py", script)
        done = self.ok(self.sh("/usr/bin/python3 names.py made && find made -print0 | LC_ALL=C sort -z | sha256sum"))
        shown = self.ok(self.box.leadglass("review", "last"))
        self.assertNotIn("\x1b[31", shown.stdout)
        self.ok(self.box.leadglass("apply", "last", "--include-risky"))
        inside = done.stdout.splitlines()[-1]
        outside = subprocess.run("find made -print0 | LC_ALL=C sort -z | sha256sum", shell=True, cwd=self.box.work,
                                 capture_output=True, text=True, check=True, env=self.box.environment).stdout.strip()
        self.assertEqual(inside, outside)

    def test_whatNobodyCanReadIsRefusedAndHidesNothingElse(self):
        self.write("z.txt", "old\n")
        done = self.ok(self.sh("echo 1 > a; echo 2 > m; chmod 000 m; chmod 000 README.md; "
                               "mkdir shut; echo 3 > shut/f; chmod 000 shut; echo new >> z.txt; echo 4 > w; chmod 200 w"))
        self.assertIn("6 changes wait", done.stderr)
        shown = self.ok(self.box.leadglass("review", "last", "--diff")).stdout
        self.assertIn("+new", shown)
        self.assertEqual(shown.count("cannot be applied: cannot be read"), 4)
        applied = self.box.leadglass("apply", "last", "--include-risky")
        self.assertEqual(applied.returncode, 1)
        self.assertNotIn("not reviewed", applied.stderr)
        self.assertEqual(self.read("z.txt"), "old\nnew\n")
        self.assertEqual(self.read("a"), "1\n")
        for name in ("m", "shut", "w"):
            self.assertFalse(os.path.lexists(os.path.join(self.box.work, name)), name)
        self.assertNotEqual(os.stat(os.path.join(self.box.work, "README.md")).st_mode & 0o777, 0)
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.read("z.txt"), "old\n")
        self.ok(self.box.leadglass("discard", "last"))

    def test_anUpperThatChangedAfterReviewIsRefused(self):
        self.ok(self.sh("echo reviewed > f.txt"))
        self.ok(self.box.leadglass("review", "last"))
        data = pathlib.Path(self.box.home, ".local/share/leadglass/runs")
        upper = [p for p in data.rglob("f.txt")]
        self.assertEqual(len(upper), 1, upper)
        upper[0].write_text("swapped\n", encoding="utf-8")
        applied = self.box.leadglass("apply", "last")
        self.assertNotEqual(applied.returncode, 0)
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "f.txt")))


if __name__ == "__main__":
    main()
