"""Reading inline elements as codes."""

from __future__ import annotations

import pytest

from dragoman.memories.tmx import ProblemCode
from dragoman.segments import Code, Segment, is_nested
from tests.memories.tmx.samples import (
    alone,
    closing,
    document,
    opening,
    problems,
    read_units,
    segment,
    tu,
)

BPT = '<bpt i="1" x="1" type="bold">&lt;b&gt;</bpt>'
EPT = '<ept i="1">&lt;/b&gt;</ept>'


def texts(source: str, target: str = "x") -> tuple[Segment, Segment]:
    (one,) = read_units(document(tu(source, target)))
    return one.source, one.target


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        (f"a {BPT}b{EPT} c", ["a ", opening(1, type_="bold"), "b", closing(1, type_="bold"), " c"]),
        ('<ph x="3" type="x-nr">{0}</ph>', [alone(1, "{0}", "nr")]),
        ("<ph/>a", [alone(1, ""), "a"]),
        ('<it pos="begin" x="1">&lt;i></it>a', [alone(1, "<i>"), "a"]),
        ("<ut>\\b</ut>a", [alone(1, "\\b"), "a"]),
        ('<hi type="italic">a</hi>', [opening(1, "", "italic"), "a", closing(1, "", "italic")]),
        (
            '<hi>a<hi x="2">b</hi></hi>',
            [opening(1, ""), "a", opening(2, ""), "b", closing(2, ""), closing(1, "")],
        ),
        ('a<ph>&lt;img alt="<sub>A cat</sub>"&gt;</ph>', ["a", alone(1, '<img alt="A cat">')]),
        ("a<!-- c --><?p i?>b", ["ab"]),
        # Markup that is not TMX and was not escaped.
        (
            '<b class="x">a</b><br/>',
            [opening(1, '<b class="x">'), "a", closing(1, "</b>"), alone(2, "<br/>")],
        ),
    ],
)
def test_elements(written: str, parts: list[str | Code]) -> None:
    source, _ = texts(f"{written}.")
    assert source == segment(*parts, ".")


@pytest.mark.parametrize(
    "written",
    [
        f"a{BPT}b",
        f"a{EPT}b",
        f"{EPT}a{BPT}",
        f"{BPT}{BPT}a{EPT}",
        '<bpt i="1">x</bpt>a<ept i="2">y</ept>',
        '<bpt>x</bpt>a<ept i="2">y</ept>',
    ],
)
def test_ends_without_the_other_end_are_standalone_codes(written: str) -> None:
    text = document(tu(written, "x"), tu("c", "d"))
    assert problems(text) == [(1, 2, ProblemCode.CODES)]
    first, _ = read_units(text)
    assert is_nested(first.source)


def test_pairs_that_overlap_stay_pairs() -> None:
    source, _ = texts('<bpt i="1">1</bpt><bpt i="2">2</bpt>a<ept i="1">/1</ept><ept i="2">/2</ept>')
    assert source == segment(opening(1, "1"), opening(2, "2"), "a", closing(1, "/1"), closing(2, "/2"))


def test_codes_of_two_languages_are_one_by_their_x() -> None:
    source, target = texts(
        '<ph x="8">a</ph> and <ph x="9">b</ph>', '<ph x="9">B</ph> und <ph x="8">A</ph> <ph x="7">c</ph>'
    )
    assert source == segment(alone(1, "a"), " and ", alone(2, "b"))
    assert target == segment(alone(2, "B"), " und ", alone(1, "A"), " ", alone(3, "c"))


def test_without_x_they_are_one_by_their_data() -> None:
    source, target = texts(
        '<ph>{a}</ph><ph>{b}</ph><bpt i="1">B</bpt>x<ept i="1">/B</ept>'
        '<bpt i="2">I</bpt>y<ept i="2">/I</ept>',
        '<bpt i="1">I</bpt>y<ept i="1">/I</ept><bpt i="2">B</bpt>x<ept i="2">/B</ept>'
        "<ph>{b}</ph><ph>{a}</ph>",
    )
    assert sorted(map(str, source)) == sorted(map(str, target))
    assert source != target


def test_the_same_x_or_the_same_data_twice_are_two_codes() -> None:
    source, target = texts("<ph>n</ph>a<ph>n</ph>", '<ph x="1"/>b<ph x="1"/>')
    assert source == segment(alone(1, "n"), "a", alone(2, "n"))
    assert target == segment(alone(3, ""), "b", alone(4, ""))
