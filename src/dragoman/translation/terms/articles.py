"""Prepositions and articles before a term that replaces an engine's word: kept, and made to agree.

Only the word directly before the term is changed, only to another form of itself, and only where the form is
certain: by the gender that the term base gives the term, or because a vowel follows.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from dragoman.termbases.model import Gender
from dragoman.unicode_normalization import normalize

# Words that engines include in a noun's pair, in addition to those of `_ROWS`.
_KEPT: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in {
        "an": "o a os as lo la los las un una de d' en a con por",
        "ast": "el la los les lo un una l' del de d' al a en n' con por",
        "ca": "de d' a en amb per des l' lo los",
        "en": "the a an of to in on at by for from with",
        "es": "lo de a en con por",
        "fr": "les des aux de d' à en dans par pour avec sur",
        "gl": "o a os as de a en con por",
        "it": "lo gli i uno dello degli dei allo agli ai dallo dagli dai nello negli nei sullo sugli sui di"
        " d' a da in con su per tra fra",
        "oc": "lo la los las un una l' del de d' al a en dins amb per",
        "pt": "o a os as de a em com por para",
    }.items()
}


class _Row(NamedTuple):
    """Forms of an article, alone or with a preposition. "": there is none."""

    masculine: str
    feminine: str
    elided: str = ""  # before a vowel, of either gender


_ROWS: Final[Mapping[str, tuple[_Row, ...]]] = {
    language: tuple(_Row(*row.split("/")) for row in rows.split(", "))
    for language, rows in {
        "ca": "el/la/l', de/de/d', un/una, uns/unes, del/de la/de l', al/a la/a l', pel/per la/per l',"
        " els/les, dels/de les, als/a les, pels/per les",
        "en": "a/a/an",
        "es": "el/la, los/las, un/una, unos/unas, del/de la, al/a la",
        "fr": "le/la/l', de/de/d', un/une, du/de la/de l', au/à la/à l'",
        "gl": "o/a, os/as, un/unha, uns/unhas, do/da, dos/das, ao/á, aos/ás, no/na, nos/nas, polo/pola,"
        " polos/polas, nun/nunha, dun/dunha",
        "it": "il/la/l', del/della/dell', al/alla/all', dal/dalla/dall', nel/nella/nell', sul/sulla/sull'",
        "pt": "o/a, os/as, um/uma, uns/umas, do/da, dos/das, ao/à, aos/às, no/na, nos/nas, pelo/pela,"
        " pelos/pelas, num/numa, dum/duma",
    }.items()
}
_ALSO_PREPOSITIONS: Final = frozenset(
    {("gl", "a"), ("pt", "a")}
)  # which cannot be distinguished from an article
# Beginnings of words, decomposed, whose pronunciation is uncertain from the letters alone.
_UNSURE: Final[Mapping[str, re.Pattern[str]]] = {
    "ca": re.compile(r"[hiuy\W\d]"),
    "en": re.compile(r"[\W\d]|x"),
    "fr": re.compile(r"[hy\W\d]|onz|oui"),
    "it": re.compile(r"[hijxyz\W\d]|s[^aeiou]|gn|p[ns]"),
}
_VOWEL: Final = re.compile("[aeiou]")
_VOWELS: Final[Mapping[str, re.Pattern[str]]] = {  # where it is not the letter
    "en": re.compile("(?!uni(?![nm])|us[aeu]|ut[ei]|eu|one|once|ubi)[aeiou]|hour|honest|hono|heir")
}
_STRESSED: Final = re.compile("h?a")  # perhaps, as in "el agua"
_MOST_WORDS: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]+(?:'|’|\s+)")
_LAST_WORDS: Final = re.compile(r"(?:(?<=\s)|\A)(?:[^\W\d_]+\s+)?[^\W\d_]+(?:'|’|\s+)\Z")


def part_leading(replaced: str, source_text: str, source: str, target: str) -> tuple[str, str]:
    """Split an engine's words for a term of the source: prepositions and articles before it, and the rest.

    The rest of a term that itself begins with such words, or whose language's words are not known here, has
    no fewer words than the source has. `source` and `target` are languages.
    """
    known, of_source = _words_of(target), _words_of(source)
    first = _WORD.match(replaced)
    if first is None or _plain(first[0]) not in known:
        return "", replaced
    begins = _WORD.match(source_text)
    certain = bool(of_source) and not (begins and _plain(begins[0]) in of_source)
    words = 1 if certain else len(source_text.split())
    at = 0
    for _ in range(_MOST_WORDS):
        match = _WORD.match(replaced, at)
        if match is None or _plain(match[0]) not in known or len(replaced[match.end() :].split()) < words:
            break
        at = match.end()
    return replaced[:at], replaced[at:]


def agree(before: str, term: str, gender: Gender | None, language: str) -> str:
    """The text before a term, with its last article in the form for this gender, or for a vowel."""
    words = before.rsplit(maxsplit=2)  # behind the first of three are the last two, which is where it looks
    match = _LAST_WORDS.search(before, len(words[0]) if len(words) > 2 else 0)
    if match is None:
        return before
    for start in _starts(match):
        current = _plain(before[start:])
        for row in _ROWS.get(language, ()):
            if current in row and (language, current) not in _ALSO_PREPOSITIONS:
                form = _choose(row, current, term, gender, language)
                return before if form == current else before[:start] + _spell(form, before[start:])
    return before


def _starts(match: re.Match[str]) -> Iterator[int]:
    """The offsets at which the last two words begin, then the last one."""
    yield match.start()
    for found in re.finditer(r"\s+", match[0]):
        if found.end() < len(match[0]):
            yield match.start() + found.end()


def _choose(row: _Row, current: str, term: str, gender: Gender | None, language: str) -> str:
    """The form of a row before a term; the current one where nothing is certain."""
    word = normalize("NFD", term.casefold())
    unsure = _UNSURE.get(language)
    if unsure is not None and unsure.match(word):
        return current
    if row.elided and _VOWELS.get(language, _VOWEL).match(word):
        return row.elided
    if row.masculine == row.feminine:
        return row.masculine
    if gender is Gender.FEMININE:
        return current if language == "es" and _STRESSED.match(word) else row.feminine
    if gender is None and current == row.elided:
        return row.masculine  # no vowel follows; that it may be the other one is reported
    return row.masculine if gender is Gender.MASCULINE else current


def _spell(form: str, current: str) -> str:
    """A form with the capitals and the blank of the text that it replaces."""
    letters = [sign for sign in current if sign.isalpha()]
    if len(letters) > 1 and all(map(str.isupper, letters)):
        form = form.upper()
    elif letters[0].isupper():
        form = form[0].upper() + form[1:]
    if form.endswith("'"):
        return form
    blank = current[len(current.rstrip()) :]
    return form + (blank or " ")


@functools.cache
def _words_of(language: str) -> frozenset[str]:
    """The prepositions and articles of a language; none where they are not known."""
    forms = (form for row in _ROWS.get(language, ()) for form in row)
    return _KEPT.get(language, frozenset()).union(
        *([_plain(match[0]) for match in _WORD.finditer(f"{form} ")] for form in forms)
    )


def _plain(current: str) -> str:
    return " ".join(current.replace("’", "'").casefold().split())
