"""Links of Markdown in texts are pairs around their words; addresses and labels are never translated."""

from __future__ import annotations

from functools import partial

import pytest

from dragoman.segments import Text, render
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.text import translate_texts
from dragoman.translation.translator import Translator
from tests.processor_time import least_processor_time
from tests.translation.hostile import route
from tests.translation.reversing import ReversingEngine


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("[About us](/about)", ["About us"]),
        ("See [the big](a-b.md) dog", ["See ", "the big", " dog"]),
        ("See [the house][house].", ["See ", "the house", "."]),
        ('see [x](http://a.com/b_(c) "The title") now', ["see ", "x", " now"]),
        ("[![the logo](a/b.png)](the/house) is", ["the logo", " is"]),
        ("see [a [big] dog](/x)", ["see ", "a [big] dog"]),
        ("<b>[x</b>](y)", ["[x", "](y)"]),
        ("[house]: http://example.com/a", []),
        ("[note]: the house", ["[note]: the house"]),
        ("[a house] (the dog)", ["[a house] (the dog)"]),
        ("[a house](the dog)", ["[a house](the dog)"]),
        ("[b]bold[/b](the dog)", ["bold", "(the dog)"]),
        ("[[x]](the dog)", ["(the dog)"]),
    ],
)
def test_what_is_left_to_translate(text: str, texts: list[str]) -> None:
    result = protect(parse(text))
    assert [part.text for part in result if isinstance(part, Text)] == texts
    assert render(result) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Read [about us](/about) now", "Now [us about](/about) Read"),
        ("[Red house](/a)[Big dog](/b)", "[House red](/a)[Dog big](/b)"),
    ],
)
async def test_words_stay_in_their_link(translator: Translator, text: str, expected: str) -> None:
    [result] = await translate_texts(translator, [text], route=route(ReversingEngine()))
    assert result.text.casefold() == expected.casefold()


@pytest.mark.parametrize("beginning", ["[a](b", "[a][", "](", "[", "[a]: b\n", "[a](b)", "]["])
def test_hostile_texts_take_linear_time(beginning: str) -> None:
    few, many = (least_processor_time(partial(protect, parse(beginning * count))) for count in (200, 2_000))
    assert many < 40 * few + 0.05
