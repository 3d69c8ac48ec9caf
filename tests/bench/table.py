#!/usr/bin/env python3
"""One table of what Leadglass costs, each row with its target and with what else does the same.

    table.py BUILD [--rows start,policy,audit,tunnel,inspect,scan,hide,overlay,changes,app] [--rounds N] [--small]

BUILD is a build directory (build/release) with the programs of `ninja -C BUILD policy_bench egress_bench inspect_bench
inspect_load scan_bench audit_bench change_list_bench app_bench activity_bench`. As an ordinary user, on a quiet machine, in ten minutes;
--small leaves out what takes long. For the tunnel and inspection it takes two processors.
A ratio is of one round, in turns; a figure in seconds is of this machine, and only what stands beside it says how fast
that is. haproxy, tinyproxy, squid, mitmdump, rg, firejail, codex and srt join where they are on PATH. A row that cannot be measured says why."""

import argparse
import contextlib
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import time

import app_bench
import hide_bench
import inspect_peers
import overlay_bench
import scan_peers
import start_bench
import turns

# (what, sign, limit, unit): where the limit comes from.
TARGETS = {
    "start": ("start to exit of true", "<=", 1.3, "x bwrap", "a launcher by hand with as many mounts takes 0.6x"),
    "exec": ("a command in a live run", "<=", 0.4, "x bwrap", "nsenter into namespaces that are there takes 0.3x"),
    "memory": ("supervisor and egress", "<=", 30, "MiB", "what a person never notices; a proxy in node takes 116"),
    "decision": ("verdict with its record, 10,000 hosts", ">=", 300_000, "/s", "hash sets and prefix search alone do 0.7 to 1.6 million"),
    "decision99": ("the same, 99 %", "<=", 20, "us", "an agent's request takes 1,000 and more"),
    "request": ("a request's verdict, 200 rules with paths", ">=", 50_000, "/s", "a sixth of what a connection's takes: a head is read, and ten rules of its host"),
    "request99": ("the same, 99 %", "<=", 100, "us", "an agent's request takes 1,000 and more"),
    "resolver": ("a name's verdict, 99 %", "<=", 20, "us", "other resolvers with a policy take 32 to 70"),
    "append": ("rows, one a transaction", ">=", 25_000, "/s", "SQLite alone with a hash chain did 30,000 on a quiet disk"),
    "append8": ("rows, eight a transaction", ">=", 25_000, "/s", "a run writes what comes in one turn of its loop together"),
    "page": ("a page of a long history, p50", "<=", 0.2, "ms", "SQLite takes 0.07 to 0.15 for a hundred rows by key"),
    "verify": ("proof of a million rows", "<=", 2.5, "s", "the hash chain alone takes 2.1"),
    "tunnel": ("requests/s, 16 kept alive, TLS", ">=", 0.80, "x direct", "splice between two sockets does 0.84 where nginx is the server; this one does less for each request, so a hop weighs more: see haproxy"),
    "tunnelcpu": ("CPU per GiB", "<=", 0.50, "s", "splice between two sockets takes 0.42"),
    "tunnelmem": ("peak memory of egress", "<=", 20, "MiB", "a relay needs no more than its buffers"),
    "first": ("first answer on a new tunnel", "<=", 3, "ms", "one more hop takes 2.2 with TLS; 40 more would be Nagle's"),
    "inspect": ("inspected requests/s, 16 kept alive", ">=", 2, "x squid", "squid asks nobody, and does more for each request than a question costs"),
    "inspectcpu": ("CPU per GiB inspected, down", "<=", 1.6, "s", "TLS twice takes 0.7 to 1, system calls and copies 0.4"),
    "inspectup": ("the same, up", "<=", 1.6, "s", "what goes up takes the same way"),
    "leaf": ("leaf certificates, of CPU", ">=", 10_000, "/s", "the signature alone does 14,000 to 27,000"),
    "event": ("an event inspected, 99 %, more by", "<=", 2, "ms", "no reader sees a word that is 2 ms late"),
    "scan": ("scan for secrets, one thread", ">=", 400, "MB/s", "Vectorscan with 60 formats did 474 to 577"),
    "hide30": ("start in 30,000 files, more by", "<=", 10, "ms", "600 directories of 50 names can be read in it"),
    "hide300": ("start in 300,000 files, more by", "<=", 100, "ms", "10 times as many can be read in it"),
    "status": ("git status of 30,000 files", "<=", 1.15, "x native", "a bare overlay takes 1.04 to 1.13 of 5,000 files"),
    "build": ("C build", "<=", 1.1, "x native", "a bare overlay takes 1.0 to 1.2"),
    "changes": ("list of 5,202 changes", "<=", 50, "ms", "a walk that compares no content takes 35"),
    "changes100": ("list of 100,000 changes", "<=", 1000, "ms", "19 times as many can be listed in it"),
    "paint": ("app, start to first paint", "<=", 400, "ms", "longer is felt as waiting"),
    "background": ("app without a window, its own memory", "<=", 60, "MiB", "Qt with one icon takes 40"),
    "wakeups": ("app hidden, wake-ups in 5 s", "<=", 0, "", "nobody looks"),
    "open": ("a million rows, open to painted", "<=", 250, "ms", "a plain model over SQLite took 36"),
    "jump": ("a jump among them, 95 %", "<=", 30, "ms", "two frames of a screen"),
    "rows": ("memory with them open", "<=", 120, "MiB", "a model of pages took 39"),
    "live": ("1,000 events/s, seen", "<=", 15, "% of a core", "a plain table drawn ten times a second took 14"),
    "prompt": ("a question, asked to seen", "<=", 150, "ms", "what a person calls at once"),
}


