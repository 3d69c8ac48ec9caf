"""Run by an agent inside: which files, environments and command lines there have one of the words of look_inside.json in them.

The words are written backwards, so that neither this program nor its list is one of those. A file that is named there is shown whole.
"""

import json
import os
import stat

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
    with open(os.path.join(HERE, "look_inside.json"), encoding="ascii") as handle:
        asked = json.load(handle)
    words = {name: word[::-1].encode() for name, word in asked["words"].items()}
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
    with open(asked["show"], encoding="utf-8") as handle:
        shown = handle.read()
    print("look-begin " + json.dumps({"found": found, **seen, "file": shown}) + " look-end", flush=True)


if __name__ == "__main__":
    main()
