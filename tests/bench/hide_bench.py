#!/usr/bin/env python3
"""What the patterns of hidden files cost at the start of a run: the longer, the more files the project has.

    hide_bench.py PROGRAM [ROUNDS [FILES ...]]     PROGRAM is leadglass; FILES are 30000 and 300000

Not a test. The same run of `true` in turns, in a project of one file and in one of many. Every run has patterns to look
for (those of the built-in base profile), so the difference is what looking for them costs. `find` looks for one of
them beside it."""

import os
import sys

import turns


def measure(program, rounds=7, sizes=(30_000, 300_000)):
    """{files: (milliseconds more than in a project of one file, milliseconds of find)}"""
    with turns.place() as place:
        rows, finds = {}, {}
        for size in (1, *sizes):
            project = place.project_at(f"files{size}")
            turns.many_files(project, size)
            rows[size] = lambda project=project: place.run([program, "run", "--", "true"], project)[0]
            finds[size] = lambda project=project: place.run(["find", ".", "-name", ".env*"], project)[0]
        taken = turns.in_turns(rows, rounds)
        found = turns.in_turns(finds, 3)
    return {size: (turns.difference(taken[size], taken[1]), turns.median(found[size]) - turns.median(found[1]))
            for size in sizes}


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    sizes = [int(word) for word in sys.argv[3:]] or [30_000, 300_000]
    for size, (more, find) in measure(os.path.realpath(sys.argv[1]), rounds, sizes).items():
        print(f"{size:7} files: {more:8.1f} ms more to start (find: {find:.1f} ms)")


if __name__ == "__main__":
    main()
