#!/usr/bin/env python3
"""Whatever is given is taken or refused in one clear line, and nothing is lost by it.

What is given comes from `--help`, so that an option that is new is in here from its first day; state files are
those that lie in a person's places after some runs. Which values and mutations meet which is drawn from a seed,
LEADGLASS_SEED. LEADGLASS_STRESS=1 takes them all.
"""

import json
import os
import random
import re
import shutil
import socket
import stat
import struct
import subprocess
import tempfile
import time

from case import Case, main, start, wait_until

# The same draws for everyone; others with LEADGLASS_STRESS, so that no run of the checks is a lottery.
SEED = int(os.environ.get("LEADGLASS_SEED", time.time_ns() % 1_000_000 if os.environ.get("LEADGLASS_STRESS") else 1))
ALL = "LEADGLASS_STRESS" in os.environ
GIB = 1 << 30
# A word may be refused for what it is, or lead nowhere; both are said. 0: it is a value like any other.
STATUSES = (0, 1, 2, 125, 126, 127)
WORDS = (b"", b" ", b"?!", b"\x1b[31m\x1b]0;t\x07", b"\xff\xfe\xc0\xaf", b"A" * 100_000, b"-1", b"--", b"99999999999999999999",
         b"a\nb", b"\xe2\x80\xae\xe2\x80\x8b", b"%s%n%999999d", b"nan", b"1e309", b"0x10", b"../../../etc/passwd", b"/proc/self/mem",
         b"/dev/zero", b"fd:999", b"fd:0", b"last", b"[a,b]", b"{}", b"=", b"a=b=c", b"*", b"'; true #", b"$(true)", b"deny", b"443")


def settle(case, done, what):
    """One answer: a known status, nothing but lines for people, no trace of a crash."""
    case.assertIn(done.returncode, STATUSES, f"{what}: {done.stderr[-2000:]}")
    errors = done.stderr
    for word in ("terminate called", "Sanitizer", "runtime error", "what():", "Assertion", "core dumped", "Error while parsing"):
        case.assertNotIn(word, errors, what)
    case.assertNotRegex(errors, r"[\x00-\x08\x0b-\x1f\x7f\u202e\u200b]", what)
    for line in errors.splitlines():
        case.assertTrue(line.startswith(("leadglass: ", "  ", "bwrap: ")), f"{what}: {line!r}")
        case.assertLess(len(line), 3000, what)
    if done.returncode == 125:
        case.assertTrue(errors, f"{what}: no word of why")


