"""The words that a client gives for an element take the place of what was made of it."""

from __future__ import annotations

import pytest

from dragoman.api.compat.azure.dictionary import apply_dictionary

ELEMENT = '<mstrans:dictionary translation="A">x</mstrans:dictionary>'


@pytest.mark.parametrize(
    ("translated", "plain", "html"),
    [
        ("sin elemento < 3", "sin elemento < 3", "sin elemento < 3"),
        ('La <mstrans:dictionary translation="Casa">casa</mstrans:dictionary>.', "La Casa.", "La Casa."),
        ("<mstrans:dictionary translation='A &amp; B'>x</mstrans:dictionary>", "A & B", "A &amp; B"),
        ('<MSTRANS:Dictionary id="1" Translation="B">x\ny</mstrans:dictionary >', "B", "B"),
        ('<mstrans:dictionary translation="">x</mstrans:dictionary>', "", ""),
        ("<mstrans:dictionary>x</mstrans:dictionary>", "x", "x"),
        ('<mstrans:dictionary translation="A"><b>x</b></mstrans:dictionary>!', "A!", "A!"),
        (f"{ELEMENT}{ELEMENT} {ELEMENT}", "AA A", "AA A"),
        (f"</mstrans:dictionary>{ELEMENT}", "</mstrans:dictionary>A", "</mstrans:dictionary>A"),
        ('<mstrans:dictionary translation="A">x', *['<mstrans:dictionary translation="A">x'] * 2),
        (r'<mstrans:dictionary translation="\1">x</mstrans:dictionary>', r"\1", r"\1"),
    ],
)
def test_elements_are_replaced(translated: str, plain: str, html: str) -> None:
    assert apply_dictionary(translated, is_html=False) == plain
    assert apply_dictionary(translated, is_html=True) == html


@pytest.mark.parametrize("tag", ["<mstrans:dictionary", "<mstrans:dictionary>", "</mstrans:dictionary>"])
def test_tags_without_a_partner_are_left_alone_in_linear_time(tag: str) -> None:
    text = tag * 50_000
    assert apply_dictionary(text, is_html=False) == text
