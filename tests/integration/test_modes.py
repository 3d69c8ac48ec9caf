#!/usr/bin/env python3
"""How the project is written: the workspace modes."""

import os

from case import Case, main


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


class Says(Case):
    def test_thePlanWhichModeHoldsAndWhatItMeans(self):
        for mode, words in (("overlay", "kept aside"), ("readonly", "nothing in it written"), ("scratch", "gone when the run ends")):
            done = self.ok(self.sh("true", "--workspace", mode, "--dry-run"))
            self.assertRegex(done.stdout, f"(?m)^workspace {mode}: .*{words}")


if __name__ == "__main__":
    main()
