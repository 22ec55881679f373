"""Where a segment is several texts (T10): what an engine gets, and what it must not get together."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from types import ModuleType

import pytest

from dragoman.segments import (
    Segment,
    codes,
    is_nested,
    normalise,
    plain_text,
    render,
    structure,
    word_borders,
)
from dragoman.translation.codes import inserting as fallback
from dragoman.translation.codes import piece_positions as piece_places
from dragoman.translation.engine_output import joined_words
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.splitting import boundaries as borders
from dragoman.translation.splitting import pieces as cutting
from dragoman.translation.splitting import separators as signs
from dragoman.translation.splitting.pieces import cut_at, cut_everywhere, cut_texts
from tests.processor_time import least_processor_time


def read(text: str) -> Segment:
    return protect(parse(text))


def texts(text: str) -> list[str]:
    return [render(piece) for piece in cut_texts(read(text))]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("<td>house</td><td>dog</td>", ["<td>house</td>", "<td>dog</td>"]),
        ("<TD>house</TD> <TD>dog</TD>", ["<TD>house</TD>", " ", "<TD>dog</TD>"]),
        ("<li>One dog<li>Two dogs", ["<li>One dog", "<li>", "Two dogs"]),
        ("<div>One <p>dog</p> runs</div>", ["<div>One </div>", "<div><p>dog</p></div>", "<div> runs</div>"]),
        ("Hello <i>big</i><b>dog</b>", ["Hello <i>big</i>", "<b>dog</b>"]),
        ("<0>Save</0><1>Cancel</1>", ["<0>Save</0>", "<1>Cancel</1>"]),
        ("<x:a>Save</x:a> <x:a>Cancel</x:a>", ["<x:a>Save</x:a>", " ", "<x:a>Cancel</x:a>"]),
        ("<a>Docs</a> | <a>API</a>", ["<a>Docs</a>", " | ", "<a>API</a>"]),
        ("<a>Docs</a>·<b>API</b>", ["<a>Docs</a>", "·", "<b>API</b>"]),
        ("<a>Docs</a> <a>API</a>", ["<a>Docs</a>", " ", "<a>API</a>"]),
        ("<b>Warning</b>Do not open", ["<b>Warning</b>", "Do not open"]),
        ("Price:<b>ten</b> euros", ["Price:", "<b>ten</b> euros"]),
        ("House<img>Dog", ["House", "<img>", "Dog"]),
        ("Name\tPrice\tTotal", ["Name", "\t", "Price", "\t", "Total"]),
        ("Name   Price", ["Name", "   ", "Price"]),
        ("Name  Price  Total", ["Name", "  ", "Price", "  ", "Total"]),
        ("<b>Name</b>\t<i>Price</i>", ["<b>Name</b>", "\t", "<i>Price</i>"]),
        ("One dog\nTwo dogs", ["One dog", "\n", "Two dogs"]),
        ("one dog.\ntwo dogs", ["one dog.", "\n", "two dogs"]),
        ("One dog\n\ntwo dogs", ["One dog", "\n\n", "two dogs"]),
        ("Summer<br>Sale", ["Summer", "<br>", "Sale"]),
        ("Red shoes | My shop", ["Red shoes", " | ", "My shop"]),
        ("File → Save", ["File ", "→", " Save"]),
        ("{name}<br>{street}", ["{name}", "<br>", "{street}"]),
        ("<a>Home</a>&nbsp;|&nbsp;<a>Shop</a>", ["<a>Home</a>", "&nbsp;|&nbsp;", "<a>Shop</a>"]),
        ("<a>Home</a>&nbsp;/&nbsp;<a>Shop</a>", ["<a>Home</a>", "&nbsp;/&nbsp;", "<a>Shop</a>"]),
        ("<a>Home</a>&nbsp;<a>Shop</a>", ["<a>Home</a>", "&nbsp;", "<a>Shop</a>"]),
        ("<a>Home</a>\u00a0<a>Shop</a>", ["<a>Home</a>", "\u00a0", "<a>Shop</a>"]),
        ("<a>Home</a>&#160;&ensp;<a>Shop</a>", ["<a>Home</a>", "&#160;&ensp;", "<a>Shop</a>"]),
        ("<a>Home</a> <img> <a>Shop</a>", ["<a>Home</a>", " <img> ", "<a>Shop</a>"]),
        ("Home&nbsp;|&nbsp;Shop", ["Home", "&nbsp;|&nbsp;", "Shop"]),
        ("Home&middot;<a>Shop</a>", ["Home", "&middot;", "<a>Shop</a>"]),
        ("Home / Shop / Red shoes", ["Home", " / ", "Shop", " / ", "Red shoes"]),
        ("Home > 2026 > Red shoes", ["Home", " > ", "2026", " > ", "Red shoes"]),
        ("Home &gt; Shop &gt; Shoes", ["Home ", "&gt;", " Shop ", "&gt;", " Shoes"]),
        ("<b>Size:</b> big <b>Color:</b> red", ["<b>Size:</b>", " big ", "<b>Color:</b>", " red"]),
        ("<b>size:</b> big <b>color:</b> red", ["<b>size:</b>", " big ", "<b>color:</b>", " red"]),
        ("<b>Size</b>: big <b>Color</b>: red", ["<b>Size</b>", ": ", "big ", "<b>Color</b>", ": ", "red"]),
        ("<i>Size:</i> <b>big</b> <i>Color:</i>", ["<i>Size:</i>", " ", "<b>big</b>", " ", "<i>Color:</i>"]),
        ("<b>Name</b>:<i>dog</i>", ["<b>Name</b>", ":", "<i>dog</i>"]),
        ("<b>尺寸</b>：大", ["<b>尺寸</b>", "：", "大"]),
        ("<b>Size</b> <i>Color</i> <u>Price</u>", ["<b>Size</b>", " ", "<i>Color</i>", " ", "<u>Price</u>"]),
        ("<ruby>dog<rt>hound</rt></ruby>", ["<ruby>dog</ruby>", "<ruby><rt>hound</rt></ruby>"]),
    ],
)  # fmt: skip
def test_texts_are_parted(text: str, pieces: list[str]) -> None:
    assert texts(text) == pieces


@pytest.mark.parametrize(
    "text",
    [
        "The <b>red</b> house",
        "<b>Red</b> <i>house</i>",
        "<a>One</a> of <a>two</a> links",
        "<p>The <b>red</b> house</p>",
        "un<b>like</b>ly",
        "<b>W</b>arning",
        "<b>dog</b>s",
        "H<sub>2</sub>O and m<sup>2</sup>",
        "super<wbr>house",
        "<span>G</span><span>o</span>",
        "<b>well</b>-<i>known</i>",
        "<b>Hello</b>, <i>dog</i>!",
        "The house.  The dog.",  # two blanks behind a full stop
        "The  house is big",  # two blanks, once
        "a long line\nthat goes on",
        "a long line<br>that goes on",
        "<b>The</b>\n   House",  # white space of a source
        "The {x} house of %s",
        "and/or",
        "l·l, «casa»",
        "AT&amp;T and R&amp;D",
        "<b>Red</b>&nbsp;<i>house</i>",
        "<span>The</span> <span>red</span> <span>house</span>",
        "<p>The <b>A</b> <b>B</b> <b>C</b></p>",
        "See the <b>following:</b> red shoes",
        "<b>10</b>:30",
        "red / green / blue",
        "Red / Green",
        "Is 5 > 3? Is 3 > 2? Yes",
    ],
)
def test_one_text_stays_one(text: str) -> None:
    assert texts(text) == [text]


@pytest.mark.parametrize("sign", "⟩‹›»∕¦‖⁄⋅｜・\\*+=●▪◦✓❯→–—/|·•~★⌂")
@pytest.mark.parametrize("blank", [" ", "", "&nbsp;", "\u2003"])
def test_signs_between_elements_part_them(sign: str, blank: str) -> None:
    between = blank + sign + blank
    assert texts(f"<b>Red</b>{between}<i>blue</i>") == ["<b>Red</b>", between, "<i>blue</i>"]


@pytest.mark.parametrize("sign", ["&middot;", "&bull;", "&raquo;", "&#124;", "&mdash;", "&gt;", "&amp;"])
def test_references_to_signs_part_elements(sign: str) -> None:
    assert texts(f"<b>Red</b> {sign} <i>blue</i>") == ["<b>Red</b>", f" {sign} ", "<i>blue</i>"]


def test_pieces_are_the_segment_again() -> None:
    segment = read(
        "<p>A <b>red <i>house</i></b></p><p>Two\tcolumns <b>are</b><i>here</i></p> and | more{x}<br>"
    )
    pieces = cut_texts(segment)
    assert len(pieces) > 5
    assert "".join(map(plain_text, pieces)) == plain_text(segment)
    assert all(map(is_nested, pieces))
    assert {code for piece in pieces for code in codes(piece)} == set(codes(segment))


def test_pieces_around_codes() -> None:
    segment = read("A <b>red</b> {x} house")
    assert [render(piece) for piece in cut_at(segment, {"1"})] == ["A ", "<b>red</b>", " {x} house"]
    assert [render(piece) for piece in cut_at(segment, {"p1"})] == ["A <b>red</b> ", "{x}", " house"]
    assert [render(piece) for piece in cut_everywhere(segment)] == ["A ", "<b>red</b>", " ", "{x}", " house"]


def test_an_element_that_is_cut_is_cut_off_from_what_is_around_it() -> None:
    pieces = [render(piece) for piece in cut_texts(read("See <i>One dog<br>Two dogs</i> here"))]
    assert pieces == ["See ", "<i>One dog</i>", "<i><br></i>", "<i>Two dogs</i>", " here"]


def test_it_takes_linear_time() -> None:
    def cost(number: int) -> float:
        segment = normalise(read("<td>one word</td>\t<b>two</b><i>words</i> " * number))
        return least_processor_time(lambda: (cut_texts(segment), cut_everywhere(segment)))

    assert cost(2_000) < 10 * max(cost(500), 0.005)


_BEGINNINGS = (
    "—", "| ", " |", "·\u00a0", ".", ". ", '."', ") ", "-", " -", " - ", "\n ", "\n\t", " ", "  ", "a", "A.",
    "<", "→ ", "»", "'", "&nbsp;", "é", "1",
)  # fmt: skip


def used_patterns(module: ModuleType) -> list[Callable[[str], object]]:
    """The methods of its patterns that a module calls: a search costs more than a match at the beginning."""
    called = re.findall(
        r"\b([A-Z_]+)\.(search|match|fullmatch|finditer|findall)\b", inspect.getsource(module)
    )
    return [
        getattr(getattr(module, name), method.replace("finditer", "findall")) for name, method in set(called)
    ]


@pytest.mark.parametrize(
    "module", [borders, cutting, signs, joined_words, fallback, piece_places, structure, word_borders]
)
def test_patterns_take_linear_time_on_mere_beginnings(module: ModuleType) -> None:
    def cost(look: Callable[[str], object], text: str) -> float:
        return least_processor_time(lambda: look(text), tries=2)

    for look in used_patterns(module):
        for beginning in _BEGINNINGS:
            for end in ("!<", "\u0001", "x"):
                assert cost(look, beginning * 30 + end) < 0.1, (look, beginning)
                short = max(0.001, cost(look, beginning * 1_000 + end))
                assert cost(look, beginning * 10_000 + end) < 30 * short, (look, beginning)


def test_signs_before_other_signs_cost_nothing() -> None:
    segment = read(f"<a>Red</a>{'—' * 40}!<a>Blue</a>")
    assert least_processor_time(lambda: cut_texts(segment), tries=1) < 0.5
