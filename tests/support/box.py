"""A throwaway person: a home with canaries, a project, a neighbour, and Leadglass installed for them.

Used by every Python test. The person's canaries are words that must never be seen where they do not
belong. Leadglass is copied into the person's own files, since it refuses files of users it does not
know, and in the lab's user namespace that is everybody else.
"""

import hashlib
import json
import os
import shutil
import stat
import subprocess
import tempfile

CANARIES = ("canary-aws-secret", "canary-ssh-key", "canary-netrc", "canary-gh-token", "canary-env-github",
            "canary-env-npm", "canary-git-credential", "canary-sink-answer")
# How much slower this machine is than one that tests are written for (an emulated one is): for deadlines only.
SLOWER = float(os.environ.get("LEADGLASS_SLOWER") or 1)
OWN_PLACES = (".local/share/leadglass", ".local/state/leadglass", ".config/leadglass", ".cache")


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(text)
    os.chmod(path, mode)


def digest(folder, without=()):
    """What a tree holds: path -> (type, mode, content or link)."""
    found = {}
    for here, names, leaves in os.walk(folder):
        names[:] = [n for n in names if os.path.relpath(os.path.join(here, n), folder) not in without]
        for leaf in names + leaves:
            path = os.path.join(here, leaf)
            about = os.lstat(path)
            if stat.S_ISLNK(about.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(about.st_mode):
                with open(path, "rb") as handle:
                    content = hashlib.sha256(handle.read()).hexdigest()
            else:
                content = ""
            found[os.path.relpath(path, folder)] = (stat.S_IFMT(about.st_mode), about.st_mode & 0o7777, content)
    return found


class Box:
    def __init__(self, build, folder=None):
        self.folder = os.path.realpath(folder or tempfile.mkdtemp(prefix="leadglass-box."))
        # The hostile scenario deletes only below a folder of this name.
        self.root = os.path.join(self.folder, "throwaway")
        self.home = os.path.join(self.root, "home")
        self.work = os.path.join(self.root, "projects/app")
        self.neighbour = os.path.join(self.root, "projects/neighbour")
        self.program = self.install(build)
        self.make_home()
        self.make_project()
        runtime = os.path.join(self.folder, "runtime")
        os.makedirs(runtime, mode=0o700, exist_ok=True)
        temporary = os.path.join(self.folder, "tmp")
        os.makedirs(temporary, exist_ok=True)
        self.environment = {
            "HOME": self.home, "PATH": self.path(), "LANG": "C.UTF-8", "TERM": "dumb",
            "XDG_RUNTIME_DIR": runtime, "TMPDIR": temporary, "USER": "person", "LOGNAME": "person",
            "GITHUB_TOKEN": "canary-env-github", "NPM_TOKEN": "canary-env-npm",
        }
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "LEADGLASS_LAB"):
            if name in os.environ:
                self.environment[name] = os.environ[name]

    def install(self, build):
        prefix = os.path.join(self.folder, "installed")
        os.makedirs(os.path.join(prefix, "bin"))
        for name in sorted(os.listdir(os.path.join(build, "bin"))):
            shutil.copy2(os.path.join(build, "bin", name), os.path.join(prefix, "bin", name))
        shutil.copytree(os.path.join(build, "share"), os.path.join(prefix, "share"))
        return os.path.join(prefix, "bin/leadglass")

    def path(self):
        """PATH of the person. In the lab root's bwrap belongs to nobody that is known there: a copy comes first."""
        system = "/usr/local/bin:/usr/bin:/bin"
        if "LEADGLASS_LAB" not in os.environ or os.getuid() == 0 or not shutil.which("bwrap", path=system):
            return system
        tools = os.path.join(self.folder, "tools")
        os.makedirs(tools, exist_ok=True)
        shutil.copy2(shutil.which("bwrap", path=system), tools)
        return tools + ":" + system

    def make_home(self):
        files = {
            ".aws/credentials": "[default]\naws_access_key_id = AKIACANARY\naws_secret_access_key = canary-aws-secret\n",
            ".ssh/id_ed25519": "-----BEGIN OPENSSH PRIVATE KEY-----\ncanary-ssh-key\n-----END OPENSSH PRIVATE KEY-----\n",
            ".netrc": "machine git.canary.test login me password canary-netrc\n",
            ".git-credentials": "https://me:canary-git-credential@git.canary.test\n",
            ".config/gh/hosts.yml": "github.com:\n  oauth_token: canary-gh-token\n",
        }
        for name, text in files.items():
            write(os.path.join(self.home, name), text, 0o600)
        for place in OWN_PLACES:    # what lies above them is there on a desktop; below them is not compared
            os.makedirs(os.path.join(self.home, os.path.dirname(place)), exist_ok=True)
        write(os.path.join(self.home, ".bashrc"), "# bashrc\n")
        write(os.path.join(self.home, ".profile"), "# profile\n")
        write(os.path.join(self.home, ".gitconfig"),
              "[user]\n\tname = Pat Person\n\temail = pat@example.test\n[credential]\n\thelper = store\n")
        os.chmod(self.home, 0o700)

    def make_project(self):
        write(os.path.join(self.neighbour, "keep.txt"), "keep\n")
        write(os.path.join(self.work, "README.md"), "# App\n")
        for words in (["init", "-q", "-b", "main"], ["add", "-A"],
                      ["-c", "user.name=t", "-c", "user.email=t@example.test", "commit", "-qm", "start"]):
            subprocess.run(["git", *words], cwd=self.work, check=True, stdin=subprocess.DEVNULL,
                           env={"HOME": self.home, "PATH": "/usr/bin:/bin"})

    def git(self, *words):
        done = subprocess.run(["git", *words], cwd=self.work, check=True, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, env={"HOME": self.home, "PATH": "/usr/bin:/bin"})
        return done.stdout

    def leadglass(self, *words, cwd=None, extra=None, timeout=120, **options):
        """Runs `leadglass WORDS`; the result has returncode, stdout and stderr (text)."""
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("capture_output", True)
        return subprocess.run([self.program, *words], cwd=cwd or self.work, env={**self.environment, **(extra or {})},
                              text=True, errors="replace", timeout=timeout and timeout * SLOWER, **options)

    def run(self, *command, flags=(), **options):
        return self.leadglass("run", *flags, "--", *command, **options)

    def json(self, *words):
        done = self.leadglass(*words, "--json")
        try:
            return json.loads(done.stdout)
        except ValueError:
            raise AssertionError(f"leadglass {' '.join(words)} --json: exit {done.returncode}, "
                                 f"{done.stdout[-500:]!r} {done.stderr[-500:]!r}") from None

    def pending(self):
        """The questions that wait for an answer."""
        return [q for q in self.json("approvals", "list") if q["state"] == "pending"]

    def audit(self):
        return self.json("audit", "list", "--limit", "10000")

    def host_state(self):
        """The person's tree without Leadglass's own places."""
        return digest(self.root, without={"home/" + place for place in OWN_PLACES})

    def remove(self):
        for here, names, _ in os.walk(self.folder):
            for name in names:
                try:
                    os.chmod(os.path.join(here, name), 0o700)
                except OSError:
                    pass
        shutil.rmtree(self.folder, ignore_errors=True)
