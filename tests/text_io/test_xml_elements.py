"""Elements are cut out of XML of any size, however its text is divided into pieces."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dragoman.text_io.errors import DocumentCorrupt
from dragoman.text_io.xml.elements import BrokenElement, ElementProblem, compile_syntax, cut_elements
from dragoman.text_io.xml.windows import StartTag, TextWindow, read_start_tag, skip_prolog

SYNTAX = compile_syntax("tu", "body", longest=200)
PROLOG = "\ufeff<?xml version='1.0'?>\n<!-- <tmx> --><!DOCTYPE tmx [<!ELEMENT x ANY> <!-- ]> --> ]>\n"


def window(text: str, size: int) -> TextWindow:
    return TextWindow(text[start : start + size] for start in range(0, len(text), size))


def cut(text: str, size: int) -> Iterator[tuple[int, str | ElementProblem]]:
    for one in cut_elements(window(text, size), SYNTAX):
        yield one.line, one.problem if isinstance(one, BrokenElement) else one.text


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<tu>a</tu>\n<tux/><tu b='/>'/></tu ></body><tu/>", [(1, "<tu>a</tu>"), (2, "<tu b='/>'/>")]),
        ("<!-- <tu/> --><tu><![CDATA[</tu>]]><?a </tu>?></tu >\n</body>", [(1, None)]),
        ("<tu>a\n<tu>b</tu></body>", [(1, ElementProblem.NO_END_TAG), (2, "<tu>b</tu>")]),
        ("\n<tu>a</body>", [(2, ElementProblem.NO_END_TAG)]),
        ("<tu a='<'>b</tu></body>", [(1, "<tu a='<'>b</tu>")]),
        ("<tu><!-- open</tu></body>", [(1, "<tu><!-- open</tu>")]),
        (f"<tu>{'x' * 200}</tu>\n<tu/></body>", [(1, ElementProblem.TOO_LONG), (2, "<tu/>")]),
        ("<tu/>\n", [(1, "<tu/>"), (2, ElementProblem.FILE_ENDS_BETWEEN)]),
        ("<tu>\n", [(1, ElementProblem.FILE_ENDS_WITHIN), (2, ElementProblem.FILE_ENDS_BETWEEN)]),
        ("<tu/>\n<!-- <tu/>\n", [(1, "<tu/>"), (2, ElementProblem.COMMENT_OPEN)]),
    ],
)
def test_elements(text: str, expected: list[tuple[int, str | ElementProblem | None]], size: int) -> None:
    whole = text[text.index("><tu>") + 1 : text.rindex("\n")] if expected == [(1, None)] else ""
    assert list(cut(text, size)) == [(line, whole if one is None else one) for line, one in expected]


@pytest.mark.parametrize("size", [1, 1000])
def test_a_prolog_is_skipped(size: int) -> None:
    read = window(f"{PROLOG}<a:tmx version=\"1.4\" b='&lt;'>\n<header/>", size)
    assert skip_prolog(read)
    expected = StartTag(name="tmx", attributes={"version": "1.4", "b": "<"}, is_empty=False)
    assert (read.line, read_start_tag(read)) == (3, expected)
    assert skip_prolog(read)
    assert read_start_tag(read) == StartTag(name="header", attributes={}, is_empty=True)
    assert not skip_prolog(read)


def test_declared_entities_are_refused_unless_they_are_allowed() -> None:
    text = "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"
    with pytest.raises(DocumentCorrupt, match="entities"):
        skip_prolog(window(text, 8))
    assert skip_prolog(window(text, 8), entities=True)
