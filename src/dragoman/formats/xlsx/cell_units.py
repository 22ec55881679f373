"""The texts of cells as units: those that are translated, and the reasons for the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dragoman.formats.families.ooxml.cell_ranges import column_name
from dragoman.formats.format import Reason, Unit
from dragoman.formats.xlsx.reading import SheetContext, XlsxContext
from dragoman.formats.xlsx.rich_text import RichText, RichTextReader
from dragoman.segments import Segment


class SharedText(NamedTuple):
    """A shared string that a translatable cell uses."""

    number: int
    id: str
    text: RichText
    reason: Reason | None  # why it is left alone


class _Known(NamedTuple):
    """The part of a text that a unit needs."""

    segment: Segment
    prose: bool


def read_strings(context: XlsxContext) -> Iterator[SharedText]:
    """The shared strings that translatable cells use, in the order of the table."""
    table, uses = context.table, context.uses
    if table is None:
        return
    texts = RichTextReader(table.part.names)
    name = context.book.strings
    for number, raw in table.strings():
        if not uses.is_translated(number):
            continue
        text = texts.read(raw)
        if text is not None:
            reason = reason_to_leave(context, text, listed=uses.is_listed(number))
            yield SharedText(number, f"{name}#{number}", text, reason)


def reason_to_leave(context: XlsxContext, text: RichText, *, listed: bool = False) -> Reason | None:
    """The reason why a text is left alone although its cells may be translated; None: it is translated."""
    if not text.has_letters:
        return Reason.NO_TEXT
    return Reason.KEY if listed or context.literals.has(text.whole) else None


def shared_units(context: XlsxContext) -> dict[int, _Known]:
    """The shared strings that are translated. The others are counted by reason."""
    units: dict[int, _Known] = {}
    for number, _, text, reason in read_strings(context):
        if reason is None:
            units[number] = _known(text)
        else:
            context.left_alone[reason] += 1
    return units


def units_of_cells(context: XlsxContext, own: SheetContext, shared: dict[int, _Known]) -> Iterator[Unit]:
    """The units of the cells of a sheet, each at the first cell with its text."""
    written = list(own.equal.values())
    for start in range(0, len(own.order), 3):
        index, row, column = own.order[start : start + 3]
        name = f"{own.sheet.name}!{column_name(column)}{row}"
        if index >= 0:
            known = shared.pop(index, None)
            identity = f"{context.book.strings}#{index}"
        else:
            found = written[-1 - index]
            identity = found.id
            reason = reason_to_leave(context, found.text)
            known = _known(found.text) if reason is None else None
            if reason is not None:
                context.left_alone[reason] += 1
        if known is not None:
            yield Unit(id=identity, segment=known.segment, prose=known.prose, context=name)


def _known(text: RichText) -> _Known:
    return _Known(text.segment, text.is_prose)
