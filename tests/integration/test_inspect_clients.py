#!/usr/bin/env python3
"""Real programs inside, on connections that are looked into: what a rule lets through works as ever, what it does not is told."""

import json
import os
import shutil
import subprocess

from case import main, require
from inspected import DIRECT, Inspected, rule

OK = 'methods = ["GET", "POST"], paths = ["/ok/**", "/headers", "/"]'
PYTHON = "/usr/bin/python3"


def there(program):
    return shutil.which(program, path="/usr/local/bin:/usr/bin:/bin")


class Clients(Inspected):
    def setUp(self):
        super().setUp()
        self.flags = self.policy(rule("inspected.test", 4451, OK), rule("h2.test", 4443, OK))

    def need(self, program):
        if not there(program):
            require.without(self, "clients", program + " is not here")

    def good_and_bad(self, *command, port=4451, host="inspected.test", said="403", flags=None):
        """The command, given a URL that a rule lets through, and one that none does."""
        flags = flags or self.flags
        good = self.ok(self.box.run(*command, f"https://{host}:{port}/ok/path", flags=flags))
        self.assertIn("inspected-answer", good.stdout, good.stderr)
        bad = self.box.run(*command, f"https://{host}:{port}/other", flags=flags)
        self.assertNotIn("inspected-answer", bad.stdout)
        self.assertIn(said, bad.stdout + bad.stderr)
        self.assertEqual({r["verdict"]: r["subject"] for r in self.requests()},
                         {"allow": f"GET https://{host}:{port}/ok/path", "deny": f"GET https://{host}:{port}/other"})
        if port == 4451:
            self.assertEqual([(e["method"], e["path"]) for e in self.asked()], [("GET", "/ok/path")], "nothing of what was refused left")

    def test_curlByItsProxyAndWithout(self):
        self.good_and_bad("curl", "-sS", "-i", "--http1.1")

    def test_curlDirect(self):
        self.good_and_bad("sh", "-c", DIRECT + 'curl -sS -i --http1.1 "$1"', "sh")

    def test_aRefusalIsJsonThatNamesItsRow(self):
        done = self.ok(self.box.run("curl", "-sS", "-i", "-X", "DELETE", "https://inspected.test:4451/ok/path", flags=self.flags))
        head, _, body = done.stdout.replace("\r\n", "\n").rpartition("\n\n")
        self.assertIn("403", head)
        row, = self.requests("deny")
        self.assertIn(f"Leadglass-Decision: {row['id']}", head)
        self.assertIn("refused by Leadglass", json.dumps(json.loads(body)))
        self.assertEqual(row["subject"], "DELETE https://inspected.test:4451/ok/path")
        self.assertEqual(self.asked(), [])

    def test_curlSpeaksHttp2ToTheServer(self):
        done = self.ok(self.box.run("curl", "-sS", "--http2", "-w", "%{http_version} %{http_code}\\n", "https://h2.test:4443/headers",
                                    "https://h2.test:4443/other", flags=self.flags))
        lines = done.stdout.splitlines()
        self.assertEqual(json.loads(lines[0])["protocol"], "HTTP/2.0", lines)
        self.assertEqual(lines[1], "2 200")
        self.assertEqual(lines[-1], "2 403")

    def test_pythonRequests(self):
        self.write("get.py", "import requests, sys\na = requests.get(sys.argv[1], timeout=20)\nprint(a.status_code, a.text)\n")
        self.good_and_bad(PYTHON, "get.py")

    def test_pythonHttpx(self):
        self.write("get.py", "import httpx, sys\na = httpx.get(sys.argv[1], timeout=20)\nprint(a.status_code, a.text)\n")
        if subprocess.run([PYTHON, "-c", "import httpx"], capture_output=True).returncode:
            require.without(self, "clients", "httpx is not here")
        self.good_and_bad("env", "-u", "ALL_PROXY", "-u", "all_proxy", PYTHON, "get.py")    # it knows no socks5h

    def test_pythonUrllibWithoutAnyVariable(self):
        """The system's own store is replaced, too: nothing depends on the variables."""
        self.write("get.py", "import urllib.request, sys, os\n"
                             "os.environ.clear()\n"
                             "import ssl\n"
                             "c = ssl.create_default_context()\n"
                             "try: print(urllib.request.urlopen(sys.argv[1], timeout=20, context=c).read().decode())\n"
                             "except urllib.error.HTTPError as e: print(e.code, e.read().decode())\n")
        self.good_and_bad(PYTHON, "get.py")

    def test_opensslFindsTheAuthorityByItsHash(self):
        script = ("echo | env -u SSL_CERT_FILE openssl s_client -connect inspected.test:4451 -servername inspected.test -no-CAfile "
                  "-CApath /etc/ssl/certs -verify_return_error 2>&1 | grep -E 'Verify return code|Verification'")
        done = self.sh(DIRECT + "sh -c \"" + script.replace('"', '\\"') + "\"", *self.flags)
        self.assertIn("OK", done.stdout.upper(), done.stdout + done.stderr)

    def test_nodeFetch(self):
        self.need("node")
        self.write("get.js", "fetch(process.argv[2]).then(async a => console.log(a.status, await a.text()), e => { console.log('failed', e.cause || e); process.exit(1); });")
        self.good_and_bad("node", "get.js")

    def test_nodeHttps(self):
        self.need("node")
        self.write("get.js", "require('https').get(process.argv[2], a => { console.log(a.statusCode); a.pipe(process.stdout); })"
                             ".on('error', e => { console.log('failed', e); process.exit(1); });")
        self.good_and_bad("node", "get.js")

    def test_nodeKeepsThePersonsOptions(self):
        self.need("node")
        self.box.environment["NODE_OPTIONS"] = "--no-warnings --use-bundled-ca"
        done = self.ok(self.sh("echo $NODE_OPTIONS; node -e 'console.log(1)'", "--pass", "NODE_OPTIONS", *self.flags))
        self.assertEqual(done.stdout.split("\n")[0], "--no-warnings --use-openssl-ca")

    def test_go(self):
        self.need("go")
        self.write("get.go", 'package main\nimport ("fmt"; "io"; "net/http"; "os")\nfunc main() {\n a, err := http.Get(os.Args[1])\n'
                             ' if err != nil { fmt.Println("failed", err); os.Exit(1) }\n fmt.Println(a.StatusCode)\n io.Copy(os.Stdout, a.Body)\n}\n')
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.box.folder, "CGO_ENABLED": "0", "GO111MODULE": "off",
                       "GOCACHE": os.path.join(self.box.folder, "go-cache")}
        self.assertEqual(subprocess.run(["go", "build", "-o", "get", "get.go"], cwd=self.box.work, env=environment).returncode, 0)
        self.good_and_bad("./get")

    def test_java(self):
        self.need("javac")
        self.write("Get.java", "import java.net.*; import java.io.*;\npublic class Get { public static void main(String[] a) throws Exception {\n"
                               "  HttpURLConnection c = (HttpURLConnection) new URI(a[0]).toURL().openConnection();\n"
                               "  System.out.println(c.getResponseCode());\n"
                               "  InputStream in = c.getResponseCode() < 400 ? c.getInputStream() : c.getErrorStream();\n"
                               "  System.out.println(new String(in.readAllBytes())); } }\n")
        self.assertEqual(subprocess.run(["javac", "Get.java"], cwd=self.box.work).returncode, 0)
        self.good_and_bad("java", "Get")

    def test_webSocket(self):
        script = """import asyncio, sys, websockets
async def main():
    async with websockets.connect(sys.argv[1], open_timeout=20) as s:
        for size in (5, 300, 60000):
            await s.send("x" * size)
            assert await s.recv() == "x" * size
        print("inspected-answer")
try: asyncio.run(main())
except websockets.exceptions.InvalidStatusCode as e: print(e.status_code)"""
        self.write("ws.py", script)
        for path, word in (("/ok/ws", "inspected-answer"), ("/other", "403")):
            done = self.ok(self.box.run(PYTHON, "ws.py", "wss://inspected.test:4451" + path, flags=self.flags))
            self.assertIn(word, done.stdout, done.stderr)
        self.assertEqual([e["path"] for e in self.asked()], ["/ok/ws"])

    def test_eventsComeOneByOne(self):
        script = """import sys, time, urllib.request
late = []
for line in urllib.request.urlopen(sys.argv[1], timeout=20):
    if line.startswith(b"data:"): late.append(time.time() - float(line.split()[2]))
print(len(late), max(late), sorted(late)[len(late) // 2])"""
        self.write("sse.py", script)
        flags = self.policy(rule("inspected.test", 4451, 'methods = ["GET"]'))
        done = self.ok(self.box.run(PYTHON, "sse.py", "https://inspected.test:4451/sse", flags=flags))
        count, most, median = done.stdout.split()
        print(f"events: worst {float(most) * 1000:.1f} ms, median {float(median) * 1000:.1f} ms late")
        self.assertEqual(count, "10")
        self.assertLess(float(most), 0.9, "not all of them at the end")

    def test_grpc(self):
        if subprocess.run([PYTHON, "-c", "import grpc"], capture_output=True).returncode:
            require.without(self, "clients", "grpcio is not here")
        script = """import grpc, os
with open(os.environ["SSL_CERT_FILE"], "rb") as f: roots = f.read()
channel = grpc.secure_channel("grpc.test:4453", grpc.ssl_channel_credentials(roots))
same = channel.unary_unary("/lab.Echo/Same")
print(same(b"one" * 1000, timeout=20) == b"one" * 1000)
try: print(list(channel.unary_stream("/lab.Echo/Many")(b"n", timeout=20)))
except grpc.RpcError as e: print("refused", e.code().name, e.details())"""
        self.write("call.py", script)
        allowed = self.policy(rule("grpc.test", 4453, 'methods = ["POST"], paths = ["/lab.Echo/*"]'))
        done = self.ok(self.box.run(PYTHON, "call.py", flags=allowed))
        self.assertEqual(done.stdout.splitlines()[0], "True", done.stderr)
        self.assertIn("b'n 4'", done.stdout)
        narrow = self.policy(rule("grpc.test", 4453, 'methods = ["POST"], paths = ["/lab.Echo/Same"]'))
        done = self.ok(self.box.run(PYTHON, "call.py", flags=narrow))
        self.assertEqual(done.stdout.splitlines()[0], "True", done.stderr)
        self.assertIn("refused", done.stdout)


