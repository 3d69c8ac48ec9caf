#!/usr/bin/env python3
"""Many connections: what is full says so, and what is over leaves nothing. LEADGLASS_STRESS=1: ten thousand of them."""

import os
import subprocess

from case import main
from in_lab import InLab
from test_egress_faults import parts, resident

STRESS = os.environ.get("LEADGLASS_STRESS") == "1"
FLAGS = ["--ask", "deny", "--allow", "allowed.test:9000/tcp"]


def descriptors(pid):
    """The size of its table: the most it ever had, in powers of two. The table itself is not for other processes."""
    with open(f"/proc/{pid}/status", encoding="ascii") as handle:
        return next(int(line.split()[1]) for line in handle if line.startswith("FDSize:"))


class Many(InLab):
    def begin(self, script, before=""):
        self.write("many.py", script)
        run = subprocess.Popen(["sh", "-c", before + 'exec "$@"', "sh", self.box.program, "run", *FLAGS, "--", "/usr/bin/python3", "many.py"],
                               cwd=self.box.work, env=self.box.environment, text=True, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        return run

    def test_whatIsBeyondTheLimitIsResetWithARowAndNamesAreStillAnswered(self):
        run = self.begin("""import socket
def one():
    s = socket.create_connection((address, 9000), 60)
    s.sendall(b"hold"); assert s.recv(4) == b"hold"
    return s
address = socket.gethostbyname("allowed.test")
held, refused = [], 0
for _ in range(140):
    try: held.append(one())
    except OSError: refused += 1
print(len(held), refused, len(socket.getaddrinfo("allowed.test", 80)) > 0)
for s in held[:70]: s.close()
for _ in range(100):
    try: one(); print("again"); break
    except OSError: pass
print(held[-1].send(b"more"), held[-1].recv(4))""", "ulimit -n 700; ")
        out, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 0, err)
        first, *rest = out.splitlines()
        good, refused, answered = first.split()
        self.assertEqual(int(good) + int(refused), 140)
        self.assertGreater(int(good), 50, "each open one has its descriptors")
        self.assertGreater(int(refused), 20)
        self.assertEqual([answered, *rest], ["True", "again", "4 b'more'"])
        self.assertIn("connections beyond what one run may hold open: too many at once", err)
        rows = [r for r in self.box.audit() if r["reason"] == "too_many_connections"]
        self.assertTrue(rows)
        self.assertLess(len(rows), int(refused), "summed up, not one for each")
        self.assertEqual({r["verdict"] for r in rows}, {"deny"})

    def test_memoryAndDescriptorsAreFlatOverThemAll(self):
        waves, width = (100, 100) if STRESS else (8, 80)
        run = self.begin(f"""import asyncio, socket, sys
async def one():
    r, w = await asyncio.open_connection(address, 9000)
    w.write(b"x" * 2000); got = await r.readexactly(2000)
    w.close(); await w.wait_closed(); return got == b"x" * 2000
async def wave():
    return sum(await asyncio.gather(*(one() for _ in range({width}))))
address = socket.gethostbyname("allowed.test")
for _ in range(3): asyncio.run(wave())
print("warm", flush=True); sys.stdin.readline()
print(sum(asyncio.run(wave()) for _ in range({waves})), flush=True); sys.stdin.readline()""")
        self.assertEqual(run.stdout.readline(), "warm\n")
        pids = [run.pid, parts("leadglass-egress", run.pid)[0]]
        before = [(descriptors(pid), resident(pid)) for pid in pids]
        run.stdin.write("\n")
        run.stdin.flush()
        self.assertEqual(run.stdout.readline(), f"{waves * width}\n")
        after = [(descriptors(pid), resident(pid)) for pid in pids]
        for (fds, size), (fds_after, size_after) in zip(before, after):
            self.assertLessEqual(fds_after, 2 * max(fds, 256), "descriptors pile up")
            # A sanitizer keeps what was freed for a while.
            self.assertLess(size_after - size, (8 if "ASAN_OPTIONS" not in os.environ else 400) << 20)
        _, err = run.communicate("\n", timeout=120)
        self.assertEqual(run.returncode, 0, err)
        rows = self.box.json("audit", "list", "--limit", "10", "--kind", "egress_end")
        self.assertTrue(all(r["detail"]["bytes_in"] == 2000 for r in rows), rows)


if __name__ == "__main__":
    main(lab=True)
