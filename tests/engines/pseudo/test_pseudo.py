"""The pseudo engine: visibly different, about a third longer, codes in place, the same every time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.engines.engine import Quality
from dragoman.engines.pseudo import LANGUAGES, open_engine
from dragoman.engines.pseudo.letters import pseudo_translate
from dragoman.languages import is_well_formed
from dragoman.segments import Code, CodeKind, Text, codes, plain_text, render
from dragoman.settings import Settings
from dragoman.telemetry import Metrics


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("Restart the server.", "fr", "[Ŕééšţááŕţ ţĥéé šééŕṽééŕ.]"),
        ("Restart", "ja", "【Ｒｅｅｓｔａａｒｔ】"),
        ("Restart", "he", "[רההשתאארת]"),
        ("Restart", "ar", "[رههستاارت]"),
        ("再起動してください", "en", "[再起動してください~]"),
        ("OK", "zh-Hant", "【ＯＯＫ】"),
        ("42", "de", "[42]"),
        ("… !", "de", "… !"),
    ],
)
def test_text_looks_like_its_target(source: str, target: str, expected: str) -> None:
    assert render(pseudo_translate((Text(text=source),), target)) == expected


def test_codes_stay_in_their_places_inside_the_brackets() -> None:
    bold = Code(id="1", kind=CodeKind.OPEN, type="tag", data="<b>")
    end = Code(id="1", kind=CodeKind.CLOSE, type="tag", data="</b>")
    name = Code(id="2", kind=CodeKind.STANDALONE, type="placeholder", data="{name}")
    segment = (name, Text(text=" my "), bold, Text(text="hat"), end)
    assert render(pseudo_translate(segment, "es")) == "[{name} ɱý <b>ĥááţ</b>]"


@given(text=st.text(min_size=1), target=st.sampled_from(LANGUAGES))
def test_every_text_with_letters_differs_and_grows_by_about_a_third(text: str, target: str) -> None:
    result = plain_text(pseudo_translate((Text(text=text),), target))
    if any(map(str.isalpha, text)):
        assert result != text
        assert len(text) * 1.25 <= len(result) <= len(text) * 2 + 2
        assert not list(codes(pseudo_translate((Text(text=text),), target)))


async def test_pairs_are_every_direction_between_the_listed_languages() -> None:
    """A9, T7: what a sandbox account sees."""
    async with open_engine(Settings(), Metrics()) as engine:
        assert engine is not None
        pairs = engine.pairs()
    assert len(pairs) == len(LANGUAGES) * (len(LANGUAGES) - 1)
    assert all(is_well_formed(pair.source) and is_well_formed(pair.target) for pair in pairs)
    assert {pair.quality for pair in pairs} == {Quality.TEST}
    assert ("en", "pt-BR") in {(pair.source, pair.target) for pair in pairs}
