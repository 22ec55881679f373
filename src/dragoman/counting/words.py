"""Words by UAX #29; in scripts that are written without spaces, by characters as GMX-V 2.0 converts them.

`docs/reference/usage.md` states the rule for users. Changing what any text counts needs a new
`COUNTING_RULE`.
"""

from __future__ import annotations

import re
from typing import Final

from unicode_segmentation_rs import unicode_words

from dragoman.counting.model import Count
from dragoman.counting.scripts import ANY, HAN, HANGUL, KANA, SOUTH_EAST_ASIAN
from dragoman.segments import Code, Segment, Text
from dragoman.unicode_normalization import normalize

# Stored with every count: the standards, the Unicode version of the word boundaries, our rules' version.
UNICODE_VERSION: Final = "17.0.0"
COUNTING_RULE: Final = f"gmx-v-2.0/uax29-{UNICODE_VERSION}/1"

# GMX-V divides characters by a factor to get words. In 462nds of a word, each character has a whole number.
_WORD: Final = 462
_CHINESE: Final = 165  # 2.8 characters are a word
_JAPANESE: Final = 154  # 3.0
_KOREAN: Final = 140  # 3.3
_SOUTH_EAST_ASIAN: Final = 77  # 6.0, for Thai; scripts that are written like it count like it

_CHINESE_LANGUAGES: Final = frozenset(
    {"zh", "cmn", "yue", "nan", "wuu", "hak", "gan", "hsn", "cjy", "cdo", "lzh"}
)


def count_words(text: str, *, language: str) -> int:
    """The words of one text. `language`, BCP 47, only decides whether Han characters are Japanese or Korean.

    A stretch between two word boundaries is a word if it holds a letter or digit. Letters of Chinese,
    Japanese, Korean, Thai and the like count by characters instead, in texts of any language; together they
    are rounded to the nearest whole number of words, and are at least one.
    """
    if text.isascii():
        return len(unicode_words(text))
    text = normalize("NFC", text)  # a letter counts the same however it is coded
    try:
        if ANY.search(text) is None:
            return len(unicode_words(text))
        rest = ANY.sub(" ", text)  # which separates the texts around it
        return _dense_words(text, language) + len(unicode_words(rest))
    except UnicodeEncodeError:  # a lone surrogate
        return count_words(text.encode(errors="replace").decode(), language=language)


def count_segment(segment: Segment, *, language: str) -> int:
    """The words of a marked-up text: codes do not count."""
    return count_words(countable_text(segment), language=language)


def countable_text(segment: Segment) -> str:
    """The text of a segment for counting: codes left out, but a line break separates words."""
    if len(segment) == 1 and isinstance(only := segment[0], Text):
        return only.text
    return "".join(part.text if isinstance(part, Text) else _separator(part) for part in segment)


def count_characters(text: str, *, spaces: bool = True) -> int:
    """Code points, with or without white space."""
    return len(text) if spaces else sum(map(len, text.split()))


def count_text(text: str, *, language: str) -> Count:
    """One text's count: it is one segment."""
    return Count(
        segments=1,
        words=count_words(text, language=language),
        characters=count_characters(text),
        characters_without_spaces=count_characters(text, spaces=False),
    )


def _dense_words(text: str, language: str) -> int:
    kana = _count(KANA, text)
    parts = kana * _JAPANESE
    parts += _count(HAN, text) * _han_parts(language, beside_kana=kana > 0)
    parts += _count(HANGUL, text) * _KOREAN
    parts += _count(SOUTH_EAST_ASIAN, text) * _SOUTH_EAST_ASIAN
    return max(1, (2 * parts + _WORD) // (2 * _WORD))


def _count(letters: re.Pattern[str], text: str) -> int:
    return sum(map(len, letters.findall(text)))


def _han_parts(language: str, *, beside_kana: bool) -> int:
    language = language.partition("-")[0].lower()
    if language == "ko":
        return _KOREAN
    if language == "ja" or (beside_kana and language not in _CHINESE_LANGUAGES):
        return _JAPANESE
    return _CHINESE


def _separator(code: Code) -> str:
    return " " if code.type in {"block", "break", "tab"} or code.data[:3].lower() == "<br" else ""
