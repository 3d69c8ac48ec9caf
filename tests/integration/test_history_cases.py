#!/usr/bin/env python3
"""What every store with a chain gets reported: rows that are gone and nobody notices, and secrets that it keeps. In the lab."""

import base64
import contextlib
import os
import shutil
import signal
import sqlite3
import stat

from case import main, start
from in_lab import ANSWER, InLab

# Each a way to cheat, and what verify says of it: (exit status, words).
CHEATS = {
    "the last row gone": ("DELETE FROM events WHERE id = (SELECT max(id) FROM events)", 1, "shorter than anchored"),
    "the last ten gone": ("DELETE FROM events WHERE id > (SELECT max(id) FROM events) - 10", 1, "shorter than anchored: expected at least"),
    "the table emptied": ("DELETE FROM events", 1, "shorter than anchored: expected at least"),
    "the first row gone": ("DELETE FROM events WHERE id = 1", 1, "row 1 is missing"),
    "the first twenty gone": ("DELETE FROM events WHERE id <= 20", 1, "rows 1 to 20 are missing"),
    "a row edited": ("UPDATE events SET verdict = 'allow' WHERE id = 10", 1, "row 10 does not match its hash"),
    "two rows swapped": ("UPDATE events SET id = -1 WHERE id = 7; UPDATE events SET id = 7 WHERE id = 8; UPDATE events SET id = 8 WHERE id = -1",
                         1, "row 7 does not match"),
    "a row doubled": ("INSERT INTO events SELECT 1000000 + id, time, kind, run, verdict, outcome, reason, subject, rule, origin, policy, "
                      "inputs, process, detail, hash FROM events WHERE id = 5", 1, "are missing"),
    "its own name edited": ("UPDATE history SET id = '0123456789abcdef'", 1, "does not match its hash"),
    "its beginning moved": ("UPDATE history SET bound = bound + 1", 1, "does not match its hash"),
}


class Cheated(InLab):
    def setUp(self):
        super().setUp()
        self.data = os.path.join(self.box.home, ".local/share/leadglass")
        self.db = os.path.join(self.data, "audit.db")

    def verify(self):
        done = self.box.leadglass("audit", "verify")
        return done.returncode, done.stdout + done.stderr

    def keep(self, name):
        folder = os.path.join(self.box.folder, name)
        os.mkdir(folder)
        for leaf in os.listdir(self.data):
            if leaf.startswith("audit.db"):
                shutil.copy2(os.path.join(self.data, leaf), folder)
        return folder

    def put_back(self, folder):
        for leaf in os.listdir(self.data):
            if leaf.startswith("audit.db"):
                os.remove(os.path.join(self.data, leaf))
        for leaf in os.listdir(folder):
            shutil.copy2(os.path.join(folder, leaf), self.data)

    def test_everyWayToShortenOrEditItIsReportedWithItsFirstRow(self):
        self.ok(self.sh("true"))
        yesterday = self.keep("yesterday")
        for _ in range(5):
            self.ok(self.sh("curl -sS http://denied.test/ > /dev/null", "--ask", "deny"))
        whole = self.keep("whole")
        self.assertEqual(self.verify()[0], 0)
        for name, (sql, status, words) in CHEATS.items():
            with self.subTest(name):
                with contextlib.closing(sqlite3.connect(self.db)) as db:
                    db.executescript(sql)
                got, said = self.verify()
                self.assertEqual(got, status, said)
                self.assertIn(words, said)
                self.assertEqual(self.box.json("audit", "verify")["intact"], False)
                self.put_back(whole)
        self.put_back(yesterday)
        got, said = self.verify()
        self.assertEqual(got, 1, said)
        self.assertIn("shorter than anchored", said)
        os.remove(self.db)
        self.assertEqual(self.verify()[0], 2, "gone is not the same as damaged")
        self.put_back(whole)
        os.chmod(self.db, 0o644)
        self.assertEqual(self.verify()[0], 125, "and not to be read is neither")
        os.chmod(self.db, 0o600)
        self.assertEqual(self.verify()[0], 0)