class Registries(Inspected):
    def test_npmReadsAndMayNotPublish(self):
        if not there("npm"):
            require.without(self, "clients", "npm is not here")
        flags = self.policy(rule("registry.test", 4451, 'methods = ["GET"], paths = ["/npm/**"]'))
        self.write("package.json", '{"name": "app", "version": "2.0.0", "private": false}')
        script = """export npm_config_registry=https://registry.test:4451/npm/ npm_config_cache=/tmp/npm npm_config_fetch_retries=0 npm_config_audit=false
            npm install left-word --no-fund 2>&1 | tail -3; node -e 'console.log(require("left-word")())'
            echo '//registry.test:4451/npm/:_authToken=word' > ~/.npmrc; npm publish 2>&1 | tail -12"""
        done = self.sh(script, *flags, timeout=300)
        self.assertIn("left-word-here", done.stdout, done.stderr)
        self.assertIn("403", done.stdout)
        self.assertEqual({e["method"] for e in self.asked()}, {"GET"})

    def test_cargo(self):
        if not there("cargo"):
            require.without(self, "clients", "cargo is not here")
        flags = self.policy(rule("registry.test", 4451, 'methods = ["GET"], paths = ["/cargo/**"]'))
        self.write("Cargo.toml", '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n'
                                 'leftword = { version = "1", registry = "lab" }\n')
        self.write(".cargo/config.toml", '[registries.lab]\nindex = "sparse+https://registry.test:4451/cargo/index/"\n')
        self.write("src/main.rs", "fn main() {}\n")
        done = self.sh("export CARGO_HOME=/tmp/cargo; cargo fetch 2>&1 || RUSTC_BOOTSTRAP=1 cargo -Z sparse-registry fetch 2>&1; ls /tmp/cargo/registry/src/*/leftword-1.0.0/src", *flags, timeout=300)
        self.assertIn("lib.rs", done.stdout, done.stdout + done.stderr)

    def test_gitClonesAndPushesWhatItsRuleSays(self):
        git = 'git = { repository = "git/acme/tool", access = ["fetch", "push"], branches = ["agent/**"] }'
        flags = self.policy(rule("git.test", 4451, git))
        script = """cd /tmp && git clone -q https://git.test:4451/git/acme/tool.git && cat tool/word.txt
            git clone -q https://git.test:4451/git/rival/tool.git rival 2>&1 | tail -1
            cd tool; git config user.name a; git config user.email a@example.test
            git checkout -q -b agent/one; echo more >> word.txt; git commit -qam more
            git push -q origin agent/one 2>&1 && echo pushed
            git push -q origin agent/one:main 2>&1 | tail -1; git ls-remote origin"""
        done = self.sh(script, *flags)
        self.assertIn("acme/tool.git", done.stdout, done.stdout + done.stderr)
        self.assertIn("pushed", done.stdout, done.stdout + done.stderr)
        self.assertIn("refs/heads/agent/one", done.stdout)
        denied = [r["subject"] for r in self.requests("deny")]
        self.assertTrue([s for s in denied if "rival/tool" in s], denied)
        self.assertTrue([s for s in denied if "refs/heads/main" in s], denied)


if __name__ == "__main__":
    main(lab=True)
