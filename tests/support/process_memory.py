"""What the memory of a process holds, for who may trace it: words are looked for as they are, and in UTF-16."""

import os
import struct

PAGE = os.sysconf("SC_PAGE_SIZE")
CHUNK = 8 << 20


def command(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as handle:
            return handle.read().decode(errors="replace").split("\0")[:-1]
    except OSError:
        return []


def title(process):
    with open(f"/proc/{process}/comm", encoding="utf-8", errors="replace") as handle:
        return handle.read().strip()


def running(*words):
    """A process with exactly this command line, or None."""
    return next((int(p) for p in os.listdir("/proc") if p.isdigit() and command(p) == list(words)), None)


def beside(process):
    """All processes of its pid namespace."""
    where = os.readlink(f"/proc/{process}/ns/pid")
    found = []
    for each in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{each}/ns/pid") == where:
                found.append(int(each))
        except OSError:
            pass    # ended, or not ours
    return found


def present(process, start, end):
    """The parts of a mapping that lie in memory: engines reserve far more than they use."""
    with open(f"/proc/{process}/pagemap", "rb") as handle:
        at, begun = start, None
        while at < end:
            count = min((end - at) // PAGE, 1 << 16)
            handle.seek(at // PAGE * 8)
            for entry in struct.unpack(f"{count}Q", handle.read(count * 8)):
                if entry >> 62:             # present, or swapped out
                    begun = at if begun is None else begun
                elif begun is not None:
                    yield begun, at
                    begun = None
                at += PAGE
        if begun is not None:
            yield begun, end


def holds(process, words):
    """(name, which of the words, bytes that were read). PermissionError: the process is not ours to look into."""
    forms = {(name, form): word if form == 8 else word.decode().encode("utf-16-le") for name, word in words.items() for form in (8, 16)}
    longest, found, size = max(map(len, forms.values())), set(), 0
    with open(f"/proc/{process}/maps", encoding="utf-8", errors="replace") as handle:
        maps = [line.split(None, 5) for line in handle]
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        for span, mode, *_, in maps:
            start, end = (int(text, 16) for text in span.split("-"))
            if "r" not in mode or start >= 1 << 63:
                continue
            for first, last in present(process, start, end):
                kept = b""
                while first < last:
                    try:
                        part = os.pread(memory.fileno(), min(CHUNK, last - first), first)
                    except OSError:
                        break
                    if not part:
                        break
                    size += len(part)
                    first += len(part)
                    text = kept + part
                    found.update(name for (name, _), word in forms.items() if word in text)
                    kept = text[-longest:]
    return title(process), sorted(found), size
