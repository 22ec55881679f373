"""Normal forms are Unicode's, and cost no more than their text is long."""

from __future__ import annotations

import random
import unicodedata

import pytest

from dragoman.unicode_normalization import Form, normalize
from tests.processor_time import least_processor_time

FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
LETTERS = ["a", "é", "ö", "q\u0308", "가", "ﾊ", "漢", "👩\u200d", "・", " ", "\ud800"]
MARKS = [character for character in map(chr, range(0x11_0000)) if unicodedata.combining(character)]
BECOME_MARKS = ["\uff9e", "\uff9f", "\u0344", "\u0f73", "\u0f75", "\u0f81"]


@pytest.mark.parametrize("form", FORMS)
def test_forms_are_those_of_unicode(form: Form) -> None:
    dice = random.Random(3)
    for _ in range(300):
        kinds = [MARKS, MARKS, MARKS, BECOME_MARKS, LETTERS[: dice.randint(1, len(LETTERS))]]
        text = "".join(dice.choice(dice.choice(kinds)) for _ in range(dice.choice([3, 64, 499, 501, 1500])))
        assert normalize(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("marks", ["\u0301\u0323", "\uff9e\u0301", "\u0344\u0323"])
def test_many_marks_take_time_in_proportion(form: Form, marks: str) -> None:
    short, long = ("a" + marks * size for size in (5_000, 40_000))
    spent = [least_processor_time(lambda text=text: normalize(form, text)) for text in (short, long)]
    assert spent[1] < 20 * spent[0] + 0.01  # 8 times the text; the square would be 64
