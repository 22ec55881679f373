"""Office Open XML packages: parts, content types, relationships, and checks of their contents.

Parts are found by relationships, as Office does, not by file names.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from lxml import etree

from dragoman.formats.families.ooxml.content_types import EXTENSIONS, describe_macros, has_macros
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt
from dragoman.text_io.xml.parsing import parse_xml
from dragoman.text_io.zip.archive import ZipArchive, open_archive
from dragoman.text_io.zip.directory import shown

CONTENT_TYPES: Final = "[Content_Types].xml"
_TYPES: Final = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_RELATIONSHIPS: Final = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_OFFICE: Final = re.compile(
    r"(?:http://schemas\.openxmlformats\.org/officeDocument/2006/relationships"
    r"|http://purl\.oclc\.org/ooxml/officeDocument/relationships"
    r"|http://schemas\.openxmlformats\.org/package/2006/relationships(?:/metadata|/digital-signature)?"
    r"|http://schemas\.microsoft\.com/office/\d{4}(?:/\d{2})?/relationships(?:/\w+)?)/([\w-]+)"
)
_SIGNATURE: Final = "digital-signature"
_LARGEST_LIST: Final = 8 * 1024 * 1024  # bytes of a list of types or relationships


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship:
    """A reference from a part to another part of the package."""

    kind: str  # the last word of its type: header, footnotes, chart, …
    target: str  # name of an entry that exists
    id: str = ""  # its id in the part


@dataclass(frozen=True, slots=True, kw_only=True)
class OoxmlPackage:
    """A package whose lists have been read."""

    archive: ZipArchive
    types: Mapping[str, str]  # folded part name → content type
    defaults: Mapping[str, str]  # folded extension → content type
    entries: Mapping[str, str]  # folded name → name of the entry

    def content_type(self, name: str) -> str:
        """The content type of a part; "": none."""
        folded = name.casefold()
        return self.types.get(folded) or self.defaults.get(folded.rpartition(".")[2], "")

    def relationships(self, name: str) -> Iterator[Relationship]:
        """The parts that a part refers to ("" for the package itself)."""
        folder, _, file = name.rpartition("/")
        listed = self.entries.get(posixpath.join(folder, "_rels", f"{file}.rels").casefold())
        if listed is None:
            return
        for element in _read_list(self.archive, listed).iter(f"{_RELATIONSHIPS}Relationship"):
            found = _OFFICE.fullmatch(element.get("Type", ""))
            if found is None or element.get("TargetMode") == "External":
                continue
            target = self.entries.get(_resolve(folder, element.get("Target", "")))
            if target is not None:
                yield Relationship(kind=found[1], target=target, id=element.get("Id", ""))

    def main_part(self) -> str:
        """The main part of the document. Raises `DocumentCorrupt` if there is none."""
        for relationship in self.relationships(""):
            if relationship.kind == "officeDocument":
                return relationship.target
        raise DocumentCorrupt("The package names no document: its relationships are missing or damaged.")

    def signatures(self) -> tuple[str, ...]:
        """Names of the entries that belong to digital signatures."""
        return tuple(
            name
            for folded, name in self.entries.items()
            if folded.startswith("_xmlsignatures/") or _SIGNATURE in self.content_type(name)
        )


def open_package(data: bytes) -> OoxmlPackage:
    """Open a package without macros. Raises `DocumentCorrupt`, `DocumentEncrypted` or `ConversionFailed`."""
    archive = open_archive(data)
    entries = {name.casefold(): name for name in archive.names if not name.endswith("/")}
    listed = entries.get(CONTENT_TYPES.casefold())
    if listed is None:
        raise DocumentCorrupt("The archive is not an Office document: it has no list of content types.")
    root = _read_list(archive, listed)
    types = {
        e.get("PartName", "").lstrip("/").casefold(): e.get("ContentType", "") for e in _of(root, "Override")
    }
    defaults = {e.get("Extension", "").casefold(): e.get("ContentType", "") for e in _of(root, "Default")}
    package = OoxmlPackage(archive=archive, types=types, defaults=defaults, entries=entries)
    if has_macros(entries, map(package.content_type, entries)):
        main = next((kind for kind in types.values() if kind.casefold() in EXTENSIONS), "")
        raise ConversionFailed(describe_macros(main))
    return package


def without_signatures(package: OoxmlPackage) -> dict[str, bytes]:
    """The lists of types and relationships of a signed package, without the entries of its signatures."""
    removed = {name.casefold() for name in package.signatures()}
    changed: dict[str, bytes] = {}
    for folded, name in package.entries.items():
        if folded in removed or not (folded == CONTENT_TYPES.casefold() or folded == "_rels/.rels"):
            continue
        before = package.archive.read(name)
        after = _LISTED.sub(lambda found: b"" if _is_removed(found[0], removed) else found[0], before)
        if after != before:
            changed[name] = after
    return changed


_LISTED: Final = re.compile(
    rb"<(?:\w+:)?(?:Override|Relationship)\s[^<>]*(?:/>|(?<!/)>\s*</(?:\w+:)?(?:Override|Relationship)\s*>)"
)


def _is_removed(entry: bytes, removed: set[str]) -> bool:
    found = re.search(rb"\s(?:PartName|Target)\s*=\s*[\"']/?([^\"']*)[\"']", entry)
    return found is not None and _resolve("", found[1].decode()) in removed


def _of(root: etree._Element, name: str) -> Iterator[Mapping[str, str]]:
    for element in root.iter(f"{_TYPES}{name}"):
        yield {str(key): str(text) for key, text in element.attrib.items()}


def _read_list(archive: ZipArchive, name: str) -> etree._Element:
    if archive.entries[name].size > _LARGEST_LIST:
        raise DocumentCorrupt(f"The list {shown(name)} of the package is too long.")
    return parse_xml(archive.read(name))


def _resolve(folder: str, target: str) -> str:
    """The folded name of the entry that a relationship targets."""
    path = unquote(target.partition("#")[0]).replace("\\", "/")
    joined = path if path.startswith("/") else posixpath.join("/", folder, path)
    return posixpath.normpath(joined).lstrip("/").casefold()
