#!/usr/bin/env python3
"""Every lint passes a clean tree and finds a planted violation."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import check_boundaries
import check_data
import check_layers
import check_profile_keys
import check_readme
import check_sizes
import check_tiny
import check_translations
import check_words

TABLE = """
[libraries]
json = ["nlohmann/"]
qt = ["Q"]
[layer."core/base"]
may = []
libraries = []
[layer."core/wire"]
may = ["core/base"]
libraries = ["json"]
[boundary]
files = ["core/wire/frame.h"]
[heavy]
headers = ["nlohmann/json.hpp"]
except = []
"""
BOUNDARY = "// Trust: nobody.\n// Privilege: none.\n// Input: bytes.\n// Fails: closed.\n#pragma once\n"


class Planted(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = self.folder.name
        self.table = self.plant("tests/lint/layers.toml", TABLE)
        self.plant("core/base/result.h", "#pragma once\n#include <string>\n")
        self.plant("core/wire/frame.h", BOUNDARY + '#include "core/base/result.h"\n')
        self.plant("core/wire/frame.cpp", '#include "core/wire/frame.h"\n#include <nlohmann/json.hpp>\n')

    def plant(self, name, text, mode=0o644):
        path = pathlib.Path(self.root) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return str(path)

    def finds(self, findings, name, words):
        self.assertTrue(any(f.startswith(name) and words in f for f in findings), findings)

    def test_aCleanTreePasses(self):
        for lint in (check_layers, check_boundaries, check_sizes, check_words, check_data):
            self.assertEqual(lint.check(self.root), [], lint.__name__)

    def test_anUpwardIncludeIsFound(self):
        self.plant("core/base/bad.h", '#pragma once\n#include "core/wire/frame.h"\n')
        self.finds(check_layers.check(self.root), "core/base/bad.h:2", "may not include")

    def test_aForeignLibraryIsFound(self):
        self.plant("core/base/bad.cpp", "#include <nlohmann/json.hpp>\n")
        self.plant("core/wire/bad.cpp", "#include <QString>\n")
        self.finds(check_layers.check(self.root), "core/base/bad.cpp:1", "may not use json")
        self.finds(check_layers.check(self.root), "core/wire/bad.cpp:1", "may not use qt")

    def test_anIncludeThatIsNotRootedIsFound(self):
        self.plant("core/wire/bad.cpp", '#include "frame.h"\n')
        self.finds(check_layers.check(self.root), "core/wire/bad.cpp:1", "not rooted")

    def test_aCircleIsFound(self):
        self.plant("core/wire/a.h", '#include "core/wire/b.h"\n')
        self.plant("core/wire/b.h", '#include "core/wire/a.h"\n')
        self.finds(check_layers.check(self.root), "core/wire/a.h", "circle")

    def test_aFolderWithoutLayerIsFound(self):
        self.plant("core/stray/x.h", "#pragma once\n")
        self.finds(check_layers.check(self.root), "core/stray/x.h", "no layer")

    def test_aHeavyHeaderInAHeaderIsFound(self):
        self.plant("core/wire/heavy.h", "#include <nlohmann/json.hpp>\n")
        self.finds(check_layers.check(self.root), "core/wire/heavy.h:1", "heavy")

    def test_aMissingBoundaryLineIsFound(self):
        self.plant("core/wire/frame.h", BOUNDARY.replace("// Input: bytes.\n", ""))
        self.finds(check_boundaries.check(self.root), "core/wire/frame.h", "opens with")

    def test_aListedBoundaryThatIsGoneIsFound(self):
        os.unlink(os.path.join(self.root, "core/wire/frame.h"))
        self.finds(check_boundaries.check(self.root), "core/wire/frame.h", "not there")

    def test_anEmptyBoundaryLineIsFound(self):
        self.plant("core/wire/frame.h", BOUNDARY.replace("closed.", ""))
        self.finds(check_boundaries.check(self.root), "core/wire/frame.h", "says nothing")

    def test_aFileTooLongIsFound(self):
        self.plant("core/base/long.cpp", "\n" * 401)
        self.plant("tests/unit/long.cpp", "\n" * 801)
        self.finds(check_sizes.check(self.root), "core/base/long.cpp", "400 are allowed")
        self.finds(check_sizes.check(self.root), "tests/unit/long.cpp", "800 are allowed")

    def test_forbiddenWordsAreFound(self):
        for number, word in enumerate((
                "../sha" + "red/x", "cd /wo" + "rk/main", "/tmp/b" + "-X/bin", "see spike" + "-ns", "for iss" + "ue 3",
                "TO" + "DO later", "registry.npm" + "js.org", "https://www.npm" + "js.com/x", "PyPI.o" + "rg")):
            name = f"docs/w{number}.md"
            self.plant(name, f"first\n{word}\n")
            self.finds(check_words.check(self.root), name + ":2", "")

    def test_innocentWordsPass(self):
        self.plant("docs/good.md", "~/work/app, shared memory, example.org, GitHub issue 12345, build/work/x\n")
        self.assertEqual(check_words.check(self.root), [])

    def test_brokenDataIsFound(self):
        self.plant("policies/x.toml", "a = [\n")
        self.plant("tests/x.json", "{,}\n")
        self.finds(check_data.check(self.root), "policies/x.toml", "does not parse")
        self.finds(check_data.check(self.root), "tests/x.json", "does not parse")

    def test_wrongExecutableBitsAreFound(self):
        self.plant("packaging/a.sh", "#!/bin/bash\nset -euo pipefail\n")
        self.plant("core/base/x.cpp", "int x;\n", 0o755)
        self.plant("packaging/b.sh", "#!/bin/bash\ntrue\n", 0o755)
        self.finds(check_data.check(self.root), "packaging/a.sh", "not executable")
        self.finds(check_data.check(self.root), "core/base/x.cpp", "chmod -x")
        self.finds(check_data.check(self.root), "packaging/b.sh", "set -euo pipefail")

    def test_aSeccompEntryWithoutReasonIsFound(self):
        self.plant("policies/seccomp/a.txt", "# moves mounts about\nmount EPERM\n\numount2 EPERM\nbpf EPERM  # kernel code\n")
        findings = check_data.check(self.root)
        self.assertEqual(len(findings), 1, findings)
        self.finds(findings, "policies/seccomp/a.txt:4", "no reason")

    def test_aDynamicProgramIsFound(self):
        os.makedirs(os.path.join(self.root, "bin"))
        os.symlink(os.path.realpath("/bin/true"), os.path.join(self.root, "bin/tiny"))
        self.finds(check_tiny.check(self.root, {"tiny": 10**9}), os.path.join(self.root, "bin/tiny"), "must be static")
        self.finds(check_tiny.check(self.root, {"tiny": 10}), os.path.join(self.root, "bin/tiny"), "are allowed")
        self.finds(check_tiny.check(self.root, {"absent": 10}), os.path.join(self.root, "bin/absent"), "not built")

    def test_anUnfinishedOrMissingTranslationIsFound(self):
        ts = '<TS><context><name>A</name><message><source>%1 of %2</source><translation{}>{}</translation></message></context></TS>'
        wanted = check_translations.messages(self.plant("w.ts", ts.format("", "")))
        for more, text, word in (("", "%1 von %2", None), ("", "%1 von", "other places"), (' type="unfinished"', "%1 von %2", "not finished"),
                                 ("", "", "not finished")):
            found = list(check_translations.problems_of("de", wanted, self.plant("de.ts", ts.format(more, text))))
            self.assertEqual([word in line for line in found][:1], [True] if word else [], found)
        gone = self.plant("gone.ts", ts.format("", "x").replace("%1 of %2", "old"))
        found = list(check_translations.problems_of("de", wanted, gone))
        self.assertEqual(len(found), 2)
        self.assertIn("is missing", found[0])
        self.assertIn("no source any more", found[1])

    def test_aCommandThatREADMEInventsIsFound(self):
        program = self.plant("leadglass", "#!/bin/sh\necho '  run   start'\n", 0o755)
        self.plant("README.md", "Use `leadglass run` and `leadglass fly`, see `core/nowhere/`.\n")
        findings = check_readme.check(self.root, program)
        self.finds(findings, "README.md:1", "leadglass fly")
        self.finds(findings, "README.md:1", "core/nowhere")
        self.assertEqual(len(findings), 2, findings)

    def test_aKeyOfAProfileThatREADMELacksOrInventsIsFound(self):
        self.plant("core/policy/parser.cpp", 'Section root(reading, table, "",\n        {"schema", "limits"});\n'
                   'Section s(root.reading(), *table, "limits", {"memory", "disk"});\n')
        table = "# L\n\n### Keys of a profile\n\n| where | keys | meaning |\n|---|---|---|\n| top | `schema`, `limits` | |\n| `[limits]` | {} | `x` |\n\n## Next\n"
        self.plant("README.md", table.format("`memory`, `disk`"))
        self.assertEqual(check_profile_keys.check(self.root), [])
        self.plant("README.md", table.format("`memory`, `speed`"))
        findings = check_profile_keys.check(self.root)
        self.finds(findings, "README.md", "lacks limits: disk")
        self.finds(findings, "README.md", "has limits: speed")
        self.assertEqual(len(findings), 2, findings)

    def test_filesThatGitIgnoresAreNotRead(self):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.plant(".gitignore", "/build/\n")
        self.plant("build/x.cpp", "\n" * 900)
        self.assertEqual(check_sizes.check(self.root), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
