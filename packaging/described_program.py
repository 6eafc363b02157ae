"""What the program says of itself. Manual pages and completions are made of it."""
import json
import subprocess


def told_by(program, *arguments):
    # Without a home: external planners that a user keeps are for this user alone.
    environment = {"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
    return json.loads(subprocess.run([program, *arguments], env=environment, check=True, capture_output=True).stdout)


def description_of(program):
    """The sub-commands with their options, see app/command_line/command_description.h."""
    return told_by(program, "--describe")


def planners_of(program):
    """The planners and the import, with the options for --set."""
    return told_by(program, "planners", "--json")
