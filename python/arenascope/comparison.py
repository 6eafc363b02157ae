"""How two layouts differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import _native
from .layout import Layout


@dataclass(frozen=True)
class Comparison:
    """The differences of a layout B from a layout A. Pairs are (A, B)."""

    #: Names that only B has.
    added: tuple[str, ...]
    #: Names that only A has.
    removed: tuple[str, ...]
    #: Pairs of names.
    renamed: tuple[tuple[str, str], ...]
    #: Another offset or memory, or placed in only one of the two.
    moved: tuple[str, ...]
    #: Another size.
    resized: tuple[str, ...]
    #: Another lifetime.
    retimed: tuple[str, ...]
    #: Peaks in bytes; None: not every buffer is placed.
    peak: tuple[Optional[int], Optional[int]]
    #: Thresholds in bytes.
    threshold: tuple[int, int]
    #: By the name of a region: its peaks in bytes. 0: that side lacks it. None: not every buffer is placed.
    regions: dict[str, tuple[Optional[int], Optional[int]]]
    #: Whether the checker finds nothing.
    ok: tuple[bool, bool]


def compare(a: Layout, b: Layout) -> Comparison:
    """Compares two layouts, of one problem or of two versions of it. O(n log n)."""
    found = _native.compare(a._handle, b._handle)
    return Comparison(
        tuple(found["added"]),
        tuple(found["removed"]),
        tuple(found["renamed"]),
        tuple(found["moved"]),
        tuple(found["resized"]),
        tuple(found["retimed"]),
        found["peak"],
        found["threshold"],
        {name: (before, after) for name, before, after in found["regions"]},
        found["ok"],
    )
