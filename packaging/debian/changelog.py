#!/usr/bin/env python3
"""Prints CHANGELOG.md as Debian writes changelogs: packaging/debian/changelog.py SOURCE.

A version that is not released yet has the date of SOURCE_DATE_EPOCH, which must be set.
"""
import datetime
import os
import re
import sys
import textwrap
from email.utils import format_datetime
from pathlib import Path

MAINTAINER = "The Arenascope authors <arenascope@users.noreply.github.com>"


def plain(text):
    """Markdown without its marks: links become their words."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[`*]", "", text)


def wrapped(text, first, rest):
    return textwrap.fill(text, 78, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def moment(date):
    if date == "unreleased":
        return datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return datetime.datetime.fromisoformat(date).replace(hour=12, tzinfo=datetime.timezone.utc)


def entry(version, date, text):
    lines = [f"arenascope ({version}-1) unstable; urgency=medium", ""]
    for line in text.splitlines():
        if line.startswith("### "):
            lines += ["", f"  [ {line[4:]} ]"] if len(lines) > 2 else [f"  [ {line[4:]} ]"]
        elif line.startswith("- "):
            lines.append(wrapped(plain(line[2:]), "  * ", "    "))
        elif line.strip():
            lines.append(wrapped(plain(line.strip()), "  * ", "    "))
    return "\n".join([*lines, "", f" -- {MAINTAINER}  {format_datetime(moment(date))}", ""])


if __name__ == "__main__":
    text = (Path(sys.argv[1]) / "CHANGELOG.md").read_text("utf-8")
    parts = re.split(r"(?m)^## (\S+) - (\S+)$", text)[1:]
    print("\n".join(entry(*parts[at:at + 3]) for at in range(0, len(parts), 3)), end="")
