"""W4: The functions on tagged text, in the browser that runs them."""

from __future__ import annotations

from random import Random

import pytest

from tests.dashboard.editor.field_page import FieldPage
from tests.dashboard.editor.random_texts import random_source
from tests.dashboard.editor.tagged import codes_of, escape, is_valid, read_items, text_of

NESTED = "a<1>b<2>c</2></1><3/>d"


def test_tagged_text_is_parsed_and_written(field: FieldPage) -> None:
    tagged = "a &lt;1> &amp;lt; <1>b</1><2/>"
    parts = [{"text": "a <1> &lt; "}, {"code": "<1>"}, {"text": "b"}, {"code": "</1>"}, {"code": "<2/>"}]
    assert field.call("codes.parse", tagged) == parts
    assert field.call("codes.write", parts) == tagged
    assert field.call("codes.plainText", tagged) == "a <1> &lt; b"
    assert field.call("codes.codesOf", tagged) == ["<1>", "</1>", "<2/>"]


@pytest.mark.parametrize(
    "text", ["", "a > b", "&copy; &", "<b>", "< 1>", "<12345>", "</1/>", "\u200b", "\r\n"]
)
def test_texts_that_only_look_like_codes_are_texts(field: FieldPage, text: str) -> None:
    assert field.call("codes.plainText", escape(text)) == text
    assert field.call("codes.plainText", text) == text
    assert field.call("codes.write", field.call("codes.parse", text)) == escape(text)


def test_the_sign_for_greater_is_read(field: FieldPage) -> None:
    assert field.call("codes.plainText", "a &gt; b") == "a > b"


def test_missing_codes_have_the_order_of_the_source(field: FieldPage) -> None:
    assert field.call("codes.missingCodes", NESTED, "x<2></2>") == ["<1>", "</1>", "<3/>"]
    assert field.call("codes.missingCodes", NESTED, NESTED) == []


@pytest.mark.parametrize(
    ("target", "keeps"),
    [
        (NESTED, True),
        ("<3/><1><2></2></1>", True),
        ("<2><1></1></2><3/>", True),
        ("<1><2></1></2><3/>", False),
        ("<1><2></2></1>", False),
        ("<1><2></2></1><3/><4/>", False),
        ("<1><2></2></1><3/><3/>", False),
    ],
)
def test_targets_that_have_all_codes_keep_them(field: FieldPage, target: str, *, keeps: bool) -> None:
    assert field.call("codes.keepsCodes", NESTED, target) is keeps


@pytest.mark.parametrize(
    ("target", "repaired"),
    [
        ("<1>a</1><9/>", "<1>a</1>"),  # the source does not have it
        ("<3/>a<3/>", "<3/>a"),  # doubled
        ("<1>a<2>b</1>c</2>", "<1>ab</1>c"),  # crossed
        ("</1>a<1>", "a"),  # the wrong way round
        ("<1>a", "a"),  # half
        ("<2>a</2><1>b</1>", "<2>a</2><1>b</1>"),
    ],
)
def test_what_does_not_fit_is_repaired(field: FieldPage, target: str, repaired: str) -> None:
    parts = field.call("codes.repair", field.call("codes.parse", target), codes_of(read_items(NESTED)))
    assert field.call("codes.write", parts) == repaired


def test_halves_of_a_source_stand_in_its_order(field: FieldPage) -> None:
    source = ["</1>", "<2>", "<3/>"]
    for target, repaired in (("a</1>b<2>c", "a</1>b<2>c"), ("<2>a</1>b<3/>", "<2>ab<3/>")):
        parts = field.call("codes.repair", field.call("codes.parse", target), source)
        assert field.call("codes.write", parts) == repaired


def test_random_texts_are_repaired_to_valid_ones(field: FieldPage) -> None:
    random = Random(3)
    for _ in range(200):
        source = codes_of(read_items(random_source(random, "ltr")))
        target = random_source(random, "rtl") + random_source(random, "ltr")
        parts = field.call("codes.repair", field.call("codes.parse", target), source)
        repaired = read_items(field.call("codes.write", parts))
        assert text_of(repaired) == text_of(read_items(target))
        assert is_valid(source, codes_of(repaired)), (source, target)


def test_a_code_is_insertable_where_pairs_stay_nested(field: FieldPage) -> None:
    known = codes_of(read_items(NESTED))
    parts = field.call("codes.parse", "ab<1>c<2>d</2>")
    assert field.call("codes.insertable", parts, "</1>", known) == [[3, 4], [7, 7]]
    parts = field.call("codes.parse", "ab<1>c</1>d")
    assert field.call("codes.insertable", parts, "<3/>", known) == [[0, 2], [3, 4], [5, 6]]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("one two", "one two", [["equal", "one two"]]),
        ("", "", []),
        (
            "one two three",
            "one 2 three",
            [["equal", "one "], ["delete", "two"], ["insert", "2"], ["equal", " three"]],
        ),
        ("a <1>b</1>", "a b", [["equal", "a "], ["delete", "<1>"], ["equal", "b"], ["delete", "</1>"]]),
        (
            "a &lt; b",
            "a &amp; b",
            [["equal", "a "], ["delete", "&lt;"], ["insert", "&amp;"], ["equal", " b"]],
        ),
        ("日本語です", "日本人です", [["delete", "日本語"], ["insert", "日本人"], ["equal", "です"]]),
        ("", "new", [["insert", "new"]]),
    ],
)
def test_differences_are_by_word(field: FieldPage, before: str, after: str, found: list[list[str]]) -> None:
    assert field.call("codes.differences", before, after) == found


def test_differences_of_long_texts_give_both_texts(field: FieldPage) -> None:
    before, after = "a b c " * 1200, "c b x " * 1200
    found = field.call("codes.differences", before, after)
    assert "".join(text for kind, text in found if kind != "insert") == before
    assert "".join(text for kind, text in found if kind != "delete") == after


def test_chips_say_what_they_are_and_are_read_back(field: FieldPage) -> None:
    shown = field.page.evaluate(
        """() => {
          const box = document.createElement("p");
          box.append(...window.tests.chips.chipsOf("a &lt;b <1>c</1><2/>", {
            codeOpens: "{n} opens", codeCloses: "{n} closes", codeAlone: "{n} alone" }));
          return [box.innerHTML, window.tests.chips.taggedOf(box)];
        }"""
    )
    chip = '<span class="chip {}" role="img" aria-label="{}" contenteditable="false" data-code="{}">{}</span>'
    opens = chip.format("open", "1 opens", "&lt;1&gt;", 1)
    closes = chip.format("close", "1 closes", "&lt;/1&gt;", 1)
    alone = chip.format("alone", "2 alone", "&lt;2/&gt;", 2)
    html = shown[0].replace('"<', '"&lt;').replace('>"', '&gt;"')  # as some browsers write attributes
    assert html == f"a &lt;b {opens}c{closes}{alone}"
    assert shown[1] == "a &lt;b <1>c</1><2/>"
