#!/usr/bin/env bash
# `cmake --install` puts everything in its place, and the program runs from there.
set -euo pipefail
id=io.github.arenascope.Arenascope
prefix="$(mktemp -d)"
trap 'rm -rf "$prefix"' EXIT
cmake --install "$2" --prefix "$prefix" >/dev/null
for file in bin/arenascope "share/applications/$id.desktop" "share/metainfo/$id.metainfo.xml" \
    "share/mime/packages/$id.xml" "share/icons/hicolor/scalable/apps/$id.svg" \
    "share/icons/hicolor/symbolic/apps/$id-symbolic.svg"; do
    [ -e "$prefix/$file" ] || { echo "$file was not installed" >&2; exit 1; }
done
for file in $(find "$prefix" -name '*.desktop'); do
    program="$(grep -oP '^Exec=\K\S+' "$file")"
    [ -x "$prefix/bin/$program" ] || { echo "the desktop entry starts $program, which is not there" >&2; exit 1; }
done
for sample in "$1"/samples/*; do
    [ ! -e "$sample" ] || cmp "$sample" "$prefix/share/arenascope/samples/$(basename "$sample")"
done
if grep -qaF -e "$1/" -e "$2/" "$prefix/bin/arenascope"; then
    echo "The program holds a path of the machine that built it" >&2
    exit 1
fi
"$prefix/bin/arenascope" --version
"$prefix/bin/arenascope" info "$prefix/share/arenascope/samples/mobile_vision.json"
