"""What a language's module says of its words: plurals, genders, and how terms of several words are built.

Tables are strings of words. `ending>ending` replaces one ending by another, `ending>?` says that words of
this ending have no certain form; the longest ending counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.termbases.model import Gender

Endings = Mapping[str, str | None]
_LONGEST: Final = 12  # letters of an ending


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The words of a language. All words are given and returned in small letters."""

    plural: Callable[[str, Gender | None], str | None]  # of a singular; None: not certain
    genders: Mapping[str, Gender | None]  # by the ending of a singular, the longest that fits
    words: Mapping[str, Gender | None]  # by the whole word, before endings
    links: frozenset[str]  # prepositions: behind the first one nothing of a term is inflected
    adjectives: tuple[str, ...]  # endings that make the second word of a term an adjective
    masculine: tuple[str, ...] = ()  # endings of adjectives that stand beside masculine nouns only
    feminine: tuple[str, ...] = ()
    apposed: frozenset[str] = field(default_factory=frozenset)  # second words that are never inflected
    singular_in_s: tuple[str, ...] = ()  # endings of singulars that look like plurals
    plurals: tuple[str, ...] = ()  # endings of plurals, although singulars may end alike
    plural_in_i: bool = False  # plurals end in i and e, not in s


def read_endings(table: str) -> Endings:
    """A table of endings; None for those without a certain form."""
    pairs = (item.partition(">") for item in table.split())
    return {old: None if new == "?" else new for old, _, new in pairs}


def read_words(words: str) -> frozenset[str]:
    """A table of words."""
    return frozenset(words.split())


def read_genders(*, masculine: str, feminine: str, unsure: str = "") -> dict[str, Gender | None]:
    """A table of genders, of endings or of words."""
    return {
        **dict.fromkeys(unsure.split()),
        **dict.fromkeys(masculine.split(), Gender.MASCULINE),
        **dict.fromkeys(feminine.split(), Gender.FEMININE),
    }


def replace_ending(word: str, endings: Endings) -> str | None:
    """The word with its longest known ending replaced; None: none is known, or none certain."""
    for length in range(min(len(word), _LONGEST), 0, -1):
        ending = word[-length:]
        if ending in endings:
            new = endings[ending]
            return None if new is None else word[:-length] + new
    return None


def find_ending(word: str, genders: Mapping[str, Gender | None]) -> Gender | None:
    """What a table of genders says of a word's longest known ending."""
    for length in range(min(len(word), _LONGEST), 0, -1):
        if word[-length:] in genders:
            return genders[word[-length:]]
    return None


def count_vowels(word: str) -> int:
    """How many groups of vowels a word has, which is about how many syllables."""
    count, inside = 0, False
    for letter in word:
        is_vowel = letter in "aeiouyáéíóúàèìòùâêîôûãõäëïöüœæ"
        count += is_vowel and not inside
        inside = is_vowel
    return count
