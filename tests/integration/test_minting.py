#!/usr/bin/env python3
"""Credentials that are minted: by leadglass-mint from an HTTPS server, and by commands."""

import base64
import hashlib
import hmac
import json
import os
import stat
import subprocess
import time
import unittest
import urllib.parse

from case import Case, main
from https_server import HttpsServer

CANARY = "canary-value-of-the-server"


def rfc3339(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


class Minting(Case):
    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.box.folder, "server")
        os.makedirs(self.folder)
        self.server = HttpsServer(self.folder)
        self.addCleanup(self.server.close)

    def keep(self, name, value):
        self.ok(subprocess.run([self.box.program, "secret", "set", name, "--store", "file"], input=value, env=self.box.environment,
                               cwd=self.box.work, capture_output=True, text=True, timeout=60))

    def ask(self, source, **extra):
        done = self.box.leadglass("secret", "test", source, "--json", extra=extra)
        self.assertNotIn(CANARY, (done.stdout + done.stderr).replace(json.dumps(source), ""))
        return done

    def minted(self, source, **extra):
        return json.loads(self.ok(self.ask(source, **extra)).stdout)

    def refused(self, source, *said, **extra):
        done = self.ask(source, **extra)
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (125, "", 1), done.stderr)
        for words in said:
            self.assertIn(words, done.stderr)

    def tool(self, name, script):
        path = os.path.join(self.box.folder, "bin", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as handle:
            handle.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o755)
        return {"PATH": os.path.dirname(path) + ":" + self.box.environment["PATH"]}

    # ---- commands ----

    def test_aCommandsJsonHasATokenAndItsEnd(self):
        end = int(time.time()) + 600
        for text, size in ((json.dumps({"token": CANARY, "expires": rfc3339(end)}), len(CANARY)),
                           (json.dumps({"token": CANARY, "expires": end}), len(CANARY)),
                           (json.dumps({"accessToken": CANARY, "expires_on": end, "expiresOn": "2026-11-30 20:05:55.000000"}), len(CANARY)),
                           (json.dumps({"Version": 1, "AccessKeyId": "ASIAX", "SecretAccessKey": CANARY, "SessionToken": "t", "Expiration": rfc3339(end)}), len(CANARY))):
            got = self.minted(f"command:echo '{text}'")
            self.assertEqual(got["bytes"], size)
            self.assertEqual(got["expires"][:19], rfc3339(end)[:19])
        self.assertIsNone(self.minted(f"command:echo '{json.dumps({'token': CANARY})}'")["expires"])

    def test_jsonThatIsNoTokenIsRefused(self):
        for text in ("{", "{}", '{"token":1}', '{"token":""}', '{"token":"a b"}', '{"token":"a\\n"}', '{"token":"x","expires":"tomorrow"}',
                     '{"a":' * 600 + "1" + "}" * 600):
            self.refused(f"command:echo '{text}'", "no credential was minted")

    def test_googleAndAzureAreAskedByTheirOwnPrograms(self):
        said = os.path.join(self.box.folder, "said")
        extra = self.tool("gcloud", f'printf "%s\\n" "$@" > {said}; echo ya29.{CANARY}')
        got = self.minted("gcp:impersonate=bot@p.iam.gserviceaccount.com scopes=https://www.googleapis.com/auth/devstorage.read_only", **extra)
        self.assertEqual((got["bytes"], got["from"]), (len(CANARY) + 5, "gcloud"))
        with open(said, encoding="utf-8") as handle:
            self.assertEqual(handle.read().split(), ["auth", "print-access-token", "--quiet", "--impersonate-service-account=bot@p.iam.gserviceaccount.com",
                                                     "--scopes=https://www.googleapis.com/auth/devstorage.read_only"])
        end = int(time.time()) + 3000
        extra = self.tool("az", f'printf "%s\\n" "$@" > {said}; echo \'{{"accessToken":"{CANARY}","expires_on":{end}}}\'')
        got = self.minted("azure:resource=https://vault.azure.net tenant=t1", **extra)
        self.assertEqual(got["expires"][:19], rfc3339(end)[:19])
        with open(said, encoding="utf-8") as handle:
            self.assertEqual(handle.read().split(), ["account", "get-access-token", "--output=json", "--resource=https://vault.azure.net", "--tenant=t1"])
        self.refused("gcp:account=--flags-file=/etc/passwd", "cannot be 'account'", **extra)
        self.refused("azure:", "there is no program 'az'", PATH="/nonexistent")

    # ---- AWS ----

    def sts(self, end):
        return f"""<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
            <AccessKeyId>ASIAIOSFODNN7EXAMPLE</AccessKeyId><SecretAccessKey>{CANARY}</SecretAccessKey>
            <SessionToken>AQoDYXdzEPT</SessionToken><Expiration>{rfc3339(end)}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>"""

    def signature(self, key, path, headers, body):
        """As AWS checks it, by the standard library."""
        fields = dict(part.strip().split("=", 1) for part in headers["authorization"].removeprefix("AWS4-HMAC-SHA256 ").split(","))
        _, day, region, service, tail = fields["Credential"].split("/")
        names = fields["SignedHeaders"].split(";")
        canonical = "\n".join(["POST", path, "", *(f"{name}:{headers[name]}" for name in names), "", ";".join(names), hashlib.sha256(body.encode()).hexdigest()])
        text = "\n".join(["AWS4-HMAC-SHA256", headers["x-amz-date"], f"{day}/{region}/{service}/{tail}", hashlib.sha256(canonical.encode()).hexdigest()])
        mac = b"AWS4" + key.encode()
        for step in (day, region, service, tail, text):
            mac = hmac.new(mac, step.encode(), hashlib.sha256).digest()
        self.assertLessEqual({"host", "x-amz-date", "content-type"}, set(names))
        return fields["Signature"], mac.hex()

    def test_awsAssumesTheRoleForJustTheseActions(self):
        end = int(time.time()) + 900
        self.server.answers["/"] = (200, self.sts(end))
        for kept, token in (("AKIDEXAMPLE:base/secret+key", None), ("ASIAEXAMPLE:base/secret+key:base-token", "base-token"),
                            ('{"Version":1,"AccessKeyId":"AKIDJSON","SecretAccessKey":"base/secret+key"}', None)):
            self.keep("aws-base", kept)
            got = self.minted(f"aws:role=arn:aws:iam::123456789012:role/agent region=eu-central-1 credentials=file:aws-base "
                              f"actions=s3:GetObject,s3:ListBucket resources=arn:aws:s3:::b/* external-id=x1 endpoint={self.server.url} ca={self.server.ca}")
            self.assertEqual((got["bytes"], got["expires"][:19], got["from"]), (len(CANARY), rfc3339(end)[:19], "AWS STS"))
            path, headers, body = self.server.seen[-1]
            asked = dict(urllib.parse.parse_qsl(body, strict_parsing=True))
            self.assertEqual({key: asked[key] for key in asked if key != "Policy"},
                             {"Action": "AssumeRole", "Version": "2011-06-15", "RoleArn": "arn:aws:iam::123456789012:role/agent", "RoleSessionName": "leadglass",
                              "DurationSeconds": "900", "ExternalId": "x1"})
            self.assertEqual(json.loads(asked["Policy"])["Statement"],
                             [{"Effect": "Allow", "Action": ["s3:GetObject", "s3:ListBucket"], "Resource": ["arn:aws:s3:::b/*"]}])
            self.assertEqual(headers.get("x-amz-security-token"), token)
            self.assertNotIn("base/secret+key", str(headers) + body)
            self.assertEqual(*self.signature("base/secret+key", path, headers, body))

    def test_whatAwsRefusesIsSaid(self):
        self.keep("aws-base", "AKIDEXAMPLE:secret")
        source = f"aws:role=arn:aws:iam::1:role/x region=eu-central-1 credentials=file:aws-base endpoint={self.server.url} ca={self.server.ca}"
        self.server.answers["/"] = (403, "<ErrorResponse><Error><Code>AccessDenied</Code><Message>not \x1b[31mallowed</Message></Error></ErrorResponse>")
        self.refused(source, "AWS STS refused (HTTP 403): AccessDenied: not \\x1b[31mallowed")
        self.server.answers["/"] = (200, "<AssumeRoleResponse/>")
        self.refused(source, "no value that can be used")
        self.keep("aws-base", "only-one-part")
        self.refused(source, "KEY_ID:SECRET")

    # ---- GitHub ----

    def test_aGithubAppSignsForOneRepositoryAndItsPermissions(self):
        subprocess.run(["openssl", "genrsa", "-out", "app.pem", "2048"], cwd=self.folder, check=True, capture_output=True)
        subprocess.run(["openssl", "rsa", "-in", "app.pem", "-pubout", "-out", "app.pub"], cwd=self.folder, check=True, capture_output=True)
        with open(os.path.join(self.folder, "app.pem"), encoding="ascii") as handle:
            self.keep("app-key", handle.read())
        end = int(time.time()) + 3600
        where = "/app/installations/678/access_tokens"
        self.server.answers[where] = (201, json.dumps({"token": "ghs_" + CANARY, "expires_at": rfc3339(end), "repository_selection": "selected"}))
        source = f"github-app:app=12345 installation=678 key=file:app-key repositories=acme/widget permissions=contents:write,issues:read api={self.server.url} ca={self.server.ca}"
        got = self.minted(source)
        self.assertEqual((got["bytes"], got["expires"][:19]), (len(CANARY) + 4, rfc3339(end)[:19]))
        path, headers, body = self.server.seen[-1]
        self.assertEqual((path, json.loads(body)), (where, {"repositories": ["widget"], "permissions": {"contents": "write", "issues": "read"}}))
        signed, signature = headers["authorization"].removeprefix("Bearer ").rsplit(".", 1)

        def unpack(text):
            return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

        claims = json.loads(unpack(signed.split(".")[1]))
        self.assertEqual((json.loads(unpack(signed.split(".")[0])), claims["iss"]), ({"alg": "RS256", "typ": "JWT"}, "12345"))
        self.assertLessEqual(claims["exp"], time.time() + 600)
        self.assertLess(claims["iat"], time.time())
        for name, data in (("signed", signed.encode()), ("signature", unpack(signature))):
            with open(os.path.join(self.folder, name), "wb") as handle:
                handle.write(data)
        subprocess.run(["openssl", "dgst", "-sha256", "-verify", "app.pub", "-signature", "signature", "signed"], cwd=self.folder, check=True, capture_output=True)
        self.server.answers[where] = (201, json.dumps({"token": CANARY, "expires_at": rfc3339(end), "repository_selection": "all"}))
        self.refused(source, "a token for all repositories")
        self.server.answers[where] = (404, json.dumps({"message": "Not Found"}))
        self.refused(source, "GitHub refused (HTTP 404): Not Found")
        self.keep("app-key", "no key")
        self.refused(source, "no RSA private key")

    # ---- OAuth ----

    def test_aRefreshTokenGivesATokenAndItsSuccessorIsKept(self):
        answers = iter([{"access_token": CANARY, "token_type": "Bearer", "expires_in": 3600, "refresh_token": "second-refresh"},
                        {"access_token": CANARY, "token_type": "bearer", "expires_in": 60}])
        self.server.answers["/token"] = lambda body: (200, json.dumps(next(answers)))
        self.keep("oauth", "first-refresh")
        self.keep("oauth-client", "client secret")
        source = (f"oauth:token-url={self.server.url}/token client-id=agent refresh=file:oauth client-secret=file:oauth-client "
                  f"'scope=read write' ca={self.server.ca}")
        got = self.minted(source)
        self.assertEqual(got["bytes"], len(CANARY))
        self.minted(source)
        forms = [dict(urllib.parse.parse_qsl(body)) for _, _, body in self.server.seen]
        self.assertEqual(forms[0], {"grant_type": "refresh_token", "refresh_token": "first-refresh", "client_id": "agent", "scope": "read write"})
        self.assertEqual(forms[1]["refresh_token"], "second-refresh")
        self.assertEqual(self.server.seen[0][1]["authorization"], "Basic " + base64.b64encode(b"agent:client%20secret").decode())
        path = os.path.join(self.box.home, ".config/leadglass/secrets/oauth")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)

    def test_whatAnOAuthServerRefusesIsSaid(self):
        self.keep("oauth", "first-refresh")
        source = f"oauth:token-url={self.server.url}/token client-id=agent refresh=file:oauth ca={self.server.ca}"
        for answer, said in (((400, '{"error":"invalid_grant","error_description":"gone"}'), "invalid_grant: gone: sign in again"),
                             ((200, '{"access_token":"x","token_type":"mac"}'), "not a bearer token"),
                             ((200, '{"token_type":"bearer"}'), "no value that can be used"),
                             ((200, "<html>"), "the server gave no token (HTTP 200)"),
                             ((302, ""), "the server gave no token (HTTP 302)"),
                             ((200, "x" * 70000), "more than 64 KiB")):
            self.server.answers["/token"] = answer
            self.refused(source, said)
        self.assertNotIn("/elsewhere", [path for path, _, _ in self.server.seen])

    def test_aSignInByDeviceKeepsTheRefreshToken(self):
        polls = iter([(400, '{"error":"authorization_pending"}'), (200, json.dumps({"access_token": "x", "token_type": "bearer", "refresh_token": CANARY}))])
        self.server.answers["/device"] = (200, json.dumps({"device_code": "device-1", "user_code": "WDJB-MJHT", "verification_uri": "https://a.example/device",
                                                           "interval": 1, "expires_in": 600}))
        self.server.answers["/token"] = lambda body: next(polls)
        settings = f"device-url={self.server.url}/device token-url={self.server.url}/token client-id=agent 'scope=read write' ca={self.server.ca}"
        done = self.ok(self.box.leadglass("secret", "set", "mine", "--store", "file", "--sign-in", settings))
        self.assertEqual(done.stderr, "leadglass: open https://a.example/device and enter the code WDJB-MJHT\nleadglass: signed in, and kept: mine\n")
        forms = [dict(urllib.parse.parse_qsl(body)) for _, _, body in self.server.seen]
        self.assertEqual(forms[0], {"client_id": "agent", "scope": "read write"})
        self.assertEqual(forms[1], {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "device-1", "client_id": "agent"})
        self.assertEqual((len(forms), self.minted("mine")["bytes"]), (3, len(CANARY)))
        for answer, said in (((400, '{"error":"access_denied"}'), "access_denied"), ((400, '{"error":"expired_token"}'), "expired_token")):
            self.server.answers["/token"] = answer
            done = self.box.leadglass("secret", "set", "other", "--store", "file", "--sign-in", settings)
            self.assertEqual((done.returncode, done.stderr.count(said)), (125, 1), done.stderr)
        for bad in ({"verification_uri": "javascript:alert(1)"}, {"user_code": ""}, {"verification_uri": "https://a.example/$(id)"}):
            self.server.answers["/device"] = (200, json.dumps({"device_code": "d", "user_code": "A", "verification_uri": "https://a.example/", **bad}))
            done = self.box.leadglass("secret", "set", "other", "--store", "file", "--sign-in", settings)
            self.assertEqual((done.returncode, "no address that can be opened" in done.stderr), (125, True), done.stderr)
        self.assertIn("needs 'device-url'", self.box.leadglass("secret", "set", "other", "--sign-in", "client-id=a").stderr)

    # ---- the way there ----

    def test_aServerThatIsNotVerifiedGetsNothing(self):
        self.keep("oauth", "first-refresh")
        self.refused(f"oauth:token-url={self.server.url}/token client-id=agent refresh=file:oauth", "cannot be asked", "certificate")
        self.refused(f"oauth:token-url=https://127.0.0.1:{self.server.port}/token client-id=agent refresh=file:oauth ca={self.server.ca}", "cannot be asked")
        self.assertEqual(self.server.seen, [])
        self.refused(f"oauth:token-url=http://localhost:{self.server.port}/token client-id=agent refresh=file:oauth", "cannot be 'token-url'")
        self.refused("oauth:client-id=agent refresh=file:oauth", "needs 'token-url'")
        self.refused(f"oauth:token-url={self.server.url}/t client-id=a refresh=gcp:", "is itself minted")
        self.refused(f"oauth:token-url={self.server.url}/t client-id=a refresh=file:none", "there is no file")


if __name__ == "__main__":
    main()
