#!/usr/bin/env bash
# Files that are compiled together share what their unnamed namespaces hold: a call in one file may silently choose the
# function of another. So each function's name belongs to one file of a unit, and in tests to no header of tests.
# Arguments: source directory, build directory. A build without units has nothing to check.
set -euo pipefail
source="$(readlink -f "$1")"
# The folders may still hold units of an earlier build.
mapfile -t units < <(grep -oP '"file": "\K[^"]+/Unity/[^"]+\.cxx' "$2/compile_commands.json")
[ ${#units[@]} -gt 0 ] || { echo "This build compiles each file alone." >&2; exit 77; }

# "name file" for each function in the unnamed namespace of the files. Definitions begin in the first column.
unnamed_functions() {
    awk '
        FNR == 1 { inside = 0 }
        /^namespace \{/ { inside = 1; next }
        /^\}  \/\/ namespace$/ { inside = 0 }
        inside && /^[A-Za-z].*[ *&][a-z_0-9]+\(/ && !/^(template|using|struct|class|enum|const|constexpr|static)/ {
            name = $0
            sub(/\(.*/, "", name)
            sub(/.*[ *&]/, "", name)
            print name, FILENAME
        }' "$@"
}

header_functions="$(grep -hoP '^inline [^=(]*?\b\K[a-z_0-9]+(?=\()' "$source"/tests/support/*.h $(find "$source/tests/core" -name "*.h") |
    sort -u)"
status=0
checked=0
for unit in "${units[@]}"; do
    mapfile -t files < <(grep -oP '^#include "\K[^"]+\.cpp' "$unit" | grep -v '_moc\.cpp$')
    found="$(unnamed_functions "${files[@]}" | sort -u)"
    checked=$((checked + $(grep -c . <<<"$found" || true)))
    shared="$(awk '{ print $1 }' <<<"$found" | sort | uniq -d)"
    case "$unit" in
        *_tests.dir*) shared+=$'\n'"$(comm -12 <(awk '{ print $1 }' <<<"$found" | sort -u) <(echo "$header_functions"))" ;;
    esac
    while read -r name; do
        [ -n "$name" ] || continue
        echo "$name() is also in another file of the unit, or in a header of tests, and may be mistaken for it;" \
             "give it another name:" >&2
        awk -v name="$name" -v root="$source/" '$1 == name { sub(root, "", $2); print "  " $2 }' <<<"$found" >&2
        status=1
    done <<<"$shared"
done
[ "$checked" -gt 100 ] || { echo "Only $checked functions were found, so this test no longer understands the sources." >&2; exit 1; }
exit "$status"
