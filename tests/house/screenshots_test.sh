#!/usr/bin/env bash
# Each screenshot of the metadata is a picture of the documentation, which software centres load from the repository.
set -euo pipefail
cd "$1"
status=0
mapfile -t pictures < <(grep -oP '<image[^>]*>\K[^<]+' resources/*.metainfo.xml)
[ ${#pictures[@]} -gt 0 ] || { echo "the metadata has no screenshot" >&2; exit 1; }
for picture in "${pictures[@]}"; do
    file="docs/pictures/${picture##*/}"
    if [[ $picture != https://raw.githubusercontent.com/arenascope/arenascope/main/docs/pictures/* ]] || [ ! -e "$file" ]; then
        echo "the screenshot $picture is not in docs/pictures" >&2
        status=1
    fi
done
exit $status
