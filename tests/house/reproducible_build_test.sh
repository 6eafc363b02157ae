#!/usr/bin/env bash
# The same commit gives the same package, byte for byte, in whatever folder it is built.
set -euo pipefail
source="$1"
[ "$(readlink -f "$2")" = "$(readlink -f "$source")/build/release" ] || { echo "skipped: packages are made of build/release"; exit 77; }
git -C "$source" rev-parse HEAD >/dev/null 2>&1 || { echo "skipped: there is no commit to build"; exit 77; }
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
unpacked=()
for folder in one another/with/a/longer/name; do
    git clone --quiet "$source" "$place/$folder"
    "$place/$folder/scripts/package" | tail -n 1
done >"$place/packages"
{ read -r first; read -r second; } <"$place/packages"
if ! cmp "$first" "$second"; then
    for package in "$first" "$second"; do
        folder="$(mktemp -d -p "$place")"
        dpkg-deb --raw-extract "$package" "$folder/files"
        (cd "$folder/files" && find . -type f -exec md5sum {} + | sort -k 2) >"$folder/sums"
        unpacked+=("$folder/sums")
    done
    diff "${unpacked[@]}" >&2
    exit 1
fi
sha256sum "$first"
