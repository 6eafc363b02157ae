#!/usr/bin/env bash
# The portable archive runs in roots that hold no package of ours: Debian 12 and 13, empty, and the latter with the
# libraries of a desktop. In each it is unpacked by a user, draws a picture, and opens the window. Debian 11 is told what
# it lacks. Xvfb runs outside, and is reached by its abstract socket. Pictures of the screen stay in Testing/portable of
# the build directory, to look at.
set -euo pipefail
source="$1"
build="$2"
if [ "$build" != "$source/build/release" ]; then
    echo "skipped: scripts/portable takes the program of build/release"
    exit 77
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "skipped: making roots of other systems needs root"
    exit 77
fi
for tool in makeself patchelf mmdebstrap import; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: there is no $tool; scripts/install-packages portable nightly installs it"
        exit 77
    fi
done
if [ "${3:-}" != displayed ]; then
    # A display of its own, and mounts that nobody else sees and that end with this script.
    exec unshare --mount "$source/scripts/virtual-display" bash "$0" "$source" "$build" displayed
fi
place="$(mktemp -d)"
finish() {
    kill $(jobs -p) 2>/dev/null || true
    umount "$place"/*/proc 2>/dev/null || true
    grep -qF " $place/" /proc/self/mounts || rm -rf "$place"
}
trap finish EXIT
pictures="$build/Testing/portable"
mkdir -p "$pictures"
status=0
archive="$("$source/scripts/portable")"
cp "$archive" "$place/first.run"
"$source/scripts/portable" >/dev/null
cmp "$archive" "$place/first.run" || {
    echo "two archives of the same commit differ" >&2
    status=1
}
sample='arenascope-*/share/arenascope/samples/mobile_vision.json'

complain() {
    echo "$1: $2" >&2
    status=1
}

# seconds SINCE: how long ago that was.
seconds() {
    awk "BEGIN { printf \"%.1f\", $(date +%s.%N) - $1 }"
}

# make_root NAME RELEASE PACKAGES: a root with a user, who has the archive. `enter` runs a command there as this user.
make_root() {
    root="$place/$1"
    if ! mmdebstrap --quiet --mode=root --variant=minbase ${3:+--include="$3"} "$2" "$root" >"$place/log" 2>&1; then
        cat "$place/log"
        if grep -qE '404|does not have a Release file' "$place/log"; then
            echo "$1: skipped: the mirror does not have $2"
        else
            complain "$1" "the root could not be made"
        fi
        return 1
    fi
    mkdir -p "$root/home/user"
    cp "$archive" "$root/home/user/"
    chown -R 1000:1000 "$root/home/user"
    mount -t proc proc "$root/proc"
    enter=(chroot --userspec=1000:1000 "$root" /usr/bin/env -i --chdir=/home/user HOME=/home/user PATH=/usr/bin:/bin DISPLAY="$DISPLAY" sh -c)
}

# try NAME RELEASE PACKAGES: with packages, no library of the system's kind may be that of the archive; without, all are.
try() {
    local name="$1" packages="$3" root enter began window program taken
    make_root "$@" || return 0
    began="$(date +%s.%N)"
    "${enter[@]}" "sh ./arenascope-*.run --quiet" >/dev/null || complain "$name" "the archive cannot be unpacked"
    echo "$name: unpacked after $(seconds "$began") s"
    "${enter[@]}" "arenascope-*/arenascope export $sample -o picture.png" || complain "$name" "no picture was made"
    echo "$name: a picture in a file after $(seconds "$began") s"
    # The fonts of the archive give the same picture everywhere.
    if [ -z "$packages" ]; then
        [ -e "$place/picture.png" ] || cp "$root/home/user/picture.png" "$place/"
        cmp "$root/home/user/picture.png" "$place/picture.png" || complain "$name" "the picture is not that of the first root"
    fi
    began="$(date +%s.%N)"
    "${enter[@]}" "exec arenascope-*/arenascope $sample" &
    program=$!
    window="$(timeout 60 xdotool search --sync --onlyvisible --name Arenascope | head -n 1)" || true
    echo "$name: the window $(seconds "$began") s after its start"
    sleep 5
    import -window root "$pictures/$name.png"
    # Text on a plain ground has many shades.
    [ "$(identify -format %k "$pictures/$name.png")" -ge 100 ] || complain "$name" "the window is blank, see $pictures/$name.png"
    taken="$(grep -oE '/fallback/[^/]+' "/proc/$program/maps" | sort -u)" || true
    if [ -n "$packages" ]; then
        [ -z "$taken" ] || complain "$name" "libraries of the archive come before those of the system: $taken"
    else
        [[ $taken == *libX11.so.6* && $taken == *libfontconfig.so.1* ]] || complain "$name" "the root has libraries of a desktop"
    fi
    [ -n "$window" ] && kill -0 $program || complain "$name" "there is no window"
    kill $program || true
    wait $program || true
    umount "$root/proc"
}

# refuse NAME RELEASE GLIBC: too old a system says so.
refuse() {
    local said root enter
    make_root "$1" "$2" "" || return 0
    said="$("${enter[@]}" "sh ./arenascope-*.run --quiet" 2>&1)" && complain "$1" "the archive does not fail"
    echo "$1: $said"
    [[ $said == *"needs glibc 2.36 "*"this system has glibc $3."* ]] || complain "$1" "the sentence about glibc is missing"
    umount "$root/proc"
}

try bookworm bookworm ""
try trixie trixie ""
try trixie-desktop trixie libegl1,libopengl0,libglx0,libx11-xcb1,libsm6,libfontconfig1,libharfbuzz0b,libwayland-client0,fonts-noto-core
refuse bullseye bullseye 2.31
exit $status
