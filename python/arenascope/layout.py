"""Layouts: where each buffer lies."""

from __future__ import annotations

import base64
import html
import os
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from .column import numpy_module
from .problem import Problem

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from .trace import Trace

#: The offset of a buffer that is not placed.
UNPLACED: int = -(2**63)


class Layout:
    """The offsets of the buffers of a problem. It never changes. `plan` makes one, `Problem.layout` is the file's.

    A notebook shows it as a picture.
    """

    __slots__ = ("_handle",)
    _handle: _native.PlacedLayout

    def __init__(self, native: _native.PlacedLayout) -> None:
        """For the package itself."""
        self._handle = native

    def __len__(self) -> int:
        """The number of buffers."""
        return len(self._handle)

    def __repr__(self) -> str:
        made = "" if self.planner is None else f" by {self.planner}"
        return f"<arenascope.Layout of {len(self)} buffers{made}: peak {self.peak} B, threshold {self.threshold} B>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        # As an image, because exporters of notebooks strip an SVG that stands in the page of nearly everything.
        data = base64.b64encode(self.svg().encode("utf-8")).decode("ascii")
        words = html.escape(f"{self.problem.name}: {self.verdict}")
        return f'<img alt="{words}" style="max-width: 100%" src="data:image/svg+xml;base64,{data}">'

    @property
    def problem(self) -> Problem:
        """The problem that was planned."""
        problem = Problem.__new__(Problem)
        problem._handle = self._handle.origin
        return problem

    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int64]:
        """The offset of each buffer in its memory, in bytes, in the order of the problem.

        A read-only view of the planner's own result: nothing is copied. So it has strides; where contiguous numbers
        are needed, ``numpy.ascontiguousarray`` copies them. A buffer that is not placed has `UNPLACED`.
        """
        view: Any = self._handle  # has Python's buffer protocol, which types of this version cannot say
        array: numpy.typing.NDArray[numpy.int64] = numpy_module("offsets").asarray(memoryview(view))
        return array

    def table(self) -> dict[str, Any]:
        """The columns of `Problem.table`, and ``offset`` (bytes)."""
        return {**self.problem.table(), "offset": self.offsets}

    @property
    def peak(self) -> int:
        """The highest end of a buffer, in bytes: what the memory needs. Of several memories, the highest of theirs."""
        return self._handle.peak

    @property
    def threshold(self) -> int:
        """The most bytes that are alive in one step, as the problem was planned. Shared bytes count once."""
        return self._handle.threshold

    @property
    def lower_bound(self) -> int:
        """Bytes that every layout needs, proved. The threshold, or more where a planner proved more."""
        return self._handle.lower_bound

    @property
    def optimal(self) -> bool:
        """Whether the peak is the lower bound, so that no layout is lower."""
        return self._handle.optimal

    @property
    def complete(self) -> bool:
        """Whether every buffer is placed."""
        return self._handle.complete

    @property
    def unplaced(self) -> list[str]:
        """The names of buffers that are not placed."""
        return self._handle.unplaced()

    @property
    def fits(self) -> bool:
        """Whether no buffer exceeds the capacity of its memory, and none was left out for lack of room."""
        return self._handle.fits

    @property
    def verdict(self) -> str:
        """Whether the layout is good, and what would help: the sentence that the program begins its reports with."""
        return self._handle.verdict()

    @property
    def planner(self) -> Optional[str]:
        """The planner that made it, or None where the file does not say."""
        return self._handle.planner

    @property
    def reproducible(self) -> bool:
        """Whether the same call gives the same layout. A time limit or a stop may cut a run short."""
        return self._handle.reproducible

    @property
    def seconds(self) -> Optional[float]:
        """Wall clock of planning, in seconds; None: it was not planned here."""
        seconds: Optional[float] = self._handle.run_figures().get("seconds")
        return seconds

    @property
    def goal(self) -> Optional[str]:
        """Why the planner ended; None: it was not planned here."""
        goal: Optional[str] = self._handle.run_figures().get("goal")
        return goal

    @property
    def iterations(self) -> Optional[int]:
        """Adjustments of a tuner, nodes of an exact search; None: it was not planned here."""
        iterations: Optional[int] = self._handle.run_figures().get("iterations")
        return iterations

    @property
    def initial_peak(self) -> Optional[int]:
        """Of a tuner: the peak of its first placement, in bytes."""
        initial: Optional[int] = self._handle.run_figures().get("initial_peak")
        return initial

    @property
    def notes(self) -> list[str]:
        """What the planner wants its reader to know, a sentence each."""
        return self._handle.notes()

    @property
    def trace(self) -> Trace:
        """The recorded steps of the run.

        Raises:
            Error: They were not recorded. ``plan(…, record=True)`` records them.
        """
        from .trace import Trace

        return Trace(self._handle)

    def svg(self, theme: str = "light") -> str:
        """The picture as one SVG file.

        Args:
            theme: ``"light"`` or ``"dark"``.
        """
        if theme not in ("light", "dark"):
            raise ValueError(f"there is no theme {theme!r}: give 'light' or 'dark'")
        return self._handle.svg(theme == "dark")

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a file. It is whole or not there at all.

        Args:
            path: The suffix tells what is written: ``.csv`` MiniMalloc CSV, ``.json`` the program's own format,
                ``.svg`` the picture, ``.arenatrace`` the recorded steps.

        Raises:
            Error: The file cannot be written, or its suffix is unknown.
        """
        self._handle.save(os.fsencode(path))
