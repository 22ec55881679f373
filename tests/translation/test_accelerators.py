"""Accelerators: however words move, a marked letter stays beside a letter of its word, in its element."""

from __future__ import annotations

import re

import pytest

from dragoman.engines.apertium import ApertiumEngine
from dragoman.segments import Text
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.routes import Route
from dragoman.translation.text import translate_texts
from dragoman.translation.translator import Translator
from tests.translation.hostile import route
from tests.translation.reversing import ReversingEngine


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<b>&OK</b>", "<b>&OK</b>"),
        ("Open &File now", "Now &File Open"),
        ("<i>&Save</i> <b>&Print all</b>", "<b>All &Print</b> <i>&Save</i>"),
        ("E&xit the program", "Program the E&xit"),
        ("E&amp;xit the program", "Program the E&amp;xit"),
        ("<b>Sa&amp;ve</b> the &amp;File", "&amp;File the <b>Sa&amp;ve</b>"),
        ("AT&amp;T R&amp;D", "AT&amp;T R&amp;D"),
        ("AT&T R&D Q&A rock&roll", "Rock&roll Q&A R&D AT&T"),
        ("&copy 2024 Dogs &amp; cats", "cats &amp; Dogs 2024 &copy"),
        ("?a=1&b=2 dogs", "dogs ?a=1&b=2"),
    ],
)
async def test_an_accelerator_stays_beside_its_word(translator: Translator, text: str, expected: str) -> None:
    [result] = await translate_texts(translator, [text], route=route(ReversingEngine()))
    assert result.text == expected


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (("accelerator-underscore",), "New _File", "_File New"),
        (("accelerator-underscore",), "Save _As a_b", "A_b _As Save"),
        (("accelerator-tilde",), "New F~ile", "F~ile New"),
        (("accelerator",), "Sa&ve all", "All Sa&ve"),
        ((), "New _File ~File", "~File _File New"),
    ],
)
async def test_other_markers_where_they_are_named(
    translator: Translator, names: tuple[str, ...], text: str, expected: str
) -> None:
    [result] = await translate_texts(translator, [text], route=route(ReversingEngine()), placeholders=names)
    assert result.text == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<b>&OK</b>", r"<b>&\w+</b>"),
        ("<b>E&xit</b>", r"<b>\w*&\w+</b>"),
        ("<i>New &House</i> is <b>big</b>", r".*<i>.*&\w+.*</i>.*<b>.*</b>"),
        ("&Print the red house", r".*&\w+.*"),
    ],
)
async def test_an_accelerator_stays_in_its_element_through_apertium(
    translator: Translator, engine: ApertiumEngine, text: str, expected: str
) -> None:
    pair = next(pair for pair in engine.pairs() if (pair.source, pair.target) == ("en", "es"))
    way = Route(
        source="en", target="es", steps=(RouteStep(choices=(EngineChoice(engine=engine, pair=pair),)),)
    )
    [result] = await translate_texts(translator, [text], route=way)
    assert re.fullmatch(expected, result.text), result.text
    assert result.text.count("&") == text.count("&")


def test_a_marked_word_is_one_text_without_its_marker() -> None:
    texts = [part.text for part in protect(parse("E&xit &now")) if isinstance(part, Text)]
    assert texts == ["Exit", " ", "now"]
