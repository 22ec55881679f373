"""Builders of small OpenDocument files: texts, spreadsheets and presentations, packed and flat."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
PREFIXES = {
    "office": f"{_OASIS}:office:1.0",
    "style": f"{_OASIS}:style:1.0",
    "text": f"{_OASIS}:text:1.0",
    "table": f"{_OASIS}:table:1.0",
    "draw": f"{_OASIS}:drawing:1.0",
    "presentation": f"{_OASIS}:presentation:1.0",
    "chart": f"{_OASIS}:chart:1.0",
    "form": f"{_OASIS}:form:1.0",
    "meta": f"{_OASIS}:meta:1.0",
    "svg": f"{_OASIS}:svg-compatible:1.0",
    "fo": f"{_OASIS}:xsl-fo-compatible:1.0",
    "of": f"{_OASIS}:of:1.2",
    "xlink": "http://www.w3.org/1999/xlink",
    "dc": "http://purl.org/dc/elements/1.1/",
    "officeooo": "http://openoffice.org/2009/office",
    "loext": "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0",
    "field": "urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0",
}
STYLES = (
    '<style:style style:name="P9" style:family="paragraph"><style:text-properties text:display="none"/>'
    "</style:style>"
    '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/>'
    "</style:style>"
    '<style:style style:name="T2" style:family="text"><style:text-properties fo:font-style="italic"/>'
    "</style:style>"
    '<style:style style:name="T3" style:family="text"><style:text-properties officeooo:rsid="00ab"/>'
    "</style:style>"
    '<style:style style:name="T4" style:family="text"><style:text-properties fo:language="en" '
    'fo:country="US" fo:font-weight="bold"/></style:style>'
    '<style:style style:name="T9" style:family="text"><style:text-properties text:display="none"/>'
    "</style:style>"
    '<style:style style:name="ta9" style:family="table"><style:table-properties table:display="false"/>'
    "</style:style>"
    '<style:style style:name="dp9" style:family="drawing-page"><style:drawing-page-properties '
    'presentation:visibility="hidden"/></style:style>'
    '<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="-">'
    '<style:text-properties fo:font-family="x"/></text:list-level-style-bullet></text:list-style>'
)
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_TYPE = "application/vnd.oasis.opendocument"
_MANIFEST = f"{_OASIS}:manifest:1.0"


def declarations() -> str:
    return " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in PREFIXES.items())


def content(kind: str, body: str, styles: str = STYLES) -> str:
    """content.xml of a document with this body; `kind`: text, spreadsheet, presentation, chart."""
    return (
        f'{_HEAD}<office:document-content {declarations()} office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )


def styles_xml(masters: str = "", common: str = "") -> str:
    return (
        f'{_HEAD}<office:document-styles {declarations()} office:version="1.3">'
        f"<office:styles>{common}</office:styles><office:automatic-styles/>"
        f"<office:master-styles>{masters}</office:master-styles></office:document-styles>"
    )


def flat(kind: str, body: str, masters: str = "") -> bytes:
    return (
        f'{_HEAD}<office:document {declarations()} office:mimetype="{_TYPE}.{kind}">'
        f"<office:meta><dc:title>The title</dc:title></office:meta>"
        f"<office:automatic-styles>{STYLES}</office:automatic-styles>"
        f"<office:master-styles>{masters}</office:master-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document>\n"
    ).encode()


def package(
    kind: str,
    body: str,
    *,
    more: Mapping[str, str] | None = None,
    charts: Mapping[str, str] | None = None,
    listed: str = "",
    template: bool = False,
) -> bytes:
    """A packed document. `charts`: folder → content.xml; `listed`: more entries of the manifest."""
    said = f"{_TYPE}.{kind}{'-template' if template else ''}"
    parts = {
        "mimetype": said,
        "Configurations2/accelerator/current.xml": "",
        "content.xml": content(kind, body),
        **{f"{name}/content.xml": inside for name, inside in (charts or {}).items()},
        **(more or {}),
    }
    entries = [
        _entry("/", said),
        *(_entry(name, "text/xml") for name in parts if name != "mimetype" and "META-INF" not in name),
        *(_entry(f"{name}/", f"{_TYPE}.chart") for name in charts or {}),
        listed,
    ]
    parts["META-INF/manifest.xml"] = (
        f'{_HEAD}<manifest:manifest xmlns:manifest="{_MANIFEST}" manifest:version="1.3">{"".join(entries)}'
        "</manifest:manifest>"
    )
    return zipped({name: part.encode() for name, part in parts.items()})


def _entry(path: str, kind: str) -> str:
    version = ' manifest:version="1.3"' if path == "/" else ""
    return f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"{version}/>'


def zipped(parts: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in parts.items():
            packing = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data, packing)
    return buffer.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def text(*inside: str, **more: str) -> bytes:
    """A packed text of these blocks; `more`: parts, named without ".xml"."""
    return package("text", "".join(inside), more={f"{name}.xml": part for name, part in more.items()})


def p(inside: str, style: str = "") -> str:
    return f'<text:p text:style-name="{style}">{inside}</text:p>' if style else f"<text:p>{inside}</text:p>"


def span(style: str, inside: str) -> str:
    return f'<text:span text:style-name="{style}">{inside}</text:span>'


def note(inside: str) -> str:
    return (
        '<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation>'
        f"<text:note-body>{inside}</text:note-body></text:note>"
    )


def box(inside: str, title: str = "", description: str = "") -> str:
    return (
        '<draw:frame draw:name="Box" svg:width="4cm" svg:height="2cm"><draw:text-box>'
        f"{inside}</draw:text-box><svg:title>{title}</svg:title><svg:desc>{description}</svg:desc></draw:frame>"
    )


def cell(inside: str, attributes: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{attributes}>{p(inside)}</table:table-cell>'


def number(value: str) -> str:
    return f'<table:table-cell office:value-type="float" office:value="{value}">{p(value)}</table:table-cell>'


def row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row{attributes}>{''.join(cells)}</table:table-row>"


def sheet(name: str, *inside: str, style: str = "") -> str:
    return f'<table:table table:name="{name}" table:style-name="{style}">{"".join(inside)}</table:table>'


def slide(*inside: str, style: str = "dp1") -> str:
    return f'<draw:page draw:name="page1" draw:style-name="{style}">{"".join(inside)}</draw:page>'
