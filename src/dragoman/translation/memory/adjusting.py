"""Adjust the text of a memory's translation to a segment: numbers, placeholders, capitals, the end mark.

`adapting` places the codes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.memories.fingerprints import wording
from dragoman.quality.languages import language_facts
from dragoman.segments import Code, Segment, Text, normalise
from dragoman.translation.engine_output.cleanup import clean
from dragoman.translation.memory.segment_tokens import (
    SegmentTokens,
    Token,
    TokenKind,
    are_alike,
    is_piece,
    tokenise_segment,
)
from dragoman.translation.model import LanguagePair

_TELLING: Final = frozenset("!?？！؟¿¡")  # marks that make another sentence of the same words
_END_MARKS: Final = frozenset((".", ":", ";", ",", "...", "…", "。", "।", "։", "۔"))
_FULL_STOPS: Final = re.compile(r"\s*(?:\.\.\.|[.:;,…。।։۔])\Z")
_DIGITS: Final = re.compile(r"\d+")
_LONGEST_COUNT: Final = 3  # digits of a number of things
_LOOK: Final = 200  # of larger numbers the last two digits decide
_SMALL_NOUNS: Final = frozenset({"de", "lb"})  # languages whose nouns have capitals: no word is made small


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """How a memory's source differs from a segment, codes ignored."""

    same_words: (
        bool  # except numbers, placeholders, case, and marks other than question and exclamation marks
    )
    same_case: bool
    same_end: bool  # whether both end with the same mark, or without one


def find_likeness(query_tokens: SegmentTokens, source_tokens: SegmentTokens) -> Likeness:
    """Compare a segment with the source of a unit."""
    words, others = _without_marks(query_tokens.tokens), _without_marks(source_tokens.tokens)
    same_words = len(words) == len(others) and all(map(are_alike, words, others))
    return Likeness(
        same_words=same_words,
        same_case=same_words
        and [one.text for one in words if one.kind is TokenKind.WORD]
        == [one.text for one in others if one.kind is TokenKind.WORD],
        same_end=_end_mark(query_tokens) == _end_mark(source_tokens),
    )


def _without_marks(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind is not TokenKind.MARK or token.key in _TELLING]


def _end_mark(line: SegmentTokens) -> str:
    last = line.tokens[-1]
    return last.key if last.key in _END_MARKS else ""


def mend_text(
    query: Segment,
    query_tokens: SegmentTokens,
    source_tokens: SegmentTokens,
    target: Segment,
    languages: LanguagePair,
) -> Segment | None:
    """The unit's translation with the query's numbers, placeholders, capitals and end mark.

    Its codes stay the unit's own. None where it is not certain which number or placeholder is which.
    """
    values = _find_values(query_tokens, source_tokens, languages.target)
    if values is None:
        return None
    mended = _replace_values(target, values, source_tokens)
    if mended is None:
        return None
    likeness = find_likeness(query_tokens, source_tokens)
    if not likeness.same_words or (likeness.same_case and likeness.same_end):
        return mended
    if not likeness.same_end and not _end_mark(query_tokens):
        mended = _map_last_text(mended, lambda text: _FULL_STOPS.sub("", text.rstrip()))
    elif not likeness.same_end and _end_mark(source_tokens):
        end = query_tokens.tokens[-1].text
        mended = _map_last_text(mended, lambda text: _FULL_STOPS.sub(lambda _: end, text.rstrip()))
    if not likeness.same_case:
        if source_tokens.text.isupper() and not query_tokens.text.isupper():
            return None  # the right capitals are unknown
        mended = _lower_first(mended, query_tokens, source_tokens, languages)
    return clean(query, mended, languages)


