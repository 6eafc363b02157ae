#!/usr/bin/env python3
"""Writes the manual pages: packaging/manual_pages.py PROGRAM SOURCE FOLDER.

Everything in them comes from the program: `--describe` gives the sub-commands and their options, `planners --json` the
options for --set. The exit statuses are those of docs/command_line.md, the date is that of the metadata's last release.
"""
import re
import sys
from pathlib import Path

from described_program import description_of, planners_of

HOMEPAGE = "https://github.com/arenascope/arenascope"


def roff(text):
    """Text as roff takes it: a line that begins with a dot or a quotation mark would be a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^(?=[.'])", r"\\&", text)


def bold(text):
    return "\\fB" + roff(text) + "\\fR"


def italic(text):
    return "\\fI" + roff(text) + "\\fR"


def sentence(text):
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":")) else ".")


def split_footer(footer):
    """What stands before the examples, and the commands of the examples."""
    before, _, examples = footer.partition("Examples, in the directory of the source code:\n")
    return before.strip(), [line.strip() for line in examples.splitlines() if line.strip()]


def option_lines(options):
    lines = []
    for option in options:
        value = option["value"]
        if option["names"]:
            head = ", ".join(map(bold, option["names"])) + (" " + italic(value) if value else "")
        else:
            head = italic(value) + (" ..." if option["repeatable"] else "")
        meaning = sentence(option["meaning"])
        if option["words"]:
            meaning += " One of: " + ", ".join(option["words"]) + "."
        if option["names"] and option["repeatable"]:
            meaning += " May be repeated."
        lines += [".TP", head, roff(meaning)]
    return lines


def synopsis(command):
    words = [bold(command)]
    for option in sorted(command_options(command), key=lambda option: not option["names"]):
        if not option["names"]:
            operand = italic(option["value"]) + (" ..." if option["repeatable"] else "")
            words.append(operand if option["required"] else "[" + operand + "]")
        elif option["required"]:
            words.append(bold(option["names"][0]) + " " + italic(option["value"]))
    words.insert(1, "[" + italic("OPTION") + " ...]")
    return " ".join(words)


def command_options(command):
    return COMMANDS[command]["options"]


def literal(lines):
    return [".nf"] + lines + [".fi"]


def footer_lines(text):
    """What a help text says after its options: paragraphs, and lists of `name: meaning` below a heading."""
    lines = []
    for paragraph in filter(None, text.split("\n\n")):
        rows = paragraph.splitlines()
        if any(row.startswith("  ") for row in rows):
            lines += [".SS " + roff(rows[0])]
            for row in rows[1:]:
                name, _, meaning = row.strip().partition(": ")
                lines += [".TP", bold(name), roff(sentence(meaning))]
        else:
            lines += ([".PP"] if lines else []) + [roff(" ".join(rows))]
    return lines


def setting_lines(options):
    lines = []
    for option in options:
        meaning = sentence(option["meaning"])
        if option.get("choices"):
            meaning += " One of: " + ", ".join(option["choices"]) + "."
        elif "maximum" in option:
            meaning += f" From {option['minimum']:,} to {option['maximum']:,} {option['unit']}".rstrip() + "."
        lines += [".TP", bold("--set " + option["key"]) + "=" + italic("VALUE"), roff(meaning)]
        if option["default"]:  # a long list may go on in the next line
            lines += [roff(f"Default: {option['default']}.").replace(",", ",\\:")]
    return lines


def planner_lines(listing):
    lines = [".SH SETTINGS OF IMPORTS", "Every sub\\-command that opens a file takes them."]
    lines += setting_lines(listing["import"])
    lines += [".SH PLANNERS"]
    for planner in listing["planners"]:
        lines += [".SS " + roff(planner["name"]), roff(sentence(planner["summary"]))]
        lines += setting_lines(planner["options"])
    return lines


def exit_status_lines(source):
    rows = re.findall(r"^\| (\d) \| (.+) \|$", (source / "docs/command_line.md").read_text("utf-8"), re.M)
    lines = [".SH EXIT STATUS"]
    for status, meaning in rows:
        lines += [".TP", bold(status), roff(sentence(re.sub(r"[`*]", "", meaning)))]
    return lines


def see_also(pages):
    return [".SH SEE ALSO", ",\n".join(".BR " + roff(page) + " (1)" for page in pages).replace(" (1),\n", " (1),\n")]


def page(title, meaning, body):
    head = f'.TH {roff(title.upper())} 1 {DATE} "arenascope {VERSION}" "User Commands"'
    # Neither hyphenated nor spaced out, so that names can be copied.
    return "\n".join([head, ".nh", ".ad l", ".SH NAME", roff(title) + " \\- " + roff(meaning), *body]) + "\n"


def command_page(name, listing, source):
    command = COMMANDS[name]
    notes, examples = split_footer(command["footer"])
    body = [".SH SYNOPSIS", synopsis(name).replace(bold(name), bold("arenascope " + name), 1)]
    operands = [option for option in command["options"] if not option["names"]]
    if operands:
        body += [".SH OPERANDS"] + option_lines(operands)
    body += [".SH OPTIONS"] + option_lines([option for option in command["options"] if option["names"]])
    if notes:
        body += [".SH NOTES"] + footer_lines(notes)
    if name == "planners":
        body += planner_lines(listing)
    body += exit_status_lines(source)
    body += [".SH EXAMPLES", "The samples are in " + italic("/usr/share/arenascope/samples") + "."]
    body += [".PP"] + literal([roff(example) for example in examples])
    others = ["arenascope"] + (["arenascope-planners"] if name != "planners" else [])
    body += see_also(others)
    return page("arenascope-" + name, command["meaning"], body)


def main_page(description, listing, source):
    _, examples = split_footer(description["footer"])
    body = [".SH SYNOPSIS", bold("arenascope") + " [" + italic("FILE") + " ...]", ".br",
            bold("arenascope") + " " + italic("SUBCOMMAND") + " [" + italic("OPTION") + " ...] [" + italic("FILE") + " ...]",
            ".SH DESCRIPTION",
            "A memory planner decides where each tensor of a neural network lives in memory.",
            "Arenascope draws its plan, finds every overlap, explains what carries the peak, and plans anew.",
            ".PP", "Without a sub\\-command it opens the window. The sub\\-commands need no display.",
            ".SH SUBCOMMANDS"]
    for name, command in COMMANDS.items():
        body += [".TP", ".BR arenascope\\-" + roff(name) + " (1)", roff(sentence(command["meaning"]))]
    body += [".SH OPTIONS"] + option_lines(description["options"])
    body += [".SH PLANNERS", "The value of " + bold("--planner") + ". " + italic("arenascope planners") +
             " lists their options."]
    for planner in listing["planners"]:
        body += [".TP", bold(planner["name"]), roff(sentence(planner["summary"]))]
    body += exit_status_lines(source)
    body += [".SH EXAMPLES", "The samples are in " + italic("/usr/share/arenascope/samples") + "."]
    body += [".PP"] + literal([roff(example) for example in examples])
    body += [".SH AUTHORS", "The Arenascope authors, " + roff(HOMEPAGE)]
    body += see_also(["arenascope-" + name for name in COMMANDS])
    return page("arenascope", "visual debugger for tensor memory layouts", body)


if __name__ == "__main__":
    program, source, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    description = description_of(program)
    listing = planners_of(program)
    COMMANDS = {command["name"]: command for command in description["commands"]}
    VERSION = description["version"]
    metadata = (source / "resources/io.github.arenascope.Arenascope.metainfo.xml").read_text("utf-8")
    DATE = re.search(r'<release [^>]*date="([0-9-]+)"', metadata).group(1)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arenascope.1").write_text(main_page(description, listing, source), "utf-8")
    for name in COMMANDS:
        (folder / f"arenascope-{name}.1").write_text(command_page(name, listing, source), "utf-8")
