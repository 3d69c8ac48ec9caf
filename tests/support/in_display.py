#!/usr/bin/env python3
"""in_display.py COMMAND...: runs it with a display and a window manager of its own (Xvfb, openbox), ended with it.

Exit status: the command's; where there is no display, as tests/support/require.py says.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import require  # noqa: E402


def wait_for_manager(env):
    """Until then no window becomes active."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        done = subprocess.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env=env, capture_output=True, text=True, check=False)
        if "window id" in done.stdout:
            return
        time.sleep(0.05)


def main():
    for program in ("Xvfb", "openbox", "xprop"):
        if not shutil.which(program):
            require.missing("display", f"there is no {program}")
    started = []
    read, write = os.pipe()
    with tempfile.TemporaryDirectory() as home:
        try:
            started.append(subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
                                            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            os.close(write)
            with os.fdopen(read) as handle:
                number = handle.readline().strip()
            if not number:
                require.missing("display", "Xvfb does not start")
            env = dict(os.environ, DISPLAY=":" + number, QT_QPA_PLATFORM="xcb")
            # Its own home: no session of the person is in the way, and it leaves nothing there.
            started.append(subprocess.Popen(["openbox"], env=dict(env, HOME=home, XDG_CACHE_HOME=home, XDG_CONFIG_HOME=home),
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            wait_for_manager(env)
            return subprocess.run(sys.argv[1:], env=env, check=False).returncode
        finally:
            for process in reversed(started):
                process.kill()
                process.wait()


if __name__ == "__main__":
    sys.exit(main())
