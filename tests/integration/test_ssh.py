#!/usr/bin/env python3
"""[[ssh]]: a run signs in, pushes and signs commits with the person's keys, where the policy and the person allow it."""

import os
import pwd
import socket
import subprocess

from case import Case, main, require, start, wait_until

USER = pwd.getpwuid(os.getuid()).pw_name
TOOLS = ("/usr/sbin/sshd", "/usr/bin/ssh-agent", "/usr/bin/ssh-keygen", "/usr/bin/ssh-add")


class Ssh(Case):
    def setUp(self):
        super().setUp()
        if os.getuid() == 0:
            self.skipTest("for an ordinary user")
        for tool in TOOLS:
            if not os.path.exists(tool):
                require.without(self, "clients", tool + " is not there")
        self.keys = os.path.join(self.box.folder, "keys")
        os.mkdir(self.keys, 0o700)
        for name in ("mine", "other", "host", "stranger"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name + "@test", "-f", self.key(name)], check=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.agent = os.path.join(self.keys, "agent.sock")
        self.background("ssh-agent", "-D", "-a", self.agent)
        self.assertTrue(wait_until(self.agentAnswers, 10))
        subprocess.run(["ssh-add", "-q", self.key("mine"), self.key("other")], check=True, env={"SSH_AUTH_SOCK": self.agent})
        self.box.environment["SSH_AUTH_SOCK"] = self.agent
        self.server("host")
        self.know("host")

    def key(self, name):
        return os.path.join(self.keys, name)

    def agentAnswers(self):  # its socket is there before it listens
        return subprocess.run(["ssh-add", "-l"], env={"SSH_AUTH_SOCK": self.agent}, capture_output=True, check=False).returncode == 1

    def public(self, name):
        with open(self.key(name) + ".pub", encoding="ascii") as handle:
            return handle.read()

    def background(self, *words):
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: (process.kill(), process.wait()))
        return process

    def server(self, host_key):
        with open(self.key("authorized"), "w", encoding="ascii") as handle:
            handle.write(self.public("mine") + self.public("other"))
        config = self.key("sshd_config")
        with open(config, "w", encoding="utf-8") as handle:
            handle.write(f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {self.key(host_key)}\nPidFile none\nUsePAM no\nStrictModes no\n"
                         f"AuthorizedKeysFile {self.key('authorized')}\nPasswordAuthentication no\n")
        process = self.background("/usr/sbin/sshd", "-D", "-e", "-f", config)
        self.assertTrue(wait_until(self.listens, 10))
        return process

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def know(self, host_key):
        """The person has accepted this key; in a file with hashed names, as Debian's ssh writes it."""
        path = os.path.join(self.box.home, ".ssh/known_hosts")
        with open(path, "w", encoding="ascii") as handle:
            handle.write(f"[127.0.0.1]:{self.port} {' '.join(self.public(host_key).split()[:2])}\nsecret.example {self.public('stranger')}")
        subprocess.run(["ssh-keygen", "-q", "-H", "-f", path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def policy(self, approve="each", more=""):
        fingerprint = subprocess.run(["ssh-keygen", "-lf", self.key("mine") + ".pub"], check=True, capture_output=True, text=True).stdout.split()[1]
        return self.profile(f'[egress]\nallow = [ {{ loopback = {self.port} }} ]\n'
                            f'[[ssh]]\nhost = "127.0.0.1"\nport = {self.port}\nkey = "{fingerprint}"\napprove = "{approve}"\n{more}'
                            f'[approvals]\nhold = "30s"\n')

    def run_(self, script, approve="never-ask", more="", ask="deny"):
        return start(self.box, "sh", "-c", script, flags=["--profile", self.policy(approve, more), "--ask", ask])

    def done(self, script, **options):
        run = self.run_(script, **options)
        out, err = run.communicate(timeout=120)
        return run.returncode, out, err

    def answer(self, verdict, *more):
        pending = lambda: [q for q in self.box.json("approvals", "list") if q["state"] == "pending"]
        self.assertTrue(wait_until(pending, 30))
        question = pending()[0]
        self.ok(self.box.leadglass("answer", question["id"], question["digest"], verdict, *more))
        return question

    def rows(self):
        return [r for r in self.box.audit() if r["kind"] == "credential" and r["detail"].get("credential") == "ssh_key"]

    def ssh(self, command="echo signed-in"):
        return f"ssh -p {self.port} {USER}@127.0.0.1 '{command}'"

    def test_aSignInIsAskedAboutWithHostUserAndKeyAndRecorded(self):
        run = self.run_(self.ssh(), approve="each", ask="app")
        question = self.answer("allow")
        out, err = run.communicate(timeout=60)
        self.assertEqual((run.returncode, out), (0, "signed-in\n"), err)
        self.assertIn(f"sign in at [127.0.0.1]:{self.port} as {USER} with your key SHA256:", question["object"])
        self.assertIn("(mine@test)", question["object"])
        self.assertIn("ssh", question["process"])
        self.assertEqual(question["scopes"], ["once"])
        row, = self.rows()
        self.assertEqual((row["verdict"], row["outcome"]), ("allow", "allowed_by_user"))
        self.assertEqual((row["detail"]["user"], row["detail"]["port"]), (USER, self.port))
        run = self.run_(self.ssh(), approve="each", ask="app")
        self.answer("deny")
        out, err = run.communicate(timeout=60)
        self.assertNotEqual(run.returncode, 0)
        self.assertNotIn("signed-in", out)

    def test_nobodyToAskMeansNo(self):
        status, out, _ = self.done(self.ssh(), approve="each")
        self.assertNotEqual(status, 0)
        self.assertNotIn("signed-in", out)
        self.assertEqual([r["outcome"] for r in self.rows()], ["no_approver"])

    def test_gitPushesAndSignsWithoutAnyKeyInside(self):
        origin = os.path.join(self.box.folder, "origin.git")
        subprocess.run(["git", "init", "-q", "--bare", origin], check=True, env={"PATH": "/usr/bin:/bin", "HOME": self.box.home})
        script = (f"git push -q ssh://{USER}@127.0.0.1:{self.port}{origin} HEAD:refs/heads/pushed && "
                  "ssh-add -L | sed -n 1p > mine.pub && "
                  "git -c gpg.format=ssh -c user.signingkey=mine.pub commit -q --allow-empty -S -m signed && git cat-file -p HEAD")
        status, out, err = self.done(script, more='sign = ["git"]\n')
        self.assertEqual(status, 0, err)
        self.assertIn("BEGIN SSH SIGNATURE", out)
        heads = subprocess.run(["git", "-C", origin, "branch"], check=True, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "HOME": self.box.home})
        self.assertIn("pushed", heads.stdout)
        self.assertEqual({r["detail"]["use"] for r in self.rows()}, {"sign_in", "signature"})
        status, out, _ = self.done("ssh-add -L | sed -n 1p > mine.pub; git -c gpg.format=ssh -c user.signingkey=mine.pub commit -q --allow-empty -S -m no")
        self.assertNotEqual(status, 0)
        self.assertEqual(self.rows()[-1 if self.rows()[-1]["verdict"] == "deny" else 0]["reason"], "namespace")

    def test_insideThereIsOneKeyToUseNoneToReadAndNoOtherAgent(self):
        status, out, err = self.done('ls -A ~/.ssh; ssh-add -L; cat ~/.ssh/*; ls -A /.leadglass/doors; env; ls -l "$SSH_AUTH_SOCK"; '
                                     f'ls {self.keys}; test -S {self.agent} && echo leaked; ssh-add -D; ssh-add -x </dev/null; '
                                     'echo x > ~/.ssh/known_hosts; rm -f "$SSH_AUTH_SOCK"; ssh-add -l')
        self.assertEqual(status, 0, err)
        self.assertIn("known_hosts", out)
        self.assertIn("mine@test", out)
        for word in ("other@test", "canary-ssh-key", "leaked", self.agent, "secret.example"):
            self.assertNotIn(word, out)
        left = subprocess.run(["ssh-add", "-l"], check=True, capture_output=True, text=True, env={"SSH_AUTH_SOCK": self.agent}).stdout
        self.assertEqual(len(left.splitlines()), 2)

    def test_aServerWithAnotherKeyGetsNoSignatureWhateverTheClientInsideAccepts(self):
        self.know("stranger")
        status, out, err = self.done(self.ssh())
        self.assertNotEqual(status, 0)
        self.assertIn("HOST IDENTIFICATION HAS CHANGED", err)
        status, out, err = self.done(f"ssh -F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -p {self.port} {USER}@127.0.0.1 echo signed-in")
        self.assertNotEqual(status, 0)
        self.assertNotIn("signed-in", out)
        self.assertEqual([r["reason"] for r in self.rows()], ["unknown_host_key"])

    def forget(self):
        path = os.path.join(self.box.home, ".ssh/known_hosts")
        with open(path, "w", encoding="ascii") as handle:
            handle.write(f"secret.example {self.public('stranger')}")

    def kept(self):
        with open(os.path.join(self.box.home, ".ssh/known_hosts"), "rb") as handle:
            return handle.read()

    def test_aHostKeyThatNobodyHasAcceptedIsAskedAboutOnceInARunOrForGood(self):
        self.forget()
        fingerprint = subprocess.run(["ssh-keygen", "-lf", self.key("host") + ".pub"], check=True, capture_output=True, text=True).stdout.split()[1]
        twice = f"{self.ssh()} && {self.ssh('echo again')}"
        before = self.kept()
        for scope, asked in (("once", True), ("always", True), ("", False)):
            run = self.run_(twice, ask="app")
            if asked:
                question = self.answer("allow", "--scope", scope)
                self.assertEqual(question["object"], f"accept the host key ssh-ed25519 {fingerprint} of [127.0.0.1]:{self.port}")
                self.assertEqual((question["scopes"], question["protocol"]), (["once", "always"], "ssh-host-key"))
            out, err = run.communicate(timeout=60)
            self.assertEqual((run.returncode, out), (0, "signed-in\nagain\n"), err)
            kept = b"" if scope == "once" else f"[127.0.0.1]:{self.port} {' '.join(self.public('host').split()[:2])}\n".encode()
            self.assertEqual(self.kept(), before + kept)
        self.assertEqual(len([r for r in self.box.audit() if r["kind"] == "answer"]), 2)

    def test_aHostKeyThatIsDeniedOrThatNobodyAnswersForLetsNoOneIn(self):
        self.forget()
        before = self.kept()
        run = self.run_(f"{self.ssh()}; {self.ssh('echo again')}", ask="app")
        self.answer("deny")
        out, err = run.communicate(timeout=60)
        self.assertEqual((out, err.count("Host key verification failed")), ("", 2), err)
        status, out, err = self.done(self.ssh())
        self.assertNotEqual(status, 0)
        self.assertIn("Host key verification failed", err)
        self.assertEqual((self.kept(), out), (before, ""))

    def test_aKeyThatHasChangedIsNeverAskedAbout(self):
        self.know("stranger")
        for script in (self.ssh(), f"ssh -F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -p {self.port} {USER}@127.0.0.1 echo signed-in"):
            run = self.run_(script, ask="app")
            out, _ = run.communicate(timeout=60)
            self.assertNotEqual(run.returncode, 0)
            self.assertEqual(out, "")
        self.assertEqual([r for r in self.box.audit() if r["kind"] == "question"], [])

    def test_aRunWithoutARuleHasNoAgent(self):
        done = self.sh('echo "agent=$SSH_AUTH_SOCK"; ls -A /.leadglass/doors ~/.ssh 2>&1')
        self.assertIn("agent=\n", done.stdout)
        self.assertNotIn("known_hosts", done.stdout)


if __name__ == "__main__":
    main()
