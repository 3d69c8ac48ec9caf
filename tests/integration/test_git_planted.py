#!/usr/bin/env python3
"""What a run plants under the id of content that is committed only later never becomes what is committed."""

import hashlib
import json
import os
import shutil
import struct
import subprocess
import zlib

from case import Case, main

REVIEWED = b"reviewed\n"
EVIL = b"evil; do not run\n"
COMMIT = "git -c user.name=a -c user.email=a@example.test commit -q"


def blob(content):
    return b"blob %d\0" % len(content) + content


def name_of(content):
    return hashlib.sha1(blob(content)).hexdigest()


def entry(content):
    """Of a pack, a blob shorter than 2 KiB."""
    return bytes([0x80 | 3 << 4 | len(content) & 15, len(content) >> 4]) + zlib.compress(content)


def pack_that_lies():
    """A pack with one object and the index that calls it another's."""
    one = entry(EVIL)
    pack = b"PACK" + struct.pack(">II", 2, 1) + one
    pack += hashlib.sha1(pack).digest()
    raw = bytes.fromhex(name_of(REVIEWED))
    index = b"\377tOc\0\0\0\2" + b"".join(struct.pack(">I", int(raw[0] <= first)) for first in range(256))
    index += raw + struct.pack(">II", zlib.crc32(one), 12) + pack[-20:]
    return pack, index + hashlib.sha1(index).digest()


