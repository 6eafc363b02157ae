#!/usr/bin/env bash
# The layers: core knows no Qt, a room of core knows only lower rooms, widgets know core but neither app nor each other.
set -euo pipefail
cd "$1"
status=0
complain() {
    echo "$1" >&2
    status=1
}

# From low to high. A room may include itself and what stands before it.
rooms=(error memory expression check trace planner explain compare graph format picture)
# What every widget may use: it knows nothing of views.
leaves=(style picture background)

declare -A height
for i in "${!rooms[@]}"; do
    height[${rooms[$i]}]=$i
done

# "file included", one line for each include of a file of ours or of Qt.
includes() {
    grep -rHoP --include='*.h' --include='*.cpp' '^\s*#\s*include\s*[<"]\K[^>"]+' "$1" | tr ':' ' '
}

while read -r file included; do
    case "$included" in
        Q[A-Z]*|Qt*/*|q[a-z]*.h|widgets/*|app/*|tests/*) complain "$file includes $included: core knows no Qt and no upper layer" ;;
    esac
done < <(includes core)

while read -r file included; do
    [[ $included == core/* ]] || continue
    IFS=/ read -r _ own _ <<<"$file"
    IFS=/ read -r _ other _ <<<"$included"
    if [ -z "${height[$own]:-}" ]; then
        complain "$file: the room core/$own has no place in the order (${rooms[*]})"
    elif [ "${height[$other]:-99}" -gt "${height[$own]}" ]; then
        complain "$file includes $included: core/$other does not stand below core/$own"
    fi
done < <(includes core)

while read -r file included; do
    case "$included" in
        app/*|tests/*) complain "$file includes $included: widgets know core alone" ;;
        widgets/*)
            # A folder of widgets is one widget.
            IFS=/. read -r _ own _ <<<"$file"
            IFS=/. read -r _ other _ <<<"$included"
            if [ "$own" != "$other" ] && [[ " ${leaves[*]} " != *" $other "* ]]; then
                complain "$file includes $included: widgets know each other only through ${leaves[*]}"
            fi
            ;;
    esac
done < <(includes widgets)

while read -r file included; do
    [[ $included != tests/* ]] || complain "$file includes $included: the program knows nothing of its tests"
done < <(includes app)
exit $status
