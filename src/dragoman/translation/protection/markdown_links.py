"""Markdown links within texts: `[About us](/about)` is a pair of codes around its words.

`patterns` finds the ends of links, `](…)` or `][…]`. Markdown documents are read by their format instead.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dragoman.segments import Code, CodeKind, Part, Text

TYPE: Final = "link"
_BRACKET: Final = re.compile(r"!?\[|\]")


def pair_links(parts: Sequence[Part]) -> list[Part]:
    """The parts with a pair for each link that is within one element; the end of another is protected."""
    paired = list(parts)
    openings: dict[int, list[tuple[int, int, str]]] = defaultdict(list)  # text → start, end, id of its link
    levels: list[list[tuple[int, int, int]]] = [[]]  # brackets that are open, in each element around
    for index, part in enumerate(parts):
        if isinstance(part, Text):
            for match in _BRACKET.finditer(part.text):
                if match[0] != "]":
                    levels[-1].append((index, *match.span()))
                elif levels[-1]:
                    levels[-1].pop()
        elif part.kind is CodeKind.OPEN:
            levels.append([])
        elif part.kind is CodeKind.CLOSE:
            if len(levels) > 1:
                levels.pop()
        elif part.type == TYPE and part.data[0] == "]":
            if levels[-1]:
                text, start, end = levels[-1].pop()
                openings[text].append((start, end, part.id))
                paired[index] = replace(part, kind=CodeKind.CLOSE)
            else:
                paired[index] = replace(part, type="protected")
    return [piece for index, part in enumerate(paired) for piece in _with_openings(part, openings[index])]


def _with_openings(part: Part, openings: Sequence[tuple[int, int, str]]) -> list[Part]:
    """A text with the beginnings of links in it as codes."""
    if not isinstance(part, Text):
        return [part]
    pieces: list[Part] = []
    position = 0
    for start, end, identity in sorted(openings):
        pieces.append(Text(text=part.text[position:start]))
        pieces.append(Code(id=identity, kind=CodeKind.OPEN, type=TYPE, data=part.text[start:end]))
        position = end
    return [*pieces, Text(text=part.text[position:])]
