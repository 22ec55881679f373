"""HTML: what is a unit, what is left, and how sources are cut."""

from __future__ import annotations

import time

import pytest

from dragoman.formats.format import Document, Languages, Reason, Source, WarningCode
from dragoman.formats.html import FORMAT
from dragoman.segments import CodeKind, Segment, Text, plain_text
from dragoman.text_io.errors import ConversionFailed

PAIR = Languages(source="en", target="de")


def extract(page: str, suffix: str = "html") -> Document:
    return FORMAT.extract(Source(data=page.encode(), suffix=suffix), PAIR)


def shown(segment: Segment) -> str:
    """A segment as people see it: pairs as <1></1>, standalone codes as {type}."""
    marks = {CodeKind.OPEN: "<{id}>", CodeKind.CLOSE: "</{id}>", CodeKind.STANDALONE: "{{{type}}}"}
    return "".join(
        part.text if isinstance(part, Text) else marks[part.kind].format(id=part.id, type=part.type)
        for part in segment
    )


def texts(page: str, suffix: str = "html") -> list[str]:
    return [shown(unit.segment) for unit in extract(page, suffix).units]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("plain words", ["plain words"]),
        ("<p>One <b>two</b> three</p>", ["One <1>two</1> three"]),
        ("<p> <b>All of it</b> </p>", ["All of it"]),
        ("<p><b>T</b><b>ika</b> can</p>", ["<1>Tika</1> can"]),
        ("<p><b>one <i>two</b> three</i></p>", ["<1>one {fmt}two</1> three"]),
        ("<p>one<br>two<br/><br>three", ["one{break}two", "three"]),
        ("<p>a <img src=x alt='The cat'> b", ["The cat", "a {object} b"]),
        ("<p><img alt=Word> Text <!-- c -->", ["Word", "Text"]),
        ("<p>in <!-- c --> side", ["in {comment} side"]),
        ("<p>press <kbd>F1</kbd> in <code>a</code>", ["press {protected} in {protected}"]),
        ("<p>white \n\t  space&nbsp;is\u00a0one", ["white space\u00a0is\u00a0one"]),
        ("<p>&lt;b&gt; &amp;amp; &eacute;&#233; &unknown; AT&T &copy", ["<b> &amp; éé &unknown; AT&T ©"]),
        ("<p>a&#0;b &#x1; c", ["a{entity}b {entity} c"]),
        ("<ul><li>One<li>Two<p>Three</ul>Four", ["One", "Two", "Three", "Four"]),
        ("<table><caption>C</caption><tr><th>A<td>B</table>", ["C", "A", "B"]),
        ("<title> A &amp; <b> </title>", ["A & <b>"]),
        ("<p>x <button title=Tip>Go</button> y", ["Tip", "Go", "x {object} y"]),
        (
            "<select><optgroup label=Group><option>One<option label=L>Two</select>",
            ["Group", "One", "L", "Two"],
        ),
        ("<input type=submit value=Go><input value=no><input placeholder=Name>", ["Go", "Name"]),
        ("<textarea> two\n  lines</textarea>", ["two\n  lines"]),
        ("<noscript>Turn it on</noscript>", ["Turn it on"]),
        ('<meta name=Description content="A &quot;page&quot;"><meta name=author content=Me>', ['A "page"']),
        ('<meta property="og:title" content="T"><meta itemprop=name content=no>', ["T"]),
        ('<div title="a>b" title="c">d</div>', ["a>b", "d"]),
        ('<link title="Style" rel=stylesheet><a title=Tip aria-label=Say>x</a>', ["Tip", "Say", "x"]),
        ("<a href=x>same</a><a href=x> link</a>", ["<1>same</1><2> link</2>"]),
        ("<my-icon></my-icon> Save <x-y>it</x-y>", ["Save <1>it</1>"]),
        ("one </p> two </nothing> three", ["one", "two {fmt} three"]),
        ("a < b <= c <3 d <", ["a < b <= c <3 d <"]),
        ("x <y never ends", ["x"]),
        ("<p>1 <script>'<p>'</script> 2 b", ["1 {object} 2 b"]),
        ("<svg><title>no</title><p>no</svg><p>yes", ["yes"]),
        ("<p>a <iframe title=Map><p title=no>no</iframe> b<style title=no></style>", ["Map", "a {object} b"]),
        ("<p>a <code>open <p>next", ["a"]),
        ("<p>a <code>open</p><p>next", ["a {protected}", "next"]),
        ("<pre>left <b>alone</b></pre>after", ["after"]),
        ("<xmp><p>no</xmp>yes<plaintext><p>no", ["yes"]),
        ("<!--> a --> b", ["a --> b"]),
        ("<![CDATA[ x ]]> y", ["y"]),
        ("<![CDATA[ x > y ]]>", ["y ]]>"]),
        ("<!--[if IE]><p>no</p><![endif]-->yes<![if !IE]>too<![endif]>", ["yes{comment}too"]),
        ("<script><!-- <script> </script> no --></script>yes", ["yes"]),
        ("<style><p>no</style >yes", ["yes"]),
        ("<title>lost <p>still read", ["lost", "still read"]),
        ("<p>2.50</p><p>***</p>", []),
    ],
)
def test_units(page: str, expected: list[str]) -> None:
    assert texts(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ('<p translate="no">a <b>b</b></p>c', ["c"]),
        ("<div translate=no>a <p>b <span translate=yes title=T>c</span> d</div>e", ["T", "c", "e"]),
        ("<p>The <span class='x notranslate'>Brand</span> is good", ["The {protected} is good"]),
        ("<ul><li translate=no>a<li>b</ul>", ["b"]),
        ("<p translate=no>a<p>b", ["b"]),
        ("<p class=notranslated>a", ["a"]),
        ("<html translate=no><body><p>a<p title=b>", []),
    ],
)
def test_what_says_no_is_left(page: str, expected: list[str]) -> None:
    document = extract(page)
    assert [shown(unit.segment) for unit in document.units if plain_text(unit.segment)] == expected
    if "translated" not in page:
        assert document.left_alone[Reason.LOCKED] >= 1


