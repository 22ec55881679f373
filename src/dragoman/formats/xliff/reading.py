"""Read a whole file: its version, its languages, and its units one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from dragoman.formats.format import DocumentWarning, Languages, Source, WarningCode
from dragoman.formats.units.existing_translations import keeps_existing
from dragoman.formats.xliff import xliff_1_2, xliff_2, xliff_2_validation
from dragoman.formats.xliff.units import LanguageScope, UnitElement, UnitIds
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty
from dragoman.text_io.xml.tree import XmlNode, scan_xml

NAMESPACE: Final = "urn:oasis:names:tc:xliff:document:"

_FIRST: Final = ("1.0", "1.1", "1.2")
_SECOND: Final = ("2.0", "2.1", "2.2")


class VersionReader(Protocol):
    """The reader of one version; `tree.scan_xml` calls it for each element."""

    scopes: list[LanguageScope]

    def opened(self, node: XmlNode) -> bool:
        """Whether the tree of this element is needed."""

    def closed(self, node: XmlNode) -> None:
        """Read the tree."""

    def finish(self) -> None:
        """Check what only the end of the file shows."""


def read_document(
    body: bytes, source: Source, languages: Languages, visit: Callable[[UnitElement], None]
) -> list[LanguageScope]:
    """Read a file from front to back, passing its units to `visit`; return its language scopes.

    Raises `DocumentEmpty` for an empty file, `DocumentCorrupt` for other files than XLIFF of a supported
    version.
    """
    if not body.strip():
        raise DocumentEmpty("The file is empty.")
    keep = keeps_existing(source)
    readers: list[VersionReader] = []

    def opened(node: XmlNode) -> bool:
        if not readers:
            readers.append(_choose(node)(body, node, visit, languages, keep))
            return False
        return readers[0].opened(node)

    def closed(node: XmlNode) -> None:
        readers[0].closed(node)

    scan_xml(body, opened=opened, closed=closed)
    readers[0].finish()
    return readers[0].scopes


def warnings_of(scopes: list[LanguageScope]) -> tuple[DocumentWarning, ...]:
    """Warnings about the file's languages."""
    found = []
    if any(scope.source_differs for scope in scopes):
        message = "The file declares another language than the source language of the job."
        found.append(DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message))
    if any(scope.target_differs for scope in scopes):
        message = (
            "The file says that it is for another target language than the job's; "
            "everything in it is translated, and it is marked with the target language of the job."
        )
        found.append(DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message))
    if any(scope.is_replaced for scope in scopes):
        message = "The file held translations into another language, which are replaced."
        found.append(DocumentWarning(code=WarningCode.TRANSLATIONS_REPLACED, message=message))
    return tuple(found)


def _choose(root: XmlNode) -> type[_Version1] | type[_Version2]:
    """The reader for the version that the root element declares. Raises `DocumentCorrupt`."""
    namespace, _, name = root.name.rpartition("}")
    version = root.attributes.get("version", "")
    if name != "xliff" or not (namespace.startswith(NAMESPACE) or not namespace):
        raise DocumentCorrupt(f"The root element, {root.named()}, is not the <xliff> of any XLIFF namespace.")
    if namespace[len(NAMESPACE) :].startswith("1.") or not namespace:
        if version in _FIRST or (not version and namespace):
            return _Version1
        if version in _SECOND:
            raise DocumentCorrupt(f"The element {root.named()} does not declare the namespace of XLIFF 2.")
    elif version in _SECOND:
        return _Version2
    known = ", ".join((*_FIRST, *_SECOND))
    raise DocumentCorrupt(
        f"The version of {root.named()} is missing or not supported; supported are {known}."
    )


class _Version1:
    """Reads XLIFF 1.x. Each `file` has its languages."""

    def __init__(
        self,
        body: bytes,
        root: XmlNode,
        visit: Callable[[UnitElement], None],
        languages: Languages,
        keep: bool,
    ) -> None:
        self.scopes: list[LanguageScope] = []
        self._body = body
        self._root = root
        self._visit = visit
        self._languages = languages
        self._keep = keep
        self._names = UnitIds()

    def opened(self, node: XmlNode) -> bool:
        """A `file` or trans-unit begins."""
        if node.name == "file":
            self.scopes.append(
                LanguageScope(
                    root=self._root,
                    node=node,
                    source_attribute="source-language",
                    target_attribute="target-language",
                    prefix=f"{len(self.scopes) + 1}/",
                    job=self._languages,
                    keep=self._keep,
                )
            )
        if node.name == "trans-unit" and not self.scopes:
            raise DocumentCorrupt(f"The element {node.named()} is outside of any <file>.")
        return node.name == "trans-unit"

    def closed(self, node: XmlNode) -> None:
        """A trans-unit is complete."""
        if node.name == "trans-unit":
            unit = xliff_1_2.read_trans_unit(self._body, node, self.scopes[-1], self._names)
            self._visit(unit)

    def finish(self) -> None:
        """Check that there was a `file`."""
        if not self.scopes:
            raise DocumentCorrupt(f"The element {self._root.named()} has no <file>.")


class _Version2:
    """Reads XLIFF 2.x. The root has the languages; each unit is checked before it is read."""

    def __init__(
        self,
        body: bytes,
        root: XmlNode,
        visit: Callable[[UnitElement], None],
        languages: Languages,
        keep: bool,
    ) -> None:
        self.scopes = [
            LanguageScope(
                root=root,
                node=root,
                source_attribute="srcLang",
                target_attribute="trgLang",
                prefix="",
                job=languages,
                keep=keep,
            )
        ]
        self._body = body
        self._visit = visit
        self._names = UnitIds()
        self._rules = xliff_2_validation.FileValidator(body, root)

    def opened(self, node: XmlNode) -> bool:
        """A `file`, `group` or `unit` begins."""
        self._rules.opened(node)
        if node.name == "file":
            self.scopes[0].prefix = self._names.unique("", node.attributes["id"]) + "/"
            self.scopes[0].counts_characters = False
        elif node.name == xliff_2.SIZE_PROFILES:
            self.scopes[0].counts_characters = xliff_2.counts_characters(node)
        return node.name in ("unit", "notes")

    def closed(self, node: XmlNode) -> None:
        """A unit is complete; the end of another element is validated."""
        self._rules.closed(node)
        if node.name == "unit":
            self._visit(xliff_2.read_unit(self._body, node, self.scopes[0], self._names))

    def finish(self) -> None:
        """Check that there was a `file`."""
        self._rules.finish()
