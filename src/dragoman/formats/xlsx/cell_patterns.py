"""Regular expressions that find rows and cells in the bytes of a sheet."""

from __future__ import annotations

import re
from typing import Final

from dragoman.text_io.xml.namespaces import ElementNames

_REST: Final = rb"""([^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*)>"""
# Attributes with blanks around the equals sign, in single quotes, or with an angle bracket in the value:
# valid, but no program writes them.
_UNUSUAL: Final = re.compile(rb"""=\s*'|\s="|=\s"|="[^"<>]*>""")


class CommonCells:
    """Finds cells in the form that nearly all programs write."""

    def __init__(self, prefix: bytes) -> None:
        start = b"<" + re.escape(prefix)
        self._cell = b"<" + prefix + b"c"
        self._named = b"<" + prefix + b'c r="'
        # groups: attributes of a row | column, row, then shared string, plain text in the cell, or another
        # kind of text; none of these three: a shared string in an unusual form
        self.cells = re.compile(
            start
            + rb"(?:row(?=[\s/>])([^<>]*)>"
            + rb'|c r="([A-Z]{1,3})([0-9]{1,7})"(?:[^<>]*?\s)?t="(?:s"[^<>]*>(?:'
            + start
            + rb'v>([0-9]{1,9})<)?|inlineStr"[^<>]*>'
            + start
            + rb"is>("
            + start
            + rb"t(?:\s[^<>]*)?>[^<]*</"
            + re.escape(prefix)
            + rb"t>)</"
            + re.escape(prefix)
            + rb'is>|(str|inlineStr)"[^<>]*>))'
        )

    def is_unusual(self, block: bytes) -> bool:
        """Whether a block needs `CellPatterns`."""
        return block.count(self._cell) != block.count(self._named) or _UNUSUAL.search(block) is not None


class CellPatterns:
    """Finds cells with any prefix and any order of attributes."""

    def __init__(self, names: ElementNames) -> None:
        row, cell, value, formula, text = map(names.pattern, ("x:row", "x:c", "x:v", "x:f", "x:is"))
        self.token = re.compile(rb"<(?:(" + row + rb")|" + cell + rb")(?=[\s/>])" + _REST)
        self.value = re.compile(rb"\s*<" + value + rb"(?:\s[^<>]*)?>([^<]*)<")
        self.formula = re.compile(rb"\s*<" + formula + rb"[\s/>]")
        self.inline = re.compile(rb"\s*<" + text + rb"(?:\s[^<>]*)?(?<!/)>")
        self.inline_end = re.compile(rb"</" + text + rb"\s*>")
        written = names.written("x:c")
        self.usual = CommonCells(written[0][:-1]) if len(written) == 1 else None
