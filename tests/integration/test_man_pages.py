#!/usr/bin/env python3
"""Every command has a manual page with all that its help has, and groff has nothing to say against it."""

import os
import re
import subprocess

from case import Case, main

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"]


class ManPages(Case):
    def pages(self, *path):
        """(words of the command, its help), of every command."""
        page = self.ok(self.box.leadglass(*path, "--help")).stdout
        yield path, page
        commands = re.search(r"^Commands:\n((?:  .*\n)+)", page, re.M)
        for name in re.findall(r"^  ([a-z-]+)", commands.group(1), re.M) if commands else []:
            yield from self.pages(*path, name)

    def test_everyCommandHasOneThatHoldsItsHelp(self):
        folder = os.path.join(os.path.dirname(os.path.dirname(self.box.program)), "share/man/man1")
        found = {("-".join(("leadglass", *path)) + ".1"): page for path, page in self.pages()}
        self.assertEqual(sorted(os.listdir(folder)), sorted(found))
        self.assertIn("leadglass-audit-set-aside.1", found)
        texts = {}
        for name in found:
            done = self.ok(subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-P-cbou", "-rLL=250n", os.path.join(folder, name)],
                                          check=False, capture_output=True, text=True))
            self.assertEqual(done.stderr, "", name)
            texts[name] = done.stdout
        self.assertIn("leadglass run [OPTIONS] [-- COMMAND [ARG]...]", texts["leadglass-run.1"])
        self.assertIn("leadglass exec [OPTIONS] RUN -- COMMAND [ARG]...", texts["leadglass-exec.1"])
        for name, page in found.items():
            with self.subTest(page=name):
                flat = re.sub(r"\s+", " ", texts[name])
                for section in SECTIONS:
                    self.assertRegex(texts[name], rf"(?m)^{section}$")
                listed = re.findall(r"^  (\S.*?)(?:  +|\n {20,})(\S.*)$", page.split("\nExamples")[0], re.M)
                options = [(head, about) for head, about in listed if head.startswith("-")]
                self.assertGreaterEqual(len(options), 1)
                self.assertEqual(len(options), len(re.findall(r"^  -", page, re.M)), "every option says what it does")
                for head, about in options:
                    self.assertIn(head.split()[0].replace(",", ", "), flat)
                    self.assertIn(about, flat)
                for example in re.findall(r"^  (leadglass .*)$", page, re.M):
                    self.assertIn(re.sub(r"\s+", " ", example), flat)


if __name__ == "__main__":
    main()
