#!/usr/bin/env python3
"""Nothing here names a registry's host, a machine's own path, or how the work was organised.

The registry hosts are kept as hashes, and the words in pieces, so that this file passes itself.
"""

import hashlib
import re

import tree

HOSTS = {
    "00a7dc5a0cc388586b8665846e7d8ae94a6dd096f2aa1aa3b4aab4ac484f998a",
    "0dc11026ac75c015aaa1deafff4a7a54ef6d0cf6b3c7f9b1d2c8f3502929aa9e",
    "1ba4e37997a2e986efa6cd844e43fd25b9e816359d31612baa9c18b71e3b5294",
    "2e97613f5a81eaa4f8a58f552a005713c0c8f333e026efb7771ad28429532374",
    "317d2d52829b78129d2c9e43d001899f0c8d30968bae00b848a47154df56b0ca",
    "3ca29e55be4befa48f875d24c27f9bed32fe06588819ed6264084b6670a1ebb0",
    "43c04ed1dabe979b9c552549bf0ab023abd3e1cc6d5ff7f42cfa2296b0973a67",
    "4a8b734fb5be77bc1ea26f7e3d94c83cea4cbd290d3f70f6a4a38b6af2bae501",
    "70bb4000cd2fab03af01fed086c6bf3c2c970f8b8b8001c311028ec3b80e775a",
    "71741fe2460a615058687c4585f665af5e825968e51a512ffb14c6f2684a397d",
    "789e46d79514e28093cabe2bb4a0798266f584b0e508ef269ebabb6e57859290",
    "8743857e3ea00fd1c64bbc68b8af241954ad2c285e7a60340eec7ea5dcb200db",
    "89389784c68edf233a8f96462261d7f2edef2da9d66cd40138ed446219c77e4a",
    "8b5bb5eb9d758455b8635855cf8aaf05b68775e3f83f0291e800ef338fb9783c",
    "9da5f32d964125123cc368f231b473bea59307f811c7b9b2e731601e586b82b5",
    "a0f007d863a0ed19c5bd996ef6eaab194af2f1ac685c0f71a75270a0366f8983",
    "a4aa2ac280bb8d1a0ce7a1be5a7bfb10292b49fe9435ad5cff19f421f3c70e41",
    "c2b35955576ffa710bfb7c4e5de8141335829cb1333377cbaf7daaeff9647b35",
    "d6d7019ca9fcbf07c769e445342515ef0c92e4f18a96adbb3bf6460f5b0ba17f",
    "e514b0d3b0562f54b6622ba95659592c26a4f6473677346ffba9e876eee160ef",
    "e680c440a2e92079ab1bf7a927e8d3920f1bcd173c0487e28e020110b2e59efc",
}
HOST = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
WORDS = [
    (r"\.\./" + "sha" + "red", "a folder that no clone has"),
    (r"(?<![\w.\-}~])/wo" + r"rk/(?:main|shared|\.)", "a machine's own path"),
    (r"(?<![\w.\-}/])/tmp/b-" + r"[A-Za-z]+\b", "a machine's own path"),
    (r"\bsha" + r"red/(?:design|research|cases|agents|seeds|bench)\b", "a folder that no clone has"),
    (r"\bspike-" + r"(?:ns|agents|microvm)\b", "a document that no clone has"),
    (r"\b(?:threat-model|architecture|layout|workspace|egress|cli|policy|targets)" + r"\.md\b", "a document that no clone has"),
    (r"\biss" + r"ues? #?[0-9]{1,2}\b(?!\d)", "how the work is organised"),
    (r"\b[Bb]uil" + r"der [A-Z]\b", "how the work is organised"),
    (r"\bsub" + r"agents? (?:wrote|of ours)\b", "how the work is organised"),
    (r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b", "unfinished work"),
]
PATTERNS = [(re.compile(pattern), why) for pattern, why in WORDS]


def registry_hosts(line):
    for match in HOST.findall(line):
        labels = match.lower().strip("-").split(".")
        for start in range(len(labels) - 1):
            word = ".".join(labels[start:])
            if hashlib.sha256(word.encode()).hexdigest() in HOSTS:
                yield match
                break


def check(root):
    findings = []
    for name in tree.files(root):
        text = tree.text(root, name)
        if "\0" in text or name == "LICENSE" or "/corpus/" in name:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            for host in registry_hosts(line):
                findings.append(f"{name}:{number}: names a package registry ({host}); it comes from the machine's configuration")
            for pattern, why in PATTERNS:
                if pattern.search(line):
                    findings.append(f"{name}:{number}: '{pattern.search(line).group(0)}' is {why}")
    return findings


if __name__ == "__main__":
    tree.main(check)
