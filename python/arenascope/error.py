"""The exception of the package."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """Something cannot be read, planned, asked or written.

    Its text is ``file:line: what; cure``, without the parts that are None.

    Attributes:
        what: What is wrong. It names the column, key or buffer.
        cure: What to do, or None where `what` says it.
        file: The file, or what stands for it, or None.
        line: The line in that file, from 1, or None.
    """

    what: str
    cure: Optional[str]
    file: Optional[str]
    line: Optional[int]

    def __init__(
        self, what: str, cure: Optional[str] = None, file: Optional[str] = None, line: Optional[int] = None
    ) -> None:
        place = "" if file is None else f"{file}: " if line is None else f"{file}:{line}: "
        super().__init__(place + what + ("" if cure is None else f"; {cure}"))
        self.what = what
        self.cure = cure
        self.file = file
        self.line = line

    def __reduce__(self) -> tuple[type[Error], tuple[str, Optional[str], Optional[str], Optional[int]]]:
        return (Error, (self.what, self.cure, self.file, self.line))
