#!/usr/bin/env bash
# scripts/portable makes an archive of at most 60 MB. Unpacked into any folder, it plans, draws and opens a window, with
# libraries from this folder alone, but for those that packaging/portable/libraries leaves to the system.
set -euo pipefail
source="$1"
if [ "$2" != "$source/build/release" ]; then
    echo "skipped: scripts/portable takes the program of build/release"
    exit 77
fi
for tool in makeself patchelf; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: there is no $tool; scripts/install-packages portable installs it"
        exit 77
    fi
done
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
status=0
complain() {
    echo "$1" >&2
    status=1
}

archive="$("$source/scripts/portable")"
size="$(stat --format=%s "$archive")"
[ "$size" -le 60000000 ] || complain "the archive has $size bytes"

# A stranger's machine: another folder, no settings, no environment.
mkdir "$place/a folder"
cd "$place/a folder"
env -i HOME="$place" PATH=/usr/bin:/bin sh "$archive" --quiet | grep "It is unpacked" >/dev/null || complain "the archive does not say that it is unpacked"
cd arenascope-*
folder="$PWD"
in_folder=(env -i HOME="$place" PATH=/usr/bin:/bin LC_ALL=C.UTF-8)
version="$("${in_folder[@]}" ./arenascope --version)"
[ "$version" = "arenascope $("$source/scripts/version")" ] || complain "--version prints '$version'"
sample=share/arenascope/samples/mobile_vision.json
"${in_folder[@]}" ./arenascope plan "$sample" -o "$place/plan.json" >/dev/null 2>&1 || complain "no plan was made"
"${in_folder[@]}" ./arenascope check "$place/plan.json" >/dev/null || complain "the plan is not sound"
"${in_folder[@]}" ./arenascope export "$place/plan.json" -o "$place/plan.png" || complain "no picture was made"
[ "$(head -c 8 "$place/plan.png" | tail -c 7 | tr -d '\r\n\032')" = PNG ] || complain "the picture is no PNG"
# The program starts itself for a sweep, and is found through a link.
ln -s "$folder/arenascope" "$place/link"
(cd "$place" && "${in_folder[@]}" ./link sweep "$folder/$sample" -o table.csv >/dev/null 2>&1) || complain "sweep fails"
# Other libraries of the user do not come first.
mkdir "$place/other"
for library in libQt6Core.so.6 libprotobuf.so.32 libpng16.so.16; do
    echo "no library" >"$place/other/$library"
done
"${in_folder[@]}" LD_LIBRARY_PATH="$place/other" QT_PLUGIN_PATH="$place/other" ./arenascope --version >/dev/null ||
    complain "LD_LIBRARY_PATH of the user breaks the program"
# A library of the system that is too old is not taken.
mkdir "$place/old"
echo 'ZLIB_1.2.0 { global: *; };' >"$place/old/versions"
echo 'int zlibVersion(void) { return 0; }' | cc -x c -shared -fPIC -Wl,-soname,libz.so.1 \
    -Wl,--version-script="$place/old/versions" -o "$place/old/libz.so.1" -
"${in_folder[@]}" LD_LIBRARY_PATH="$place/old" ./arenascope --version >/dev/null || complain "a zlib that is too old is taken"

# The window runs, and each library that it has loaded is from the folder or left to the system.
"${in_folder[@]}" QT_QPA_PLATFORM=offscreen ./arenascope "$place/plan.json" &
window=$!
loaded() {
    grep -oE '/[^ ].*\.so[.0-9]*$' "/proc/$window/maps" | sort -u
}
for ((tries = 300; tries; --tries)); do
    ! loaded 2>/dev/null | grep libqsvgicon >/dev/null || break
    sleep 0.1
done
[ "$tries" -gt 0 ] || complain "the window loads no plugin for icons"
kill -0 $window || complain "the window ended by itself"
for library in $(loaded | sed 's|.*/||'); do
    path="$(loaded | grep "/$library$")"
    kind="$(while read -r kind pattern _; do
        # shellcheck disable=SC2053
        [[ $kind == "#" || $library != $pattern* ]] || echo "$kind"
    done <"$source/packaging/portable/libraries")"
    case "$path" in
        "$folder"/lib/* | "$folder"/plugins/*) [ -z "$kind" ] || complain "$library is taken from the folder first" ;;
        "$folder"/fallback/*) ;;
        *) [ -n "$kind" ] || complain "$path is not of the folder" ;;
    esac
done
kill $window
wait $window 2>/dev/null || true

# No library or plugin lacks another one, no licence is missing, and no path of this machine is in a file.
find bin lib plugins fallback -type f -name '*.so*' | while read -r file; do
    ! ldd "$file" 2>&1 | grep "not found" || echo "$file"
done | grep . && complain "a library lacks what it needs"
while read -r package _; do
    [ -s "licences/${package%:*}/copyright" ] || complain "the licence of $package is missing"
done <licences/packages.txt
! grep -rlaF -e "$source/" . || complain "a file holds a path of the machine that built it"
! head -n 1000 "$archive" | grep -aF "$source" || complain "the archive holds a path of the machine that built it"
exit $status
