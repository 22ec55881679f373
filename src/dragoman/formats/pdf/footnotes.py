"""Footnotes: small text at the foot of a column whose mark is raised in the text of the same page.

A note without a mark in the text stays a paragraph. A note that continues in the next column or page is
joined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.pdf.blocks import PdfParagraph
from dragoman.formats.pdf.columns import in_reading_order
from dragoman.formats.pdf.line_joining import ends_sentence
from dragoman.formats.pdf.lines import PdfLine, PdfRun
from dragoman.formats.pdf.note_references import (
    MARK,
    NoteReference,
    find_note_references,
    plain_reference,
    set_notes,
)
from dragoman.formats.pdf.page_content import RuleLine
from dragoman.formats.pdf.table_cells import one_line

_SMALLER: Final = 0.945  # times the size of the text
_SAME: Final = 0.08  # maximum difference of sizes within a note
_FOOT: Final = 0.72  # of the page's height: notes begin below
_SAME_ROW: Final = 0.35  # of the size
_RAISED: Final = 0.75  # of the size: how high a mark is above its note's baseline
_FARTHEST: Final = 4.0  # of the size: maximum distance from a mark to its note
_APART: Final = 1.5  # of the size: minimum distance between the text and the notes
_SHORT_RULE: Final = 0.6  # of the page's width
_RULE_NEAR: Final = 3.0  # of the size: maximum distance from a rule to the notes below it
_SAME_RULE: Final = 1.5  # points
_MOST_FOOTERS: Final = 2  # rows below the notes that belong to none
_MOST_NOTES: Final = 5_000  # of a document
_BEGINNING: Final = re.compile(rf"^([(\[]?{MARK}(?:[)\].](?=\s)|(?=[\s\t])|(?<=[*†‡§¶‖#])))\s*(?=\S)")


@dataclass(slots=True)
class NotePage:
    """The lines and rules of a page in which its notes are searched."""

    number: int
    width: float
    height: float
    lines: Sequence[PdfLine]  # upright lines without headers and footers
    marked: Sequence[PdfLine]  # further lines that may contain marks: those in ruled tables
    rules: Sequence[RuleLine]


@dataclass(slots=True)
class _Row:
    """A row of text at the foot of a column."""

    lines: list[PdfLine]
    mark: str = ""  # with which it begins

    @property
    def first(self) -> PdfLine:
        return self.lines[0]

    @property
    def size(self) -> float:
        return max(line.size for line in self.lines)

    @property
    def base(self) -> float:
        return min(line.base for line in self.lines)


@dataclass(slots=True)
class _Note:
    rows: list[list[_Row]]  # by the column or page that contains them
    rules: list[float]  # lengths of the rules above the notes of the page


@dataclass(slots=True)
class Footnotes:
    """The notes of a document."""

    notes: dict[int, PdfParagraph] = field(default_factory=dict)  # by `PdfRun.note`
    removed: set[int] = field(default_factory=set)  # `id` of lines that are part of notes


def find_footnotes(pages: Sequence[NotePage], body: float) -> Footnotes:
    """Find the notes of a document, and mark the runs that refer to them. `body` is the size of the text."""
    found = Footnotes()
    last: _Note | None = None
    notes: list[_Note] = []
    by_note: dict[int, NoteReference] = {}
    last_page = -1
    for page in pages:
        references: Mapping[str, list[NoteReference]] | None = None
        zones = _zones(page, body)
        inside = {id(line) for rows in zones for row in rows for line in row.lines}
        for rows in zones:
            if references is None:
                references = find_note_references(
                    [line for line in (*page.lines, *page.marked) if id(line) not in inside]
                )
            starts = _starts(rows, references, by_note)
            head = rows[: starts[0][0]] if starts else rows
            if last is not None and page.number - last_page <= 1 and _goes_on(last, head, page):
                last.rows.append(head)
            ends = [*(start for start, _ in starts[1:]), len(rows)] if starts else []
            for (start, reference), end in zip(starts, ends, strict=True):
                last = _Note([rows[start:end]], _rules_above(rows[0].first, page))
                notes.append(last)
                by_note[len(notes)] = reference
                last_page = page.number
            if last is not None and last.rows[-1] is head:
                last_page = page.number
        if len(notes) > _MOST_NOTES:
            break
    for number, note in enumerate(notes, start=1):
        found.removed.update(id(line) for rows in note.rows for row in rows for line in row.lines)
        found.notes[number] = _paragraph(note)
    set_notes(by_note)
    return found


def _zones(page: NotePage, body: float) -> list[list[_Row]]:
    """The rows of small text at the foot of each column."""
    small = [line for line in page.lines if _is_small(line, page, body)]
    if not small:
        return []
    regions = in_reading_order(page.lines)
    return [zone for region in regions if (zone := _zone(region, page, body))]


def _is_small(line: PdfLine, page: NotePage, body: float) -> bool:
    if line.base > _FOOT * page.height:
        return False
    return line.size <= _SMALLER * body or (
        line.size <= 1.02 * body and bool(_rules_above(line, page, column=True))
    )


def _zone(region: Sequence[PdfLine], page: NotePage, body: float) -> list[_Row]:
    rows = _rows([line for line in region if line.base <= _FOOT * page.height])
    skipped = 0
    while rows and not all(_is_small(line, page, body) for line in rows[-1].lines):
        apart = len(rows) > 1 and rows[-2].base - rows[-1].base > _APART * rows[-1].size
        if not apart or skipped == _MOST_FOOTERS:
            return []
        rows.pop()
        skipped += 1
    start = len(rows)
    while start and all(_is_small(line, page, body) for line in rows[start - 1].lines):
        start -= 1
    return rows[start:]


def _rows(lines: Sequence[PdfLine]) -> list[_Row]:
    rows: list[_Row] = []
    for line in sorted(lines, key=lambda line: (-line.base, line.left)):
        reach = _RAISED if rows and _is_reference(rows[-1].first) else _SAME_ROW
        if rows and rows[-1].first.base - line.base <= reach * line.size:
            rows[-1].lines.append(line)
        else:
            rows.append(_Row([line]))
    for row in rows:
        row.lines.sort(key=lambda line: line.left)
    return rows


def _is_reference(line: PdfLine) -> bool:
    return re.fullmatch(MARK, plain_reference(line.text)) is not None


def _rules_above(line: PdfLine, page: NotePage, *, column: bool = False) -> list[float]:
    """The lengths of the short rules above a line; `column`: at any distance above it in its column."""
    top, left, size = line.top, line.left, line.size
    return [
        rule.right - rule.left
        for rule in page.rules
        if rule.is_level
        and rule.right - rule.left < _SHORT_RULE * page.width
        and abs(rule.left - left) < 2.5 * size
        and -0.3 * size < rule.bottom - top < (page.height if column else _RULE_NEAR * size)
        and rule.bottom < _FOOT * page.height
    ]


def _starts(
    rows: Sequence[_Row], references: Mapping[str, list[NoteReference]], used: Mapping[int, NoteReference]
) -> list[tuple[int, NoteReference]]:
    """The rows that begin a note, each with its mark in the text."""
    starts: list[tuple[int, NoteReference]] = []
    taken = {id(reference) for reference in used.values()}
    number = 0
    for index, row in enumerate(rows):
        text = _beginning(row)
        if not text:
            continue
        free = [reference for reference in references.get(text, ()) if id(reference) not in taken]
        if text.isdigit():
            free = [reference for reference in free if reference.likely and int(text) > number]
        best = max(free, key=lambda reference: reference.likely, default=None)
        if best is None:
            continue
        number = int(text) if text.isdigit() else number
        taken.add(id(best))
        row.mark = text
        starts.append((index, best))
    return starts


def _beginning(row: _Row) -> str:
    """The mark with which a row may begin; "": none."""
    first = row.first
    if len(row.lines) > 1 and _is_reference(first) and row.lines[1].left - first.right < _FARTHEST * row.size:
        return plain_reference(first.text)
    if first.runs and first.runs[0].raised == 1 and len(first.runs) > 1:
        text = plain_reference(first.runs[0].text)
        return text if re.fullmatch(MARK, text) else ""
    match = _BEGINNING.match(first.text.translate(_PLAIN))
    return plain_reference(match[1]) if match else ""


_PLAIN: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹∗⁎＊∥", "0123456789***‖")


def _goes_on(last: _Note, head: Sequence[_Row], page: NotePage) -> bool:
    """Whether the rows above the first note of a column continue the last note before."""
    if not head:
        return False
    before, first = last.rows[-1][-1], head[0]
    if any(abs(row.size - before.size) > _SAME * before.size for row in head):
        return False
    rules = _rules_above(first.first, page)
    if any(abs(one - two) < _SAME_RULE for one in rules for two in last.rules):
        return True
    is_whole = ends_sentence(before.lines[-1].text)
    return not is_whole and (bool(rules) or not first.first.text[:1].isupper())


def _paragraph(note: _Note) -> PdfParagraph:
    """The lines of a note as one paragraph without its mark."""
    lines = []
    for part in note.rows:
        for row in part:
            if row.mark:
                _without_reference(row)
            lines.append(one_line(row.lines) if row.lines else row.first)
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    return PdfParagraph(lines=lines, column=(left, right))


def _without_reference(row: _Row) -> None:
    first = row.first
    if len(row.lines) > 1 and _is_reference(first):
        del row.lines[0]
        return
    runs = list(first.runs)
    if runs[0].raised == 1 and len(runs) > 1:
        del runs[0]
    else:
        match = _BEGINNING.match(first.text.translate(_PLAIN))
        gone = match.end() if match else 0
        while gone and runs:
            taken = min(gone, len(runs[0].text))
            runs[0] = runs[0]._replace(text=runs[0].text[taken:])
            gone -= taken
            if not runs[0].text:
                del runs[0]
    first.runs = runs or [PdfRun("")]
    first.runs[0] = first.runs[0]._replace(text=first.runs[0].text.lstrip())
    first.read_runs()
