# Records what a planner of memory does while it runs, for Arenascope to show.
# (docs/formats.md, section "Recording", has the grammar; docs/guide.md shows how to debug your own planner.)
#
# Copyright the Arenascope authors. SPDX-License-Identifier: 0BSD
#
# Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
# granted. THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE
# INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY
# SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR
# PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH
# THE USE OR PERFORMANCE OF THIS SOFTWARE.
"""Writes a recording of a planner's run. One module of plain Python, nothing to install.

    from arenascope_recorder import Recorder

    with Recorder("run.rec") as run:
        a = run.buffer("a", 0, 4, 4096)         # every buffer first: name, lifetime [begin, end), size in bytes
        run.enter("iteration", "largest first")  # then steps, which may lie in each other
        run.place(a, 0)
        run.leave("complete")
        run.result()
"""

import fcntl
import os
import stat
import struct

_BUFFER, _ENTER, _PLACE, _REMOVE, _CANDIDATES, _BOUND, _LEAVE, _RESULT, _MOVE, _CAPACITY, _END = range(1, 12)
_LONGEST_TEXT = 4096
_MOST_CANDIDATES = 4096


def _number(value):
    """Seven bits a byte, the lowest first; the highest bit says that more follow."""
    if value < 128:
        return bytes((value,))
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _signed(value):
    """Small negative numbers are short, too: 0, -1, 1, -2 are 0, 1, 2, 3."""
    if not -(2**63) <= value < 2**63:
        raise OverflowError(f"{value} does not fit in 64 bits")
    return _number(value << 1 if value >= 0 else ~(value << 1))


class Recorder:
    """Records into a file, in place of one that exists, or into an open file descriptor, which stays open.

    A recording never makes a planner fail: where something cannot be written, `ok` becomes false and nothing more is
    recorded. Each step is one write, so a crash leaves a file that is readable to its last whole step.
    Numbers of buffers come from `buffer`; steps are integers, sizes and offsets are in bytes.
    """

    def __init__(self, target):
        """`target`: a path, or a file descriptor."""
        self.ok = True
        self._owns = not isinstance(target, int)
        self._descriptor = self._opened(target) if self._owns else target
        self._kinds = {}
        self._reasons = {}
        self._count = 0
        self._pending = bytearray(struct.pack("<8sII6Q", b"ARENAREC", 1, 0x01020304, 0, 0, 0, 0, 0, 0))

    def _opened(self, path):
        try:
            if os.path.lexists(path) and stat.S_ISREG(os.lstat(path).st_mode):
                os.unlink(path)  # whoever has it open keeps the old one
            if os.path.lexists(path):
                return os.open(path, os.O_WRONLY | os.O_CLOEXEC)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        except OSError:
            self.ok = False
            return -1
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # held until we end, however that happens
        except OSError:
            pass
        return descriptor

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def buffer(self, name, begin, end, size, alignment=1):
        """Declares a buffer, before the first step, and gives its number."""
        self._pending += bytes((_BUFFER,)) + self._text(name)
        self._pending += _signed(begin) + _signed(end) + _signed(size) + _signed(alignment)
        self._count += 1
        return self._count - 1

    def capacity(self, size):
        """The limit on the peak, in bytes; before the first step."""
        self._pending += bytes((_CAPACITY,)) + _signed(size)

    def enter(self, kind, reason=""):
        """Begins a step. `kind`: iteration, group, rearrangement, placement, move, improvement, pass, or your word."""
        self._pending += bytes((_ENTER,)) + self._known(kind, self._kinds, 255) + self._known(reason, self._reasons, 4095)

    def place(self, buffer, offset):
        """Places a buffer, also one that lies elsewhere."""
        self._pending += bytes((_PLACE,)) + _number(buffer) + _signed(offset)

    def move(self, buffer, offset):
        """Moves a placed buffer."""
        self._pending += bytes((_MOVE,)) + _number(buffer) + _signed(offset)

    def remove(self, buffer):
        """Takes a buffer out of the layout."""
        self._pending += bytes((_REMOVE,)) + _number(buffer)

    def candidates(self, buffer, offsets):
        """The offsets that were considered for a buffer, the best first: up to 4,096 of them."""
        kept = list(offsets)[:_MOST_CANDIDATES]
        self._pending += bytes((_CANDIDATES,)) + _number(buffer) + _number(len(kept)) + b"".join(map(_signed, kept))

    def bound(self, size):
        """No layout is lower: the planner has proved it."""
        self._pending += bytes((_BOUND,)) + _signed(size)

    def leave(self, reason=""):
        """Ends the innermost step. `reason`: at-threshold, order-seen, adjustments-spent, work-spent, complete,
        optimal, stopped, or words of yours."""
        self._pending += bytes((_LEAVE,)) + self._known(reason, self._reasons, 4095)
        self._write()

    def result(self):
        """The layout as it stands is the result; a later call replaces it."""
        self._pending.append(_RESULT)
        self._write()

    def close(self):
        """Ends the recording."""
        if self._descriptor < 0:
            return
        self._pending.append(_END)
        self._write()
        if self._owns:
            os.close(self._descriptor)
        self._descriptor = -1

    @staticmethod
    def _text(text):
        data = text.encode("utf-8", "surrogateescape")[:_LONGEST_TEXT]
        return _number(len(data)) + data

    def _known(self, text, known, most):
        """The number of a text that was written before; or 0 and a new one, which gets a number if it is short."""
        number = known.get(text)
        if number:
            return _number(number)
        data = self._text(text)
        if text and len(text.encode("utf-8", "surrogateescape")) <= 64 and len(known) < most:
            known[text] = len(known) + 1
        return b"\0" + data

    def _write(self):
        rest = memoryview(self._pending)
        try:
            while self.ok and rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError:
            self.ok = False
        self._pending = bytearray()
