"""Inside the virtual machine: runs the tests of a plan, one after the other, and tells of each on a serial line.

Arguments: the plan (JSON, made by run_in_vm.py) and the line. Each message is a JSON object and a line end:
{"about": ...}, {"begins": NAME}, {"ended": NAME, "status": N, "seconds": S, "output": TEXT}, {"done": true}.
Ordinary tests run as `lgtest`, those labelled `root` as root; each has a home and a temporary directory of its own.
"""

import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time

KEPT_OUTPUT = 12000    # bytes of what a failed test said, from its end


def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as handle:
        return handle.read()


def about():
    modules = [name for name in ("overlay", "nf_tables") if os.path.isdir(f"/sys/module/{name}")]
    return {"kernel": " ".join(os.uname()[2:4]), "modules": modules, "processors": os.cpu_count(), "lsm": lsm()}


def lsm():
    try:
        subprocess.run(["mount", "-t", "securityfs", "securityfs", "/sys/kernel/security"], check=False)
        return text_of("/sys/kernel/security/lsm").strip()
    except OSError:
        return "unknown"


def place_for(test, person):
    """The test's own directories."""
    place = os.path.join("/var/tmp/tests", test["name"])
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place, mode=0o755)
    for name, mode in (("home", 0o755), ("tmp", 0o755), ("run", 0o700)):
        os.mkdir(os.path.join(place, name), mode)
        os.chown(os.path.join(place, name), person.pw_uid, person.pw_gid)
    return place


def environment_of(test, place, person):
    home = os.path.join(place, "home")
    return {"HOME": home, "TMPDIR": os.path.join(place, "tmp"), "XDG_RUNTIME_DIR": os.path.join(place, "run"),
            "XDG_DATA_HOME": home + "/.local/share", "XDG_CONFIG_HOME": home + "/.config",
            "XDG_STATE_HOME": home + "/.local/state", "XDG_CACHE_HOME": home + "/.cache",
            "USER": person.pw_name, "LOGNAME": person.pw_name, "LANG": "C.UTF-8", "TERM": "dumb",
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "QT_QPA_PLATFORM": "offscreen",
            "QTEST_FUNCTION_TIMEOUT": "1800000", **test["environment"]}


def run(test):
    person = pwd.getpwnam("root" if test["root"] else "lgtest")
    place = place_for(test, person)
    begun = time.monotonic()
    log = os.path.join("/var/tmp/tests", test["name"] + ".log")
    with open(log, "wb") as output:
        child = subprocess.Popen(
            ["setpriv", "--reuid", str(person.pw_uid), "--regid", str(person.pw_gid), "--init-groups", *test["command"]],
            cwd=test["folder"], env=environment_of(test, place, person), stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True)
        try:
            status = child.wait(test["seconds"])
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            status = "deadline"
    with open(log, "rb") as handle:
        said = handle.read()
    said = b"" if status == 0 else said
    shutil.rmtree(place, ignore_errors=True)
    return {"ended": test["name"], "status": status, "seconds": round(time.monotonic() - begun, 1),
            "output": said[-KEPT_OUTPUT:].decode(errors="replace")}


def main():
    with open(sys.argv[1], encoding="utf-8") as handle:
        plan = json.load(handle)
    with open(sys.argv[2], "w", encoding="ascii") as line:
        def tell(message):
            line.write(json.dumps(message) + "\n")
            line.flush()
        tell({"about": about()})
        for test in plan["tests"]:
            tell({"begins": test["name"]})
            tell(run(test))
        tell({"done": True})


if __name__ == "__main__":
    main()
