"""Keyword arguments as the settings of the command line, ``--set KEY=VALUE``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Optional, Union

from . import _native
from .error import Error

#: A value of a setting. A list is written with commas, True and False as the command line has them.
Setting = Union[bool, int, float, str, Sequence[Union[int, str]]]
#: An amount of bytes: a number, or a text such as ``"64 KiB"``.
Bytes = Union[int, str]


def text_of(value: Setting) -> str:
    """A value as the command line takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    return ",".join(str(each) for each in value)


def settings_of(options: Mapping[str, object]) -> list[tuple[str, str]]:
    """Keys with hyphens and their values.

    A mapping gives keys below its own: ``dim={"batch": 4}`` is ``dim.batch=4``. None leaves a setting out.
    """
    settings = []
    for name, value in options.items():
        key = name.replace("_", "-")
        if value is None:
            continue
        if isinstance(value, Mapping):
            settings += [(f"{key}.{part}", text_of(each)) for part, each in value.items()]
        elif isinstance(value, (bool, int, float, str, list, tuple)):
            settings.append((key, text_of(value)))
        elif hasattr(value, "__index__"):
            settings.append((key, str(value.__index__())))
        else:
            raise Error(f"{name}={value!r} is no setting", "give a number, a text, a bool, a list or a dict")
    return settings


def bytes_of(amount: Optional[Bytes]) -> Optional[int]:
    """An amount in bytes; None stays None."""
    if amount is None:
        return None
    if isinstance(amount, str):
        return _native.parse_bytes(amount)
    number = amount.__index__()
    if number < 0 or number >= 2**63:
        raise Error(f"{number} is not an amount of bytes", "give a number from 0 to 2^63 - 1")
    return number
