"""Fitting the target of a text that is alike to a segment, with the segment's own codes."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.memories.applying import align_code_ids
from dragoman.segments import Code, CodeKind, Segment, Text, codes, is_nested, normalise


def fit_target(query: Segment, source: Segment, target: Segment) -> Segment:
    """Give a target the codes of `query` where `source` has codes of the same kind in the same order.

    Codes without a counterpart are left out, both halves of a pair; what would not be nested has no codes.
    """
    aligned = align_code_ids(source, target)
    counterparts = {
        ours: theirs
        for kind in (CodeKind.OPEN, CodeKind.STANDALONE)
        for ours, theirs in zip(_ids(source, kind), _ids(query, kind), strict=False)
    }
    own = {(code.id, code.kind): code for code in codes(query)}
    used: set[tuple[str, CodeKind]] = set()
    parts: list[Text | Code] = []
    for part in aligned:
        if isinstance(part, Text):
            parts.append(part)
            continue
        code = own.get((counterparts.get(part.id, ""), part.kind))
        if code is not None and (code.id, code.kind) not in used:
            used.add((code.id, code.kind))
            parts.append(code)
    fitted = normalise(_without_halves(parts))
    return fitted if is_nested(fitted) else normalise(part for part in parts if isinstance(part, Text))


def _ids(segment: Segment, kind: CodeKind) -> list[str]:
    return [code.id for code in codes(segment) if code.kind is kind]


def _without_halves(parts: Sequence[Text | Code]) -> list[Text | Code]:
    kinds: dict[str, set[CodeKind]] = {}
    for part in parts:
        if isinstance(part, Code):
            kinds.setdefault(part.id, set()).add(part.kind)
    whole = ({CodeKind.OPEN, CodeKind.CLOSE}, {CodeKind.STANDALONE})
    return [part for part in parts if isinstance(part, Text) or kinds[part.id] in whole]
