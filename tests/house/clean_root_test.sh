#!/usr/bin/env bash
# In an empty Debian, apt installs the package with what it needs. There the program plans, exports a picture and opens its
# window, Python and the manual work, and nothing is left when the package is removed. Prints the seconds from the file to
# the first picture. ARENASCOPE_SCREENSHOT=FILE keeps a picture of the window.
set -euo pipefail
source="$1"
[ "$(readlink -f "$2")" = "$(readlink -f "$source")/build/release" ] || { echo "skipped: packages are made of build/release"; exit 77; }
for tool in mmdebstrap Xvfb xdotool import; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool; scripts/install-packages nightly display installs it"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: an empty system is made by root"; exit 77; }
if [ -z "${DISPLAY:-}" ]; then
    exec "$source/scripts/virtual-display" bash "$0" "$@"
fi
status=0
complain() {
    echo "$1" >&2
    status=1
}
place="$(mktemp -d)"
root="$place/root"
window=""
stop() {
    [ -z "$window" ] || kill "$window" 2>/dev/null || true
    umount "$root/proc" 2>/dev/null || true
    rm -rf "$place"
}
trap stop EXIT
trap 'exit 143' TERM INT

# Becomes a command inside: enter PLATFORM COMMAND…. The window is shown by the X server outside, through its socket: the
# empty system gets nothing but the package.
enter() {
    local platform="$1"
    shift
    exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        DISPLAY="$DISPLAY" QT_QPA_PLATFORM="$platform" "$@"
}
inside() {
    (enter offscreen "$@")
}
# All paths of the system but those that apt and the kernel keep for themselves.
listed() {
    (cd "$root" && find . \( -path ./proc -o -path ./tmp -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./var/cache -o \
        -path ./var/log -o -path ./root/.cache \) -prune -o -print | sort)
}

package="$("$source/scripts/package" | tail -n 1)"
release="$(. /etc/os-release && echo "$VERSION_CODENAME")"
began=$SECONDS
# With what the package needs, so that the seconds below are those of the package, without downloads. The system gets no
# list of packages: apt refuses the package if it needs anything else.
needed="$(dpkg-deb --field "$package" Depends Recommends | sed 's/^[A-Za-z]*://; s/([^)]*)//g; s/|[^,]*//g' | tr ', ' '\n' | grep . | sort -u | paste -sd ,)"
mmdebstrap --quiet --variant=apt --dpkgopt=force-unsafe-io --include="$needed,man-db" "$release" "$root" >&2
mount -t proc proc "$root/proc"
cp "$package" "$root/tmp/arenascope.deb"
cp "$source/samples/mobile_vision.json" "$root/tmp/sample.json"
echo "making an empty system took $((SECONDS - began)) s"

listed >"$place/before"
began=$(date +%s%N)
inside apt-get --quiet --quiet --option Dpkg::Use-Pty=0 --yes install /tmp/arenascope.deb >/dev/null
installed=$(date +%s%N)
inside arenascope export /tmp/sample.json -o /tmp/picture.png
pictured=$(date +%s%N)
file "$root/tmp/picture.png" | grep -q 'PNG image' || complain "no picture was exported"

inside arenascope --version
inside arenascope plan /tmp/sample.json -o /tmp/plan.json
inside arenascope plan /usr/share/arenascope/samples/mobile_vision.json --quiet -o /tmp/plan.csv
inside python3 -c 'import arenascope, arenascope_recorder; print(arenascope.plan(arenascope.Problem.read("/tmp/sample.json")).verdict)'
inside man -w arenascope-plan >/dev/null || complain "man does not find arenascope-plan"

opened=$(date +%s%N)
enter xcb arenascope /tmp/sample.json &
window=$!
title=""
for ((tries = 600; tries; --tries)); do
    title="$(xdotool search --onlyvisible --class arenascope getwindowname 2>/dev/null | head -n 1 || true)"
    [[ $title != *sample.json* ]] || break
    sleep 0.05
done
seen=$(date +%s%N)
[[ $title == *sample.json* ]] || complain "the window of the sample did not open: '$title'"
sleep 3  # it paints its views
import -window root "${ARENASCOPE_SCREENSHOT:-$place/window.png}"
colors="$(identify -format %k "${ARENASCOPE_SCREENSHOT:-$place/window.png}")"
[ "$colors" -gt 50 ] || complain "the window shows only $colors colours"
kill "$window"
wait "$window" 2>/dev/null || true
window=""

inside apt-get --quiet --quiet --option Dpkg::Use-Pty=0 --yes purge arenascope >/dev/null
listed >"$place/after"
# The settings of the user stay.
comm -13 "$place/before" "$place/after" | grep -v -e '^\./root/\.' -e '^\./run/' >"$place/left" || true
[ ! -s "$place/left" ] || complain "left behind: $(cat "$place/left")"
[ -z "$(comm -23 "$place/before" "$place/after")" ] || complain "gone: $(comm -23 "$place/before" "$place/after")"

milliseconds() { echo "$(( ($2 - $1) / 1000000 )) ms"; }
echo "package: $(stat -c %s "$package") bytes"
echo "installing it: $(milliseconds "$began" "$installed")"
echo "first picture of a file: $(milliseconds "$installed" "$pictured")"
echo "window: $(milliseconds "$opened" "$seen")"
exit $status
