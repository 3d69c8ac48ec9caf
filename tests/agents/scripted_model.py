#!/usr/bin/env python3
"""A scripted stand-in for the model APIs that coding agents talk to.

It plays back a scenario (a JSON file with a list of turns) through whichever wire format the agent
speaks, so that a real agent runs its real tools without a model and without a network:

    POST /v1/messages                          Anthropic Messages
    POST /v1/responses                         OpenAI Responses
    POST /v1/chat/completions                  OpenAI Chat Completions
    POST /v1beta/models/M:generateContent      Gemini
    POST /v1beta/models/M:streamGenerateContent

Every request is one JSON line in --log: kind (main, side, aux, unexpected, refused, unreadable), path,
headers, tools offered, tool_results (what the agent sent back), turn, reply. It keeps no state: each
tool-call id carries its turn's number.
"""

import argparse
import gzip
import http.server
import json
import os
import secrets
import socket
import socketserver
import ssl
import sys
import threading
import time
import zlib
from urllib.parse import parse_qs, urlsplit

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))

import zstd  # noqa: E402
from model_formats import Chat, Gemini, format_for  # noqa: E402
from model_script import Scenario, find_tool, minimal, plan  # noqa: E402

# --------------------------------------------------------------------------
# The server
# --------------------------------------------------------------------------


class Log:
    def __init__(self, path):
        self.handle = open(path, "a", encoding="utf-8") if path else None
        self.lock = threading.Lock()
        self.number = 0

    def add(self, entry):
        with self.lock:
            self.number += 1
            entry = {"n": self.number, "time": round(time.time(), 3), **entry}
            if self.handle:
                json.dump(entry, self.handle, ensure_ascii=False)
                self.handle.write("\n")
                self.handle.flush()


class Stage:
    """What all requests share."""

    def __init__(self, options):
        variables = dict(v.split("=", 1) for v in options.var)
        variables.setdefault("WORK", options.workdir or os.getcwd())
        self.scenario = Scenario(options.scenario, variables)
        self.workdir = options.workdir
        self.require_key = options.require_key
        self.log_bodies = options.log_bodies
        self.log = Log(options.log)
        self.errors_served = set()
        self.lock = threading.Lock()

    def next_reply(self, talk):
        """(turn number or None, text, calls, error) for a request."""
        if find_tool(talk.tools, "shell") is None:
            # Titles, summaries, quota checks: never part of the script.
            if talk.schema:
                return None, json.dumps(minimal(talk.schema)), [], None
            return None, "scripted side reply", [], None
        position = self.scenario.position(talk)
        turn = self.scenario.turns[position]
        if turn.error:
            with self.lock:
                first = position not in self.errors_served
                self.errors_served.add(position)
            if first:
                return position, "", [], turn.error
            position += 1
            turn = self.scenario.turns[position]
        if turn.delay:
            time.sleep(turn.delay)
        text, calls = turn.text, []
        for number, action in enumerate(turn.actions):
            call = plan(action, talk.tools, self.workdir)
            if call is None:
                text += f"\n[no tool here for {json.dumps(action)}]"
                continue
            call.id = "call_gbx%dx%d%s" % (position, number,
                                           secrets.token_hex(4))
            calls.append(call)
        return position, text, calls, None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "scripted-model"
    stage = None

    def log_message(self, *args):
        pass

    def address_string(self):
        return "local"

    # -- reading and writing ------------------------------------------------

    def read_body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            data = b""
            while True:
                size = int(self.rfile.readline().split(b";")[0], 16)
                data += self.rfile.read(size)
                self.rfile.readline()
                if size == 0:
                    break
        else:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        coding = self.headers.get("Content-Encoding", "").lower()
        if coding == "gzip":
            data = gzip.decompress(data)
        elif coding == "deflate":
            data = zlib.decompress(data)
        elif coding == "zstd":
            data = zstd.decompress(data)
        elif coding not in ("", "identity"):
            raise ValueError("unsupported Content-Encoding " + coding)
        return data

    def send_json(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("request-id", "req_" + secrets.token_hex(8))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_events(self, events):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("request-id", "req_" + secrets.token_hex(8))
        self.end_headers()
        for name, data in events:
            text = data if isinstance(data, str) else json.dumps(data)
            block = (f"event: {name}\n" if name else "") + f"data: {text}\n\n"
            raw = block.encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(raw), raw))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def key_seen(self, query):
        for name in ("x-api-key", "x-goog-api-key", "api-key"):
            if self.headers.get(name):
                return self.headers[name]
        bearer = self.headers.get("Authorization", "")
        if bearer.lower().startswith("bearer "):
            return bearer[7:]
        return (query.get("key") or [None])[0]

    def wanted_key(self):
        """The key that this request needs, if any."""
        return self.stage.require_key

    # -- requests -----------------------------------------------------------

    def do_POST(self):
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        entry = {"method": self.command, "path": self.path,
                 "tls": isinstance(self.connection, ssl.SSLSocket),
                 "headers": dict(self.headers.items())}
        try:
            raw = self.read_body()
            body = json.loads(raw) if raw.strip() else {}
        except (ValueError, OSError) as problem:
            self.stage.log.add({**entry, "kind": "unreadable",
                                "problem": str(problem)})
            return self.send_json(400, {"error": {"message": str(problem)}})
        if self.stage.log_bodies:
            entry["body"] = body
        key = self.key_seen(query)
        style = format_for(url.path)
        wanted = self.wanted_key()
        if wanted and key != wanted:
            self.stage.log.add({**entry, "kind": "refused", "key": key})
            shape = style or Chat
            return self.send_json(401, shape.error(401, "invalid api key"))
        if style is None:
            return self.other(entry, url)
        talk = style.read(body, url.path)
        position, text, calls, error = self.stage.next_reply(talk)
        self.stage.log.add({
            **entry, "kind": "main" if position is not None else "side",
            "api": style.name, "model": talk.model, "stream": talk.stream,
            "tools": [t.name for t in talk.tools],
            "system_chars": len(talk.system),
            "last_user": talk.last_user[-2000:],
            "tool_results": talk.new_results,
            "turn": position,
            "reply": {"text": text, "calls": [c.as_json() for c in calls],
                      "error": error},
        })
        if error:
            return self.send_json(error[0], style.error(*error))
        answer = style.reply(talk, text, calls)
        if not isinstance(answer, list):
            return self.send_json(200, answer)
        if style is Gemini and query.get("alt") != ["sse"]:
            return self.send_json(200, [data for _, data in answer])
        return self.send_events(answer)

    def other(self, entry, url):
        """Everything that is not a completion."""
        path = url.path
        answer, status = {}, 200
        if path.endswith("/count_tokens"):
            answer = {"input_tokens": 10}
        elif path.endswith(":countTokens"):
            answer = {"totalTokens": 10}
        elif path.endswith("/models"):
            names = ("scripted", "gpt-5", "claude-sonnet-4-5",
                     "gemini-2.5-pro")
            answer = {"object": "list", "has_more": False, "data": [
                {"id": n, "object": "model", "type": "model",
                 "display_name": n, "created": 0, "owned_by": "scripted"}
                for n in names]}
        elif path in ("", "/"):
            answer = {"ok": True}
        else:
            status = 404
            answer = {"error": {"message": "not scripted: " + path,
                                "type": "not_found_error"}}
        kind = "aux" if status == 200 else "unexpected"
        self.stage.log.add({**entry, "kind": kind, "status": status})
        self.send_json(status, answer)

    def do_GET(self):
        url = urlsplit(self.path)
        self.other({"method": self.command, "path": self.path,
                    "tls": isinstance(self.connection, ssl.SSLSocket),
                    "headers": dict(self.headers.items())}, url)

    do_HEAD = do_GET
    do_PUT = do_POST
    do_PATCH = do_POST


