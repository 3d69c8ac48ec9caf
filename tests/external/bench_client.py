"""Inside a run: sends each request of a list in three ways, and says what came back, one JSON line per request and way.

The list: [{"id", "method", "url", "headers", "content_type", "body"}]. The ways: `configured`, as the environment says;
`captured`, past the proxy variables; `proxied`, through the proxy whatever the address.
"""

import json
import os
import subprocess
import sys

WAYS = {"configured": [], "captured": ["--noproxy", "*"], "proxied": ["--noproxy", ""]}
# curl(1), EXIT CODES: what a refusal looks like to it. Anything else is a failure of the trial.
REFUSED = {5, 6, 7, 35, 52, 56, 97}


def send(request, way):
    command = ["curl", "-sS", "--globoff", "--path-as-is", "--max-time", "60", "--cacert", "ca.pem", "-o", "-", "-w", "\n%{http_code}",
               *WAYS[way], "-X", request.get("method") or "GET"]
    if way == "proxied":
        command += ["--proxy", os.environ["HTTP_PROXY"]]
    for name, value in (request.get("headers") or {}).items():
        command += ["-H", f"{name}: {value}"]
    if request.get("content_type"):
        command += ["-H", f"Content-Type: {request['content_type']}"]
    if request.get("body") is not None:
        command += ["--data-binary", request["body"]]
    done = subprocess.run([*command, "--", request["url"]], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    code = done.stdout.rpartition("\n")[2]
    if done.returncode == 0 and code.startswith("2"):
        came = "answer"
    elif done.returncode in REFUSED or (done.returncode == 0 and code in ("400", "403", "502")):
        came = "refused"
    else:
        came = "error"
    return {"id": request["id"], "way": way, "came": came, "status": code, "curl": done.returncode, "said": done.stderr.strip()[-200:]}


with open(sys.argv[1], encoding="utf-8") as handle:
    for wanted in json.load(handle):
        for name in WAYS:
            print(json.dumps(send(wanted, name)), flush=True)
