"""The HTML format: texts of a page are replaced within its source; every other character is unchanged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.families.html.document import HtmlSource
from dragoman.formats.families.html.page_head import (
    differing_language,
    encode_page,
    find_declared,
    name_target,
    read_page_head,
)
from dragoman.formats.format import (
    Document,
    DocumentWarning,
    FormatInfo,
    Languages,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.units import html_elements as elements
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.segments import Segment
from dragoman.text_io.charsets import DecodedText, decode
from dragoman.text_io.splice import splice

_MOST_PARTS: Final = 400_000  # texts and codes; far beyond any limit of words, it keeps memory bounded
_XML_SUFFIXES: Final = frozenset({"xhtml", "xht"})
_BEGINNING: Final = re.compile(
    r"(?>(?:\s++|<!--(?>(?:[^-]++|-(?!->))*)-->|<\?[^>]*+>)*)<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE,
)


class HtmlFormat:
    """Pages and fragments, including invalid HTML."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("html"),
        title="Web page",
        translated=(
            "text of every element, lists, tables, captions, buttons and choices among them",
            "the title, and the description and keywords of search engines and social networks",
            "the attributes title, alt, placeholder, summary, label, and aria-label and its like",
            "labels of buttons made by input elements",
        ),
        left_alone=(
            "scripts, styles, preformatted text, code, keyboard input, samples, variables and formulas",
            'elements marked by translate="no" or the class notranslate',
            "drawings, embedded objects, comments, addresses of links",
        ),
        notes="localization notes of ITS: `its-loc-note` and `its-loc-note-ref`",
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a page by its beginning; any other text may be a fragment."""
        if sample.text is None:
            return Recognition.NO
        if sample.root is not None and sample.root.name.lower() != "html":
            name = sample.root.name.lower()
            known = name in elements.BLOCK | elements.INLINE | elements.EMBEDDED | elements.PLAIN
            return Recognition.POSSIBLE if known and not sample.root.namespace else Recognition.NO
        return Recognition.CERTAIN if _BEGINNING.match(sample.text) else Recognition.POSSIBLE

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        decoded, markup = _read(source, languages)
        left_alone: Counter[Reason] = Counter()
        units: list[Unit] = []
        parts = 0
        for unit in markup.units(left_alone):
            units.append(unit)
            parts += len(unit.segment)
            if parts > _MOST_PARTS:
                raise too_many("pieces of text and markup", _MOST_PARTS, units)
        warnings = list(warnings_for(decoded, languages.target))
        page = read_page_head(markup.source, xml=markup.xml)
        if differing_language(markup.source, page, languages):
            message = f"The page declares another language than {languages.source}."
            warnings.append(DocumentWarning(code=WarningCode.LANGUAGE_DIFFERS, message=message))
        return Document(units=tuple(units), left_alone=dict(+left_alone), warnings=tuple(warnings))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the page with the translations; the source where no translation differs."""
        decoded, markup = _read(source, languages)
        replacements = markup.replacements(targets)
        if not replacements:
            return source.data
        page = read_page_head(markup.source, xml=markup.xml)
        replacements += name_target(markup.source, page, languages)
        return encode_page(splice(markup.source, replacements), decoded, xml=markup.xml)


def _read(source: Source, languages: Languages) -> tuple[DecodedText, HtmlSource]:
    decoded = decode(source.data, declared=find_declared(source.data), language=languages.source)
    xml = source.suffix in _XML_SUFFIXES or decoded.text.lstrip()[:5] == "<?xml"
    return decoded, HtmlSource(source=decoded.text, xml=xml)


FORMAT: Final = HtmlFormat()
