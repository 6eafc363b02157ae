#!/usr/bin/env bash
# Who may include whom, as the drawing in docs/architecture.md says. The linker holds the rooms of the core apart
# (core/CMakeLists.txt); a header alone links anywhere, so this test reads the include lines.
set -euo pipefail
cd "$1"
status=0

# "height folder", one line for each room of a layer and each folder in a room, from high to low as drawn. Folders of
# one line have one height. A folder in a room of widgets is a widget, and not drawn.
drawn="$(awk '
    /^```text/ { inside = 1; next }
    /^```$/ { exit }
    !inside || /^─/ { next }
    {
        layer = $0 ~ /^[a-z]+\/ / ? substr($0, 1, index($0, "/")) : layer
        line = substr($0, 12)
        is_room = line !~ /^ /
        sub(/^ +/, "", line)
        sub(/   .*/, "", line)
        count = split(line, names, /  /)
        for (i = 1; i <= count && names[i] !~ / /; ++i) {
            sub(/\/$/, "", names[i])
            if (is_room) room = layer names[i]
            print -NR, is_room ? room : room "/" names[i]
        }
    }' docs/architecture.md)"
there="$(find core python qt widgets app -mindepth 1 -maxdepth 2 -type d | grep -v '^widgets/.*/' | sort)"
if ! diff <(awk '{ print $2 }' <<<"$drawn" | sort) <(echo "$there") >&2; then
    echo "docs/architecture.md draws the folders marked <, and there are those marked >" >&2
    status=1
fi

# "file included", one line for each include of a file of ours or of a library.
include_lines() {
    grep -rHoP --include='*.h' --include='*.cpp' '^\s*#\s*include\s*[<"]\K[^>"]+' core python qt widgets app | tr ':' ' '
}

include_lines | awk -v drawn="$drawn" '
    BEGIN {
        count = split(drawn, lines, "\n")
        for (i = 1; i <= count; ++i) { split(lines[i], pair, " "); height[pair[2]] = pair[1] }
        layers["core"] = 1; layers["python"] = 1.5; layers["qt"] = 2; layers["widgets"] = 3; layers["app"] = 4; layers["tests"] = 5
    }
    function part(path, i,   parts, count) { count = split(path, parts, "/"); return i < count ? parts[i] : "" }
    function complain(why) { print $1 " includes " $2 ": " why; bad = 1 }
    {
        own = part($1, 1); other = part($2, 1)
        if (own == "core" && $2 ~ /^(Q[A-Z]|Qt|q[a-z]+\.h)/) complain("core knows no Qt")
        if (!(other in layers)) next
        if (layers[other] > layers[own]) complain(other " does not stand below " own)
        if (own == "app" && part($1, 2) ~ /^(session|command_line)$/ && other == "widgets")
            complain("app/" part($1, 2) " does without widgets")
        if (own != other) next
        a = part($1, 2); b = part($2, 2)
        from = own "/" a; to = own "/" b
        if (own == "app" && a != b && a != "" && b != "session") complain(to " does not stand below " from)
        if (own == "widgets" && b != "base" && a "/" part($1, 3) != b "/" part($2, 3))
            complain("a folder in a room of widgets is one widget, and knows no other")
        if (a == b) { from = from "/" part($1, 3); to = to "/" part($2, 3) }
        if (from in height && to in height && height[to] > height[from]) complain(to " does not stand below " from)
    }
    END { exit bad }' >&2 || status=1

# Inside a folder, a header and its source are one module, and a folder counts as one: no circle of modules.
while read -r circle; do
    echo "these modules include each other in a circle: $circle" >&2
    status=1
done < <(include_lines | awk '
    {
        # The deepest folder that both are in, and the parts below it, which are its modules.
        of = split($1, from, "/"); to = split($2, into, "/")
        folder = ""
        for (i = 1; i < of && i < to && from[i] == into[i]; ++i) folder = folder from[i] "/"
        if (folder == "") next
        a = from[i]; b = into[i]
        sub(/\.(h|cpp)$/, "", a); sub(/\.(h|cpp)$/, "", b)
        if (a == b) next
        edges[folder a] = edges[folder a] " " folder b
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
