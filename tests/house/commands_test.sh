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
window_seconds=10
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

# perform SECONDS COMMAND OUTPUT
perform() {
    (cd "$work" && exec timeout "$1" bash -c "$2") >"$3" 2>&1 </dev/null
}

# run WHERE COMMAND SHOWN
run() {
    local where="$1" command="$2" shown="$3" wanted=0 got=0 name
    for name in $unreadable; do
        [[ $command != *" $name"* ]] || return 0
    done
    case "$command" in
        *'# opens the window'*)
            perform $window_seconds "$command" "$place/window.${#windows[@]}" &
            windows+=("$! $where: $command")
            return 0
            ;;
        *'# exit status '*) wanted="${command##*# exit status }" ;;
    esac
    perform 60 "$command" "$place/output" || got=$?
    if [ "$got" -ne "$wanted" ]; then
        complain "$where: exit status $got, not $wanted: $command"
        cat "$place/output" >&2
    elif [ -n "$shown" ] && [[ $(normal <"$place/output") != $(pattern "$shown") ]]; then
        complain "$where: prints something else than the page shows: $command"
        diff <(printf '%s\n' "$shown") "$place/output" >&2 || true
    fi
}

# Windows stay open beside each other and beside the other commands: the process of each, and what opened it.
windows=()
verify_windows() {
    local number got
    for number in "${!windows[@]}"; do
        got=0
        wait "${windows[$number]%% *}" || got=$?
        if [ "$got" -ne 124 ]; then  # 124: it was still open when the time was up
            complain "${windows[$number]#* }: exit status $got, but the window should be open"
            cat "$place/window.$number" >&2
        fi
    done
}

# Small models stand for those of the reader. A build without their library does not read them.
fresh_place() {
    work="$(mktemp -d -p "$place")"
    cp -r samples recorder "$work"
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
verify_windows
exit $status
