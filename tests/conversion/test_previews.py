"""Marks in rebuilt documents, safe pages, and the pages that texts are on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from lxml import html

from dragoman.conversion.legacy.types import LEGACY_TYPES
from dragoman.conversion.previews.locating import locate_texts
from dragoman.conversion.previews.making import PreviewKind, find_kind
from dragoman.conversion.previews.marking import Marks, Place, choose_marks, find_places, split_at
from dragoman.conversion.previews.safe_html import make_safe
from dragoman.formats import FORMATS
from dragoman.segments import Code, CodeKind, Segment, Text, plain_text

MARKS = Marks(0xE000)
OPEN = Code(id="1", kind=CodeKind.OPEN, type="tag", data="<b>")
CLOSE = Code(id="1", kind=CodeKind.CLOSE, type="tag", data="</b>")


def mark(text: str, number: int) -> str:
    return MARKS.begin(number) + text + MARKS.end


def found(plain: str, marked: str | None, texts: dict[int, str] | None = None) -> dict[int, str]:
    return {one.number: plain[one.start : one.end] for one in find_places(plain, marked, MARKS, texts or {})}


def test_marks_are_characters_that_no_text_has() -> None:
    assert choose_marks(["words"]) == MARKS
    assert choose_marks(["words", "icon \ue00b"]) == Marks(0xE00C)
    assert choose_marks(["".join(map(chr, range(0xE000, 0xF900, 5)))]) is None


@pytest.mark.parametrize(
    ("segment", "marked"),
    [
        ((Text(text="One"),), f"{mark('One', 12)}"),
        ((Text(text=" One "),), f" {mark('One', 12)} "),
        ((OPEN, Text(text="One"), CLOSE, Text(text=" ")), f"<b>{mark('One', 12)}</b> "),
        ((Text(text="One "), OPEN, Text(text="two"), CLOSE), f"{MARKS.begin(12)}One <b>two{MARKS.end}</b>"),
        ((OPEN, CLOSE), "<b></b>"),
    ],
)
def test_marks_are_inside_the_codes_and_blanks_around_a_text(segment: Segment, marked: str) -> None:
    put = MARKS.put(segment, 12)
    assert "".join(part.text if isinstance(part, Text) else part.data for part in put) == marked
    assert MARKS.pattern.sub("", plain_text(put)) == plain_text(segment)


@pytest.mark.parametrize("written", [str, lambda one: f"\\u{ord(one):04X}", lambda one: f"&#{ord(one)};"])
def test_places_are_exact_however_marks_are_written(written: Any) -> None:
    marked = "".join(
        written(one) if one >= "\ue000" else one for one in f"a = {mark('One', 0)}, {mark('two', 10)}"
    )
    assert found("a = One, two", marked) == {0: "One", 10: "two"}


def test_places_may_be_inside_others_and_are_split_in_order() -> None:
    marked = f"<{MARKS.begin(1)}One {mark('note', 0)} two{MARKS.end}> {mark('three', 2)}"
    plain = "<One note two> three"
    places = find_places(plain, marked, MARKS, {})
    assert places == [
        Place(number=1, start=1, end=13),
        Place(number=0, start=5, end=9),
        Place(number=2, start=15, end=20),
    ]
    pieces = [one.number if isinstance(one, Place) else one for one in split_at(plain, places)]
    assert pieces == ["<", 1, "One ", 0, "note", None, " two", None, "> ", 2, "three", None, ""]
    assert MARKS.write(plain, places) == marked


def test_places_are_carried_over_where_the_copy_is_laid_out_otherwise() -> None:
    plain = 'msgid "a"\nmsgstr "One two three"\n\nmsgid "b"\nmsgstr "One two three"\n'
    marked = (
        f'msgid "a"\nmsgstr ""\n"{MARKS.begin(0)}One two "\n"three{MARKS.end}"\n\n'
        f'msgid "b"\nmsgstr "{mark("One two three", 1)}"\n'
    )
    places = find_places(plain, marked, MARKS, {})
    first = plain.index("One")
    assert [place.start for place in places] == [first, plain.index("One", first + 1)]


def test_without_a_marked_copy_texts_are_looked_for_in_order() -> None:
    plain = "The cat.\nThe dog.\nThe cat.\n"
    places = find_places(plain, None, MARKS, {0: "The cat.", 1: "The dog.", 2: "The cat.", 3: "No."})
    assert [(one.number, one.start) for one in places] == [(0, 0), (1, 9), (2, 18)]


def test_every_format_is_shown_in_one_way_or_has_no_preview() -> None:
    kinds = {entry.name: find_kind(entry.name) for entry in FORMATS}
    without = {name for name, kind in kinds.items() if kind is None}
    assert without == {"epub", "idml", "icml"}
    pages = {name for name, kind in kinds.items() if kind is PreviewKind.PAGES}
    assert pages == {"docx", "odt", "ods", "odp", "pptx", "xlsx", "pdf"}
    assert {one.result.suffix for one in LEGACY_TYPES} <= pages
    assert [name for name, kind in kinds.items() if kind is PreviewKind.HTML] == ["html"]


def test_texts_are_found_on_pages_in_spite_of_line_breaks_and_hyphens() -> None:
    pages = [(1, "One long sen-\ntence here."), (2, "Total"), (2, "Another sentence of it."), (3, "Total")]
    texts = ["One long sentence here.", "Total", "Another sentence of it.", "TOTAL", "Not there"]
    assert locate_texts(texts, pages) == [1, 2, 2, 3, 3]
    assert locate_texts(["Hidden", "Total"], [(4, "Total")]) == [4, 4]
    assert locate_texts(["Hidden"], [(4, "Total")]) == [None]
    assert locate_texts([], []) == []


def test_many_texts_that_are_alike_are_found_in_time() -> None:
    began = time.process_time()
    pages = [(number, "The same text on every page. " * 5) for number in range(1, 400)]
    assert len(locate_texts(["The same text on every page."] * 5000, pages)) == 5000
    assert time.process_time() - began < 10


HOSTILE = [
    "<script>x()</script>",
    "<script src=//e.example/x.js>",
    "<ScRiPt/x>x()</sCrIpT >",
    "<p onclick=x()>a</p>",
    "<p/onmouseover=x()>a</p>",
    '<a href="javascript:x()">a</a>',
    '<a href="https://e.example/" ping="https://e.example/" target=_top>a</a>',
    "<a href=' #x' xlink:href=javascript:x()>a</a>",
    "<meta http-equiv=refresh content='0;url=https://e.example/'>",
    "<base href=https://e.example/>",
    "<link rel=stylesheet href=https://e.example/x.css>",
    "<link rel=dns-prefetch href=//e.example>",
    "<iframe src=https://e.example/></iframe>",
    "<iframe srcdoc='<script>x()</script>'></iframe>",
    "<frameset><frame src=//e.example></frameset>",
    "<object data=//e.example/x.swf></object><embed src=//e.example/x.swf>",
    "<svg onload=x()><script>x()</script><a xlink:href=javascript:x()><text>a</text></a></svg>",
    "<svg><style><img src=x onerror=x()></style></svg>",
    "<svg></p><style><a id='</style><img src=1 onerror=x()>'>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=x()&gt;'>",
    "<form action=//e.example><input autofocus onfocus=x()><button formaction=//e.example>b</button></form>",
    "<img src=//e.example/x.png srcset='//e.example/y.png 2x' onerror=x()>",
    "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
    "<video src=//e.example/x poster=//e.example/y></video><audio src=//e.example/z></audio>",
    "<body background=//e.example/x.png><table background=//e.example/y.png>",
    "<textarea></textarea><script>x()</script>",
    "<title></title><script>x()</script>",
    "<style></style><script>x()</script></style>",
    "<style><!--</style><script>x()</script>--></style>",
    "<xmp><script>x()</script></xmp><noembed><script>x()</script></noembed>",
    "<noscript><p title='</noscript><script>x()</script>'></noscript>",
    "<plaintext><script>x()</script>",
    "<template><script>x()</script></template>",
    "<![CDATA[<script>x()</script>]]>",
    "<!--><script>x()</script>-->",
    "<?php <script>x()</script> ?>",
    "<a title='\"><script>x()</script>'>a</a>",
    '<p id="segment-1" class=\'"><script>x()</script>\'>a</p>',
    "<p title=a\0b\0><\0script>x()</script>",
    "<details open ontoggle=x()>a</details>",
    "<dialog open><isindex action=//e.example prompt=a><keygen></dialog>",
    "&lt;script&gt;x()&lt;/script&gt;",
    "<select><style><script>x()</script></style></select>",
    "<" + "div " * 1000 + "onclick=x()",
]
_ALLOWED_SOURCES = ("data:image/png", "#")


def _harms(page: str) -> Iterator[str]:
    """What may run or load something, as a parser of the browsers' kind reads the page."""
    for element in html.document_fromstring(page).iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag in {
            "script",
            "iframe",
            "frame",
            "object",
            "embed",
            "link",
            "base",
            "form",
            "svg",
            "math",
        }:
            yield element.tag
        if element.tag == "meta" and dict(element.attrib) != {"charset": "utf-8"}:
            yield "meta"
        for name, value in element.attrib.items():
            if name.startswith("on") or (
                name
                in {"href", "src", "srcset", "action", "formaction", "background", "poster", "ping", "data"}
                and not value.startswith(_ALLOWED_SOURCES)
            ):
                yield f"{element.tag} {name}"


