"""Dictionaries of a term base: which of its concepts are entries from one language into another.

A concept is good in all directions, an entry is not. So a term base that a client made as dictionaries has
them on record, with the concepts that came as their entries. Other term bases have one dictionary for each
direction between two of their languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dragoman.languages import primary
from dragoman.termbases.bases import StoredConcept, TermBase
from dragoman.termbases.model import Concept, Term, TermStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Dictionary:
    """A direction between two languages of a term base."""

    source: str  # canonical, without a region: it stands for all varieties
    target: str
    numbers: frozenset[int] = frozenset()  # of the concepts that came as its entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A term and its translation, with the concept that has both."""

    source: str
    target: str
    kept: StoredConcept


@dataclass(frozen=True, slots=True, kw_only=True)
class DictionaryBase:
    """A term base with its dictionaries, each with the number of its entries."""

    base: TermBase
    dictionaries: Sequence[tuple[Dictionary, int]]


def list_entries(
    concepts: Iterable[StoredConcept], dictionary: Dictionary, known: Iterable[Dictionary]
) -> list[Entry]:
    """The entries of a dictionary, by the numbers of their concepts; the first of those of the same term.

    `known` are all dictionaries of the term base. `store.count_entries` counts the same.
    """
    foreign = foreign_numbers(dictionary, known)
    found: dict[str, Entry] = {}
    for kept in concepts:
        if kept.number in foreign:
            continue
        source, target = (find_term(kept.concept, one) for one in (dictionary.source, dictionary.target))
        if source is not None and target is not None:
            entry = Entry(source=source.text, target=target.text, kept=kept)
            found.setdefault(source.text, entry)
    return list(found.values())


def foreign_numbers(dictionary: Dictionary, known: Iterable[Dictionary]) -> frozenset[int]:
    """The concepts that came as entries of other dictionaries only, and so are none of this one."""
    return frozenset(number for one in known for number in one.numbers) - dictionary.numbers


def find_term(concept: Concept, language: str) -> Term | None:
    """The best term of a language or a variety of it that is not forbidden."""
    return next(
        (
            term
            for term in concept.terms
            if term.status is not TermStatus.FORBIDDEN and is_of(term.language, language)
        ),
        None,
    )


def without_language(concept: Concept, language: str) -> Concept | None:
    """The concept without its terms of a language; None if fewer than two languages are left."""
    terms = tuple(term for term in concept.terms if not is_of(term.language, language))
    if len({term.language for term in terms}) < 2:
        return None
    return replace(concept, terms=terms)


def fits(dictionary: Dictionary, source: str, target: str) -> bool:
    """Whether a dictionary is for texts of a well-formed pair: also of varieties of its languages."""
    return (primary(source), primary(target)) == (dictionary.source, dictionary.target)


def is_of(code: str, language: str) -> bool:
    """Whether a canonical code is a language or a variety of it."""
    return code == language or code.startswith(f"{language}-")
