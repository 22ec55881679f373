"""A changed glossary is the same as one compiled of the same concepts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.segments import Segment, Text
from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus
from dragoman.termbases.recognition import (
    ConceptPosition,
    Glossary,
    TermMatch,
    change_glossary,
    check_target,
    compile_glossary,
    recognise,
)

# Few words, so that terms overlap, are equal and override each other.
WORDS = ("red", "Red", "house", "houses", "housing", "old")
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
LONGER = st.lists(st.sampled_from((*WORDS, "and", "PDF", ".")), max_size=12).map(" ".join)
POSITIONS = st.tuples(st.integers(1, 2), st.integers(1, 5))


@st.composite
def terms(draw: st.DrawFn) -> Term:
    return Term(
        language=draw(st.sampled_from(["en", "en-GB", "es", "fr"])),
        text=draw(TEXTS),
        status=draw(st.sampled_from(TermStatus)),
        match=draw(st.sampled_from(TermMatching)),
        case_sensitive=draw(st.booleans()),
        forms=tuple(draw(st.lists(TEXTS, max_size=2, unique=True))),
    )


CONCEPTS = st.builds(
    Concept,
    id=st.just("c"),
    do_not_translate=st.booleans(),
    terms=st.lists(terms(), min_size=1, max_size=4).map(tuple),
)
STATES = st.dictionaries(POSITIONS, CONCEPTS, max_size=8)
CHANGES = st.lists(st.dictionaries(POSITIONS, st.none() | CONCEPTS, max_size=4), min_size=1, max_size=3)


def compiled(concepts: dict[ConceptPosition, Concept]) -> Glossary:
    return compile_glossary(sorted(concepts.items()), source="en", target="es")


def segment(text: str) -> Segment:
    return (Text(text=text),)


def write_matches(matches: tuple[TermMatch, ...]) -> list[tuple[object, ...]]:
    return [(one.start, one.end, one.concept, one.term, one.required, one.forbidden) for one in matches]


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(state=STATES, changes=CHANGES, source=LONGER, target=LONGER)
def test_a_changed_glossary_is_the_same_as_one_compiled_anew(
    state: dict[ConceptPosition, Concept],
    changes: list[dict[ConceptPosition, Concept | None]],
    source: str,
    target: str,
) -> None:
    changed = compiled(state)
    for change in changes:
        changed = change_glossary(changed, change)
        state = {position: one for position, one in {**state, **change}.items() if one is not None}
    anew = compiled(state)
    matches, expected = recognise(changed, segment(source)), recognise(anew, segment(source))
    assert write_matches(matches) == write_matches(expected)
    found, wanted = (
        check_target(changed, matches, segment(target)),
        check_target(anew, expected, segment(target)),
    )
    assert [write_matches((match,)) for match, _ in found.placed] == [
        write_matches((match,)) for match, _ in wanted.placed
    ]
    assert [one for _, one in found.placed] == [one for _, one in wanted.placed]
    assert write_matches(found.missing) == write_matches(wanted.missing)
    assert found.forbidden == wanted.forbidden
    assert (changed.forbids_always, changed.is_empty) == (anew.forbids_always, anew.is_empty)


def test_a_change_does_not_affect_the_old_glossary() -> None:
    one = Concept(id="1", terms=(Term(language="en", text="red"), Term(language="es", text="rojo")))
    other = Concept(id="1", terms=(Term(language="en", text="red"), Term(language="es", text="tinto")))
    before = compiled({(1, 1): one})
    after = change_glossary(before, {(1, 1): other})
    gone = change_glossary(after, {(1, 1): None})
    texts = [
        [term.text for match in recognise(glossary, segment("red")) for term in match.required]
        for glossary in (before, after, gone)
    ]
    assert texts == [["rojo"], ["tinto"], []]
    assert gone.is_empty