class Table:
    def __init__(self, options):
        self.options, self.missed, self.failures = options, [], 0
        print(f"{time.strftime('%-d %B %Y')}, {len(os.sched_getaffinity(0))} of {os.cpu_count()} processors, Linux {platform.release()}, "
              f"load {os.getloadavg()[0]:.1f}")
        print(f"{'row':11} {'what':38} {'measured':>16} {'target':>18} {'':7} beside it", flush=True)

    def row(self, key, value, beside="", label=None):
        what, sign, limit, unit, _ = TARGETS[key]
        met = value <= limit if sign == "<=" else value >= limit
        if not met and key not in self.missed:
            self.missed.append(key)
        number = f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
        print(f"{key:11} {label or what:38} {number + ' ' + unit:>16} {f'{sign} {limit:,} {unit}':>18} {'met' if met else 'missed':7} {beside}", flush=True)

    def failed(self, group, why):
        self.failures += 1
        print(f"{group:11} not measured: {why}", flush=True)

    def program(self, name):
        path = os.path.join(self.options.build, "bin", name)
        if not os.access(path, os.X_OK):
            raise turns.Failed(f"{path} is not there: ninja -C {self.options.build} {name}")
        return path


def absent(names):
    missing = [name for name in names if not shutil.which(name)]
    return f"; absent: {', '.join(missing)}" if missing else ""


def found(pattern, text):
    """The numbers of the last line that fits."""
    fits = re.findall(pattern, text)
    if not fits:
        raise turns.Failed(f"not understood: {text.strip().splitlines()[-1:]}")
    return [float(number) for number in (fits[-1] if isinstance(fits[-1], tuple) else (fits[-1],))]


def start(table):
    figures, held, failed = start_bench.measure(table.program("leadglass"), table.options.rounds * 3)
    others = ", ".join(f"{name} {of[3]:.1f}x" for name, of in figures.items() if name in ("firejail", "codex sandbox", "srt"))
    for key, name in (("start", "leadglass run"), ("exec", "leadglass exec")):
        if name in figures:
            table.row(key, figures[name][3], others + absent(("firejail", "codex", "srt")) if key == "start" else "")
    table.row("memory", sum(held.values()), ", ".join(f"{name} {size:.1f}" for name, size in held.items()))
    for line in failed:
        table.failed("start", line)


def policy(table):
    with turns.place() as place:
        said = place.run([table.program("policy_bench")])[1]
    rate, tail = found(r"decision with its record +(\d+) /s +p99 +([\d.]+)", said)
    whole, _ = found(r"without an index +(\d+) /s +p99 +([\d.]+)", said)
    table.row("decision", rate, f"every rule looked at: {whole:,.0f} /s")
    table.row("decision99", tail)
    rate, tail = found(r"request, 200 rules with paths +(\d+) /s +p99 +([\d.]+)", said)
    table.row("request", rate)
    table.row("request99", tail)
    table.row("resolver", found(r"name verdict with its address +\d+ /s +p99 +([\d.]+)", said)[0])


