#!/bin/bash
# test.sh [--preset release|asan] [-- CTEST-ARGUMENT...]
#
# Installs what is missing, builds the preset and runs all its tests: those labelled `root` as root
# (left out, and said so, for anyone else), all others as an ordinary user. Started by root, that user
# is LEADGLASS_TEST_USER (default lgtest, made if missing). Every pass has a HOME, TMPDIR and XDG
# directories of its own. LEADGLASS_REQUIRE turns skips into failures (README).
#
#   test.sh -- -L unit                one kind: unit, fuzz, escape, integration, app, agents, lint
#   test.sh -- -R test_files          one test, by its name
#   LEADGLASS_JOBS=1 test.sh          one at a time (otherwise as many as there are processors)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=release
usage() { sed -n '2,/^set -/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --preset) [ $# -ge 2 ] || { echo "test.sh: --preset needs a name: release or asan" >&2; exit 2; }; preset=$2; shift 2 ;;
        --) shift; break ;;
        *) echo "test.sh: unknown argument $1 (usage: test.sh [--preset NAME] [-- CTEST-ARGUMENT...])" >&2; exit 2 ;;
    esac
done
build=$root/build/$preset

with=(--with-npm) configuration=()
case ,${LEADGLASS_REQUIRE:-}, in *,vm,*) with+=(--with-vm) configuration=(-C vm) ;; esac
"$root/packaging/install-deps.sh" "${with[@]}"
"$root/packaging/build.sh" "$preset" -DLEADGLASS_TESTS=ON

scratch=$(mktemp -d /tmp/leadglass-tests.XXXXXX)
trap 'chmod -R u+rwX "$scratch" 2>/dev/null; rm -rf "$scratch"' EXIT
chmod 755 "$scratch"

# One ctest pass. $1: its name; $2: the user; the rest: ctest arguments.
pass() {
    local name=$1 user=$2 uid group place; shift 2
    uid=$(id -u "$user") group=$(id -g "$user")
    place=$scratch/$name
    mkdir -p -m 755 "$place"/{home,tmp,bin}
    mkdir -m 700 "$place/run"
    chown -R "$uid:$group" "$place"
    mkdir -p "$build/Testing/Temporary"
    [ "$(id -u)" != 0 ] || chown -R "$uid:$group" "$build/Testing"
    local env=(HOME="$place/home" TMPDIR="$place/tmp" XDG_RUNTIME_DIR="$place/run" USER="$user" LOGNAME="$user"
               XDG_DATA_HOME="$place/home/.local/share" XDG_CONFIG_HOME="$place/home/.config"
               XDG_STATE_HOME="$place/home/.local/state" XDG_CACHE_HOME="$place/home/.cache"
               LEADGLASS_AGENT_CACHE="$agents" LEADGLASS_REQUIRE="${LEADGLASS_REQUIRE:-}"
               PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb QT_QPA_PLATFORM=offscreen)
    for option in ASAN_OPTIONS UBSAN_OPTIONS LSAN_OPTIONS; do
        [ -z "${!option:-}" ] || env+=("$option=${!option}")
    done
    local run=(env -i "${env[@]}" ctest --test-dir "$build" --output-on-failure -j "${LEADGLASS_JOBS:-$(nproc)}" "${configuration[@]}" "$@")
    if [ "$(id -u)" = "$uid" ]; then
        "${run[@]}" </dev/null
    else
        # The checkout may lie where that user cannot go: then its path is shown to it, and only that.
        unshare --mount --propagation private bash -c '
            root=$1 uid=$2 group=$3; shift 3
            if ! setpriv --reuid "$uid" --regid "$group" --clear-groups test -r "$root/packaging/test.sh"; then
                hold=$(mktemp -d /tmp/leadglass-hold.XXXXXX)
                mount --bind "$root" "$hold"
                top=/
                IFS=/ read -r -a parts <<< "${root#/}"
                for part in "${parts[@]}"; do
                    setpriv --reuid "$uid" --regid "$group" --clear-groups test -x "$top$part" || break
                    top=$top$part/
                done
                mount -t tmpfs -o mode=755 tmpfs "$top$part"
                mkdir -p -m 755 "$root"
                mount --move "$hold" "$root"
                rmdir "$hold"
            fi
            if ! setpriv --reuid "$uid" --regid "$group" --clear-groups test -r "$root/packaging/test.sh"; then
                echo "test.sh: user $uid cannot read $root: chmod -R go+rX it" >&2; exit 1
            fi
            cd "$root"
            exec setpriv --reuid "$uid" --regid "$group" --init-groups "$@"' \
            show-checkout "$root" "$uid" "$group" "${run[@]}" </dev/null
    fi
}

# What was counted as skipped is printed last, whatever else failed.
failed=0 skipped=0 matched=0
counted_pass() {
    local out=$scratch/$1.out rc=0 there
    there=$(ctest --test-dir "$build" -N "${configuration[@]}" "${@:3}" | sed -n 's/^Total Tests: //p')
    matched=$((matched + there))
    [ "$there" != 0 ] || return 0
    pass "$@" 2>&1 | tee "$out" || rc=$?
    skipped=$((skipped + $(grep -cE '\*\*\*Skipped' "$out" || true)))
    [ "$rc" = 0 ] || { failed=1; echo "test.sh: pass '$1' ($preset) failed" >&2; }
}

if [ "$(id -u)" = 0 ]; then
    agents=${LEADGLASS_AGENT_CACHE:-/var/cache/leadglass-test-agents}
    user=${LEADGLASS_TEST_USER:-lgtest}
    id "$user" >/dev/null 2>&1 || useradd --create-home "$user"
    "$root/tests/agents/install_agents.py" --cache "$agents" || echo "test.sh: the agents could not be installed" >&2
    chmod -R go+rX "$build" "$agents" 2>/dev/null || true
    counted_pass user "$user" -LE root "$@"
    counted_pass root root -L root "$@"
else
    agents=${LEADGLASS_AGENT_CACHE:-$HOME/.cache/leadglass-test-agents}
    "$root/tests/agents/install_agents.py" --cache "$agents" || echo "test.sh: the agents could not be installed" >&2
    counted_pass user "$(id -un)" -LE root "$@"
    echo "test.sh: tests labelled 'root' were left out: they need root" >&2
fi
[ "$matched" != 0 ] || { echo "test.sh: no test matches" >&2; failed=1; }
echo "$skipped tests skipped ($preset)"
[ -z "${LEADGLASS_REQUIRE:-}" ] || [ "$skipped" = 0 ] || failed=1
exit "$failed"
