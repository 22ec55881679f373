"""The WebVTT format: the texts of cues are replaced in place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.families.cues.document import (
    CueNotation,
    changes,
    extract_units,
    in_text,
    line_end_of,
    unreadable,
)
from dragoman.formats.format import Document, FormatInfo, Languages, Reason, Recognition, Sample, Source
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.vtt.reading import VttReader, has_times
from dragoman.languages import primary
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.segments import Segment
from dragoman.text_io.charsets import decode, encode
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.splice import Replacement, splice

_BEGINS: Final = re.compile(r"\ufeff?WEBVTT(?=[ \t\r\n]|\Z)")
_HEAD: Final = re.compile(r"\ufeff?WEBVTT[^\r\n]*+(?>(?:(?:\r\n|\r|\n)[^\r\n]++)*)")
_LANGUAGE: Final = re.compile(r"(?:\r|\n)Language:[ \t]*([\w-]{2,25})[ \t]*(?=[\r\n]|\Z)")


class VttFormat:
    """Captions of web videos."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("vtt"),
        title="WebVTT captions",
        translated=(
            "the texts of cues; cues of one sentence are one text, distributed again by time and length",
            "each speaker of a cue with dashes separately",
        ),
        left_alone=(
            "names, times and settings of cues, line ends",
            "comments (NOTE), styles and regions",
            "tags, voices and times within cues, which stay around their words; pronunciations (rt)",
            "cues whose times cannot be read",
        ),
        placeholders=PROSE,
    )

    def recognise(self, sample: Sample) -> Recognition:
        """WebVTT when its first line declares it; its extension and a line of times are enough."""
        if sample.text is None:
            return Recognition.NO
        if _BEGINS.match(sample.text):
            return Recognition.CERTAIN
        if sample.suffix not in self.info.media_types or sample.root is not None:
            return Recognition.NO
        return Recognition.POSSIBLE if has_times(sample.text) or not sample.text.strip() else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        decoded = decode(source.data, language=languages.source)
        scan = VttReader(decoded.text)
        left_alone: Counter[Reason] = Counter()
        units = extract_units(scan.cues, left_alone)
        if not scan.found and not _BEGINS.match(decoded.text):
            raise DocumentCorrupt(
                "The file does not begin with WEBVTT, and has no line with the times of a cue."
            )
        warnings = [*warnings_for(decoded, languages.target)]
        left_alone[Reason.CODE] += scan.asides
        if scan.broken:
            left_alone[Reason.KEY] += scan.broken
            warnings.append(unreadable(scan.broken, "times"))
        return Document(units=units, left_alone=dict(+left_alone), warnings=tuple(warnings))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with the translations; the source where no translation differs."""
        decoded = decode(source.data, language=languages.source)
        text = decoded.text
        notation = CueNotation(line_end=line_end_of(text), encode=_encoder(text))
        replacements = in_text(changes(VttReader(text).cues, targets, notation, languages))
        if not replacements:
            return source.data
        return encode(splice(text, [*_language(text, languages), *replacements]), decoded)[0]


def _encoder(source: str) -> Callable[[str], str]:
    """Escapes text as the file does, with the same references."""
    references = {ord("&"): "&amp;", ord("<"): "&lt;"}
    for character, reference in (
        (">", "&gt;"),
        ("\u00a0", "&nbsp;"),
        ("\u200e", "&lrm;"),
        ("\u200f", "&rlm;"),
    ):
        if reference in source:
            references[ord(character)] = reference

    def encode_text(text: str) -> str:
        return text.translate(references).replace("-->", "--&gt;")

    return encode_text


def _language(source: str, languages: Languages) -> Iterator[Replacement]:
    """Name the target language where the head of the file names the source language."""
    if languages.source == languages.target:
        return
    head = _HEAD.match(source)
    found = _LANGUAGE.search(source, 0, head.end()) if head else None
    if found and found[1].partition("-")[0].lower() == primary(languages.source):
        yield Replacement(*found.span(1), languages.target)


FORMAT: Final = VttFormat()
