#!/usr/bin/env python3
"""Trees and moments out of the ordinary: files with holes, names that are no text, two runs at once, apply in a live run."""

import os
import subprocess

from case import Case, main, start

MODES = ("overlay", "copy")
HOLE = 96 << 20


class Files(Case):
    def test_withHolesKeepThem(self):
        for mode in MODES:
            self.ok(self.sh(f"rm -f holes; truncate -s {HOLE} holes; printf end >> holes; printf {mode} | dd of=holes bs=1 seek=50000000 conv=notrunc",
                            "--workspace", mode))
            self.ok(self.box.leadglass("apply", "last"))
            about = os.stat(os.path.join(self.box.work, "holes"))
            self.assertEqual(about.st_size, HOLE + 3, mode)
            self.assertLess(about.st_blocks * 512, 4 << 20, mode)
            with open(os.path.join(self.box.work, "holes"), "rb") as handle:
                handle.seek(50000000)
                self.assertEqual(handle.read(len(mode)), mode.encode())
                handle.seek(-3, os.SEEK_END)
                self.assertEqual(handle.read(), b"end")
            self.ok(self.sh("echo small > holes", "--workspace", mode))
            self.ok(self.box.leadglass("apply", "last"))
            self.ok(self.box.leadglass("undo", "last"))
            about = os.stat(os.path.join(self.box.work, "holes"))
            self.assertEqual((about.st_size, about.st_blocks * 512 < 4 << 20), (HOLE + 3, True), mode)

    def test_ofASizeThatNobodyCanReadAreRefusedAtOnce(self):
        for mode in MODES:
            self.ok(self.sh("truncate -s 1T huge; echo x > small", "--workspace", mode, "--limit", "file_size=2TiB"))
            found = {change["path"]["text"]: change["refused"] for change in self.box.json("review", "last")}
            self.assertIn("more than 16 GiB", found["huge"], mode)
            self.assertEqual(self.box.leadglass("apply", "last", "--include-risky").returncode, 1)
            self.assertEqual((self.read("small"), os.path.exists(os.path.join(self.box.work, "huge"))), ("x\n", False))
            self.ok(self.box.leadglass("discard", "last"))
            os.unlink(os.path.join(self.box.work, "small"))

    def test_ofNamesThatAreNoTextComeAndGoInEveryMode(self):
        names = (b"\xff\xfe", b"a\nb", b"-rf", b"tab\t", b"\xe2\x80\xae.txt", b"\x1b]0;x\x07", b" ", b"e\xcc\x81", b"\xc3\xa9", b"x" * 255)
        for mode in MODES:
            made = "; ".join(f"open({name!r}, 'wb').write({name!r})" for name in names)
            before = self.box.host_state()
            self.ok(self.box.run("/usr/bin/python3", "-c", f"{made}; import os; os.mkdir(b'd\\xff'); os.symlink(b'\\xff', b'd\\xff/l')",
                                 flags=["--workspace", mode]))
            self.ok(self.box.leadglass("apply", "last"))
            work = self.box.work.encode()
            for name in names:
                with open(os.path.join(work, name), "rb") as handle:
                    self.assertEqual(handle.read(), name, mode)
            self.assertEqual(os.readlink(work + b"/d\xff/l"), b"\xff")
            self.ok(self.box.leadglass("undo", "last"))
            self.assertEqual(self.box.host_state(), before, mode)

    def test_ofEveryTypeBecomeEveryOther(self):
        types = {"file": "echo new > {0}", "directory": "mkdir {0}; echo in > {0}/in", "link": "ln -s README.md {0}"}
        for mode in MODES:
            script = ""
            for old, make in types.items():
                for new in types:
                    name = f"{old}-{new}"
                    subprocess.run(["sh", "-ec", "rm -rf $0; " + make.format(name), name], cwd=self.box.work, check=True)
                    if old != new:
                        script += f"rm -r {name}; {types[new].format(name)}\n"
            before = self.box.host_state()
            self.ok(self.sh(f"set -e\n{script}", "--workspace", mode))
            self.ok(self.box.leadglass("apply", "last"))
            for old in types:
                for new in types:
                    path = os.path.join(self.box.work, f"{old}-{new}")
                    found = "link" if os.path.islink(path) else "directory" if os.path.isdir(path) else "file"
                    self.assertEqual(found, new, (mode, old))
            self.ok(self.box.leadglass("undo", "last"))
            self.assertEqual(self.box.host_state(), before, mode)


