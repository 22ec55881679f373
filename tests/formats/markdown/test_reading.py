"""Markdown: what is a unit, what is a code, what is left."""

from __future__ import annotations

import time

import pytest

from dragoman.formats.format import Document, Languages, Reason, Source
from dragoman.formats.markdown import FORMAT
from dragoman.segments import CodeKind, Segment, Text
from dragoman.text_io.errors import ConversionFailed
from tests.formats.markdown.samples import GUIDE

PAIR = Languages(source="en", target="de")


def extract(text: str) -> Document:
    return FORMAT.extract(Source(data=text.encode(), suffix="md"), PAIR)


def shown(segment: Segment) -> str:
    """A segment as people see it: pairs as <1></1>, standalone codes as {type}."""
    marks = {CodeKind.OPEN: "<{id}>", CodeKind.CLOSE: "</{id}>", CodeKind.STANDALONE: "{{{type}}}"}
    return "".join(
        part.text if isinstance(part, Text) else marks[part.kind].format(id=part.id, type=part.type)
        for part in segment
    )


def texts(text: str) -> list[str]:
    return [shown(unit.segment) for unit in extract(text).units]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Head *em* {#id}\n", ["Head <1>em</1>"]),
        ("# Head #\n", ["Head"]),
        ("Two\nlines\n===\n", ["Two lines"]),
        ("soft\nbreak  \nhard\\\nbreaks", ["soft break{break}hard{break}breaks"]),
        ("日本\n語", ["日本語"]),
        ("**a _b_** ~~c~~", ["<1>a <2>b</2></1> <3>c</3>"]),
        ("***both***", ["<1><2>both</2></1>"]),
        ("snake_case_word 2 * 3 * 4 \\*not\\* &copy; &amp;", ["snake_case_word 2 * 3 * 4 *not* © &"]),
        ("use `a *b*` now", ["use {protected} now"]),
        ('[text](http://x "Title") end', ["<1>text</1> end", "Title"]),
        ("![alt](x.png) and ![two *b*][r]\n\n[r]: /x 'T'", ["{object} and {object}", "alt", "two <1>b</1>"]),
        ("[a][r] [r][] [r] [none]\n\n[r]: /x", ["<1>a</1> <2>r</2> <3>r</3> [none]"]),
        ("see <http://x.y> or https://a.b/c_d_e, www.x.org.", ["see {url} or {url}, {url}."]),
        ("a <b>c</b> <br> <kbd>F1</kbd> <!-- x --> d", ["a <1>c</1> {break} {protected} {comment} d"]),
        (
            "one[^n] two^[in *a* note]\n\n[^n]: The note",
            ["one{note} two{note}", "in <1>a</1> note", "The note"],
        ),
        (
            "$a_b$ costs $5 and $6 {{ x }} {% y %} [[Wiki]]",
            ["{protected} costs $5 and $6 {protected} {protected} {protected}"],
        ),
        ("> a\n> b\nlazy\n\n- [x] task\n- item\n  more\n\n  two", ["a b lazy", "task", "item more", "two"]),
        ("| a | `b \\| c` |\n|-|-|\n| *d* \\| e |\n", ["a", "<1>d</1> | e"]),
        ("Term\n: One\n  more\n", ["Term", "One more"]),
        ("> [!NOTE]\n> text", ["text"]),
        (":::tip\ntext\n:::", ["text"]),
        ("text\n{: .class}", ["text"]),
        ("<div title='Tip'>\n<p>html *x*</p>\n</div>", ["Tip", "html *x*"]),
        ("> <p>in a\n> quote</p>", ["in a quote"]),
        ("---\ntitle: One\ndate: 2024\n---\nText", ["One", "Text"]),
        ("+++\ntitle = 'It'\nslug = \"x\"\n+++\nText", ["It", "Text"]),
        ("---\ndescription: >\n  folded\nsummary: {a: b}\n---\nText", ["folded", "Text"]),
        ("```\ncode\n```\n\n    code\n\n$$\nx\n$$\n", []),
        ("* * *\n\n123\n", []),
    ],
)
def test_units(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_what_is_left_is_counted() -> None:
    assert extract(GUIDE).left_alone == {Reason.CODE: 3, Reason.KEY: 1}
    assert extract("12 %\n\nWord").left_alone == {Reason.NO_TEXT: 1}


HOSTILE = {
    "quotes": "> " * 25_000 + "a",
    "quotes without blanks": ">" * 50_000 + "a",
    "lists": "- " * 10_000 + "a",
    "brackets": "[" * 20_000,
    "brackets of links": "[a](" * 10_000,
    "images": "![[" * 5_000 + "]" * 5_000,
    "stars": "*a **a " * 10_000,
    "stars around": "*" * 20_000 + "a" + "*" * 20_000,
    "backticks": "`a ``b " * 5_000,
    "growing backticks": " ".join("`" * n for n in range(400)),
    "tags": "<a " * 10_000,
    "comments": "<!--" * 10_000,
    "underscores": "_a __a " * 5_000,
    "entities": "&a;" * 10_000,
    "dollars": "$a " * 10_000,
    "braces": "{{ {% " * 10_000,
    "notes": "^[" * 8_000,
    "addresses": "https://" * 20_000,
    "references": "[a]: x\n\n" * 10_000,
    "definitions": "a\n: b\n\n" * 2_000,
    "empty lines": "\n" * 1_000_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_repetition_takes_bounded_time(name: str) -> None:
    began = time.process_time()
    try:
        extract(HOSTILE[name])
    except ConversionFailed as error:
        assert "Split it" in error.message
    assert time.process_time() - began < 10
