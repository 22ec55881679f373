"""The structure of a book: its package files, and the reading order of its pages.

`labels` reads the texts of package and contents files, `pages` reads the pages.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEncrypted
from dragoman.text_io.xml.encoding import decode_xml
from dragoman.text_io.xml.tree import XmlNode, scan_xml
from dragoman.text_io.zip.archive import ZipArchive, open_archive
from dragoman.text_io.zip.directory import shown

SIGNATURES: Final = "META-INF/signatures.xml"
_CONTAINER: Final = "META-INF/container.xml"
_ENCRYPTION: Final = "META-INF/encryption.xml"
_PACKAGE_TYPE: Final = "application/oebps-package+xml"
_OBFUSCATED: Final = frozenset(  # obfuscation of fonts, which does not protect texts
    {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#rc"}
)
XHTML: Final = frozenset({"application/xhtml+xml", "text/x-oeb1-document"})
_PAGES: Final = XHTML | {"text/html"}
_CONTENTS: Final = "application/x-dtbncx+xml"
_LARGEST: Final = 20_000_000  # bytes of a package, contents or container file


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestItem:
    """A file of the book."""

    name: str  # in the archive
    media_type: str


@dataclass(slots=True, kw_only=True)
class EpubPackage:
    """One rendition of the book."""

    name: str  # of its package file
    body: bytes = field(repr=False)  # in UTF-8
    items: dict[str, ManifestItem] = field(default_factory=dict)  # by id, in order
    spine: list[str] = field(default_factory=list)  # ids, in reading order
    navigation: str = ""  # id of the page with the contents


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A book whose structure was read."""

    archive: ZipArchive
    packages: tuple[EpubPackage, ...]
    pages: tuple[ManifestItem, ...]  # in reading order
    contents: tuple[ManifestItem, ...]  # NCX files
    unsupported: int  # items of the reading order that are no pages: drawings, other types of text


def open_book(data: bytes) -> Book:
    """Read the structure of a book. Raises `DocumentEncrypted` if its texts are protected."""
    archive = open_archive(data)
    encrypted = _read_encryption(archive)
    packages = tuple(_read_package(archive, name) for name in _package_names(archive))
    if not packages:
        raise DocumentCorrupt(f"The book's list {_CONTAINER} names no package file.")
    pages: dict[str, ManifestItem] = {}
    contents: dict[str, ManifestItem] = {}
    unsupported = 0
    for package in packages:
        for item in _in_order(package):
            if item.media_type in _PAGES:
                pages.setdefault(item.name, item)
            elif item.media_type == _CONTENTS:
                contents.setdefault(item.name, item)
        unsupported += sum(package.items[name].media_type not in _PAGES for name in package.spine)
    if encrypted & {*pages, *contents}:
        raise _encrypted()
    return Book(
        archive=archive,
        packages=packages,
        pages=tuple(pages.values()),
        contents=tuple(contents.values()),
        unsupported=unsupported,
    )


def read_file(archive: ZipArchive, name: str) -> bytes:
    """A package, contents or container file, in its own encoding."""
    if archive.entries[name].size > _LARGEST:
        raise ConversionFailed(f"The part {shown(name)} of the book is too large to be read.")
    return archive.read(name)


def _in_order(package: EpubPackage) -> Iterator[ManifestItem]:
    """The items in reading order: the spine, the navigation page, and items in neither."""
    seen: set[str] = set()
    for identity in (*package.spine, package.navigation, *package.items):
        if identity in package.items and identity not in seen:
            seen.add(identity)
            yield package.items[identity]


def _package_names(archive: ZipArchive) -> list[str]:
    names: list[str] = []

    def opened(node: XmlNode) -> bool:
        if _local(node) == "rootfile" and node.attributes.get("media-type", _PACKAGE_TYPE) == _PACKAGE_TYPE:
            path = node.attributes.get("full-path", "")
            name = next((n for n in (path, unquote(path)) if n in archive.entries), None)
            if name is None:
                raise DocumentCorrupt(f"The book has no package file {shown(path)}, which its list names.")
            if name not in names:
                names.append(name)
        return False

    if _CONTAINER not in archive.entries:
        raise DocumentCorrupt(f"This is not an EPUB book: it has no {_CONTAINER}.")
    scan_xml(decode_xml(read_file(archive, _CONTAINER)).body, opened=opened, closed=_ignore)
    return names


def _read_package(archive: ZipArchive, name: str) -> EpubPackage:
    package = EpubPackage(name=name, body=decode_xml(read_file(archive, name)).body)
    folder = posixpath.dirname(name)

    def opened(node: XmlNode) -> bool:
        kind, attributes = _local(node), node.attributes
        if (
            kind == "item"
            and "id" in attributes
            and (path := _resolve(archive, folder, attributes.get("href", "")))
        ):
            media_type = attributes.get("media-type", "").partition(";")[0].strip().lower()
            package.items[attributes["id"]] = ManifestItem(name=path, media_type=media_type)
            if "nav" in attributes.get("properties", "").split():
                package.navigation = attributes["id"]
        elif kind == "itemref" and "idref" in attributes:
            package.spine.append(attributes["idref"])
        return False

    scan_xml(package.body, opened=opened, closed=_ignore)
    package.spine = [identity for identity in package.spine if identity in package.items]
    return package


def _resolve(archive: ZipArchive, folder: str, href: str) -> str:
    """The entry that an address in a package file refers to; "" if there is none."""
    path = href.partition("#")[0]
    for way in (unquote(path), path):
        name = posixpath.normpath(posixpath.join(folder, way)) if way else ""
        if name in archive.entries:
            return name
    return ""


def _read_encryption(archive: ZipArchive) -> set[str]:
    """The names of obfuscated parts. Raises `DocumentEncrypted` if any is encrypted."""
    found: set[str] = set()

    def opened(node: XmlNode) -> bool:
        if _local(node) == "EncryptionMethod" and node.parent is not None:
            method = node.attributes.get("Algorithm", "").strip().lower()
            if _local(node.parent) == "EncryptedData" and method not in _OBFUSCATED:
                raise _encrypted()
        elif _local(node) == "CipherReference":
            found.add(unquote(node.attributes.get("URI", "")).lstrip("/"))
        return False

    if _ENCRYPTION in archive.entries:
        scan_xml(decode_xml(read_file(archive, _ENCRYPTION)).body, opened=opened, closed=_ignore)
    return found


def _encrypted() -> DocumentEncrypted:
    return DocumentEncrypted("The book is protected against copying. Send it without the protection.")


def _local(node: XmlNode) -> str:
    return node.name.rpartition("}")[2]


def _ignore(_: XmlNode) -> None:
    """Ignore the end of an element."""
