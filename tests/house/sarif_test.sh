#!/usr/bin/env bash
# The logs of --format sarif are valid by the schema of SARIF 2.1.0, and their paths are relative: sarif_test.sh SOURCE
# BUILD. Skipped without the schema or Debian's python3-jsonschema.
set -euo pipefail
source="$1"
program="$2/app/arenascope"
schema="$source/../shared/data/schemas/sarif-schema-2.1.0.json"
[ -f "$schema" ] || { echo "skipped: there is no $schema"; exit 77; }
/usr/bin/python3 -c 'import jsonschema' 2>/dev/null || { echo "skipped: python3-jsonschema is not installed"; exit 77; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/a folder: 100%"
cd "$work/a folder: 100%"
printf 'id,lower,upper,size,offset\nfirst,0,4,8,0\n"a%%b::c ü",1,3,8,4\n' >overlapping.csv
printf 'id,lower,upper,size,offset\nfirst,0,4,8,0\n' >sound.csv
printf 'id,lower,upper,size,offset\nfirst,0,4,x,0\n' >damaged.csv

# log NAME ARGUMENT…: writes the log of a run, which may have findings.
log() {
    local name="$1" status=0
    shift
    "$program" "$@" --format sarif >"$work/$name.sarif" 2>/dev/null || status=$?
    [ "$status" -le 2 ] || { echo "$*: exit status $status" >&2; exit 1; }
}
log findings check overlapping.csv
log absolute check "$PWD/overlapping.csv"
log none check sound.csv
log unusable check damaged.csv
log missing check nowhere.csv
log grown compare sound.csv overlapping.csv --max-growth 0
log too_large plan sound.csv --capacity 4
/usr/bin/python3 - "$schema" "$work"/*.sarif <<'PYTHON'
import json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
for path in sys.argv[2:]:
    log = json.load(open(path))
    jsonschema.validate(log, schema, format_checker=jsonschema.FormatChecker())
    for result in log["runs"][0]["results"]:
        for place in result.get("locations", []):
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            assert not uri.startswith("/") and ":" not in uri and " " not in uri, uri
print(len(sys.argv) - 2, "logs are valid")
PYTHON
grep -q '"uri": "overlapping.csv"' "$work/absolute.sarif" || { echo "an absolute path is not relative to the folder"; exit 1; }
