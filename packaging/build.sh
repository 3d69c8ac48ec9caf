#!/bin/bash
# build.sh PRESET [CMAKE-OPTION]...: configures and builds one preset into build/PRESET.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=$1; shift
log=$root/build/$preset.log
mkdir -p "$root/build"
cd "$root"
first=; [ -e "build/$preset/bin" ] || first=", the first time takes some minutes"
(: >"$log") 2>/dev/null || { echo "build: cannot write $log: build in a clone of your own" >&2; exit 1; }
echo "build: $preset$first (log: $log)" >&2
if ! { cmake --preset "$preset" "$@" && cmake --build "build/$preset" -j "${LEADGLASS_JOBS:-$(nproc)}"; } >"$log" 2>&1; then
    grep -E -A12 'error|FAILED|Error' "$log" | head -n 60 >&2 || tail -n 40 "$log" >&2
    echo "build: preset $preset failed; the whole log is $log" >&2
    exit 1
fi
