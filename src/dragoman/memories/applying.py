"""Apply a memory's translation to the segment that is translated, with the segment's own codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.memories.fingerprints import speak, wording
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, keeps_codes, normalise


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
    for part in speak(name_alike(source, target)):
        replaced = own.get((part.id, part.kind)) if isinstance(part, Code) else part
        if replaced is None:
            return None
        parts.append(replaced)
    written = protect_pieces(normalise(parts), [code for code in codes(query) if wording(code) is not None])
    return written if written is not None and keeps_codes(query, written) else None


def name_alike(source: Segment, target: Segment) -> Segment:
    """The target with the ids that codes of the same characters have in the source.

    Files number the codes of each side by themselves, so that an id may stand for another code on the other
    side. Ids stay where the characters do not tell, as with codes that say nothing or stand there twice.
    """
    theirs, ours = _by_data(source), _by_data(target)
    if {one.id: one.data for one in theirs.values()} == {one.id: one.data for one in ours.values()}:
        return target
    if len(theirs) != len(ours) or theirs.keys() != ours.keys():
        return target
    if any(sum(1 for _ in _begun(side)) != len(theirs) for side in (source, target)):
        return target
    becomes = {ours[key].id: theirs[key].id for key in ours}
    return tuple(
        replace(part, id=becomes[part.id]) if isinstance(part, Code) and part.id in becomes else part
        for part in target
    )


def _by_data(segment: Segment) -> dict[tuple[str, str], Code]:
    return {(code.kind, code.data): code for code in _begun(segment)}


def _begun(segment: Segment) -> Iterator[Code]:
    """A code for each pair, and those that stand alone; pieces of the text are none."""
    return (code for code in codes(segment) if code.kind is not CodeKind.CLOSE and wording(code) is None)


def protect_pieces(segment: Segment, spoken: Sequence[Code]) -> Segment | None:
    """Make codes of pieces of the text again, such as `{name}`; None where one of them is not there."""
    for code in sorted(spoken, key=lambda one: -len(one.data)):
        text = wording(code) or ""
        place = next(
            (n for n, part in enumerate(segment) if isinstance(part, Text) and text in part.text), None
        )
        if place is None:
            return None
        found = segment[place]
        assert isinstance(found, Text)
        before, _, after = found.text.partition(text)
        around = (Text(text=before), code, Text(text=after))
        segment = normalise([*segment[:place], *around, *segment[place + 1 :]])
    return segment
