"""The texts of cells as units: which of them are translated, and why the others are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dragoman.formats.families.ooxml.cell_ranges import column_name
from dragoman.formats.format import Reason, Unit
from dragoman.formats.xlsx.reading import Reading, SheetReading
from dragoman.formats.xlsx.rich_text import RichText, TextReader
from dragoman.segments import Segment


class SharedText(NamedTuple):
    """A shared string that a translatable cell uses."""

    number: int
    id: str
    text: RichText
    reason: Reason | None  # why it stays as it is


class _Known(NamedTuple):
    """What a unit needs of a text."""

    segment: Segment
    prose: bool


def read_strings(reading: Reading) -> Iterator[SharedText]:
    """The shared strings that translatable cells use, in the order of the table."""
    table, uses = reading.table, reading.uses
    if table is None:
        return
    texts = TextReader(table.part.names)
    name = reading.book.strings
    for number, raw in table.strings():
        if not uses.is_translated(number):
            continue
        text = texts.read(raw)
        if text is not None:
            reason = why_kept(reading, text, listed=uses.is_listed(number))
            yield SharedText(number, f"{name}#{number}", text, reason)


def why_kept(reading: Reading, text: RichText, *, listed: bool = False) -> Reason | None:
    """Why a text stays as it is although its cells may be translated; None: it does not."""
    if not text.has_letters:
        return Reason.NO_TEXT
    return Reason.KEY if listed or reading.literals.has(text.whole) else None


def shared_units(reading: Reading) -> dict[int, _Known]:
    """The shared strings that are translated. Counts those that are not."""
    units: dict[int, _Known] = {}
    for number, _, text, reason in read_strings(reading):
        if reason is None:
            units[number] = _known(text)
        else:
            reading.left_alone[reason] += 1
    return units


def units_of_cells(reading: Reading, own: SheetReading, shared: dict[int, _Known]) -> Iterator[Unit]:
    """The units of the cells of a sheet, each where its text stands first."""
    written = list(own.alike.values())
    for place in range(0, len(own.order), 3):
        index, row, column = own.order[place : place + 3]
        context = f"{own.sheet.name}!{column_name(column)}{row}"
        if index >= 0:
            known = shared.pop(index, None)
            identity = f"{reading.book.strings}#{index}"
        else:
            found = written[-1 - index]
            identity = found.id
            reason = why_kept(reading, found.text)
            known = _known(found.text) if reason is None else None
            if reason is not None:
                reading.left_alone[reason] += 1
        if known is not None:
            yield Unit(id=identity, segment=known.segment, prose=known.prose, context=context)


def _known(text: RichText) -> _Known:
    return _Known(text.segment, text.is_prose)
