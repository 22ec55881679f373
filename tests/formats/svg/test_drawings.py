"""SVG: texts, their lines, and what is left."""

from __future__ import annotations

import pytest

from dragoman.conversion.sampling import take_sample
from dragoman.formats.format import Reason, Recognition
from dragoman.formats.svg import FORMAT
from tests.formats.svg.samples import DRAWING, EXPORTED, PREFIXED
from tests.formats.xml.reading import extract, rebuilt, texts


def test_a_drawing() -> None:
    found = extract(FORMAT, DRAWING)
    assert texts(found) == [
        "Water & wind",
        "How rain comes about.",
        "The sea",
        "[Water rises]{break}[from the [sea]]",
        "More about it",
        "Read [more]",
        "along the shore",
        "two  blanks",
        "Good morning",
        "A page{break}in [it]",
    ]
    assert found.left_alone == {Reason.KEY: 2, Reason.CODE: 3, Reason.NO_TEXT: 1, Reason.TRANSLATED: 1}


def test_lines_keep_their_places() -> None:
    lines = '<text><tspan x="1" y="2">One</tspan><tspan x="1" y="4">two</tspan></text>'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg">{lines}</svg>'
    assert rebuilt(FORMAT, drawing) == drawing.replace("One", "ONE").replace("two", "TWO")


def test_prefixes_and_entities_of_drawing_programs() -> None:
    assert texts(extract(FORMAT, PREFIXED)) == ["A [red] word"]
    assert texts(extract(FORMAT, EXPORTED.encode("iso-8859-1"))) == ["Caf\u00e9 au lait"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', Recognition.CERTAIN),
        ('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', Recognition.CERTAIN),
        (EXPORTED, Recognition.CERTAIN),
        ("<svg/>", Recognition.CERTAIN),
        ('<svg xmlns="urn:x"/>', Recognition.NO),
        ("<html/>", Recognition.NO),
        ("", Recognition.POSSIBLE),
    ],
)
def test_how_it_is_recognised(text: str, expected: Recognition) -> None:
    assert FORMAT.recognise(take_sample(text.encode(), "a.svg")) is expected
