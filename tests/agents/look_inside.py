"""Run by an agent inside: which files, environments and command lines there have one of the words of look_inside.txt in them.

The words are written backwards, one a line, so that neither this program nor its list is one of those.
"""

import json
import os
import stat
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SYSTEM = ("/proc", "/sys", "/dev", "/usr", "/lib", "/lib64", "/bin", "/sbin", "/var/cache")
MOST = 64 << 20


def holds(path, words):
    try:
        with open(path, "rb") as handle:
            text = handle.read(MOST)
    except OSError:
        return None
    return [name for name, word in words.items() if word in text]


def main():
    with open(os.path.join(HERE, "look_inside.txt"), encoding="ascii") as handle:
        words = {line.split()[0]: line.split()[1][::-1].encode() for line in handle}
    found, seen = [], {"files": 0, "processes": 0}
    for here, folders, names in os.walk("/"):
        folders[:] = [f for f in folders if os.path.join(here, f) not in SYSTEM]
        for name in names:
            path = os.path.join(here, name)
            if stat.S_ISREG(os.lstat(path).st_mode) and (held := holds(path, words)) is not None:
                seen["files"] += 1
                found += [[path, each] for each in held]
    for process in filter(str.isdigit, os.listdir("/proc")):
        for what in ("environ", "cmdline"):
            path = f"/proc/{process}/{what}"
            if (held := holds(path, words)) is not None:
                seen["processes"] += 1
                found += [[path, each] for each in held]
    with open(os.path.expanduser(sys.argv[1]) if sys.argv[1:] else os.devnull, encoding="utf-8") as handle:
        shown = handle.read()
    print("look-begin " + json.dumps({"found": found, **seen, "file": shown}) + " look-end", flush=True)


if __name__ == "__main__":
    main()
