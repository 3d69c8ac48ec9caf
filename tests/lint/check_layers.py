#!/usr/bin/env python3
"""Includes point downwards: layers.toml says who may include whom; no header is in a circle."""

import re
import tomllib

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CODE = (".h", ".cpp")


def layer_of(name, layers):
    best = [key for key in layers if name == key or name.startswith(key + "/")]
    return max(best, key=len) if best else None


def allowed(target, rules, own):
    return any(target == place or target.startswith(place + "/") for place in rules["may"] + [own])


def library_of(target, libraries):
    for key, prefixes in libraries.items():
        for prefix in prefixes:
            if prefix == "Q":
                if re.match(r"Q[A-Z]|Qt", target):
                    return key
            elif target == prefix or (prefix.endswith("/") and target.startswith(prefix)):
                return key
    return None


def circles(graph):
    """Each circle once, as a list of names."""
    found, done = [], set()

    def walk(name, path):
        if name in path:
            found.append(path[path.index(name):] + [name])
            return
        if name in done:
            return
        for target in graph.get(name, []):
            walk(target, path + [name])
        done.add(name)

    for name in sorted(graph):
        walk(name, [])
    return found


def check(root, table=None):
    with open(table or root + "/tests/lint/layers.toml", "rb") as handle:
        rules = tomllib.load(handle)
    layers, findings, graph = rules["layer"], [], {}
    generated = rules.get("generated", {}).get("headers", [])
    present = set(tree.files(root, CODE, ("core/", "helper/", "tests/", "app/")))
    for name in sorted(present):
        layer = layer_of(name, layers)
        if layer is None:
            findings.append(f"{name}:1: no layer for this folder; add it to tests/lint/layers.toml")
            continue
        for number, line in enumerate(tree.text(root, name).splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, target = match.groups()
            where = f"{name}:{number}"
            if quote == '"':
                if target.endswith((".moc", ".inc")):
                    continue
                if not target.startswith(("core/", "helper/", "tests/", "app/", "generated/")):
                    if name.startswith("tests/") and "/" not in target:
                        continue                      # a fixture beside its test
                    findings.append(f'{where}: "{target}" is not rooted; write the path from the top of the tree')
                    continue
                graph.setdefault(name, []).append(target)
                if not target.startswith("generated/") and not allowed(target, layers[layer], layer):
                    findings.append(f"{where}: {layer} may not include {target}")
                if target.startswith("core/") and target not in present and target not in generated:
                    findings.append(f"{where}: {target} is not there")
            else:
                library = library_of(target, rules["libraries"])
                if library and library not in layers[layer]["libraries"]:
                    findings.append(f"{where}: {layer} may not use {library} (<{target}>)")
                heavy = rules["heavy"]
                if (name.endswith(".h") and name not in heavy["except"] and not name.startswith("tests/")
                        and any(target.startswith(h) for h in heavy["headers"])):
                    findings.append(f"{where}: <{target}> is heavy; include it in .cpp files only")
    for circle in circles({n: t for n, t in graph.items() if n.endswith(".h")}):
        findings.append(f"{circle[0]}:1: includes run in a circle: {' -> '.join(circle)}")
    for folder, targets in unused(layers, present):
        findings.append(f"tests/lint/layers.toml:1: [layer.\"{folder}\"] may include {targets}, which is not there")
    return findings


def unused(layers, present):
    """Single headers named in the table that do not exist any more."""
    for folder, rules in layers.items():
        if not any(name.startswith(folder + "/") for name in present):
            continue
        for target in rules["may"]:
            if target.endswith(".h") and target not in present:
                yield folder, target


if __name__ == "__main__":
    tree.main(check)
