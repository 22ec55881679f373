"""Check whether the words beside a term agree with it, and make them agree.

These words are determiners before it, adjectives and participles behind it, and those of a predicate that
follows: "los atascos viejos fueron encontrados". Words that are not in `neighbours` are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from dragoman.termbases.model import Gender
from dragoman.termbases.morphology.neighbour_forms import NO_FORM, NeighbourTables, WordForms, read_tables
from dragoman.termbases.morphology.neighbours import NEIGHBOURS, Neighbours
from dragoman.termbases.morphology.phrases import GrammaticalNumber
from dragoman.termbases.morphology.rules import read_words

_LAST: Final = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\s+\Z")
_NEXT: Final = re.compile(r"\s+([^\W\d_]+)(?![^\W\d_])")
_ELIDED: Final = re.compile(r"(?<![^\W\d_])([^\W\d_]+)['’]\Z")
_ELIDED_ARTICLES: Final = read_words("l un quell quest")
_STRESSED: Final = re.compile("h?[aá]", re.IGNORECASE)  # beginnings that may be stressed
_BEFORE_STRESSED: Final = frozenset({"el", "un", "del", "al"})
_CONJUNCTIONS: Final = read_words("y e i o et ou ed")
_SHORTEST: Final = 3  # letters before an ending
_MOST_BEFORE: Final = 3
_MOST_BEHIND: Final = 8
# Words that end like participles, but are nouns.
_NOUNS: Final = read_words(
    "entrada salida medida bebida comida llamada parada partida jornada década temporada mirada cada nada"
    " vida entrades sortida mida dada vegada vegades saída cidade été entrée journée année durée estado estat"
    " resultado resultat lado dado sábado mercado soldado prado grado data date dati stato stata strada"
    " entrata uscita vita città sentido apartado significado contenido pedido partido ruido sonido contingut"
    " tejido listado estados"
)


class _Neighbour(NamedTuple):
    """A word beside a term; `start` and `end` are indices in the text before or behind the term."""

    start: int
    end: int
    form: str
    row: WordForms
    is_article: bool


def has_disagreement(
    before: str,
    behind: str,
    *,
    gender: Gender | None,
    number: GrammaticalNumber | None,
    language: str,
    text: str = "",
) -> bool:
    """Whether a word beside a term certainly does not agree with it. Gender or number None is not compared.

    `text` is the term: an article may have another form because of how the term begins ("el agua").
    """
    tables = read_tables(language.partition("-")[0])
    if tables is None:
        return False
    words = [*_before(before, tables), *_behind(behind, tables, before)]
    if language.partition("-")[0] == "es" and _STRESSED.match(text) and number is GrammaticalNumber.SINGULAR:
        words = [word for word in words if not (word.is_article and word.form in _BEFORE_STRESSED)]
    return any(not _agrees(word.form, word.row, gender, number) for word in words)


def adjust_agreement(
    before: str, behind: str, *, gender: Gender, number: GrammaticalNumber | None, language: str
) -> tuple[str, str]:
    """Put the known words in the texts beside a term into its gender; articles do not change.

    A word keeps its number. Where its form does not show the number, that of the term is used, if known.
    """
    tables = read_tables(language.partition("-")[0])
    if tables is None:
        return before, behind
    found = before
    before = _rewrite(before, _before(before, tables), gender, number)
    return before, _rewrite(behind, _behind(behind, tables, found), gender, number)


def may_disagree(before: str, behind: str, *, gender: Gender | None, language: str) -> bool:
    """Whether a word beside a term may not agree with it: it looks like one of another gender.

    If the gender of the term is not known, this is true of every word beside it that has a gender.
    """
    listed, tables = NEIGHBOURS.get(language.partition("-")[0]), read_tables(language.partition("-")[0])
    if listed is None or tables is None:
        return False
    if gender is None and (
        any(map(_has_gender, _before(before, tables))) or _ends_in_article(before, language)
    ):
        return True
    return _may_disagree_behind(before, behind, gender, (listed, tables))


def _may_disagree_behind(
    before: str, behind: str, gender: Gender | None, of_language: tuple[Neighbours, NeighbourTables]
) -> bool:
    listed, tables = of_language
    others = {Gender.MASCULINE: listed.feminine, Gender.FEMININE: listed.masculine}
    both = (*listed.masculine, *listed.feminine)
    endings = others.get(gender, both) if gender else both
    at = 0
    while match := _NEXT.match(behind, at):
        word = match[1].lower()
        row = _adjective(word, tables, in_predicate=True)
        if row is not None and gender is None and not _is_for_both(word, row):
            return True
        is_known = row is not None  # and agrees
        is_verb = word in tables.copulas or word in tables.between
        at = match.end(1)
        if not (is_verb or is_known):
            if len(word) > _SHORTEST and word.endswith(endings):
                return True
            if not _is_between_noun_and_copula(word, behind, at, tables):
                return False
        elif is_verb and _follows_preposition(before, tables):  # the predicate of another noun
            return False
    return False


def _ends_in_article(before: str, language: str) -> bool:
    """Whether a text ends with the "a" that may be an article or a preposition."""
    return language.partition("-")[0] in {"gl", "pt"} and before.lower().split()[-1:] == ["a"]


def _has_gender(word: _Neighbour) -> bool:
    return not _is_for_both(word.form, word.row)


def _is_for_both(form: str, row: WordForms) -> bool:
    """Whether a form agrees with nouns of both genders."""
    return any(form in pair for pair in ({row[0]} & {row[1]}, {row[2]} & {row[3]}))


def _before(text: str, tables: NeighbourTables) -> Iterator[_Neighbour]:
    """Find the determiners before a term, the nearest first."""
    end = len(text)
    for _ in range(_MOST_BEFORE):
        match = _search_last(text, end)
        word = match[1].lower() if match else ""
        row = tables.determiners.get(word)
        article = tables.articles.get(word)
        if match is None or (row is None and article is None):
            return
        yield _Neighbour(
            match.start(1), match.end(1), word, row or article or WordForms("", "", "", ""), row is None
        )
        end = match.start(1)


def _behind(text: str, tables: NeighbourTables, before: str) -> Iterator[_Neighbour]:
    """Find the adjectives behind a term, and those of the predicate behind it.

    If the term follows a preposition there are none: in "las teclas del equipo son rojas" they belong to
    another noun.
    """
    at, is_beside, in_predicate, was_adjective = 0, True, False, False
    for _ in range(_MOST_BEHIND):
        match = _NEXT.match(text, at)
        if match is None:
            return
        word = match[1].lower()
        row = _adjective(word, tables, in_predicate=in_predicate)
        if word in tables.copulas:
            in_predicate, was_adjective = True, False
        elif row is not None and (is_beside or in_predicate):
            if _follows_preposition(before, tables):
                return
            yield _Neighbour(match.start(1), match.end(1), word, row, is_article=False)
            was_adjective = True
            at = match.end(1)
            continue
        elif is_beside and _is_between_noun_and_copula(word, text, match.end(1), tables):
            pass
        elif not (word in tables.between or (was_adjective and in_predicate and word in _CONJUNCTIONS)):
            return
        is_beside = False
        at = match.end(1)


def _is_between_noun_and_copula(word: str, text: str, end: int, tables: NeighbourTables) -> bool:
    """Whether an unknown word, which ends at `end`, can only be an adjective: "la rata negra fue"."""
    if len(word) <= _SHORTEST or word in tables.links or word in tables.between or word in _CONJUNCTIONS:
        return False
    following = _NEXT.match(text, end)
    return following is not None and following[1].lower() in tables.copulas


def _follows_preposition(before: str, tables: NeighbourTables) -> bool:
    if before.endswith(("'", "’")) and (elided := _ELIDED.search(before)):
        if elided[1].lower() not in _ELIDED_ARTICLES:
            return True
        before = before[: elided.start()]
    determiners = list(_before(before, tables))
    if any(word.is_article and word.form in tables.links for word in determiners):
        return True
    match = _search_last(before, determiners[-1].start if determiners else len(before))
    return match is not None and match[1].lower() in tables.links


def _search_last(text: str, end: int) -> re.Match[str] | None:
    """Find the last word before `end`, if a blank follows it. Only this word is searched, to save time."""
    spaced = text[:end].rstrip()
    last = spaced.rsplit(maxsplit=1)[-1:]
    return _LAST.search(text, len(spaced) - len(last[0]), end) if last and len(spaced) < end else None


def _adjective(word: str, tables: NeighbourTables, *, in_predicate: bool) -> WordForms | None:
    if word in _NOUNS:
        return None
    row = tables.adjectives.get(word) or (tables.predicates.get(word) if in_predicate else None)
    if row is not None:
        return row
    for ending, forms in tables.endings_of_predicates if in_predicate else tables.endings:
        if word.endswith(ending) and len(word) >= len(ending) + _SHORTEST:
            stem = word[: -len(ending)]
            found = WordForms(*(stem + form for form in forms))
            return None if _NOUNS.intersection(found) else found
    return None


def _agrees(form: str, row: WordForms, gender: Gender | None, number: GrammaticalNumber | None) -> bool:
    fitting = {
        other
        for other, its_gender, its_number in zip(row, _GENDERS, _NUMBERS, strict=True)
        if gender in {None, its_gender} and number in {None, its_number}
    }
    return form in fitting


_GENDERS: Final = (Gender.MASCULINE, Gender.FEMININE, Gender.MASCULINE, Gender.FEMININE)
_NUMBERS: Final = (
    GrammaticalNumber.SINGULAR,
    GrammaticalNumber.SINGULAR,
    GrammaticalNumber.PLURAL,
    GrammaticalNumber.PLURAL,
)


def _rewrite(text: str, words: Iterator[_Neighbour], gender: Gender, number: GrammaticalNumber | None) -> str:
    for word in sorted(words, reverse=True):
        if word.is_article or _agrees(word.form, word.row, gender, None):
            continue
        numbers = {one for form, one in zip(word.row, _NUMBERS, strict=True) if form == word.form}
        form = _form(word.row, gender, numbers.pop() if len(numbers) == 1 else number)
        if form != NO_FORM:
            text = text[: word.start] + _copy_case(form, text[word.start : word.end]) + text[word.end :]
    return text


def _form(row: WordForms, gender: Gender, number: GrammaticalNumber | None) -> str:
    if number is None:
        return NO_FORM
    index = (number is GrammaticalNumber.PLURAL) * 2 + (gender is Gender.FEMININE)
    return row[index]


def _copy_case(form: str, model: str) -> str:
    if len(model) > 1 and model.isupper():
        return form.upper()
    return form[0].upper() + form[1:] if model[0].isupper() else form
