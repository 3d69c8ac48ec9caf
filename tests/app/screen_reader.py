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
        """What `found` returns, once that is something. A card is read while it is told anew, so that what is looked at may
        go away meanwhile: then the whole look is taken again, and so `found` begins with what stays."""
        problem = None
        end = time.monotonic() + seconds * SLOWER
        while time.monotonic() < end:
            while self.context.iteration(False):
                pass
            try:
                result = found()
            except Exception as why:  # what is looked at went away, or is not there yet
                result, problem = None, why
            if result:
                return result
            time.sleep(0.02)
        raise AssertionError(f"{what}: not within {seconds} s; said: {self.said}; {problem!r}")

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

    def named(self, role, start):
        names = []
        for node in self.below(self.card()):
            if node.get_role() == role:
                names.append(node.get_name())
                if names[-1].startswith(start):
                    return node
        raise AssertionError(f"no {role.value_nick} '{start}...' among {names}")

    def all_of_card(self):
        """Everything of the card as it is at one time; None: there is no card."""
        card = self.card()
        return card and [Seen(self, node) for node in self.below(card)]


class Seen:
    """A node of the card as it was when it was read."""

    def __init__(self, reader, node):
        self.role = node.get_role()
        self.role_name = node.get_role_name()
        self.name = node.get_name() or ""
        self.description = node.get_description() or ""
        self.text = reader.text(node)
        self.states = node.get_state_set().get_states()
        self.reader = reader

    def has(self, *names):
        return all(getattr(self.reader.atspi.StateType, name) in self.states for name in names)


def read(reader, run):
    role = reader.atspi.Role
    reader.until(lambda: any(HOST in each for each in reader.said), "a card says that it came up")
    seen = reader.until(reader.all_of_card, "the card")
    said = [each for each in reader.said if HOST in each]
    must(len(said) == 1, f"it says so once: {reader.said}")
    must(said[0].startswith("Leadglass asks.") and f"{HOST} : 443" in said[0] and "wants to connect to" in said[0], said[0])

    def only(kind, start):
        found = [node for node in seen if node.role == kind and node.name.startswith(start)]
        must(len(found) == 1, f"one '{start}...' among {[node.name for node in seen if node.role == kind]}")
        return found[0]

    allow, deny = only(role.PUSH_BUTTON, "Allow once"), only(role.PUSH_BUTTON, "Deny once")
    must(deny.has("SENSITIVE", "FOCUSABLE", "SHOWING"), "Deny can be given at once")
    must(allow.has("SENSITIVE") or "in a moment" in allow.description, f"Allow says that it waits: {allow.description!r}")

    def can_be_given():
        node = reader.named(role.PUSH_BUTTON, "Allow once")
        return node if reader.has(node, "SENSITIVE") and node.get_description() == "can be given" else None

    reader.until(can_be_given, "Allow says when it can be given")
    seen = reader.until(reader.all_of_card, "the card, once more")
    allow = only(role.PUSH_BUTTON, "Allow once")
    must(not allow.has("IS_DEFAULT") and not allow.has("FOCUSED"), "Allow is no default and has no focus")

    radios = [node for node in seen if node.role == role.RADIO_BUTTON]
    names = [node.name for node in radios]
    must(len(radios) == 2 and names[0] == "this host and port", f"{names}")
    must(names[1].replace("\u2066", "").replace("\u2069", "").startswith("everything of the registry npm: "), f"{names}")
    must([node.has("CHECKED") for node in radios] == [True, False], "the narrowest is chosen")
    for node in radios:
        must(node.has("FOCUSABLE", "SENSITIVE", "SHOWING"), f"{node.name} can be chosen: {node.states}")

    texts = {node.name or node.role_name: node.text for node in seen if node.text}
    must("wants to connect to" in texts.get("Request", ""), f"the sentence has a name: {texts}")
    must(any(node.name == f"{HOST} : 443" for node in seen), "the host is an object of its own")
    program = [text for text in texts.values() if "curl" in text]
    must(any("<b>x<b>" in text and "u{202e}" in text for text in program), f"what looks like markup is letters: {texts}")
    for node in seen:
        for words in (node.name, node.description, node.text):
            # Isolates around a host and a pattern are ours; an override is nobody's.
            must(not any(c in words for c in BIDI if c not in "\u2066\u2069"), f"a control character in {words!r}")

    must(run.poll() is None, "nothing was answered by looking at it")
    # Once it is pressed the card goes, maybe before that it was pressed is told.
    reader.until(lambda: run.poll() is not None or reader.atspi.Action.do_action(reader.named(role.PUSH_BUTTON, "Deny once"), 0), "Deny is pressed")
    out, _ = run.communicate(timeout=LONG * SLOWER)
    must("403" in out, f"the run is refused: {out!r}")
    reader.until(lambda: reader.card() is None, "the card goes")


def read_many(reader):
    """Of a burst: that it is one, and how many; where its first was alone on the screen for a moment, that one before."""
    reader.until(lambda: any("3 hosts" in each for each in reader.said), "a burst says that it came up")
    must(sum("3 hosts" in each for each in reader.said) == 1, f"once: {reader.said}")

    def table():
        found = [node for node in reader.below(reader.app()) if node.get_name() == "Hosts that are asked for" and reader.has(node, "SHOWING")]
        return found and [Seen(reader, node) for node in reader.below(found[0])]

    nodes = reader.until(table, "its table")
    must(nodes[0].role == reader.atspi.Role.TABLE, f"a table: {nodes[0].role_name}")
    cells = {node.name for node in nodes}
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
        print(f"FAIL: {problem}; the app: {'at work' if started[0].poll() is None else started[0].poll()}")
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