class Planted(Case):
    def setUp(self):
        super().setUp()
        self.environment = {"HOME": self.box.home, "PATH": "/usr/bin:/bin"}
        self.outside(f"echo first > f && git add f && {COMMIT} -m first")
        self.branch = self.outside("git branch --show-current").decode().strip()
        self.log = self.outside("git log --format=%s")

    def outside(self, script, folder=None):
        return subprocess.run(["sh", "-c", script], cwd=folder or self.box.work, env=self.environment, check=True, capture_output=True).stdout

    def plant(self, kind, git):
        """Files below .git, by path, whose name is that of what is reviewed."""
        if kind == "loose":
            name = name_of(REVIEWED)
            return {f"{git}/objects/{name[:2]}/{name[2:]}": zlib.compress(blob(EVIL))}
        pack, index = pack_that_lies()
        stem = f"{git}/objects/pack/pack-{pack[-20:].hex()}"
        return {stem + ".pack": pack, stem + ".idx": index}

    def commitReviewed(self, folder=None):
        self.outside(f"printf 'reviewed\\n' > f && git add f && {COMMIT} -m reviewed", folder)
        return self.outside("git cat-file blob HEAD:f", folder)

    def test_gitItselfBelievesWhatLiesThere(self):
        """Else the rest would show nothing."""
        for kind in ("loose", "pack"):
            copy = os.path.join(self.box.root, "copy-" + kind)
            shutil.copytree(self.box.work, copy)
            for path, content in self.plant(kind, ".git").items():
                os.makedirs(os.path.dirname(os.path.join(copy, path)), exist_ok=True)
                with open(os.path.join(copy, path), "wb") as file:
                    file.write(content)
            self.assertEqual(self.commitReviewed(copy), EVIL, kind)

    def test_itIsHeldWithTheBranchThatCameWithIt(self):
        for kind in ("loose", "pack"):
            files = self.plant(kind, ".git")
            script = "import os, sys\n"
            for path, content in files.items():
                script += f"os.makedirs(os.path.dirname({path!r}), exist_ok=True)\nopen({path!r}, 'wb').write({content!r})\n"
            script += f"os.system('echo more > g; git add g; {COMMIT} -m more')\n"
            self.write("plant.py", script)
            self.ok(self.box.run("python3", "plant.py"))
            changes = {c["path"]["text"]: c for c in json.loads(self.ok(self.box.leadglass("review", "last", "--json")).stdout)}
            for path in files:
                self.assertIn("not a git object or pack of the content that its name says", " ".join(changes[path]["risks"]), kind)
            self.assertIn("held back", " ".join(changes[".git/refs/heads/" + self.branch]["risks"]), kind)
            self.box.leadglass("apply", "last")
            for path in files:
                self.assertFalse(os.path.lexists(os.path.join(self.box.work, path)), path)
            self.assertEqual(self.outside("git log --format=%s"), self.log, kind)
            self.ok(self.box.leadglass("discard", "last"))
        self.assertEqual(self.commitReviewed(), REVIEWED)
        self.assertEqual(self.outside("git fsck --full --strict --no-dangling 2>&1"), b"")

    def test_commitsTagsAndWhatWasPackedAreTakenOver(self):
        for format in ("sha1", "sha256"):
            folder = os.path.join(self.box.root, "projects", format)
            os.makedirs(folder)
            self.outside(f"git init -q -b main --object-format={format} . && echo first > f && git add f && {COMMIT} -m first", folder)
            script = (f"for i in 1 2 3; do seq $((i * 300)) > f; git add f; {COMMIT} -m $i; done; "
                      "git -c user.name=a -c user.email=a@example.test tag -am t v1; git gc -q --aggressive; "
                      f"head -c 9000000 /dev/urandom > big; git add big; {COMMIT} -m big")
            self.ok(self.box.run("sh", "-c", script, cwd=folder))
            done = self.ok(self.box.leadglass("apply", "last", cwd=folder))
            self.assertNotIn("held", done.stdout + done.stderr)
            self.assertEqual(self.outside("git log --format=%s", folder), b"big\n3\n2\n1\nfirst\n")
            self.assertEqual(self.outside("git status -s", folder), b"")
            self.assertEqual(self.outside("git fsck --full --strict --no-dangling 2>&1", folder), b"")


    def held(self, script, *paths):
        """Each of `paths` below .git is risky after `script`, and apply takes none of it."""
        before = self.outside("git for-each-ref; git status -s; git log --format=%H; find .git -name index -o -path .git/refs/'*' -o -name packed-refs")
        self.ok(self.box.run("sh", "-c", script))
        changes = {c["path"]["text"]: c for c in json.loads(self.ok(self.box.leadglass("review", "last", "--json")).stdout)}
        for path in paths:
            change = changes[".git/" + path]
            self.assertTrue(change["risks"] or change["refused"], path)
        text = self.ok(self.box.leadglass("review", "last")).stdout
        for path in paths:
            self.assertIn(path, text)
        self.box.leadglass("apply", "last")
        after = self.outside("git for-each-ref; git status -s; git log --format=%H; find .git -name index -o -path .git/refs/'*' -o -name packed-refs")
        self.assertEqual(after, before, script)
        self.ok(self.box.leadglass("discard", "last"))
        return changes

    def test_aReplacementOfAnObjectIsHeld(self):
        replace = "git replace $(git rev-parse HEAD:f) $(echo evil | git hash-object -w --stdin)"
        for script, path in ((replace, None), (replace + "; git pack-refs --all", "packed-refs")):
            path = path or "refs/replace/" + self.outside("git rev-parse HEAD:f").decode().strip()
            changes = self.held(script, path)
            self.assertIn("git-replace(1)", " ".join(changes[".git/" + path]["risks"]))
        self.outside("rm f; git checkout -q -- f")
        self.assertEqual(self.outside("cat f"), b"first\n")

    def test_aBranchThatNamesNothingIsHeld(self):
        nothing = "1" * 40
        self.held(f"echo {nothing} > .git/refs/heads/{self.branch}", f"refs/heads/{self.branch}")
        self.held(f"git pack-refs --all; sed -i 's/^[0-9a-f]* refs.heads.{self.branch}$/{nothing} refs\\/heads\\/{self.branch}/' .git/packed-refs",
                  "packed-refs")
        for name in ("-evil", "HEAD"):
            self.held(f"cp .git/refs/heads/{self.branch} .git/refs/heads/{name}", "refs/heads/" + name)

    def test_directoriesWhereGitKeepsFilesAreHeld(self):
        for path in ("packed-refs", "MERGE_HEAD", "ORIG_HEAD", "AUTO_MERGE", "objects/7c/" + "1" * 38, "objects/pack/pack-" + "2" * 40 + ".idx"):
            self.held(f"mkdir -p .git/{path}", path)

    def test_aCachedTreeThatIsNotTheEntriesIsRefused(self):
        """git commits it without a look at what is staged."""
        self.outside(f"mkdir -p sub/deep && echo good > sub/deep/build.sh && git add -A && {COMMIT} -m sub")
        script = r"""
import hashlib, subprocess
git = lambda *words, **more: subprocess.run(["git", *words], check=True, capture_output=True, text=True, **more).stdout.strip()
blob = git("hash-object", "-w", "--stdin", input="echo EVIL\n")
tree = git("mktree", input=f"100644 blob {blob}\tbuild.sh\n")
index = open(".git/index", "rb").read()[:-20]
good = bytes.fromhex(git("rev-parse", "HEAD:sub/deep"))
assert good in index
index = index.replace(good, bytes.fromhex(tree))
open(".git/index", "wb").write(index + hashlib.sha1(index).digest())
"""
        self.write("plant.py", script)
        changes = self.held("python3 plant.py", "index")
        self.assertIn("cached tree", changes[".git/index"]["refused"])


if __name__ == "__main__":
    main()
