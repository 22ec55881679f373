"""The Markdown format: texts of blocks are replaced within the source; every other character is unchanged."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.format import (
    Document,
    FormatInfo,
    Languages,
    Reason,
    Recognition,
    Sample,
    Source,
)
from dragoman.formats.markdown.units import MarkdownTexts
from dragoman.formats.units import html_elements as elements
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.segments import Segment
from dragoman.text_io.charsets import decode, encode
from dragoman.text_io.splice import Replacement, splice

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_LINE: Final = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")
# Far above the limits of words; they bound time and memory.
_MOST_LINES: Final = 100_000
_MOST_BLANKS: Final = 600_000
_MOST_SIGNS: Final = 300_000
_SIGNS: Final = re.compile(r"[\[\]|*_`~<&\\!^${]")  # each may begin or end something


class MarkdownFormat:
    """CommonMark, tables and strikethrough of GitHub, front matter, footnotes, definition lists, formulas."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("markdown"),
        title="Markdown",
        translated=(
            "paragraphs, headings, lists, tables, quotations, footnotes, definitions",
            "texts and titles of links, alternative texts of images",
            "title, subtitle, description and summary of the front matter",
            "text of HTML blocks, as in web pages",
        ),
        left_alone=(
            "code, formulas, template tags, addresses, references, other front matter",
            "the signs that make the structure",
        ),
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Any text may be Markdown, also one that begins with HTML; other XML is not."""
        if sample.text is None or sample.text.lstrip()[:5] == "<?xml":
            return Recognition.NO
        if sample.root is None or sample.root.name.lower() in elements.BLOCK | elements.INLINE:
            return Recognition.POSSIBLE
        return Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        decoded = decode(source.data, language=languages.source)
        left_alone: Counter[Reason] = Counter()
        end = _readable(decoded.text)
        units = tuple(_read(decoded.text[:end], left_alone).units(left_alone))
        if end < len(decoded.text):
            what = f"lines, {_MOST_BLANKS:,} words or {_MOST_SIGNS:,} signs of markup"
            raise too_many(what, _MOST_LINES, units)
        warnings = warnings_for(decoded, languages.target)
        return Document(units=units, left_alone=dict(+left_alone), warnings=warnings)

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the document with the translations; the source where no translation differs."""
        decoded = decode(source.data, language=languages.source)
        replacements = _read(decoded.text, Counter()).replacements(targets)
        if not replacements:
            return source.data
        return encode(_with_line_ends(decoded.text, replacements), decoded)[0]


def _readable(text: str) -> int:
    """The length of the text that is read: all of it, or as many lines as the limits allow."""
    blanks = signs = end = 0
    for line in islice(_LINE.finditer(text), _MOST_LINES):
        blanks += line[0].count(" ")
        signs += len(_SIGNS.findall(line[0]))
        if blanks > _MOST_BLANKS or signs > _MOST_SIGNS:
            break
        end = line.end()
    return end


def _read(text: str, left_alone: Counter[Reason]) -> MarkdownTexts:
    return MarkdownTexts(_LINE_END.sub("\n", text), left_alone)


def _with_line_ends(text: str, replacements: list[Replacement]) -> str:
    """Apply replacements that were found in a text with LF line ends to the text with its own."""
    long = [match.start() - number for number, match in enumerate(re.finditer("\r\n", text))]
    ends = _LINE_END.findall(text)
    usual = max(set(ends), key=ends.count) if ends else "\n"
    return splice(
        text,
        (
            Replacement(
                found.start + bisect_left(long, found.start),
                found.end + bisect_left(long, found.end),
                found.text.replace("\n", usual),
            )
            for found in replacements
        ),
    )


FORMAT: Final = MarkdownFormat()
