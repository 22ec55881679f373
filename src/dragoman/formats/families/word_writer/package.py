"""Write a new Word document: the package and its parts. Equal documents give equal bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.formats.families.word_writer.blocks import (
    LINK,
    PICTURE,
    WordBlockWriter,
    WordLists,
    list_hanging,
    list_indent,
)
from dragoman.formats.families.word_writer.model import WordDocument, WordLabel, WordParagraph
from dragoman.text_io.xml.tags import escaped_value

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SCHEMAS: Final = "http://schemas.openxmlformats.org/"
_WORD: Final = f"{_SCHEMAS}wordprocessingml/2006/main"
_RELATIONS: Final = f"{_SCHEMAS}officeDocument/2006/relationships"
_NAMESPACES: Final = f'xmlns:w="{_WORD}" xmlns:r="{_RELATIONS}"'
_CONTENT: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_TIMESTAMP: Final = (1980, 1, 1, 0, 0, 0)  # the earliest in zip archives
_NOTE_LINES: Final = {"separator": -1, "continuationSeparator": 0}  # ids among the footnotes
_HEADING_SPACE: Final = (18, 14, 12, 10)  # points above headings


def write_package(document: WordDocument) -> bytes:
    """The document as the bytes of a .docx file."""
    lists = WordLists()
    marks = {note.number: note.mark for note in document.notes}
    body = WordBlockWriter(lists=lists, right_to_left=document.right_to_left, marks=marks)
    blocks = "".join(map(body.block, document.blocks))
    parts: dict[str, str | bytes] = {
        "word/styles.xml": _styles(document),
        "word/settings.xml": _settings(with_notes=bool(document.notes)),
    }
    relations = [("styles", "styles.xml"), ("settings", "settings.xml")]
    references = []
    for name, paragraphs in (("header", document.header), ("footer", document.footer)):
        if not paragraphs:
            continue
        writer = WordBlockWriter(lists=lists, right_to_left=document.right_to_left)
        content, links = _header_footer(name, paragraphs, writer)
        parts[f"word/{name}1.xml"] = content
        if links:
            parts[f"word/_rels/{name}1.xml.rels"] = links
        relations.append((name, f"{name}1.xml"))
        references.append(f'<w:{name}Reference w:type="default" r:id="rId{len(relations)}"/>')
    if document.notes:
        writer = WordBlockWriter(lists=lists, right_to_left=document.right_to_left)
        parts["word/footnotes.xml"] = _footnotes(document, writer)
        if writer.links:
            parts["word/_rels/footnotes.xml.rels"] = _relations((), writer.links)
        relations.append(("footnotes", "footnotes.xml"))
    if lists.levels:
        parts["word/numbering.xml"] = _numbering(lists)
        relations.append(("numbering", "numbering.xml"))
    parts["word/document.xml"] = (
        f"{_DECLARATION}<w:document {_NAMESPACES}><w:body>{blocks}{_section(document, references)}</w:body>"
        "</w:document>"
    )
    media = [f"media/image{number}.{suffix}" for (_, suffix), number in body.pictures.items()]
    parts |= {f"word/{name}": data for name, (data, _) in zip(media, body.pictures, strict=True)}
    parts["word/_rels/document.xml.rels"] = _relations(relations, body.links, media)
    return _zip(parts)


def _header_footer(
    name: str, paragraphs: Sequence[WordParagraph], writer: WordBlockWriter
) -> tuple[str, str]:
    """A header or footer, and the relationships of its links ("": none)."""
    tag = "hdr" if name == "header" else "ftr"
    content = "".join(map(writer.block, paragraphs))
    return (
        f"{_DECLARATION}<w:{tag} {_NAMESPACES}>{content}</w:{tag}>",
        _relations((), writer.links) if writer.links else "",
    )


def _footnotes(document: WordDocument, writer: WordBlockWriter) -> str:
    """The footnotes, with the separators that Word expects."""
    lines = "".join(
        f'<w:footnote w:type="{kind}" w:id="{number}"><w:p><w:r><w:{kind}/></w:r></w:p></w:footnote>'
        for kind, number in _NOTE_LINES.items()
    )
    notes = "".join(map(writer.note, document.notes))
    return f"{_DECLARATION}<w:footnotes {_NAMESPACES}>{lines}{notes}</w:footnotes>"


def _relations(parts: Sequence[tuple[str, str]], links: Sequence[str], media: Sequence[str] = ()) -> str:
    """The relationships of a part: to other parts, by their kinds, to addresses, and to pictures."""
    written = [
        f'<Relationship Id="rId{number}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(parts, start=1)
    ]
    written += [
        f'<Relationship Id="{LINK}{number}" Type="{_RELATIONS}/hyperlink" '
        f'Target="{escaped_value(address).decode()}" TargetMode="External"/>'
        for number, address in enumerate(links, start=1)
    ]
    written += [
        f'<Relationship Id="{PICTURE}{number}" Type="{_RELATIONS}/image" Target="{target}"/>'
        for number, target in enumerate(media, start=1)
    ]
    return (
        f'{_DECLARATION}<Relationships xmlns="{_SCHEMAS}package/2006/relationships">{"".join(written)}'
        "</Relationships>"
    )


def _section(document: WordDocument, references: Sequence[str]) -> str:
    page = document.page
    first = next((note.value for note in document.notes if note.value), 1)
    notes = f'<w:footnotePr><w:numStart w:val="{first}"/></w:footnotePr>' if first != 1 else ""
    turned = ' w:orient="landscape"' if page.width > page.height else ""
    sides = "".join(
        f' w:{name}="{_twips(value)}"'
        for name, value in (
            ("top", page.top),
            ("right", page.right),
            ("bottom", page.bottom),
            ("left", page.left),
            ("header", page.top / 2),
            ("footer", page.bottom / 2),
        )
    )
    bidi = "<w:bidi/>" if document.right_to_left else ""
    number = document.first_number
    start = f'<w:pgNumType w:start="{number}"/>' if number != 1 else ""
    first_page = "<w:titlePg/>" if document.plain_first and references else ""
    return (
        f"<w:sectPr>{''.join(references)}{notes}"
        f'<w:pgSz w:w="{_twips(page.width)}" w:h="{_twips(page.height)}"{turned}/>'
        f'<w:pgMar{sides} w:gutter="0"/>{start}{first_page}{bidi}</w:sectPr>'
    )


def _styles(document: WordDocument) -> str:
    font, size = escaped_value(document.font).decode(), _half_points(document.size)
    language = escaped_value(document.language).decode()
    headings = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/>'
        '<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>'
        f'<w:pPr><w:keepNext/><w:spacing w:before="{_HEADING_SPACE[level - 1] * 20}" w:after="80"/>'
        f'<w:outlineLvl w:val="{level - 1}"/></w:pPr>'
        f'<w:rPr><w:b/><w:bCs/><w:sz w:val="{_half_points(points)}"/><w:szCs w:val="{_half_points(points)}"/>'
        "</w:rPr></w:style>"
        for level, points in enumerate(document.headings[: len(_HEADING_SPACE)], start=1)
    )
    return (
        f"{_DECLARATION}<w:styles {_NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>"
        f'<w:rFonts w:ascii="{font}" w:hAnsi="{font}" w:cs="{font}"/><w:sz w:val="{size}"/>'
        f'<w:szCs w:val="{size}"/><w:lang w:val="{language}" w:eastAsia="{language}" w:bidi="{language}"/>'
        "</w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>"
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/>'
        "</w:style>"
        '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont">'
        '<w:name w:val="Default Paragraph Font"/></w:style>'
        '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/>'
        '<w:tblPr><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/>'
        "</w:tblCellMar></w:tblPr></w:style>"
        '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr>'
        '<w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>'
        f"{_note_styles(document) if document.notes else ''}{headings}</w:styles>"
    )


def _note_styles(document: WordDocument) -> str:
    size = _half_points(document.note_size)
    return (
        '<w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/>'
        f'<w:basedOn w:val="Normal"/><w:rPr><w:sz w:val="{size}"/><w:szCs w:val="{size}"/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/>'
        '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
    )


def _settings(*, with_notes: bool) -> str:
    lines = "".join(f'<w:footnote w:id="{number}"/>' for number in _NOTE_LINES.values())
    notes = f"<w:footnotePr>{lines}</w:footnotePr>" if with_notes else ""
    return (
        f'{_DECLARATION}<w:settings {_NAMESPACES}><w:defaultTabStop w:val="720"/>{notes}<w:compat>'
        '<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
        'w:val="15"/></w:compat></w:settings>'
    )


def _numbering(lists: WordLists) -> str:
    """A definition for each list: lists with the same definition would share their numbers."""
    definitions = "".join(
        f'<w:abstractNum w:abstractNumId="{number}"><w:multiLevelType w:val="multilevel"/>'
        f"{''.join(_level(depth, levels[depth]) for depth in sorted(levels))}</w:abstractNum>"
        for number, levels in enumerate(lists.levels)
    )
    written = "".join(
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="{number - 1}"/></w:num>'
        for number in range(1, len(lists.levels) + 1)
    )
    return f"{_DECLARATION}<w:numbering {_NAMESPACES}>{definitions}{written}</w:numbering>"


def _level(depth: int, label: WordLabel) -> str:
    indent = f'w:left="{list_indent(depth, label.style)}" w:hanging="{list_hanging(label.style)}"'
    return (
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="{label.value}"/><w:numFmt w:val="{label.style}"/>'
        f'<w:lvlText w:val="{escaped_value(label.text).decode()}"/><w:lvlJc w:val="left"/>'
        f"<w:pPr><w:ind {indent}/></w:pPr></w:lvl>"
    )


def _zip(parts: Mapping[str, str | bytes]) -> bytes:
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{_CONTENT}{kind}+xml"/>'
        for name in parts
        if (kind := _kind(name))
    )
    suffixes = sorted({name.rpartition(".")[2] for name in parts} - {"xml", "rels"})
    pictures = "".join(f'<Default Extension="{one}" ContentType="image/{one}"/>' for one in suffixes)
    types = (
        f'{_DECLARATION}<Types xmlns="{_SCHEMAS}package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{pictures}{overrides}</Types>'
    )
    root = (
        f'{_DECLARATION}<Relationships xmlns="{_SCHEMAS}package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{_RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>'
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in {"[Content_Types].xml": types, "_rels/.rels": root, **parts}.items():
            entry = zipfile.ZipInfo(name, _TIMESTAMP)
            packed = isinstance(content, bytes)  # pictures are compressed already
            entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            entry.create_system = 0  # the same on every system
            archive.writestr(entry, content.encode() if isinstance(content, str) else content)
    return buffer.getvalue()


def _kind(name: str) -> str:
    """The content type of a part, shortened; "": the default."""
    if not name.endswith(".xml"):
        return ""
    stem = name.rpartition("/")[2].removesuffix(".xml").rstrip("1")
    return f"{stem}.main" if stem == "document" else stem


def _twips(points: float) -> int:
    return round(points * 20)


def _half_points(points: float) -> int:
    return max(2, round(points * 2))
