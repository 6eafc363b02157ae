"""Why a peak is where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import _native
from .layout import Layout


@dataclass(frozen=True)
class Link:
    """A buffer of the stack that carries the peak."""

    name: str
    #: In bytes.
    offset: int
    #: In bytes.
    size: int
    #: Bytes between it and the buffer that carries it; 0: it lies on that.
    hole_below: int


@dataclass(frozen=True)
class Hole:
    """Unused bytes under a buffer of the stack."""

    #: First step.
    begin: int
    #: First step after it.
    end: int
    #: First byte, an offset.
    from_: int
    #: First byte after it.
    to: int
    #: Bytes from the first to the last.
    bytes: int


@dataclass(frozen=True)
class Explanation:
    """Why the peak of a memory is where it is."""

    #: The memory that it is about.
    region: str
    #: In bytes.
    peak: int
    #: In bytes.
    threshold: int
    #: The first step at the threshold.
    peak_step: int
    #: The stack of buffers that carries the peak, from the bottom to the top.
    chain: tuple[Link, ...]
    #: Holes under the stack, the largest first.
    holes: tuple[Hole, ...]
    #: Names of the buffers that are alive at `peak_step`.
    live_at_threshold: tuple[str, ...]
    #: Names of buffers that are not placed.
    unplaced: tuple[str, ...]


def explain(layout: Layout, region: Optional[str] = None) -> Explanation:
    """Explains the peak of a layout. O(n log n).

    Args:
        layout: The layout.
        region: The name of a memory. None: the one with the peak.

    Raises:
        Error: There is no such memory.
    """
    found = _native.explain(layout._handle, region)
    return Explanation(
        found["region"],
        found["peak"],
        found["threshold"],
        found["peak_step"],
        tuple(Link(row["name"], row["offset"], row["size"], row["hole_below"]) for row in found["chain"]),
        tuple(Hole(row["begin"], row["end"], row["from"], row["to"], row["bytes"]) for row in found["holes"]),
        tuple(found["live_at_threshold"]),
        tuple(found["unplaced"]),
    )
