"""How the corpus check compares files of strings: by their texts, not by notation.

A text can be plain or quoted, escaped or not, on one line or several. A translation may need another notation
than its source, so that translating back does not restore the bytes.
"""

from __future__ import annotations

from typing import Final

from dragoman.formats.format import Document, Unit
from dragoman.segments import render

_FORMATS: Final = frozenset({"yaml", "toml", "properties", "php", "fluent", "ini", "csv"})


def has_free_notation(format_name: str) -> bool:
    """Whether files of a format may have the same texts in different bytes."""
    return format_name in _FORMATS


def same_strings(one: Document, other: Document) -> bool:
    """Whether two documents have the same texts at the same places, and as many untranslated ones."""
    return list(map(_comparable, one.units)) == list(map(_comparable, other.units)) and dict(
        one.left_alone
    ) == dict(other.left_alone)


def _comparable(unit: Unit) -> tuple[str, str, str]:
    """A unit's id, text and context.

    An apostrophe that keeps a spreadsheet from reading a formula is removed.
    """
    return unit.id, render(unit.segment).removeprefix("'"), unit.context
