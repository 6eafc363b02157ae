"""Lists of numbers as columns of 64-bit integers, with NumPy or without."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Union

from .error import Error

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    #: A list of integers, one for each buffer.
    Integers = Union[Iterable[int], numpy.typing.NDArray[Any]]


def column_of(values: Integers, name: str) -> Any:
    """The numbers in an object with Python's buffer protocol.

    A NumPy array of 64-bit integers is used as it is. Others are converted, if no number changes by that.
    """
    dtype = getattr(values, "dtype", None)
    if dtype is not None and getattr(dtype, "kind", "") in "iu":
        array_of_numbers: Any = values
        if dtype.kind == "u" and dtype.itemsize == 8 and len(array_of_numbers) and array_of_numbers.max() >= 2**63:
            raise Error(f"{name}: {array_of_numbers.max()} does not fit in 64 bits with a sign")
        return array_of_numbers.astype("int64", copy=False)
    numbers = array("q")
    for row, value in enumerate(values):
        try:
            numbers.append(value.__index__())
        except AttributeError:
            raise Error(f"{name}[{row}]: {value!r} is not an integer", "give whole numbers of steps or bytes") from None
        except OverflowError:
            raise Error(f"{name}[{row}]: {value} does not fit in 64 bits with a sign") from None
    return numbers


def numpy_module(what: str) -> Any:
    """NumPy, which only `what` needs."""
    try:
        import numpy
    except ImportError:
        raise Error(f"{what} needs NumPy, which is not installed", "install python3-numpy") from None
    return numpy
