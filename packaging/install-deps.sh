#!/bin/bash
# install-deps.sh [--with-npm] [--with-vm]
#
# Installs the missing packages of debian-packages.txt with apt-get, through sudo if not root: its section `vm`
# only with --with-vm. Quiet, idempotent; ends with one line that says what failed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
list=$here/debian-packages.txt

fail() { echo "install-deps: $*" >&2; exit 1; }

command -v dpkg-query >/dev/null || fail "this is not Debian: install the packages of $list your own way"
missing=() section=
wanted=" $* "
while read -r name dashes word _; do
    if [ "$name $dashes" = '# ---' ]; then section=$word; fi
    case $name in ''|'#'*) continue ;; esac
    if [ "$section" = vm ] && [[ $wanted != *' --with-vm '* ]]; then continue; fi
    dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
done < "$list"
# The agents of the tests come from npm. Debian's is used only where there is none.
if [[ $wanted == *' --with-npm '* ]] && ! command -v npm >/dev/null; then missing+=(nodejs npm); fi
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "needs root to install: ${missing[*]} (no sudo here)"
    as_root=(sudo)
fi
echo "install-deps: installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1; }
apt update || { tail -n 5 "$log" >&2; fail "apt-get update failed"; }
apt install --no-install-recommends "${missing[@]}" || { tail -n 15 "$log" >&2; fail "apt-get could not install: ${missing[*]}"; }
