#!/usr/bin/env bash
# Every sub-command has a manual page and completions for three shells, and each holds every option that `--help` lists.
# The pages are well-formed, and the shells read the completions.
set -euo pipefail
program="$2/app/arenascope"
manual="$2/packaging/manual"
completions="$2/packaging/completions"
[ -e "$manual/arenascope.1" ] || { echo "skipped: this build has no manual pages"; exit 77; }
status=0
complain() {
    echo "$1" >&2
    status=1
}

# The options that a help text lists: -o and --output of "  -o,--output FILE   layout to write".
options() {
    "$program" "$@" --help | sed -nE '/^Options:/,/^$/s/^  (-[^ ]+).*/\1/p' | tr , '\n'
}
# What a page shows, as one line without the marks of roff.
shown() {
    sed -E 's/\\f[BIR]//g; s/\\-/-/g; s/\\&//g' "$1" | tr '\n' ' '
}

mapfile -t commands < <("$program" --help | sed -nE '/^Subcommands:/,/^$/s/^  ([a-z]+) .*/\1/p')
[ "${#commands[@]}" -gt 10 ] || complain "--help lists only ${#commands[@]} sub-commands"
for command in "" "${commands[@]}"; do
    page="$manual/arenascope${command:+-$command}.1"
    [ -e "$page" ] || { complain "$command has no manual page"; continue; }
    text="$(shown "$page")"
    for option in $(options $command); do
        [[ $text == *" $option"[\ ,]* ]] || complain "$page does not have $option"
    done
done
for command in "${commands[@]}"; do
    [[ $(shown "$manual/arenascope.1") == *"arenascope-$command (1)"* ]] || complain "arenascope.1 does not name $command"
    # One line of bash, of zsh and of fish for each sub-command or option.
    in_bash="$(grep -F "'$command') COMPREPLY=" "$completions/arenascope.bash")" || complain "bash: there is no $command"
    in_zsh="$(sed -n "/^ *$command) _arguments/,/;;/p" "$completions/_arenascope")"
    in_fish="$(grep -F "__fish_seen_subcommand_from $command'" "$completions/arenascope.fish")"
    for option in $(options "$command"); do
        [[ " ${in_bash//\"/ } " == *" $option "* ]] || complain "bash: $command has no $option"
        [[ $in_zsh == *"$option["* ]] || complain "zsh: $command has no $option"
        letter="${option#-}"
        case "$option" in
            --*) [[ $in_fish == *" -l ${option#--} "* ]] || complain "fish: $command has no $option" ;;
            *) [[ $in_fish == *" -s $letter "* ]] || complain "fish: $command has no $option" ;;
        esac
    done
done

# The planners are values of --planner, on the pages and in the shells. Their options are on one page and keys of --set.
listing="$("$program" planners)"
settings="$(shown "$manual/arenascope-planners.1")"
for planner in $(sed -nE 's/^([a-z-]+) \(.*\)$/\1/p' <<<"$listing"); do
    for file in "$manual/arenascope-plan.1" "$completions"/*; do
        grep -qwF -e "$planner" -e "${planner//-/\\-}" "$file" || complain "$file does not have the planner $planner"
    done
done
for key in $(sed -nE 's/^    --set ([^=]+)=.*/\1/p' <<<"$listing"); do
    [[ $settings == *"--set $key=VALUE"* ]] || complain "arenascope-planners.1 does not have --set $key"
    [[ $key == *.NAME ]] && continue  # only the user knows the name
    for file in "$completions"/*; do
        grep -qwF -e "$key" "$file" || complain "$file does not have the key $key"
    done
done

# The words that pages and shells offer for an option are accepted, and another word is refused.
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
description="$("$program" --describe)"
# offered COMMAND OPTION OPERAND…: each word behind the option
offered() {
    local command="$1" option="$2" words word said
    shift 2
    words="$(/usr/bin/python3 -c '
import json, sys
command = next(each for each in json.loads(sys.argv[1])["commands"] if each["name"] == sys.argv[2])
print(*next(each["words"] for each in command["options"] if sys.argv[3] in each["names"]))' "$description" "$command" "$option")"
    [ -n "$words" ] || complain "$command offers no words for $option"
    for word in $words nonsense; do
        said="$("$program" "$command" "$@" "$option" "$word" 2>&1 >/dev/null || true)"
        if [[ $said == *"'$word'"* ]]; then
            [ "$word" = nonsense ] || complain "$command offers $option $word, but does not take it"
        else
            [ "$word" != nonsense ] || complain "$command takes $option nonsense"
        fi
    done
}
export QT_QPA_PLATFORM=offscreen
placed="$1/samples/placed.csv"
offered check --format "$placed"
offered show --theme "$placed"
offered show --color "$placed"
offered export --theme "$placed" -o "$place/plan.svg"
offered export --color-by "$placed" -o "$place/plan.svg"
offered export --size "$placed" -o "$place/plan.pdf"
offered convert --generate --count 4 -o "$place/plan.csv"
offered advise --allow "$1/samples/inception_cell.param" --time-limit 0
offered plan --planner "$placed" -o "$place/plan.csv" --time-limit 1

for page in "$manual"/*.1; do
    if command -v man >/dev/null; then
        said="$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)" || said+="man failed"
        [ -z "$said" ] || complain "$page: $said"
    fi
    if command -v mandoc >/dev/null; then
        mandoc -Tlint -W warning "$page" >&2 || complain "$page is not well-formed"
    fi
done
bash -n "$completions/arenascope.bash" || complain "bash does not read its completions"
for shell in zsh fish; do
    file="$completions/_arenascope"
    [ "$shell" = zsh ] || file="$completions/arenascope.fish"
    if command -v "$shell" >/dev/null; then
        "$shell" -n "$file" || complain "$shell does not read its completions"
    else
        echo "skipped: there is no $shell to read its completions"
    fi
done
exit $status
