#!/usr/bin/env python3
"""inspect_servers.py FOLDER: more servers of the lab's internet, for runs whose connections are looked into.

FOLDER is the lab's (lab.py): its CA signs what is served here. All by TLS, on every address:

    4443  nginx, HTTP/2 and HTTP/1.1: /headers says what came, /drain takes a body, /slow streams
    4451  HTTP/1.1: /git (git-http-backend), /npm, /cargo, /echo, /sse, /ws, /leak (the request's key, in its body),
          /keep (keeps the request's key), /kept (what was kept)
    4453  gRPC: one method that returns its bytes, one that streams them
    4461  a certificate that has expired; 4462 one that nobody signed; 4463 one for another name

Says "ready" once all listen. What 4451 is asked is one JSON line each in FOLDER/asked.jsonl.
"""

import base64
import hashlib
import html
import http.server
import io
import json
import os
import socket
import socketserver
import ssl
import struct
import subprocess
import sys
import tarfile
import threading
import time
import urllib.parse

NAMES = ("inspected.test", "other.test", "git.test", "registry.test", "h2.test", "grpc.test", "api.model.test", "pinned.test", "placed.test")
EC = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


def openssl(folder, *words):
    subprocess.run(["openssl", *words], cwd=folder, check=True, stdin=subprocess.DEVNULL, capture_output=True)


def certificates(folder):
    def extensions(name, names):
        with open(os.path.join(folder, name), "w", encoding="ascii") as handle:
            handle.write("subjectAltName=" + ",".join("DNS:" + n for n in names) + "\n")

    extensions("many.ext", NAMES)
    extensions("wrong.ext", ["somebody-else.test"])
    openssl(folder, "req", *EC, "-subj", "/CN=many", "-keyout", "many.key", "-out", "many.csr")
    for name in ("many", "wrong"):
        openssl(folder, "x509", "-req", "-in", "many.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "2", "-out", name + ".pem",
                "-extfile", name + ".ext")
    openssl(folder, "req", "-x509", "-key", "many.key", "-days", "2", "-subj", "/CN=nobody", "-out", "selfsigned.pem", "-addext",
            "subjectAltName=" + ",".join("DNS:" + n for n in NAMES))
    with open(os.path.join(folder, "old.cnf"), "w", encoding="ascii") as handle:
        handle.write("[ca]\ndefault_ca=c\n[c]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")
    for name, text in (("index.txt", ""), ("serial", "01\n")):
        with open(os.path.join(folder, name), "w", encoding="ascii") as handle:
            handle.write(text)
    openssl(folder, "ca", "-batch", "-config", "old.cnf", "-cert", "ca.pem", "-keyfile", "ca.key", "-in", "many.csr", "-out", "expired.pem",
            "-startdate", "20240101000000Z", "-enddate", "20240201000000Z", "-extfile", "many.ext", "-notext")


# ---- nginx ----------------------------------------------------------------------------------------


def nginx(folder):
    place = os.path.join(folder, "nginx")
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, "nginx.conf"), "w", encoding="ascii") as handle:
        handle.write(f"""daemon off; master_process off; worker_processes 1; pid {place}/pid; error_log {place}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log {place}/access.log; client_max_body_size 0; client_body_temp_path {place}/body; proxy_temp_path {place}/proxy;
  fastcgi_temp_path {place}/f; uwsgi_temp_path {place}/u; scgi_temp_path {place}/s; client_body_buffer_size 64k;
  server {{
    listen 4443 ssl http2; listen [::]:4443 ssl http2; ssl_certificate {folder}/many.pem; ssl_certificate_key {folder}/many.key;
    location /headers {{ default_type application/json; add_header X-Method $request_method;
      return 200 '{{"protocol":"$server_protocol","method":"$request_method","uri":"$request_uri","host":"$host","key":"$http_x_api_key","auth":"$http_authorization"}}\\n'; }}
    location /echo {{ add_header X-Seen $http_x_api_key; default_type text/plain; return 200 "key=$http_x_api_key.\\n"; }}
    location / {{ default_type text/plain; return 200 "inspected-answer $server_protocol\\n"; }}
  }}
}}
""")
    return subprocess.Popen(["/usr/sbin/nginx", "-p", place, "-e", os.path.join(place, "error.log"), "-c", os.path.join(place, "nginx.conf")],
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# ---- HTTP/1.1 -------------------------------------------------------------------------------------


def npm_package():
    """left-word 1.0.0 as a tarball."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, text in (("package/package.json", '{"name":"left-word","version":"1.0.0","main":"index.js"}'),
                           ("package/index.js", "module.exports = () => 'left-word-here';\n")):
            about = tarfile.TarInfo(name)
            about.size = len(text)
            archive.addfile(about, io.BytesIO(text.encode()))
    return made.getvalue()


def cargo_crate():
    """leftword 1.0.0 as a .crate."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, text in (("leftword-1.0.0/Cargo.toml", '[package]\nname = "leftword"\nversion = "1.0.0"\nedition = "2021"\n'),
                           ("leftword-1.0.0/src/lib.rs", 'pub fn word() -> &\'static str { "leftword-here" }\n')):
            about = tarfile.TarInfo(name)
            about.size = len(text)
            archive.addfile(about, io.BytesIO(text.encode()))
    return made.getvalue()


