"""The words, numbers, placeholders and marks of a segment as tokens, and the alignment of two segments.

`adapting` uses them to adapt a memory's translation to a segment that differs from the memory's source.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, TypeAlias

from rapidfuzz.distance import Levenshtein
from unicode_segmentation_rs import split_word_bounds

from dragoman.memories.fingerprints import wording
from dragoman.memories.tokens import is_number, tokenise
from dragoman.segments import Code, CodeKind, Segment, Text
from dragoman.translation.protection.placeholders import CONTENT_TYPES, protect

MOST_TOKENS: Final = 400  # of a segment that is aligned: the work grows with the square
_ALIKE: Final = 0.6  # of the letters of two forms of one word
_SHORTEST_ALIKE: Final = 3  # letters of a word of which another form is recognised
_LONG_WORD: Final = 7  # letters of a word that two languages rarely share by chance
_REPLACEABLE: Final = CONTENT_TYPES - {"protected"}

# For each token of one segment the index of its counterpart in the other; None: it has none.
Alignment: TypeAlias = Sequence[int | None]


class TokenKind(enum.Enum):
    """The kind of a token."""

    WORD = enum.auto()
    NUMBER = enum.auto()
    VALUE = enum.auto()  # a placeholder, an address, a number with its unit
    MARK = enum.auto()  # punctuation or a symbol


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word or mark of a text: `text[start:end]`."""

    kind: TokenKind
    text: str
    key: str  # folded: case, width and variants of marks do not count
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedCode:
    """A code, and the offset in the text where it is."""

    code: Code
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentTokens:
    """A segment as a text with tokens, and the codes that are no part of the text."""

    text: str
    tokens: Sequence[Token]
    codes: Sequence[PlacedCode]

    def before(self, offset: int) -> int | None:
        """How many tokens end at or before an offset; None inside a token."""
        count = sum(token.end <= offset for token in self.tokens)
        if count < len(self.tokens) and self.tokens[count].start < offset:
            return None
        return count

    def spans(self) -> dict[str, tuple[int, int]]:
        """The offsets of the pairs by their ids."""
        opened: dict[str, int] = {}
        found: dict[str, tuple[int, int]] = {}
        for one in self.codes:
            if one.code.kind is CodeKind.OPEN:
                opened[one.code.id] = one.offset
            elif one.code.kind is CodeKind.CLOSE and one.code.id in opened:
                found[one.code.id] = opened[one.code.id], one.offset
        return found

    def points(self) -> list[PlacedCode]:
        """The standalone codes."""
        return [one for one in self.codes if one.code.kind is CodeKind.STANDALONE]


@lru_cache(maxsize=4096)
def tokenise_segment(segment: Segment) -> SegmentTokens:
    """Divide a segment into tokens and codes; placeholders are tokens, written as code or as text."""
    text = ""
    placed: list[PlacedCode] = []
    values: list[tuple[int, int, bool]] = []  # start, end, whether another value may take its place
    runs: list[tuple[int, int]] = []  # stretches of texts
    for part in segment:
        if isinstance(part, Text):
            if runs and runs[-1][1] == len(text):
                runs[-1] = runs[-1][0], len(text) + len(part.text)
            else:
                runs.append((len(text), len(text) + len(part.text)))
            text += part.text
        elif is_piece(part):
            shown = wording(part) or ""
            values.append((len(text), len(text) + len(shown), part.type in _REPLACEABLE))
            text += shown
        else:
            placed.append(PlacedCode(code=part, offset=len(text)))
    for start, end in runs:
        values += _find_values(text, start, end)
    return SegmentTokens(text=text, tokens=tuple(_tokens(text, sorted(values))), codes=tuple(placed))


def is_piece(code: Code) -> bool:
    """Whether a code is a visible part of the text, such as `{name}`; blanks are placed as markup is."""
    shown = wording(code)
    return shown is not None and any(
        character.isprintable() and not character.isspace() for character in shown
    )


