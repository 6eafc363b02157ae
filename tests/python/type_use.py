"""A use of the whole package, which mypy --strict must accept. types_test.py reads it; nothing runs it."""

from __future__ import annotations

import pathlib
from typing import Optional

import numpy
import numpy.typing

import arenascope


def offsets_of(path: pathlib.Path) -> numpy.typing.NDArray[numpy.int64]:
    problem = arenascope.Problem.read(path, execution_order="least-peak", dim={"batch": 4})
    layout = arenascope.plan(problem, "portfolio", 1.5, seed=2, capacity="64 KiB", iterations=3, progress=print)
    return layout.offsets


def figures_of(layout: arenascope.Layout) -> tuple[int, int, int, bool, Optional[float]]:
    return layout.peak, layout.threshold, layout.lower_bound, layout.optimal, layout.seconds


def names_of_overlaps(layout: arenascope.Layout) -> list[str]:
    report: arenascope.Report = arenascope.check(layout)
    return [overlap.a + overlap.b for overlap in report.overlaps]


def grown_by(a: arenascope.Layout, b: arenascope.Layout) -> int:
    before, after = arenascope.compare(a, b).peak
    return (after or 0) - (before or 0)


def steps_above(layout: arenascope.Layout) -> dict[str, int]:
    return {step.frame: step.layout.peak for step in layout.trace.where("peak > threshold")}


def cheapest(problem: arenascope.Problem) -> Optional[arenascope.AdviceOption]:
    return next((each for each in arenascope.advise(problem, capacity=1 << 20).options if each.fits), None)


def place_of(error: arenascope.Error) -> tuple[Optional[str], Optional[int], str, Optional[str]]:
    return error.file, error.line, error.what, error.cure


def made_from_arrays() -> arenascope.Problem:
    numbers = numpy.arange(1, 4)
    return arenascope.Problem(["a", "b", "c"], numbers, numbers + 1, [8, 8, 8], alignment=numbers, region=["x"] * 3)
