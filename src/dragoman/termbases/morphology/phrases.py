"""Terms of one word or several: which number one has, its plural and its singular, its gender.

What is not certain is None. Of a term of several words the first is its head, and what stands behind the
first preposition is never inflected: "atasco de papel", "atascos de papel".
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
from dragoman.termbases.morphology.rules import Rules, find_ending
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
    """Whether words name one thing or several."""

    SINGULAR = "singular"
    PLURAL = "plural"


class FormChange(enum.StrEnum):
    """In which form a text has a term, compared with how the term is listed."""

    NONE = "none"
    PLURAL = "plural"  # listed in the singular, there in the plural
    SINGULAR = "singular"  # the other way round
    OTHER = "other"  # another form, or one of a language whose plurals are not known here


def has_plurals(language: str) -> bool:
    """Whether plurals can be made in a language, given by its canonical code."""
    return _subtag(language) in RULES


def knows_plurals(language: str) -> bool:
    """Whether `compare_forms` knows the plurals of a language."""
    return _subtag(language) in {*RULES, "en"}


def find_plurals(word: str, language: str) -> frozenset[str]:
    """The plurals that a word may have, given in small letters; of English those that are irregular.

    What such an English plural is one of, too.
    """
    subtag = _subtag(language)
    if subtag == "en":
        return find_other_numbers(word)
    rules = RULES.get(subtag)
    if rules is None or not _is_word(word):
        return frozenset()
    return frozenset(made for gender in Gender if (made := rules.plural(word, gender)))


def make_plurals(text: str, language: str) -> frozenset[str]:
    """A term in its plurals: by rules, or in English with an irregular one of its last word."""
    words = text.lower().split()
    if _subtag(language) == "en" and words:
        return frozenset(" ".join((*words[:-1], form)) for form in find_other_numbers(words[-1]))
    made = pluralise(text, language)
    return frozenset({made} if made else ())


def is_invariable(text: str, language: str) -> bool:
    """Whether a term is the same in the singular and in the plural, so that its look tells no number."""
    words = text.lower().split()
    if _subtag(language) == "en":
        return bool(words) and is_unchanged(words[-1])
    return bool(words) and find_plurals(words[0], language) == {words[0]}


def compare_forms(listed: str, said: str, language: str) -> FormChange:
    """In which form a text has a term. The texts are compared word by word, without regard to capitals."""
    if listed == said:
        return FormChange.NONE
    one, other = _fold(listed).split(), _fold(said).split()
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
    """The plural of a term, None where it is not certain. `gender`: as the term base has it."""
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
        made = word if _is_fixed(word, words[0], at, rules) else _inflect(small, at, rules, gender)
        if made is None:
            return None
        inflected.append(made if made == word else _with_capitals(made, word))
    return " ".join(inflected)


def _inflect(word: str, at: int, rules: Rules, gender: Gender | None) -> str | None:
    """The plural of a head, or of an adjective that agrees with it; None for a noun beside a noun."""
    if not _is_word(word):
        return None
    if at:
        if not word.endswith(rules.adjectives):
            return None
        against = rules.masculine if gender is Gender.FEMININE else rules.feminine
        if gender in {Gender.FEMININE, Gender.MASCULINE} and word.endswith(against):
            return None
    return rules.plural(word, gender)


def _is_fixed(word: str, head: str, at: int, rules: Rules) -> bool:
    """Whether a word is the same in the plural: an acronym, a name or a number, "web" behind a noun."""
    letters = [letter for letter in word if letter.isalpha()]
    if len(letters) > 1 and all(map(str.isupper, letters)):
        return True
    if not at:
        return False
    is_name = word[0].isupper() and not head[0].isupper()
    return is_name or not letters or word.lower() in rules.apposed


def singularise(text: str, language: str) -> str | None:
    """The singular of a term that is listed in the plural, where its ending leaves no doubt."""
    words = text.split()
    endings = _CLEAR_PLURALS.get(_subtag(language))
    if endings is None or not words or not _is_word(words[0]) or not words[0].endswith(endings):
        return None
    rules = RULES[_subtag(language)]
    if words[0].lower() in rules.words or (words[1:] and not _is_link(words[1].lower(), rules)):
        return None
    return " ".join((words[0][:-1], *words[1:]))


def is_plural(text: str, language: str) -> bool:
    """Whether words look like a plural; of English, whose last word may be one."""
    if _subtag(language) == "en":
        words = text.lower().split()
        return bool(words) and looks_plural(words[-1])
    return find_number(text, language) is GrammaticalNumber.PLURAL


def find_number(text: str, language: str) -> GrammaticalNumber | None:
    """The number of a term by the look of its head."""
    subtag, head = _subtag(language), _find_head(text)
    return _number_of_head(head, subtag) if subtag in RULES and head else None


def find_gender(text: str, language: str) -> Gender | None:
    """The gender of a term by the look of its head, in the singular or in the plural."""
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
    """Whether the look of a word may tell its number and gender: not of one in capitals, or with signs."""
    return _is_word(word) and not (word.isupper() and len(word) > 1)


def _gender_of(word: str, rules: Rules) -> Gender | None:
    return rules.words[word] if word in rules.words else find_ending(word, rules.genders)


def _singulars(word: str, rules: Rules) -> Iterator[str]:
    """The words whose plural a word may be."""
    bases = (word[:-1], word[:-2], word[:-3], word[:-4])
    endings = ("", "o", "a", "e", "n", "s", "z", "ó", "í", "l", "m", "ca", "ga", "ja", "al", "el", "il", "ón",
               "ión", "ão", "és", "ê", "ês", "au", "eu", "à", "co", "go", "io", "cia", "gia")  # fmt: skip
    for candidate in sorted({base + ending for base in bases for ending in endings if len(base) > 1}):
        if candidate != word and any(rules.plural(candidate, gender) == word for gender in Gender):
            yield candidate


def _is_link(word: str, rules: Rules) -> bool:
    """Whether a word is a preposition, perhaps written together with what follows: "d'encre"."""
    return word.replace("’", "'").partition("'")[0] in rules.links


def _with_capitals(made: str, word: str) -> str:
    if word.isupper() and len(word) > 1:
        return made.upper()
    return made[0].upper() + made[1:] if word[0].isupper() else made


def _is_word(word: str) -> bool:
    """Whether all is letters, of which Catalan writes two with a point between: l·l."""
    return word.replace("l·l", "ll").isalpha()


def _subtag(language: str) -> str:
    return language.partition("-")[0]
