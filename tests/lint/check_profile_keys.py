#!/usr/bin/env python3
"""check_profile_keys.py ROOT: README's table "Keys of a profile" has just the keys that the parser takes, section by section."""

import re

import tree

SECTION = re.compile(r'Section \w+\([^;{]*?"([\w. ]*)",\s*\{([^}]*)\}\)', re.S)
ROW = re.compile(r"^\| `?([^|`]+)`? \| ([^|]+) \|")
TOP, GIT = "top", "egress.rule.git"
PARSERS = ("core/policy/parser",)


def taken(root):
    """Section -> its keys, as the parser names both."""
    found = {}
    for name in tree.files(root, [".cpp"], PARSERS):
        for section, keys in SECTION.findall(tree.text(root, name)):
            section = {"": TOP, "git": GIT}.get(section, section.replace(" ", "."))
            found.setdefault(section, set()).update(re.findall(r'"(\w+)"', keys))
    return found


def told(root):
    found = {}
    part = tree.text(root, "README.md").partition("\n### Keys of a profile\n")[2]
    for line in re.split(r"\n##+ ", part)[0].splitlines():
        row = ROW.match(line)
        if row and row.group(1) != "where" and "---" not in line:
            section = re.sub(r"[\[\]]", "", row.group(1)).strip().replace(" ", ".")
            found.setdefault(section, set()).update(re.findall(r"`(\w+)`", row.group(2)))
    return found


def check(root):
    wanted, written = taken(root), told(root)
    findings = [] if wanted else ["core/policy: no section of a profile was found"]
    for section in sorted(wanted.keys() | written.keys()):
        for key in sorted(wanted.get(section, set()) - written.get(section, set())):
            findings.append(f"README.md: 'Keys of a profile' lacks {section}: {key}")
        for key in sorted(written.get(section, set()) - wanted.get(section, set())):
            findings.append(f"README.md: 'Keys of a profile' has {section}: {key}, which the parser does not take")
    return findings


if __name__ == "__main__":
    tree.main(check)
