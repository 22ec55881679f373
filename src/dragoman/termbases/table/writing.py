"""Write concepts as a table that `read_table` reads back unchanged. The same concepts give the same bytes.

A table has the columns that its concepts need. So a file takes two passes: `find_layout`, then `write_table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from dragoman.termbases.matching import is_usual_match
from dragoman.termbases.model import Concept, Term, TermStatus, is_acronym
from dragoman.termbases.table.cells import FORMS, join_values
from dragoman.termbases.table.columns import OF_TERMS, TableField
from dragoman.text_io.spreadsheets import write_row

_OF_CONCEPTS: Final[dict[TableField, Callable[[Concept], str]]] = {
    TableField.ID: lambda concept: concept.id,
    TableField.DOMAIN: lambda concept: concept.domain,
    TableField.DEFINITION: lambda concept: concept.definition,
    TableField.NOTE: lambda concept: concept.note,
    TableField.DO_NOT_TRANSLATE: lambda concept: "yes" if concept.do_not_translate else "",
    TableField.CREATED: lambda concept: concept.created.isoformat() if concept.created else "",
    TableField.CHANGED: lambda concept: concept.changed.isoformat() if concept.changed else "",
}
_OF_TERMS: Final[dict[TableField, Callable[[Term], str]]] = {
    TableField.STATUS: lambda term: term.status,
    TableField.CASE: lambda term: "yes" if term.case_sensitive else "no",
    TableField.MATCH: lambda term: term.match,
    TableField.FORMS: lambda term: join_values(term.forms, FORMS),
    TableField.PART_OF_SPEECH: lambda term: term.part_of_speech or "",
    TableField.GENDER: lambda term: term.gender or "",
    TableField.TYPE: lambda term: term.type or "",
    TableField.NOTE: lambda term: term.note,
    TableField.EXAMPLE: lambda term: term.example,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageColumns:
    """The columns of a language's terms; forbidden terms have their own."""

    language: str
    forbidden: bool
    properties: tuple[TableField, ...]  # of its terms


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLayout:
    """The columns of a table."""

    concept: tuple[TableField, ...] = ()
    groups: tuple[LanguageColumns, ...] = field(default_factory=tuple)


def find_layout(concepts: Iterable[Concept]) -> TableLayout:
    """Find the columns that concepts need."""
    of_concepts: set[TableField] = set()
    groups: dict[tuple[str, bool], set[TableField]] = {}
    for concept in concepts:
        of_concepts.update(kind for kind, value in _OF_CONCEPTS.items() if value(concept))
        for key, terms in groupby(concept.terms, key=_group):
            groups.setdefault(key, set()).update(_needed(list(terms), forbidden=key[1]))
    return TableLayout(
        concept=tuple(kind for kind in _OF_CONCEPTS if kind in of_concepts),
        groups=tuple(
            LanguageColumns(
                language=language,
                forbidden=forbidden,
                properties=tuple(kind for kind in OF_TERMS if kind in properties),
            )
            for (language, forbidden), properties in sorted(groups.items())
        ),
    )


def write_table(concepts: Iterable[Concept], layout: TableLayout, *, delimiter: str = ",") -> Iterator[bytes]:
    """Write the file, a piece for each row: UTF-8 with a byte order mark, which spreadsheets need."""
    yield b"\xef\xbb\xbf" + write_row(list(_names(layout)), delimiter).encode()
    for concept in concepts:
        terms = {key: list(group) for key, group in groupby(concept.terms, key=_group)}
        cells = [_OF_CONCEPTS[kind](concept) for kind in layout.concept]
        for group in layout.groups:
            cells += _cells(terms.get((group.language, group.forbidden), []), group.properties)
        yield write_row(cells, delimiter).encode()


def _names(layout: TableLayout) -> Iterator[str]:
    yield from layout.concept
    for group in layout.groups:
        name = f"{group.language}:{TermStatus.FORBIDDEN}" if group.forbidden else group.language
        yield name
        for kind in group.properties:
            yield f"{name}:{kind}"


def _group(term: Term) -> tuple[str, bool]:
    return term.language, term.status is TermStatus.FORBIDDEN


def _needed(terms: Sequence[Term], *, forbidden: bool) -> Iterator[TableField]:
    """Find the properties that have to be written because a reader would assume other values."""
    usual = [TermStatus.FORBIDDEN if forbidden else TermStatus.ADMITTED] * len(terms)
    if not forbidden:
        usual[0] = TermStatus.PREFERRED
    if [term.status for term in terms] != usual:
        yield TableField.STATUS
    for term in terms:
        if term.case_sensitive != is_acronym(term.text):
            yield TableField.CASE
        if not is_usual_match(term):
            yield TableField.MATCH
        yield from (kind for kind in OF_TERMS[3:] if _OF_TERMS[kind](term))


def _cells(terms: Sequence[Term], properties: Sequence[TableField]) -> Iterator[str]:
    yield join_values(term.text for term in terms)
    for kind in properties:
        values = [_OF_TERMS[kind](term) for term in terms]
        yield join_values(values[:1] if len(set(values)) == 1 else values)