SECRETS = {"bearer": "canary-bearer-1", "cookie": "canary-cookie-2", "query": "canary-query-3", "basic": "canary-basic-4",
           "body": "canary-body-5", "environment": "canary-env-6", "word": "canary-word-7", "passed": "canary-passed-8",
           "answer": ANSWER}


class Secrets(InLab):
    def held(self):
        """Every file of Leadglass's own, with its content."""
        for top in (".local/share/leadglass", ".local/state/leadglass", ".config/leadglass"):
            for here, names, leaves in os.walk(os.path.join(self.box.home, top)):
                # The project as the command left it, in a run's directory that is the person's alone.
                names[:] = [name for name in names if name not in ("upper", "work")]
                for name in names:
                    yield os.path.join(here, name), b"", 0o700
                for leaf in leaves:
                    path = os.path.join(here, leaf)
                    with open(path, "rb") as handle:
                        yield path, handle.read(), 0o600

    def test_noValueIsKeptAndAllOfItIsThePersonsAlone(self):
        basic = base64.b64encode(f"me:{SECRETS['basic']}".encode()).decode()
        words = (f"curl -sS -H 'Authorization: Bearer {SECRETS['bearer']}' -b 'session={SECRETS['cookie']}' "
                 f"'http://allowed.test/x?api_key={SECRETS['query']}'; curl -sS -u 'me:{SECRETS['basic']}' http://allowed.test/; "
                 f"curl -sS -d 'password={SECRETS['body']}' http://allowed.test/; API_TOKEN={SECRETS['environment']} true; echo begun")
        flags = ["--ask", "deny", "--allow", "allowed.test:80", "--pass", "MY_TOKEN"]
        extra = {"MY_TOKEN": SECRETS["passed"]}
        for end in ("true", "kill"):
            command = ["sh", "-c", words + ("; sleep 60" if end == "kill" else ""), "--token", SECRETS["word"]]
            if end == "true":
                done = self.ok(self.box.run(*command, flags=flags, extra=extra))
                self.assertEqual(done.stdout.count(ANSWER), 3)
            else:
                self.box.environment.update(extra)
                run = start(self.box, *command, flags=flags)
                while "begun" not in run.stdout.readline():
                    self.assertIsNone(run.poll())
                run.send_signal(signal.SIGABRT)      # a crash report, where there is one
                run.communicate(timeout=60)
            seen = 0
            for path, content, most in self.held():
                seen += 1
                for name, value in [*SECRETS.items(), ("basic, encoded", basic)]:
                    self.assertNotIn(value.encode(), content, f"{name} in {path}")
                self.assertEqual(stat.S_IMODE(os.lstat(path).st_mode) & 0o077, 0, path)
            self.assertGreater(seen, 5)
        for words in (("audit", "list", "--limit", "10000", "--json"), ("runs", "list", "--json")):
            shown = self.box.leadglass(*words).stdout
            for value in SECRETS.values():
                self.assertNotIn(value, shown)
        self.assertIn("Authorization:***", self.box.leadglass("audit", "list", "--limit", "1000", "--json").stdout)

    def test_theCommandItselfGetsItsWordsAsTheyAre(self):
        done = self.ok(self.box.run("printf", "%s", "API_TOKEN=canary-word"))
        self.assertEqual(done.stdout, "API_TOKEN=canary-word")

    def test_aRunSeesNoneOfIt(self):
        self.ok(self.sh("true"))
        script = ("for d in \"$HOME\"/.local/share/leadglass \"$HOME\"/.local/state/leadglass \"$HOME\"/.config/leadglass "
                  "\"$XDG_RUNTIME_DIR\"/leadglass /tmp/leadglass-*; do ls -la \"$d\" 2>/dev/null; echo x > \"$d/audit.db\" 2>/dev/null; done; "
                  f"ls -d {self.box.home}/.local/share/leadglass; find / -xdev -name 'audit.db*' 2>/dev/null; true")
        done = self.sh(script, "--profile", self.profile('[files]\nread = ["~/.local", "~/.config"]\n'))
        if done.returncode == 0:
            self.assertNotIn("audit.db", done.stdout)
        else:
            self.assertEqual(done.returncode, 125, done.stderr)      # refused as a whole
        self.ok(self.box.leadglass("audit", "verify"))


if __name__ == "__main__":
    main(lab=True)