class Everything(Case):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.places = [os.path.join(self.box.home, p) for p in (".local/share/leadglass", ".local/state/leadglass", ".config/leadglass")]
        self.addCleanup(lambda: self.assertEqual(self.crashes(), [], "crash reports"))

    def crashes(self):
        folder = os.path.join(self.box.home, ".local/state/leadglass/crashes")
        return os.listdir(folder) if os.path.isdir(folder) else []

    def call(self, *words, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        done = subprocess.run([self.box.program, *words], cwd=self.box.work, env=self.box.environment, capture_output=True,
                              timeout=120, check=False, **options)
        done.stdout, done.stderr = (s.decode("utf-8", "surrogateescape") for s in (done.stdout, done.stderr))
        return done

    def some(self, things, count):
        things = list(things)
        return things if ALL or len(things) <= count else self.random.sample(things, count)


def pages(box, *path):
    page = box.leadglass(*path, "--help").stdout
    commands = re.search(r"^Commands:\n((?:  .*\n)+)", page, re.M)
    names = re.findall(r"^  ([a-z-]+)", commands.group(1), re.M) if commands else []
    yield path, page
    for name in names:
        yield from pages(box, *path, name)


def options_of(page):
    """(option, takes a value) as the page lists them."""
    part = re.search(r"^Options:\n((?:(?:  .*)?\n)+?)(?=^\S|\Z)", page, re.M)
    for line in part.group(1).splitlines() if part else []:
        found = re.match(r"  (?:-\w,)?(-[-\w]+)(?: ([A-Z\[][^ ]*(?: ?\.\.\.)?))?", line)
        if found:
            yield found.group(1), bool(found.group(2))


def arguments_of(page):
    usage = re.search(r"^Usage: (.*)$", page, re.M)
    return [word.strip("[].") for word in re.findall(r"\[?[A-Z]{2,}(?:\]|\.\.\.)*", usage.group(1)) if word.strip("[].") not in
            ("OPTIONS", "COMMAND")] if usage else []


class CommandLine(Everything):
    def setUp(self):
        super().setUp()
        self.ok(self.sh("echo new > new.txt"))
        self.pages = dict(pages(self.box))
        self.odd = tempfile.mkdtemp(dir=self.box.folder)
        os.mkfifo(os.path.join(self.odd, "fifo"))
        os.symlink("loop", os.path.join(self.odd, "loop"))
        with open(os.path.join(self.odd, "huge"), "wb") as handle:
            handle.truncate(GIB)
        with open(os.path.join(self.odd, "closed"), "wb") as handle:
            handle.write(b"schema = 1\n")
        os.chmod(os.path.join(self.odd, "closed"), 0)
        with open(os.path.join(self.odd, "binary"), "wb") as handle:
            handle.write(bytes(range(256)) * 64)
        self.values = WORDS + tuple(os.path.join(self.odd, n).encode() for n in os.listdir(self.odd)) + (self.odd.encode(),)

    def given(self, path):
        """The words that come before and after, so that only what is tried is wrong."""
        if path == ("run",):
            return ["run"], ["--dry-run", "--", "true"]
        changes = path[:1] in (("apply",), ("undo",), ("discard",)) or path == ("runs", "stop")
        known = {"RUN": "nosuchrun" if changes else "last", "ID": "1", "DIGEST": "0" * 64, "VERDICT": "allow", "ACTION": "a.test",
                 "PROFILE": "default"}
        return list(path) + [known[name] for name in arguments_of(self.pages[path]) if name in known], []

    def test_everyOptionTakesOrRefusesWhatever(self):
        runs, seen = self.box.json("runs"), 0
        for path, page in self.pages.items():
            found = list(options_of(page))
            self.assertIn(("--help", False), found, page)
            for option, valued in found:
                if option in ("--help", "-h", "--version", "--attack") or "watch" in path:
                    continue
                before, after = self.given(path)
                for value in self.some(self.values, 3) if valued else [None]:
                    words = before + ([f"{option}=".encode() + value if self.random.random() < 0.5 else option] if valued else [option])
                    if valued and not isinstance(words[-1], bytes):
                        words.append(value)
                    words += after[1:] if option == "--dry-run" else after
                    with self.subTest(words=words, seed=SEED):
                        settle(self, self.call(*words), words)
                        seen += 1
        self.assertGreater(seen, 60)
        self.assertEqual(self.box.json("runs"), runs, "none of it started, changed or removed a run")

    def test_everyArgumentTakesOrRefusesWhatever(self):
        seen = set()
        for path, page in self.pages.items():
            names = arguments_of(page)
            if not names or path == ("run",) or path == ():
                continue
            for at, name in enumerate(names):
                for value in self.some(self.values, 3):
                    words = [*path, *("a" if n != "VERDICT" else "allow" for n in names[:at]), value]
                    if value == b"last" and path[0] in ("apply", "discard", "undo"):
                        continue    # that is one
                    with self.subTest(words=words, seed=SEED):
                        done = self.call(*words)
                        settle(self, done, words)
                        seen.add((path, name))
                        if done.returncode == 125 and at == 0 and len(value) > 2 and value.isalnum() and path[0] not in ("answer", "exec", "paste"):
                            self.assertIn(value[:20].decode(), done.stderr)
        self.assertGreater(len(seen), 10, seen)
        self.assertEqual(self.read("README.md"), "# App\n")
        self.assertEqual(len(self.box.json("runs")), 1)

    def test_aFileOfAnyKindInPlaceOfAProfileIsNamed(self):
        for name in sorted(os.listdir(self.odd)) + [""]:
            if name == "closed" and os.getuid() == 0:
                continue
            path = os.path.join(self.odd, name)
            for words in (["policy", "check", path], ["run", "--profile", path, "--", "true"]):
                with self.subTest(file=name, words=words[0]):
                    done = self.call(*words)
                    settle(self, done, words)
                    self.assertIn(done.returncode, (1, 125), done.stdout)
                    self.assertIn(path.rstrip("/"), done.stderr + done.stdout)

    def test_tooManyArgumentsAreToldTheWayOut(self):
        done = self.call("run", "--", "true", *["x"] * 17_000)
        self.assertEqual(done.returncode, 125)
        self.assertRegex(done.stderr, r"\Aleadglass: the command has 17001 arguments, at most 16384 .*xargs.*\n\Z")
        done = self.call("run", "--", "true", *["x" * 100_000] * 19)
        settle(self, done, "large arguments")

    def test_aLimitThatIsNotKeptIsNamedWhereItWasSaid(self):
        done = self.call("run", "--limit", "cpu=1", "--", "true")
        if done.returncode:
            self.assertIn("--limit", done.stderr)
            self.assertNotIn("default.toml", done.stderr)

    def test_detailIsSaidWhereItIsAskedFor(self):
        quiet = self.call("run", "--", "true")
        self.assertNotIn("policy", quiet.stderr)
        for words, told in ((["-v", "run", "--", "true"], ("policy default@", "workspace overlay", "exit status 0")),
                            (["-v", "audit", "verify"], ("history and runs in", ".local/share/leadglass")),
                            (["-vv", "run", "--ask", "deny", "--", "getent", "hosts", "metadata.google.internal"],
                             ("dns deny metadata.google.internal",))):
            with self.subTest(words=words):
                done = self.call(*words)
                for text in told:
                    self.assertIn(text, done.stderr)
                self.assertNotIn("canary", done.stderr)

    def test_aCommandThatWasKilledIsToldSo(self):
        for script in ("kill -KILL $$", "sh -c 'kill -KILL $$'; exit $?"):
            done = self.sh(script)
            self.assertEqual(done.returncode, 137)
            self.assertIn("the command was killed (SIGKILL), not by a limit of this run", done.stderr)
        self.assertNotIn("killed", self.sh("kill -TERM $$").stderr)


def mutants(path, rnd):
    """name -> what makes the file so. The folder stays as it was."""
    with open(path, "rb") as handle:
        data = handle.read()

    def put(new):
        def make():
            with open(path, "wb") as out:
                out.write(new)
        return make

    def instead(make):
        def change():
            os.unlink(path)
            make(path)
        return change

    def flipped():
        new = bytearray(data)
        for _ in range(min(len(new), 3)):
            new[rnd.randrange(len(new))] ^= 1 << rnd.randrange(8)
        return bytes(new)

    def longer(out):
        with open(out, "wb") as handle:
            handle.truncate(GIB)
        os.chmod(out, 0o600)

    yield "empty", put(b"")
    yield "half", put(data[:len(data) // 2])
    yield "cut somewhere", put(data[:rnd.randrange(len(data) + 1)])
    yield "bits flipped", put(flipped())
    yield "bits flipped again", put(flipped())
    yield "NULs", put(b"\0" * 512)
    yield "not UTF-8", put(data.replace(b'"', b'"\xff\xfe', 3))
    yield "hostile text", put(data.replace(b'"', b'"\\u001b[31m', 3))
    yield "numbers too large", put(re.sub(rb"\d+", b"9" * 30, data))
    yield "deep", put(b"[" * 20_000)
    yield "of another kind", put(b"SQLite format 3\0" + bytes(84))
    yield "one GiB", instead(longer)
    yield "a directory", instead(os.mkdir)
    yield "a fifo", instead(lambda p: os.mkfifo(p, 0o600))
    yield "a link to itself", instead(lambda p: os.symlink(os.path.basename(p), p))
    yield "a link elsewhere", instead(lambda p: os.symlink("/etc/passwd", p))
    if os.getuid() != 0:
        yield "closed", lambda: os.chmod(path, 0)
    yield "writable by others", lambda: os.chmod(path, 0o666)
    yield "gone", lambda: os.unlink(path)


class StateFiles(Everything):
    """Every file that a person's runs leave in their places."""

    def setUp(self):
        super().setUp()
        config = self.places[2]
        os.makedirs(config, mode=0o700, exist_ok=True)
        files = {"config.toml": 'ask = "deny"\napply = "never"\n',
                 "grants.toml": 'schema = 1\n\n[[grant]]\nprofile = "default"\nverdict = "allow"\nhost = "a.example.org"\n'
                                'port = [443]\norigin = "answer in run x"\ndate = "2026-11-29T00:00:00Z"\nlast_use = ""\n'}
        for name, text in files.items():
            with open(os.path.join(config, name), "w", encoding="ascii") as handle:
                handle.write(text)
            os.chmod(os.path.join(config, name), 0o600)
        self.profile("")
        self.write("kept.txt", "old\n")
        self.ok(self.sh("echo new > new.txt; echo changed > kept.txt"))
        self.ok(self.box.leadglass("apply", "last", "new.txt"))
        self.run_id = self.box.json("runs")[0]["id"]
        self.ok(self.sh("echo more > more.txt", "--profile", "trial"))
        self.copy = self.box.folder + "/before"

    def files(self):
        for place in self.places:
            for here, names, leaves in os.walk(place):
                names[:] = [n for n in names if n not in ("upper", "work", "crashes")]
                for leaf in leaves:
                    path = os.path.join(here, leaf)
                    about = os.lstat(path)
                    if stat.S_ISREG(about.st_mode) and about.st_size < 1 << 20 and "audit.db" not in leaf and leaf != "leadglass.log":
                        yield path

    def put_back(self):
        for place in self.places:
            subprocess.run(["chmod", "-R", "u+rwX", place], check=False, capture_output=True)
            shutil.rmtree(place)
            self.take_over(self.copy + place, place)

    def take_over(self, source, target):
        # overlayfs leaves a directory that nobody can list (work/work): nothing is in it
        shutil.copytree(source, target, symlinks=True, ignore=lambda here, names: ["work"] if here.endswith("/work") else [])
        for here, names, _ in os.walk(source):
            if here.endswith("/work") and "work" in names:
                os.makedirs(os.path.join(target, os.path.relpath(here, source), "work"), mode=0)

    def content(self):
        found = {}
        for path in self.files():
            try:
                with open(path, "rb") as handle:
                    found[path] = handle.read()
            except PermissionError:
                found[path] = b"closed"
        return found

    def test_inAnyShapeAreReadOrNamedAndLoseNothing(self):
        for place in self.places:
            self.take_over(place, self.copy + place)
        known = self.content()
        names = {re.sub(r"[0-9a-z]{20}", "RUN", os.path.relpath(p, self.box.home)) for p in known}
        self.assertGreaterEqual(len(names), 6, names)
        commands = [["runs"], ["runs", "show", self.run_id], ["review", self.run_id], ["review", self.run_id, "--diff"],
                    ["audit", "verify"], ["doctor"], ["policy", "show", "trial"], ["approvals"], ["agents"],
                    ["undo", self.run_id], ["apply", self.run_id], ["discard", self.run_id]]
        readers = [["runs"], ["review", self.run_id], ["audit", "verify"], ["doctor"]]
        for path in sorted(known):
            shown = re.sub(r"[0-9a-z]{20}", "RUN", os.path.relpath(path, self.box.home))
            for name, make in self.some(mutants(path, self.random), 3):
                with self.subTest(file=shown, mutation=name, seed=SEED):
                    try:
                        make()
                        self.read_by(readers[:2] + self.some(readers[2:], 1) + self.some(commands, 1), path, known)
                    finally:
                        self.put_back()
                    self.assertEqual(self.content(), known)
        self.assertEqual(len(self.box.json("runs")), 2)
        self.ok(self.box.leadglass("apply", self.run_id))

    def read_by(self, commands, path, known):
        for words in commands:
            settle(self, self.call(*words), words)
            if words[0] in ("undo", "apply", "discard"):
                return          # they change what is known
            after = self.content()
            for other, data in known.items():
                if other != path and not other.endswith(("anchors", ".lock")):
                    self.assertEqual(after.get(other), data, f"{words} changed or lost {other}")

    def test_aRunStartsOrSaysWhatItCannotRead(self):
        """What a run goes by: the person's settings, profiles and answers."""
        config = self.places[2]
        for name in ("config.toml", "grants.toml", "profiles/trial.toml"):
            path = os.path.join(config, name)
            with open(path, "rb") as handle:
                data = handle.read()
            for mutation, make in self.some(mutants(path, self.random), 6):
                with self.subTest(file=name, mutation=mutation, seed=SEED):
                    try:
                        make()
                        done = self.call("run", "--profile", "trial", "--ask", "deny", "--", "echo", "ran")
                    finally:
                        if os.path.isdir(path) and not os.path.islink(path):
                            os.rmdir(path)
                        elif os.path.lexists(path):
                            os.unlink(path)
                        with open(path, "wb") as handle:
                            handle.write(data)
                        os.chmod(path, 0o600)
                    settle(self, done, mutation)
                    if done.returncode:
                        self.assertEqual((done.returncode, done.stdout), (125, ""))
                        self.assertRegex(done.stderr, re.escape(os.path.basename(name)) + "|trial", "the file or the profile is named")
                        self.assertIn("(", done.stderr, "the way out")


class ControlSocket(Everything):
    """Any program of the person may talk to a live run."""

    def frames(self):
        def framed(data):
            return struct.pack("<I", len(data)) + data
        yield "nothing", b""
        yield "half a length", b"\x05\0"
        yield "half a frame", struct.pack("<I", 100) + b"{"
        yield "a huge frame", struct.pack("<I", 0xFFFFFFFF) + b"x" * 4096
        yield "an empty frame", framed(b"")
        yield "no JSON", framed(b"hello")
        yield "no object", framed(b"[1,2]")
        yield "deep", framed(b"[" * 200_000)
        yield "no version", framed(b'{"id":1,"method":"hello"}')
        yield "a later version", framed(b'{"v":99,"id":1,"method":"hello"}')
        yield "no method", framed(b'{"v":1,"id":1}')
        yield "an unknown method", framed(b'{"v":1,"id":1,"method":"rm"}')
        yield "an answer to nothing", framed(json.dumps({"v": 1, "id": 1, "method": "answer", "question": "x.1", "digest": "0" * 64,
                                                         "allow": True, "scope": "always"}).encode())
        yield "wrong types", framed(b'{"v":"1","id":[],"method":{}}')
        yield "not UTF-8", framed(b'{"v":1,"id":1,"method":"\xff\xfe"}')
        yield "a number too large", framed(b'{"v":1,"id":1e999,"method":"hello"}')
        yield "many", framed(b'{"v":1,"id":1,"method":"nothing"}') * 2000
        yield "noise", bytes(self.random.randrange(256) for _ in range(5000))

    def test_garbageEndsTheConnectionAndNeverTheRun(self):
        run = start(self.box, "sh", "-c", "echo ready; read line; echo done", flags=["--ask", "app"], stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "ready\n")
        runs = os.path.join(self.box.environment["XDG_RUNTIME_DIR"], "leadglass/runs")
        folder = os.open(os.path.join(runs, os.listdir(runs)[0]), os.O_PATH)
        self.addCleanup(os.close, folder)
        path = f"/proc/self/fd/{folder}/control.sock"    # the whole path may be longer than a socket's may
        before = [r["state"] for r in self.box.json("runs")]
        for name, data in self.frames():
            with self.subTest(message=name, seed=SEED), socket.socket(socket.AF_UNIX) as peer:
                peer.settimeout(30)
                peer.connect(path)
                try:
                    peer.sendall(data)
                    peer.shutdown(socket.SHUT_WR)
                    while peer.recv(65536):
                        pass
                except ConnectionError:
                    pass
                self.assertEqual([r["state"] for r in self.box.json("runs")], before)
        out, errors = run.communicate("go\n", timeout=60)
        self.assertEqual((run.returncode, out), (0, "done\n"), errors)

    def test_aRunThatAnswersGarbageStopsNobody(self):
        run = start(self.box, "sh", "-c", "echo ready; read line", stdin=subprocess.PIPE)
        self.addCleanup(run.kill)
        self.assertEqual(run.stdout.readline(), "ready\n")
        runs = os.path.join(self.box.environment["XDG_RUNTIME_DIR"], "leadglass/runs")
        false = os.path.join(runs, "0" * 20)
        os.mkdir(false, 0o700)
        child = os.fork()
        if child == 0:      # a false run: answers each peer with the next kind of garbage
            try:
                server = socket.socket(socket.AF_UNIX)
                os.chdir(false)
                server.bind("control.sock")
                server.listen(50)
                kinds = [data for _, data in self.frames()]
                while kinds:
                    peer = server.accept()[0]
                    peer.sendall(kinds.pop())
                    peer.close()
            finally:
                os._exit(0)
        try:
            self.assertTrue(wait_until(lambda: os.path.exists(false + "/control.sock"), 30))
            for words in [["approvals"], ["runs"], ["approvals"], ["doctor"], ["answer", "0" * 20 + ".1", "0" * 64, "allow"]] * 2:
                settle(self, self.call(*words), words)
        finally:
            os.kill(child, 9)
            os.waitpid(child, 0)
        run.communicate("\n", timeout=60)
        self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    print(f"seed {SEED}: LEADGLASS_SEED={SEED} draws the same again", flush=True)
    main()
