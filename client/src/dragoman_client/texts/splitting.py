"""A text that is longer than a segment may be, in parts: joined again they are the text.

A part ends where a paragraph ends, else a line, a sentence, a word; outside elements where that is possible,
and never within a tag, a placeholder, an address or a character with its marks.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from typing import Final, NamedTuple

# Each of these takes time that grows with the text, also where a text only begins what it looks for.
_TAG: Final = re.compile(
    r"<(/?)([A-Za-z][\w:.-]*|\d+)((?:\"[^\"]{0,2000}\"|'[^']{0,2000}'|[^<>\"'])*)>", re.ASCII
)
_WHOLE: Final = re.compile(
    r"<!--(?:(?!-->|<!--).)*-->|<[^<>\s][^<>]*>|\{\{[^{}]*\}\}|\{%[^%{}]*%\}|\$?\{[^{}\n]*\}"
    r"|%\([^()\n]*\)\w|%\d{0,3}\$?\w|https?://[^\s<>]+|(?<![\w.+-])[\w.+-]+@[\w.-]+|&#?\w+;",
    re.DOTALL,
)
_VOID: Final = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"})
# The better ends first: after a paragraph, a line, a sentence, a word.
_ENDS: Final = (
    re.compile(r"\n[^\S\n]*\n\s*|</(?:p|div|li|h[1-6]|td|tr|section|article|blockquote)>\s*"),
    re.compile(r"\n+|<br\s*/?>\s*"),
    re.compile(r"[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[」』”’）]*"),
    re.compile(r"\s+|[,;:，、；：]"),
)
_JOINERS: Final = "\u200c\u200d\ufe0f"
_LOOK: Final = 4000  # characters before the end of a part in which an end is looked for first


class _Structure(NamedTuple):
    """Where a text must not be cut, and how deep in elements each tag leaves it."""

    whole: list[tuple[int, int]]
    depths: list[tuple[int, int]]  # from this place on, so deep


def split_text(text: str, limit: int) -> list[str]:
    """Split a text into parts of at most `limit` code points; one part where it is short enough."""
    if len(text) <= limit:
        return [text]
    structure = _structure(text)
    parts, start = [], 0
    while len(text) - start > limit:
        end = _find_end(text, start, start + limit, structure)
        parts.append(text[start:end])
        start = end
    return [*parts, text[start:]]


def _find_end(text: str, start: int, latest: int, structure: _Structure) -> int:
    """The best place to end a part that begins at `start`, not behind `latest`."""
    for earliest in (max(start + 1, latest - _LOOK), start + 1):
        for deepest in (0, None):
            for pattern in _ENDS:
                found = [
                    match.end()
                    for match in pattern.finditer(text, earliest - 1, latest)
                    if match.end() > start and _may_cut(match.end(), structure, deepest)
                ]
                if found:
                    return found[-1]
    return _any_end(text, start, latest, structure)


def _may_cut(place: int, structure: _Structure, deepest: int | None) -> bool:
    if any(begin < place < end for begin, end in _near(structure.whole, place)):
        return False
    return deepest is None or _depth(structure.depths, place) <= deepest


def _any_end(text: str, start: int, latest: int, structure: _Structure) -> int:
    """Where there is neither space nor punctuation: before a character that begins something."""
    for place in range(latest, start, -1):
        if place < len(text) and (unicodedata.combining(text[place]) or text[place] in _JOINERS):
            continue
        if text[place - 1] in _JOINERS or not _may_cut(place, structure, None):
            continue
        return place
    return latest


def _structure(text: str) -> _Structure:
    whole = [match.span() for match in _WHOLE.finditer(text)]
    depths: list[tuple[int, int]] = [(0, 0)]
    opened: list[str] = []
    for match in _TAG.finditer(text):
        closing, name, rest = match.groups()
        if closing:
            if name in opened:
                del opened[len(opened) - 1 - opened[::-1].index(name) :]
        elif not rest.rstrip().endswith("/") and name.lower() not in _VOID:
            opened.append(name)
        depths.append((match.end(), len(opened)))
    if opened:  # never closed: not elements, but single tags
        depths = [(place, max(0, depth - len(opened))) for place, depth in depths]
    return _Structure(whole, depths)


def _near(spans: list[tuple[int, int]], place: int) -> list[tuple[int, int]]:
    """The last span that begins before a place."""
    index = bisect_left(spans, (place, 0))
    return spans[index - 1 : index] if index else []


def _depth(depths: list[tuple[int, int]], place: int) -> int:
    return depths[bisect_right(depths, place, key=lambda one: one[0]) - 1][1]
