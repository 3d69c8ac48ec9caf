#!/usr/bin/env python3
"""What the desktop app costs, without a display (QT_QPA_PLATFORM=offscreen).

    app_bench.py BUILD [--rounds N] [--small]

BUILD has leadglass, leadglass-app and its programs, app_bench and activity_bench. As an ordinary user, on a quiet machine."""

import argparse
import os
import re
import subprocess
import sys
import time

import turns

IDLE = 5  # seconds that it is watched for
SETTLED = 40  # seconds until it has looked at this machine, and the threads that did so have gone


def numbers(pattern, text):
    fit = re.search(pattern, text)
    if not fit:
        raise turns.Failed(f"not understood: {text.strip().splitlines()[-1:]}")
    return [float(each) for each in fit.groups()]


def wakeups(pid):
    """How often its threads went to sleep by themselves: each timer that fires counts."""
    total = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/status", encoding="ascii", errors="replace") as status:
            total += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status.read(), re.M).group(1))
    return total


def resident(pid):
    """MiB that no other process shares, and all that are resident."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii", errors="replace") as rollup:
        text = rollup.read()
    return [int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M).group(1)) / 1024 for name in ("Pss", "Rss")]


def hidden(place, build):
    """(Pss, Rss, wake-ups in IDLE seconds) of the app in the background."""
    app = subprocess.Popen([f"{build}/bin/leadglass-app", "--background"], env=place.environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(SETTLED)
        if app.poll() is not None:
            raise turns.Failed(f"leadglass-app ended with {app.returncode}")
        before = wakeups(app.pid)
        time.sleep(IDLE)
        return (*resident(app.pid), wakeups(app.pid) - before)
    finally:
        app.terminate()
        app.wait()


def measure(build, rounds, rows):
    """{what: figure}; milliseconds, MiB, percent of a core, or how often."""
    out = {}
    bench = f"{build}/bin/app_bench"
    with turns.place() as place:
        runtime = os.path.join(place.top, "run")
        os.mkdir(runtime, 0o700)
        place.environment.update({"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": runtime})
        data = os.path.join(place.home, ".local/share/leadglass")
        os.makedirs(data, 0o700)
        said = place.run([f"{build}/bin/activity_bench", place.top, str(rows), "brief"])[1]
        os.rename(f"{place.top}/data/audit.db", f"{data}/audit.db")
        out["open"], out["memory"] = numbers(r"open, first rows painted +([\d.]+) ms, \d+ rows, ([\d.]+) MiB", said)
        out["jump50"], out["jump95"] = numbers(r"jump, painted +p50 +([\d.]+) ms +p95 +([\d.]+)", said)
        out["memory"] = numbers(r"memory after the jumps +([\d.]+) MiB", said)[0]
        paints = []
        for _ in range(rounds + 1):
            paints.append(numbers(r"first paint ([\d.]+) ms, ([\d.]+) MiB", place.run([bench, "paint", str(time.monotonic_ns())])[1])[0])
        out["paint"] = turns.median(paints[1:])  # the first one reads the libraries
        out["first"] = paints[0]
        out["pss"], out["rss"], out["wakeups"] = hidden(place, build)
        said = place.run([bench, "live", "10"])[1]
        out["timeline"] = numbers(r"time line of \d+ rows (\d+) ms", said)[0]
        out["live"], out["rate"] = numbers(r"live ([\d.]+) % of a core at (\d+) events/s", said)
        said = place.run([bench, "prompt", f"{build}/bin/leadglass"])[1]
        out["prompt1"], out["prompt"], out["promptworst"] = numbers(r"first ([\d.]+) ms, p50 ([\d.]+) ms, worst ([\d.]+) ms", said)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=os.path.realpath)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args()
    try:
        for what, figure in measure(options.build, options.rounds, 100_000 if options.small else 1_000_000).items():
            print(f"{what:12} {figure:10.1f}")
    except turns.Failed as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
