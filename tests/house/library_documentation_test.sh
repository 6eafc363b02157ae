#!/usr/bin/env bash
# Every public declaration of the library is documented: Doxygen makes its reference without a warning.
set -euo pipefail
command -v doxygen >/dev/null || { echo "Doxygen is not installed: skipped"; exit 77; }
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
page="$("$1/scripts/library-documentation" "$place" | tail -n 1)"
[ -s "$page" ]
for name in Problem Layout PlanOptions Report; do
    grep -rqs "$name" "$place/html" || { echo "$name is not in the reference" >&2; exit 1; }
done
