#!/usr/bin/env python3
"""Start to exit of a command, in turns: by itself, in a bwrap profile, in a run; and what a run holds in memory.

    start_bench.py PROGRAM [ROUNDS]     PROGRAM is leadglass; as an ordinary user, on a quiet machine

Not a test. Ratios are medians of the ratios within each round, so that a slow moment counts on both sides."""

import os
import shutil
import statistics
import subprocess
import sys
import time

import turns

PATH = os.environ.get("PATH", "/usr/bin:/bin:/usr/sbin") # peers may lie anywhere
ETC = ("passwd", "group", "hosts", "nsswitch.conf", "ld.so.cache", "localtime", "ssl", "alternatives")


def bwrap_profile(project, home):
    """A hand-written profile for an agent: system read-only, project and its own directories, private /tmp."""
    args = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
            "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", home, "--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib64"):
        args += ["--symlink", f"usr/{name}", f"/{name}"]
    args += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run", "--dir", home]
    for name in ETC:
        if os.path.exists(f"/etc/{name}"):
            args += ["--ro-bind", f"/etc/{name}", f"/etc/{name}"]
    for name in (".npm", ".cache", ".local", ".cargo"):
        os.makedirs(os.path.join(home, name), exist_ok=True)
        args += ["--ro-bind", os.path.join(home, name), os.path.join(home, name)]
    return args + ["--bind", project, project, "--tmpfs", f"{home}/.ssh", "--tmpfs", f"{home}/.aws", "--chdir", project]


def peers(place):
    """Those that are installed, each with its own defaults and no network."""
    rows = {}
    if shutil.which("firejail", path=PATH):
        rows["firejail"] = ["firejail", "--quiet", "--private-tmp", "--net=none", "true"]
    if shutil.which("codex", path=PATH):
        rows["codex sandbox"] = ["codex", "sandbox", "--", "true"]
    if shutil.which("srt", path=PATH):
        settings = os.path.join(place.home, "srt.json")
        with open(settings, "w", encoding="ascii") as out:
            out.write('{"network":{"allowedDomains":[],"deniedDomains":[]},"filesystem":{"denyRead":[],"allowWrite":[],"denyWrite":[]}}')
        rows["srt"] = ["srt", "-s", settings, "true"]
    return rows


def pss(pid):
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
        return next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))


def descendants(pid):
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                    head, _, rest = stat.read().rpartition(")")
                found.append((int(name), int(rest.split()[1]), head.split("(", 1)[1]))
            except OSError:
                pass
    return [(child, name) for child, parent, name in found if parent == pid]


def memory(program, project, environment):
    run = subprocess.Popen([program, "run", "--ask", "deny", "--", "sleep", "60"], cwd=project, env=environment,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + 20
        while not any(name.startswith("bwrap") for _, name in descendants(run.pid)) and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(1)
        parts = {"supervisor": pss_of_undumpable(run.pid)}
        for child, name in descendants(run.pid):
            if name.startswith("leadglass-egre"):
                parts["egress"] = pss_of_undumpable(child)
        return parts
    finally:
        run.terminate()
        run.communicate()


def pss_of_undumpable(pid):
    """Their smaps are root's to read; resident pages, shared ones included, are everybody's."""
    try:
        return pss(pid)
    except OSError:
        with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


def measure(program, rounds=25):
    """{row: (minimum, median, 90th percentile, ratio to the bwrap profile)} in milliseconds, {part: MiB}, [what failed]"""
    with turns.place() as place:
        place.environment["PATH"] = PATH
        profile = bwrap_profile(place.project, place.home)
        live = subprocess.Popen([program, "run", "--ask", "deny", "--", "sleep", "3600"], cwd=place.project, env=place.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(2)
            commands = {"plain": ["true"], "bwrap profile": [*profile, "true"], "leadglass run": [program, "run", "--", "true"],
                        "leadglass exec": [program, "exec", "last", "--", "true"], **peers(place)}
            rows, failed = {}, []
            for name, command in commands.items():
                try:
                    place.run(command)
                    rows[name] = lambda command=command: place.run(command)[0]
                except turns.Failed as problem:
                    failed.append(f"{name}: {problem}")
            if "bwrap profile" not in rows:
                raise turns.Failed("; ".join(failed))
            taken = turns.in_turns(rows, rounds, warm=2)
        finally:
            live.terminate()
            live.wait()
        held = {name: size / 1024 for name, size in memory(program, place.project, place.environment).items()}
    figures = {name: (min(values), turns.median(values), statistics.quantiles(values, n=10)[-1],
                      turns.ratio(values, taken["bwrap profile"])) for name, values in taken.items()}
    return figures, held, failed


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 25
    figures, held, failed = measure(os.path.realpath(sys.argv[1]), rounds)
    print(f"{'start to exit of true':24} {'min ms':>8} {'median':>8} {'p90':>8} {'x bwrap':>8}")
    for name, (least, middle, most, ratio) in figures.items():
        print(f"{name:24} {least:8.2f} {middle:8.2f} {most:8.2f} {ratio:8.2f}")
    for name, size in held.items():
        print(f"memory of {name}: {size:.1f} MiB")
    for line in failed:
        print(f"failed: {line}")


if __name__ == "__main__":
    main()
