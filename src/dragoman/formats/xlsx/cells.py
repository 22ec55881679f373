"""Read the cells of a sheet block by block; only cells with typed text are read closely.

A sheet may have millions of cells, so it never becomes a tree: one regular expression finds rows and cells,
and most of them are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from dragoman.formats.families.ooxml.cell_ranges import CellRange, column_name, column_number
from dragoman.formats.format import Reason
from dragoman.formats.xlsx.cell_patterns import CellPatterns
from dragoman.formats.xlsx.formulas import FormulaReader
from dragoman.formats.xlsx.range_index import RangeIndex
from dragoman.text_io.xml.namespaces import ElementNames

_ROW: Final = re.compile(rb"""\sr\s*=\s*["']\s*([0-9]{1,7})""")
_REFERENCE: Final = re.compile(rb"""\sr\s*=\s*["']\s*([A-Za-z]{1,3})([0-9]{1,7})""")
_HIDDEN: Final = re.compile(rb"""\shidden\s*=\s*["'](?:1|true)["']""")
_TYPE: Final = re.compile(rb"""\st\s*=\s*["'](s|inlineStr|str)["']""")
_LARGEST_INDEX: Final = 20_000_000
_DIGITS: Final = 9
_MOST_COLUMNS: Final = 16_384
_SLASH: Final = 0x2F


class XlsxCell(NamedTuple):
    """A cell with text."""

    row: int
    column: int
    string: int  # number of its shared string; -1: the text is in the cell
    start: int  # of the index or the text in the block
    end: int
    rich: bool  # it may have formatted runs
    reason: Reason | None  # why it is left alone
    marks: tuple[str, ...] = ()  # of the ranges that contain it

    @property
    def name(self) -> str:
        """The reference as people write it: B4."""
        return f"{column_name(self.column)}{self.row}"


class CellFilter(NamedTuple):
    """The rules for a sheet's cells that are known before they are read."""

    reason: Reason | None  # why all of them are left alone
    columns: Sequence[tuple[int, int]]  # hidden ones
    areas: RangeIndex[Reason | str]  # cells that are left alone, and cells that others refer to
    show_hidden: bool


