"""Merge codes into one while a segment is translated: pairs without content, and deeply nested tags.

Each function records in `merged` which codes a new one replaces; `expand` restores those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from dragoman.segments import Code, CodeKind, Part, Segment, render
from dragoman.translation.splitting.text_runs import MARK

# Work on a text grows with the number of pairs around it. Pages nest some dozens at most.
_DEEPEST: Final = 50
_PARTING: Final = "block"  # the type of a code before and behind which texts end


def part_deep_pairs(segment: Segment, merged: dict[Code, Segment]) -> Segment:
    """Make each half of a pair that is nested too deep a standalone code, which separates texts (T10).

    The contents of different elements are then translated separately, so no word can leave its element. Marks
    of terms stay pairs.
    """
    parts: list[Part] = []
    depth = 0
    for part in segment:
        if not isinstance(part, Code) or part.kind is CodeKind.STANDALONE or part.type == MARK:
            parts.append(part)
            continue
        depth -= part.kind is CodeKind.CLOSE
        if depth < _DEEPEST:
            parts.append(part)
        else:
            code = replace(part, id=f"{part.id}:{part.kind.value}", kind=CodeKind.STANDALONE, type=_PARTING)
            merged[code] = (part,)
            parts.append(code)
        depth += part.kind is CodeKind.OPEN
    return tuple(parts) if merged else segment


def merge_empty_pairs(segment: Segment, merged: dict[Code, Segment]) -> Segment:
    """Merge each pair without translatable content into one code, so that its position is kept."""
    if len(segment) == 1:
        return segment
    parts: list[Part] = []
    for part in segment:
        start = len(parts) - 1
        if isinstance(part, Code) and part.kind is CodeKind.CLOSE:
            while start >= 0 and parts[start] in merged:
                start -= 1
            opening = parts[start] if start >= 0 else None
            if isinstance(opening, Code) and opening.kind is CodeKind.OPEN and opening.id == part.id:
                inside = [
                    piece
                    for code in parts[start + 1 :]
                    if isinstance(code, Code)
                    for piece in merged.pop(code)
                ]
                pair = (opening, *inside, part)
                code = replace(opening, kind=CodeKind.STANDALONE, data=render(pair))
                merged[code] = pair
                parts[start:] = [code]
                continue
        parts.append(part)
    return tuple(parts)


def expand(segment: Segment, merged: Mapping[Code, Segment]) -> Segment:
    """Restore the merged codes of a segment."""
    if not merged:
        return segment
    return tuple(
        piece
        for part in segment
        for piece in (merged.get(part, (part,)) if isinstance(part, Code) else (part,))
    )
