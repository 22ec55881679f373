"""Capitals in translations: where the source has them, and nowhere else.

A part of the clean-up around engines: `cleanup`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from itertools import accumulate
from typing import Final

from dragoman.segmentation import sentences
from dragoman.segments import Part, Segment, Text, plain_text
from dragoman.translation.model import Languages
from dragoman.translation.placeholders import CONTENT_TYPES

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_FIRST: Final = re.compile(r"[^\W_]")
_START: Final = re.compile(r"[.!?…][\"')\]»”’]*+\s++[¿¡\"'(\[«“‘]*+([^\W_])")
_OPENING: Final = 3  # signs that may stand between a sentence's beginning and its first letter
_DOTTED_I: Final = {"tr", "az", "crh", "gag"}


def mend_capitals(source: Segment, target: Segment, languages: Languages) -> Segment:
    """Capitals where the source has them: all through, at the beginning, at the sentences' beginnings."""
    language = languages.target.partition("-")[0]
    if _is_all_capitals(plain_text(source)):
        return _map_texts(target, language)
    if language in _SPARING:
        target = _without_invented_capitals(source, target, languages)
    if _begins_with_capital(source):
        target = _capitalise(target, language)
    text = plain_text(source)
    starts = _sentence_starts(text, languages.source)
    if starts and all(text[start].isupper() for start in starts):
        target = _capitalise_starts(target, len(starts), languages.target)
    return target


def _map_texts(segment: Segment, language: str) -> Segment:
    return tuple(
        Text(text=upper_case(part.text, language)) if isinstance(part, Text) else part for part in segment
    )


def _is_all_capitals(text: str) -> bool:
    """At least two words, and no small letter: an acronym alone says nothing."""
    return text.isupper() and len(_WORD.findall(text)) > 1


def upper_case(text: str, language: str) -> str:
    """A text in the capitals of its language."""
    if language == "ka":  # Georgian capitals are for display only
        return text
    return (text.replace("i", "İ") if language in _DOTTED_I else text).upper()


def _beginning(segment: Segment) -> tuple[int, int] | None:
    """Part and offset of the first letter or digit, None when a code that means something comes first."""
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
    """Capital for the first letter, unless its word is written otherwise: iPhone, 's Avonds."""
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


def _sentence_starts(text: str, language: str) -> list[int]:
    """Offsets of the first letters of all sentences but the first; an abbreviation's full stop ends none."""
    found = [match.start(1) for match in _START.finditer(text)]
    if not found:
        return found
    ends = list(accumulate(map(len, sentences(text, language=language))))
    return [start for start in found if any(0 <= start - end <= _OPENING for end in ends)]


def _capitalise_starts(segment: Segment, expected: int, language: str) -> Segment:
    """Capitals where sentences begin, if the translation has as many of them as the source."""
    text = plain_text(segment)
    # Splitting rules expect a capital there.
    supposed = _START.sub(lambda match: match[0][:-1] + match[1].upper()[:1], text)
    starts = _sentence_starts(supposed, language)
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


# --- capitals that no language asks for -------------------------------------------------------------------

# Languages that write capitals only for names and where a sentence begins: not English (days, months,
# peoples), not German (nouns).
_SPARING: Final = frozenset({"an", "ast", "ca", "es", "fr", "frp", "gl", "it", "oc", "pt", "ro", "sc"})
_CAPITAL_WORD: Final = re.compile(r"(?<![\w'’.\-])[^\W\d_]+(?![\w\-])")
_NAME: Final = re.compile(r"(?<!\w)[^\W\d_]+")
_ABBREVIATION: Final = re.compile(r"[^\W\d_]{1,4}\.")
_ALWAYS_CAPITAL: Final = {"en": frozenset({"I"})}
_STEM: Final = 3  # letters that a name and its translation have in common


def _without_invented_capitals(source: Segment, target: Segment, languages: Languages) -> Segment:
    """Small letters for words that got a capital where the source has none.

    An engine that does not know a name or a placeholder takes the word behind it for the beginning of a
    sentence, and each text for one. Other capitals may be those of names: they stay.
    """
    said, text = plain_text(target), plain_text(source)
    first = _beginning(target)
    begins = _offset(target, *first) if first is not None else -1
    kept = {begins} if first is not None and _begins_with_capital(source) else set[int]()
    invented = _capitals(said, {*kept, *_sentence_starts(said, languages.target)})
    if not invented:
        return target
    exempt = _ALWAYS_CAPITAL.get(languages.source.partition("-")[0], frozenset[str]())
    place = _beginning(source)
    starts = {_offset(source, *place)} if place is not None else set[int]()
    starts |= {*_sentence_starts(text, languages.source)}
    names = {
        match[0]: match.start() not in starts
        for match in _NAME.finditer(text)
        if match[0][0].isupper() and match[0] not in exempt
    }
    # Behind a name of several words another capital may be right.
    behind = _behind(
        target, {name for name in names if not re.search(rf"\b{name}\W+(?:\w{{1,3}}\W+)?[^\W\d_a-z]", text)}
    )
    # None but words that begin sentences, and those no abbreviations of names that may be several words.
    if not any(names.values()) and not any(name.isupper() and len(name) > 1 for name in names):
        behind |= _second_words(said, begins)
    behind.add(begins)
    return _with_letters(
        target,
        {
            start: said[start].lower()
            for start, word in invented.items()
            if start in behind and not _is_among(word, names)
        },
    )


def _behind(target: Segment, names: Collection[str]) -> set[int]:
    """Offsets of the words behind a placeholder, or behind a name that is written as in the source."""
    found: set[int] = set()
    said = ""
    for part in target:
        if not isinstance(part, Text):
            if part.type in CONTENT_TYPES:
                said += "\0"
            continue
        said += part.text
    position = 0
    for index, letter in enumerate(said):
        if letter == "\0":
            found |= _next_word(said, index + 1, position)
        else:
            position += 1
    plain = said.replace("\0", "")
    for match in _NAME.finditer(plain):
        if match[0] in names:
            found |= _next_word(plain, match.end(), match.end())
    return found


def _next_word(text: str, index: int, offset: int) -> set[int]:
    """The offset of a word that follows with nothing but blanks between; `offset` is that of `index`."""
    rest = text[index:]
    blanks = len(rest) - len(rest.lstrip(" "))
    return {offset + blanks} if blanks else set()


def _second_words(said: str, begins: int) -> set[int]:
    """The offset of the second word."""
    first = _NAME.match(said, begins) if begins >= 0 else None
    return _next_word(said, first.end(), first.end()) if first is not None else set()


def _capitals(text: str, starts: Collection[int]) -> dict[int, str]:
    """The words with one capital, the first letter, by their offsets.

    Without those that begin sentences, and what may be abbreviations.
    """
    return {
        match.start(): match[0]
        for match in _CAPITAL_WORD.finditer(text)
        if match[0][0].isupper() and match[0][1:] == match[0][1:].lower() and match.start() not in starts
        if not _ABBREVIATION.match(text, match.start())
    }


def _is_among(word: str, others: Collection[str]) -> bool:
    """Whether a word or something of the same stem is there: London, Londres."""
    stem = _bare(word[:_STEM])
    return word in others or any(stem == _bare(other[:_STEM]) for other in others)


def _bare(letters: str) -> str:
    """Small letters without accents."""
    split = unicodedata.normalize("NFD", letters.lower())
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def _offset(segment: Segment, index: int, offset: int) -> int:
    """An offset into a part as one into the plain text."""
    return offset + sum(len(part.text) for part in segment[:index] if isinstance(part, Text))
