"""The command-line program, which the package must agree with, and problems drawn at random."""

from __future__ import annotations

import json
import os
import pathlib
import random
import subprocess
from typing import Any

import arenascope

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = SOURCE / "samples"
SHARED = SOURCE.parent / "shared" / "data"
PROGRAM = os.environ["ARENASCOPE_PROGRAM"]

#: A fresh one in each run. ARENASCOPE_SEED=N repeats a run.
SEED = int(os.environ.get("ARENASCOPE_SEED") or random.SystemRandom().randrange(2**32))
print(f"ARENASCOPE_SEED={SEED}")


def program_json(*arguments: object) -> dict[str, Any]:
    """What the program prints with --json, whatever its exit status."""
    ended = subprocess.run(
        [PROGRAM, *map(str, arguments), "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
    )
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


def drawn_columns(numbers: random.Random, most: int = 30) -> dict[str, Any]:
    """The columns of a problem."""
    count = numbers.randint(1, most)
    begin = [numbers.randint(-5, 20) for _ in range(count)]
    return {
        "names": [f"b{i}" for i in range(count)],
        "begin": begin,
        "end": [first + numbers.randint(1, 9) for first in begin],
        "size": [numbers.randint(1, 100) for _ in range(count)],
        "alignment": [numbers.choice([1, 1, 2, 8]) for _ in range(count)],
    }


def drawn_problems(count: int) -> list[arenascope.Problem]:
    """Problems that differ in each run."""
    numbers = random.Random(SEED)
    return [arenascope.Problem(**drawn_columns(numbers), name=f"drawn {i}, seed {SEED}") for i in range(count)]
