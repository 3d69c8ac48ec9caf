#!/usr/bin/env python3
"""A credential that comes back: whatever part of an answer it is in, and however a server spells it, nobody inside sees it."""

import json

from case import main
from inspected import DIRECT, Inspected, rule

SECRET = "sk-real/0123+456789=ab&cd\"e:fghijkl~mnop"
CLIENT = """import json, os, socket, ssl, sys
context = ssl.create_default_context()
for way, wanted in json.load(open("ways.json")).items():
    raw = socket.create_connection(("inspected.test", 4451), 20)
    tls = context.wrap_socket(raw, server_hostname="inspected.test")
    tls.sendall(("GET /raw/" + wanted.encode().hex() + " HTTP/1.1\\r\\nHost: inspected.test:4451\\r\\nX-Api-Key: " + os.environ["MODEL_KEY"] + "\\r\\n\\r\\n").encode())
    got = b""
    try:
        while part := tls.recv(65536):
            got += part
    except OSError as error:
        got += b" ! " + str(error).encode()
    print(json.dumps([way, got.decode("latin1")]), flush=True)
"""


class Echoes(Inspected):
    maxDiff = None

    def send(self, ways, secret=SECRET):
        self.box.environment["REAL_KEY"] = secret
        rest = '[[secret]]\nname = "model"\nsource = "env:REAL_KEY"\ninject = [{ host = "inspected.test", port = [4451], header = "x-api-key" }]\nenv = "MODEL_KEY"\n'
        self.write("ways.json", json.dumps(ways))
        self.write("client.py", CLIENT)
        done = self.ok(self.sh(DIRECT + "/usr/bin/python3 client.py", *self.policy(rule("inspected.test", 4451, 'paths = ["/**"]'), rest=rest)))
        return dict(json.loads(line) for line in done.stdout.splitlines())

    def seen(self, got, parts):
        return [p for p in parts if p in got or p.lower() in got.lower()]

    def test_inEveryPartOfAnAnswer(self):
        end = "Content-Length: 0\r\n\r\n"
        ways = {
            "status line": "HTTP/1.1 401 bad key KEY\r\n" + end,
            "status line, a colon behind it": "HTTP/1.1 401 bad key KEY: denied\r\n" + end,
            "value": "HTTP/1.1 200 OK\r\nX-Seen: KEY\r\n" + end,
            "name": "HTTP/1.1 200 OK\r\nX-KEY-Seen: 1\r\n" + end,
            "line without a colon": "HTTP/1.1 200 OK\r\nKEY\r\n" + end,
            "folded": "HTTP/1.1 200 OK\r\nX-Seen: a\r\n KEY: b\r\n" + end,
            "interim": "HTTP/1.1 103 Early Hints\r\nLink: <KEY>\r\n\r\nHTTP/1.1 200 OK\r\n" + end,
            "interim, name": "HTTP/1.1 103 Early Hints\r\nKEY: x\r\n\r\nHTTP/1.1 200 OK\r\n" + end,
            "cookie": "HTTP/1.1 200 OK\r\nSet-Cookie: a=KEY; Path=/\r\n" + end,
            "redirect": "HTTP/1.1 302 Found\r\nLocation: https://inspected.test/?k=KEY.form\r\n" + end,
            "body": "HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\nKEY",
            "body until the end": "HTTP/1.1 200 OK\r\n\r\nKEY",
            "body in pieces": "HTTP/1.1 200 OK\r\n\r\nKEY.firstPAUSEKEY.rest",
            "chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n14\r\nKEY.first\r\n14\r\nKEY.rest\r\n0\r\n\r\n",
            "chunk extension": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=KEY\r\na\r\n0\r\n\r\n",
            "last chunk's extension": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0;x=KEY\r\n\r\n",
            "trailer": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-Seen: KEY\r\n\r\n",
            "trailer, name": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nKEY: x\r\n\r\n",
            "behind the answer": "HTTP/1.1 200 OK\r\n" + end + "KEY",
            "no HTTP": "KEY\r\n\r\n",
            "no upgrade": "HTTP/1.1 101 Switching\r\n\r\nKEY",
            "stray": "HTTP/1.1 204 None\r\n\r\nKEY",
        }
        secret = "sk-real-0123456789abcdefghijklmnopqrstuv"   # a name of a field may be written so
        got = self.send(ways, secret)
        self.assertEqual(set(got), set(ways))
        self.assertEqual({way: answer for way, answer in got.items() if self.seen(answer, [secret, secret[4:20], secret[20:]])}, {})

    def test_howeverItIsSpelled(self):
        words = ["KEY.quote", "KEY.uri", "KEY.component", "KEY.form", "KEY.html", "KEY.entities", "KEY.lower", "KEY.decimal", "KEY.json", "KEY.gojson", "KEY.base64", "KEY.user",
                 "KEY.urlsafe", "KEY.hex", "KEY.HEX", "KEY"]
        got = self.send({word: "HTTP/1.1 200 OK\r\n\r\n<" + word + ">" for word in words})
        self.assertEqual({way: answer for way, answer in got.items() if not "*" * 30 in answer}, {})


if __name__ == "__main__":
    main(lab=True)
