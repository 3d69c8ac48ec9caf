"""An HTTPS server on loopback with a certificate authority of its own, that says what was asked of it."""

import http.server
import os
import ssl
import subprocess
import threading


def make_authority(folder):
    """ca.pem, and server.pem with its key, for localhost."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key", "-out", "ca.pem",
            "-days", "2", "-subj", "/CN=Test authority", "-addext", "basicConstraints=critical,CA:TRUE")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    with open(os.path.join(folder, "names"), "w", encoding="ascii") as handle:
        handle.write("subjectAltName=DNS:localhost")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "server.pem")
    return os.path.join(folder, "ca.pem")


class HttpsServer:
    """`answers`: path to (status, body), or a function of the request's body that gives them."""

    def __init__(self, folder):
        self.ca = make_authority(folder)
        self.answers = {}
        self.seen = []   # (path, headers in lower case, body)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                outer.seen.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body.decode()))
                answer = outer.answers.get(self.path, (404, "{}"))
                status, text = answer(body.decode()) if callable(answer) else answer
                data = text if isinstance(text, bytes) else text.encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                if status in (301, 302, 307):
                    self.send_header("Location", f"https://localhost:{outer.port}/elsewhere")
                self.end_headers()
                try:
                    self.wfile.write(data)
                except OSError:
                    pass   # it has had enough

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(folder, "server.pem"), os.path.join(folder, "server.key"))
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        self.url = f"https://localhost:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
