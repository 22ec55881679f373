"""The `Format` of odt, ods and odp, with its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.odf.document import extract_odf, rebuild_odf
from dragoman.formats.families.odf.reader_state import OdfOptions
from dragoman.formats.format import Document, FormatInfo, Languages, Recognition, Sample, Source
from dragoman.formats.paragraphs.text_locations import Translations
from dragoman.segments import Segment

_OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"


@dataclass(frozen=True, slots=True, kw_only=True)
class OdfFormat:
    """A kind of OpenDocument files."""

    info: FormatInfo
    body: str  # the element with the document: office:text

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise packages by their entry `mimetype`, flat files by their root."""
        types = {declared for declared in self.info.media_types.values() if not declared.endswith("-xml")}
        if sample.members is not None:
            if sample.kind:
                return Recognition.CERTAIN if sample.kind in types else Recognition.NO
            known = "content.xml" in sample.members and sample.suffix in self.info.media_types
            return Recognition.POSSIBLE if known and "mimetype" not in sample.members else Recognition.NO
        root = sample.root
        if root is None or root.namespace != _OFFICE or root.name != "document":
            return Recognition.NO
        declared = next((text for name, text in root.attributes.items() if name.endswith(":mimetype")), "")
        return Recognition.CERTAIN if declared in types else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:  # noqa: ARG002 # of the protocol
        """Read all units, part by part."""
        return extract_odf(source, self._options(source))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the document with `targets`; paragraphs without a new text stay byte for byte."""
        return self.rewrite(source, Translations(targets=targets, languages=languages))

    def rewrite(self, source: Source, translations: Translations) -> bytes:
        """Rebuild with the given translations, unchanged ones included if `always` is set."""
        return rebuild_odf(source, self._options(source), translations)

    def _options(self, source: Source) -> OdfOptions:
        options = source.options
        return OdfOptions(
            body=self.body,
            hidden=options.get("hiddenText") is True,
            comments=options.get("comments") is True,
            properties=options.get("properties") is True,
            notes=options.get("notes") is not False,
            masters=options.get("masters") is True,
            direction=options.get("setDirection") is True,
        )
