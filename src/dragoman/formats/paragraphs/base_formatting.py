"""The base formatting of a paragraph: the formatting that all its text shares and that needs no code.

The base has no emphasis that other text of the paragraph lacks; fonts and sizes are not emphasis. So bold or
italic text beside plain text becomes a pair of codes, however long it is. Where no formatting is common to
all text, each formatting gets pairs of its own, and only white space is outside of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.formats.paragraphs.inline_content import (
    PLAIN,
    RESTARTED,
    InlineItem,
    MarkupRole,
    RunStyle,
    TextRun,
)

_NO_TEXT = b"\0"  # the key of a base that no run has


def find_bases(items: Sequence[InlineItem]) -> dict[int, RunStyle]:
    """Find the base of the paragraph (key -1) and of each pair (key: the index of the item that opens it).

    Text directly in a pair has priority over text in pairs inside it. Pairs without text have no base.
    """
    bases: dict[int, RunStyle] = {}
    around: list[tuple[int, _Weights, _Weights]] = [(-1, _Weights(), _Weights())]
    for index, item in enumerate(items):
        if isinstance(item, TextRun):
            around[-1][1].add(item.style, len(item.text.strip()) * 1000 + len(item.text))
        elif item.role is MarkupRole.BEGIN:
            around.append((index, _Weights(), _Weights()))
        elif item.role is MarkupRole.END:
            start, own, inner = around.pop()
            if base := _choose(own, inner):
                bases[start] = base
            around[-1][2].add_all(own)
            around[-1][2].add_all(inner)
    start, own, inner = around.pop()
    bases[start] = _choose(own, inner) or PLAIN
    return bases


def _choose(own: _Weights, inner: _Weights) -> RunStyle | None:
    return own.base() if own.styles else inner.heaviest()


class _Weights:
    """The amount of text in each formatting."""

    def __init__(self) -> None:
        self.styles: dict[bytes, tuple[RunStyle, int]] = {}

    def add(self, style: RunStyle, weight: int) -> None:
        first, before = self.styles.get(style.key, (style, 0))
        self.styles[style.key] = (first, before + weight)

    def add_all(self, other: _Weights) -> None:
        for style, weight in other.styles.values():
            self.add(style, weight)

    def heaviest(self) -> RunStyle | None:
        return max(self.styles.values(), key=lambda pair: pair[1])[0] if self.styles else None

    def base(self) -> RunStyle:
        """The most frequent formatting whose emphasis all others share; else one that no text has."""
        found = [style for style, _ in sorted(self.styles.values(), key=lambda pair: -pair[1])]
        if len(found) == 1:
            return found[0]
        keys = [style.key.rstrip(RESTARTED) for style in found]
        for style, key in zip(found, keys, strict=True):
            if keys.count(key) == 1 and all(style.emphasis <= other.emphasis for other in found):
                return style
        common = tuple(name for name in found[0].properties if all(name in s.properties for s in found))
        return min(found, key=lambda style: len(style.emphasis))._replace(key=_NO_TEXT, properties=common)
