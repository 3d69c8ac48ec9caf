"""A session bus of the test's own, and a Secret Service on it: gnome-keyring or KeePassXC."""

import os
import shutil
import subprocess
import time

import require
from box import SLOWER

BUS = """<busconfig><type>session</type><listen>unix:tmpdir={folder}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="false"/><allow eavesdrop="false"/><allow own="*"/></policy></busconfig>"""
# What a collection is exposed by: its group, in the database itself.
DATABASE = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?><KeePassFile><Meta><Generator>KeePassXC</Generator><DatabaseName>test</DatabaseName>
<CustomData><Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{01020304-0506-0708-090a-0b0c0d0e0f10}</Value></Item></CustomData></Meta>
<Root><Group><UUID>AQIDBAUGBwgJCgsMDQ4PEA==</UUID><Name>Root</Name></Group></Root></KeePassFile>"""
KEEPASSXC = """[General]
ConfigVersion=2
UpdateCheckMessageShown=true
AutoSaveAfterEveryChange=true
[FdoSecrets]
Enabled=true
ConfirmAccessItem=false
ConfirmDeleteItem=false
ShowNotification=false
[GUI]
CheckForUpdates=false
[Security]
LockDatabaseIdle=false
"""
PASSWORD = "of the test"


class Bus:
    """Nothing on it is started by being asked for."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        for program in ("dbus-daemon", "gnome-keyring-daemon", "keepassxc", "secret-tool"):
            if not shutil.which(program):
                require.missing("secretservice", f"{program} is not there")
        config = os.path.join(folder, "bus.conf")
        with open(config, "w", encoding="utf-8") as handle:
            handle.write(BUS.format(folder=folder))
        self.daemon = subprocess.Popen(["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"], stdout=subprocess.PIPE,
                                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
        self.address = self.daemon.stdout.readline().strip()
        if not self.address:
            require.missing("secretservice", "dbus-daemon does not start")
        home = os.path.join(folder, "home")
        os.makedirs(os.path.join(home, ".config/keepassxc"))
        os.makedirs(os.path.join(folder, "run"), mode=0o700)
        self.environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": self.address,
                            "XDG_RUNTIME_DIR": os.path.join(folder, "run"), "TMPDIR": os.path.join(folder, "run"), "QT_QPA_PLATFORM": "offscreen"}
        self.service = None

    def close(self):
        for process in (self.service, self.daemon):
            if process:
                process.kill()
                process.wait()
        self.daemon.stdout.close()

    def call(self, path, method, *arguments):
        return subprocess.run(["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.secrets", path, method, *arguments],
                              env=self.environment, capture_output=True, text=True, check=False, timeout=60).stdout

    def wait_for_service(self):
        end = time.monotonic() + 30 * SLOWER
        while time.monotonic() < end:
            done = subprocess.run(["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner",
                                   "string:org.freedesktop.secrets"], env=self.environment, capture_output=True, text=True, check=False, timeout=60)
            if "true" in done.stdout:
                return
            time.sleep(0.1)
        require.missing("secretservice", "no service appears on the bus")

    def start(self, words, given):
        self.service = subprocess.Popen(words, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.service.stdin.write(given.encode())
        self.service.stdin.close()
        self.wait_for_service()

    def gnome_keyring(self, unlocked=True):
        """With a default collection, open; or with none at all."""
        self.start(["gnome-keyring-daemon", "--foreground", "--components=secrets", *(["--unlock"] if unlocked else [])], PASSWORD if unlocked else "")

    def keepassxc(self):
        home = self.environment["HOME"]
        with open(os.path.join(home, "db.xml"), "w", encoding="utf-8") as handle:
            handle.write(DATABASE)
        with open(os.path.join(home, ".config/keepassxc/keepassxc.ini"), "w", encoding="utf-8") as handle:
            handle.write(KEEPASSXC)
        base = os.path.join(home, "test.kdbx")
        subprocess.run(["keepassxc-cli", "import", "-p", os.path.join(home, "db.xml"), base], input=f"{PASSWORD}\n{PASSWORD}\n", text=True,
                       env=self.environment, capture_output=True, check=True, timeout=60)
        self.start(["keepassxc", "--pw-stdin", base], PASSWORD + "\n")
        end = time.monotonic() + 30 * SLOWER
        # Until then it would ask a person for the password in a window of its own.
        while not self.is_open() and time.monotonic() < end:
            time.sleep(0.1)

    def default_collection(self):
        answer = self.call("/org/freedesktop/secrets", "org.freedesktop.Secret.Service.ReadAlias", "string:default")
        return answer.rpartition('object path "')[2].partition('"')[0] if "object path" in answer else ""

    def is_open(self):
        collection = self.default_collection()
        return collection not in ("", "/") and "boolean false" in self.call(
            collection, "org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection", "string:Locked")

    def lock(self):
        self.call("/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock", "array:objpath:" + self.default_collection())

    def store(self, label, value, *attributes):
        """As another program would."""
        subprocess.run(["secret-tool", "store", "--label", label, *attributes], input=value, text=True, env=self.environment, check=True, timeout=60)
