"""Compile term bases for a pair of languages: as a whole, or as a layer of changes on a compiled glossary.

The concept numbers of an index are indices of `Glossary.rules`. `glossary` uses compiled glossaries.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from dragoman.termbases.model import Concept, Term
from dragoman.termbases.recognition.index import TermIndex, build_index
from dragoman.termbases.recognition.varieties import Varieties

# Of a concept: its term base (or the term base's rank, where they have an order), and its number there.
ConceptPosition: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptRule:
    """The rule of a concept for translations: required and forbidden terms."""

    position: ConceptPosition
    concept: Concept
    required: tuple[Term, ...]
    forbidden: tuple[Term, ...]
    always: bool  # it has no term in the source's language, so its terms are forbidden for every source


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """Term bases compiled for a pair of languages by `compile_glossary`. Threads may share it."""

    source: str
    target: str
    rules: tuple[ConceptRule, ...] = field(repr=False)
    sources: tuple[TermIndex, ...] = field(repr=False)  # of the whole, and of the layer of changes
    targets: tuple[TermIndex, ...] = field(repr=False)
    always: frozenset[int] = frozenset()  # numbers of rules that apply to every source
    ended: frozenset[int] = frozenset()  # numbers of rules that changes have replaced
    size: int = 0  # terms and forms in memory
    ordered: bool = False  # for the same words, an earlier term base has precedence
    whole: Glossary | None = field(default=None, repr=False)  # the glossary without the layer of changes
    changed: Mapping[ConceptPosition, Concept | None] = field(default_factory=dict, repr=False)  # the layer

    @property
    def forbids_always(self) -> bool:
        """Whether some concept forbids terms for every source."""
        return bool(self.always)

    @property
    def is_empty(self) -> bool:
        """Whether it has no rules."""
        return len(self.rules) == len(self.ended)


def compile_glossary(
    concepts: Iterable[tuple[ConceptPosition, Concept]],
    *,
    source: str,
    target: str,
    first: int = 0,
    ordered: bool = False,
) -> Glossary:
    """Compile concepts, in the order of their positions, for a pair of canonical codes.

    Sources are searched for the terms of all varieties of their language in the same script. For targets,
    terms of the same variety have precedence over those of the language as a whole. Terms of other varieties
    are used only if the target is the language as a whole. `first` is the number of the first rule.
    `ordered`: positions begin with the rank of a term base, and an earlier one has precedence.
    """
    rules: list[ConceptRule] = []
    source_terms: list[tuple[int, Term]] = []
    target_terms: list[tuple[int, Term]] = []
    of_source, of_target = Varieties(source), Varieties(target)
    for position, concept in concepts:
        own = [term for term in concept.terms if of_source.includes(term.language)]
        required, forbidden = of_target.choose(concept.terms)
        if not own and not forbidden:
            continue
        number = first + len(rules)
        rules.append(
            ConceptRule(
                position=position, concept=concept, required=required, forbidden=forbidden, always=not own
            )
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


def change_glossary(glossary: Glossary, changes: Mapping[ConceptPosition, Concept | None]) -> Glossary:
    """Make the glossary that compiling it with changed concepts would give; None: the concept was removed.

    The time grows with all changes since the whole was compiled; after many, compile the whole again.
    """
    whole = glossary.whole or glossary
    changed = {**glossary.changed, **changes}
    existing = sorted((position, concept) for position, concept in changed.items() if concept is not None)
    layer = compile_glossary(existing, source=whole.source, target=whole.target, first=len(whole.rules))
    ended = frozenset(number for position in changed if (number := _find(whole, position)) is not None)
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


def _find(whole: Glossary, position: ConceptPosition) -> int | None:
    """Find the number of a concept's rule."""
    number = bisect_left(whole.rules, position, key=lambda rule: rule.position)
    found = number < len(whole.rules) and whole.rules[number].position == position
    return number if found else None
