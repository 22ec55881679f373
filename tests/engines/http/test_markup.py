"""Codes as elements and back: nothing is lost or made up, whatever the texts and the answers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.engines.http.chat.tagging import choose_alphabet, read_tagged, write_tagged
from dragoman.engines.http.markup import HTML, PLAIN_HTML, XML, MarkupStyle, read_marked, write_marked
from dragoman.segments import Code, CodeKind, Segment, Text, codes, normalise, render
from tests.engines.apertium.generated import random_segment
from tests.engines.http.marked import change_html, change_xml
from tests.engines.http.opened import marked

_WORDS = [
    "house",
    "<g1>",
    "</g>",
    '<x id="1"/>',
    "&amp;",
    "&lt;",
    "a<b",
    "5 > 4",
    "]]>",
    "<!--",
    "日本語",
    "\u00a0",
]
_PIECES = """
    < > / g x k span id= "1" 1 2 " & a <g¤id="1"> </g> <span¤id='1'> </span>
    <x¤id="2"/> <k¤id="2"> </k> <img¤id=2> ¤
"""
styles = pytest.mark.parametrize("style", [XML, HTML, PLAIN_HTML], ids=["xml", "html", "plain html"])


def segments(count: int, seed: int) -> list[Segment]:
    chance = random.Random(seed)
    found = [random_segment(chance, _WORDS) for _ in range(count)]
    return [normalise(part for part in one) for one in found]


@styles
def test_what_is_written_is_read_again(style: MarkupStyle) -> None:
    for segment in segments(500, 1):
        if "\ufffe" in render(segment) or "\uffff" in render(segment) or not render(segment).isprintable():
            continue  # XML has no such characters; they become replacement characters
        assert read_marked(write_marked(segment, style), segment, style) == segment


def test_other_parsers_read_the_same() -> None:
    for segment in segments(200, 2):
        assert change_xml(write_marked(segment, XML), lambda one: one)
        answer = change_html(write_marked(segment, HTML), lambda one: one)
        assert len(list(codes(read_marked(answer, segment, HTML)))) == len(list(codes(segment)))


def test_tags_for_models_are_read_again() -> None:
    for segment in segments(500, 3):
        alphabet = choose_alphabet([segment])
        assert read_tagged(write_tagged(segment, alphabet), segment, alphabet) == segment


@styles
@settings(max_examples=300, deadline=None)
@given(
    answer=st.lists(st.sampled_from([piece.replace("¤", " ") for piece in _PIECES.split()]), max_size=25).map(
        "".join
    )
)
def test_any_answer_is_read_without_new_codes(style: MarkupStyle, answer: str) -> None:
    source = marked("The <b>red</b> house of {name}")
    found = read_marked(answer, source, style)
    assert set(codes(found)) <= set(codes(source))
    assert normalise(found) == found


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('La casa <g id="1">roja</g> de <k id="2">{name}</k>', "La casa <b>roja</b> de {name}"),
        ("La casa <G ID='1'>roja</G> de <k id=2 >{name}</k>", "La casa <b>roja</b> de {name}"),
        ('La casa <g id="1">roja</g> de <k id="2"/>', "La casa <b>roja</b> de {name}"),
        ('<g id="1">La casa</g> <g id="1">roja</g> de', "<b>La casa</b> <b>roja</b> de"),
        ('La casa <g id="1">roja de', "La casa roja de"),
        ("La casa</g> roja de", "La casa roja de"),
        ('La casa <g id="7">roja</g>', ""),
        ("La casa <em>roja</em>", ""),
        ("<p>La casa</p>", ""),
        ('La casa de <k id="2">{name} roja</k>', ""),
        ("La casa < roja > de", "La casa < roja > de"),
        ("", ""),
    ],
)
def test_answers(answer: str, expected: str) -> None:
    source = marked("The <b>red</b> house of {name}")
    assert render(read_marked(answer, source, XML)) == expected


def test_a_tag_that_is_text_stays_text() -> None:
    source = (Text(text="Write <em> here"),)
    assert write_marked(source, XML) == "Write &lt;em&gt; here"
    assert render(read_marked("Escribe <em> aquí", source, XML)) == "Escribe <em> aquí"
    assert read_marked("Escribe <b> aquí", source, XML) == ()


def test_codes_that_are_not_nested_are_standalone() -> None:
    opening = Code(id="1", kind=CodeKind.OPEN, type="tag", data="<b>")
    closing = Code(id="1", kind=CodeKind.CLOSE, type="tag", data="</b>")
    segment = (closing, Text(text="a"), opening)
    for style in (XML, HTML):
        assert read_marked(write_marked(segment, style), segment, style) == segment
    alphabet = choose_alphabet([segment])
    assert read_tagged(write_tagged(segment, alphabet), segment, alphabet) == segment
