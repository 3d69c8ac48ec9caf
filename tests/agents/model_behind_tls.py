#!/usr/bin/env python3
"""model_behind_tls.py FOLDER: the scripted model in the lab's internet, by TLS, for those who have its key.

https://api.model.test:4471; what it was asked is FOLDER/model.jsonl. Says "ready" once it listens.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KEY = "sk-ant-api03-real-key-of-the-model-0123456789"


def main():
    folder = sys.argv[1]
    ec = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    with open(os.path.join(folder, "model.ext"), "w", encoding="ascii") as handle:
        handle.write("subjectAltName=DNS:api.model.test\n")
    for words in (("req", *ec, "-subj", "/CN=model", "-keyout", "model.key", "-out", "model.csr"),
                  ("x509", "-req", "-in", "model.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "2", "-out", "model.pem", "-extfile", "model.ext")):
        subprocess.run(["openssl", *words], cwd=folder, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    server = subprocess.Popen(
        [sys.executable, "-B", os.path.join(HERE, "scripted_model.py"), os.path.join(HERE, "scenarios/smoke.json"), "--tls-listen", "0.0.0.0:4471", "--cert", os.path.join(folder, "model.pem"), "--key", os.path.join(folder, "model.key"), "--log",
         os.path.join(folder, "model.jsonl"), "--require-key", KEY, "--ready-file", os.path.join(folder, "model.ready")],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    if not server.stdout.readline():
        sys.exit("the scripted model did not start")
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    server.wait()


if __name__ == "__main__":
    main()
