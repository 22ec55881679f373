"""Write a workbook with its translations. Parts that do not change stay byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.ooxml.drawing_parts import read_properties, write_drawing_part
from dragoman.formats.families.ooxml.format import Changes, Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.paragraphs.text_locations import Edit, Translations, splice
from dragoman.formats.xlsx.cell_units import read_strings, reason_to_leave
from dragoman.formats.xlsx.cells import CellReader
from dragoman.formats.xlsx.comments import write_comments
from dragoman.formats.xlsx.drawings import SheetDrawings, write_drawing
from dragoman.formats.xlsx.reading import SheetContext, XlsxContext, blocks, cell_reader, read_cells
from dragoman.formats.xlsx.rich_text import (
    RichText,
    RichTextReader,
    find_new,
    shown_text,
    write_text,
    write_value,
)
from dragoman.formats.xlsx.shared_strings import (
    SharedStringMoves,
    SharedStringTable,
    find_moves,
    split_off_string,
)
from dragoman.formats.xlsx.sheet_names import SheetRenames, plan_renames
from dragoman.formats.xlsx.sheet_settings import edit_settings
from dragoman.formats.xlsx.workbook import COMMENTS
from dragoman.segments import Segment
from dragoman.text_io.xml.blocks import encoded

_COUNT: Final = re.compile(rb"""(\suniqueCount\s*=\s*["']\s*)([0-9]{1,9})(?=\s*["'])""")


@dataclass(slots=True, eq=False)
class _WorkbookPlan:
    """The changes of a workbook."""

    translations: Translations
    context: XlsxContext
    renames: SheetRenames
    changed: dict[int, str] = field(default_factory=dict)  # shared string → its unit
    copies: dict[str, dict[str, str]] = field(default_factory=dict)  # "=formula" of a chart → text → new
    copiers: dict[int, list[str]] = field(default_factory=dict)  # shared string → formulas of charts


def write_package(package: OoxmlPackage, options: Options, translations: Translations) -> Changes:
    """The parts that change."""
    context = read_cells(package, options)
    plan = _WorkbookPlan(translations, context, plan_renames(context, translations.targets))
    for formula, indexes in context.uses.copied.items():
        for index in indexes:
            plan.copiers.setdefault(index, []).append(formula)
    changes: Changes = {}
    moves = SharedStringMoves(to={})
    if context.table is not None:
        moves = _plan_strings(plan, context.table)
        if plan.changed:
            written = _write_strings(plan, context.table, moves)
            changes[context.book.strings] = encoded(context.table.part, written)
    for own in context.sheets:
        changes |= _write_sheet(plan, own, moves)
    drawings = SheetDrawings(context)
    for own in context.sheets:
        for ref in own.sheet.parts if not context.is_hidden(own.sheet) else ():
            if ref.role not in COMMENTS:
                changes |= write_drawing(drawings, ref, translations, plan.copies)
            elif context.is_on("comments"):
                changes |= write_comments(package, ref, translations.targets)
    if plan.renames.names:
        plan.renames.apply_all(package, changes)
    if context.core:
        changes |= write_drawing_part(read_properties(package, context.core), translations)
    return changes


def _plan_strings(plan: _WorkbookPlan, table: SharedStringTable) -> SharedStringMoves:
    """Find the shared strings that change, and what follows for cells left alone and for charts."""
    for number, identity, text, reason in read_strings(plan.context):
        target = None if reason else find_new(text, plan.translations.targets.get(identity), identity)
        if target is not None:
            plan.changed[number] = identity
            for formula in plan.copiers.get(number, ()):
                plan.copies.setdefault(formula, {})[text.whole] = shown_text(text, target)
    texts = RichTextReader(table.part.names)

    def write(number: int, raw: bytes) -> bytes:
        identity = plan.changed.get(number, "")
        text = texts.read(raw)
        return (
            raw
            if text is None
            else write_text(text, plan.translations.targets.get(identity, text.segment), b"")
        )

    return find_moves(plan.context.uses, list(plan.changed), table, write)


def _write_strings(
    plan: _WorkbookPlan, table: SharedStringTable, moves: SharedStringMoves
) -> Iterator[bytes]:
    """The table of shared strings, block by block."""
    texts = RichTextReader(table.part.names)
    split = set(moves.split)
    added: dict[int, bytes] = {}
    name, number = b"", -1
    for block, found, is_last in _with_last(table.blocks()):
        edits: list[Edit] = _count_edits(block, moves.more) if number < 0 and moves.more else []
        for match in found:
            number += 1
            if number in split:
                name = match[1]
                added[number] = split_off_string(match[1], match[3] or b"")
            if number >= moves.remaining:
                edits.append((*match.span(), b""))
            elif number in plan.changed and (text := texts.read(match[3])) is not None:
                new = write_text(text, plan.translations.targets[plan.changed[number]], match[1])
                edits.append((*match.span(3), new))
        if is_last and added:
            end = found[-1].end() if found else 0
            gap = [split_off_string(name, b"")] * moves.gap
            edits.append((end, end, b"".join((*gap, *(added[index] for index in moves.split)))))
        yield splice(block, edits) if edits else block


def _count_edits(block: bytes, more: int) -> list[Edit]:
    found = _COUNT.search(block)
    return [(*found.span(2), b"%d" % max(0, int(found[2]) + more))] if found else []


def _with_last(
    items: Iterable[tuple[bytes, list[re.Match[bytes]]]],
) -> Iterator[tuple[bytes, list[re.Match[bytes]], bool]]:
    """Items, each with whether it is the last one."""
    before: tuple[bytes, list[re.Match[bytes]]] | None = None
    for item in items:
        if before is not None:
            yield (*before, False)
        before = item
    if before is not None:
        yield (*before, True)


def _write_sheet(
    plan: _WorkbookPlan, own: SheetContext, moves: SharedStringMoves
) -> dict[str, Iterable[bytes]]:
    """A sheet whose cells or settings change; large ones are streamed."""
    new: dict[tuple[bool, bytes], Segment] = {}
    for key, written in own.written.items():
        target = None
        if reason_to_leave(plan.context, written.text) is None:
            target = find_new(written.text, plan.translations.targets.get(written.id), written.id)
        if target is not None:
            new[key] = target
            for formula in written.copied:
                shown = shown_text(written.text, target)
                plan.copies.setdefault(formula, {})[written.text.whole] = shown
    settings = (
        [] if plan.context.is_hidden(own.sheet) else edit_settings(own.settings, plan.translations.targets, 0)
    )
    renamed = bool(plan.renames.names)
    if not (new or settings or renamed) and own.kept.isdisjoint(moves.to):
        return {}
    changed = _write_blocks(plan, own, _SheetEdits(new, moves.to, settings))
    return {own.sheet.part: encoded(own.part, map(plan.renames.apply, changed) if renamed else changed)}


@dataclass(frozen=True, slots=True)
class _SheetEdits:
    """The changes of a sheet."""

    written: Mapping[tuple[bool, bytes], Segment]
    moved: Mapping[int, int]
    settings: list[Edit]  # offsets count from the end of the last row
    done: dict[tuple[tuple[bool, bytes], bytes], bytes] = field(default_factory=dict)  # texts written before


def _write_blocks(plan: _WorkbookPlan, own: SheetContext, changes: _SheetEdits) -> Iterator[bytes]:
    reader = cell_reader(plan.context, own, again=True)
    before = b""
    for block in blocks(own):
        if before:
            yield before
        before = splice(block, list(_cell_edits(reader, own, changes, block)))
    offset = len(before) - own.settings.behind
    yield splice(before, [(offset + start, offset + end, new) for start, end, new in changes.settings])


def _cell_edits(reader: CellReader, own: SheetContext, changes: _SheetEdits, block: bytes) -> Iterator[Edit]:
    one_name = len(own.part.names.written("x:is")) == 1
    for cell in reader.read(block):
        if cell.reason is not None:
            index = changes.moved.get(cell.string)
            if index is not None:
                yield cell.start, cell.end, b"%d" % index
        elif cell.string < 0:
            key = (cell.rich, block[cell.start : cell.end])
            if key in changes.written:
                name = _name_around(block, cell.start) if cell.rich and not one_name else b""
                new = changes.done.get((key, name))
                if new is None:
                    name = _name_around(block, cell.start) if cell.rich else b""
                    new = _write_cell(own.written[key].text, changes.written[key], name)
                    changes.done[key, b"" if one_name else name] = new
                yield cell.start, cell.end, new


def _write_cell(text: RichText, target: Segment, name: bytes) -> bytes:
    return write_text(text, target, name) if name else write_value(text, target)


def _name_around(block: bytes, start: int) -> bytes:
    """The name of the element whose content begins at `start`."""
    return block[block.rindex(b"<", 0, start) + 1 : start - 1].split(None, 1)[0]
