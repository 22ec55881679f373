"""OpenDocument files: packages and flat XML, their parts with text, and what may not be in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from lxml import etree

from dragoman.formats.format import DocumentCorrupt, DocumentEncrypted
from dragoman.formats.kits.ooxml_parts import Part, open_part
from dragoman.formats.kits.xml import parse_xml
from dragoman.formats.kits.zip_directory import shown
from dragoman.formats.kits.zipped import OLE_MAGIC, Archive, open_archive

_MANIFEST: Final = "META-INF/manifest.xml"
_SIGNATURES: Final = "META-INF/documentsignatures.xml"
_NAMESPACE: Final = re.compile(r"\{urn:oasis:names:tc:opendocument:xmlns:manifest:1\.0\}")
_CHARTS: Final = frozenset(
    {
        "application/vnd.oasis.opendocument.chart",
        "application/vnd.oasis.opendocument.chart-template",
    }
)
_LARGEST_MANIFEST: Final = 8 * 1024 * 1024
_CHUNK: Final = 256 * 1024
FLAT: Final = "document"  # the name of the only part of a flat file


@dataclass(frozen=True, slots=True, kw_only=True)
class OdfFile:
    """A file whose manifest has been read."""

    data: bytes
    archive: Archive | None  # None: it is flat XML
    charts: tuple[str, ...] = ()  # names of parts, in the order of the manifest

    @property
    def is_signed(self) -> bool:
        """Whether a signature would no longer be valid after a change."""
        return bool(self.signatures())

    def signatures(self) -> tuple[str, ...]:
        """Names of the entries that sign the document. Signatures of macros stay valid."""
        names = () if self.archive is None else self.archive.names
        return tuple(name for name in names if name.casefold() == _SIGNATURES.casefold())

    def has(self, name: str) -> bool:
        """Whether there is such a part, with something in it: empty ones are not rare."""
        return (
            self.archive is not None and name in self.archive.entries and self.archive.entries[name].size > 0
        )

    def open(self, name: str) -> Part:
        """Inspect a part. `DocumentCorrupt`: it is not well-formed XML."""
        return open_part(name, self._reader(name))

    def _reader(self, name: str) -> Callable[[], Iterable[bytes]]:
        archive = self.archive
        if archive is None:
            return lambda: _slices(self.data)
        return lambda: archive.chunks(name)


def open_odf(data: bytes) -> OdfFile:
    """Open an OpenDocument file. `DocumentCorrupt` or `DocumentEncrypted`."""
    if not data.startswith((b"PK", OLE_MAGIC)):
        return OdfFile(data=data, archive=None)
    archive = open_archive(data)
    charts = tuple(_read_manifest(archive))
    if "content.xml" not in archive.entries:
        raise DocumentCorrupt("The archive is no OpenDocument file: it has no content.xml.")
    return OdfFile(data=data, archive=archive, charts=charts)


def _read_manifest(archive: Archive) -> Iterator[str]:
    """The charts that a package holds. Many a program writes no manifest, so none is needed."""
    entry = archive.entries.get(_MANIFEST)
    if entry is None or not entry.size:
        return
    if entry.size > _LARGEST_MANIFEST:
        raise DocumentCorrupt(f"The list {shown(_MANIFEST)} of the document is too long.")
    root = parse_xml(archive.read(_MANIFEST), doctype=True)
    for element in root.iter(etree.Element):
        name = _NAMESPACE.sub("", str(element.tag))
        if name == "encryption-data":
            raise DocumentEncrypted("The document is protected by a password. Send it without one.")
        attributes = {_NAMESPACE.sub("", str(key)): str(said) for key, said in element.items()}
        folder = attributes.get("full-path", "")
        if name == "file-entry" and attributes.get("media-type") in _CHARTS and folder.endswith("/"):
            part = f"{folder.removeprefix('./')}content.xml"
            if part != "content.xml" and part in archive.entries and archive.entries[part].size:
                yield part


def _slices(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), _CHUNK):
        yield data[start : start + _CHUNK]
