"""The encoding of an XML file: decode its bytes to UTF-8 for the parser, and encode them again.

All offsets in this package are offsets in `DecodedXml.body`. A file in UTF-8 is its own body.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from typing import Final

from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.unicode_detection import find_xml_unicode

_DECLARED: Final = re.compile(rb"""\A<\?xml\s[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9._:\-]{1,40})["']""")
_CHARSET: Final = re.compile(  # of Python's codecs, those that are character sets, by their canonical names
    r"ascii|utf-8|utf-16|utf-32|utf-(?:16|32)-[bl]e|iso8859-\d+|cp\d+|koi8-[rut]|mac-[a-z]+|big5|big5hkscs"
    r"|gb2312|gbk|gb18030|hz|shift_jis\w*|euc_\w+|iso2022_\w+|johab|tis-620|kz1048|ptcp154|hp-roman8"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodedXml:
    """A file as UTF-8, and how to encode it again."""

    body: bytes = field(repr=False)
    encoding: str  # Python's name
    bom: bytes


def decode_xml(data: bytes) -> DecodedXml:
    """Decode a file by its byte order mark, else its declaration, else as UTF-8. Raises `DocumentCorrupt`."""
    bom, encoding = find_xml_unicode(data)
    if not encoding:
        declared = _DECLARED.match(data)
        encoding = find_declared_codec(declared.group(1).decode()) if declared else "utf-8"
    rest = data[len(bom) :] if bom else data
    if encoding == "utf-8":
        return DecodedXml(body=rest, encoding=encoding, bom=bom)
    try:
        return DecodedXml(body=rest.decode(encoding).encode(), encoding=encoding, bom=bom)
    except UnicodeError:
        raise DocumentCorrupt(
            f"The file declares the encoding {encoding}, but its bytes are not valid in it."
        ) from None


def encode_xml(body: bytes, decoded: DecodedXml) -> bytes:
    """Encode a changed body as the file was; characters that its encoding lacks become references."""
    if decoded.encoding == "utf-8":
        return decoded.bom + body if decoded.bom else body
    return decoded.bom + body.decode().encode(decoded.encoding, "xmlcharrefreplace")


def find_declared_codec(declared: str) -> str:
    """Python's codec for the encoding that an XML declaration names. Raises `DocumentCorrupt`."""
    try:
        name = codecs.lookup(declared).name
    except LookupError:
        name = ""
    if not _CHARSET.fullmatch(name):
        raise DocumentCorrupt(f"The file declares the encoding {declared}, which is not known. Use UTF-8.")
    if name.startswith(("utf-16", "utf-32")):  # yet the declaration could be read as ASCII
        raise DocumentCorrupt(
            f"The file declares the encoding {declared}, but its bytes are not valid in it."
        )
    return name
