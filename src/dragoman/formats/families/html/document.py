"""A whole HTML source: its units in reading order, and the replacements for their translations."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.html.extraction import HtmlExtraction
from dragoman.formats.families.html.segment import HtmlSegment, read_segment, write_segment
from dragoman.formats.format import Reason, Unit
from dragoman.segments import Segment, normalise
from dragoman.text_io.charsets import show_text
from dragoman.text_io.splice import Replacement, splice

_LONGEST_CONTEXT: Final = 100  # characters: invalid elements may have any name


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlSource:
    """An HTML source within a document."""

    source: str = field(repr=False)
    xml: bool = False
    prefix: str = ""  # of its units' ids
    without: Sequence[
        tuple[int, int]
    ] = ()  # parts of the source that are not translated: in order, not overlapping

    def units(self, left_alone: Counter[Reason]) -> Iterator[Unit]:
        """All units; texts that are not units are counted in `left_alone`."""
        for identity, reading in self._readings(left_alone):
            context = show_text(reading.place.context, _LONGEST_CONTEXT)
            yield Unit(id=identity, segment=reading.segment, context=context, note=reading.place.note)

    def replacements(self, targets: Mapping[str, Segment]) -> list[Replacement]:
        """The replacements for the translations (unit id → translation); none for equal ones.

        Raises ConversionFailed when a translation's codes are not its unit's.
        """
        done: list[Replacement] = []
        for identity, reading in self._readings(Counter()):
            target = targets.get(identity)
            if target is None or (target := normalise(target)) == reading.segment:
                continue
            since = len(done)  # from there on they are within this text's codes, or after it
            while since and done[since - 1].start >= reading.start:
                since -= 1
            within = [inner for inner in done[since:] if inner.end <= reading.end]
            done[since:] = [inner for inner in done[since:] if inner.end > reading.end]
            text = self._write(reading, target, sorted(within))
            done.append(Replacement(reading.start, reading.end, text))
        return done

    def _readings(self, left_alone: Counter[Reason]) -> Iterator[tuple[str, HtmlSegment]]:
        extraction = HtmlExtraction(self.source, self.xml)
        for number, place in enumerate(extraction.text_units(), start=1):
            if not self.without or not self._stays(place.pieces[0].start):
                yield f"{self.prefix}{number}", read_segment(self.source, place)
        left_alone.update(extraction.left_alone)

    def _stays(self, position: int) -> bool:
        before = bisect_left(self.without, (position + 1,))
        return before > 0 and position < self.without[before - 1][1]

    def _write(self, reading: HtmlSegment, target: Segment, within: list[Replacement]) -> str:
        def code(start: int, end: int) -> str:
            first = bisect_left(within, (start,))
            last = bisect_left(within, (end,))
            return splice(self.source, within[first:last], start=start, end=end)

        return write_segment(reading, target, xml=self.xml, codes=code)
