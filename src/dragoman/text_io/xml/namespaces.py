"""Short names for the namespaces of Office Open XML, transitional and strict, and of OpenDocument.

Parts may bind any prefix to a namespace; formats always use `w:p` or `a:t`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_TRANSITIONAL: Final = "http://schemas.openxmlformats.org/"
_STRICT: Final = "http://purl.oclc.org/ooxml/"
_OASIS: Final = "urn:oasis:names:tc:opendocument:xmlns:"
_LIBRE_OFFICE: Final = "urn:org:documentfoundation:names:experimental:"

CANONICAL: Final[Mapping[str, str]] = {
    _TRANSITIONAL + "wordprocessingml/2006/main": "w",
    _STRICT + "wordprocessingml/main": "w",
    _TRANSITIONAL + "drawingml/2006/main": "a",
    _STRICT + "drawingml/main": "a",
    _TRANSITIONAL + "drawingml/2006/chart": "c",
    _STRICT + "drawingml/chart": "c",
    "http://schemas.microsoft.com/office/drawing/2012/chart": "c15",
    "http://schemas.microsoft.com/office/drawing/2014/chartex": "cx",
    _TRANSITIONAL + "drawingml/2006/diagram": "dgm",
    _STRICT + "drawingml/diagram": "dgm",
    "http://schemas.microsoft.com/office/drawing/2008/diagram": "dsp",
    "http://schemas.microsoft.com/office/drawing/2010/diagram": "dgm14",
    _TRANSITIONAL + "drawingml/2006/wordprocessingDrawing": "wp",
    _STRICT + "drawingml/wordprocessingDrawing": "wp",
    _TRANSITIONAL + "drawingml/2006/picture": "pic",
    _STRICT + "drawingml/picture": "pic",
    _TRANSITIONAL + "drawingml/2006/spreadsheetDrawing": "xdr",
    _STRICT + "drawingml/spreadsheetDrawing": "xdr",
    _TRANSITIONAL + "drawingml/2006/chartDrawing": "cdr",
    _STRICT + "drawingml/chartDrawing": "cdr",
    _TRANSITIONAL + "officeDocument/2006/relationships": "r",
    _STRICT + "officeDocument/relationships": "r",
    _TRANSITIONAL + "officeDocument/2006/math": "m",
    _STRICT + "officeDocument/math": "m",
    _TRANSITIONAL + "markup-compatibility/2006": "mc",
    _TRANSITIONAL + "presentationml/2006/main": "p",
    _STRICT + "presentationml/main": "p",
    "http://schemas.microsoft.com/office/powerpoint/2010/main": "p14",
    _TRANSITIONAL + "spreadsheetml/2006/main": "x",
    _STRICT + "spreadsheetml/main": "x",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
    "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
    "http://schemas.microsoft.com/office/word/2012/wordml": "w15",
    "http://purl.org/dc/elements/1.1/": "dc",
    _TRANSITIONAL + "package/2006/metadata/core-properties": "cp",
    "http://www.w3.org/XML/1998/namespace": "xml",
    _OASIS + "office:1.0": "office",
    _OASIS + "style:1.0": "style",
    _OASIS + "text:1.0": "text",
    _OASIS + "table:1.0": "table",
    _OASIS + "drawing:1.0": "draw",
    _OASIS + "presentation:1.0": "presentation",
    _OASIS + "chart:1.0": "chart",
    _OASIS + "form:1.0": "form",
    _OASIS + "meta:1.0": "meta",
    _OASIS + "svg-compatible:1.0": "svg",
    _OASIS + "xsl-fo-compatible:1.0": "fo",
    _LIBRE_OFFICE + "office:xmlns:loext:1.0": "loext",
    "urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0": "field",
    "http://openoffice.org/2009/office": "officeooo",
}


class ElementNames(dict[bytes, str]):
    """Written name (`ns0:p`) → canonical name (`w:p`), for elements of one part; filled when names are met.

    Canonical names of other namespaces begin with a colon.
    """

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        super().__init__()
        self.prefixes = {**prefixes, "xml": "http://www.w3.org/XML/1998/namespace"}

    def __missing__(self, written: bytes) -> str:
        prefix, _, local = written.decode().rpartition(":")
        uri = self.prefixes.get(prefix, "")
        name = f"{CANONICAL.get(uri, '')}:{local}"
        self[written] = name
        return name

    def attribute(self, written: bytes) -> str:
        """The canonical name of an attribute; without a prefix it has no namespace."""
        return self[written] if b":" in written else written.decode()

    def written(self, name: str) -> tuple[bytes, ...]:
        """All spellings of a canonical name in the part; none when it does not declare the namespace."""
        canonical, _, local = name.partition(":")
        prefixes = sorted(p for p, uri in self.prefixes.items() if CANONICAL.get(uri) == canonical)
        return tuple(f"{prefix}:{local}".lstrip(":").encode() for prefix in prefixes)

    def pattern(self, *names: str) -> bytes:
        """A pattern of all spellings of canonical names in the part; it may match nothing."""
        ways = [re.escape(way) for name in names for way in self.written(name)]
        return b"(?:" + b"|".join(ways) + b")" if ways else rb"(?!)"

    def write(self, name: str, like: bytes) -> bytes:
        """A canonical name with the prefix of `like`, a written name of the same namespace."""
        prefix, colon, _ = like.rpartition(b":")
        return prefix + colon + name.rpartition(":")[2].encode()
