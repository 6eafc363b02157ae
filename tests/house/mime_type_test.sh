#!/usr/bin/env bash
# The desktop's own tool takes the MIME types in without a complaint, and then knows their globs and their magic.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
mkdir "$place/packages"
cp "$1"/resources/*.mime.xml "$place/packages/arenascope.xml"
# It also complains where the place is not in XDG_DATA_DIRS.
complaints="$(XDG_DATA_DIRS="${place%/*}" PKGSYSTEM_ENABLE_FSYNC=0 update-mime-database "$place" 2>&1 |
    grep -v 'XDG_DATA' || true)"
if [ -n "$complaints" ]; then
    echo "$complaints" >&2
    exit 1
fi
for kind in plan trace; do
    grep -q "application/vnd.arenascope.$kind+json:\*\.arenascope" "$place/globs2"
    grep -aq "arenascope-$kind" "$place/magic"
    grep -q "application/vnd.arenascope.$kind+json application/json" "$place/subclasses"
done
