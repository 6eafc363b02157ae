#!/usr/bin/env bash
# Bash completes sub-commands, options, planners, keys of --set and their choices, and files.
set -euo pipefail
made="$2/packaging/completions/arenascope.bash"
loader=/usr/share/bash-completion/bash_completion
[ -e "$made" ] || { echo "skipped: this build has no completions"; exit 77; }
[ -e "$loader" ] || { echo "skipped: there is no bash-completion"; exit 77; }
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cd "$place"
touch plan.json
set +eu
source "$loader"
source "$made"
compopt() { :; }  # it works only while bash completes

status=0
# completes LINE WANTED…: the words, which may be only some of those that are offered
completes() {
    local line="$1" wanted
    shift
    COMP_LINE="$line"
    COMP_POINT=${#line}
    read -ra COMP_WORDS <<<"${line//=/ = }"
    [[ $line != *' ' ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _arenascope arenascope
    for wanted in "$@"; do
        [[ " ${COMPREPLY[*]} " == *" $wanted "* ]] ||
            { echo "'$line' offers '${COMPREPLY[*]}', but not '$wanted'" >&2; status=1; }
    done
}
completes 'arenascope pla' plan planners
completes 'arenascope --v' --version
completes 'arenascope plan pl' plan.json
completes 'arenascope plan --' --planner --set --help --capacity
completes 'arenascope plan plan.json --planner gr' greedy-by-size greedy-tflm
completes 'arenascope explain plan.json --planner f' file
completes 'arenascope plan --set ex' execution-order=
completes 'arenascope plan --set execution-order=l' least-peak
completes 'arenascope plan plan.json -o ' plan.json
completes 'arenascope sweep . --planner naive,ex' naive,exact
completes 'arenascope advise --allow order,sh' order,sharing
completes 'arenascope export plan.json --theme ' light dark
completes 'arenascope export plan.json --color-by maker-f' maker-file maker-function
exit $status
