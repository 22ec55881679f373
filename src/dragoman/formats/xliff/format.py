"""XLIFF as a format: its description for users, extraction and rebuilding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.format import Document, FormatInfo, Languages, Recognition, Sample, Source, Unit
from dragoman.formats.units.existing_translations import EXISTING
from dragoman.formats.xliff.content import has_text
from dragoman.formats.xliff.reading import NAMESPACE, read_document, warnings_of
from dragoman.formats.xliff.units import UnitElement
from dragoman.segments import Segment
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from dragoman.text_io.xml.encoding import decode_xml, encode_xml
from dragoman.text_io.xml.splice import XmlSplicer
from dragoman.text_io.xml.tree import check

INFO: Final = FormatInfo(
    file_type=find_entry("xliff"),
    title="XLIFF 1.x and 2.x, with the dialects of Trados, memoQ and Phrase",
    translated=(
        "segments without a translation",
        "texts inside of inline codes (sub)",
        "files that name no target language: they are for the job's, which is written into them",
    ),
    left_alone=(
        "segments with a translation (unless the option says replace, or the language is another)",
        "locked segments and elements with translate=no",
        "sources, notes, metadata, proposals (alt-trans, matches) and everything of other namespaces",
    ),
    notes="`note` elements of trans-units and units; limits of lengths (`maxwidth`, `slr:sizeRestriction`)",
    options=(EXISTING,),
    bilingual=True,
)


class XliffFormat:
    """Reads and writes XLIFF. Bytes outside of written targets and their states are unchanged."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a file by its root element; an empty file by its name, so that it is refused as empty."""
        root = sample.root
        if root is None:
            is_empty = sample.suffix in INFO.media_types and not sample.data.strip()
            return Recognition.POSSIBLE if is_empty else Recognition.NO
        if root.name != "xliff":
            return Recognition.NO
        if root.namespace.startswith(NAMESPACE):
            return Recognition.CERTAIN
        known = "version" in root.attributes or sample.suffix in INFO.media_types
        return Recognition.CERTAIN if not root.namespace and known else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units with their translations."""
        units: list[Unit] = []

        def visit(bundle: UnitElement) -> None:
            for entry in bundle.entries:
                units.extend(entry.units())

        scopes = read_document(decode_xml(source.data).body, source, languages, visit)
        if not any(has_text(unit.segment) for unit in units):
            raise DocumentEmpty("The file has no text to translate.")
        return Document(units=tuple(units), warnings=warnings_of(scopes))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the translations into the targets of their units; other units are unchanged."""
        decoded = decode_xml(source.data)
        splicer = XmlSplicer(decoded.body)

        def visit(bundle: UnitElement) -> None:
            written = {
                entry.key: inner for entry in bundle.entries if (inner := entry.write(targets)) is not None
            }
            if written:
                splicer.put(bundle.scope.edits(decoded.body))  # its tag comes before those of its units
                splicer.put(bundle.edits(written))

        read_document(decoded.body, source, languages, visit)
        if splicer.is_unchanged:
            return source.data
        result = splicer.finish()
        try:
            check(result)
        except DocumentCorrupt as problem:  # a prefix is not declared where a code is now
            raise ConversionFailed(f"The translated file would be broken. {problem.message}") from None
        return encode_xml(result, decoded)


FORMAT: Final = XliffFormat()
