"""A term base made ready for a pair of languages: all of it, or what has changed since on top of it.

What an index knows as a concept's number is a place in `Glossary.rules`. `glossary` has what is done with it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from dragoman.termbases.model import Concept, Term
from dragoman.termbases.recognition.index import TermIndex, build_index
from dragoman.termbases.recognition.varieties import Varieties

# Of a concept: its term base, or the rank of it where term bases have an order, and its number there.
Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptRule:
    """What a concept asks of a translation."""

    place: Place
    concept: Concept
    required: tuple[Term, ...]
    forbidden: tuple[Term, ...]
    always: bool  # has no term in the source's language, so it forbids whatever the source says


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """A term base for one pair of languages. Made by `compile_glossary`; may be shared by threads."""

    source: str
    target: str
    rules: tuple[ConceptRule, ...] = field(repr=False)
    sources: tuple[TermIndex, ...] = field(repr=False)  # of the whole, and of what has changed since
    targets: tuple[TermIndex, ...] = field(repr=False)
    always: frozenset[int] = frozenset()  # numbers of rules that forbid whatever the source says
    ended: frozenset[int] = frozenset()  # numbers of rules that hold no longer
    size: int = 0  # terms and forms that it keeps in memory
    ordered: bool = False  # of some words what an earlier term base says holds, and not a later one
    whole: Glossary | None = field(default=None, repr=False)  # what it was before any change
    changed: Mapping[Place, Concept | None] = field(default_factory=dict, repr=False)  # since then

    @property
    def forbids_always(self) -> bool:
        """Whether some concept forbids whatever the source says."""
        return bool(self.always)

    @property
    def is_empty(self) -> bool:
        """Whether it asks nothing of any translation."""
        return len(self.rules) == len(self.ended)


def compile_glossary(
    concepts: Iterable[tuple[Place, Concept]],
    *,
    source: str,
    target: str,
    first: int = 0,
    ordered: bool = False,
) -> Glossary:
    """Make concepts, in the order of their places, ready for a pair of canonical codes.

    A source is read with the terms of every variety of its language that is written in the same script. Of a
    target, terms of the very variety come before those of the language as a whole; another variety's are not
    asked for, unless the target is the language as a whole. `first` is the number of the first rule.
    `ordered`: places begin with the rank of a term base, and an earlier one has precedence.
    """
    rules: list[ConceptRule] = []
    source_terms: list[tuple[int, Term]] = []
    target_terms: list[tuple[int, Term]] = []
    of_source, of_target = Varieties(source), Varieties(target)
    for place, concept in concepts:
        own = [term for term in concept.terms if of_source.includes(term.language)]
        required, forbidden = of_target.choose(concept.terms)
        if not own and not forbidden:
            continue
        number = first + len(rules)
        rules.append(
            ConceptRule(place=place, concept=concept, required=required, forbidden=forbidden, always=not own)
        )
        source_terms += ((number, term) for term in own)
        target_terms += ((number, term) for term in (*required, *forbidden))
    return Glossary(
        source=source,
        target=target,
        rules=tuple(rules),
        sources=(build_index(source, source_terms),),
        targets=(build_index(target, target_terms),),
        always=frozenset(number for number, rule in enumerate(rules, start=first) if rule.always),
        size=sum(1 + len(term.forms) for rule in rules for term in rule.concept.terms),
        ordered=ordered,
    )


def change_glossary(glossary: Glossary, changes: Mapping[Place, Concept | None]) -> Glossary:
    """The glossary as it would be compiled with these concepts in their places; None: there is none any more.

    It costs what all changes since the whole was compiled cost; who has made many should compile it anew.
    """
    whole = glossary.whole or glossary
    changed = {**glossary.changed, **changes}
    there = sorted((place, concept) for place, concept in changed.items() if concept is not None)
    layer = compile_glossary(there, source=whole.source, target=whole.target, first=len(whole.rules))
    ended = frozenset(number for place in changed if (number := _find(whole, place)) is not None)
    return Glossary(
        source=whole.source,
        target=whole.target,
        rules=(*whole.rules, *layer.rules),
        sources=(*whole.sources, *layer.sources),
        targets=(*whole.targets, *layer.targets),
        always=whole.always - ended | layer.always,
        ended=ended,
        size=whole.size + layer.size,
        ordered=whole.ordered,
        whole=whole,
        changed=changed,
    )


def _find(whole: Glossary, place: Place) -> int | None:
    """The number of a concept's rule."""
    number = bisect_left(whole.rules, place, key=lambda rule: rule.place)
    found = number < len(whole.rules) and whole.rules[number].place == place
    return number if found else None
