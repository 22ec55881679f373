"""What engines and linguists are told: a plain sentence for each rule that is set."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from dragoman.style_guides.instructions import write_everything, write_instructions
from dragoman.styles import CHOICES, Formality, NumberFormat, Style, Tone

VALUES = [(name, value) for name, kind in CHOICES.items() for value in kind]


@pytest.mark.parametrize(("name", "value"), VALUES, ids=[f"{name}-{value}" for name, value in VALUES])
def test_each_value_has_a_sentence(name: str, value: Any) -> None:
    (sentence,) = write_everything(Style(**{name: value}))
    assert sentence[0].isupper()
    assert sentence.endswith(".")


def test_no_two_values_say_the_same() -> None:
    said = [write_everything(Style(**{name: value})) for name, value in VALUES]
    assert all(one != other for one, other in itertools.combinations(said, 2))


def test_formality_is_a_value_for_engines_and_a_sentence_for_people() -> None:
    style = Style(
        formality=Formality.FORMAL,
        tone=Tone.PLAIN,
        numbers=NumberFormat.POINT_COMMA,
        instructions=("Call it “the Atlas”.",),
    )
    told = (
        "Use plain language: short sentences and common words.",
        "Write numbers like 1.234,5.",
        "Call it “the Atlas”.",
    )
    assert write_instructions(style) == told
    assert write_everything(style) == ("Address the reader formally.", *told)
    assert write_everything(Style()) == ()
