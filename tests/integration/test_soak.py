#!/usr/bin/env python3
"""A day in some minutes: one real run with a million connections and ten thousand questions answered, while the clock since boot
goes on by 24 hours. Memory and descriptors stay flat, the history grows evenly and verifies.

LEADGLASS_SOAK is the share of it that is run (1: all; 0.01 takes about a minute); `ctest -C soak -L soak`.
"""

import json
import os
import subprocess
import time

from case import main, start
from test_clock import DAY, Clocks
from test_egress_faults import parts, resident
from test_egress_many import descriptors

SHARE = float(os.environ.get("LEADGLASS_SOAK", "1"))
CONNECTIONS, QUESTIONS, WAVES = max(int(1_000_000 * SHARE), 2000), max(int(10_000 * SHARE), 40), 50
CLIENT = """import asyncio, socket, sys
async def one(host, port, payload):
    try:
        r, w = await asyncio.open_connection(host, port)
        w.write(payload); await w.drain()
        got = await asyncio.wait_for(r.read(65536), 300)
        w.close()
        return len(got) > 0 and b"canary-sink-answer" in got or got == payload
    except OSError:
        return False
async def wave(hosts, port, payload, width):
    gate = asyncio.Semaphore(width)
    async def held(host):
        async with gate:
            return await one(host, port, payload(host))
    return sum(await asyncio.gather(*map(held, hosts)))
address = socket.gethostbyname("allowed.test")
for line in sys.stdin:
    kind, first, count = line.split(); first, count = int(first), int(count)
    if kind == "connect":
        done = asyncio.run(wave([address] * count, 9000, lambda _: b"hold", 40))
    else:
        done = asyncio.run(wave([f"q{first + i}.ask.test" for i in range(count)], 80,
                                lambda h: b"GET / HTTP/1.1\\r\\nHost: " + h.encode() + b"\\r\\nConnection: close\\r\\n\\r\\n", 20))
    print(done, flush=True)
"""


class Soak(Clocks):
    def sample(self, run, told):
        size = sum(os.path.getsize(self.db + end) for end in ("", "-wal") if os.path.exists(self.db + end))
        egress = parts("leadglass-egress", run.pid)[0]
        row = {"connections": told[0], "questions": told[1], "db": size,
               **{f"{name}_{what}": value(pid) for name, pid in (("supervisor", run.pid), ("egress", egress))
                  for what, value in (("rss", resident), ("fds", descriptors))}}
        print(f"{time.monotonic() - self.began:7.0f} s {json.dumps(row)}", flush=True)
        return row

    def answered(self, count):
        """Answers what is asked until `count` were; half of them denied."""
        done = 0
        while done < count:
            for question in self.box.pending():
                verdict = "allow" if done % 2 == 0 else "deny"
                done += self.box.leadglass("answer", question["id"], question["digest"], verdict).returncode == 0

    def test_aDayOfConnectionsAndQuestionsIsFlat(self):
        self.db = os.path.join(self.box.home, ".local/share/leadglass/audit.db")
        self.began = time.monotonic()
        self.write("client.py", CLIENT)
        run = start(self.box, "/usr/bin/python3", "client.py", flags=["--ask", "app", "--limit", "wall_clock=7d", "--allow", "allowed.test:9000/tcp"],
                    stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(run.kill)

        def order(kind, first, count):
            run.stdin.write(f"{kind} {first} {count}\n")
            run.stdin.flush()

        def result():
            line = run.stdout.readline()
            self.assertTrue(line, f"the run ended with {run.poll()}")
            return int(line)

        samples, connected, asked = [], 0, 0
        for wave in range(WAVES):
            target = CONNECTIONS * (wave + 1) // WAVES
            order("connect", 0, target - connected)
            self.assertEqual(result(), target - connected, "each is answered")
            connected = target
            while asked < QUESTIONS * (wave + 1) // WAVES:
                count = min(10, QUESTIONS * (wave + 1) // WAVES - asked)
                order("ask", asked, count)
                self.answered(count)
                result()     # the denied ones have none
                asked += count
                self.shift(0, int(DAY * (wave + asked / QUESTIONS) / WAVES) + 60 * asked // 10)
            samples.append(self.sample(run, (connected, asked)))
        run.communicate(timeout=300)
        self.assertEqual(run.returncode, 0)
        warm, last = samples[WAVES // 5], samples[-1]
        for name in ("supervisor", "egress"):
            self.assertLess(last[name + "_rss"] - warm[name + "_rss"], 24 << 20, f"{name}: memory grows")
            self.assertLessEqual(last[name + "_fds"], 2 * max(warm[name + "_fds"], 256), f"{name}: descriptors pile up")
        began = time.monotonic()
        report = self.box.json("audit", "verify")
        self.assertTrue(report["intact"], report)
        size = os.path.getsize(self.db)
        print(f"{report['rows']} rows, {size / report['rows']:.0f} bytes each, verified in {time.monotonic() - began:.1f} s; "
              f"{connected} connections, {asked} questions in {time.monotonic() - self.began:.0f} s", flush=True)
        self.assertGreaterEqual(report["rows"], 2 * CONNECTIONS + 2 * QUESTIONS)
        self.assertLess(size / report["rows"], 1500)
        self.assertTrue(self.box.json("audit", "list", "--limit", "1", "--kind", "run_end"))


if __name__ == "__main__":
    main(lab=True)
