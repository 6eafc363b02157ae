"""What the overlap checker finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import _native
from .layout import Layout


@dataclass(frozen=True)
class Overlap:
    """Two buffers that use the same bytes at the same time without being meant to."""

    #: The name of the one that comes first in the problem.
    a: str
    b: str
    #: First common step.
    begin: int
    #: First step after the common ones.
    end: int
    #: First common byte, an offset.
    from_: int
    #: First byte after the common ones.
    to: int


@dataclass(frozen=True)
class Report:
    """The findings about a layout. Without any, the layout is sound."""

    #: Whether there is no finding; None: no size is known, so that nothing can be checked.
    ok: Optional[bool]
    #: Pairs that overlap, as far as the limit allows.
    overlaps: tuple[Overlap, ...]
    #: The number of all such pairs.
    overlap_count: int
    #: Buffers whose offset is no multiple of their alignment.
    misaligned: tuple[str, ...]
    #: Buffers below 0, in a wrong memory, or above its capacity.
    outside: tuple[str, ...]
    #: Buffers that are not placed.
    unplaced: tuple[str, ...]
    #: What the plan proves wrong about itself, a sentence each.
    contradictions: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether there is no finding."""
        return self.ok is True


def check(layout: Layout, limit: int = 1000) -> Report:
    """Checks a layout by a checker that shares no code with the planners. O((n + k) log n).

    Args:
        layout: The layout.
        limit: The most pairs that are listed. All are counted.
    """
    found = _native.check(layout._handle, limit)
    return Report(
        found["ok"],
        tuple(Overlap(*row) for row in found["overlaps"]),
        found["overlap_count"],
        tuple(found["misaligned"]),
        tuple(found["outside"]),
        tuple(found["unplaced"]),
        tuple(found["contradictions"]),
    )