class ProtectedLinks(Case):                                           # FS-03
    def setUp(self):
        super().setUp()
        outside = os.path.join(self.box.root, "outside/cfg")
        os.makedirs(outside)
        self.write("real/.agents/old", "old\n")
        self.write("real/vscode/old", "old\n")
        self.write("file.txt", "hi\n")
        for name, target in ((".agents", "real/.agents"), (".vscode", "real/vscode"), (".idea", outside)):
            os.symlink(target, os.path.join(self.box.work, name))
        self.flags = ("--profile", self.profile('[workspace]\nprotect = [".agents/**", ".vscode/**", ".idea/**"]\n'))

    def test_stopNoCommandAndWhatIsWrittenBehindThemIsRiskyInBothSpellings(self):
        for mode in MODES:
            done = self.sh("pwd; cat file.txt; echo x > .agents/new; echo x > real/.agents/new2; echo x > .vscode/new; echo x > real/vscode/new2;"
                           "echo x >> .vscode/old; echo x > .idea/new; ln -sfn /tmp .agents; echo x > plain", *self.flags, "--workspace", mode)
            self.assertEqual(done.stdout, f"{self.box.work}\nhi\n", done.stderr)
            risky = {change["path"]["text"]: bool(change["risks"]) for change in self.box.json("review", "last")}
            self.assertEqual(risky, {".agents": True, "real/.agents/new": True, "real/.agents/new2": True, "real/vscode/new": True,
                                     "real/vscode/new2": True, "real/vscode/old": True, "plain": False}, mode)
            self.ok(self.box.leadglass("discard", "last"))

    def test_areSaidWhereTheyCannotBeHeldInTheirPlace(self):
        before = self.box.host_state()
        done = self.sh("echo started", *self.flags, "--workspace", "direct")
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertRegex(done.stderr, r"'\.(agents|vscode|idea)' is protected, and a link")
        self.assertEqual(self.box.host_state(), before)


class TwoRuns(Case):
    def test_ofOneProjectTakeNothingFromEachOther(self):
        for mode in MODES:
            for name in ("both", "first", "second"):
                self.write(name, "base\n")
            runs = [start(self.box, "sh", "-c", f"echo ready; read line; cat both {mine}; echo {mine} > both; echo {mine} > {mine}; echo {mine} > new-{mine}",
                          flags=("--workspace", mode), stdin=subprocess.PIPE) for mine in ("first", "second")]
            for run in runs:
                self.assertEqual(run.stdout.readline(), "ready\n")
            ids = []
            for run in runs:
                out, err = run.communicate("\n")
                self.assertEqual(out, "base\nbase\n", "what the other one wrote is not seen")
                ids.append(err.split(" ended; history")[0].split()[-1])
            self.ok(self.box.leadglass("apply", ids[0]))
            done = self.box.leadglass("apply", ids[1])
            self.assertEqual(done.returncode, 1, "both is in conflict")
            self.assertEqual([self.read(name) for name in ("both", "first", "second", "new-first", "new-second")],
                             ["first\n", "first\n", "second\n", "first\n", "second\n"], mode)
            self.ok(self.box.leadglass("undo", ids[0]))
            self.assertEqual([self.read(name) for name in ("both", "first", "second")], ["base\n", "base\n", "second\n"], mode)
            self.ok(self.box.leadglass("undo", ids[1]))
            for run in ids:
                self.ok(self.box.leadglass("discard", run))


class ALiveRun(Case):
    def test_canBeAppliedAndGoesOn(self):
        self.write("grows", "base\n")
        run = start(self.box, "sh", "-c", "echo one >> grows; echo 1 > new1; echo ready; read line; echo two >> grows; cat grows; echo 2 > new2",
                    stdin=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), "ready\n")
        done = self.ok(self.box.leadglass("apply", "last"))
        self.assertIn("the run goes on", done.stderr)
        self.assertEqual((self.read("grows"), self.read("new1")), ("base\none\n", "1\n"))
        self.assertEqual(run.communicate("\n")[0], "base\none\ntwo\n")
        self.ok(self.box.leadglass("apply", "last"))
        self.assertEqual((self.read("grows"), self.read("new2")), ("base\none\ntwo\n", "2\n"))
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.read("grows"), "base\none\n")
        self.ok(self.box.leadglass("undo", "last"))
        self.assertEqual(self.read("grows"), "base\n")
        self.assertFalse(os.path.exists(os.path.join(self.box.work, "new1")))


if __name__ == "__main__":
    main()
