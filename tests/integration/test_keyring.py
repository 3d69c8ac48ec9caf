#!/usr/bin/env python3
"""leadglass secret with a keyring: gnome-keyring and KeePassXC themselves, on a bus of the test's own."""

import json
import os
import signal
import subprocess
import unittest

from case import Case, main, wait_until
from keyring import Bus

CANARY = "sk-ant-api03-canary-of-the-keyring"


class OnABus(Case):
    def setUp(self):
        super().setUp()
        self.bus = Bus(os.path.join(self.box.folder, "bus"))
        self.addCleanup(self.bus.close)

    def environment(self, **extra):
        kept = {**self.box.environment, "DBUS_SESSION_BUS_ADDRESS": self.bus.address, **extra}
        return {key: value for key, value in kept.items() if value is not None}

    def secret(self, *words, given=None, **extra):
        done = subprocess.run([self.box.program, "secret", *words], input=given, cwd=self.box.work, env=self.environment(**extra),
                              **({} if given is not None else {"stdin": subprocess.DEVNULL}), capture_output=True, text=True, check=False, timeout=120)
        self.assertNotIn(CANARY, done.stdout + done.stderr)
        return done

    def names(self):
        return [row["name"] for row in json.loads(self.ok(self.secret("list", "--json")).stdout)]

    def refused(self, done, *said):
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (125, "", 1), done.stderr)
        for words in said:
            self.assertIn(words, done.stderr)


class WithoutOne(OnABus):
    def test_noBusAndNoServiceAreSaidWithTheWayOut(self):
        for words in (("test", "one"), ("set", "one")):
            given = CANARY if words[0] == "set" else None
            self.refused(self.secret(*words, given=given, DBUS_SESSION_BUS_ADDRESS=None, XDG_RUNTIME_DIR="/nonexistent"), "no session bus", "--store file")
            self.refused(self.secret(*words, given=given, DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent"), "no session bus")
            self.refused(self.secret(*words, given=given), "no program offers a keyring", "--store file")
        done = self.ok(self.secret("list"))
        self.assertIn("no program offers a keyring", done.stderr)   # and what files have would be listed
        self.ok(self.secret("set", "two", "--store", "file", given=CANARY))
        self.assertEqual(self.names(), ["two"])
        self.assertIn("a file has it, 34 bytes, begins with sk-ant-api03-", self.ok(self.secret("test", "two")).stdout)
        self.ok(self.secret("remove", "two"))
        self.assertEqual(self.names(), [])

    def test_noDefaultCollectionIsSaid(self):
        self.bus.gnome_keyring(unlocked=False)
        self.refused(self.secret("set", "one", given=CANARY), "no default collection", "Passwords and Keys")
        self.refused(self.secret("test", "one"), "the keyring does not have the credential 'one'")


class Suite:
    """What both keyrings do."""

    def test_isSetReadListedAndRemoved(self):
        self.ok(self.secret("set", "one", given=CANARY + "\n"))
        self.ok(self.secret("set", "one", given=CANARY))   # again: still one
        self.assertEqual(self.names(), ["one"])
        self.assertIn("the keyring has it, 34 bytes, begins with sk-ant-api03-", self.ok(self.secret("test", "one")).stdout)
        self.ok(self.secret("set", "key", given="-----BEGIN X-----\nline\n-----END X-----\n"))
        self.assertEqual(json.loads(self.ok(self.secret("test", "key", "--json")).stdout)["shape"], "a PEM block")
        self.refused(self.secret("test", "two"), "does not have the credential 'two'", "leadglass secret set")
        self.refused(self.secret("remove", "two"), "does not have the credential 'two'")
        self.ok(self.secret("remove", "one"))
        self.assertEqual(self.names(), ["key"])
        self.refused(self.secret("test", "one"), "does not have")

    def test_anItemOfAnotherProgramIsFoundByItsAttributes(self):
        self.bus.store("Another's", CANARY, "service", "git.example", "user", "me")
        self.bus.store("Another's", "other-value", "service", "git.example", "user", "you")
        self.assertIn("34 bytes", self.ok(self.secret("test", "keyring:service=git.example,user=me")).stdout)
        self.refused(self.secret("test", "keyring:service=git.example"), "more than one item")
        self.refused(self.secret("test", "keyring:service=git.example,user=x"), "does not have an item with service=git.example, user=x")

    def test_whatOthersPutThereBringsNothingOntoTheScreen(self):
        for name in ("../../x", "a\x1b[31mb", "a\nb", "x" * 300, "", "\u202eevil"):
            self.bus.store("\x1b]0;label\x07<b>" + name, CANARY, "application", "leadglass", "name", name)
        self.bus.store("no name", CANARY, "application", "leadglass", "other", "1")
        self.ok(self.secret("set", "one", given=CANARY))
        done = self.ok(self.secret("list"))
        self.assertEqual(self.names(), ["one"])
        self.assertTrue((done.stdout + done.stderr).isascii() and "\x1b" not in done.stdout + done.stderr)

    def test_aServiceThatDiesInTheMiddleIsAnError(self):
        self.ok(self.secret("set", "one", given=CANARY))
        os.kill(self.bus.service.pid, signal.SIGSTOP)
        asking = subprocess.Popen([self.box.program, "secret", "test", "one"], env=self.environment(), cwd=self.box.work, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertTrue(wait_until(lambda: self.helpers(asking.pid), 20))
        self.bus.service.kill()
        out, said = asking.communicate(timeout=60)
        self.assertEqual((asking.returncode, out, len(said.splitlines())), (125, "", 1), said)
        self.assertRegex(said, "keyring")

    def test_itsHelperEndsWithWhoAsked(self):
        self.ok(self.secret("set", "one", given=CANARY))
        os.kill(self.bus.service.pid, signal.SIGSTOP)
        asking = subprocess.Popen([self.box.program, "secret", "test", "one"], env=self.environment(), cwd=self.box.work, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertTrue(wait_until(lambda: self.helpers(asking.pid), 20))
        helper = self.helpers(asking.pid)[0]
        asking.kill()
        asking.wait()
        self.assertTrue(wait_until(lambda: not os.path.exists(f"/proc/{helper}"), 20))

    def helpers(self, parent):
        done = subprocess.run(["ps", "--ppid", str(parent), "-o", "pid=,comm="], capture_output=True, text=True, check=False)
        return [int(line.split()[0]) for line in done.stdout.splitlines() if "leadglass-keyri" in line]


class GnomeKeyring(Suite, OnABus):
    def setUp(self):
        super().setUp()
        self.bus.gnome_keyring()

    def test_aLockedOneThatNobodyOpensIsSaid(self):
        self.ok(self.secret("set", "one", given=CANARY))
        self.bus.lock()
        self.assertTrue(json.loads(self.ok(self.secret("list", "--json")).stdout)[0]["locked"])
        # Nobody on this bus shows a prompt: the keyring takes it as dismissed.
        for words in (("test", "one"), ("set", "one"), ("remove", "one")):
            self.refused(self.secret(*words, given=CANARY if words[0] == "set" else None), "the keyring is locked", "unlock it")


class KeePassXC(Suite, OnABus):
    def setUp(self):
        super().setUp()
        self.bus.keepassxc()


if __name__ == "__main__":
    main()
