"""Words that show their source word: how the test engines spell them, and how the laws read them back.

A word's letters are replaced one by one (accents, full-width, Hebrew or Arabic letters, by the target
language), and a sign that no language uses ends it. So two words that were glued are seen, and `skeletons`
gives the same for a source word and its translation, also with another case, prefix or neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import regex

# Letters of medieval manuscripts: they have capitals, and no document has them.
END: Final = "ꝁ"  # behind each translated word
JOINT: Final = "ꝃ"  # between two words that became one
FILLER: Final = "ꝅ"  # in front of words that grew, and in words that the source has not
RESERVED: Final = END + JOINT + FILLER

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyz"
_ACCENTED: Final = "áƀçđéƒĝĥíĵķļṁñóṗɋŕšţúṽŵẋýž"
_FULL_WIDTH: Final = "".join(chr(ord(letter) + 0xFEE0) for letter in _PLAIN)
_HEBREW: Final = "אבקדהפגחיזכלמנוסצרשתטעץםןף"
_ARABIC: Final = "ابثدهفغحيجكلمنوصقرستعشطخضز"
_CJK: Final = r"\p{Han}\p{Hiragana}\p{Katakana}"

_LETTERS: Final = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_CJK}]]+"
WORD: Final = regex.compile(rf"{_LETTERS}(?:['’]{_LETTERS})*|[{_CJK}]", regex.VERSION1)
_IDEOGRAPH: Final = regex.compile(rf"[{_CJK}]", regex.VERSION1)
_GLUED: Final = regex.compile(
    rf"(?<![{_CJK}]){END}(?!{FILLER}*[{_CJK}\uff21-\uff5a])[\p{{L}}\p{{N}}]",
    regex.VERSION1 | regex.IGNORECASE,
)

_CONVERSIONS: Final = regex.compile(r"%\d+\$[sd@]|%\(\w+\)[sd]")  # end in a letter that is not a word's
_BORDERS: Final = regex.compile(f"[{END}{JOINT}]")
_UNSPELT: Final = regex.compile(f"[{FILLER}'’]")

# Words that engines drop and insert as grammar wants. A translation may lack them.
_FUNCTION_WORDS: Final = (
    "a an and at by for in is it of on or the to el la los las un una de del y i en els amb"
)
FUNCTION_WORDS: Final = frozenset(_FUNCTION_WORDS.split())


@dataclass(frozen=True, slots=True)
class Style:
    """How words of one kind of target language look."""

    letters: Mapping[int, str]
    spaced: bool = True  # whether blanks part words


def _table(letters: str) -> dict[int, str]:
    table = {ord(plain): letter for plain, letter in zip(_PLAIN, letters, strict=True)}
    return table | {ord(plain.upper()): letter.upper() for plain, letter in zip(_PLAIN, letters, strict=True)}


_ACCENTS: Final = Style(_table(_ACCENTED))
_STYLES: Final = {
    "he": Style(_table(_HEBREW)),
    "ar": Style(_table(_ARABIC)),
    "ja": Style(_table(_FULL_WIDTH), spaced=False),
    "zh": Style(_table(_FULL_WIDTH), spaced=False),
}
_BACK: Final = {
    ord(letter): plain
    for letters in (_ACCENTED, _FULL_WIDTH, _HEBREW, _ARABIC)
    for plain, letter in zip(_PLAIN, letters, strict=True)
}


def style_of(language: str) -> Style:
    """How words of a target language look."""
    return _STYLES.get(language.partition("-")[0], _ACCENTS)


def spell(word: str, style: Style) -> str:
    """A source word as the target language spells it. Numbers stay as they are."""
    if not any(map(str.isalpha, word)):
        return word
    if _IDEOGRAPH.fullmatch(word[0]):
        return "".join(map(_beside, word)) + END
    return word.translate(style.letters) + END


def _beside(sign: str) -> str:
    """The sign beside another one, where that is a sign of words, too."""
    other = chr(ord(sign) ^ 1)
    return other if _IDEOGRAPH.fullmatch(other) else sign


def is_ideographic(word: str) -> bool:
    """Whether it is of a script that writes no blanks between words."""
    return _IDEOGRAPH.fullmatch(word[0]) is not None


def is_unspaced(letter: str) -> bool:
    """Whether a letter is of a script, or of a spelling, that puts no blanks between words."""
    return is_ideographic(letter) or "\uff21" <= letter <= "\uff5a"


def skeletons(text: str) -> list[str]:
    """The words of a text in order, each in a form that it shares with its translation."""
    return list(_skeletons(text))


def _skeletons(text: str) -> Iterator[str]:
    for match in WORD.finditer(_CONVERSIONS.sub(" ", text)):
        for piece in _BORDERS.split(match[0].casefold()):
            word = _UNSPELT.sub("", piece).translate(_BACK)
            if len(word) == 1 and is_ideographic(word):
                word = chr(ord(word) & ~1)
            if word:
                yield word


def has_words(text: str) -> bool:
    """Whether there is a word, one that the engine put in included."""
    return any(any(map(str.isalpha, match[0])) for match in WORD.finditer(text))


def glued(text: str) -> Iterator[tuple[str, str, str]]:
    """Where the end of one translated word touches another word: both words, and the place."""
    for match in _GLUED.finditer(text):
        left, right = skeletons(text[: match.end() - 1])[-1:], skeletons(text[match.end() - 1 :])[:1]
        place = text[max(0, match.start() - 20) : match.end() + 20]
        yield "".join(left), "".join(right), place
