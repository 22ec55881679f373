"""Paragraphs and tables of a new Word document, as XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from dragoman.formats.families.word_writer.model import (
    WordBlock,
    WordCell,
    WordLabel,
    WordNote,
    WordParagraph,
    WordPicture,
    WordRun,
    WordTab,
    WordTable,
)
from dragoman.text_io.xml.tags import escaped

LINK: Final = "link"  # prefix of the ids of links' relationships
PICTURE: Final = "picture"  # prefix of those of pictures
_DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006"
_EMU: Final = 12_700  # English Metric Units in a point
_FLIPS: Final = ("flipH", "flipV")
_STEP: Final = 360  # twips of indentation for each depth of a list
_HANGING: Final = {"bullet": 360}
_HANGING_NUMBER: Final = 480
_HANGING_ROMAN: Final = 600
_BREAKS: Final = re.compile(r"([\t\n])")
_BORDERS: Final = ("top", "left", "bottom", "right", "insideH", "insideV")
# Two adjacent tables would become one, and the last block of a part must be a paragraph.
_BETWEEN: Final = '<w:p><w:pPr><w:spacing w:line="160" w:lineRule="exact"/></w:pPr></w:p>'
# Cells may be narrower than the usual margins allow.
_NEAR: Final = '<w:tblCellMar><w:left w:w="40" w:type="dxa"/><w:right w:w="40" w:type="dxa"/></w:tblCellMar>'
_NOTE_PROPERTIES: Final = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'
_MOST_LISTS: Final = 30_000  # Word's own limit is a little higher; further lists continue the last one


@dataclass(slots=True)
class WordLists:
    """The lists of a document in order of appearance."""

    known: dict[tuple[str, int], int] = field(default_factory=dict)  # bullet and depth, or list → its number
    levels: list[dict[int, WordLabel]] = field(default_factory=list)  # of each list: depth → first label

    def number(self, label: WordLabel) -> int:
        """The number of an item's list, from 1."""
        key = (label.text, label.depth) if label.style == "bullet" else ("", label.list)
        number = self.known.get(key)
        if number is None:
            if len(self.levels) < _MOST_LISTS:
                self.levels.append({})
            number = self.known[key] = len(self.levels)
        self.levels[number - 1].setdefault(label.depth, label)
        return number


