"""What the corpus harness compares of files of strings: what they say, not how it is spelt.

One text can be plain or in quotes, have letters or escapes, stand in one line or in several: a translation
that needs another spelling than its source does not tell the way back.
"""

from __future__ import annotations

from typing import Final

from dragoman.formats.format import Document, Unit
from dragoman.segments import render

_FORMATS: Final = frozenset({"yaml", "toml", "properties", "php", "fluent", "ini", "csv"})


def is_spelt_freely(format_name: str) -> bool:
    """Whether files of a format may say the same in different bytes."""
    return format_name in _FORMATS


def same_strings(one: Document, other: Document) -> bool:
    """Whether two documents have the same texts at the same places, and as much beside them."""
    return list(map(_said, one.units)) == list(map(_said, other.units)) and dict(one.left_alone) == dict(
        other.left_alone
    )


def _said(unit: Unit) -> tuple[str, str, str]:
    """A unit; an apostrophe before it keeps a spreadsheet from taking it for a formula."""
    return unit.id, render(unit.segment).removeprefix("'"), unit.context
