#!/usr/bin/env python3
"""AWS's own client inside a run: it is given placeholders by the run's endpoint, and its requests arrive signed with what was minted outside."""

import hashlib
import hmac
import json
import os
import subprocess
import time

from case import main, require
from https_server import HttpsServer
from inspected import Inspected, rule

CANARY = "canary/minted+secret"
PYTHON = "/usr/bin/python3"
SIGN = """import botocore.session, urllib.request
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
found = botocore.session.Session().get_credentials()
print(found.method)
keys = found.get_frozen_credentials()
print(keys.access_key, keys.secret_key, keys.token)
url = "https://inspected.test:4451/ok/aws"
request = AWSRequest("GET", url, headers={"Host": "inspected.test:4451"})
SigV4Auth(keys, "execute-api", "eu-central-1").add_auth(request)
print(urllib.request.urlopen(urllib.request.Request(url, headers=dict(request.headers.items())), timeout=30).status)
"""


class ContainerCredentials(Inspected):
    def setUp(self):
        super().setUp()
        folder = os.path.join(self.box.folder, "sts")
        os.makedirs(folder)
        self.sts = HttpsServer(folder)
        self.addCleanup(self.sts.close)
        end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 900))
        self.sts.answers["/"] = (200, f"""<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
            <AccessKeyId>ASIAMINTED</AccessKeyId><SecretAccessKey>{CANARY}</SecretAccessKey>
            <SessionToken>minted-session</SessionToken><Expiration>{end}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>""")
        self.ok(subprocess.run([self.box.program, "secret", "set", "aws-base", "--store", "file"], input="AKIDEXAMPLE:base-secret", env=self.box.environment,
                               cwd=self.box.work, capture_output=True, text=True, timeout=60))

    def flags(self, rest="endpoint = true\n"):
        return self.policy(rule("inspected.test", 4451, 'paths = ["/ok/**"]'), rest=f"""[[secret]]
name = "cloud"
source = "mint:aws"
mint = {{ role = "arn:aws:iam::123456789012:role/agent", region = "eu-central-1", credentials = "file:aws-base", endpoint = "{self.sts.url}", ca = "{self.sts.ca}" }}
inject = [{{ host = "inspected.test", port = [4451], header = "Authorization" }}]
{rest}""")

    def signature(self, key, headers, path):
        """As AWS checks it, by the standard library."""
        fields = dict(part.strip().split("=", 1) for part in headers["authorization"].removeprefix("AWS4-HMAC-SHA256 ").split(","))
        _, day, region, service, tail = fields["Credential"].split("/")
        names = fields["SignedHeaders"].split(";")
        canonical = "\n".join(["GET", path, "", *(f"{name}:{headers[name]}" for name in names), "", fields["SignedHeaders"],
                               headers.get("x-amz-content-sha256", hashlib.sha256(b"").hexdigest())])
        text = "\n".join(["AWS4-HMAC-SHA256", headers["x-amz-date"], f"{day}/{region}/{service}/{tail}", hashlib.sha256(canonical.encode()).hexdigest()])
        mac = b"AWS4" + key.encode()
        for step in (day, region, service, tail, text):
            mac = hmac.new(mac, step.encode(), hashlib.sha256).digest()
        return fields["Signature"], mac.hex()

    def test_awsOwnClientSignsWithPlaceholdersAndTheServerSeesTheMintedKey(self):
        if subprocess.run([PYTHON, "-c", "import botocore"], capture_output=True).returncode:
            require.without(self, "clients", "botocore is not here")
        self.write("sign.py", SIGN)
        done = self.ok(self.box.run(PYTHON, "sign.py", flags=self.flags()))
        method, keys, status = done.stdout.splitlines()
        self.assertEqual((method, status), ("container-role", "200"), done.stderr)
        for real in (CANARY, "ASIAMINTED", "minted-session", "base-secret"):
            self.assertNotIn(real, done.stdout + done.stderr)
        headers = self.asked()[0]["headers"]
        headers = {name.lower(): value for name, value in headers.items()}
        self.assertIn("Credential=ASIAMINTED/", headers["authorization"])
        self.assertEqual(headers["x-amz-security-token"], "minted-session")
        self.assertEqual(*self.signature(CANARY, headers, "/ok/aws"))
        for placeholder in keys.split():
            self.assertNotIn(placeholder, json.dumps(headers))
        self.assertNotIn(CANARY, json.dumps(self.box.audit()))

    def test_theEndpointIsThereForItsTokenAndNoVariableHoldsAKey(self):
        curl = "curl -sS -m 10 --noproxy '*' "
        done = self.ok(self.sh('env | grep ^AWS_ | grep -v ^AWS_CA_ | cut -d= -f1 | sort; ' + curl + '-H "Authorization: $AWS_CONTAINER_AUTHORIZATION_TOKEN" "$AWS_CONTAINER_CREDENTIALS_FULL_URI"; '
                               + curl + "-o /dev/null -w '%{http_code}\\n' \"$AWS_CONTAINER_CREDENTIALS_FULL_URI\"; "
                               + curl + "-o /dev/null -w '%{http_code}\\n' -H \"Authorization: $AWS_CONTAINER_AUTHORIZATION_TOKEN\" \"${AWS_CONTAINER_CREDENTIALS_FULL_URI}x\"",
                               *self.flags()))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[:2], ["AWS_CONTAINER_AUTHORIZATION_TOKEN", "AWS_CONTAINER_CREDENTIALS_FULL_URI"])
        said = json.loads(lines[2])
        self.assertEqual(sorted(said), ["AccessKeyId", "Expiration", "SecretAccessKey", "Token"])
        self.assertTrue(said["AccessKeyId"].startswith("ASIA") and said["AccessKeyId"] != "ASIAMINTED")
        self.assertGreater(said["Expiration"], time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() + 1800)))
        self.assertEqual(lines[3:], ["400", "400"])
        self.assertEqual(self.denials(), [])

    def test_aPolicyThatDoesNotAskForItHasNone(self):
        done = self.ok(self.sh("env | grep ^AWS_ | grep -v ^AWS_CA_ | cut -d= -f1 | sort; curl -sS -m 10 --noproxy '*' -o /dev/null -w '%{http_code}\\n' "
                               "http://127.0.0.1:980/leadglass/aws/credentials", *self.flags('env = "AWS_SECRET_ACCESS_KEY"\n')))
        self.assertEqual(done.stdout.split(), ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "400"])

    def test_aPolicyThatCannotBeIsOneError(self):
        done = self.sh("true", *self.flags('endpoint = true\nenv = "AWS_SECRET_ACCESS_KEY"\n'))
        self.assertEqual(done.returncode, 125)
        self.assertIn("'secret.endpoint' and 'secret.env' do not go together", done.stderr)


if __name__ == "__main__":
    main(lab=True)
