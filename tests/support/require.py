"""A test that needs a capability of the machine asks here, as tests/support/require.h does.

Missing: the program ends with 77 (CTest: skipped), or with 1 where LEADGLASS_REQUIRE names it.
"""

import os
import sys

KNOWN = {"userns", "overlay", "nft", "agents", "display", "dbus", "secretservice", "polkit", "vm"}


def missing(capability, evidence):
    wanted = {word for word in os.environ.get("LEADGLASS_REQUIRE", "").split(",") if word}
    if wanted - KNOWN:
        sys.exit(f"LEADGLASS_REQUIRE: unknown word '{sorted(wanted - KNOWN)[0]}'")
    print(f"needs {capability}: {evidence}", file=sys.stderr)
    sys.exit(1 if capability in wanted else 77)
