#!/bin/bash
# first-run.sh [RUN-OPTION]... [-- COMMAND [ARG]...]: installs what is missing, builds, and starts
# `leadglass run RUN-OPTION... -- COMMAND` (the shell, if none is given) in the directory it was called from.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case ${1:-} in -h | --help)
    sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}"
    echo "The options are those of 'leadglass run --help'."
    exit 0 ;;
esac
options=()
if [[ ${1:-} == -* ]]; then
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -eq 0 ] || shift
fi
# Runs, history and settings lie there: better said now than after the build.
if [ ! -d "${HOME:-}" ] || [ ! -w "$HOME" ] || [ ! -x "$HOME" ]; then
    echo "first-run: your home directory '${HOME:-}' is not there or cannot be written, and runs are kept in it:" \
         "make it, or set HOME to one that is yours" >&2
    exit 125
fi
"$root/packaging/install-deps.sh"
"$root/packaging/build.sh" release -DLEADGLASS_TESTS=OFF
bin=$root/build/release/bin
[ "$(command -v leadglass)" = "$bin/leadglass" ] || echo "first-run: later on: export PATH=$bin:\$PATH" >&2
exec "$bin/leadglass" run "${options[@]}" -- "${@:-${SHELL:-/bin/bash}}"
