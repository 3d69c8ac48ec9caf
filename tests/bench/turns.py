"""What the benchmarks share: a place of their own, commands in turns, and ratios within a round."""

import contextlib
import os
import shutil
import statistics
import subprocess
import tempfile
import time


class Failed(Exception):
    """A measurement that cannot be taken, and why: one line."""


class Place:
    """A home and, in it, projects; of the person who measures, and gone at the end."""

    def __init__(self, top):
        self.top, self.home = top, os.path.join(top, "home")
        self.project = self.project_at("project")
        self.environment = {"HOME": self.home, "PATH": "/usr/bin:/bin:/usr/sbin", "LANG": "C.UTF-8"}

    def project_at(self, name):
        path = os.path.join(self.home, name)
        os.makedirs(path, exist_ok=True)
        return path

    def run(self, command, cwd=None, check=True, environment=None):
        """(milliseconds, standard output); Failed where it did not end with 0."""
        began = time.perf_counter()
        try:
            done = subprocess.run(command, cwd=cwd or self.project, env=environment or self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False)
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise Failed(str(problem)) from problem
        took = (time.perf_counter() - began) * 1000
        if check and done.returncode != 0:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise Failed(f"{' '.join(command[:3])} ... ended with {done.returncode}: {said[-1] if said else ''}")
        return took, done.stdout.decode(errors="replace")


@contextlib.contextmanager
def place():
    # Below the home, as /tmp is not a place for projects.
    top = tempfile.mkdtemp(prefix="leadglass-bench.", dir=os.path.expanduser("~"))
    try:
        yield Place(top)
    finally:
        shutil.rmtree(top, ignore_errors=True)


def in_turns(rows, rounds, warm=1):
    """{name: [a value a round]} of {name: function}. Who is first changes from round to round."""
    names, taken = list(rows), {name: [] for name in rows}
    for turn in range(rounds + warm):
        at = turn % len(names)
        for name in names[at:] + names[:at]:
            value = rows[name]()
            if turn >= warm:
                taken[name].append(value)
    return taken


def median(values):
    return statistics.median(values)


def ratio(values, base):
    """The median of the ratios within each round, so that a slow moment counts on both sides."""
    return statistics.median(a / b for a, b in zip(values, base))


def difference(values, base):
    return statistics.median(a - b for a, b in zip(values, base))


def many_files(top, count, each=50):
    """`count` small files, `each` in a directory."""
    for at in range(count):
        directory = f"{top}/d{at // each // 100}/e{at // each}"
        if at % each == 0:
            os.makedirs(directory, exist_ok=True)
        with open(f"{directory}/f{at}.txt", "w", encoding="ascii") as out:
            out.write(f"line {at}\n" * 10)
