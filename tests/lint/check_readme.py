#!/usr/bin/env python3
"""check_readme.py ROOT PROGRAM: the commands, scripts and folders that README names exist."""

import os
import re
import subprocess

import tree

PATH = re.compile(r"`((?:\./)?(?:core|helper|policies|packaging|tests|\.ci|\.github|app)/[\w./*{},-]*)`")
COMMAND = re.compile(r"\bleadglass ([a-z]+)((?: [a-z]+)?)")


def help_of(program, *words):
    try:
        return subprocess.run([program, *words, "--help"], capture_output=True, text=True, timeout=30).stdout
    except OSError:
        return ""


def check(root, program):
    findings = []
    readme = tree.text(root, "README.md")
    code = []
    fenced = False
    for number, line in enumerate(readme.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
            continue
        code += [(number, part) for part in ([line] if fenced else re.findall(r"`([^`]+)`", line))]
        for path in PATH.findall(line):
            plain = path.removeprefix("./").rstrip("/")
            if not any(c in plain for c in "*{") and not os.path.exists(os.path.join(root, plain)):
                findings.append(f"README.md:{number}: `{path}` is not there")
    top = help_of(program)
    if not top:
        return [f"{program} --help: printed nothing"]
    seen = {}
    for number, part in code:
        for command, second in COMMAND.findall(part):
            if command not in seen:
                seen[command] = re.search(rf"^\s+{command}\b", top, re.M) is not None
                if not seen[command]:
                    findings.append(f"README.md:{number}: `leadglass {command}` is not in --help")
            if second.strip() and seen.get(command) and command in ("policy", "audit", "runs", "approvals"):
                if not re.search(rf"\b{second.strip()}\b", help_of(program, command)):
                    findings.append(f"README.md:{number}: `leadglass {command}{second}` is not in its --help")
    return findings


if __name__ == "__main__":
    tree.main(check)