def _find_values(
    query_tokens: SegmentTokens, source_tokens: SegmentTokens, language: str
) -> dict[str, str] | None:
    """The replacement of each number and placeholder of the unit; None where that is uncertain.

    `language` is the target's: the words next to a number have the form that the number requires.
    """
    mine, theirs = _values(query_tokens), _values(source_tokens)
    if [one.text for one in mine] == [one.text for one in theirs]:
        return {}
    if len(mine) != len(theirs) or any(
        one.kind is not two.kind for one, two in zip(mine, theirs, strict=True)
    ):
        return None
    becomes: dict[str, str] = {}
    for new, old in zip(mine, theirs, strict=True):
        if becomes.setdefault(old.text, new.text) != new.text:
            return None
        if new.kind is TokenKind.NUMBER and not _is_replaceable(old.text, new.text, language):
            return None
    return {old: new for old, new in becomes.items() if old != new}


def _is_replaceable(old: str, new: str, language: str) -> bool:
    """Whether a number may replace another one: with the same format, and the same plural form next to it."""
    if old == new:
        return True
    if _DIGITS.sub("", old) != _DIGITS.sub("", new):  # separators are each language's own
        return False
    return _plural_form(old, language) == _plural_form(new, language)


def _plural_form(number: str, language: str) -> str:
    """The plural category of a whole number in a language; a long one is a year or the like."""
    if not number.isdecimal() or len(number) > _LONGEST_COUNT:
        return ""
    value = int(number)
    small = value if value < _LOOK else _LOOK // 2 + value % (_LOOK // 2)
    needed = language_facts(language).cardinals.needed
    return next((name for name, numbers in needed.items() if small in numbers), "")


def _values(line: SegmentTokens) -> list[Token]:
    return [token for token in line.tokens if token.kind in {TokenKind.NUMBER, TokenKind.VALUE}]


def _replace_values(
    target: Segment, values: Mapping[str, str], source_tokens: SegmentTokens
) -> Segment | None:
    """The target with new values; each of the old ones must be there as often as in the source."""
    spoken = normalise(
        Text(text=wording(part) or "") if isinstance(part, Code) and is_piece(part) else part
        for part in target
    )
    if not values:
        return spoken
    line = tokenise_segment(spoken)
    found = [token for token in _values(line) if token.text in values]
    before, there = [token.text for token in _values(source_tokens)], [token.text for token in found]
    if any(there.count(old) != before.count(old) for old in values):
        return None
    parts = list(spoken)
    for token in reversed(found):
        if not _replace(parts, token, values[token.text]):
            return None
    return normalise(parts)


def _replace(parts: list[Text | Code], token: Token, new: str) -> bool:
    """Write a value in the place of a token; whether it was within one text."""
    passed = 0
    for number, part in enumerate(parts):
        if not isinstance(part, Text):
            continue
        start, end = token.start - passed, token.end - passed
        if start >= 0 and end <= len(part.text):
            parts[number] = Text(text=part.text[:start] + new + part.text[end:])
            return True
        passed += len(part.text)
    return False


def _map_last_text(segment: Segment, change: Callable[[str], str]) -> Segment:
    parts = list(segment)
    for number in range(len(parts) - 1, -1, -1):
        part = parts[number]
        if isinstance(part, Text) and part.text.strip():
            parts[number] = Text(text=change(part.text))
            break
    return normalise(parts)


def _lower_first(
    segment: Segment, query_tokens: SegmentTokens, source_tokens: SegmentTokens, languages: LanguagePair
) -> Segment:
    """A small letter at the beginning where the query has one and the memory's source has a capital."""
    one, other = query_tokens.tokens[0].text, source_tokens.tokens[0].text
    if not (one[0].islower() and other[0].isupper() and one.casefold() == other.casefold()):
        return segment
    if languages.target.partition("-")[0] in _SMALL_NOUNS or not isinstance(first := segment[0], Text):
        return segment
    text = first.text.lstrip()
    if len(text) < 2 or not text[0].isupper() or text[1].isupper():
        return segment
    lead = first.text[: len(first.text) - len(text)]
    return (Text(text=lead + text[0].lower() + text[1:]), *segment[1:])
