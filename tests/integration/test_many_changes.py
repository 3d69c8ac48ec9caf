#!/usr/bin/env python3
"""Very many changes of one run: reviewed, applied and taken back, in every mode. LEADGLASS_STRESS=1: a hundred thousand."""

import os

from case import Case, main

STRESS = "LEADGLASS_STRESS" in os.environ
COUNT = 100_000 if STRESS else 2_000
MODES = ("overlay", "copy", "direct") if STRESS else ("overlay", "direct")
AGENT = f"""
import os
for i in range({COUNT}):
    folder = f"many/{{i // 500}}"
    if i % 500 == 0:
        os.makedirs(folder, exist_ok=True)
    path = f"{{folder}}/{{i}}"
    if i % 4 == 3:
        os.unlink(path)
    else:
        with open(path, "w") as handle:
            handle.write(f"agent {{i}}\\n")
"""


class Many(Case):
    def content(self):
        found = {}
        for here, _, leaves in os.walk(os.path.join(self.box.work, "many")):
            for leaf in leaves:
                with open(os.path.join(here, leaf), encoding="ascii") as handle:
                    found[leaf] = handle.read()
        return found

    def test_changesComeAndGo(self):
        half = [i for i in range(COUNT) if i % 2]    # one half is there before: every fourth goes, every fourth is written anew
        for i in half:
            folder = os.path.join(self.box.work, f"many/{i // 500}")
            if i % 500 == 1:
                os.makedirs(folder)
            with open(os.path.join(folder, str(i)), "w", encoding="ascii") as handle:
                handle.write("host\n")
        before = self.content()
        for mode in MODES:
            options = {"timeout": 1200}
            done = self.box.run("/usr/bin/python3", "-c", AGENT, flags=["--workspace", mode], **options)
            self.ok(done, mode)
            changes = self.box.json("review", "last")
            self.assertEqual(len(changes), COUNT, mode)
            if mode != "direct":
                self.assertEqual(self.content(), before, mode)
                self.ok(self.box.leadglass("apply", "last", **options))
            self.assertEqual(self.content(), {str(i): f"agent {i}\n" for i in range(COUNT) if i % 4 != 3}, mode)
            self.ok(self.box.leadglass("undo", "last", **options))
            self.assertEqual(self.content(), before, mode)
            self.ok(self.box.leadglass("discard", "last", **options))


if __name__ == "__main__":
    main()
