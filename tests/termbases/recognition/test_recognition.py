"""Terms in a source: overlaps, capitals, codes, and the contents of matches."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.segments import Text, plain_text
from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus, sort_terms
from dragoman.termbases.recognition import recognise
from tests.termbases.concepts import concept, concepts
from tests.termbases.recognition.samples import (
    alone,
    bold,
    forbidden,
    found,
    glossary,
    sensitive,
    term,
    text,
)


def test_the_longest_term_is_used() -> None:
    made = glossary(
        concept(en="account", de="Konto"),
        concept(en="user account", de="Benutzerkonto"),
        concept(en="account settings page", de="Kontoseite"),
        concept(en="user", de="Benutzer"),
    )
    assert found(made, "user account") == ["user account"]
    assert found(made, "the user account settings page") == ["user", "account settings page"]
    assert found(made, "account user account") == ["account", "user account"]


def test_of_equally_long_terms_the_first_is_used() -> None:
    made = glossary(concept(en="a bb", de="x"), concept(en="bb c", de="y"))
    assert found(made, "a bb c") == ["a bb"]


def test_capitals() -> None:
    made = glossary(
        concept(en=sensitive("en", "IT"), de="IT"),
        concept(en=sensitive("en", "Polish"), de="polnisch"),
        concept(en="polish", de="polieren"),
        concept(en=sensitive("en", "Mark", TermMatching.STEM), de="Markus"),
    )
    assert found(made, "IT is it. It.") == ["IT"]
    sources = [match.required[0].text for match in recognise(made, text("Polish polish POLISH"))]
    assert sources == ["polnisch", "polieren", "polieren"]
    assert found(made, "Marks marks") == ["Marks"]


def test_homonyms_are_all_there() -> None:
    made = glossary(concept(en="bank", de="Bank"), concept(en="bank", de="Ufer"))
    matches = recognise(made, text("The bank"))
    assert [(match.start, match.end, match.required[0].text) for match in matches] == [
        (4, 8, "Bank"),
        (4, 8, "Ufer"),
    ]


def test_a_nearer_term_hides_others() -> None:
    made = glossary(
        concept(en=term("en", "new", TermMatching.STEM), de="neu"),
        concept(en="news", de="Nachrichten"),
    )
    assert [match.required[0].text for match in recognise(made, text("News, new"))] == ["Nachrichten", "neu"]


def test_the_contents_of_a_match() -> None:
    one = Concept(
        id="7",
        terms=sort_terms(
            [
                Term(language="en", text="car"),
                forbidden("de", "Karre"),
                Term(language="de", text="Wagen", status=TermStatus.ADMITTED),
                Term(language="de", text="Auto"),
            ]
        ),
    )
    (match,) = recognise(glossary(one), text("A Car."))
    assert (match.start, match.end, match.text, match.concept, match.term.text) == (2, 5, "Car", one, "car")
    assert [found.text for found in match.required] == ["Auto", "Wagen"]
    assert [found.text for found in match.forbidden] == ["Karre"]


def test_a_term_that_is_not_translated_is_required_unchanged() -> None:
    one = Concept(do_not_translate=True, terms=(Term(language="en", text="KapiMart"),))
    (match,) = recognise(glossary(one), text("at KAPIMART now"))
    assert [(required.text, required.case_sensitive) for required in match.required] == [("KAPIMART", True)]


def test_forbidden_source_terms_are_recognised() -> None:
    assert found(glossary(concept(en=forbidden("en", "bot"), de="Assistent")), "A bot") == ["bot"]


def test_varieties_of_the_languages() -> None:
    one = concept(en_US="elevator", pt="elevador", pt_BR="elevador brasileiro", pt_PT="ascensor")
    required = {
        target: [
            found.text
            for found in recognise(glossary(one, source="en-GB", target=target), text("elevator"))[0].required
        ]
        for target in ("pt-BR", "pt-PT", "pt", "pt-AO", "es")
    }
    assert required == {
        "pt-BR": ["elevador brasileiro"],
        "pt-PT": ["ascensor"],
        "pt": ["elevador"],
        "pt-AO": ["elevador"],
        "es": [],
    }
    narrower = glossary(concept(en="lift", de_AT="Aufzug", de_CH="Lift"), target="de")
    assert [found.text for found in recognise(narrower, text("lift"))[0].required] == ["Aufzug", "Lift"]
    assert found(glossary(concept(zh_Hant="網", en="net"), source="zh-CN", target="en"), "網") == []


def test_codes_do_not_separate_words() -> None:
    made = glossary(concept(en="user account", de="x"))
    assert found(made, (Text(text="the us"), *bold("er acc"), Text(text="ount"))) == ["user account"]
    assert found(made, (Text(text="user"), alone("break", "<br/>"), Text(text="account"))) == ["useraccount"]
    assert found(made, (Text(text="user "), alone("variable", "{0}"), Text(text="account"))) == []
    assert found(made, (alone("variable", "{0}"), Text(text="user account"), alone("image", "<img>"))) == [
        "user account"
    ]
    assert found(made, ()) == []
    assert found(made, (alone("tag", "<x/>"),)) == []


def test_entities_are_characters() -> None:
    made = glossary(concept(en="R&D", de="F&E"))
    segment = (Text(text="Our R"), alone("entity", "&amp;"), Text(text="D team"))
    assert found(made, segment) == ["RD"]
    assert recognise(made, segment)[0].text == "R&D"


def test_texts_without_words() -> None:
    made = glossary(concept(en="a", de="b"))
    assert found(made, "\ud800a \udfff a\u200b\u200e") == ["a", "a"]
    assert found(made, "\u200b\u00ad") == []


@settings(max_examples=60, deadline=None)
@given(
    given_concepts=st.lists(concepts(), max_size=4),
    pieces=st.lists(st.text(max_size=10) | st.sampled_from([" ", "-", "'"]), max_size=6),
    data=st.data(),
)
def test_every_term_is_found_in_its_own_text(
    given_concepts: list[Concept], pieces: list[str], data: st.DataObject
) -> None:
    source = data.draw(st.sampled_from(["en", "de", "tr", "ja", "ar"]))
    made = glossary(*given_concepts, source=source, target="es")
    segment = text("".join(pieces))
    for match in recognise(made, segment):
        assert 0 <= match.start < match.end <= len(plain_text(segment))
    for one in given_concepts:
        for own in one.terms:
            if own.language == source:
                matches = recognise(made, text(own.text))
                assert matches
                if own.text.isprintable():  # invisible letters at its ends are not part of a match
                    assert (matches[0].start, matches[-1].end) == (0, len(own.text))


def test_hostile_terms_and_texts_cost_little() -> None:
    made = glossary(*(concept(en="a " * length + "b", de="x") for length in range(1, 200)))
    started = time.process_time()
    assert found(made, "a " * 5_000) == []
    assert time.process_time() - started < 5
