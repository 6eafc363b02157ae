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
rooms=(threads error text file memory expression edit check trace planner generate explain improvement inspection compare graph format picture text_picture diagram report)
# What pictures may know of the rooms below: they show what was recorded, large ones on several threads, and run no planner.
pictured=(threads error text memory check trace)
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
    elif [ "$own" = picture ] && [[ " picture ${pictured[*]} " != *" $other "* ]]; then
        complain "$file includes $included: a picture knows only ${pictured[*]}"
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
    case "$file $included" in
        *" tests/"*) complain "$file includes $included: the program knows nothing of its tests" ;;
        app/window/*" app/command_line/"*|app/command_line/*" app/window/"*)
            complain "$file includes $included: the window and the command line know nothing of each other" ;;
        app/session/*" app/window/"*|app/session/*" app/command_line/"*)
            complain "$file includes $included: the session knows neither the window nor the command line" ;;
    esac
done < <(includes app)

# Inside a room, a header and its source are one module, and a folder counts as one: no circle of modules.
while read -r circle; do
    complain "these modules include each other in a circle: $circle"
done < <(for top in core widgets app; do includes "$top"; done | awk '
    function module(path, depth,   parts) {
        split(path, parts, "/")
        sub(/\.(h|cpp)$/, "", parts[depth])
        return parts[depth]
    }
    function depth_of(path,   parts) { return split(path, parts, "/") }
    {
        # The deepest folder that both are in is the room; the parts below it are its modules.
        of = split($1, from, "/"); to = split($2, into, "/")
        room = ""
        for (i = 1; i < of && i < to && from[i] == into[i]; ++i) room = room from[i] "/"
        if (room == "") next
        a = from[i]; b = into[i]
        sub(/\.(h|cpp)$/, "", a); sub(/\.(h|cpp)$/, "", b)
        if (a == b) next
        edges[room a] = edges[room a] " " room b
    }
    # What lies on no circle leads to its end: it is taken away until nothing can be.
    END {
        for (node in edges) left[node] = 1
        do {
            changed = 0
            for (node in left) {
                count = split(edges[node], targets, " ")
                open = 0
                for (i = 1; i <= count; ++i) if (targets[i] in left) open = 1
                if (!open) { delete left[node]; changed = 1 }
            }
        } while (changed)
        for (node in left) print node
    }')
exit $status
