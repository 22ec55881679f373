"""Writing a memory's translation into the segment that is translated, with the segment's own codes."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.memories.fingerprints import speak, wording
from dragoman.segments import Code, Part, Segment, Text, codes, keeps_codes, normalise


def apply_target(query: Segment, *, source: Segment, target: Segment) -> Segment | None:
    """The target of a unit whose source has the query's shape, with the query's codes in place of the unit's.

    None when the unit's target does not have exactly the codes of its source: then nothing is known about
    where the query's belong.
    """
    asked, kept = list(codes(speak(query))), list(codes(speak(source)))
    if [code.kind for code in asked] != [code.kind for code in kept]:
        return None
    own = {(code.id, code.kind): mine for code, mine in zip(kept, asked, strict=True)}
    parts: list[Part] = []
    for part in speak(target):
        replaced = own.get((part.id, part.kind)) if isinstance(part, Code) else part
        if replaced is None:
            return None
        parts.append(replaced)
    written = _protect(normalise(parts), [code for code in codes(query) if wording(code) is not None])
    return written if written is not None and keeps_codes(query, written) else None


def _protect(segment: Segment, spoken: Sequence[Code]) -> Segment | None:
    """Make codes of pieces of the text again; None where one of them is not there."""
    for code in sorted(spoken, key=lambda one: -len(one.data)):
        said = wording(code) or ""
        place = next(
            (n for n, part in enumerate(segment) if isinstance(part, Text) and said in part.text), None
        )
        if place is None:
            return None
        found = segment[place]
        assert isinstance(found, Text)
        before, _, after = found.text.partition(said)
        around = (Text(text=before), code, Text(text=after))
        segment = normalise([*segment[:place], *around, *segment[place + 1 :]])
    return segment
