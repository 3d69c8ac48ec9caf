#!/usr/bin/env python3
"""What an agent's everyday work costs in the copy-on-write view of a run, beside the same work without.

    overlay_bench.py PROGRAM [ROUNDS [FILES]]     PROGRAM is leadglass; FILES in the project: 30000

Not a test. In turns: in the project as it is, on a bare overlay of it (where this user can mount one), in `leadglass run`.
The clock runs inside, so no start is in it. `first` is the first `git status` after the mount, when the kernel knows no
name there yet. Each round has a fresh upper."""

import json
import os
import shutil
import sys

import turns

JOBS = ("git status, first", "git status, warm", "C build", "500 appends")

# Runs in each of the three places, in the project; prints milliseconds.
WORK = r"""
import glob, json, statistics, subprocess, time
def clock(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000
def do(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
def build():
    for source in sorted(glob.glob("src/*.c")):
        do("cc", "-O0", "-c", "-o", source[:-1] + "o", source)
    do("cc", "-o", "prog", *sorted(glob.glob("src/*.o")))
def append():
    for name in sorted(glob.glob("d0/e*/*.txt"))[:500]:
        with open(name, "a") as out:
            out.write("x\n")
status = [clock(lambda: do("git", "status")) for _ in range(6)]
print(json.dumps([status[0], statistics.median(status[1:]), clock(build), clock(append)]))
"""

BARE = r"""
set -e
top=$1 project=$2
mount -t overlay overlay -o "lowerdir=$project,upperdir=$top/upper,workdir=$top/work,userxattr" "$project"
cd "$project"
exec setpriv --ambient-caps=-all --inh-caps=-all /usr/bin/python3 -c "$3"
"""


def make_project(place, files):
    turns.many_files(place.project, files)
    os.mkdir(f"{place.project}/src")
    for at in range(6):
        with open(f"{place.project}/src/m{at}.c", "w", encoding="ascii") as out:
            out.write("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n")
            out.writelines(f"int f{at}_{k}(int a, int b) {{ int s = {k}; while (a-- > 0) s += a ^ b; return s; }}\n" for k in range(60))
            if at == 0:
                out.write("int main(void) { return f0_0(3, 4) == 0; }\n")
    with open(f"{place.project}/.gitignore", "w", encoding="ascii") as out:
        out.write("*.o\nprog\n")
    for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-qm", "1"]):
        place.run(["git", *command])


def native(place):
    said = place.run(["/usr/bin/python3", "-c", WORK])[1]
    # As it was, for the next in turn; git's index is to know the files' times again.
    place.run(["git", "checkout", "-q", "."])
    place.run(["git", "clean", "-qfdx"])
    place.run(["git", "status"])
    return json.loads(said)


def bare_overlay(place):
    top = os.path.join(place.top, "bare")
    shutil.rmtree(top, ignore_errors=True)
    for name in ("upper", "work"):
        os.makedirs(os.path.join(top, name))
    try:
        said = place.run(["unshare", "-U", "--map-current-user", "--keep-caps", "-m", "sh", "-c", BARE, "sh", top, place.project, WORK])[1]
    finally:
        # The kernel's own directory below work/ has mode 0.
        place.run(["chmod", "-R", "u+rwX", top], check=False)
    return json.loads(said)


def in_a_run(place, program):
    said = place.run([program, "run", "--ask", "deny", "--", "/usr/bin/python3", "-c", WORK])[1]
    place.run([program, "discard", "last"], check=False)
    return json.loads(said)


def measure(program, rounds=5, files=30_000):
    """{job: {"ms": native median, "run": ratio of a run, "bare": ratio of a bare overlay, or None}}"""
    with turns.place() as place:
        make_project(place, files)
        rows = {"native": lambda: native(place), "run": lambda: in_a_run(place, program)}
        try:
            bare_overlay(place)
            rows["bare"] = lambda: bare_overlay(place)
        except turns.Failed:
            pass  # no user namespaces, or no overlay in them: only a yardstick is missing
        taken = turns.in_turns(rows, rounds)
    figures = {}
    for at, job in enumerate(JOBS):
        of = {name: [one[at] for one in values] for name, values in taken.items()}
        figures[job] = {"ms": turns.median(of["native"]), "run": turns.ratio(of["run"], of["native"]),
                        "bare": turns.ratio(of["bare"], of["native"]) if "bare" in of else None}
    return figures


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    files = int(sys.argv[3]) if len(sys.argv) > 3 else 30_000
    print(f"{'':20} {'native ms':>10} {'run x':>8} {'bare overlay x':>15}")
    for job, of in measure(os.path.realpath(sys.argv[1]), rounds, files).items():
        bare = "-" if of["bare"] is None else f"{of['bare']:.2f}"
        print(f"{job:20} {of['ms']:10.1f} {of['run']:8.2f} {bare:>15}")


if __name__ == "__main__":
    main()
