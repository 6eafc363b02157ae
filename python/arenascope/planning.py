"""Planning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

from . import _native
from .layout import Layout
from .problem import Problem
from .setting import Bytes, bytes_of, settings_of


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    #: Work so far: placements, or nodes of a search.
    work: int
    #: The budget of work; 0: not known.
    work_limit: int
    #: Peak of the best complete layout so far, in bytes; 0: there is none yet.
    best_peak: int
    #: Proved so far, in bytes; 0: nothing.
    lower_bound: int


@dataclass(frozen=True)
class Option:
    """An option of a planner, a keyword argument of `plan`."""

    #: As the command line has it; a keyword argument has ``_`` for ``-``.
    key: str
    #: ``"integer"``, ``"bytes"``, ``"choice"``, ``"flag"`` or ``"text"``.
    type: str
    #: Its value where it is not given.
    default: str
    #: What it does, with the unit of its values.
    meaning: str


@dataclass(frozen=True)
class Planner:
    """A planner of the program."""

    name: str
    #: ``"offsets"``, ``"shared objects"``, ``"exact"`` or ``"tuner"``.
    kind: str
    summary: str
    options: tuple[Option, ...]


def planners() -> list[Planner]:
    """All planners, the default one first."""
    return [
        Planner(name, kind, summary, tuple(Option(*row) for row in options))
        for name, kind, summary, options in _native.planner_rows()
    ]


def plan(
    problem: Problem,
    planner: str = "peak-suppression",
    time_limit: Optional[float] = None,
    seed: int = 0,
    capacity: Optional[Bytes] = None,
    *,
    threads: Optional[int] = None,
    record: bool = False,
    progress: Optional[Callable[[Progress], object]] = None,
    **options: object,
) -> Layout:
    """Places every buffer of a problem.

    Other threads of Python run meanwhile. Ctrl+C ends the planner soon and raises KeyboardInterrupt; an exception of
    `progress` does the same.

    Args:
        problem: The problem. What is placed in it already counts only for ``pins="file"`` and for planners that search.
        planner: Its name, see `planners`.
        time_limit: In seconds. At the limit a planner returns its best layout so far.
        seed: Planners that draw lots repeat themselves with the same seed.
        capacity: Of each memory, in bytes or as ``"64 KiB"``. None: as in the problem. A layout that does not fit is
            returned, too: see `Layout.fits`.
        threads: How many the planner may use. None: one for each core.
        record: Whether the steps are recorded, see `Layout.trace`.
        progress: Called with a `Progress` about 20 times a second, on the thread that called `plan`.
        **options: Options of the planner, with ``_`` for ``-``.

    Returns:
        The layout, checked for overlaps.

    Raises:
        Error: An unknown planner or option, a wrong value, or no layout within the time limit.
    """
    deliver = None
    if progress is not None:
        watch = progress

        def deliver_numbers(work: int, work_limit: int, best_peak: int, lower_bound: int) -> None:
            watch(Progress(work, work_limit, best_peak, lower_bound))

        deliver = deliver_numbers
    return Layout(
        _native.plan(
            problem._handle,
            planner,
            settings_of(options),
            time_limit,
            seed,
            bytes_of(capacity),
            0 if threads is None else threads,
            record,
            deliver,
        )
    )
