"""Apply the target of a unit to the segment that is translated, with the segment's own codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.memories.fingerprints import expand_codes, wording
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, keeps_codes, normalise


def apply_target(query: Segment, *, source: Segment, target: Segment) -> Segment | None:
    """Make a target for a query from a unit whose source has the query's shape.

    The query's codes replace those of the unit. None when the unit's target does not have exactly the codes
    of its source: then the places of the query's codes are unknown.
    """
    of_query, of_unit = list(codes(expand_codes(query))), list(codes(expand_codes(source)))
    if [code.kind for code in of_query] != [code.kind for code in of_unit]:
        return None
    replacements = {(old.id, old.kind): new for old, new in zip(of_unit, of_query, strict=True)}
    parts: list[Part] = []
    for part in expand_codes(align_code_ids(source, target)):
        replaced = replacements.get((part.id, part.kind)) if isinstance(part, Code) else part
        if replaced is None:
            return None
        parts.append(replaced)
    written = restore_codes(normalise(parts), [code for code in codes(query) if wording(code) is not None])
    return written if written is not None and keeps_codes(query, written) else None


def align_code_ids(source: Segment, target: Segment) -> Segment:
    """Give the target's codes the ids that codes with the same data have in the source.

    Some files number the codes of each side separately, so that one id names different codes in source and
    target. Ids do not change where the data is ambiguous: codes without data, or several codes with the same.
    """
    of_source, of_target = _by_data(source), _by_data(target)
    if {one.id: one.data for one in of_source.values()} == {one.id: one.data for one in of_target.values()}:
        return target
    if len(of_source) != len(of_target) or of_source.keys() != of_target.keys():
        return target
    if any(sum(1 for _ in _opening_codes(side)) != len(of_source) for side in (source, target)):
        return target
    new_ids = {of_target[key].id: of_source[key].id for key in of_target}
    return tuple(
        replace(part, id=new_ids[part.id]) if isinstance(part, Code) and part.id in new_ids else part
        for part in target
    )


def _by_data(segment: Segment) -> dict[tuple[str, str], Code]:
    return {(code.kind, code.data): code for code in _opening_codes(segment)}


def _opening_codes(segment: Segment) -> Iterator[Code]:
    """Iterate over opening and standalone codes, without those that are wording."""
    return (code for code in codes(segment) if code.kind is not CodeKind.CLOSE and wording(code) is None)


def restore_codes(segment: Segment, expanded: Sequence[Code]) -> Segment | None:
    """Replace the text of expanded codes, such as `{name}`, by the codes; None if one is not in the text."""
    for code in sorted(expanded, key=lambda one: -len(one.data)):
        text = wording(code) or ""
        index = next(
            (n for n, part in enumerate(segment) if isinstance(part, Text) and text in part.text), None
        )
        if index is None:
            return None
        found = segment[index]
        assert isinstance(found, Text)
        before, _, after = found.text.partition(text)
        pieces = (Text(text=before), code, Text(text=after))
        segment = normalise([*segment[:index], *pieces, *segment[index + 1 :]])
    return segment
