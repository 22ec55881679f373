"""The formulas of a sheet: the texts in them, and the cells that one formula computes."""

from __future__ import annotations

import re
from typing import Final

from dragoman.formats.families.ooxml.cell_ranges import CellRange, parse_range
from dragoman.formats.format import Reason
from dragoman.formats.xlsx.literals import Literals
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import content

_REFERENCE: Final = re.compile(rb"""\sref\s*=\s*["']([A-Za-z0-9:$]+)["']""")
_SIMPLE: Final = re.compile(rb'"([^"]*)"')
_MOST_ARRAYS: Final = 500  # with more, no text without a formula is taken for typed


class FormulaReader:
    """Reads the formulas in the blocks of one sheet in order."""

    def __init__(self, names: ElementNames, literals: Literals) -> None:
        self._literals = literals
        self._arrays: list[CellRange] = []  # with several cells
        self._active: list[CellRange] = []  # those that include the row of the latest call
        self._row = 0
        self._known: set[bytes] = set()
        self._formula = re.compile(rb"<" + names.pattern("x:f") + rb"(?=[\s>])([^<>]*)>([^<]+)<")

    def read(self, block: bytes) -> None:
        """Read the formulas of a block."""
        self._row = 0
        for attributes, written in self._formula.findall(block):
            if b"ref" in attributes and b"shared" not in attributes:
                self._add_array(attributes)
            if b'"' in written:
                self._add_texts(written)
            elif b"&quot;" in written or b"NDIRECT" in written.upper():
                self._literals.add_formula(content(written))

    def computes(self, row: int, column: int) -> Reason | None:
        """The reason not to translate a cell that the formula of another cell computes; None: none does."""
        if len(self._arrays) > _MOST_ARRAYS:
            return Reason.FIELD
        if row != self._row:
            self._row = row
            self._active = [area for area in self._arrays if area.top <= row <= area.bottom]
        return Reason.FIELD if any(area.left <= column <= area.right for area in self._active) else None

    def _add_array(self, attributes: bytes) -> None:
        found = _REFERENCE.search(attributes)
        area = parse_range(found[1].decode()) if found else None
        if area is not None and area[:2] != area[2:] and len(self._arrays) <= _MOST_ARRAYS:
            self._arrays.append(area)

    def _add_texts(self, written: bytes) -> None:
        """Add the texts of a formula. Formulas repeat from row to row, so each text is added once."""
        if b"'" in written or b'""' in written or b"&quot;" in written or b"NDIRECT" in written.upper():
            self._literals.add_formula(content(written))
            return
        for text in _SIMPLE.findall(written):
            if text not in self._known:
                self._known.add(text)
                wild = b"*" in text or b"?" in text  # then the function decides
                self._literals.add_formula(content(written if wild else b'"' + text + b'"'))
