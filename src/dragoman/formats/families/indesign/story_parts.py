"""A part with stories: its units in reading order, and the part with its translations."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.indesign.lines import StoryLine, write_line
from dragoman.formats.families.indesign.reading import StoryOptions, StoryReader
from dragoman.formats.families.indesign.run_formatting import StoryRunStyles
from dragoman.formats.format import Reason, Unit
from dragoman.formats.paragraphs.text_locations import Edit, splice
from dragoman.formats.units.limits import too_many
from dragoman.segments import Segment, normalise
from dragoman.text_io.xml.tree import check

MOST_LINES: Final = 250_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPart:
    """A part with stories, in UTF-8."""

    name: str
    body: bytes = field(repr=False)
    styles: StoryRunStyles
    options: StoryOptions

    def units(self, left_alone: Counter[Reason]) -> list[Unit]:
        """All units; text without one is counted in `left_alone`. Raises `DocumentCorrupt` for broken XML."""
        check(self.body)
        reader = self._reader()
        found: list[tuple[int, Unit]] = []
        for lines in reader.lines():
            found += (
                (line.start, Unit(id=line.id, segment=line.mapped.segment, context=self.name))
                for line in lines
            )
            if len(found) > MOST_LINES:
                raise too_many("paragraphs", MOST_LINES, (unit for _, unit in found))
        found.sort(key=lambda one: one[0])  # notes and cells come after the text that contains them
        left_alone.update(reader.left_alone)
        return [unit for _, unit in found]

    def write(self, targets: Mapping[str, Segment], *, always: bool = False) -> bytes | None:
        """The part with its translations; None when nothing changes. `always`: write unchanged ones, too."""
        check(self.body)
        edits: list[Edit] = []  # in order, not overlapping
        for lines in self._reader().lines():
            inner = bisect_left(edits, (lines[0].start,))
            edits[inner:] = self._write_lines(lines, edits[inner:], targets, always=always)
        return splice(self.body, edits) if edits else None

    def _write_lines(
        self,
        lines: Sequence[StoryLine],
        inner: Sequence[Edit],
        targets: Mapping[str, Segment],
        *,
        always: bool,
    ) -> Iterator[Edit]:
        """The edits of the lines of a paragraph; `inner`: those inside of it, which were made before."""
        taken = 0
        for line in lines:
            before, behind = bisect_left(inner, (line.start,)), bisect_left(inner, (line.end,))
            yield from inner[taken:before]
            within, taken = inner[before:behind], behind
            target = targets.get(line.id)
            if target is None or (normalise(target) == line.mapped.segment and not always):
                yield from within
            else:
                new = write_line(self.body, line, target, _Copier(self.body, within).copy)
                yield (line.start, line.end, new)
        yield from inner[taken:]

    def _reader(self) -> StoryReader:
        return StoryReader(self.name, self.body, self.styles, self.options)


@dataclass(frozen=True, slots=True)
class _Copier:
    """Copies the source between two offsets, with the edits inside."""

    body: bytes
    edits: Sequence[Edit]

    def copy(self, start: int, end: int) -> bytes:
        """The new bytes between two offsets."""
        first, last = bisect_left(self.edits, (start,)), bisect_left(self.edits, (end,))
        inside = [(a - start, b - start, new) for a, b, new in self.edits[first:last]]
        return splice(self.body[start:end], inside) if inside else self.body[start:end]
