"""A case in the lab whose runs look into connections: the servers of tests/support/inspect_servers.py behind them."""

import json
import os

from case import HERE
from in_lab import InLab

os.environ.setdefault("LEADGLASS_LAB_SERVERS", os.path.join(HERE, "../support/inspect_servers.py"))

READ = 'methods = ["GET", "HEAD"], '
# Direct: without the proxy variables, as many programs go.
DIRECT = "env -u ALL_PROXY -u all_proxy -u HTTP_PROXY -u http_proxy -u HTTPS_PROXY -u https_proxy "


def rule(host, port, rest):
    return f'{{ host = "{host}", port = [{port}], protocol = "tls", {rest} }}'


class Inspected(InLab):
    def setUp(self):
        super().setUp()
        self.lab = os.environ["LEADGLASS_LAB"]
        # By whom servers are verified: the lab's CA, and nobody else.
        self.box.environment["SSL_CERT_FILE"] = os.path.join(self.lab, "ca.pem")
        self.asked_before = len(self.asked_all())

    def policy(self, *allow, rest="", **lists):
        """A profile that denies whatever these rules do not let through; the flags of a run with it."""
        text = '[egress]\ndefault = "deny"\nallow = [\n  ' + ",\n  ".join(allow) + "\n]\n"
        for name, rules in lists.items():
            text += f"{name} = [\n  " + ",\n  ".join(rules) + "\n]\n"
        return ["--ask", "deny", "--profile", self.profile(text + rest)]

    def asked_all(self):
        try:
            with open(os.path.join(self.lab, "asked.jsonl"), encoding="utf-8") as handle:
                return [json.loads(line) for line in handle]
        except FileNotFoundError:
            return []

    def asked(self):
        """What the server of port 4451 was asked since this test began."""
        return self.asked_all()[self.asked_before:]

    def requests(self, verdict=None):
        return [r for r in self.box.audit() if r["kind"] == "request" and verdict in (None, r["verdict"])]
