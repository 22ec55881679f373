"""Packages to measure formats with: their texts in parts of a size together; packed they are smaller."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Final

from benchmarks.made_texts import Made

_XML: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_RELATION: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OFFICE: Final = "application/vnd.openxmlformats-officedocument"
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEETS: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SLIDES: Final = "http://schemas.openxmlformats.org/presentationml/2006/main"
_DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006/main"
_OASIS: Final = "urn:oasis:names:tc:opendocument:xmlns"
_LINES: Final = 21  # paragraphs of a page
_PAGES: Final = 100  # slides, chapters, stories of one package
_XHTML: Final = "http://www.w3.org/1999/xhtml"
_ADOBE: Final = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging" DOMVersion="8.0"'


def make_docx(size: int) -> bytes:
    """Paragraphs with a bold word."""
    paragraph = Made(
        entry='<w:p><w:r><w:t xml:space="preserve">$text </w:t></w:r>'
        "<w:r><w:rPr><w:b/></w:rPr><w:t>Indeed.</w:t></w:r></w:p>",
        before=f'{_XML}<w:document xmlns:w="{_WORD}"><w:body>',
        after="</w:body></w:document>",
    )
    kind = f"{_OFFICE}.wordprocessingml.document.main+xml"
    lists = _office("word/document.xml", {"word/document.xml": kind})
    return _pack(lists, {"word/document.xml": paragraph.fill(size)})


def make_xlsx(size: int) -> bytes:
    """Cells with shared strings, each string in a cell."""
    strings = list(Made(entry="<si><t>$text</t></si>").entries(size // 2))
    rows = "".join(
        f'<row r="{number}"><c r="A{number}" t="s"><v>{number - 1}</v></c></row>'
        for number in range(1, len(strings) + 1)
    )
    kinds = {
        "xl/workbook.xml": f"{_OFFICE}.spreadsheetml.sheet.main+xml",
        "xl/worksheets/sheet1.xml": f"{_OFFICE}.spreadsheetml.worksheet+xml",
        "xl/sharedStrings.xml": f"{_OFFICE}.spreadsheetml.sharedStrings+xml",
    }
    links = (("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml"))
    book = f'{_XML}<workbook xmlns="{_SHEETS}" xmlns:r="{_RELATION}"><sheets>'
    book += '<sheet name="Minutes" sheetId="1" r:id="rId1"/></sheets></workbook>'
    return _pack(
        _office("xl/workbook.xml", kinds),
        {
            "xl/workbook.xml": book,
            "xl/_rels/workbook.xml.rels": _relations(links),
            "xl/worksheets/sheet1.xml": f'{_XML}<worksheet xmlns="{_SHEETS}"><sheetData>{rows}</sheetData>'
            "</worksheet>",
            "xl/sharedStrings.xml": f'{_XML}<sst xmlns="{_SHEETS}">{"".join(strings)}</sst>',
        },
    )


def make_pptx(size: int) -> bytes:
    """Slides with one shape of many paragraphs."""
    shape = '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody>'
    slide = Made(
        entry='<a:p><a:r><a:rPr lang="en-US"/><a:t>$text </a:t></a:r>'
        '<a:r><a:rPr lang="en-US" b="1"/><a:t>Indeed.</a:t></a:r></a:p>',
        before=f'{_XML}<p:sld xmlns:p="{_SLIDES}" xmlns:a="{_DRAWING}"><p:cSld><p:spTree>{shape}<a:bodyPr/>',
        after="</p:txBody></p:sp></p:spTree></p:cSld></p:sld>",
    )
    names = [f"slides/slide{number}.xml" for number in range(1, _PAGES + 1)]
    kinds = {"ppt/presentation.xml": f"{_OFFICE}.presentationml.presentation.main+xml"}
    kinds |= {f"ppt/{name}": f"{_OFFICE}.presentationml.slide+xml" for name in names}
    listed = "".join(f'<p:sldId id="{255 + number}" r:id="rId{number}"/>' for number in range(1, _PAGES + 1))
    main = (
        f'{_XML}<p:presentation xmlns:p="{_SLIDES}" xmlns:r="{_RELATION}"><p:sldIdLst>{listed}</p:sldIdLst>'
    )
    return _pack(
        _office("ppt/presentation.xml", kinds),
        {
            "ppt/presentation.xml": f"{main}</p:presentation>",
            "ppt/_rels/presentation.xml.rels": _relations([("slide", name) for name in names]),
            **{f"ppt/{name}": slide.fill(size // _PAGES) for name in names},
        },
    )


def make_odt(size: int) -> bytes:
    """Paragraphs with a bold word."""
    bold = '<text:span text:style-name="T1">Indeed.</text:span>'
    return _open_document("text", Made(entry=f"<text:p>$text {bold}</text:p>"), size)


def make_ods(size: int) -> bytes:
    """Rows with one cell of text and one number."""
    row = Made(
        before='<table:table table:name="Minutes">',
        entry='<table:table-row><table:table-cell office:value-type="string"><text:p>$text</text:p>'
        '</table:table-cell><table:table-cell office:value-type="float" office:value="$n">'
        "<text:p>$n</text:p></table:table-cell></table:table-row>",
        after="</table:table>",
    )
    return _open_document("spreadsheet", row, size)


def make_odp(size: int) -> bytes:
    """Slides with a box of one paragraph."""
    slide = Made(
        entry='<draw:page draw:name="page$n"><draw:frame><draw:text-box><text:p>$text</text:p>'
        "</draw:text-box></draw:frame></draw:page>"
    )
    return _open_document("presentation", slide, size)


def make_epub(size: int) -> bytes:
    """Chapters of paragraphs."""
    chapter = Made(
        before=f'{_XML}<html xmlns="{_XHTML}"><head><title>Chapter</title></head><body>\n',
        entry="<p>$text <b>Indeed</b>.</p>\n",
        after="</body></html>\n",
    )
    items = "".join(
        f'<item id="i{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(_PAGES)
    )
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(_PAGES))
    book = (
        f'{_XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="q">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Minutes</dc:title>'
        '<dc:language>en</dc:language><dc:identifier id="q">urn:x:1</dc:identifier></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        f'{_XML}<container version="1.0" xmlns="{_OASIS}:container"><rootfiles>'
        '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    lists = {"mimetype": "application/epub+zip", "META-INF/container.xml": container, "book.opf": book}
    return _pack(lists, {f"c{number}.xhtml": chapter.fill(size // _PAGES) for number in range(_PAGES)})


def make_idml(size: int) -> bytes:
    """Stories of paragraphs with a bold word."""
    paragraph = Made(
        entry='<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/Body">'
        "<CharacterStyleRange><Content>$text </Content></CharacterStyleRange>"
        '<CharacterStyleRange FontStyle="Bold"><Content>Indeed.</Content><Br/></CharacterStyleRange>'
        "</ParagraphStyleRange>\n"
    )
    parts: dict[str, str] = {}
    for number in range(_PAGES):
        inside = "".join(paragraph.entries(size // _PAGES))
        parts[f"Stories/Story_u{number}.xml"] = (
            f'{_XML}<idPkg:Story {_ADOBE}><Story Self="u{number}">{inside}</Story></idPkg:Story>'
        )
    frames = "".join(f'<TextFrame Self="f{n}" ParentStory="u{n}" ItemLayer="l"/>' for n in range(_PAGES))
    links = "".join(f'<idPkg:Story src="{name}"/>' for name in parts)
    spread = f'<Spread Self="s">{frames}</Spread>'
    parts["Spreads/Spread_s.xml"] = f"{_XML}<idPkg:Spread {_ADOBE}>{spread}</idPkg:Spread>"
    links += '<idPkg:Spread src="Spreads/Spread_s.xml"/>'
    parts["designmap.xml"] = (
        f'{_XML}<?aid style="50" type="document"?>\n<Document {_ADOBE} Self="d">'
        f'<Layer Self="l" Visible="true"/>{links}</Document>'
    )
    return _pack({"mimetype": "application/vnd.adobe.indesign-idml-package"}, parts)


def make_pdf(size: int) -> bytes:
    """Pages of paragraphs of a line, not packed."""
    kids: list[int] = []
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    lines = Made(entry="($text) Tj 0 -36 Td\n").entries(size)
    while page := "".join(islice(lines, _LINES)):
        kids.append(len(objects) + 1)
        text = f"BT /F1 11 Tf 18 TL 1 0 0 1 50 800 Tm\n{page}ET"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents {len(objects) + 2} 0 R"
            "/Resources<</Font<</F1 3 0 R>>>>>>"
        )
        objects.append(f"<</Length {len(text)}>>stream\n{text}\nendstream")
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>"
    body, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF\n"
    return bytes(body) + end.encode()


def _open_document(kind: str, made: Made, size: int) -> bytes:
    said = f"application/vnd.oasis.opendocument.{kind}"
    names = ("office", "style", "text", "table")
    declared = " ".join(f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in names)
    declared += f' xmlns:draw="{_OASIS}:drawing:1.0" xmlns:fo="{_OASIS}:xsl-fo-compatible:1.0"'
    bold = '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/>'
    content = (
        f'{_XML}<office:document-content {declared} office:version="1.3"><office:automatic-styles>{bold}'
        f"</style:style></office:automatic-styles><office:body><office:{kind}>{made.fill(size).decode()}</office:{kind}>"
        "</office:body></office:document-content>"
    )
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{type_}"/>'
        for path, type_ in (("/", said), ("content.xml", "text/xml"))
    )
    manifest = (
        f'{_XML}<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0">{entries}</manifest:manifest>'
    )
    return _pack({"mimetype": said}, {"content.xml": content, "META-INF/manifest.xml": manifest})


def _office(main: str, kinds: Mapping[str, str]) -> dict[str, str]:
    """The lists of an Office package: which part is the main one, and the content type of each."""
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in kinds.items()
    )
    rels = "application/vnd.openxmlformats-package.relationships+xml"
    return {
        "[Content_Types].xml": f'{_XML}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="{rels}"/>{overrides}</Types>',
        "_rels/.rels": _relations((("officeDocument", main),)),
    }


def _relations(links: Iterable[tuple[str, str]]) -> str:
    inside = "".join(
        f'<Relationship Id="rId{number}" Type="{_RELATION}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(links, start=1)
    )
    return f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">{inside}</Relationships>'


def _pack(first: Mapping[str, str], parts: Mapping[str, str | bytes]) -> bytes:
    """An archive of these parts; `mimetype` is not packed."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**first, **parts}.items():
            way = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(name, content, compress_type=way)
    return target.getvalue()


PACKAGES: Final[Mapping[str, Callable[[int], bytes]]] = {
    "docx": make_docx,
    "xlsx": make_xlsx,
    "pptx": make_pptx,
    "odt": make_odt,
    "ods": make_ods,
    "odp": make_odp,
    "epub": make_epub,
    "idml": make_idml,
    "pdf": make_pdf,
}
