"""What every lint shares: the files of a tree, and how findings are told.

A lint is a function `check(root) -> list of str`, one line per finding, "PATH:LINE: what, and what
to do". Run as a program it takes the tree's root, prints the findings and ends with 1 if there are any.
"""

import os
import pathlib
import subprocess
import sys

SKIPPED = {".git", "build", "__pycache__"}


def files(root, suffixes=None, under=None):
    """Paths below root (relative, with /), as git knows them: tracked, or new and not ignored."""
    root = pathlib.Path(root)
    found = []
    if (root / ".git").exists():
        listing = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-z",
             "--cached", "--others", "--exclude-standard"],
            check=True, capture_output=True).stdout
        found = [os.fsdecode(name) for name in listing.split(b"\0") if name]
    else:
        for folder, names, leaves in os.walk(root):
            names[:] = [n for n in names if n not in SKIPPED]
            found += [os.path.relpath(os.path.join(folder, leaf), root) for leaf in leaves]
    wanted = []
    for name in sorted(set(found)):
        if suffixes and not name.endswith(tuple(suffixes)):
            continue
        if under and not name.startswith(tuple(under)):
            continue
        if (root / name).is_file() and not (root / name).is_symlink():
            wanted.append(name)
    return wanted


def text(root, name):
    return (pathlib.Path(root) / name).read_text(encoding="utf-8", errors="replace")


def main(check):
    if len(sys.argv) < 2:
        sys.exit("usage: %s ROOT [ARGUMENT]..." % sys.argv[0])
    findings = check(*sys.argv[1:])
    for line in findings:
        print(line)
    print("%s: %d findings" % (os.path.basename(sys.argv[0]), len(findings)))
    sys.exit(1 if findings else 0)