def _find_values(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    parts = protect((Text(text=text[start:end]),))
    written = [part.text if isinstance(part, Text) else part.data for part in parts]
    if "".join(written) != text[start:end]:  # references to letters were decoded: offsets are uncertain
        return
    for part, data in zip(parts, written, strict=True):
        if isinstance(part, Code) and part.type in _REPLACEABLE:
            yield start, start + len(data), True
        start += len(data)


def _tokens(text: str, values: Sequence[tuple[int, int, bool]]) -> Iterator[Token]:
    offset = 0
    for start, end, replaceable in values:
        yield from _words(text, offset, start)
        kind = TokenKind.VALUE if replaceable else TokenKind.MARK
        yield Token(kind=kind, text=text[start:end], key=text[start:end], start=start, end=end)
        offset = end
    yield from _words(text, offset, len(text))


def _words(text: str, start: int, end: int) -> Iterator[Token]:
    for piece in split_word_bounds(text[start:end].encode(errors="replace").decode()):
        if piece.strip() and piece.isprintable():
            kind = (
                TokenKind.NUMBER
                if is_number(piece)
                else TokenKind.WORD
                if any(map(str.isalnum, piece))
                else TokenKind.MARK
            )
            key = "".join(tokenise(piece)) or piece
            yield Token(kind=kind, text=piece, key=key, start=start, end=start + len(piece))
        start += len(piece)


def are_alike(one: Token, other: Token) -> bool:
    """Whether two tokens are the same, or two numbers, or two placeholders."""
    if one.key == other.key:
        return True
    return one.kind is other.kind and one.kind in {TokenKind.NUMBER, TokenKind.VALUE}


def align(one: Sequence[Token], other: Sequence[Token], *, forms: bool = False) -> Alignment:
    """The counterparts of tokens, in order and without crossing. `forms`: also other forms of a word."""
    if len(one) == len(other) and all(map(are_alike, one, other)):
        return range(len(one))
    found: list[int | None] = [None] * len(one)
    matcher = SequenceMatcher(None, [_class(token) for token in one], [_class(token) for token in other])
    begun, reached = 0, 0
    for start, place, length in matcher.get_matching_blocks():
        if forms:
            _align_forms(one[begun:start], other[reached:place], found, begun, reached)
        found[start : start + length] = range(place, place + length)
        begun, reached = start + length, place + length
    return found


def _class(token: Token) -> str:
    return f"\0{token.kind.name}" if token.kind is TokenKind.NUMBER else token.key


def _align_forms(
    one: Sequence[Token], other: Sequence[Token], found: list[int | None], begun: int, reached: int
) -> None:
    """Align forms of one word between two places that are the same (`roja`, `rojo`)."""
    following = 0
    for place, token in enumerate(one):
        for number in range(following, len(other)):
            if _is_form(token, other[number]):
                found[begun + place] = reached + number
                following = number + 1
                break


def _is_form(one: Token, other: Token) -> bool:
    if one.kind is not TokenKind.WORD or other.kind is not TokenKind.WORD:
        return False
    if min(len(one.key), len(other.key)) <= _SHORTEST_ALIKE or one.key[0] != other.key[0]:
        return False
    return Levenshtein.normalized_similarity(one.key, other.key) >= _ALIKE


def align_copies(one: Sequence[Token], other: Sequence[Token], *, same_language: bool = False) -> Alignment:
    """Counterparts in any order: equal tokens that occur once in each; marks by their order.

    Of words in two languages only names count: *a* and *no* are words in many languages.
    """
    counts, others = Counter(token.key for token in one), Counter(token.key for token in other)
    places: dict[str, list[int]] = {}
    for number, token in enumerate(other):
        places.setdefault(token.key, []).append(number)
    found: list[int | None] = []
    seen: Counter[str] = Counter()
    for token in one:
        unique = counts[token.key] == others[token.key] == 1
        if unique and token.kind is TokenKind.WORD and not same_language:
            unique = token.text == other[places[token.key][0]].text and _is_name(token)
        ordered = token.kind is TokenKind.MARK and counts[token.key] == others[token.key]
        found.append(places[token.key][seen[token.key]] if unique or ordered else None)
        seen[token.key] += 1
    return found


def _is_name(word: Token) -> bool:
    """Whether a word may be a name or a product: it has a capital or digit inside, or is long."""
    if any(character.isupper() or character.isdigit() for character in word.text[1:]):
        return True
    return len(word.text) >= _LONG_WORD or (word.text[0].isupper() and word.start > 0)
