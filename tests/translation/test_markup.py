"""Reading marked-up text (T4): what is markup is a code, what is not is text, and nothing is ever lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.segments import Text, is_nested, normalise, render
from dragoman.translation.protection.markup import parse
from tests.processor_time import least_processor_time


def show(text: str) -> str:
    """Texts as they are, codes in brackets: `[1 <b>]` of a pair, `[<br>]` alone."""
    return "".join(
        part.text
        if isinstance(part, Text)
        else f"⟦{part.data}⟧"
        if part.kind == "standalone"
        else f"⟦{part.id} {part.data}⟧"
        for part in parse(text)
    )


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a < b", "a < b"),
        ("I <3 you", "I <3 you"),
        ("if (x<y && y>z)", "if (x<y && y>z)"),
        ("<not closed", "<not closed"),
        ("a <> b </> c <!> d", "a <> b </> c <!> d"),
        ("1 < 2 > 0", "1 < 2 > 0"),
        ("<foo@example.org> <https://example.org/>", "<foo@example.org> <https://example.org/>"),
        ("<a href=x", "<a href=x"),
        ("</ b>", "</ b>"),
        ("{n, plural, one {x", "{n, plural, one {x"),
        ("<!-- open", "<!-- open"),
        ("<a b='x>y <i>z</i>", "<a b='x>y ⟦1 <i>⟧z⟦1 </i>⟧"),
    ],
)
def test_what_is_not_markup_is_text(text: str, read: str) -> None:
    assert show(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a <b>c</b> d", "a ⟦1 <b>⟧c⟦1 </b>⟧ d"),
        ("<b><i>x</i></b>", "⟦1 <b>⟧⟦2 <i>⟧x⟦2 </i>⟧⟦1 </b>⟧"),
        ("<B CLASS=x>c</b >", "⟦1 <B CLASS=x>⟧c⟦1 </b >⟧"),
        ("<b><i></b></i>", "⟦1 <b>⟧⟦<i>⟧⟦1 </b>⟧⟦</i>⟧"),
        ("<b>a<br>b</b>", "⟦1 <b>⟧a⟦<br>⟧b⟦1 </b>⟧"),
        ("<p>one<p>two", "⟦<p>⟧one⟦<p>⟧two"),
        ("</b>x<b>", "⟦</b>⟧x⟦<b>⟧"),
        ("<b/>x", "⟦<b/>⟧x"),
        ("<img src='a>b' alt=\"c>\"/>", "⟦<img src='a>b' alt=\"c>\"/>⟧"),
        ("<input disabled @click='x' :y=\"z\" [w]=v>", "⟦<input disabled @click='x' :y=\"z\" [w]=v>⟧"),
        ("<x:y z:a='1'>t</x:y>", "⟦1 <x:y z:a='1'>⟧t⟦1 </x:y>⟧"),
        ("<0>click</0> <1/>", "⟦1 <0>⟧click⟦1 </0>⟧ ⟦<1/>⟧"),
        ("List<String> s", "List⟦<String>⟧ s"),
        ("<a title='{n, plural, one {x}}'>y</a>", "⟦1 <a title='{n, plural, one {x}}'>⟧y⟦1 </a>⟧"),
        ("<a href='x'class=\"y\">z</a>", "⟦1 <a href='x'class=\"y\">⟧z⟦1 </a>⟧"),
    ],
)
def test_tags(text: str, read: str) -> None:
    assert show(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "<!-- <b>no</b> -->",
        "<![CDATA[ <b> ]]>",
        "<?php if ($a > 1) { ?>",
        "<%= name %>",
        "<!DOCTYPE html>",
        "<!DOCTYPE x [ <!ENTITY a 'b'> ]>",
        "<code>x < <b>y</b></code>",
        "<script>if (a<b) '</b>'</script>",
        "<STYLE>a > b {}</STYLE>",
        "<svg><text>x</text></svg>",
        "<span translate='no'>Dragoman</span>",
        '<i class="a notranslate">x <b>y</b></i>',
        "{n, plural, one {<b>#</b> file} other {# files of {m, select, a {x} other {y}}}}",
        "{gender, select, male {it's '{'} other {}}",
    ],
)
def test_what_is_not_a_language_is_one_code(text: str) -> None:
    assert show(f"a {text} b") == f"a ⟦{text}⟧ b"


@pytest.mark.parametrize("text", ["", " ", "no tags", "{x}"])
def test_plain_text_is_one_part(text: str) -> None:
    assert parse(text) == normalise([Text(text=text)])


_SNIPPETS = [
    "<", ">", "/", "</", "<b>", "</b>", "<i x='", "'", '"', "=", " ", "a", "<br/>", "<!--", "-->",
    "<![CDATA[", "]]>", "<?", "?>", "<code>", "</code>", "<script>", "</script>", "{", "}", "{n, plural,",
    "<1>", "</1>", "<!DOCTYPE x [", "]", "&amp;", "\u00e9", "\ud7ff", "\U0001f600", "\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(_SNIPPETS), max_size=40).map("".join) | st.text())
def test_nothing_is_lost_and_pairs_are_nested(text: str) -> None:
    """T4: for every text."""
    segment = parse(text)
    assert render(segment) == text
    assert is_nested(segment)
    assert segment == normalise(segment)


@pytest.mark.parametrize(
    "unit",
    [
        "<", "<a ", '<a b="', "<a b='<c d=\"", "<!--", "<![CDATA[", "<!DOCTYPE a [", "</b>", "<b>",
        "<script>", "<?", "<%", "<b><i></b>", "<a b=c ", "{ ", "{n,plural,", "{n,plural,}",
    ],
)  # fmt: skip
def test_hostile_texts_take_linear_time(unit: str) -> None:
    """For every repeated piece: ten times the text must not take fifty times as long."""

    def seconds(count: int) -> float:
        text = unit * count + "]x"
        return least_processor_time(lambda: parse(text))

    assert seconds(20_000) < 50 * seconds(2_000) + 0.05