@pytest.mark.parametrize("source", HOSTILE)
@pytest.mark.parametrize("xml", [False, True])
def test_nothing_that_runs_or_loads_is_left_in_a_page(source: str, *, xml: bool) -> None:
    for text in (source, f"<table><tr>{source}", f"<p title='{source}", f"<style>{source}"):
        safe = make_safe(mark(text, 1), MARKS, xml=xml)
        assert list(_harms(safe.write(1))) == []
        assert not MARKS.pattern.search(safe.body)


def test_what_is_harmless_is_kept_as_it_is() -> None:
    kept = (
        '<html lang="en"><body class="a"><style>p > b{color:red}</style><h1 id="top" style="top:0">One</h1>'
        '<p dir="rtl">Two &amp; <b>three</b><br>four</p><ul><li value="3">a<li>b</ul><a href="#top">up</a>'
        '<img src="data:image/png;base64,AA==" alt="&quot;">'
    )
    safe = make_safe(f"<!DOCTYPE html>{kept}</body></html>", MARKS)
    assert safe.write() == f'<!doctype html><meta charset="utf-8">{kept}'
    assert safe.numbers == frozenset()
    assert not make_safe("<p>old</p>", None).is_standard


def test_styles_load_nothing() -> None:
    safe = make_safe(
        "<style>@import 'x.css'; a{background:url( 'x.png' ) red; b:url(data:image/png;base64,AA)}</style>"
        "<p style='background:URL(//e.example)'>a",
        None,
    )
    assert safe.body == (
        '<style> a{background:none red; b:url(data:image/png;base64,AA)}</style><p style="background:none">a'
    )


