#!/usr/bin/env python3
"""Start to exit of a command, in turns: by itself, in a bwrap profile, in a run; and what a run holds in memory.

    start_bench.py PROGRAM [ROUNDS]     PROGRAM is leadglass; as an ordinary user, on a quiet machine

Not a test. Ratios are medians of the ratios within each round, so that a slow moment counts on both sides."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

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


def once(command, **options):
    began = time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    took = (time.perf_counter() - began) * 1000
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:4])} ... ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return took


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


def main():
    program = os.path.realpath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 25
    # Below the home, as /tmp is not a place for projects.
    place = tempfile.mkdtemp(prefix="leadglass-bench.", dir=os.path.expanduser("~"))
    try:
        home, project = os.path.join(place, "home"), os.path.join(place, "home", "project")
        os.makedirs(project)
        environment = {"HOME": home, "PATH": "/usr/bin:/bin:/usr/sbin", "LANG": "C.UTF-8"}
        profile = bwrap_profile(project, home)
        live = subprocess.Popen([program, "run", "--ask", "deny", "--", "sleep", "3600"], cwd=project, env=environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(2)
            rows = {"plain": ["true"], "bwrap profile": [*profile, "true"],
                    "leadglass run": [program, "run", "--", "true"]}
            if subprocess.run([program, "exec", "last", "--", "true"], cwd=project, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0:
                rows["leadglass exec"] = [program, "exec", "last", "--", "true"]
            taken = {name: [] for name in rows}
            for turn in range(rounds + 2):
                for name, command in rows.items():
                    took = once(command, cwd=project, env=environment)
                    if turn >= 2:
                        taken[name].append(took)
        finally:
            live.terminate()
            live.wait()
        print(f"{'start to exit of true':24} {'min ms':>8} {'median':>8} {'p90':>8} {'x bwrap':>8}")
        for name, values in taken.items():
            ratio = statistics.median(a / b for a, b in zip(values, taken["bwrap profile"]))
            print(f"{name:24} {min(values):8.2f} {statistics.median(values):8.2f} "
                  f"{statistics.quantiles(values, n=10)[-1]:8.2f} {ratio:8.2f}")
        for name, size in memory(program, project, environment).items():
            print(f"memory of {name}: {size / 1024:.1f} MiB")
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
