"""The SVG format: the texts of drawings, read by the rules in `rules.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.families.xml_rules.document import XmlReadingPlan, extract_xml, rebuild_xml
from dragoman.formats.families.xml_rules.rules import load_rules
from dragoman.formats.families.xml_rules.tokens import open_xml
from dragoman.formats.format import Document, FormatInfo, Languages, Recognition, Sample, Source
from dragoman.segments import Segment

_NAMESPACE: Final = "http://www.w3.org/2000/svg"
_PLAN: Final = XmlReadingPlan(rules=load_rules(__package__, "rules.toml"))


class SvgFormat:
    """Reads and writes SVG. Everything but the texts is unchanged byte for byte."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("svg"),
        title="SVG drawing",
        translated=(
            "texts, their parts (tspan), texts on paths and links as one",
            "titles and descriptions, and the attributes that screen readers read",
            "web page text within the drawing (foreignObject)",
        ),
        left_alone=(
            "styles, scripts, metadata, fonts",
            "alternatives for named languages (systemLanguage)",
            "sizes and places of texts: a longer translation may need more room",
        ),
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a drawing by its root element."""
        root = sample.root
        if root is None:
            is_empty = sample.suffix in self.info.media_types and not sample.data.strip()
            return Recognition.POSSIBLE if is_empty else Recognition.NO
        if root.name != "svg":
            return Recognition.NO
        return (
            Recognition.CERTAIN
            if root.namespace == _NAMESPACE or root.namespace[:1] in ("", "&")
            else Recognition.NO
        )

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        return extract_xml(open_xml(source.data), _PLAN, languages)

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the drawing with the translations; the source where no translation differs."""
        result = rebuild_xml(open_xml(source.data), _PLAN, languages, targets)
        return source.data if result is None else result


FORMAT: Final = SvgFormat()
