"""The rules of a language: plurals, genders, and the structure of terms of several words.

Tables are strings of words. `ending>ending` replaces one ending by another; `ending>?` means that words with
this ending have no certain form. The longest ending applies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from dragoman.termbases.model import Gender

Endings = Mapping[str, str | None]
_LONGEST: Final = 12  # letters of an ending


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageRules:
    """The rules of a language. Words are given and returned in lower case."""

    plural: Callable[[str, Gender | None], str | None]  # of a singular; None if uncertain
    genders: Mapping[str, Gender | None]  # by the ending of a singular; the longest one applies
    words: Mapping[str, Gender | None]  # genders by the whole word; they override endings
    links: frozenset[str]  # prepositions: words of a term behind the first one are never inflected
    adjectives: tuple[str, ...]  # endings by which the second word of a term is an adjective
    masculine: tuple[str, ...] = ()  # endings of adjectives that agree with masculine nouns only
    feminine: tuple[str, ...] = ()  # and with feminine nouns only
    apposed: frozenset[str] = field(default_factory=frozenset)  # nouns behind nouns, never inflected
    singular_in_s: tuple[str, ...] = ()  # endings of singulars that look like plurals
    plurals: tuple[str, ...] = ()  # endings of plurals; they override endings of singulars
    plural_in_i: bool = False  # plurals end in i and e, not in s


def read_endings(table: str) -> Endings:
    """Read a table of endings; None for those without a certain form."""
    pairs = (item.partition(">") for item in table.split())
    return {old: None if new == "?" else new for old, _, new in pairs}


def read_words(words: str) -> frozenset[str]:
    """Read a table of words."""
    return frozenset(words.split())


def read_genders(*, masculine: str, feminine: str, unsure: str = "") -> dict[str, Gender | None]:
    """Read a table of genders, of endings or of words."""
    return {
        **dict.fromkeys(unsure.split()),
        **dict.fromkeys(masculine.split(), Gender.MASCULINE),
        **dict.fromkeys(feminine.split(), Gender.FEMININE),
    }


def replace_ending(word: str, endings: Endings) -> str | None:
    """Replace the longest known ending of a word; None if no ending is known, or the form is uncertain."""
    for length in range(min(len(word), _LONGEST), 0, -1):
        ending = word[-length:]
        if ending in endings:
            new = endings[ending]
            return None if new is None else word[:-length] + new
    return None


def find_ending(word: str, genders: Mapping[str, Gender | None]) -> Gender | None:
    """Find the gender of a word by its longest known ending."""
    for length in range(min(len(word), _LONGEST), 0, -1):
        if word[-length:] in genders:
            return genders[word[-length:]]
    return None


def count_vowels(word: str) -> int:
    """Count the groups of vowels of a word, about the number of its syllables."""
    count, inside = 0, False
    for letter in word:
        is_vowel = letter in "aeiouyáéíóúàèìòùâêîôûãõäëïöüœæ"
        count += is_vowel and not inside
        inside = is_vowel
    return count