class TcpServer(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64
    context = None

    def finish_request(self, request, client_address):
        if self.context is not None:
            # Here, in the connection's own thread, so that a client that
            # never finishes its handshake holds up nobody else.
            request.settimeout(20)
            request = self.context.wrap_socket(request, server_side=True)
            request.settimeout(None)
        self.RequestHandlerClass(request, client_address, self)

    def handle_error(self, request, client_address):
        problem = sys.exc_info()[1]
        if isinstance(problem, ssl.SSLError) and self.context is not None:
            Handler.stage.log.add({"kind": "tls-failure",
                                   "problem": str(problem)})
        elif not isinstance(problem, (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class UnixServer(TcpServer):
    address_family = socket.AF_UNIX
    allow_reuse_address = False


def listen(spec, context):
    """Start serving on HOST:PORT or unix:PATH; the address is returned."""
    if spec.startswith("unix:"):
        path = spec[len("unix:"):]
        if os.path.exists(path):
            os.unlink(path)
        server, shown = UnixServer(path, Handler), spec
    else:
        host, port = spec.rsplit(":", 1)
        server = TcpServer((host, int(port)), Handler)
        shown = "%s:%d" % server.server_address[:2]
    server.context = context
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return shown


def main(argv=None):
    parser = argparse.ArgumentParser(
        description="Scripted model API server for testing coding agents.")
    parser.add_argument("scenario", help="scenario JSON file")
    parser.add_argument("--listen", action="append", default=[],
                        metavar="ADDR", help="HOST:PORT (port 0: any) or "
                        "unix:PATH; may be repeated")
    parser.add_argument("--tls-listen", action="append", default=[],
                        metavar="ADDR", help="the same, with TLS")
    parser.add_argument("--cert", help="PEM certificate chain for TLS")
    parser.add_argument("--key", help="PEM private key for TLS")
    parser.add_argument("--log", help="append one JSON line per request here")
    parser.add_argument("--log-bodies", action="store_true",
                        help="log whole request bodies too")
    parser.add_argument("--workdir", help="directory that relative paths in "
                        "write, edit and read turns are taken from")
    parser.add_argument("--var", action="append", default=[],
                        metavar="NAME=VALUE", help="value for {{NAME}}")
    parser.add_argument("--require-key", metavar="KEY",
                        help="answer 401 unless the request carries this key")
    parser.add_argument("--ready-file", help="write the addresses here, one a "
                        "line, once all of them listen")
    options = parser.parse_args(argv)
    if options.tls_listen and not (options.cert and options.key):
        parser.error("--tls-listen needs --cert and --key")
    if not options.listen and not options.tls_listen:
        options.listen = ["127.0.0.1:0"]
    try:
        Handler.stage = Stage(options)
    except (OSError, ValueError, KeyError) as problem:
        parser.error(f"{options.scenario}: {problem}")
    context = None
    if options.tls_listen:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.cert, options.key)
    addresses = [listen(spec, None) for spec in options.listen]
    addresses += [listen(spec, context) for spec in options.tls_listen]
    if options.ready_file:
        draft = options.ready_file + ".tmp"
        with open(draft, "w", encoding="utf-8") as handle:
            handle.write("\n".join(addresses) + "\n")
        os.replace(draft, options.ready_file)
    print("\n".join(addresses), flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
