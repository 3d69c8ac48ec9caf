#!/usr/bin/env python3
"""TLS inspection in turns: Leadglass, and of the others what is installed.

    inspect_peers.py BUILD [ROUNDS]

BUILD is a build directory (build/release) with `ninja -C BUILD inspect_load leadglass-egress leadglass-inspect`. Client and server are
those of inspect_load.cpp, the same for each: one machine, one round. squid (with OpenSSL; it looks at the name, then ends the
TLS) and mitmdump (passing bodies on as they come) join where they are on PATH or in /usr/sbin. All of them check the
server's certificate, keep nothing and log nothing. For the second column of ratios it takes squid.

`direct` has nothing in between, leadglass-egress relays TLS as it is, leadglass-scan looks for secrets in what is sent, too."""

import contextlib
import os
import re
import select
import shutil
import socket
import subprocess
import sys
import time

import turns

CERTGEN = "/usr/lib/squid/security_file_certgen"
OTHERS = {"squid": "name", "mitmdump": "address"} # what CONNECT tells them
HOSTS = 1000 # more than inspect_load has
COLUMNS = (("many", "16 kept alive, /s", 0), ("one", "one, /s", 0), ("known", "known host, ms", 2), ("new", "new host, ms", 2),
           ("down", "CPU s/GiB down", 2), ("up", "up", 2), ("event50", "event p50, ms", 2), ("event99", "p99, ms", 2), ("peak", "peak MiB", 1))


def program(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def squid(directory, port):
    words = [program("squid"), "-N", "-f", os.path.join(directory, "squid.conf")]
    store = os.path.join(directory, "squid-certificates")
    subprocess.run([CERTGEN, "-c", "-s", store, "-M", "4MB"], check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
    with open(os.path.join(directory, "hosts"), "w", encoding="ascii") as out:
        out.write("127.0.0.1 api.test\n" + "".join(f"127.0.0.1 h{at}.api.test\n" for at in range(HOSTS)))
    lines = [f"hosts_file {directory}/hosts", f"http_port 127.0.0.1:{port} ssl-bump tls-cert={directory}/authority.pem generate-host-certificates=on dynamic_cert_mem_cache_size=4MB",
             f"sslcrtd_program {CERTGEN} -s {store} -M 4MB", "sslcrtd_children 2 startup=2 idle=1",
             "acl first at_step SslBump1", "ssl_bump peek first", "ssl_bump bump all",
             f"tls_outgoing_options cafile={directory}/root.pem", "sslproxy_cert_error deny all",
             "http_access allow localhost", "http_access deny all", "cache deny all", "access_log none", f"cache_log {directory}/squid.log",
             "pid_filename none", f"coredump_dir {directory}", "shutdown_lifetime 0 seconds", "visible_hostname bench", "pinger_enable off",
             "max_filedescriptors 1024", "read_ahead_gap 64 KB"]
    with open(words[-1], "w", encoding="ascii") as out:
        out.write("\n".join(lines) + "\n")
    return words


def mitmdump(directory, port):
    home = os.path.join(directory, "mitm")
    os.makedirs(home, exist_ok=True)
    shutil.copy(os.path.join(directory, "authority.pem"), os.path.join(home, "mitmproxy-ca.pem"))
    return [program("mitmdump"), "-q", "--listen-host", "127.0.0.1", "-p", str(port), "--set", f"confdir={home}", "--set", "stream_large_bodies=1",
            "--set", f"ssl_verify_upstream_trusted_ca={directory}/root.pem"]


@contextlib.contextmanager
def started(directory):
    """({name: (port, pid)}, [why another is not among them])."""
    running, found, absent = [], {}, []
    try:
        for name in OTHERS:
            if not program(name) or (name == "squid" and not os.access(CERTGEN, os.X_OK)):
                absent.append(f"{name} is not installed" + (" with OpenSSL" if program(name) else ""))
                continue
            port = free_port()
            with open(os.path.join(directory, f"{name}.out"), "wb") as out:
                running.append(subprocess.Popen(globals()[name](directory, port), cwd=directory, stdin=subprocess.DEVNULL, stdout=out, stderr=out))
            end = time.monotonic() + 60
            while running[-1].poll() is None and time.monotonic() < end and name not in found:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    found[name] = (port, running[-1].pid)
                time.sleep(0.1)
            if name not in found:
                absent.append(f"{name} does not start")
        yield found, absent
    finally:
        for process in running:
            process.terminate()
        for process in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()


def ready(load):
    """It has written what the others start with."""
    if not select.select([load.stdout], [], [], 60)[0] or load.stdout.readline() != "ready\n":
        raise turns.Failed("inspect_load did not start")


def measure(build, rounds):
    """({way: {what: [a value a round]}}, [why another is not among them])."""
    words = [os.path.join(build, "bin", name) for name in ("inspect_load", "leadglass-egress", "leadglass-inspect")]
    for word in words:
        if not os.access(word, os.X_OK):
            raise turns.Failed(f"{word} is not there: ninja -C {build} {os.path.basename(word)}")
    with turns.place() as place:
        with subprocess.Popen([*words, str(rounds), place.project], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as load:
            try:
                ready(load)
                with started(place.project) as (found, absent):
                    said = load.communicate("".join(f"{name} {port} {pid} {OTHERS[name]}\n" for name, (port, pid) in found.items()), timeout=300 + 120 * rounds)[0]
            except subprocess.TimeoutExpired as problem:
                raise turns.Failed(f"inspect_load hangs after {problem.timeout:.0f} s") from problem
            finally:
                load.kill()
        if load.returncode != 0:
            raise turns.Failed(f"inspect_load ended with {load.returncode}")
    figures = {}
    for line in said.splitlines():
        way, *pairs = line.split()
        for what, value in (re.fullmatch(r"(\w+)=([\d.e+-]+)", pair).groups() for pair in pairs):
            figures.setdefault(way, {}).setdefault(what, []).append(float(value))
    return figures, absent


def added(figures, way, what):
    """What the way adds to `direct`, in the middle of the rounds."""
    return turns.difference(figures[way][what], figures["direct"][what])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    figures, absent = measure(os.path.realpath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 7)
    print(f"load {os.getloadavg()[0]:.1f}" + "".join(f"; {why}" for why in absent))
    print(" " * 18 + "".join(f" {title:>17}" for _, title, _ in COLUMNS) + "  of direct  of squid  events p99 more, ms")
    for way, of in figures.items():
        ratios = [f"{turns.ratio(of['many'], figures[base]['many']):.3f}" if base in figures else "-" for base in ("direct", "squid")]
        print(f"{way:18}" + "".join(f" {turns.median(of[what]):17,.{digits}f}" for what, _, digits in COLUMNS)
              + f" {ratios[0]:>10} {ratios[1]:>9} {added(figures, way, 'event99'):20.2f}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except (turns.Failed, OSError, ValueError, subprocess.SubprocessError) as failure:
        sys.exit(f"inspect_peers.py: {failure}")
