"""The `Format` of docx, pptx and xlsx; they differ in how a package is read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from dragoman.formats.families.ooxml.package import OoxmlPackage, open_package, without_signatures
from dragoman.formats.format import Document, FormatInfo, Languages, Recognition, Sample, Source
from dragoman.formats.paragraphs.text_locations import Translations
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.zip.archive import rewrite

Options: TypeAlias = Mapping[str, object]
Changes: TypeAlias = dict[str, bytes | Iterable[bytes]]  # part → its new contents


@dataclass(frozen=True, slots=True, kw_only=True)
class OoxmlFormat:
    """A kind of Office Open XML, transitional or strict."""

    info: FormatInfo
    types: frozenset[str]  # content types of main parts, in lower case
    read: Callable[[OoxmlPackage, Options], Document]
    write: Callable[[OoxmlPackage, Options, Translations], Changes]

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise packages by their list of content types."""
        return Recognition.CERTAIN if sample.kind.casefold() in self.types else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:  # noqa: ARG002 # of the protocol
        """Read all units, part by part."""
        return self.read(self._open(source), source.options)

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the document with `targets`; parts without new text stay byte for byte."""
        return self.rewrite(source, Translations(targets=targets, languages=languages))

    def rewrite(self, source: Source, translations: Translations) -> bytes:
        """Rebuild with the given translations, unchanged ones included if `always` is set."""
        package = self._open(source)
        changes = self.write(package, source.options, translations)
        if not changes:
            return source.data
        return rewrite(package.archive, changes | without_signatures(package), without=package.signatures())

    def _open(self, source: Source) -> OoxmlPackage:
        package = open_package(source.data)
        if package.content_type(package.main_part()).casefold() not in self.types:
            raise DocumentCorrupt(
                f"The package contains no {self.info.title}: its main part is of another type."
            )
        return package
