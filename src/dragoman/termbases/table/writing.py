"""Concepts to a table, which `read_table` reads back as they are. The same concepts give the same bytes.

A column is there where some concept needs it; so a file takes two passes: `find_layout`, then `write_table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from dragoman.termbases.matching import is_usual_match
from dragoman.termbases.model import Concept, Term, TermStatus, is_acronym
from dragoman.termbases.table.cells import FORMS, join_values, write_row
from dragoman.termbases.table.columns import OF_TERMS, Field

_OF_CONCEPTS: Final[dict[Field, Callable[[Concept], str]]] = {
    Field.ID: lambda concept: concept.id,
    Field.DOMAIN: lambda concept: concept.domain,
    Field.DEFINITION: lambda concept: concept.definition,
    Field.NOTE: lambda concept: concept.note,
    Field.DO_NOT_TRANSLATE: lambda concept: "yes" if concept.do_not_translate else "",
    Field.CREATED: lambda concept: concept.created.isoformat() if concept.created else "",
    Field.CHANGED: lambda concept: concept.changed.isoformat() if concept.changed else "",
}
_OF_TERMS: Final[dict[Field, Callable[[Term], str]]] = {
    Field.STATUS: lambda term: term.status,
    Field.CASE: lambda term: "yes" if term.case_sensitive else "no",
    Field.MATCH: lambda term: term.match,
    Field.FORMS: lambda term: join_values(term.forms, FORMS),
    Field.PART_OF_SPEECH: lambda term: term.part_of_speech or "",
    Field.GENDER: lambda term: term.gender or "",
    Field.TYPE: lambda term: term.type or "",
    Field.NOTE: lambda term: term.note,
    Field.EXAMPLE: lambda term: term.example,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageColumns:
    """The columns of a language's terms, forbidden ones apart."""

    language: str
    forbidden: bool
    said: tuple[Field, ...]  # what is said of its terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The columns of a table."""

    concept: tuple[Field, ...] = ()
    groups: tuple[LanguageColumns, ...] = field(default_factory=tuple)


def find_layout(concepts: Iterable[Concept]) -> Layout:
    """The columns that these concepts need."""
    of_concepts: set[Field] = set()
    groups: dict[tuple[str, bool], set[Field]] = {}
    for concept in concepts:
        of_concepts.update(what for what, value in _OF_CONCEPTS.items() if value(concept))
        for key, terms in groupby(concept.terms, key=_group):
            groups.setdefault(key, set()).update(_needed(list(terms), forbidden=key[1]))
    return Layout(
        concept=tuple(what for what in _OF_CONCEPTS if what in of_concepts),
        groups=tuple(
            LanguageColumns(
                language=language, forbidden=forbidden, said=tuple(what for what in OF_TERMS if what in said)
            )
            for (language, forbidden), said in sorted(groups.items())
        ),
    )


def write_table(concepts: Iterable[Concept], layout: Layout, *, delimiter: str = ",") -> Iterator[bytes]:
    """The file, a piece for each row: UTF-8 with a byte order mark, which spreadsheets need to know it."""
    yield b"\xef\xbb\xbf" + write_row(list(_names(layout)), delimiter).encode()
    for concept in concepts:
        terms = {key: list(group) for key, group in groupby(concept.terms, key=_group)}
        cells = [_OF_CONCEPTS[what](concept) for what in layout.concept]
        for group in layout.groups:
            cells += _cells(terms.get((group.language, group.forbidden), []), group.said)
        yield write_row(cells, delimiter).encode()


def _names(layout: Layout) -> Iterator[str]:
    yield from layout.concept
    for group in layout.groups:
        name = f"{group.language}:{TermStatus.FORBIDDEN}" if group.forbidden else group.language
        yield name
        for what in group.said:
            yield f"{name}:{what}"


def _group(term: Term) -> tuple[str, bool]:
    return term.language, term.status is TermStatus.FORBIDDEN


def _needed(terms: Sequence[Term], *, forbidden: bool) -> Iterator[Field]:
    """What has to be said of terms because a reader would assume something else."""
    usual = [TermStatus.FORBIDDEN if forbidden else TermStatus.ADMITTED] * len(terms)
    if not forbidden:
        usual[0] = TermStatus.PREFERRED
    if [term.status for term in terms] != usual:
        yield Field.STATUS
    for term in terms:
        if term.case_sensitive != is_acronym(term.text):
            yield Field.CASE
        if not is_usual_match(term):
            yield Field.MATCH
        yield from (what for what in OF_TERMS[3:] if _OF_TERMS[what](term))


def _cells(terms: Sequence[Term], said: Sequence[Field]) -> Iterator[str]:
    yield join_values(term.text for term in terms)
    for what in said:
        values = [_OF_TERMS[what](term) for term in terms]
        yield join_values(values[:1] if len(set(values)) == 1 else values)
