"""Builders of small presentations."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT = {
    A: "http://purl.oclc.org/ooxml/drawingml/main",
    P: "http://purl.oclc.org/ooxml/presentationml/main",
    R: "http://purl.oclc.org/ooxml/officeDocument/relationships",
}
PREFIXES = {
    "a": A,
    "p": P,
    "r": R,
    "c15": "http://schemas.microsoft.com/office/drawing/2012/chart",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
    "dsp": "http://schemas.microsoft.com/office/drawing/2008/diagram",
    "cdr": "http://schemas.openxmlformats.org/drawingml/2006/chartDrawing",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "a14": "http://schemas.microsoft.com/office/drawing/2010/main",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "cx": "http://schemas.microsoft.com/office/drawing/2014/chartex",
    "p188": "http://schemas.microsoft.com/office/powerpoint/2018/8/main",
}
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPES = {
    "slide": "presentationml.slide",
    "slideLayout": "presentationml.slideLayout",
    "slideMaster": "presentationml.slideMaster",
    "notesSlide": "presentationml.notesSlide",
    "notesMaster": "presentationml.notesMaster",
    "comments": "presentationml.comments",
    "chart": "drawingml.chart",
    "diagramData": "drawingml.diagramData",
}
_OFFICE = "application/vnd.openxmlformats-officedocument"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORKBOOK = f"{_OFFICE}.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a package, and the targets of its relationships."""

    kind: str  # of the relationship to it
    path: str
    xml: str | bytes
    owned: tuple[Piece, ...] = field(default=())


def part(root: str, inside: str, attributes: str = "") -> str:
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in PREFIXES.items())
    return f"{HEAD}<{root} {declared}{attributes}>{inside}</{root}>"


def run(text: str, properties: str = "", inside: str = "") -> str:
    """A run; `properties` are attributes of its formatting, `inside` elements."""
    return f'<a:r><a:rPr lang="en-US"{properties} dirty="0">{inside}</a:rPr><a:t>{text}</a:t></a:r>'


def paragraph(*inside: str, properties: str = "") -> str:
    return f'<a:p>{properties}{"".join(inside)}<a:endParaRPr lang="en-US" dirty="0"/></a:p>'


def shape(*paragraphs: str, named: str = "", place: str = "", style: str = "") -> str:
    """A shape with text. `named`: attributes beside its name; `place`: attributes of its placeholder."""
    holder = f"<p:ph{place}/>" if place else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="Shape"{named}/><p:cNvSpPr/><p:nvPr>{holder}</p:nvPr>'
        '</p:nvSpPr><p:spPr><a:xfrm><a:off x="700000" y="700000"/><a:ext cx="7000000" cy="3000000"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>'
        f"<a:lstStyle>{style}</a:lstStyle>{''.join(paragraphs)}</p:txBody></p:sp>"
    )


def picture(attributes: str) -> str:
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="5" name="Picture 4"{attributes}/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>'
        "<p:blipFill/><p:spPr/></p:pic>"
    )


def tree(inside: str) -> str:
    return (
        '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
        f"<p:grpSpPr/>{inside}</p:spTree></p:cSld>"
    )


def slide(inside: str, *owned: Piece, number: int = 1, attributes: str = "") -> Piece:
    xml = part("p:sld", tree(inside), attributes)
    return Piece(kind="slide", path=f"slides/slide{number}.xml", xml=xml, owned=owned)


def text_slide(*paragraphs: str) -> bytes:
    """A presentation of one slide with one shape."""
    return presentation(slide(shape(*paragraphs)))


def presentation(
    *pieces: Piece, kind: str = "presentation", more: Mapping[str, bytes] | None = None
) -> bytes:
    """A package. The last slide given is shown first, so that names and order differ."""
    content: dict[str, bytes] = {}
    types: list[str] = []
    links = _add(content, types, "ppt", pieces)
    shown = [name for name, piece in zip(links, pieces, strict=True) if piece.kind == "slide"]
    listed = "".join(f'<p:sldId id="{256 + n}" r:id="{name}"/>' for n, name in enumerate(reversed(shown)))
    main = part("p:presentation", f"<p:sldIdLst>{listed}</p:sldIdLst>" if listed else "")
    types.append(_override("/ppt/presentation.xml", f"{_OFFICE}.presentationml.{kind}.main+xml"))
    relation = f'<Relationship Id="rId1" Type="{R}/officeDocument" Target="ppt/presentation.xml"/>'
    start = {
        "[Content_Types].xml": _list("Types", "content-types", "".join((*_DEFAULTS, *types))),
        "_rels/.rels": _list("Relationships", "relationships", relation),
        "ppt/presentation.xml": main.encode(),
        "ppt/_rels/presentation.xml.rels": _links("ppt", links, pieces),
    }
    return zipped(start | content | dict(more or {}))


_DEFAULTS = (
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    f'<Default Extension="xlsx" ContentType="{_WORKBOOK}"/>',
)


def _add(content: dict[str, bytes], types: list[str], folder: str, pieces: tuple[Piece, ...]) -> list[str]:
    """Add parts with the parts they own. Returns the ids of their relationships."""
    for piece in pieces:
        name = f"ppt/{piece.path}"
        content[name] = piece.xml if isinstance(piece.xml, bytes) else piece.xml.encode()
        if piece.kind in _TYPES:
            types.append(_override(f"/{name}", f"{_OFFICE}.{_TYPES[piece.kind]}+xml"))
        if piece.owned:
            owner, file = posixpath.split(name)
            links = _add(content, types, owner, piece.owned)
            content[f"{owner}/_rels/{file}.rels"] = _links(owner, links, piece.owned)
    return [f"rId{number}" for number in range(1, len(pieces) + 1)]


def _links(folder: str, ids: list[str], pieces: tuple[Piece, ...]) -> bytes:
    made = "".join(
        f'<Relationship Id="{name}" Type="{_relation(piece.kind)}" '
        f'Target="{posixpath.relpath(f"ppt/{piece.path}", folder)}"/>'
        for name, piece in zip(ids, pieces, strict=True)
    )
    return _list("Relationships", "relationships", made)


def _relation(kind: str) -> str:
    if kind == "diagramDrawing":
        return "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing"
    if kind == "chartEx":
        return "http://schemas.microsoft.com/office/2014/relationships/chartEx"
    if kind == "modernComments":
        return "http://schemas.microsoft.com/office/2018/10/relationships/comments"
    return f"{R}/{kind}"


def _override(name: str, kind: str) -> str:
    return f'<Override PartName="{name}" ContentType="{kind}"/>'


def _list(root: str, namespace: str, inside: str) -> bytes:
    return f'{HEAD}<{root} xmlns="{_PACKAGE}/{namespace}">{inside}</{root}>'.encode()


def strict(data: bytes) -> bytes:
    """The same presentation in the strict namespaces."""
    content = unzipped(data)
    for name in content:
        for usual, other in STRICT.items():
            content[name] = content[name].replace(usual.encode(), other.encode())
    return zipped(content)


def zipped(content: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
