"""Texts in the cells of embedded workbooks: read and written."""

from __future__ import annotations

from typing import NamedTuple

from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.text_io.xml.blocks import XmlPart
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, escaped


class CellText(NamedTuple):
    """The text of a cell, and its location in the sheet."""

    text: str
    start: int
    end: int
    string: int  # its number among the shared strings; -1: not shared


class SharedString(NamedTuple):
    """A string of a workbook."""

    text: str | None  # None: it has formatting of its own
    start: int  # of its inside
    end: int


class PartText(NamedTuple):
    """A part that has been read."""

    part: XmlPart
    data: bytes  # in UTF-8


def read_string(block: XmlBlock, holder: XmlTag) -> SharedString:
    """Read a string. Phonetic text is not part of it."""
    if holder.kind is TagKind.EMPTY:
        return SharedString(None, holder.end, holder.end)
    end = block.end_of(holder)
    close = block.data.rindex(b"<", holder.end, end)
    text: str | None = None
    for tag in block.tags(holder.end, close):
        if tag.name == "x:r":
            return SharedString(None, holder.end, close)
        if tag.name == "x:rPh":
            break
        if tag.name == "x:t" and tag.kind is TagKind.START:
            text = content(block.inside(tag))
    return SharedString(text, holder.end, close)


def write_cell(sheet: PartText, found: CellText, text: str) -> Edit:
    """A cell with a new text, which is stored in the cell itself."""
    names = sheet.part.names
    block = XmlBlock(sheet.data, names)
    tag = block.expect(found.start)
    name = block.written(tag)
    edits: list[Edit] = [
        (start - tag.start, end - tag.start, b"inlineStr")
        for key, start, end in block.spans(tag)
        if key == "t"
    ]
    opening = splice(sheet.data[tag.start : tag.end], edits)
    holder = names.write("x:is", name)
    inside = write_text(names.write("x:t", name), text)
    return found.start, found.end, b"%b<%b>%b</%b></%b>" % (opening, holder, inside, holder, name)


def write_text(name: bytes, text: str) -> bytes:
    """An element with this qualified name that contains a text."""
    keep = b' xml:space="preserve"' if text != text.strip() or "\n" in text else b""
    return b"<%b%b>%b</%b>" % (name, keep, escaped(text), name)
