"""Versions of records that have no number: forms name the one that they were shown for."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any, Final

_LENGTH: Final = 16  # hexadecimal digits


def version_of(*values: Any) -> str:
    """A short text that differs when one of the values does. It is the same in every process."""
    return hashlib.sha256(_write(values).encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]


def _write(value: Any) -> str:
    """Write a value like `repr`, but sets and mappings in the order of what they hold."""
    if is_dataclass(value) and not isinstance(value, type):
        return _write({one.name: getattr(value, one.name) for one in fields(value)})
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{_write(name)}: {_write(one)}' for name, one in value.items()))}}}"
    if isinstance(value, Set):
        return f"{{{', '.join(sorted(map(_write, value)))}}}"
    if isinstance(value, (list, tuple)):
        return f"({', '.join(map(_write, value))})"
    return repr(value)
