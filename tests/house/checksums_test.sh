#!/usr/bin/env bash
# scripts/checksums takes the file of each channel and of this version, and tells which one is missing.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/a folder" && cd "$place/a folder"
(cd "$1" && cp --parents CMakeLists.txt scripts/version scripts/checksums "$place/a folder")
version="$(scripts/version)"
mkdir -p build/release/package build/portable build/wheel
echo package >"build/release/package/arenascope_${version}_amd64.deb"
echo wheel >"build/wheel/arenascope-$version-cp311-cp311-linux_x86_64.whl"
echo old >"build/portable/arenascope-0.0.1-x86_64.run"
if said="$(scripts/checksums 2>&1)" || [[ $said != *"there are 0 files"*"run scripts/portable" ]]; then
    echo "a missing archive is not noticed: $said" >&2
    exit 1
fi
echo archive >"build/portable/arenascope-$version-x86_64.run"
scripts/checksums >/dev/null
scripts/checksums | grep -c . | grep -x 3 >/dev/null
cd build/files
[ "$(find . -type f | wc -l)" -eq 4 ]
sha256sum --check --quiet SHA256SUMS
