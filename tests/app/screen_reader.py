#!/usr/bin/env python3
"""screen_reader.py --build DIR: the card of a question as a screen reader gets it, over AT-SPI, of the real app and a real run.

On a bus, a display and an accessibility bus of its own. The client is libatspi, which screen readers are made with.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))

import require  # noqa: E402
from box import SLOWER, Box, write  # noqa: E402

HOST = "asked.example"
OTHER = "mirror.example"
LONG = 60
HOSTILE = "<b>x<b>\u202ey"  # at most fifteen bytes, as a program's name is
BIDI = [chr(c) for c in (*range(0x202a, 0x202f), *range(0x2066, 0x206a), 0x1b, 0x7f)]


def must(condition, message):
    if not condition:
        raise AssertionError(message)


class Reader:
    """What comes over AT-SPI, and what is asked for."""

    def __init__(self):
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi, GLib
        self.atspi = Atspi
        self.context = GLib.MainContext.default()
        self.said = []
        Atspi.init()
        Atspi.set_timeout(int(20000 * SLOWER), int(20000 * SLOWER))  # by itself 0.8 s, and who answers later has gone
        self.listener = Atspi.EventListener.new(self.heard)
        for event in ("object:state-changed:showing", "object:announcement"):
            self.listener.register(event)

    def heard(self, event):
        try:
            shows = event.type.startswith("object:state-changed:showing") and event.detail1 == 1
            if event.type.startswith("object:announcement"):
                self.said.append(str(event.any_data))
            elif shows and event.source.get_role() == self.atspi.Role.NOTIFICATION:
                self.said.append(event.source.get_name())
        except Exception as problem:  # it went away meanwhile
            print(f"an event without its source: {problem}")

    def until(self, found, what, seconds=LONG):
        end = time.monotonic() + seconds * SLOWER
        while time.monotonic() < end:
            while self.context.iteration(False):
                pass
            try:
                result = found()
            except Exception:  # what is looked at went away
                result = None
            if result:
                return result
            time.sleep(0.02)
        raise AssertionError(f"{what}: not within {seconds} s; said: {self.said}")

    def app(self):
        desktop = self.atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            each = desktop.get_child_at_index(i)
            if each is not None and "eadglass" in (each.get_name() or ""):
                return each
        return None

    def below(self, node, depth=0):
        if node is None or depth > 40:
            return
        yield node
        for i in range(node.get_child_count()):
            yield from self.below(node.get_child_at_index(i), depth + 1)

    def card(self):
        for node in self.below(self.app()):
            if node.get_role() == self.atspi.Role.NOTIFICATION and self.has(node, "SHOWING") and HOST in node.get_name():
                return node
        return None

    def has(self, node, state):
        return node.get_state_set().contains(getattr(self.atspi.StateType, state))

    def text(self, node):
        if "Text" not in node.get_interfaces():
            return ""
        return self.atspi.Text.get_text(node, 0, self.atspi.Text.get_character_count(node))

    def named(self, card, role, start):
        """Looked for again where what is looked at goes away meanwhile."""
        def found():
            return next((node for node in self.below(card) if node.get_role() == role and node.get_name().startswith(start)), None)
        return self.until(found, f"a {role.value_nick} '{start}...'")



def read(reader, run):
    role = reader.atspi.Role
    reader.until(lambda: reader.said, "a card says that it came up")
    card = reader.until(reader.card, "the card")
    said = [each for each in reader.said if HOST in each]
    must(len(said) == 1, f"it says so once: {reader.said}")
    must(said[0].startswith("Leadglass asks.") and f"{HOST} : 443" in said[0] and "wants to connect to" in said[0], said[0])

    allow = reader.named(card, role.PUSH_BUTTON, "Allow once")
    deny = reader.named(card, role.PUSH_BUTTON, "Deny once")
    must(reader.has(deny, "SENSITIVE") and reader.has(deny, "FOCUSABLE") and reader.has(deny, "SHOWING"), "Deny can be given at once")
    must(reader.has(allow, "SENSITIVE") or "in a moment" in allow.get_description(), f"Allow says that it waits: {allow.get_description()!r}")
    reader.until(lambda: reader.has(allow, "SENSITIVE") and allow.get_description() == "can be given", "Allow says when it can be given")
    must(not reader.has(allow, "IS_DEFAULT") and not reader.has(allow, "FOCUSED"), "Allow is no default and has no focus")

    radios = [node for node in reader.below(card) if node.get_role() == role.RADIO_BUTTON]
    names = [node.get_name() for node in radios]
    must(len(radios) == 2 and names[0] == "this host and port", f"{names}")
    must(names[1].replace("\u2066", "").replace("\u2069", "").startswith("everything of the registry npm: "), f"{names}")
    must([reader.has(node, "CHECKED") for node in radios] == [True, False], "the narrowest is chosen")
    for node in radios:
        must(all(reader.has(node, state) for state in ("FOCUSABLE", "SENSITIVE", "SHOWING")), f"{node.get_name()} can be chosen: {node.get_state_set().get_states()}")

    texts = {node.get_name() or node.get_role_name(): reader.text(node) for node in reader.below(card) if reader.text(node)}
    must("wants to connect to" in texts.get("Request", ""), f"the sentence has a name: {texts}")
    must(any(node.get_name() == f"{HOST} : 443" for node in reader.below(card)), "the host is an object of its own")
    program = [text for text in texts.values() if "curl" in text]
    must(any("<b>x<b>" in text and "u{202e}" in text for text in program), f"what looks like markup is letters: {texts}")
    for node in reader.below(card):
        for words in (node.get_name(), node.get_description(), reader.text(node)):
            # Isolates around a host and a pattern are ours; an override is nobody's.
            must(not any(c in words for c in BIDI if c not in "\u2066\u2069"), f"a control character in {words!r}")

    must(run.poll() is None, "nothing was answered by looking at it")
    must(reader.atspi.Action.do_action(deny, 0), "Deny is pressed")
    out, _ = run.communicate(timeout=LONG * SLOWER)
    must("403" in out, f"the run is refused: {out!r}")
    reader.until(lambda: reader.card() is None, "the card goes")


def read_many(reader):
    """Of a burst: that it is one, and how many; where its first was alone on the screen for a moment, that one before."""
    reader.until(lambda: any("3 hosts" in each for each in reader.said), "a burst says that it came up")
    must(sum("3 hosts" in each for each in reader.said) == 1, f"once: {reader.said}")
    table = reader.until(lambda: [node for node in reader.below(reader.app()) if node.get_name() == "Hosts that are asked for" and reader.has(node, "SHOWING")],
                         "its table")[0]
    must(table.get_role() == reader.atspi.Role.TABLE, f"a table: {table.get_role_name()}")
    cells = {node.get_name() for node in reader.below(table)}
    must(all(any(f"h{i}.{HOST}" in cell for cell in cells) for i in (1, 2, 3)), f"each host is read: {cells}")


def inside(options):
    box = Box(os.path.abspath(options.build))
    write(os.path.join(box.home, ".npmrc"), f"registry=https://{HOST}/\n@ours:registry=https://{OTHER}/\n", 0o600)
    script = os.path.join(box.work, HOSTILE)
    write(script, f"#!/bin/sh\ncurl -sS -o /dev/null -w '%{{http_connect}}\\n' --max-time 90 https://{HOST}/ || true\n", 0o755)
    environment = {**box.environment, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    for name in ("DISPLAY", "QT_QPA_PLATFORM", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    reader = Reader()
    started = [subprocess.Popen([os.path.join(os.path.dirname(box.program), "leadglass-app"), "--background"], env=environment,
                                stdin=subprocess.DEVNULL, cwd=box.home)]
    try:
        reader.until(reader.app, "the app on the accessibility bus")
        started.append(subprocess.Popen([box.program, "run", "--ask", "app", "--", "./" + HOSTILE], env=box.environment, cwd=box.work, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
        read(reader, started[1])
        reader.said.clear()
        burst = f"for i in 1 2 3; do curl -sS -o /dev/null --max-time 90 https://h$i.{HOST}/ & done; wait"
        started.append(subprocess.Popen([box.program, "run", "--ask", "app", "--", "sh", "-c", burst], env=box.environment, cwd=box.work,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        read_many(reader)
    except AssertionError as problem:
        print(f"FAIL: {problem}")
        return 1
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()
        box.remove()
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--inside", action="store_true", help="on the display and the bus that this program has made")
    options = parser.parse_args()
    if options.inside:
        return inside(options)
    try:
        import gi
        gi.require_version("Atspi", "2.0")
    except (ImportError, ValueError) as problem:
        require.missing("dbus", f"no client of AT-SPI: {problem}")
    if not shutil.which("dbus-run-session"):
        require.missing("dbus", "there is no dbus-run-session")
    return subprocess.run(["dbus-run-session", "--", sys.executable, "-B", os.path.join(HERE, "../support/in_display.py"), sys.executable, "-B",
                           *sys.argv, "--inside"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
