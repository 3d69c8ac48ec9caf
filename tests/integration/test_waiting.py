#!/usr/bin/env python3
"""While a question waits: not a byte goes out before an Allow, whatever tries, and whatever ends meanwhile; in the lab."""

import os
import subprocess
import time

from case import main, start, wait_until
from in_lab import ANSWER, NO_PROXY, InLab

# By the proxy's variables, by SOCKS, and captured; each again and again, and several at once as a browser does.
WAYS = f"""
again() {{ for i in 1 2 3 4 5 6 7 8; do "$@" -sS -m 5 http://ask.test/ & "$@" -sS -m 5 https://ask.test/ -k & sleep 0.5; done; }}
again curl & again curl -x "$ALL_PROXY" & again {NO_PROXY} curl &
wait
"""


class Waiting(InLab):
    def app(self, **environment):
        program = os.path.join(os.path.dirname(self.box.program), "leadglass-app")
        if not os.path.exists(program):
            self.skipTest("the app is not built")
        shown = subprocess.Popen([program], env={**self.box.environment, "QT_QPA_PLATFORM": "offscreen", **environment}, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: (shown.kill(), shown.wait()))
        return shown

    def asking(self, script, hold):
        run = start(self.box, "sh", "-c", script, flags=["--ask", "app", "--profile", self.profile(f'[approvals]\nhold = "{hold}s"\n')])
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        self.assertTrue(wait_until(self.box.pending, 60))
        return run

    def nothing_kept(self):
        self.assertFalse(os.path.exists(os.path.join(self.box.home, ".config/leadglass/grants.toml")))

    def test_nothingGoesOutOnAnyWayBeforeAnAnswer(self):
        app = self.app()
        run = self.asking(WAYS + "\nfor again in 1 2 3 4 5 6 7 8 9; do curl -sSf -m 60 http://ask.test/ && break; done", hold=2)
        time.sleep(3)    # holds end, others begin
        app.kill()       # with its window open
        time.sleep(3)
        self.nothing_left()
        self.assertNotIn("ask.test", self.names_asked(), "not even the name is looked up")
        asked = []    # one, as it stands for the two seconds of its hold
        self.assertTrue(wait_until(lambda: asked.extend(q for q in self.box.json("approvals", "list") if q["port"] == 80) or asked, 30))
        outcomes = {r["outcome"] for r in self.box.audit() if r["kind"] == "answer"}
        self.assertTrue(outcomes and outcomes <= {"expired_unanswered", "no_approver"}, outcomes)
        self.nothing_kept()
        self.ok(self.box.leadglass("answer", asked[0]["id"], asked[0]["digest"], "allow", "--scope", "run"))
        out, _ = run.communicate(timeout=120)
        self.assertIn(ANSWER, out, "and after one it does")

    def test_theEndOfTheBusAllowsNothingAndTheQuestionCanStillBeAnswered(self):
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (bus.kill(), bus.communicate()))
        app = self.app(DBUS_SESSION_BUS_ADDRESS=bus.stdout.readline().strip())
        run = self.asking("curl -sS http://ask.test/", hold=60)
        time.sleep(1)    # it shows it
        bus.kill()
        bus.wait()
        time.sleep(1)
        self.assertIsNone(app.poll(), "the app goes on without one")
        self.nothing_left()
        self.assertEqual([q["state"] for q in self.box.pending()], ["pending"])
        question = self.box.pending()[0]
        self.ok(self.box.leadglass("answer", question["id"], question["digest"], "deny"))
        self.assertNotIn(ANSWER, run.communicate(timeout=60)[0])
        self.assertEqual([r["outcome"] for r in self.box.audit() if r["kind"] == "answer"], ["denied_by_user"])
        self.nothing_left()
        self.nothing_kept()


if __name__ == "__main__":
    main(lab=True)
