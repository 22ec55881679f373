"""The placeholder grammars of a document's units: of the job's option, else of the format and the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dragoman.formats.format import PLACEHOLDERS, Document, FormatInfo
from dragoman.messages.placeholder_grammars import DEFAULT


def choose_placeholders(document: Document, info: FormatInfo, options: Mapping[str, object]) -> Document:
    """The document with the names of all grammars that are looked for in each unit; none: the default."""
    given = options.get(PLACEHOLDERS.name)
    chosen = tuple(map(str, given)) if isinstance(given, list | tuple) else ()
    usual = () if info.placeholders == (DEFAULT,) else info.placeholders
    if not chosen and not usual and not any(unit.placeholders for unit in document.units):
        return document
    return replace(
        document,
        units=tuple(
            replace(unit, placeholders=chosen or _joined(info.placeholders, unit.placeholders))
            for unit in document.units
        ),
    )


def _joined(usual: tuple[str, ...], flagged: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*usual, *flagged))) if flagged or usual != (DEFAULT,) else ()
