#!/usr/bin/env python3
"""Every text of app/ is in every file of translations/, finished, with the same places for values.

check_translations.py LUPDATE [ROOT]
"""

import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

PLACE = re.compile(r"%(?:n|L?[1-9])")
FORMS = {"en": 2, "de": 2, "zh_CN": 1}


def messages(path):
    """(context, text, comment) -> its element."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            found[(context.findtext("name"), message.findtext("source"), message.findtext("comment") or "")] = message
    return found


def problems_of(language, wanted, path):
    there = messages(path)
    for key, message in wanted.items():
        plural = message.get("numerus") == "yes"
        if language == "en" and not plural:
            continue
        if key not in there:
            yield f"'{key[1]}' ({key[0]}) is missing"
            continue
        translation = there[key].find("translation")
        forms = [form.text or "" for form in translation.iter("numerusform")] if plural else [translation.text or ""]
        if translation.get("type") or not all(forms):
            yield f"'{key[1]}' ({key[0]}) is not finished"
        elif plural and len(forms) != FORMS[language]:
            yield f"'{key[1]}' ({key[0]}) has {len(forms)} forms, not {FORMS[language]}"
        for form in forms:
            if not plural and sorted(PLACE.findall(form)) != sorted(PLACE.findall(key[1])):
                yield f"'{key[1]}' ({key[0]}) has other places for values: '{form}'"
    for key in there:
        if key not in wanted:
            yield f"'{key[1]}' ({key[0]}) is in no source any more"


def main():
    lupdate = sys.argv[1]
    root = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    with tempfile.TemporaryDirectory() as folder:
        sources = os.path.join(folder, "sources.ts")
        done = subprocess.run([lupdate, "-silent", "-no-obsolete", "-locations", "none", "app", "-I", ".", "-ts", sources],
                              cwd=root, capture_output=True, text=True, check=True)
        wanted = messages(sources)
    found = [line for line in done.stderr.splitlines() if line.strip()]
    for language in FORMS:
        path = os.path.join(root, f"translations/leadglass_{language}.ts")
        found += [f"translations/leadglass_{language}.ts: {problem}" for problem in problems_of(language, wanted, path)]
    if not wanted:
        found.append("no text was found in app/")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
