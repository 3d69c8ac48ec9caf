#!/usr/bin/env python3
"""Commits, trees and refs that no git would write: what git makes of them is what is judged, or they are held."""

import subprocess

from case import Case, main

# Runs inside: writes objects and refs byte by byte.
FORGE = r'''
import hashlib, os, subprocess, zlib

def git(*words, **more):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True, **more).stdout.strip()

def put(kind, data):
    data = data if isinstance(data, bytes) else data.encode()
    whole = b"%s %d\0" % (kind.encode(), len(data)) + data
    name = hashlib.sha1(whole).hexdigest()
    os.makedirs(f".git/objects/{name[:2]}", exist_ok=True)
    path = f".git/objects/{name[:2]}/{name[2:]}"
    if not os.path.exists(path):
        open(path, "wb").write(zlib.compress(whole))
    return name

def tree(*entries):
    return put("tree", b"".join(mode.encode() + b" " + name.encode() + b"\0" + bytes.fromhex(of) for mode, name, of in entries))

WHO = "a <a@example.test> 1700000000 +0000"
def commit(of, *parents, more=""):
    text = f"tree {of}\n" + "".join(f"parent {one}\n" for one in parents)
    return put("commit", text + f"author {WHO}\ncommitter {WHO}\n{more}\ninside\n")

def ref(name, of):
    os.makedirs(os.path.dirname(".git/" + name), exist_ok=True)
    open(".git/" + name, "w").write(of + "\n")

HEAD, TREE = git("rev-parse", "HEAD"), git("rev-parse", "HEAD^{tree}")
def entry(path):
    mode, _, of = git("ls-tree", "HEAD", path).split("\t")[0].split()
    return mode, path, of
HAS = [tuple(line.split("\t")[0].split()[::2]) + (line.split("\t")[1],) for line in git("ls-tree", "HEAD").splitlines()]
def beside(*more, without=()):
    """The tree of HEAD with these entries besides, without those names."""
    names = {one[1] for one in more} | set(without)
    kept = [(mode, name, of) for mode, of, name in HAS if name not in names]
    return tree(*sorted(kept + list(more), key=lambda one: one[1] + ("/" if one[0] == "40000" else "")))

EVIL = put("blob", "all:\n\tevil\n")
MAKE = ("100644", "Makefile", EVIL)
'''


