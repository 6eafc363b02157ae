#!/usr/bin/env bash
# The lines that scripts/mutate replaces stand in the sources that tests/mutants names. The script itself takes too long
# to run with the other tests.
# Argument: source directory.
set -euo pipefail
cd "$1"
status=0
checked=0
for list in tests/mutants/*.txt; do
    file=""
    while IFS= read -r line; do
        case "$line" in
            "= "*) file="${line#= }" file="${file%%:*}" ;;
            "- "*)
                checked=$((checked + 1))
                sed 's/^[[:blank:]]*//' "$file" | grep -xF -- "${line#- }" >/dev/null || {
                    echo "$list: $file no longer has this line: ${line#- }" >&2
                    status=1
                } ;;
        esac
    done <"$list"
done
[ "$checked" -gt 50 ] || { echo "Only $checked lines were found." >&2; exit 1; }
exit "$status"