class CellReader:
    """Reads the blocks of one sheet in order.

    Of cells that may be translated it skips those with a shared string that `ignored` marks, and those with
    one of the texts `known`.
    """

    def __init__(
        self,
        names: ElementNames,
        scheme: CellFilter,
        formulas: FormulaReader,
        ignored: bytearray,
        known: Container[tuple[bool, bytes]] = (),
    ) -> None:
        self.computed = 0  # number of texts that formulas computed
        self._scheme = scheme
        self._formulas = formulas
        self._ignored = ignored
        self._known = known
        self._row = self._column = 0
        self._hidden = self._named = False
        self._active: list[tuple[CellRange, Reason | str]] = []
        self._letters: dict[bytes, int] = {}
        self._columns = _hidden_columns(scheme.columns)
        self._patterns = CellPatterns(names)

    def read(self, block: bytes) -> Iterator[XlsxCell]:
        """The cells of a block that contain text, in order."""
        self._formulas.read(block)
        usual = self._patterns.usual
        return self._read_any(block) if usual is None or usual.is_unusual(block) else self._read_common(block)

    def _read_common(self, block: bytes) -> Iterator[XlsxCell]:
        """Read the form that nearly all programs write: only rows, and cells with text, are read."""
        usual = self._patterns.usual
        assert usual is not None
        letters_known, ignored = self._letters, self._ignored
        no_rule_applies = False  # no rule applies to the row
        for found in usual.cells.finditer(block):
            row, letters, digits, written, inline, kind = found.groups()
            if letters is None:
                self._begin_row(row)
                no_rule_applies = self._named and not (
                    self._active or self._hidden or self._columns or self._scheme.reason
                )
                continue
            string = int(written) if written is not None else -1
            if no_rule_applies and (
                ignored[string] & 1 if 0 <= string < len(ignored) else (True, inline) in self._known
            ):
                continue
            self._column = letters_known.get(letters) or self._learn(letters)
            if not self._named:
                self._go_to_row(int(digits))
            if written is not None:
                cell = self._cell_with_reason(string, found.span(4))
            elif inline is not None:
                span = found.span(5)
                if no_rule_applies:
                    cell = XlsxCell(self._row, self._column, -1, *span, True, None)
                else:
                    cell = self._cell_with_reason(-1, span, rich=True)
            elif block[found.end() - 2] == _SLASH:
                continue
            else:
                cell = self._read_cell(block, kind or b"s", found.end())
            if cell is not None:
                yield cell

    def _read_any(self, block: bytes) -> Iterator[XlsxCell]:
        """Read any cells, including those without a reference."""
        for token in self._patterns.token.finditer(block):
            row, attributes = token.groups()
            if row is not None:
                self._begin_row(attributes)
                continue
            self._column += 1
            found = _REFERENCE.search(attributes)
            if found is not None:
                self._column = self._letters.get(found[1]) or self._learn(found[1])
                if not self._named:
                    self._go_to_row(int(found[2]))
            kind = _TYPE.search(attributes)
            if kind is not None and attributes[-1:] != b"/":
                cell = self._read_cell(block, kind[1], token.end())
                if cell is not None:
                    yield cell

    def _learn(self, letters: bytes) -> int:
        return self._letters.setdefault(letters, column_number(letters.decode()))

    def _begin_row(self, attributes: bytes) -> None:
        found = _ROW.search(attributes)
        self._column = 0
        self._hidden = b"hidden" in attributes and _HIDDEN.search(attributes) is not None
        self._named = found is not None
        self._go_to_row(int(found[1]) if found else self._row + 1)

    def _go_to_row(self, row: int) -> None:
        self._row = row
        self._active = self._scheme.areas.in_row(row)

    def _read_cell(self, block: bytes, kind: bytes, position: int) -> XlsxCell | None:
        """Read the cell whose tag ends at `position`; None if it has no typed text."""
        patterns = self._patterns
        if kind == b"inlineStr":
            opening = patterns.inline.match(block, position)
            closing = patterns.inline_end.search(block, opening.end()) if opening else None
            if opening is None or closing is None:
                return None
            return self._cell_with_reason(-1, (opening.end(), closing.start()), rich=True)
        value = patterns.value.match(block, position)
        if kind == b"str":
            if value is None:
                self.computed += patterns.formula.match(block, position) is not None
                return None
            return self._cell_with_reason(
                -1, value.span(1), reason=self._formulas.computes(self._row, self._column)
            )
        written = value[1].strip() if value is not None else b""
        if value is None or not written.isdigit() or len(written) > _DIGITS:
            return None
        return self._cell_with_reason(int(written), value.span(1))

    def _cell_with_reason(
        self, string: int, span: tuple[int, int], *, rich: bool = False, reason: Reason | None = None
    ) -> XlsxCell | None:
        """The cell with the reason why it is left alone, and the marks of the ranges that contain it."""
        if string > _LARGEST_INDEX:
            return None
        scheme, column = self._scheme, self._column
        reason = scheme.reason or reason
        if not scheme.show_hidden and (self._hidden or column in self._columns):
            reason = reason or Reason.HIDDEN
        marks: tuple[str, ...] = ()
        for area, payload in self._active:
            if area.left <= column <= area.right:
                if isinstance(payload, Reason):
                    reason = reason or payload
                else:
                    marks += (payload,)
        return XlsxCell(self._row, column, string, *span, rich, reason, marks)


def _hidden_columns(ranges: Sequence[tuple[int, int]]) -> frozenset[int]:
    hidden = bytearray(_MOST_COLUMNS + 1)
    for first, last in ranges:
        first, last = max(first, 1), min(last, _MOST_COLUMNS)  # noqa: PLW2901
        if first <= last:
            hidden[first : last + 1] = b"\1" * (last + 1 - first)
    return frozenset(column for column, is_hidden in enumerate(hidden) if is_hidden)
