#!/usr/bin/env python3
"""agent_hosts.py FOLDER: the hosts that Claude Code and Codex know by heart, in the lab's internet, by TLS.

Each name of LEADGLASS_LAB_NAMES is at port 443 of its address: the page of a sign-in (OAuth 2 with PKCE, RFC 6749 and RFC 7636), which
says yes at once; the endpoint that gives tokens for its code, once; and the scripted model, which answers only who has the token.
Everything is made up. What was asked is FOLDER/hosts.jsonl. Says "ready" once all of it listens.
"""

import base64
import hashlib
import json
import os
import secrets
import socket
import ssl
import subprocess
import sys
import threading
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))

import origin  # noqa: E402
import scripted_model  # noqa: E402

NAMES = ("api.anthropic.com", "platform.claude.com", "claude.com", "chatgpt.com", "auth.openai.com", "api.openai.com")


def made_up(prefix, length=108):
    """Of the shape of a real one, and the same in every process of a test."""
    text = base64.urlsafe_b64encode(hashlib.sha512(prefix.encode()).digest() * 6).decode().rstrip("=")
    return (prefix + text)[:length]


def jwt(claims, who):
    part = [base64.urlsafe_b64encode(json.dumps(each).encode()).decode().rstrip("=") for each in ({"alg": "RS256", "typ": "JWT"}, claims)]
    return ".".join([*part, made_up(who + "-signature-", 340)])


ACCOUNT = {"email": "pat@example.test", "exp": 4102444800, "https://api.openai.com/auth": {
    "chatgpt_plan_type": "pro", "chatgpt_user_id": "user-made-up", "chatgpt_account_id": "account-made-up"}}
# By agent: what it signs its requests with; what it renews that with; and who the person is, where it is told.
ACCESS = {"claude": made_up("sk-ant-oat01-"), "codex": jwt({**ACCOUNT, "aud": ["https://api.openai.com/v1"]}, "access")}
REFRESH = {"claude": made_up("sk-ant-ort01-"), "codex": made_up("rt_", 90)}
IDENTITY = jwt({**ACCOUNT, "aud": ["made-up-client"]}, "identity")
TOKENS = {
    "claude": {"token_type": "Bearer", "access_token": ACCESS["claude"], "refresh_token": REFRESH["claude"], "expires_in": 28800,
               "scope": "user:inference user:profile", "account": {"uuid": "11111111-2222-4333-8444-555555555555", "email_address": "pat@example.test"},
               "organization": {"uuid": "66666666-7777-4888-8999-000000000000", "name": "Made up"}},
    "codex": {"id_token": IDENTITY, "access_token": ACCESS["codex"], "refresh_token": REFRESH["codex"], "expires_in": 28800},
}
PROFILE = {"account": {"uuid": "11111111-2222-4333-8444-555555555555", "email": "pat@example.test", "full_name": "Pat", "display_name": "Pat",
                       "has_claude_max": True, "has_claude_pro": False, "created_at": "2026-01-01T00:00:00Z"},
           "organization": {"uuid": "66666666-7777-4888-8999-000000000000", "name": "Made up", "organization_type": "claude_max",
                            "rate_limit_tier": "default_claude_max_5x", "billing_type": "stripe_subscription"}}
ANSWERS = {"/api/oauth/profile": PROFILE, "/api/oauth/claude_cli/roles": {"organization_role": "admin", "workspace_role": None, "organization_name": "Made up"},
           "/backend-api/codex/models": {"models": []},
           # Which host speaks for the person's workspace: Codex asks before its first request.
           "/backend-api/wham/accounts/check": {
               "accounts": [{"id": "account-made-up", "name": "Made up", "structure": "personal", "plan_type": "pro", "is_deactivated": False,
                             "workspace_backend_origin": "https://chatgpt.com", "account_routing_override": "NO_CONSTRAINT"}],
               "account_ordering": ["account-made-up"], "default_account_id": "account-made-up"}}


