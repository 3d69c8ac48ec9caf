#!/usr/bin/env python3
"""Data parses, every seccomp entry has its reason, programs are executable and nothing else is."""

import json
import os
import re
import tomllib

import tree


def seccomp(name, text):
    """An entry's reason stands in its own comment, or in the comment right above its group."""
    findings, reason = [], ""
    for number, line in enumerate(text.splitlines(), 1):
        body, _, comment = line.partition("#")
        if not body.strip():
            reason = comment.strip() if comment.strip() else ""
            continue
        if not comment.strip() and not reason:
            findings.append(f"{name}:{number}: '{body.strip()}' has no reason; say why in a comment")
    return findings


def check(root):
    findings = []
    for name in tree.files(root):
        text = tree.text(root, name)
        try:
            if name.endswith(".json"):
                json.loads(text)
            elif name.endswith(".toml") and "/corpus/" not in name and "/bad/" not in name:
                tomllib.loads(text)
        except ValueError as problem:
            findings.append(f"{name}:1: does not parse: {problem}")
        if re.match(r"policies/seccomp/[^/]+\.(txt|list|seccomp|conf|rules)$", name):
            findings += seccomp(name, text)
        executable = os.access(os.path.join(root, name), os.X_OK) and os.stat(os.path.join(root, name)).st_mode & 0o100
        if text.startswith("#!") and not executable:
            findings.append(f"{name}:1: starts with #! but is not executable (chmod +x)")
        if executable and not text.startswith("#!"):
            findings.append(f"{name}:1: is executable but no script (chmod -x)")
        if text.startswith("#!/bin/bash") and "set -" not in text:
            findings.append(f"{name}:1: a bash script without 'set -euo pipefail' goes on after errors")
    return findings


if __name__ == "__main__":
    tree.main(check)
