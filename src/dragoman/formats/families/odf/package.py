"""OpenDocument files: packages and flat XML, their parts with text, and checks of their contents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.text_io.errors import DocumentCorrupt, DocumentEncrypted
from dragoman.text_io.xml.blocks import XmlPart, open_part
from dragoman.text_io.xml.expat_parser import ExpatParser
from dragoman.text_io.zip.archive import OLE_MAGIC, ZipArchive, open_archive
from dragoman.text_io.zip.directory import shown

_MANIFEST: Final = "META-INF/manifest.xml"
_SIGNATURES: Final = "META-INF/documentsignatures.xml"
_MIMETYPE: Final = re.compile(rb"application/vnd\.oasis\.opendocument\.([a-z]+)")
_CHARTS: Final = frozenset(
    {
        "application/vnd.oasis.opendocument.chart",
        "application/vnd.oasis.opendocument.chart-template",
    }
)
_LONGEST_MIMETYPE: Final = 200
_LARGEST_MANIFEST: Final = 8 * 1024 * 1024
_CHUNK: Final = 256 * 1024
FLAT: Final = "document"  # the name of the only part of a flat file


@dataclass(frozen=True, slots=True, kw_only=True)
class OdfFile:
    """A file whose manifest has been read."""

    data: bytes
    archive: ZipArchive | None  # None: it is flat XML
    charts: tuple[str, ...] = ()  # names of parts, in the order of the manifest

    @property
    def is_signed(self) -> bool:
        """Whether a change would invalidate a signature."""
        return bool(self.signatures())

    def signatures(self) -> tuple[str, ...]:
        """Names of the entries that sign the document. Signatures of macros stay valid."""
        names = () if self.archive is None else self.archive.names
        return tuple(name for name in names if name.casefold() == _SIGNATURES.casefold())

    def has(self, name: str) -> bool:
        """Whether there is such a part that is not empty: empty ones are not rare."""
        return (
            self.archive is not None and name in self.archive.entries and self.archive.entries[name].size > 0
        )

    def open(self, name: str) -> XmlPart:
        """Open a part. Raises `DocumentCorrupt` if it is not well-formed XML.

        Undeclared prefixes are accepted, as in LibreOffice: names with them are unknown elements.
        """
        return open_part(name, self._reader(name), undeclared=True)

    def chunks(self, name: str) -> Iterable[bytes]:
        """The unchanged contents of a part."""
        return self._reader(name)()

    def declared_kind(self) -> str:
        """The declared kind of the package: `text`, `spreadsheet`, `presentation`, …; "": none."""
        archive = self.archive
        entry = archive.entries.get("mimetype") if archive is not None else None
        if archive is None or entry is None or entry.size > _LONGEST_MIMETYPE:
            return ""
        declared = _MIMETYPE.match(archive.read("mimetype"))
        return declared[1].decode() if declared else ""

    def _reader(self, name: str) -> Callable[[], Iterable[bytes]]:
        archive = self.archive
        if archive is None:
            return lambda: _slices(self.data)
        return lambda: archive.chunks(name)


def open_odf(data: bytes) -> OdfFile:
    """Open an OpenDocument file. Raises `DocumentCorrupt` or `DocumentEncrypted`."""
    if not data.startswith((b"PK", OLE_MAGIC)):
        return OdfFile(data=data, archive=None)
    archive = open_archive(data)
    return OdfFile(data=data, archive=archive, charts=_read_manifest(archive))


def _read_manifest(archive: ZipArchive) -> tuple[str, ...]:
    """The charts of a package. Many programs write no manifest, so none is needed.

    OpenOffice.org 2 declared the prefix in a document type, so prefixes of names are ignored.
    """
    entry = archive.entries.get(_MANIFEST)
    if entry is None or not entry.size:
        return ()
    if entry.size > _LARGEST_MANIFEST:
        raise DocumentCorrupt(f"The list {shown(_MANIFEST)} of the document is too long.")
    charts: list[str] = []

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "encryption-data":
            raise DocumentEncrypted("The document is protected by a password. Send it without one.")
        if name == "file-entry":
            charts.extend(_find_chart(archive, {k.rpartition(":")[2]: v for k, v in attributes.items()}))

    parser = ExpatParser(f"The list {shown(_MANIFEST)}", separator=None)
    parser.handlers.StartElementHandler = start
    parser.finish(archive.read(_MANIFEST))
    return tuple(charts)


def _find_chart(archive: ZipArchive, listed: Mapping[str, str]) -> Iterator[str]:
    """The part of a chart that an entry of the manifest names."""
    folder = listed.get("full-path", "")
    if listed.get("media-type") in _CHARTS and folder.endswith("/"):
        part = f"{folder.removeprefix('./')}content.xml"
        if part != "content.xml" and part in archive.entries and archive.entries[part].size:
            yield part


def _slices(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), _CHUNK):
        yield data[start : start + _CHUNK]
