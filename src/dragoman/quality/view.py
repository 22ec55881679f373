"""A pair as the checks see it: the visible text of each side, with the positions in the segment.

Pairs of codes are invisible, a line break is a line break, and a code that represents words or signs is shown
as these, so that a placeholder is found whether or not it was protected. Any other code is `MARK`.
"""

from __future__ import annotations

import html
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final, NamedTuple

from dragoman.messages.addresses import find_addresses
from dragoman.messages.icu import has_choices, parse_choices
from dragoman.messages.icu_model import Message
from dragoman.messages.placeholders import Placeholder, find_placeholders
from dragoman.quality.languages import LanguageFacts, language_facts
from dragoman.quality.model import Edit, Pair, Span
from dragoman.segments import Code, CodeKind, Segment, Text

MARK: Final = "\ufffc"

# Codes whose characters are part of the sentence.
SPOKEN_TYPES: Final = frozenset(
    {"email", "emoji", "handle", "hashtag", "message", "number", "path", "space", "url", "uuid", "variable"}
    | {"version"}
)


class _Piece(NamedTuple):
    shown: int  # where it begins in the view
    plain: int  # and in the plain text
    part: int  # index into the segment
    is_text: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleText:
    """The visible text of a segment. Offsets into `text` are no offsets into the plain text: see `span`."""

    text: str
    bare: str  # the same, with `MARK`s over placeholders and addresses
    placeholders: tuple[Placeholder, ...]
    addresses: tuple[tuple[int, int], ...]
    message: Message | None  # where it is an ICU message with choices
    pieces: tuple[_Piece, ...]

    def span(self, start: int, end: int) -> Span:
        """The span of text[start:end] in the plain text."""
        return Span(start=self._plain(start), end=self._plain(end, at_end=True))

    def replace(self, start: int, end: int, text: str) -> tuple[Edit, ...]:
        """The edits that replace text[start:end] by `text`; none if a part of it is shown by a code."""
        edits = []
        for index, piece in enumerate(self.pieces):
            following = self.pieces[index + 1].shown if index + 1 < len(self.pieces) else len(self.text)
            first, last = max(start, piece.shown), min(end, following)
            if first < last and not piece.is_text:
                return ()
            if first < last:
                edits.append(
                    Edit(part=piece.part, start=first - piece.shown, end=last - piece.shown, text="")
                )
        if not text:
            return tuple(edits)
        if edits:
            head = edits[0]
            return (Edit(part=head.part, start=head.start, end=head.end, text=text), *edits[1:])
        return self._insert(start, text)

    def _insert(self, place: int, text: str) -> tuple[Edit, ...]:
        """An insertion after the part shown before an offset; at the beginning, before the first text."""
        for piece in reversed(self.pieces):
            if piece.shown < place:
                offset = place - piece.shown if piece.is_text else 0
                return (Edit(part=piece.part, start=offset, end=offset, text=text),)
        for piece in self.pieces:
            if piece.is_text:
                return (Edit(part=piece.part, start=0, end=0, text=text),)
        return ()

    def _plain(self, offset: int, *, at_end: bool = False) -> int:
        if not self.pieces:
            return 0
        index = bisect_right(self.pieces, offset - at_end, key=_shown) - 1
        piece = self.pieces[max(0, index)]
        return piece.plain + (offset - piece.shown if piece.is_text else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairView:
    """A pair, prepared once for all checks."""

    pair: Pair
    source: VisibleText
    target: VisibleText
    source_language: LanguageFacts
    target_language: LanguageFacts
    same: bool  # the target has exactly the text of the source


def read_pair(pair: Pair) -> PairView:
    """Prepare a pair for the checks."""
    source, target = visible_text(pair.source), visible_text(pair.target)
    return PairView(
        pair=pair,
        source=source,
        target=target,
        source_language=language_facts(pair.source_language),
        target_language=language_facts(pair.target_language),
        same=source.text == target.text,
    )


def visible_text(segment: Segment) -> VisibleText:
    """The visible text of a segment."""
    if len(segment) == 1 and isinstance(only := segment[0], Text):
        return _finish(only.text, (_Piece(0, 0, 0, True),))
    shown = plain = 0
    texts, pieces = [], []
    for index, part in enumerate(segment):
        is_text = isinstance(part, Text)
        text = part.text if isinstance(part, Text) else visible_code(part)
        if text:
            pieces.append(_Piece(shown, plain, index, is_text))
            texts.append(text)
            shown += len(text)
            plain += len(text) if is_text else 0
    return _finish("".join(texts), tuple(pieces))


def visible_code(code: Code) -> str:
    """The visible text of a code."""
    if code.kind is not CodeKind.STANDALONE:
        return ""
    if code.type in SPOKEN_TYPES:
        return code.data
    if code.type == "entity":
        character = html.unescape(code.data)
        return character if len(character) == 1 else MARK
    return "\n" if is_break(code) else MARK


def is_break(code: Code) -> bool:
    """Whether a code is a line break, or separates texts as one does."""
    return code.type in {"block", "break", "tab"} or code.data[:3].lower() == "<br"


def _shown(piece: _Piece) -> int:
    return piece.shown


def _finish(text: str, pieces: tuple[_Piece, ...]) -> VisibleText:
    addresses = find_addresses(text)
    placeholders = find_placeholders(text)
    message = None
    bare = text
    if has_choices(text):
        message = parse_choices(text)
        # Forms differ in number and order, so what compares running texts has nothing to compare.
        bare = MARK * len(text)
    elif addresses or placeholders:
        bare = _mask(text, addresses, placeholders)
        placeholders = tuple(found for found in placeholders if not _inside(found, addresses))
    return VisibleText(
        text=text, bare=bare, placeholders=placeholders, addresses=addresses, message=message, pieces=pieces
    )


def _inside(found: Placeholder, addresses: tuple[tuple[int, int], ...]) -> bool:
    return any(start <= found.start and found.end <= end for start, end in addresses)


def _mask(text: str, addresses: tuple[tuple[int, int], ...], placeholders: tuple[Placeholder, ...]) -> str:
    characters = list(text)
    for start, end in (*addresses, *((found.start, found.end) for found in placeholders)):
        characters[start:end] = MARK * (end - start)
    return "".join(characters)
