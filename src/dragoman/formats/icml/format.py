"""The ICML format: one story of an InDesign document, as edited in InCopy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.families.indesign.reading import StoryOptions
from dragoman.formats.families.indesign.run_formatting import StoryRunStyles, find_hidden
from dragoman.formats.families.indesign.story_parts import StoryPart
from dragoman.formats.format import (
    Document,
    FormatInfo,
    Languages,
    Option,
    Reason,
    Recognition,
    Sample,
    Source,
)
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.segments import Segment
from dragoman.text_io.xml.encoding import DecodedXml, decode_xml, encode_xml
from dragoman.text_io.xml.tree import check


class IcmlFormat:
    """The `Format` of InCopy stories; the instructions that InDesign needs are kept."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("icml"),
        title="InCopy story",
        translated=(
            "paragraphs, tables, footnotes and endnotes",
            "links and cross-references",
            "tracked insertions",
        ),
        left_alone=(
            "hidden conditional text",
            "tracked deletions",
            "editors' notes",
            "index entries, text variables and page numbers",
            "the language of spelling and hyphenation",
        ),
        placeholders=PROSE,
        options=(
            Option(name="hiddenText", default=False, description="Translate text that conditions hide too."),
            Option(name="notes", default=False, description="Translate editors' notes too."),
        ),
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Certain if a processing instruction names InDesign or InCopy."""
        if sample.root is None or sample.root.name != "Document" or sample.text is None:
            return Recognition.NO
        if "<?aid " in sample.text:
            return Recognition.CERTAIN
        return Recognition.POSSIBLE if "DOMVersion" in sample.root.attributes else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:  # noqa: ARG002 # of the protocol
        """Read all units, in reading order."""
        _, part = _read(source)
        left_alone: Counter[Reason] = Counter()
        units = part.units(left_alone)
        return Document(units=tuple(units), left_alone=dict(+left_alone))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:  # noqa: ARG002
        """Write the story with its translations; if none differs, return the source."""
        decoded, part = _read(source)
        body = part.write(targets)
        return source.data if body is None else encode_xml(body, decoded)


def _read(source: Source) -> tuple[DecodedXml, StoryPart]:
    decoded = decode_xml(source.data)
    check(decoded.body)
    styles = StoryRunStyles(find_hidden(decoded.body))
    options = StoryOptions(
        hidden=source.options.get("hiddenText") is True, notes=source.options.get("notes") is True
    )
    return decoded, StoryPart(name="story", body=decoded.body, styles=styles, options=options)


FORMAT: Final = IcmlFormat()
