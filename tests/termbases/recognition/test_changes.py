"""A glossary that was changed is the one that would be compiled of the same concepts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.segments import Segment, Text
from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus
from dragoman.termbases.recognition import (
    Glossary,
    Place,
    TermMatch,
    change_glossary,
    check_target,
    compile_glossary,
    recognise,
)

# Few words, so that terms overlap, are the same and hide one another.
WORDS = ("red", "Red", "house", "houses", "housing", "old")
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
LONGER = st.lists(st.sampled_from((*WORDS, "and", "PDF", ".")), max_size=12).map(" ".join)
PLACES = st.tuples(st.integers(1, 2), st.integers(1, 5))


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
STATES = st.dictionaries(PLACES, CONCEPTS, max_size=8)
CHANGES = st.lists(st.dictionaries(PLACES, st.none() | CONCEPTS, max_size=4), min_size=1, max_size=3)


def compiled(concepts: dict[Place, Concept]) -> Glossary:
    return compile_glossary(sorted(concepts.items()), source="en", target="es")


def segment(text: str) -> Segment:
    return (Text(text=text),)


def told(matches: tuple[TermMatch, ...]) -> list[tuple[object, ...]]:
    return [(one.start, one.end, one.concept, one.term, one.required, one.forbidden) for one in matches]


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(state=STATES, changes=CHANGES, source=LONGER, target=LONGER)
def test_a_changed_glossary_is_as_one_compiled_anew(
    state: dict[Place, Concept], changes: list[dict[Place, Concept | None]], source: str, target: str
) -> None:
    changed = compiled(state)
    for change in changes:
        changed = change_glossary(changed, change)
        state = {place: one for place, one in {**state, **change}.items() if one is not None}
    anew = compiled(state)
    matches, expected = recognise(changed, segment(source)), recognise(anew, segment(source))
    assert told(matches) == told(expected)
    found, wanted = (
        check_target(changed, matches, segment(target)),
        check_target(anew, expected, segment(target)),
    )
    assert [told((match,)) for match, _ in found.placed] == [told((match,)) for match, _ in wanted.placed]
    assert [place for _, place in found.placed] == [place for _, place in wanted.placed]
    assert told(found.missing) == told(wanted.missing)
    assert found.forbidden == wanted.forbidden
    assert (changed.forbids_always, changed.is_empty) == (anew.forbids_always, anew.is_empty)


def test_what_a_glossary_was_stays_as_it_was() -> None:
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
