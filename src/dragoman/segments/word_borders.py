"""Blanks between words across codes: words that an engine joined are separated again (T10).

`structure` checks the places of the codes themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import regex

from dragoman.segments.letters import UNSPACED
from dragoman.segments.model import Code, CodeKind, Part, Segment, Text, normalise

_SPACED_LETTER: Final = regex.compile(rf"[\p{{L}}\p{{N}}--[{UNSPACED}]]", regex.VERSION1)
_LINE_BREAK: Final = regex.compile(r"<br\b", regex.IGNORECASE)
_LETTERS_AT_START: Final = regex.compile(r"[\p{L}\p{M}]+")
_MARK: Final = regex.compile(r"[.,;:!?…。！？]")
_LONGEST_ENDING: Final = 4  # letters


def part_words(source: Segment, target: Segment) -> Segment:
    """Insert a blank where two words touch across pairs that separated them in the source.

    A word next to a standalone code counts if the source has a blank there. Scripts without blanks
    between words are left as they are.
    """
    if not any(isinstance(part, Code) for part in target):
        return target
    target = normalise(target)
    borders = list(_borders(source))
    # Each half is at one border: what touches there may do so again where all its halves are.
    joined = {half: border.halves for border in borders if border.joins_words for half in border.halves}
    met = {half: border.halves for border in borders if border.touches for half in border.halves}
    spaced = {side for border in borders if border.has_blank for side in border.sides}
    marked = {side for border in borders if border.has_mark for side in border.sides}
    touching = {key for border in borders if border.touches for key in border.keys}
    parts: list[Part] = []
    for border in _borders(target):
        halves = border.halves
        is_glued = (border.joins_words and bool(halves) and not _may_join(halves, joined)) or (
            border.touches
            and bool(border.sides)
            and not _may_join(halves, met)
            and (
                not spaced.isdisjoint(border.sides)
                or not marked.isdisjoint(border.sides)
                or (touching.isdisjoint(border.keys) and (bool(halves) or not border.may_be_ending))
            )
        )
        place = len(halves)
        if is_glued:
            place = next((at for at, half in enumerate(halves) if half.kind is CodeKind.OPEN), place)
        parts += halves[:place]
        parts += [Text(text=" ")] if is_glued else []
        parts += halves[place:]
        parts += [border.right] if border.right is not None else []
    return normalise(parts)


def _may_join(halves: tuple[Code, ...], joined: Mapping[Code, tuple[Code, ...]]) -> bool:
    """Whether these halves are those of one border of the source where words touch, not of two merged."""
    here = frozenset(halves)
    return any(here == frozenset(joined[half]) for half in halves if half in joined)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Border:
    """Two texts or standalone codes in a row, or an end of a segment, with the halves of pairs between."""

    left: Part | None
    halves: tuple[Code, ...]
    right: Part | None

    @property
    def joins_words(self) -> bool:
        """Whether a word ends on its left and one begins on its right, without a blank."""
        return isinstance(self.left, Text) and isinstance(self.right, Text) and self.touches

    @property
    def touches(self) -> bool:
        """Whether there is a word or a code on each side, without a blank."""
        return _ends_in_word(self.left) and _begins_with_word(self.right)

    @property
    def has_text(self) -> bool:
        """Whether there is a text beside it, not two codes."""
        return isinstance(self.left, Text) or isinstance(self.right, Text)

    @property
    def may_be_ending(self) -> bool:
        """Whether a word next to a code may be an ending of the code's value: `{name}n`, but not `%sn`."""
        if isinstance(self.left, Code) and self.left.data[-1:].isalnum():
            return False
        ending = _LETTERS_AT_START.match(self.right.text) if isinstance(self.right, Text) else None
        return ending is not None and len(ending[0]) <= _LONGEST_ENDING

    @property
    def has_mark(self) -> bool:
        """Whether a text at it begins or ends with a mark, such as a full stop, so that no ending follows."""
        left, right = self.left, self.right
        return (isinstance(left, Text) and _MARK.match(left.text[-1]) is not None) or (
            isinstance(right, Text) and _MARK.match(right.text[0]) is not None
        )

    @property
    def has_blank(self) -> bool:
        """Whether there is a blank at it."""
        left, right = self.left, self.right
        return (isinstance(left, Text) and left.text[-1].isspace()) or (
            isinstance(right, Text) and right.text[0].isspace()
        )

    @property
    def sides(self) -> tuple[tuple[str, bool], ...]:
        """The codes next to it, each with whether it is on the left."""
        ends = ((self.left, True), (self.right, False))
        return tuple((part.id, is_left) for part, is_left in ends if isinstance(part, Code))

    @property
    def keys(self) -> tuple[tuple[bool, bool, tuple[str, bool]], ...]:
        """The codes next to it as in `sides`, with whether there are texts and halves, too."""
        return tuple((self.has_text, bool(self.halves), side) for side in self.sides)


def _ends_in_word(part: Part | None) -> bool:
    if isinstance(part, Text):
        return _SPACED_LETTER.match(part.text[-1]) is not None
    return part is not None and not _is_blank(part)


def _begins_with_word(part: Part | None) -> bool:
    if isinstance(part, Text):
        return _SPACED_LETTER.match(part.text[0]) is not None
    return part is not None and not _is_blank(part)


def _is_blank(code: Code) -> bool:
    return code.data.isspace() or code.type in {"space", "tab", "break"} or bool(_LINE_BREAK.match(code.data))


def _borders(segment: Segment) -> Iterator[_Border]:
    """Every place between two texts or standalone codes, the beginning and the end included."""
    left: Part | None = None
    halves: list[Code] = []
    for part in segment:
        if isinstance(part, Text) or part.kind is CodeKind.STANDALONE:
            yield _Border(left=left, halves=tuple(halves), right=part)
            left, halves = part, []
        else:
            halves.append(part)
    yield _Border(left=left, halves=tuple(halves), right=None)
