#!/bin/bash
# build.sh PRESET [CMAKE-OPTION]...: configures and builds one preset into build/PRESET.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=$1; shift
log=$root/build/$preset.log
mkdir -p "$root/build"
cd "$root"
first=; [ -e "build/$preset/bin" ] || first=", the first time takes 5 to 15 minutes on two processors"
(: >"$log") 2>/dev/null || { echo "build: cannot write $log: build in a clone of your own" >&2; exit 1; }
echo "build: $preset$first (log: $log)" >&2
# How far it is: on a terminal only.
progress() {
    local step
    while sleep 1; do
        step=$(tail -c 4096 "$log" | grep -aoE '^\[[0-9]+/[0-9]+\]' | tail -n 1) || continue
        printf '\rbuild: %s ' "$step" >&2
    done
}
watcher=
end_progress() {
    [ -n "$watcher" ] || return 0
    kill "$watcher" 2>/dev/null || true
    watcher=
    printf '\r\033[K' >&2
}
if [ -t 2 ]; then
    progress & watcher=$!
    trap end_progress EXIT
fi
if ! { cmake --preset "$preset" "$@" && cmake --build "build/$preset" -j "${LEADGLASS_JOBS:-$(nproc)}"; } >"$log" 2>&1; then
    end_progress
    grep -E -A12 'error|FAILED|Error' "$log" | head -n 60 >&2 || tail -n 40 "$log" >&2
    echo "build: preset $preset failed; the whole log is $log" >&2
    exit 1
fi