def spellings(key):
    """As servers of all kinds write what they were sent into pages, addresses and JSON."""
    text = key.decode("latin1")
    odd = {c for c in text if not c.isalnum()}

    def escaped(how, but="-_."):
        return "".join(how(c) if c in odd and c not in but else c for c in text).encode("latin1")

    return {b"KEY.quote": urllib.parse.quote(text).encode(), b"KEY.uri": urllib.parse.quote(text, safe=";,/?:@&=+$-_.!~*'()#").encode(),
            b"KEY.component": urllib.parse.quote(text, safe="-_.!~*'()").encode(), b"KEY.form": urllib.parse.quote_plus(text).encode(),
            b"KEY.html": html.escape(text).encode(), b"KEY.entities": escaped(lambda c: f"&#x{ord(c):X};"), b"KEY.lower": escaped(lambda c: f"&#x{ord(c):x};"),
            b"KEY.decimal": escaped(lambda c: f"&#{ord(c)};"),
            b"KEY.json": escaped(lambda c: f"\\u{ord(c):04X}"), b"KEY.gojson": json.dumps(text).replace("&", "\\u0026").encode()[1:-1],
            b"KEY.base64": base64.b64encode(key), b"KEY.user": base64.b64encode(b"user:" + key), b"KEY.urlsafe": base64.urlsafe_b64encode(b"x" + key),
            b"KEY.hex": key.hex().encode(), b"KEY.HEX": key.hex().upper().encode(), b"KEY.first": key[:20],
            b"KEY.rest": key[20:], b"KEY": key}


