"""Number, plural, singular and gender of terms of one word or several.

Uncertain results are None. The first word of a term is its head, and words behind the first preposition are
never inflected: "atasco de papel", "atascos de papel".
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator
from typing import Final

from dragoman.termbases.model import Gender
from dragoman.termbases.morphology import catalan, french, galician, italian, portuguese, spanish
from dragoman.termbases.morphology.english import (
    find_other_numbers,
    is_unchanged,
    looks_plural,
    make_english_plural,
    plurals,
)
from dragoman.termbases.morphology.rules import LanguageRules, find_ending
from dragoman.unicode_normalization import normalize

RULES: Final = {
    "ca": catalan.RULES,
    "es": spanish.RULES,
    "fr": french.RULES,
    "gl": galician.RULES,
    "it": italian.RULES,
    "pt": portuguese.RULES,
}
_CONJUNCTIONS: Final = frozenset(["y", "e", "i", "o", "u", "et", "ou", "ed"])
_CLEAR_PLURALS: Final = {"es": ("os", "as"), "fr": ("es",), "gl": ("os", "as"), "pt": ("os", "as")}
_MOST_WORDS: Final = 12


class GrammaticalNumber(enum.StrEnum):
    """The grammatical number of words."""

    SINGULAR = "singular"
    PLURAL = "plural"


class FormChange(enum.StrEnum):
    """How the form of a term in a text differs from the listed one."""

    NONE = "none"
    PLURAL = "plural"  # listed in the singular, plural in the text
    SINGULAR = "singular"  # listed in the plural, singular in the text
    OTHER = "other"  # another form, or a language without rules for plurals


def has_plurals(language: str) -> bool:
    """Whether plurals can be made in a language, given by its canonical code."""
    return _subtag(language) in RULES


def knows_plurals(language: str) -> bool:
    """Whether `compare_forms` knows the plurals of a language."""
    return _subtag(language) in {*RULES, "en"}


def find_plurals(word: str, language: str) -> frozenset[str]:
    """The possible plurals of a word in lower case; for English the irregular ones only.

    For an irregular English plural, its singulars.
    """
    subtag = _subtag(language)
    if subtag == "en":
        return find_other_numbers(word)
    rules = RULES.get(subtag)
    if rules is None or not _is_word(word):
        return frozenset()
    return frozenset(made for gender in Gender if (made := rules.plural(word, gender)))


def make_plurals(text: str, language: str) -> frozenset[str]:
    """Make the plurals of a term: by rules, or in English with an irregular plural of its last word."""
    words = text.lower().split()
    if _subtag(language) == "en" and words:
        return frozenset(" ".join((*words[:-1], form)) for form in find_other_numbers(words[-1]))
    made = pluralise(text, language)
    return frozenset({made} if made else ())


def is_invariable(text: str, language: str) -> bool:
    """Whether a term has the same form in the singular and in the plural."""
    words = text.lower().split()
    if _subtag(language) == "en":
        return bool(words) and is_unchanged(words[-1])
    return bool(words) and find_plurals(words[0], language) == {words[0]}


def compare_forms(listed: str, found: str, language: str) -> FormChange:
    """Compare the form of a term in a text with the listed one, word by word and regardless of case."""
    if listed == found:
        return FormChange.NONE
    one, other = _fold(listed).split(), _fold(found).split()
    if one == other:
        return FormChange.NONE
    if len(one) != len(other):
        return FormChange.OTHER
    different = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    subtag = _subtag(language)
    if all(_is_plural_of(b, a, subtag) for a, b in different):
        return FormChange.PLURAL
    if all(_is_plural_of(a, b, subtag) for a, b in different):
        return FormChange.SINGULAR
    return FormChange.OTHER


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    return normalize("NFKC", text).casefold().replace("’", "'").replace("\u00ad", "")


def _is_plural_of(many: str, one: str, subtag: str) -> bool:
    if subtag == "en":
        return many in plurals(one)
    rules = RULES.get(subtag)
    if rules is None:
        return False
    own = _gender_of(one, rules)
    made = {rules.plural(one, gender) for gender in ((own,) if own else Gender)} - {None}
    if made or rules.plural_in_i:
        return many in made
    return many in {one + "s", one + "es"}


@functools.lru_cache(maxsize=4096)
def pluralise(text: str, language: str, gender: Gender | None = None) -> str | None:
    """Make the plural of a term; None if uncertain. `gender`: by the term base."""
    if _subtag(language) == "en":
        return make_english_plural(text)
    return _pluralise(text, language, gender)


def _pluralise(text: str, language: str, gender: Gender | None) -> str | None:
    rules = RULES.get(_subtag(language))
    words = text.split()
    if rules is None or not words or len(words) > _MOST_WORDS:
        return None
    if len(words) > 1 and text.isupper():
        made = pluralise(text.lower(), language, gender)
        return made.upper() if made else None
    gender = gender or find_gender(text, language)
    inflected: list[str] = []
    for at, word in enumerate(words):
        small = word.lower()
        if at and _is_link(small, rules):
            return " ".join((*inflected, *words[at:]))
        if small in _CONJUNCTIONS or _is_link(small, rules):
            return None
        made = word if _is_invariable(word, words[0], at, rules) else _inflect(small, at, rules, gender)
        if made is None:
            return None
        inflected.append(made if made == word else _copy_case(made, word))
    return " ".join(inflected)


def _inflect(word: str, at: int, rules: LanguageRules, gender: Gender | None) -> str | None:
    """Make the plural of a head, or of an adjective that agrees with it; None for a noun beside a noun."""
    if not _is_word(word):
        return None
    if at:
        if not word.endswith(rules.adjectives):
            return None
        against = rules.masculine if gender is Gender.FEMININE else rules.feminine
        if gender in {Gender.FEMININE, Gender.MASCULINE} and word.endswith(against):
            return None
    return rules.plural(word, gender)


def _is_invariable(word: str, head: str, at: int, rules: LanguageRules) -> bool:
    """Whether a word does not change in the plural: acronyms, names, numbers, "web" behind a noun."""
    letters = [letter for letter in word if letter.isalpha()]
    if len(letters) > 1 and all(map(str.isupper, letters)):
        return True
    if not at:
        return False
    is_name = word[0].isupper() and not head[0].isupper()
    return is_name or not letters or word.lower() in rules.apposed


def singularise(text: str, language: str) -> str | None:
    """Make the singular of a term in the plural; None unless its ending is unambiguous."""
    words = text.split()
    endings = _CLEAR_PLURALS.get(_subtag(language))
    if endings is None or not words or not _is_word(words[0]) or not words[0].endswith(endings):
        return None
    rules = RULES[_subtag(language)]
    if words[0].lower() in rules.words or (words[1:] and not _is_link(words[1].lower(), rules)):
        return None
    return " ".join((words[0][:-1], *words[1:]))


def is_plural(text: str, language: str) -> bool:
    """Whether the form of a term is a plural; in English, whether its last word may be one."""
    if _subtag(language) == "en":
        words = text.lower().split()
        return bool(words) and looks_plural(words[-1])
    return find_number(text, language) is GrammaticalNumber.PLURAL


def find_number(text: str, language: str) -> GrammaticalNumber | None:
    """Find the grammatical number of a term by the form of its head."""
    subtag, head = _subtag(language), _find_head(text)
    return _number_of_head(head, subtag) if subtag in RULES and head else None


def find_gender(text: str, language: str) -> Gender | None:
    """Find the gender of a term by the form of its head, in the singular or in the plural."""
    subtag, head = _subtag(language), _find_head(text)
    return _gender_of_head(head, subtag) if subtag in RULES and head else None


def _find_head(text: str) -> str:
    """The first word of a term; "" if there is none."""
    return next(iter(text.split(maxsplit=1)), "")


@functools.lru_cache(maxsize=16_384)
def _number_of_head(head: str, subtag: str) -> GrammaticalNumber | None:
    if not _shows_form(head):
        return None
    rules, word = RULES[subtag], head.lower()
    if rules.plural_in_i:
        ends = {
            "i": GrammaticalNumber.PLURAL,
            "o": GrammaticalNumber.SINGULAR,
            "a": GrammaticalNumber.SINGULAR,
        }
        return None if word in rules.words else ends.get(word[-1])
    if word.endswith(rules.plurals):
        return GrammaticalNumber.PLURAL
    if word[-1] not in "sxz":
        return GrammaticalNumber.SINGULAR
    if word in rules.words or word.endswith(rules.singular_in_s):
        return GrammaticalNumber.SINGULAR if rules.plural(word, None) not in {word, None} else None
    return GrammaticalNumber.PLURAL if any(_singulars(word, rules)) else None


@functools.lru_cache(maxsize=16_384)
def _gender_of_head(head: str, subtag: str) -> Gender | None:
    if not _shows_form(head):
        return None
    rules, word = RULES[subtag], head.lower()
    if _number_of_head(head, subtag) is not GrammaticalNumber.PLURAL:
        return _gender_of(word, rules)
    genders = {_gender_of(singular, rules) for singular in _singulars(word, rules)} - {None}
    return genders.pop() if len(genders) == 1 else None


def _shows_form(word: str) -> bool:
    """Whether the form of a word can show its number and gender: not if it is in capitals or has signs."""
    return _is_word(word) and not (word.isupper() and len(word) > 1)


def _gender_of(word: str, rules: LanguageRules) -> Gender | None:
    return rules.words[word] if word in rules.words else find_ending(word, rules.genders)


def _singulars(word: str, rules: LanguageRules) -> Iterator[str]:
    """Find the words whose plural a word may be."""
    bases = (word[:-1], word[:-2], word[:-3], word[:-4])
    endings = ("", "o", "a", "e", "n", "s", "z", "ó", "í", "l", "m", "ca", "ga", "ja", "al", "el", "il", "ón",
               "ión", "ão", "és", "ê", "ês", "au", "eu", "à", "co", "go", "io", "cia", "gia")  # fmt: skip
    for candidate in sorted({base + ending for base in bases for ending in endings if len(base) > 1}):
        if candidate != word and any(rules.plural(candidate, gender) == word for gender in Gender):
            yield candidate


def _is_link(word: str, rules: LanguageRules) -> bool:
    """Whether a word is a preposition, perhaps written together with the next word: "d'encre"."""
    return word.replace("’", "'").partition("'")[0] in rules.links


def _copy_case(made: str, word: str) -> str:
    if word.isupper() and len(word) > 1:
        return made.upper()
    return made[0].upper() + made[1:] if word[0].isupper() else made


def _is_word(word: str) -> bool:
    """Whether a word has letters only; Catalan l·l, with a point, counts as letters."""
    return word.replace("l·l", "ll").isalpha()


def _subtag(language: str) -> str:
    return language.partition("-")[0]
