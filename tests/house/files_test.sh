#!/usr/bin/env bash
# A file is one idea: it has the name of a noun in snake_case, and is short enough to be read at a sitting.
set -euo pipefail
cd "$1"
find app core python qt widgets tests \( -name '*.h' -o -name '*.cpp' \) -exec wc -l {} + | awk '
    $2 == "total" { next }
    {
        ++files
        path = $2
        name = path
        sub(/.*\//, "", name)
        if (name !~ /^[a-z][a-z0-9_]*\.(h|cpp)$/) fail("names are in snake_case")
        if (match("/" path, /[\/_](utils?|helpers?|managers?|common|misc|stuff)[_.\/]/)) {
            fail("\047" substr(path, RSTART, RLENGTH - 2) "\047 says nothing about what is in it")
        }
        if ($1 > 550) fail($1 " lines are more than one idea")
    }
    function fail(why) {
        print path ": " why > "/dev/stderr"
        status = 1
    }
    END { exit files > 100 ? status : 1 }'
