"""Regular expressions for the parts of OpenDocument files; they depend on a part's prefixes."""

from __future__ import annotations

import re
from typing import Final

from dragoman.formats.families.odf.elements import PARAGRAPHS, TEXT_ATTRIBUTES, VALUES
from dragoman.formats.families.odf.surrounding_elements import ENCLOSING
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import finder

_ATTRIBUTE: Final = rb"""[^\s=<>"'/]+="[^"<]*\""""
_ATTRIBUTES: Final = rb"(?>(?:\s+" + _ATTRIBUTE + rb")*)"


class OdfPatterns:
    """The regular expressions of one part."""

    def __init__(self, names: ElementNames) -> None:
        # tags that have to be read
        self.structure = finder(names, sorted({*PARAGRAPHS, *ENCLOSING, *TEXT_ATTRIBUTES, *VALUES}))
        paragraph, cell = names.pattern(*sorted(PARAGRAPHS)), names.pattern("table:table-cell")
        # the rest of a paragraph that contains only text (1)
        self.simple = re.compile(rb"([^<]*)</" + paragraph + rb"\s*>")
        # the rest of a cell with one such paragraph (its text: 1)
        self.only = re.compile(
            rb"\s*<"
            + paragraph
            + _ATTRIBUTES
            + rb"\s*>([^<]*)</"
            + paragraph
            + rb"\s*>\s*</"
            + cell
            + rb"\s*>"
        )
        # cells that are empty or show the value of a number or date
        self.plain = _plain_cells(names, cell, paragraph)
        # a plain cell: its paragraph's tag (1), text (2), end tag (3)
        self.text = _text_cell(names, cell, paragraph)


def _plain_cells(names: ElementNames, cell: bytes, paragraph: bytes) -> re.Pattern[bytes]:
    typed = names.pattern("office:value-type")
    others = rb"(?>(?:\s+(?!" + typed + rb"=)" + _ATTRIBUTE + rb")*)"
    number = rb"\s+" + typed + rb'="(?:float|percentage|currency|date|time|boolean)"'
    shown = rb"(?:<" + paragraph + rb">[^<]*</" + paragraph + rb">)?"
    empty = rb"<" + cell + _ATTRIBUTES + rb"\s*/>"
    full = rb"<" + cell + others + number + others + rb"\s*>" + shown + rb"</" + cell + rb">"
    return re.compile(rb"(?:" + empty + rb"|" + full + rb")+")


def _text_cell(names: ElementNames, cell: bytes, paragraph: bytes) -> re.Pattern[bytes]:
    typed = names.pattern("office:value-type")
    special = names.pattern(
        "office:value-type", "office:string-value", "table:formula", "table:content-validation-name"
    )
    others = rb"(?>(?:\s+(?!" + special + rb"=)" + _ATTRIBUTE + rb")*)"
    opening = rb"<" + cell + others + rb"\s+" + typed + rb'="string"' + others + rb"\s*>"
    inside = rb"(<" + paragraph + rb">)([^<]*)(</" + paragraph + rb">)"
    return re.compile(opening + inside + rb"</" + cell + rb">")
