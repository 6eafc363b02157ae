#!/usr/bin/env bash
# command_line_bench.sh ROOT [--kind KIND] [COUNT…]: how long sub-commands take on files of so many buffers, as a multiple
# of the time that `sort` takes to sort the file by one column. Files lie in the cache when they are read. The highest
# memory includes the mapped file. It needs GNU time (package time).
set -euo pipefail
root=$1
shift
kind=sparse
if [ "${1:-}" = --kind ]; then
    kind=$2
    shift 2
fi
"$root/scripts/install-packages" bench
"$root/scripts/build" release arenascope
arenascope="$root/build/release/app/arenascope"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# measure COMMAND…: runs it, and sets `seconds` and `megabytes`, its highest memory. Its output is dropped.
measure() {
    local begin=$EPOCHREALTIME
    /usr/bin/time -q -f %M -o "$folder/memory" "$@" >"$folder/output" 2>"$folder/errors" || [ $? -eq 1 ] || {
        cat "$folder/errors" >&2
        return 1
    }
    seconds=$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
    megabytes=$(awk '{ printf "%.0f", $1 / 1000 }' "$folder/memory")
}

row() {
    awk -v what="$1" -v s="$seconds" -v sort="$sorted" -v mb="$megabytes" -v n="$count" -v bar="${2:-}" 'BEGIN {
        printf "  %-38s %9.3f s %8.2f %s %7d MB %6.0f bytes a buffer\n", what, s, s / sort, bar == "" ? "      " : "≤ " sprintf("%-4s", bar), mb, mb * 1e6 / n }'
}

# planted COUNT: so many placed buffers with a million overlapping pairs, because 1,000 short ones cross 1,000 long ones.
planted() {
    awk -v n="$1" 'BEGIN {
        print "id,lower,upper,size,offset"
        for (i = 0; i < 1000; ++i) print "long" i ",0,1000,1," i
        for (i = 0; i < 1000; ++i) print "short" i "," i "," i + 1 ",1000,0"
        for (i = 1000; i < n - 1000; ++i) print "b" i "," i "," i + 1 ",64,0" }'
}

for count in "${@:-1000000}"; do
    file="$folder/$kind.csv"
    placed="$folder/placed.csv"
    "$arenascope" convert --generate "$kind" --count "$count" --seed 1 -o "$file" --quiet
    echo "$kind, $count buffers, $(stat -c %s "$file") bytes: seconds, as a multiple of sort, bar, highest memory"
    export LC_ALL=C
    measure sort --parallel=1 -t, -k4n "$file"
    sorted=$seconds
    row sort
    measure "$arenascope" info "$file"
    row info 0.6
    measure "$arenascope" plan "$file" --planner offsets-greedy-by-size -o "$placed" --quiet
    row "plan --planner offsets-greedy-by-size" 8
    measure "$arenascope" check "$placed"
    row check 1.5
    planted "$count" >"$folder/planted.csv"
    measure "$arenascope" check "$folder/planted.csv"
    row "check of a million overlapping pairs"
    grep -q "^overlap  *999,000 more" "$folder/output" || {
        echo "the check does not count a million pairs" >&2
        exit 1
    }
    measure "$arenascope" convert "$placed" -o "$folder/placed.json"
    row "convert to JSON"
    measure "$arenascope" info "$folder/placed.json"
    row "info of the JSON"
    measure "$arenascope" export "$placed" -o "$folder/placed.png"
    row "export to PNG" 1.5
    rm -f "$folder"/*.csv "$folder"/*.json "$folder"/*.png
done
