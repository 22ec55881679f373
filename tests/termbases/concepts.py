"""Concepts made by hypothesis, as they are after cleaning, and short ways to write some."""

from __future__ import annotations

import datetime as dt

from hypothesis import strategies as st

from dragoman.termbases.model import (
    Concept,
    Gender,
    PartOfSpeech,
    Term,
    TermMatching,
    TermRefused,
    TermStatus,
    TermType,
    arranged,
    clean_line,
    clean_term,
    clean_text,
)

LANGUAGES = ("ar", "de", "de-AT", "en", "es", "hi", "ja", "pt-BR", "th", "tr", "zh-Hant")
_LETTERS = st.text(
    st.one_of(
        st.sampled_from("|;,\\'\"=+-@<>&?:\t\n []()#%*!"),
        st.sampled_from("abcABCäßıİñあ漢ก한אبé\u0301"),
        st.characters(exclude_categories=("Cs",)),
    ),
    max_size=25,
)


def _is_term(text: str) -> bool:
    try:
        return clean_term(text) == text
    except TermRefused:
        return False


def _cleaned(text: str) -> str:
    try:
        return clean_term(text)
    except TermRefused:
        return "x"


TERM_TEXTS = _LETTERS.map(_cleaned).filter(_is_term)


@st.composite
def _terms(draw: st.DrawFn) -> Term:
    text = draw(TERM_TEXTS)
    forms = dict.fromkeys(draw(st.lists(TERM_TEXTS, max_size=3)))
    forms.pop(text, None)
    return Term(
        language=draw(st.sampled_from(LANGUAGES)),
        text=text,
        status=draw(st.sampled_from(TermStatus)),
        case_sensitive=draw(st.booleans()),
        match=draw(st.sampled_from(TermMatching)),
        forms=tuple(forms),
        part_of_speech=draw(st.none() | st.sampled_from(PartOfSpeech)),
        gender=draw(st.none() | st.sampled_from(Gender)),
        type=draw(st.none() | st.sampled_from(TermType)),
        note=draw(_TEXTS),
        example=draw(_TEXTS),
    )


_TEXTS = st.just("") | _LETTERS.map(lambda text: "\n".join(dict.fromkeys(clean_text(text).split("\n"))))
_DATES = st.none() | st.dates(min_value=dt.date(1000, 1, 1))


@st.composite
def concepts(draw: st.DrawFn) -> Concept:
    terms = {(term.language, term.text): term for term in draw(st.lists(_terms(), min_size=1, max_size=5))}
    return Concept(
        id=clean_line(draw(st.just("") | st.text(max_size=8))),
        definition=draw(_TEXTS),
        domain=clean_line(draw(st.just("") | _LETTERS)),
        note=draw(_TEXTS),
        do_not_translate=draw(st.booleans()),
        created=draw(_DATES),
        changed=draw(_DATES),
        terms=arranged(terms.values()),
    )


def unique_ids(given: list[Concept]) -> list[Concept]:
    seen = {concept.id: concept for concept in given if concept.id}
    return [concept for concept in given if not concept.id or seen[concept.id] is concept]


def concept(**terms: str | Term | list[str | Term]) -> Concept:
    """A concept of terms by language; `pt_BR` is `pt-BR`."""
    made = [
        one if isinstance(one, Term) else Term(language=code.replace("_", "-"), text=one)
        for code, given in terms.items()
        for one in (given if isinstance(given, list) else [given])
    ]
    return Concept(terms=arranged(made))
