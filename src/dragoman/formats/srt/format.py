"""The SubRip format: the texts of cues are replaced in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
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
from dragoman.formats.srt.reading import SrtReader, has_times
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.segments import Segment
from dragoman.text_io.charsets import decode, encode
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.splice import splice


class SrtFormat:
    """Subtitles with numbers and times."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("srt"),
        title="SubRip subtitles",
        translated=(
            "the texts of cues; cues of one sentence are one text, distributed again by time and length",
            "each speaker of a cue with dashes separately",
        ),
        left_alone=(
            "numbers, times and positions, line ends",
            "tags, which stay around their words; speakers' dashes",
            "cues whose times cannot be read",
        ),
        placeholders=PROSE,
    )

    def recognise(self, sample: Sample) -> Recognition:
        """SubRip when it has a line of times."""
        if sample.text is None or sample.root is not None or sample.text.startswith("WEBVTT"):
            return Recognition.NO
        if has_times(sample.text):
            return Recognition.CERTAIN
        named = sample.suffix in self.info.media_types
        return (
            Recognition.POSSIBLE
            if named and ("-->" in sample.text or not sample.text.strip())
            else Recognition.NO
        )

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        decoded = decode(source.data, language=languages.source)
        scan = SrtReader(decoded.text)
        left_alone: Counter[Reason] = Counter()
        units = extract_units(scan.cues, left_alone)
        if not scan.found:
            raise DocumentCorrupt("The file has no cue: no line with two times and an arrow between them.")
        warnings = [*warnings_for(decoded, languages.target)]
        if scan.broken:
            left_alone[Reason.KEY] += scan.broken
            warnings.append(unreadable(scan.broken, "times"))
        return Document(units=units, left_alone=dict(+left_alone), warnings=tuple(warnings))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with the translations; the source where no translation differs."""
        decoded = decode(source.data, language=languages.source)
        notation = CueNotation(line_end=line_end_of(decoded.text), encode=str)
        replacements = in_text(changes(SrtReader(decoded.text).cues, targets, notation, languages))
        return encode(splice(decoded.text, replacements), decoded)[0] if replacements else source.data


FORMAT: Final = SrtFormat()
