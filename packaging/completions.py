#!/usr/bin/env python3
"""Writes completions for bash, zsh and fish: packaging/completions.py PROGRAM FOLDER.

All words in them come from the program: `--describe` gives the sub-commands, their options and the values of these,
`planners --json` the keys and the choices of --set.
"""
import re
import sys
import textwrap
from pathlib import Path

from described_program import description_of, planners_of


def quoted(text):
    """Text as every shell takes it literally."""
    return "'" + text.replace("'", "'\\''") + "'"


def short(text):
    """A meaning on one line of a menu."""
    return textwrap.shorten(re.sub(r" \(default: [^)]*\)", "", text), 78, placeholder=" …")


def settings_of(listing):
    """The keys of --set with their choices and meanings. dim.NAME and shape.NAME hold a name that only the user knows."""
    settings = {}
    for option in listing["import"] + [option for planner in listing["planners"] for option in planner["options"]]:
        if option["key"].endswith(".NAME"):
            continue
        choices = option.get("choices") or (["true", "false"] if option["type"] == "flag" else [])
        known, _ = settings.setdefault(option["key"], ([], option["meaning"]))
        known += [choice for choice in choices if choice not in known]
    return dict(sorted(settings.items()))


def takes_file(option):
    return option["value"] in ("FILE", "MODEL") or "--against" in option["names"]


def is_operand(option):
    return not option["names"]


# bash -----------------------------------------------------------------------------------------------------------------

BASH = """\
# Completion of arenascope for bash. It was made by packaging/completions.py of what the program says of itself.
_arenascope() {
    local cur prev words cword split command="" index key
    _init_completion -n = || return
    for ((index = 1; index < cword; ++index)); do
        case "${words[index]}" in
            COMMANDS) command="${words[index]}"; break ;;
        esac
    done

    if [[ $prev == --set ]]; then
        if [[ $cur == *=* ]]; then
            key="${cur%%=*}"
            case "$key" in
CHOICES
            esac
        else
            COMPREPLY=($(compgen -S = -W "KEYS" -- "$cur"))
            compopt -o nospace
        fi
        return
    fi
    case "$command $prev" in
VALUES
    esac
    if [[ $cur == -* ]]; then
        case "$command" in
OPTIONS
        esac
        return
    fi
    _filedir
    if [[ -z $command ]] && ((cword == 1)); then
        COMPREPLY+=($(compgen -W "NAMES" -- "$cur"))
    fi
} && complete -F _arenascope arenascope
"""


def bash(description, settings):
    # Readline replaces only what follows the last `=`.
    choices = [f'                {quoted(key)}) COMPREPLY=($(compgen -W "{" ".join(known)}" -- "${{cur#*=}}")) ;;'
               for key, (known, _) in settings.items() if known]
    values, options = [], []
    for command in [description] + description["commands"]:
        name = command["name"] if command is not description else ""
        own = [option for option in command["options"] if not is_operand(option)]
        for option in own:
            if option["value"] is None or "--set" in option["names"]:
                continue
            pattern = "|".join(quoted(f"{name} {each}") for each in option["names"])
            if option["words"]:
                reply = f'COMPREPLY=($(compgen -W "{" ".join(option["words"])}" -- "${{cur##*,}}"))'
                if option["value"] == "LEVERS" or name == "sweep":  # several, with commas between
                    reply = f'_arenascope_list "{" ".join(option["words"])}"'
            else:
                reply = "_filedir" if takes_file(option) else ":"
            values.append(f"        {pattern}) {reply}; return ;;")
        all_names = " ".join(each for option in own for each in option["names"])
        options.append(f'            {quoted(name)}) COMPREPLY=($(compgen -W "{all_names}" -- "$cur")) ;;')
    names = [command["name"] for command in description["commands"]]
    text = BASH
    for place, filling in (("COMMANDS", "|".join(names)), ("CHOICES", "\n".join(choices)), ("KEYS", " ".join(settings)),
                           ("VALUES", "\n".join(values)), ("OPTIONS", "\n".join(options)), ("NAMES", " ".join(names))):
        text = text.replace(place, filling, 1)
    listing = """\

# Words with commas between: the last one is completed.
_arenascope_list() {
    local begun=""
    [[ $cur != *,* ]] || begun="${cur%,*},"
    COMPREPLY=($(compgen -P "$begun" -W "$1" -- "${cur##*,}"))
}
"""
    return text + listing


# zsh ------------------------------------------------------------------------------------------------------------------


def zsh_text(text):
    return re.sub(r"([\\:\[\]'])", lambda one: "'\\''" if one[0] == "'" else "\\" + one[0], text)


