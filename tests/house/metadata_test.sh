#!/usr/bin/env bash
# The AppStream metadata is valid and tells of the version that is built.
set -euo pipefail
cd "$1"
appstreamcli validate --no-net resources/*.metainfo.xml
version="$(grep -oP '^project\(arenascope VERSION \K[0-9.]+' CMakeLists.txt)"
grep -q "<release version=\"$version\"" resources/*.metainfo.xml ||
    { echo "the metadata has no release $version" >&2; exit 1; }