@dataclass(slots=True, kw_only=True)
class WordBlockWriter:
    """Writes the blocks of one part."""

    lists: WordLists
    right_to_left: bool
    links: list[str] = field(default_factory=list)
    known: dict[str, int] = field(default_factory=dict)
    pictures: dict[tuple[bytes, str], int] = field(default_factory=dict)  # contents and suffix → number
    shown: int = 0  # pictures so far
    marks: Mapping[int, str] = field(default_factory=dict)  # of footnotes; "": numbered by Word

    def block(self, block: WordBlock) -> str:
        """A paragraph, table or picture."""
        if isinstance(block, WordPicture):
            return self._picture(block)
        return self._table(block) if isinstance(block, WordTable) else self._paragraph(block)

    def _picture(self, picture: WordPicture) -> str:
        self.shown += 1
        number = self.pictures.setdefault((picture.data, picture.suffix), len(self.pictures) + 1)
        around = WordParagraph(
            runs=(), alignment=picture.alignment, before=picture.before, new_page=picture.new_page
        )
        properties = self._paragraph_properties(around)
        size = f'cx="{round(picture.width * _EMU)}" cy="{round(picture.height * _EMU)}"'
        named = f'id="{self.shown}" name="Picture {self.shown}"'
        flips = "".join(f' {name}="1"' for name, on in zip(_FLIPS, picture.mirrored, strict=True) if on)
        return (
            f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}<w:r><w:drawing>"
            f'<wp:inline xmlns:wp="{_DRAWING}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0">'
            f'<wp:extent {size}/><wp:docPr {named}/><a:graphic xmlns:a="{_DRAWING}/main">'
            f'<a:graphicData uri="{_DRAWING}/picture"><pic:pic xmlns:pic="{_DRAWING}/picture"><pic:nvPicPr>'
            f"<pic:cNvPr {named}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>"
            f'<a:blip r:embed="{PICTURE}{number}"/>'
            f"<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm{flips}>"
            f'<a:off x="0" y="0"/><a:ext {size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
            "</pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
        )

    def _paragraph(self, paragraph: WordParagraph) -> str:
        properties = self._paragraph_properties(paragraph)
        return (
            f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{self._runs(paragraph.runs)}</w:p>"
        )

    def _paragraph_properties(self, paragraph: WordParagraph) -> str:
        """The properties in the order of the schema."""
        written = []
        indent = f' w:left="{round(paragraph.indent * 20)}"' if paragraph.indent else ""
        if paragraph.heading:
            written.append(f'<w:pStyle w:val="Heading{paragraph.heading}"/>')
        if paragraph.new_page:
            written.append("<w:pageBreakBefore/>")
        if (label := paragraph.label) is not None:
            number = self.lists.number(label)
            written.append(f'<w:numPr><w:ilvl w:val="{label.depth}"/><w:numId w:val="{number}"/></w:numPr>')
            left, hanging = list_indent(label.depth, label.style), list_hanging(label.style)
            indent = f' w:left="{left}" w:hanging="{hanging}"'
        if paragraph.tabs:
            written.append(f"<w:tabs>{''.join(map(_tab, paragraph.tabs))}</w:tabs>")
        if self.right_to_left:
            written.append("<w:bidi/>")
        if paragraph.before and not paragraph.heading:
            written.append(f'<w:spacing w:before="{round(paragraph.before * 20)}"/>')
        if paragraph.first_line and label is None:
            indent += f' w:firstLine="{round(paragraph.first_line * 20)}"'
        if indent:
            written.append(f"<w:ind{indent}/>")
        if paragraph.alignment:
            written.append(f'<w:jc w:val="{paragraph.alignment}"/>')
        if label is not None and paragraph.runs and (size := paragraph.runs[0].size) is not None:
            written.append(f"<w:rPr>{_size(size)}</w:rPr>")  # that of the label
        return "".join(written)

    def _runs(self, runs: Iterable[WordRun]) -> str:
        written = []
        for link, group in groupby(runs, key=lambda run: run.link):
            content = "".join(map(self._run, group))
            if link:
                number = self.known.setdefault(link, len(self.links) + 1)
                if number > len(self.links):
                    self.links.append(link)
                content = f'<w:hyperlink r:id="{LINK}{number}">{content}</w:hyperlink>'
            written.append(content)
        return "".join(written)

    def _run(self, run: WordRun) -> str:
        properties = self._run_properties(run)
        text = escaped(run.text).decode()
        if run.note:
            return self._note_mark(run.note)
        if run.field:
            begin, middle, end = (
                f'<w:r>{properties}<w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in _FIELD
            )
            code = f'<w:r>{properties}<w:instrText xml:space="preserve"> {run.field} </w:instrText></w:r>'
            return f"{begin}{code}{middle}<w:r>{properties}<w:t>{text}</w:t></w:r>{end}"
        parts = []
        for part in _BREAKS.split(text):
            if part == "\t":
                parts.append("<w:tab/>")
            elif part == "\n":
                parts.append("<w:br/>")
            elif part:
                parts.append(f'<w:t xml:space="preserve">{part}</w:t>')
        return f"<w:r>{properties}{''.join(parts)}</w:r>" if parts else ""

    def _note_mark(self, number: int) -> str:
        mark = escaped(self.marks.get(number, "")).decode()
        custom = ' w:customMarkFollows="1"' if mark else ""
        shown = f"<w:t>{mark}</w:t>" if mark else ""
        return f'<w:r>{_NOTE_PROPERTIES}<w:footnoteReference{custom} w:id="{number}"/>{shown}</w:r>'

    def note(self, note: WordNote) -> str:
        """A footnote with its text."""
        mark = f"<w:t>{escaped(note.mark).decode()}</w:t>" if note.mark else "<w:footnoteRef/>"
        bidi = "<w:bidi/>" if self.right_to_left else ""
        return (
            f'<w:footnote w:id="{note.number}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/>{bidi}</w:pPr>'
            f'<w:r>{_NOTE_PROPERTIES}{mark}</w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>'
            f"{self._runs(note.runs)}"
            "</w:p></w:footnote>"
        )

    def _run_properties(self, run: WordRun) -> str:
        written = []
        if run.link:
            written.append('<w:rStyle w:val="Hyperlink"/>')
        if run.bold is not None:
            value = "" if run.bold else ' w:val="0"'
            written.append(f"<w:b{value}/><w:bCs{value}/>")
        if run.italic:
            written.append("<w:i/><w:iCs/>")
        if run.size is not None:
            written.append(_size(run.size))
        if run.raised:
            written.append(f'<w:vertAlign w:val="{"super" if run.raised > 0 else "sub"}script"/>')
        if self.right_to_left:
            written.append("<w:rtl/>")
        return f"<w:rPr>{''.join(written)}</w:rPr>" if written else ""

    def _table(self, table: WordTable) -> str:
        border = '<w:{} w:val="single" w:sz="4" w:space="0" w:color="808080"/>'
        borders = f"<w:tblBorders>{''.join(map(border.format, _BORDERS))}</w:tblBorders>"
        bidi = "<w:bidiVisual/>" if self.right_to_left else ""
        columns = "".join(f'<w:gridCol w:w="{round(width * 20)}"/>' for width in table.widths)
        rows: dict[int, list[tuple[WordCell, int]]] = {}
        for cell in table.cells:
            for down in range(cell.rows):
                rows.setdefault(cell.row + down, []).append((cell, down))
        written = "".join(self._row(table, sorted(rows[row], key=_column)) for row in sorted(rows))
        return (
            f'<w:tbl><w:tblPr>{bidi}<w:tblW w:w="{round(sum(table.widths) * 20)}" w:type="dxa"/>'
            f"{borders if table.borders else ''}{_NEAR}</w:tblPr><w:tblGrid>{columns}</w:tblGrid>{written}"
            f"</w:tbl>{_BETWEEN}"
        )

    def _row(self, table: WordTable, cells: Sequence[tuple[WordCell, int]]) -> str:
        return f"<w:tr>{''.join(self._cell(table, cell, down) for cell, down in cells)}</w:tr>"

    def _cell(self, table: WordTable, cell: WordCell, down: int) -> str:
        width = sum(table.widths[cell.column : cell.column + cell.columns])
        properties = f'<w:tcW w:w="{round(width * 20)}" w:type="dxa"/>'
        if cell.columns > 1:
            properties += f'<w:gridSpan w:val="{cell.columns}"/>'
        if cell.rows > 1:
            properties += "<w:vMerge/>" if down else '<w:vMerge w:val="restart"/>'
        content = "" if down else "".join(map(self._paragraph, cell.paragraphs))
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content or '<w:p/>'}</w:tc>"


_FIELD: Final = ("begin", "separate", "end")


def list_hanging(style: str) -> int:
    """The distance from an item's label to its text, in twips."""
    return _HANGING.get(style, _HANGING_ROMAN if style.endswith("Roman") else _HANGING_NUMBER)


def list_indent(depth: int, style: str) -> int:
    """The indentation of an item's text, in twips."""
    return _STEP * depth + list_hanging(style)


def _size(points: float) -> str:
    size = max(2, round(points * 2))
    return f'<w:sz w:val="{size}"/><w:szCs w:val="{size}"/>'


def _tab(tab: WordTab) -> str:
    leader = ' w:leader="dot"' if tab.dots else ""
    return f'<w:tab w:val="{"right" if tab.to_right else "left"}"{leader} w:pos="{round(tab.at * 20)}"/>'


def _column(entry: tuple[WordCell, int]) -> int:
    return entry[0].column