def zsh_words(option, name):
    if "--set" in option["names"]:
        return ":KEY=VALUE:_arenascope_settings"
    if option["value"] is None:
        return ""
    value = zsh_text(option["value"])
    if option["words"] and (option["value"] == "LEVERS" or name == "sweep"):
        return f":{value}:_values -s , word {' '.join(option['words'])}"
    if option["words"]:
        return f":{value}:({' '.join(option['words'])})"
    return f":{value}:" + ("_files" if takes_file(option) else " ")


def zsh_specs(command):
    specs = []
    for option in command["options"]:
        if is_operand(option):
            specs.append("'" + ("*" if option["repeatable"] else "") + f":{option['value']}:_files'")
            continue
        names = option["names"]
        again = "*" if option["repeatable"] else ""
        excluded = "" if again else f"({' '.join(names)})"
        for each in names:
            specs.append(f"'{again}{excluded}{each}[{zsh_text(short(option['meaning']))}]"
                         f"{zsh_words(option, command['name'])}'")
    return " \\\n                ".join(specs)


ZSH = """\
#compdef arenascope
# Completion of arenascope for zsh. It was made by packaging/completions.py of what the program says of itself.

_arenascope_settings() {
    local -a keys
    if compset -P 1 'KEY_PATTERN='; then
        case "${IPREFIX%=}" in
CHOICES
            *) _message 'value' ;;
        esac
    else
        keys=(
KEYS
        )
        _describe -t settings 'setting' keys -S =
    fi
}

_arenascope_commands() {
    local -a commands
    commands=(
NAMES
    )
    _describe -t commands 'sub-command' commands
    _files
}

_arenascope() {
    local context state state_descr line
    typeset -A opt_args
    _arguments -C -S \\
        MAIN \\
        '1: :_arenascope_commands' \\
        '*:: :->rest' && return
    case "$state" in
        rest)
            case "${words[1]}" in
COMMANDS
                *) _files ;;
            esac
            ;;
    esac
}

_arenascope "$@"
"""


def zsh(description, settings):
    choices = [f"            {quoted(key)}) compadd -- {' '.join(known)} ;;" for key, (known, _) in settings.items() if known]
    keys = [f"            '{zsh_text(key)}:{zsh_text(short(meaning)).replace(chr(92) + ':', ':')}'" for key, (_, meaning) in settings.items()]
    names = [f"        '{command['name']}:{zsh_text(short(command['meaning']))}'" for command in description["commands"]]
    commands = [f"                {command['name']}) _arguments -S \\\n                {zsh_specs(command)} ;;"
                for command in description["commands"]]
    main = {"name": "", "options": [option for option in description["options"] if not is_operand(option)]}
    text = ZSH
    for place, filling in (("KEY_PATTERN", "*"), ("CHOICES", "\n".join(choices)), ("KEYS", "\n".join(keys)),
                           ("NAMES", "\n".join(names)), ("MAIN", zsh_specs(main).replace("                ", "        ")),
                           ("COMMANDS", "\n".join(commands))):
        text = text.replace(place, filling, 1)
    return text


# fish -----------------------------------------------------------------------------------------------------------------


def fish(description, settings):
    names = [command["name"] for command in description["commands"]]
    lines = ["# Completion of arenascope for fish. It was made by packaging/completions.py of what the program says of itself.",
             "", "function __arenascope_settings"]
    for key, (known, meaning) in settings.items():
        lines += [f"    printf '%s\\t%s\\n' {quoted(key + '=' + choice)} {quoted(short(meaning))}" for choice in known or [""]]
    lines += ["end", ""]
    for command in description["commands"]:
        lines.append(f"complete -c arenascope -n __fish_use_subcommand -a {command['name']} -d {quoted(command['meaning'])}")
    for command in [description] + description["commands"]:
        name = command["name"] if command is not description else ""
        where = f"'__fish_seen_subcommand_from {name}'" if name else "__fish_use_subcommand"
        for option in command["options"]:
            if is_operand(option):
                continue
            flags = " ".join(("-l " if each.startswith("--") else "-s ") + each.lstrip("-") for each in option["names"])
            line = f"complete -c arenascope -n {where} {flags} -d {quoted(short(option['meaning']))}"
            if "--set" in option["names"]:
                line += " -x -a '(__arenascope_settings)'"
            elif option["words"]:
                line += f" -x -a {quoted(' '.join(option['words']))}"
            elif takes_file(option):
                line += " -r -F"
            elif option["value"] is not None:
                line += " -x"
            lines.append(line)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    program, folder = sys.argv[1], Path(sys.argv[2])
    description = description_of(program)
    settings = settings_of(planners_of(program))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arenascope.bash").write_text(bash(description, settings), "utf-8")
    (folder / "_arenascope").write_text(zsh(description, settings), "utf-8")
    (folder / "arenascope.fish").write_text(fish(description, settings), "utf-8")
