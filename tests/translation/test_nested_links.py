"""Links stay beside each other for every order of their words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dragoman.segments import (
    Code,
    CodeKind,
    Covered,
    Segment,
    Text,
    codes,
    keeps_codes,
    place_pairs,
    plain_text,
    render,
)
from dragoman.translation.codes.nested_links import separate_links


def link(identity: str, *inside: Text | Code) -> Segment:
    opening = Code(id=identity, kind=CodeKind.OPEN, type="link", data=f"<{identity}>")
    closing = Code(id=identity, kind=CodeKind.CLOSE, type="link", data=f"</{identity}>")
    return (opening, *inside, closing)


def text(words: str) -> Text:
    return Text(text=words)


SOURCE = (*link("a", text("the big house")), text(" of "), *link("b", text("a friend")))


def test_a_link_in_the_middle_of_another_comes_beside_it() -> None:
    target = link("a", text("la gran "), *link("b", text("amiga")), text(" casa grande"))
    assert render(separate_links(SOURCE, target)) == "la gran <b>amiga</b><a> casa grande</a>"


def test_links_that_are_apart_stay_as_they_are() -> None:
    target = (*link("b", text("amiga")), text(" de "), *link("a", text("la casa")))
    assert separate_links(SOURCE, target) is target


def test_links_that_were_nested_in_the_source_may_be() -> None:
    nested = link("a", text("x "), *link("b", text("y")))
    assert separate_links(nested, nested) is nested


@given(st.permutations("aabbcc  "), st.integers(0, 5))
def test_no_order_of_words_nests_links_or_loses_a_code(order: list[str], spare: int) -> None:
    source = (
        *link("a", text("one")),
        text(" "),
        *link("b", text("two")),
        text(" "),
        *link("c", text("three")),
    )
    words: list[Covered] = [
        (text(f"{word}{index}"), frozenset({word} - {" "})) for index, word in enumerate(order[: 8 - spare])
    ]
    target = place_pairs(words, source)
    result = separate_links(source, target)
    assert keeps_codes(source, result)
    assert plain_text(result) == plain_text(target)
    depth = 0
    for code in codes(result):
        depth += 1 if code.kind is CodeKind.OPEN else -1
        assert depth in {0, 1}