def test_segments_that_cannot_be_seen_are_where_they_belong() -> None:
    page = (
        f"<head><title>{mark('T', 0)}</title><meta name=description content='{mark('D', 1)}'></head>"
        f"<p>{MARKS.begin(2)}See <img alt='{mark('A', 3)}'> there{MARKS.end}.</p>"
        f"<form><input type=submit value='{mark('Send', 4)}'><textarea>{mark('Text', 5)}</textarea></form>"
    )
    safe = make_safe(page, MARKS)
    assert safe.numbers == {0, 1, 2, 3, 4, 5}
    assert "Send</span>" in safe.body
    assert "Text</span></div>" in safe.body
    tree = html.document_fromstring(safe.write(2))
    assert [one.get("id") for one in tree.iter() if one.get("id")] == [f"segment-{n}" for n in range(1, 7)]


def test_an_element_without_an_end_does_not_swallow_the_page() -> None:
    assert make_safe("<video src=x><p>One</p>", MARKS).body == "<p>One</p>"
    assert make_safe("<svg><svg></svg>no</svg><p>One</p>", MARKS).body == "<p>One</p>"


@pytest.mark.parametrize(
    "piece", ["<svg>", "<!--", "<a ", "<", "&", "<style>", "</", "<p title='", "<![CDATA[", "url("]
)
def test_hostile_pages_take_linear_time(piece: str) -> None:
    began = time.process_time()
    make_safe(piece * 200_000, MARKS)
    make_safe(f"<style>{piece * 200_000}</style>", MARKS)
    assert time.process_time() - began < 20
