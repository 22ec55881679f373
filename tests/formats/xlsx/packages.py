"""Builders of small Excel packages."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field

S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT_S = "http://purl.oclc.org/ooxml/spreadsheetml/main"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_RELATIONSHIPS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "application/vnd.openxmlformats-officedocument"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = {
    "worksheets": "spreadsheetml.worksheet",
    "tables": "spreadsheetml.table",
    "charts": "drawingml.chart",
    "drawings": "drawing",
    "pivotTables": "spreadsheetml.pivotTable",
    "pivotCache": "spreadsheetml.pivotCacheDefinition",
    "comments": "spreadsheetml.comments",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a package: its path below xl/, and its relationships (type, path below xl/)."""

    path: str
    xml: str
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet: its `sheetData`, and the elements before and after it."""

    rows: str
    name: str = "Sheet1"
    before: str = ""
    after: str = ""
    state: str = ""
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A workbook."""

    sheets: tuple[Sheet, ...]
    strings: tuple[str, ...] = ()  # the content of each <si>
    names: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    kind: str = "sheet"
    strict: bool = False


def package(book: Book) -> bytes:
    """The workbook as a file."""
    parts = list(book.parts)
    links = []
    listed = []
    for number, sheet in enumerate(book.sheets, start=1):
        path = f"worksheets/sheet{number}.xml"
        parts.append(Part(path=path, xml=_sheet(sheet), links=sheet.links))
        links.append(("worksheet", path))
        state = f' state="{sheet.state}"' if sheet.state else ""
        listed.append(f'<sheet name="{sheet.name}" sheetId="{number}"{state} r:id="rId{number}"/>')
    if book.strings:
        parts.append(Part(path="sharedStrings.xml", xml=shared(book.strings)))
        links.append(("sharedStrings", "sharedStrings.xml"))
    names = "".join(f'<definedName name="{name}">{text}</definedName>' for name, text in book.names.items())
    xml = root("workbook", f"<sheets>{''.join(listed)}</sheets><definedNames>{names}</definedNames>")
    parts.insert(0, Part(path="workbook.xml", xml=xml, links=tuple(links)))
    content = {
        "[Content_Types].xml": _content_types(book, parts),
        "_rels/.rels": _relationships((("officeDocument", "xl/workbook.xml"),), folder=""),
    }
    for part in parts:
        content[f"xl/{part.path}"] = part.xml
        if part.links:
            folder, _, name = part.path.rpartition("/")
            content[f"xl/{folder}{'/' if folder else ''}_rels/{name}.rels"] = _relationships(
                part.links, folder="/xl/"
            )
    if book.strict:
        content = {
            name: text.replace(S, STRICT_S).replace(RELATIONSHIPS, STRICT_RELATIONSHIPS)
            for name, text in content.items()
        }
    return zipped({name: text.encode() for name, text in content.items()})


def root(name: str, inside: str) -> str:
    return f'{_HEAD}<{name} xmlns="{S}" xmlns:r="{RELATIONSHIPS}">{inside}</{name}>'


def shared(strings: tuple[str, ...]) -> str:
    inside = "".join(f"<si>{text}</si>" for text in strings)
    return f'{_HEAD}<sst xmlns="{S}" count="{len(strings)}" uniqueCount="{len(strings)}">{inside}</sst>'


def texts(*words: str) -> tuple[str, ...]:
    """Plain shared strings."""
    return tuple(f"<t>{text}</t>" for text in words)


def row(number: int, *cells: str, hidden: bool = False) -> str:
    marked = ' hidden="1"' if hidden else ""
    return f'<row r="{number}"{marked}>{"".join(cells)}</row>'


def cell(place: str, string: int) -> str:
    return f'<c r="{place}" s="0" t="s"><v>{string}</v></c>'


def inline(place: str, inside: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is>{inside}</is></c>'


def column(*strings: int, letter: str = "A") -> str:
    """Rows 1, 2, … with one shared string each."""
    return "".join(
        row(number, cell(f"{letter}{number}", text)) for number, text in enumerate(strings, start=1)
    )


def zipped(content: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def unzipped(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def with_properties(data: bytes, title: str) -> bytes:
    """The same workbook with a title in the properties of its file."""
    parts = unzipped(data)
    link = (
        f'<Relationship Id="rId9" Type="{_PACKAGE}/relationships/metadata/core-properties" '
        'Target="docProps/core.xml"/></Relationships>'
    )
    parts["_rels/.rels"] = parts["_rels/.rels"].replace("</Relationships>", link)
    parts["docProps/core.xml"] = (
        f'{_HEAD}<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></cp:coreProperties>'
    )
    return zipped({name: text.encode() for name, text in parts.items()})


def _sheet(sheet: Sheet) -> str:
    return root("worksheet", f"{sheet.before}<sheetData>{sheet.rows}</sheetData>{sheet.after}")


def _content_types(book: Book, parts: list[Part]) -> str:
    types = [
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
    ]
    for part in parts:
        if part.path == "workbook.xml":
            kind = f"spreadsheetml.{book.kind}.main"
        elif part.path == "sharedStrings.xml":
            kind = "spreadsheetml.sharedStrings"
        else:
            kind = _TYPES.get(part.path.partition("/")[0], "")
        if kind:
            types.append(f'<Override PartName="/xl/{part.path}" ContentType="{_OFFICE}.{kind}+xml"/>')
    return f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">{"".join(types)}</Types>'


def _relationships(links: tuple[tuple[str, str], ...], folder: str) -> str:
    inside = "".join(
        f'<Relationship Id="rId{number}" Type="{_relation(kind)}" Target="{folder}{path}"/>'
        for number, (kind, path) in enumerate(links, start=1)
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{inside}</Relationships>'


def _relation(kind: str) -> str:
    if kind == "threadedComment":
        return "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"
    return f"{RELATIONSHIPS}/{kind}"