TARBALL, CRATE = npm_package(), cargo_crate()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folder = log = lock = None
    kept = "none"

    def log_message(self, *_):
        pass

    def body(self):
        digest, size, first = hashlib.sha256(), 0, b""
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            while count := int(self.rfile.readline(64).split(b";")[0] or b"0", 16):
                left = count
                while left:
                    part = self.rfile.read(min(left, 1 << 16))
                    digest.update(part)
                    size, first, left = size + len(part), first + part[:max(0, self.keep - len(first))], left - len(part)
                self.rfile.readline(8)
            while self.rfile.readline(4096).strip():
                pass
        else:
            left = int(self.headers.get("Content-Length") or 0)
            while left:
                part = self.rfile.read(min(left, 1 << 16))
                if not part:
                    break
                digest.update(part)
                size, first, left = size + len(part), first + part[:max(0, self.keep - len(first))], left - len(part)
        return first, size, digest.hexdigest()

    def note(self, **more):
        entry = {"method": self.command, "path": self.path, "headers": {k.lower(): v for k, v in self.headers.items()}, **more}
        with self.lock:
            self.log.write(json.dumps(entry) + "\n")
            self.log.flush()

    def answer(self, data, kind="text/plain", status=200, headers=()):
        data = data.encode() if isinstance(data, str) else data
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def git(self, body):
        path, _, query = self.path[4:].partition("?")
        environment = {"PATH": "/usr/bin:/bin", "GIT_PROJECT_ROOT": os.path.join(self.folder, "repositories"), "GIT_HTTP_EXPORT_ALL": "1",
                       "PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": self.command, "REMOTE_USER": "pusher", "REMOTE_ADDR": "203.0.113.1",
                       "CONTENT_TYPE": self.headers.get("Content-Type", ""), "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                       "HTTP_GIT_PROTOCOL": self.headers.get("Git-Protocol", ""), "GATEWAY_INTERFACE": "CGI/1.1", "HOME": self.folder}
        if "Content-Length" in self.headers:
            environment["CONTENT_LENGTH"] = str(len(body))
        done = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True)
        head, _, data = done.stdout.partition(b"\r\n\r\n")
        status, headers = 200, []
        for line in head.decode("latin1").split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "status":
                status = int(value.split()[0])
            elif name and name.lower() not in ("content-length", "content-type"):
                headers.append((name, value))
        kind = next((line.partition(": ")[2] for line in head.decode("latin1").split("\r\n") if line.lower().startswith("content-type")), "text/plain")
        self.answer(data, kind, status, headers)

    def npm(self):
        base = "https://" + self.headers["Host"] + "/npm"
        if self.path.endswith(".tgz"):
            self.answer(TARBALL, "application/octet-stream")
        elif self.command == "PUT":
            self.answer('{"ok":true}', "application/json", 201)
        else:
            integrity = "sha512-" + base64.b64encode(hashlib.sha512(TARBALL).digest()).decode()
            self.answer(json.dumps({"name": "left-word", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {
                "name": "left-word", "version": "1.0.0", "dist": {"tarball": base + "/left-word/-/left-word-1.0.0.tgz", "integrity": integrity}}}}),
                "application/json")

    def cargo(self):
        base = "https://" + self.headers["Host"] + "/cargo"
        if self.path == "/cargo/index/config.json":
            self.answer(json.dumps({"dl": base + "/dl/{crate}/{version}", "api": base}), "application/json")
        elif self.path == "/cargo/index/le/ft/leftword":
            self.answer(json.dumps({"name": "leftword", "vers": "1.0.0", "deps": [], "features": {}, "yanked": False,
                                    "cksum": hashlib.sha256(CRATE).hexdigest()}) + "\n")
        elif self.path == "/cargo/dl/leftword/1.0.0":
            self.answer(CRATE, "application/gzip")
        else:
            self.answer("none\n", status=404)

    def events(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for index in range(10):
            part = f"data: {index} {time.time():.6f}\n\n".encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.flush()
            time.sleep(0.1)
        self.wfile.write(b"0\r\n\r\n")

    def websocket(self):
        accept = base64.b64encode(hashlib.sha1(self.headers["Sec-WebSocket-Key"].encode() + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        self.send_response(101)
        for name, value in (("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept)):
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        while True:                                       # each text frame goes back
            head = self.rfile.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                return
            size = head[1] & 127
            size = struct.unpack("!H", self.rfile.read(2))[0] if size == 126 else size
            mask = self.rfile.read(4)
            data = bytes(b ^ mask[i % 4] for i, b in enumerate(self.rfile.read(size)))
            out = bytes([0x80 | head[0] & 15]) + (bytes([size]) if size < 126 else b"\x7e" + struct.pack("!H", size)) + data
            self.wfile.write(out)
            self.wfile.flush()

    def any(self):
        self.keep = 1 << 26 if self.path.startswith("/git") else 4096
        if self.headers.get("Upgrade", "").lower() == "websocket":
            self.note()
            self.websocket()
            return
        body, size, digest = self.body()
        self.note(size=size, sha256=digest, body=body[:4096].decode("latin1"))
        if self.path.startswith("/git/"):
            self.git(body)
        elif self.path.startswith("/npm/"):
            self.npm()
        elif self.path.startswith("/cargo/"):
            self.cargo()
        elif self.path.startswith("/sse"):
            self.events()
        elif self.path.startswith("/leak"):
            self.answer("the key is " + (self.headers.get("X-Api-Key") or self.headers.get("Authorization") or "none") + " indeed\n",
                        headers=[("X-Seen", self.headers.get("X-Api-Key") or "none")])
        elif self.path.startswith("/raw/"):                # just these bytes, in which KEY is the request's
            key = (self.headers.get("X-Api-Key") or "none").encode()
            for part in bytes.fromhex(self.path[5:]).split(b"PAUSE"):
                for word, spelled in spellings(key).items():
                    part = part.replace(word, spelled)
                self.wfile.write(part)
                self.wfile.flush()
                time.sleep(0.1)
            self.close_connection = True
        elif self.path.startswith("/keep"):
            Handler.kept = self.headers.get("X-Api-Key") or "none"
            self.answer("noted\n")
        elif self.path.startswith("/kept"):
            first, _, last = (self.headers.get("Range") or "").removeprefix("bytes=").partition("-")
            text = "kept: " + Handler.kept + ".\n"
            self.answer(text[int(first):int(last) + 1] if first else text, status=206 if first else 200)
        elif self.path.startswith("/slow"):
            time.sleep(float(self.path.partition("=")[2] or 5))
            self.answer("slow\n")
        elif self.path.startswith("/denied401"):
            self.answer("who\n", status=401)
        else:
            self.answer(json.dumps({"method": self.command, "path": self.path, "size": size, "sha256": digest, "answer": "inspected-answer"}) + "\n",
                        "application/json")

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = do_OPTIONS = any


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    address_family = socket.AF_INET6
    daemon_threads = True
    request_queue_size = 256
    context = None

    def get_request(self):
        client, address = self.socket.accept()
        return self.context.wrap_socket(client, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request, client_address):
        pass


def serve_http(folder, port, name):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, name + ".pem"), os.path.join(folder, "many.key"))
    context.set_alpn_protocols(["http/1.1"])
    Server.allow_reuse_address = True
    server = Server(("::", port), Handler)
    server.context = context
    threading.Thread(target=server.serve_forever, daemon=True).start()


def serve_grpc(folder):
    try:
        import grpc
        from concurrent import futures
    except ImportError:
        return
    def same(data, context):
        for name, value in context.invocation_metadata():
            if name == "x-api-key":
                context.set_trailing_metadata((("key-size", str(len(value))),))
        return data

    def many(data, _):
        for index in range(5):
            yield data + b" %d" % index

    handlers = {"Same": grpc.unary_unary_rpc_method_handler(same), "Many": grpc.unary_stream_rpc_method_handler(many)}
    server = grpc.server(futures.ThreadPoolExecutor(8))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("lab.Echo", handlers),))
    with open(os.path.join(folder, "many.key"), "rb") as key, open(os.path.join(folder, "many.pem"), "rb") as chain:
        server.add_secure_port("[::]:4453", grpc.ssl_server_credentials(((key.read(), chain.read()),)))
    server.start()
    return server


def repositories(folder):
    for name in ("acme/tool.git", "acme/other.git", "rival/tool.git"):
        place = os.path.join(folder, "repositories", name)
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", place], check=True, env={"PATH": "/usr/bin:/bin", "HOME": folder})
        subprocess.run(["git", "-C", place, "config", "http.receivepack", "true"], check=True)
        work = place + ".work"
        git = ["git", "-C", work, "-c", "user.name=t", "-c", "user.email=t@example.test"]
        subprocess.run(["git", "init", "-q", "-b", "main", work], check=True)
        with open(os.path.join(work, "word.txt"), "w", encoding="ascii") as handle:
            handle.write(name + "\n")
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", "start"], check=True)
        subprocess.run([*git, "push", "-q", place, "main"], check=True, stderr=subprocess.DEVNULL)


def main():
    folder = sys.argv[1]
    certificates(folder)
    repositories(folder)
    Handler.folder, Handler.lock = folder, threading.Lock()
    Handler.log = open(os.path.join(folder, "asked.jsonl"), "a", encoding="utf-8")
    server = nginx(folder)
    for port, name in ((4451, "many"), (4461, "expired"), (4462, "selfsigned"), (4463, "wrong")):
        serve_http(folder, port, name)
    kept = serve_grpc(folder)
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", 4443)) == 0:
                break
        time.sleep(0.05)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    server.wait()
    del kept


if __name__ == "__main__":
    main()
