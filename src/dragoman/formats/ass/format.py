"""The SubStation Alpha formats: the texts of dialogue are replaced in place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, Final

from dragoman.formats import find_entry
from dragoman.formats.ass.reading import AssReader, encode_text
from dragoman.formats.families.cues.document import CueNotation, changes, extract_units, in_text, unreadable
from dragoman.formats.format import Document, FormatInfo, Languages, Reason, Recognition, Sample, Source
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.segments import Segment
from dragoman.text_io.charsets import decode, encode
from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.splice import splice

_BEGINS: Final = re.compile(
    r"\ufeff?(?>(?:[ \t]*+(?:;[^\r\n]*+)?[\r\n]++)*)[ \t]*+\[Script Info\]", re.IGNORECASE
)
_EVENTS: Final = re.compile(r"^[ \t]*(?:\[Events\]|Dialogue[ \t]*:)", re.IGNORECASE | re.MULTILINE)
_NOTATION: Final = CueNotation(line_end="\\N", encode=encode_text)


class AssFormat:
    """Subtitles with styles and effects."""

    info: ClassVar[FormatInfo] = FormatInfo(
        file_type=find_entry("ass"),
        title="SubStation Alpha subtitles",
        translated=(
            "the texts of dialogue; lines of one sentence are one text, distributed again by time and length",
            "each speaker of a line with dashes separately",
        ),
        left_alone=(
            "script information, styles, fonts, graphics, times, names, margins and effects",
            "comments, drawings, and what karaoke templates made",
            "override tags, karaoke's among them, which stay around their words",
            "lines whose times or columns cannot be read",
        ),
        placeholders=PROSE,
    )

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise a file by its first section; its extension and events are enough."""
        if sample.text is None or sample.root is not None:
            return Recognition.NO
        if _BEGINS.match(sample.text):
            return Recognition.CERTAIN
        named = sample.suffix in self.info.media_types
        return (
            Recognition.POSSIBLE
            if named and (_EVENTS.search(sample.text) or not sample.text.strip())
            else Recognition.NO
        )

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        decoded = decode(source.data, language=languages.source)
        scan = AssReader(decoded.text)
        left_alone: Counter[Reason] = Counter()
        units = extract_units(scan.cues, left_alone)
        if not scan.has_events:
            raise DocumentCorrupt("The file has no section [Events], so there is no dialogue in it.")
        warnings = [*warnings_for(decoded, languages.target)]
        if scan.broken:
            left_alone[Reason.KEY] += scan.broken
            warnings.append(unreadable(scan.broken, "times or columns"))
        left_alone.update(scan.left_alone)
        return Document(units=units, left_alone=dict(+left_alone), warnings=tuple(warnings))

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the file with the translations; the source where no translation differs."""
        decoded = decode(source.data, language=languages.source)
        replacements = in_text(changes(AssReader(decoded.text).cues, targets, _NOTATION, languages))
        return encode(splice(decoded.text, replacements), decoded)[0] if replacements else source.data


FORMAT: Final = AssFormat()
