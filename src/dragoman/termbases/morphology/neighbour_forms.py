"""The forms of words beside terms, read from the tables of `neighbours`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from dragoman.termbases.morphology.neighbours import NEIGHBOURS, Neighbours
from dragoman.termbases.morphology.phrases import RULES

NO_FORM: Final = "-"


class WordForms(NamedTuple):
    """The forms of a word."""

    masculine: str
    feminine: str
    masculines: str
    feminines: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourTables:
    """The tables of a language: rows of words by each form, rows of endings by each ending, longest first."""

    articles: Mapping[str, WordForms]
    determiners: Mapping[str, WordForms]
    adjectives: Mapping[str, WordForms]
    predicates: Mapping[str, WordForms]
    endings: tuple[tuple[str, WordForms], ...]
    endings_of_predicates: tuple[tuple[str, WordForms], ...]  # including those of `endings`
    copulas: frozenset[str]
    between: frozenset[str]
    links: frozenset[str]  # prepositions, also those written together with an article


@functools.cache
def read_tables(language: str) -> NeighbourTables | None:
    """Read the tables of a language; None if it has none."""
    listed: Neighbours | None = NEIGHBOURS.get(language)
    if listed is None:
        return None
    adjectives, endings = _read_rows(listed.adjectives)
    predicates, more = _read_rows(listed.predicates)
    return NeighbourTables(
        articles=_read_rows(listed.articles)[0],
        determiners=_read_rows(listed.determiners)[0],
        adjectives=adjectives,
        predicates=predicates,
        endings=endings,
        endings_of_predicates=(*endings, *more),
        copulas=listed.copulas,
        between=listed.between,
        links=RULES[language].links,
    )


def _read_rows(table: str) -> tuple[Mapping[str, WordForms], tuple[tuple[str, WordForms], ...]]:
    words: dict[str, WordForms] = {}
    endings: list[tuple[str, WordForms]] = []
    for item in table.split():
        row = WordForms(*item.removeprefix("~").split("/"))
        if item.startswith("~"):
            endings += ((ending, row) for ending in sorted(row, key=len, reverse=True))
        else:
            words.update((form, row) for form in row if form != NO_FORM)
    return words, tuple(endings)
