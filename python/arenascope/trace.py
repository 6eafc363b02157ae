"""The recorded steps of a planner's run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Union

from . import _native
from .error import Error
from .layout import Layout
from .planning import plan
from .problem import Problem


@dataclass(frozen=True)
class Step:
    """A recorded step."""

    #: Its path, such as ``"7.2.15"``: iteration, group, rearrangement.
    frame: str
    #: ``"iteration"``, ``"placement"``, ``"move"``, …
    kind: str
    #: The largest tail of the step's layout, in bytes. The layout may be partial.
    peak: int
    #: What the planner says of it; may be empty.
    note: str
    _index: int = field(repr=False, compare=False)
    _run: _native.PlacedLayout = field(repr=False, compare=False)

    @property
    def layout(self) -> Layout:
        """The layout at the end of the step."""
        return Layout(_native.layout_at(self._run, self._index))


class Trace:
    """The steps of a run, in the order in which they ended.

    >>> layout = plan(problem, record=True)
    >>> for step in layout.trace.where("peak > threshold"):
    ...     print(step.frame, step.peak)
    """

    __slots__ = ("_handle",)
    _handle: _native.PlacedLayout

    def __init__(self, native: _native.PlacedLayout) -> None:
        """For the package itself."""
        if not native.recorded:
            raise Error("the steps of the run were not recorded", "plan with record=True")
        self._handle = native

    @classmethod
    def read(cls, path: Union[str, os.PathLike[str]], planner: str = "peak-suppression", **switches: object) -> Trace:
        """Opens a trace, or anything that can be planned, which is then planned first.

        Args:
            path: The file.
            planner: Plans it, if it is no trace.
            **switches: Switches of the import, as `Problem.read` takes them.
        """
        problem = Problem.read(path, **switches)
        return problem.layout.trace if problem._handle.has_trace else plan(problem, planner, record=True).trace

    def __iter__(self) -> Iterator[Step]:
        """All main steps: iterations, placements, moves, improvements."""
        return self.where("peak >= 0")

    def where(self, condition: str) -> Iterator[Step]:
        """The steps at which a condition holds, as ``arenascope trace --where`` finds them.

        Args:
            condition: Such as ``'peak > threshold and not changed(offset("conv2"))'``. The guide lists its names.

        Raises:
            Error: The condition has a mistake. The error gives the position.
        """
        return iter(
            [
                Step(path, kind, peak, note, index, self._handle)
                for index, path, kind, peak, note in _native.hit_rows(self._handle, condition)
            ]
        )

    @property
    def layout(self) -> Layout:
        """The layout that the run ended with."""
        return Layout(self._handle)

    @property
    def dropped(self) -> int:
        """The number of steps that were not kept, because the trace would have been too large."""
        return _native.dropped_steps(self._handle)