class Handler(scripted_model.Handler):
    codes = {}      # code: (challenge, client_id, redirect_uri), until it is used

    def note(self, kind, **more):
        self.stage.log.add({"kind": kind, "host": self.headers.get("Host"), "method": self.command, "path": urlsplit(self.path).path, **more})

    def agent(self):
        return "claude" if ".claude.com" in self.headers.get("Host", "") or self.headers.get("Host") in ("claude.com", "api.anthropic.com") else "codex"

    def wanted_key(self):
        return ACCESS[self.agent()]

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path.endswith("/oauth/authorize"):
            return self.authorize({name: value for name, (value, *_) in parse_qs(url.query).items()})
        key = self.key_seen(parse_qs(url.query))
        if key is not None and key != ACCESS[self.agent()]:
            self.note("refused", key=key)
            return self.send_json(401, {"error": {"message": "not who you are"}})
        self.note("asked", key=key)
        if self.headers.get("Upgrade", "").lower() == "websocket":
            return self.send_json(426, {"error": {"message": "by HTTP, please"}})
        if url.path == "/oauth/code/success":
            return self.send_json(200, {"ok": True})        # where a browser ends up
        if url.path in ANSWERS and key:
            return self.send_json(200, ANSWERS[url.path])
        return super().do_GET()

    do_HEAD = do_GET

    def authorize(self, asked):
        good = asked.get("code_challenge_method") == "S256" and asked.get("response_type") == "code" and asked.get("state")
        self.note("authorize", asked=asked, good=bool(good))
        if not good:
            return self.send_json(400, {"error": "invalid_request"})
        code = secrets.token_urlsafe(24)
        self.codes[code] = (asked["code_challenge"], asked["client_id"], asked["redirect_uri"])
        self.send_response(302)
        self.send_header("Location", asked["redirect_uri"] + "?" + urlencode({"code": code, "state": asked["state"]}))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self):
        if not urlsplit(self.path).path.endswith("/oauth/token"):
            return super().do_POST()
        raw = self.read_body()
        form = json.loads(raw) if "json" in self.headers.get("Content-Type", "") else dict(parse_qsl(raw.decode()))
        challenge, client, redirect = self.codes.pop(form.get("code"), ("", "", ""))
        verifier = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest()).decode().rstrip("=")
        good = (form.get("grant_type"), verifier, form.get("client_id"), form.get("redirect_uri")) == ("authorization_code", challenge, client, redirect)
        self.note("token", grant=form.get("grant_type"), good=good)
        return self.send_json(200, TOKENS[self.agent()]) if good else self.send_json(400, {"error": "invalid_grant"})


class Server(scripted_model.TcpServer):
    def __init__(self, address, context):
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        super().__init__((address, 443), Handler, bind_and_activate=False)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)      # beside the lab's own, which has all addresses
        # The lab's addresses are on no interface: IP_FREEBIND and IPV6_FREEBIND.
        self.socket.setsockopt(*((socket.IPPROTO_IPV6, 78, 1) if ":" in address else (socket.IPPROTO_IP, 15, 1)))
        self.context = context
        self.server_bind()
        self.server_activate()


def certificate(folder, names):
    ec = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    with open(os.path.join(folder, "hosts.ext"), "w", encoding="ascii") as handle:
        handle.write("subjectAltName=" + ",".join("DNS:" + name for name in names) + "\n")
    for words in (("req", *ec, "-subj", "/CN=hosts", "-keyout", "hosts.key", "-out", "hosts.csr"),
                  ("x509", "-req", "-in", "hosts.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "2", "-out", "hosts.pem", "-extfile", "hosts.ext")):
        subprocess.run(["openssl", *words], cwd=folder, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "hosts.pem"), os.path.join(folder, "hosts.key"))
    return context


class Options:
    var, workdir, require_key, log_bodies = (), None, None, True

    def __init__(self, folder):
        self.log = os.path.join(folder, "hosts.jsonl")
        self.scenario = os.environ.get("LEADGLASS_LAB_SCENARIO") or os.path.join(HERE, "scenarios/smoke.json")


def main():
    folder = sys.argv[1]
    context = certificate(folder, NAMES)
    Handler.stage = scripted_model.Handler.stage = scripted_model.Stage(Options(folder))
    for name in NAMES:
        for address in origin.addresses_of(name):
            threading.Thread(target=Server(address, context).serve_forever, daemon=True).start()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    main()
