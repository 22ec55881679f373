"""Builders of small Word packages."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT_W = "http://purl.oclc.org/ooxml/wordprocessingml/main"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_RELATIONSHIPS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
PREFIXES = {
    "w": W,
    "r": RELATIONSHIPS,
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "v": "urn:schemas-microsoft-com:vml",
}
TYPES = {
    "document": "wordprocessingml.document.main",
    "header": "wordprocessingml.header",
    "footer": "wordprocessingml.footer",
    "footnotes": "wordprocessingml.footnotes",
    "endnotes": "wordprocessingml.endnotes",
    "comments": "wordprocessingml.comments",
    "styles": "wordprocessingml.styles",
    "chart": "drawingml.chart",
    "diagramData": "drawingml.diagramData",
}
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "application/vnd.openxmlformats-officedocument"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Another part of a package: the type of its relationship, and its content."""

    kind: str
    xml: str
    path: str = ""


def declarations(prefixes: Mapping[str, str] = PREFIXES) -> str:
    return " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in prefixes.items())


def part(root: str, inside: str) -> str:
    return f"{_HEAD}<{root} {declarations()}>{inside}</{root}>"


def document_xml(body: str) -> str:
    return part("w:document", f"<w:body>{body}<w:sectPr/></w:body>")


def package(
    document: str | bytes, *extras: Extra, kind: str = "document", more: Mapping[str, bytes] | None = None
) -> bytes:
    """A package around the XML of its document. `kind`: "document" or "template"."""
    types = [
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        f'<Override PartName="/word/document.xml" ContentType="{_OFFICE}.wordprocessingml.{kind}.main+xml"/>',
    ]
    links: list[str] = []
    entries: dict[str, bytes] = {}
    for number, extra in enumerate(extras, start=1):
        path = extra.path or f"{extra.kind}{number}.xml"
        if extra.kind in TYPES:
            types.append(
                f'<Override PartName="/word/{path}" ContentType="{_OFFICE}.{TYPES[extra.kind]}+xml"/>'
            )
        links.append(f'<Relationship Id="rId{number}" Type="{_relation(extra.kind)}" Target="{path}"/>')
        entries[f"word/{path}"] = extra.xml.encode()
    main = f'<Relationship Id="rId1" Type="{RELATIONSHIPS}/officeDocument" Target="word/document.xml"/>'
    content = {
        "[Content_Types].xml": _list("Types", "content-types", "".join(types)),
        "_rels/.rels": _list("Relationships", "relationships", main),
        "word/document.xml": document if isinstance(document, bytes) else document.encode(),
        "word/_rels/document.xml.rels": _list("Relationships", "relationships", "".join(links)),
        **entries,
        **(more or {}),
    }
    return zipped(content)


def body(inside: str, *extras: Extra) -> bytes:
    """A package whose document has this body."""
    return package(document_xml(inside), *extras)


def zipped(content: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def run(text: str, properties: str = "") -> str:
    formatting = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{formatting}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*inside: str, properties: str = "") -> str:
    formatting = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{formatting}{''.join(inside)}</w:p>"


def sign(kind: str) -> str:
    """One of the three characters of a field: begin, separate, end."""
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def field(code: str, result: str) -> str:
    instruction = f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
    return sign("begin") + instruction + sign("separate") + result + sign("end")


def text_box(inside: str, description: str = "") -> str:
    """A text box as Word writes it: in a choice and in its fallback."""
    described = f' descr="{description}"' if description else ""
    fallback = f' alt="{description}"' if description else ""
    return (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline>'
        f'<wp:extent cx="2000000" cy="600000"/><wp:docPr id="1" name="Box"{described}/>'
        '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">'
        '<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/>'
        '<a:ext cx="2000000" cy="600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>'
        f"<wps:txbx><w:txbxContent>{inside}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>"
        "</a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict>"
        f'<v:shape style="width:157pt;height:47pt"{fallback}><v:textbox><w:txbxContent>{inside}'
        "</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


def _relation(kind: str) -> str:
    if kind == "diagramDrawing":
        return "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing"
    return f"{RELATIONSHIPS}/{kind}"


def _list(root: str, namespace: str, inside: str) -> bytes:
    uri = f"http://schemas.openxmlformats.org/package/2006/{namespace}"
    return f'{_HEAD}<{root} xmlns="{uri}">{inside}</{root}>'.encode()
