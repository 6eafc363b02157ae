#!/usr/bin/env bash
# Files that are compiled together share what their unnamed namespaces hold: two constants of one name do not compile, and
# a call in one file may silently choose the function of another. Which files stand together depends on their sizes and
# on which of them are new. So each name belongs to one file among all that may ever meet in a unit, and in tests to no
# header of tests.
# Arguments: source directory, build directory. A build without units has nothing to check.
set -euo pipefail
source="$(readlink -f "$1")"
unit_bytes="$(grep -oP '^set\(arenascope_unit_bytes \K[0-9]+' "$source/cmake/unity_units.cmake")"
tests_in_unit=8  # CMake's own number
# The folders may still hold units of an earlier build.
mapfile -t units < <(grep -oP '"file": "\K[^"]+/Unity/[^"]+\.cxx' "$2/compile_commands.json")
[ ${#units[@]} -gt 0 ] || { echo "This build compiles each file alone." >&2; exit 77; }

# "kind name file" for each function, constant and type that an unnamed namespace of the files defines. Definitions begin
# in the first column. The same alias may stand in several files, so its kind is what it means.
unnamed() {
    awk '
        function tell(kind, name) { print kind, name, FILENAME }
        FNR == 1 { inside = 0 }
        /^namespace \{/ { inside = 1; next }
        /^\}  \/\/ namespace$/ { inside = 0 }
        !inside || /^(template|namespace|extern|public|private|protected)/ || !/^[A-Za-z]/ { next }
        /^(struct|class|enum|union) .*;$/ { next }
        /^(struct|class|enum|union) / {
            sub(/^(enum class|struct|class|enum|union) /, "")
            match($0, /^[A-Za-z_0-9]+/)
            tell("type", substr($0, 1, RLENGTH))
            next
        }
        /^using [A-Za-z_0-9]+ =/ {
            name = $2
            sub(/^using [A-Za-z_0-9]+ = */, "")
            gsub(/ /, "")
            tell("alias:" $0, name)
            next
        }
        /^[^=({]*[ *&][a-z_0-9]+\(/ && !/^(constexpr|const) .*;$/ {
            sub(/\(.*/, "")
            sub(/.*[ *&]/, "")
            tell("function", $0)
            next
        }
        /^(inline |static |thread_local )*(constexpr|const) / && match($0, /[ *&][A-Za-z_0-9]+(\[[^]]*\])?( =|\{|;|\()/) {
            name = substr($0, RSTART + 1, RLENGTH - 1)
            match(name, /^[A-Za-z_0-9]+/)
            tell("constant", substr(name, 1, RLENGTH))
        }' "$@"
}

header_functions="$(grep -hoP '^inline [^=(]*?\b\K[a-z_0-9]+(?=\()' "$source"/tests/support/*.h $(find "$source/tests/core" -name "*.h") |
    sort -u)"

# "place file" for each file of a target, in the order in which units take them. Two may meet if their places differ by
# less than `reach`. What the build compiles apart, for one header's sake, stands where its path does.
places() {
    case "$1" in
        *_tests.dir) awk '{ print NR, $0 }' ;;
        *)
            LC_ALL=C sort | xargs stat -c '%s %n' | awk '{ print at + $1 / 2, $2; at += $1 }'
            ;;
    esac
}

status=0
checked=0
mapfile -t targets < <(printf '%s\n' "${units[@]%/Unity/*}" | sort -u)
for target in "${targets[@]}"; do
    mapfile -t files < <(printf '%s\n' "${units[@]}" | grep -F "$target/Unity/" | sort -V | xargs grep -hoP '^#include "\K[^"]+\.cpp' |
        grep -v '_moc\.cpp$')
    [ ${#files[@]} -gt 0 ] || continue
    reach="$unit_bytes"
    case "$target" in *_tests.dir) reach="$tests_in_unit" ;; esac
    found="$(unnamed "${files[@]}" | sort -u)"
    checked=$((checked + $(grep -c . <<<"$found" || true)))
    shared="$(printf '%s\n' "${files[@]}" | places "$target" | awk -v reach="$reach" '
        FNR == NR { place[$2] = $1; next }
        {
            for (i = 1; i <= count[$2]; ++i) {
                distance = place[$3] - place[file[$2, i]]
                if (file[$2, i] != $3 && distance < reach && -distance < reach &&
                    (kind[$2, i] != $1 || $1 !~ /^alias:/)) print $2, file[$2, i], $3
            }
            file[$2, ++count[$2]] = $3
            kind[$2, count[$2]] = $1
        }' - <(echo "$found"))"
    case "$target" in
        *_tests.dir)
            shared+="$(awk 'FNR == NR { header[$1] = 1; next } $1 == "function" && header[$2] { print "\n" $2, $3, "a header of tests" }' \
                <(echo "$header_functions") <(echo "$found"))"
            ;;
    esac
    while read -r name first second; do
        [ -n "$name" ] || continue
        echo "$name stands in ${first#"$source"/} and in ${second#"$source"/}, which may be compiled together;" \
             "give one of them another name." >&2
        status=1
    done <<<"$shared"
done
[ "$checked" -gt 1000 ] || { echo "Only $checked names were found, so this test no longer understands the sources." >&2; exit 1; }
exit "$status"
