"""A test that needs a capability of the machine asks here, as tests/support/require.h does.

Missing: the program ends with 77 (CTest: skipped), or with 1 where LEADGLASS_REQUIRE names it.
"""

import os
import sys

KNOWN = {"userns", "overlay", "nft", "agents", "display", "dbus", "secretservice", "polkit", "vm", "clients"}
LACKED = []     # what without() was told


def missing(capability, evidence):
    wanted = {word for word in os.environ.get("LEADGLASS_REQUIRE", "").split(",") if word}
    if wanted - KNOWN:
        sys.exit(f"LEADGLASS_REQUIRE: unknown word '{sorted(wanted - KNOWN)[0]}'")
    print(f"needs {capability}: {evidence}", file=sys.stderr)
    sys.exit(1 if capability in wanted else 77)


def without(test, capability, evidence):
    """One test of several lacks it: the others run; the program ends with 77 all the same (case.main)."""
    if capability in os.environ.get("LEADGLASS_REQUIRE", "").split(","):
        test.fail(f"needs {capability}: {evidence}")
    LACKED.append(capability)
    test.skipTest(f"needs {capability}: {evidence}")
