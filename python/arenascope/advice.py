"""How a network would need less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional

from . import _native
from .layout import Layout
from .problem import Problem
from .setting import Bytes, bytes_of


@dataclass(frozen=True)
class AdviceOption:
    """A way to run the network, with a checked layout of it."""

    #: What is changed: ``"order"``, ``"split"``, ``"spill"``, ``"sharing"``, ``"recompute"``, ``"types"``. Empty: as
    #: it is.
    levers: tuple[str, ...]
    #: Of the changed network, in bytes.
    threshold: int
    #: Of its layout, in bytes.
    peak: int
    #: Proved for the changed network, in bytes.
    lower_bound: int
    #: Per cent of the network's multiply-accumulates.
    extra_work: float
    #: Bytes that a run moves above the unchanged network.
    traffic: int
    #: Within the capacity; None: there is none.
    fits: Optional[bool]
    #: Whether the network computes something else.
    changes_results: bool
    #: A command that gives the same peak.
    command: str
    #: The layout of the changed network.
    layout: Layout


@dataclass(frozen=True)
class Advice:
    """Ways to run a network, by extra work, then traffic, then number of levers. The first is the network as it is."""

    #: Whether one of them fits; None: there is no capacity.
    fits: Optional[bool]
    options: tuple[AdviceOption, ...]
    #: Why a lever is not among them, a sentence each.
    notes: tuple[str, ...]
    #: Whether everything was tried. A time limit may leave trials out.
    complete: bool

    @property
    def threshold(self) -> int:
        """Of the network as it is, in bytes."""
        return self.options[0].threshold

    @property
    def peak(self) -> int:
        """Of the network as it is, in bytes."""
        return self.options[0].peak


def advise(
    problem: Problem,
    capacity: Optional[Bytes] = None,
    allow: Optional[Sequence[str]] = None,
    max_extra_work: float = 20.0,
    time_limit: Optional[float] = None,
    seed: int = 0,
    *,
    threads: Optional[int] = None,
) -> Advice:
    """Tries what would let a network fit. Other threads of Python run meanwhile, and Ctrl+C ends it.

    Args:
        problem: Read from a model.
        capacity: Of each memory, in bytes or as ``"64 KiB"``. None: as in the problem.
        allow: Levers that may be tried. None: all that change no result.
        max_extra_work: In per cent of the network's multiply-accumulates.
        time_limit: No further trial begins after so many seconds.
        seed: For planners that draw lots.
        threads: How many planners may use. None: one for each core.

    Raises:
        Error: An unknown lever, or the network cannot be planned.
    """
    found = _native.advise(
        problem._handle,
        bytes_of(capacity),
        None if allow is None else list(allow),
        max_extra_work,
        time_limit,
        seed,
        0 if threads is None else threads,
    )
    options = tuple(
        AdviceOption(
            tuple(row["levers"]),
            row["threshold"],
            row["peak"],
            row["lower_bound"],
            row["extra_work"],
            row["traffic"],
            row["fits"],
            row["changes_results"],
            row["command"],
            Layout(row["layout"]),
        )
        for row in found["options"]
    )
    return Advice(found["fits"], options, tuple(found["notes"]), found["complete"])
