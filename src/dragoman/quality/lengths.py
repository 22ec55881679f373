"""Lengths: the limit of a segment, and translations that are implausibly long or short."""

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
    description="The translation has more characters (code points, codes not counted) than its limit.",
    message="The translation is too long for its place; shorten it.",
)
LENGTH_UNLIKELY: Final = Check(
    code="LENGTH_UNLIKELY",
    severity=Severity.WARNING,
    fixable=False,
    description="The translation is far longer or shorter than its source, compared with the usual ratio "
    "of the two scripts: something was added or left out.",
    message="The translation is far longer or shorter than its source; see whether something was added or "
    "left out.",
)

_RATIO: Final = 2.2  # human translations of long sentences stay below 2
_ENGLISH: Final = 100
_GRACE: Final = 40  # characters of English more that mean nothing: short texts vary


def check_lengths(pair_view: PairView) -> Iterator[Finding]:
    """`LENGTH_EXCEEDED` and `LENGTH_UNLIKELY`."""
    limit, text = pair_view.pair.limit, plain_text(pair_view.pair.target)
    if limit is not None and len(text) > limit >= 0:
        message = f"The translation has {len(text)} characters and its place allows {limit}; shorten it."
        yield LENGTH_EXCEEDED.found(target=Span(start=limit, end=len(text)), message=message)
    source = _content(pair_view.source.bare, pair_view.source_language)
    target = _content(pair_view.target.bare, pair_view.target_language)
    if source and target and max(source, target) > _RATIO * min(source, target) + _GRACE:
        yield LENGTH_UNLIKELY.found(target=pair_view.target.span(0, len(pair_view.target.text)))


def _content(text: str, language: LanguageFacts) -> float:
    """The amount of content of a text, in characters of English; blanks and placeholders have none."""
    length = len("".join(text.replace(MARK, "").split()))
    if language.density == _ENGLISH or text.isascii():
        return length
    letters = sum(map(len, _letters(language.scripts).findall(text)))
    return length + letters * (_ENGLISH / language.density - 1)


@lru_cache(maxsize=64)
def _letters(scripts: tuple[str, ...]) -> Any:
    return regex.compile("[" + "".join(rf"\p{{Script={script}}}" for script in scripts) + "]++")
