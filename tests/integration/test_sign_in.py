#!/usr/bin/env python3
"""An agent's own sign-in: a page is opened in the person's browser when they allow it, and its answer comes back once."""

import http.client
import os
import shutil
import socket
import subprocess
import urllib.parse

from case import Case, main, start, wait_until
from box import write

AGENT = """import http.server, os, subprocess, sys, threading
port, url, opener = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
class Callback(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        print("code", self.path, self.headers["Host"], flush=True)
        body = b"signed in"
        to = self.path.partition("to=")[2]
        self.send_response(302 if to else 200)
        if to: self.send_header("Location", to.replace("PORT", str(port)))
        self.send_header("Content-Length", str(len(body))); self.end_headers(); self.wfile.write(body)
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Callback)
threading.Thread(target=server.serve_forever, daemon=True).start()
done = subprocess.run([*opener, url], capture_output=True, text=True)
print("opened", done.returncode, done.stderr.strip(), flush=True)
sys.stdin.readline()
"""
BROWSER = """#!/bin/sh
[ $# = 1 ] && printf '%s\\n' "$1" >> {folder}/opened
env > {folder}/browser-env
tty > {folder}/browser-tty 2>&1
ps -o sid= -p $$ > {folder}/browser-session
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def page(port, host="id.example"):
    return f"https://{host}/authorize?client_id=x&state=s&redirect_uri=" + urllib.parse.quote(f"http://localhost:{port}/callback", safe="")


class SignIn(Case):
    def setUp(self):
        super().setUp()
        self.port = free_port()
        tools = os.path.join(self.box.folder, "browser")
        write(os.path.join(tools, "xdg-open"), BROWSER.format(folder=self.box.folder), 0o755)
        self.box.environment["PATH"] = tools + ":" + self.box.environment["PATH"]
        self.write("agent.py", AGENT)

    def agent(self, url, *opener, ask="app", flags=()):
        run = start(self.box, "/usr/bin/python3", "agent.py", str(self.port), url, *(opener or ("xdg-open",)),
                    stdin=subprocess.PIPE, flags=["--ask", ask, *flags])
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        return run

    def end(self, run):
        out, err = run.communicate("\n", timeout=60)
        self.assertEqual(run.returncode, 0, err)
        return out

    def answer(self, verdict="allow"):
        self.assertTrue(wait_until(self.box.pending, 30))
        question, = self.box.pending()
        self.ok(self.box.leadglass("answer", question["id"], question["digest"], verdict))
        return question

    def opened(self):
        try:
            with open(os.path.join(self.box.folder, "opened"), encoding="ascii") as handle:
                return handle.read().splitlines()
        except FileNotFoundError:
            return []

    def seen(self, what):
        with open(os.path.join(self.box.folder, "browser-" + what), encoding="utf-8") as handle:
            return handle.read()

    def call(self, path="/callback?code=c0de", host=None, port=None):
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=10)
        try:
            connection.request("GET", path, headers={"Host": host or f"localhost:{self.port}"})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def closed(self, port=None):
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port or self.port), 5).close()

    def rows(self, kind="open"):
        return [r for r in self.box.audit() if r["kind"] == kind]

    def test_thePageIsOpenedOutsideAndItsAnswerReachesTheRunOnce(self):
        run = self.agent(page(self.port))
        self.assertTrue(wait_until(self.box.pending, 30))
        self.closed()                                   # nothing before the answer
        shown = self.ok(self.box.leadglass("approvals")).stdout
        self.assertIn(page(self.port), shown)
        self.assertIn(f"forward port {self.port} of this machine into the run", shown)
        question = self.answer()
        self.assertEqual((question["protocol"], question["host"], question["scopes"]), ("open-url", "id.example", ["once"]))
        self.assertIn("python3", question["process"])
        self.assertEqual(run.stdout.readline().strip(), "opened 0")
        self.assertEqual(self.opened(), [page(self.port)])
        with socket.create_connection(("127.0.0.1", self.port), 5) as silent:          # as a browser connects ahead
            self.assertEqual(self.call(host="evil.example")[0], 421)    # which is no answer of the run's
            self.assertTrue(wait_until(lambda: not self.refused(), 10))
            self.assertEqual(self.call(), (200, "signed in"))
            self.assertEqual(run.stdout.readline(), f"code /callback?code=c0de localhost:{self.port}\n")
            silent.close()
        self.assertTrue(wait_until(self.refused, 10))
        self.end(run)
        row, = self.rows()
        self.assertEqual((row["verdict"], row["outcome"], row["detail"]["callback"], row["detail"]["forwarded"]), ("allow", "allowed_by_user", self.port, True))
        came = [r for r in self.rows("egress") if r["subject"] == f"callback port {self.port}"]
        self.assertIn(("allow", "callback"), {(r["verdict"], r["reason"]) for r in came})
        self.assertIn(("deny", "name_inconsistent"), {(r["verdict"], r["reason"]) for r in came})

    def refused(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 5).close()
            return False
        except ConnectionRefusedError:
            return True

    def test_whereTheAnswerLeadsBackThatPageIsShownAndNoMore(self):
        for to, more in (("http://localhost:PORT/done", True), ("/done", True), ("https://id.example/done", False), ("http://localhost:1/done", False)):
            with self.subTest(to=to):
                run = self.agent(page(self.port))
                self.answer()
                run.stdout.readline()
                self.assertEqual(self.call("/callback?code=c&to=" + to)[0], 302)
                if more:        # at once, as a browser does: the port was never given up
                    self.assertEqual(self.call("/done?to=/again")[0], 302)
                self.assertTrue(wait_until(self.refused, 10))
                self.assertEqual(self.end(run).count("code /"), 1 + more)

    def test_oneRequestPassesOnAConnectionThatIsKeptOpen(self):
        run = self.agent(page(self.port))
        self.answer()
        run.stdout.readline()
        with socket.create_connection(("127.0.0.1", self.port), 5) as peer:
            peer.sendall(f"GET /one HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\nGET /two HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
            self.assertTrue(wait_until(self.refused, 10))       # while one is served, nobody else is let in
            said = b""
            while chunk := peer.recv(65536):
                said += chunk
        self.assertEqual(said.count(b"signed in"), 1, said)
        self.assertTrue(wait_until(self.refused, 10))
        out = self.end(run)
        self.assertIn("code /one", out)
        self.assertNotIn("/two", out)

    def test_theBrowserHasNoTerminalAndNothingOfThePersonsSecrets(self):
        run = self.agent(page(self.port))
        self.answer()
        run.stdout.readline()
        self.assertTrue(wait_until(lambda: os.path.exists(os.path.join(self.box.folder, "browser-session")), 10))
        self.assertIn("HOME=" + self.box.home, self.seen("env"))
        self.assertNotIn("canary", self.seen("env"))
        self.assertIn("not a tty", self.seen("tty"))
        self.assertNotEqual(self.seen("session").strip(), str(os.getsid(run.pid)))
        self.end(run)

    def test_everyProgramThatAgentsCallAsks(self):
        script = ('for each in xdg-open "$BROWSER" sensible-browser www-browser x-www-browser open gnome-open kde-open; do '
                  '"$each" http://a.example/; echo "$each $?"; done; '
                  'python3 -c \'import webbrowser; print("python", webbrowser.open("http://a.example/"))\'')
        done = self.ok(self.box.run("sh", "-c", script, flags=["--ask", "deny"]))
        statuses = [line.rsplit(" ", 1)[1] for line in done.stdout.splitlines()[:8]]
        self.assertEqual(statuses, ["4"] * 8, done.stdout)
        self.assertGreaterEqual(done.stderr.count("only pages at https:// are opened"), 9, done.stderr)
        self.assertIn("python False", done.stdout)

    def test_deniedOrNobodyThereMeansNotOpenedAndNothingIsForwarded(self):
        run = self.agent(page(self.port))
        self.answer("deny")
        self.assertRegex(run.stdout.readline(), "^opened 4 leadglass: xdg-open: the person did not allow it; not opened")
        self.closed()
        self.end(run)
        run = self.agent(page(self.port), ask="deny")
        self.assertRegex(run.stdout.readline(), "^opened 4 leadglass: xdg-open: this run asks nobody")
        self.closed()
        self.end(run)
        self.assertEqual(self.opened(), [])
        self.assertEqual({r["outcome"] for r in self.rows()}, {"denied_by_user", "no_approver"})

    def test_whatIsNoPageIsNotEvenAskedAbout(self):
        urls = ["http://id.example/", "file:///etc/hostname", "/etc/hostname", "javascript:alert(1)", "https://me:pw@id.example/", "https://me@id.example/",
                "https://127.0.0.1/", "https://localhost:8443/", "https://2130706433/", "https://id.example/\u202eevil", "https://id.example/\x1b[2J", "https://id.example/a b",
                "https://id.example/?redirect_uri=http%3A%2F%2Flocalhost%3A1000%2F", "https://id.example/" + "a" * 5000]
        script = "import subprocess, sys\nfor url in sys.argv[1:]:\n    d = subprocess.run(['xdg-open', url], stderr=subprocess.DEVNULL); print(d.returncode)\n"
        self.write("all.py", script)
        run = start(self.box, "/usr/bin/python3", "all.py", *urls, flags=["--ask", "app"])
        out, err = run.communicate(timeout=60)
        self.assertEqual(out.split(), ["4"] * len(urls), err)
        self.assertEqual(self.opened(), [])
        self.assertEqual(self.rows("question"), [])
        self.assertEqual({(r["verdict"], r["reason"]) for r in self.rows()}, {("deny", "bad_address")})

    def test_aHundredInASecondAskTwice(self):
        self.write("many.py", "import subprocess, sys\n"
                   "all = [subprocess.Popen(['xdg-open', f'https://id.example/{i}'], stderr=subprocess.DEVNULL) for i in range(100)]\n"
                   "left = lambda: sum(p.poll() is None for p in all)\nimport time\n"
                   "while left() > 2: time.sleep(0.05)\n"
                   "print('left', left(), flush=True); sys.stdin.readline()\n")
        run = start(self.box, "/usr/bin/python3", "many.py", stdin=subprocess.PIPE, flags=["--ask", "app"])
        self.addCleanup(lambda: (run.kill(), run.communicate()))
        self.assertEqual(run.stdout.readline(), "left 2\n")
        self.assertEqual(len(self.box.pending()), 2)
        self.end(run)
        self.assertEqual(self.opened(), [])

    def test_aPortThatIsTakenIsSaidAndNeverTaken(self):
        with socket.create_server(("127.0.0.1", 0)) as mine:
            taken = mine.getsockname()[1]
            run = self.agent(page(taken))
            question = self.answer()
            self.assertIn(f"its answer to port {taken} will not reach the run: that port is taken on this machine", question["object"])
            self.assertEqual(run.stdout.readline().strip(), "opened 0")
            self.end(run)
        row, = self.rows()
        self.assertFalse(row["detail"]["forwarded"])

    def test_anotherPortOfTheRunIsNotReached(self):
        other = free_port()
        run = self.agent(page(other))
        self.answer()
        self.assertEqual(run.stdout.readline().strip(), "opened 0")
        self.closed()                                   # where its server listens
        with self.assertRaises((http.client.HTTPException, OSError)):
            self.call(port=other)                       # forwarded, and nothing listens there
        self.end(run)
        self.closed(other)


AGENT_IN_STATE = """#!/bin/sh
umask 077
echo "args $* in $(ls -A | wc -l) files"
[ "$1" = login ] && mkdir -p ~/.fake && printf '{"tokens":{"access":"canary-token-of-its-own","refresh":"canary-refresh","who":"me"}}' > ~/.fake/auth.json
echo left > left-in-the-folder
env | grep -c PLACED
exit 0
"""
AGENT_PROFILE = """[agent]
commands = ["fakeagent"]
login = ["login", "--now"]
[files]
state = [".fake/"]
[[secret]]
name = "fake-sign-in"
source = ["file:~/.fake/auth.json#/tokens/access", "state:.fake/auth.json#/tokens/access"]
inject = [{ host = "api.example.com", header = "Authorization", format = "Bearer {}" }]
file = "~/.fake/auth.json"
json = { "/tokens/access" = "{}", "/tokens/refresh" = "", "/tokens/who" = "{copy}", "/until" = 4102444800000 }
[[secret]]
name = "placed"
source = "env:PLACED_OUTSIDE"
inject = [{ host = "api.example.com", header = "x-key" }]
env = "PLACED"
"""


class Login(Case):
    def setUp(self):
        super().setUp()
        tools = os.path.join(self.box.folder, "agents")
        write(os.path.join(tools, "fakeagent"), AGENT_IN_STATE, 0o755)
        self.box.environment["PATH"] = tools + ":" + self.box.environment["PATH"]
        self.box.environment["PLACED_OUTSIDE"] = "canary-placed"
        self.profile(AGENT_PROFILE, name="fake")

    def look(self):
        return self.ok(self.box.run("sh", "-c", "cat ~/.fake/auth.json; grep -rs canary- ~/.fake; rm -f ~/.fake/auth.json; mv ~/.fake ~/.moved; true",
                                    flags=["--profile", "fake", "--ask", "deny"])).stdout

    def test_itSignsInWithoutAProjectAndKeepsTheAgentsState(self):
        before = self.box.host_state()
        done = self.ok(self.box.leadglass("run", "--login", "fakeagent", cwd=self.box.home))
        self.assertIn("args login --now in 0 files", done.stdout)
        self.assertIn("\n0\n", done.stdout)                              # no credential of ours beside its own
        self.assertEqual(self.box.host_state(), before)
        self.assertEqual([n for n in os.listdir(self.box.environment["TMPDIR"]) if n.startswith("leadglass-sign-in")], [])
        kept = os.path.join(self.box.home, ".local/share/leadglass/state/fake/home/.fake/auth.json")
        with open(kept, encoding="ascii") as handle:
            self.assertIn("canary-token-of-its-own", handle.read())

    def test_whatItSignedInWithIsNotReadableInLaterRuns(self):
        self.ok(self.box.leadglass("run", "--login", "fakeagent"))
        seen = self.look()
        self.assertNotIn("canary", seen)
        self.assertIn('"who": "me"', seen)
        self.assertIn('"until": 4102444800000', seen)
        self.assertRegex(seen, '"access": "[A-Za-z0-9_-]{20,}"')
        self.assertNotIn("canary", self.look())                             # and after a run that tried to take it away

    def test_whatAnEarlierRunLeftInTheWayKeepsNoTokenReadable(self):
        folder = os.path.join(self.box.home, ".local/share/leadglass/state/fake/home")
        ways = {
            "a link": "ln -s stash.json ~/.fake/auth.json",
            "two names": "echo {} > ~/.fake/stash.json; ln ~/.fake/stash.json ~/.fake/auth.json",
            "a mode": "touch ~/.fake/auth.json; chmod 666 ~/.fake/auth.json",
            "a FIFO": "mkfifo ~/.fake/auth.json; (timeout 20 cat ~/.fake/auth.json > ~/.fake/stash.json &) ",
            "a directory": "mkdir ~/.fake/auth.json",
        }
        for way, script in ways.items():
            shutil.rmtree(folder, ignore_errors=True)
            with self.subTest(way):
                self.ok(self.box.run("sh", "-c", script, flags=["--profile", "fake", "--ask", "deny"]))
                self.ok(self.box.leadglass("run", "--login", "fakeagent"))
                seen = self.look()
                self.assertNotIn("canary", seen)
                self.assertIn('"who": "me"', seen)

    def test_whatIsTooLargeToBeReadOutsideIsNotReadableInside(self):
        kept = os.path.join(self.box.home, ".local/share/leadglass/state/fake/home/.fake/auth.json")
        self.ok(self.box.leadglass("run", "--login", "fakeagent"))
        for way, text in (("large", '{"tokens":{"access":"canary-token","who":"me"},"more":"' + "x" * 20000 + '"}'),
                          ("deep", '{"tokens":{"access":"canary-token","who":"me"},"more":' + "[" * 200 + "]" * 200 + "}"),
                          ("twice", '{"tokens":{"access":"canary-token","access":"canary-token","who":"me"}}'),
                          ("escaped", '{"tokens":{"access":"canary-\\u0074oken","who":"me"}}'),
                          ("no JSON", '{"tokens":{"access":"canary-token","who":"me"}}}')):
            with self.subTest(way):
                write(kept, text, 0o600)
                self.assertNotIn("canary", self.look())

    def test_noOtherRunOfTheProfileLivesBesideASignIn(self):
        other = start(self.box, "sh", "-c", "echo up; cat", flags=["--profile", "fake", "--ask", "deny"], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (other.kill(), other.communicate()))
        self.assertEqual(other.stdout.readline(), "up\n")
        done = self.box.leadglass("run", "--login", "fakeagent")
        self.assertEqual(done.returncode, 125, done.stdout)
        self.assertIn("another run of profile fake is live", done.stderr)
        other.communicate(timeout=60)
        write(os.path.join(self.box.folder, "agents/fakeagent"), "#!/bin/sh\necho up\ncat\n", 0o755)
        login = subprocess.Popen([self.box.program, "run", "--login", "fakeagent"], cwd=self.box.home, env=self.box.environment, text=True,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lambda: (login.kill(), login.communicate()))
        self.assertEqual(login.stdout.readline(), "up\n")
        done = self.box.run("true", flags=["--profile", "fake", "--ask", "deny"])
        self.assertEqual(done.returncode, 125, done.stdout)
        self.assertIn("is being signed in", done.stderr)
        login.communicate(timeout=60)
        self.ok(self.box.run("true", flags=["--profile", "fake", "--ask", "deny"]))

    def test_thePersonsOwnSignInComesFirstAndIsNotCopied(self):
        write(os.path.join(self.box.home, ".fake/auth.json"), '{"tokens":{"access":"canary-of-the-person","refresh":"canary-too","who":"person"}}', 0o600)
        seen = self.look()
        self.assertNotIn("canary", seen)
        self.assertIn('"who": "person"', seen)

    def test_shippedProfilesShowNoTokenOfClaudeAndCodex(self):
        claude = '{"claudeAiOauth":{"accessToken":"canary-claude-access","refreshToken":"canary-claude-refresh","expiresAt":1,"scopes":["user:inference"],"subscriptionType":"max"},"mcpOAuth":{"x":{"accessToken":"canary-mcp"}}}'
        codex = '{"auth_mode":"chatgpt","OPENAI_API_KEY":null,"tokens":{"id_token":"e30.e30.canarysignature","access_token":"canary-codex-access","refresh_token":"canary-codex-refresh","account_id":"acc"},"last_refresh":"2026-01-01T00:00:00Z"}'
        write(os.path.join(self.box.home, ".claude/.credentials.json"), claude, 0o600)
        write(os.path.join(self.box.home, ".codex/auth.json"), codex, 0o600)
        for profile, path, shown in (("claude", "~/.claude/.credentials.json", '"subscriptionType": "max"'), ("codex", "~/.codex/auth.json", '"id_token": "e30.e30.AAAAAAAAAAAAAAA"')):
            done = self.ok(self.box.run("sh", "-c", f"cat {path}; grep -rs canary ~/.claude ~/.codex; env; true", flags=["--profile", profile, "--ask", "deny"]))
            self.assertNotIn("canary", done.stdout)
            self.assertIn(shown, done.stdout)

    def test_theSignInsOfOthersAreCopiedWhereREADMESaysSo(self):
        for agent, path in (("gemini", ".gemini/oauth_creds.json"), ("qwen", ".qwen/oauth_creds.json"), ("opencode", ".local/share/opencode/auth.json"),
                            ("copilot", ".copilot/config.json")):
            with self.subTest(agent=agent):
                write(os.path.join(self.box.home, path), '{"token":"made-up"}', 0o600)
                done = self.ok(self.box.run("sh", "-c", f"cat ~/{path}; echo changed > ~/{path}", flags=["--profile", agent, "--ask", "deny"]))
                self.assertIn("made-up", done.stdout)
                with open(os.path.join(self.box.home, path), encoding="ascii") as handle:
                    self.assertEqual(handle.read(), '{"token":"made-up"}')

    def test_whatCannotBeIsSaid(self):
        for words, said in ((("--login", "make"), "does not say how it signs in"), (("--login", "fakeagent", "--workspace", "overlay"), "given no project"),
                            (("--login", "fakeagent", "--secret", "placed"), "no credential"), (("--login", "fakeagent", "--", "x"), "come from its profile")):
            done = self.box.leadglass("run", *words)
            self.assertEqual(done.returncode, 125, words)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    main()
