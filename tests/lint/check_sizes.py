#!/usr/bin/env python3
"""One thing per file: code at most 400 lines, tests and their tools at most 800."""

import tree


def check(root):
    findings = []
    for name in tree.files(root, (".h", ".cpp", ".py", ".sh", ".cmake", ".c")):
        limit = 800 if name.startswith("tests/") else 400
        lines = tree.text(root, name).count("\n")
        if lines > limit:
            findings.append(f"{name}:{limit}: {lines} lines, {limit} are allowed; split it by what it does")
    return findings


if __name__ == "__main__":
    tree.main(check)
