"""Lengths: the limit of a place, and translations that are too long or too short to be true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import regex

from dragoman.quality.languages import LanguageFacts
from dragoman.quality.model import Check, Finding, Severity, Span
from dragoman.quality.view import MARK, PairView
from dragoman.segments import plain_text

LENGTH_EXCEEDED: Final = Check(
    code="LENGTH_EXCEEDED",
    severity=Severity.ERROR,
    fixable=False,
    description="The translation has more characters (code points, codes not counted) than its place allows.",
    message="The translation is too long for its place; shorten it.",
)
LENGTH_UNLIKELY: Final = Check(
    code="LENGTH_UNLIKELY",
    severity=Severity.WARNING,
    fixable=False,
    description="The translation is far longer or shorter than its source, after what is usual for the two "
    "scripts: something was added or left out.",
    message="The translation is far longer or shorter than its source; see whether something was added or "
    "left out.",
)

_RATIO: Final = 2.2  # human translations of long sentences stay below 2
_ENGLISH: Final = 100
_GRACE: Final = 40  # characters of English more that mean nothing: short texts vary


def check_lengths(reading: PairView) -> Iterator[Finding]:
    """`LENGTH_EXCEEDED` and `LENGTH_UNLIKELY`."""
    limit, text = reading.pair.limit, plain_text(reading.pair.target)
    if limit is not None and len(text) > limit >= 0:
        message = f"The translation has {len(text)} characters and its place allows {limit}; shorten it."
        yield LENGTH_EXCEEDED.found(target=Span(start=limit, end=len(text)), message=message)
    source = _content(reading.source.bare, reading.source_language)
    target = _content(reading.target.bare, reading.target_language)
    if source and target and max(source, target) > _RATIO * min(source, target) + _GRACE:
        yield LENGTH_UNLIKELY.found(target=reading.target.span(0, len(reading.target.text)))


def _content(text: str, language: LanguageFacts) -> float:
    """How much a text says, in characters of English; blanks and placeholders say nothing."""
    length = len("".join(text.replace(MARK, "").split()))
    if language.density == _ENGLISH or text.isascii():
        return length
    letters = sum(map(len, _letters(language.scripts).findall(text)))
    return length + letters * (_ENGLISH / language.density - 1)


@lru_cache(maxsize=64)
def _letters(scripts: tuple[str, ...]) -> Any:
    return regex.compile("[" + "".join(rf"\p{{Script={script}}}" for script in scripts) + "]++")
