"""Pseudo-translate letters: accents, other scripts, longer text, brackets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from dragoman.segments import Code, Part, Segment, Text, normalise

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀçđéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻḾÑÓÞɊŔŠŢÚṼŴẊÝŽ"
_FULL_WIDTH: Final = "".join(chr(ord(letter) + 0xFEE0) for letter in _PLAIN)
_HEBREW: Final = "אבקדהפגחיזכלמנוסקרשתוומקיז" * 2
_ARABIC: Final = "ابثدهفغحيجكلمنوصقرستعوشخيز" * 2
_VOWELS: Final = "aeiouAEIOU"

_GROWTH: Final = 1.3  # translations of English are about so much longer
_PADDING: Final = "~"


@dataclass(frozen=True, slots=True)
class _Style:
    """How text for one kind of target looks."""

    letters: Mapping[int, str]
    opening: str = "["
    closing: str = "]"


def _table(letters: str, *, doubled: str = "") -> dict[int, str]:
    return {
        ord(plain): letter * 2 if plain in doubled else letter
        for plain, letter in zip(_PLAIN, letters, strict=True)
    }


@cache
def _style(target: str) -> _Style:
    language = target.partition("-")[0]
    if language in {"ja", "ko", "zh"}:
        return _Style(_table(_FULL_WIDTH, doubled=_VOWELS), "【", "】")
    if language == "he":
        return _Style(_table(_HEBREW, doubled=_VOWELS))
    if language in {"ar", "fa", "ur"}:
        return _Style(_table(_ARABIC, doubled=_VOWELS))
    return _Style(_table(_ACCENTED, doubled=_VOWELS))


def pseudo_translate(segment: Segment, target: str) -> Segment:
    """Pseudo-translate a segment: codes keep their places, text without letters or digits stays unchanged."""
    before = "".join(part.text for part in segment if isinstance(part, Text))
    if not any(map(str.isalnum, before)):
        return segment
    style = _style(target)
    parts: list[Part] = [Text(text=style.opening)]
    length = 2
    for part in segment:
        if isinstance(part, Code):
            parts.append(part)
        else:
            text = part.text.translate(style.letters)
            length += len(text)
            parts.append(Text(text=text))
    parts.append(Text(text=_PADDING * max(0, round(len(before) * _GROWTH) - length) + style.closing))
    return normalise(parts)
