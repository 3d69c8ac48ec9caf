#!/usr/bin/env python3
"""Files at a trust boundary say whom they trust, with what power, what comes in, how they fail."""

import tomllib

import tree

LINES = ("// Trust:", "// Privilege:", "// Input:", "// Fails:")


def check(root, table=None):
    with open(table or root + "/tests/lint/layers.toml", "rb") as handle:
        listed = tomllib.load(handle)["boundary"]["files"]
    findings = []
    present = tree.files(root, (".h", ".cpp"), ("core/", "helper/", "app/"))
    for name in listed:
        if name not in present:
            findings.append(f"{name}:1: listed in [boundary] of tests/lint/layers.toml, but not there")
    for name in present:
        lines = tree.text(root, name).splitlines()
        starts = [i for i, line in enumerate(lines) if line.startswith(LINES)]
        heads = [i for i in starts if lines[i].startswith(LINES[0])]
        if name not in listed and not heads:
            continue
        order, at = [], 0
        for i in starts:
            if at < 4 and lines[i].startswith(LINES[at]):
                order.append(i)
                at += 1
        if not heads or len(order) != 4:
            findings.append(f"{name}:1: a trust boundary opens with {' '.join(LINES)}")
        elif name in listed and order[0] != 0:
            findings.append(f"{name}:{order[0] + 1}: the four boundary lines are the first of the file")
        elif any(len(lines[i].split(":", 1)[1].strip()) < 4 for i in order):
            findings.append(f"{name}:{order[0] + 1}: a boundary line says nothing")
    return findings


if __name__ == "__main__":
    tree.main(check)
