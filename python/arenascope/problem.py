"""Problems: buffers and memories, before anything is placed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, Protocol, Union

from . import _native
from .column import column_of, numpy_module
from .error import Error
from .setting import Bytes, bytes_of, settings_of

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from .column import Integers
    from .layout import Layout


class SerializableModel(Protocol):
    """A model that gives the bytes of its file, as a message of Protobuf does: an ONNX `ModelProto`."""

    def SerializeToString(self) -> bytes:
        """The bytes."""


#: What `Problem.read` opens: a path; the bytes of a file; or a model that can write itself, as an ONNX `ModelProto`.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, SerializableModel]

#: What errors call a model that has no file.
IN_MEMORY = "model in memory"


class Problem:
    """Buffers with sizes and lifetimes, and the memories that they go to. It never changes.

    >>> problem = Problem(["a", "b"], begin=[0, 1], end=[2, 3], size=[64, 32])
    >>> problem.threshold
    96
    """

    __slots__ = ("_handle",)
    _handle: _native.OpenedProblem

    def __init__(
        self,
        names: Sequence[str],
        begin: Integers,
        end: Integers,
        size: Integers,
        alignment: Optional[Integers] = None,
        *,
        offset: Optional[Integers] = None,
        region: Optional[Sequence[str]] = None,
        capacity: Optional[Bytes] = None,
        name: str = "problem",
    ) -> None:
        """Makes a problem of lists or NumPy arrays with one entry for each buffer.

        Args:
            names: Names of the buffers. Each occurs once.
            begin: First step in which a buffer is alive.
            end: First step in which it is not alive any more: the lifetime is [begin, end).
            size: Sizes in bytes, from 1.
            alignment: Its offset is a multiple of this, in bytes, from 1. None: 1 for all.
            offset: A layout that is there already, in bytes; `UNPLACED` for what is not placed. See `layout`.
            region: Names of the memories. None: all lie in one, "arena".
            capacity: Of each memory, in bytes or as ``"64 KiB"``. None: without limit.
            name: What errors and pictures call the problem.

        Raises:
            Error: Lists of different lengths, or a value that is no such number. It names the buffer.
        """
        self._handle = _native.made_problem(
            list(names),
            column_of(begin, "begin"),
            column_of(end, "end"),
            column_of(size, "size"),
            None if alignment is None else column_of(alignment, "alignment"),
            None if offset is None else column_of(offset, "offset"),
            None if region is None else list(region),
            bytes_of(capacity),
            name,
        )

    @classmethod
    def read(cls, source: Source, **switches: object) -> Problem:
        """Opens anything that the program opens: a model, a plan, a log, a trace.

        Args:
            source: A path, or a model in memory: the bytes of any such file (ONNX, TFLite, …), or an ONNX
                `ModelProto`. The content tells the format. Errors call it "model in memory".
            **switches: Switches of the import, as ``--set`` of the command line takes them, with ``_`` for ``-``:
                ``execution_order="least-peak"``. A dict gives several: ``dim={"batch": 4}``.

        Raises:
            Error: With `file`, and `line` where the format has lines.
        """
        opened = cls.__new__(cls)
        settings = settings_of(switches)
        if isinstance(source, (bytes, bytearray, memoryview)):
            opened._handle = _native.open_content(bytes(source), IN_MEMORY, settings)
        elif isinstance(source, (str, os.PathLike)):
            opened._handle = _native.open_path(os.fsencode(source), settings)
        elif hasattr(source, "SerializeToString"):
            opened._handle = _native.open_content(source.SerializeToString(), IN_MEMORY, settings)
        else:
            raise Error(
                f"{type(source).__name__} is nothing that can be opened",
                "give a path, the bytes of a file, or an ONNX ModelProto",
            )
        return opened

    def __len__(self) -> int:
        """The number of buffers."""
        return len(self._handle)

    def __repr__(self) -> str:
        return f"<arenascope.Problem {self.name!r}: {len(self)} buffers, threshold {self.threshold} B>"

    @property
    def name(self) -> str:
        """The file that it was read from, or what it was called."""
        return self._handle.name

    @property
    def names(self) -> list[str]:
        """The names of the buffers."""
        return self._handle.names()

    def table(self) -> dict[str, Any]:
        """The buffers as columns that ``pandas.DataFrame`` takes.

        ``name``, ``begin`` and ``end`` (steps), ``size`` and ``alignment`` (bytes), ``region``, ``kind``. Columns of
        numbers are NumPy arrays of int64.
        """
        numpy = numpy_module("a table")
        numbers = {
            key: numpy.frombuffer(column, dtype=numpy.int64) for key, column in self._handle.columns().items()
        }
        return {
            "name": self.names,
            "begin": numbers["begin"],
            "end": numbers["end"],
            "size": numbers["size"],
            "alignment": numbers["alignment"],
            "region": self._handle.region_names(),
            "kind": self._handle.kinds(),
        }

    @property
    def threshold(self) -> int:
        """The most bytes that are alive in one step: no layout without sharing needs less. Of several memories, the
        highest of theirs."""
        return int(self._handle.figures()["threshold"])

    @property
    def peak_step(self) -> int:
        """The first step at the threshold, in the file's own time."""
        return int(self._handle.figures()["peak_step"])

    @property
    def info(self) -> dict[str, Any]:
        """Figures, with the keys of ``arenascope info --json``.

        ``steps``, ``threshold``, ``peak_step``, ``total_bytes``, ``regions``, ``format``, ``unknown_sizes``,
        ``assumed_dimensions``.
        """
        return self._handle.figures()

    @property
    def notes(self) -> list[str]:
        """What the reader left out or assumed, a sentence each."""
        return self._handle.notes

    @property
    def layout(self) -> Layout:
        """The placements that came with the problem. They may be complete, partial or none: see `Layout.complete`."""
        from .layout import Layout

        return Layout(_native.given_layout(self._handle))
