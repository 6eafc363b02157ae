#!/usr/bin/env bash
# The AppStream metadata is valid. Its releases are compared by version_test.sh.
set -euo pipefail
cd "$1"
appstreamcli validate --no-net resources/*.metainfo.xml
