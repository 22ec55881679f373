"""Neighbouring elements stay apart in every format with markup, wherever the translation puts words.

Each result is read by lxml or html5lib, not by the formats' own readers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import html5lib
import pytest
from lxml import etree

from dragoman.formats import find_format
from dragoman.segments import Segment, Text
from tests.formats.translating import extract, rebuild, shout

_LOOKS = {"b", "big", "i", "strike", "tt", "u"}

FRAGMENTS = [
    '<span class="badge">New item</span><span class="badge">Hot offer</span>',
    '<a href="/x">first page</a><a href="/x">second page</a>',
    "<em>big</em><em>dog</em> sleeps",
    "A <strong>red</strong><strong>house</strong> here",
    "<mark>one</mark><mark>two</mark><mark>three</mark>",
    "Press <abbr>ctrl</abbr><abbr>alt</abbr> now",
    "<cite>Book one</cite><cite>book two</cite>",
    "<span>left</span><span>right</span> and <span>more</span><span>less</span>",
    "<q>yes</q><q>no</q> <dfn>term</dfn><dfn>other</dfn>",
    "<sub>one</sub><sub>two</sub><sup>three</sup><sup>four</sup>",
    '<b class="x">big</b><b class="x">dog</b> and <i id="a">red</i><i id="b">house</i>',
    '<u data-key="1">one</u><u data-key="1">two</u>',
    '<font color="red">three</font><font color="red">four</font>',
    "<b>Save</b><b>Cancel</b>",
    "<b>Ready.</b><b>Next</b>",
    "<i>one</i><b>two</b><i>three</i>",
    '<span class="a"><b>one</b></span><span class="a"><b>two</b></span>',
    '<ins>new</ins><ins>newer</ins><del class="t">old</del><del class="t">older</del>',
]


def swap(segment: Segment) -> Segment:
    """Other words of other lengths, in another order, each within its run of text."""
    return tuple(
        Text(text=_other(part.text)) if isinstance(part, Text) and part.text.strip() else part
        for part in segment
    )


def _other(text: str) -> str:
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    words = [f"{word}{word[-1:] * 2}".upper() for word in reversed(text.split())]
    return f"{before}{' '.join(words)}{after}"


def translated(name: str, data: str, translate: Callable[[Segment], Segment] = swap) -> str:
    entry = find_format(name)
    units = [unit for unit in extract(entry, data).units if unit.reason is None]
    assert units
    return rebuild(entry, data, {unit.id: translate(unit.segment) for unit in units}).decode()


def shape(root: etree._Element) -> list[tuple[str, tuple[tuple[str, str], ...], int]]:
    """Every element in order: its name, its attributes, and the number of words directly in it."""
    return [
        (
            str(element.tag),
            tuple(sorted((str(key), str(value)) for key, value in element.attrib.items())),
            len((element.text or "").split()),
        )
        for element in root.iter()
        if isinstance(element.tag, str)
    ]


def page(data: str) -> list[tuple[str, tuple[tuple[str, str], ...], int]]:
    root = html5lib.parse(data, treebuilder="lxml", namespaceHTMLElements=False).getroot()
    return shape(root.find("body"))


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_neighbours_in_a_page_stay_apart(fragment: str) -> None:
    data = f"<p>{fragment}</p>\n<ul><li>{fragment}</li></ul>"
    assert page(translated("html", data)) == page(data)


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_neighbours_in_markdown_stay_apart(fragment: str) -> None:
    data = f"Here: {fragment}.\n\n<div>\n{fragment}\n</div>\n"
    assert page(translated("markdown", data)) == page(data)


@pytest.mark.parametrize(
    "data",
    [
        "See [one](/x)[two](/x)[three](/x).",
        "A *big**dog*, **red** **house**, ~~old~~ ~~older~~.",
        '[Docs](/d "tip")[Docs](/d "tip")',
    ],
)
def test_marks_of_markdown_are_as_many_as_before(data: str) -> None:
    def marks(text: str) -> Counter[str]:
        return Counter(character for character in text if character in "*~[]()")

    assert marks(translated("markdown", data)) == marks(data)


@pytest.mark.parametrize("fragment", FRAGMENTS)
@pytest.mark.parametrize("root", ["text", "article"])
def test_neighbours_in_xml_stay_apart(fragment: str, root: str) -> None:
    data = f"<{root}><para>Now {fragment} there</para></{root}>"
    assert shape(etree.fromstring(translated("xml", data))) == shape(etree.fromstring(data))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (
            "xml",
            (
                '<article xmlns="http://docbook.org/ns/docbook"><para>Take <emphasis>one</emphasis>'
                '<emphasis>two</emphasis><phrase role="x">three</phrase><phrase role="x">four</phrase>'
                '<link linkend="a">five</link><link linkend="a">six</link></para></article>'
            ),
        ),
        (
            "dita",
            (
                "<concept id='c'><title>A title</title><conbody><p>Take <term>one</term><term>two</term>"
                "<ph>three</ph><ph>four</ph><uicontrol>Save</uicontrol><uicontrol>Open</uicontrol>"
                "<b outputclass='x'>five</b><b outputclass='x'>six</b><xref href='a'>seven</xref>"
                "<xref href='a'>eight</xref><sup>nine</sup><sup>ten</sup></p></conbody></concept>"
            ),
        ),
        (
            "svg",
            (
                '<svg xmlns="http://www.w3.org/2000/svg"><text>Take <tspan class="a">one</tspan>'
                '<tspan class="a">two</tspan><a href="x">three</a><a href="x">four</a></text></svg>'
            ),
        ),
        (
            "android",
            (
                '<resources><string name="a"><b>one</b><b>two</b><i>three</i><i>four</i>'
                '<a href="x">five</a><a href="x">six</a></string></resources>'
            ),
        ),
        (
            "xliff",
            (
                '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" '
                'source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="1">'
                '<source><g id="1" ctype="bold">one</g><g id="2" ctype="bold">two</g><g id="3">three</g>'
                '</source><target><g id="1" ctype="bold"></g></target></trans-unit></body></file></xliff>'
            ),
        ),
        (
            "ttml",
            (
                '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="9s">'
                '<span style="a">one</span><span style="a">two</span> three</p></div></body></tt>'
            ),
        ),
    ],
)
def test_neighbours_in_vocabularies_stay_apart(name: str, data: str) -> None:
    result = etree.fromstring(translated(name, data).encode())
    expected, found = Counter(shape(etree.fromstring(data))), Counter(shape(result))
    if name == "xliff":  # the target has what the source has
        source, target = (result.find(f".//{{*}}{part}") for part in ("source", "target"))
        assert shape(source)[1:] == shape(target)[1:]
    else:
        assert {key: found[key] for key in expected} == dict(expected)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("json", '{"a": "<b>one</b><b>two</b><span>three</span><span>four</span>"}'),
        ("yaml", 'a: "<b>one</b><b>two</b><span>three</span><span>four</span>"\n'),
        ("toml", "a = '<b>one</b><b>two</b><span>three</span><span>four</span>'\n"),
        ("properties", "a=<b>one</b><b>two</b><span>three</span><span>four</span>\n"),
        ("strings", '"a" = "<b>one</b><b>two</b><span>three</span><span>four</span>";\n'),
        ("ini", "[a]\na=<b>one</b><b>two</b><span>three</span><span>four</span>\n"),
        ("php", "<?php return ['a' => '<b>one</b><b>two</b><span>three</span><span>four</span>'];\n"),
        ("fluent", "a = <b>one</b><b>two</b><span>three</span><span>four</span>\n"),
        ("csv", 'key,text\n1,"<b>one</b><b>two</b><span>three</span><span>four</span> words here"\n'),
        ("arb", '{"@@locale": "en", "a": "<b>one</b><b>two</b><span>three</span><span>four</span>"}'),
        ("srt", "1\n00:00:01,000 --> 00:00:09,000\n<i>one</i><i>two</i> <b>three</b><b>four</b>\n"),
        ("vtt", "WEBVTT\n\n00:01.000 --> 00:09.000\n<c.a>one</c><c.a>two</c> <i>three</i><i>four</i>\n"),
    ],
)
def test_nothing_is_merged_within_the_values_of_keys_and_cues(name: str, data: str) -> None:
    def tags(text: str) -> list[str]:
        return [str(e.tag) for e in html5lib.parse(text, "lxml", namespaceHTMLElements=False).iter()]

    result = translated(name, data, shout)
    assert result != data
    assert tags(result) == tags(data)


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("un<b>like</b><b>ly</b> true", "un<b>likely</b> true"),
        ("a <i>red </i><i>house</i> here", "a <i>red house</i> here"),
        ("a <u>red</u><u> house</u> here", "a <u>red house</u> here"),
        ("see <tt>ab</tt><tt>cd</tt><tt>ef</tt> there", "see <tt>abcdef</tt> there"),
        ("eine <b>Stra&szlig;</b><b>e</b> hier", "eine <b>Stra&szlig;e</b> hier"),
    ],
)
def test_a_look_that_an_editor_cut_in_two_is_one(cut: str, whole: str) -> None:
    assert page(translated("html", f"<p>{cut}</p>")) == page(f"<p>{whole}</p>")


@pytest.mark.parametrize("name", sorted(_LOOKS))
def test_only_looks_without_attributes_are_ever_one(name: str) -> None:
    def count(data: str) -> int:
        return translated("html", data).count(f"<{name}")

    assert count(f"<p>an <{name}>un</{name}><{name}>likely</{name}> one</p>") == 1
    assert count(f"<p>an <{name} x=y>un</{name}><{name} x=y>likely</{name}> one</p>") == 2
    assert count(f"<p>an <{name}>un</{name}><{name} x=y>likely</{name}> one</p>") == 2
    assert count(f"<p>an <{name}>Un</{name}><{name}>Likely</{name}> one</p>") == 2
