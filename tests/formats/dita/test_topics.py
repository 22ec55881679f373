"""DITA: which elements are texts, codes, or left."""

from __future__ import annotations

import pytest

from dragoman.conversion.sampling import take_sample
from dragoman.formats.dita import FORMAT
from dragoman.formats.format import Reason, Recognition
from tests.formats.dita.samples import CONCEPT, TASK
from tests.formats.xml.reading import extract, rebuilt, texts


def test_a_task() -> None:
    found = extract(FORMAT, TASK)
    assert texts(found) == [
        "Saving a [file]",
        "Save what you did, again & again.",
        "files",
        "saving",
        "save",
        "Unless the [disk] breaks.",
        "Only [saved] [files] stay{note}.",
        "Choose [[File][Save]] or type {variable} {variable}.",
        "A window {comment} opens.",
        "The window",
        "A window",
        "First  line\n  second line",
        "is one",
        "See {variable} or [this page].",
    ]
    assert found.left_alone == {
        Reason.KEY: 1,
        Reason.CODE: 3,
        Reason.COMMENT: 1,
        Reason.FIELD: 1,
        Reason.LOCKED: 1,
    }


def test_special_elements_are_what_their_class_says() -> None:
    assert "Birds [fly] and {variable} sing." in texts(extract(FORMAT, CONCEPT))


def test_the_language_of_a_topic_becomes_the_targets() -> None:
    assert '<task id="save" xml:lang="de">' in rebuilt(FORMAT, TASK)


def test_keywords_are_texts_of_their_own() -> None:
    topic = (
        "<topic id='t'><prolog><metadata><keywords><keyword>One</keyword><keyword>two</keyword></keywords>"
    )
    topic += "</metadata></prolog><body><p><keyword>Three</keyword> four</p></body></topic>"
    assert texts(extract(FORMAT, topic)) == ["One", "two", "[Three] four"]


def test_what_sorts_a_title_is_not_part_of_it() -> None:
    topic = "<topic id='t'><title>The end<sort-as>end, the</sort-as></title><body/></topic>"
    assert texts(extract(FORMAT, topic)) == ["end, the", "The end"]


def test_titles_of_maps_and_texts_beside_flags() -> None:
    assert texts(extract(FORMAT, "<bookmap title='One'><chapter navtitle='Two'/></bookmap>")) == [
        "One",
        "Two",
    ]
    flags = (
        "<val><prop action='flag' att='audience'><startflag><alt-text>New</alt-text></startflag></prop></val>"
    )
    assert texts(extract(FORMAT, flags)) == ["New"]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.dita", "<topic id='a'/>", Recognition.CERTAIN),
        ("a.dita", "<special id='a'/>", Recognition.POSSIBLE),
        ("a.dita", "<topic xmlns='urn:x'/>", Recognition.NO),
        ("a.ditamap", "<map/>", Recognition.CERTAIN),
        ("a.ditaval", "<val/>", Recognition.CERTAIN),
        ("a.xml", "<map/>", Recognition.NO),
        ("a.xml", "<topic class='- topic/topic ' id='a'/>", Recognition.CERTAIN),
        ("a.xml", "<!DOCTYPE map PUBLIC '-//OASIS//DTD DITA Map//EN' 'map.dtd'><map/>", Recognition.CERTAIN),
        (
            "a.xml",
            (
                "<concept xmlns:ditaarch='http://dita.oasis-open.org/architecture/2005/'"
                " ditaarch:DITAArchVersion='1.3'/>"
            ),
            Recognition.CERTAIN,
        ),
        ("a.dita", "no XML", Recognition.NO),
        ("a.dita", "", Recognition.POSSIBLE),
    ],
)
def test_how_it_is_recognised(name: str, text: str, expected: Recognition) -> None:
    assert FORMAT.recognise(take_sample(text.encode(), name)) is expected
