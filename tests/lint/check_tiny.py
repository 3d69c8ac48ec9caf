#!/usr/bin/env python3
"""check_tiny.py BUILD: leadglass-launch, leadglass-init and leadglass-open are static, small, and not setuid.

They run where nothing may be loaded: no interpreter (PT_INTERP), no shared object (DT_NEEDED),
no executable stack (PT_GNU_STACK), no writable and executable segment.
"""

import os
import stat
import struct

import tree

PROGRAMS = {"leadglass-launch": 2_000_000, "leadglass-init": 2_000_000, "leadglass-open": 2_000_000}
PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_GNU_STACK = 1, 2, 3, 0x6474E551
DT_NEEDED, PF_X, PF_W = 1, 1, 2


def elf(path):
    """(program headers as (type, flags, offset, size), dynamic tags) of a 64-bit ELF file."""
    with open(path, "rb") as handle:
        data = handle.read()
    if data[:4] != b"\x7fELF" or data[4] != 2:
        raise ValueError("not a 64-bit ELF program")
    start, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    headers, tags = [], []
    for index in range(count):
        kind, flags, offset, _, _, filesz = struct.unpack_from("<IIQQQQ", data, start + index * size)
        headers.append((kind, flags, offset, filesz))
        if kind == PT_DYNAMIC:
            tags += [tag for tag, _ in struct.iter_unpack("<qQ", data[offset:offset + filesz])]
    return headers, tags


def check(build, programs=None):
    findings = []
    for name, limit in (programs or PROGRAMS).items():
        path = os.path.join(build, "bin", name)
        if not os.path.exists(path):
            findings.append(f"{path}: is not built")
            continue
        try:
            headers, tags = elf(path)
        except (ValueError, struct.error) as problem:
            findings.append(f"{path}: {problem}")
            continue
        kinds = {kind: flags for kind, flags, _, _ in headers}
        if PT_INTERP in kinds or DT_NEEDED in tags:
            findings.append(f"{path}: is linked to shared objects; it must be static")
        if PT_GNU_STACK not in kinds or kinds[PT_GNU_STACK] & PF_X:
            findings.append(f"{path}: its stack is executable")
        if any(kind == PT_LOAD and flags & PF_X and flags & PF_W for kind, flags, _, _ in headers):
            findings.append(f"{path}: has a segment both writable and executable")
        if os.stat(path).st_mode & (stat.S_ISUID | stat.S_ISGID):
            findings.append(f"{path}: is setuid or setgid")
        if os.path.getsize(path) > limit:
            findings.append(f"{path}: {os.path.getsize(path)} bytes, {limit} are allowed")
    return findings


if __name__ == "__main__":
    tree.main(check)
