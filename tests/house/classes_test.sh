#!/usr/bin/env bash
# A class has one reason to change: its header declares at most thirty member functions. All of them count: signals,
# slots, overrides, constructors, operators, private ones. Friends, `using` and macros do not, and a class within a class
# has a count of its own.
set -euo pipefail
cd "$1"
export LC_ALL=C
most=30

# Reads headers character by character. A statement is what stands between two of ; { }. `kind` says what a brace has
# opened: a namespace, a class, or anything else, whose content is skipped. Prints "count file class".
found="$(find core python qt widgets app -name '*.h' | sort | xargs awk '
    function trimmed(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
    # A statement without what could be mistaken for parameters: macros, attributes, template arguments.
    function bare(text) {
        gsub(/\[\[[^]]*\]\]/, "", text)
        gsub(/Q_[A-Z_]+(\([^)]*\))?/, "", text)
        gsub(/operator[ ]*\(\)/, "operator_", text)
        gsub(/operator[ ]*[^ (a-z][^ (]*/, "operator_", text)
        while (gsub(/<[^<>]*>/, "", text)) {}
        return trimmed(text)
    }
    # Whether a member is a function: it has parameters, and no "=" before them.
    function is_function(text,   parameters, assigned) {
        text = bare(text)
        if (text ~ /^(friend|using|typedef|static_assert|enum)([^a-z_]|$)/) return 0
        parameters = index(text, "(")
        assigned = index(text, "=")
        return parameters > 0 && (assigned == 0 || parameters < assigned)
    }
    function opens(text) {
        text = bare(text)
        sub(/^template[ ]*/, "", text)
        if (text ~ /^(inline )?namespace/ || text ~ /^extern/) return "namespace"
        if (text ~ /^(class|struct|union) / && text !~ /[(=]/) return "class"
        return "other"
    }
    function name_in(text) {
        text = bare(text)
        sub(/^template[ ]*/, "", text)
        sub(/^(class|struct|union) +/, "", text)
        sub(/[ :].*/, "", text)
        return text
    }
    function take(c) {
        if (c == "{") {
            what = in_code() ? "other" : opens(statement)
            ++depth
            kind[depth] = what
            count[depth] = 0
            name[depth] = what == "class" ? name_in(statement) : ""
            # The braces of an initializer belong to what stands before them.
            goes_on[depth] = what == "other" && kind[depth - 1] == "class" && !is_function(statement)
            if (what == "other" && kind[depth - 1] == "class" && is_function(statement)) {
                if (!in_initializers) ++count[depth - 1]
                is_body = 1
            } else {
                is_body = in_initializers && kind[depth - 1] == "class"
            }
            bodies[depth] = is_body
            kept[depth] = statement
            statement = ""
            in_initializers = 0
        } else if (c == "}") {
            if (kind[depth] == "class") print count[depth], FILENAME, name[depth]
            statement = goes_on[depth] ? kept[depth] " " : ""
            after_body = bodies[depth]
            --depth
            return
        } else if (c == ";") {
            if (kind[depth] == "class" && is_function(statement)) ++count[depth]
            statement = ""
            in_initializers = 0
        } else if (c == ":" && trimmed(statement) ~ /^(public|private|protected|signals|slots|public slots|private slots|protected slots)$/) {
            statement = ""
        } else if (c == "," && after_body) {
            in_initializers = 1  # of a constructor: x(y), z{y} {}
            statement = ""
        } else {
            statement = statement c
        }
        if (c != " ") after_body = 0
    }
    function in_code() { return depth > 0 && kind[depth] == "other" }
    FNR == 1 { depth = 0; statement = ""; in_comment = 0; in_directive = 0; in_initializers = 0; after_body = 0 }
    {
        line = $0
        if (in_directive || line ~ /^[ \t]*#/) { in_directive = line ~ /\\$/; next }
        while (match(line, /[0-9a-fA-F]\x27[0-9a-fA-F]/)) line = substr(line, 1, RSTART) substr(line, RSTART + 2)
        gsub(/\\./, "", line)
        gsub(/"[^"]*"/, "", line)
        gsub(/\x27[^\x27]*\x27/, "", line)
        sub(/\/\/.*/, "", line)
        gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
        if (in_comment) { if (!sub(/^.*\*\//, "", line)) next; in_comment = 0 }
        if (sub(/\/\*.*/, "", line)) in_comment = 1
        gsub(/[ \t]+/, " ", line)
        for (i = 1; i <= length(line); ++i) take(substr(line, i, 1))
        take(" ")
    }')"

if grep -v '^0 ' <<<"$found" | awk -v most=$most '$1 > most { print $2 ": " $3 " has " $1 " member functions"; bad = 1 } END { exit !bad }' >&2; then
    echo "At most $most: split what is more than one idea, or make functions of what needs no state." >&2
    exit 1
fi
