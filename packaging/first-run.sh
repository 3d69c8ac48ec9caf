#!/bin/bash
# first-run.sh [-- COMMAND [ARG]...]: installs what is missing, builds, and starts
# `leadglass run -- COMMAND` (the shell, if none is given) in the directory it was called from.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ "${1:-}" != -- ] || shift
"$root/packaging/install-deps.sh"
"$root/packaging/build.sh" release -DLEADGLASS_TESTS=OFF
exec "$root/build/release/bin/leadglass" run -- "${@:-${SHELL:-/bin/bash}}"
