#!/usr/bin/env python3
"""The scan for secrets, in turns with what else looks for the same formats.

    scan_peers.py BUILD [ROUNDS]

BUILD is a build directory (build/release) with `ninja -C BUILD scan_bench`. It reads 20 MB: sources of this machine, JSON, lines of a log and
of base64, and a secret in each MB. Vectorscan alone is the engine that Leadglass scans with; ripgrep joins where `rg` is on PATH,
without Unicode, which would make it slower still, and with 2 MB once: so many formats are more than its DFA holds. MB/s of
processor time, one thread."""

import base64
import glob
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import string

import turns

SIZE = 20_000_000
SLICE = 2_000_000 # for rg
SOURCES = ("/usr/include/**/*.h", "/usr/lib/python3*/*.py", "/usr/share/perl/**/*.pm", "/usr/share/common-licenses/*")
NAMES = ("leadglass", "held back", "pieces of 16 KiB, held back", "Vectorscan alone", "rg")


def word(chance, size, letters=string.ascii_letters + string.digits):
    return "".join(chance.choices(letters, k=size))


def row(chance):
    return {"id": chance.randrange(10**9), "name": word(chance, 12), "url": f"https://host{chance.randrange(999)}.example.test/{word(chance, 8)}",
            "digest": word(chance, 40, "0123456789abcdef"), "tags": [word(chance, 5) for _ in range(4)]}


def log_line(chance):
    return f"{chance.randrange(24):02}:{chance.randrange(60):02}:{chance.randrange(60):02} GET /api/{word(chance, 9)} 200 {chance.randrange(900)} ms id={word(chance, 16)}"


def corpus(path):
    chance = random.Random(11)
    files = sorted(name for pattern in SOURCES for name in glob.glob(pattern, recursive=True) if os.path.isfile(name) and os.path.getsize(name) < 400_000)
    chance.shuffle(files)
    written, planted = 0, 0
    with open(path, "wb") as out:
        while written < SIZE:
            kind = chance.random()
            if kind < 0.6 and files:
                with open(files.pop(), "rb") as source:
                    text = source.read()
            elif kind < 0.76:
                text = "".join(json.dumps(row(chance)) + "\n" for _ in range(200)).encode()
            elif kind < 0.92:
                text = "".join(log_line(chance) + "\n" for _ in range(400)).encode()
            else:
                text = base64.encodebytes(chance.randbytes(12_000))
            if written >= planted * 1_000_000:
                planted += 1
                text += b"token = ghp_" + word(chance, 36).encode() + b"\n"
            written += out.write(text)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(build, rounds):
    """({name: [MB/s a round]}, [why another is not among them])."""
    bench = os.path.join(build, "bin", "scan_bench")
    if not os.access(bench, os.X_OK):
        raise turns.Failed(f"{bench} is not there: ninja -C {build} scan_bench")
    figures = {name: [] for name in NAMES}
    rg = shutil.which("rg")
    with turns.place() as place:
        text, formats, part = (os.path.join(place.project, name) for name in ("corpus", "formats", "part"))
        corpus(text)
        with open(text, "rb") as whole, open(part, "wb") as out:
            out.write(whole.read(SLICE))
        with open(formats, "w", encoding="ascii") as out:
            subprocess.run([bench, "--formats"], check=True, stdin=subprocess.DEVNULL, stdout=out, timeout=60)
        for _ in range(rounds):
            said = dict(line.split(": ", 1) for line in place.run([bench, text])[1].splitlines() if ": " in line)
            for name, line in zip(NAMES, ("pieces of 65536", "pieces of 65536, held back", "pieces of 16384, held back", "Vectorscan alone")):
                figures[name].append(float(said[line].split()[0]))
            if rg and not figures["rg"]:
                before = processor_seconds()
                place.run([rg, "--no-config", "-a", "-c", "-j1", "--no-unicode", "--dfa-size-limit", "1G", "-f", formats, part])
                figures["rg"].append(SLICE / 1e6 / (processor_seconds() - before))
    return {name: values for name, values in figures.items() if values}, [] if rg else ["rg is not installed"]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    figures, absent = measure(os.path.realpath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 5)
    print(f"load {os.getloadavg()[0]:.1f}" + "".join(f"; {why}" for why in absent))
    for name, values in figures.items():
        print(f"{name:28} {turns.median(values):6.3g} MB/s")


if __name__ == "__main__":
    try:
        main()
    except (turns.Failed, OSError, ValueError, KeyError, subprocess.SubprocessError) as failure:
        sys.exit(f"scan_peers.py: {failure}")
