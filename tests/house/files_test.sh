#!/usr/bin/env bash
# A file is one idea: it has the name of a noun in snake_case, and is short enough to be read at a sitting.
set -euo pipefail
cd "$1"
status=0
while read -r file; do
    name="$(basename "$file")"
    if [[ ! $name =~ ^[a-z][a-z0-9_]*\.(h|cpp)$ ]]; then
        echo "$file: names are in snake_case" >&2
        status=1
    fi
    if [[ /$file =~ [/_](utils?|helpers?|managers?|common|misc|stuff)[_./] ]]; then
        echo "$file: '${BASH_REMATCH[1]}' says nothing about what is in it" >&2
        status=1
    fi
    lines="$(wc -l <"$file")"
    if [ "$lines" -gt 550 ]; then
        echo "$file: $lines lines are more than one idea" >&2
        status=1
    fi
done < <(find app core qt widgets tests -name '*.h' -o -name '*.cpp')
exit $status
