"""Capitals in translations where the source has them.

A part of `cleanup`. `unwanted_capitals` removes capitals without a reason.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import Final

from dragoman.segmentation import sentences
from dragoman.segments import Part, Segment, Text, plain_text
from dragoman.translation.model import LanguagePair
from dragoman.translation.protection.placeholders import CONTENT_TYPES

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_FIRST: Final = re.compile(r"[^\W_]")
_START: Final = re.compile(r"[.!?…][\"')\]»”’]*+\s++[¿¡\"'(\[«“‘]*+([^\W_])")
_OPENING: Final = 3  # signs that are allowed between a sentence's beginning and its first letter
_DOTTED_I: Final = {"tr", "az", "crh", "gag"}


def mend_capitals(source: Segment, target: Segment, languages: LanguagePair) -> Segment:
    """Write capitals where the source has them: all letters, the first one, or that of each sentence."""
    language = languages.target.partition("-")[0]
    if _is_all_capitals(plain_text(source)):
        return _map_texts(target, language)
    if _begins_with_capital(source):
        target = _capitalise(target, language)
    text = plain_text(source)
    starts = sentence_starts(text, languages.source)
    if starts and all(text[start].isupper() for start in starts):
        target = _capitalise_starts(target, len(starts), languages.target)
    return target


def _map_texts(segment: Segment, language: str) -> Segment:
    return tuple(
        Text(text=upper_case(part.text, language)) if isinstance(part, Text) else part for part in segment
    )


def _is_all_capitals(text: str) -> bool:
    """Whether a text has no small letters, and at least two words: a single one may be an acronym."""
    return text.isupper() and len(_WORD.findall(text)) > 1


def upper_case(text: str, language: str) -> str:
    """A text in the capitals of its language."""
    if language == "ka":  # Georgian capitals are for display only
        return text
    return (text.replace("i", "İ") if language in _DOTTED_I else text).upper()


def _beginning(segment: Segment) -> tuple[int, int] | None:
    """Part and offset of the first letter or digit, None when a code with content comes first."""
    for index, part in enumerate(segment):
        if isinstance(part, Text):
            if match := _FIRST.search(part.text):
                return index, match.start()
        elif part.type in CONTENT_TYPES:
            return None
    return None


def _begins_with_capital(segment: Segment) -> bool:
    place = _beginning(segment)
    if place is None:
        return False
    part = segment[place[0]]
    return isinstance(part, Text) and part.text[place[1]].isupper()


def _capitalise(segment: Segment, language: str) -> Segment:
    """Capitalise the first letter, except in words with a spelling of their own: iPhone, 's Avonds."""
    place = _beginning(segment)
    if place is None:
        return segment
    index, offset = place
    part = segment[index]
    if not isinstance(part, Text) or not part.text[offset].islower():
        return segment
    word = re.match(r"[^\W_]+", part.text[offset:])
    elided = offset > 0 and part.text[offset - 1] in "'’" and word is not None and len(word[0]) == 1
    if word is None or elided or not word[0].islower():
        return segment
    return (*segment[:index], Text(text=with_capital(part.text, offset, language)), *segment[index + 1 :])


def with_capital(text: str, offset: int, language: str) -> str:
    """A text whose letter at an offset is a capital, by the rules of its language."""
    letter = text[offset]
    if language in _DOTTED_I and letter == "i":
        capital = "İ"
    elif language == "nl" and text.startswith("ij", offset):
        return f"{text[:offset]}IJ{text[offset + 2 :]}"
    else:
        capital = letter.title()
    return text[:offset] + capital + text[offset + 1 :] if len(capital) == 1 else text


def sentence_starts(text: str, language: str) -> list[int]:
    """Offsets of the first letters of all sentences but the first; an abbreviation's full stop ends none."""
    found = [match.start(1) for match in _START.finditer(text)]
    if not found:
        return found
    ends = list(accumulate(map(len, sentences(text, language=language))))
    return [start for start in found if bisect_left(ends, start - _OPENING) < bisect_right(ends, start)]


def _capitalise_starts(segment: Segment, expected: int, language: str) -> Segment:
    """Capitals where sentences begin, if the translation has as many of them as the source."""
    text = plain_text(segment)
    # Splitting rules expect a capital there.
    supposed = _START.sub(lambda match: match[0][:-1] + match[1].upper()[:1], text)
    starts = sentence_starts(supposed, language)
    if len(starts) != expected:
        return segment
    small = [start for start in starts if text[start].islower()]
    return _with_letters(
        segment, {start: with_capital(text, start, language)[start : start + 1] for start in small}
    )


def _with_letters(segment: Segment, letters: dict[int, str]) -> Segment:
    """A segment with other letters at these offsets into its plain text."""
    if not letters:
        return segment
    parts: list[Part] = []
    position = 0
    for part in segment:
        if not isinstance(part, Text):
            parts.append(part)
            continue
        text = part.text
        for offset, letter in letters.items():
            at = offset - position
            if 0 <= at < len(text):
                text = text[:at] + letter + text[at + 1 :]
        position += len(text)
        parts.append(Text(text=text))
    return tuple(parts)