class Forged(Case):
    def setUp(self):
        super().setUp()
        self.write("package-lock.json", '{"a": "https://registry.example.test/a"}\n')
        self.write(".env.test", "SECRET=1\n")
        self.write("d/f", "base\n")
        self.write(".gitignore", ".forge.py\n")
        self.box.git("add", "-A", "-f")
        self.box.git("commit", "-qm", "files")

    def forge(self, script):
        self.ok(self.box.run("python3", "-c", FORGE + script))
        self.changes = {c["path"]["text"]: c for c in self.box.json("review", "last")}

    def refs(self):
        return self.box.git("for-each-ref", "--format=%(refname) %(objectname)")

    def held(self, script, **why):
        """Each branch of `why` is risky for that after the script; `ordinary` is not, and alone is taken over."""
        before = self.refs()
        self.forge(script + 'ref("refs/heads/ordinary", commit(beside(("100644", "x", put("blob", "x"))), HEAD))\n')
        for name, words in why.items():
            risks = " ".join(self.changes[f".git/refs/heads/{name}"]["risks"])
            with self.subTest(name):
                self.assertIn(words, risks or "none")
        self.assertEqual(self.changes[".git/refs/heads/ordinary"]["risks"], [])
        self.box.leadglass("apply", "last")
        ordinary = self.box.git("rev-parse", "ordinary").strip()
        self.assertEqual(self.refs(), "".join(sorted([*before.splitlines(True), f"refs/heads/ordinary {ordinary}\n"])))

    def test_gitItselfTakesThem(self):
        """Else the rest would show nothing."""
        seen = self.ok(self.box.run("python3", "-c", FORGE + r"""
sub = tree(MAKE)
bad = commit(beside(("40755", "sub", sub)), HEAD)
print(git("ls-tree", "-r", "--name-only", bad))
two = commit(beside(MAKE), HEAD, more=f"tree {TREE}\n")
print(git("ls-tree", "--name-only", two))
git("checkout", "-q", two)
print(open("Makefile").read())
git("checkout", "-q", commit(beside(("40000", "d", tree(("120000", "out", put("blob", "../..\0/a/b/c"))))), HEAD))
print(os.readlink("d/out"))
""")).stdout
        self.assertIn("sub/Makefile\n", seen)
        self.assertEqual(seen.count("Makefile"), 2)
        self.assertIn("evil\n", seen)
        self.assertTrue(seen.endswith("../..\n"), seen)

    def test_aTreeIsReadAsGitReadsIt(self):
        self.held(r"""
sub = tree(MAKE)
for at, mode in enumerate(("40755", "040000", "0040000", "1040000", "47777")):
    ref(f"refs/heads/mode{at}", commit(beside((mode, "sub", sub)), HEAD))
ref("refs/heads/odd", commit(beside(("100664", "run.mk", EVIL)), HEAD))
ref("refs/heads/twice", commit(tree(("100644", "Makefile", put("blob", "x")), MAKE), HEAD))
ref("refs/heads/unsorted", commit(tree(("100644", "z", EVIL), MAKE), HEAD))
ref("refs/heads/dots", commit(beside(("40000", "..", sub)), HEAD))
ref("refs/heads/slash", commit(beside(("100644", "a/b", EVIL)), HEAD))
ref("refs/heads/nameless", commit(beside(("100644", "", EVIL)), HEAD))
ref("refs/heads/fold", commit(beside(("100644", "MAKEFILE.", EVIL)), HEAD))
ref("refs/heads/stream", commit(beside(("100644", "makefile::$DATA", EVIL)), HEAD))
ref("refs/heads/dotgit", commit(beside(("40000", ".GIT", tree(("100644", "config", EVIL)))), HEAD))
ref("refs/heads/short", commit(beside(("40000", "git~1", tree(("100644", "config", EVIL)))), HEAD))
""", **{f"mode{at}": "sub/Makefile: build" for at in range(5)}, odd="run.mk: build", twice="not all", unsorted="Makefile: build",
                  dots="../Makefile: build", slash="not all", nameless="not all", fold="MAKEFILE.: build", stream="makefile::$DATA: build",
                  dotgit=".GIT/config: git", short="git~1/config: git")

    def test_aCommitIsReadAsGitReadsIt(self):
        self.held(r"""
bad, good = beside(MAKE), beside(("100644", "x", put("blob", "x")))
ref("refs/heads/trees", commit(bad, HEAD, more=f"tree {good}\n"))
own = commit(bad)
ref("refs/heads/parents", commit(bad, HEAD, more=f"parent {own}\n"))
ref("refs/heads/late", commit(bad, more=f"parent {HEAD}\n"))
ref("refs/heads/tagged", put("tag", f"object {commit(bad, HEAD)}\ntype commit\ntag x\ntagger {WHO}\n\nx\n"))
ref("refs/heads/tree", bad)
ref("refs/heads/root", own)
ref("refs/heads/gone", commit(good, "1" * 40))
ref("refs/heads/mixed", commit(good, TREE))
""", trees="of a form", parents="of a form", late="of a form", tagged="Makefile", tree="Makefile", root="Makefile", gone="not all", mixed="not all")

    def test_aLinkLeadsWhereTheKernelSaysItDoes(self):
        self.held(r"""
inside = lambda target: tree(("120000", "out", put("blob", target)))
ref("refs/heads/cut", commit(beside(("40000", "d", inside("../..\0/a/b/c"))), HEAD))
ref("refs/heads/through", commit(beside(("120000", "l", put("blob", ".")), ("120000", "out", put("blob", "l/x/../.."))), HEAD))
ref("refs/heads/near", commit(beside(("40000", "d", inside(".././../a"))), HEAD))
ref("refs/heads/far", commit(beside(("120000", "l", put("blob", "/etc/passwd"))), HEAD))
""", cut="d/out: link leaves", through="out: link leaves", near="d/out: link leaves", far="l: link leaves")

    def test_whatIsJudgedBesideAnEarlierVersionIsSoOverSeveralCommits(self):
        self.held(r"""
lock = ("100644", "package-lock.json", put("blob", '{"a": "https://evil.example.test/a"}\n'))
without = commit(beside(without=["package-lock.json"]), HEAD)
ref("refs/heads/again", commit(beside(lock), without))
linked = commit(beside(("120000", "package-lock.json", put("blob", "x"))), HEAD)
ref("refs/heads/linked", commit(beside(lock), linked))
other = commit(tree(lock))
ref("refs/heads/merged", commit(beside(lock), HEAD, other))
ref("refs/heads/orphan", other)
""", again="new host", linked="new host", merged="new host", orphan="new host")

    def test_whatWasHiddenIsNotDeletedOnAnotherWay(self):
        self.held(r"""
without = beside(without=[".env.test"])
ref("refs/heads/deleted", commit(without, HEAD))
ref("refs/heads/orphan", commit(without))
ref("refs/heads/merged", commit(without, commit(without), HEAD))
ref("refs/heads/back", commit(without, commit(without, HEAD), HEAD))
ref("refs/heads/module", commit(beside(("160000", ".env.test", "1" * 40)), HEAD))
""", deleted="hidden", orphan="hidden", merged="hidden", back="hidden", module="hidden")

    def test_packedRefsSayWhatTheirObjectsSay(self):
        self.forge(r"""
evil = commit(beside(MAKE), HEAD)
tag = put("tag", f"object {HEAD}\ntype commit\ntag v\ntagger {WHO}\n\nx\n")
open(".git/packed-refs", "w").write(f"# pack-refs with: peeled fully-peeled sorted \n{evil} refs/heads/main\n{tag} refs/tags/v\n^{evil}\n")
""")
        risks = " ".join(self.changes[".git/packed-refs"]["risks"])
        self.assertIn("has another refs/heads/main than its file: its commits hold Makefile", risks)
        self.assertIn("says of refs/tags/v that it leads elsewhere than its tag does", risks)
        self.ok(self.box.leadglass("discard", "last"))
        self.forge(r"""
tag = put("tag", f"object {HEAD}\ntype commit\ntag v\ntagger {WHO}\n\nx\n")
open(".git/packed-refs", "w").write(f"# pack-refs with: peeled fully-peeled sorted \n{HEAD} refs/heads/main\n{tag} refs/tags/v\n^{HEAD}\n")
""")
        self.assertEqual(self.changes[".git/packed-refs"]["risks"], [])

    def test_whatLiesBeneathARefIsNotTheHosts(self):
        """An earlier version took it for clean: the file of the ref hid it."""
        evil = self.ok(self.box.run("python3", "-c", FORGE + 'ref("refs/heads/evil", commit(beside(MAKE), HEAD)); print(git("rev-parse", "evil"))')).stdout.strip()
        self.assertEqual(self.box.leadglass("apply", "last").returncode, 1)     # its objects are here now
        self.ok(self.box.leadglass("discard", "last"))
        self.write(".git/packed-refs", f"# pack-refs with: peeled fully-peeled sorted \n{evil} refs/heads/main\n")
        self.ok(self.box.run("sh", "-c", f"echo {evil} > .git/refs/heads/side"))
        changes = {c["path"]["text"]: c for c in self.box.json("review", "last")}
        self.assertIn("its commits hold Makefile", " ".join(changes[".git/refs/heads/side"]["risks"]))

    def test_whatOnlyALogNamesIsJudgedToo(self):
        """`git stash pop` twice, `git checkout -` and main@{1} go by logs."""
        log = FORGE + r"""
def log(name, *lines):
    os.makedirs(os.path.dirname(".git/logs/" + name), exist_ok=True)
    with open(".git/logs/" + name, "a") as file:
        for old, new, message in lines:
            file.write(f"{old} {new} {WHO}\t{message}\n")
evil, none = commit(beside(MAKE), HEAD), "0" * 40
stash = commit(TREE, HEAD, commit(TREE, HEAD))
"""
        self.forge(log + r"""
ref("refs/stash", stash)
log("refs/stash", (none, evil, "WIP"), (evil, stash, "WIP"))
for name, line in (("old", (evil, HEAD, "x")), ("moves", (HEAD, HEAD, f"checkout: moving from {evil} to main")),
                   ("short", (HEAD, HEAD, f"checkout: moving from {evil[:9]} to main")), ("back", (HEAD, HEAD, f"checkout: moving from main~1 to main")),
                   ("torn", (HEAD, "x", "y")), ("tidy", (HEAD, HEAD, f"checkout: moving from {HEAD} to main"))):
    log("refs/heads/" + name, line)
""")
        for name, why in (("refs/stash", "Makefile: build"), ("refs/heads/old", "Makefile: build"), ("refs/heads/moves", "Makefile: build"),
                          ("refs/heads/short", "git does not write"), ("refs/heads/back", "git does not write"), ("refs/heads/torn", "git does not write")):
            self.assertIn(why, " ".join(self.changes[".git/logs/" + name]["risks"]), name)
        self.assertEqual(self.changes[".git/logs/refs/heads/tidy"]["risks"], [])
        self.box.leadglass("apply", "last")
        self.assertEqual(self.box.git("stash", "list"), "")


if __name__ == "__main__":
    main()