def audit(table):
    rows = 100_000 if table.options.small else 1_000_000
    with turns.place() as place:
        said = place.run([table.program("audit_bench"), place.project, str(rows // 25), str(rows)])[1]
    rate, middle, tail, ratio = found(r"append one: (\d+) rows/s, p50 ([\d.]+) us, p99 ([\d.]+) us, ([\d.]+) of", said)
    table.row("append", rate, f"{ratio:.2f} of SQLite alone without index and chain; p50 {middle:.0f} us, p99 {tail:.0f} us")
    table.row("append8", found(r"append of 8: (\d+)", said)[0], f"of 64: {found(r'append of 64: ([0-9]+)', said)[0]:,.0f} /s")
    middle, tail = found(r"page: p50 ([\d.]+) ms, p99 ([\d.]+)", said)
    table.row("page", middle, f"p99 {tail:.2f} ms; of what was denied p50 {found(r'denied: p50 ([0-9.]+)', said)[0]:.2f} ms")
    table.row("verify", found(r"rows in ([\d.]+) s\n", said)[0] * (1_000_000 / rows))


@contextlib.contextmanager
def proxies(place, server):
    """NAME:HOW:PORT:PID of each that is installed and listens."""
    ports, running, words = {}, [], []
    for name in ("haproxy", "tinyproxy"):
        with socket.create_server(("127.0.0.1", 0)) as free:
            ports[name] = free.getsockname()[1]
    files = {"haproxy": f"global\n maxconn 4096\n nbthread 1\ndefaults\n mode tcp\n option splice-auto\n timeout connect 5s\n timeout client 60s\n"
                        f" timeout server 60s\nlisten l\n bind 127.0.0.1:{ports['haproxy']}\n server s 127.0.0.1:{server}\n",
             "tinyproxy": f"Port {ports['tinyproxy']}\nListen 127.0.0.1\nTimeout 600\nMaxClients 200\nConnectPort {server}\nLogLevel Critical\n"}
    try:
        for name, flags, how in (("haproxy", ["-db", "-f"], "relay"), ("tinyproxy", ["-d", "-c"], "connect")):
            if not shutil.which(name):
                continue
            with open(os.path.join(place.top, name), "w", encoding="ascii") as out:
                out.write(files[name])
            running.append(subprocess.Popen([shutil.which(name), *flags, out.name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            end = time.monotonic() + 10
            while running[-1].poll() is None and time.monotonic() < end:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", ports[name]), 1):
                    words.append(f"{name}:{how}:{ports[name]}:{running[-1].pid}")
                    break
                time.sleep(0.05)
        yield words
    finally:
        for process in running:
            process.terminate()
            process.wait()


def tunnel(table):
    bench, egress = table.program("egress_bench"), table.program("leadglass-egress")
    with socket.create_server(("127.0.0.1", 0)) as free:
        server = free.getsockname()[1]
    with turns.place() as place, proxies(place, server) as words:
        said = place.run([bench, egress, "--server", str(server), *words])[1]
    line = r" +\d+ requests/s, ([\d.]+) of direct; first answer ([\d.]+) ms; ([\d.]+) CPU s per GiB; peak ([\d.]+) MiB"
    of = {name: found(f"{name}{line}", said) for name in ["direct", "leadglass"] + [word.split(":")[0] for word in words]}
    for at, key in enumerate(("tunnel", "first", "tunnelcpu", "tunnelmem")):
        beside = ", ".join(f"{name} {figures[at]:.2f}" for name, figures in of.items() if name != "leadglass" and (at == 1 or name != "direct"))
        table.row(key, of["leadglass"][at], beside + (absent(("haproxy", "tinyproxy")) if at == 0 else ""))


def unjudged(key, what, value, beside):
    print(f"{key:11} {what:38} {value:>16} {'':18} {'-':7} {beside}", flush=True)


def inspect(table):
    with turns.place() as place:
        table.row("leaf", found(r"leaf minted +(\d+) /CPU s", place.run([table.program("inspect_bench")])[1])[0])
    figures, missing = inspect_peers.measure(table.options.build, 2 if table.options.small else table.options.rounds)
    of = figures["leadglass-inspect"]
    others = [name for name in figures if name != "leadglass-inspect"]

    def beside(what, digits=2):
        return ", ".join(f"{name} {turns.median(figures[name][what]):,.{digits}f}" for name in others)

    rate = f"of direct {turns.ratio(of['many'], figures['direct']['many']):.2f}; {beside('many', 0)}" + "".join(f"; {why}" for why in missing)
    if "squid" in figures:
        table.row("inspect", turns.ratio(of["many"], figures["squid"]["many"]), rate)
    else:
        unjudged("inspect", TARGETS["inspect"][0], f"{turns.median(of['many']):,.0f}", rate)
    unjudged("inspect1", "one kept alive", f"{turns.median(of['one']):,.0f}", beside("one", 0))
    table.row("inspectcpu", turns.median(of["down"]), beside("down"))
    table.row("inspectup", turns.median(of["up"]), beside("up"))
    table.row("event", inspect_peers.added(figures, "leadglass-inspect", "event99"),
              ", ".join(f"{name} {inspect_peers.added(figures, name, 'event99'):.2f}" for name in others if name != "direct")
              + f"; p50 more by {inspect_peers.added(figures, 'leadglass-inspect', 'event50'):.2f}")
    unjudged("inspectnew", "first answer of a new host", f"{turns.median(of['new']):.2f} ms", beside("new"))
    unjudged("inspectold", "of one that is known", f"{turns.median(of['known']):.2f} ms", beside("known"))
    unjudged("inspectmem", "peak memory", f"{turns.median(of['peak']):.1f} MiB", beside("peak", 1))


def scan(table):
    figures, missing = scan_peers.measure(table.options.build, 2 if table.options.small else table.options.rounds)
    table.row("scan", turns.median(figures["leadglass"]),
              ", ".join(f"{name} {turns.median(values):.3g}" for name, values in figures.items() if name != "leadglass") + "".join(f"; {why}" for why in missing))


def hide(table):
    keys = {30_000: "hide30"} if table.options.small else {30_000: "hide30", 300_000: "hide300"}
    for size, (more, find) in hide_bench.measure(table.program("leadglass"), table.options.rounds, tuple(keys)).items():
        table.row(keys[size], more, f"find: {find:.0f} ms; a run looks at its start and once more at its end")


def overlay(table):
    files = 3_000 if table.options.small else 30_000
    figures = overlay_bench.measure(table.program("leadglass"), min(table.options.rounds, 5), files)
    for job, of in figures.items():
        bare = "no bare overlay for this user" if of["bare"] is None else f"bare overlay {of['bare']:.2f}x"
        key = "status" if "status" in job else "build" if "build" in job else None
        if key:
            table.row(key, of["run"], f"{bare}; native {of['ms']:.0f} ms", job if key == "build" else f"{job} of {files:,} files".replace("git status,", "git status"))
        else:
            unjudged("append500", job, f"{of['run']:.3g} x", f"{bare}; native {of['ms']:.0f} ms")


def changes(table):
    program = table.program("change_list_bench")
    for key, count in (("changes", 5202), ("changes100", 100_000))[:1 if table.options.small else 2]:
        with turns.place() as place:
            said = place.run([program, str(count)], environment={**place.environment, "TMPDIR": place.project})[1]
        each = [[float(number) for number in fit] for fit in re.findall(r"list ([\d.]+) ms, marks ([\d.]+) ms, diff -rq ([\d.]+)", said)][1:]
        listed, marks, diff = (turns.median(column) for column in zip(*each))
        table.row(key, listed, f"{listed / diff:.2f} of diff -rq; risk marks {marks:.0f} ms")


def app(table):
    for name in ("app_bench", "activity_bench", "leadglass-app"):
        table.program(name)
    of = app_bench.measure(table.options.build, table.options.rounds, 100_000 if table.options.small else 1_000_000)
    table.row("paint", of["paint"], f"the first of all {of['first']:.0f} ms")
    table.row("background", of["pss"], f"with what it shares {of['rss']:.0f} MiB")
    table.row("wakeups", of["wakeups"])
    table.row("open", of["open"], f"time line of all of them {of['timeline']:.0f} ms")
    table.row("jump", of["jump95"], f"p50 {of['jump50']:.1f} ms")
    table.row("rows", of["memory"])
    table.row("live", of["live"], f"{of['rate']:.0f} events/s came in")
    table.row("prompt", of["prompt"], f"the first, with its window, {of['prompt1']:.0f} ms; worst {of['promptworst']:.0f} ms")


GROUPS = {"start": start, "policy": policy, "audit": audit, "tunnel": tunnel, "inspect": inspect, "scan": scan, "hide": hide, "overlay": overlay, "changes": changes, "app": app}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=os.path.realpath)
    parser.add_argument("--rows", type=lambda word: word.split(","), default=list(GROUPS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args()
    unknown = [name for name in options.rows if name not in GROUPS]
    if unknown or options.rounds < 1:
        parser.error(f"no such rows: {', '.join(unknown)}; there are {', '.join(GROUPS)}" if unknown else "at least one round")
    if os.geteuid() == 0:
        parser.error("start it as an ordinary user: root's runs are of another kind")
    table = Table(options)
    for name in options.rows:
        try:
            GROUPS[name](table)
        except (turns.Failed, OSError, ValueError, subprocess.SubprocessError) as problem:
            table.failed(name, problem)
    for key in table.missed:
        _, sign, limit, unit, why = TARGETS[key]
        print(f"{key}: {sign} {limit:,} {unit}, as {why}")
    return 1 if table.missed or table.failures else 0


if __name__ == "__main__":
    sys.exit(main())
