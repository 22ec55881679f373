"""What can be seen of some contents without parsing them: this runs in the serving process."""

from __future__ import annotations

import codecs
import re
from typing import Final
from xml.sax.saxutils import unescape

from dragoman.formats.format import Sample, XmlRoot
from dragoman.text_io.errors import DocumentError
from dragoman.text_io.unicode_detection import find_wide, find_xml_unicode
from dragoman.text_io.xml.windows import TextWindow, skip_prolog
from dragoman.text_io.zip.archive import ZipArchive, open_archive

ZIP_MAGIC: Final = b"PK\x03\x04"

_BEGINNING: Final = 64 * 1024
_MAX_CONTENT_TYPES: Final = 512 * 1024
_MAX_MIMETYPE: Final = 256
_MAX_SUFFIX: Final = 16

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x19\x1c-\x1f]")  # signs that it is not text
_MOST_CONTROLS: Final = 0.02

_MAIN_TYPE: Final = re.compile(rb"""ContentType\s*=\s*["']([^"'<>]{1,200}\.main(?:\+xml)?)["']""")
_NAME: Final = r"[^\s<>/=\"'&]{1,200}"
_START: Final = re.compile(rf"<({_NAME})(?=[\s/>])")
_ATTRIBUTE: Final = re.compile(rf"""\s*({_NAME})\s*=\s*("[^"<]*"|'[^'<]*')""")
_START_END: Final = re.compile(r"\s*/?>")


def take_sample(data: bytes, file_name: str) -> Sample:
    """Look at the beginning of a file, and at the directory of a zip archive. Never raises for contents."""
    archive = _open(data)
    text = _read_text(data[:_BEGINNING], whole=len(data) <= _BEGINNING) if archive is None else None
    return Sample(
        data=data,
        suffix=suffix_of(file_name),
        text=text,
        root=None if text is None else _find_root(text),
        members=None if archive is None else archive.names,
        kind="" if archive is None else _find_kind(archive),
    )


def suffix_of(file_name: str) -> str:
    """A file's extension in lower case, without its dot; "" when it has none."""
    _, dot, suffix = file_name.strip().rpartition(".")
    return suffix.lower() if dot and suffix.isalnum() and len(suffix) <= _MAX_SUFFIX else ""


def _read_text(beginning: bytes, *, whole: bool) -> str | None:
    """The beginning decoded; in an unknown encoding each byte as a character. None: it is not text."""
    bom, encoding = find_xml_unicode(beginning)
    if encoding:
        return _decode(beginning[len(bom) :], encoding, whole=whole)
    if b"\0" in beginning:
        wide = find_wide(beginning[: len(beginning) // 4 * 4 or 2])
        return None if wide is None else _decode(beginning, wide, whole=whole)
    text = _decode(beginning, "utf-8", whole=whole)
    return _if_plain(beginning.decode("latin-1")) if text is None else text


def _decode(beginning: bytes, encoding: str, *, whole: bool) -> str | None:
    """Decode what may end amid a character unless it is the whole."""
    try:
        return _if_plain(codecs.getincrementaldecoder(encoding)().decode(beginning, final=whole))
    except UnicodeDecodeError:
        return None


def _if_plain(text: str) -> str | None:
    """The text, unless it has control characters as only binary data does."""
    return None if "\0" in text or len(_CONTROLS.findall(text)) > _MOST_CONTROLS * len(text) else text


def _open(data: bytes) -> ZipArchive | None:
    try:
        return open_archive(data) if data.startswith(ZIP_MAGIC) else None
    except DocumentError:
        return None


def _find_kind(archive: ZipArchive) -> str:
    """The declared type of an archive: the main content type of an OPC package, or the `mimetype` entry."""
    if "[Content_Types].xml" in archive.entries:
        found = _MAIN_TYPE.search(_read(archive, "[Content_Types].xml", _MAX_CONTENT_TYPES))
        return found.group(1).decode("ascii", "replace") if found else ""
    if "mimetype" in archive.entries:
        return _read(archive, "mimetype", _MAX_MIMETYPE).decode("ascii", "replace").strip()
    return ""


def _read(archive: ZipArchive, name: str, limit: int) -> bytes:
    """The beginning of an entry; of a damaged one, what can be read."""
    content = b""
    try:
        for chunk in archive.chunks(name):
            content += chunk
            if len(content) >= limit:
                break
    except DocumentError:
        pass
    return content[:limit]


def _find_root(text: str) -> XmlRoot | None:
    """The first start tag of what begins as XML does."""
    window = TextWindow(iter((text,)))
    try:
        if not skip_prolog(window, entities=True):
            return None
    except DocumentError:
        return None
    position = window.position
    start = _START.match(window.text, position)
    if start is None:
        return None
    position = start.end()
    attributes: dict[str, str] = {}
    while found := _ATTRIBUTE.match(text, position):
        attributes[found.group(1)] = unescape(found.group(2)[1:-1], {"&quot;": '"', "&apos;": "'"})
        position = found.end()
    if _START_END.match(text, position) is None:
        return None
    prefix, colon, name = start.group(1).rpartition(":")
    namespace = attributes.get("xmlns" + colon + prefix, "")
    return XmlRoot(namespace=namespace, name=name, attributes=attributes)
