"""Forms of a plural between pipes: which strings have any."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Languages
from dragoman.formats.json.strings import JsonMessageSyntax, read_text
from dragoman.formats.units.piped_plurals import read_pipes
from dragoman.formats.units.string_segments import ParsedString

_LANGUAGES = Languages(source="en", target="es")


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("one car | many cars", ["one car ", "many cars"]),
        ("<b>one car</b> | <b>many cars</b>", ["<b>one car</b> ", "<b>many cars</b>"]),
        ("one car<br> | many cars", ["one car<br> ", "many cars"]),
    ],
)
def test_pipes_part_forms(text: str, forms: list[str]) -> None:
    found = read_pipes(text, _LANGUAGES)
    assert found is not None
    assert [form.text for form in found.forms] == forms


@pytest.mark.parametrize(
    "text", ["<i>big | small?</i> red car", "<u>new. | <br>old</u> car", "a | <b>b | c</b>"]
)
def test_pipes_within_an_element_are_signs(text: str) -> None:
    assert read_pipes(text, _LANGUAGES) is None
    reading = read_text(text, _LANGUAGES, JsonMessageSyntax.TEXT)
    assert isinstance(reading, ParsedString)
    assert len(reading.forms) == 1
