"""Read Word documents as Word displays them, independently of the formats: labels of lists, notes, fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZipFile

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


class Level(NamedTuple):
    """A level of a list."""

    start: int
    style: str
    text: str


@dataclass
class Numbering:
    """The lists of a document, and the current numbers of their items."""

    levels: dict[tuple[str, int], Level] = field(default_factory=dict)  # by definition and depth
    definitions: dict[str, str] = field(default_factory=dict)  # by list
    counts: dict[str, dict[int, int]] = field(default_factory=dict)  # by definition

    def label(self, number: str, depth: int) -> str:
        """The label of the next item of a list."""
        definition = self.definitions[number]
        counted = self.counts.setdefault(definition, {})
        for deeper in [one for one in counted if one > depth]:
            del counted[deeper]
        level = self.levels[definition, depth]
        counted[depth] = counted[depth] + 1 if depth in counted else level.start
        label = level.text
        for above, value in counted.items():
            label = label.replace(f"%{above + 1}", numbered(value, self.levels[definition, above].style))
        assert "%" not in label
        return label


def numbered(value: int, style: str) -> str:
    """A number in Word's style."""
    if style.endswith("Roman"):
        return ROMAN[value - 1].upper() if style.startswith("upper") else ROMAN[value - 1]
    if style.endswith("Letter"):
        return chr(ord("A" if style.startswith("upper") else "a") + value - 1)
    return str(value)


def numbering(result: bytes) -> Numbering:
    """The list definitions of a document."""
    found = Numbering()
    archive = ZipFile(BytesIO(result))
    if "word/numbering.xml" not in archive.namelist():
        return found
    root: Any = etree.fromstring(archive.read("word/numbering.xml"))
    for node in root.iter(f"{W}lvl"):
        start, style, text = (
            node.find(f"{W}{name}").get(f"{W}val") for name in ("start", "numFmt", "lvlText")
        )
        definition = node.getparent().get(f"{W}abstractNumId")
        found.levels[definition, int(node.get(f"{W}ilvl"))] = Level(int(start), style, text)
    for node in root.iter(f"{W}num"):
        found.definitions[node.get(f"{W}numId")] = node.find(f"{W}abstractNumId").get(f"{W}val")
    return found


def part(result: bytes, name: str) -> Any:
    """A part of the package as XML."""
    return etree.fromstring(ZipFile(BytesIO(result)).read(name))


class Marks:
    """The marks of footnotes, numbered like in Word, and their notes."""

    def __init__(self, result: bytes) -> None:
        start = part(result, "word/document.xml").find(f"{W}body/{W}sectPr/{W}footnotePr/{W}numStart")
        self.following = int(start.get(f"{W}val")) if start is not None else 1
        self.notes: dict[str, Any] = {}
        if "word/footnotes.xml" in ZipFile(BytesIO(result)).namelist():
            for node in part(result, "word/footnotes.xml"):
                if node.get(f"{W}type") is None:
                    self.notes[node.get(f"{W}id")] = node

    def text(self, node: Any) -> str:
        """The displayed text of a text element or of the mark of a note."""
        if node.tag == f"{W}t":
            before = node.getprevious()
            custom = before is not None and before.tag == f"{W}footnoteReference"
            return "" if custom else node.text or ""
        if node.get(f"{W}customMarkFollows"):
            mark = node.getnext().text
        else:
            mark, self.following = str(self.following), self.following + 1
        note = self.notes.pop(node.get(f"{W}id"))
        if note.find(f".//{W}footnoteRef") is not None:
            return f"{{{mark}: {''.join(note.itertext(f'{W}t')).strip()}}}"
        own, _, text = "".join(note.itertext(f"{W}t")).partition(" ")
        assert own == mark
        return f"{{{mark}: {text}}}"


def shown(result: bytes) -> list[str]:
    """The paragraphs with text of a document: `depth:label text` for items, `{1: text}` for footnotes."""
    lists = numbering(result)
    marks = Marks(result)
    lines = []
    for paragraph in part(result, "word/document.xml").iter(f"{W}p"):
        text = "".join(map(marks.text, paragraph.iter(f"{W}t", f"{W}footnoteReference")))
        number = paragraph.find(f"{W}pPr/{W}numPr")
        if number is not None:
            depth = int(number.find(f"{W}ilvl").get(f"{W}val"))
            text = f"{depth}:{lists.label(number.find(f'{W}numId').get(f'{W}val'), depth)} {text}"
        lines.append(text)
    assert not marks.notes, "notes without a mark"
    return [line for line in lines if line]