def test_xhtml_follows_the_rules_of_xml() -> None:
    page = "<?xml version='1.0'?><html><p>a <![CDATA[ x > y ]]> b <i/> c</p><script/><p>d</p></html>"
    assert texts(page) == ["a {comment} b {fmt} c", "d"]


def test_what_is_left_is_counted() -> None:
    left = extract(
        "<script>x</script><script src=y></script><p>12<p>ab <code>c</code><pre>d</pre>"
    ).left_alone
    assert left == {Reason.CODE: 3, Reason.NO_TEXT: 1}


def test_a_page_in_another_language_is_reported() -> None:
    codes = [warning.code for warning in extract('<html lang="fr"><p>Bonjour').warnings]
    assert codes == [WarningCode.LANGUAGE_DIFFERS]
    assert extract('<html lang="en-US"><p>Hello').warnings == ()


HOSTILE = [
    "<b>",
    "<b>x",
    "<a =1=1=1",
    '<a x="',
    "<a x='\">",
    "<",
    "<!--",
    "<![CDATA[",
    "<!DOCTYPE x [",
    "<?php ",
    "&",
    "&ampx &#x;",
    "<code>x ",
    "<title>x",
    "<textarea>",
    "<div>a",
    "<button>a",
    "<select><option>a",
    "<svg><p>",
    "<br>",
    "x<br>",
    "<script><!--<script>",
    "&nbsp;",
    "</b></p>",
    "a<b></i>",
    "<i translate=no>x",
    "<p><p>",
    "<span class=notranslate><div>",
    "<li><b>",
    "<pre></div>",
    "<img alt='a b'>",
    "<td>",
    "</",
    "<%",
    "=\"'",
]


@pytest.mark.slow
@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_repetition_takes_bounded_time(piece: str) -> None:
    """Time grows with the size, not with its square."""
    data = (piece * (300_000 // len(piece))).encode()
    began = time.process_time()
    try:
        FORMAT.extract(Source(data=data, suffix="html"), PAIR)
    except ConversionFailed as error:
        assert "split it" in error.message.lower()
    assert time.process_time() - began < 10


def test_twenty_thousand_open_elements_are_read() -> None:
    assert texts("<div>" * 20_000 + "deep") == ["deep"]
