#!/usr/bin/env bash
# Every `arenascope` command that README.md and docs/*.md show runs, ends as they say, and prints what they show under it.
# docs/contributing.md says how the code blocks are written.
set -euo pipefail
cd "$1"
program="$2/app/arenascope"
if [ ! -x "$program" ]; then
    echo "The program is not built: skipped"
    exit 77
fi
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
mkdir "$place/bin" "$place/settings"
ln -s "$program" "$place/bin/arenascope"
unset DISPLAY WAYLAND_DISPLAY
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 PATH="$place/bin:$PATH" XDG_CONFIG_HOME="$place/settings"
window_seconds=2
status=0

complain() {
    echo "$1" >&2
    status=1
}

# Seconds differ from run to run: a number with three decimals stands for any such number, however wide its column is.
normal() {
    sed -E 's/[0-9]+\.[0-9]{3}\b/S/g; s/ +/ /g; s/ $//'
}

# A pattern for what a page shows: … stands for anything.
pattern() {
    local text
    text="$(normal <<<"$1" | sed -E 's/[][\\*?()|+@!]/\\&/g')"
    printf '%s' "${text//…/*}"
}

# run WHERE COMMAND SHOWN
run() {
    local where="$1" command="$2" shown="$3" wanted=0 got=0 limit=60 name
    for name in $unreadable; do
        [[ $command != *" $name"* ]] || return 0
    done
    case "$command" in
        *'# opens the window'*) wanted=124 limit=$window_seconds ;;  # 124: it was still open when the time was up
        *'# exit status '*) wanted="${command##*# exit status }" ;;
    esac
    (cd "$work" && exec timeout "$limit" bash -c "$command") >"$place/output" 2>&1 </dev/null || got=$?
    if [ "$got" -ne "$wanted" ]; then
        complain "$where: exit status $got, not $wanted: $command"
        cat "$place/output" >&2
    elif [ -n "$shown" ] && [[ $(normal <"$place/output") != $(pattern "$shown") ]]; then
        complain "$where: prints something else than the page shows: $command"
        diff <(printf '%s\n' "$shown") "$place/output" >&2 || true
    fi
}

# Small models stand for those of the reader. A build without their library does not read them.
work="$place/work"
fresh_place() {
    rm -rf "$work"
    mkdir "$work"
    cp -r samples "$work"
    cp tests/fuzz/corpus/onnx/small.onnx "$work/model.onnx"
    cp tests/fuzz/corpus/tflite/concatenation.tflite "$work/model.tflite"
    cp tests/fuzz/corpus/executorch/small.pte "$work/program.pte"
}
fresh_place
unreadable=""
for model in model.onnx model.tflite program.pte; do
    arenascope info "$work/$model" >/dev/null 2>&1 || unreadable+=" $model"
done

for page in README.md docs/*.md; do
    fresh_place
    kind="" file="" command="" shown="" number=0 start=0
    finish() {
        [ -z "$command" ] || run "$page:$start" "$command" "${shown%$'\n'}"
        command="" shown=""
    }
    while IFS= read -r line || [ -n "$line" ]; do
        number=$((number + 1))
        if [[ $line == '```'* ]]; then
            if [ -n "$kind" ]; then
                finish
                kind="" file=""
            else
                read -r kind file _ <<<"${line#'```'}" || true
                kind="${kind:-text}"
                [ -z "$file" ] || : >"$work/$file"
            fi
        elif [ -n "$file" ]; then
            printf '%s\n' "$line" >>"$work/$file"
        elif [[ $command == *'\' ]]; then
            command="${command%'\'}${line#"${line%%[![:space:]]*}"}"
        elif [ "$kind" = sh ] || { [ "$kind" = console ] && [[ $line == '$ '* ]]; }; then
            finish
            line="${line#'$ '}"
            start=$number
            # cat and head show what a command before them wrote.
            if [[ $line =~ (^|'| ')arenascope|^(cat|head)' ' && $line != *'# not run'* ]]; then
                command="$line"
            fi
        elif [ -n "$command" ]; then
            shown+="$line"$'\n'
        fi
    done <"$page"
done
exit $status
